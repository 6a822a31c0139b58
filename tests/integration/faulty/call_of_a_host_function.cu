//! cuda-nvrtc 4 error: A function explicitly marked as a __host__ function is not allowed in JIT mode
//! cuda-nvcc 8 error: calling a __host__ function("on_host()") from a __global__ function("k") is not allowed
//! hip-hiprtc 8 error: no matching function for call to 'on_host'
__host__ int on_host() {
    return 1;
}
__global__ void k(int* p) {
    p[0] = on_host();
}
