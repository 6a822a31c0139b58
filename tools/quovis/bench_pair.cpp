// Rounds, and the medians over them.
#include "tools/quovis/bench_pair.hpp"

#include "tools/quovis/failure.hpp"

#include <algorithm>
#include <chrono>
#include <utility>
#include <vector>

namespace quovis::cli {
namespace {

constexpr std::size_t least_rounds = 20;
constexpr std::uint64_t most_turns = 64;
constexpr double batch_ns = 300'000;
constexpr double least_ns = 0.01;  // a clock may say 0

double batch(const Pair& pair, const Timing& side, std::uint64_t turns) {
    const double took = side(turns);
    pair.wait();
    return std::max(took / static_cast<double>(turns), least_ns);
}

std::uint64_t turns_of(const Pair& pair) {
    if (pair.turns != 0) {
        return pair.turns;
    }
    double one = batch_ns;
    for (int tries = 0; tries < 5; ++tries) {  // the first of a kind takes long
        one = std::min(one, std::max(batch(pair, pair.vendor, 1), batch(pair, pair.quovis, 1)));
    }
    return std::clamp<std::uint64_t>(static_cast<std::uint64_t>(batch_ns / one), 1, most_turns);
}

// The value below which `part` of all are.
double quantile(std::vector<double> values, double part) {
    const auto place =
        values.begin() + static_cast<std::ptrdiff_t>(part * static_cast<double>(values.size() - 1) + 0.5);
    std::nth_element(values.begin(), place, values.end());
    return *place;
}

void try_side(const Pair& pair, const Timing& side, const char* whose) {
    pair.reset();
    side(1);
    pair.wait();
    if (!pair.check()) {
        throw Failure(Exit::failed, "bench", std::string("the work was not done by ") + whose,
                      "what is measured must be right first: please report it with this command line");
    }
}

}  // namespace

void try_out(const Pair& pair) {
    try_side(pair, pair.vendor, "the vendor's calls");
    try_side(pair, pair.quovis, "Quovis");
}

Measured measure(const Pair& pair, const Effort& effort) {
    using Clock = std::chrono::steady_clock;
    const std::uint64_t turns = turns_of(pair);
    for (int warm_up = 0; warm_up < 2; ++warm_up) {
        batch(pair, pair.vendor, turns);
        batch(pair, pair.quovis, turns);
    }
    std::vector<double> vendor;
    std::vector<double> quovis;
    std::vector<double> difference;
    std::vector<double> ratio;
    const auto end =
        Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(effort.most_seconds));
    while (vendor.size() < effort.rounds && (vendor.size() < least_rounds || Clock::now() < end)) {
        // Who comes second finds the caches as the first one left them: each is first in every other round.
        double of_vendor = 0;
        double of_quovis = 0;
        if (vendor.size() % 2 == 0) {
            of_vendor = batch(pair, pair.vendor, turns);
            of_quovis = batch(pair, pair.quovis, turns);
        } else {
            of_quovis = batch(pair, pair.quovis, turns);
            of_vendor = batch(pair, pair.vendor, turns);
        }
        vendor.push_back(of_vendor);
        quovis.push_back(of_quovis);
        difference.push_back(of_quovis - of_vendor);
        ratio.push_back(of_quovis / of_vendor);
    }
    return {quantile(vendor, 0.5),
            quantile(quovis, 0.5),
            quantile(difference, 0.5),
            quantile(ratio, 0.5),
            quantile(ratio, 0.25),
            quantile(ratio, 0.75),
            vendor.size(),
            turns};
}

}  // namespace quovis::cli
