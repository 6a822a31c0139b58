// Scalar conversions that round, on CUDA: one instruction each.
// MODE is 0 by default, 1 to nearest even, 2 to zero, 3 up, 4 down.

//: __qv_rounded_to_integer __qv_to_float __qv_to_double
// What is out of range is saturated. The default is to zero for an integer, else to nearest.
#define __QV_ROUNDED(name, To, From, call)                                  \
    template <int MODE> __qv_fn To name(From x) {                           \
        constexpr bool to_zero = MODE == 2 || (MODE == 0 && __qv_type<To>::integer); \
        if constexpr (to_zero) return call##_rz(x);                         \
        else if constexpr (MODE == 3) return call##_ru(x);                  \
        else if constexpr (MODE == 4) return call##_rd(x);                  \
        else return call##_rn(x);                                           \
    }
__QV_ROUNDED(__qv_int, int, float, ::__float2int)
__QV_ROUNDED(__qv_uint, uint, float, ::__float2uint)
__QV_ROUNDED(__qv_long, long, float, ::__float2ll)
__QV_ROUNDED(__qv_ulong, ulong, float, ::__float2ull)
__QV_ROUNDED(__qv_int, int, double, ::__double2int)
__QV_ROUNDED(__qv_uint, uint, double, ::__double2uint)
__QV_ROUNDED(__qv_long, long, double, ::__double2ll)
__QV_ROUNDED(__qv_ulong, ulong, double, ::__double2ull)
__QV_ROUNDED(__qv_to_float, float, int, ::__int2float)
__QV_ROUNDED(__qv_to_float, float, uint, ::__uint2float)
__QV_ROUNDED(__qv_to_float, float, long, ::__ll2float)
__QV_ROUNDED(__qv_to_float, float, ulong, ::__ull2float)
__QV_ROUNDED(__qv_to_float, float, double, ::__double2float)
__QV_ROUNDED(__qv_to_double, double, long, ::__ll2double)
__QV_ROUNDED(__qv_to_double, double, ulong, ::__ull2double)
template <int MODE> __qv_fn double __qv_to_double(int x) { return x; }
template <int MODE> __qv_fn double __qv_to_double(uint x) { return x; }

// Whether saturation makes 0 of NaN: PTX promises it where neither type has 64 bits.
template <class To, class F> constexpr bool __qv_zero_of_nan = sizeof(To) == 4 && sizeof(F) == 4;
template <class To, int SAT, int MODE, class F> __qv_fn To __qv_rounded_to_integer(F x) {
    if constexpr (__qv_same<To, int>) return __qv_int<MODE>(x);
    else if constexpr (__qv_same<To, uint>) return __qv_uint<MODE>(x);
    else if constexpr (__qv_same<To, long>) return __qv_long<MODE>(x);
    else return __qv_ulong<MODE>(x);
}
