// Translates; what nvcc's shell would change is refused.
#include "plugins/cuda-nvcc/options.hpp"

#include <fmt/format.h>

#include "plugins/common/error.hpp"
#include "plugins/common/host.hpp"
#include "plugins/common/opencl_c/source.hpp"
#include "plugins/common/request.hpp"
#include "plugins/common/source_text.hpp"
#include "plugins/common/text.hpp"
#include "plugins/cuda-nvcc/dry_run.hpp"
#include "plugins/cuda-nvcc/raw_options.hpp"
#include "plugins/cuda-nvcc/run.hpp"

namespace quovis::nvcc {
namespace {

using plugins::PluginError;

void check_numbers(const quovis_cc_options& options) {
    if (options.optimize > 3) {
        throw PluginError(QUOVIS_PLUGIN_INVALID_ARGUMENT,
                          fmt::format("the option `optimize` is {}; it can be 0 to 3", options.optimize));
    }
    if (options.max_registers < 0) {
        throw PluginError(QUOVIS_PLUGIN_INVALID_ARGUMENT,
                          fmt::format("the option `max_registers` is {}; it is a number of registers, or 0 for "
                                      "the default",
                                      options.max_registers));
    }
}

// In the words that nvcc and nvlink have in common.
void add_numbers(std::vector<std::string>& command, const quovis_cc_options& options) {
    if (options.optimize >= 0) {
        command.push_back(fmt::format("-Xptxas=-O{}", options.optimize));
    }
    if (options.max_registers > 0) {
        command.push_back(fmt::format("-maxrregcount={}", options.max_registers));
    }
}

}  // namespace

std::vector<std::string> compile_command(const Toolkit& toolkit, const cuda::Output& output) {
    std::vector<std::string> command{toolkit.nvcc};
    if (!toolkit.host_compiler.empty()) {
        command.push_back("-ccbin=" + toolkit.host_compiler);
    }
    command.push_back("-" + output.format);
    if (output.format == "ltoir") {
        command.emplace_back("-dlto");
    }
    command.push_back("-arch=" + output.target);
    return command;
}

void add_code_generation(std::vector<std::string>& command, const quovis_cc_options& options) {
    check_numbers(options);
    if (options.debug > 0) {
        command.emplace_back("-G");
        if (options.optimize > 0) {
            command.emplace_back("-dopt=on");  // without it, debugging turns optimisation off
        }
    } else if (options.line_info > 0) {
        command.emplace_back("-lineinfo");  // part of -G, beside which nvcc warns of it
    }
    add_numbers(command, options);
    if (options.fast_math > 0) {
        command.emplace_back("--use_fast_math");
    }
    if (options.relocatable > 0) {
        command.emplace_back("-rdc=true");
    }
}

void add_link_options(std::vector<std::string>& command, const quovis_cc_options& options) {
    check_numbers(options);
    add_numbers(command, options);
    if (options.debug > 0) {
        command.emplace_back("-g");
    }
    if (options.line_info > 0) {
        command.emplace_back("-lineinfo");
    }
    if (options.relocatable > 0) {
        command.emplace_back("-r");
    }
}

void add_language(std::vector<std::string>& command, const quovis_cc_options& options) {
    if (options.warnings_as_errors > 0) {
        command.emplace_back("-Werror=all-warnings");
    }
    if (const std::string_view standard = plugins::view(options.standard); !standard.empty()) {
        if (!is_plain(standard)) {
            throw PluginError(QUOVIS_PLUGIN_NOT_SUPPORTED,
                              fmt::format("the option `standard` is '{}', which is none of C++", standard));
        }
        command.push_back(fmt::format("-std={}", standard));
    }
}

void add_raw(std::vector<std::string>& command, const quovis_cc_options& options) {
    for (std::size_t index = 0; index < options.raw_count; ++index) {
        const std::string_view option = plugins::view(options.raw[index]);
        if (option.find_first_of(std::string_view("$`\0\n", 4)) != std::string_view::npos) {
            throw PluginError(QUOVIS_PLUGIN_INVALID_ARGUMENT,
                              fmt::format("the raw option '{}' has a character that nvcc's own shell commands would "
                                          "replace or run ($, ` or a line end)",
                                          option),
                              "A macro with such a value can be given as a define, a folder as an include directory.");
        }
        command.emplace_back(option);
    }
}

plugins::Plan plan_for(const quovis_cc_request& request) {
    const quovis_cc_options options = opencl_c::compilers_options(request);
    std::vector<std::string> typed;
    add_code_generation(typed, options);
    add_language(typed, options);
    std::vector<std::string> raw;
    add_raw(raw, options);

    plugins::Planner planner(raw_table, request, std::move(typed));
    for (std::string& word : plugins::define_words(options)) {
        planner.add_word(std::move(word));
    }
    planner.add_variable("NVCC_PREPEND_FLAGS");
    planner.add_include_directories();
    planner.add_raw(raw);
    planner.add_variable("NVCC_APPEND_FLAGS");
    for (const char* variable : folder_variables) {
        planner.add_variable(variable);
    }
    for (const char* variable : flag_variables) {
        if (!plugins::environment(variable).value_or("").empty()) {
            planner.bypass(fmt::format("the variable {} has options for nvcc's programs", variable));
        }
    }
    return std::move(planner).finish();
}

}  // namespace quovis::nvcc
