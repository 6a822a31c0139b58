// The kernels of tests/examples/kernels in CUDA C++ and in OpenCL C by each compiler, in one process and by turns:
//   bench/kernels [--rounds N] [--milliseconds M] [--kernel NAME] [--size test|bench] [--json FILE]
// A column is a way to a device; one that is not here is left out, with the reason below the table. In each round each
// way runs the kernel for about M milliseconds between two events; of the times per run the median is shown, and of the
// ratios to CUDA C++ in the same round the median too. The results of a fresh first run are checked.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/examples/workloads/workload.hpp"

namespace {

using nlohmann::json;
using workload::Launcher;

struct Way {
    std::string name;
    std::string compiler;
    std::string language;
    std::string selector;
};

// The first is what the others are compared with.
const std::vector<Way> ways = {
    {"CUDA C++, nvrtc", "cuda-nvrtc", "cuda", "cuda"},      {"CUDA C++, nvcc", "cuda-nvcc", "cuda", "cuda"},
    {"OpenCL C, nvrtc", "cuda-nvrtc", "opencl", "cuda"},    {"OpenCL C, nvcc", "cuda-nvcc", "opencl", "cuda"},
    {"OpenCL C, driver", "opencl", "opencl", "opencl:gpu"}, {"OpenCL C, PoCL", "opencl", "opencl", "opencl:cpu"},
};

struct Settings {
    int rounds = 15;
    double milliseconds = 20;
    std::string kernel;  // empty: all
    workload::Size size = workload::Size::bench;
    std::string json_file;
};

// A kernel on its way: ready to be run again and again.
class Contender {
  public:
    Contender(const quovis::Instance& instance, const Way& way, const std::string& kernel, workload::Size size)
        : route_(instance.route(way.selector)),
          stream_(route_.stream()),
          launch_(load(instance, route_, way, kernel), stream_,
                  way.language == "opencl" ? Launcher::Language::opencl : Launcher::Language::cuda),
          work_(workload::make(kernel, size)) {
        work_->prepare(route_);
        work_->run(launch_);
        stream_.synchronize();
        if (const std::string wrong = work_->check(); !wrong.empty()) {
            throw std::runtime_error("wrong results: " + wrong);
        }
    }

    // Nanoseconds of one run, of `runs` that follow each other.
    double measure(int runs) {
        const quovis::Event begin = route_.event();
        const quovis::Event end = route_.event();
        begin.record(stream_);
        for (int i = 0; i < runs; ++i) {
            work_->run(launch_);
        }
        end.record(stream_);
        end.synchronize();
        return quovis::elapsed(begin, end).count() / runs;
    }

  private:
    static quovis::Module load(const quovis::Instance& instance, const quovis::Route& route, const Way& way,
                               const std::string& kernel) {
        const std::string ending = way.language == "opencl" ? ".cl" : ".cu";
        const std::string path = QUOVIS_BENCH_KERNELS_DIR "/" + kernel + ending;
        return instance.program(quovis::Source::file(path, way.language)).load(route);
    }

