// nvJitLink's functions, taken from the library at run time (rule 8).
// The library: nvJitLink documentation of the CUDA Toolkit. It came with CUDA 12.0; of each major release the newest
// library links what any older compiler of that release made.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "plugins/common/cache_facts.hpp"
#include "plugins/common/library.hpp"

namespace quovis::nvrtc {

// The numbers of nvJitLink.h, which older toolkits do not have.
enum class JitLinkResult : int {
    success = 0,
    unrecognized_option = 1,
    missing_arch = 2,
    invalid_input = 3,
    ptx_compile = 4,
    nvvm_compile = 5,
    internal = 6,
    threadpool = 7,
    unrecognized_input = 8,
    finalize = 9,
    null_input = 10,
    incompatible_options = 11,
    incorrect_input_type = 12,
    arch_mismatch = 13,
    outdated_library = 14,
    missing_fatbin = 15,
    unrecognized_arch = 16,
    unsupported_arch = 17,
    lto_not_enabled = 18,
};
enum class JitLinkInput : int { cubin = 1, ptx = 2, ltoir = 3, fatbin = 4 };

using JitLinkHandle = struct JitLinkState*;

struct JitLink {
    // The library of NVRTC's own release: beside NVRTC, in the folder that Python packages have for it, or by the
    // system linker. Without it, `library` is null and `tried` tells where it was looked for.
    static JitLink open(const plugins::Library& nvrtc, int major, plugins::Origin& origin);

    plugins::Library library;
    std::string version;  // "13.0"; empty when it does not tell
    std::string tried;
    JitLinkResult (*create)(JitLinkHandle*, std::uint32_t count, const char** options) = nullptr;
    JitLinkResult (*destroy)(JitLinkHandle*) = nullptr;
    JitLinkResult (*add_data)(JitLinkHandle, JitLinkInput, const void*, std::size_t, const char* name) = nullptr;
    JitLinkResult (*complete)(JitLinkHandle) = nullptr;
    JitLinkResult (*cubin_size)(JitLinkHandle, std::size_t*) = nullptr;
    JitLinkResult (*cubin)(JitLinkHandle, void*) = nullptr;
    JitLinkResult (*ptx_size)(JitLinkHandle, std::size_t*) = nullptr;
    JitLinkResult (*ptx)(JitLinkHandle, char*) = nullptr;
    JitLinkResult (*error_log_size)(JitLinkHandle, std::size_t*) = nullptr;
    JitLinkResult (*error_log)(JitLinkHandle, char*) = nullptr;
    JitLinkResult (*info_log_size)(JitLinkHandle, std::size_t*) = nullptr;
    JitLinkResult (*info_log)(JitLinkHandle, char*) = nullptr;

  private:
    void take_functions();  // throws PluginError for one that is missing
};

// "NVJITLINK_ERROR_PTX_COMPILE".
std::string name_of(JitLinkResult result);

}  // namespace quovis::nvrtc
