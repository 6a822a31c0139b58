// Rule 2: a value that a plugin does not know is refused, and the message says the number.
#include "tests/conformance/checks/checks.hpp"
#include "tests/conformance/kit/runtime.hpp"

#include <algorithm>

namespace quovis::conformance {
namespace {

constexpr std::int32_t unknown = 7919;

void refused_by_number(Trial& trial, quovis_plugin_status status, const ErrorSlot& error, std::string_view what) {
    trial.expect_failure(status, error, what, {QUOVIS_PLUGIN_NOT_SUPPORTED, QUOVIS_PLUGIN_INVALID_ARGUMENT});
    trial.expect(status == QUOVIS_PLUGIN_OK || error.message().find("7919") != std::string::npos,
                 fmt::format("{} is refused without its number: {}", what, error.message()));
}

void memory_kind(Trial& trial) {
    const Runtime runtime(trial);
    runtime.need(&quovis_rt_table::buffer_create, "buffer_create");
    auto info = sized<quovis_rt_buffer_info>();
    info.size = 16;
    info.kind = unknown;
    quovis_rt_buffer* buffer = nullptr;
    ErrorSlot error;
    const auto status = runtime.table().buffer_create(runtime.device(), &info, &buffer, error.get());
    if (status == QUOVIS_PLUGIN_OK) {
        runtime.table().buffer_release(buffer, nullptr);
    }
    refused_by_number(trial, status, error, "a buffer of memory kind 7919");
}

void launch_attribute(Trial& trial) {
    const Runtime runtime(trial);
    const Stream stream = runtime.stream();
    const Module module = runtime.load(runtime.image([](const Kernels& one) { return one.noop; }));
    const Kernel kernel = runtime.kernel(module, "noop");
    auto attribute = sized<quovis_rt_launch_attribute>();
    attribute.id = unknown;
    auto launch = sized<quovis_rt_launch>();
    std::fill(launch.grid, launch.grid + 3, 1u);
    std::fill(launch.block, launch.block + 3, 1u);
    launch.attributes = &attribute;
    launch.attribute_count = 1;
    ErrorSlot error;
    refused_by_number(trial, runtime.try_launch(stream, kernel, launch, error), error, "launch attribute 7919");
}

void native_kind(Trial& trial) {
    const Runtime runtime(trial);
    runtime.need(&quovis_rt_table::native_get, "native_get");
    auto native = sized<quovis_rt_native>();
    native.kind = unknown;
    ErrorSlot error;
    refused_by_number(trial, runtime.table().native_get(runtime.device(), nullptr, &native, error.get()), error,
                      "a native handle of kind 7919");
}

}  // namespace

void add_rule_2(std::vector<Check>& checks) {
    checks.insert(
        checks.end(),
        {{"rule_2_unknown_memory_kind_is_refused", "an unknown kind of memory is refused by number", memory_kind},
         {"rule_2_unknown_launch_attribute_is_refused", "an unknown launch attribute is refused by number",
          launch_attribute},
         {"rule_2_unknown_native_kind_is_refused", "an unknown native handle is refused by number", native_kind}});
}

}  // namespace quovis::conformance
