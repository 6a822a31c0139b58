// Which kernels may be running on a device. A fault is told by a later call, and by then nothing else knows who did it.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace quovis::core {

struct StreamState;

// Of a kernel: the epoch in which it was last launched.
struct LaunchMark {
    explicit LaunchMark(std::string of) : name(std::move(of)) {}

    std::atomic<std::uint64_t> epoch{0};
    const std::string name;
};

// An epoch begins when all streams that had launches have been waited for. A launch writes two marks, the kernel's and
// the stream's, and only the first time in an epoch, so that threads that launch the same kernel share nothing that
// changes. A launch that another thread makes in a stream while it is being waited for may go unmarked.
class InFlight {
  public:
    std::shared_ptr<LaunchMark> add_kernel(const std::string& name);

    void launched(LaunchMark& kernel, StreamState& stream) noexcept;
    // After a wait that found no fault.
    void waited(StreamState& stream) noexcept;
    void waited_for_all() noexcept;

    std::vector<std::string> kernels();  // each name once, in the order in which they were made

  private:
    alignas(64) std::atomic<std::uint64_t> epoch_{1};
    alignas(64) std::atomic<std::int64_t> streams_{0};  // that had launches in this epoch and were not waited for
    std::mutex mutex_;                                  // over kernels_
    std::vector<std::shared_ptr<LaunchMark>> kernels_;  // a released one stays until its epoch is over
};

}  // namespace quovis::core
