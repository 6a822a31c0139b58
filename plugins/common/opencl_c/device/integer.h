// Integer functions (6.12.3), for the eight integer types and their vectors.

//: __QV_FOR_INTEGERS __QV_INTEGER1 __QV_INTEGER2 __QV_INTEGER3
// Overloads for the eight types, each by the template __qv_name, so that arguments convert as in OpenCL C.
#define __QV_FOR_INTEGERS(M, name) \
    M(name, char) M(name, uchar) M(name, short) M(name, ushort) M(name, int) M(name, uint) M(name, long) M(name, ulong)
#define __QV_INTEGER1(name, T) __qv_fn T name(T a) { return __qv_##name<T>(a); }
#define __QV_INTEGER2(name, T) __qv_fn T name(T a, T b) { return __qv_##name<T>(a, b); }
#define __QV_INTEGER3(name, T) __qv_fn T name(T a, T b, T c) { return __qv_##name<T>(a, b, c); }


//: abs
template <class T> __qv_fn auto __qv_abs(T a) {
    typedef typename __qv_type<T>::unsigned_one U;
    if constexpr (__qv_type<T>::with_sign) return U(a < 0 ? U(0) - U(a) : U(a));
    else return a;
}
#define __QV_ABS(name, T) __qv_fn auto name(T a) { return __qv_abs<T>(a); }
__QV_FOR_INTEGERS(__QV_ABS, abs)
__QV_VECTOR1(abs)

//: abs_diff
template <class T> __qv_fn auto __qv_abs_diff(T a, T b) {
    typedef typename __qv_type<T>::unsigned_one U;
    return U(a > b ? U(a) - U(b) : U(b) - U(a));
}
#define __QV_ABS_DIFF(name, T) __qv_fn auto name(T a, T b) { return __qv_abs_diff<T>(a, b); }
__QV_FOR_INTEGERS(__QV_ABS_DIFF, abs_diff)
__QV_VECTOR2(abs_diff)

//: add_sat __qv_add_sat
template <class T> __qv_fn T __qv_add_sat(T a, T b) {
    typedef typename __qv_type<T>::unsigned_one U;
    const T sum = T(U(U(a) + U(b)));
    if constexpr (!__qv_type<T>::with_sign) return sum < a ? __qv_type<T>::max() : sum;
    else return T((a ^ sum) & (b ^ sum)) >= 0 ? sum : a < 0 ? __qv_type<T>::min() : __qv_type<T>::max();
}
__QV_FOR_INTEGERS(__QV_INTEGER2, add_sat)
__QV_VECTOR2(add_sat)

//: sub_sat
template <class T> __qv_fn T __qv_sub_sat(T a, T b) {
    typedef typename __qv_type<T>::unsigned_one U;
    const T difference = T(U(U(a) - U(b)));
    if constexpr (!__qv_type<T>::with_sign) return a < b ? T(0) : difference;
    else return T((a ^ b) & (a ^ difference)) >= 0 ? difference : a < 0 ? __qv_type<T>::min() : __qv_type<T>::max();
}
__QV_FOR_INTEGERS(__QV_INTEGER2, sub_sat)
__QV_VECTOR2(sub_sat)

//: hadd
template <class T> __qv_fn T __qv_hadd(T a, T b) { return T((a >> 1) + (b >> 1) + (a & b & 1)); }
__QV_FOR_INTEGERS(__QV_INTEGER2, hadd)
__QV_VECTOR2(hadd)

//: rhadd
template <class T> __qv_fn T __qv_rhadd(T a, T b) { return T((a >> 1) + (b >> 1) + ((a | b) & 1)); }
__QV_FOR_INTEGERS(__QV_INTEGER2, rhadd)
__QV_VECTOR2(rhadd)

//: __qv_zeros_in_front __qv_ones_in
#ifdef __qv_cuda
__qv_fn int __qv_zeros_in_front(uint a) { return ::__clz(int(a)); }
__qv_fn int __qv_zeros_in_front(ulong a) { return ::__clzll((long long)a); }
__qv_fn int __qv_ones_in(uint a) { return ::__popc(a); }
__qv_fn int __qv_ones_in(ulong a) { return ::__popcll(a); }
#else
__qv_fn int __qv_zeros_in_front(uint a) { return a == 0 ? 32 : __builtin_clz(a); }
__qv_fn int __qv_zeros_in_front(ulong a) { return a == 0 ? 64 : __builtin_clzl(a); }
__qv_fn int __qv_ones_in(uint a) { return __builtin_popcount(a); }
__qv_fn int __qv_ones_in(ulong a) { return __builtin_popcountl(a); }
#endif

//: clz
template <class T> __qv_fn T __qv_clz(T a) {
    typedef typename __qv_type<T>::unsigned_one U;
    if constexpr (sizeof(T) == 8) return T(__qv_zeros_in_front(ulong(a)));
    else return T(__qv_zeros_in_front(uint(U(a))) - (32 - __qv_type<T>::bits));
}
__QV_FOR_INTEGERS(__QV_INTEGER1, clz)
__QV_VECTOR1(clz)

//: popcount
template <class T> __qv_fn T __qv_popcount(T a) {
    typedef typename __qv_type<T>::unsigned_one U;
    if constexpr (sizeof(T) == 8) return T(__qv_ones_in(ulong(a)));
    else return T(__qv_ones_in(uint(U(a))));
}
__QV_FOR_INTEGERS(__QV_INTEGER1, popcount)
__QV_VECTOR1(popcount)

