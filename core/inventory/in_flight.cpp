// The marks of kernels, and when an epoch is over.
#include "core/inventory/in_flight.hpp"

#include "core/inventory/route.hpp"

#include <algorithm>

namespace quovis::core {

std::shared_ptr<LaunchMark> InFlight::add_kernel(const std::string& name) {
    const std::lock_guard lock(mutex_);
    const auto now = epoch_.load();
    std::erase_if(kernels_, [&](const auto& one) { return one.use_count() == 1 && one->epoch.load() != now; });
    return kernels_.emplace_back(std::make_shared<LaunchMark>(name));
}

// A stream that is released before it was waited for counts on: nobody knows that its work has passed before the whole
// device is waited for.
void InFlight::waited(StreamState& stream) noexcept {
    const auto now = epoch_.load(std::memory_order_relaxed);
    if (stream.epoch.load(std::memory_order_relaxed) != now)
        return;
    if (stream.epoch.exchange(0) == now && streams_.fetch_sub(1) == 1)
        epoch_.fetch_add(1);
}

void InFlight::waited_for_all() noexcept {
    streams_.store(0);
    epoch_.fetch_add(1);
}

std::vector<std::string> InFlight::kernels() {
    const std::lock_guard lock(mutex_);
    const auto now = epoch_.load();
    std::vector<std::string> names;
    for (const auto& one : kernels_)
        if (one->epoch.load() == now && std::find(names.begin(), names.end(), one->name) == names.end())
            names.push_back(one->name);
    return names;
}

}  // namespace quovis::core
