// The entries `buffer_create`, `buffer_release` and `fill`.
#include "tests/conformance/checks/checks.hpp"
#include "tests/conformance/kit/runtime.hpp"

namespace quovis::conformance {
namespace {

void round_trips(Trial& trial) {
    const Runtime runtime(trial);
    const Stream stream = runtime.stream();
    for (const std::size_t size : {1u, 3u, 4096u, (1u << 20) + 1}) {
        const Buffer buffer = runtime.buffer(size);
        const std::string bytes = varied_bytes(size);
        runtime.write(stream, buffer, bytes);
        trial.expect(runtime.read(stream, buffer, size) == bytes, fmt::format("{} bytes come back changed", size));
    }
}

void host_memory(Trial& trial, std::int32_t kind) {
    const Runtime runtime(trial);
    const Stream stream = runtime.stream();
    quovis_rt_buffer_info info;
    const Buffer buffer = runtime.buffer_of_kind(4096, kind, info);
    if (!buffer) {
        trial.skip("the device has no memory of this kind");
    }
    trial.require(info.host != nullptr, "memory that the host can reach has no host address");
    const std::string bytes = varied_bytes(4096);
    std::memcpy(info.host, bytes.data(), bytes.size());
    trial.expect(runtime.read(stream, buffer, bytes.size()) == bytes, "a copy does not see what the host wrote");
    const std::string others = varied_bytes(4096, 2);
    runtime.write(stream, buffer, others);
    trial.expect(std::memcmp(info.host, others.data(), others.size()) == 0, "the host does not see what a copy wrote");
}

void pinned(Trial& trial) {
    host_memory(trial, QUOVIS_RT_MEMORY_PINNED);
}
void managed(Trial& trial) {
    host_memory(trial, QUOVIS_RT_MEMORY_MANAGED);
}

void in_stream_order(Trial& trial) {
    const Runtime runtime(trial);
    const Stream stream = runtime.stream();
    runtime.need(&quovis_rt_table::buffer_create, "buffer_create");
    for (int i = 0; i < 10; ++i) {
        auto info = sized<quovis_rt_buffer_info>();
        info.size = 4096;
        info.stream = stream.get();
        quovis_rt_buffer* made = nullptr;
        ErrorSlot error;
        trial.require_ok(runtime.table().buffer_create(runtime.device(), &info, &made, error.get()), error,
                         "buffer_create in a stream's order");
        const Buffer buffer(made, [&](quovis_rt_buffer* one) { runtime.table().buffer_release(one, stream.get()); });
        const std::string bytes = varied_bytes(4096, static_cast<unsigned>(i));
        runtime.write(stream, buffer, bytes);
        trial.expect(runtime.read(stream, buffer, bytes.size()) == bytes, "the bytes come back changed");
    }
    runtime.synchronize(stream);
}

void too_large(Trial& trial) {
    const Runtime runtime(trial);
    runtime.need(&quovis_rt_table::buffer_create, "buffer_create");
    auto info = sized<quovis_rt_buffer_info>();
    info.size = std::size_t{1} << 60;
    quovis_rt_buffer* made = nullptr;
    ErrorSlot error;
    const auto status = runtime.table().buffer_create(runtime.device(), &info, &made, error.get());
    trial.expect_failure(status, error, "a buffer of 2^60 bytes", {QUOVIS_PLUGIN_OUT_OF_DEVICE_MEMORY});
}

void freed(Trial& trial) {
    const Runtime runtime(trial);
    const Stream stream = runtime.stream();
    const std::size_t size = std::size_t{16} << 20;
    for (int i = 0; i < 32; ++i) {
        const Buffer buffer = runtime.buffer(size);
        runtime.write(stream, buffer, "used");
    }
}

void fill_patterns(Trial& trial) {
    const Runtime runtime(trial);
    runtime.need(&quovis_rt_table::fill, "fill");
    const Stream stream = runtime.stream();
    constexpr std::size_t size = 240;
    const Buffer buffer = runtime.buffer(size);
    for (const std::size_t width : {1u, 2u, 4u, 8u, 16u}) {
        const std::string pattern = varied_bytes(width, static_cast<unsigned>(width));
        std::string wanted = varied_bytes(size);
        runtime.write(stream, buffer, wanted);
        const std::size_t offset = 2 * width;
        const std::size_t filled = 7 * width;
        ErrorSlot error;
        trial.require_ok(
            runtime.table().fill(stream.get(), buffer.get(), offset, filled, pattern.data(), width, error.get()), error,
            fmt::format("fill with a pattern of {} bytes", width));
        for (std::size_t at = 0; at < filled; at += width) {
            wanted.replace(offset + at, width, pattern);
        }
        trial.expect(runtime.read(stream, buffer, size) == wanted,
                     fmt::format("a pattern of {} bytes fills other bytes than it should", width));
    }
}

// The pattern is the caller's again when the call returns.
void fill_copies_the_pattern(Trial& trial) {
    const Runtime runtime(trial);
    runtime.need(&quovis_rt_table::fill, "fill");
    const Stream stream = runtime.stream();
    const Buffer buffer = runtime.buffer(std::size_t{1} << 20);
    std::string pattern = "abcd";
    ErrorSlot error;
    trial.require_ok(
        runtime.table().fill(stream.get(), buffer.get(), 0, std::size_t{1} << 20, pattern.data(), 4, error.get()),
        error, "fill");
    pattern = "wxyz";
    trial.expect(runtime.read(stream, buffer, 4, (std::size_t{1} << 20) - 4) == "abcd",
                 "the pattern was read after the call");
}

void fill_of_a_wrong_pattern(Trial& trial) {
    const Runtime runtime(trial);
    runtime.need(&quovis_rt_table::fill, "fill");
    const Stream stream = runtime.stream();
    const Buffer buffer = runtime.buffer(64);
    ErrorSlot error;
    const auto status = runtime.table().fill(stream.get(), buffer.get(), 0, 60, "abcdef", 0, error.get());
    trial.expect_failure(status, error, "a pattern of 0 bytes", {QUOVIS_PLUGIN_INVALID_ARGUMENT});
}

}  // namespace

void add_memory(std::vector<Check>& checks) {
    checks.insert(
        checks.end(),
        {{"buffer_keeps_its_bytes", "what is written comes back, whatever its size", round_trips},
         {"buffer_of_pinned_memory_is_the_hosts_too", "pinned memory is seen from both sides, or refused", pinned},
         {"buffer_of_managed_memory_is_the_hosts_too", "managed memory is seen from both sides, or refused", managed},
         {"buffer_lives_in_stream_order", "a buffer can be made and released in a stream's order", in_stream_order},
         {"buffer_too_large_is_out_of_memory", "what no device has is OUT_OF_DEVICE_MEMORY", too_large},
         {"buffer_release_frees_memory", "memory can be used again after its release", freed},
         {"fill_repeats_each_pattern", "patterns of 1, 2, 4, 8 and 16 bytes fill what they should", fill_patterns},
         {"fill_copies_its_pattern", "the pattern may change when the call has returned", fill_copies_the_pattern},
         {"fill_refuses_a_wrong_pattern", "a pattern without bytes is refused", fill_of_a_wrong_pattern}});
}

}  // namespace quovis::conformance
