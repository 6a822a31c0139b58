// c ? a : b, which for vectors goes by the highest bit of each element of c.
//: __qv_choose __qv_lazy_choose select
template <class C> __qv_fn constexpr bool __qv_is_set(C c) { return typename __qv_type<C>::signed_one(c) < 0; }
template <class C, class T, int N> __qv_fn constexpr vec<T, N> __qv_choose_each(vec<C, N> c, vec<T, N> a, vec<T, N> b) {
    typedef vec<T, N> V;
#define __QV_ONE(at) __qv_is_set(c.at) ? a.at : b.at
    if constexpr (N == 2) return V(__QV_ONE(x), __QV_ONE(y));
    else if constexpr (N == 3) return V(__QV_ONE(x), __QV_ONE(y), __QV_ONE(z));
    else if constexpr (N == 4) return V(__QV_ONE(x), __QV_ONE(y), __QV_ONE(z), __QV_ONE(w));
    else return V(__qv_choose_each(c.__qv_l, a.__qv_l, b.__qv_l), __qv_choose_each(c.__qv_h, a.__qv_h, b.__qv_h));
#undef __QV_ONE
}
template <class C, int N, class A, class B> __qv_fn constexpr auto __qv_choose(vec<C, N> c, A a, B b) {
    if constexpr (__qv_lanes<A> == 1 && __qv_lanes<B> == 1) {
        typedef vec<decltype(true ? A() : B()), N> V;
        return __qv_choose_each(c, V(a), V(b));
    } else {
        typedef __qv_wide<A, B> V;
        return __qv_choose_each(c, V(a), V(b));
    }
}
// Where the type of c is not known before: only the wanted one of two scalars is computed.
template <class C, class A, class B> __qv_fn auto __qv_lazy_choose(const C& c, A a, B b) {
    if constexpr (__qv_lanes<C> != 1) return __qv_choose(c, a(), b());
    else return c ? a() : b();
}
