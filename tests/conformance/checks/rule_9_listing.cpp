// Rule 9: listing devices creates no context and allocates no device memory. Seen from outside: however often it is
// done, no thread, no descriptor and no free byte of the device is gone.
#include "tests/conformance/checks/checks.hpp"
#include "tests/conformance/kit/process.hpp"
#include "tests/conformance/kit/runtime.hpp"

namespace quovis::conformance {
namespace {

void list_once(const Runtime& runtime) {
    for (quovis_rt_device* device : runtime.devices()) {
        runtime.info(device);
        if (offers(runtime.table(), &quovis_rt_table::capabilities)) {
            const quovis_rt_capability* first = nullptr;
            std::size_t count = 0;
            ErrorSlot error;
            runtime.trial().require_ok(runtime.table().capabilities(device, &first, &count, error.get()), error,
                                       "capabilities");
        }
    }
}

void listing_costs_nothing(Trial& trial) {
    list_once(Runtime(trial));
    const auto open = descriptors().size();
    const std::size_t threads = thread_count();
    for (int i = 0; i < 50; ++i) {
        list_once(Runtime(trial));
    }
    trial.expect(descriptors().size() <= open, "listing leaves descriptors open");
    trial.expect(thread_count() <= threads, "listing starts threads");
}

void listing_takes_no_memory(Trial& trial) {
    const Runtime runtime(trial);
    runtime.need(&quovis_rt_table::memory, "memory");
    std::uint64_t before = 0;
    std::uint64_t after = 0;
    std::uint64_t total = 0;
    ErrorSlot error;
    trial.require_ok(runtime.table().memory(runtime.device(), &before, &total, error.get()), error, "memory");
    for (int i = 0; i < 50; ++i) {
        list_once(runtime);
    }
    trial.require_ok(runtime.table().memory(runtime.device(), &after, &total, error.get()), error, "memory");
    constexpr std::uint64_t others_work = 64u << 20;  // another process may use the device meanwhile
    trial.expect(after + others_work >= before, fmt::format("listing took {} bytes of the device", before - after));
}

}  // namespace

void add_rule_9(std::vector<Check>& checks) {
    checks.insert(
        checks.end(),
        {{"rule_9_listing_costs_nothing", "listing leaves no thread and no descriptor", listing_costs_nothing},
         {"rule_9_listing_takes_no_memory", "listing allocates no device memory", listing_takes_no_memory}});
}

}  // namespace quovis::conformance
