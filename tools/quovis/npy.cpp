// NumPy's file format, versions 1.0 to 3.0: arrays in C order, little-endian.
#include "tools/quovis/npy.hpp"

#include "tools/quovis/failure.hpp"
#include "tools/quovis/text.hpp"

#include <fmt/format.h>

#include <limits>
#include <optional>
#include <string_view>

namespace quovis::cli {
namespace {

constexpr std::string_view magic("\x93NUMPY", 6);
constexpr std::size_t longest_header = 64 * 1024;  // NumPy's own are below 200 bytes

// Reads the header's text, a Python dictionary: {'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }.
// Every function returns false, or nothing, at the first letter that does not belong there.
class HeaderText {
  public:
    explicit HeaderText(std::string_view text) : rest_(text) {}

    bool read(NpyArray& array, bool& fortran_order) {
        bool seen[3] = {false, false, false};
        if (!take('{')) {
            return false;
        }
        while (!take('}')) {
            const std::optional<std::string> key = quoted();
            if (!key || !take(':') || !entry(*key, array, fortran_order, seen)) {
                return false;
            }
            if (!take(',') && !at('}')) {
                return false;
            }
        }
        skip_blanks();
        return rest_.empty() && seen[0] && seen[1] && seen[2];
    }

  private:
    bool entry(const std::string& key, NpyArray& array, bool& fortran_order, bool (&seen)[3]) {
        if (key == "descr" && !seen[0]) {
            seen[0] = true;
            const std::optional<std::string> type = quoted();
            array.type = type.value_or("");
            return type.has_value();
        }
        if (key == "fortran_order" && !seen[1]) {
            seen[1] = true;
            fortran_order = word("True");
            return fortran_order || word("False");
        }
        if (key == "shape" && !seen[2]) {
            seen[2] = true;
            return tuple(array.shape);
        }
        return false;
    }

    bool tuple(std::vector<std::uint64_t>& shape) {
        if (!take('(')) {
            return false;
        }
        while (!take(')')) {
            const std::size_t length = rest_.find_first_not_of("0123456789");
            const std::optional<std::uint64_t> axis = parse_count(rest_.substr(0, length));
            if (!axis || shape.size() == 32) {
                return false;
            }
            shape.push_back(*axis);
            rest_.remove_prefix(length == std::string_view::npos ? rest_.size() : length);
            if (!take(',') && !at(')')) {
                return false;
            }
            skip_blanks();
        }
        return true;
    }

    std::optional<std::string> quoted() {
        skip_blanks();
        if (rest_.empty() || (rest_.front() != '\'' && rest_.front() != '"')) {
            return std::nullopt;
        }
        const std::size_t end = rest_.find(rest_.front(), 1);
        if (end == std::string_view::npos) {
            return std::nullopt;
        }
        std::string text(rest_.substr(1, end - 1));
        rest_.remove_prefix(end + 1);
        return text;
    }

    bool word(std::string_view expected) {
        skip_blanks();
        if (!rest_.starts_with(expected)) {
            return false;
        }
        rest_.remove_prefix(expected.size());
        return true;
    }

    bool at(char letter) {
        skip_blanks();
        return !rest_.empty() && rest_.front() == letter;
    }

    bool take(char letter) {
        if (!at(letter)) {
            return false;
        }
        rest_.remove_prefix(1);
        skip_blanks();
        return true;
    }

    void skip_blanks() {
        const std::size_t end = rest_.find_first_not_of(" \t\n\f");
        rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end);
    }

