// The device library of OpenCL C, compiled for the host: what needs no device can be run here.
#pragma once
#pragma GCC system_header  // what the vendors' compilers find fine, and g++ warns of

#include <cmath>
#include <cstdint>
#include <limits>

// What CUDA has and the C library has not.
inline float rsqrtf(float x) {
    return static_cast<float>(1 / std::sqrt(static_cast<double>(x)));
}
inline double rsqrt(double x) {
    return static_cast<double>(1 / sqrtl(x));
}
inline float sinpif(float x) {
    const double turn = std::fmod(static_cast<double>(x), 2.0);
    return turn == std::trunc(turn) ? std::copysign(0.0f, x) : static_cast<float>(std::sin(M_PI * turn));
}
inline double sinpi(double x) {
    const long double turn = fmodl(x, 2.0L);
    return turn == truncl(turn) ? std::copysign(0.0, x) : static_cast<double>(sinl(M_PIl * turn));
}
inline float cospif(float x) {
    const double turn = std::fmod(std::fabs(static_cast<double>(x)), 2.0);
    return turn == 0.5 || turn == 1.5 ? 0.0f : static_cast<float>(std::cos(M_PI * turn));
}
inline double cospi(double x) {
    const long double turn = fmodl(fabsl(x), 2.0L);
    return turn == 0.5L || turn == 1.5L ? 0.0 : static_cast<double>(cosl(M_PIl * turn));
}

#define __qv_fn inline
#define __QV_F(name) ::name##f
#define __QV_D(name) ::name
#define __QV_DECLARE1(name)
#define __QV_DECLARE2(name)
#define __QV_DECLARE3(name)

namespace quovis_cl {
// clang-format off: in this order
#include "plugins/common/opencl_c/device/base.h"
#include "plugins/common/opencl_c/device/vec.h"
#include "plugins/common/opencl_c/device/each.h"
#include "plugins/common/opencl_c/device/choose.h"
#include "plugins/common/opencl_c/device/rounding.h"
#include "plugins/common/opencl_c/device/half_bits.h"
#include "plugins/common/opencl_c/device/half_class.h"
#include "plugins/common/opencl_c/device/half.h"
#include "plugins/common/opencl_c/device/convert.h"
#include "plugins/common/opencl_c/device/memory.h"
#include "plugins/common/opencl_c/device/integer.h"
#include "plugins/common/opencl_c/device/common.h"
#include "plugins/common/opencl_c/device/math.h"
#include "plugins/common/opencl_c/device/math_own.h"
#include "plugins/common/opencl_c/device/math_cuda.h"
#include "plugins/common/opencl_c/device/math_half.h"
#include "plugins/common/opencl_c/device/relational.h"
#include "plugins/common/opencl_c/device/geometric.h"
#include "plugins/common/opencl_c/device/shuffle.h"
// clang-format on
}  // namespace quovis_cl
