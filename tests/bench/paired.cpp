// The table of ratios, and the program.
#include "tests/bench/paired.hpp"

#include <cstdio>
#include <string_view>

namespace quovis::bench {
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
    quovis::bench::register_fake();
    quovis::bench::register_cache();
    quovis::bench::register_compiles();
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv))
        return 1;
    quovis::bench::PairedReporter reporter;
    benchmark::RunSpecifiedBenchmarks(&reporter);
    return 0;
}
