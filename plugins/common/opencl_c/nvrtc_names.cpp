// The functions that NVRTC declares by itself, with C linkage, so that no kernel can have their names (NVRTC 13.0).
#include "plugins/common/opencl_c/nvrtc_names.hpp"

#include "plugins/common/opencl_c/names_of.hpp"

namespace quovis::opencl_c {
namespace {

// Also with an `f` behind.
constexpr std::string_view of_double_and_float =
    "acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh cospi cyl_bessel_i0 cyl_bessel_i1 "
    "erf erfc erfcinv erfcx erfinv exp exp10 exp2 expm1 fabs fdim fdivide floor fma fmax fmin fmod frexp "
    "hypot ilogb j0 j1 jn ldexp lgamma llrint llround log log10 log1p log2 logb lrint lround modf nan "
    "nearbyint nextafter norm norm3d norm4d normcdf normcdfinv pow rcbrt remainder remquo rhypot rint "
    "rnorm rnorm3d rnorm4d round rsqrt scalbln scalbn sin sincos sincospi sinh sinpi sqrt tan tanh tgamma "
    "trunc y0 y1 yn";
constexpr std::string_view others =
    "abs blockDim clock64 free gridDim labs llabs llmax llmin malloc max min ullmax ullmin umax umin";

bool is_among(std::string_view list, std::string_view wanted) {
    bool is_there = false;
    for_each_name(list, [&](std::string_view name) { is_there = is_there || name == wanted; });
    return is_there;
}

}  // namespace

bool is_function_of_nvrtc(std::string_view name) {
    const bool ends_in_f = !name.empty() && name.back() == 'f';
    return is_among(of_double_and_float, name) || is_among(others, name) ||
           (ends_in_f && is_among(of_double_and_float, name.substr(0, name.size() - 1)));
}

}  // namespace quovis::opencl_c
