// The entries `kernel_create`, `kernel_info` and `kernel_occupancy`.
#include "tests/conformance/checks/checks.hpp"
#include "tests/conformance/kit/runtime.hpp"

namespace quovis::conformance {
namespace {

std::string_view saxpy(const Kernels& one) {
    return one.saxpy;
}

void info(Trial& trial) {
    const Runtime runtime(trial);
    runtime.need(&quovis_rt_table::kernel_info, "kernel_info");
    const Module module = runtime.load(runtime.image(saxpy));
    const Kernel kernel = runtime.kernel(module, "saxpy");
    auto told = sized<quovis_rt_kernel_info>();
    ErrorSlot error;
    trial.require_ok(runtime.table().kernel_info(kernel.get(), &told, error.get()), error, "kernel_info");
    trial.expect(to_string(told.name) == "saxpy", fmt::format("the kernel's name is '{}'", to_string(told.name)));
    trial.expect(told.required_block[0] == 0, "a kernel that requires no block is said to require one");
    if (told.has_parameters == 0) {
        trial.skip("the image does not tell parameters");
    }
    trial.require(told.parameter_count == 4, fmt::format("saxpy has {} parameters", told.parameter_count));
    const std::int32_t kinds[4] = {QUOVIS_RT_PARAMETER_VALUE, QUOVIS_RT_PARAMETER_VALUE, QUOVIS_RT_PARAMETER_POINTER,
                                   QUOVIS_RT_PARAMETER_POINTER};
    const std::size_t sizes[4] = {4, 4, 8, 8};
    const auto* at = reinterpret_cast<const std::byte*>(told.parameters);
    for (int i = 0; i < 4; ++i, at += told.parameters->struct_size) {
        const auto& one = *reinterpret_cast<const quovis_rt_parameter*>(at);
        trial.expect(one.kind == kinds[i] || one.kind == QUOVIS_RT_PARAMETER_UNKNOWN,
                     fmt::format("parameter {} is of kind {}", i, one.kind));
        trial.expect(one.size == sizes[i] || one.size == 0, fmt::format("parameter {} has {} bytes", i, one.size));
    }
}

void info_lives(Trial& trial) {
    const Runtime runtime(trial);
    runtime.need(&quovis_rt_table::kernel_info, "kernel_info");
    const Module module = runtime.load(runtime.image(saxpy));
    const Kernel first = runtime.kernel(module, "saxpy");
    auto told = sized<quovis_rt_kernel_info>();
    ErrorSlot error;
    trial.require_ok(runtime.table().kernel_info(first.get(), &told, error.get()), error, "kernel_info");
    {
        const Kernel second = runtime.kernel(module, "saxpy");
        auto other = sized<quovis_rt_kernel_info>();
        trial.require_ok(runtime.table().kernel_info(second.get(), &other, error.get()), error, "kernel_info");
    }
    trial.expect(to_string(told.name) == "saxpy", "a kernel's name changed with another kernel's release");
}

void occupancy(Trial& trial) {
    const Runtime runtime(trial);
    runtime.need(&quovis_rt_table::kernel_occupancy, "kernel_occupancy");
    const Module module = runtime.load(runtime.image(saxpy));
    const Kernel kernel = runtime.kernel(module, "saxpy");
    auto told = sized<quovis_rt_occupancy>();
    ErrorSlot error;
    const auto status = runtime.table().kernel_occupancy(kernel.get(), &told, error.get());
    if (status == QUOVIS_PLUGIN_NOT_SUPPORTED) {
        trial.skip(error.message());
    }
    trial.require_ok(status, error, "kernel_occupancy");
    const std::uint32_t most = runtime.info().max_threads_per_block;
    trial.expect(told.suggested_threads != 0 && (most == 0 || told.suggested_threads <= most),
                 fmt::format("{} threads are suggested, the device takes {}", told.suggested_threads, most));
}

void name_expression(Trial& trial) {
    const Runtime runtime(trial);
    const Image image = runtime.image([](const Kernels& one) { return one.scale_template; }, "scale<float>");
    const Module module = runtime.load(image);
    trial.require(image.symbols.count("scale<float>") == 1, "the expression has no symbol");
    const Kernel kernel = runtime.kernel(module, image.symbols.at("scale<float>"));
    const Stream stream = runtime.stream();
    const Buffer data = runtime.buffer(4 * sizeof(float));
    runtime.write(stream, data, bytes_of(std::vector<float>{1, 2, 3, 4}));
    runtime.launch(stream, kernel, 1, 4, Arguments().buffer(data));
    trial.expect(numbers_of<float>(runtime.read(stream, data, 16)) == std::vector<float>({2, 4, 6, 8}),
                 "the template's kernel computes something else");
}

}  // namespace

void add_kernels(std::vector<Check>& checks) {
    checks.insert(
        checks.end(),
        {{"kernel_info_tells_the_parameters", "kinds and sizes are right where they are told", info},
         {"kernel_info_lives_as_long_as_the_kernel", "another kernel's release changes nothing", info_lives},
         {"kernel_occupancy_suggests_a_block", "the suggestion fits the device", occupancy},
         {"kernel_of_a_name_expression_runs", "a template's kernel is found by its symbol", name_expression}});
}

}  // namespace quovis::conformance
