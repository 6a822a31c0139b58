// Opens NVRTC and finds its companions, so that what is missing is known before the first compile.
#include "plugins/cuda-nvrtc/toolkit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <utility>

#include "plugins/common/build_id.hpp"
#include "plugins/common/host.hpp"
#include "plugins/common/host_state.hpp"
#include "plugins/common/stamps.hpp"
#include "plugins/cuda-nvrtc/places.hpp"
#include "plugins/cuda/target.hpp"

namespace quovis::nvrtc {
namespace {

using plugins::PluginError;

// NVRTC opens this library itself at the first compile, by its bare name: in a toolkit that the linker does not search
// it would not find it. Once it is open, the name is enough.
plugins::Library preload_builtins(Toolkit& toolkit) {
    const std::string name = fmt::format("libnvrtc-builtins.so.{}", toolkit.version);
    plugins::LibrarySearch search("NVRTC's built-in declarations", {name});
    search.in(toolkit.nvrtc.library.folder(), "beside NVRTC");
    search.by_linker();
    plugins::Library builtins = search.try_open();
    if (!builtins) {
        throw PluginError(
            QUOVIS_PLUGIN_UNAVAILABLE,
            fmt::format("NVRTC {} ({}) cannot compile without its companion {}, which cannot be opened. Tried: {}",
                        toolkit.version, toolkit.nvrtc.library.naming(), name, search.tried()),
            "Install the whole NVRTC package of this version, or choose another NVRTC in `backends.cuda-nvrtc.nvrtc`.");
    }
    toolkit.origin.add(search.looked_at());
    return builtins;
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
bool is_usable(const std::string& folder, Toolkit& toolkit) {
    for (const char* name : {"cuda_fp16.h", "cuda.h", "cuda_runtime_api.h"}) {
        toolkit.origin.add_path(folder + "/" + name);
    }
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

// The folders in which the headers may be, best first, each once. A later group is looked at only when the ones before
// do not have what is wanted.
class HeaderFolders {
  public:
    HeaderFolders(const plugins::Settings& settings, const plugins::Library& nvrtc, plugins::Origin& origin)
        : origin_(origin) {
        if (const auto root = settings.one("cuda")) {
            add(header_folders_of(root->value, origin_));
        } else {
            add(header_folders_near(nvrtc.folder(), origin_));
            variables_ = {"CUDA_PATH", "CUDA_HOME"};
            has_usual_place_ = true;
        }
    }

    template <class Wanted>
    std::string find(Wanted wanted) {
        for (std::size_t index = 0; index < folders_.size() || add_next_group(); ++index) {
            if (wanted(folders_[index])) {
                return folders_[index];
            }
        }
        return {};
    }

  private:
    void add(const std::vector<std::string>& folders) {
        for (const std::string& folder : folders) {
            if (std::find(folders_.begin(), folders_.end(), folder) == folders_.end()) {
                folders_.push_back(folder);
            }
        }
    }
    // Until there is a folder more; false when there is none.
    bool add_next_group() {
        const std::size_t before = folders_.size();
        while (folders_.size() == before && !variables_.empty()) {
            origin_.add_variable(variables_.front());
            if (const auto root = plugins::environment(variables_.front())) {
                add(header_folders_of(*root, origin_));
            }
            variables_.erase(variables_.begin());
        }
        if (folders_.size() == before && std::exchange(has_usual_place_, false)) {
            add(header_folders_of("/usr/local/cuda", origin_));
        }
        return folders_.size() > before;
    }

    plugins::Origin& origin_;
    std::vector<std::string> folders_;
    std::vector<const char*> variables_;
    bool has_usual_place_ = false;
};

// The C++ library of the toolkit (cuda/std) is in a folder of its own since CUDA 13, and in a wheel of its own before.
std::string library_headers(const std::string& folder, HeaderFolders& candidates) {
    if (has_file(folder, "cccl/cuda/std")) {
        return folder + "/cccl";
    }
    if (has_file(folder, "cuda/std")) {
        return {};  // the folder itself will do
    }
    return candidates.find([](const std::string& other) { return has_file(other, "cuda/std"); });
}

std::vector<std::string> find_headers(const plugins::Settings& settings, Toolkit& toolkit) {
    HeaderFolders candidates(settings, toolkit.nvrtc.library, toolkit.origin);
    const std::string found = candidates.find([&](const std::string& folder) { return is_usable(folder, toolkit); });
    if (found.empty()) {
        return {};
    }
    std::vector<std::string> folders{found};
    if (std::string library = library_headers(found, candidates); !library.empty()) {
        folders.push_back(std::move(library));
    }
    return folders;
}

// The headers' release does not tell two patches of one release apart, and their stamps do.
void take_headers(Toolkit& toolkit) {
    std::vector<std::string> covered;
    for (const std::string& folder : toolkit.include_folders) {
        toolkit.origin.include_folders.push_back({folder, !plugins::is_shared_folder(folder)});
        if (toolkit.origin.include_folders.back().covered) {
            covered.push_back(folder);
        }
    }
    const plugins::FolderStamps stamps = plugins::stamps_below(covered);
    toolkit.headers = toolkit.include_folders.empty()
                          ? "none"
                          : fmt::format("{} {}", headers_version(toolkit.include_folders.front()), stamps.stamp);
    toolkit.origin.add_paths(stamps.folders);
    toolkit.origin.looks_beside_source = true;
}

std::string identity_of(const Toolkit& toolkit) {
    return fmt::format("nvrtc {} build {} builtins {} headers {} nvjitlink {}", toolkit.version,
                       plugins::build_of(toolkit.nvrtc.library), plugins::build_of(toolkit.builtins), toolkit.headers,
                       toolkit.jitlink.library ? plugins::build_of(toolkit.jitlink.library) : "none");
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
    toolkit.nvrtc = Functions::open(settings, toolkit.origin);
    check(toolkit.nvrtc, toolkit.nvrtc.nvrtcVersion(&toolkit.major, &toolkit.minor),
          "asking NVRTC for its version (nvrtcVersion)");
    toolkit.version = fmt::format("{}.{}", toolkit.major, toolkit.minor);
    toolkit.builtins = preload_builtins(toolkit);
    toolkit.jitlink = JitLink::open(toolkit.nvrtc.library, toolkit.major, toolkit.origin);
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
    take_headers(toolkit);
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
