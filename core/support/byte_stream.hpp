// Numbers, texts and lists as bytes, little-endian whatever the machine: written, and read with every length checked.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace quovis::core {

// Thrown by a reader; the reason is for people: "a text of 4096 bytes, where 12 are left".
struct BadBytes {
    std::string reason;
};

class ByteWriter {
  public:
    template <std::unsigned_integral T>
    void number(T value) {
        for (std::size_t i = 0; i < sizeof(T); ++i)
            bytes_ += static_cast<char>(static_cast<std::uint64_t>(value) >> (8 * i));
    }
    void text(std::string_view text);  // 4 bytes of length, then the text
    void raw(std::string_view bytes) { bytes_ += bytes; }
    void fill_up_to(std::size_t multiple) { bytes_.resize((bytes_.size() + multiple - 1) / multiple * multiple, '\0'); }

    std::size_t size() const { return bytes_.size(); }
    const std::string& bytes() const { return bytes_; }

  private:
    std::string bytes_;
};

// Every function throws BadBytes where the bytes end too early.
class ByteReader {
  public:
    explicit ByteReader(std::string_view bytes) : left_(bytes) {}

    template <std::unsigned_integral T>
    T number() {
        const auto bytes = raw(sizeof(T));
        std::uint64_t value = 0;
        for (std::size_t i = 0; i < sizeof(T); ++i)
            value |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes[i])) << (8 * i);
        return static_cast<T>(value);
    }
    // One of the numbers from 0 to `most`; `what` is for the reason.
    std::uint8_t choice(std::uint8_t most, const char* what);
    std::string text();
    std::string_view raw(std::uint64_t size);
    // How many elements a list has; more than would fit if each had `least` bytes are refused.
    std::uint32_t count(std::size_t least, const char* what);

    std::size_t left() const { return left_.size(); }

  private:
    std::string_view left_;
};

}  // namespace quovis::core
