// Loops of the "vendor's own calls": those of this runtime, without anything around them.
#include "tests/fakes/parts/objects.hpp"
#include "tests/fakes/parts/tables.hpp"

#include <chrono>

namespace quovis::fakes {
namespace {

// One turn. The kinds that are missing here are those that the fake does not have.
quovis_plugin_status turn(quovis_rt_device* device, const quovis_rt_loop& loop, quovis_plugin_error* error) {
    switch (loop.kind) {
        case QUOVIS_RT_LOOP_LAUNCH:
        case QUOVIS_RT_LOOP_LAUNCH_AND_WAIT:
            return launch(loop.stream, loop.kernel, loop.launch, error);
        case QUOVIS_RT_LOOP_COPY:
            return copy(loop.stream, loop.copy, error);
        case QUOVIS_RT_LOOP_ALLOCATE: {
            quovis_rt_buffer_info info{};
            info.struct_size = sizeof info;
            info.size = loop.size;
            quovis_rt_buffer* buffer = nullptr;
            const quovis_plugin_status status = buffer_create(device, &info, &buffer, error);
            if (status == QUOVIS_PLUGIN_OK) {
                buffer_release(buffer, nullptr);
            }
            return status;
        }
        case QUOVIS_RT_LOOP_KERNEL: {
            quovis_rt_kernel* kernel = nullptr;
            const quovis_plugin_status status = kernel_create(loop.module, loop.name, &kernel, error);
            if (status == QUOVIS_PLUGIN_OK) {
                kernel_release(kernel);
            }
            return status;
        }
        default:
            return fail(error, QUOVIS_PLUGIN_NOT_SUPPORTED, QUOVIS_PLUGIN_PHASE_LAUNCH,
                        "the fake has no loop of the kind " + std::to_string(loop.kind));
    }
}

quovis_plugin_status time_loop(quovis_rt_device* device, const quovis_rt_loop* asked, std::uint64_t* nanoseconds,
                               quovis_plugin_error* error) {
    const quovis_rt_loop loop = take(asked);
    const auto start = std::chrono::steady_clock::now();
    for (std::uint64_t done = 0; done < loop.count; ++done) {
        if (const auto status = turn(device, loop, error); status != QUOVIS_PLUGIN_OK) {
            return status;
        }
    }
    const auto took = std::chrono::steady_clock::now() - start;
    *nanoseconds = static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(took).count());
    return QUOVIS_PLUGIN_OK;
}

constexpr quovis_rt_vendor_loops loops = {sizeof(quovis_rt_vendor_loops), time_loop};

}  // namespace

const void* extension_with_loops(quovis_plugin_text name) {
    return view(name) == QUOVIS_EXTENSION_VENDOR_LOOPS ? &loops : extension(name);
}

}  // namespace quovis::fakes
