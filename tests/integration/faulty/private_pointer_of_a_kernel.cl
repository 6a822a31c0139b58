//! opencl 2 error: pointer arguments to kernel functions must reside in '__global', '__constant' or '__local' address space
kernel void k(private int* p) {
    p[0] = 1;
}
