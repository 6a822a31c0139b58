// Finds NVRTC in the places where a toolkit, a distribution or a Python environment puts it.
#include "plugins/cuda-nvrtc/functions.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <optional>
#include <utility>
#include <vector>

#include "plugins/common/error.hpp"
#include "plugins/cuda-nvrtc/places.hpp"

namespace quovis::nvrtc {
namespace {

// Newest first. NVRTC kept the name of 11.2 for all later 11.x (NVRTC guide, "Versioning Scheme").
const std::vector<std::string> sonames{"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so.11.2", "libnvrtc.so"};

// Looks at one place after the other, until NVRTC opens, and says of each what was found.
class Search {
  public:
    explicit Search(plugins::Origin& origin) : origin_(origin) {}

    // Each says whether NVRTC has been found, here or before.
    bool look_in(const std::optional<Place>& place) {
        if (library_ || !place) {
            return static_cast<bool>(library_);
        }
        const std::vector<std::string> folders = folders_with(place->folders, sonames, origin_);
        for (const std::string& folder : folders) {
            search_.in(folder, place->why);
        }
        if (folders.empty()) {
            empty_.push_back(fmt::format("{} ({})", place->root, place->why));
            return false;
        }
        return try_open();
    }
    bool only(const plugins::Setting& setting) {
        search_.only(setting);
        return try_open();
    }
    bool by_linker() {
        search_.by_linker();
        return try_open();
    }

    plugins::Library result() && {
        if (!library_) {
            throw plugins::PluginError(
                QUOVIS_PLUGIN_UNAVAILABLE,
                fmt::format("NVRTC ({}) was not found.{}{}", fmt::join(sonames, ", "),
                            search_.tried().empty() ? "" : " Tried: " + search_.tried() + ".",
                            empty_.empty() ? "" : fmt::format(" Not in: {}.", fmt::join(empty_, ", "))),
                "Install the CUDA toolkit (or the Python package nvidia-cuda-nvrtc), or name the library in "
                "`backends.cuda-nvrtc.nvrtc` or the toolkit's folder in `backends.cuda-nvrtc.cuda`.");
        }
        return std::move(library_);
    }

  private:
    // All candidates so far; those that failed once fail again.
    bool try_open() {
        library_ = search_.try_open();
        origin_.add(search_.looked_at());
        return static_cast<bool>(library_);
    }

    plugins::Origin& origin_;
    plugins::LibrarySearch search_{"NVRTC", sonames};
    plugins::Library library_;
    std::vector<std::string> empty_;
};

plugins::Library open_library(const plugins::Settings& settings, plugins::Origin& origin) {
    Search search(origin);
    if (const auto library = settings.one("nvrtc")) {
        search.only(*library);
    } else if (const auto toolkit = settings.one("cuda")) {
        search.look_in(library_place(toolkit->value, "setting " + naming(*toolkit), origin));
    } else {
        // What comes behind the one that is found is not looked at, and does not matter.
        search.look_in(library_place_in("CUDA_PATH", origin)) ||
            search.look_in(library_place_in("CUDA_HOME", origin)) || search.by_linker() ||
            search.look_in(library_place("/usr/local/cuda", "the usual place", origin)) ||
            search.look_in(python_place_in("VIRTUAL_ENV", origin)) ||
            search.look_in(library_place_in("CONDA_PREFIX", origin)) ||
            search.look_in(python_place_in("CONDA_PREFIX", origin));
    }
    return std::move(search).result();
}

}  // namespace

Functions Functions::open(const plugins::Settings& settings, plugins::Origin& origin) {
    Functions found;
    found.library = open_library(settings, origin);
#define QUOVIS_NVRTC_NEED(name) found.library.need(found.name, #name);
    QUOVIS_NVRTC_REQUIRED(QUOVIS_NVRTC_NEED)
#undef QUOVIS_NVRTC_NEED
    found.library.find(found.nvrtcGetLTOIRSize, "nvrtcGetLTOIRSize");
    found.library.find(found.nvrtcGetLTOIR, "nvrtcGetLTOIR");
    found.library.find(found.nvrtcSetFlowCallback, "nvrtcSetFlowCallback");
    return found;
}

}  // namespace quovis::nvrtc
