// native_ functions on HIP by the device library's, and half_ functions.
//: __QV_OCML_NATIVE
#define __QV_OCML_NATIVE(name)                                        \
    extern "C" __device__ float __ocml_native_##name##_f32(float);    \
    __QV_NATIVE1(native_##name, __ocml_native_##name##_f32(a))
//: native_sin
__QV_OCML_NATIVE(sin)
//: native_cos
__QV_OCML_NATIVE(cos)
//: native_exp
__QV_OCML_NATIVE(exp)
//: native_exp2
__QV_OCML_NATIVE(exp2)
//: native_exp10
__QV_OCML_NATIVE(exp10)
//: native_log
__QV_OCML_NATIVE(log)
//: native_log2
__QV_OCML_NATIVE(log2)
//: native_log10
__QV_OCML_NATIVE(log10)
//: native_powr
__QV_NATIVE2(native_powr, native_exp2(b * native_log2(a)))
//: native_recip
__QV_NATIVE1(native_recip, __builtin_amdgcn_rcpf(a))
//: native_divide
__QV_NATIVE2(native_divide, a * __builtin_amdgcn_rcpf(b))
//: native_tan
__QV_NATIVE1(native_tan, native_divide(native_sin(a), native_cos(a)))
//: native_sqrt
__QV_OCML_NATIVE(sqrt)
//: native_rsqrt
__QV_OCML_NATIVE(rsqrt)
//: half_exp
__QV_NATIVE1(half_exp, exp(a))
//: half_exp10
__QV_NATIVE1(half_exp10, exp10(a))
