// Threads that begin a piece of work at the same time.
#pragma once

#include <barrier>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace quovis::cli {

class Crew {
  public:
    explicit Crew(unsigned count);
    ~Crew();
    Crew(const Crew&) = delete;
    Crew& operator=(const Crew&) = delete;

    // Calls `work(index)` in each thread; the mean of what they return. Throws what one of them threw.
    double run(const std::function<double(unsigned index)>& work);

  private:
    void serve(unsigned index);

    const unsigned count_;
    std::barrier<> begin_;
    std::barrier<> end_;
    const std::function<double(unsigned)>* work_ = nullptr;  // null: the threads end
    std::vector<double> results_;
    std::exception_ptr failure_;
    std::mutex mutex_;  // over failure_
    std::vector<std::thread> threads_;
};

}  // namespace quovis::cli
