// run_child: a start, two pipes, and one loop that waits for output, the end, the deadline and a cancellation.
#include "core/support/child_process.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace quovis::core {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds turn{20};         // the longest wait between two questions
constexpr std::chrono::milliseconds last_words{200};  // for output that is still in a pipe after the end

std::chrono::milliseconds next_wait(const ChildCommand& command, Clock::time_point started, bool has_handle) {
    auto wait = command.cancelled || !has_handle ? turn : std::chrono::milliseconds(1000);
    if (command.deadline) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(started + *command.deadline - Clock::now());
        wait = std::clamp(left, std::chrono::milliseconds(0), wait);
    }
    return wait;
}

void wait_for_end(const ChildCommand& command, const RunningChild& child, Capture& output, Capture& error,
                  ChildResult& result) {
    const auto started = Clock::now();
    while (!child.ended()) {
        wait_readable({output.ours(), error.ours(), child.handle()}, next_wait(command, started, child.handle() >= 0));
        output.drain();
        error.drain();
        const bool late = command.deadline && Clock::now() - started >= *command.deadline;
        if (!late && command.cancelled && command.cancelled()) {
            result.cancelled = true;
        }
        if ((late || result.cancelled) && !child.ended()) {
            result.timed_out = late;
            child.kill_group();
            return;
        }
        result.cancelled = false;  // it had ended by itself
    }
}

}  // namespace

ChildResult run_child(const ChildCommand& command) {
    const std::string program = command.arguments.empty() ? std::string() : command.arguments[0];
    Capture output(program, command.output_limit);
    Capture error(program, command.output_limit);
    RunningChild child(command.arguments, command.environment, command.working_directory,
                       {-1, output.theirs(), error.theirs()});
    output.close_theirs();
    error.close_theirs();

    ChildResult result;
    wait_for_end(command, child, output, error, result);
    child.kill_group();  // what it has left running
    static_cast<ChildEnd&>(result) = child.collect();

    // A grandchild that moved to another group may keep the pipes open for ever.
    const auto until = Clock::now() + last_words;
    while ((output.open() || error.open()) && Clock::now() < until) {
        wait_readable({output.ours(), error.ours()}, turn);
        output.drain();
        error.drain();
    }
    result.output = std::move(output.text);
    result.output_cut = output.cut;
    result.error = std::move(error.text);
    result.error_cut = error.cut;
    return result;
}

std::string describe_end(const ChildCommand& command, const ChildResult& result) {
    if (result.timed_out) {
        return fmt::format("killed after {} ms", command.deadline ? command.deadline->count() : 0);
    }
    return result.cancelled ? "cancelled" : describe_end(static_cast<const ChildEnd&>(result));
}

}  // namespace quovis::core
