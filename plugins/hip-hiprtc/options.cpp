// What none of clang's words can say is refused, never dropped.
#include "plugins/hip-hiprtc/options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>

#include "plugins/common/error.hpp"
#include "plugins/common/opencl_c/source.hpp"
#include "plugins/common/request.hpp"
#include "plugins/common/source_text.hpp"
#include "plugins/common/text.hpp"
#include "plugins/hip-hiprtc/raw_options.hpp"

namespace quovis::hip {
namespace {

using plugins::PluginError;

[[noreturn]] void invalid(std::string_view option, std::string_view reason) {
    throw PluginError(QUOVIS_PLUGIN_INVALID_ARGUMENT, fmt::format("option `{}`: {}", option, reason));
}

void add_switches(std::vector<std::string>& words, const quovis_cc_options& options) {
    if (options.optimize > 3) {
        invalid("optimize", fmt::format("is 0 to 3, not {}", options.optimize));
    }
    if (options.optimize >= 0) {
        words.push_back(fmt::format("-O{}", options.optimize));
    }
    if (options.debug > 0) {
        words.emplace_back("-g");
    } else if (options.line_info > 0) {
        words.emplace_back("-gline-tables-only");
    }
    if (options.fast_math > 0) {
        words.emplace_back("-ffast-math");
    }
    if (options.warnings_as_errors > 0) {
        words.emplace_back("-Werror");
    }
    if (options.relocatable > 0) {
        words.emplace_back("-fgpu-rdc");
    }
    if (options.max_registers > 0) {
        throw PluginError(QUOVIS_PLUGIN_NOT_SUPPORTED,
                          "option `max_registers`: AMD's compiler takes no limit for all kernels of a source",
                          "Put __attribute__((amdgpu_num_vgpr(N))) or __launch_bounds__ on the kernel.");
    }
}

// A word that holds a blank or starts another option would reach clang as something else.
bool is_plain_standard(std::string_view standard) {
    return std::all_of(standard.begin(), standard.end(), [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '+' || c == ':' || c == '-';
    });
}

void add_standard(std::vector<std::string>& words, const quovis_cc_options& options, bool is_cuda) {
    std::string_view standard = plugins::view(options.standard);
    if (standard.empty() && is_cuda) {
        standard = "c++17";  // what CUDA's compilers take for granted
    }
    if (standard.empty()) {
        return;
    }
    if (!is_plain_standard(standard)) {
        invalid("standard", fmt::format("'{}' is not the name of a standard", standard));
    }
    words.push_back(fmt::format("-std={}", standard));
}

// They are lines in front of the source; hiprtc's own headers are read before them.
void add_defines(CompileOptions& made, const quovis_cc_options& options) {
    for (const quovis_cc_define& define : plugins::received(options.defines, options.define_count)) {
        made.preamble += plugins::define_lines(define);
        made.defines += fmt::format(" -D{}{}{}", plugins::view(define.name), define.has_value != 0 ? "=" : "",
                                    define.has_value != 0 ? plugins::view(define.value) : std::string_view());
    }
}

// What depends on the request's options alone, without defines and folders.
std::vector<std::string> typed_words(const quovis_cc_options& options, bool is_cuda) {
    std::vector<std::string> words;
    add_switches(words, options);
    add_standard(words, options, is_cuda);
    return words;
}

}  // namespace

std::string CompileOptions::shown() const {
    return fmt::format("{}{}", fmt::join(words, " "), defines);
}

CompileOptions translate(const quovis_cc_options& options, const std::string& target, bool is_cuda) {
    CompileOptions made;
    if (!target.empty()) {
        made.words.push_back("--offload-arch=" + target);
    }
    for (std::string& word : typed_words(options, is_cuda)) {
        made.words.push_back(std::move(word));
    }
    add_defines(made, options);
    // Headers go over in memory; the folders are for computed #include lines and __has_include.
    for (std::size_t index = 0; index < options.include_directory_count; ++index) {
        made.words.push_back("-I" + plugins::string(options.include_directories[index]));
    }
    for (std::size_t index = 0; index < options.raw_count; ++index) {
        made.words.push_back(plugins::string(options.raw[index]));
        made.has_raw = true;
    }
    return made;
}

plugins::Plan plan_for(const quovis_cc_request& request) {
    const quovis_cc_options options = opencl_c::compilers_options(request);
    plugins::Planner planner(raw_table, request, typed_words(options, plugins::view(request.language) == "cuda"));
    for (std::string& word : plugins::define_words(options)) {
        planner.add_word(std::move(word));
    }
    planner.add_include_directories();
    planner.add_raw(plugins::raw_options(options));
    for (const char* variable : option_variables) {
        planner.add_variable(variable);
    }
    return std::move(planner).finish();
}

}  // namespace quovis::hip
