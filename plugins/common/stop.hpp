// Whether a compile shall stop: the host asked for it, or the time is up.
// NVRTC asks by a callback, from a thread of its choice, and wants one answer to stay the answer.
#pragma once

#include <quovis/plugin.h>

#include <atomic>
#include <string_view>

namespace quovis::nvrtc {

class Stop {
  public:
    explicit Stop(const quovis_cc_request& request) : request_(request) {}

    // Whether there is anything to ask.
    bool is_possible() const { return request_.cancelled != nullptr || request_.deadline_ns != 0; }
    bool is_asked();
    // Throws CANCELLED or TIMED_OUT; `when` ends the sentence.
    void throw_if_asked(std::string_view when);

    // For nvrtcSetFlowCallback; `stop` is a Stop.
    static int callback(void* stop, void* reserved);

  private:
    const quovis_cc_request& request_;
    std::atomic<quovis_plugin_status> reason_{QUOVIS_PLUGIN_OK};
};

}  // namespace quovis::nvrtc
