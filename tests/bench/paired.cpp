// Timing of both sides of a pair, and the table of ratios.
#include "tests/bench/paired.hpp"

#include <chrono>
#include <cstdio>
#include <string_view>

namespace quovis::bench {
namespace {

// Few enough that no driver's queue is full before they are waited for, which would time the device.
constexpr int batch = 64;
constexpr int repetitions = 15;

void time_launches(benchmark::State& state, const Side& side, int launches) {
    using Clock = std::chrono::steady_clock;
    side.launch();
    side.wait();
    for (auto _ : state) {
        const auto start = Clock::now();
        for (int i = 0; i < launches; ++i)
            side.launch();
        if (launches == 1)
            side.wait();
        state.SetIterationTime(std::chrono::duration<double>(Clock::now() - start).count() / launches);
        if (launches != 1)
            side.wait();
    }
}

void register_side(const std::string& name, const Side& side, int launches) {
    benchmark::RegisterBenchmark(name.c_str(),
                                 [side, launches](benchmark::State& state) { time_launches(state, side, launches); })
        ->UseManualTime()
        ->Iterations(launches == 1 ? 1000 : 100)
        ->Repetitions(repetitions)
        ->ReportAggregatesOnly()
        ->Unit(benchmark::kNanosecond);
}

}  // namespace

void register_pair(const std::string& name, const Side& vendor, const Side& quovis) {
    for (const auto& [kind, launches] : {std::pair{"launch", batch}, std::pair{"launch and wait", 1}}) {
        register_side(name + "/" + kind + "/vendor", vendor, launches);
        register_side(name + "/" + kind + "/quovis", quovis, launches);
    }
}

void PairedReporter::ReportRuns(const std::vector<Run>& runs) {
    for (const auto& run : runs)
        if (run.aggregate_name == "median")
            medians_[run.run_name.function_name] = run.GetAdjustedRealTime();
    ConsoleReporter::ReportRuns(runs);
}

void PairedReporter::Finalize() {
    constexpr std::string_view vendor = "/vendor";
    std::printf("\n%-44s %12s %12s %8s\n", "median", "vendor ns", "quovis ns", "ratio");
    for (const auto& [name, time] : medians_) {
        if (name.size() < vendor.size() || name.compare(name.size() - vendor.size(), vendor.size(), vendor) != 0)
            continue;
        const auto pair = name.substr(0, name.size() - vendor.size());
        const auto other = medians_.find(pair + "/quovis");
        if (other == medians_.end())
            continue;
        std::printf("%-44s %12.1f %12.1f %8.3f\n", pair.c_str(), time, other->second, other->second / time);
    }
    print_speed_ups();
}

// Of benchmarks whose names end in "/N threads", against the one with 1.
void PairedReporter::print_speed_ups() const {
    std::printf("\n%-56s %12s %12s\n", "median of one round", "ms", "speed-up");
    for (const auto& [name, time] : medians_) {
        const auto count = name.rfind('/') + 1;
        const auto one = medians_.find(name.substr(0, count) + "1 threads");
        if (one != medians_.end())
            std::printf("%-56s %12.1f %12.2f\n", name.c_str(), time, one->second / time);
    }
}

}  // namespace quovis::bench

int main(int argc, char** argv) {
    quovis::bench::register_opencl();
    quovis::bench::register_cuda();
    quovis::bench::register_cache();
    quovis::bench::register_compiles();
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv))
        return 1;
    quovis::bench::PairedReporter reporter;
    benchmark::RunSpecifiedBenchmarks(&reporter);
    return 0;
}
