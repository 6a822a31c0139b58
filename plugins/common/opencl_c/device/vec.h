// Vectors: vec<T, N> of 2, 3, 4, 8 and 16 elements, their operators, swizzles and literals.
// 2, 3 and 4 keep their elements, 8 and 16 two halves, so that each operation is written once for all widths.

// `a op b` for each element; for each comparison, -1 where it holds.
#define __QV_ZIP(R, op)                                                                                     \
    if constexpr (N == 2) return R(a.x op b.x, a.y op b.y);                                                 \
    else if constexpr (N == 3) return R(a.x op b.x, a.y op b.y, a.z op b.z);                                \
    else if constexpr (N == 4) return R(a.x op b.x, a.y op b.y, a.z op b.z, a.w op b.w);                    \
    else return R(a.__qv_l op b.__qv_l, a.__qv_h op b.__qv_h)
#define __QV_TEST(R, op)                                                                                    \
    if constexpr (N == 2) return R(-(a.x op b.x), -(a.y op b.y));                                           \
    else if constexpr (N == 3) return R(-(a.x op b.x), -(a.y op b.y), -(a.z op b.z));                       \
    else if constexpr (N == 4) return R(-(a.x op b.x), -(a.y op b.y), -(a.z op b.z), -(a.w op b.w));        \
    else return R(a.__qv_l op b.__qv_l, a.__qv_h op b.__qv_h)
#define __QV_BINARY(op)                                                                                     \
    friend __qv_fn constexpr V operator op(V a, V b) { __QV_ZIP(V, op); }                                   \
    friend __qv_fn constexpr V& operator op##=(V& a, V b) { return a = a op b; }                            \
    friend __qv_fn V operator op##=(volatile V& a, V b) { return a = V(a) op b; }
#define __QV_COMPARISON(op)                                                                                 \
    friend __qv_fn constexpr I operator op(V a, V b) { __QV_TEST(I, op); }
#define __QV_UNARY(op)                                                                                      \
    friend __qv_fn constexpr V operator op(V a) {                                                           \
        if constexpr (N == 2) return V(op a.x, op a.y);                                                     \
        else if constexpr (N == 3) return V(op a.x, op a.y, op a.z);                                        \
        else if constexpr (N == 4) return V(op a.x, op a.y, op a.z, op a.w);                                \
        else return V(op a.__qv_l, op a.__qv_h);                                                            \
    }
#define __QV_STEP(op, by)                                                                                   \
    friend __qv_fn constexpr V& operator op(V& a) { return a = a by V(T(1)); }                              \
    friend __qv_fn constexpr V operator op(V& a, int) {                                                     \
        const V before = a;                                                                                 \
        a = a by V(T(1));                                                                                   \
        return before;                                                                                      \
    }                                                                                                       \
    friend __qv_fn V operator op(volatile V& a) { return a = V(a) by V(T(1)); }                              \
    friend __qv_fn V operator op(volatile V& a, int) {                                                      \
        const V before = a;                                                                                 \
        a = before by V(T(1));                                                                              \
        return before;                                                                                      \
    }
// OpenCL shifts by the amount modulo the width of the element.
#define __QV_SHIFT(op)                                                                                      \
    friend __qv_fn constexpr V operator op(V a, V b) {                                                      \
        constexpr int m = __qv_type<T>::bits - 1;                                                           \
        if constexpr (N == 2) return V(a.x op (b.x & m), a.y op (b.y & m));                                 \
        else if constexpr (N == 3) return V(a.x op (b.x & m), a.y op (b.y & m), a.z op (b.z & m));          \
        else if constexpr (N == 4)                                                                          \
            return V(a.x op (b.x & m), a.y op (b.y & m), a.z op (b.z & m), a.w op (b.w & m));               \
        else return V(a.__qv_l op b.__qv_l, a.__qv_h op b.__qv_h);                                          \
    }                                                                                                       \
    template <class U> friend __qv_fn constexpr V operator op(V a, vec<U, N> b) {                           \
        return a op __qv_elements_as<T>(b);                                                                 \
    }                                                                                                       \
    template <class B> friend __qv_fn constexpr V& operator op##=(V& a, B b) { return a = a op b; }         \
    template <class B> friend __qv_fn V operator op##=(volatile V& a, B b) { return a = V(a) op b; }

