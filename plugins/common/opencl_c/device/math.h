// Math functions (6.12.2) that the vendors have. README.md has a table of their errors and of the bounds of OpenCL.
//: __QV_HALF1 __QV_HALF2 __QV_HALF_AND_INT __QV_MATH1 __QV_MATH2 __QV_OWN1 __QV_OWN2 __QV_NATIVE1 __QV_NATIVE2 __QV_VECTOR_AND_INT
#ifdef __QV_WITH_HALF
// Half goes by float: its bounds are then met by rounding a far better result.
#define __QV_HALF1(name) __qv_fn __qv_half name(__qv_half a) { return __qv_half(name(float(a))); }
#define __QV_HALF2(name) __qv_fn __qv_half name(__qv_half a, __qv_half b) { return __qv_half(name(float(a), float(b))); }
#define __QV_HALF_AND_INT(name) __qv_fn __qv_half name(__qv_half a, int b) { return __qv_half(name(float(a), b)); }
#else
#define __QV_HALF1(name)
#define __QV_HALF2(name)
#define __QV_HALF_AND_INT(name)
#endif
// From the vendor's functions.
#define __QV_MATH1(name)                                              \
    __QV_DECLARE1(name)                                               \
    __qv_fn float name(float a) { return __QV_F(name)(a); }           \
    __qv_fn double name(double a) { return __QV_D(name)(a); }         \
    __QV_HALF1(name)                                                  \
    __QV_VECTOR1(name)
#define __QV_MATH2(name)                                                     \
    __QV_DECLARE2(name)                                                      \
    __qv_fn float name(float a, float b) { return __QV_F(name)(a, b); }      \
    __qv_fn double name(double a, double b) { return __QV_D(name)(a, b); }   \
    __QV_HALF2(name)                                                         \
    __QV_VECTOR2(name)
