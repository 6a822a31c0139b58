//! cuda-nvrtc cuda-nvcc 5 error: excessive recursion at instantiation of
//! hip-hiprtc 5 error: recursive template instantiation exceeded maximum depth of 1024
template <int N>
struct Sum {
    static const int value = N + Sum<N - 1>::value;
};
__global__ void k(int* p) {
    p[0] = Sum<1>::value;
}
