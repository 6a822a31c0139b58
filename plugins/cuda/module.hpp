// A module is a CUmodule with the names of its kernels; a kernel is a CUfunction with what is known of it.
// The C ABI's opaque structs are these themselves.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "plugins/common/kernel_record.hpp"
#include "plugins/common/launch_arguments.hpp"
#include "plugins/cuda/device.hpp"
#include "plugins/cuda/image_parameters.hpp"

struct quovis_rt_module {
    explicit quovis_rt_module(quovis_rt_device& of_device) : device(of_device) {}

    quovis_rt_device& device;
    CUmodule handle = nullptr;
    bool owned = false;
    std::string name;                         // of the image, for messages
    quovis::cuda::ParameterLists parameters;  // what the image told of its kernels', where the driver tells less
    quovis::plugins::KernelRecords records;   // of kernels that were written in OpenCL C

    std::mutex mutex;  // for the two below, which are made at the first question
    std::vector<std::string> kernels;
    std::vector<quovis_plugin_text> kernel_texts;
};

namespace quovis::cuda {

// What is known of a kernel's declaration.
struct Declared {
    std::optional<ParameterList> parameters;
    plugins::LocalAlignments locals;
    std::array<std::uint32_t, 3> block{};  // that it must have; zeros: any
    bool is_opencl = false;                // written in OpenCL C
    bool takes_offset = false;             // of a launch, as one argument more
};

}  // namespace quovis::cuda

struct quovis_rt_kernel {
  public:
    quovis_rt_kernel(quovis_rt_device& of_device, CUfunction function, std::string with_name,
                     const quovis::cuda::ParameterLists& of_image = {},
                     const quovis::plugins::KernelRecords& records = {});
    quovis_rt_kernel(const quovis_rt_kernel&) = delete;
    quovis_rt_kernel& operator=(const quovis_rt_kernel&) = delete;

    // Lets the kernel have this much dynamic shared memory; more than the default must be asked for. Throws
    // INVALID_LAUNCH above the device's limit.
    void allow_dynamic_memory(std::size_t bytes) {
        if (bytes > allowed_dynamic_.load(std::memory_order_acquire)) {
            ask_for_dynamic_memory(bytes);
        }
    }
    // Lets the kernel have clusters of more blocks than every device has.
    void allow_large_clusters();

    // 0 where the kernel has no such attribute.
    int attribute(CUfunction_attribute what) const;
    std::size_t static_shared_memory() const { return static_shared_; }
    std::size_t max_dynamic_memory() const;

    // A launch reads the first ones.
    quovis_rt_device& device;
    const CUfunction handle;

  private:
    const std::size_t static_shared_;
    std::atomic<std::size_t> allowed_dynamic_;

  public:
    const quovis::cuda::Declared declared;
    const bool has_parameters;                          // whether they are known
    const bool takes_locals;                            // as arguments, and no dynamic shared memory of the launch
    const bool takes_offset;                            // of a launch
    const std::vector<quovis_rt_parameter> parameters;  // with the texts of `declared`

    const std::string name;

  private:
    void ask_for_dynamic_memory(std::size_t bytes);

    std::mutex mutex_;
};

namespace quovis::cuda {

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

}  // namespace quovis::cuda
