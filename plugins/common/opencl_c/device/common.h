// Common functions (6.12.4), and min and max of integers (6.12.3).
//: min max
template <class T> __qv_fn T __qv_min(T a, T b) { return b < a ? b : a; }
template <class T> __qv_fn T __qv_max(T a, T b) { return a < b ? b : a; }
__QV_FOR_INTEGERS(__QV_INTEGER2, min)
__QV_FOR_INTEGERS(__QV_INTEGER2, max)
__QV_DECLARE2(fmin) __QV_DECLARE2(fmax)
__qv_fn float min(float a, float b) { return __QV_F(fmin)(a, b); }
__qv_fn float max(float a, float b) { return __QV_F(fmax)(a, b); }
__qv_fn double min(double a, double b) { return __QV_D(fmin)(a, b); }
__qv_fn double max(double a, double b) { return __QV_D(fmax)(a, b); }
#ifdef __QV_WITH_HALF
__qv_fn __qv_half min(__qv_half a, __qv_half b) { return b < a ? b : a; }
__qv_fn __qv_half max(__qv_half a, __qv_half b) { return a < b ? b : a; }
#endif
__QV_VECTOR2(min)
__QV_VECTOR2(max)

//: __QV_FOR_FLOATS
// Overloads for the floating types.
#ifdef __QV_WITH_HALF
#define __QV_FOR_FLOATS(M, name) M(name, float) M(name, double) M(name, __qv_half)
#else
#define __QV_FOR_FLOATS(M, name) M(name, float) M(name, double)
#endif
//: clamp
template <class T> __qv_fn T __qv_clamp(T a, T low, T high) { return min(max(a, low), high); }
__QV_FOR_INTEGERS(__QV_INTEGER3, clamp)
__QV_FOR_FLOATS(__QV_INTEGER3, clamp)
__QV_VECTOR3(clamp)
//: degrees
template <class T> __qv_fn T __qv_degrees(T a) { return T(57.295779513082320876798154814105) * a; }
__QV_FOR_FLOATS(__QV_INTEGER1, degrees)
__QV_VECTOR1(degrees)
//: radians
template <class T> __qv_fn T __qv_radians(T a) { return T(0.017453292519943295769236907684886) * a; }
__QV_FOR_FLOATS(__QV_INTEGER1, radians)
__QV_VECTOR1(radians)
//: mix
template <class T> __qv_fn T __qv_mix(T a, T b, T by) { return a + (b - a) * by; }
__QV_FOR_FLOATS(__QV_INTEGER3, mix)
__QV_VECTOR3(mix)
//: step
template <class T> __qv_fn T __qv_step(T edge, T a) { return a < edge ? T(0.0f) : T(1.0f); }
__QV_FOR_FLOATS(__QV_INTEGER2, step)
__QV_VECTOR2(step)
//: smoothstep
template <class T> __qv_fn T __qv_smoothstep(T low, T high, T a) {
    const T t = (a - low) / (high - low);
    const T in = t < T(0.0f) ? T(0.0f) : t > T(1.0f) ? T(1.0f) : t;
    return in * in * (T(3.0f) - T(2.0f) * in);
}
__QV_FOR_FLOATS(__QV_INTEGER3, smoothstep)
__QV_VECTOR3(smoothstep)
//: sign
// 1, -1, the zero itself, and 0 for NaN.
template <class T> __qv_fn T __qv_sign(T a) { return a > T(0.0f) ? T(1.0f) : a < T(0.0f) ? T(-1.0f) : a == a ? a : T(0.0f); }
__QV_FOR_FLOATS(__QV_INTEGER1, sign)
__QV_VECTOR1(sign)
