// Relational functions (6.12.6): 1 for true of scalars, -1 in each element of vectors.
//: __QV_IF_HALF __QV_RELATION1 __QV_RELATION_OF_VECTOR __QV_RELATION2
#ifdef __QV_WITH_HALF
#define __QV_IF_HALF(...) __VA_ARGS__
#else
#define __QV_IF_HALF(...)
#endif
#define __QV_RELATION1(name, e)                                                                          \
    __qv_fn int name(float a) { return e; }                                                              \
    __qv_fn int name(double a) { return e; }                                                             \
    __QV_IF_HALF(__qv_fn int name(__qv_half from) { const float a = from; return e; })                        \
    __QV_RELATION_OF_VECTOR(name)
#define __QV_RELATION_OF_VECTOR(name)                                                                    \
    template <class T, int N> __qv_fn auto name(vec<T, N> a) {                                           \
        typedef vec<typename __qv_type<T>::signed_one, N> R;                                             \
        if constexpr (N == 2) return R(-name(a.x), -name(a.y));                                          \
        else if constexpr (N == 3) return R(-name(a.x), -name(a.y), -name(a.z));                         \
        else if constexpr (N == 4) return R(-name(a.x), -name(a.y), -name(a.z), -name(a.w));             \
        else return R(name(a.__qv_l), name(a.__qv_h));                                                   \
    }
#define __QV_RELATION2(name, e)                                                                          \
    __qv_fn int name(float a, float b) { return e; }                                                     \
    __qv_fn int name(double a, double b) { return e; }                                                   \
    __QV_IF_HALF(__qv_fn int name(__qv_half x, __qv_half y) { const float a = x, b = y; return e; })               \
    template <class A, class B, class V = __qv_wide<A, B>> __qv_fn auto name(A first, B second) {        \
        constexpr int N = __qv_lanes<V>;                                                                 \
        const V a = first, b = second;                                                                   \
        typedef vec<typename __qv_type<__qv_element<V>>::signed_one, N> R;                               \
        if constexpr (N == 2) return R(-name(a.x, b.x), -name(a.y, b.y));                                \
        else if constexpr (N == 3) return R(-name(a.x, b.x), -name(a.y, b.y), -name(a.z, b.z));          \
        else if constexpr (N == 4)                                                                       \
            return R(-name(a.x, b.x), -name(a.y, b.y), -name(a.z, b.z), -name(a.w, b.w));                \
        else return R(name(a.__qv_l, b.__qv_l), name(a.__qv_h, b.__qv_h));                               \
    }
//: isequal
__QV_RELATION2(isequal, a == b)
//: isnotequal
__QV_RELATION2(isnotequal, a != b)
//: isgreater
__QV_RELATION2(isgreater, a > b)
//: isgreaterequal
__QV_RELATION2(isgreaterequal, a >= b)
//: isless
__QV_RELATION2(isless, a < b)
//: islessequal
__QV_RELATION2(islessequal, a <= b)
//: islessgreater
__QV_RELATION2(islessgreater, a < b || a > b)
//: isordered
__QV_RELATION2(isordered, a == a && b == b)
//: isunordered
__QV_RELATION2(isunordered, a != a || b != b)
//: __qv_size_bits
// The bits without the sign, so that the classes are told apart however fast the arithmetic is.
__qv_fn uint __qv_size_bits(float a) { return __qv_as<uint>(a) & 0x7fffffff; }
__qv_fn ulong __qv_size_bits(double a) { return __qv_as<ulong>(a) & 0x7ffffffffffffffful; }
__qv_fn uint __qv_infinite_bits(float) { return 0x7f800000; }
__qv_fn ulong __qv_infinite_bits(double) { return 0x7ff0000000000000ul; }
//: isfinite
__QV_RELATION1(isfinite, __qv_size_bits(a) < __qv_infinite_bits(a))
//: isinf
__QV_RELATION1(isinf, __qv_size_bits(a) == __qv_infinite_bits(a))
//: isnan
__QV_RELATION1(isnan, __qv_size_bits(a) > __qv_infinite_bits(a))
//: isnormal
__qv_fn int isnormal(float a) { return __qv_size_bits(a) - 0x00800000u < 0x7f800000u - 0x00800000u; }
__qv_fn int isnormal(double a) {
    return __qv_size_bits(a) - 0x0010000000000000ul < 0x7ff0000000000000ul - 0x0010000000000000ul;
}
__QV_IF_HALF(__qv_fn int isnormal(__qv_half a) { return (__qv_as<ushort>(a) & 0x7fffu) - 0x0400u < 0x7c00u - 0x0400u; })
__QV_RELATION_OF_VECTOR(isnormal)
//: signbit
__QV_RELATION1(signbit, __qv_as<decltype(__qv_size_bits(a))>(a) != __qv_size_bits(a))

// By the highest bit of each element.
//: any
template <class T, class = __qv_if<__qv_type<T>::integer>> __qv_fn int any(T a) {
    return typename __qv_type<T>::signed_one(a) < 0;
}
template <class T, int N> __qv_fn int any(vec<T, N> a) {
    if constexpr (N == 2) return any(T(a.x | a.y));
    else if constexpr (N == 3) return any(T(a.x | a.y | a.z));
    else if constexpr (N == 4) return any(T(a.x | a.y | a.z | a.w));
    else return any(a.__qv_l | a.__qv_h);
}
//: all
template <class T, class = __qv_if<__qv_type<T>::integer>> __qv_fn int all(T a) {
    return typename __qv_type<T>::signed_one(a) < 0;
}
template <class T, int N> __qv_fn int all(vec<T, N> a) {
    if constexpr (N == 2) return all(T(a.x & a.y));
    else if constexpr (N == 3) return all(T(a.x & a.y & a.z));
    else if constexpr (N == 4) return all(T(a.x & a.y & a.z & a.w));
    else return all(a.__qv_l & a.__qv_h);
}

//: bitselect
template <class T> __qv_fn T __qv_bitselect(T a, T b, T c) {
    typedef typename __qv_type<T>::unsigned_one U;
    const U mask = __qv_as<U>(c);
    return __qv_as<T>(U((__qv_as<U>(a) & ~mask) | (__qv_as<U>(b) & mask)));
}
__QV_FOR_INTEGERS(__QV_INTEGER3, bitselect)
__QV_FOR_FLOATS(__QV_INTEGER3, bitselect)
__QV_VECTOR3(bitselect)

//: select
// c ? b : a.
template <class A, class B, class C, class = __qv_if<__qv_type<A>::scalar && __qv_type<B>::scalar>>
__qv_fn auto select(A a, B b, C c) {
    return c ? b : a;
}
template <class A, class B, class C, int N> __qv_fn auto select(A a, B b, vec<C, N> c) {
    return __qv_choose(c, b, a);
}
