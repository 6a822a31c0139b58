// The named capabilities of a device. plugins/README.md says what each name means; the names are those of every
// runtime.
#include "plugins/common/capability_list.hpp"
#include "plugins/hip-hiprtc/attributes.hpp"
#include "plugins/hip-hiprtc/facts.hpp"
#include "plugins/hip-hiprtc/target.hpp"

namespace quovis::hip {
namespace {

using plugins::CapabilityList;

class Question {
  public:
    Question(const Functions& hip, DeviceId device) : hip_(hip), device_(device) {}

    const Functions& functions() const { return hip_; }
    bool yes(int what) const { return ask_attribute(hip_, device_, what) != 0; }
    std::uint64_t number(int what) const { return static_cast<std::uint64_t>(ask_attribute(hip_, device_, what)); }

  private:
    const Functions& hip_;
    DeviceId device_;
};

// What every AMD GPU since GCN has; of another library's devices nothing is claimed.
void add_arithmetic(CapabilityList& list, const Question& ask, const Facts& facts) {
    const bool is_amd = !facts.target.empty();
    list.boolean("fp64", is_amd);
    list.boolean("fp16", is_amd);
    list.boolean("int64_atomics", is_amd);
    list.boolean("denormals", is_amd);
    list.boolean("subgroups", is_amd);
    list.boolean("images", ask.yes(attribute::image_support));
    list.boolean("little_endian", true);
}

void add_memory(CapabilityList& list, const Question& ask, const Facts& facts) {
    list.boolean("managed_memory", facts.managed_memory);
    list.boolean("concurrent_managed_access", ask.yes(attribute::concurrent_managed_access));
    list.boolean("pageable_memory_access", ask.yes(attribute::pageable_memory_access));
    list.boolean("unified_addressing", ask.yes(attribute::unified_addressing));
    list.boolean("can_map_host_memory", ask.yes(attribute::can_map_host_memory));
    list.boolean("device_addresses", true);
    list.boolean("memory_pools", facts.memory_pools);
    list.boolean("integrated", ask.yes(attribute::integrated));
    list.boolean("ecc", ask.yes(attribute::ecc_enabled));
    list.integer("address_bits", 8 * sizeof(Address));
    list.integer("constant_memory_bytes", ask.number(attribute::total_constant_memory));
    list.integer("shared_memory_per_block_bytes", facts.shared_memory_per_block);
    list.integer("shared_memory_opt_in_bytes", facts.shared_memory_per_block);
    list.integer("shared_memory_per_multiprocessor_bytes", ask.number(attribute::max_shared_memory_per_multiprocessor));
    list.boolean("shared_memory_is_fast", true);
    list.integer("l2_cache_bytes", ask.number(attribute::l2_cache_size));
    list.integer("memory_clock_mhz", ask.number(attribute::memory_clock_rate) / 1000);
    list.integer("memory_bus_bits", ask.number(attribute::memory_bus_width));
}

void add_execution(CapabilityList& list, const Question& ask, const Facts& facts) {
    const Functions& hip = ask.functions();
    list.integer("multiprocessors", facts.multiprocessors);
    list.integer("max_threads_per_multiprocessor", ask.number(attribute::max_threads_per_multiprocessor));
    list.integer("registers_per_block", ask.number(attribute::max_registers_per_block));
    list.integer("registers_per_multiprocessor", ask.number(attribute::max_registers_per_multiprocessor));
    list.integer("max_clock_mhz", ask.number(attribute::clock_rate) / 1000);
    list.integer("copy_engines", ask.number(attribute::async_engine_count));
    list.boolean("cooperative_launch", facts.cooperative_launch);
    list.boolean("clusters", false);
    list.boolean("concurrent_kernels", ask.yes(attribute::concurrent_kernels));
    list.boolean("event_timing", hip.hipEventElapsedTime != nullptr);
    list.boolean("stream_priorities", hip.hipStreamCreateWithPriority != nullptr);
    list.boolean("graphs", hip.hipGraphInstantiate != nullptr && hip.hipStreamBeginCapture != nullptr);
    list.boolean("kernel_timeout", ask.yes(attribute::kernel_exec_timeout));
}

}  // namespace

std::vector<quovis_rt_capability> ask_capabilities(const Functions& hip, DeviceId device, const Facts& facts) {
    const Question ask(hip, device);
    CapabilityList list;
    add_arithmetic(list, ask, facts);
    add_memory(list, ask, facts);
    add_execution(list, ask, facts);
    list.text("vendor_name", facts.vendor.empty() ? "" : "Advanced Micro Devices, Inc.");
    return list.take();
}

}  // namespace quovis::hip
