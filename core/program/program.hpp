// A source plus options, and what can be made of it: an image without a device, or an image for a route.
#pragma once

#include "core/program/compile.hpp"
#include "core/program/routing.hpp"

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace quovis::core {

struct Program {
    Source source;
    Options options;
    mutable std::atomic<std::uint64_t> cancellations{0};  // how often running compiles were told to stop

    // Every text may be empty: the configuration decides. Throws Error.
    Image compile_for(const Router& router, Cache& cache, const std::string& backend, const std::string& target,
                      const std::string& format) const;

    // Compiles for a route of the configuration's choice and hands the image to `load`, which may refuse it; one from
    // the cache that is refused is made anew. Returns the trail. Throws Error.
    std::vector<Attempt> build(const Router& router, Cache& cache, const std::string& selector,
                               std::shared_ptr<Route> route,
                               const std::function<void(Image, std::shared_ptr<Route>)>& load) const;

    // What a compile without a device is for: the target that was asked for, or else the device's that the choice leads
    // to. Throws Error where there is neither.
    const std::string& target_of(const Router::CompilerChoice& choice, const std::string& target) const;

    // True from the next cancellation on.
    std::function<bool()> next_cancellation() const;
};

}  // namespace quovis::core
