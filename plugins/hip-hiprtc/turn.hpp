// The turn that compiles and links of one process wait for.
#pragma once

#include "plugins/common/stop.hpp"

namespace quovis::hip {

// hiprtc works on one program at a time by a lock of its own (measured with ROCm 5.2: 16 kernels take as long with 16
// threads as with one), and has not always been safe without (ROCm/hip #3826). Waiting here keeps the deadline in view.
// hiprtc itself cannot be stopped.
class Turn {
  public:
    explicit Turn(plugins::Stop& stop);  // waits; throws as Stop::throw_if_asked()
    ~Turn();
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;
};

}  // namespace quovis::hip
