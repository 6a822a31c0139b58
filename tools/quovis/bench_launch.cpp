// Launches: by their number of arguments, typed, with a wait, from many threads, as a graph; and the making of a
// kernel.
#include "tools/quovis/bench_case.hpp"
#include "tools/quovis/bench_threads.hpp"

#include <fmt/format.h>

#include <array>
#include <memory>
#include <utility>

namespace quovis::cli {
namespace {

constexpr std::uint64_t launch_turns = 64;  // few enough that no driver's queue is full before they are waited for
constexpr std::uint64_t graph_launches = 10;

// A kernel with its arguments, as both sides need them. Stays where it is: it points into itself.
template <std::size_t Count>
class Launch {
  public:
    Launch(const BenchPlace& place, const Stream& stream)
        : stream_(stream), kernel_(place.module.kernel(name())), out_(place.route.buffer<std::uint32_t>(1)) {
        for (std::size_t i = 0; i < Count; ++i) {
            values_[i] = static_cast<std::uint32_t>(i);
            arguments_[i] = i == 0 ? quovis_pointer(out_.get(), 0) : quovis_value(&values_[i], sizeof values_[i]);
        }
        info_.struct_size = sizeof info_;
        info_.grid[0] = info_.block[0] = 1;
        info_.arguments = arguments_.data();
        info_.argument_count = Count;
    }
    Launch(const Launch&) = delete;
    Launch& operator=(const Launch&) = delete;

    const Kernel& kernel() const { return kernel_; }
    const Buffer& out() const { return out_; }
    const Stream& stream() const { return stream_; }
    const std::array<std::uint32_t, Count + 1>& values() const { return values_; }

    void operator()() const { call(kernel_, std::make_index_sequence < Count == 0 ? 0 : Count - 1 > ()); }
    void operator()(const Kernel& kernel) const {
        call(kernel, std::make_index_sequence < Count == 0 ? 0 : Count - 1 > ());
    }

    quovis_loop_info loop(quovis_loop_kind kind) const {
        quovis_loop_info loop{};
        loop.kind = kind;
        loop.stream = stream_.get();
        loop.kernel = kernel_.get();
        loop.launch = &info_;
        return loop;
    }

    void reset() const { out_.fill<std::uint32_t>(0); }
    bool check() const { return Count == 0 || out_.read<std::uint32_t>().front() == Count + Count * (Count - 1) / 2; }

  private:
    static std::string name() { return Count == 0 ? "empty" : "sum" + std::to_string(Count); }

    template <std::size_t... Index>
    void call(const Kernel& kernel, std::index_sequence<Index...>) const {
        if constexpr (Count == 0) {
            kernel.launch(stream_, 1, 1);
        } else {
            kernel.launch(stream_, 1, 1, out_, values_[Index + 1]...);
        }
    }