template <class T, class U, int N> __qv_fn constexpr vec<T, N> __qv_elements_as(vec<U, N> a) {
    typedef vec<T, N> V;
    if constexpr (N == 2) return V(a.x, a.y);
    else if constexpr (N == 3) return V(a.x, a.y, a.z);
    else if constexpr (N == 4) return V(a.x, a.y, a.z, a.w);
    else return V(__qv_elements_as<T>(a.__qv_l), __qv_elements_as<T>(a.__qv_h));
}

template <class T, int N, bool = __qv_type<T>::integer> struct __qv_integer_operators {};
template <class T, int N> struct __qv_integer_operators<T, N, true> {
    typedef vec<T, N> V;
    __QV_BINARY(%) __QV_BINARY(&) __QV_BINARY(|) __QV_BINARY(^)
    __QV_SHIFT(<<) __QV_SHIFT(>>)
    __QV_UNARY(~)
};

template <class V, int... I> struct __qv_swizzle;

// lo, hi, even and odd of something with N elements that has __qv_get and __qv_ref. The fourth of 3 is nobody's: read
// it is any, and written it is lost.
#define __QV_HALF_OF(head, get, when2, when3, when4, when8, when16)                                         \
    __qv_fn constexpr decltype(auto) head {                                                                 \
        if constexpr (N == 2) return (this->template get<when2>());                                         \
        else if constexpr (N == 3) return this->template get<__QV_LIST when3>();                            \
        else if constexpr (N == 4) return this->template get<__QV_LIST when4>();                            \
        else if constexpr (N == 8) return this->template get<__QV_LIST when8>();                            \
        else return this->template get<__QV_LIST when16>();                                                 \
    }
