// shuffle() and shuffle2() (6.12.12). Constant masks leave plain copies; others choose, so that nothing goes to memory.
//: shuffle shuffle2
template <class T, int N, class I> __qv_fn T __qv_element_at(vec<T, N> a, I at) {
    if constexpr (N == 2) return at & 1 ? a.y : a.x;
    else if constexpr (N == 3) return at & 2 ? a.z : at & 1 ? a.y : a.x;
    else if constexpr (N == 4) return at & 2 ? (at & 1 ? a.w : a.z) : (at & 1 ? a.y : a.x);
    else return at & (N / 2) ? __qv_element_at(a.__qv_h, at) : __qv_element_at(a.__qv_l, at);
}
#define __QV_SHUFFLED(pick)                                                                              \
    if constexpr (N == 2) return R(pick(mask.x), pick(mask.y));                                          \
    else if constexpr (N == 3) return R(pick(mask.x), pick(mask.y), pick(mask.z));                       \
    else if constexpr (N == 4) return R(pick(mask.x), pick(mask.y), pick(mask.z), pick(mask.w));
//: shuffle
template <class T, int M, class I, int N> __qv_fn vec<T, N> shuffle(vec<T, M> a, vec<I, N> mask) {
    typedef vec<T, N> R;
#define __QV_FROM_ONE(at) __qv_element_at(a, at)
    __QV_SHUFFLED(__QV_FROM_ONE)
    else return R(shuffle(a, mask.__qv_l), shuffle(a, mask.__qv_h));
}
//: shuffle2
template <class T, int M, class I, int N> __qv_fn vec<T, N> shuffle2(vec<T, M> a, vec<T, M> b, vec<I, N> mask) {
    typedef vec<T, N> R;
    constexpr int m = M == 3 ? 4 : M;
#define __QV_FROM_TWO(at) ((at) & m ? __qv_element_at(b, at) : __qv_element_at(a, at))
    __QV_SHUFFLED(__QV_FROM_TWO)
    else return R(shuffle2(a, b, mask.__qv_l), shuffle2(a, b, mask.__qv_h));
}
