// What a kernel that was written in OpenCL C leaves in a CUDA or HIP image beside itself: its parameters as the author
// declared them. plugins/common/opencl_c writes it, as a variable `__quovis_kernel_NAME` whose text is
//
//   quovis-kernel 1
//   block X Y Z                                          where the kernel fixes it
//   offset                                               where a launch can have one
//   value|pointer|local TYPE NAME SPACE [ALIGNMENT]      for each parameter; the fields are apart by tabs
//
// A local parameter is a number of 4 bytes in the image: where its memory begins in the block's dynamic shared memory.
// A kernel with the line `offset` has one parameter more behind those of the record, of 24 bytes: the offset of the
// launch, as a size_t for each axis. Nothing in an image is trusted: a record that is not whole tells nothing.
#pragma once

#include <quovis/plugin.h>

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace quovis::plugins {

struct RecordedParameter {
    std::int32_t kind = QUOVIS_RT_PARAMETER_VALUE;
    std::string type;             // "const float*"
    std::string name;             // as declared
    std::uint32_t alignment = 1;  // bytes, of what local memory holds
};

struct KernelRecord {
    std::array<std::uint32_t, 3> block{};  // zeros: any
    std::vector<RecordedParameter> parameters;
    bool takes_offset = false;  // of a launch
};

// Of the parameter that an entry with the line `offset` has more.
constexpr std::size_t offset_bytes = 24;

// By the kernel's name.
using KernelRecords = std::map<std::string, KernelRecord, std::less<>>;

std::optional<KernelRecord> parse_kernel_record(std::string_view text);

KernelRecords kernel_records_of_elf(std::string_view bytes);
KernelRecords kernel_records_of_ptx(std::string_view text);

}  // namespace quovis::plugins
