// The JSON that scripts read: one object a run, "schema" first.
#pragma once

#include <nlohmann/json.hpp>
#include <quovis/quovis.hpp>
#include <string>
#include <vector>

namespace quovis::cli {

using Json = nlohmann::ordered_json;

// An object that has its schema's number.
Json json_object();
Json to_json(const std::vector<Diagnostic>& diagnostics);
Json to_json(const std::vector<Attempt>& attempts);
Json to_json(const RouteInfo& route);
Json to_json(const Route& route);  // the same with limits and capabilities
Json to_json(const PluginInfo& plugin);
const char* severity_name(quovis_severity severity);
const char* device_type_name(quovis_device_type type);

// Bytes that are no UTF-8, as a compiler may print them, are replaced: the output is always JSON.
std::string json_text(const Json& value);

}  // namespace quovis::cli
