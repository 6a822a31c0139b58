//! cuda-nvcc 7 error: a __global__ function call must be configured
//! hip-hiprtc 7 error: no matching function for call to 'other'
__global__ void other(int* p) {
    p[0] = 1;
}
__global__ void k(int* p) {
    other(p);
}
