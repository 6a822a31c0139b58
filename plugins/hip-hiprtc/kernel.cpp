// What is known of a kernel: from the image, and from HIP once it is loaded.
#include "plugins/common/text.hpp"
#include "plugins/hip-hiprtc/attributes.hpp"
#include "plugins/hip-hiprtc/module.hpp"

using namespace quovis::hip;

namespace {

int ask_function(const Functions& hip, FunctionHandle function, int what) {
    int value = 0;
    const bool told = hip.hipFuncGetAttribute != nullptr && function != nullptr &&
                      hip.hipFuncGetAttribute(&value, what, function) == error_success;
    return told && value > 0 ? value : 0;
}

// The smaller of two limits, where 0 means that one is not told.
std::uint32_t smaller(std::uint32_t one, std::uint32_t other) {
    return one == 0 ? other : other == 0 ? one : one < other ? one : other;
}

// The device must be current.
quovis_rt_kernel_info complete(const quovis_rt_device& device, FunctionHandle function, const KernelFacts* known) {
    const auto number = [&](int what) { return static_cast<std::uint32_t>(ask_function(device.hip, function, what)); };
    auto facts = known != nullptr ? known->info() : quovis::plugins::sized<quovis_rt_kernel_info>();
    if (known == nullptr) {
        facts.static_shared_memory = number(function_shared_bytes);
        facts.local_memory = number(function_local_bytes);
    }
    if (facts.registers == 0) {
        facts.registers = number(function_registers);
    }
    facts.constant_memory = number(function_constant_bytes);
    facts.max_threads_per_block =
        smaller(smaller(facts.max_threads_per_block, number(function_max_threads)), device.facts.max_threads_per_block);
    if (facts.preferred_multiple == 0) {
        facts.preferred_multiple = device.facts.warp_size;
    }
    const std::uint64_t all = device.facts.shared_memory_per_block;
    facts.max_dynamic_shared_memory = all > facts.static_shared_memory ? all - facts.static_shared_memory : 0;
    return facts;
}

}  // namespace

quovis_rt_kernel::quovis_rt_kernel(quovis_rt_device& of_device, FunctionHandle function, std::string with_name,
                                   const KernelFacts* known)
    : device(of_device),
      handle(function),
      name(std::move(with_name)),
      facts(complete(of_device, function, known)),
      takes_locals(known != nullptr && known->is_opencl),
      takes_offset(known != nullptr && known->takes_offset),
      locals(known != nullptr ? known->locals : quovis::plugins::LocalAlignments()) {}

int quovis_rt_kernel::attribute(int what) const {
    return ask_function(device.hip, handle, what);
}

std::size_t quovis_rt_kernel::max_dynamic_memory() const {
    return facts.max_dynamic_shared_memory;
}

namespace quovis::hip {

quovis_plugin_status kernel_info(quovis_rt_kernel* kernel, quovis_rt_kernel_info* info, quovis_plugin_error* error) {
    return plugins::guard(error, QUOVIS_PLUGIN_PHASE_KERNEL, [&] {
        auto filled = kernel->facts;
        filled.name = plugins::text(kernel->name);
        if (kernel->takes_locals) {
            filled.max_dynamic_shared_memory = 0;  // such memory is given as arguments, not with the launch
        }
        plugins::give(info, filled);
    });
}

}  // namespace quovis::hip
