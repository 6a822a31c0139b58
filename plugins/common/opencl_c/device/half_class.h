// half of cl_khr_fp16 as a class over its 16 bits, where the compiler has no such type.

//: half half2 half3 half4 half8 half16
#ifdef __qv_cuda
// cl_khr_fp16 wants + - * correctly rounded, as these are. Older devices have no such instruction.
#if __CUDA_ARCH__ >= 530
#define __QV_HALF_OPERATION(name, instruction, op)                                               \
    __qv_fn ushort name(ushort a, ushort b) {                                                    \
        ushort made;                                                                             \
        asm(instruction " %0, %1, %2;" : "=h"(made) : "h"(a), "h"(b));                           \
        return made;                                                                             \
    }
#else
#define __QV_HALF_OPERATION(name, instruction, op) __QV_HALF_BY_FLOAT(name, op)
#endif
#else
#define __QV_HALF_OPERATION(name, instruction, op) __QV_HALF_BY_FLOAT(name, op)
#endif
// Float has more than twice the digits of half, so that rounding twice is rounding once.
#define __QV_HALF_BY_FLOAT(name, op)                                                             \
    __qv_fn ushort name(ushort a, ushort b) {                                                    \
        return __qv_float_to_half<1>(__qv_half_to_float(a) op __qv_half_to_float(b));            \
    }
__QV_HALF_OPERATION(__qv_half_add, "add.rn.f16", +)
__QV_HALF_OPERATION(__qv_half_sub, "sub.rn.f16", -)
__QV_HALF_OPERATION(__qv_half_mul, "mul.rn.f16", *)
__QV_HALF_BY_FLOAT(__qv_half_div, /)

template <class S> constexpr bool __qv_other_than_half = __qv_type<S>::scalar;
struct half;
template <> struct __qv_type<half> : __qv_floating_type<short, ushort> {};
struct half {
    ushort __qv_bits;

    half() = default;
    template <class S, class = __qv_if<__qv_other_than_half<S>>> __qv_fn half(S value)
        : __qv_bits(__qv_half_of<0>(value)) {}
    __qv_fn operator float() const { return __qv_half_to_float(__qv_bits); }
    static __qv_fn half __qv_from(ushort bits) { half made; made.__qv_bits = bits; return made; }
    template <int = 0> __qv_fn half(const volatile half& other) : __qv_bits(other.__qv_bits) {}
    template <int = 0> __qv_fn half operator=(const half& other) volatile {
        __qv_bits = other.__qv_bits;
        return other;
    }
    template <int = 0> __qv_fn half& operator=(const volatile half& other) { return *this = half(other); }
    template <int = 0> __qv_fn half operator=(const volatile half& other) volatile { return *this = half(other); }

    // With an integer the result is half; with float and double it is theirs, as in C.
#define __QV_HALF_BINARY(op, function)                                                                       \
    friend __qv_fn half operator op(half a, half b) { return __qv_from(function(a.__qv_bits, b.__qv_bits)); }                             \
    template <class S, class = __qv_if<__qv_type<S>::integer>>                                               \
    friend __qv_fn half operator op(half a, S b) { return a op half(b); }                                    \
    template <class S, class = __qv_if<__qv_type<S>::integer>>                                               \
    friend __qv_fn half operator op(S a, half b) { return half(a) op b; }                                    \
    friend __qv_fn float operator op(half a, float b) { return float(a) op b; }                              \
    friend __qv_fn float operator op(float a, half b) { return a op float(b); }                              \
    friend __qv_fn double operator op(half a, double b) { return double(float(a)) op b; }                    \
    friend __qv_fn double operator op(double a, half b) { return a op double(float(b)); }                    \
    template <class S> friend __qv_fn half& operator op##=(half& a, S b) { return a = half(a op b); }        \
    template <class S> friend __qv_fn half operator op##=(volatile half& a, S b) { return a = half(half(a) op b); }
    __QV_HALF_BINARY(+, __qv_half_add) __QV_HALF_BINARY(-, __qv_half_sub) __QV_HALF_BINARY(*, __qv_half_mul)
    __QV_HALF_BINARY(/, __qv_half_div)
#define __QV_HALF_COMPARISON(op)                                                                             \
    friend __qv_fn bool operator op(half a, half b) { return float(a) op float(b); }                         \
    template <class S, class = __qv_if<__qv_type<S>::scalar>>                                                \
    friend __qv_fn bool operator op(half a, S b) { return float(a) op b; }                                   \
    template <class S, class = __qv_if<__qv_type<S>::scalar>>                                                \
    friend __qv_fn bool operator op(S a, half b) { return a op float(b); }
    __QV_HALF_COMPARISON(==) __QV_HALF_COMPARISON(!=) __QV_HALF_COMPARISON(<) __QV_HALF_COMPARISON(>)
    __QV_HALF_COMPARISON(<=) __QV_HALF_COMPARISON(>=)
    friend __qv_fn half operator+(half a) { return a; }
    friend __qv_fn half operator-(half a) { return __qv_from(a.__qv_bits ^ 0x8000); }
    friend __qv_fn half operator++(volatile half& a) { return a = half(a) + 1; }
    friend __qv_fn half operator++(volatile half& a, int) { const half before = a; a = before + 1; return before; }
    friend __qv_fn half& operator++(half& a) { return a = a + 1; }
    friend __qv_fn half operator--(volatile half& a) { return a = half(a) - 1; }
    friend __qv_fn half operator--(volatile half& a, int) { const half before = a; a = before - 1; return before; }
    friend __qv_fn half& operator--(half& a) { return a = a - 1; }
    friend __qv_fn half operator++(half& a, int) { const half before = a; a = a + 1; return before; }
    friend __qv_fn half operator--(half& a, int) { const half before = a; a = a - 1; return before; }
};
