// The entries of streams: order, waiting, priorities, host functions.
#include "tests/conformance/checks/checks.hpp"
#include "tests/conformance/kit/runtime.hpp"

#include <atomic>
#include <chrono>
#include <thread>

namespace quovis::conformance {
namespace {

void order(Trial& trial) {
    const Runtime runtime(trial);
    runtime.need(&quovis_rt_table::fill, "fill");
    const Stream stream = runtime.stream();
    constexpr std::size_t size = std::size_t{1} << 20;
    const Buffer first = runtime.buffer(size);
    const Buffer second = runtime.buffer(size);
    std::string read(size, '\0');
    ErrorSlot error;
    for (const char pattern : {'a', 'b', 'c'}) {
        trial.require_ok(runtime.table().fill(stream.get(), first.get(), 0, size, &pattern, 1, error.get()), error,
                         "fill");
        auto copy = sized<quovis_rt_copy>();
        copy.destination = second.get();
        copy.source = first.get();
        copy.width = size;
        copy.height = 1;
        runtime.copy(stream, copy);
        copy.destination = nullptr;
        copy.destination_host = read.data();
        copy.source = second.get();
        runtime.copy(stream, copy);
    }
    runtime.synchronize(stream);
    trial.expect(read == std::string(size, 'c'), "work of one stream ran out of order");
}

void query(Trial& trial) {
    const Runtime runtime(trial);
    runtime.need(&quovis_rt_table::stream_query, "stream_query");
    const Stream stream = runtime.stream();
    const Buffer buffer = runtime.buffer(64);
    runtime.write(stream, buffer, varied_bytes(64));
    runtime.synchronize(stream);
    ErrorSlot error;
    trial.require_ok(runtime.table().stream_query(stream.get(), error.get()), error, "query of a finished stream");
}

void priorities(Trial& trial) {
    const Runtime runtime(trial);
    runtime.need(&quovis_rt_table::stream_create, "stream_create");
    for (const std::int32_t priority : {-1, 1, -1000, 1000}) {
        auto info = sized<quovis_rt_stream_info>();
        info.priority = priority;
        quovis_rt_stream* made = nullptr;
        ErrorSlot error;
        const auto status = runtime.table().stream_create(runtime.device(), &info, &made, error.get());
        if (status == QUOVIS_PLUGIN_OK) {
            runtime.table().stream_release(made);
        } else {
            trial.expect_failure(status, error, fmt::format("a stream of priority {}", priority),
                                 {QUOVIS_PLUGIN_NOT_SUPPORTED, QUOVIS_PLUGIN_INVALID_ARGUMENT});
        }
    }
}

// One stream writes, an event passes it on, another reads.
void waits_for_event(Trial& trial) {
    const Runtime runtime(trial);
    runtime.need(&quovis_rt_table::stream_wait_event, "stream_wait_event");
    runtime.need(&quovis_rt_table::event_record, "event_record");
    const Stream writer = runtime.stream();
    const Stream reader = runtime.stream();
    const Event written = runtime.event();
    constexpr std::size_t size = std::size_t{4} << 20;
    const Buffer buffer = runtime.buffer(size);
    const std::string bytes = varied_bytes(size);
    auto copy = sized<quovis_rt_copy>();
    copy.destination = buffer.get();
    copy.source_host = bytes.data();
    copy.width = size;
    copy.height = 1;
    runtime.copy(writer, copy);
    ErrorSlot error;
    trial.require_ok(runtime.table().event_record(written.get(), writer.get(), error.get()), error, "event_record");
    trial.require_ok(runtime.table().stream_wait_event(reader.get(), written.get(), error.get()), error,
                     "stream_wait_event");
    trial.expect(runtime.read(reader, buffer, size) == bytes, "the second stream did not wait for the first");
    runtime.synchronize(writer);
}

struct Seen {
    const std::string* bytes;
    std::atomic<int> calls{0};
    std::atomic<bool> copied{false};
};

void host_function(Trial& trial) {
    const Runtime runtime(trial);
    runtime.need(&quovis_rt_table::stream_host_function, "stream_host_function");
    const Stream stream = runtime.stream();
    constexpr std::size_t size = std::size_t{1} << 20;
    const Buffer buffer = runtime.buffer(size);
    runtime.write(stream, buffer, std::string(size, 'x'));
    std::string read(size, '\0');
    auto copy = sized<quovis_rt_copy>();
    copy.destination_host = read.data();
    copy.source = buffer.get();
    copy.width = size;
    copy.height = 1;
    runtime.copy(stream, copy);
    Seen seen;
    seen.bytes = &read;
    const auto look = [](void* data) {
        auto& one = *static_cast<Seen*>(data);
        one.copied = one.bytes->back() == 'x';
        ++one.calls;
    };
    ErrorSlot error;
    trial.require_ok(runtime.table().stream_host_function(stream.get(), look, &seen, error.get()), error,
                     "stream_host_function");
    runtime.synchronize(stream);
    trial.expect(seen.calls == 1,
                 fmt::format("the function was called {} times before the stream passed", seen.calls.load()));
    trial.expect(seen.copied, "the function was called before the copy in front of it was done");
}

void released_with_work(Trial& trial) {
    const Runtime runtime(trial);
    const Stream other = runtime.stream();
    constexpr std::size_t size = std::size_t{4} << 20;
    const Buffer buffer = runtime.buffer(size);
    const std::string bytes = varied_bytes(size);
    ErrorSlot error;
    {
        const Stream stream = runtime.stream();
        if (offers(runtime.table(), &quovis_rt_table::stream_host_function)) {
            const auto hold_back = [](void*) { std::this_thread::sleep_for(std::chrono::milliseconds(20)); };
            trial.require_ok(runtime.table().stream_host_function(stream.get(), hold_back, nullptr, error.get()), error,
                             "stream_host_function");
        }
        auto copy = sized<quovis_rt_copy>();
        copy.destination = buffer.get();
        copy.source_host = bytes.data();
        copy.width = size;
        copy.height = 1;
        runtime.copy(stream, copy);
    }
    runtime.need(&quovis_rt_table::device_synchronize, "device_synchronize");
    trial.require_ok(runtime.table().device_synchronize(runtime.device(), error.get()), error, "device_synchronize");
    trial.expect(runtime.read(other, buffer, size) == bytes, "work was lost with the release of its stream");
}

}  // namespace

void add_streams(std::vector<Check>& checks) {
    checks.insert(checks.end(),
                  {{"stream_keeps_its_order", "what is given first is done first", order},
                   {"stream_query_knows_the_end", "a stream that was waited for is done", query},
                   {"stream_priorities_are_taken_or_refused", "no priority is dropped in silence", priorities},
                   {"stream_waits_for_an_event", "an event orders two streams", waits_for_event},
                   {"stream_calls_host_functions_in_order", "a host function runs once, behind what was before it",
                    host_function},
                   {"stream_release_keeps_its_work", "work goes on when its stream is released", released_with_work}});
}

}  // namespace quovis::conformance
