// Starts libexec/quovis/quovis-probe with a configuration that enables the one plugin.
#include "core/loader/probe.hpp"

#include "core/support/child_process.hpp"
#include "core/support/error.hpp"
#include "core/support/files.hpp"
#include "core/support/text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <filesystem>

namespace quovis::core {
namespace {

nlohmann::json backend_settings(const std::vector<BackendSetting>& settings) {
    auto keys = nlohmann::json::object();
    for (const auto& setting : settings) {
        if (!keys.contains(setting.key)) {
            keys[setting.key] = setting.value;
            continue;
        }
        auto& value = keys[setting.key];
        if (!value.is_array())
            value = nlohmann::json::array({value});
        value.push_back(setting.value);
    }
    return keys;
}

// JSON is YAML, so it serves as the child's configuration.
std::string child_configuration(const Config& config, const std::string& name, const std::string& path) {
    nlohmann::json text = {{"quovis", 1},
                           {"plugins",
                            {{"search", {std::filesystem::path(path).parent_path()}},
                             {"enable", {name}},
                             {"disable", nlohmann::json::array()},
                             {"accept_unsafe", {path}},
                             {"probe", "never"}}}};
    for (const auto& [backend, settings] : config.backends)
        text["backends"][backend] = backend_settings(settings);
    return text.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
}

}  // namespace

std::optional<std::string> probe_plugin(const Config& config, const std::string& name, const std::string& path,
                                        std::chrono::milliseconds deadline) {
    ChildCommand command;
    command.arguments = {installed_program("quovis-probe"), child_configuration(config, name, path)};
    command.deadline = deadline;
    const auto child = run_child(command);
    if (!child.timed_out && child.signal == 0)
        return std::nullopt;
    const auto words = last_line(child.error);
    return fmt::format("{}: {}{}", child.timed_out ? "it hung" : "it crashed", describe_end(command, child),
                       words.empty() ? "" : fmt::format("; its last words: {}", words));
}

}  // namespace quovis::core
