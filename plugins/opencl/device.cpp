// Devices: their context and streams, and the entries of the runtime table that speak of a device as a whole.
#include "plugins/opencl/device.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "plugins/common/error.hpp"
#include "plugins/common/host.hpp"
#include "plugins/common/host_state.hpp"
#include "plugins/common/text.hpp"
#include "plugins/opencl/errors.hpp"
#include "plugins/opencl/instance.hpp"

using namespace quovis::opencl;
using quovis::plugins::PluginError;

namespace {

// What a driver has to say about a context, from a thread of its own.
void CL_CALLBACK on_context_error(const char* message, const void*, std::size_t, void*) {
    quovis::plugins::log(QUOVIS_PLUGIN_LOG_ERROR, fmt::format("opencl: {}", message == nullptr ? "" : message));
}

}  // namespace

quovis_rt_device::quovis_rt_device(const Functions& functions, cl_platform_id of_platform, cl_device_id device)
    : cl(functions),
      platform(of_platform),
      id(device),
      facts(ask_facts(functions, of_platform, device)),
      capabilities(ask_capabilities(functions, device, facts)) {}

// Work of streams that were released may still run. A process that ended now would take away what it runs in: PoCL
// compiles a kernel on a thread of its own when it is first run.
quovis_rt_device::~quovis_rt_device() {
    quovis::plugins::contain("opencl: waiting for the last work", [this] { finish_all(); });
}

cl_context quovis_rt_device::context() {
    const std::lock_guard lock(mutex_);
    return context_locked();
}

cl_context quovis_rt_device::context_locked() {
    if (!context_) {
        const cl_context_properties properties[] = {CL_CONTEXT_PLATFORM,
                                                    reinterpret_cast<cl_context_properties>(platform), 0};
        cl_int error = CL_SUCCESS;
        const cl_context made = cl.clCreateContext(properties, 1, &id, on_context_error, nullptr, &error);
        check(error, fmt::format("creating a context on {}", naming(*this)));
        context_ = {made, cl.clReleaseContext};
    }
    return context_.get();
}

cl_context quovis_rt_device::context_if_any() {
    const std::lock_guard lock(mutex_);
    return context_.get();
}

void quovis_rt_device::use_context(Held<cl_context> of_host) {
    const std::lock_guard lock(mutex_);
    if (context_.get() == of_host.get()) {
        return;
    }
    if (context_) {
        throw PluginError(
            QUOVIS_PLUGIN_INVALID_ARGUMENT,
            fmt::format("{} has a context already; a context must be wrapped before anything else is made "
                        "on the device, and before anything is compiled for it",
                        naming(*this)));
    }
    context_ = std::move(of_host);
}

cl_command_queue quovis_rt_device::own_queue() {
    const std::lock_guard lock(mutex_);
    if (!own_queue_) {
        cl_int error = CL_SUCCESS;
        const cl_command_queue made = cl.clCreateCommandQueue(context_locked(), id, 0, &error);
        check(error, fmt::format("creating a command queue on {}", naming(*this)));
        own_queue_ = {made, cl.clReleaseCommandQueue};
    }
    return own_queue_.get();
}

void quovis_rt_device::enlist(cl_command_queue queue, std::shared_ptr<Progress> progress) {
    const std::lock_guard lock(mutex_);
    streams_.push_back({queue, std::move(progress)});
}

void quovis_rt_device::replace(cl_command_queue former, cl_command_queue by) {
    const std::lock_guard lock(mutex_);
    for (Enlisted& stream : streams_) {
        if (stream.queue == former) {
            stream.queue = by;
        }
    }
}

void quovis_rt_device::delist(cl_command_queue queue) {
    const std::lock_guard lock(mutex_);
    const auto found =
        std::find_if(streams_.begin(), streams_.end(), [&](const Enlisted& stream) { return stream.queue == queue; });
    if (found == streams_.end()) {
        return;
    }
    streams_.erase(found);
    forget_passed_marks();
    left_behind_.push_back(mark(queue));
}

Held<cl_event> quovis_rt_device::mark(cl_command_queue queue) const {
    cl_event made = nullptr;
    check(cl.clEnqueueMarkerWithWaitList(queue, 0, nullptr, &made), "clEnqueueMarkerWithWaitList");
    Held<cl_event> end(made, cl.clReleaseEvent);
    check(cl.clFlush(queue), "clFlush");
    return end;
}

void quovis_rt_device::forget_passed_marks() {
    const auto passed = [this](const Held<cl_event>& end) {
        cl_int status = CL_COMPLETE;
        cl.clGetEventInfo(end.get(), CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status, nullptr);
        if (status < 0) {
            quovis::plugins::log(
                QUOVIS_PLUGIN_LOG_ERROR,
                fmt::format("opencl: work of a released stream of {} failed: {}", naming(*this), error_name(status)));
        }
        return status <= CL_COMPLETE;
    };
    left_behind_.erase(std::remove_if(left_behind_.begin(), left_behind_.end(), passed), left_behind_.end());
}

