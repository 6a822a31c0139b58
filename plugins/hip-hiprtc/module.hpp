// A module is a hipModule_t with what its image says of its kernels; a kernel is a hipFunction_t with its part of that.
// The C ABI's opaque structs are these themselves.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "plugins/hip-hiprtc/code_object.hpp"
#include "plugins/hip-hiprtc/device.hpp"

struct quovis_rt_module {
    explicit quovis_rt_module(quovis_rt_device& of_device) : device(of_device) {}

    quovis_rt_device& device;
    quovis::hip::ModuleHandle handle = nullptr;
    bool owned = false;
    std::string name;   // of the image, for messages
    std::string image;  // its bytes: HIP does not say that it copies them

    std::optional<quovis::hip::CodeObject> content;  // empty where only HIP can read the image
    std::vector<quovis_plugin_text> kernel_texts;
};

struct quovis_rt_kernel {
  public:
    // `known`: what the image says; null for a kernel that was wrapped.
    quovis_rt_kernel(quovis_rt_device& of_device, quovis::hip::FunctionHandle function, std::string with_name,
                     const quovis::hip::KernelFacts* known);
    quovis_rt_kernel(const quovis_rt_kernel&) = delete;
    quovis_rt_kernel& operator=(const quovis_rt_kernel&) = delete;

    // 0 where the kernel has no such attribute.
    int attribute(int what) const;
    // Bytes of shared memory that a launch may ask for; 0 where the device does not tell its own.
    std::size_t max_dynamic_memory() const;

    quovis_rt_device& device;
    const quovis::hip::FunctionHandle handle;
    const std::string name;
    const quovis_rt_kernel_info facts;  // parameters and their texts are the module's, which outlives the kernel
    const bool takes_locals;            // as arguments, and no dynamic shared memory of the launch
    const bool takes_offset;            // of a launch
    const quovis::plugins::LocalAlignments locals;
};

namespace quovis::hip {

using Module = quovis_rt_module;
using Kernel = quovis_rt_kernel;

// The entries of quovis_rt_table for modules and kernels.
quovis_plugin_status module_load(quovis_rt_device*, const quovis_rt_image*, quovis_rt_module**, quovis_plugin_error*);
void module_release(quovis_rt_module*);
quovis_plugin_status module_kernels(quovis_rt_module*, const quovis_plugin_text** names, std::size_t* count,
                                    quovis_plugin_error*);
quovis_plugin_status module_global(quovis_rt_module*, quovis_plugin_text name, quovis_rt_buffer_info*,
                                   quovis_rt_buffer**, quovis_plugin_error*);
quovis_plugin_status kernel_create(quovis_rt_module*, quovis_plugin_text name, quovis_rt_kernel**,
                                   quovis_plugin_error*);
void kernel_release(quovis_rt_kernel*);
quovis_plugin_status kernel_info(quovis_rt_kernel*, quovis_rt_kernel_info*, quovis_plugin_error*);

}  // namespace quovis::hip
