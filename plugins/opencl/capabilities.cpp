// The named capabilities of a device. plugins/README.md says what each name means; the names are those of every
// runtime.
#include "plugins/common/capability_list.hpp"
#include "plugins/opencl/device.hpp"

namespace quovis::opencl {
namespace {

// Numbers of later headers and of extensions.
constexpr cl_device_info device_max_num_sub_groups = 0x105C;   // OpenCL 2.1
constexpr cl_device_info nvidia_registers_per_block = 0x4002;  // cl_nv_device_attribute_query, so the next three
constexpr cl_device_info nvidia_kernel_timeout = 0x4005;
constexpr cl_device_info nvidia_integrated = 0x4006;
constexpr cl_device_info nvidia_copy_engines = 0x4007;

using plugins::CapabilityList;

void add_arithmetic(CapabilityList& list, const Functions& cl, cl_device_id id, const Facts& facts) {
    list.boolean("fp64", facts.has_extension("cl_khr_fp64") ||
                             device_value<cl_device_fp_config>(cl, id, CL_DEVICE_DOUBLE_FP_CONFIG) != 0);
    list.boolean("fp16", facts.has_extension("cl_khr_fp16"));
    list.boolean("int64_atomics", facts.has_extension("cl_khr_int64_base_atomics"));
    list.boolean("denormals",
                 (device_value<cl_device_fp_config>(cl, id, CL_DEVICE_SINGLE_FP_CONFIG) & CL_FP_DENORM) != 0);
    list.boolean("subgroups", facts.has_extension("cl_khr_subgroups") ||
                                  device_value<cl_uint>(cl, id, device_max_num_sub_groups) != 0);
    list.boolean("images", device_value<cl_bool>(cl, id, CL_DEVICE_IMAGE_SUPPORT) != CL_FALSE);
    list.boolean("little_endian", device_value<cl_bool>(cl, id, CL_DEVICE_ENDIAN_LITTLE) != CL_FALSE);
}

void add_memory(CapabilityList& list, const Functions& cl, cl_device_id id, const Facts& facts) {
    list.boolean("managed_memory", facts.has_fine_grained_memory() && cl.clSVMAlloc != nullptr);
    list.boolean("svm_coarse_grained", (facts.svm & CL_DEVICE_SVM_COARSE_GRAIN_BUFFER) != 0);
    list.boolean("pageable_memory_access", (facts.svm & CL_DEVICE_SVM_FINE_GRAIN_SYSTEM) != 0);
    list.boolean("integrated", facts.has_extension("cl_nv_device_attribute_query")
                                   ? device_value<cl_bool>(cl, id, nvidia_integrated) != CL_FALSE
                                   : device_value<cl_bool>(cl, id, CL_DEVICE_HOST_UNIFIED_MEMORY) != CL_FALSE);
    list.boolean("ecc", device_value<cl_bool>(cl, id, CL_DEVICE_ERROR_CORRECTION_SUPPORT) != CL_FALSE);
    list.boolean("device_addresses", facts.has_fine_grained_memory() && cl.clSVMAlloc != nullptr);
    list.integer("address_bits", facts.address_bits);
    list.integer("base_address_alignment", facts.base_alignment);
    list.integer("max_allocation_bytes", facts.max_allocation);
    list.integer("constant_memory_bytes", device_value<cl_ulong>(cl, id, CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE));
    list.integer("shared_memory_per_block_bytes", facts.local_memory);
    list.boolean("shared_memory_is_fast",
                 device_value<cl_device_local_mem_type>(cl, id, CL_DEVICE_LOCAL_MEM_TYPE) == CL_LOCAL);
    list.integer("cache_bytes", device_value<cl_ulong>(cl, id, CL_DEVICE_GLOBAL_MEM_CACHE_SIZE));
    list.integer("cache_line_bytes", device_value<cl_uint>(cl, id, CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE));
    list.integer("max_parameter_bytes", device_value<std::size_t>(cl, id, CL_DEVICE_MAX_PARAMETER_SIZE));
}

void add_execution(CapabilityList& list, const Functions& cl, cl_device_id id, const Facts& facts) {
    const auto queue = device_value<cl_command_queue_properties>(cl, id, CL_DEVICE_QUEUE_PROPERTIES);
    list.integer("multiprocessors", facts.compute_units);
    list.integer("max_clock_mhz", device_value<cl_uint>(cl, id, CL_DEVICE_MAX_CLOCK_FREQUENCY));
    list.boolean("out_of_order_queues", (queue & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) != 0);
    list.boolean("event_timing", (queue & CL_QUEUE_PROFILING_ENABLE) != 0);
    list.boolean("stream_priorities", facts.has_extension("cl_khr_priority_hints"));
    list.boolean("cooperative_launch", false);
    list.boolean("clusters", false);
    list.boolean("graphs", true);
    list.integer("timer_resolution_ns", device_value<std::size_t>(cl, id, CL_DEVICE_PROFILING_TIMER_RESOLUTION));
    list.boolean("compiler", facts.has_compiler);
    list.boolean("linker", facts.has_linker);
    list.boolean("spirv", !facts.il_version.empty() && cl.clCreateProgramWithIL != nullptr);
    if (facts.has_extension("cl_nv_device_attribute_query")) {
        list.text("compute_capability", facts.compute_capability);
        list.integer("registers_per_block", device_value<cl_uint>(cl, id, nvidia_registers_per_block));
        list.boolean("kernel_timeout", device_value<cl_bool>(cl, id, nvidia_kernel_timeout) != CL_FALSE);
        list.integer("copy_engines", device_value<cl_uint>(cl, id, nvidia_copy_engines));
    }
}

}  // namespace

std::vector<quovis_rt_capability> ask_capabilities(const Functions& cl, cl_device_id id, const Facts& facts) {
    CapabilityList list;
    add_arithmetic(list, cl, id, facts);
    add_memory(list, cl, id, facts);
    add_execution(list, cl, id, facts);
    list.text("vendor_name", facts.vendor_text);
    list.text("platform_version", facts.platform_version);
    list.text("opencl_version", facts.version);
    list.text("opencl_c_version", facts.c_version);
    list.text("il_version", facts.il_version);
    list.text("extensions", facts.extensions);
    return list.take();
}

}  // namespace quovis::opencl
