// An alternate signal stack for the time of a compile.
// LLVM, which works inside hiprtc, gives each thread that it runs on an alternate stack for signals and leaves it there
// (llvm/lib/Support/Unix/Signals.inc); it does not where there is one of enough room already. So the thread is lent
// one, and gets its own back (rule 7).
#pragma once

#include <signal.h>

#include <cstddef>
#include <vector>

namespace quovis::hip {

class SignalStack {
  public:
    SignalStack() : room_(size) {
        stack_t lent{};
        lent.ss_sp = room_.data();
        lent.ss_size = room_.size();
        is_lent_ =
            sigaltstack(nullptr, &own_) == 0 && (own_.ss_flags & SS_ONSTACK) == 0 && sigaltstack(&lent, nullptr) == 0;
    }
    ~SignalStack() {
        if (is_lent_) {
            sigaltstack(&own_, nullptr);
        }
    }
    SignalStack(const SignalStack&) = delete;
    SignalStack& operator=(const SignalStack&) = delete;

  private:
    static constexpr std::size_t size = 512 * 1024;  // bytes; LLVM 15 is content with 80 KB

    std::vector<char> room_;
    stack_t own_{};
    bool is_lent_ = false;
};

}  // namespace quovis::hip
