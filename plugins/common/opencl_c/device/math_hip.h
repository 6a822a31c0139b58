// Math functions (6.12.2) that AMD's device library has and CUDA has not.

//: acospi asinpi atanpi
__QV_MATH1(acospi)
__QV_MATH1(asinpi)
__QV_MATH1(atanpi)
//: atan2pi
__QV_MATH2(atan2pi)
//: tanpi
__QV_MATH1(tanpi)
//: powr
__QV_MATH2(powr)
//: pown rootn
#define __QV_OCML_AND_INT(name)                                                    \
    extern "C" __device__ float __ocml_##name##_f32(float, int);                   \
    extern "C" __device__ double __ocml_##name##_f64(double, int);                 \
    __qv_fn float name(float a, int b) { return __ocml_##name##_f32(a, b); }       \
    __qv_fn double name(double a, int b) { return __ocml_##name##_f64(a, b); }     \
    __QV_HALF_AND_INT(name)                                                        \
    __QV_VECTOR_AND_INT(name)
__QV_OCML_AND_INT(pown)
__QV_OCML_AND_INT(rootn)