void quovis_rt_device::finish_all() {
    struct Waiting {
        Held<cl_command_queue> queue;
        std::shared_ptr<Progress> progress;
    };
    std::vector<Waiting> all;
    std::vector<Held<cl_event>> released;
    {
        const std::lock_guard lock(mutex_);
        for (const Enlisted& stream : streams_) {
            check(cl.clRetainCommandQueue(stream.queue), "clRetainCommandQueue");
            all.push_back({Held<cl_command_queue>(stream.queue, cl.clReleaseCommandQueue), stream.progress});
        }
        if (own_queue_) {
            check(cl.clRetainCommandQueue(own_queue_.get()), "clRetainCommandQueue");
            all.push_back(
                {Held<cl_command_queue>(own_queue_.get(), cl.clReleaseCommandQueue), std::make_shared<Progress>()});
        }
        released = left_behind_marks();
    }
    for (const Waiting& waiting : all) {
        finish(*this, waiting.queue.get(), *waiting.progress);
    }
    if (!released.empty()) {
        const std::vector<cl_event> waited = raw(released);
        check(cl.clWaitForEvents(static_cast<cl_uint>(waited.size()), waited.data()),
              fmt::format("waiting for the work of released streams of {}", naming(*this)));
    }
}

std::vector<Held<cl_event>> quovis_rt_device::left_behind_marks() {
    forget_passed_marks();
    std::vector<Held<cl_event>> marks;
    for (const Held<cl_event>& end : left_behind_) {
        check(cl.clRetainEvent(end.get()), "clRetainEvent");
        marks.emplace_back(end.get(), cl.clReleaseEvent);
    }
    return marks;
}

std::vector<Held<cl_event>> quovis_rt_device::marks_of_all() {
    const std::lock_guard lock(mutex_);
    std::vector<Held<cl_event>> marks = left_behind_marks();
    for (const Enlisted& stream : streams_) {
        marks.push_back(mark(stream.queue));
    }
    return marks;
}

