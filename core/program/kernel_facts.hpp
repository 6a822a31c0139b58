// What is told of a kernel: by a runtime that has loaded it, or by its image.
#pragma once

#include "core/inventory/inventory.hpp"
#include "core/program/image.hpp"

#include <quovis/plugin.h>
#include <quovis/quovis.h>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace quovis::core {

struct Parameter {
    quovis_parameter_kind kind = QUOVIS_PARAMETER_UNKNOWN;
    std::size_t size = 0;  // bytes; 0 unknown
    std::size_t alignment = 0;
    std::optional<std::size_t> offset;  // in a packed argument buffer, where there is one
    std::string name;
    std::string type;
};

struct KernelFacts {
    std::string name;
    bool has_parameters = false;
    std::vector<Parameter> parameters;
    quovis_rt_kernel_info numbers{};  // its pointers are not used
};

// A copy of all that a plugin's struct points to.
KernelFacts kernel_facts(const quovis_rt_kernel_info& told);

// The image as a plugin is lent it.
quovis_rt_image lend(const Image& image);

// The kernels of an image, read by the first plugin that can (QUOVIS_EXTENSION_IMAGE_READER). Throws Error: not
// supported where none can, or what the plugin that can says of a damaged one.
std::vector<KernelFacts> kernels_of(const Inventory& inventory, const Image& image);

}  // namespace quovis::core