    std::string_view rest_;
};

Failure bad_npy(const InputFile& file, const std::string& why, const std::string& hint = {}) {
    return {Exit::usage, "file", fmt::format("'{}' cannot be used as .npy: {}", file.path(), why), hint};
}

std::uint64_t little_endian(std::string_view bytes) {
    std::uint64_t value = 0;
    for (std::size_t i = bytes.size(); i > 0; --i) {
        value = value << 8 | static_cast<unsigned char>(bytes[i - 1]);
    }
    return value;
}

// The header's text; the array's offset is set to its end.
std::string header_text(const InputFile& file, NpyArray& array) {
    std::string start(8, '\0');
    if (file.size() < start.size()) {
        throw bad_npy(file, "it is too short");
    }
    file.read(0, start.data(), start.size());
    if (!start.starts_with(magic)) {
        throw bad_npy(file, "it does not begin as such a file does");
    }
    const int major = static_cast<unsigned char>(start[6]);
    const int minor = static_cast<unsigned char>(start[7]);
    if (major < 1 || major > 3 || minor != 0) {
        throw bad_npy(file, fmt::format("its version is {}.{}; known are 1.0, 2.0 and 3.0", major, minor));
    }
    std::string length(major == 1 ? 2 : 4, '\0');
    if (file.size() < start.size() + length.size()) {
        throw bad_npy(file, "it is too short");
    }
    file.read(start.size(), length.data(), length.size());
    const std::uint64_t size = little_endian(length);
    const std::uint64_t begin = start.size() + length.size();
    if (size > longest_header || begin + size > file.size()) {
        throw bad_npy(file, fmt::format("its header claims {} bytes", size));
    }
    std::string text(static_cast<std::size_t>(size), '\0');
    file.read(begin, text.data(), text.size());
    array.offset = begin + size;
    return text;
}

// Bytes of one element, or 0 for a type that is no little-endian number.
std::uint64_t element_bytes(std::string& type) {
    if (type.size() != 3 || std::string_view("|<=").find(type[0]) == std::string_view::npos ||
        std::string_view("iuf").find(type[1]) == std::string_view::npos) {
        return 0;
    }
    const auto bytes = static_cast<std::uint64_t>(type[2] - '0');
    if (bytes != 1 && bytes != 2 && bytes != 4 && bytes != 8) {
        return 0;
    }
    type[0] = bytes == 1 ? '|' : '<';
    return bytes;
}

}  // namespace

NpyArray read_npy_header(const InputFile& file) {
    NpyArray array;
    bool fortran_order = false;
    const std::string text = header_text(file, array);
    if (!HeaderText(text).read(array, fortran_order)) {
        throw bad_npy(file, "its header does not have the form that NumPy writes");
    }
    const std::string written_type = array.type;
    const std::uint64_t bytes = element_bytes(array.type);
    if (bytes == 0) {
        throw bad_npy(file, fmt::format("its type '{}' is no little-endian number", printable(written_type)),
                      "convert it with numpy.ascontiguousarray(a, dtype='<f4') or the like");
    }
    if (fortran_order && array.shape.size() > 1) {
        throw bad_npy(file, "it is in Fortran order", "save numpy.ascontiguousarray(a) instead");
    }
    for (const std::uint64_t axis : array.shape) {
        if (axis != 0 && array.count > std::numeric_limits<std::uint64_t>::max() / bytes / axis) {
            throw bad_npy(file, "its shape has more elements than any file could hold");
        }
        array.count *= axis;
    }
    const std::uint64_t data = file.size() - array.offset;
    if (array.count * bytes != data) {
        throw bad_npy(file, fmt::format("its shape needs {} bytes of data and it has {}", array.count * bytes, data));
    }
    return array;
}

std::string npy_header(const std::string& type, const std::vector<std::uint64_t>& shape) {
    const std::string comma = shape.size() == 1 ? "," : "";
    std::string text = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}{}), }}", type,
                                   fmt::join(shape, ", "), comma);
    // Padded with blanks and a line end so that the data begins at a multiple of 64.
    const std::size_t before = magic.size() + 4;
    text.append(63 - (before + text.size()) % 64, ' ');
    text += '\n';
    std::string header(magic);
    header += std::string("\x01\x00", 2);
    header += static_cast<char>(text.size() & 0xff);
    header += static_cast<char>(text.size() >> 8);
    return header + text;
}

}  // namespace quovis::cli
