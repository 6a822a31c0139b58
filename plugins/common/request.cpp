// Reads a request.
#include "plugins/common/request.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "plugins/common/error.hpp"
#include "plugins/common/text.hpp"

namespace quovis::plugins {

quovis_cc_options options_of(const quovis_cc_options* given) {
    if (given != nullptr) {
        return received(given);
    }
    auto defaults = sized<quovis_cc_options>();
    defaults.optimize = defaults.debug = defaults.line_info = defaults.fast_math = -1;
    defaults.warnings_as_errors = defaults.relocatable = -1;
    return defaults;
}

void require_language(const quovis_cc_request& request, std::string_view compiler,
                      const std::vector<std::string_view>& languages) {
    const std::string_view language = view(request.language);
    if (std::find(languages.begin(), languages.end(), language) == languages.end()) {
        throw PluginError(QUOVIS_PLUGIN_LANGUAGE_UNKNOWN, fmt::format("{} compiles '{}', not '{}'", compiler,
                                                                      fmt::join(languages, "' and '"), language));
    }
}

}  // namespace quovis::plugins
