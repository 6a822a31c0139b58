// Finds NVRTC in the places where a toolkit, a distribution or a Python environment puts it.
#include "plugins/cuda-nvrtc/functions.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

#include "plugins/common/error.hpp"
#include "plugins/cuda-nvrtc/places.hpp"

namespace quovis::nvrtc {
namespace {

// Newest first. NVRTC kept the name of 11.2 for all later 11.x (NVRTC guide, "Versioning Scheme").
const std::vector<std::string> sonames{"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so.11.2", "libnvrtc.so"};

// Adds to the search what is there, and says of each place what was found.
class Search {
  public:
    void look_in(const Place& place) {
        const std::vector<std::string> folders = folders_with(place.folders, sonames);
        for (const std::string& folder : folders) {
            search_.in(folder, place.why);
        }
        if (folders.empty()) {
            empty_.push_back(fmt::format("{} ({})", place.root, place.why));
        }
    }
    void only(const plugins::Setting& setting) { search_.only(setting); }
    void by_linker() { search_.by_linker(); }

    plugins::Library open() const {
        plugins::Library library = search_.try_open();
        if (!library) {
            throw plugins::PluginError(
                QUOVIS_PLUGIN_UNAVAILABLE,
                fmt::format("NVRTC ({}) was not found.{}{}", fmt::join(sonames, ", "),
                            search_.tried().empty() ? "" : " Tried: " + search_.tried() + ".",
                            empty_.empty() ? "" : fmt::format(" Not in: {}.", fmt::join(empty_, ", "))),
                "Install the CUDA toolkit (or the Python package nvidia-cuda-nvrtc), or name the library in "
                "`backends.cuda-nvrtc.nvrtc` or the toolkit's folder in `backends.cuda-nvrtc.cuda`.");
        }
        return library;
    }

  private:
    plugins::LibrarySearch search_{"NVRTC", sonames};
    std::vector<std::string> empty_;
};

plugins::Library open_library(const plugins::Settings& settings) {
    Search search;
    if (const auto library = settings.one("nvrtc")) {
        search.only(*library);
    } else if (const auto toolkit = settings.one("cuda")) {
        search.look_in(library_place(toolkit->value, "setting " + naming(*toolkit)));
    } else {
        for (const Place& place : library_places_before_linker()) {
            search.look_in(place);
        }
        search.by_linker();
        for (const Place& place : library_places_after_linker()) {
            search.look_in(place);
        }
    }
    return search.open();
}

}  // namespace

Functions Functions::open(const plugins::Settings& settings) {
    Functions found;
    found.library = open_library(settings);
#define QUOVIS_NVRTC_NEED(name) found.library.need(found.name, #name);
    QUOVIS_NVRTC_REQUIRED(QUOVIS_NVRTC_NEED)
#undef QUOVIS_NVRTC_NEED
    found.library.find(found.nvrtcGetLTOIRSize, "nvrtcGetLTOIRSize");
    found.library.find(found.nvrtcGetLTOIR, "nvrtcGetLTOIR");
    found.library.find(found.nvrtcSetFlowCallback, "nvrtcSetFlowCallback");
    return found;
}

}  // namespace quovis::nvrtc
