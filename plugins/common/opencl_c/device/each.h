// How a function of scalars becomes one of vectors.

// The first vector among some types: what several operands, of which some may be scalars, are converted to.
template <class... A> struct __qv_first_vector {};
template <class T, int N, class... R> struct __qv_first_vector<vec<T, N>, R...> { typedef vec<T, N> type; };
template <class A, class... R> struct __qv_first_vector<A, R...> : __qv_first_vector<R...> {};
template <class... A> using __qv_wide = typename __qv_first_vector<A...>::type;

//: __QV_VECTOR1 __QV_VECTOR2 __QV_VECTOR3
// Functions of vectors from the scalar function of the same name. Of several operands all but one may be scalars.
#define __QV_VECTOR1(name)                                                                                   \
    template <class T, int N> __qv_fn auto name(vec<T, N> a) {                                               \
        typedef vec<decltype(name(a.template __qv_get<0>())), N> R;                                          \
        if constexpr (N == 2) return R(name(a.x), name(a.y));                                                \
        else if constexpr (N == 3) return R(name(a.x), name(a.y), name(a.z));                                \
        else if constexpr (N == 4) return R(name(a.x), name(a.y), name(a.z), name(a.w));                     \
        else return R(name(a.__qv_l), name(a.__qv_h));                                                       \
    }
#define __QV_VECTOR2(name)                                                                                   \
    template <class A, class B, class V = __qv_wide<A, B>> __qv_fn auto name(A first, B second) {            \
        constexpr int N = __qv_lanes<V>;                                                                     \
        const V a = first, b = second;                                                                       \
        typedef vec<decltype(name(a.template __qv_get<0>(), b.template __qv_get<0>())), N> R;                \
        if constexpr (N == 2) return R(name(a.x, b.x), name(a.y, b.y));                                      \
        else if constexpr (N == 3) return R(name(a.x, b.x), name(a.y, b.y), name(a.z, b.z));                 \
        else if constexpr (N == 4)                                                                           \
            return R(name(a.x, b.x), name(a.y, b.y), name(a.z, b.z), name(a.w, b.w));                        \
        else return R(name(a.__qv_l, b.__qv_l), name(a.__qv_h, b.__qv_h));                                   \
    }
#define __QV_VECTOR3(name)                                                                                   \
    template <class A, class B, class C, class V = __qv_wide<A, B, C>>                                     \
    __qv_fn auto name(A first, B second, C third) {                                                          \
        constexpr int N = __qv_lanes<V>;                                                                     \
        const V a = first, b = second, c = third;                                                            \
        typedef vec<decltype(name(a.template __qv_get<0>(), b.template __qv_get<0>(),                        \
                                  c.template __qv_get<0>())), N> R;                                          \
        if constexpr (N == 2) return R(name(a.x, b.x, c.x), name(a.y, b.y, c.y));                            \
        else if constexpr (N == 3)                                                                           \
            return R(name(a.x, b.x, c.x), name(a.y, b.y, c.y), name(a.z, b.z, c.z));                         \
        else if constexpr (N == 4)                                                                           \
            return R(name(a.x, b.x, c.x), name(a.y, b.y, c.y), name(a.z, b.z, c.z), name(a.w, b.w, c.w));    \
        else return R(name(a.__qv_l, b.__qv_l, c.__qv_l), name(a.__qv_h, b.__qv_h, c.__qv_h));               \
    }
