// printf (6.12.13). The translator writes %vN conversions as N single ones; here the vectors become their elements.
//: printf
#ifdef __qv_hip
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wformat-security"
#pragma clang diagnostic ignored "-Wformat-nonliteral"
#endif
// Takes `Left` arguments from the front and puts them to the end, where a vector is its elements.
template <int Left, class... A> __qv_fn int __qv_print(const char* format, A... arguments);
template <class T> __qv_fn auto __qv_printed(T value) {
    if constexpr (__qv_type<T>::floating) return double(value);
    else return value;
}
template <int Left, class T, class... A> __qv_fn int __qv_print_next(const char* format, T first, A... rest) {
    constexpr int N = __qv_lanes<T>;
    if constexpr (N == 1) return __qv_print<Left - 1>(format, rest..., __qv_printed(first));
    else if constexpr (N == 2)
        return __qv_print<Left - 1>(format, rest..., __qv_printed(first.x), __qv_printed(first.y));
    else if constexpr (N == 3)
        return __qv_print<Left - 1>(format, rest..., __qv_printed(first.x), __qv_printed(first.y),
                                    __qv_printed(first.z));
    else if constexpr (N == 4)
        return __qv_print<Left - 1>(format, rest..., __qv_printed(first.x), __qv_printed(first.y),
                                    __qv_printed(first.z), __qv_printed(first.w));
    else return __qv_print_next<Left + 1>(format, first.__qv_l, first.__qv_h, rest...);
}
template <int Left, class... A> __qv_fn int __qv_print(const char* format, A... arguments) {
    if constexpr (Left == 0) return ::printf(format, arguments...);
    else return __qv_print_next<Left>(format, arguments...);
}
template <class... A> __qv_fn int printf(const char* format, A... arguments) {
    return __qv_print<int(sizeof...(A))>(format, arguments...) < 0 ? -1 : 0;
}
#ifdef __qv_hip
#pragma clang diagnostic pop
#endif