namespace quovis::opencl {
namespace {

int type_of(const Facts& facts) {
    if ((facts.type & CL_DEVICE_TYPE_GPU) != 0) {
        return QUOVIS_RT_DEVICE_GPU;
    }
    if ((facts.type & CL_DEVICE_TYPE_CPU) != 0) {
        return QUOVIS_RT_DEVICE_CPU;
    }
    return (facts.type & CL_DEVICE_TYPE_ACCELERATOR) != 0 ? QUOVIS_RT_DEVICE_ACCELERATOR : QUOVIS_RT_DEVICE_OTHER;
}

quovis_rt_device_info describe(const Device& device) {
    const Facts& facts = device.facts;
    auto info = plugins::sized<quovis_rt_device_info>();
    info.name = plugins::text(facts.name);
    info.vendor = plugins::text(facts.vendor);
    info.platform = plugins::text(facts.platform);
    info.driver = plugins::text(facts.driver);
    info.target = plugins::text(facts.target);
    info.type = type_of(facts);
    info.has_uuid = facts.has_uuid ? 1 : 0;
    std::copy(facts.uuid.begin(), facts.uuid.end(), info.uuid);
    info.has_pci = facts.has_pci ? 1 : 0;
    info.pci_domain = facts.pci.domain;
    info.pci_bus = facts.pci.bus;
    info.pci_device = facts.pci.device;
    info.pci_function = facts.pci.function;
    info.memory_bytes = facts.memory_bytes;
    std::copy(facts.max_block.begin(), facts.max_block.end(), info.max_block);
    info.max_threads_per_block = facts.max_threads_per_block;
    // max_grid stays 0: OpenCL has no limit below that of the global size, which is a size_t.
    info.shared_memory_per_block = facts.local_memory;
    info.shared_memory_opt_in = facts.local_memory;
    info.warp_size = facts.warp_size;
    info.multiprocessors = facts.compute_units;
    info.buffer_offset_alignment = facts.base_alignment;
    return info;
}

}  // namespace

std::string naming(const Device& device) {
    return fmt::format("{} ({})", device.facts.name, device.facts.platform);
}

std::uint64_t free_memory(const Device& device) {
    constexpr cl_device_info amd_free_memory = 0x4039;  // in KiB; cl_amd_device_attribute_query
    return device.facts.has_extension("cl_amd_device_attribute_query")
               ? std::uint64_t{device_value<std::size_t>(device.cl, device.id, amd_free_memory)} * 1024
               : 0;
}

std::string memory_words(const Device& device) {
    const std::uint64_t free = free_memory(device);
    return fmt::format("the device has {} bytes, at most {} in one piece; {}", device.facts.memory_bytes,
                       device.facts.max_allocation,
                       free == 0 ? "OpenCL does not tell how many are free" : fmt::format("{} are free", free));
}

void explain_missing_memory(PluginError& failure, const Device& device, std::size_t buffer_bytes) {
    if (failure.status == QUOVIS_PLUGIN_OUT_OF_DEVICE_MEMORY) {
        failure.message += fmt::format("; its buffers have {} bytes, which a driver may allocate only now; {}",
                                       buffer_bytes, memory_words(device));
        if (failure.hint.empty()) {
            failure.hint = "Release buffers that are not needed, or work on smaller pieces.";
        }
    }
}

void finish(const Device& device, cl_command_queue queue, Progress& progress) {
    progress.begin_wait();
    const cl_int error = device.cl.clFinish(queue);
    progress.end_wait(error == CL_SUCCESS);
    if (error != CL_SUCCESS) {
        throw vendor_error(error, fmt::format("waiting for the work of {}", naming(device)));
    }
}

void require_loadable(const Device& device, const quovis_rt_image& image) {
    const std::string_view format = plugins::view(image.format);
    const std::string_view target = plugins::view(image.target);
    if (format == "opencl-binary") {
        if (!target.empty() && target != device.facts.target) {
            throw PluginError(QUOVIS_PLUGIN_IMAGE_REJECTED,
                              fmt::format("the image was made for '{}'; {} has the target '{}'", target, naming(device),
                                          device.facts.target),
                              "An OpenCL binary fits one device and driver version: compile it again on this machine.");
        }
    } else if (format == "spirv") {
        if (device.facts.il_version.empty() || device.cl.clCreateProgramWithIL == nullptr) {
            throw PluginError(QUOVIS_PLUGIN_IMAGE_REJECTED,
                              fmt::format("{} takes no SPIR-V (CL_DEVICE_IL_VERSION is empty)", naming(device)));
        }
    } else {
        throw PluginError(QUOVIS_PLUGIN_IMAGE_REJECTED,
                          fmt::format("OpenCL loads 'opencl-binary' and 'spirv', not '{}'", format));
    }
}

quovis_plugin_status devices(quovis_plugin_instance* instance, quovis_rt_device* const** devices, std::size_t* count,
                             quovis_plugin_error* error) {
    return plugins::guard_host(error, QUOVIS_PLUGIN_PHASE_DEVICES, [&] {
        const std::vector<quovis_rt_device*>& all = instance->devices();
        *devices = all.data();
        *count = all.size();
    });
}

quovis_plugin_status device_info(quovis_rt_device* device, quovis_rt_device_info* info, quovis_plugin_error* error) {
    return plugins::guard(error, QUOVIS_PLUGIN_PHASE_DEVICES, [&] { plugins::give(info, describe(*device)); });
}

quovis_plugin_status capabilities(quovis_rt_device* device, const quovis_rt_capability** capabilities,
                                  std::size_t* count, quovis_plugin_error* error) {
    return plugins::guard(error, QUOVIS_PLUGIN_PHASE_DEVICES, [&] {
        *capabilities = device->capabilities.data();
        *count = device->capabilities.size();
    });
}

quovis_plugin_status accepts(quovis_rt_device* device, const quovis_rt_image* image, quovis_plugin_error* error) {
    return plugins::guard(error, QUOVIS_PLUGIN_PHASE_LOAD,
                          [&] { require_loadable(*device, plugins::received(image)); });
}

quovis_plugin_status memory(quovis_rt_device* device, std::uint64_t* free_bytes, std::uint64_t* total_bytes,
                            quovis_plugin_error* error) {
    return plugins::guard(error, QUOVIS_PLUGIN_PHASE_MEMORY, [&] {
        *free_bytes = free_memory(*device);
        *total_bytes = device->facts.memory_bytes;
    });
}

quovis_plugin_status device_synchronize(quovis_rt_device* device, quovis_plugin_error* error) {
    return plugins::guard(error, QUOVIS_PLUGIN_PHASE_STREAM, [&] { device->finish_all(); });
}

quovis_plugin_status peer_access(quovis_rt_device* one, quovis_rt_device* other, std::int32_t* possible,
                                 quovis_plugin_error* error) {
    // Each device has a context of its own, and OpenCL copies within one context only.
    return plugins::guard(error, QUOVIS_PLUGIN_PHASE_DEVICES, [&] { *possible = one == other ? 1 : 0; });
}

}  // namespace quovis::opencl
