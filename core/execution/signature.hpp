// Whether what a caller is going to pass fits a kernel: the check of quovis_kernel_check, once for many launches.
#pragma once

#include "core/execution/module.hpp"

#include <quovis/quovis.h>

#include <vector>

namespace quovis::core {

// Of each parameter that is given kind, bytes (0: any) and type (null or empty: any; of memory that of its elements)
// are compared, as far as the image tells of the kernel's. Where it tells nothing, everything passes. Throws Error
// (invalid launch) with the first that does not fit.
void check_signature(const Kernel& kernel, const std::vector<quovis_parameter>& given);

}  // namespace quovis::core