// From a template __qv_name<T>.
#define __QV_OWN1(name)                                                  \
    __qv_fn float name(float a) { return __qv_##name<float>(a); }        \
    __qv_fn double name(double a) { return __qv_##name<double>(a); }     \
    __QV_HALF1(name)                                                     \
    __QV_VECTOR1(name)
#define __QV_OWN2(name)                                                             \
    __qv_fn float name(float a, float b) { return __qv_##name<float>(a, b); }       \
    __qv_fn double name(double a, double b) { return __qv_##name<double>(a, b); }   \
    __QV_HALF2(name)                                                                \
    __QV_VECTOR2(name)
// Of float alone, by an expression of a and b: the native_ and half_ functions.
#define __QV_NATIVE1(name, expression)                                \
    __qv_fn float name(float a) { return expression; }                \
    __QV_VECTOR1(name)
#define __QV_NATIVE2(name, expression)                                \
    __qv_fn float name(float a, float b) { return expression; }       \
    __QV_VECTOR2(name)
// With an int, or a vector of int, as the second operand.
#define __QV_VECTOR_AND_INT(name)                                                                        \
    template <class T, int N> __qv_fn vec<T, N> name(vec<T, N> a, __qv_given<vec<int, N>> b) {           \
        typedef vec<T, N> V;                                                                             \
        if constexpr (N == 2) return V(name(a.x, b.x), name(a.y, b.y));                                  \
        else if constexpr (N == 3) return V(name(a.x, b.x), name(a.y, b.y), name(a.z, b.z));             \
        else if constexpr (N == 4)                                                                       \
            return V(name(a.x, b.x), name(a.y, b.y), name(a.z, b.z), name(a.w, b.w));                    \
        else return V(name(a.__qv_l, b.__qv_l), name(a.__qv_h, b.__qv_h));                               \
    }

//: fabs
__QV_MATH1(fabs)
//: ceil round
__QV_MATH1(ceil)
__QV_MATH1(round)
//: floor
__QV_MATH1(floor)
//: trunc
__QV_MATH1(trunc)
//: rint
__QV_MATH1(rint)
//: copysign
__QV_MATH2(copysign)
//: fmin
__QV_MATH2(fmin)
//: fmax
__QV_MATH2(fmax)
//: fdim
__QV_MATH2(fdim)
//: fmod
__QV_MATH2(fmod)
//: remainder
__QV_MATH2(remainder)
//: sqrt
__QV_MATH1(sqrt)
//: rsqrt
__QV_MATH1(rsqrt)
//: cbrt hypot
__QV_MATH1(cbrt)
__QV_MATH2(hypot)
//: exp
__QV_MATH1(exp)
//: exp2
__QV_MATH1(exp2)
//: exp10 expm1
__QV_MATH1(exp10)
__QV_MATH1(expm1)
//: log
__QV_MATH1(log)
//: log2
__QV_MATH1(log2)
//: log10 log1p
__QV_MATH1(log10)
__QV_MATH1(log1p)
//: logb
__QV_MATH1(logb)
//: sin
__QV_MATH1(sin)
//: cos
__QV_MATH1(cos)
//: tan
__QV_MATH1(tan)
//: asin
__QV_MATH1(asin)
//: acos
__QV_MATH1(acos)
//: atan
__QV_MATH1(atan)
//: atan2
__QV_MATH2(atan2)
//: sinpi cospi
__QV_MATH1(sinpi)
__QV_MATH1(cospi)
//: sinh cosh tanh
__QV_MATH1(sinh)
__QV_MATH1(cosh)
__QV_MATH1(tanh)
//: asinh acosh atanh
__QV_MATH1(asinh)
__QV_MATH1(acosh)
__QV_MATH1(atanh)
//: erf erfc
__QV_MATH1(erf)
__QV_MATH1(erfc)
//: tgamma lgamma
__QV_MATH1(tgamma)
__QV_MATH1(lgamma)
//: pow
__QV_MATH2(pow)

//: nextafter
__QV_DECLARE2(nextafter)
__qv_fn float nextafter(float a, float b) { return __QV_F(nextafter)(a, b); }
__qv_fn double nextafter(double a, double b) { return __QV_D(nextafter)(a, b); }
#ifdef __QV_WITH_HALF
__qv_fn __qv_half nextafter(__qv_half a, __qv_half b) {
    if (float(a) != float(a) || float(a) == float(b)) return float(a) != float(a) ? a : b;
    if (float(b) != float(b)) return b;
    const ushort bits = __qv_as<ushort>(a);
    const bool up = float(a) < float(b);
    if ((bits & 0x7fff) == 0) return __qv_as<__qv_half>(ushort(up ? 0x0001 : 0x8001));
    return __qv_as<__qv_half>(ushort((bits < 0x8000) == up ? bits + 1 : bits - 1));
}
#endif
__QV_VECTOR2(nextafter)

//: fma
__QV_DECLARE3(fma)
__qv_fn float fma(float a, float b, float c) { return __QV_F(fma)(a, b, c); }
__qv_fn double fma(double a, double b, double c) { return __QV_D(fma)(a, b, c); }
#ifdef __QV_WITH_HALF
__qv_fn __qv_half fma(__qv_half a, __qv_half b, __qv_half c) {
#if defined __qv_hip
    return __builtin_fmaf16(a, b, c);
#else
#if defined __qv_cuda && __CUDA_ARCH__ >= 530
    ushort made;
    asm("fma.rn.f16 %0, %1, %2, %3;" : "=h"(made) : "h"(a.__qv_bits), "h"(b.__qv_bits), "h"(c.__qv_bits));
    return __qv_half::__qv_from(made);
#else
    return __qv_half(double(float(a)) * double(float(b)) + double(float(c)));
#endif
#endif
}
#endif
__QV_VECTOR3(fma)

//: mad
__qv_fn float mad(float a, float b, float c) { return fma(a, b, c); }
__qv_fn double mad(double a, double b, double c) { return fma(a, b, c); }
#ifdef __QV_WITH_HALF
__qv_fn __qv_half mad(__qv_half a, __qv_half b, __qv_half c) { return fma(a, b, c); }
#endif
__QV_VECTOR3(mad)

//: ldexp
#ifdef __qv_hip
extern "C" __device__ float __ocml_ldexp_f32(float, int);
extern "C" __device__ double __ocml_ldexp_f64(double, int);
#endif
__qv_fn float ldexp(float a, int b) { return __QV_F(ldexp)(a, b); }
__qv_fn double ldexp(double a, int b) { return __QV_D(ldexp)(a, b); }
__QV_HALF_AND_INT(ldexp)
__QV_VECTOR_AND_INT(ldexp)

//: ilogb
#ifdef __qv_hip
extern "C" __device__ int __ocml_ilogb_f32(float);
extern "C" __device__ int __ocml_ilogb_f64(double);
#endif
__qv_fn int ilogb(float a) { return __QV_F(ilogb)(a); }
__qv_fn int ilogb(double a) { return __QV_D(ilogb)(a); }
#ifdef __QV_WITH_HALF
__qv_fn int ilogb(__qv_half a) { return ilogb(float(a)); }
#endif
__QV_VECTOR1(ilogb)

//: nan
__qv_fn float nan(uint code) { return __qv_as<float>(0x7fc00000 | (code & 0x3fffff)); }
__qv_fn double nan(ulong code) { return __qv_as<double>(0x7ff8000000000000ul | (code & 0x7fffffffffffful)); }
#ifdef __QV_WITH_HALF
__qv_fn __qv_half nan(ushort code) { return __qv_as<__qv_half>(ushort(0x7e00 | (code & 0x1ff))); }
#endif
__QV_VECTOR1(nan)
