// Scalar conversions that round, where the vendor has no functions for them.
// MODE is 0 by default, 1 to nearest even, 2 to zero, 3 up, 4 down.

//: __qv_rounded_to_integer __qv_to_float __qv_to_double
__QV_DECLARE1(rint) __QV_DECLARE1(trunc) __QV_DECLARE1(ceil) __QV_DECLARE1(floor)
template <int MODE> __qv_fn float __qv_whole(float x) {
    if constexpr (MODE == 1) return __QV_F(rint)(x);
    else if constexpr (MODE == 3) return __QV_F(ceil)(x);
    else if constexpr (MODE == 4) return __QV_F(floor)(x);
    else return __QV_F(trunc)(x);
}
template <int MODE> __qv_fn double __qv_whole(double x) {
    if constexpr (MODE == 1) return __QV_D(rint)(x);
    else if constexpr (MODE == 3) return __QV_D(ceil)(x);
    else if constexpr (MODE == 4) return __QV_D(floor)(x);
    else return __QV_D(trunc)(x);
}
template <class To, class F> constexpr bool __qv_zero_of_nan = true;  // seen to below
template <class To, int SAT, int MODE, class F> __qv_fn To __qv_rounded_to_integer(F x) {
    typedef __qv_type<To> Type;
    const F whole = __qv_whole<MODE>(x);
    if constexpr (SAT != 0) {
        // A power of two is exact in F, which the largest value may not be.
        constexpr F beyond = F(Type::max() / 2 + 1) * F(2);
        return whole >= beyond ? Type::max() : whole <= F(Type::min()) ? Type::min() : whole != whole ? To(0) : To(whole);
    } else {
        return To(whole);
    }
}

// The next number above or below a finite one or below infinity.
template <class F> __qv_fn F __qv_neighbour(F x, bool up) {
    typedef typename __qv_type<F>::unsigned_one Bits;
    const Bits bits = __qv_as<Bits>(x);
    const bool grows = (bits >> (__qv_type<F>::bits - 1) == 0) == up;
    return __qv_as<F>(Bits(grows ? bits + 1 : bits - 1));
}
// Corrects the nearest number for the mode; `error` is the sign of its difference to the true value.
template <int MODE, class F> __qv_fn F __qv_corrected(F nearest, int error) {
    const bool negative = __qv_as<typename __qv_type<F>::signed_one>(nearest) < 0;
    if (error > 0 && (MODE == 4 || (MODE == 2 && !negative))) return __qv_neighbour(nearest, false);
    if (error < 0 && (MODE == 3 || (MODE == 2 && negative))) return __qv_neighbour(nearest, true);
    return nearest;
}
template <int MODE, class F, class From> __qv_fn F __qv_rounded_from_integer(From x) {
    const F nearest = F(x);
    if constexpr (MODE < 2) return nearest;
    constexpr F beyond = F(__qv_type<From>::max() / 2 + 1) * F(2);
    const From back = nearest >= beyond ? __qv_type<From>::max() : From(nearest);
    return __qv_corrected<MODE>(nearest, nearest >= beyond || back > x ? 1 : back < x ? -1 : 0);
}
template <int MODE, class From> __qv_fn float __qv_to_float(From x) { return __qv_rounded_from_integer<MODE, float>(x); }
template <int MODE, class From> __qv_fn double __qv_to_double(From x) {
    return __qv_rounded_from_integer<MODE, double>(x);
}
template <int MODE> __qv_fn float __qv_to_float(double x) {
    const float nearest = float(x);
    if constexpr (MODE < 2) return nearest;
    return __qv_corrected<MODE>(nearest, double(nearest) > x ? 1 : double(nearest) < x ? -1 : 0);
}
