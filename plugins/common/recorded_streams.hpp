// The streams of a device, and how many of them are being recorded. While one is, the device as a whole must not be
// waited for: drivers give the recording up then, whichever thread it belongs to (CUDA Driver API,
// cuStreamBeginCapture).
#pragma once

#include <algorithm>
#include <mutex>
#include <shared_mutex>
#include <vector>

namespace quovis::plugins {

template <class Stream>
class RecordedStreams {
  public:
    void enlist(Stream& stream) {
        const std::unique_lock lock(mutex_);
        streams_.push_back(&stream);
    }
    void delist(Stream& stream) {
        const std::unique_lock lock(mutex_);
        streams_.erase(std::remove(streams_.begin(), streams_.end(), &stream), streams_.end());
    }

    // `start` begins a recording; what it throws is passed on, and nothing is recorded.
    template <class Start>
    void begin(Start&& start) {
        const std::unique_lock lock(mutex_);
        start();
        ++recording_;
    }
    // After a recording has ended, in whatever way.
    void end() {
        const std::unique_lock lock(mutex_);
        if (recording_ > 0) {
            --recording_;
        }
    }
    bool any() const {
        const std::shared_lock lock(mutex_);
        return recording_ > 0;
    }

    // Calls `all` to wait for the device, or `one` for each stream while there are recordings; none begins meanwhile.
    template <class All, class One>
    void wait(All&& all, One&& one) const {
        const std::shared_lock lock(mutex_);
        if (recording_ == 0) {
            all();
            return;
        }
        for (Stream* const stream : streams_) {
            one(*stream);
        }
    }

  private:
    mutable std::shared_mutex mutex_;
    std::vector<Stream*> streams_;
    int recording_ = 0;
};

}  // namespace quovis::plugins
