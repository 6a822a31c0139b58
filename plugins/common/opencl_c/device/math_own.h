// Math functions (6.12.2) with a second result by a pointer, and two that no vendor has.

// A second result for each element, by a pointer.
//: __QV_VECTOR_AND_POINTER __QV_HALF_AND_POINTER __QV_HALF_AND_INT_POINTER __QV_WITH_POINTER
#define __QV_VECTOR_AND_POINTER(name)                                                                         \
    template <class T, class R, int N> __qv_fn vec<T, N> name(vec<T, N> a, vec<R, N>* to) {                   \
        typedef vec<T, N> V;                                                                                  \
        if constexpr (N == 2) return V(name(a.x, &to->x), name(a.y, &to->y));                                 \
        else if constexpr (N == 3) return V(name(a.x, &to->x), name(a.y, &to->y), name(a.z, &to->z));         \
        else if constexpr (N == 4)                                                                            \
            return V(name(a.x, &to->x), name(a.y, &to->y), name(a.z, &to->z), name(a.w, &to->w));             \
        else return V(name(a.__qv_l, &to->__qv_l), name(a.__qv_h, &to->__qv_h));                              \
    }
#ifdef __QV_WITH_HALF
#define __QV_HALF_AND_POINTER(name)                            \
    __qv_fn __qv_half name(__qv_half a, __qv_half* to) {                      \
        float second;                                          \
        const __qv_half first = __qv_half(name(float(a), &second));      \
        *to = __qv_half(second);                                    \
        return first;                                          \
    }
#define __QV_HALF_AND_INT_POINTER(name) \
    __qv_fn __qv_half name(__qv_half a, int* to) { return __qv_half(name(float(a), to)); }
