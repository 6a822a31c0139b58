// The kernels of an image and their parameters, as the image tells them without a device.
#pragma once

#include "tools/quovis/json.hpp"

#include <optional>
#include <quovis/quovis.hpp>
#include <vector>

namespace quovis::cli {

// "kernel scale: value of 4 bytes, pointer", on standard error. Nothing where no plugin reads the image.
void show_kernels(const Image& image);

// Null where no plugin reads the image.
Json kernels_json(const Image& image);
Json kernels_json(const std::optional<std::vector<KernelInfo>>& kernels);

}  // namespace quovis::cli
