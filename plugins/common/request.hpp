// What every compiler asks of a request.
#pragma once

#include <quovis/plugin.h>

#include <string_view>
#include <vector>

namespace quovis::plugins {

// A request's options; each is the compiler's default where the request has none.
quovis_cc_options options_of(const quovis_cc_options* given);

// Throws PluginError (LANGUAGE_UNKNOWN) naming the compiler and what it compiles.
void require_language(const quovis_cc_request& request, std::string_view compiler,
                      const std::vector<std::string_view>& languages);

}  // namespace quovis::plugins
