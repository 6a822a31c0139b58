// Opens the compiler's libraries and asks them what they know.
#include "plugins/hip-hiprtc/toolkit.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <string_view>
#include <system_error>

#include "plugins/common/build_id.hpp"
#include "plugins/common/host.hpp"
#include "plugins/common/host_state.hpp"
#include "plugins/common/stamps.hpp"
#include "plugins/hip-hiprtc/system_headers.hpp"

namespace quovis::hip {
namespace {

namespace fs = std::filesystem;
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
std::vector<std::string> find_vendor_folders(plugins::Origin& origin) {
    std::vector<std::string> candidates;
    for (const char* variable : {"ROCM_PATH", "HIP_PATH"}) {
        origin.add_variable(variable);
        if (const auto root = plugins::environment(variable); root && !root->empty()) {
            candidates.push_back(*root + "/include");
        }
    }
    candidates.insert(candidates.end(), {"/opt/rocm/include", "/usr/include"});
    std::vector<std::string> found;
    for (const std::string& folder : candidates) {
        std::error_code failure;
        origin.add_path(folder + "/hip/hip_version.h");
        if (fs::exists(folder + "/hip/hip_version.h", failure)) {
            found.push_back(folder);
        }
    }
    return found;
}

// hiprtc's own headers are in a library of their own, which it opens itself.
std::vector<std::string> builtins_of(const Hiprtc& rtc) {
    std::vector<std::string> files;
    std::error_code failure;
    for (fs::directory_iterator at(rtc.library.folder(), failure), end; !failure && at != end; at.increment(failure)) {
        if (at->path().filename().string().compare(0, 21, "libhiprtc-builtins.so") == 0) {
            files.push_back(at->path().string());
        }
    }
    std::sort(files.begin(), files.end());
    return files;
}

// The folders of `prefixes` below the vendor's; nothing else of the vendor's is searched.
std::vector<std::string> vendor_header_folders(const Toolkit& toolkit) {
    std::vector<std::string> folders;
    for (const std::string& folder : toolkit.vendor_folders) {
        for (const std::string_view prefix : vendor_prefixes) {
            folders.push_back(fmt::format("{}/{}", folder, prefix.substr(0, prefix.size() - 1)));
        }
    }
    return folders;
}

// The folders in order of search, but for the vendor's, which are asked for a few names and are the last here.
std::string take_headers(Toolkit& toolkit) {
    std::vector<std::string> covered = vendor_header_folders(toolkit);
    for (const std::string& folder : toolkit.include_folders) {
        toolkit.origin.include_folders.push_back({folder, false});
    }
    for (plugins::IncludeFolder& folder : system_header_folders(toolkit.origin)) {
        if (folder.covered) {
            covered.push_back(folder.path);
        }
        toolkit.origin.include_folders.push_back(std::move(folder));
    }
    for (const std::string& folder : toolkit.vendor_folders) {
        toolkit.origin.include_folders.push_back({folder, true});
    }
    const plugins::FolderStamps stamps = plugins::stamps_below(covered);
    toolkit.origin.add_paths(stamps.folders);
    const std::vector<std::string> c_library(std::begin(plugins::c_library_headers),
                                             std::end(plugins::c_library_headers));
    toolkit.origin.add_paths(c_library);
    return fmt::format("{} C library {}", stamps.stamp, plugins::stamp_of(c_library));
}

std::string identity_of(const Toolkit& toolkit, const std::vector<std::string>& builtins, const std::string& headers) {
    const Hiprtc& rtc = toolkit.rtc;
    return fmt::format(
        "hip-hiprtc plugin {}; hiprtc {} ({}.{}) {} build {}; runtime {}; builtins {}; comgr {}; headers {}",
        QUOVIS_PROJECT_VERSION, rtc.version, rtc.reported_major, rtc.reported_minor,
        fs::path(rtc.library.opened()).filename().string(), plugins::build_of(rtc.library),
        rtc.runtime ? plugins::build_of(rtc.runtime) : "none", plugins::stamp_of(builtins),
        toolkit.sets.known() ? fmt::format("{} build {}", toolkit.sets.version(), toolkit.sets.build()) : "none",
        headers);
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
    toolkit.rtc = Hiprtc::open(settings, toolkit.origin);
    toolkit.sets = InstructionSets::ask(settings, toolkit.rtc, toolkit.origin);
    toolkit.targets = toolkit.sets.names();
    toolkit.image_formats.emplace_back(code_object_format);
    if (toolkit.rtc.hiprtcGetBitcode != nullptr) {
        toolkit.image_formats.emplace_back(bitcode_format);
    }
    toolkit.vendor_folders = find_vendor_folders(toolkit.origin);
    toolkit.version = toolkit.rtc.version;
    const std::vector<std::string> builtins = builtins_of(toolkit.rtc);
    toolkit.origin.add_paths(builtins);
    toolkit.identity = identity_of(toolkit, builtins, take_headers(toolkit));
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
