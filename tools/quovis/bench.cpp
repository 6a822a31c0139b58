// `quovis bench`: what Quovis adds to the vendor's own calls on this machine.
#include "tools/quovis/bench_case.hpp"
#include "tools/quovis/bench_chart.hpp"
#include "tools/quovis/bench_results.hpp"
#include "tools/quovis/command.hpp"
#include "tools/quovis/errors.hpp"
#include "tools/quovis/output.hpp"
#include "tools/quovis/progress.hpp"
#include "tools/quovis/text.hpp"

#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>
#include <memory>
#include <optional>

namespace quovis::cli {
namespace {

constexpr std::uint64_t most_rounds = 1'000'000;
constexpr std::uint64_t most_threads = 256;
constexpr std::size_t quick_rounds = 30;
constexpr double quick_seconds = 0.5;

struct BenchWords {
    std::vector<std::string> cases;
    std::string device;
    std::string rounds;
    std::string threads;
    std::string chart;
    std::string results;
    bool quick = false;
};

struct BenchPlan {
    std::vector<Case> cases;
    Effort effort;
};

std::uint64_t parse_positive(const char* option, const std::string& word, std::uint64_t most) {
    const std::optional<std::uint64_t> number = parse_count(word);
    if (!number || *number == 0 || *number > most) {
        throw usage_failure(fmt::format("{} is '{}'; it must be a whole number from 1 to {}", option, word, most));
    }
    return *number;
}

BenchChoice make_choice(const BenchWords& words) {
    BenchChoice choice;
    choice.quick = words.quick;
    if (words.quick) {
        choice.threads = {1, 4};
    }
    if (!words.threads.empty()) {
        choice.threads.clear();
        for (const std::string& word : split(words.threads, ',')) {
            choice.threads.push_back(static_cast<unsigned>(parse_positive("--threads", word, most_threads)));
        }
    }
    return choice;
}

std::vector<Case> choose(std::vector<Case> all, const std::vector<std::string>& globs) {
    if (globs.empty()) {
        return all;
    }
    const auto matches = [](const std::string& glob, const Case& one) {
        return ::fnmatch(glob.c_str(), one.name.c_str(), 0) == 0;
    };
    for (const std::string& glob : globs) {
        if (std::none_of(all.begin(), all.end(), [&](const Case& one) { return matches(glob, one); })) {
            std::vector<std::string> names;
            std::transform(all.begin(), all.end(), std::back_inserter(names), [](const Case& one) { return one.name; });
            const std::string nearest = did_you_mean(names, glob);
            throw usage_failure(fmt::format("no case is called '{}'{}", glob, nearest.empty() ? "" : "; " + nearest),
                                fmt::format("the cases are {}", join(names)));
        }
    }
    std::erase_if(all, [&](const Case& one) {
        return std::none_of(globs.begin(), globs.end(), [&](const std::string& glob) { return matches(glob, one); });
    });
    return all;
}

BenchPlan make_plan(const BenchWords& words) {
    BenchPlan plan;
    plan.cases = choose(bench_cases(make_choice(words)), words.cases);
    if (words.quick) {
        plan.effort = {quick_rounds, quick_seconds};
    }
    if (!words.rounds.empty()) {
        plan.effort.rounds = parse_positive("--rounds", words.rounds, most_rounds);
        plan.effort.most_seconds = 3600;
    }
    return plan;
}

BenchPlace make_place(const Instance& instance, const Route& route, const RouteInfo& info) {
    const std::vector<Device> devices = instance.devices();
    const Device& device = devices.at(info.device);
    const Module module = instance.program(bench_source(info)).load(route);
    return {route, info, device.memory_bytes, device.type == QUOVIS_DEVICE_CPU, module, route.stream(), {}};
}

std::string words_of(const Error& error) {
    return error.hint().empty() ? error.what() : fmt::format("{}; {}", error.what(), error.hint());
}

// One case; what it cannot have is not an error of the whole.
void run_case(const Case& one, BenchPlace& place, const Effort& effort, RouteResult& result) {
    const Progress progress(fmt::format("measuring {} on {}", one.name, place.info.selector));
    place.note.clear();
    try {
        const Pair pair = one.prepare(place);
        try_out(pair);
        result.cases.push_back({one.name, measure(pair, effort), place.note});
    } catch (const Skip& skip) {
        result.skipped.push_back({one.name, skip.reason});
    } catch (const Error& error) {
        if (error.status() != QUOVIS_ERROR_NOT_SUPPORTED && error.status() != QUOVIS_ERROR_OUT_OF_DEVICE_MEMORY &&
            error.status() != QUOVIS_ERROR_OUT_OF_HOST_MEMORY) {
            throw;
        }
        result.skipped.push_back({one.name, words_of(error)});
    }
}

// Asked before anything is measured: a plugin without the extension has not one case.
void require_loops(const BenchPlace& place) {
    quovis_loop_info nothing{};
    nothing.kind = QUOVIS_LOOP_ALLOCATE;
    nothing.size = 1;
    place.route.vendor_loop(nothing);
}

RouteResult run_route(const Instance& instance, const Route& route, const BenchPlan& plan) {
    RouteResult result;
    const RouteInfo info = route.info();
    result.selector = info.selector;
    result.device = info.name;
    result.driver = info.driver;
    try {
        BenchPlace place = make_place(instance, route, info);
        result.compiler = place.module.compiler();
        require_loops(place);
        for (const Case& one : plan.cases) {
            run_case(one, place, plan.effort, result);
        }
    } catch (const Skip& skip) {
        result.failure = skip.reason;
    } catch (const Error& error) {
        result.failure = words_of(error);
    }
    return result;
}

// What is not in the table, on the other stream. Neighbours with one reason are one line.
void show_notes(const RouteResult& route) {
    if (!route.failure.empty()) {
        show_note("note", fmt::format("{} was left out: {}", route.selector, route.failure));
    }
    for (auto first = route.skipped.begin(); first != route.skipped.end();) {
        std::string names = first->name;
        auto next = first + 1;
        for (; next != route.skipped.end() && next->reason == first->reason; ++next) {
            names += ", " + next->name;
        }
        show_note("note", fmt::format("{}: {} left out: {}", route.selector, names, first->reason));
        first = next;
    }
    for (const CaseResult& one : route.cases) {
        if (!one.note.empty()) {
            show_note("note", fmt::format("{}: {}: {}", route.selector, one.name, one.note));
        }
    }
}

std::vector<RouteResult> measure_routes(const Common& common, const BenchWords& words) {
    const BenchPlan plan = make_plan(words);
    const Instance instance = open_instance(common);
    release_log();
    const std::vector<Route> routes =
        words.device.empty() ? std::vector{instance.route()} : instance.routes(words.device);
    if (routes.empty()) {
        throw Failure(Exit::no_match, "devices", fmt::format("no device matches '{}'", words.device),
                      "quovis devices lists what there is");
    }
    std::vector<RouteResult> results;
    for (const Route& route : routes) {
        results.push_back(run_route(instance, route, plan));
    }
    return results;
}

bool is_measured(const RouteResult& route) {
    return !route.cases.empty();
}

Exit bench(const Common& common, const BenchWords& words) {
    if (!words.chart.empty()) {
        require_chart();
    }
    const std::vector<RouteResult> results =
        words.results.empty() ? measure_routes(common, words) : read_bench(words.results);
    for (const RouteResult& route : results) {
        show_notes(route);
    }
    if (std::none_of(results.begin(), results.end(), is_measured)) {
        throw Failure(Exit::failed, "bench", "nothing could be measured");
    }
    if (!words.chart.empty()) {
        save_chart(results, words.chart);
    }
    print(common.json ? json_text(bench_json(results)) : bench_text(results));
    return Exit::done;
}

void add_bench_options(CLI::App& app, BenchWords& words) {
    const auto one = [&](const char* name, std::string& into, const char* what, const char* type) {
        app.add_option(name, into, what)->type_name(type);
    };
    app.add_option("--case", words.cases, "Only cases of this name, as launch/3 or 'copy/*' (may repeat)")
        ->type_name("GLOB")
        ->allow_extra_args(false);
    one("--device", words.device, "All routes that match; the default device if not given. See quovis devices",
        "SELECTOR");
    one("--rounds", words.rounds, "Rounds of each case; 400, or as many as fit in 10 s, if not given", "N");
    one("--threads", words.threads, "Of the cases threads/N; 1,2,4,8,16 if not given", "N[,N...]");
    app.add_flag("--quick", words.quick, "Few rounds, small copies: a look, not a measurement");
    one("--chart", words.chart, "Draw the ratios", "FILE.png");
    one("--results", words.results, "Measure nothing, and show what --json printed before", "FILE.json");
}

}  // namespace

void add_bench(CLI::App& app, Common& common, Work& work) {
    CLI::App& command =
        add_subcommand(app, common, "bench", "Measure what Quovis adds to the vendor's own calls",
                       "  quovis bench\n"
                       "  quovis bench --device any --chart ratios.png --json > ratios.json\n"
                       "  quovis bench --case 'launch/*' --case threads/16 --rounds 2000\n"
                       "\nEach round times a batch of the vendor's calls, made inside the plugin, and a "
                       "batch of the same\nthrough Quovis, by turns; the ratio is the median over the "
                       "rounds, with its quartiles.");
    const auto words = std::make_shared<BenchWords>();
    add_bench_options(command, *words);
    command.callback([&common, &work, words] { work = [&common, words] { return bench(common, *words); }; });
}

}  // namespace quovis::cli
