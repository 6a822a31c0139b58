// Ctrl-C and the other signals that ask a program to end. What is being compiled is cancelled first, so that no process
// and no file of a compiler stays behind; then the program ends by the signal, as its caller expects.
#pragma once

#include <functional>

namespace quovis::cli {

// To be called before any thread is started: the signals go to a thread of their own from then on.
void watch_interruptions();

// While one lives, an interruption calls `stop` instead of ending the program. What is stopped has two seconds to end.
class Stoppable {
  public:
    explicit Stoppable(std::function<void()> stop);
    ~Stoppable();
    Stoppable(const Stoppable&) = delete;
    Stoppable& operator=(const Stoppable&) = delete;
};

// Ends the program by the signal that stopped something; returns where none did.
void end_if_interrupted();

}  // namespace quovis::cli
