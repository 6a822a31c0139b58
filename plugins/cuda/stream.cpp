// Streams, events, and calls back to the host.
#include "plugins/cuda/stream.hpp"

#include <fmt/format.h>

#include <memory>

#include "plugins/common/error.hpp"
#include "plugins/common/text.hpp"

namespace quovis::cuda {
namespace {

using plugins::PluginError;

// For `query` functions: NOT_READY is an answer, not a failure.
quovis_plugin_status answer(const Functions& cuda, CUresult result, const char* doing) {
    if (result == CUDA_ERROR_NOT_READY) {
        return QUOVIS_PLUGIN_NOT_READY;
    }
    check(cuda, result, doing);
    return QUOVIS_PLUGIN_OK;
}

PluginError elapsed_failed(const Functions& cuda, CUresult result) {
    const char* const doing = "measuring the time between two events (cuEventElapsedTime)";
    if (result == CUDA_ERROR_NOT_READY) {
        return vendor_error(cuda, QUOVIS_PLUGIN_INVALID_ARGUMENT, result, doing, "Wait for both events first.");
    }
    if (result == CUDA_ERROR_INVALID_HANDLE) {
        return vendor_error(cuda, QUOVIS_PLUGIN_INVALID_ARGUMENT, result, doing,
                            "Both events must have been recorded, on streams of one device, and keep time.");
    }
    return vendor_error(cuda, result, doing);
}

[[noreturn, gnu::cold, gnu::noinline]] void fail_waiting(const Stream& stream, CUresult result) {
    throw vendor_error(stream.device.cuda, result,
                       fmt::format("waiting for a stream of {} (cuStreamSynchronize)", naming(stream.device)));
}

}  // namespace

void check_priority(const Device& device, std::int32_t priority) {
    int least = 0;
    int greatest = 0;
    check(device.cuda, device.cuda.cuCtxGetStreamPriorityRange(&least, &greatest),
          "asking for the range of priorities (cuCtxGetStreamPriorityRange)");
    if (priority > least || priority < greatest) {
        throw PluginError(QUOVIS_PLUGIN_INVALID_ARGUMENT,
                          fmt::format("the priority {} is outside what {} has: {} (most urgent) to {}", priority,
                                      naming(device), greatest, least));
    }
}

quovis_plugin_status stream_create(quovis_rt_device* device, const quovis_rt_stream_info* info,
                                   quovis_rt_stream** created, quovis_plugin_error* error) {
    return plugins::guard(error, QUOVIS_PLUGIN_PHASE_STREAM, [&] {
        const auto wanted = plugins::received(info);
        auto stream = std::make_unique<Stream>(Stream{*device, nullptr, true});
        const Current current(*device);
        if (wanted.priority != 0) {
            check_priority(*device, wanted.priority);
        }
        check_with(
            device->cuda,
            device->cuda.cuStreamCreateWithPriority(&stream->handle, CU_STREAM_NON_BLOCKING, wanted.priority),
            [&] { return fmt::format("creating a stream on {} (cuStreamCreateWithPriority)", naming(*device)); });
        device->streams.enlist(*stream);
        *created = stream.release();
    });
}

void stream_release(quovis_rt_stream* stream) {
    if (stream == nullptr) {
        return;
    }
    const std::unique_ptr<Stream> held(stream);
    plugins::contain("releasing a stream", [&] { held->device.streams.delist(*held); });
    if (held->owned) {
        // The driver lets the stream finish its work first, and does not wait for it here.
        plugins::contain("releasing a stream", [&] {
            const Current current(held->device);
            check(held->device.cuda, held->device.cuda.cuStreamDestroy(held->handle), "cuStreamDestroy");
        });
    }
}

[[gnu::hot]] quovis_plugin_status stream_synchronize(quovis_rt_stream* stream, quovis_plugin_error* error) {
    return plugins::guard(
        error, QUOVIS_PLUGIN_PHASE_STREAM, [&]() __attribute__((always_inline)) {
            const CUresult result =
                call_in(*stream, [&] { return stream->device.cuda.cuStreamSynchronize(stream->handle); });
            if (result != CUDA_SUCCESS) {
                fail_waiting(*stream, result);
            }
        });
}

quovis_plugin_status stream_query(quovis_rt_stream* stream, quovis_plugin_error* error) {
    return plugins::guard(error, QUOVIS_PLUGIN_PHASE_STREAM, [&] {
        const Current current(stream->device);
        return answer(stream->device.cuda, stream->device.cuda.cuStreamQuery(stream->handle),
                      "asking a stream whether it has finished (cuStreamQuery)");
    });
}

quovis_plugin_status stream_wait_event(quovis_rt_stream* stream, quovis_rt_event* event, quovis_plugin_error* error) {
    return plugins::guard(error, QUOVIS_PLUGIN_PHASE_STREAM, [&] {
        const Current current(stream->device);
        check(stream->device.cuda, stream->device.cuda.cuStreamWaitEvent(stream->handle, event->handle, 0),
              "making a stream wait for an event (cuStreamWaitEvent)");
    });
}

quovis_plugin_status stream_host_function(quovis_rt_stream* stream, void (*function)(void*), void* data,
                                          quovis_plugin_error* error) {
    return plugins::guard(error, QUOVIS_PLUGIN_PHASE_STREAM, [&] {
        const Current current(stream->device);
        check(stream->device.cuda, stream->device.cuda.cuLaunchHostFunc(stream->handle, function, data),
              "putting a host function into a stream (cuLaunchHostFunc)");
    });
}

quovis_plugin_status event_create(quovis_rt_device* device, quovis_rt_event** created, quovis_plugin_error* error) {
    return plugins::guard(error, QUOVIS_PLUGIN_PHASE_EVENT, [&] {
        auto event = std::make_unique<Event>(Event{*device, nullptr, true});
        const Current current(*device);
        check_with(device->cuda, device->cuda.cuEventCreate(&event->handle, CU_EVENT_DEFAULT),
                   [&] { return fmt::format("creating an event on {} (cuEventCreate)", naming(*device)); });
        *created = event.release();
    });
}

void event_release(quovis_rt_event* event) {
    if (event == nullptr) {
        return;
    }
    const std::unique_ptr<Event> held(event);
    if (held->owned) {
        plugins::contain("releasing an event", [&] {
            const Current current(held->device);
            check(held->device.cuda, held->device.cuda.cuEventDestroy(held->handle), "cuEventDestroy");
        });
    }
}

quovis_plugin_status event_record(quovis_rt_event* event, quovis_rt_stream* stream, quovis_plugin_error* error) {
    return plugins::guard(error, QUOVIS_PLUGIN_PHASE_EVENT, [&] {
        if (&event->device != &stream->device) {
            throw PluginError(QUOVIS_PLUGIN_INVALID_ARGUMENT,
                              fmt::format("an event of {} cannot be recorded in a stream of {}", naming(event->device),
                                          naming(stream->device)));
        }
        const Current current(event->device);
        check(event->device.cuda, event->device.cuda.cuEventRecord(event->handle, stream->handle),
              "recording an event (cuEventRecord)");
    });
}

quovis_plugin_status event_synchronize(quovis_rt_event* event, quovis_plugin_error* error) {
    return plugins::guard(error, QUOVIS_PLUGIN_PHASE_EVENT, [&] {
        const Current current(event->device);
        check(event->device.cuda, event->device.cuda.cuEventSynchronize(event->handle),
              "waiting for an event (cuEventSynchronize)");
    });
}

quovis_plugin_status event_query(quovis_rt_event* event, quovis_plugin_error* error) {
    return plugins::guard(error, QUOVIS_PLUGIN_PHASE_EVENT, [&] {
        const Current current(event->device);
        return answer(event->device.cuda, event->device.cuda.cuEventQuery(event->handle),
                      "asking whether an event has passed (cuEventQuery)");
    });
}

quovis_plugin_status event_elapsed(quovis_rt_event* start, quovis_rt_event* end, double* nanoseconds,
                                   quovis_plugin_error* error) {
    return plugins::guard(error, QUOVIS_PLUGIN_PHASE_EVENT, [&] {
        const Functions& cuda = start->device.cuda;
        const Current current(start->device);
        float milliseconds = 0;
        const CUresult result = cuda.cuEventElapsedTime(&milliseconds, start->handle, end->handle);
        if (result != CUDA_SUCCESS) {
            throw elapsed_failed(cuda, result);
        }
        *nanoseconds = static_cast<double>(milliseconds) * 1e6;
    });
}

}  // namespace quovis::cuda