    Stream stream_;
    Kernel kernel_;
    Buffer out_;
    std::array<std::uint32_t, Count + 1> values_{};
    std::array<quovis_argument, Count + 1> arguments_{};
    quovis_launch_info info_{};
};

template <std::size_t Count>
using Held = std::shared_ptr<const Launch<Count>>;

// A pair whose vendor's side is the loop of a kind; Quovis' side is `turn`.
template <std::size_t Count, class Turn>
Pair launch_pair(const BenchPlace& place, const Held<Count>& launch, quovis_loop_kind kind, Turn turn) {
    Pair pair;
    pair.vendor = vendor_timing(place.route, launch->loop(kind));
    pair.quovis = [launch, turn](std::uint64_t turns) { return time_turns(turns, turn); };
    pair.wait = [launch] { launch->stream().synchronize(); };
    pair.reset = [launch] { launch->reset(); };
    pair.check = [launch] { return launch->check(); };
    return pair;
}

template <std::size_t Count>
Pair plain(BenchPlace& place) {
    const auto launch = std::make_shared<const Launch<Count>>(place, place.stream);
    Pair pair = launch_pair<Count>(place, launch, QUOVIS_LOOP_LAUNCH, [launch] { (*launch)(); });
    pair.turns = launch_turns;
    return pair;
}

template <std::size_t Count>
Pair with_wait(BenchPlace& place) {
    const auto launch = std::make_shared<const Launch<Count>>(place, place.stream);
    return launch_pair<Count>(place, launch, QUOVIS_LOOP_LAUNCH_AND_WAIT, [launch] {
        (*launch)();
        launch->stream().synchronize();
    });
}

Pair typed(BenchPlace& place) {
    const auto launch = std::make_shared<const Launch<3>>(place, place.stream);
    const auto kernel = launch->kernel().typed<buffer<std::uint32_t>, std::uint32_t, std::uint32_t>();
    Pair pair = launch_pair<3>(place, launch, QUOVIS_LOOP_LAUNCH, [launch, kernel] {
        kernel.launch(launch->stream(), 1, 1, launch->out(), launch->values()[1], launch->values()[2]);
    });
    pair.turns = launch_turns;
    return pair;
}

// Each thread has a stream and an argument of its own, and all launch one kernel object.
Pair from_threads(BenchPlace& place, unsigned count) {
    const auto crew = std::make_shared<Crew>(count);
    std::vector<Held<3>> launches;
    std::vector<Timing> vendors;
    for (unsigned i = 0; i < count; ++i) {
        launches.push_back(std::make_shared<const Launch<3>>(place, place.route.stream()));
        vendors.push_back(vendor_timing(place.route, launches.back()->loop(QUOVIS_LOOP_LAUNCH)));
    }
    Pair pair;
    pair.vendor = [crew, vendors, launches](std::uint64_t turns) {
        return crew->run([&](unsigned index) { return vendors[index](turns); });
    };
    pair.quovis = [crew, launches](std::uint64_t turns) {
        return crew->run([&](unsigned index) {
            const Launch<3>& own = *launches[index];
            const Kernel& one = launches.front()->kernel();
            return time_turns(turns, [&] { own(one); });
        });
    };
    pair.wait = [launches] {
        for (const auto& launch : launches) {
            launch->stream().synchronize();
        }
    };
    pair.reset = [launches] {
        for (const auto& launch : launches) {
            launch->reset();
        }
    };
    pair.check = [launches] {
        bool all = true;
        for (const auto& launch : launches) {
            all = all && launch->check();
        }
        return all;
    };
    pair.turns = launch_turns;
    return pair;
}

GraphExec record(const Launch<3>& launch) {
    return launch.stream()
        .capture([&] {
            for (std::uint64_t i = 0; i < graph_launches; ++i) {
                launch();
            }
        })
        .instantiate();
}

Pair graph(BenchPlace& place) {
    const auto launch = std::make_shared<const Launch<3>>(place, place.stream);
    const GraphExec exec = record(*launch);
    Pair pair = launch_pair<3>(place, launch, QUOVIS_LOOP_LAUNCH, [launch, exec] { exec.launch(launch->stream()); });
    pair.turns = 8;
    quovis_loop_info loop = launch->loop(QUOVIS_LOOP_GRAPH);
    loop.graph = exec.get();
    if (has_vendor_loop(place.route, loop)) {
        pair.vendor = [timing = vendor_timing(place.route, loop), exec](std::uint64_t turns) { return timing(turns); };
    } else {
        place.note = fmt::format("compared with {} launches, for this vendor has no graphs", graph_launches);
        pair.vendor = [timing = pair.vendor](std::uint64_t turns) { return timing(turns * graph_launches); };
    }
    launch->stream().synchronize();
    return pair;
}

Pair kernel_creation(BenchPlace& place) {
    static const char* const name = "sum3";
    quovis_loop_info loop{};
    loop.kind = QUOVIS_LOOP_KERNEL;
    loop.module = place.module.get();
    loop.name = name;
    Pair pair;
    pair.vendor = [timing = vendor_timing(place.route, loop), module = place.module](std::uint64_t turns) {
        return timing(turns);
    };
    pair.quovis = [module = place.module](std::uint64_t turns) {
        return time_turns(turns, [&] { const Kernel made = module.kernel(name); });
    };
    return pair;
}

}  // namespace

void add_launch_cases(std::vector<Case>& cases, const BenchChoice& choice) {
    cases.push_back({"launch/empty", plain<0>});
    cases.push_back({"launch/1", plain<1>});
    cases.push_back({"launch/3", plain<3>});
    cases.push_back({"launch/3-typed", typed});
    cases.push_back({"launch/8", plain<8>});
    cases.push_back({"launch/32", plain<32>});
    cases.push_back({"launch-and-wait/empty", with_wait<0>});
    cases.push_back({"launch-and-wait/3", with_wait<3>});
    for (const unsigned count : choice.threads) {
        cases.push_back(
            {fmt::format("threads/{}", count), [count](BenchPlace& place) { return from_threads(place, count); }});
    }
    cases.push_back({fmt::format("graph/{}", graph_launches), graph});
    cases.push_back({"kernel", kernel_creation});
}

}  // namespace quovis::cli
