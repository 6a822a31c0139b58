// The launch path; everything that only a refused launch needs is out of line below it.
#include "core/execution/launch.hpp"

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

namespace quovis::core {
namespace {

constexpr std::size_t arguments_on_stack = 32;

[[noreturn, gnu::cold]] void fail(const Kernel& kernel, std::string_view what, std::string hint = {}) {
    throw Error(QUOVIS_ERROR_INVALID_LAUNCH, "launch", fmt::format("kernel '{}': {}", kernel.name(), what),
                std::move(hint));
}

std::string describe(const Kernel& kernel, std::size_t index) {
    if (!kernel.has_parameters())
        return fmt::format("argument {}", index);
    const auto& parameter = kernel.parameters()[index];
    std::string words = fmt::format("argument {}", index);
    if (!parameter.name.empty())
        words += fmt::format(" ('{}')", parameter.name);
    if (!parameter.type.empty())
        words += fmt::format(" of type {}", parameter.type);
    return words;
}

[[noreturn, gnu::cold]] void fail_count(const Kernel& kernel, std::size_t given) {
    const auto count = kernel.parameters().size();
    std::string list;
    for (std::size_t i = 0; i < count; ++i)
        list += fmt::format("{}{}", i ? ", " : "", describe(kernel, i));
    fail(kernel,
         fmt::format("it takes {} argument{}, and {} {} given", count, count == 1 ? "" : "s", given,
                     given == 1 ? "was" : "were"),
         std::move(list));
}

[[noreturn, gnu::cold]] void fail_argument(const Kernel& kernel, std::size_t index, const quovis_argument& argument) {
    const auto& parameter = kernel.parameters()[index];
    const auto name = describe(kernel, index);
    const auto wanted = parameter.kind == QUOVIS_PARAMETER_POINTER ? std::string("a buffer")
                        : parameter.kind == QUOVIS_PARAMETER_LOCAL ? std::string("local memory of a size")
                        : parameter.size                           ? fmt::format("a value of {} bytes", parameter.size)
                                                                   : std::string("a value");
    const auto given = argument.kind == QUOVIS_ARGUMENT_BUFFER  ? std::string("a buffer")
                       : argument.kind == QUOVIS_ARGUMENT_LOCAL ? fmt::format("local memory of {} bytes", argument.size)
                       : argument.kind == QUOVIS_ARGUMENT_VALUE
                           ? fmt::format("a value of {} bytes", argument.size)
                           : fmt::format("argument kind {}", static_cast<int>(argument.kind));
    fail(kernel, fmt::format("{} takes {}, and {} was given", name, wanted, given));
}

// Whether an argument can stand for a parameter. A value of a pointer's size may be an address.
bool fits(const Parameter& parameter, const quovis_argument& argument) {
    const bool same_size = parameter.size == 0 || parameter.size == argument.size;
    switch (argument.kind) {
        case QUOVIS_ARGUMENT_VALUE:
            if (parameter.kind == QUOVIS_PARAMETER_POINTER)
                return parameter.size != 0 && same_size;
            return parameter.kind != QUOVIS_PARAMETER_LOCAL && same_size;
        case QUOVIS_ARGUMENT_BUFFER:
            if (parameter.kind == QUOVIS_PARAMETER_UNKNOWN)
                return parameter.size == 0 || parameter.size == sizeof(std::uint64_t);
            return parameter.kind == QUOVIS_PARAMETER_POINTER;
        case QUOVIS_ARGUMENT_LOCAL:
            return parameter.kind == QUOVIS_PARAMETER_LOCAL || parameter.kind == QUOVIS_PARAMETER_UNKNOWN;
    }
    return false;
}

bool is_aligned(const Route& route, std::size_t offset) {
    const std::size_t alignment = route.limits.buffer_offset_alignment;
    return offset == 0 || alignment == 0 || offset % alignment == 0;
}

[[gnu::cold]] void fail_buffer(const Kernel& kernel, std::size_t index, const Buffer& buffer, std::size_t offset) {
    if (buffer.route().get() != &kernel.route())
        fail(kernel, fmt::format("{} is a buffer of '{}', and the kernel runs on '{}'", describe(kernel, index),
                                 buffer.route()->selector, kernel.route().selector));
    if (!is_aligned(kernel.route(), offset))
        fail(kernel, fmt::format("{} is offset {} of a buffer, and on '{}' an offset is a multiple of {}",
                                 describe(kernel, index), offset, kernel.route().selector,
                                 kernel.route().limits.buffer_offset_alignment));
    fail(kernel,
         fmt::format("{} is offset {} of a buffer of {} bytes", describe(kernel, index), offset, buffer.size()));
}

quovis_rt_argument translate(const Kernel& kernel, std::size_t index, const quovis_argument& argument) {
    switch (argument.kind) {
        case QUOVIS_ARGUMENT_VALUE:
            if (!argument.value || argument.size == 0)
                fail(kernel, fmt::format("{} is a value without bytes", describe(kernel, index)));
            return {QUOVIS_RT_ARGUMENT_VALUE, 0, argument.size, argument.value, nullptr, 0};
        case QUOVIS_ARGUMENT_BUFFER: {
            if (!argument.buffer)
                return {QUOVIS_RT_ARGUMENT_BUFFER, 0, 0, nullptr, nullptr, 0};
            const Buffer& buffer = *argument.buffer;
            if (buffer.route().get() != &kernel.route() || argument.offset >= buffer.size() ||
                !is_aligned(kernel.route(), argument.offset))
                fail_buffer(kernel, index, buffer, argument.offset);
            return {QUOVIS_RT_ARGUMENT_BUFFER, 0, 0, nullptr, buffer.handle(), argument.offset};
        }
        case QUOVIS_ARGUMENT_LOCAL:
            if (argument.size == 0)
                fail(kernel, fmt::format("{} is local memory of 0 bytes", describe(kernel, index)));
            return {QUOVIS_RT_ARGUMENT_LOCAL, 0, argument.size, nullptr, nullptr, 0};
    }
    fail(kernel, fmt::format("{} has kind {}, which is no value of quovis_argument_kind", describe(kernel, index),
                             static_cast<int>(argument.kind)));
}

[[noreturn, gnu::cold]] void fail_axis(const Kernel& kernel, const char* what, int axis, std::uint64_t given,
                                       std::uint64_t limit, const char* unit) {
    if (given == 0)
        fail(kernel, fmt::format("the {} is 0 along axis {}", what, "xyz"[axis]));
    fail(kernel, fmt::format("the {} is {} {} along axis {}, and '{}' allows {}", what, given, unit, "xyz"[axis],
                             kernel.route().selector, limit));
}

void check_block(const Kernel& kernel, const quovis_rt_launch& launch) {
    const auto& device = kernel.route().limits;
    const auto& info = kernel.info();
    std::uint64_t threads = 1;
    for (int axis = 0; axis < 3; ++axis) {
        const auto size = launch.block[axis];
        if (size == 0 || (device.max_block[axis] && size > device.max_block[axis]))
            fail_axis(kernel, "block", axis, size, device.max_block[axis], "threads");
        threads *= size;
        if (info.required_block[axis] && info.required_block[axis] != size)
            fail(kernel, fmt::format("the block is {} x {} x {} threads, and the kernel requires {} x {} x {}",
                                     launch.block[0], launch.block[1], launch.block[2], info.required_block[0],
                                     info.required_block[1], info.required_block[2]));
    }
    const auto limit = info.max_threads_per_block ? info.max_threads_per_block : device.max_threads_per_block;
    if (limit && threads > limit)
        fail(kernel, fmt::format("the block has {} threads, and this kernel can have {} on '{}'", threads, limit,
                                 kernel.route().selector));
}

void check_grid(const Kernel& kernel, const quovis_rt_launch& launch) {
    const auto& limit = kernel.route().limits.max_grid;
    for (int axis = 0; axis < 3; ++axis)
        if (launch.grid[axis] == 0 || (limit[axis] && launch.grid[axis] > limit[axis]))
            fail_axis(kernel, "grid", axis, launch.grid[axis], limit[axis], "blocks");
    const auto most = kernel.info().max_dynamic_shared_memory;
    if (most && launch.shared_memory > most)
        fail(kernel, fmt::format("{} bytes of dynamic shared memory, and this kernel can have {} on '{}'",
                                 launch.shared_memory, most, kernel.route().selector));
}

void translate_all(const Kernel& kernel, const quovis_launch_info& launch, quovis_rt_argument* arguments) {
    const bool check = kernel.has_parameters();
    for (std::size_t i = 0; i < launch.argument_count; ++i) {
        if (check && !fits(kernel.parameters()[i], launch.arguments[i]))
            fail_argument(kernel, i, launch.arguments[i]);
        arguments[i] = translate(kernel, i, launch.arguments[i]);
    }
}

void give(const Kernel& kernel, quovis_rt_stream* stream, const quovis_rt_launch& launch) {
    auto& route = kernel.route();
    call(*route.plugin, "launch", "launch", route.runtime().launch, stream ? stream : route.default_stream(),
         kernel.handle(), &launch);
}

}  // namespace

void launch(const Kernel& kernel, quovis_rt_stream* stream, const quovis_launch_info& asked) {
    auto launch = sized<quovis_rt_launch>();
    for (int axis = 0; axis < 3; ++axis) {
        const bool optional = axis > 0;
        launch.grid[axis] = asked.grid[axis] || !optional ? asked.grid[axis] : 1;
        launch.block[axis] = asked.block[axis] || !optional ? asked.block[axis] : 1;
    }
    launch.shared_memory = asked.shared_memory;
    check_block(kernel, launch);
    check_grid(kernel, launch);
    if (asked.argument_count && !asked.arguments)
        fail(kernel, "arguments are announced, and the array is null");
    if (kernel.has_parameters() && asked.argument_count != kernel.parameters().size())
        fail_count(kernel, asked.argument_count);
    launch.argument_count = asked.argument_count;
    if (asked.argument_count <= arguments_on_stack) {
        std::array<quovis_rt_argument, arguments_on_stack> arguments;
        translate_all(kernel, asked, arguments.data());
        launch.arguments = arguments.data();
        give(kernel, stream, launch);
    } else {
        std::vector<quovis_rt_argument> arguments(asked.argument_count);
        translate_all(kernel, asked, arguments.data());
        launch.arguments = arguments.data();
        give(kernel, stream, launch);
    }
}

}  // namespace quovis::core
