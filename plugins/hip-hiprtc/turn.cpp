// Waits in short steps, so that a cancelled caller leaves the queue.
#include "plugins/hip-hiprtc/turn.hpp"

#include <chrono>
#include <condition_variable>
#include <mutex>

namespace quovis::hip {
namespace {

constexpr std::chrono::milliseconds step{20};

struct Queue {
    std::mutex mutex;
    std::condition_variable free;
    bool taken = false;
};

// One for the process, as hiprtc's own state is, and never destroyed (rule 10).
Queue& queue() {
    static Queue* const made = new Queue;
    return *made;
}

}  // namespace

Turn::Turn(plugins::Stop& stop) {
    std::unique_lock lock(queue().mutex);
    do {
        stop.throw_if_asked("before hiprtc was started");
    } while (!queue().free.wait_for(lock, step, [] { return !queue().taken; }));
    stop.throw_if_asked("before hiprtc was started");
    queue().taken = true;
}

Turn::~Turn() {
    {
        const std::lock_guard lock(queue().mutex);
        queue().taken = false;
    }
    queue().free.notify_one();
}

}  // namespace quovis::hip