#else
#define __QV_HALF_AND_POINTER(name)
#define __QV_HALF_AND_INT_POINTER(name)
#endif
#define __QV_WITH_POINTER(name)                                                            \
    __qv_fn float name(float a, float* to) { return __qv_##name<float>(a, to); }           \
    __qv_fn double name(double a, double* to) { return __qv_##name<double>(a, to); }       \
    __QV_HALF_AND_POINTER(name)                                                            \
    __QV_VECTOR_AND_POINTER(name)

//: fract
template <class T> __qv_fn T __qv_fract(T a, T* whole) {
    *whole = floor(a);
    constexpr T below_one = sizeof(T) == 4 ? T(0x1.fffffep-1f) : T(0x1.fffffffffffffp-1);
    const T rest = a - *whole;
    if (a == T(0) || *whole - *whole != T(0)) return a != a ? a : copysign(T(0), a);  // zeros, infinities, NaN
    return rest < below_one ? rest : below_one;
}
__qv_fn float fract(float a, float* to) { return __qv_fract<float>(a, to); }
__qv_fn double fract(double a, double* to) { return __qv_fract<double>(a, to); }
#ifdef __QV_WITH_HALF
__qv_fn __qv_half fract(__qv_half a, __qv_half* to) {
    float whole;
    const float rest = fract(float(a), &whole);
    *to = __qv_half(whole);
    return rest < 0x1.ffcp-1f ? __qv_half(rest) : rest != rest ? __qv_half(rest) : __qv_half(0x1.ffcp-1f);
}
#endif
__QV_VECTOR_AND_POINTER(fract)

//: modf
template <class T> __qv_fn T __qv_modf(T a, T* whole) {
    *whole = trunc(a);
    return copysign(a == *whole ? T(0) : a - *whole, a);
}
__QV_WITH_POINTER(modf)

//: sincos
template <class T> __qv_fn T __qv_sincos(T a, T* cosine) {
#ifdef __qv_cuda
    T sine;
    if constexpr (sizeof(T) == 4) ::sincosf(a, &sine, cosine);
    else ::sincos(a, &sine, cosine);
    return sine;
#else
    *cosine = cos(a);
    return sin(a);
#endif
}
__QV_WITH_POINTER(sincos)

//: frexp
template <class T> __qv_fn T __qv_frexp(T a, int* exponent) {
    typedef typename __qv_type<T>::unsigned_one U;
    constexpr int digits = sizeof(T) == 4 ? 23 : 52;
    constexpr int most = sizeof(T) == 4 ? 255 : 2047;
    U bits = __qv_as<U>(a);
    int power = int(bits >> digits) & most;
    *exponent = 0;
    if (a == T(0) || power == most) return a;
    int shift = 0;
    if (power == 0) {  // subnormal
        bits = __qv_as<U>(a * T(sizeof(T) == 4 ? 0x1p25f : 0x1p54));
        power = int(bits >> digits) & most;
        shift = sizeof(T) == 4 ? 25 : 54;
    }
    *exponent = power - shift - (most / 2 - 1);
    return __qv_as<T>(U((bits & ~(U(most) << digits)) | U(most / 2 - 1) << digits));
}
__qv_fn float frexp(float a, int* to) { return __qv_frexp<float>(a, to); }
__qv_fn double frexp(double a, int* to) { return __qv_frexp<double>(a, to); }
__QV_HALF_AND_INT_POINTER(frexp)
__QV_VECTOR_AND_POINTER(frexp)

//: lgamma_r
// The sign of gamma: below zero it changes at each integer.
template <class T> __qv_fn T __qv_lgamma_r(T a, int* sign) {
    const T half_floor = floor(a) * T(0.5f);
    *sign = a < T(0) && floor(half_floor) != half_floor ? -1 : 1;
    return lgamma(a);
}
__qv_fn float lgamma_r(float a, int* to) { return __qv_lgamma_r<float>(a, to); }
__qv_fn double lgamma_r(double a, int* to) { return __qv_lgamma_r<double>(a, to); }
__QV_HALF_AND_INT_POINTER(lgamma_r)
__QV_VECTOR_AND_POINTER(lgamma_r)

//: remquo
// Seven bits of the quotient, which not all vendors promise: a is first brought below 128 b, which is exact.
template <class T> __qv_fn T __qv_remquo(T a, T b, int* quotient) {
    const T rest = remainder(a, b);
    const T most = b * T(128);
    const T near = most - most == T(0) ? fmod(a, most) : a;
    const T count = rint((near - rest) / b);
    const int bits = (count < T(0) ? -int(-count) % 128 : int(count) % 128);
    *quotient = rest == rest ? bits : 0;
    return rest;
}
__qv_fn float remquo(float a, float b, int* to) { return __qv_remquo<float>(a, b, to); }
__qv_fn double remquo(double a, double b, int* to) { return __qv_remquo<double>(a, b, to); }
#ifdef __QV_WITH_HALF
__qv_fn __qv_half remquo(__qv_half a, __qv_half b, int* to) { return __qv_half(remquo(float(a), float(b), to)); }
#endif
template <class T, int N> __qv_fn vec<T, N> remquo(vec<T, N> a, __qv_given<vec<T, N>> b, vec<int, N>* to) {
    typedef vec<T, N> V;
    if constexpr (N == 2) return V(remquo(a.x, b.x, &to->x), remquo(a.y, b.y, &to->y));
    else if constexpr (N == 3)
        return V(remquo(a.x, b.x, &to->x), remquo(a.y, b.y, &to->y), remquo(a.z, b.z, &to->z));
    else if constexpr (N == 4)
        return V(remquo(a.x, b.x, &to->x), remquo(a.y, b.y, &to->y), remquo(a.z, b.z, &to->z),
                 remquo(a.w, b.w, &to->w));
    else return V(remquo(a.__qv_l, b.__qv_l, &to->__qv_l), remquo(a.__qv_h, b.__qv_h, &to->__qv_h));
}

//: maxmag minmag
template <class T> __qv_fn T __qv_maxmag(T a, T b) {
    return fabs(a) > fabs(b) ? a : fabs(b) > fabs(a) ? b : fmax(a, b);
}
template <class T> __qv_fn T __qv_minmag(T a, T b) {
    return fabs(a) < fabs(b) ? a : fabs(b) < fabs(a) ? b : fmin(a, b);
}
__QV_OWN2(maxmag)
__QV_OWN2(minmag)