#define __QV_LIST(...) __VA_ARGS__
#define __QV_LO 0, (0, 1), (0, 1), (0, 1, 2, 3), (0, 1, 2, 3, 4, 5, 6, 7)
#define __QV_HI 1, (2, 3), (2, 3), (4, 5, 6, 7), (8, 9, 10, 11, 12, 13, 14, 15)
#define __QV_EVEN 0, (0, 2), (0, 2), (0, 2, 4, 6), (0, 2, 4, 6, 8, 10, 12, 14)
#define __QV_ODD 1, (1, 3), (1, 3), (1, 3, 5, 7), (1, 3, 5, 7, 9, 11, 13, 15)
#define __QV_BOTH_OF(name, how_get, how_ref, ...)                                                           \
    __QV_HALF_OF(name() how_get, __qv_get, __VA_ARGS__) __QV_HALF_OF(name##_ref() how_ref, __qv_ref, __VA_ARGS__)
#define __QV_HALVES(how_get, how_ref)                                                                       \
    __QV_BOTH_OF(__qv_lo, how_get, how_ref, __QV_LO) __QV_BOTH_OF(__qv_hi, how_get, how_ref, __QV_HI)       \
    __QV_BOTH_OF(__qv_even, how_get, how_ref, __QV_EVEN) __QV_BOTH_OF(__qv_odd, how_get, how_ref, __QV_ODD)

// What all widths have.
template <class T, int N> struct __qv_elements : __qv_integer_operators<T, N> {
    typedef vec<T, N> V;
    typedef vec<typename __qv_type<T>::signed_one, N> I;

    __QV_BINARY(+) __QV_BINARY(-) __QV_BINARY(*) __QV_BINARY(/)
    __QV_COMPARISON(==) __QV_COMPARISON(!=) __QV_COMPARISON(<) __QV_COMPARISON(>) __QV_COMPARISON(<=)
    __QV_COMPARISON(>=) __QV_COMPARISON(&&) __QV_COMPARISON(||)
    __QV_UNARY(+) __QV_UNARY(-)
    __QV_STEP(++, +) __QV_STEP(--, -)
    friend __qv_fn constexpr I operator!(V a) { return a == V(T(0)); }

    template <int... At> __qv_fn constexpr auto __qv_get() const {
        const V& v = static_cast<const V&>(*this);
        if constexpr (sizeof...(At) == 1) return T(v.template __qv_at<At...>());
        else return vec<T, sizeof...(At)>(v.template __qv_at<At>()...);
    }
    template <int... At> __qv_fn auto __qv_get() const volatile {
        return V(static_cast<const volatile V&>(*this)).template __qv_get<At...>();
    }
    template <int... At> __qv_fn constexpr decltype(auto) __qv_ref() {
        V& v = static_cast<V&>(*this);
        if constexpr (sizeof...(At) == 1) return (v.template __qv_at<At...>());
        else return __qv_swizzle<V, At...>{v};
    }
    template <int... At> __qv_fn decltype(auto) __qv_ref() volatile {
        volatile V& v = static_cast<volatile V&>(*this);
        if constexpr (sizeof...(At) == 1) return static_cast<volatile T&>(const_cast<V&>(v).template __qv_at<At...>());
        else return __qv_swizzle<volatile V, At...>{v};
    }
    __QV_HALVES(const, )
    __QV_HALVES(const volatile, volatile)

    __qv_fn T& operator[](long at) { return reinterpret_cast<T*>(this)[at]; }
    __qv_fn const T& operator[](long at) const { return reinterpret_cast<const T*>(this)[at]; }
    __qv_fn volatile T& operator[](long at) volatile { return reinterpret_cast<volatile T*>(this)[at]; }
    __qv_fn const volatile T& operator[](long at) const volatile {
        return reinterpret_cast<const volatile T*>(this)[at];
    }
};

// Some elements of a vector as the target of an assignment.
template <class V, int... At> struct __qv_swizzle {
    enum : int { N = sizeof...(At) };
    typedef vec<__qv_element<V>, N> W;
    V& whole;

    template <int From, int First, int... Rest> __qv_fn constexpr void put(const W& values) const {
        if constexpr (First < __qv_lanes<V>) whole.template __qv_ref<First>() = values.template __qv_at<From>();
        if constexpr (sizeof...(Rest) != 0) put<From + 1, Rest...>(values);
    }
    __qv_fn constexpr operator W() const { return whole.template __qv_get<At...>(); }
    __qv_fn constexpr W operator=(W values) const {
        put<0, At...>(values);
        return values;
    }
#define __QV_ASSIGN(op) \
    template <class B> __qv_fn constexpr W operator op##=(B b) const { return *this = W(*this) op b; }
    __QV_ASSIGN(+) __QV_ASSIGN(-) __QV_ASSIGN(*) __QV_ASSIGN(/) __QV_ASSIGN(%)
    __QV_ASSIGN(&) __QV_ASSIGN(|) __QV_ASSIGN(^) __QV_ASSIGN(<<) __QV_ASSIGN(>>)
    __qv_fn constexpr W operator+() const { return *this; }
    __qv_fn constexpr W operator++() const { return *this += 1; }
    __qv_fn constexpr W operator--() const { return *this -= 1; }
    __qv_fn constexpr W operator++(int) const { const W before = *this; *this = before + W(1); return before; }
    __qv_fn constexpr W operator--(int) const { const W before = *this; *this = before - W(1); return before; }

    static __qv_fn constexpr int nth(int index) {
        constexpr int all[] = {At...};
        return all[index];
    }
    template <int... Of> __qv_fn constexpr auto __qv_get() const { return whole.template __qv_get<nth(Of)...>(); }
    template <int... Of> __qv_fn constexpr decltype(auto) __qv_ref() const {
        return whole.template __qv_ref<nth(Of)...>();
    }
    __QV_HALVES(const, const)
};

// A scalar becomes a vector by itself, except that fractions are not lost that way; a cast does that too.
template <class S, class T>
constexpr bool __qv_widens = __qv_type<S>::scalar && !(__qv_type<S>::floating && __qv_type<T>::integer);
template <class S, class T> constexpr bool __qv_loses = __qv_type<S>::scalar && !__qv_widens<S, T>;

// Copies from and to volatile memory, as templates, which leave the type trivially copyable.
#define __QV_VEC(N, ...)                                                                                    \
    vec() = default;                                                                                        \
    template <class S, class = __qv_if<__qv_widens<S, T>>> __qv_fn constexpr vec(S s) : __VA_ARGS__ {}      \
    template <class S, class = __qv_if<__qv_loses<S, T>>, class = void>                                     \
    __qv_fn explicit constexpr vec(S s) : __VA_ARGS__ {}                                                    \
    template <int = 0> __qv_fn vec& operator=(const volatile vec& v) { return *this = vec(v); }             \
    template <int = 0> __qv_fn vec operator=(const volatile vec& v) volatile { return *this = vec(v); }     \
    template <int = 0> __qv_fn vec(const volatile vec& v)

template <class T> struct alignas(2 * sizeof(T)) vec<T, 2> : __qv_elements<T, 2> {
    T x, y;
    __QV_VEC(2, x(T(s)), y(T(s))) : x(v.x), y(v.y) {}
    template <class A, class B> __qv_fn constexpr vec(A a, B b) : x(T(a)), y(T(b)) {}
    template <int = 0> __qv_fn vec operator=(const vec& v) volatile { x = v.x, y = v.y; return v; }
#define __QV_AT(...)                                                                                        \
    template <int I> __qv_fn constexpr __VA_ARGS__ {                                                        \
        if constexpr (I == 0) return x;                                                                     \
        else return y;                                                                                      \
    }
    __QV_AT(T& __qv_at()) __QV_AT(const T& __qv_at() const)
#undef __QV_AT
};

template <class T> struct alignas(4 * sizeof(T)) vec<T, 3> : __qv_elements<T, 3> {
    T x, y, z;
    __QV_VEC(3, x(T(s)), y(T(s)), z(T(s))) : x(v.x), y(v.y), z(v.z) {}
    template <class A, class B, class C> __qv_fn constexpr vec(A a, B b, C c) : x(T(a)), y(T(b)), z(T(c)) {}
    template <int = 0> __qv_fn vec operator=(const vec& v) volatile { x = v.x, y = v.y, z = v.z; return v; }
#define __QV_AT(...)                                                                                        \
    template <int I> __qv_fn constexpr __VA_ARGS__ {                                                        \
        if constexpr (I == 0) return x;                                                                     \
        else if constexpr (I == 1) return y;                                                                \
        else return z;                                                                                      \
    }
    __QV_AT(T& __qv_at()) __QV_AT(const T& __qv_at() const)
#undef __QV_AT
};

template <class T> struct alignas(4 * sizeof(T)) vec<T, 4> : __qv_elements<T, 4> {
    T x, y, z, w;
    __QV_VEC(4, x(T(s)), y(T(s)), z(T(s)), w(T(s))) : x(v.x), y(v.y), z(v.z), w(v.w) {}
    template <class A, class B, class C, class D>
    __qv_fn constexpr vec(A a, B b, C c, D d) : x(T(a)), y(T(b)), z(T(c)), w(T(d)) {}
    template <int = 0> __qv_fn vec operator=(const vec& v) volatile {
        x = v.x, y = v.y, z = v.z, w = v.w;
        return v;
    }
#define __QV_AT(...)                                                                                        \
    template <int I> __qv_fn constexpr __VA_ARGS__ {                                                        \
        if constexpr (I == 0) return x;                                                                     \
        else if constexpr (I == 1) return y;                                                                \
        else if constexpr (I == 2) return z;                                                                \
        else return w;                                                                                      \
    }
    __QV_AT(T& __qv_at()) __QV_AT(const T& __qv_at() const)
#undef __QV_AT
};

// Of two halves, each a vector.
#define __QV_OF_HALVES(N, H)                                                                                \
    vec<T, H> __qv_l, __qv_h;                                                                               \
    __QV_VEC(N, __qv_l(s), __qv_h(s)) : __qv_l(v.__qv_l), __qv_h(v.__qv_h) {}                               \
    __qv_fn constexpr vec(vec<T, H> low, vec<T, H> high) : __qv_l(low), __qv_h(high) {}                     \
    template <int = 0> __qv_fn vec operator=(const vec& v) volatile {                                       \
        __qv_l = v.__qv_l, __qv_h = v.__qv_h;                                                               \
        return v;                                                                                           \
    }                                                                                                       \
    template <int I> __qv_fn constexpr T& __qv_at() {                                                       \
        if constexpr (I < H) return __qv_l.template __qv_at<I>();                                           \
        else return __qv_h.template __qv_at<I - H>();                                                       \
    }                                                                                                       \
    template <int I> __qv_fn constexpr const T& __qv_at() const {                                           \
        if constexpr (I < H) return __qv_l.template __qv_at<I>();                                           \
        else return __qv_h.template __qv_at<I - H>();                                                       \
    }

template <class T> struct alignas(8 * sizeof(T)) vec<T, 8> : __qv_elements<T, 8> {
    __QV_OF_HALVES(8, 4)
    __qv_fn constexpr vec(T a, T b, T c, T d, T e, T f, T g, T h) : __qv_l(a, b, c, d), __qv_h(e, f, g, h) {}
};

template <class T> struct alignas(16 * sizeof(T)) vec<T, 16> : __qv_elements<T, 16> {
    __QV_OF_HALVES(16, 8)
    __qv_fn constexpr vec(T a, T b, T c, T d, T e, T f, T g, T h, T i, T j, T k, T l, T m, T n, T o, T p)
        : __qv_l(a, b, c, d, e, f, g, h), __qv_h(i, j, k, l, m, n, o, p) {}
};

#define __QV_ALIASES(T)      \
    typedef vec<T, 2> T##2;  \
    typedef vec<T, 3> T##3;  \
    typedef vec<T, 4> T##4;  \
    typedef vec<T, 8> T##8;  \
    typedef vec<T, 16> T##16;
__QV_ALIASES(char) __QV_ALIASES(uchar) __QV_ALIASES(short) __QV_ALIASES(ushort) __QV_ALIASES(int)
__QV_ALIASES(uint) __QV_ALIASES(long) __QV_ALIASES(ulong) __QV_ALIASES(float) __QV_ALIASES(double)

// Vector literals: (float4)(a, b.xy, c).
//: __qv_make
template <int I, class A, class... R> __qv_fn constexpr auto __qv_pick(const A& a, const R&... rest) {
    constexpr int lanes = __qv_lanes<A>;
    if constexpr (I >= lanes) return __qv_pick<I - lanes>(rest...);
    else if constexpr (lanes == 1) return a;
    else return a.template __qv_get<I>();
}
template <class W, class... A, class = __qv_if<(__qv_lanes<A> + ...) == __qv_lanes<W>>>
__qv_fn constexpr W __qv_make(const A&... a) {
    typedef __qv_element<W> T;
    constexpr int N = __qv_lanes<W>;
#define __QV_PICK(I) T(__qv_pick<I>(a...))
    if constexpr (sizeof...(A) == N) return W(T(a)...);
    else if constexpr (N == 2) return W(__QV_PICK(0), __QV_PICK(1));
    else if constexpr (N == 3) return W(__QV_PICK(0), __QV_PICK(1), __QV_PICK(2));
    else if constexpr (N == 4) return W(__QV_PICK(0), __QV_PICK(1), __QV_PICK(2), __QV_PICK(3));
    else if constexpr (N == 8)
        return W(__QV_PICK(0), __QV_PICK(1), __QV_PICK(2), __QV_PICK(3), __QV_PICK(4), __QV_PICK(5), __QV_PICK(6),
                 __QV_PICK(7));
    else
        return W(__QV_PICK(0), __QV_PICK(1), __QV_PICK(2), __QV_PICK(3), __QV_PICK(4), __QV_PICK(5), __QV_PICK(6),
                 __QV_PICK(7), __QV_PICK(8), __QV_PICK(9), __QV_PICK(10), __QV_PICK(11), __QV_PICK(12), __QV_PICK(13),
                 __QV_PICK(14), __QV_PICK(15));
}

//: __qv_shl __qv_shr __qv_shl_assign __qv_shr_assign
// Scalars shift by the amount modulo the width of the promoted left operand; vectors do so by themselves.
template <class A, class B> __qv_fn constexpr auto __qv_shl(A a, B b) {
    if constexpr (__qv_lanes<A> != 1) return a << b;
    else return +a << (b & (8 * int(sizeof(+a)) - 1));
}
template <class A, class B> __qv_fn constexpr auto __qv_shr(A a, B b) {
    if constexpr (__qv_lanes<A> != 1) return a >> b;
    else return +a >> (b & (8 * int(sizeof(+a)) - 1));
}
template <class A, class B> __qv_fn constexpr decltype(auto) __qv_shl_assign(A&& a, B b) {
    if constexpr (__qv_type<decltype(+a)>::scalar) return (a = __qv_shl(+a, b));
    else return a <<= b;
}
template <class A, class B> __qv_fn constexpr decltype(auto) __qv_shr_assign(A&& a, B b) {
    if constexpr (__qv_type<decltype(+a)>::scalar) return (a = __qv_shr(+a, b));
    else return a >>= b;
}

//: __qv_vec_step
template <class T> constexpr int __qv_step_of = __qv_lanes<T> == 3 ? 4 : __qv_lanes<T>;
template <class T> __qv_fn constexpr int __qv_vec_step() { return __qv_step_of<T>; }
template <class T> __qv_fn constexpr int __qv_vec_step(const T&) { return __qv_step_of<T>; }
