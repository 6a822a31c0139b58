// Runs nvcc with the options that only print something, and reads what it prints.
// Options: CUDA Compiler Driver NVCC, section "Command Option Description".
#include "plugins/cuda-nvcc/toolkit.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iterator>
#include <string_view>

#include "plugins/common/diagnostics_nvcc.hpp"
#include "plugins/common/error.hpp"
#include "plugins/common/host.hpp"
#include "plugins/common/stamps.hpp"
#include "plugins/cuda-nvcc/dry_run.hpp"
#include "plugins/cuda-nvcc/failure.hpp"
#include "plugins/cuda-nvcc/host_compiler.hpp"
#include "plugins/cuda-nvcc/run.hpp"
#include "plugins/cuda-nvcc/search.hpp"
#include "plugins/cuda/target.hpp"

namespace quovis::nvcc {
namespace {

namespace fs = std::filesystem;
using plugins::PluginError;

// A question takes milliseconds; a program on a slow network folder, seconds.
constexpr std::chrono::seconds longest_answer{60};

std::string first_line(std::string_view text) {
    return std::string(text.substr(0, text.find('\n')));
}

// Asks `arguments` and returns the answer; a program that fails has no standard output worth reading.
Run ask(const std::vector<std::string>& arguments, const plugins::PrivateFolder& folder) {
    Limits limits;
    limits.deadline_ns = static_cast<std::uint64_t>(
        std::chrono::nanoseconds(std::chrono::steady_clock::now().time_since_epoch() + longest_answer).count());
    const std::string doing = fmt::format("`{}`", fmt::join(arguments, " "));
    try {
        return run(arguments, folder, limits, doing);
    } catch (const PluginError& failure) {
        if (failure.status != QUOVIS_PLUGIN_TIMED_OUT) {
            throw;
        }
        throw PluginError(QUOVIS_PLUGIN_UNAVAILABLE,
                          fmt::format("{} did not answer within {} s", doing, longest_answer.count()));
    }
}

std::string answer(const std::vector<std::string>& arguments, const plugins::PrivateFolder& folder) {
    Run asked = ask(arguments, folder);
    if (!asked.result.succeeded()) {
        throw PluginError(QUOVIS_PLUGIN_UNAVAILABLE, fmt::format("`{}` ended with {}: {}", fmt::join(arguments, " "),
                                                                 asked.end, first_line(asked.log)));
    }
    return std::move(asked.result.output);
}

// What follows `before` in `text`, up to one of `ends` or the end of the line; empty when it is not there.
std::string_view after(std::string_view text, std::string_view before, std::string_view ends = "\n") {
    const std::size_t at = text.find(before);
    if (at == std::string_view::npos) {
        return {};
    }
    text.remove_prefix(at + before.size());
    return text.substr(0, text.find_first_of(ends));
}

// "Cuda compilation tools, release 13.0, V13.0.88" and "Build cuda_13.0.r13.0/compiler.36424714_0".
std::string read_version(Toolkit& toolkit, const plugins::PrivateFolder& folder) {
    const std::string banner = answer({toolkit.nvcc, "--version"}, folder);
    toolkit.version = after(banner, "release ", ",\n");
    if (toolkit.version.empty()) {
        throw PluginError(
            QUOVIS_PLUGIN_UNAVAILABLE,
            fmt::format("`{} --version` names no release, so it is not nvcc: {}", toolkit.nvcc, first_line(banner)));
    }
    toolkit.abilities.naming = "nvcc " + toolkit.version;
    toolkit.naming = fmt::format("{} ({})", toolkit.abilities.naming, toolkit.nvcc);
    return fmt::format("{} {}", after(banner, ", V"), after(banner, "Build "));
}

void read_targets(Toolkit& toolkit, const plugins::PrivateFolder& folder) {
    const std::string list = answer({toolkit.nvcc, "--list-gpu-code"}, folder);
    auto& numbers = toolkit.abilities.architectures;
    for (std::size_t begin = 0; begin < list.size();) {
        const std::size_t end = std::min(list.find('\n', begin), list.size());
        const auto target = cuda::parse_target(std::string_view(list).substr(begin, end - begin));
        if (target && !target->is_virtual && target->feature == '\0') {
            numbers.push_back(target->number());
        }
        begin = end + 1;
    }
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    for (const int number : numbers) {
        toolkit.targets.push_back(cuda::target_of(number).real_name());
    }
}

// The setting, or nothing. A value that nvcc's shell would read otherwise is refused.
std::string chosen_host_compiler(const plugins::Settings& settings) {
    const auto chosen = settings.one("host_compiler");
    if (!chosen) {
        return {};
    }
    if (!is_plain(chosen->value)) {
        throw PluginError(QUOVIS_PLUGIN_INVALID_ARGUMENT,
                          fmt::format("the setting {} is '{}', a path that nvcc's own shell commands cannot spell",
                                      naming(*chosen), chosen->value),
                          "Name the compiler by a path of letters, digits and blanks.");
    }
    return chosen->value;
}

std::string refused_host_compiler(const Toolkit& toolkit, const std::string& said) {
    return fmt::format("{} has no host compiler that it can call{}: {}", toolkit.naming,
                       toolkit.host_compiler.empty() ? "" : fmt::format(" ('{}')", toolkit.host_compiler), said);
}

DryRun ask_for_commands(const Toolkit& toolkit, const plugins::PrivateFolder& folder) {
    std::vector<std::string> arguments{toolkit.nvcc, "--dryrun", "-x", "cu", "-ptx", "/dev/null", "-o", "/dev/null"};
    if (!toolkit.host_compiler.empty()) {
        arguments.push_back("-ccbin=" + toolkit.host_compiler);
    }
    const Run asked = ask(arguments, folder);
    DryRun commands = read_dry_run(asked.log);
    if (!asked.result.succeeded() || commands.preprocessor.empty()) {
        const std::string said = plugins::lines_about_tools(asked.log);
        if (const std::string full = line_about_disk(said); !full.empty()) {
            throw PluginError(QUOVIS_PLUGIN_UNAVAILABLE,
                              fmt::format("{} cannot be asked for its host compiler: {}", toolkit.naming, full),
                              std::string(disk_hint));
        }
        throw PluginError(QUOVIS_PLUGIN_HOST_COMPILER_REFUSED,
                          refused_host_compiler(toolkit, said.empty() ? asked.end : said.substr(0, said.size() - 1)),
                          host_compiler_hint());
    }
    return commands;
}

// nvcc's companions. Those that link are needed when something is linked, and not before.
void take_companions(Toolkit& toolkit, const DryRun& commands) {
    if (!commands.programs.empty()) {
        toolkit.nvlink = commands.programs + "/nvlink";
    }
    toolkit.nvvm = fs::path(commands.device_code).parent_path().lexically_normal().string();
    for (const std::string& folder : commands.library_folders) {
        std::error_code failure;
        if (fs::exists(folder + "/libcudadevrt.a", failure)) {
            toolkit.libraries.push_back(folder);
        }
    }
}

// All that makes an image of a source.
std::vector<std::string> programs_of(const Toolkit& toolkit, const DryRun& commands) {
    std::vector<std::string> programs{toolkit.nvcc};
    if (!commands.programs.empty()) {
        for (const char* name : {"ptxas", "cudafe++", "fatbinary", "nvlink", "nvcc.profile"}) {
            programs.push_back(commands.programs + "/" + name);
        }
        programs.push_back(commands.compiler.empty() ? commands.programs + "/../nvvm/bin/cicc" : commands.compiler);
    }
    if (!commands.device_code.empty()) {
        programs.push_back(commands.device_code + "/libdevice.10.bc");
    }
    return programs;
}

HostCompiler ask_host_compiler(const std::string& path, const plugins::PrivateFolder& folder) {
    const Run asked = ask({path, "-v", "-E", "-x", "c++", "/dev/null"}, folder);
    HostCompiler compiler = asked.result.succeeded() ? read_host_compiler(asked.log) : HostCompiler();
    if (compiler.version.empty()) {
        compiler.version = first_line(answer({path, "--version"}, folder));
    }
    return compiler;
}

std::string real_path(const std::string& path) {
    std::error_code failure;
    const fs::path real = fs::canonical(path, failure);
    return failure ? fs::path(path).lexically_normal().string() : real.string();
}

// The toolkit's own folders come before those of the host compiler. What is covered is in the identity by its stamps.
std::string take_headers(Toolkit& toolkit, const DryRun& commands, const HostCompiler& host) {
    std::vector<std::string> covered;
    for (const std::string& folder : commands.include_folders) {
        const std::string real = real_path(folder);
        toolkit.origin.include_folders.push_back({real, !plugins::is_shared_folder(real)});
        toolkit.header_folders.insert(toolkit.header_folders.end(), {folder, real});
        if (toolkit.origin.include_folders.back().covered) {
            covered.push_back(real);
        }
    }
    for (const plugins::IncludeFolder& folder : host.folders) {
        toolkit.origin.include_folders.push_back(folder);
        if (!is_users_folder(folder.path)) {
            toolkit.header_folders.insert(toolkit.header_folders.end(), {folder.path, real_path(folder.path)});
        }
        if (folder.covered) {
            covered.push_back(folder.path);
        }
    }
    const plugins::FolderStamps stamps = plugins::stamps_below(covered);
    toolkit.origin.add_paths(stamps.folders);
    return fmt::format("{} {}", fmt::join(covered, ":"), stamps.stamp);
}

// Files whose change is seen in every process, and which stand for the others that a package brings.
std::string stamp_and_tell(Toolkit& toolkit, const std::vector<std::string>& files) {
    for (const std::string& file : files) {
        toolkit.origin.add_path(file);
        toolkit.origin.add_path(real_path(file));
    }
    return plugins::stamp_of(files);
}

// Variables that change what nvcc or the host compiler do.
std::string relevant_environment(plugins::Origin& origin) {
    std::string text;
    const auto look_at = [&](const char* name) {
        origin.add_variable(name);
        if (const auto value = plugins::environment(name)) {
            text += fmt::format("; {}={}", name, *value);
        }
    };
    for (const char* name : {"NVCC_PREPEND_FLAGS", "NVCC_APPEND_FLAGS", "NVCC_CCBIN"}) {
        look_at(name);
    }
    std::for_each(std::begin(folder_variables), std::end(folder_variables), look_at);
    std::for_each(std::begin(flag_variables), std::end(flag_variables), look_at);
    std::for_each(std::begin(host_variables), std::end(host_variables), look_at);
    return text;
}

}  // namespace

Toolkit Toolkit::open(const plugins::Settings& settings) {
    Toolkit toolkit;
    toolkit.nvcc = find_nvcc(settings, toolkit.origin);
    toolkit.host_compiler = chosen_host_compiler(settings);
    const std::string root = temporary_root();
    plugins::sweep_private_folders(root, temporary_prefix);
    const plugins::PrivateFolder folder(root, temporary_prefix);
    const std::string build = read_version(toolkit, folder);
    read_targets(toolkit, folder);
    toolkit.abilities.formats = {"cubin", "ptx", "fatbin", "ltoir"};
    const DryRun commands = ask_for_commands(toolkit, folder);
    take_companions(toolkit, commands);
    toolkit.host_compiler_path = find_program(commands.preprocessor, toolkit.origin);
    const HostCompiler host = ask_host_compiler(toolkit.host_compiler_path, folder);
    const std::string programs = stamp_and_tell(toolkit, programs_of(toolkit, commands));
    const std::string host_programs = stamp_and_tell(toolkit, {toolkit.host_compiler_path, host.front_end});
    const std::string c_library =
        stamp_and_tell(toolkit, {std::begin(plugins::c_library_headers), std::end(plugins::c_library_headers)});
    const std::string headers = take_headers(toolkit, commands, host);
    toolkit.identity = fmt::format("nvcc {} programs {}; host compiler {} ({}) {}; headers {}; C library {}{}", build,
                                   programs, toolkit.host_compiler_path, host.version, host_programs, headers,
                                   c_library, relevant_environment(toolkit.origin));
    return toolkit;
}

std::string host_compiler_hint() {
    return "Name a compiler that this nvcc supports in `backends.cuda-nvcc.host_compiler` (nvcc's option -ccbin), as "
           "g++-12; the CUDA Installation Guide lists the versions.";
}

}  // namespace quovis::nvcc
