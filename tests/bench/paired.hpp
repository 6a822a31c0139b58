// The report of the benchmarks, with the ratio of each pair at the end: two whose names end in "/vendor" and "/quovis".
// Launches, copies and the like are compared by `quovis bench`, by turns in one process.
#pragma once

#include <benchmark/benchmark.h>

#include <map>
#include <string>
#include <vector>

namespace quovis::bench {

// Prints each benchmark as usual, then one line for each pair: medians and their ratio.
class PairedReporter : public benchmark::ConsoleReporter {
  public:
    void ReportRuns(const std::vector<Run>& runs) override;
    void Finalize() override;

  private:
    void print_speed_ups() const;

    std::map<std::string, double> medians_;  // of the real time, in each benchmark's unit
};

// Registers launches through a plugin that does nothing.
void register_fake();

// Registers loads and lookups through the program cache.
void register_cache();

// Registers compiles by one thread and by many, for each compiler that is here.
void register_compiles();

}  // namespace quovis::bench
