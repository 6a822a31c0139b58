// A vendor library, opened by SONAME at run time with RTLD_LOCAL and never closed (rules 8 and 10).
// LibrarySearch collects where to look; its message names every place that was tried and why each one did not do.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "plugins/common/cache_facts.hpp"
#include "plugins/common/settings.hpp"

namespace quovis::plugins {

class Library {
  public:
    Library() = default;

    explicit operator bool() const { return handle_ != nullptr; }

    // Null when the library does not have it.
    void* find(const char* symbol) const noexcept;

    // Sets `function` and says whether the library has it.
    template <class Function>
    bool find(Function& function, const char* symbol) const noexcept {
        function = reinterpret_cast<Function>(find(symbol));
        return function != nullptr;
    }

    // Throws PluginError (UNAVAILABLE) naming the library and the symbol.
    template <class Function>
    void need(Function& function, const char* symbol) const {
        if (!find(function, symbol)) {
            missing(symbol);
        }
    }

    const std::string& asked() const { return asked_; }    // what dlopen was given
    const std::string& opened() const { return opened_; }  // the file that it took, symbolic links resolved
    std::string folder() const;                            // of `opened`, without the last slash
    const void* inside() const { return inside_; }         // an address of the library's
    std::string naming() const;                            // "libX.so.1 (/usr/lib/libX.so.1.2)", for messages

  private:
    friend class LibrarySearch;
    [[noreturn]] void missing(const char* symbol) const;

    void* handle_ = nullptr;
    std::string asked_;
    std::string opened_;
    std::string linked_;  // as the linker knows it, symbolic links in it
    const void* inside_ = nullptr;
};

class LibrarySearch {
  public:
    // `what` names the library in messages: "the OpenCL ICD loader". `sonames`: best first.
    LibrarySearch(std::string what, std::vector<std::string> sonames)
        : what_(std::move(what)), sonames_(std::move(sonames)) {}

    // The file or folder that a setting names is the only place: nothing else is tried after it.
    LibrarySearch& only(const Setting& setting);
    // Each SONAME in this folder. `why` says where the folder comes from: "CUDA_PATH".
    LibrarySearch& in(std::string_view folder, std::string_view why);
    // Each SONAME by the system linker's own search.
    LibrarySearch& by_linker();

    // The first candidate that opens; else throws PluginError (UNAVAILABLE) with all that was tried.
    Library open(std::string hint = {}) const;
    // The same, with a null Library instead of the exception.
    Library try_open() const;
    // "PATH (WHY): REASON; …", of the last open().
    const std::string& tried() const { return tried_; }
    // All that the last open() looked at: a change there may change what is opened.
    const Origin& looked_at() const { return looked_at_; }

  private:
    struct Candidate {
        std::string path;
        std::string why;
    };

    static Library taken(void* handle, const std::string& asked);

    std::string what_;
    std::vector<std::string> sonames_;
    std::vector<Candidate> candidates_;
    bool closed_ = false;  // a setting has named the only place
    mutable std::string tried_;
    mutable Origin looked_at_;
};

}  // namespace quovis::plugins
