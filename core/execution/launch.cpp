// The launch path; everything that only a refused launch needs is out of line, and marked cold.
#include "core/execution/launch.hpp"

#include "core/execution/graph.hpp"
#include "core/execution/launch_attributes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
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

[[noreturn, gnu::cold]] void fail_buffer(const Kernel& kernel, std::size_t index, const Buffer& buffer,
                                         std::size_t offset) {
    const auto& route = kernel.route();
    if (!buffer.is_of(route))
        fail(kernel, fmt::format("{} is a buffer of '{}', and the kernel runs on '{}'", describe(kernel, index),
                                 buffer.route()->selector, route.selector));
    if (offset >= buffer.size())
        fail(kernel,
             fmt::format("{} is offset {} of a buffer of {} bytes", describe(kernel, index), offset, buffer.size()));
    fail(kernel,
         fmt::format("{} is offset {} of a buffer, and on '{}' an offset is a multiple of {}", describe(kernel, index),
                     buffer.base() + offset, route.selector, kernel.plan().offset_alignment));
}

[[noreturn, gnu::cold]] void fail_without_bytes(const Kernel& kernel, std::size_t index) {
    fail(kernel, fmt::format("{} is a value without bytes", describe(kernel, index)));
}

[[noreturn, gnu::cold]] void fail_local(const Kernel& kernel, std::size_t index, std::size_t size) {
    if (size == 0)
        fail(kernel, fmt::format("{} is local memory of 0 bytes", describe(kernel, index)));
    fail(kernel, fmt::format("{} is local memory of {} bytes, and a block can have {} on '{}'", describe(kernel, index),
                             size, kernel.plan().max_local, kernel.route().selector));
}

[[noreturn, gnu::cold]] void fail_kind(const Kernel& kernel, std::size_t index, int kind) {
    fail(kernel,
         fmt::format("{} has kind {}, which is no value of quovis_argument_kind", describe(kernel, index), kind));
}

[[noreturn, gnu::cold]] void fail_axis(const Kernel& kernel, const char* what, int axis, std::uint64_t given,
                                       std::uint64_t limit, const char* unit) {
    if (given == 0)
        fail(kernel, fmt::format("the {} is 0 along axis {}", what, "xyz"[axis]));
    fail(kernel, fmt::format("the {} is {} {} along axis {}, and '{}' allows {}", what, given, unit, "xyz"[axis],
                             kernel.route().selector, limit));
}

[[noreturn, gnu::cold]] void fail_block(const Kernel& kernel, const quovis_rt_launch& launch) {
    const auto& plan = kernel.plan();
    std::uint64_t threads = 1;
    for (int axis = 0; axis < 3; ++axis) {
        if (launch.block[axis] - 1 >= plan.max_block[axis])
            fail_axis(kernel, "block", axis, launch.block[axis], plan.max_block[axis], "threads");
        threads *= launch.block[axis];
    }
    if (plan.has_required_block)
        for (int axis = 0; axis < 3; ++axis)
            if (plan.required_block[axis] && launch.block[axis] != plan.required_block[axis])
                fail(kernel, fmt::format("the block is {} x {} x {} threads, and the kernel requires {} x {} x {}",
                                         launch.block[0], launch.block[1], launch.block[2], plan.required_block[0],
                                         plan.required_block[1], plan.required_block[2]));
    fail(kernel, fmt::format("the block has {} threads, and this kernel can have {} on '{}'", threads, plan.max_threads,
                             kernel.route().selector));
}

[[noreturn, gnu::cold]] void fail_grid(const Kernel& kernel, const quovis_rt_launch& launch) {
    const auto& plan = kernel.plan();
    for (int axis = 0; axis < 3; ++axis)
        if (launch.grid[axis] - 1 >= plan.max_grid[axis])
            fail_axis(kernel, "grid", axis, launch.grid[axis], plan.max_grid[axis], "blocks");
    fail(kernel, fmt::format("{} bytes of dynamic shared memory, and this kernel can have {} on '{}'",
                             launch.shared_memory, plan.max_shared, kernel.route().selector));
}

