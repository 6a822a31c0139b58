// fmt's implementation, compiled once into a static library that can go into shared objects. Debian has it only as a
// shared library, which a plugin dropped into a folder should not need, and header-only it costs seconds in each file.
#include <fmt/format-inl.h>

FMT_BEGIN_NAMESPACE
namespace detail {

// What fmt/format.h declares `extern template`, and what formatting of floating point needs.
template FMT_API auto thousands_sep_impl<char>(locale_ref) -> thousands_sep_result<char>;
template FMT_API auto decimal_point_impl<char>(locale_ref) -> char;
namespace dragonbox {
template FMT_API auto to_decimal<float>(float) noexcept -> decimal_fp<float>;
template FMT_API auto to_decimal<double>(double) noexcept -> decimal_fp<double>;
}  // namespace dragonbox

}  // namespace detail
FMT_END_NAMESPACE
