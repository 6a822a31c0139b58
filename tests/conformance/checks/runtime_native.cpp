// The entries `native_get` and `native_wrap`.
#include "tests/conformance/checks/checks.hpp"
#include "tests/conformance/kit/runtime.hpp"

namespace quovis::conformance {
namespace {

std::uint64_t handle_of(const Runtime& runtime, std::int32_t kind, void* object, std::size_t* size = nullptr) {
    runtime.need(&quovis_rt_table::native_get, "native_get");
    auto native = sized<quovis_rt_native>();
    native.kind = kind;
    ErrorSlot error;
    runtime.trial().require_ok(runtime.table().native_get(runtime.device(), object, &native, error.get()), error,
                               fmt::format("native_get of kind {}", kind));
    if (size != nullptr) {
        *size = native.size;
    }
    return native.handle;
}

// Null where the plugin cannot wrap the kind.
void* wrap(const Runtime& runtime, std::int32_t kind, std::uint64_t handle, std::size_t size) {
    runtime.need(&quovis_rt_table::native_wrap, "native_wrap");
    auto native = sized<quovis_rt_native>();
    native.kind = kind;
    native.handle = handle;
    native.size = size;
    void* object = nullptr;
    ErrorSlot error;
    const auto status = runtime.table().native_wrap(runtime.device(), &native, &object, error.get());
    if (status != QUOVIS_PLUGIN_OK) {
        runtime.trial().expect_failure(status, error, fmt::format("native_wrap of kind {}", kind),
                                       {QUOVIS_PLUGIN_NOT_SUPPORTED});
        runtime.trial().skip(error.message());
    }
    return object;
}

void handles(Trial& trial) {
    const Runtime runtime(trial);
    const Stream stream = runtime.stream();
    const Buffer buffer = runtime.buffer(64);
    const Module module = runtime.load(runtime.image([](const Kernels& one) { return one.noop; }));
    const Kernel kernel = runtime.kernel(module, "noop");
    trial.expect(handle_of(runtime, QUOVIS_RT_NATIVE_CONTEXT, nullptr) != 0, "the context's handle is 0");
    trial.expect(handle_of(runtime, QUOVIS_RT_NATIVE_STREAM, stream.get()) != 0, "the stream's handle is 0");
    trial.expect(handle_of(runtime, QUOVIS_RT_NATIVE_MODULE, module.get()) != 0, "the module's handle is 0");
    trial.expect(handle_of(runtime, QUOVIS_RT_NATIVE_KERNEL, kernel.get()) != 0, "the kernel's handle is 0");
    std::size_t size = 0;
    trial.expect(handle_of(runtime, QUOVIS_RT_NATIVE_BUFFER, buffer.get(), &size) != 0, "the buffer's handle is 0");
    trial.expect(size == 64, fmt::format("a buffer of 64 bytes is handed out with {}", size));
    handle_of(runtime, QUOVIS_RT_NATIVE_DEVICE, nullptr);  // a CUdevice may well be 0
}

void event_handle(Trial& trial) {
    const Runtime runtime(trial);
    const Stream stream = runtime.stream();
    const Event event = runtime.event();
    ErrorSlot error;
    runtime.need(&quovis_rt_table::event_record, "event_record");
    trial.require_ok(runtime.table().event_record(event.get(), stream.get(), error.get()), error, "event_record");
    runtime.synchronize(stream);
    trial.expect(handle_of(runtime, QUOVIS_RT_NATIVE_EVENT, event.get()) != 0, "a recorded event's handle is 0");
}

void wrapped_buffer(Trial& trial) {
    const Runtime runtime(trial);
    const Stream stream = runtime.stream();
    const Buffer original = runtime.buffer(64);
    const std::uint64_t handle = handle_of(runtime, QUOVIS_RT_NATIVE_BUFFER, original.get());
    const std::string bytes = varied_bytes(64);
    {
        const Buffer wrapped(static_cast<quovis_rt_buffer*>(wrap(runtime, QUOVIS_RT_NATIVE_BUFFER, handle, 64)),
                             [&](quovis_rt_buffer* one) { runtime.table().buffer_release(one, nullptr); });
        runtime.write(stream, wrapped, bytes);
    }
    trial.expect(runtime.read(stream, original, 64) == bytes, "the wrapped buffer is another's memory");
}

void wrapped_stream(Trial& trial) {
    const Runtime runtime(trial);
    const Stream original = runtime.stream();
    const Buffer buffer = runtime.buffer(64);
    const std::uint64_t handle = handle_of(runtime, QUOVIS_RT_NATIVE_STREAM, original.get());
    const std::string bytes = varied_bytes(64);
    {
        const Stream wrapped(static_cast<quovis_rt_stream*>(wrap(runtime, QUOVIS_RT_NATIVE_STREAM, handle, 0)),
                             [&](quovis_rt_stream* one) { runtime.table().stream_release(one); });
        trial.expect(handle_of(runtime, QUOVIS_RT_NATIVE_STREAM, wrapped.get()) == handle,
                     "a wrapped stream has another handle");
        runtime.write(wrapped, buffer, bytes);
    }
    trial.expect(runtime.read(original, buffer, 64) == bytes, "the host's stream is gone with its wrapping");
}

}  // namespace

void add_native(std::vector<Check>& checks) {
    checks.insert(
        checks.end(),
        {{"native_get_gives_handles", "each object has a handle", handles},
         {"native_get_gives_an_events_handle", "a recorded event has a handle", event_handle},
         {"native_wrap_shares_a_buffer", "a wrapped buffer is the same memory and not its owner", wrapped_buffer},
         {"native_wrap_shares_a_stream", "a wrapped stream is the same stream and not its owner", wrapped_stream}});
}

}  // namespace quovis::conformance
