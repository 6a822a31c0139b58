// Without `cache.dir` the place is that of the XDG Base Directory Specification.
#include "core/config/cache_folders.hpp"

#include "core/support/environment.hpp"
#include "core/support/files.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace quovis::core {
namespace {

std::string usual_folder() {
    if (const auto base = environment("XDG_CACHE_HOME"); base && base->starts_with('/'))
        return absolute_path(*base + "/quovis");
    const auto home = home_directory();
    return home.empty() ? std::string() : absolute_path(home + "/.cache/quovis");
}

bool is_accepted(const Config& config, const std::string& path) {
    const auto& accepted = config.cache_accept_unsafe;
    return std::any_of(accepted.begin(), accepted.end(), [&](const auto& allowed) {
        std::error_code ignored;
        return allowed.value == path || std::filesystem::equivalent(allowed.value, path, ignored);
    });
}

}  // namespace

CacheFolder cache_folder(const Config& config) {
    if (config.cache_mode.value == CacheMode::off)
        return {};
    const auto path = config.cache_dir.value.empty() ? usual_folder() : config.cache_dir.value;
    return {path, config.cache_mode.value == CacheMode::read_write, is_accepted(config, path)};
}

std::vector<CacheFolder> cache_layers(const Config& config) {
    std::vector<CacheFolder> layers;
    if (config.cache_mode.value != CacheMode::off)
        for (const auto& layer : config.cache_layers)
            layers.emplace_back(layer.value, false, is_accepted(config, layer.value));
    return layers;
}

}  // namespace quovis::core