// A size of 0 becomes the largest number below, and is refused like any that is too large.
bool is_within(const std::uint32_t (&size)[3], const std::uint32_t (&limit)[3]) {
    return size[0] - 1 < limit[0] && size[1] - 1 < limit[1] && size[2] - 1 < limit[2];
}

[[gnu::always_inline]] inline void check_shape(const Kernel& kernel, const quovis_rt_launch& launch) {
    const auto& plan = kernel.plan();
    const auto& block = launch.block;
    if (!is_within(block, plan.max_block) || std::uint64_t{block[0]} * block[1] * block[2] > plan.max_threads)
        fail_block(kernel, launch);
    if (plan.has_required_block)
        for (int axis = 0; axis < 3; ++axis)
            if (plan.required_block[axis] && block[axis] != plan.required_block[axis])
                fail_block(kernel, launch);
    if (!is_within(launch.grid, plan.max_grid) || launch.shared_memory > plan.max_shared)
        fail_grid(kernel, launch);
}

// Member by member: a whole struct would be put together elsewhere, and copied in larger pieces than it was written in,
// which a processor has to wait for.
void set(quovis_rt_argument& translated, std::int32_t kind, std::size_t size, const void* value,
         quovis_rt_buffer* buffer, std::size_t offset) {
    translated.kind = kind;
    translated.reserved = 0;
    translated.size = size;
    translated.value = value;
    translated.buffer = buffer;
    translated.offset = offset;
}

void translate_value(const Kernel& kernel, std::size_t index, const quovis_argument& argument,
                     quovis_rt_argument& translated) {
    if (!argument.value || argument.size == 0)
        fail_without_bytes(kernel, index);
    set(translated, QUOVIS_RT_ARGUMENT_VALUE, argument.size, argument.value, nullptr, 0);
}

void translate_buffer(const Kernel& kernel, std::size_t index, const quovis_argument& argument,
                      quovis_rt_argument& translated) {
    if (!argument.buffer)
        return set(translated, QUOVIS_RT_ARGUMENT_BUFFER, 0, nullptr, nullptr, 0);
    const Buffer& buffer = *argument.buffer;
    const std::size_t offset = buffer.base() + argument.offset;
    if (!buffer.is_of(kernel.plan().route) || argument.offset >= buffer.size() ||
        (offset != 0 && offset % kernel.plan().offset_alignment != 0))
        fail_buffer(kernel, index, buffer, argument.offset);
    set(translated, QUOVIS_RT_ARGUMENT_BUFFER, 0, nullptr, buffer.handle(), offset);
}

void translate_local(const Kernel& kernel, std::size_t index, const quovis_argument& argument,
                     quovis_rt_argument& translated) {
    if (argument.size - 1 >= kernel.plan().max_local)  // 0 becomes the largest number
        fail_local(kernel, index, argument.size);
    set(translated, QUOVIS_RT_ARGUMENT_LOCAL, argument.size, nullptr, nullptr, 0);
}

// The functions of the way are inlined into one another: between two launches the driver uses most of the instruction
// cache, and each further line of it is waited for.
[[gnu::always_inline]] inline void translate_all(const Kernel& kernel, const quovis_argument* arguments,
                                                 std::size_t count, bool check, quovis_rt_argument* translated) {
    using Expected = LaunchPlan::Expected;
    const Expected* const expected = kernel.plan().parameters.data();
    for (std::size_t i = 0; i < count; ++i) {
        const auto& argument = arguments[i];
        // In C any number may stand where an enumeration is; as one it may be read only when it is known.
        std::int32_t kind = 0;
        static_assert(sizeof kind == sizeof argument.kind);
        std::memcpy(&kind, &argument.kind, sizeof kind);
        switch (kind) {
            case QUOVIS_ARGUMENT_VALUE:
                if (check && expected[i].value_size != argument.size && expected[i].value_size != Expected::any_size)
                    fail_argument(kernel, i, argument);
                translate_value(kernel, i, argument, translated[i]);
                break;
            case QUOVIS_ARGUMENT_BUFFER:
                if (check && !expected[i].takes_buffer)
                    fail_argument(kernel, i, argument);
                translate_buffer(kernel, i, argument, translated[i]);
                break;
            case QUOVIS_ARGUMENT_LOCAL:
                if (check && !expected[i].takes_local)
                    fail_argument(kernel, i, argument);
                translate_local(kernel, i, argument, translated[i]);
                break;
            default:
                fail_kind(kernel, i, kind);
        }
    }
}

