// Finds the runtime's library, starts it and looks its functions up, once for each instance.
#include "plugins/hip-hiprtc/functions.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <utility>

#include "plugins/common/error.hpp"
#include "plugins/common/host.hpp"
#include "plugins/hip-hiprtc/errors.hpp"

namespace quovis::hip {
namespace {

using plugins::PluginError;

constexpr int oldest_version = 50000000;  // earlier ones number the device attributes in another way
constexpr const char* kernel_driver = "/dev/kfd";

// Why a machine with the library shows no device, as far as that can be seen from here.
std::string no_device_hint() {
    for (const char* variable : {"HIP_VISIBLE_DEVICES", "ROCR_VISIBLE_DEVICES", "CUDA_VISIBLE_DEVICES"}) {
        if (const auto visible = plugins::environment(variable)) {
            return fmt::format("{} is '{}', which may hide the devices.", variable, *visible);
        }
    }
    if (access(kernel_driver, F_OK) != 0) {
        return fmt::format("{} is missing: this machine has no AMD GPU, or its kernel driver amdgpu is not loaded.",
                           kernel_driver);
    }
    if (access(kernel_driver, R_OK | W_OK) != 0) {
        return fmt::format("This user may not open {}: add the user to the groups `render` and `video`.",
                           kernel_driver);
    }
    return "rocminfo tells whether the machine has an AMD GPU that works.";
}

// HIP 5.2 answers hipInit with hipErrorInvalidDevice where there is no device; the count tells it apart.
int count_devices(const Functions& hip) {
    const Result started = hip.hipInit(0);
    int count = 0;
    const Result counted = hip.hipGetDeviceCount(&count);
    if (started == error_success && counted == error_success && count > 0) {
        return count;
    }
    const Result told = counted != error_success ? counted : started;
    if (counted == error_no_device || (counted == error_success && count == 0) || access(kernel_driver, F_OK) != 0) {
        const Result result = told == error_success ? error_no_device : told;
        throw vendor_error(hip, QUOVIS_PLUGIN_NO_DEVICE, result,
                           fmt::format("looking for a device of {} (hipGetDeviceCount)", hip.library.naming()),
                           no_device_hint());
    }
    quovis_plugin_status status = status_of(told);
    if (status < 200 || status >= 300) {
        status = QUOVIS_PLUGIN_UNAVAILABLE;  // a runtime that does not start is a route that cannot
    }
    throw vendor_error(hip, status, told, fmt::format("starting HIP {} (hipInit)", hip.library.naming()),
                       no_device_hint());
}

int ask_version(const Functions& hip) {
    int version = 0;
    if (hip.hipRuntimeGetVersion == nullptr || hip.hipRuntimeGetVersion(&version) != error_success) {
        return 0;
    }
    if (version != 0 && version < oldest_version) {
        throw PluginError(QUOVIS_PLUGIN_DRIVER_TOO_OLD,
                          fmt::format("{} is HIP {}; this plugin needs HIP 5.0 or newer", hip.library.naming(),
                                      version_text(version)),
                          "Install ROCm 5 or newer.");
    }
    return version;
}

}  // namespace

const char* const runtime_hint =
    "Install ROCm's HIP runtime (Debian: libamdhip64-5), or name a library with HIP's API in the plugin's setting "
    "`library`.";

void search_rocm(plugins::LibrarySearch& search) {
    for (const char* variable : {"ROCM_PATH", "HIP_PATH"}) {
        if (const auto root = plugins::environment(variable); root && !root->empty()) {
            search.in(*root + "/lib", variable);
        }
    }
    search.by_linker();
    search.in("/opt/rocm/lib", "where ROCm's packages have it");
}

plugins::LibrarySearch runtime_library_search(const plugins::Settings& settings) {
    plugins::LibrarySearch search("the HIP runtime", {"libamdhip64.so.7", "libamdhip64.so.6", "libamdhip64.so.5"});
    if (const auto chosen = settings.one("library")) {
        search.only(*chosen);
    } else {
        search_rocm(search);
    }
    return search;
}

void Functions::find_all() {
    library.need(hipGetErrorName, "hipGetErrorName");
    library.need(hipGetErrorString, "hipGetErrorString");
#define QUOVIS_HIP_NEED(name, parameters) library.need(name, #name);
    QUOVIS_HIP_REQUIRED(QUOVIS_HIP_NEED)
#undef QUOVIS_HIP_NEED
#define QUOVIS_HIP_TRY(name, parameters) library.find(name, #name);
    QUOVIS_HIP_OPTIONAL(QUOVIS_HIP_TRY)
#undef QUOVIS_HIP_TRY
}

Functions Functions::start(plugins::Library library) {
    Functions found;
    found.library = std::move(library);
    found.find_all();
    found.version = ask_version(found);
    found.count = count_devices(found);
    return found;
}

std::string version_text(int version) {
    constexpr int major_step = 10000000;
    constexpr int minor_step = 100000;
    return version == 0
               ? "unknown"
               : fmt::format("{}.{}.{}", version / major_step, version % major_step / minor_step, version % minor_step);
}

}  // namespace quovis::hip
