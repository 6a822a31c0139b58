// native_ and half_ functions on CUDA. native_ may be as inexact as the device likes; half_ is within 8192 ulp, so that
// it takes the fast instruction only where CUDA's documents keep it within that everywhere.
//: __QV_APPROXIMATE
#define __QV_APPROXIMATE(name, instruction)                           \
    __qv_fn float name(float a) {                                     \
        float made;                                                   \
        asm(instruction " %0, %1;" : "=f"(made) : "f"(a));            \
        return made;                                                  \
    }                                                                 \
    __QV_VECTOR1(name)
//: native_sin
__QV_NATIVE1(native_sin, ::__sinf(a))
//: native_cos
__QV_NATIVE1(native_cos, ::__cosf(a))
//: native_tan
__QV_NATIVE1(native_tan, ::__tanf(a))
//: native_exp half_exp
__QV_NATIVE1(native_exp, ::__expf(a))
//: native_exp2
__QV_APPROXIMATE(native_exp2, "ex2.approx.ftz.f32")
//: native_exp10 half_exp10
__QV_NATIVE1(native_exp10, ::__exp10f(a))
//: native_log
__QV_NATIVE1(native_log, ::__logf(a))
//: native_log2
__QV_NATIVE1(native_log2, ::__log2f(a))
//: native_log10
__QV_NATIVE1(native_log10, ::__log10f(a))
//: native_powr
__QV_NATIVE2(native_powr, ::__powf(a, b))
//: native_divide
__QV_NATIVE2(native_divide, ::__fdividef(a, b))
//: native_recip
__QV_APPROXIMATE(native_recip, "rcp.approx.ftz.f32")
//: native_sqrt
__QV_APPROXIMATE(native_sqrt, "sqrt.approx.ftz.f32")
//: native_rsqrt
__QV_APPROXIMATE(native_rsqrt, "rsqrt.approx.ftz.f32")
//: half_exp
__QV_NATIVE1(half_exp, ::__expf(a))
//: half_exp10
__QV_NATIVE1(half_exp10, ::__exp10f(a))
