// Runs nvcc with the options that only print something, and reads what it prints.
// Options: CUDA Compiler Driver NVCC, section "Command Option Description".
#include "plugins/cuda-nvcc/toolkit.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <string_view>

#include "plugins/common/diagnostics_nvcc.hpp"
#include "plugins/common/error.hpp"
#include "plugins/common/host.hpp"
#include "plugins/cuda-nvcc/failure.hpp"
#include "plugins/cuda-nvcc/run.hpp"
#include "plugins/cuda-nvcc/search.hpp"
#include "plugins/cuda/target.hpp"

namespace quovis::nvcc {
namespace {

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

// nvcc tells what it would call. This line is the preprocessor's: `#$ gcc -D__CUDA_ARCH__=750 ... -E -x c++ ...`.
std::string preprocessor_of(std::string_view commands) {
    const std::size_t at = commands.find(" -E -x c++ ");
    if (at == std::string_view::npos) {
        return {};
    }
    const std::size_t line = commands.rfind("#$ ", at);
    std::string_view word = line == std::string_view::npos ? std::string_view() : commands.substr(line + 3);
    if (!word.empty() && word.front() == '"') {
        word.remove_prefix(1);
        return std::string(word.substr(0, word.find('"')));
    }
    return std::string(word.substr(0, word.find(' ')));
}

// The file that a name without a folder means, for people and for the identity.
std::string resolved(const std::string& program) {
    const std::string list = program.find('/') == std::string::npos ? plugins::environment("PATH").value_or("") : "";
    for (std::size_t begin = 0; begin < list.size();) {
        const std::size_t end = std::min(list.find(':', begin), list.size());
        const auto path = std::filesystem::path(list.substr(begin, end - begin)) / program;
        std::error_code failure;
        if (std::filesystem::is_regular_file(path, failure)) {
            return path.string();
        }
        begin = end + 1;
    }
    return program;
}

// Of the line `#$ LIBRARIES= "-L/usr/local/cuda/lib/stubs" "-L/usr/local/cuda/lib"`.
std::vector<std::string> library_folders(std::string_view line) {
    std::vector<std::string> folders;
    constexpr std::string_view open = "\"-L";
    for (std::size_t at = line.find(open); at != std::string_view::npos; at = line.find(open)) {
        line.remove_prefix(at + open.size());
        std::string folder(line.substr(0, line.find('"')));
        std::error_code failure;
        if (std::filesystem::exists(folder + "/libcudadevrt.a", failure)) {
            folders.push_back(std::move(folder));
        }
    }
    return folders;
}

// Where nvcc's companions are: `#$ _HERE_=/usr/local/cuda/bin`, `#$ NVVMIR_LIBRARY_DIR=/usr/local/cuda/nvvm/libdevice`.
void read_companions(Toolkit& toolkit, std::string_view commands) {
    if (const std::string_view here = after(commands, "#$ _HERE_="); !here.empty()) {
        toolkit.nvlink = std::string(here) + "/nvlink";
    }
    const std::filesystem::path device_code(after(commands, "#$ NVVMIR_LIBRARY_DIR="));
    toolkit.nvvm = device_code.parent_path().lexically_normal().string();
    toolkit.libraries = library_folders(after(commands, "#$ LIBRARIES="));
}

// Reads what nvcc would call; returns the header folders, for the identity.
std::string read_commands(Toolkit& toolkit, const plugins::PrivateFolder& folder) {
    std::vector<std::string> arguments{toolkit.nvcc, "--dryrun", "-x", "cu", "-ptx", "/dev/null", "-o", "/dev/null"};
    if (!toolkit.host_compiler.empty()) {
        arguments.push_back("-ccbin=" + toolkit.host_compiler);
    }
    const Run asked = ask(arguments, folder);
    const std::string program = preprocessor_of(asked.log);
    if (!asked.result.succeeded() || program.empty()) {
        const std::string said = plugins::lines_about_tools(asked.log);
        if (const std::string full = line_about_disk(said); !full.empty()) {
            throw PluginError(QUOVIS_PLUGIN_UNAVAILABLE,
                              fmt::format("{} cannot be asked for its host compiler: {}", toolkit.naming, full),
                              std::string(disk_hint));
        }
        throw PluginError(
            QUOVIS_PLUGIN_HOST_COMPILER_REFUSED,
            fmt::format("{} has no host compiler that it can call{}: {}", toolkit.naming,
                        toolkit.host_compiler.empty() ? "" : fmt::format(" ('{}')", toolkit.host_compiler),
                        said.empty() ? asked.end : said.substr(0, said.size() - 1)),
            host_compiler_hint());
    }
    toolkit.host_compiler_path = resolved(program);
    read_companions(toolkit, asked.log);
    return std::string(after(asked.log, "#$ INCLUDES="));
}

// Variables that change what nvcc or the host compiler do.
std::string relevant_environment() {
    std::string text;
    for (const char* name : {"NVCC_PREPEND_FLAGS", "NVCC_APPEND_FLAGS", "NVCC_CCBIN", "CPATH", "CPLUS_INCLUDE_PATH"}) {
        if (const auto value = plugins::environment(name)) {
            text += fmt::format("; {}={}", name, *value);
        }
    }
    return text;
}

}  // namespace

Toolkit Toolkit::open(const plugins::Settings& settings) {
    Toolkit toolkit;
    toolkit.nvcc = find_nvcc(settings);
    toolkit.host_compiler = chosen_host_compiler(settings);
    const std::string root = temporary_root();
    plugins::sweep_private_folders(root, temporary_prefix);
    const plugins::PrivateFolder folder(root, temporary_prefix);
    const std::string build = read_version(toolkit, folder);
    read_targets(toolkit, folder);
    toolkit.abilities.formats = {"cubin", "ptx", "fatbin", "ltoir"};
    const std::string headers = read_commands(toolkit, folder);
    const std::string host_version = first_line(answer({toolkit.host_compiler_path, "--version"}, folder));
    toolkit.identity = fmt::format("nvcc {}; host compiler {} ({}); headers {}{}", build, toolkit.host_compiler_path,
                                   host_version, headers, relevant_environment());
    return toolkit;
}

std::string host_compiler_hint() {
    return "Name a compiler that this nvcc supports in `backends.cuda-nvcc.host_compiler` (nvcc's option -ccbin), as "
           "g++-12; the CUDA Installation Guide lists the versions.";
}

}  // namespace quovis::nvcc
