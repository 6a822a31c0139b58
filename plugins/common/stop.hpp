// Whether a compile or a link shall stop: the host asked for it, or the time is up. Once it shall, it shall for good.
#pragma once

#include <quovis/plugin.h>

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace quovis::plugins {

class Stop {
  public:
    // `request`: of a compile or a link. `doing` begins the sentence of throw_if_asked(): "compiling k.cu".
    template <class Request>
    Stop(const Request& request, std::string doing)
        : deadline_ns_(request.deadline_ns),
          cancelled_(request.cancelled),
          context_(request.cancel_context),
          doing_(std::move(doing)) {}

    // Whether there is anything to ask.
    bool is_possible() const { return cancelled_ != nullptr || deadline_ns_ != 0; }
    // From any thread.
    bool is_asked();
    // Throws CANCELLED or TIMED_OUT; `when` ends the sentence.
    void throw_if_asked(std::string_view when);

  private:
    const std::uint64_t deadline_ns_;
    std::int32_t (*const cancelled_)(void*);
    void* const context_;
    const std::string doing_;
    std::atomic<quovis_plugin_status> reason_{QUOVIS_PLUGIN_OK};
};

}  // namespace quovis::plugins
