// A thread starts its search where it found a free cl_kernel before, so that it meets its own arguments there again.
#include "plugins/opencl/kernel_pool.hpp"

#include <cstdint>
#include <thread>
#include <utility>

#include "plugins/opencl/module.hpp"

namespace quovis::opencl {
namespace {

// Spreads the threads evenly over any number of slots: multiples of the golden ratio.
std::uint32_t place_of_this_thread() {
    constexpr std::uint32_t golden_ratio = 0x9E3779B9;
    static std::atomic<std::uint32_t> threads{0};
    thread_local std::uint32_t place = threads.fetch_add(1, std::memory_order_relaxed) * golden_ratio;
    return place;
}

}  // namespace

KernelPool::KernelPool() = default;
KernelPool::~KernelPool() = default;

void KernelPool::add(const Kernel& kernel, Held<cl_kernel> handle) {
    const std::size_t count = count_.load();
    slots_[count] = std::make_unique<Slot>(kernel, std::move(handle));
    count_.store(count + 1, std::memory_order_release);
}

KernelPool::Slot& KernelPool::take_among_many(const Kernel& kernel) {
    if (only_first_.load()) {
        return take_first();
    }
    Slot* const found = free_slot();
    return found != nullptr ? *found : make_or_await(kernel);
}

KernelPool::Slot* KernelPool::free_slot() {
    const std::size_t count = count_.load(std::memory_order_acquire);
    std::size_t at = (std::uint64_t{place_of_this_thread()} * count) >> 32u;
    for (std::size_t tried = 0; tried < count; ++tried) {
        if (slots_[at]->try_take()) {
            return slots_[at].get();
        }
        at = at + 1 == count ? 0 : at + 1;
    }
    return nullptr;
}

KernelPool::Slot& KernelPool::take_first() {
    Slot& slot = *slots_[0];
    while (!slot.try_take()) {
        std::this_thread::yield();
    }
    slot.kernel.forget();
    return slot;
}

KernelPool::Slot& KernelPool::make_or_await(const Kernel& kernel) {
    {
        const std::lock_guard lock(growing_);
        const std::size_t count = count_.load();
        if (count < most) {
            Held<cl_kernel> handle = kernel.another();
            slots_[count] = std::make_unique<Slot>(kernel, std::move(handle));
            slots_[count]->taken.store(true);
            count_.store(count + 1, std::memory_order_release);
            return *slots_[count];
        }
    }
    Slot* found = free_slot();
    while (found == nullptr) {
        std::this_thread::yield();
        found = free_slot();
    }
    return *found;
}

}  // namespace quovis::opencl
