// Math functions (6.12.2) that CUDA has not, from those that it has.

//: __qv_over_pi
// Divided by pi, whose reciprocal is taken with twice the digits.
template <class T> __qv_fn T __qv_over_pi(T a) {
    if constexpr (sizeof(T) == 4) return __QV_F(fma)(a, 0.318309886f, a * 1.28412765e-08f);
    else return __QV_D(fma)(a, 0.31830988618379067, a * -1.9678676675182486e-17);
}
//: acospi
template <class T> __qv_fn T __qv_acospi(T a) { return __qv_over_pi(acos(a)); }
__QV_OWN1(acospi)
//: asinpi
template <class T> __qv_fn T __qv_asinpi(T a) { return __qv_over_pi(asin(a)); }
__QV_OWN1(asinpi)
//: atanpi
template <class T> __qv_fn T __qv_atanpi(T a) { return __qv_over_pi(atan(a)); }
__QV_OWN1(atanpi)
//: atan2pi
template <class T> __qv_fn T __qv_atan2pi(T a, T b) { return __qv_over_pi(atan2(a, b)); }
__QV_OWN2(atan2pi)
//: tanpi
template <class T> __qv_fn T __qv_tanpi(T a) { return sinpi(a) / cospi(a); }
__QV_OWN1(tanpi)
//: powr
// As exp(b log(a)): not a number for negative a, 0^0, inf^0 and 1^inf.
template <class T> __qv_fn T __qv_powr(T a, T b) {
    const T none = T(__qv_nan);
    if (a < T(0) || a != a || b != b) return none;
    if (b == T(0)) return a == T(0) || a - a != T(0) ? none : T(1);
    if (a == T(1) && b - b != T(0)) return none;
    return pow(a == T(0) ? T(0) : a, b);
}
__QV_OWN2(powr)
//: pown
__qv_fn float pown(float a, int b) {
    // An int of more than 24 bits is no float: what is cut off goes into a second factor.
    const int rest = b > -16777216 && b < 16777216 ? 0 : b % 256;
    const float power = pow(a, float(b - rest));
    return rest == 0 ? power : power * pow(a, float(rest));
}
__qv_fn double pown(double a, int b) { return pow(a, double(b)); }
__QV_HALF_AND_INT(pown)
__QV_VECTOR_AND_INT(pown)
//: rootn
template <class T> __qv_fn T __qv_rootn(T a, int n) {
    const bool odd = n & 1;
    if (n == 0 || (a < T(0) && !odd)) return T(__qv_nan);
    const T size = fabs(a), exponent = T(1) / T(n);
    T root = pow(size, exponent);
    // 1/n is rounded, which counts where the logarithm is large: size^(1/n - exponent) is nearly 1 + rest log(size).
    if (root - root == T(0) && root != T(0)) {
        T rest;
        if constexpr (sizeof(T) == 4) rest = __QV_F(fma)(-exponent, T(n), T(1)) / T(n);
        else rest = __QV_D(fma)(-exponent, T(n), T(1)) / T(n);
        root = root + root * (rest * log(size));
    }
    return odd ? copysign(root, a) : root;
}
__qv_fn float rootn(float a, int n) { return __qv_rootn<float>(a, n); }
__qv_fn double rootn(double a, int n) { return __qv_rootn<double>(a, n); }
__QV_HALF_AND_INT(rootn)
__QV_VECTOR_AND_INT(rootn)
