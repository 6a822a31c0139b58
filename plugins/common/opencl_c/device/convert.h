// convert_type(): scalars and vectors, with rounding and saturation.
//: __qv_convert __qv_convert_one
template <class To, class From> __qv_fn constexpr To __qv_saturated(From x) {
    typedef __qv_type<To> Type;
    if constexpr (__qv_type<From>::with_sign) {
        if (x < 0) {
            if constexpr (Type::with_sign) return long(x) < long(Type::min()) ? Type::min() : To(x);
            else return To(0);
        }
    }
    return ulong(x) > ulong(Type::max()) ? Type::max() : To(x);
}

template <class To, int SAT, int MODE, class F> __qv_fn To __qv_integer_of(F x) {
    if constexpr (sizeof(To) >= 4) {
        const To whole = __qv_rounded_to_integer<To, SAT, MODE>(x);
        if constexpr (SAT != 0 && !__qv_zero_of_nan<To, F>) return x != x ? To(0) : whole;
        else return whole;
    } else {
        const int whole = __qv_rounded_to_integer<int, SAT, MODE>(x);
        if constexpr (SAT != 0 && !__qv_zero_of_nan<int, F>) return x != x ? To(0) : __qv_saturated<To>(whole);
        else if constexpr (SAT != 0) return __qv_saturated<To>(whole);
        else return To(whole);
    }
}

// The number as one of int, uint, long, ulong, float and double, for which there are conversions.
template <class From> __qv_fn auto __qv_plain(From x) {
    if constexpr (__qv_type<From>::integer) {
        if constexpr (sizeof(From) < 4) return int(x);
        else if constexpr (__qv_type<From>::with_sign && sizeof(From) == 8) return long(x);
        else if constexpr (sizeof(From) == 8) return ulong(x);
        else return x;
    } else if constexpr (sizeof(From) == 2) {
        return float(x);
    } else {
        return x;
    }
}

template <class To, int MODE, class From> __qv_fn To __qv_to_half(From x);
template <class To, int SAT, int MODE, class From> __qv_fn To __qv_convert_one(From x) {
    if constexpr (__qv_same<To, From>) return x;
    else if constexpr (__qv_type<To>::integer && __qv_type<From>::integer) {
        if constexpr (SAT != 0) return __qv_saturated<To>(x);
        else return To(x);
    } else if constexpr (__qv_type<To>::integer) {
        return __qv_integer_of<To, SAT, MODE>(__qv_plain(x));
    } else if constexpr (__qv_type<To>::bits == 16) {
        return __qv_to_half<To, MODE>(__qv_plain(x));
    } else if constexpr (__qv_type<From>::floating) {
        if constexpr (sizeof(From) > sizeof(To)) return __qv_to_float<MODE>(x);
        else return To(x);
    } else if constexpr (sizeof(To) == 4) {
        return __qv_to_float<MODE>(__qv_plain(x));
    } else {
        return __qv_to_double<MODE>(__qv_plain(x));
    }
}

template <class W, int SAT, int MODE, class From> __qv_fn W __qv_convert(From x) {
    if constexpr (__qv_lanes<From> != __qv_lanes<W>) {
        static_assert(__qv_lanes<From> == __qv_lanes<W>, "convert_type() needs as many elements as it makes");
        return W();
    } else {
        typedef __qv_element<W> T;
        constexpr int N = __qv_lanes<W>;
#define __QV_ONE(at) __qv_convert_one<T, SAT, MODE>(x.at)
        if constexpr (N == 1) return __qv_convert_one<W, SAT, MODE>(x);
        else if constexpr (N == 2) return W(__QV_ONE(x), __QV_ONE(y));
        else if constexpr (N == 3) return W(__QV_ONE(x), __QV_ONE(y), __QV_ONE(z));
        else if constexpr (N == 4) return W(__QV_ONE(x), __QV_ONE(y), __QV_ONE(z), __QV_ONE(w));
        else {
            typedef vec<T, N / 2> H;
            return W(__qv_convert<H, SAT, MODE>(x.__qv_l), __qv_convert<H, SAT, MODE>(x.__qv_h));
        }
#undef __QV_ONE
    }
}
