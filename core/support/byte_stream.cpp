// The parts of byte_stream.hpp that are no template.
#include "core/support/byte_stream.hpp"

#include "core/support/error.hpp"

#include <fmt/format.h>

#include <limits>

namespace quovis::core {

void ByteWriter::text(std::string_view text) {
    if (text.size() > std::numeric_limits<std::uint32_t>::max())
        throw Error(QUOVIS_ERROR_INVALID_ARGUMENT, {}, fmt::format("a text of {} bytes is too long", text.size()));
    number(static_cast<std::uint32_t>(text.size()));
    bytes_ += text;
}

std::uint8_t ByteReader::choice(std::uint8_t most, const char* what) {
    const auto value = number<std::uint8_t>();
    if (value > most)
        throw BadBytes{fmt::format("{} is {}, and the most is {}", what, value, most)};
    return value;
}

std::string ByteReader::text() {
    const auto size = number<std::uint32_t>();
    if (size > left_.size())
        throw BadBytes{fmt::format("a text of {} bytes where {} are left", size, left_.size())};
    return std::string(raw(size));
}

std::string_view ByteReader::raw(std::uint64_t size) {
    if (size > left_.size())
        throw BadBytes{fmt::format("{} bytes are wanted where {} are left", size, left_.size())};
    const auto taken = left_.substr(0, size);
    left_.remove_prefix(size);
    return taken;
}

std::uint32_t ByteReader::count(std::size_t least, const char* what) {
    const auto count = number<std::uint32_t>();
    if (count > left_.size() / least)
        throw BadBytes{fmt::format("{} {} are announced where {} bytes are left", count, what, left_.size())};
    return count;
}

}  // namespace quovis::core