    quovis::Route route_;
    quovis::Stream stream_;
    Launcher launch_;
    std::unique_ptr<workload::Workload> work_;
};

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    const std::size_t half = values.size() / 2;
    return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

quovis::Instance open(const std::string& compiler) {
    quovis::InstanceOptions options;
    options.config_text = "quovis: 1\nroutes:\n  - backend: ['" + compiler + "']\n    strict: true\n";
    options.log_level = QUOVIS_LOG_OFF;
    return quovis::Instance(options);
}

// Why a way is not here; empty when it is.
std::string why_not(const quovis::Instance& instance, const Way& way) {
    for (const quovis::PluginInfo& plugin : instance.plugins()) {
        if (plugin.name != way.compiler) {
            continue;
        }
        if (plugin.compiler.empty()) {
            return plugin.reason;
        }
        if (std::find(plugin.languages.begin(), plugin.languages.end(), way.language) == plugin.languages.end()) {
            return "the compiler does not take the language " + way.language;
        }
        try {
            instance.route(way.selector);
            return {};
        } catch (const quovis::Error& error) {
            return error.what();
        }
    }
    return "the plugin " + way.compiler + " was not built";
}

struct Column {
    const Way* way;
    quovis::Instance instance;
};

std::vector<Column> columns(json& report) {
    std::vector<Column> made;
    for (const Way& way : ways) {
        quovis::Instance instance = open(way.compiler);
        std::string reason = why_not(instance, way);
        if (reason.empty() && way.selector == "opencl:cpu" && !made.empty()) {
            reason = "the sizes are for a GPU, and there is one";
        }
        if (!reason.empty()) {
            report["absent"][way.name] = reason;
            continue;
        }
        report["devices"][way.name] = instance.route(way.selector).info().name;
        made.push_back({&way, std::move(instance)});
    }
    return made;
}

// One kernel on all columns. A column that fails says why instead of a time.
json compare(const std::vector<Column>& columns, const std::string& kernel, const Settings& settings) {
    json row = {{"kernel", kernel}};
    std::vector<std::optional<Contender>> contenders(columns.size());
    std::vector<int> runs(columns.size(), 1);
    for (std::size_t i = 0; i < columns.size(); ++i) {
        try {
            contenders[i].emplace(columns[i].instance, *columns[i].way, kernel, settings.size);
            contenders[i]->measure(1);  // the device wakes up
            const double once = contenders[i]->measure(3);
            runs[i] = static_cast<int>(std::clamp(settings.milliseconds * 1e6 / once, 1.0, 10'000.0));
        } catch (const std::exception& error) {
            contenders[i].reset();
            row["ways"][columns[i].way->name] = {{"failed", error.what()}};
        }
    }
    std::vector<std::vector<double>> times(columns.size());
    std::vector<std::vector<double>> ratios(columns.size());
    for (int round = 0; round < settings.rounds; ++round) {
        std::vector<double> now(columns.size(), 0);
        for (std::size_t turn = 0; turn < columns.size(); ++turn) {
            const std::size_t i = (turn + static_cast<std::size_t>(round)) % columns.size();
            if (contenders[i]) {
                now[i] = contenders[i]->measure(runs[i]);
                times[i].push_back(now[i]);
            }
        }
        for (std::size_t i = 0; i < columns.size(); ++i) {
            if (columns[0].way == &ways[0] && contenders[0] && contenders[i]) {
                ratios[i].push_back(now[i] / now[0]);
            }
        }
    }
    for (std::size_t i = 0; i < columns.size(); ++i) {
        if (!contenders[i]) {
            continue;
        }
        json& cell = row["ways"][columns[i].way->name];
        cell = {{"median_ns", median(times[i])},
                {"fastest_ns", *std::min_element(times[i].begin(), times[i].end())},
                {"runs", runs[i]}};
        if (!ratios[i].empty()) {
            cell["ratio"] = median(ratios[i]);
        }
    }
    return row;
}

void print_head(const std::vector<Column>& columns) {
    std::printf("%-14s", "us (ratio)");
    for (const Column& column : columns) {
        std::printf("  %22s", column.way->name.c_str());
    }
    std::printf("\n");
}

void print(const std::vector<Column>& columns, const json& row) {
    std::printf("%-14s", row["kernel"].get<std::string>().c_str());
    for (const Column& column : columns) {
        const json& cell = row["ways"][column.way->name];
        if (cell.contains("failed")) {
            std::printf("  %22s", "failed");
        } else if (cell.contains("ratio")) {
            std::printf("  %12.1f   (%5.3f)", cell["median_ns"].get<double>() / 1e3, cell["ratio"].get<double>());
        } else {
            std::printf("  %22.1f", cell["median_ns"].get<double>() / 1e3);
        }
    }
    std::printf("\n");
    for (const auto& [way, cell] : row["ways"].items()) {
        if (cell.contains("failed")) {
            std::printf("    %s: %s\n", way.c_str(), cell["failed"].get<std::string>().c_str());
        }
    }
    std::fflush(stdout);
}

Settings settings_of(int argc, char** argv) {
    Settings settings;
    for (int i = 1; i < argc; i += 2) {
        const std::string name = argv[i];
        const std::string value = i + 1 < argc ? argv[i + 1] : "";
        if (name == "--rounds") {
            settings.rounds = std::max(1, std::atoi(value.c_str()));
        } else if (name == "--milliseconds") {
            settings.milliseconds = std::atof(value.c_str());
        } else if (name == "--kernel") {
            settings.kernel = value;
        } else if (name == "--size" && (value == "test" || value == "bench")) {
            settings.size = value == "test" ? workload::Size::test : workload::Size::bench;
        } else if (name == "--json") {
            settings.json_file = value;
        } else {
            throw std::invalid_argument(
                "usage: kernels [--rounds N] [--milliseconds M] [--kernel NAME] "
                "[--size test|bench] [--json FILE]");
        }
    }
    return settings;
}

int measure(const Settings& settings) {
    json report = {{"rounds", settings.rounds}, {"milliseconds", settings.milliseconds}, {"kernels", json::array()}};
    const std::vector<Column> here = columns(report);
    if (here.empty()) {
        throw std::runtime_error("there is no device: " + report["absent"].dump());
    }
    print_head(here);
    for (const std::string& kernel : workload::names()) {
        if (settings.kernel.empty() || settings.kernel == kernel) {
            report["kernels"].push_back(compare(here, kernel, settings));
            print(here, report["kernels"].back());
        }
    }
    for (const auto& [way, reason] : report["absent"].items()) {
        std::printf("left out: %s: %s\n", way.c_str(), reason.get<std::string>().c_str());
    }
    if (!settings.json_file.empty()) {
        std::ofstream(settings.json_file) << report.dump(2) << "\n";
    }
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    try {
        return measure(settings_of(argc, argv));
    } catch (const std::exception& error) {
        std::fprintf(stderr, "kernels: %s\n", error.what());
        return 1;
    }
}
