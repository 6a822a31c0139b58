// Looks for the words of each kind of failure, the most telling first.
#include "plugins/cuda-nvcc/failure.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <optional>

#include "plugins/common/diagnostics_nvcc.hpp"

namespace quovis::nvcc {
namespace {

using plugins::CompileResult;
using plugins::Diagnostic;
using plugins::PluginError;

struct Words {
    std::string_view text;
    quovis_plugin_status status;
};

// Of the system. nvcc then says of itself that it has no host compiler.
constexpr std::array<std::string_view, 4> of_disks{"No space left on device", "File too large",
                                                   "File size limit exceeded", "Disk quota exceeded"};

// Said by nvcc, by the shell that it starts, by the host compiler's driver and by the system, not about a source.
constexpr std::array<Words, 21> telling{{
    {"Failed to preprocess host compiler properties", QUOVIS_PLUGIN_HOST_COMPILER_REFUSED},
    {"Cannot find compiler", QUOVIS_PLUGIN_HOST_COMPILER_REFUSED},
    {"unsupported GNU version", QUOVIS_PLUGIN_HOST_COMPILER_REFUSED},
    {"unsupported clang version", QUOVIS_PLUGIN_HOST_COMPILER_REFUSED},
    {"Host compiler targets unsupported OS", QUOVIS_PLUGIN_HOST_COMPILER_REFUSED},
    {"No supported gcc/g++ host compiler", QUOVIS_PLUGIN_HOST_COMPILER_REFUSED},
    {"cannot execute 'cc1plus'", QUOVIS_PLUGIN_HOST_COMPILER_REFUSED},
    {"cannot execute ‘cc1plus’", QUOVIS_PLUGIN_HOST_COMPILER_REFUSED},
    {"Could not open output file", QUOVIS_PLUGIN_UNAVAILABLE},
    {"File write error", QUOVIS_PLUGIN_UNAVAILABLE},
    {"error writing to", QUOVIS_PLUGIN_UNAVAILABLE},
    {"linker library load error", QUOVIS_PLUGIN_UNAVAILABLE},
    {": not found", QUOVIS_PLUGIN_UNAVAILABLE},  // "sh: 1: cicc: not found"
    {": command not found", QUOVIS_PLUGIN_UNAVAILABLE},
    {"out of memory", QUOVIS_PLUGIN_OUT_OF_HOST_MEMORY},
    {"virtual memory exhausted", QUOVIS_PLUGIN_OUT_OF_HOST_MEMORY},
    {"died due to signal", QUOVIS_PLUGIN_COMPILER_CRASHED},
    {"Segmentation fault", QUOVIS_PLUGIN_COMPILER_CRASHED},
    {"Unsupported gpu architecture", QUOVIS_PLUGIN_TARGET_UNKNOWN},
    {"for option 'gpu-architecture'", QUOVIS_PLUGIN_TARGET_UNKNOWN},
    {"for option 'std'", QUOVIS_PLUGIN_NOT_SUPPORTED},
}};

constexpr std::array<std::string_view, 4> about_options{
    {"Unknown option", "is not defined for option", "option argument", "Stray '\"' character"}};

// Which word tells the kind, and the line that it stands in.
struct Finding {
    quovis_plugin_status status;
    std::string line;
};

std::string line_with(std::string_view text, std::size_t at) {
    const std::size_t begin = at == 0 ? 0 : text.rfind('\n', at - 1) + 1;
    return std::string(text.substr(begin, text.find('\n', at) - begin));
}

std::optional<Finding> find_words(std::string_view text) {
    if (const std::string line = line_about_disk(text); !line.empty()) {
        return Finding{QUOVIS_PLUGIN_UNAVAILABLE, line};
    }
    for (const Words& words : telling) {
        if (const std::size_t at = text.find(words.text); at != std::string_view::npos) {
            return Finding{words.status, line_with(text, at)};
        }
    }
    return std::nullopt;
}

// The toolkit's own header refuses a host compiler by an #error.
std::optional<Finding> find_refusal(const std::vector<Diagnostic>& diagnostics) {
    for (const Diagnostic& diagnostic : diagnostics) {
        if (diagnostic.severity == QUOVIS_CC_ERROR && diagnostic.file.find("host_config.h") != std::string::npos) {
            return Finding{QUOVIS_PLUGIN_HOST_COMPILER_REFUSED, diagnostic.message};
        }
    }
    return std::nullopt;
}

std::optional<Finding> find_option(std::string_view text, bool has_raw) {
    for (const std::string_view words : about_options) {
        if (const std::size_t at = text.find(words); at != std::string_view::npos) {
            return Finding{has_raw ? QUOVIS_PLUGIN_INVALID_ARGUMENT : QUOVIS_PLUGIN_NOT_SUPPORTED, line_with(text, at)};
        }
    }
    return std::nullopt;
}

std::optional<Finding> find_kind(const Run& run, const CompileResult& so_far, bool has_raw) {
    if (run.result.signal != 0) {
        return Finding{QUOVIS_PLUGIN_COMPILER_CRASHED, "nvcc ended with " + run.end};
    }
    const std::string about_tools = plugins::lines_about_tools(run.log);
    auto found = find_refusal(so_far.diagnostics);
    found = found ? found : find_words(about_tools);
    return found ? found : find_option(about_tools, has_raw);
}

std::string hint_for(const Toolkit& toolkit, const Finding& found, const CompileResult& so_far) {
    switch (found.status) {
        case QUOVIS_PLUGIN_HOST_COMPILER_REFUSED:
            return host_compiler_hint();
        case QUOVIS_PLUGIN_TARGET_UNKNOWN:
            return fmt::format("{} knows {}, and of some of them the variants a and f.", toolkit.abilities.naming,
                               fmt::join(toolkit.targets, ", "));
        case QUOVIS_PLUGIN_COMPILER_CRASHED:
            return "A crash is a fault of the compiler or a want of memory; another backend may compile the source.";
        case QUOVIS_PLUGIN_UNAVAILABLE:
            return found.line.find("library load") != std::string::npos ||
                           found.line.find("not found") != std::string::npos
                       ? "The toolkit is not complete; install the whole one."
                       : std::string(disk_hint);
        case QUOVIS_PLUGIN_INVALID_ARGUMENT:
        case QUOVIS_PLUGIN_NOT_SUPPORTED:
            return fmt::format("The options were: {}", so_far.command);
        default:
            return {};
    }
}

PluginError of_the_route(const Toolkit& toolkit, std::string_view doing, const Finding& found,
                         const CompileResult& so_far) {
    std::string message = fmt::format("{} with {} failed: {}", doing, toolkit.naming, found.line);
    if (found.status == QUOVIS_PLUGIN_HOST_COMPILER_REFUSED) {
        message += fmt::format(" (host compiler {})", toolkit.host_compiler_path);
    } else if (found.status == QUOVIS_PLUGIN_NOT_SUPPORTED && found.line.find("'std'") != std::string::npos) {
        message += " (option `standard`)";
    }
    return {found.status, std::move(message), hint_for(toolkit, found, so_far)};
}

std::string first_error(const CompileResult& so_far, const Run& run) {
    for (const Diagnostic& diagnostic : so_far.diagnostics) {
        if (diagnostic.severity == QUOVIS_CC_ERROR) {
            return diagnostic.file.empty()
                       ? diagnostic.message
                       : fmt::format("{}:{}: {}", diagnostic.file, diagnostic.line, diagnostic.message);
        }
    }
    return fmt::format("{}, {}", run.end, run.log.empty() ? "without a word" : run.log.substr(0, 1000));
}

std::string number_of_errors(const CompileResult& so_far) {
    const auto count = std::count_if(so_far.diagnostics.begin(), so_far.diagnostics.end(),
                                     [](const Diagnostic& one) { return one.severity == QUOVIS_CC_ERROR; });
    return fmt::format("{} error{}", count, count == 1 ? "" : "s");
}

}  // namespace

std::string line_about_disk(std::string_view text) {
    for (const std::string_view words : of_disks) {
        if (const std::size_t at = text.find(words); at != std::string_view::npos) {
            return line_with(text, at);
        }
    }
    return {};
}

PluginError compile_failure(const Toolkit& toolkit, const std::string& name, const Run& run,
                            const CompileResult& so_far, bool has_raw) {
    if (const auto found = find_kind(run, so_far, has_raw)) {
        return of_the_route(toolkit, "compiling " + name, *found, so_far);
    }
    return {QUOVIS_PLUGIN_SOURCE_INVALID, fmt::format("{} does not compile for {}: {}; {}", name, so_far.target,
                                                      number_of_errors(so_far), first_error(so_far, run))};
}

PluginError link_failure(const Toolkit& toolkit, const Run& run, const CompileResult& so_far, bool has_raw) {
    if (const auto found = find_kind(run, so_far, has_raw)) {
        return of_the_route(toolkit, "linking", *found, so_far);
    }
    const std::string about_tools = plugins::lines_about_tools(run.log);
    const bool is_about_symbols = about_tools.find("Undefined reference") != std::string::npos ||
                                  about_tools.find("Multiple definition") != std::string::npos ||
                                  about_tools.find("Unresolved extern") != std::string::npos;
    return {is_about_symbols ? QUOVIS_PLUGIN_SOURCE_INVALID : QUOVIS_PLUGIN_IMAGE_REJECTED,
            fmt::format("the images do not link for {}: {}", so_far.target, first_error(so_far, run)),
            is_about_symbols ? "" : "Link images that were compiled as relocatable code for this target."};
}

}  // namespace quovis::nvcc
