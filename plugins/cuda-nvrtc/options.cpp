// Translates; each option that NVRTC lacks is refused by its name.
#include "plugins/cuda-nvrtc/options.hpp"

#include <fmt/format.h>

#include "plugins/common/error.hpp"
#include "plugins/common/opencl_c/source.hpp"
#include "plugins/common/request.hpp"
#include "plugins/common/text.hpp"
#include "plugins/cuda-nvrtc/raw_options.hpp"

namespace quovis::nvrtc {
namespace {

using plugins::PluginError;

std::string define_option(const quovis_cc_define& define) {
    const std::string_view name = plugins::view(define.name);
    const std::string_view value = plugins::view(define.value);
    if (name.empty() || name.find_first_of(std::string_view("= \t\n\0", 5)) != std::string_view::npos) {
        throw PluginError(QUOVIS_PLUGIN_INVALID_ARGUMENT, fmt::format("'{}' cannot be defined: it is no name", name));
    }
    return define.has_value != 0 ? fmt::format("--define-macro={}={}", name, value)
                                 : fmt::format("--define-macro={}", name);
}

void add_code_generation(std::vector<std::string>& line, const quovis_cc_options& options) {
    if (options.optimize > 3) {
        throw PluginError(QUOVIS_PLUGIN_INVALID_ARGUMENT,
                          fmt::format("the option `optimize` is {}; it can be 0 to 3", options.optimize));
    }
    if (options.debug > 0) {
        line.emplace_back("--device-debug");
        if (options.optimize > 0) {
            line.emplace_back("--dopt=on");  // without it, debugging turns optimisation off
        }
    }
    if (options.optimize >= 0) {
        line.push_back(fmt::format("--ptxas-options=-O{}", options.optimize));
    }
    if (options.line_info > 0) {
        line.emplace_back("--generate-line-info");
    }
    if (options.fast_math > 0) {
        line.emplace_back("--use_fast_math");
    }
    if (options.relocatable > 0) {
        line.emplace_back("--relocatable-device-code=true");
    }
    if (options.max_registers < 0) {
        throw PluginError(QUOVIS_PLUGIN_INVALID_ARGUMENT,
                          fmt::format("the option `max_registers` is {}; it is a number of registers, or 0 for "
                                      "the default",
                                      options.max_registers));
    }
    if (options.max_registers > 0) {
        line.push_back(fmt::format("--maxrregcount={}", options.max_registers));
    }
}

std::string include_option(std::string_view folder) {
    return fmt::format("--include-path={}", folder);
}

// What depends on the request's options alone.
std::vector<std::string> typed_words(const quovis_cc_options& options) {
    std::vector<std::string> words;
    add_code_generation(words, options);
    if (const std::string_view standard = plugins::view(options.standard); !standard.empty()) {
        words.push_back(fmt::format("--std={}", standard));
    }
    for (const auto& define : plugins::received(options.defines, options.define_count)) {
        words.push_back(define_option(define));
    }
    return words;
}

void append(std::vector<std::string>& line, const std::vector<std::string>& more) {
    line.insert(line.end(), more.begin(), more.end());
}

}  // namespace

std::vector<std::string> command_line(const Toolkit& toolkit, const cuda::Output& output,
                                      const quovis_cc_options& options) {
    std::vector<std::string> line{fmt::format("--gpu-architecture={}", output.target)};
    if (output.format == "ltoir") {
        line.emplace_back("-dlto");
    }
    append(line, typed_words(options));
    for (std::size_t index = 0; index < options.include_directory_count; ++index) {
        line.push_back(include_option(plugins::view(options.include_directories[index])));
    }
    append(line, plugins::raw_options(options));
    for (const std::string& folder : toolkit.include_folders) {
        line.push_back(include_option(folder));
    }
    return line;
}

plugins::Plan plan_for(const quovis_cc_request& request) {
    const quovis_cc_options options = opencl_c::compilers_options(request);
    plugins::Planner planner(raw_table, request, typed_words(options));
    if (options.warnings_as_errors > 0) {
        planner.add_word("warnings_as_errors");  // NVRTC is not told; refuse_warnings() reads its log
    }
    planner.add_include_directories();
    planner.add_raw(plugins::raw_options(options));
    return std::move(planner).finish();
}

}  // namespace quovis::nvrtc
