// Opens NVRTC and finds its companions, so that what is missing is known before the first compile.
#include "plugins/cuda-nvrtc/toolkit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>

#include "plugins/common/host.hpp"
#include "plugins/common/host_state.hpp"
#include "plugins/cuda-nvrtc/build_id.hpp"
#include "plugins/cuda-nvrtc/places.hpp"
#include "plugins/cuda/target.hpp"

namespace quovis::nvrtc {
namespace {

using plugins::PluginError;

// NVRTC opens this library itself at the first compile, by its bare name: in a toolkit that the linker does not search
// it would not find it. Once it is open, the name is enough.
void preload_builtins(const Toolkit& toolkit) {
    const std::string name = fmt::format("libnvrtc-builtins.so.{}", toolkit.version);
    plugins::LibrarySearch search("NVRTC's built-in declarations", {name});
    search.in(toolkit.nvrtc.library.folder(), "beside NVRTC");
    search.by_linker();
    if (!search.try_open()) {
        throw PluginError(
            QUOVIS_PLUGIN_UNAVAILABLE,
            fmt::format("NVRTC {} ({}) cannot compile without its companion {}, which cannot be opened. Tried: {}",
                        toolkit.version, toolkit.nvrtc.library.naming(), name, search.tried()),
            "Install the whole NVRTC package of this version, or choose another NVRTC in `backends.cuda-nvrtc.nvrtc`.");
    }
}

std::vector<int> ask_architectures(const Functions& nvrtc) {
    int count = 0;
    check(nvrtc, nvrtc.nvrtcGetNumSupportedArchs(&count), "counting the targets (nvrtcGetNumSupportedArchs)");
    std::vector<int> numbers(static_cast<std::size_t>(std::max(count, 0)));
    if (!numbers.empty()) {
        check(nvrtc, nvrtc.nvrtcGetSupportedArchs(numbers.data()), "listing the targets (nvrtcGetSupportedArchs)");
    }
    std::sort(numbers.begin(), numbers.end());
    return numbers;
}

// The number behind "#define NAME" in a header; 0 when it is not there.
int defined_number(const std::string& file, const std::string& name) {
    std::ifstream header(file);
    for (std::string line; std::getline(header, line);) {
        if (line.rfind("#define " + name + " ", 0) == 0) {
            return std::atoi(line.c_str() + 9 + name.size());
        }
    }
    return 0;
}

// The release of CUDA that headers are of, as 13000; 0 when they do not tell.
int headers_version(const std::string& folder) {
    const int version = defined_number(folder + "/cuda.h", "CUDA_VERSION");
    return version != 0 ? version : defined_number(folder + "/cuda_runtime_api.h", "CUDART_VERSION");
}

// Headers of another release than NVRTC's compile into errors that nobody understands, or into wrong code.
bool is_usable(const std::string& folder, const Toolkit& toolkit) {
    if (!has_file(folder, "cuda_fp16.h")) {
        return false;
    }
    const int version = headers_version(folder);
    if (version == 0 || (version / 1000 == toolkit.major && version % 1000 / 10 == toolkit.minor)) {
        return true;
    }
    plugins::log(QUOVIS_PLUGIN_LOG_INFO,
                 fmt::format("cuda-nvrtc: the headers in {} are of CUDA {}.{}; NVRTC is of {}, so they are not used",
                             folder, version / 1000, version % 1000 / 10, toolkit.version));
    return false;
}

// The C++ library of the toolkit (cuda/std) is in a folder of its own since CUDA 13, and in a wheel of its own before.
std::string library_headers(const std::string& folder, const std::vector<std::string>& candidates) {
    if (has_file(folder, "cccl/cuda/std")) {
        return folder + "/cccl";
    }
    if (has_file(folder, "cuda/std")) {
        return {};  // the folder itself will do
    }
    const auto found = std::find_if(candidates.begin(), candidates.end(),
                                    [](const std::string& other) { return has_file(other, "cuda/std"); });
    return found == candidates.end() ? std::string() : *found;
}

// Best first, each once.
std::vector<std::string> header_candidates(const plugins::Settings& settings, const Toolkit& toolkit) {
    if (const auto root = settings.one("cuda")) {
        return header_folders_of(root->value);
    }
    std::vector<std::string> candidates;
    const auto add = [&](const std::vector<std::string>& folders) {
        for (const std::string& folder : folders) {
            if (std::find(candidates.begin(), candidates.end(), folder) == candidates.end()) {
                candidates.push_back(folder);
            }
        }
    };
    add(header_folders_near(toolkit.nvrtc.library.folder()));
    for (const char* variable : {"CUDA_PATH", "CUDA_HOME"}) {
        if (const auto root = plugins::environment(variable)) {
            add(header_folders_of(*root));
        }
    }
    add(header_folders_of("/usr/local/cuda"));
    return candidates;
}

std::vector<std::string> find_headers(const plugins::Settings& settings, const Toolkit& toolkit) {
    const std::vector<std::string> candidates = header_candidates(settings, toolkit);
    const auto found = std::find_if(candidates.begin(), candidates.end(),
                                    [&](const std::string& folder) { return is_usable(folder, toolkit); });
    if (found == candidates.end()) {
        return {};
    }
    std::vector<std::string> folders{*found};
    if (std::string library = library_headers(*found, candidates); !library.empty()) {
        folders.push_back(std::move(library));
    }
    return folders;
}

std::string identity_of(const Toolkit& toolkit) {
    return fmt::format("nvrtc {} build {} headers {}", toolkit.version,
                       build_of(reinterpret_cast<const void*>(toolkit.nvrtc.nvrtcCompileProgram)),
                       toolkit.include_folders.empty()
                           ? std::string("none")
                           : fmt::format("{}", headers_version(toolkit.include_folders.front())));
}

// CUDA's numbers that older headers do not name.
constexpr int cancelled = 16;

quovis_plugin_status status_of(nvrtcResult result) {
    switch (static_cast<int>(result)) {
        case NVRTC_SUCCESS:
            return QUOVIS_PLUGIN_OK;
        case NVRTC_ERROR_OUT_OF_MEMORY:
            return QUOVIS_PLUGIN_OUT_OF_HOST_MEMORY;
        case NVRTC_ERROR_COMPILATION:
        case NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID:
            return QUOVIS_PLUGIN_SOURCE_INVALID;
        case NVRTC_ERROR_INVALID_OPTION:
        case NVRTC_ERROR_INVALID_INPUT:
            return QUOVIS_PLUGIN_INVALID_ARGUMENT;
        case NVRTC_ERROR_BUILTIN_OPERATION_FAILURE:
            return QUOVIS_PLUGIN_UNAVAILABLE;
        case cancelled:
            return QUOVIS_PLUGIN_CANCELLED;
        default:
            return QUOVIS_PLUGIN_INTERNAL;
    }
}

}  // namespace

Toolkit Toolkit::open(const plugins::Settings& settings) {
    const plugins::HostState state;
    Toolkit toolkit;
    toolkit.nvrtc = Functions::open(settings);
    check(toolkit.nvrtc, toolkit.nvrtc.nvrtcVersion(&toolkit.major, &toolkit.minor),
          "asking NVRTC for its version (nvrtcVersion)");
    toolkit.version = fmt::format("{}.{}", toolkit.major, toolkit.minor);
    preload_builtins(toolkit);
    toolkit.jitlink = JitLink::open(toolkit.nvrtc.library, toolkit.major);
    toolkit.abilities = {"NVRTC " + toolkit.version, ask_architectures(toolkit.nvrtc), {"cubin", "ptx"}};
    if (toolkit.nvrtc.nvrtcGetLTOIR != nullptr) {
        toolkit.abilities.formats.emplace_back("ltoir");  // since CUDA 12.0
    }
    for (const int number : toolkit.abilities.architectures) {
        toolkit.targets.push_back(cuda::target_of(number).real_name());
    }
    toolkit.include_folders = find_headers(settings, toolkit);
    if (toolkit.include_folders.empty()) {
        plugins::log(QUOVIS_PLUGIN_LOG_INFO,
                     fmt::format("cuda-nvrtc: no headers of CUDA {} were found near {}; kernels that include them need "
                                 "an include directory",
                                 toolkit.version, toolkit.nvrtc.library.opened()));
    }
    toolkit.identity = identity_of(toolkit);
    return toolkit;
}

PluginError vendor_error(const Functions& nvrtc, nvrtcResult result, std::string_view doing, std::string hint) {
    const char* const name = nvrtc.nvrtcGetErrorString(result);
    const std::string known = name == nullptr ? "NVRTC error" : name;
    return {status_of(result), static_cast<std::int64_t>(result), known,
            fmt::format("{} failed: {} ({})", doing, known, static_cast<int>(result)), std::move(hint)};
}

}  // namespace quovis::nvrtc
