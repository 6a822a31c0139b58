//! cuda-nvrtc cuda-nvcc 0 error: ptxas: Not a name of any known instruction: 'nonsense'
//! hip-hiprtc 0 error: cannot compile inline asm
//@ format cubin
__global__ void k(int* p) {
    asm volatile("nonsense.u32 %0;" : "=r"(p[0]));
}
