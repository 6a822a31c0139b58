// The arguments of `quovis run`: TYPE=VALUE, 'TYPE[COUNT]=INIT' and local:BYTES, from their text to the device and
// back.
#include "tools/quovis/arguments.hpp"

#include "tools/quovis/failure.hpp"
#include "tools/quovis/npy.hpp"
#include "tools/quovis/png.hpp"
#include "tools/quovis/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <random>
#include <string_view>

namespace quovis::cli {
namespace {

constexpr std::size_t piece_bytes = std::size_t{8} << 20;
constexpr const char* forms = "the forms are TYPE=VALUE, 'TYPE[COUNT]=INIT' and local:BYTES";
constexpr const char* initials = "a buffer begins as zero, fill:V, iota, random:SEED, @FILE, @FILE.npy or @FILE.png";

std::uint64_t count_of(std::string_view text, std::string_view what) {
    const std::optional<std::uint64_t> count = parse_count(text);
    if (!count || *count == 0) {
        throw usage_failure(fmt::format("{} is '{}'; it must be a whole number from 1 on", what, text));
    }
    return *count;
}

// The number of elements that a file has, against the one that was typed; empty brackets take the file's.
void settle_count(Argument& argument, std::string_view typed, std::uint64_t in_file) {
    if (!typed.empty() && count_of(typed, "the number of elements") != in_file) {
        throw usage_failure(fmt::format("'{}' has {} elements of type {}, not {}", argument.file->path(), in_file,
                                        argument.type->name, typed),
                            fmt::format("write {}[]=@FILE to take as many as the file has", argument.type->name));
    }
    if (in_file == 0) {
        throw usage_failure(fmt::format("'{}' has no elements", argument.file->path()));
    }
    argument.count = static_cast<std::size_t>(in_file);
}

void take_npy(Argument& argument, std::string_view typed_count) {
    const NpyArray array = read_npy_header(*argument.file);
    if (array.type != argument.type->npy) {
        throw usage_failure(fmt::format("'{}' holds elements of type '{}'; {} is '{}'", argument.file->path(),
                                        array.type, argument.type->name, argument.type->npy));
    }
    settle_count(argument, typed_count, array.count);
    argument.initial = Initial::file;
    argument.file_offset = array.offset;
    argument.shape = array.shape;
}

void take_picture(Argument& argument, std::string_view typed_count) {
    if (argument.type->id != Scalar::u8) {
        throw usage_failure(fmt::format("a picture is of type u8, not {}", argument.type->name));
    }
    Picture picture = read_png(*argument.file);
    settle_count(argument, typed_count, picture.bytes.size());
    argument.initial = Initial::picture;
    argument.picture = std::move(picture.bytes);
    argument.shape = {picture.height, picture.width};
    if (picture.channels > 1) {
        argument.shape.push_back(picture.channels);
    }
}

void take_raw(Argument& argument, std::string_view typed_count) {
    const std::uint64_t size = argument.file->size();
    if (size % argument.type->bytes != 0) {
        throw usage_failure(fmt::format("'{}' has {} bytes, which are no whole elements of type {}",
                                        argument.file->path(), size, argument.type->name));
    }
    settle_count(argument, typed_count, size / argument.type->bytes);
    argument.initial = Initial::file;
}

void take_file(Argument& argument, const std::string& path, std::string_view typed_count) {
    argument.file.emplace(path);
    if (path.ends_with(".npy")) {
        take_npy(argument, typed_count);
    } else if (path.ends_with(".png")) {
        take_picture(argument, typed_count);
    } else {
        take_raw(argument, typed_count);
    }
}

void take_initial(Argument& argument, std::string_view initial) {
    if (initial == "zero") {
        argument.initial = Initial::fill;
    } else if (initial.starts_with("fill:")) {
        argument.initial = Initial::fill;
        argument.value = parse_scalar(*argument.type, initial.substr(5));
    } else if (initial == "iota") {
        argument.initial = Initial::iota;
    } else if (initial.starts_with("random:")) {
        const std::optional<std::uint64_t> seed = parse_count(initial.substr(7));
        if (!seed) {
            throw usage_failure(fmt::format("the seed is '{}'; it must be a whole number", initial.substr(7)));
        }
        argument.initial = Initial::random;
        argument.seed = *seed;
    } else {
        throw usage_failure(fmt::format("'{}' is no content of a buffer", initial), initials);
    }
}

void parse_buffer(Argument& argument, std::string_view left, std::string_view right) {
    const std::size_t bracket = left.find('[');
    argument.kind = ArgumentKind::buffer;
    argument.type = &scalar_type(left.substr(0, bracket));
    const std::string_view typed_count = left.substr(bracket + 1, left.size() - bracket - 2);
    if (right.starts_with('@')) {
        take_file(argument, std::string(right.substr(1)), typed_count);
    } else {
        const std::uint64_t count = count_of(typed_count, "the number of elements");
        argument.count = static_cast<std::size_t>(count);
        argument.shape = {count};
        take_initial(argument, right);
    }
    if (argument.count > std::numeric_limits<std::size_t>::max() / 2 / argument.type->bytes) {
        throw usage_failure(fmt::format("{} elements are more than any memory holds", argument.count));
    }
}

void parse_local(Argument& argument, std::string_view bytes) {
    argument.kind = ArgumentKind::local;
    argument.local_bytes = static_cast<std::size_t>(count_of(bytes, "the size of the local memory"));
}

// Element `index` of a random buffer. Integers are spread over all their values, floats over [0, 1). The numbers are
// the same on every machine: the engine is fixed by the C++ standard, the distribution is ours.
void make_random(const ScalarType& type, std::mt19937_64& engine, std::size_t count, std::byte* out) {
    for (std::size_t i = 0; i < count; ++i, out += type.bytes) {
        const std::uint64_t bits = engine();
        if (type.id == Scalar::f64) {
            const double value = static_cast<double>(bits >> 11) * 0x1p-53;
            std::memcpy(out, &value, sizeof value);
        } else if (type.id == Scalar::f32) {
            const float value = static_cast<float>(bits >> 40) * 0x1p-24F;
            std::memcpy(out, &value, sizeof value);
        } else if (type.id == Scalar::f16) {
            const std::uint16_t value = half_from_double(static_cast<double>(bits >> 53) * 0x1p-11);
            std::memcpy(out, &value, sizeof value);
        } else {
            std::memcpy(out, &bits, type.bytes);
        }
    }
}

void fill(const Buffer& buffer, const Argument& argument) {
    const void* pattern = argument.value.data();
    detail::check(quovis_buffer_fill(buffer.get(), 0, argument.bytes(), pattern, argument.type->bytes, nullptr));
}

// Makes the content piece by piece, so that the host needs little memory whatever the device has.
void write_pieces(const Buffer& buffer, const Argument& argument) {
    const std::size_t step = piece_bytes / argument.type->bytes;
    std::vector<std::byte> piece(std::min(argument.count, step) * argument.type->bytes);
    std::mt19937_64 engine(argument.seed);
    for (std::size_t first = 0; first < argument.count; first += step) {
        const std::size_t count = std::min(step, argument.count - first);
        const std::size_t size = count * argument.type->bytes;
        const std::size_t offset = first * argument.type->bytes;
        if (argument.initial == Initial::iota) {
            make_iota(*argument.type, first, count, piece.data());
        } else if (argument.initial == Initial::random) {
            make_random(*argument.type, engine, count, piece.data());
        } else {
            argument.file->read(argument.file_offset + offset, piece.data(), size);
        }
        buffer.write(piece.data(), size, offset);
    }
}

}  // namespace

Argument parse_argument(std::size_t index, const std::string& text) {
    Argument argument;
    argument.index = index;
    argument.text = text;
    const std::string_view whole = text;
    const std::size_t equals = whole.find('=');
    try {
        if (whole.starts_with("local:")) {
            parse_local(argument, whole.substr(6));
        } else if (equals == std::string_view::npos) {
            throw usage_failure("it has no '='", forms);
        } else if (const std::string_view left = whole.substr(0, equals); left.find('[') == std::string_view::npos) {
            argument.type = &scalar_type(left);
            argument.value = parse_scalar(*argument.type, whole.substr(equals + 1));
        } else if (left.ends_with(']')) {
            parse_buffer(argument, left, whole.substr(equals + 1));
        } else {
            throw usage_failure("the bracket is not closed", forms);
        }
    } catch (const Failure& failure) {
        throw Failure(failure.exit, failure.phase, fmt::format("argument {}, '{}': {}", index, text, failure.what()),
                      failure.hint);
    }
    return argument;
}

Buffer upload(const Route& route, const Argument& argument) {
    const Buffer buffer = route.bytes(argument.bytes());
    if (argument.initial == Initial::fill) {
        fill(buffer, argument);
    } else if (argument.initial == Initial::picture) {
        buffer.write(argument.picture);
    } else {
        write_pieces(buffer, argument);
    }
    return buffer;
}

void download(const Buffer& buffer, const Argument& argument, std::size_t count, const Piece& piece) {
    const std::size_t step = piece_bytes / argument.type->bytes;
    std::vector<std::byte> bytes(std::min(count, step) * argument.type->bytes);
    for (std::size_t first = 0; first < count; first += step) {
        const std::size_t now = std::min(step, count - first);
        buffer.read(bytes.data(), now * argument.type->bytes, first * argument.type->bytes);
        piece(bytes.data(), now);
    }
}

}  // namespace quovis::cli
