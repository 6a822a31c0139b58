//! cuda-nvrtc cuda-nvcc 5 error: expression must have class type but it has type "int"
//! hip-hiprtc 5 error: member reference base type 'int' is not a structure or union
template <class T>
__device__ T first(T a) {
    return a.first;
}
__global__ void k(int* p) {
    p[0] = first(1);
}
