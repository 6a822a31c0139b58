// dlopen with a memory: the path asked for, the path opened, and the linker's words for each candidate that failed.
#include "plugins/common/library.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <link.h>

#include <filesystem>
#include <system_error>

#include "plugins/common/error.hpp"

namespace quovis::plugins {
namespace {

std::string file_of(void* handle, const std::string& asked) {
    const link_map* map = nullptr;
    if (dlinfo(handle, RTLD_DI_LINKMAP, &map) != 0 || map == nullptr || map->l_name == nullptr) {
        return asked;
    }
    std::error_code failure;
    const std::filesystem::path real = std::filesystem::canonical(map->l_name, failure);
    return failure ? std::string(map->l_name) : real.string();
}

// The linker's message without the path in front of it, which we say ourselves.
std::string linker_reason(const std::string& path) {
    const char* said = dlerror();
    std::string reason = said == nullptr ? "the linker gave no reason" : said;
    if (reason.rfind(path + ": ", 0) == 0) {
        reason.erase(0, path.size() + 2);
    }
    return reason;
}

}  // namespace

void* Library::find(const char* symbol) const noexcept {
    return handle_ == nullptr ? nullptr : dlsym(handle_, symbol);
}

std::string Library::folder() const {
    return std::filesystem::path(opened_).parent_path().string();
}

std::string Library::naming() const {
    return asked_ == opened_ ? asked_ : fmt::format("{} (opened: {})", asked_, opened_);
}

void Library::missing(const char* symbol) const {
    throw PluginError(QUOVIS_PLUGIN_UNAVAILABLE, fmt::format("{} has no function {}", naming(), symbol),
                      "The library is older than what the plugin needs, or it is another library of the same name.");
}

LibrarySearch& LibrarySearch::only(const Setting& setting) {
    candidates_.clear();
    closed_ = true;
    const std::string why = "setting " + naming(setting);
    std::error_code failure;
    if (std::filesystem::is_directory(setting.value, failure)) {
        for (const std::string& soname : sonames_) {
            candidates_.push_back({(std::filesystem::path(setting.value) / soname).string(), why});
        }
    } else {
        candidates_.push_back({setting.value, why});
    }
    return *this;
}

LibrarySearch& LibrarySearch::in(std::string_view folder, std::string_view why) {
    if (!closed_) {
        for (const std::string& soname : sonames_) {
            candidates_.push_back({(std::filesystem::path(folder) / soname).string(), std::string(why)});
        }
    }
    return *this;
}

LibrarySearch& LibrarySearch::by_linker() {
    if (!closed_) {
        for (const std::string& soname : sonames_) {
            candidates_.push_back({soname, "system linker"});
        }
    }
    return *this;
}

Library LibrarySearch::try_open() const {
    tried_.clear();
    Library library;
    for (const Candidate& candidate : candidates_) {
        if (void* handle = dlopen(candidate.path.c_str(), RTLD_NOW | RTLD_LOCAL)) {
            library.handle_ = handle;
            library.asked_ = candidate.path;
            library.opened_ = file_of(handle, candidate.path);
            break;
        }
        tried_ += fmt::format("{}{} ({}): {}", tried_.empty() ? "" : "; ", candidate.path, candidate.why,
                              linker_reason(candidate.path));
    }
    return library;
}

Library LibrarySearch::open(std::string hint) const {
    Library library = try_open();
    if (!library) {
        throw PluginError(QUOVIS_PLUGIN_UNAVAILABLE,
                          candidates_.empty() ? fmt::format("{} was looked for nowhere", what_)
                                              : fmt::format("{} cannot be opened. Tried: {}", what_, tried_),
                          std::move(hint));
    }
    return library;
}

}  // namespace quovis::plugins
