// half_ functions (within 8192 ulp) that are the full ones, for no faster one keeps the bound everywhere.
//: half_sin
__QV_NATIVE1(half_sin, sin(a))
//: half_cos
__QV_NATIVE1(half_cos, cos(a))
//: half_tan
__QV_NATIVE1(half_tan, tan(a))
//: half_exp2
__QV_NATIVE1(half_exp2, exp2(a))
//: half_log
__QV_NATIVE1(half_log, log(a))
//: half_log2
__QV_NATIVE1(half_log2, log2(a))
//: half_log10
__QV_NATIVE1(half_log10, log10(a))
//: half_sqrt
__QV_NATIVE1(half_sqrt, sqrt(a))
//: half_rsqrt
__QV_NATIVE1(half_rsqrt, rsqrt(a))
//: half_powr
__QV_NATIVE2(half_powr, powr(a, b))
//: half_divide
__QV_NATIVE2(half_divide, a / b)
//: half_recip
__QV_NATIVE1(half_recip, 1.0f / a)
