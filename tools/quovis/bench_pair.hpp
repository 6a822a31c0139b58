// Measuring in pairs: the vendor's own calls and the same through Quovis take turns in short batches, so that whatever
// the machine does meanwhile happens to both. The ratio is that of the two batches of one round.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

namespace quovis::cli {

// Nanoseconds of `turns` turns of the same work, without a wait for what they leave behind.
using Timing = std::function<double(std::uint64_t turns)>;

struct Pair {
    Timing vendor;
    Timing quovis;
    std::function<void()> wait = [] {};  // for all work, after each batch
    // What a turn changes is put back, and looked for after a turn; `check` returns whether the work was done.
    std::function<void()> reset = [] {};
    std::function<bool()> check = [] { return true; };
    std::uint64_t turns = 0;  // of a batch; 0: at most 64, and about 0.3 ms
};

// Each side makes one turn, which is looked at. Throws a Failure that says whose work was not done.
void try_out(const Pair& pair);

struct Effort {
    std::size_t rounds = 400;
    double most_seconds = 10;  // for one case; 20 rounds are made in any case
};

// Of one turn. Medians over the rounds, each for itself.
struct Measured {
    double vendor_ns = 0;
    double quovis_ns = 0;
    double difference_ns = 0;
    double ratio = 0;
    double ratio_low = 0;   // first quartile
    double ratio_high = 0;  // third quartile
    std::uint64_t rounds = 0;
    std::uint64_t turns = 0;  // of each batch
};
Measured measure(const Pair& pair, const Effort& effort);

// Times a loop that is written where it is called.
template <class Turn>
double time_turns(std::uint64_t turns, Turn&& turn);

}  // namespace quovis::cli

#include <chrono>

template <class Turn>
double quovis::cli::time_turns(std::uint64_t turns, Turn&& turn) {
    const auto start = std::chrono::steady_clock::now();
    for (std::uint64_t done = 0; done < turns; ++done) {
        turn();
    }
    return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - start).count();
}
