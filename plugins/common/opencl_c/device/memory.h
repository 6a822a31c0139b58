// vloadN, vstoreN and their half forms; structs in volatile memory.
//: __qv_vload
template <int N, class T> __qv_fn vec<T, N> __qv_vload(size_t offset, const volatile T* p) {
    p += offset * N;
    if constexpr (N == 2) return vec<T, 2>(p[0], p[1]);
    else if constexpr (N == 3) return vec<T, 3>(p[0], p[1], p[2]);
    else if constexpr (N == 4) return vec<T, 4>(p[0], p[1], p[2], p[3]);
    else return vec<T, N>(__qv_vload<N / 2>(0, p), __qv_vload<N / 2>(1, p));
}
template <int N, class T> __qv_fn vec<T, N> __qv_vload(size_t offset, const T* p) {
    p += offset * N;
    if constexpr (N == 2) return vec<T, 2>(p[0], p[1]);
    else if constexpr (N == 3) return vec<T, 3>(p[0], p[1], p[2]);
    else if constexpr (N == 4) return vec<T, 4>(p[0], p[1], p[2], p[3]);
    else return vec<T, N>(__qv_vload<N / 2>(0, p), __qv_vload<N / 2>(1, p));
}

//: __qv_vstore
template <int N, class T, class P> __qv_fn void __qv_vstore(vec<T, N> v, size_t offset, P* p) {
    p += offset * N;
    if constexpr (N <= 4) {
        p[0] = v.x, p[1] = v.y;
        if constexpr (N > 2) p[2] = v.z;
        if constexpr (N > 3) p[3] = v.w;
    } else {
        __qv_vstore<N / 2>(v.__qv_l, 0, p), __qv_vstore<N / 2>(v.__qv_h, 1, p);
    }
}

//: __qv_vload_half __qv_vloada_half
// `half` here is memory of 16 bits, with or without cl_khr_fp16.
template <int N> __qv_fn auto __qv_load_half(const half* p) {
    if constexpr (N == 1) return float(p[0]);
    else if constexpr (N == 2) return float2(float(p[0]), float(p[1]));
    else if constexpr (N == 3) return float3(float(p[0]), float(p[1]), float(p[2]));
    else if constexpr (N == 4) return float4(float(p[0]), float(p[1]), float(p[2]), float(p[3]));
    else return vec<float, N>(__qv_load_half<N / 2>(p), __qv_load_half<N / 2>(p + N / 2));
}
template <int N> __qv_fn auto __qv_vload_half(size_t offset, const volatile half* p) {
    return __qv_load_half<N>((const half*)p + offset * N);
}
// Aligned to the whole vector, of which the one of 3 takes the place of 4.
template <int N> __qv_fn auto __qv_vloada_half(size_t offset, const volatile half* p) {
    if constexpr (N == 1) return float(((const half*)p)[offset]);
    else return __qv_convert<vec<float, N>, 0, 0>(((const vec<half, N>*)p)[offset]);
}

//: __qv_vstore_half __qv_vstorea_half
template <int N, int MODE, class V, class P> __qv_fn void __qv_vstore_half(V v, size_t offset, P* p) {
    half* const at = (half*)p + offset * N;
    if constexpr (N == 1) {
        at[0] = __qv_convert_one<half, 0, MODE>(v);
    } else if constexpr (N <= 4) {
        at[0] = __qv_convert_one<half, 0, MODE>(v.x), at[1] = __qv_convert_one<half, 0, MODE>(v.y);
        if constexpr (N > 2) at[2] = __qv_convert_one<half, 0, MODE>(v.z);
        if constexpr (N > 3) at[3] = __qv_convert_one<half, 0, MODE>(v.w);
    } else {
        __qv_vstore_half<N / 2, MODE>(v.__qv_l, 0, at), __qv_vstore_half<N / 2, MODE>(v.__qv_h, 1, at);
    }
}
template <int N, int MODE, class V, class P> __qv_fn void __qv_vstorea_half(V v, size_t offset, P* p) {
    if constexpr (N == 1) ((half*)p)[offset] = __qv_convert_one<half, 0, MODE>(v);
    else ((vec<half, N>*)p)[offset] = __qv_convert<vec<half, N>, 0, MODE>(v);
}

//: __qv_read __qv_write
// A struct out of volatile memory and into it, word by word, since C++ copies no class there.
template <int ALIGNMENT> struct __qv_word { typedef ulong type; };
template <> struct __qv_word<1> { typedef uchar type; };
template <> struct __qv_word<2> { typedef ushort type; };
template <> struct __qv_word<4> { typedef uint type; };
template <class T> struct __qv_words {
    typedef typename __qv_word<alignof(T)>::type W;
    enum : int { count = sizeof(T) / sizeof(W) };
    W at[count];
};
template <class T> __qv_fn T __qv_read(const volatile T& from) {
    typedef __qv_words<T> Words;
    const volatile auto* const words = (const volatile typename Words::W*)&from;
    Words copy;
    _Pragma("unroll")
    for (int i = 0; i < Words::count; ++i) copy.at[i] = words[i];
    return __builtin_bit_cast(T, copy);
}
template <class T> __qv_fn T __qv_write(volatile T& to, const __qv_given<T>& from) {
    typedef __qv_words<T> Words;
    volatile auto* const words = (volatile typename Words::W*)&to;
    const Words copy = __builtin_bit_cast(Words, from);
    _Pragma("unroll")
    for (int i = 0; i < Words::count; ++i) words[i] = copy.at[i];
    return from;
}
