//! cuda-nvrtc cuda-nvcc 0 error: ptxas: Entry function 'k' uses too much shared data
//! hip-hiprtc 0 error: local memory (4194304) exceeds limit
//@ format cubin
extern "C" __global__ void k(int* p) {
    __shared__ int a[1 << 20];
    a[threadIdx.x] = p[0];
    __syncthreads();
    p[0] = a[threadIdx.x + 1];
}
