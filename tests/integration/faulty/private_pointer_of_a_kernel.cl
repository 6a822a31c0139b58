//! opencl 2 error: pointer arguments to kernel functions must reside in '__global', '__constant' or '__local' address space | invalid address space for pointee of pointer argument to __kernel function
kernel void k(private int* p) {
    p[0] = 1;
}
