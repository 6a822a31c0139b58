// Waits in short steps, so that a cancelled caller leaves the queue.
#include "plugins/hip-hiprtc/turn.hpp"

#include <chrono>

namespace quovis::hip {
namespace {

constexpr std::chrono::milliseconds step{20};

// One for the process, as hiprtc's own state is. It has nothing to destroy (rule 10).
std::timed_mutex& the_turn() {
    static std::timed_mutex turn;
    return turn;
}

}  // namespace

std::unique_lock<std::timed_mutex> wait_for_turn(plugins::Stop& stop) {
    constexpr const char* when = "before hiprtc was started";
    std::unique_lock<std::timed_mutex> turn(the_turn(), std::defer_lock);
    do {
        stop.throw_if_asked(when);
    } while (!turn.try_lock_for(step));
    stop.throw_if_asked(when);
    return turn;
}

}  // namespace quovis::hip
