// What a compiler tells a cache of its images (QUOVIS_EXTENSION_CACHE_FACTS), in C++, and its way into the C structs.
// plugin.h says what each part promises.
#pragma once

#include <quovis/plugin.h>

#include <string>
#include <string_view>
#include <vector>

#include "plugins/common/error.hpp"
#include "plugins/common/text.hpp"

namespace quovis::plugins {

struct IncludeFolder {
    std::string path;
    bool covered = false;  // by the identity
};

struct Origin {
    // Each is kept once. A path that is not absolute is the host's, from its working directory.
    void add_path(const std::string& path);
    void add_paths(const std::vector<std::string>& more);
    void add_variable(std::string_view name);
    // What a part of the search looked at.
    void add(const Origin& part);

    std::vector<std::string> paths;
    std::vector<std::string> variables;
    std::vector<IncludeFolder> include_folders;
    bool looks_beside_source = false;
    bool is_of_this_process = false;  // another process may find another compiler, whatever the paths say
};

// An origin as the host takes it. Points into the Origin, which must outlive it.
class GivenOrigin {
  public:
    explicit GivenOrigin(const Origin& origin);
    const quovis_cc_origin& get() const { return given_; }

  private:
    std::vector<quovis_plugin_text> paths_;
    std::vector<quovis_plugin_text> variables_;
    std::vector<quovis_cc_include_folder> include_folders_;
    quovis_cc_origin given_{};
};

struct Plan {
    std::vector<std::string> words;
    std::vector<std::string> include_directories;
    std::vector<std::string> first_headers;
    std::string identity;
    std::string bypass;

    // For a compiler whose source is preprocessed before, which the host is not told:
    std::vector<std::string> macro_lines;  // "#define N 1" or "#undef N", of raw options
    std::vector<std::string> other_raw;    // the raw options that name no macro, folder or header
};

// Moves the plan into the host's struct, which owns it until release_plan().
void hand_over(quovis_cc_plan* target, Plan&& plan);

// The entry `release_plan` of quovis_cc_cache_facts, for every plugin.
void release_plan(quovis_plugin_instance*, quovis_cc_plan* plan) noexcept;

// The extension of a plugin whose Instance has a `compiler` with origin() and plan(request).
template <class Instance>
struct CacheFacts {
    static quovis_plugin_status origin(Instance* instance, quovis_cc_origin* origin, quovis_plugin_error* error) {
        return guard(error, QUOVIS_PLUGIN_PHASE_INITIALIZE, [&] { give(origin, instance->compiler.origin()); });
    }

    static quovis_plugin_status plan(Instance* instance, const quovis_cc_request* request, quovis_cc_plan* plan,
                                     quovis_plugin_error* error) {
        return guard(error, QUOVIS_PLUGIN_PHASE_COMPILE,
                     [&] { hand_over(plan, instance->compiler.plan(received(request))); });
    }

    static constexpr quovis_cc_cache_facts table{sizeof(quovis_cc_cache_facts), origin, plan, release_plan};
};

}  // namespace quovis::plugins
