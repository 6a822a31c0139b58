// What the rest of the prelude needs of HIP: how functions are marked, and how the device library's functions are called.
#define __qv_fn __device__ inline __attribute__((always_inline))
#define __qv_hip 1
#define __QV_F(name) __ocml_##name##_f32
#define __QV_D(name) __ocml_##name##_f64
// The device library has no header: its functions are declared where they are used.
#define __QV_DECLARE1(name)                                  \
    extern "C" __device__ float __ocml_##name##_f32(float);  \
    extern "C" __device__ double __ocml_##name##_f64(double);
#define __QV_DECLARE2(name)                                         \
    extern "C" __device__ float __ocml_##name##_f32(float, float);  \
    extern "C" __device__ double __ocml_##name##_f64(double, double);
#define __QV_DECLARE3(name)                                                \
    extern "C" __device__ float __ocml_##name##_f32(float, float, float);  \
    extern "C" __device__ double __ocml_##name##_f64(double, double, double);
