// Where an image came from: a compiler or the program cache.
#include "tools/quovis/origin.hpp"

#include "tools/quovis/errors.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace quovis::cli {
namespace {

bool tells_info(const Instance& instance) {
    const std::vector<ConfigValue> values = instance.configuration();
    return std::any_of(values.begin(), values.end(), [](const ConfigValue& one) {
        return one.path == "log.level" && (one.value == "info" || one.value == "debug" || one.value == "trace");
    });
}

}  // namespace

std::string place_in_cache(const Image& image) {
    const std::string origin = image.origin();
    return origin.empty() || origin == "compiled" ? std::string() : fmt::format("from the cache ({})", origin);
}

void show_origin(const Instance& instance, const std::string& file, const Image& image) {
    if (image.origin().empty() || !tells_info(instance)) {
        return;
    }
    const std::string place = place_in_cache(image);
    const std::string reason = image.origin_reason().empty() ? "" : fmt::format(" (cache: {})", image.origin_reason());
    const std::string key = image.cache_key().empty() ? "" : ", key " + image.cache_key();
    show_note("info", fmt::format("'{}' is {}{}{}", file, place.empty() ? "compiled" : "taken " + place, reason, key));
}

void add_origin(Json& object, const Image& image) {
    object["origin"] = image.origin();
    object["origin_reason"] = image.origin_reason();
    object["cache_key"] = image.cache_key();
}

}  // namespace quovis::cli