// What a graph that records the stream has to keep.
[[gnu::cold, gnu::noinline]] void keep(Recording& recording, const Kernel& kernel, const quovis_argument* arguments,
                                       std::size_t count) {
    recording.keep(std::static_pointer_cast<void>(kernel.module()));
    recording.keep(kernel.mark());
    for (std::size_t i = 0; i < count; ++i)
        if (arguments[i].kind == QUOVIS_ARGUMENT_BUFFER && arguments[i].buffer)
            recording.keep(arguments[i].buffer->memory());
}

[[gnu::always_inline]] inline void give(const Kernel& kernel, StreamState& stream, const quovis_rt_launch& launch) {
    const auto& plan = kernel.plan();
    call(plan.route, "launch", "launch", plan.launch, stream.handle, plan.kernel, &launch);
    plan.route.in_flight.launched(plan.mark, stream);
}

[[gnu::noinline]] void give_many(const Kernel& kernel, StreamState& stream, quovis_rt_launch& launch,
                                 const quovis_argument* arguments, std::size_t count, bool check) {
    std::vector<quovis_rt_argument> translated(count);
    translate_all(kernel, arguments, count, check, translated.data());
    launch.arguments = translated.data();
    give(kernel, stream, launch);
}

[[gnu::always_inline]] inline void launch_with(const Kernel& kernel, StreamState& stream, quovis_rt_launch& launch,
                                               const quovis_argument* arguments, std::size_t count, bool check) {
    launch.argument_count = count;
    if (count > arguments_on_stack) {
        give_many(kernel, stream, launch, arguments, count, check);
    } else {
        std::array<quovis_rt_argument, arguments_on_stack> translated;
        translate_all(kernel, arguments, count, check, translated.data());
        launch.arguments = translated.data();
        give(kernel, stream, launch);
    }
    if (auto* recording = stream.recording.load(std::memory_order_relaxed))
        keep(*recording, kernel, arguments, count);
}

// ---- Arguments as bytes ----

// Where each parameter is in a packed argument buffer; one more element for the end. Throws where the image does not
// tell enough.
std::vector<std::size_t> offsets_of(const Kernel& kernel, const char* what) {
    if (!kernel.has_parameters())
        fail(kernel, fmt::format("its image does not tell the parameters, which {} need", what),
             "give the arguments one by one");
    std::vector<std::size_t> offsets;
    std::size_t end = 0;
    for (std::size_t i = 0; i < kernel.parameters().size(); ++i) {
        const auto& parameter = kernel.parameters()[i];
        if (parameter.kind == QUOVIS_PARAMETER_LOCAL || parameter.size == 0)
            fail(kernel, fmt::format("{} has no bytes that {} could hold", describe(kernel, i), what),
                 "give the arguments one by one");
        if (!parameter.offset && parameter.alignment == 0)
            fail(kernel, fmt::format("its image tells no place of {} in {}", describe(kernel, i), what),
                 "give the arguments one by one");
        const auto begin = parameter.offset
                               ? *parameter.offset
                               : (end + parameter.alignment - 1) / parameter.alignment * parameter.alignment;
        offsets.push_back(begin);
        end = begin + parameter.size;
    }
    offsets.push_back(end);
    return offsets;
}

[[gnu::noinline]] void launch_packed(const Kernel& kernel, StreamState& stream, quovis_rt_launch& launch,
                                     const quovis_launch_info& asked) {
    const auto offsets = offsets_of(kernel, "packed arguments");
    std::size_t alignment = 1;
    std::vector<quovis_argument> arguments;
    for (std::size_t i = 0; i + 1 < offsets.size(); ++i) {
        const auto& parameter = kernel.parameters()[i];
        alignment =
            std::max(alignment, parameter.alignment ? parameter.alignment : std::min<std::size_t>(parameter.size, 16));
        arguments.push_back(quovis_value(static_cast<const char*>(asked.packed) + offsets[i], parameter.size));
    }
    const auto padded = (offsets.back() + alignment - 1) / alignment * alignment;
    if (asked.packed_size != offsets.back() && asked.packed_size != padded)
        fail(kernel,
             fmt::format("its packed arguments have {} bytes, and {} were given", offsets.back(), asked.packed_size));
    launch_with(kernel, stream, launch, arguments.data(), arguments.size(), true);
}

