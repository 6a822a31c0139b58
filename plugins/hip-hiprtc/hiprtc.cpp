// Finds hiprtc and its code generator.
#include "plugins/hip-hiprtc/hiprtc.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "plugins/common/build_id.hpp"
#include "plugins/common/host.hpp"
#include "plugins/hip-hiprtc/functions.hpp"
#include "plugins/hip-hiprtc/target.hpp"

namespace quovis::hip {
namespace {

using plugins::PluginError;

constexpr std::string_view isa_prefix = "amdgcn-amd-amdhsa--";

const char* const hiprtc_hint =
    "Install ROCm's HIP runtime and compiler (Debian: libamdhip64-5 and libhiprtc-builtins5), or name the library in "
    "the plugin's setting `hiprtc`.";

// A library of its own since ROCm 5.3, before that a part of the runtime's.
plugins::Library open_library(const plugins::Settings& settings, plugins::Library& runtime, plugins::Origin& origin) {
    plugins::LibrarySearch search("hiprtc", {"libhiprtc.so.7", "libhiprtc.so.6", "libhiprtc.so.5"});
    if (const auto chosen = settings.one("hiprtc")) {
        search.only(*chosen);
        plugins::Library library = search.open(hiprtc_hint);
        origin.add(search.looked_at());
        return library;
    }
    const auto runtime_search = runtime_library_search(settings);
    runtime = runtime_search.try_open();
    origin.add(runtime_search.looked_at());
    if (runtime && runtime.find("hiprtcCompileProgram") != nullptr) {
        return runtime;
    }
    if (runtime) {
        search.in(runtime.folder(), "beside the HIP runtime");
    }
    search_rocm(search);
    plugins::Library library = search.try_open();
    if (!library) {
        throw PluginError(
            QUOVIS_PLUGIN_UNAVAILABLE,
            fmt::format("hiprtc cannot be opened: {}, and there is no libhiprtc. Tried: {}",
                        runtime ? fmt::format("{} has no hiprtcCompileProgram", runtime.naming())
                                : fmt::format("there is no libamdhip64 (tried: {})", runtime_search.tried()),
                        search.tried()),
            hiprtc_hint);
    }
    origin.add(search.looked_at());
    return library;
}

// "5.2.21153" of "/usr/lib/x86_64-linux-gnu/libamdhip64.so.5.2.21153"; the file knows it better than hiprtcVersion,
// which answers 9.0 in ROCm 5.
std::string version_in_name(const std::string& path) {
    const std::string name = std::filesystem::path(path).filename().string();
    const std::size_t at = name.find(".so.");
    std::string version = at == std::string::npos ? std::string() : name.substr(at + 4);
    const bool is_version =
        version.find('.') != std::string::npos && version.find_first_not_of("0123456789.") == std::string::npos;
    return is_version ? version : std::string();
}

// hiprtc asks the one that is open already, so that one is asked here too.
std::vector<std::string> find_comgr_names() {
    std::vector<std::string> names{"libamd_comgr.so.3", "libamd_comgr.so.2"};
    for (const std::string& name : names) {
        if (void* present = dlopen(name.c_str(), RTLD_NOW | RTLD_NOLOAD)) {
            dlclose(present);  // LibrarySearch opens it again and keeps it
            return {name};
        }
    }
    return names;
}

// Decided once: what the first instance has opened must not change what the next one tells of its search.
const std::vector<std::string>& comgr_names() {
    static const auto* const names =
        new std::vector<std::string>(find_comgr_names());  // no static destructor (rule 10)
    return *names;
}

// Another vendor's hiprtc has another code generator, whatever of AMD's is installed beside it.
bool is_amds(const Hiprtc& rtc) {
    const std::string name = std::filesystem::path(rtc.library.opened()).filename().string();
    return name.compare(0, 11, "libamdhip64") == 0 || name.compare(0, 9, "libhiprtc") == 0;
}

plugins::Library open_comgr(const plugins::Settings& settings, const Hiprtc& rtc, plugins::Origin& origin) {
    plugins::LibrarySearch search("AMD's code generator", comgr_names());
    if (const auto chosen = settings.one("comgr")) {
        search.only(*chosen);
        plugins::Library library = search.open();
        origin.add(search.looked_at());
        return library;
    }
    if (!is_amds(rtc)) {
        return {};
    }
    search.by_linker();
    search.in(rtc.library.folder(), "beside hiprtc");
    plugins::Library library = search.try_open();
    if (!library) {
        plugins::log(QUOVIS_PLUGIN_LOG_INFO,
                     fmt::format("hip-hiprtc: the targets are not known: libamd_comgr cannot be opened. Tried: {}",
                                 search.tried()));
    }
    plugins::Origin looked_at = search.looked_at();
    looked_at.is_of_this_process = false;  // hiprtc has opened it
    origin.add(looked_at);
    return library;
}

}  // namespace

void Hiprtc::find_all() {
    library.find(hiprtcGetErrorString, "hiprtcGetErrorString");
#define QUOVIS_HIPRTC_NEED(name, parameters) library.need(name, #name);
    QUOVIS_HIPRTC_REQUIRED(QUOVIS_HIPRTC_NEED)
#undef QUOVIS_HIPRTC_NEED
#define QUOVIS_HIPRTC_TRY(name, parameters) library.find(name, #name);
    QUOVIS_HIPRTC_OPTIONAL(QUOVIS_HIPRTC_TRY)
#undef QUOVIS_HIPRTC_TRY
}

Hiprtc Hiprtc::open(const plugins::Settings& settings, plugins::Origin& origin) {
    Hiprtc found;
    found.library = open_library(settings, found.runtime, origin);
    found.find_all();
    if (found.hiprtcVersion(&found.reported_major, &found.reported_minor) != rtc_success) {
        found.reported_major = found.reported_minor = 0;
    }
    found.version = version_in_name(found.library.opened());
    if (found.version.empty()) {
        found.version = fmt::format("{}.{}", found.reported_major, found.reported_minor);
    }
    return found;
}

std::string error_name(const Hiprtc& rtc, RtcResult result) {
    const char* name = rtc.hiprtcGetErrorString == nullptr ? nullptr : rtc.hiprtcGetErrorString(result);
    return name != nullptr && *name != '\0' ? std::string(name) : fmt::format("hiprtc error {}", result);
}

PluginError vendor_error(const Hiprtc& rtc, quovis_plugin_status status, RtcResult result, std::string_view doing,
                         std::string hint) {
    std::string name = error_name(rtc, result);
    std::string message = fmt::format("{} failed: {} ({})", doing, name, result);
    return {status, static_cast<std::int64_t>(result), std::move(name), std::move(message), std::move(hint)};
}

InstructionSets InstructionSets::ask(const plugins::Settings& settings, const Hiprtc& rtc, plugins::Origin& origin) {
    InstructionSets found;
    const plugins::Library library = open_comgr(settings, rtc, origin);
    if (!library) {
        return found;
    }
    int (*get_count)(std::size_t*) = nullptr;
    int (*get_name)(std::size_t, const char**) = nullptr;
    void (*get_version)(std::size_t*, std::size_t*) = nullptr;
    library.need(get_count, "amd_comgr_get_isa_count");
    library.need(get_name, "amd_comgr_get_isa_name");
    library.need(get_version, "amd_comgr_get_version");
    library.need(found.get_isa_metadata_, "amd_comgr_get_isa_metadata");
    library.need(found.destroy_metadata_, "amd_comgr_destroy_metadata");
    std::size_t major = 0;
    std::size_t minor = 0;
    get_version(&major, &minor);
    found.version_ = fmt::format("{}.{}", major, minor);
    found.build_ = plugins::build_of(library);
    std::size_t count = 0;
    if (get_count(&count) != 0) {
        count = 0;
    }
    for (std::size_t index = 0; index < count; ++index) {
        const char* name = nullptr;
        if (get_name(index, &name) == 0 && name != nullptr) {
            if (const auto target = parse_target(name)) {
                found.names_.push_back(target->name());
            }
        }
    }
    return found;
}

bool InstructionSets::has(const std::string& target) const {
    MetadataNode metadata{};
    if (get_isa_metadata_((std::string(isa_prefix) + target).c_str(), &metadata) != 0) {
        return false;
    }
    destroy_metadata_(metadata);
    return true;
}

}  // namespace quovis::hip
