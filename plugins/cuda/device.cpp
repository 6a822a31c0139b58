// Devices: their context, and the entries of the runtime table that speak of a device as a whole.
#include "plugins/cuda/device.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "plugins/common/error.hpp"
#include "plugins/common/host.hpp"
#include "plugins/common/text.hpp"
#include "plugins/cuda/image.hpp"
#include "plugins/cuda/runtime.hpp"
#include "plugins/cuda/stream.hpp"

using namespace quovis::cuda;
using quovis::plugins::PluginError;

quovis_rt_device::quovis_rt_device(const Functions& functions, CUdevice device)
    : cuda(functions),
      id(device),
      facts(ask_facts(functions, device)),
      capabilities(ask_capabilities(functions, device, facts)) {}

quovis_rt_device::~quovis_rt_device() {
    // Both fail when the process is ending and the driver has gone first; nothing is lost then.
    if (ownership_ == Ownership::primary) {
        cuda.cuDevicePrimaryCtxRelease(id);
    } else if (ownership_ == Ownership::foreign_owned) {
        cuda.cuCtxDestroy(context_.load());
    }
}

CUcontext quovis_rt_device::retain_primary() {
    const std::lock_guard lock(mutex_);
    CUcontext made = context_.load(std::memory_order_relaxed);
    if (made == nullptr) {
        check_with(cuda, cuda.cuDevicePrimaryCtxRetain(&made, id), [&] {
            return fmt::format("retaining the primary context of {} (cuDevicePrimaryCtxRetain)", naming(*this));
        });
        ownership_ = Ownership::primary;
        context_.store(made, std::memory_order_release);
    }
    return made;
}

void quovis_rt_device::use_context(CUcontext foreign, bool owned) {
    CUdevice of = 0;
    {
        const Current current(cuda, foreign);
        check(cuda, cuda.cuCtxGetDevice(&of), "asking the wrapped context for its device (cuCtxGetDevice)");
    }
    if (of != id) {
        throw PluginError(QUOVIS_PLUGIN_INVALID_ARGUMENT,
                          fmt::format("the wrapped context is one of CUDA device {}, not of {}", of, naming(*this)));
    }
    const std::lock_guard lock(mutex_);
    if (context_.load(std::memory_order_relaxed) != nullptr) {
        throw PluginError(QUOVIS_PLUGIN_INVALID_ARGUMENT,
                          fmt::format("{} has a context already; a context must be wrapped before anything else is "
                                      "made on the device",
                                      naming(*this)));
    }
    ownership_ = owned ? Ownership::foreign_owned : Ownership::none;
    context_.store(foreign, std::memory_order_release);
}

void quovis_rt_device::reach(quovis_rt_device& other) {
    const CUcontext own = context();
    const CUcontext theirs = other.context();
    const std::lock_guard lock(mutex_);
    if (std::find(reached_.begin(), reached_.end(), other.id) != reached_.end()) {
        return;
    }
    reached_.push_back(other.id);
    int possible = 0;
    if (cuda.cuDeviceCanAccessPeer(&possible, id, other.id) == CUDA_SUCCESS && possible != 0) {
        const Current current(cuda, own);
        const CUresult result = cuda.cuCtxEnablePeerAccess(theirs, 0);
        if (result != CUDA_SUCCESS && result != CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED) {
            quovis::plugins::log(QUOVIS_PLUGIN_LOG_WARNING,
                                 fmt::format("copies from {} to {} go through the host: {}", naming(other),
                                             naming(*this), error_name(cuda, result)));
        }
    }
}

void quovis_rt_device::wait_for_users() const {
    streams.wait([this] { cuda.cuCtxSynchronize(); },
                 [this](const quovis_rt_stream& stream) {
                     CUstreamCaptureStatus status = CU_STREAM_CAPTURE_STATUS_NONE;
                     const bool told = cuda.cuStreamIsCapturing != nullptr &&
                                       cuda.cuStreamIsCapturing(stream.handle, &status) == CUDA_SUCCESS;
                     if (told && status == CU_STREAM_CAPTURE_STATUS_NONE) {
                         cuda.cuStreamSynchronize(stream.handle);
                     }
                 });
}

