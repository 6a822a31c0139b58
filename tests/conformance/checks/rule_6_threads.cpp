// Rule 6: every function may be called from any thread at any time between initialize and shutdown.
#include "tests/conformance/checks/checks.hpp"
#include "tests/conformance/kit/runtime.hpp"

#include <atomic>
#include <mutex>
#include <thread>

namespace quovis::conformance {
namespace {

constexpr int thread_total = 8;

// Runs `work(number)` in as many threads; what one throws fails the check.
void in_threads(Trial& trial, const std::function<std::string(int)>& work) {
    std::vector<std::thread> threads;
    std::vector<std::string> faults(thread_total);
    for (int i = 0; i < thread_total; ++i) {
        threads.emplace_back([&, i] {
            try {
                faults[static_cast<std::size_t>(i)] = work(i);
            } catch (...) {
                faults[static_cast<std::size_t>(i)] = "a step failed";
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    for (const std::string& fault : faults) {
        trial.expect(fault.empty(), fault);
    }
}

void compiles(Trial& trial) {
    const Compiler compiler(trial);
    const Kernels& kernels = compiler.first();
    std::mutex one_at_a_time;
    const bool serial = compiler.description().max_parallel_compiles == 1;
    in_threads(trial, [&](int number) -> std::string {
        const bool broken = number % 4 == 3;
        const std::string source = broken ? fmt::format("#error thread {}\n", number) : std::string(kernels.saxpy);
        Request request(compiler, kernels.language, compiler.newest(), source);
        const auto guard = serial ? std::unique_lock(one_at_a_time) : std::unique_lock<std::mutex>();
        const auto compiled = request.compile();
        if (broken) {
            const bool own = compiled->log().find(fmt::format("thread {}", number)) != std::string::npos;
            return compiled->status == QUOVIS_PLUGIN_SOURCE_INVALID && own ? "" : "a thread got another's log";
        }
        return compiled->ok() && !compiled->image().empty() ? "" : "compile fails: " + compiled->error.message();
    });
}

void listings(Trial& trial) {
    const Runtime runtime(trial);
    in_threads(trial, [&](int) -> std::string {
        for (int i = 0; i < 20; ++i) {
            quovis_rt_device* const* devices = nullptr;
            std::size_t count = 0;
            ErrorSlot error;
            if (runtime.table().devices(runtime.instance(), &devices, &count, error.get()) != QUOVIS_PLUGIN_OK ||
                count != runtime.devices().size() || devices[0] != runtime.device()) {
                return "devices gives another answer in another thread";
            }
            auto info = sized<quovis_rt_device_info>();
            if (runtime.table().device_info(devices[0], &info, error.get()) != QUOVIS_PLUGIN_OK) {
                return "device_info fails: " + error.message();
            }
        }
        return {};
    });
}

// The first use of a device makes its context: all threads at once.
void first_uses(Trial& trial) {
    const Runtime runtime(trial);
    in_threads(trial, [&](int number) -> std::string {
        const Stream stream = runtime.stream();
        const Buffer buffer = runtime.buffer(4096);
        for (unsigned i = 0; i < 10; ++i) {
            const std::string bytes = varied_bytes(4096, static_cast<unsigned>(number) * 100 + i);
            runtime.write(stream, buffer, bytes);
            if (runtime.read(stream, buffer, bytes.size()) != bytes) {
                return "a buffer holds another thread's bytes";
            }
        }
        return {};
    });
}

// One kernel, many threads, each with arguments and a stream of its own.
void launches(Trial& trial) {
    const Runtime runtime(trial);
    const Module module = runtime.load(runtime.image([](const Kernels& one) { return one.saxpy; }));
    const Kernel kernel = runtime.kernel(module, "saxpy");
    constexpr int count = 256;
    in_threads(trial, [&](int number) -> std::string {
        const Stream stream = runtime.stream();
        const Buffer x = runtime.buffer(count * sizeof(float));
        const Buffer y = runtime.buffer(count * sizeof(float));
        runtime.write(stream, x, bytes_of(std::vector<float>(count, static_cast<float>(number))));
        runtime.write(stream, y, bytes_of(std::vector<float>(count, 0)));
        for (int i = 0; i < 20; ++i) {
            const Arguments arguments =
                std::move(Arguments().value(std::int32_t{count}).value(1.0F).buffer(x).buffer(y));
            runtime.launch(stream, kernel, count / 64, 64, arguments);
        }
        const auto result = numbers_of<float>(runtime.read(stream, y, count * sizeof(float)));
        return result == std::vector<float>(count, 20.0F * static_cast<float>(number))
                   ? ""
                   : fmt::format("thread {} computed {} instead of {}", number, result[0], 20 * number);
    });
}

void instances(Trial& trial) {
    const Instance stays = trial.start();
    const Instance other = trial.start();
    trial.expect(stays.get() != other.get() || trial.subject().settings.empty(),
                 "two calls of initialize give one instance");
    trial.start().shut_down();
    const quovis_plugin_table& table = trial.plugin();
    if (offers(table, &quovis_plugin_table::compiler)) {
        describe(trial, *table.compiler, stays.get());
    }
}

}  // namespace

void add_rule_6(std::vector<Check>& checks) {
    checks.insert(
        checks.end(),
        {{"rule_6_threads_compile_at_once", "each thread gets its own image and log", compiles, Role::compiler},
         {"rule_6_threads_list_at_once", "each thread sees the same devices", listings, Role::runtime},
         {"rule_6_threads_use_a_device_at_once", "each thread keeps its own bytes", first_uses, Role::runtime},
         {"rule_6_threads_launch_one_kernel", "each launch has its own arguments", launches, Role::runtime},
         {"rule_6_instances_live_side_by_side", "an instance outlives another one's shutdown", instances}});
}

}  // namespace quovis::conformance
