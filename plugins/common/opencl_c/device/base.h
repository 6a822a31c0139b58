// The scalar types of OpenCL C, and what the templates need to know of them. In front of everything else.
static_assert(char(-1) < 0, "char has a sign in OpenCL C; on this host, or by an option, it has none");
typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;
typedef unsigned long size_t;
typedef long ptrdiff_t;
typedef long intptr_t;
typedef unsigned long uintptr_t;

template <bool Holds, class T> struct __qv_when {};
template <class T> struct __qv_when<true, T> { typedef T type; };
template <bool Holds, class T = void> using __qv_if = typename __qv_when<Holds, T>::type;

template <class A, class B> constexpr bool __qv_same = false;
template <class A> constexpr bool __qv_same<A, A> = true;

// Keeps a parameter out of deduction, so that its argument is converted.
template <class T> struct __qv_itself { typedef T type; };
template <class T> using __qv_given = typename __qv_itself<T>::type;

template <class T> struct __qv_type {
    enum : bool { scalar = false, floating = false, integer = false, with_sign = false };
};
// Enumerators and functions, since constants of classes become variables of the program.
template <class T, class S, class U, bool SIGNED> struct __qv_integer_type {
    typedef S signed_one;
    typedef U unsigned_one;
    enum : bool { scalar = true, floating = false, integer = true, with_sign = SIGNED };
    enum : int { bits = 8 * sizeof(T) };
    static __qv_fn constexpr T max() { return T(SIGNED ? U(~U(0)) >> 1 : U(~U(0))); }
    static __qv_fn constexpr T min() { return T(SIGNED ? -max() - 1 : 0); }
};
template <class S, class U> struct __qv_floating_type {
    typedef S signed_one;
    typedef U unsigned_one;
    enum : bool { scalar = true, floating = true, integer = false, with_sign = true };
    enum : int { bits = 8 * sizeof(U) };
};
template <> struct __qv_type<bool> : __qv_integer_type<bool, char, uchar, false> {};
template <> struct __qv_type<char> : __qv_integer_type<char, char, uchar, true> {};
template <> struct __qv_type<signed char> : __qv_integer_type<signed char, char, uchar, true> {};
template <> struct __qv_type<uchar> : __qv_integer_type<uchar, char, uchar, false> {};
template <> struct __qv_type<short> : __qv_integer_type<short, short, ushort, true> {};
template <> struct __qv_type<ushort> : __qv_integer_type<ushort, short, ushort, false> {};
template <> struct __qv_type<int> : __qv_integer_type<int, int, uint, true> {};
template <> struct __qv_type<uint> : __qv_integer_type<uint, int, uint, false> {};
template <> struct __qv_type<long> : __qv_integer_type<long, long, ulong, true> {};
template <> struct __qv_type<ulong> : __qv_integer_type<ulong, long, ulong, false> {};
template <> struct __qv_type<long long> : __qv_integer_type<long long, long, ulong, true> {};
template <> struct __qv_type<unsigned long long> : __qv_integer_type<unsigned long long, long, ulong, false> {};
template <> struct __qv_type<float> : __qv_floating_type<int, uint> {};
template <> struct __qv_type<double> : __qv_floating_type<long, ulong> {};

template <class T, int N> struct vec;
template <class T> constexpr int __qv_lanes = 1;
template <class T, int N> constexpr int __qv_lanes<vec<T, N>> = N;
template <class T> constexpr int __qv_lanes<volatile T> = __qv_lanes<T>;
template <class T> struct __qv_element_of { typedef T type; };
template <class T, int N> struct __qv_element_of<vec<T, N>> { typedef T type; };
template <class T> struct __qv_element_of<volatile T> : __qv_element_of<T> {};
template <class T> using __qv_element = typename __qv_element_of<T>::type;

// The same bits as another type: as_type(x).
template <class To, class From> __qv_fn constexpr To __qv_as(From from) {
    static_assert(sizeof(To) == sizeof(From), "as_type() needs types of the same size");
    return __builtin_bit_cast(To, from);
}

// A pointer to void, which C converts by itself.
struct __qv_any_pointer {
    const volatile void* at;
    template <class T> __qv_fn operator T*() const { return (T*)at; }
};
__qv_fn __qv_any_pointer __qv_any(const volatile void* at) { return {at}; }

// What INFINITY, NAN and HUGE_VAL mean.
template <class F, class Bits, Bits bits> constexpr F __qv_constant = __builtin_bit_cast(F, bits);
#define __qv_infinity __qv_constant<float, uint, 0x7f800000u>
#define __qv_nan __qv_constant<float, uint, 0x7fc00000u>
#define __qv_double_infinity __qv_constant<double, ulong, 0x7ff0000000000000ul>
