// One function for each typed option; what none of them can say is refused, never dropped.
#include "plugins/opencl/options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "plugins/common/error.hpp"
#include "plugins/common/raw_options.hpp"
#include "plugins/common/source_text.hpp"
#include "plugins/common/text.hpp"

namespace quovis::opencl {
namespace {

using plugins::PluginError;

[[noreturn]] void refuse(std::string_view option, std::string_view reason, std::string hint = {}) {
    throw PluginError(QUOVIS_PLUGIN_NOT_SUPPORTED, fmt::format("option `{}`: {}", option, reason), std::move(hint));
}

void append(BuildOptions& built, std::string_view word) {
    built.line += fmt::format("{}{}", built.line.empty() ? "" : " ", word);
}

void add(BuildOptions& built, std::string_view option, std::string_view word) {
    append(built, word);
    built.words.emplace_back(word);
    built.typed.emplace_back(option);
}

void add_switches(BuildOptions& built, const quovis_cc_options& options, const Facts& facts) {
    if (options.optimize > 3) {
        throw PluginError(QUOVIS_PLUGIN_INVALID_ARGUMENT,
                          fmt::format("option `optimize` is 0 to 3, not {}", options.optimize));
    }
    // OpenCL knows "off" and "on": 1 to 3 are the same, and are the default.
    if (options.optimize == 0) {
        add(built, "optimize", "-cl-opt-disable");
    }
    if (options.debug > 0) {
        if (facts.is_nvidia()) {
            refuse("debug", "NVIDIA's OpenCL compiler makes no debug information");
        }
        add(built, "debug", "-g");
    }
    if (options.line_info > 0) {
        refuse("line_info", "OpenCL compilers have no line information without debug information",
               "`debug` gives both where the driver has it.");
    }
    if (options.fast_math > 0) {
        add(built, "fast_math", "-cl-fast-relaxed-math");
    }
    built.relocatable = options.relocatable > 0;
    if (options.max_registers > 0) {
        if (!facts.is_nvidia()) {
            refuse("max_registers",
                   fmt::format("only NVIDIA's OpenCL compiler takes a limit, not '{}'", facts.platform));
        }
        add(built, "max_registers",
            fmt::format("-cl-nv-maxrregcount={}", options.max_registers));  // cl_nv_compiler_options
    }
}

void add_language(BuildOptions& built, const quovis_cc_options& options) {
    if (options.warnings_as_errors > 0) {
        add(built, "warnings_as_errors", "-Werror");
    }
    const std::string_view standard = plugins::view(options.standard);
    if (standard.empty()) {
        return;
    }
    const bool plain = std::all_of(standard.begin(), standard.end(), [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.' || c == '+';
    });
    if (standard.substr(0, 2) != "CL" || !plain) {
        refuse("standard", fmt::format("'{}' is not a standard of OpenCL C", standard), "As \"CL1.2\" or \"CL3.0\".");
    }
    add(built, "standard", fmt::format("-cl-std={}", standard));
}

// Neither the specification nor the drivers say how to write a path with a blank, a quote or the like.
bool has_spelling(std::string_view directory) {
    constexpr std::string_view others = "/._-+=@:,~";
    return std::all_of(directory.begin(), directory.end(), [&](char c) {
        return (static_cast<unsigned char>(c) < 0x80 && std::isalnum(static_cast<unsigned char>(c)) != 0) ||
               others.find(c) != std::string_view::npos;
    });
}

void add_include_directories(BuildOptions& built, const quovis_cc_options& options) {
    for (std::size_t index = 0; index < options.include_directory_count; ++index) {
        const std::string_view directory = plugins::view(options.include_directories[index]);
        if (has_spelling(directory)) {
            append(built, fmt::format("-I{}", directory));
            built.typed.emplace_back("include_directories");
        } else {
            built.has_unspelled_folder = true;
            built.shown += fmt::format(" -I\"{}\"", directory);
        }
    }
}

void add_raw(BuildOptions& built, const quovis_cc_options& options) {
    for (const std::string& word : plugins::raw_options(options)) {
        append(built, word);
        built.has_raw = true;
    }
}

void add_defines(BuildOptions& built, const quovis_cc_options& options) {
    for (const quovis_cc_define& define : plugins::received(options.defines, options.define_count)) {
        built.preamble += plugins::define_lines(define);
        built.shown += fmt::format(" -D{}{}{}", plugins::view(define.name), define.has_value != 0 ? "=" : "",
                                   define.has_value != 0 ? plugins::view(define.value) : std::string_view());
    }
}

void finish(BuildOptions& built) {
    built.shown = built.line + (built.line.empty() && !built.shown.empty() ? built.shown.substr(1) : built.shown);
}

}  // namespace

BuildOptions translate(const quovis_cc_options& options, const Facts& facts) {
    BuildOptions built;
    built.line = parameter_question;
    add_switches(built, options, facts);
    add_language(built, options);
    add_include_directories(built, options);
    add_raw(built, options);
    add_defines(built, options);
    finish(built);
    return built;
}

BuildOptions translate_for_image(const quovis_cc_options& options, const Facts& facts) {
    BuildOptions built;
    add_switches(built, options, facts);
    add_raw(built, options);
    finish(built);
    return built;
}

}  // namespace quovis::opencl