//: mul_hi __qv_mul_hi __qv_high
#ifdef __qv_cuda
__qv_fn long __qv_high(long a, long b) { return ::__mul64hi(a, b); }
__qv_fn ulong __qv_high(ulong a, ulong b) { return ::__umul64hi(a, b); }
#else
__qv_fn long __qv_high(long a, long b) { return long((__int128)a * b >> 64); }
__qv_fn ulong __qv_high(ulong a, ulong b) { return ulong((unsigned __int128)a * b >> 64); }
#endif
template <class T> __qv_fn T __qv_mul_hi(T a, T b) {
    if constexpr (sizeof(T) == 8) return __qv_high(a, b);
    else if constexpr (__qv_type<T>::with_sign) return T(long(a) * long(b) >> __qv_type<T>::bits);
    else return T(ulong(a) * ulong(b) >> __qv_type<T>::bits);
}
__QV_FOR_INTEGERS(__QV_INTEGER2, mul_hi)
__QV_VECTOR2(mul_hi)

//: mad_hi
template <class T> __qv_fn T __qv_mad_hi(T a, T b, T c) {
    typedef typename __qv_type<T>::unsigned_one U;
    return T(U(U(__qv_mul_hi(a, b)) + U(c)));
}
__QV_FOR_INTEGERS(__QV_INTEGER3, mad_hi)
__QV_VECTOR3(mad_hi)

//: mad_sat
// The exact product and sum, saturated once.
template <class T> __qv_fn T __qv_mad_sat(T a, T b, T c) {
    typedef __qv_type<T> Type;
    if constexpr (sizeof(T) < 4) {
        const long sum = long(a) * long(b) + long(c);
        return sum < long(Type::min()) ? Type::min() : sum > long(Type::max()) ? Type::max() : T(sum);
    } else if constexpr (sizeof(T) == 4 && Type::with_sign) {
        const long sum = long(a) * long(b) + long(c);
        return sum < long(Type::min()) ? Type::min() : sum > long(Type::max()) ? Type::max() : T(sum);
    } else if constexpr (sizeof(T) == 4) {
        const ulong sum = ulong(a) * ulong(b) + ulong(c);  // at most 2^64 - 2^32
        return sum > ulong(Type::max()) ? Type::max() : T(sum);
    } else if constexpr (Type::with_sign) {
        ulong low = ulong(a) * ulong(b);
        long high = __qv_high(a, b) + (c < 0 ? -1 : 0);
        low += ulong(c);
        high += low < ulong(c) ? 1 : 0;
        if (high == (long(low) < 0 ? -1 : 0)) return long(low);
        return high < 0 ? Type::min() : Type::max();
    } else {
        return __qv_high(a, b) != 0 ? Type::max() : __qv_add_sat(T(a * b), c);
    }
}
__QV_FOR_INTEGERS(__QV_INTEGER3, mad_sat)
__QV_VECTOR3(mad_sat)

//: mad24 mul24
// Exact products of 24 bits; what lies beyond is the implementation's affair, and here the product modulo 2^32.
__qv_fn int mul24(int a, int b) { return int(uint(a) * uint(b)); }
__qv_fn uint mul24(uint a, uint b) { return a * b; }
__qv_fn int mad24(int a, int b, int c) { return int(uint(a) * uint(b) + uint(c)); }
__qv_fn uint mad24(uint a, uint b, uint c) { return a * b + c; }
__QV_VECTOR2(mul24)
__QV_VECTOR3(mad24)

//: rotate
template <class T> __qv_fn T __qv_rotate(T a, T b) {
    typedef typename __qv_type<T>::unsigned_one U;
    constexpr int m = __qv_type<T>::bits - 1;
    const int by = int(b) & m;
    return T(U(U(a) << by | U(a) >> (-by & m)));
}
__QV_FOR_INTEGERS(__QV_INTEGER2, rotate)
__QV_VECTOR2(rotate)

//: upsample
#define __QV_UPSAMPLE(R, T, U) __qv_fn R upsample(T high, U low) { return R(R(high) * (R(1) << 8 * sizeof(T)) | low); }
__QV_UPSAMPLE(short, char, uchar) __QV_UPSAMPLE(ushort, uchar, uchar) __QV_UPSAMPLE(int, short, ushort)
__QV_UPSAMPLE(uint, ushort, ushort) __QV_UPSAMPLE(long, int, uint) __QV_UPSAMPLE(ulong, uint, uint)
template <class T, class U, int N> __qv_fn auto upsample(vec<T, N> a, vec<U, N> b) {
    typedef vec<decltype(upsample(T(), U())), N> R;
    if constexpr (N == 2) return R(upsample(a.x, b.x), upsample(a.y, b.y));
    else if constexpr (N == 3) return R(upsample(a.x, b.x), upsample(a.y, b.y), upsample(a.z, b.z));
    else if constexpr (N == 4)
        return R(upsample(a.x, b.x), upsample(a.y, b.y), upsample(a.z, b.z), upsample(a.w, b.w));
    else return R(upsample(a.__qv_l, b.__qv_l), upsample(a.__qv_h, b.__qv_h));
}