[[gnu::noinline]] void launch_pointers(const Kernel& kernel, StreamState& stream, quovis_rt_launch& launch,
                                       const quovis_launch_info& asked) {
    offsets_of(kernel, "an array of pointers");
    std::vector<quovis_argument> arguments;
    for (std::size_t i = 0; i < kernel.parameters().size(); ++i)
        arguments.push_back(quovis_value(asked.pointers[i], kernel.parameters()[i].size));
    launch_with(kernel, stream, launch, arguments.data(), arguments.size(), true);
}

[[gnu::always_inline]] inline void launch_arguments(const Kernel& kernel, StreamState& stream, quovis_rt_launch& launch,
                                                    const quovis_launch_info& asked) {
    if (asked.packed || asked.pointers) {
        if ((asked.packed && asked.pointers) || asked.argument_count)
            fail(kernel, "its arguments are given in more than one way: as a list, packed, or as pointers");
        return asked.packed ? launch_packed(kernel, stream, launch, asked)
                            : launch_pointers(kernel, stream, launch, asked);
    }
    if (asked.argument_count && !asked.arguments)
        fail(kernel, "arguments are announced, and the array is null");
    const bool check = kernel.plan().checks_arguments;
    if (check && asked.argument_count != kernel.plan().parameters.size())
        fail_count(kernel, asked.argument_count);
    launch_with(kernel, stream, launch, asked.arguments, asked.argument_count,
                check && !(asked.flags & QUOVIS_LAUNCH_FITS));
}

[[gnu::noinline]] void launch_with_attributes(const Kernel& kernel, StreamState& stream, quovis_rt_launch& launch,
                                              const quovis_launch_info& asked) {
    const LaunchAttributes attributes(kernel, asked, launch);
    launch.attributes = attributes.list.data();
    launch.attribute_count = attributes.count;
    try {
        launch_arguments(kernel, stream, launch, asked);
    } catch (Error& error) {
        attributes.explain(error);
        throw;
    }
}

// A launch without its arguments and attributes, which a device and a kernel can have.
quovis_rt_launch shaped(const Kernel& kernel, const quovis_launch_info& asked) {
    auto launch = sized<quovis_rt_launch>();
    launch.grid[0] = asked.grid[0];
    launch.block[0] = asked.block[0];
    for (int axis = 1; axis < 3; ++axis) {
        launch.grid[axis] = asked.grid[axis] ? asked.grid[axis] : 1;
        launch.block[axis] = asked.block[axis] ? asked.block[axis] : 1;
    }
    launch.shared_memory = asked.shared_memory;
    check_shape(kernel, launch);
    return launch;
}

}  // namespace

[[gnu::hot]] void launch(const Kernel& kernel, StreamState& stream, const quovis_launch_info& asked) {
    auto launch = shaped(kernel, asked);
    if (!has_attributes(asked))
        launch_arguments(kernel, stream, launch, asked);
    else
        launch_with_attributes(kernel, stream, launch, asked);
}

TranslatedLaunch translate(const Kernel& kernel, const quovis_launch_info& asked) {
    TranslatedLaunch translated{shaped(kernel, asked), {}};
    if (has_attributes(asked) || asked.packed || asked.pointers || (asked.argument_count && !asked.arguments))
        fail(kernel, "a launch to be compared with has a list of arguments and no attributes");
    const bool check = kernel.plan().checks_arguments;
    if (check && asked.argument_count != kernel.plan().parameters.size())
        fail_count(kernel, asked.argument_count);
    translated.arguments.resize(asked.argument_count);
    translate_all(kernel, asked.arguments, asked.argument_count, check, translated.arguments.data());
    translated.launch.arguments = translated.arguments.data();
    translated.launch.argument_count = asked.argument_count;
    return translated;
}

}  // namespace quovis::core
