// The entry `copy`: offsets, rows, and each pair of sides.
#include "tests/conformance/checks/checks.hpp"
#include "tests/conformance/kit/runtime.hpp"

namespace quovis::conformance {
namespace {

void offsets(Trial& trial) {
    const Runtime runtime(trial);
    const Stream stream = runtime.stream();
    const Buffer buffer = runtime.buffer(256);
    std::string wanted = varied_bytes(256);
    runtime.write(stream, buffer, wanted);
    const std::string part = varied_bytes(13, 2);
    runtime.write(stream, buffer, part, 101);
    wanted.replace(101, part.size(), part);
    trial.expect(runtime.read(stream, buffer, 256) == wanted, "a copy to an offset writes elsewhere");
    trial.expect(runtime.read(stream, buffer, 17, 99) == wanted.substr(99, 17),
                 "a copy from an offset reads elsewhere");
}

void between_buffers(Trial& trial) {
    const Runtime runtime(trial);
    const Stream stream = runtime.stream();
    const Buffer from = runtime.buffer(256);
    const Buffer to = runtime.buffer(256);
    const std::string bytes = varied_bytes(256);
    std::string wanted = varied_bytes(256, 2);
    runtime.write(stream, from, bytes);
    runtime.write(stream, to, wanted);
    auto copy = sized<quovis_rt_copy>();
    copy.destination = to.get();
    copy.destination_offset = 64;
    copy.source = from.get();
    copy.source_offset = 32;
    copy.width = 100;
    copy.height = 1;
    runtime.copy(stream, copy);
    wanted.replace(64, 100, bytes, 32, 100);
    trial.expect(runtime.read(stream, to, 256) == wanted, "a copy from buffer to buffer moves other bytes");
}

// `height` rows of `width` bytes, done on the host.
std::string with_rows(std::string to, std::size_t to_offset, std::size_t to_pitch, const std::string& from,
                      std::size_t from_offset, std::size_t from_pitch, std::size_t width, std::size_t height) {
    for (std::size_t row = 0; row < height; ++row) {
        to.replace(to_offset + row * to_pitch, width, from, from_offset + row * from_pitch, width);
    }
    return to;
}

void rows_between(Trial& trial, bool to_is_buffer, bool from_is_buffer) {
    const Runtime runtime(trial);
    const Stream stream = runtime.stream();
    constexpr std::size_t size = 512;
    std::string to_bytes = varied_bytes(size, 1);
    const std::string from_bytes = varied_bytes(size, 2);
    const Buffer to = runtime.buffer(size);
    const Buffer from = runtime.buffer(size);
    runtime.write(stream, to, to_bytes);
    runtime.write(stream, from, from_bytes);
    const std::string wanted = with_rows(to_bytes, 16, 48, from_bytes, 8, 32, 20, 7);
    auto copy = sized<quovis_rt_copy>();
    copy.destination = to_is_buffer ? to.get() : nullptr;
    copy.destination_host = to_is_buffer ? nullptr : to_bytes.data();
    copy.destination_offset = 16;
    copy.destination_pitch = 48;
    copy.source = from_is_buffer ? from.get() : nullptr;
    copy.source_host = from_is_buffer ? nullptr : from_bytes.data();
    copy.source_offset = 8;
    copy.source_pitch = 32;
    copy.width = 20;
    copy.height = 7;
    runtime.copy(stream, copy);
    runtime.synchronize(stream);
    const std::string now = to_is_buffer ? runtime.read(stream, to, size) : to_bytes;
    trial.expect(now == wanted, "rows with a pitch arrive at other places");
}

void rows_to_buffer(Trial& trial) {
    rows_between(trial, true, false);
}
void rows_to_host(Trial& trial) {
    rows_between(trial, false, true);
}
void rows_in_buffers(Trial& trial) {
    rows_between(trial, true, true);
}

// A pitch of 0 means the width.
void tight_rows(Trial& trial) {
    const Runtime runtime(trial);
    const Stream stream = runtime.stream();
    const Buffer buffer = runtime.buffer(128);
    const std::string bytes = varied_bytes(128);
    auto copy = sized<quovis_rt_copy>();
    copy.destination = buffer.get();
    copy.source_host = bytes.data();
    copy.width = 16;
    copy.height = 8;
    runtime.copy(stream, copy);
    runtime.synchronize(stream);
    trial.expect(runtime.read(stream, buffer, 128) == bytes, "rows without a pitch do not lie behind each other");
}

void nothing(Trial& trial) {
    const Runtime runtime(trial);
    const Stream stream = runtime.stream();
    const Buffer buffer = runtime.buffer(16);
    const std::string bytes = varied_bytes(16);
    runtime.write(stream, buffer, bytes);
    for (const auto& [width, height] : {std::pair{0, 1}, std::pair{16, 0}}) {
        auto copy = sized<quovis_rt_copy>();
        copy.destination = buffer.get();
        copy.source_host = "another 16 bytes";
        copy.width = static_cast<std::size_t>(width);
        copy.height = static_cast<std::size_t>(height);
        ErrorSlot error;
        const auto status = runtime.table().copy(stream.get(), &copy, error.get());
        trial.expect(status == QUOVIS_PLUGIN_OK || status == QUOVIS_PLUGIN_INVALID_ARGUMENT,
                     fmt::format("a copy of nothing fails with {}: {}", status, error.message()));
    }
    trial.expect(runtime.read(stream, buffer, 16) == bytes, "a copy of nothing moves bytes");
}

}  // namespace

void add_copy(std::vector<Check>& checks) {
    checks.insert(checks.end(),
                  {{"copy_keeps_offsets", "offsets are of bytes, on both sides", offsets},
                   {"copy_moves_between_buffers", "a buffer can be copied to another", between_buffers},
                   {"copy_moves_rows_to_a_buffer", "rows with pitches go from the host to a buffer", rows_to_buffer},
                   {"copy_moves_rows_to_the_host", "rows with pitches go from a buffer to the host", rows_to_host},
                   {"copy_moves_rows_between_buffers", "rows with pitches go from buffer to buffer", rows_in_buffers},
                   {"copy_takes_no_pitch_for_the_width", "a pitch of 0 means the width", tight_rows},
                   {"copy_of_nothing_moves_nothing", "a copy without bytes does no harm", nothing}});
}

}  // namespace quovis::conformance
