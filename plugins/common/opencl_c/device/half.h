// half of cl_khr_fp16 as a type like the others.

//: half half2 half3 half4 half8 half16
#ifdef __qv_hip
typedef _Float16 half;
template <> struct __qv_type<half> : __qv_floating_type<short, ushort> {};
#endif
#define __QV_WITH_HALF 1
typedef half __qv_half;  // by a name that does not ask for all of this
__QV_ALIASES(half)
template <class To, int MODE, class From> __qv_fn To __qv_to_half(From x) {
#ifdef __qv_hip
    if constexpr (MODE < 2 && __qv_type<From>::floating) return To(x);
#endif
    return __qv_as<To>(__qv_half_of<MODE>(x));
}
