//! cuda-nvrtc cuda-nvcc 5 error: static assertion failed
//! hip-hiprtc 5 error: static assertion failed due to requirement 'sizeof(double) <= 4': T is too large
template <class T>
struct Small {
    static_assert(sizeof(T) <= 4, "T is too large");
    T value;
};
__global__ void k(int* p) {
    Small<double> a;
    p[0] = (int)a.value;
}
