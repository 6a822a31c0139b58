// What AMD's code objects say of themselves: their target, and each kernel with its parameters.
// Nothing in them is trusted: every offset is checked against the bytes that are there.
#pragma once

#include <quovis/plugin.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "plugins/common/launch_arguments.hpp"

namespace quovis::hip {

// Texts of `parameters` point into `texts`; a KernelFacts is moved, not copied.
struct KernelFacts {
    KernelFacts() = default;
    KernelFacts(KernelFacts&&) = default;
    KernelFacts& operator=(KernelFacts&&) = default;

    std::string name;
    std::vector<quovis_rt_parameter> parameters;  // without the hidden ones, which the runtime fills
    std::vector<std::vector<char>> texts;         // stay where they are when moved
    std::uint32_t wavefront_size = 0;
    std::uint32_t registers = 0;  // vector registers of each thread
    std::uint32_t max_threads_per_block = 0;
    std::array<std::uint32_t, 3> required_block{};
    std::uint64_t static_shared_memory = 0;  // bytes
    std::uint64_t local_memory = 0;          // bytes of each thread
    bool is_opencl = false;                  // written in OpenCL C
    bool takes_offset = false;               // of a launch, as one argument more
    plugins::LocalAlignments locals;

    // All of it but what only a device knows.
    quovis_rt_kernel_info info() const;
};

struct CodeObject {
    std::string target;  // "gfx90a:sramecc+:xnack-"; empty before code object version 4
    std::vector<KernelFacts> kernels;
};

// Whether the bytes begin as an ELF file for an AMD GPU, or as clang's offload bundle.
bool is_code_object(std::string_view bytes);
bool is_bundle(std::string_view bytes);
// A bundle whose entries are compressed: only HIP itself can read it.
bool is_compressed_bundle(std::string_view bytes);

// Throws PluginError (IMAGE_REJECTED) naming `what` for bytes that are no whole code object. `what`: "`k.hsaco`".
CodeObject read_code_object(std::string_view bytes, std::string_view what);

// The device entries of a bundle: target and bytes, which point into the bundle. Throws as above.
struct BundleEntry {
    std::string target;
    std::string_view bytes;
};
std::vector<BundleEntry> read_bundle(std::string_view bytes, std::string_view what);

}  // namespace quovis::hip
