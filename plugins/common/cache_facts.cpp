// The C arrays of a plan point into an Owned, which the struct's `owner` keeps until it is released.
#include "plugins/common/cache_facts.hpp"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <system_error>

namespace quovis::plugins {
namespace {

std::vector<quovis_plugin_text> texts_of(const std::vector<std::string>& strings) {
    std::vector<quovis_plugin_text> texts;
    texts.reserve(strings.size());
    for (const std::string& one : strings) {
        texts.push_back(text(one));
    }
    return texts;
}

void add_once(std::vector<std::string>& list, std::string one) {
    if (!one.empty() && std::find(list.begin(), list.end(), one) == list.end()) {
        list.push_back(std::move(one));
    }
}

struct Owned {
    explicit Owned(Plan&& plan)
        : content(std::move(plan)),
          words(texts_of(content.words)),
          include_directories(texts_of(content.include_directories)),
          first_headers(texts_of(content.first_headers)) {}

    Plan content;
    std::vector<quovis_plugin_text> words;
    std::vector<quovis_plugin_text> include_directories;
    std::vector<quovis_plugin_text> first_headers;
};

}  // namespace

void Origin::add_path(const std::string& path) {
    std::error_code failure;
    const std::filesystem::path full =
        path.empty() ? std::filesystem::path() : std::filesystem::absolute(path, failure);
    add_once(paths, failure ? path : full.string());
}

void Origin::add_paths(const std::vector<std::string>& more) {
    for (const std::string& path : more) {
        add_path(path);
    }
}

void Origin::add_variable(std::string_view name) {
    add_once(variables, std::string(name));
}

void Origin::add(const Origin& part) {
    add_paths(part.paths);
    for (const std::string& variable : part.variables) {
        add_variable(variable);
    }
    is_of_this_process = is_of_this_process || part.is_of_this_process;
}

GivenOrigin::GivenOrigin(const Origin& origin) {
    given_ = sized<quovis_cc_origin>();
    if (!origin.is_of_this_process) {
        paths_ = texts_of(origin.paths);
        variables_ = texts_of(origin.variables);
    }
    for (const IncludeFolder& folder : origin.include_folders) {
        auto given = sized<quovis_cc_include_folder>();
        given.path = text(folder.path);
        given.covered = folder.covered ? 1 : 0;
        include_folders_.push_back(given);
    }
    given_.paths = paths_.data();
    given_.path_count = paths_.size();
    given_.variables = variables_.data();
    given_.variable_count = variables_.size();
    given_.include_folders = include_folders_.data();
    given_.include_folder_count = include_folders_.size();
    if (origin.looks_beside_source) {
        given_.flags |= QUOVIS_CC_LOOKS_BESIDE_SOURCE;
    }
}

void hand_over(quovis_cc_plan* target, Plan&& plan) {
    if (target == nullptr || target->struct_size < sizeof(quovis_cc_plan)) {
        throw PluginError(QUOVIS_PLUGIN_INVALID_ARGUMENT,
                          "the host's quovis_cc_plan is missing or has no room for `owner` (rule 1)");
    }
    auto owned = std::make_unique<Owned>(std::move(plan));
    quovis_cc_plan filled{};
    filled.words = owned->words.data();
    filled.word_count = owned->words.size();
    filled.include_directories = owned->include_directories.data();
    filled.include_directory_count = owned->include_directories.size();
    filled.first_headers = owned->first_headers.data();
    filled.first_header_count = owned->first_headers.size();
    filled.identity = text(owned->content.identity);
    filled.bypass = text(owned->content.bypass);
    filled.owner = owned.release();
    give(target, filled);
}

void release_plan(quovis_plugin_instance*, quovis_cc_plan* plan) noexcept {
    if (plan == nullptr || plan->struct_size < sizeof(quovis_cc_plan)) {
        return;
    }
    delete static_cast<Owned*>(plan->owner);
    give(plan, quovis_cc_plan{});
}

}  // namespace quovis::plugins
