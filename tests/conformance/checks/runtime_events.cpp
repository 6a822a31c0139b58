// The entries of events: recording, waiting, times.
#include "tests/conformance/checks/checks.hpp"
#include "tests/conformance/kit/runtime.hpp"

#include <chrono>

namespace quovis::conformance {
namespace {

void record(const Runtime& runtime, const Event& event, const Stream& stream) {
    runtime.need(&quovis_rt_table::event_record, "event_record");
    ErrorSlot error;
    runtime.trial().require_ok(runtime.table().event_record(event.get(), stream.get(), error.get()), error,
                               "event_record");
}

void wait(const Runtime& runtime, const Event& event) {
    runtime.need(&quovis_rt_table::event_synchronize, "event_synchronize");
    ErrorSlot error;
    runtime.trial().require_ok(runtime.table().event_synchronize(event.get(), error.get()), error, "event_synchronize");
}

void never_recorded(Trial& trial) {
    const Runtime runtime(trial);
    const Event event = runtime.event();
    const Stream stream = runtime.stream();
    wait(runtime, event);
    ErrorSlot error;
    if (offers(runtime.table(), &quovis_rt_table::event_query)) {
        trial.require_ok(runtime.table().event_query(event.get(), error.get()), error, "query of a new event");
    }
    runtime.need(&quovis_rt_table::stream_wait_event, "stream_wait_event");
    trial.require_ok(runtime.table().stream_wait_event(stream.get(), event.get(), error.get()), error,
                     "a stream's wait for a new event");
    runtime.synchronize(stream);
}

void recorded(Trial& trial) {
    const Runtime runtime(trial);
    const Stream stream = runtime.stream();
    const Buffer buffer = runtime.buffer(4096);
    const Event event = runtime.event();
    for (int i = 0; i < 3; ++i) {
        runtime.write(stream, buffer, varied_bytes(4096));
        record(runtime, event, stream);
        wait(runtime, event);
        ErrorSlot error;
        runtime.need(&quovis_rt_table::event_query, "event_query");
        trial.require_ok(runtime.table().event_query(event.get(), error.get()), error, "query of a passed event");
    }
}

void elapsed(Trial& trial) {
    const Runtime runtime(trial);
    runtime.need(&quovis_rt_table::event_elapsed, "event_elapsed");
    const Stream stream = runtime.stream();
    const Event start = runtime.event();
    const Event end = runtime.event();
    const Buffer buffer = runtime.buffer(std::size_t{1} << 20);
    const auto before = std::chrono::steady_clock::now();
    record(runtime, start, stream);
    runtime.write(stream, buffer, varied_bytes(std::size_t{1} << 20));
    record(runtime, end, stream);
    wait(runtime, end);
    const std::chrono::duration<double, std::nano> wall = std::chrono::steady_clock::now() - before;
    double nanoseconds = -1;
    ErrorSlot error;
    trial.require_ok(runtime.table().event_elapsed(start.get(), end.get(), &nanoseconds, error.get()), error,
                     "event_elapsed");
    constexpr double second = 1e9;  // clocks of whole seconds are allowed
    trial.expect(nanoseconds >= 0 && nanoseconds <= wall.count() + second,
                 fmt::format("{} ns between two events that were {} ns apart", nanoseconds, wall.count()));
}

void elapsed_without_record(Trial& trial) {
    const Runtime runtime(trial);
    runtime.need(&quovis_rt_table::event_elapsed, "event_elapsed");
    const Stream stream = runtime.stream();
    const Event recorded_one = runtime.event();
    const Event new_one = runtime.event();
    record(runtime, recorded_one, stream);
    wait(runtime, recorded_one);
    double nanoseconds = -1;
    ErrorSlot error;
    const auto status = runtime.table().event_elapsed(recorded_one.get(), new_one.get(), &nanoseconds, error.get());
    trial.expect_failure(status, error, "the time to an event that was never recorded");
}

}  // namespace

void add_events(std::vector<Check>& checks) {
    checks.insert(
        checks.end(),
        {{"event_never_recorded_is_passed", "waiting for a new event returns at once", never_recorded},
         {"event_can_be_recorded_again", "each record is waited for", recorded},
         {"event_elapsed_is_a_time", "the time between two events is not negative and not too long", elapsed},
         {"event_elapsed_needs_two_records", "an event that was never recorded has no time", elapsed_without_record}});
}

}  // namespace quovis::conformance
