// Geometric functions (6.12.5).
//: cross
template <class T> __qv_fn vec<T, 3> cross(vec<T, 3> a, vec<T, 3> b) {
    return vec<T, 3>(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}
template <class T> __qv_fn vec<T, 4> cross(vec<T, 4> a, vec<T, 4> b) {
    return vec<T, 4>(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x, T(0.0f));
}
//: dot
template <class T> __qv_fn T __qv_dot(T a, T b) { return a * b; }
__QV_FOR_FLOATS(__QV_INTEGER2, dot)
template <class T, int N> __qv_fn T dot(vec<T, N> a, vec<T, N> b) {
    if constexpr (N == 2) return a.x * b.x + a.y * b.y;
    else if constexpr (N == 3) return a.x * b.x + a.y * b.y + a.z * b.z;
    else if constexpr (N == 4) return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
    else return dot(a.__qv_l, b.__qv_l) + dot(a.__qv_h, b.__qv_h);
}

//: __qv_largest __qv_is_fair_square
// The largest element by size.
template <class T, int N> __qv_fn T __qv_largest(vec<T, N> a) {
    const T most = fmax(fabs(a.x), fabs(a.y));
    if constexpr (N == 2) return most;
    else if constexpr (N == 3) return fmax(most, fabs(a.z));
    else return fmax(most, fmax(fabs(a.z), fabs(a.w)));
}
// Whether a sum of squares lost nothing: no overflow, and what fell below the smallest number does not count.
__qv_fn bool __qv_is_fair_square(float a) { return a >= 0x1p-100f && a <= 0x1.fffffep127f; }
__qv_fn bool __qv_is_fair_square(double a) { return a >= 0x1p-900 && a <= 0x1.fffffffffffffp1023; }

//: length
// Near the ends of the range the elements are scaled before they are squared.
template <class T, int N> __qv_fn T __qv_scaled_length(vec<T, N> a) {
    const T square = dot(a, a);
    if (__qv_is_fair_square(square)) return sqrt(square);
    const T most = __qv_largest(a);
    if (most == T(0) || most - most != T(0)) return most == T(0) ? square : most;
    const vec<T, N> part = a / most;
    return most * sqrt(dot(part, part));
}
template <class T, int N> __qv_fn T length(vec<T, N> a) {
    if constexpr (sizeof(T) == 2) return T(__qv_scaled_length(__qv_convert<vec<float, N>, 0, 0>(a)));
    else return __qv_scaled_length(a);
}
template <class T> __qv_fn T __qv_length(T a) { return fabs(a); }
__QV_FOR_FLOATS(__QV_INTEGER1, length)

//: distance
template <class T, int N> __qv_fn T distance(vec<T, N> a, vec<T, N> b) { return length(a - b); }
template <class T> __qv_fn T __qv_distance(T a, T b) { return fabs(a - b); }
__QV_FOR_FLOATS(__QV_INTEGER2, distance)

//: normalize
template <class T, int N> __qv_fn vec<T, N> __qv_scaled_normalize(vec<T, N> a) {
    const T square = dot(a, a);
    if (__qv_is_fair_square(square)) return a * rsqrt(square);
    const T most = __qv_largest(a);
    if (most == T(0)) return a + square;  // zeros, or NaN
    vec<T, N> part;
    if (most - most != T(0)) part = copysign(__qv_choose(isinf(a), vec<T, N>(T(1)), a * T(0)), a);
    else part = a / most;
    return part * rsqrt(dot(part, part));
}
template <class T, int N> __qv_fn vec<T, N> normalize(vec<T, N> a) {
    if constexpr (sizeof(T) == 2)
        return __qv_convert<vec<T, N>, 0, 0>(__qv_scaled_normalize(__qv_convert<vec<float, N>, 0, 0>(a)));
    else return __qv_scaled_normalize(a);
}
template <class T> __qv_fn T __qv_normalize(T a) { return a > T(0.0f) ? T(1.0f) : a < T(0.0f) ? T(-1.0f) : a; }
__QV_FOR_FLOATS(__QV_INTEGER1, normalize)

//: fast_length
__qv_fn float fast_length(float a) { return fabs(a); }
template <int N> __qv_fn float fast_length(vec<float, N> a) { return half_sqrt(dot(a, a)); }
//: fast_distance
__qv_fn float fast_distance(float a, float b) { return fabs(a - b); }
template <int N> __qv_fn float fast_distance(vec<float, N> a, vec<float, N> b) {
    const vec<float, N> between = a - b;
    return half_sqrt(dot(between, between));
}
//: fast_normalize
__qv_fn float fast_normalize(float a) { return a > 0.0f ? 1.0f : a < 0.0f ? -1.0f : a; }
template <int N> __qv_fn vec<float, N> fast_normalize(vec<float, N> a) {
    const float square = dot(a, a);
    return square == 0.0f ? a : a * half_rsqrt(square);
}
