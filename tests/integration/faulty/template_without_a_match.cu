//! cuda-nvrtc cuda-nvcc 8 error: no instance of function template "add" matches the argument list
//! hip-hiprtc 8 error: no matching function for call to 'add'
template <class T>
__device__ T add(T a, T b) {
    return a + b;
}
__global__ void k(int* p) {
    p[0] = add(1, 2.0);
}
