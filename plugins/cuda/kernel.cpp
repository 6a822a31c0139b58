// What is known of a kernel, and what has to be asked for before it may be launched.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "plugins/common/error.hpp"
#include "plugins/common/text.hpp"
#include "plugins/cuda/module.hpp"

using namespace quovis::cuda;
using quovis::plugins::KernelRecords;
using quovis::plugins::PluginError;

namespace {

ParameterList ask_parameters(const Functions& cuda, CUfunction function) {
    ParameterList parameters;
    std::size_t offset = 0;
    std::size_t size = 0;
    while (cuda.cuFuncGetParamInfo(function, parameters.size(), &offset, &size) == CUDA_SUCCESS) {
        parameters.push_back({offset, size, kind_by_size(size)});
    }
    return parameters;
}

// Nothing where neither the driver nor the image tells them.
std::optional<ParameterList> find_parameters(const Functions& cuda, CUfunction function, const std::string& name,
                                             const ParameterLists& of_image) {
    const auto known = of_image.find(name);
    const bool is_known = known != of_image.end();
    std::optional<ParameterList> list;
    if (cuda.cuFuncGetParamInfo != nullptr) {
        list = ask_parameters(cuda, function);
        if (is_known) {
            complete_from_image(*list, known->second);
        }
    } else if (is_known) {
        list = known->second;
    }
    if (list) {
        complete_from_name(*list, name);
    }
    return list;
}

Declared find_declaration(const Functions& cuda, CUfunction function, const std::string& name,
                          const ParameterLists& of_image, const KernelRecords& records) {
    Declared declared{find_parameters(cuda, function, name, of_image), {}, {}, false, false};
    const auto record = records.find(name);
    if (record != records.end() && !declared.parameters) {
        declared.takes_offset = record->second.takes_offset;  // the driver reads it, whatever else is known
    }
    if (record == records.end() || !declared.parameters ||
        !complete_from_record(*declared.parameters, record->second)) {
        return declared;
    }
    declared.is_opencl = true;
    declared.takes_offset = record->second.takes_offset;
    declared.block = record->second.block;
    for (const quovis::plugins::RecordedParameter& recorded : record->second.parameters) {
        declared.locals.push_back(recorded.kind == QUOVIS_RT_PARAMETER_LOCAL ? recorded.alignment : 0);
    }
    const auto& locals = declared.locals;
    if (std::all_of(locals.begin(), locals.end(), [](std::uint32_t alignment) { return alignment == 0; })) {
        declared.locals.clear();
    }
    return declared;
}

int ask_attribute(const Functions& cuda, CUfunction function, CUfunction_attribute what) {
    int value = 0;
    return cuda.cuFuncGetAttribute(&value, what, function) == CUDA_SUCCESS ? value : 0;
}

std::size_t beyond(std::size_t limit, std::size_t taken) {
    return limit > taken ? limit - taken : 0;
}

}  // namespace

// The device's context must be current.
quovis_rt_kernel::quovis_rt_kernel(quovis_rt_device& of_device, CUfunction function, std::string with_name,
                                   const ParameterLists& of_image, const KernelRecords& records)
    : device(of_device),
      handle(function),
      static_shared_(
          static_cast<std::size_t>(ask_attribute(of_device.cuda, function, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES))),
      allowed_dynamic_(beyond(of_device.facts.shared_memory_per_block, static_shared_)),
      declared(find_declaration(of_device.cuda, function, with_name, of_image, records)),
      has_parameters(declared.parameters.has_value()),
      takes_locals(declared.is_opencl),
      takes_offset(declared.takes_offset),
      parameters(declared.parameters ? as_told(*declared.parameters) : std::vector<quovis_rt_parameter>()),
      name(std::move(with_name)) {}

int quovis_rt_kernel::attribute(CUfunction_attribute what) const {
    return ask_attribute(device.cuda, handle, what);
}

std::size_t quovis_rt_kernel::max_dynamic_memory() const {
    return beyond(device.facts.shared_memory_opt_in, static_shared_);
}

void quovis_rt_kernel::ask_for_dynamic_memory(std::size_t bytes) {
    if (bytes > max_dynamic_memory()) {
        throw PluginError(
            QUOVIS_PLUGIN_INVALID_LAUNCH,
            fmt::format(
                "{} bytes of dynamic shared memory were asked for; `{}` can have {} on {} (which has {} for each "
                "block, less {} that the kernel takes itself)",
                bytes, name, max_dynamic_memory(), naming(device), device.facts.shared_memory_opt_in, static_shared_));
    }
    const std::lock_guard lock(mutex_);
    if (bytes > allowed_dynamic_.load(std::memory_order_relaxed)) {
        const quovis::cuda::Current current(device);
        check_with(device.cuda,
                   device.cuda.cuFuncSetAttribute(handle, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                                                  static_cast<int>(bytes)),
                   [&] {
                       return fmt::format("letting `{}` have {} bytes of dynamic shared memory (cuFuncSetAttribute)",
                                          name, bytes);
                   });
        allowed_dynamic_.store(bytes, std::memory_order_release);
    }
}

void quovis_rt_kernel::allow_large_clusters() {
#if QUOVIS_CUDA_HAS_LAUNCH_EX
    check_with(
        device.cuda, device.cuda.cuFuncSetAttribute(handle, CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED, 1),
        [&] { return fmt::format("letting `{}` have clusters of more than 8 blocks (cuFuncSetAttribute)", name); });
#endif
}

namespace quovis::cuda {

quovis_plugin_status kernel_info(quovis_rt_kernel* kernel, quovis_rt_kernel_info* info, quovis_plugin_error* error) {
    return plugins::guard(error, QUOVIS_PLUGIN_PHASE_KERNEL, [&] {
        const Current current(kernel->device);
        const auto number = [&](CUfunction_attribute what) {
            return static_cast<std::uint32_t>(kernel->attribute(what));
        };
        auto filled = plugins::sized<quovis_rt_kernel_info>();
        filled.name = plugins::text(kernel->name);
        filled.has_parameters = kernel->has_parameters ? 1 : 0;
        filled.parameters = kernel->parameters.data();
        filled.parameter_count = kernel->parameters.size();
        filled.registers = number(CU_FUNC_ATTRIBUTE_NUM_REGS);
        filled.max_threads_per_block = number(CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
        filled.preferred_multiple = kernel->device.facts.warp_size;
        filled.static_shared_memory = kernel->static_shared_memory();
        filled.local_memory = number(CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES);
        filled.constant_memory = number(CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES);
        std::copy(kernel->declared.block.begin(), kernel->declared.block.end(), filled.required_block);
        // Of OpenCL C it stays 0: such memory is given as arguments, not with the launch.
        filled.max_dynamic_shared_memory = kernel->takes_locals ? 0 : kernel->max_dynamic_memory();
        plugins::give(info, filled);
    });
}

}  // namespace quovis::cuda
