// The cl_kernels that launches of one kernel use. A cl_kernel holds the arguments of its next launch, so a launch has
// one for itself from its first argument to the end of its enqueue; threads that launch at the same time have one each.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <memory>
#include <mutex>

#include "plugins/opencl/prepared_kernel.hpp"

namespace quovis::opencl {

class KernelPool {
    struct Slot;

  public:
    KernelPool();
    ~KernelPool();
    KernelPool(const KernelPool&) = delete;
    KernelPool& operator=(const KernelPool&) = delete;

    // One cl_kernel for one launch; given back by the destructor.
    class Lease {
      public:
        explicit Lease(Slot& slot) : slot_(slot) {}
        ~Lease();
        Lease(const Lease&) = delete;
        Lease& operator=(const Lease&) = delete;

        PreparedKernel* operator->() const;

      private:
        Slot& slot_;
    };

    // A free one; makes another of `kernel` where all are in use. `add` was called before.
    Lease take(const quovis_rt_kernel& kernel) {
        Slot& first = *slots_[0];
        return Lease(count_.load(std::memory_order_acquire) == 1 && !only_first_ && first.try_take()
                         ? first
                         : take_among_many(kernel));
    }
    // From now on only the first one is given out, and what is set on it is taken for unknown.
    void share_first() { only_first_.store(true); }
    void add(const quovis_rt_kernel& kernel, Held<cl_kernel> handle);

  private:
    // More than that many launches of one kernel at a time wait for each other.
    static constexpr std::size_t most = 64;

    // On cache lines of its own, since neighbours are used by other threads.
    struct alignas(64) Slot {
        Slot(const quovis_rt_kernel& of, Held<cl_kernel> handle) : kernel(of, std::move(handle)) {}
        bool try_take() {
            return !taken.load(std::memory_order_relaxed) && !taken.exchange(true, std::memory_order_acquire);
        }

        std::atomic<bool> taken{false};
        PreparedKernel kernel;
    };

    Slot& take_among_many(const quovis_rt_kernel& kernel);
    Slot* free_slot();
    Slot& take_first();
    Slot& make_or_await(const quovis_rt_kernel& kernel);

    std::array<std::unique_ptr<Slot>, most> slots_;  // the first `count_` of them
    std::atomic<std::size_t> count_{0};
    std::atomic<bool> only_first_{false};
    std::mutex growing_;
};

inline KernelPool::Lease::~Lease() {
    slot_.kernel.let_go_of_parts();
    slot_.taken.store(false, std::memory_order_release);
}

inline PreparedKernel* KernelPool::Lease::operator->() const {
    return &slot_.kernel;
}

}  // namespace quovis::opencl
