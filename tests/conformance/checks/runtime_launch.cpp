// The entry `launch`: results, grids of three dimensions, local memory, offsets, order.
#include "tests/conformance/checks/checks.hpp"
#include "tests/conformance/kit/runtime.hpp"

#include <numeric>

namespace quovis::conformance {
namespace {

std::string_view saxpy(const Kernels& one) {
    return one.saxpy;
}
std::string_view number(const Kernels& one) {
    return one.number;
}

void computes(Trial& trial) {
    const Runtime runtime(trial);
    const Module module = runtime.load(runtime.image(saxpy));
    const Kernel kernel = runtime.kernel(module, "saxpy");
    const Stream stream = runtime.stream();
    constexpr std::int32_t count = 1000;
    std::vector<float> x(count);
    std::iota(x.begin(), x.end(), 0.0F);
    const Buffer x_buffer = runtime.buffer(count * sizeof(float));
    const Buffer y_buffer = runtime.buffer(count * sizeof(float));
    runtime.write(stream, x_buffer, bytes_of(x));
    runtime.write(stream, y_buffer, bytes_of(std::vector<float>(count, 1)));
    runtime.launch(stream, kernel, 16, 64, Arguments().value(count).value(2.0F).buffer(x_buffer).buffer(y_buffer));
    const auto y = numbers_of<float>(runtime.read(stream, y_buffer, count * sizeof(float)));
    for (std::size_t i = 0; i < y.size(); ++i) {
        trial.require(y[i] == 2 * x[i] + 1, fmt::format("element {} is {} instead of {}", i, y[i], 2 * x[i] + 1));
    }
}

void three_dimensions(Trial& trial) {
    const Runtime runtime(trial);
    const Module module = runtime.load(runtime.image(number));
    const Kernel kernel = runtime.kernel(module, "number");
    const Stream stream = runtime.stream();
    auto launch = sized<quovis_rt_launch>();
    launch.grid[0] = 2;
    launch.grid[1] = 3;
    launch.grid[2] = 4;
    launch.block[0] = 4;
    launch.block[1] = 2;
    launch.block[2] = 2;
    constexpr std::size_t count = 2 * 3 * 4 * 4 * 2 * 2;
    const Buffer out = runtime.buffer(count * sizeof(std::uint32_t));
    runtime.write(stream, out, std::string(count * sizeof(std::uint32_t), '\xff'));
    const Arguments arguments = std::move(Arguments().buffer(out));
    launch.arguments = arguments.all().data();
    launch.argument_count = 1;
    ErrorSlot error;
    trial.require_ok(runtime.try_launch(stream, kernel, launch, error), error, "launch");
    std::vector<std::uint32_t> wanted(count);
    std::iota(wanted.begin(), wanted.end(), 0u);
    trial.expect(numbers_of<std::uint32_t>(runtime.read(stream, out, count * sizeof(std::uint32_t))) == wanted,
                 "a grid of three dimensions does not run each thread once");
}

void local_memory(Trial& trial) {
    const Runtime runtime(trial);
    const Image image = runtime.image([](const Kernels& one) { return one.reverse; });
    const Module module = runtime.load(image);
    const Kernel kernel = runtime.kernel(module, "reverse");
    const Stream stream = runtime.stream();
    constexpr std::uint32_t block = 32;
    constexpr std::uint32_t blocks = 3;
    std::vector<std::uint32_t> values(block * blocks);
    std::iota(values.begin(), values.end(), 0u);
    const Buffer data = runtime.buffer(values.size() * sizeof(std::uint32_t));
    runtime.write(stream, data, bytes_of(values));
    constexpr std::size_t local = block * sizeof(std::uint32_t);
    Arguments arguments;
    arguments.buffer(data);
    if (image.kernels->local_is_argument) {
        arguments.local(local);
    }
    runtime.launch(stream, kernel, blocks, block, arguments, image.kernels->local_is_argument ? 0 : local);
    for (std::uint32_t i = 0; i < blocks; ++i) {
        std::reverse(values.begin() + i * block, values.begin() + (i + 1) * block);
    }
    trial.expect(numbers_of<std::uint32_t>(runtime.read(stream, data, values.size() * 4)) == values,
                 "local memory does not hold what the block wrote");
}

void offset(Trial& trial) {
    const Runtime runtime(trial);
    const Module module = runtime.load(runtime.image(number));
    const Kernel kernel = runtime.kernel(module, "number");
    const Stream stream = runtime.stream();
    const std::size_t at = std::max<std::size_t>(runtime.info().buffer_offset_alignment, 4);
    const std::size_t size = at + 16 * sizeof(std::uint32_t);
    const Buffer out = runtime.buffer(size);
    runtime.write(stream, out, std::string(size, '\0'));
    runtime.launch(stream, kernel, 1, 16, Arguments().buffer(out, at));
    const std::string bytes = runtime.read(stream, out, size);
    trial.expect(bytes.substr(0, at) == std::string(at, '\0'), "a kernel wrote before the offset of its argument");
    trial.expect(numbers_of<std::uint32_t>(bytes.substr(at))[15] == 15, "a kernel did not write behind the offset");
}

// Of a kernel that is not made for an offset it may be refused; what it may not be is overlooked.
void launch_offset(Trial& trial) {
    const Runtime runtime(trial);
    const Module module = runtime.load(runtime.image(number));
    const Kernel kernel = runtime.kernel(module, "number");
    const Stream stream = runtime.stream();
    const Buffer out = runtime.buffer(16 * sizeof(std::uint32_t));
    runtime.write(stream, out, std::string(16 * sizeof(std::uint32_t), '\0'));
    auto attribute = sized<quovis_rt_launch_attribute>();
    attribute.id = QUOVIS_RT_LAUNCH_OFFSET;
    attribute.value.offset[0] = 8;
    auto launch = sized<quovis_rt_launch>();
    std::fill(launch.grid, launch.grid + 3, 1u);
    std::fill(launch.block, launch.block + 3, 1u);
    launch.block[0] = 4;
    const Arguments arguments = std::move(Arguments().buffer(out));
    launch.arguments = arguments.all().data();
    launch.argument_count = 1;
    launch.attributes = &attribute;
    launch.attribute_count = 1;
    ErrorSlot error;
    const auto status = runtime.try_launch(stream, kernel, launch, error);
    if (status != QUOVIS_PLUGIN_OK) {
        trial.expect_failure(status, error, "a launch with an offset",
                             {QUOVIS_PLUGIN_INVALID_LAUNCH, QUOVIS_PLUGIN_NOT_SUPPORTED});
        return;
    }
    const auto numbers = numbers_of<std::uint32_t>(runtime.read(stream, out, 16 * sizeof(std::uint32_t)));
    trial.expect(numbers[11] == 11 && numbers[3] == 0, "an offset of 8 work-items does not add 8 to the global ids");
}

// No thread touches the buffers, so null pointers do no harm.
void null_buffers(Trial& trial) {
    const Runtime runtime(trial);
    const Module module = runtime.load(runtime.image(saxpy));
    const Kernel kernel = runtime.kernel(module, "saxpy");
    const Stream stream = runtime.stream();
    const Buffer none;
    auto launch = sized<quovis_rt_launch>();
    std::fill(launch.grid, launch.grid + 3, 1u);
    std::fill(launch.block, launch.block + 3, 1u);
    const Arguments arguments = std::move(Arguments().value(std::int32_t{0}).value(1.0F).buffer(none).buffer(none));
    launch.arguments = arguments.all().data();
    launch.argument_count = arguments.all().size();
    ErrorSlot error;
    trial.require_ok(runtime.try_launch(stream, kernel, launch, error), error, "launch with null buffers");
    runtime.synchronize(stream);
}

// Values are the caller's again when the call returns, though the launch may run later.
void values_are_copied(Trial& trial) {
    const Runtime runtime(trial);
    const Module module = runtime.load(runtime.image(saxpy));
    const Kernel kernel = runtime.kernel(module, "saxpy");
    const Stream stream = runtime.stream();
    constexpr std::int32_t count = 64;
    const Buffer x = runtime.buffer(count * sizeof(float));
    const Buffer y = runtime.buffer(count * sizeof(float));
    runtime.write(stream, x, bytes_of(std::vector<float>(count, 1)));
    runtime.write(stream, y, bytes_of(std::vector<float>(count, 0)));
    float wanted = 0;
    for (int i = 1; i <= 20; ++i) {
        runtime.launch(stream, kernel, 1, count,
                       Arguments().value(count).value(static_cast<float>(i)).buffer(x).buffer(y));
        wanted += static_cast<float>(i);
    }
    trial.expect(numbers_of<float>(runtime.read(stream, y, count * sizeof(float))) == std::vector<float>(count, wanted),
                 "launches used each other's values");
}

void zero_grid(Trial& trial) {
    const Runtime runtime(trial);
    const Module module = runtime.load(runtime.image([](const Kernels& one) { return one.noop; }));
    const Kernel kernel = runtime.kernel(module, "noop");
    const Stream stream = runtime.stream();
    auto launch = sized<quovis_rt_launch>();
    std::fill(launch.block, launch.block + 3, 1u);
    launch.grid[0] = launch.grid[1] = 1;
    ErrorSlot error;
    const auto status = runtime.try_launch(stream, kernel, launch, error);
    trial.expect_failure(status, error, "a grid with an axis of 0",
                         {QUOVIS_PLUGIN_INVALID_LAUNCH, QUOVIS_PLUGIN_INVALID_ARGUMENT});
}

void released_after_launch(Trial& trial) {
    const Runtime runtime(trial);
    const Stream stream = runtime.stream();
    const Buffer out = runtime.buffer(1024 * sizeof(std::uint32_t));
    {
        const Module module = runtime.load(runtime.image(number));
        const Kernel kernel = runtime.kernel(module, "number");
        const Buffer scratch = runtime.buffer(1024 * sizeof(std::uint32_t));
        runtime.launch(stream, kernel, 16, 64, Arguments().buffer(scratch));
        runtime.launch(stream, kernel, 16, 64, Arguments().buffer(out));
    }
    trial.expect(numbers_of<std::uint32_t>(runtime.read(stream, out, 4096))[1023] == 1023,
                 "a launch was lost with the release of its kernel");
}

}  // namespace

void add_launch(std::vector<Check>& checks) {
    checks.insert(
        checks.end(),
        {{"launch_computes", "saxpy gives the right numbers", computes},
         {"launch_runs_three_dimensions", "each thread of a grid of three dimensions runs once", three_dimensions},
         {"launch_gives_local_memory", "local memory of the size that was asked for can be used", local_memory},
         {"launch_keeps_a_buffers_offset", "an argument can begin inside a buffer", offset},
         {"launch_adds_an_offset_or_refuses_it", "the offset of a launch is never overlooked", launch_offset},
         {"launch_takes_null_buffers", "a null buffer is a null pointer", null_buffers},
         {"launch_copies_values", "values may change when the call has returned", values_are_copied},
         {"launch_refuses_an_empty_grid", "an axis of 0 is refused", zero_grid},
         {"launch_outlives_its_kernel", "kernel, module and buffers may be released while work runs",
          released_after_launch}});
}

}  // namespace quovis::conformance
