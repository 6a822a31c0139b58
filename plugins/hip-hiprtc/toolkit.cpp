// Opens the compiler's libraries and asks them what they know.
#include "plugins/hip-hiprtc/toolkit.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <system_error>

#include "plugins/common/host.hpp"
#include "plugins/common/host_state.hpp"

namespace quovis::hip {
namespace {

using plugins::PluginError;
using plugins::Setting;

bool truth(const Setting& setting) {
    if (setting.value == "true" || setting.value == "false") {
        return setting.value == "true";
    }
    throw PluginError(QUOVIS_PLUGIN_INVALID_ARGUMENT,
                      fmt::format("the setting {} is '{}'; it takes true or false", naming(setting), setting.value));
}

// Where hip/hip_runtime.h and its like are, for what hiprtc does not bring itself.
std::vector<std::string> find_vendor_folders() {
    std::vector<std::string> candidates;
    for (const char* variable : {"ROCM_PATH", "HIP_PATH"}) {
        if (const auto root = plugins::environment(variable); root && !root->empty()) {
            candidates.push_back(*root + "/include");
        }
    }
    candidates.insert(candidates.end(), {"/opt/rocm/include", "/usr/include"});
    std::vector<std::string> found;
    for (const std::string& folder : candidates) {
        std::error_code failure;
        if (std::filesystem::exists(folder + "/hip/hip_version.h", failure)) {
            found.push_back(folder);
        }
    }
    return found;
}

std::string identity_of(const Toolkit& toolkit) {
    const Hiprtc& rtc = toolkit.rtc;
    return fmt::format("hip-hiprtc plugin {}; hiprtc {} ({}.{}) {}; comgr {}", QUOVIS_PROJECT_VERSION, rtc.version,
                       rtc.reported_major, rtc.reported_minor,
                       std::filesystem::path(rtc.library.opened()).filename().string(),
                       toolkit.sets.known() ? toolkit.sets.version() : "none");
}

}  // namespace

Toolkit Toolkit::open(const plugins::Settings& settings) {
    const plugins::HostState state;
    Toolkit toolkit;
    if (const auto setting = settings.one("check_targets")) {
        toolkit.check_targets = truth(*setting);
    }
    for (const Setting& setting : settings.list("include")) {
        toolkit.include_folders.push_back(setting.value);
    }
    toolkit.rtc = Hiprtc::open(settings);
    toolkit.sets = InstructionSets::ask(settings, toolkit.rtc);
    toolkit.targets = toolkit.sets.names();
    toolkit.image_formats.emplace_back(code_object_format);
    if (toolkit.rtc.hiprtcGetBitcode != nullptr) {
        toolkit.image_formats.emplace_back(bitcode_format);
    }
    toolkit.vendor_folders = find_vendor_folders();
    toolkit.version = toolkit.rtc.version;
    toolkit.identity = identity_of(toolkit);
    plugins::log(QUOVIS_PLUGIN_LOG_DEBUG, fmt::format("hip-hiprtc: opened {}", toolkit.rtc.library.naming()));
    return toolkit;
}

void Toolkit::require_target(const std::string& target) const {
    if (!sets.known()) {
        return;
    }
    if (target.empty()) {
        throw PluginError(QUOVIS_PLUGIN_TARGET_UNKNOWN,
                          fmt::format("hiprtc needs a target; it knows: {}", fmt::join(targets, ", ")));
    }
    if (!check_targets || sets.has(target)) {
        return;
    }
    throw PluginError(
        QUOVIS_PLUGIN_TARGET_UNKNOWN,
        fmt::format("hiprtc {} does not know the target '{}'; it knows: {}", version, target, fmt::join(targets, ", ")),
        "A newer ROCm knows newer targets. Features are written as in gfx90a:sramecc+:xnack-, and only "
        "those that the processor has.");
}

}  // namespace quovis::hip
