//! opencl 3 error: static assertion failed due to requirement 'sizeof(int) == 8': int is too small | static_assert failed "int is too small"
kernel void k(global int* p) {
    _Static_assert(sizeof(int) == 8, "int is too small");
    p[0] = 1;
}