namespace quovis::cuda {

std::string naming(const Device& device) {
    return fmt::format("{} (cuda device {})", device.facts.name, device.id);
}

quovis_plugin_status devices(quovis_plugin_instance* instance, quovis_rt_device* const** list, std::size_t* count,
                             quovis_plugin_error* error) {
    return plugins::guard(error, QUOVIS_PLUGIN_PHASE_DEVICES, [&] {
        const auto& all = runtime_of(*instance).devices();
        *list = all.data();
        *count = all.size();
    });
}

quovis_plugin_status device_info(quovis_rt_device* device, quovis_rt_device_info* info, quovis_plugin_error* error) {
    return plugins::guard(error, QUOVIS_PLUGIN_PHASE_DEVICES, [&] {
        const Facts& facts = device->facts;
        auto filled = plugins::sized<quovis_rt_device_info>();
        filled.name = plugins::text(facts.name);
        filled.vendor = plugins::text("NVIDIA");
        filled.driver = plugins::text(facts.driver);
        filled.target = plugins::text(facts.target);
        filled.type = QUOVIS_RT_DEVICE_GPU;
        filled.has_uuid = facts.has_uuid ? 1 : 0;
        filled.has_pci = 1;
        std::copy(facts.uuid.begin(), facts.uuid.end(), filled.uuid);
        filled.pci_domain = facts.pci_domain;
        filled.pci_bus = facts.pci_bus;
        filled.pci_device = facts.pci_device;
        filled.memory_bytes = facts.memory_bytes;
        std::copy(facts.max_block.begin(), facts.max_block.end(), filled.max_block);
        filled.max_threads_per_block = facts.max_threads_per_block;
        std::copy(facts.max_grid.begin(), facts.max_grid.end(), filled.max_grid);
        filled.shared_memory_per_block = facts.shared_memory_per_block;
        filled.shared_memory_opt_in = facts.shared_memory_opt_in;
        filled.warp_size = facts.warp_size;
        filled.multiprocessors = facts.multiprocessors;
        filled.buffer_offset_alignment = 1;
        plugins::give(info, filled);
    });
}

quovis_plugin_status capabilities(quovis_rt_device* device, const quovis_rt_capability** list, std::size_t* count,
                                  quovis_plugin_error* error) {
    return plugins::guard(error, QUOVIS_PLUGIN_PHASE_DEVICES, [&] {
        *list = device->capabilities.data();
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
        const Current current(*device);
        std::size_t available = 0;
        std::size_t total = 0;
        check(device->cuda, device->cuda.cuMemGetInfo(&available, &total), "asking for the free memory (cuMemGetInfo)");
        *free_bytes = available;
        *total_bytes = total;
    });
}

quovis_plugin_status device_synchronize(quovis_rt_device* device, quovis_plugin_error* error) {
    return plugins::guard(error, QUOVIS_PLUGIN_PHASE_STREAM, [&] {
        if (!device->has_context()) {
            return;  // nothing has been given to it
        }
        const Current current(*device);
        device->streams.wait(
            [&] {
                check_with(device->cuda, device->cuda.cuCtxSynchronize(), [&] {
                    return fmt::format("waiting for the work of {} (cuCtxSynchronize)", naming(*device));
                });
            },
            [&](const Stream&) {
                throw PluginError(QUOVIS_PLUGIN_INVALID_ARGUMENT,
                                  fmt::format("a stream of {} is being recorded: to wait for the whole device would "
                                              "spoil the recording",
                                              naming(*device)),
                                  "Wait for the streams that are not recorded, one by one.");
            });
    });
}

quovis_plugin_status peer_access(quovis_rt_device* device, quovis_rt_device* other, std::int32_t* possible,
                                 quovis_plugin_error* error) {
    return plugins::guard(error, QUOVIS_PLUGIN_PHASE_DEVICES, [&] {
        int answer = 1;
        if (device->id != other->id) {
            check_with(device->cuda, device->cuda.cuDeviceCanAccessPeer(&answer, device->id, other->id), [&] {
                return fmt::format("asking whether {} reaches {} (cuDeviceCanAccessPeer)", naming(*device),
                                   naming(*other));
            });
        }
        *possible = answer != 0 ? 1 : 0;
    });
}

}  // namespace quovis::cuda
