// Benchmarks in pairs: the vendor's own calls and the same through Quovis, in one run, with the ratio at the end.
// A pair is two benchmarks whose names end in "/vendor" and "/quovis".
#pragma once

#include <benchmark/benchmark.h>

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace quovis::bench {

// One side of a pair. `launch` gives one piece of work to the device without waiting, `wait` waits for all of it.
struct Side {
    std::function<void()> launch;
    std::function<void()> wait;
};

// Registers "<name>/launch" (asynchronous: only the time of the calls, `batch` of them before each wait) and
// "<name>/launch and wait" for both sides.
void register_pair(const std::string& name, const Side& vendor, const Side& quovis);

// Prints each benchmark as usual, then one line for each pair: medians and their ratio.
class PairedReporter : public benchmark::ConsoleReporter {
  public:
    void ReportRuns(const std::vector<Run>& runs) override;
    void Finalize() override;

  private:
    void print_speed_ups() const;

    std::map<std::string, double> medians_;  // of the real time, in each benchmark's unit
};

// Register what this machine has; each says on stderr why it registers nothing.
void register_opencl();
void register_cuda();

// Registers loads and lookups through the program cache.
void register_cache();

// Registers compiles by one thread and by many, for each compiler that is here.
void register_compiles();

}  // namespace quovis::bench
