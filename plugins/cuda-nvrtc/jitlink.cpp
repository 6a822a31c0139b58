// Finds nvJitLink where NVRTC was found: the two must be of one major release.
#include "plugins/cuda-nvrtc/jitlink.hpp"

#include <fmt/format.h>

#include <array>

#include "plugins/common/error.hpp"

namespace quovis::nvrtc {
namespace {

plugins::Library open_library(const plugins::Library& nvrtc, int major, std::string& tried, plugins::Origin& origin) {
    plugins::LibrarySearch search("nvJitLink", {fmt::format("libnvJitLink.so.{}", major)});
    search.in(nvrtc.folder(), "beside NVRTC");
    search.in(nvrtc.folder() + "/../../nvjitlink/lib", "the Python package nvidia-nvjitlink beside NVRTC's");
    search.by_linker();
    plugins::Library library = search.try_open();
    tried = search.tried();
    origin.add(search.looked_at());
    return library;
}

// "13.0", asked from a function that has been there since 12.3.
std::string version_of(const plugins::Library& library) {
    JitLinkResult (*ask)(unsigned* major, unsigned* minor) = nullptr;
    unsigned major = 0;
    unsigned minor = 0;
    if (!library.find(ask, "nvJitLinkVersion") || ask(&major, &minor) != JitLinkResult::success) {
        return {};
    }
    return fmt::format("{}.{}", major, minor);
}

}  // namespace

JitLink JitLink::open(const plugins::Library& nvrtc, int major, plugins::Origin& origin) {
    JitLink found;
    found.library = open_library(nvrtc, major, found.tried, origin);
    if (!found.library) {
        return found;
    }
    try {
        found.take_functions();
        found.version = version_of(found.library);
    } catch (const plugins::PluginError& error) {
        found.library = {};
        found.tried = error.message;
    }
    return found;
}

void JitLink::take_functions() {
    library.need(create, "nvJitLinkCreate");
    library.need(destroy, "nvJitLinkDestroy");
    library.need(add_data, "nvJitLinkAddData");
    library.need(complete, "nvJitLinkComplete");
    library.need(cubin_size, "nvJitLinkGetLinkedCubinSize");
    library.need(cubin, "nvJitLinkGetLinkedCubin");
    library.need(ptx_size, "nvJitLinkGetLinkedPtxSize");
    library.need(ptx, "nvJitLinkGetLinkedPtx");
    library.need(error_log_size, "nvJitLinkGetErrorLogSize");
    library.need(error_log, "nvJitLinkGetErrorLog");
    library.need(info_log_size, "nvJitLinkGetInfoLogSize");
    library.need(info_log, "nvJitLinkGetInfoLog");
}

std::string name_of(JitLinkResult result) {
    constexpr std::array<const char*, 19> names{"SUCCESS",
                                                "UNRECOGNIZED_OPTION",
                                                "MISSING_ARCH",
                                                "INVALID_INPUT",
                                                "PTX_COMPILE",
                                                "NVVM_COMPILE",
                                                "INTERNAL",
                                                "THREADPOOL",
                                                "UNRECOGNIZED_INPUT",
                                                "FINALIZE",
                                                "NULL_INPUT",
                                                "INCOMPATIBLE_OPTIONS",
                                                "INCORRECT_INPUT_TYPE",
                                                "ARCH_MISMATCH",
                                                "OUTDATED_LIBRARY",
                                                "MISSING_FATBIN",
                                                "UNRECOGNIZED_ARCH",
                                                "UNSUPPORTED_ARCH",
                                                "LTO_NOT_ENABLED"};
    const auto number = static_cast<std::size_t>(result);
    return number < names.size() ? fmt::format("NVJITLINK_ERROR_{}", names[number])
                                 : fmt::format("nvJitLinkResult {}", static_cast<int>(result));
}

}  // namespace quovis::nvrtc
