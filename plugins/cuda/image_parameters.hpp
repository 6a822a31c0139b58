// The parameter lists that an image holds, for drivers that do not tell them, and for who asks without a device.
// Nothing in an image is trusted: what is not whole and in order is not told.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "plugins/common/kernel_record.hpp"
#include "plugins/cuda/parameters.hpp"

namespace quovis::cuda {

ParameterLists parameters_of_cubin(std::string_view bytes);
// Of the first machine code in it that is not compressed: all code in a fatbin is of one source.
ParameterLists parameters_of_fatbin(std::string_view bytes);

// By the image's format: "cubin", "ptx" or "fatbin".
ParameterLists parameters_of_image(std::string_view format, std::string_view bytes);
// What kernels that were written in OpenCL C say of themselves. Of a fatbin as above.
plugins::KernelRecords records_of_image(std::string_view format, std::string_view bytes);
// The names of its kernels, of a fatbin as above; nothing where it is of another format, or all of it is compressed.
std::optional<std::vector<std::string>> kernels_of_image(std::string_view format, std::string_view bytes);

}  // namespace quovis::cuda
