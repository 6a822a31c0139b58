//! opencl 4 error: initializing '__global int *__private' with an expression of type '__local int *' changes address space of pointer | initializing '__global int *' with an expression of type '__local int *' changes address space of pointer
kernel void k(global int* p) {
    local int a;
    global int* q = &a;
    p[0] = *q;
}
