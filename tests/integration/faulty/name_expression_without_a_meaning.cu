//! cuda-nvrtc 0 error: in a name expression: identifier "nothing" is undefined
//! cuda-nvcc 0 error: in the name expression `scale<nothing>`: identifier "nothing" is undefined
//! hip-hiprtc 0 error: nothing
//@ expression scale<nothing>
template <class T>
__global__ void scale(T* p) {
    p[0] = T(2);
}
