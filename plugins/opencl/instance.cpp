// Lists platforms and devices. A platform or device that fails is logged and passed over; the others still serve.
#include "plugins/opencl/instance.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "plugins/common/host.hpp"
#include "plugins/common/text.hpp"
#include "plugins/opencl/driver_compiler.hpp"
#include "plugins/opencl/errors.hpp"

using namespace quovis::opencl;
using quovis::plugins::log;
using quovis::plugins::PluginError;

namespace {

constexpr int oldest_version = 102;

PluginError no_device(const Functions& cl, std::string_view found, cl_int error) {
    const bool told = error != CL_SUCCESS;
    return {QUOVIS_PLUGIN_NO_DEVICE, told ? error : 0, told ? std::string(error_name(error)) : std::string(),
            fmt::format("{} found {}; platforms are registered in {}", cl.library.naming(), found, icd_search()),
            "Install a driver that offers OpenCL: pocl-opencl-icd for the CPU, the GPU vendor's package for a GPU."};
}

}  // namespace

const Functions& quovis_plugin_instance::functions() {
    const std::lock_guard lock(mutex_);
    return functions_locked();
}

const Functions& quovis_plugin_instance::functions_locked() {
    if (!functions_) {
        functions_ = Functions::open(settings_);
        log(QUOVIS_PLUGIN_LOG_DEBUG, fmt::format("opencl: opened {}", functions_->library.naming()));
    }
    return *functions_;
}

const std::vector<quovis_rt_device*>& quovis_plugin_instance::devices() {
    const std::lock_guard lock(mutex_);
    if (devices_.empty()) {
        list();
    }
    return devices_;
}

bool quovis_plugin_instance::has_devices() {
    const std::lock_guard lock(mutex_);
    return !devices_.empty();
}

void quovis_plugin_instance::list() {
    const Functions& cl = functions_locked();
    cl_uint count = 0;
    const cl_int error = cl.clGetPlatformIDs(0, nullptr, &count);
    if (error == CL_PLATFORM_NOT_FOUND_KHR || (error == CL_SUCCESS && count == 0)) {
        throw no_device(cl, "no OpenCL platform", error);
    }
    check(error, "clGetPlatformIDs");
    std::vector<cl_platform_id> platforms(count);
    check(cl.clGetPlatformIDs(count, platforms.data(), nullptr), "clGetPlatformIDs");
    for (const cl_platform_id platform : platforms) {
        try {
            list_platform(platform);
        } catch (const PluginError& failure) {
            log(QUOVIS_PLUGIN_LOG_WARNING, fmt::format("opencl: a platform is passed over: {}", failure.message));
        }
    }
    if (owned_.empty()) {
        throw no_device(cl, fmt::format("{} OpenCL platform(s) without a usable device", count), CL_SUCCESS);
    }
    for (const auto& device : owned_) {
        devices_.push_back(device.get());
    }
}

void quovis_plugin_instance::list_platform(cl_platform_id platform) {
    const Functions& cl = *functions_;
    const std::string name = platform_text(cl, platform, CL_PLATFORM_NAME);
    cl_uint count = 0;
    const cl_int error = cl.clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, nullptr, &count);
    if (error == CL_DEVICE_NOT_FOUND || (error == CL_SUCCESS && count == 0)) {
        log(QUOVIS_PLUGIN_LOG_INFO, fmt::format("opencl: platform '{}' has no device", name));
        return;
    }
    check(error, fmt::format("listing the devices of platform '{}'", name));
    std::vector<cl_device_id> ids(count);
    check(cl.clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, count, ids.data(), nullptr),
          fmt::format("listing the devices of platform '{}'", name));
    for (const cl_device_id id : ids) {
        try {
            auto device = std::make_unique<quovis_rt_device>(cl, platform, id);
            if (device->facts.numeric_version < oldest_version) {
                log(QUOVIS_PLUGIN_LOG_WARNING, fmt::format("opencl: {} is passed over: it offers '{}', 1.2 is needed",
                                                           naming(*device), device->facts.version));
            } else if (device_value<cl_bool>(cl, id, CL_DEVICE_AVAILABLE) == CL_FALSE) {
                log(QUOVIS_PLUGIN_LOG_WARNING,
                    fmt::format("opencl: {} is passed over: it says that it is not available", naming(*device)));
            } else {
                owned_.push_back(std::move(device));
            }
        } catch (const PluginError& failure) {
            log(QUOVIS_PLUGIN_LOG_WARNING,
                fmt::format("opencl: a device of platform '{}' is passed over: {}", name, failure.message));
        }
    }
}

const std::vector<quovis_rt_device*>& quovis_plugin_instance::devices_to_compile_for() {
    try {
        return devices();
    } catch (PluginError& failure) {
        // A driver's compiler comes with its device: for the compiler role, what is missing is the compiler.
        if (failure.status == QUOVIS_PLUGIN_NO_DEVICE) {
            failure.status = QUOVIS_PLUGIN_UNAVAILABLE;
        }
        throw;
    }
}

const quovis_plugin_instance::Description& quovis_plugin_instance::description() {
    const std::vector<quovis_rt_device*>& all = devices_to_compile_for();
    const std::lock_guard lock(mutex_);
    if (description_) {
        return *description_;
    }
    Description made;
    std::vector<std::string> platforms;
    for (const quovis_rt_device* device : all) {
        if (!device->facts.has_compiler) {
            continue;
        }
        const Facts& facts = device->facts;
        platforms.push_back(compiler_identity(facts));
        if (std::find(made.targets.begin(), made.targets.end(), facts.target) == made.targets.end()) {
            made.targets.push_back(facts.target);
        }
    }
    if (made.targets.empty()) {
        throw PluginError(
            QUOVIS_PLUGIN_UNAVAILABLE,
            fmt::format("none of the {} OpenCL device(s) has a compiler (CL_DEVICE_COMPILER_AVAILABLE)", all.size()));
    }
    // Sorted, so that the order in which platforms are registered does not matter.
    std::sort(platforms.begin(), platforms.end());
    platforms.erase(std::unique(platforms.begin(), platforms.end()), platforms.end());
    made.identity = fmt::format("opencl plugin {}; {}", QUOVIS_PROJECT_VERSION, fmt::join(platforms, "; "));
    made.version = all.front()->facts.driver;
    description_ = std::move(made);
    for (const std::string& target : description_->targets) {
        description_->target_texts.push_back(quovis::plugins::text(target));
    }
    return *description_;
}

quovis_rt_device& quovis_plugin_instance::device_for(std::string_view target) {
    const Description& known = description();
    for (quovis_rt_device* device : devices()) {
        if (device->facts.has_compiler && (target.empty() || device->facts.target == target)) {
            return *device;
        }
    }
    throw PluginError(QUOVIS_PLUGIN_TARGET_UNKNOWN,
                      fmt::format("no OpenCL device of this machine has the target '{}'; there is: {}", target,
                                  fmt::join(known.targets, ", ")),
                      "OpenCL drivers compile for the devices that they drive only.");
}
