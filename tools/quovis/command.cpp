// What the subcommands share: the options that stand everywhere, and how each one is put into the program.
#include "tools/quovis/command.hpp"

#include "tools/quovis/json.hpp"
#include "tools/quovis/output.hpp"
#include "tools/quovis/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <limits>
#include <map>
#include <mutex>
#include <system_error>
#include <utility>

namespace quovis::cli {
namespace {

struct HeldLog {
    std::mutex mutex;
    bool held = true;
    std::string lines;
};

// Plugins may log until the process ends, so it is never destroyed.
HeldLog& held_log() {
    static HeldLog* const log = new HeldLog;
    return *log;
}

const std::vector<std::pair<std::string, quovis_log_level>>& log_levels() {
    static const std::vector<std::pair<std::string, quovis_log_level>> levels = {
        {"off", QUOVIS_LOG_OFF},   {"error", QUOVIS_LOG_ERROR}, {"warning", QUOVIS_LOG_WARNING},
        {"info", QUOVIS_LOG_INFO}, {"debug", QUOVIS_LOG_DEBUG}, {"trace", QUOVIS_LOG_TRACE},
    };
    return levels;
}

std::string level_name(quovis_log_level level) {
    for (const auto& [name, one] : log_levels()) {
        if (one == level) {
            return name;
        }
    }
    return "log";
}

void on_log(void*, quovis_log_level level, const char* line) {
    const std::string whole = fmt::format("quovis: {}: {}\n", level_name(level), printable(line));
    HeldLog& log = held_log();
    const std::lock_guard lock(log.mutex);
    if (log.held) {
        log.lines += whole;
    } else {
        print_error_text(whole);
    }
}

quovis_log_level log_level(const std::string& word) {
    if (word.empty()) {
        return QUOVIS_LOG_DEFAULT;
    }
    for (const auto& [name, level] : log_levels()) {
        if (name == word) {
            return level;
        }
    }
    throw usage_failure(fmt::format("'{}' is not a level of --log", word),
                        "the levels are off, error, warning, info, debug and trace");
}

std::optional<bool> on_if(bool given) {
    return given ? std::optional(true) : std::nullopt;
}

}  // namespace

CLI::App& add_subcommand(CLI::App& parent, Common& common, const std::string& name, const std::string& what,
                         const std::string& examples) {
    CLI::App& app = *parent.add_subcommand(name, what);
    add_common_options(app, common);
    if (!examples.empty()) {
        app.footer("\nExamples:\n" + examples);
    }
    return app;
}

void add_common_options(CLI::App& app, Common& common) {
    const std::string group = "Everywhere";
    app.set_help_flag("-h,--help", "Print this help")->group(group);
    app.set_version_flag("--version", fmt::format("quovis {} (plugin ABI {})", quovis_version(), quovis_abi_version()),
                         "Print the version")
        ->group(group);
    app.add_option("--config", common.config, "Read this configuration instead of the user's and the system's")
        ->type_name("FILE")
        ->group(group);
    app.add_option("--plugin-path", common.plugin_paths, "Look for plugins in this folder first (may repeat)")
        ->type_name("DIR")
        ->allow_extra_args(false)
        ->group(group);
    app.add_option("--log", common.log, "How much is told on the way: off error warning info debug trace")
        ->type_name("LEVEL")
        ->group(group);
    app.add_flag("--json", common.json, "Print one JSON object instead of text")->group(group);
}

void add_compile_options(CLI::App& app, CompileWords& words) {
    const std::string group = "Compiler";
    const auto list = [&](const char* name, std::vector<std::string>& into, const char* what, const char* type) {
        app.add_option(name, into, what)->type_name(type)->allow_extra_args(false)->group(group);
    };
    const auto one = [&](const char* name, std::string& into, const char* what, const char* type) {
        app.add_option(name, into, what)->type_name(type)->group(group);
    };
    one("--language", words.language, "cuda, hip or opencl, where the file's ending does not tell", "NAME");
    list("-I", words.include_directories, "Search this folder for headers (may repeat)", "DIR");
    list("-D", words.defines, "Define a macro (may repeat)", "NAME[=VALUE]");
    list("--name-expression", words.name_expressions, "Instantiate this C++ template (may repeat)", "EXPRESSION");
    one("--optimize", words.optimize, "Optimization: 0 to 3", "LEVEL");
    one("--std", words.standard, "The language's standard: c++17, CL1.2, ...", "NAME");
    one("--max-registers", words.max_registers, "Registers of each thread at most", "N");
    one("--timeout", words.timeout, "Stop a compilation that takes longer", "SECONDS");
    app.add_flag("--debug", words.debug, "Debug information for the device's code")->group(group);
    app.add_flag("--line-info", words.line_info, "Source lines for profilers")->group(group);
    app.add_flag("--fast-math", words.fast_math, "Fast, less exact arithmetic")->group(group);
    app.add_flag("--warnings-as-errors", words.warnings_as_errors, "A warning stops the compilation")->group(group);
}

Options compile_options(const CompileWords& words, const std::vector<std::string>& raw) {
    Options options;
    if (!words.optimize.empty()) {
        const auto level = parse_count(words.optimize);
        if (!level || *level > 3) {
            throw usage_failure(fmt::format("--optimize is '{}'; it can be 0, 1, 2 or 3", words.optimize));
        }
        options.optimize = static_cast<int>(*level);
    }
    if (!words.max_registers.empty()) {
        const auto registers = parse_count(words.max_registers);
        if (!registers || *registers == 0 || *registers > std::numeric_limits<std::uint32_t>::max()) {
            throw usage_failure(fmt::format("--max-registers is '{}'; it must be a whole number", words.max_registers));
        }
        options.max_registers = static_cast<std::uint32_t>(*registers);
    }
    if (!words.timeout.empty()) {
        const auto timeout = parse_seconds(words.timeout);
        if (!timeout || timeout->count() == 0) {
            throw usage_failure(
                fmt::format("--timeout is '{}'; it must be a number of seconds, as 30 or 0.5", words.timeout));
        }
        options.timeout = *timeout;
    }
    for (const std::string& word : words.defines) {
        const std::size_t equals = word.find('=');
        Define define{word.substr(0, equals)};
        if (equals != std::string::npos) {
            define.value = word.substr(equals + 1);
        }
        options.defines.push_back(std::move(define));
    }
    options.standard = words.standard;
    options.debug = on_if(words.debug);
    options.line_info = on_if(words.line_info);
    options.fast_math = on_if(words.fast_math);
    options.warnings_as_errors = on_if(words.warnings_as_errors);
    options.include_directories = words.include_directories;
    options.name_expressions = words.name_expressions;
    options.raw = raw;
    return options;
}

bool is_given(const CompileWords& words) {
    return !words.language.empty() || !words.include_directories.empty() || !words.defines.empty() ||
           !words.name_expressions.empty() || !words.optimize.empty() || !words.max_registers.empty() ||
           !words.standard.empty() || !words.timeout.empty() || words.debug || words.line_info || words.fast_math ||
           words.warnings_as_errors;
}

void require_own_file(const std::string& output, const std::vector<std::string>& inputs) {
    for (const std::string& input : inputs) {
        std::error_code not_there;
        if (std::filesystem::equivalent(output, input, not_there)) {
            throw usage_failure(fmt::format("'{}' would be written over: it is what '{}' is made from", input, output),
                                "give another name by -o");
        }
    }
}

bool is_image_file(const std::string& file) {
    static const char* const endings[] = {".ptx", ".cubin", ".fatbin", ".ltoir", ".hsaco", ".spv", ".clbin"};
    return std::any_of(std::begin(endings), std::end(endings),
                       [&](const char* ending) { return file.ends_with(ending); });
}

std::string ending_of(const std::string& format) {
    const std::map<std::string, std::string> endings = {
        {"code-object", ".hsaco"}, {"spirv", ".spv"}, {"opencl-binary", ".clbin"}};
    const auto found = endings.find(format);
    return found == endings.end() ? "." + format : found->second;
}

Instance open_instance(const Common& common, const std::string& overlay) {
    InstanceOptions options;
    options.config = common.config;
    options.config_text = overlay;
    options.plugin_directories = common.plugin_paths;
    options.log_level = log_level(common.log);
    options.log = on_log;
    if (options.log_level >= QUOVIS_LOG_INFO && options.log_level != QUOVIS_LOG_OFF) {
        release_log();  // Who asks for more wants it as it happens, also when the process dies on the way.
    }
    return Instance(options);
}

std::string backend_overlay(const std::string& backend) {
    if (backend.empty()) {
        return {};
    }
    return fmt::format("quovis: 1\nroutes:\n  - backend: [{}]\n", Json(backend).dump());
}

void release_log() {
    HeldLog& log = held_log();
    const std::lock_guard lock(log.mutex);
    log.held = false;
    print_error_text(std::exchange(log.lines, {}));
}

}  // namespace quovis::cli
