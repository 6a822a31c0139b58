// What the rest of the prelude needs of CUDA: how functions are marked, and how the vendor's functions are called.
// A kernel may have the name of one of CUDA's functions.
#pragma nv_diag_suppress 338
#define __qv_fn __device__ inline __attribute__((always_inline))
#define __qv_cuda 1
#define __QV_F(name) ::name##f
#define __QV_D(name) ::name
// Functions of the device library that must be declared first: none.
#define __QV_DECLARE1(name)
#define __QV_DECLARE2(name)
#define __QV_DECLARE3(name)
