// The program cache: a second process that finds its image, from main() to the loaded module, against the vendor's own
// load of that image in a process of its own; and lookups in a folder with few and with many entries.
#include "tests/bench/paired.hpp"

#include <fmt/format.h>
#include <quovis/quovis.hpp>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>

namespace quovis::bench {
namespace {

namespace fs = std::filesystem;

constexpr int processes = 41;

// Gone with the process.
const fs::path& scratch() {
    static const struct Scratch {
        Scratch() {
            std::string name = (fs::temp_directory_path() / "quovis-bench-XXXXXX").string();
            path = ::mkdtemp(name.data());
        }
        ~Scratch() {
            std::error_code ignored;
            fs::remove_all(path, ignored);
        }
        fs::path path;
    } folder;
    return folder.path;
}

std::string write(const std::string& name, const std::string& text) {
    const fs::path file = scratch() / name;
    std::ofstream(file, std::ios::binary) << text;
    return file.string();
}

// tests/clients/load_once.cpp, which is built beside this program or beside the tests.
std::string client() {
    const fs::path here = fs::read_symlink("/proc/self/exe").parent_path();
    return fs::exists(here / "load_once") ? here / "load_once" : here.parent_path() / "tests" / "load_once";
}

// What the client prints, in seconds; negative when it failed.
double seconds_of(const std::string& command) {
    double nanoseconds = -1e9;
    if (std::FILE* out = ::popen(command.c_str(), "r")) {
        if (std::fscanf(out, "%lf", &nanoseconds) != 1)
            nanoseconds = -1e9;
        ::pclose(out);
    }
    return nanoseconds * 1e-9;
}

void register_process(const std::string& name, const std::string& command) {
    benchmark::RegisterBenchmark(name.c_str(),
                                 [command](benchmark::State& state) {
                                     for (auto _ : state) {
                                         const double seconds = seconds_of(command);
                                         if (seconds < 0)
                                             state.SkipWithError("the client failed");
                                         state.SetIterationTime(seconds);
                                     }
                                 })
        ->UseManualTime()
        ->Iterations(1)
        ->Repetitions(processes)
        ->ReportAggregatesOnly()
        ->Unit(benchmark::kNanosecond);
}

struct Way {
    const char* runtime;
    const char* backend;
    const char* selector;
    const char* file;
    const char* text;
};

constexpr Way ways[] = {
    {"cuda", "cuda-nvrtc", "cuda", "k.cu", "extern \"C\" __global__ void k(float* x) { x[threadIdx.x] *= 2; }\n"},
    {"cuda", "cuda-nvcc", "cuda", "k.cu", "extern \"C\" __global__ void k(float* x) { x[threadIdx.x] *= 2; }\n"},
    {"opencl", "opencl", "opencl", "k.cl", "__kernel void k(__global float* x) { x[get_global_id(0)] *= 2; }\n"},
};

void register_second_process(const Way& way) {
    const auto config = write(
        fmt::format("{}.yaml", way.backend),
        fmt::format("quovis: 1\nplugins: {{ enable: [{0}] }}\nroutes: [{{ backend: {0} }}]\ncache: {{ dir: {1} }}\n",
                    way.backend, (scratch() / way.backend).string()));
    const auto source = write(way.file, way.text);
    InstanceOptions options;
    options.config = config;
    options.log_level = QUOVIS_LOG_OFF;
    try {
        const Instance instance(options);
        instance.program(Source::file(source)).load(std::string(way.selector));
        const auto image = instance.cache().list().at(0).image;
        const auto name = fmt::format("cache/second process/{}", way.backend);
        register_process(name + "/vendor", fmt::format("{} vendor {} '{}'", client(), way.runtime, image));
        register_process(name + "/quovis",
                         fmt::format("{} quovis '{}' '{}' {}", client(), config, source, way.selector));
    } catch (const Error& error) {
        std::fprintf(stderr, "bench: no second process by %s: %s\n", way.backend, error.what());
    }
}

// Entries that only take room: their names are other keys'.
void fill(const fs::path& folder, int entries) {
    const std::string bytes(2000, 'x');
    for (int i = 0; i < entries; ++i) {
        const auto key = fmt::format("{:02x}{:030x}", i % 256, i);
        fs::create_directories(folder / "v1" / key.substr(0, 2));
        std::ofstream(folder / "v1" / key.substr(0, 2) / (key + ".entry")) << bytes;
        std::ofstream(folder / "v1" / key.substr(0, 2) / (key + "-00000000.cubin")) << bytes;
    }
}

void register_lookup(const Way& way, int entries, const char* memory) {
    const auto folder = scratch() / fmt::format("lookup-{}-{}", way.backend, entries);
    InstanceOptions options;
    options.config_text = fmt::format(
        "quovis: 1\nplugins: {{ enable: [{0}] }}\nroutes: [{{ backend: {0} }}]\ncache: {{ dir: {1}, memory: {2} }}\n",
        way.backend, folder.string(), memory);
    options.log_level = QUOVIS_LOG_OFF;
    try {
        const auto instance = std::make_shared<Instance>(options);
        CompileRequest request{way.backend, instance->targets(way.backend).back(), ""};
        const auto program = std::make_shared<Program>(
            instance->program(Source::memory(way.text, std::string(way.runtime), std::string(way.file))));
        program->compile(request);
        fill(folder, entries);
        benchmark::RegisterBenchmark(
            fmt::format("cache/lookup/{}/{}/{} entries", way.backend, *memory == '0' ? "disk" : "memory", entries)
                .c_str(),
            [instance, program, request](benchmark::State& state) {
                for (auto _ : state)
                    benchmark::DoNotOptimize(program->compile(request).size());
            })
            ->Unit(benchmark::kMicrosecond);
    } catch (const Error& error) {
        std::fprintf(stderr, "bench: no lookups by %s: %s\n", way.backend, error.what());
    }
}

}  // namespace

void register_cache() {
    for (const Way& way : ways) {
        register_second_process(way);
        for (const int entries : {1, 10000})
            register_lookup(way, entries, "0");
        register_lookup(way, 1, "64MiB");
    }
}

}  // namespace quovis::bench
