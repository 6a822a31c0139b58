// Streams and events of the working parts. Work is done when it is given, so a stream has only a fault to tell, and an
// event only a time.
#include "tests/fakes/parts/objects.hpp"
#include "tests/fakes/parts/tables.hpp"

namespace quovis::fakes {
namespace {

quovis_plugin_status tell(quovis_rt_stream& stream, quovis_plugin_error* error) {
    const std::int32_t fault = stream.fault;
    if (fault == QUOVIS_PLUGIN_OK) {
        return QUOVIS_PLUGIN_OK;
    }
    return fail(error, fault, QUOVIS_PLUGIN_PHASE_STREAM, "a kernel reached beyond its buffer", {}, 700,
                "FAKE_ERROR_ILLEGAL_ADDRESS");
}

}  // namespace

quovis_plugin_status stream_create(quovis_rt_device* device, const quovis_rt_stream_info* info,
                                   quovis_rt_stream** stream, quovis_plugin_error* error) {
    if (take(info).priority != 0) {
        return fail(error, QUOVIS_PLUGIN_NOT_SUPPORTED, QUOVIS_PLUGIN_PHASE_STREAM,
                    "the fake has no stream priorities; it takes only 0");
    }
    return guarded(error, QUOVIS_PLUGIN_PHASE_STREAM, [&]() -> quovis_plugin_status {
        auto made = std::make_unique<quovis_rt_stream>();
        made->device = device;
        *stream = made.release();
        return QUOVIS_PLUGIN_OK;
    });
}

void stream_release(quovis_rt_stream* stream) {
    delete stream;
}

quovis_plugin_status stream_synchronize(quovis_rt_stream* stream, quovis_plugin_error* error) {
    return tell(*stream, error);
}

quovis_plugin_status stream_query(quovis_rt_stream* stream, quovis_plugin_error* error) {
    return tell(*stream, error);
}

quovis_plugin_status stream_wait_event(quovis_rt_stream*, quovis_rt_event*, quovis_plugin_error*) {
    return QUOVIS_PLUGIN_OK;
}

quovis_plugin_status stream_host_function(quovis_rt_stream*, void (*function)(void*), void* data,
                                          quovis_plugin_error*) {
    function(data);
    return QUOVIS_PLUGIN_OK;
}

quovis_plugin_status event_create(quovis_rt_device* device, quovis_rt_event** event, quovis_plugin_error* error) {
    return guarded(error, QUOVIS_PLUGIN_PHASE_EVENT, [&]() -> quovis_plugin_status {
        auto made = std::make_unique<quovis_rt_event>();
        made->device = device;
        *event = made.release();
        return QUOVIS_PLUGIN_OK;
    });
}

void event_release(quovis_rt_event* event) {
    delete event;
}

quovis_plugin_status event_record(quovis_rt_event* event, quovis_rt_stream*, quovis_plugin_error*) {
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    event->recorded = std::chrono::duration_cast<std::chrono::nanoseconds>(now).count();
    return QUOVIS_PLUGIN_OK;
}

quovis_plugin_status event_synchronize(quovis_rt_event*, quovis_plugin_error*) {
    return QUOVIS_PLUGIN_OK;
}

quovis_plugin_status event_query(quovis_rt_event*, quovis_plugin_error*) {
    return QUOVIS_PLUGIN_OK;
}

quovis_plugin_status event_elapsed(quovis_rt_event* start, quovis_rt_event* end, double* nanoseconds,
                                   quovis_plugin_error* error) {
    if (start->recorded == 0 || end->recorded == 0) {
        return fail(error, QUOVIS_PLUGIN_INVALID_ARGUMENT, QUOVIS_PLUGIN_PHASE_EVENT,
                    "an event that was never recorded has no time");
    }
    *nanoseconds = static_cast<double>(end->recorded - start->recorded);
    return QUOVIS_PLUGIN_OK;
}

}  // namespace quovis::fakes
