// dlopen with a memory: the path asked for, the path opened, and the linker's words for each candidate that failed.
#include "plugins/common/library.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <link.h>

#include <filesystem>
#include <mutex>
#include <set>
#include <system_error>

#include "plugins/common/error.hpp"

namespace quovis::plugins {
namespace {

const link_map* map_of(void* handle) {
    const link_map* map = nullptr;
    return dlinfo(handle, RTLD_DI_LINKMAP, &map) == 0 ? map : nullptr;
}

std::string real_path(const std::string& path) {
    std::error_code failure;
    const std::filesystem::path real = std::filesystem::canonical(path, failure);
    return failure ? path : real.string();
}

// The libraries that were opened here. What else a process has may be missing in the next.
class Opened {
  public:
    // Whether somebody else had opened the library of this name before.
    bool was_there(const std::string& name) {
        void* const present = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NOLOAD);
        if (present == nullptr) {
            return false;
        }
        dlclose(present);
        const std::lock_guard lock(mutex_);
        return handles_.count(present) == 0;
    }
    void add(void* handle) {
        const std::lock_guard lock(mutex_);
        handles_.insert(handle);
    }

  private:
    std::mutex mutex_;
    std::set<void*> handles_;
};

Opened& opened_libraries() {
    static Opened* const opened = new Opened;  // no static destructor (rule 10)
    return *opened;
}

// The folders that dlopen searches for a bare name, but for those in the linker's cache.
std::vector<std::string> linker_folders() {
    std::vector<std::string> folders;
    void* const program = dlopen(nullptr, RTLD_NOW);
    Dl_serinfo size{};
    if (program == nullptr || dlinfo(program, RTLD_DI_SERINFOSIZE, &size) != 0) {
        return folders;
    }
    std::vector<char> buffer(size.dls_size);
    auto* const list = reinterpret_cast<Dl_serinfo*>(buffer.data());
    *list = size;
    if (dlinfo(program, RTLD_DI_SERINFOSIZE, list) == 0 && dlinfo(program, RTLD_DI_SERINFO, list) == 0) {
        for (unsigned index = 0; index < list->dls_cnt; ++index) {
            folders.emplace_back(list->dls_serpath[index].dls_name);
        }
    }
    dlclose(program);
    return folders;
}

void add_linker_search(Origin& origin, const std::string& name) {
    origin.add_variable("LD_LIBRARY_PATH");
    for (const std::string& folder : linker_folders()) {
        origin.add_path((std::filesystem::path(folder) / name).string());
    }
    origin.add_path("/etc/ld.so.cache");
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

Library LibrarySearch::taken(void* handle, const std::string& asked) {
    opened_libraries().add(handle);
    Library library;
    library.handle_ = handle;
    library.asked_ = asked;
    const link_map* const map = map_of(handle);
    library.linked_ = map == nullptr || map->l_name == nullptr ? asked : map->l_name;
    library.opened_ = real_path(library.linked_);
    library.inside_ = map == nullptr ? nullptr : map->l_ld;
    return library;
}

Library LibrarySearch::try_open() const {
    tried_.clear();
    looked_at_ = {};
    Library library;
    for (const Candidate& candidate : candidates_) {
        const bool by_name = candidate.path.find('/') == std::string::npos;
        const bool was_there = by_name && opened_libraries().was_there(candidate.path);
        if (by_name) {
            add_linker_search(looked_at_, candidate.path);
        } else {
            looked_at_.add_path(candidate.path);
        }
        if (void* handle = dlopen(candidate.path.c_str(), RTLD_NOW | RTLD_LOCAL)) {
            library = taken(handle, candidate.path);
            looked_at_.add_path(library.linked_);
            looked_at_.add_path(library.opened_);
            looked_at_.is_of_this_process = was_there;
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
