// Starts nvcc with what it needs in its environment, and looks after the time.
#include "plugins/cuda-nvcc/run.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <chrono>

#include "plugins/common/error.hpp"
#include "plugins/common/host.hpp"

namespace quovis::nvcc {
namespace {

using plugins::PluginError;

constexpr std::size_t longest_output = std::size_t{4} << 20;  // of each stream; the rest is read and dropped

// steady_clock is CLOCK_MONOTONIC on Linux (libstdc++).
std::chrono::nanoseconds left_until(std::uint64_t deadline_ns) {
    return std::chrono::nanoseconds(deadline_ns) - std::chrono::steady_clock::now().time_since_epoch();
}

[[noreturn]] void stopped(quovis_plugin_status status, std::string_view doing, std::string_view when) {
    throw PluginError(status,
                      fmt::format("{} was {} {}", doing,
                                  status == QUOVIS_PLUGIN_CANCELLED ? "cancelled" : "stopped at its deadline", when));
}

}  // namespace

void Limits::check(std::string_view doing) const {
    if (cancelled != nullptr && cancelled(context) != 0) {
        stopped(QUOVIS_PLUGIN_CANCELLED, doing, "before nvcc was started");
    }
    if (deadline_ns != 0 && left_until(deadline_ns).count() <= 0) {
        stopped(QUOVIS_PLUGIN_TIMED_OUT, doing, "before nvcc was started");
    }
}

Run run(const std::vector<std::string>& arguments, const plugins::PrivateFolder& folder, const Limits& limits,
        std::string_view doing) {
    limits.check(doing);
    plugins::ChildCommand command;
    command.arguments = arguments;
    // Messages in English, since they are read; the intermediate files of nvcc and its children vanish with the folder.
    command.environment = {{"TMPDIR", folder.path()}, {"LC_ALL", "C"}, {"LANGUAGE", ""}};
    command.output_limit = longest_output;
    if (limits.deadline_ns != 0) {
        command.deadline = std::chrono::ceil<std::chrono::milliseconds>(left_until(limits.deadline_ns));
    }
    if (limits.cancelled != nullptr) {
        command.cancelled = [&limits] { return limits.cancelled(limits.context) != 0; };
    }
    plugins::log(QUOVIS_PLUGIN_LOG_DEBUG, fmt::format("cuda-nvcc: {}", fmt::join(arguments, " ")));
    Run done;
    done.result = plugins::run_child(command);
    if (done.result.cancelled || done.result.timed_out) {
        stopped(done.result.cancelled ? QUOVIS_PLUGIN_CANCELLED : QUOVIS_PLUGIN_TIMED_OUT, doing,
                "while nvcc was running");
    }
    done.log = done.result.error + done.result.output;
    done.end = describe_end(command, done.result);
    return done;
}

bool is_plain(std::string_view text) {
    return std::all_of(text.begin(), text.end(), [](char byte) {
        return std::isalnum(static_cast<unsigned char>(byte)) != 0 || static_cast<unsigned char>(byte) >= 0x80 ||
               std::string_view("/._-+@%=~: ").find(byte) != std::string_view::npos;
    });
}

std::string temporary_root() {
    std::string root = plugins::temporary_folder();
    if (is_plain(root)) {
        return root;
    }
    plugins::log(
        QUOVIS_PLUGIN_LOG_WARNING,
        fmt::format("cuda-nvcc: TMPDIR is '{}', which nvcc's own shell commands cannot spell; /tmp is used", root));
    return "/tmp";
}

}  // namespace quovis::nvcc
