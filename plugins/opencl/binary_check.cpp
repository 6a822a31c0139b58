// Walks PoCL's container: a header, the program's bitcode as a file, then each kernel with its files.
// Every step is checked against what is left, so the walk itself cannot leave the image.
#include "plugins/opencl/binary_check.hpp"

#include <fmt/format.h>
#include <algorithm>

#include <cstdint>
#include <cstring>

#include "plugins/common/error.hpp"

namespace quovis::opencl {
namespace {

using plugins::PluginError;

class Reader {
  public:
    Reader(std::string_view image, std::string_view name) : all_(image), rest_(image), name_(name) {}

    [[noreturn]] void reject(std::string_view reason) const {
        throw PluginError(QUOVIS_PLUGIN_IMAGE_REJECTED,
                          fmt::format("image '{}' is damaged: {} (at byte {} of {})", name_, reason,
                                      all_.size() - rest_.size(), all_.size()),
                          "Compile it again.");
    }

    std::string_view bytes(std::uint64_t count, std::string_view what) {
        if (count > rest_.size()) {
            reject(fmt::format("{} needs {} bytes, {} are left", what, count, rest_.size()));
        }
        const std::string_view taken = rest_.substr(0, count);
        rest_.remove_prefix(count);
        return taken;
    }

    // Little-endian, as the container is on every machine.
    template <class Number>
    Number number(std::string_view what) {
        const std::string_view raw = bytes(sizeof(Number), what);
        std::uint64_t value = 0;
        for (std::size_t index = 0; index < raw.size(); ++index) {
            value |= static_cast<std::uint64_t>(static_cast<unsigned char>(raw[index])) << (8 * index);
        }
        return static_cast<Number>(value);
    }

    std::string_view counted(std::string_view what) { return bytes(number<std::uint32_t>(what), what); }

    std::size_t left() const { return rest_.size(); }

  private:
    std::string_view all_;
    std::string_view rest_;
    std::string_view name_;
};

// PoCL writes each file below its cache folder, under the name that stands here.
void check_file(Reader& reader) {
    const std::string_view path = reader.counted("a file's name");
    if (path.empty() || path.front() != '/' || path.find("/../") != std::string_view::npos ||
        path.find('\0') != std::string_view::npos) {
        reader.reject("a file in it has an impossible name");
    }
    if (reader.counted("a file").empty()) {
        reader.reject("a file in it is empty");
    }
}

void check_files(Reader& reader, std::uint64_t size, std::string_view what) {
    if (size > reader.left()) {
        reader.reject(fmt::format("{} need {} bytes, {} are left", what, size, reader.left()));
    }
    const std::size_t end = reader.left() - size;
    while (reader.left() > end) {
        check_file(reader);
    }
    if (reader.left() != end) {
        reader.reject(fmt::format("{} do not end where they should", what));
    }
}

void check_parameter(Reader& reader) {
    reader.bytes(4 + 4 + 8 + 4 + 4, "a parameter");  // two qualifiers, type qualifier, type, size
    reader.counted("a parameter's name");
    reader.counted("a parameter's type");
}

void check_kernel(Reader& reader) {
    const std::size_t before = reader.left();
    const auto size = reader.number<std::uint64_t>("a kernel's size");
    const auto files_size = reader.number<std::uint64_t>("the size of a kernel's files");
    const auto parameters_size = reader.number<std::uint32_t>("the size of a kernel's parameters");
    if (size > before || files_size > size) {
        reader.reject("a kernel's size is larger than the image");
    }
    if (reader.counted("a kernel's name").empty()) {
        reader.reject("a kernel has no name");
    }
    const auto parameters = reader.number<std::uint32_t>("a number of parameters");
    const auto locals = reader.number<std::uint32_t>("a number of local variables");
    reader.bytes(3 * 8, "a block size");
    reader.bytes(std::uint64_t{locals} * 8, "the sizes of local variables");
    reader.counted("a kernel's attributes");
    reader.bytes(8, "a kernel's flags");
    const std::size_t before_parameters = reader.left();
    for (std::uint32_t index = 0; index < parameters; ++index) {
        check_parameter(reader);
    }
    if (before_parameters - reader.left() != parameters_size || before - reader.left() != size - files_size) {
        reader.reject("a kernel's parameters do not end where they should");
    }
    check_files(reader, files_size, "a kernel's files");
}

}  // namespace

std::uint32_t check_pocl_container(std::string_view image, std::string_view name) {
    constexpr std::string_view magic("poclbin\0", 8);
    constexpr std::uint32_t of_3_1 = 9;
    constexpr std::uint32_t of_5_0 = 11;
    Reader reader(image, name);
    if (reader.bytes(magic.size(), "the start") != magic) {
        reader.reject("it does not begin as PoCL's binaries do");
    }
    reader.bytes(8, "the device's number");
    const auto version = reader.number<std::uint32_t>("the version");
    const auto kernels = reader.number<std::uint32_t>("the number of kernels");
    reader.bytes(8 + 4 + 41, "the header");  // flags, kind, hash in hexadecimal with a zero byte
    if (version != of_3_1 && version != of_5_0) {
        return kernels;
    }
    if (version == of_5_0) {
        reader.bytes(8, "the size of the program's variables");
    }
    const auto files_size = reader.number<std::uint64_t>("the size of the program's files");
    if (files_size == 0 && kernels == 0) {
        return kernels;
    }
    if (files_size == 0) {
        reader.reject("the program is not in it");
    }
    check_files(reader, files_size, "the program's files");
    for (std::uint32_t index = 0; index < kernels; ++index) {
        check_kernel(reader);
    }
    if (reader.left() != 0) {
        reader.reject(fmt::format("{} bytes follow its end", reader.left()));
    }
    return kernels;
}

void check_pocl_binary(std::string_view image, std::string_view name) {
    if (check_pocl_container(image, name) == 0) {
        throw PluginError(QUOVIS_PLUGIN_IMAGE_REJECTED, fmt::format("image '{}' holds no kernel", name),
                          "An image that was compiled with `relocatable` on is linked before it is loaded.");
    }
}

void check_nvidia_binary(std::string_view image, std::string_view name) {
    const auto has = [&](std::string_view directive) { return image.find(directive) != std::string_view::npos; };
    const bool is_text = image.substr(0, 2) == "//" || image.substr(0, 8) == ".version";
    if (!is_text) {
        return;
    }
    const auto opened = std::count(image.begin(), image.end(), '{');
    const auto closed = std::count(image.begin(), image.end(), '}');
    if (!has(".version") || !has(".target") || !has(".entry") || opened == 0 || opened != closed) {
        throw PluginError(QUOVIS_PLUGIN_IMAGE_REJECTED,
                          fmt::format("image '{}' is cut short or damaged: it is no complete PTX", name));
    }
}

void check_spirv(std::string_view image, std::string_view name) {
    constexpr std::uint32_t magic = 0x07230203;
    constexpr std::uint32_t magic_swapped = 0x03022307;
    constexpr std::size_t header_size = 20;
    std::uint32_t first = 0;
    if (image.size() >= header_size) {
        std::memcpy(&first, image.data(), sizeof(first));
    }
    if (image.size() < header_size || image.size() % 4 != 0 || (first != magic && first != magic_swapped)) {
        throw PluginError(QUOVIS_PLUGIN_IMAGE_REJECTED,
                          fmt::format("image '{}' ({} bytes) is not a SPIR-V module", name, image.size()));
    }
}

}  // namespace quovis::opencl
