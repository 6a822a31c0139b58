// Streams, events, and calls back to the host.
#include "plugins/hip-hiprtc/stream.hpp"

#include <fmt/format.h>

#include <memory>

#include "plugins/common/text.hpp"

namespace quovis::hip {
namespace {

using plugins::PluginError;

// HIP would move a priority into its range without a word.
void check_priority(const Device& device, std::int32_t priority) {
    int least = 0;
    int greatest = 0;
    check(device.hip, QUOVIS_HIP_CALL(device.hip, hipDeviceGetStreamPriorityRange)(&least, &greatest),
          "asking for the range of priorities (hipDeviceGetStreamPriorityRange)");
    if (priority > least || priority < greatest) {
        throw PluginError(QUOVIS_PLUGIN_INVALID_ARGUMENT,
                          fmt::format("the stream priority {} is outside what {} has: {} (most urgent) to {}", priority,
                                      naming(device), greatest, least));
    }
}

Result create(const Device& device, std::int32_t priority, StreamHandle* handle) {
    if (priority == 0) {
        return device.hip.hipStreamCreateWithFlags(handle, stream_non_blocking);
    }
    const auto with_priority = QUOVIS_HIP_CALL(device.hip, hipStreamCreateWithPriority);
    check_priority(device, priority);
    return with_priority(handle, stream_non_blocking, priority);
}

// For `query` functions: NOT_READY is an answer, not a failure.
quovis_plugin_status answer(const Functions& hip, Result result, const char* doing) {
    if (result == error_not_ready) {
        return QUOVIS_PLUGIN_NOT_READY;
    }
    check(hip, result, doing);
    return QUOVIS_PLUGIN_OK;
}

PluginError elapsed_failed(const Functions& hip, Result result) {
    const char* const doing = "measuring the time between two events (hipEventElapsedTime)";
    if (result == error_not_ready) {
        return vendor_error(hip, QUOVIS_PLUGIN_INVALID_ARGUMENT, result, doing, "Wait for both events first.");
    }
    if (result == error_invalid_handle) {
        return vendor_error(hip, QUOVIS_PLUGIN_INVALID_ARGUMENT, result, doing,
                            "Both events must have been recorded, on streams of one device.");
    }
    return vendor_error(hip, result, doing);
}

struct HostCall {
    void (*function)(void*);
    void* data;
};

void run_host_call(StreamHandle, Result, void* given) {
    const std::unique_ptr<HostCall> call(static_cast<HostCall*>(given));
    call->function(call->data);
}

// hipLaunchHostFunc came after ROCm 5.2; its forerunner has another signature.
void add_host_call(const Stream& stream, void (*function)(void*), void* data) {
    const Functions& hip = stream.device.hip;
    if (hip.hipLaunchHostFunc == nullptr && hip.hipStreamAddCallback != nullptr) {
        auto call = std::make_unique<HostCall>(HostCall{function, data});
        check(hip, hip.hipStreamAddCallback(stream.handle, run_host_call, call.get(), 0),
              "putting a host function into a stream (hipStreamAddCallback)");
        static_cast<void>(call.release());  // run_host_call has it now
        return;
    }
    check(hip, QUOVIS_HIP_CALL(hip, hipLaunchHostFunc)(stream.handle, function, data),
          "putting a host function into a stream (hipLaunchHostFunc)");
}

}  // namespace

quovis_plugin_status stream_create(quovis_rt_device* device, const quovis_rt_stream_info* info,
                                   quovis_rt_stream** created, quovis_plugin_error* error) {
    return plugins::guard(error, QUOVIS_PLUGIN_PHASE_STREAM, [&] {
        const auto wanted = plugins::received(info);
        auto stream = std::make_unique<Stream>(Stream{*device, nullptr, true});
        const Current current(*device);
        check_with(device->hip, create(*device, wanted.priority, &stream->handle),
                   [&] { return fmt::format("creating a stream on {} (hipStreamCreate)", naming(*device)); });
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
        // HIP lets the stream finish its work first.
        plugins::contain("releasing a stream", [&] {
            const Current current(held->device);
            check(held->device.hip, held->device.hip.hipStreamDestroy(held->handle), "hipStreamDestroy");
        });
    }
}

quovis_plugin_status stream_synchronize(quovis_rt_stream* stream, quovis_plugin_error* error) {
    return plugins::guard(error, QUOVIS_PLUGIN_PHASE_STREAM, [&] {
        const Current current(stream->device);
        check_with(stream->device.hip, stream->device.hip.hipStreamSynchronize(stream->handle), [&] {
            return fmt::format("waiting for a stream of {} (hipStreamSynchronize)", naming(stream->device));
        });
    });
}

quovis_plugin_status stream_query(quovis_rt_stream* stream, quovis_plugin_error* error) {
    return plugins::guard(error, QUOVIS_PLUGIN_PHASE_STREAM, [&] {
        const Functions& hip = stream->device.hip;
        const Current current(stream->device);
        return answer(hip, QUOVIS_HIP_CALL(hip, hipStreamQuery)(stream->handle),
                      "asking a stream whether it has finished (hipStreamQuery)");
    });
}

quovis_plugin_status stream_wait_event(quovis_rt_stream* stream, quovis_rt_event* event, quovis_plugin_error* error) {
    return plugins::guard(error, QUOVIS_PLUGIN_PHASE_STREAM, [&] {
        const Functions& hip = stream->device.hip;
        const Current current(stream->device);
        check(hip, QUOVIS_HIP_CALL(hip, hipStreamWaitEvent)(stream->handle, event->handle, 0),
              "making a stream wait for an event (hipStreamWaitEvent)");
    });
}

quovis_plugin_status stream_host_function(quovis_rt_stream* stream, void (*function)(void*), void* data,
                                          quovis_plugin_error* error) {
    return plugins::guard(error, QUOVIS_PLUGIN_PHASE_STREAM, [&] {
        const Current current(stream->device);
        add_host_call(*stream, function, data);
    });
}

quovis_plugin_status event_create(quovis_rt_device* device, quovis_rt_event** created, quovis_plugin_error* error) {
    return plugins::guard(error, QUOVIS_PLUGIN_PHASE_EVENT, [&] {
        auto event = std::make_unique<Event>(Event{*device, nullptr, true});
        const Current current(*device);
        check_with(device->hip, QUOVIS_HIP_CALL(device->hip, hipEventCreate)(&event->handle),
                   [&] { return fmt::format("creating an event on {} (hipEventCreate)", naming(*device)); });
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
            const Functions& hip = held->device.hip;
            const Current current(held->device);
            check(hip, QUOVIS_HIP_CALL(hip, hipEventDestroy)(held->handle), "hipEventDestroy");
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
        const Functions& hip = event->device.hip;
        const Current current(event->device);
        check(hip, QUOVIS_HIP_CALL(hip, hipEventRecord)(event->handle, stream->handle),
              "recording an event (hipEventRecord)");
    });
}

quovis_plugin_status event_synchronize(quovis_rt_event* event, quovis_plugin_error* error) {
    return plugins::guard(error, QUOVIS_PLUGIN_PHASE_EVENT, [&] {
        const Functions& hip = event->device.hip;
        const Current current(event->device);
        check(hip, QUOVIS_HIP_CALL(hip, hipEventSynchronize)(event->handle),
              "waiting for an event (hipEventSynchronize)");
    });
}

quovis_plugin_status event_query(quovis_rt_event* event, quovis_plugin_error* error) {
    return plugins::guard(error, QUOVIS_PLUGIN_PHASE_EVENT, [&] {
        const Functions& hip = event->device.hip;
        const Current current(event->device);
        return answer(hip, QUOVIS_HIP_CALL(hip, hipEventQuery)(event->handle),
                      "asking whether an event has passed (hipEventQuery)");
    });
}

quovis_plugin_status event_elapsed(quovis_rt_event* start, quovis_rt_event* end, double* nanoseconds,
                                   quovis_plugin_error* error) {
    return plugins::guard(error, QUOVIS_PLUGIN_PHASE_EVENT, [&] {
        const Functions& hip = start->device.hip;
        const Current current(start->device);
        float milliseconds = 0;
        const Result result = QUOVIS_HIP_CALL(hip, hipEventElapsedTime)(&milliseconds, start->handle, end->handle);
        if (result != error_success) {
            throw elapsed_failed(hip, result);
        }
        *nanoseconds = static_cast<double>(milliseconds) * 1e6;
    });
}

}  // namespace quovis::hip
