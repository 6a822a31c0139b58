// Many threads use one device for a while: streams, buffers of all kinds, pools, graphs, modules that come and go.
// Every result is compared, and in the end the device's memory must be what it was.
//
//   stress SELECTOR SECONDS [THREADS]
//
// Exit status: 0 all right; 1 a wrong result, an error or memory that did not come back; 3 no such device.
#include <quovis/quovis.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <thread>
#include <vector>

namespace {

using namespace quovis;
using Clock = std::chrono::steady_clock;

constexpr int slices = 10;

constexpr char cuda_text[] = R"(
extern "C" __global__ void add(int* x, int n, int by) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] += by;
}
)";
constexpr char opencl_text[] = R"(
__kernel void add(__global int* x, int n, int by) {
    int i = get_global_id(0);
    if (i < n) x[i] += by;
}
)";

// What each thread counts, for the last line.
struct Counts {
    std::atomic<std::uint64_t> launches{0};
    std::atomic<std::uint64_t> graphs{0};
    std::atomic<std::uint64_t> buffers{0};
    std::atomic<std::uint64_t> modules{0};
    std::atomic<std::uint64_t> wrong{0};
};

class Worker {
  public:
    Worker(const Route& route, const Image& image, const Kernel& shared, const Pool& pool, Counts& counts,
           unsigned seed)
        : route_(route),
          image_(image),
          shared_(shared),
          pool_(pool),
          counts_(counts),
          random_(seed),
          stream_(route.stream()) {}

    void run(Clock::time_point end) {
        while (Clock::now() < end) {
            switch (random_() % 4) {
                case 0:
                    launches(route_.buffer<int>(size()));
                    break;
                case 1:
                    launches(stream_.buffer<int>(size()));
                    break;
                case 2:
                    launches(pool_.buffer<int>(stream_, size()));
                    break;
                default:
                    graph();
            }
            if (random_() % 16 == 0) {
                module();
            }
            if (random_() % 64 == 0) {
                stream_ = route_.stream();
            }
        }
    }

  private:
    std::size_t size() { return 1 + random_() % 100000; }

    void launch(const Kernel& kernel, const Buffer& buffer, std::size_t count, int by) {
        kernel.launch(stream_, (count + 63) / 64, 64, buffer, static_cast<int>(count), by);
        ++counts_.launches;
    }

    void expect(const Buffer& buffer, std::size_t count, int value) {
        std::vector<int> values(count);
        buffer.read(values.data(), count, 0, stream_);
        stream_.synchronize();
        for (const int one : values) {
            if (one != value) {
                ++counts_.wrong;
                std::fprintf(stderr, "stress: %d where %d was expected\n", one, value);
                return;
            }
        }
    }

    void launches(const Buffer& buffer) {
        ++counts_.buffers;
        const std::size_t count = buffer.size() / sizeof(int);
        int value = static_cast<int>(random_() % 1000);
        buffer.fill(value, stream_);
        for (auto i = random_() % 20; i-- > 0;) {
            const int by = static_cast<int>(random_() % 100);
            launch(shared_, buffer, count, by);
            value += by;
        }
        expect(buffer, count, value);
    }

    void graph() {
        const std::size_t count = size();
        const Buffer buffer = pool_.buffer<int>(stream_, count);
        buffer.fill(0, stream_);
        const auto record = [&](int by) {
            return stream_.capture([&] {
                for (int i = 0; i < 5; ++i) {
                    launch(shared_, buffer, count, by);
                }
            });
        };
        const GraphExec exec = record(1).instantiate();
        exec.launch(stream_);
        exec.update(record(3));
        exec.launch(stream_);
        exec.launch(stream_);
        counts_.graphs += 3;
        expect(buffer, count, 5 + 30);
    }

    void module() {
        const Module own = image_.load(route_);
        const Kernel kernel = own.kernel("add");
        const Buffer buffer = route_.buffer<int>(256);
        buffer.fill(1, stream_);
        launch(kernel, buffer, 256, 41);
        expect(buffer, 256, 42);
        ++counts_.modules;
    }

    const Route& route_;
    const Image& image_;
    const Kernel& shared_;
    const Pool& pool_;
    Counts& counts_;
    std::minstd_rand random_;
    Stream stream_;
};

bool takes(const Route& route, const std::string& language) {
    for (const auto& one : route.info().languages) {
        if (one == language) {
            return true;
        }
    }
    return false;
}

void run_for(const Route& route, const Image& image, std::chrono::milliseconds time, int threads, Counts& counts) {
    const Kernel kernel = image.load(route).kernel("add");
    const Pool pool = route.pool();
    const auto end = Clock::now() + time;
    std::vector<std::thread> all;
    for (int i = 0; i < threads; ++i) {
        all.emplace_back([&, i] {
            try {
                Worker(route, image, kernel, pool, counts, static_cast<unsigned>(i + 1)).run(end);
            } catch (const Error& error) {
                ++counts.wrong;
                std::fprintf(stderr, "stress: %s\n", error.what());
            }
        });
    }
    for (auto& thread : all) {
        thread.join();
    }
}

// Kibibytes of memory that the process has.
long resident() {
    long pages = 0;
    if (FILE* file = std::fopen("/proc/self/statm", "r")) {
        if (std::fscanf(file, "%*d %ld", &pages) != 1) {
            pages = 0;
        }
        std::fclose(file);
    }
    return pages * 4;
}

int stress(const std::string& selector, int seconds, int threads) {
    const Instance instance;
    Route route;
    try {
        route = instance.route(selector);
    } catch (const Error& error) {
        std::fprintf(stderr, "stress: %s\n", error.what());
        return 3;
    }
    const bool opencl = takes(route, "opencl") && route.info().runtime == "opencl";
    const Image image = instance.program(Source::memory(opencl ? opencl_text : cuda_text, opencl ? "opencl" : "cuda"))
                            .load(route)
                            .image();
    Counts counts;
    // In slices, after each of which nothing of the run is left but what the driver keeps for itself.
    std::vector<std::uint64_t> free_bytes;
    for (int slice = 0; slice < slices; ++slice) {
        run_for(route, image, std::chrono::milliseconds(seconds * 1000 / slices), threads, counts);
        route.synchronize();
        free_bytes.push_back(route.memory().first);
        std::printf("free on the device: %llu bytes; resident: %ld KiB\n",
                    static_cast<unsigned long long>(free_bytes.back()), resident());
    }
    std::printf("%s: %llu launches, %llu graph launches, %llu buffers, %llu modules; wrong: %llu\n",
                route.info().selector.c_str(), static_cast<unsigned long long>(counts.launches),
                static_cast<unsigned long long>(counts.graphs), static_cast<unsigned long long>(counts.buffers),
                static_cast<unsigned long long>(counts.modules), static_cast<unsigned long long>(counts.wrong));
    return counts.wrong == 0 && free_bytes.back() >= *std::min_element(free_bytes.begin(), free_bytes.end() - 1) ? 0
                                                                                                                 : 1;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 3) {
        std::fprintf(stderr, "usage: stress SELECTOR SECONDS [THREADS]\n");
        return 2;
    }
    try {
        return stress(argv[1], std::atoi(argv[2]), argc > 3 ? std::atoi(argv[3]) : 8);
    } catch (const Error& error) {
        std::fprintf(stderr, "stress: %s\n", error.what());
        return 1;
    }
}
