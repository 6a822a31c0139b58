// The JSON that scripts read: one object a run, "schema" first.
#include "tools/quovis/json.hpp"

namespace quovis::cli {

Json json_object() {
    return Json{{"schema", 1}};
}

const char* severity_name(quovis_severity severity) {
    switch (severity) {
        case QUOVIS_NOTE:
            return "note";
        case QUOVIS_WARNING:
            return "warning";
        case QUOVIS_ERROR:
            break;
    }
    return "error";
}

const char* device_type_name(quovis_device_type type) {
    switch (type) {
        case QUOVIS_DEVICE_CPU:
            return "cpu";
        case QUOVIS_DEVICE_GPU:
            return "gpu";
        case QUOVIS_DEVICE_ACCELERATOR:
            return "accelerator";
        case QUOVIS_DEVICE_OTHER:
            break;
    }
    return "other";
}

Json to_json(const std::vector<Diagnostic>& diagnostics) {
    Json list = Json::array();
    for (const Diagnostic& one : diagnostics) {
        list.push_back({{"file", one.file},
                        {"line", one.line},
                        {"column", one.column},
                        {"severity", severity_name(one.severity)},
                        {"message", one.message}});
    }
    return list;
}

Json to_json(const std::vector<Attempt>& attempts) {
    Json list = Json::array();
    for (const Attempt& one : attempts) {
        list.push_back({{"backend", one.backend},
                        {"selector", one.selector},
                        {"status", quovis_status_name(one.status)},
                        {"reason", one.reason}});
    }
    return list;
}

Json to_json(const RouteInfo& info) {
    return {{"selector", info.selector}, {"runtime", info.runtime},     {"plugin", info.plugin},
            {"name", info.name},         {"platform", info.platform},   {"driver", info.driver},
            {"target", info.target},     {"compilers", info.compilers}, {"languages", info.languages}};
}

Json to_json(const Route& route) {
    const RouteInfo info = route.info();
    Json all = to_json(info);
    all["max_block"] = info.max_block;
    all["max_threads_per_block"] = info.max_threads_per_block;
    all["max_grid"] = info.max_grid;
    all["shared_memory_per_block"] = info.shared_memory_per_block;
    all["shared_memory_opt_in"] = info.shared_memory_opt_in;
    all["warp_size"] = info.warp_size;
    all["multiprocessors"] = info.multiprocessors;
    Json& capabilities = all["capabilities"] = Json::object();
    for (const Capability& one : route.capabilities()) {
        std::visit([&](const auto& value) { capabilities[one.name] = value; }, one.value);
    }
    return all;
}

Json to_json(const PluginInfo& plugin) {
    return {{"name", plugin.name},
            {"path", plugin.path},
            {"state", plugin.state_name},
            {"stage", plugin.stage},
            {"reason", plugin.reason},
            {"hint", plugin.hint},
            {"version", plugin.version},
            {"description", plugin.description},
            {"abi", plugin.abi},
            {"runtime", plugin.runtime},
            {"serves_runtime", plugin.serves_runtime},
            {"compiler", plugin.compiler},
            {"compiler_path", plugin.compiler_path},
            {"languages", plugin.languages},
            {"formats", plugin.formats}};
}

std::string json_text(const Json& value) {
    return value.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

}  // namespace quovis::cli
