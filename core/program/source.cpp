// Endings of files, and reading a source.
#include "core/program/source.hpp"

#include "core/support/error.hpp"
#include "core/support/files.hpp"

#include <fmt/format.h>

#include <cstring>
#include <filesystem>
#include <string_view>
#include <utility>

namespace quovis::core {
namespace {

using Ending = std::pair<std::string_view, std::string_view>;

constexpr Ending languages[] = {{".cu", "cuda"}, {".hip", "hip"}, {".cl", "opencl"}};
constexpr Ending formats[] = {
    {".ptx", "ptx"},           {".cubin", "cubin"}, {".fatbin", "fatbin"},      {".ltoir", "ltoir"},
    {".hsaco", "code-object"}, {".spv", "spirv"},   {".clbin", "opencl-binary"}};

template <std::size_t count>
std::string lookup(const Ending (&endings)[count], const std::string& path) {
    const auto ending = std::filesystem::path(path).extension().string();
    for (const auto& [known, word] : endings)
        if (known == ending)
            return std::string(word);
    return {};
}

}  // namespace

Source read_source(const quovis_source& given) {
    if (!given.path == !given.text)
        throw Error(QUOVIS_ERROR_INVALID_ARGUMENT, "program", "a source needs a path or a text, one of the two");
    Source source;
    if (given.path) {
        source.text = read_file(given.path, "kernel source");
        source.name = given.path;
    } else {
        source.text.assign(given.text, given.text_size ? given.text_size : std::strlen(given.text));
        source.name = "program";
    }
    if (given.name && *given.name)
        source.name = given.name;
    if (given.language && *given.language)
        source.language = given.language;
    if (source.language.empty() && given.path)
        source.language = lookup(languages, given.path);
    if (source.language.empty())
        source.language = lookup(languages, source.name);
    if (source.language.empty())
        throw Error(QUOVIS_ERROR_INVALID_ARGUMENT, "program",
                    fmt::format("the language of '{}' is not known: its name ends in none of .cu (cuda), .hip (hip), "
                                ".cl (opencl)",
                                source.name),
                    "say the language");
    return source;
}

std::string image_format_of(const std::string& path) {
    return lookup(formats, path);
}

std::string ending_of(const std::string& format) {
    for (const auto& [ending, known] : formats)
        if (known == format)
            return std::string(ending);
    return ".bin";
}

}  // namespace quovis::core
