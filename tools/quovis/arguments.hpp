// The arguments of `quovis run`: TYPE=VALUE, 'TYPE[COUNT]=INIT' and local:BYTES, from their text to the device and
// back.
#pragma once

#include "tools/quovis/input.hpp"
#include "tools/quovis/scalar.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <quovis/quovis.hpp>
#include <string>
#include <vector>

namespace quovis::cli {

enum class ArgumentKind { value, buffer, local };
enum class Initial { fill, iota, random, file, picture };

struct Argument {
    std::size_t index = 0;
    std::string text;  // as it was typed
    ArgumentKind kind = ArgumentKind::value;
    const ScalarType* type = nullptr;
    ScalarBytes value{};    // of a scalar, or what `fill` fills with
    std::size_t count = 0;  // elements of a buffer
    std::size_t local_bytes = 0;

    Initial initial = Initial::fill;
    std::uint64_t seed = 0;
    std::optional<InputFile> file;
    std::uint64_t file_offset = 0;  // where its data begins
    std::vector<unsigned char> picture;
    std::vector<std::uint64_t> shape;  // of the file's array or picture; else one axis

    std::size_t bytes() const { return count * type->bytes; }
};

// Checks all that can be known without a device; files are opened here. Throws a Failure.
Argument parse_argument(std::size_t index, const std::string& text);

// A buffer of the device with the argument's first content.
Buffer upload(const Route& route, const Argument& argument);

// Hands the first `count` elements over in pieces: their bytes, and the number of elements.
using Piece = std::function<void(const std::byte*, std::size_t)>;
void download(const Buffer& buffer, const Argument& argument, std::size_t count, const Piece& piece);

}  // namespace quovis::cli
