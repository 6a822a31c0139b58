// The files of device/, embedded by the build.
#pragma once

#include <cstddef>
#include <string_view>

namespace quovis::opencl_c {

struct DeviceText {
    std::string_view file;
    std::string_view text;
};
extern const DeviceText device_texts[];
extern const std::size_t device_text_count;

}  // namespace quovis::opencl_c
