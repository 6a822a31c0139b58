// The 16 bits of a half, from and to other types.

//: __qv_half_of __qv_half_to_float __qv_float_to_half
// Float with the last bit set where it is not exact: rounds again as the value itself would have.
template <class From> __qv_fn float __qv_odd_float(From x) {
    const float cut = __qv_to_float<2>(x);
    return From(cut) == x ? cut : __qv_as<float>(__qv_as<uint>(cut) | 1);
}
#ifdef __qv_cuda
__qv_fn float __qv_half_to_float(ushort bits) {
    float value;
    asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(bits));
    return value;
}
template <int MODE> __qv_fn ushort __qv_float_to_half(float x) {
    ushort bits;
    if constexpr (MODE == 2) asm("cvt.rz.f16.f32 %0, %1;" : "=h"(bits) : "f"(x));
    else if constexpr (MODE == 3) asm("cvt.rp.f16.f32 %0, %1;" : "=h"(bits) : "f"(x));
    else if constexpr (MODE == 4) asm("cvt.rm.f16.f32 %0, %1;" : "=h"(bits) : "f"(x));
    else asm("cvt.rn.f16.f32 %0, %1;" : "=h"(bits) : "f"(x));
    return bits;
}
#else
__qv_fn float __qv_half_to_float(ushort bits) {
    const uint sign = uint(bits & 0x8000) << 16;
    const uint rest = bits & 0x7fff;
    if (rest >= 0x7c00) return __qv_as<float>(sign | 0x7f800000 | (rest & 0x3ff) << 13);
    if (rest < 0x400) return __qv_as<float>(sign | __qv_as<uint>(float(rest) * 0x1p-24f));
    return __qv_as<float>(sign | ((rest << 13) + 0x38000000));
}
template <int MODE> __qv_fn ushort __qv_float_to_half(float x) {
    const uint bits = __qv_as<uint>(x);
    const uint sign = bits >> 16 & 0x8000;
    const uint size = bits & 0x7fffffff;
    if (size > 0x7f800000) return ushort(sign | 0x7e00 | (size >> 13 & 0x3ff));
    if (size == 0x7f800000) return ushort(sign | 0x7c00);
    uint cut = 0, lost = size != 0, tie = 2;
    if (size >= 0x47800000) {  // above the largest half: as if just below infinity
        cut = 0x7bff, lost = 3, tie = 2;
    } else if (size >= 0x38800000) {
        cut = (size - 0x38000000) >> 13, lost = size & 0x1fff, tie = 0x1000;
    } else if (size >= 0x33000000) {  // subnormal, from half of the smallest on
        const uint shift = 126 - (size >> 23);
        const uint digits = (size & 0x7fffff) | 0x800000;
        cut = digits >> shift, lost = digits & ((1u << shift) - 1), tie = 1u << (shift - 1);
    }
    bool up = lost > tie || (lost == tie && (cut & 1));
    if constexpr (MODE == 2) up = false;
    if constexpr (MODE == 3) up = sign == 0 && lost != 0;
    if constexpr (MODE == 4) up = sign != 0 && lost != 0;
    return ushort(sign | (cut + up));
}
#endif
// The bits of a half, from any scalar.
template <int MODE, class From> __qv_fn ushort __qv_half_of(From x) {
    if constexpr (__qv_same<From, float> || sizeof(From) < 4) return __qv_float_to_half<MODE>(float(x));
    else return __qv_float_to_half<MODE>(__qv_odd_float(x));
}
