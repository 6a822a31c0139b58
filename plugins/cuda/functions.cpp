// Finds the driver, starts it and looks its functions up, once for each instance.
#include "plugins/cuda/functions.hpp"

#include <fmt/format.h>

#include "plugins/common/error.hpp"
#include "plugins/common/host.hpp"
#include "plugins/cuda/errors.hpp"

namespace quovis::cuda {
namespace {

using plugins::PluginError;

constexpr int oldest_driver = 11030;  // the first with cuGetProcAddress

const char* const driver_hint =
    "Install the NVIDIA driver (nvidia-smi must work), or name its library in the plugin's setting `driver`. The "
    "compiler half works without it.";

plugins::Library open_driver(const plugins::Settings& settings) {
    plugins::LibrarySearch search("the CUDA driver", {"libcuda.so.1"});
    if (const auto chosen = settings.one("driver")) {
        search.only(*chosen);
    } else {
        search.by_linker();
        search.in("/usr/local/nvidia/lib64", "where containers have it");
        search.in("/usr/lib/wsl/lib", "where WSL has it");
    }
    return search.open(driver_hint);
}

// cuGetProcAddress in either of its forms; the driver has kept both since CUDA 12.0.
class Finder {
  public:
    explicit Finder(const plugins::Library& library) {
        if (!library.find(second_, "cuGetProcAddress_v2")) {
            library.need(first_, "cuGetProcAddress");
        }
    }

    template <class Function>
    bool find(Function& function, const char* name, int version) const {
        void* found = nullptr;
        const CUresult result =
            second_ != nullptr ? second_(name, &found, version, 0, nullptr) : first_(name, &found, version, 0);
        function = result == CUDA_SUCCESS ? reinterpret_cast<Function>(found) : nullptr;
        return function != nullptr;
    }

  private:
    CUresult(CUDAAPI* first_)(const char*, void**, int, cuuint64_t) = nullptr;
    CUresult(CUDAAPI* second_)(const char*, void**, int, cuuint64_t, void*) = nullptr;
};

[[noreturn]] void start_failed(const Functions& cuda, CUresult result) {
    if (result == CUDA_ERROR_STUB_LIBRARY) {
        throw PluginError(
            QUOVIS_PLUGIN_UNAVAILABLE, static_cast<std::int64_t>(result), "CUDA_ERROR_STUB_LIBRARY",
            fmt::format("{} is a stub library, not a driver: it serves for linking only", cuda.library.naming()),
            "Take the toolkit's `stubs` folder out of LD_LIBRARY_PATH (or out of the setting `driver`), and install "
            "the NVIDIA driver.");
    }
    std::string doing = fmt::format("starting the CUDA driver {} (cuInit)", cuda.library.naming());
    if (result == CUDA_ERROR_NO_DEVICE) {
        const auto visible = plugins::environment("CUDA_VISIBLE_DEVICES");
        throw vendor_error(cuda, QUOVIS_PLUGIN_NO_DEVICE, result, doing,
                           visible ? fmt::format("CUDA_VISIBLE_DEVICES is '{}', which may hide the devices.", *visible)
                                   : "nvidia-smi tells whether the machine has an NVIDIA GPU that works.");
    }
    quovis_plugin_status status = status_of(result);
    if (status < 200 || status >= 300) {
        status = QUOVIS_PLUGIN_UNAVAILABLE;  // a driver that does not start is a route that cannot
    }
    throw vendor_error(cuda, status, result, doing,
                       status == QUOVIS_PLUGIN_DRIVER_TOO_OLD
                           ? "Update the NVIDIA driver; after an update, restart the machine."
                           : "nvidia-smi tells what is wrong with the driver.");
}

int ask_version(const plugins::Library& library) {
    CUresult(CUDAAPI * get)(int*) = nullptr;
    library.need(get, "cuDriverGetVersion");
    int version = 0;
    if (get(&version) != CUDA_SUCCESS) {
        version = 0;
    }
    if (version != 0 && version < oldest_driver) {
        throw PluginError(QUOVIS_PLUGIN_DRIVER_TOO_OLD,
                          fmt::format("the driver {} is of CUDA {}; this plugin needs one of CUDA {} or newer",
                                      library.naming(), version_text(version), version_text(oldest_driver)),
                          "Update the NVIDIA driver.");
    }
    return version;
}

[[noreturn]] void lacks(const Functions& cuda, const char* name, int version) {
    throw PluginError(QUOVIS_PLUGIN_DRIVER_TOO_OLD,
                      fmt::format("the driver {}, which is of CUDA {}, has no function {} of CUDA {}",
                                  cuda.library.naming(), version_text(cuda.version), name, version_text(version)),
                      "Update the NVIDIA driver.");
}

}  // namespace

Functions Functions::open(const plugins::Settings& settings) {
    Functions found;
    found.library = open_driver(settings);
    // By dlsym: what tells a stub or an ancient driver apart must not need anything of a new one.
    CUresult(CUDAAPI * start)(unsigned int) = nullptr;
    found.library.need(start, "cuInit");
    found.library.find(found.cuGetErrorName, "cuGetErrorName");
    found.library.find(found.cuGetErrorString, "cuGetErrorString");
    if (const CUresult result = start(0); result != CUDA_SUCCESS) {
        start_failed(found, result);
    }
    found.version = ask_version(found.library);

    const Finder finder(found.library);
#define QUOVIS_CUDA_NEED(name, since)             \
    if (!finder.find(found.name, #name, since)) { \
        lacks(found, #name, since);               \
    }
    QUOVIS_CUDA_REQUIRED(QUOVIS_CUDA_NEED)
#undef QUOVIS_CUDA_NEED
#define QUOVIS_CUDA_TRY(name, since) finder.find(found.name, #name, since);
    QUOVIS_CUDA_OPTIONAL(QUOVIS_CUDA_TRY)
#undef QUOVIS_CUDA_TRY
    return found;
}

std::string version_text(int version) {
    return fmt::format("{}.{}", version / 1000, version % 1000 / 10);
}

}  // namespace quovis::cuda
