// The named capabilities of a device. plugins/README.md says what each name means; the names are those of every
// runtime. Minimum compute capabilities: CUDA C++ Programming Guide, section "Compute Capabilities".
#include "plugins/common/capability_list.hpp"
#include "plugins/cuda/facts.hpp"

namespace quovis::cuda {
namespace {

using plugins::CapabilityList;

// Attributes that newer headers name.
constexpr auto cluster_launch = static_cast<CUdevice_attribute>(120);

// Clusters need a function that older drivers lack, and older headers do not declare.
bool has_launch_attributes([[maybe_unused]] const Functions& cuda) {
#if QUOVIS_CUDA_HAS_LAUNCH_EX
    return cuda.cuLaunchKernelEx != nullptr;
#else
    return false;
#endif
}

class Question {
  public:
    Question(const Functions& cuda, CUdevice device) : cuda_(cuda), device_(device) {}

    const Functions& functions() const { return cuda_; }
    bool yes(CUdevice_attribute what) const { return attribute(cuda_, device_, what) != 0; }
    std::uint64_t number(CUdevice_attribute what) const {
        return static_cast<std::uint64_t>(attribute(cuda_, device_, what));
    }

  private:
    const Functions& cuda_;
    CUdevice device_;
};

void add_arithmetic(CapabilityList& list, const Facts& facts) {
    list.text("compute_capability", facts.compute_capability);
    list.boolean("fp64", true);
    list.boolean("fp16", facts.major > 5 || (facts.major == 5 && facts.minor >= 3));
    list.boolean("bf16", facts.major >= 8);
    list.boolean("int64_atomics", true);
    list.boolean("denormals", true);
    list.boolean("subgroups", true);
    list.boolean("images", true);
    list.boolean("little_endian", true);
}

void add_memory(CapabilityList& list, const Question& ask, const Facts& facts) {
    list.boolean("managed_memory", facts.managed_memory);
    list.boolean("concurrent_managed_access", ask.yes(CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS));
    list.boolean("pageable_memory_access", ask.yes(CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS));
    list.boolean("unified_addressing", ask.yes(CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING));
    list.boolean("can_map_host_memory", ask.yes(CU_DEVICE_ATTRIBUTE_CAN_MAP_HOST_MEMORY));
    list.boolean("device_addresses", true);
    list.boolean("memory_pools", facts.memory_pools);
    list.boolean("integrated", ask.yes(CU_DEVICE_ATTRIBUTE_INTEGRATED));
    list.boolean("ecc", ask.yes(CU_DEVICE_ATTRIBUTE_ECC_ENABLED));
    list.integer("address_bits", 8 * sizeof(CUdeviceptr));
    list.integer("constant_memory_bytes", ask.number(CU_DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY));
    list.integer("shared_memory_per_block_bytes", facts.shared_memory_per_block);
    list.integer("shared_memory_opt_in_bytes", facts.shared_memory_opt_in);
    list.integer("shared_memory_per_multiprocessor_bytes",
                 ask.number(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR));
    list.boolean("shared_memory_is_fast", true);
    list.integer("l2_cache_bytes", ask.number(CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE));
    list.integer("memory_clock_mhz", ask.number(CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE) / 1000);
    list.integer("memory_bus_bits", ask.number(CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH));
}

void add_execution(CapabilityList& list, const Question& ask, const Facts& facts) {
    list.integer("multiprocessors", facts.multiprocessors);
    list.integer("max_threads_per_multiprocessor", ask.number(CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR));
    list.integer("registers_per_block", ask.number(CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK));
    list.integer("registers_per_multiprocessor", ask.number(CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR));
    list.integer("max_clock_mhz", ask.number(CU_DEVICE_ATTRIBUTE_CLOCK_RATE) / 1000);
    list.integer("copy_engines", ask.number(CU_DEVICE_ATTRIBUTE_ASYNC_ENGINE_COUNT));
    list.boolean("cooperative_launch", facts.cooperative_launch);
    list.boolean("clusters", ask.yes(cluster_launch) && has_launch_attributes(ask.functions()));
    list.boolean("concurrent_kernels", ask.yes(CU_DEVICE_ATTRIBUTE_CONCURRENT_KERNELS));
    list.boolean("event_timing", true);
    list.boolean("stream_priorities", ask.yes(CU_DEVICE_ATTRIBUTE_STREAM_PRIORITIES_SUPPORTED));
    list.boolean("graphs", ask.functions().cuGraphInstantiateWithFlags != nullptr);
    list.boolean("kernel_timeout", ask.yes(CU_DEVICE_ATTRIBUTE_KERNEL_EXEC_TIMEOUT));
    list.boolean("compute_preemption", ask.yes(CU_DEVICE_ATTRIBUTE_COMPUTE_PREEMPTION_SUPPORTED));
    list.boolean("tcc", ask.yes(CU_DEVICE_ATTRIBUTE_TCC_DRIVER));
}

}  // namespace

std::vector<quovis_rt_capability> ask_capabilities(const Functions& cuda, CUdevice device, const Facts& facts) {
    const Question ask(cuda, device);
    CapabilityList list;
    add_arithmetic(list, facts);
    add_memory(list, ask, facts);
    add_execution(list, ask, facts);
    list.text("vendor_name", "NVIDIA Corporation");
    list.text("driver_build", facts.driver_build);
    return list.take();
}

}  // namespace quovis::cuda
