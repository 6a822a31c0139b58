// Two barriers around each piece of work.
#include "tools/quovis/bench_threads.hpp"

#include <numeric>
#include <utility>

namespace quovis::cli {

Crew::Crew(unsigned count) : count_(count), begin_(count + 1), end_(count + 1), results_(count) {
    for (unsigned index = 0; index < count; ++index) {
        threads_.emplace_back([this, index] { serve(index); });
    }
}

Crew::~Crew() {
    work_ = nullptr;
    begin_.arrive_and_wait();
    for (std::thread& thread : threads_) {
        thread.join();
    }
}

double Crew::run(const std::function<double(unsigned)>& work) {
    work_ = &work;
    begin_.arrive_and_wait();
    end_.arrive_and_wait();
    if (failure_) {
        std::rethrow_exception(std::exchange(failure_, nullptr));
    }
    return std::accumulate(results_.begin(), results_.end(), 0.0) / count_;
}

void Crew::serve(unsigned index) {
    for (;;) {
        begin_.arrive_and_wait();
        if (work_ == nullptr) {
            return;
        }
        try {
            results_[index] = (*work_)(index);
        } catch (...) {
            const std::lock_guard lock(mutex_);
            failure_ = std::current_exception();
        }
        end_.arrive_and_wait();
    }
}

}  // namespace quovis::cli
