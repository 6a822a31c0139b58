// `quovis cache`: its parts are in cache_contents.cpp and cache_upkeep.cpp.
#include "tools/quovis/cache.hpp"

#include <fmt/format.h>

#include <string_view>

namespace quovis::cli {
namespace {

bool is_off(const quovis_cache_info& info) {
    return std::string_view(info.mode) == "off";
}

}  // namespace

std::string reason_unused(const quovis_cache_info& info) {
    return is_off(info) ? "cache.mode is off" : info.fault;
}

void require_cache(const quovis_cache_info& info) {
    if (is_off(info)) {
        throw Failure(Exit::usage, "cache", "there is no cache: cache.mode is off",
                      "QUOVIS_CACHE_MODE=read-write in front of the command turns it on; 'quovis config show' tells "
                      "where it was turned off");
    }
}

void require_changes(const quovis_cache_info& info) {
    require_cache(info);
    if (std::string_view(info.mode) == "read-only") {
        throw Failure(Exit::usage, "cache", fmt::format("'{}' is not changed: cache.mode is read-only", info.folder),
                      "QUOVIS_CACHE_MODE=read-write in front of the command allows it");
    }
}

void add_cache(CLI::App& app, Common& common, Work& work) {
    CLI::App& cache = add_subcommand(app, common, "cache", "Look into the cache of compiled programs, or empty it",
                                     "  quovis cache stats\n"
                                     "  quovis cache list\n"
                                     "  quovis cache verify --repair\n"
                                     "  quovis cache prune --unused 30d");
    cache.require_subcommand(1);
    add_cache_stats(cache, common, work);
    add_cache_list(cache, common, work);
    add_cache_verify(cache, common, work);
    add_cache_prune(cache, common, work);
    add_cache_clear(cache, common, work);
}

}  // namespace quovis::cli
