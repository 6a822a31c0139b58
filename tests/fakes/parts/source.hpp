// The language of the fakes: C-like kernel declarations, a little of the preprocessor, and magic comments.
// parts/source.cpp lists the comments; what the kernels do is in parts/builtins.cpp.
#pragma once

#include <quovis/plugin.h>

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace quovis::fakes {

struct Parameter {
    std::string name;
    std::string type;
    std::int32_t kind = QUOVIS_RT_PARAMETER_UNKNOWN;
    std::uint32_t size = 0;
};

struct Kernel {
    std::string name;
    std::vector<Parameter> parameters;
};

struct Global {
    std::string name;
    std::size_t size;
};

// What a runtime reads out of an image.
struct Program {
    std::vector<Kernel> kernels;
    std::vector<Global> globals;
    std::map<std::string, std::string> symbols;  // symbol to the kernel's name
    bool opaque = false;                         // the image does not tell parameters
    std::array<std::uint32_t, 3> required_block{};
    std::uint32_t max_threads = 1024;
    std::uint64_t static_shared = 0;
};
Program parse_program(std::string_view text);

struct Note {
    std::int32_t severity = QUOVIS_CC_ERROR;
    std::string file;
    std::uint32_t line = 0;
    std::uint32_t column = 0;
    std::string message;
};

// What a compiler reads out of a source.
struct Reading {
    std::string text;  // without what the preprocessor left out
    std::vector<Note> notes;
    std::string log;
    std::vector<std::string> dependencies;
    std::int32_t status = QUOVIS_PLUGIN_OK;  // of "cannot" and "fail"
    std::string reason;
    std::optional<std::string> crash;  // last words
    std::uint32_t allocated_mib = 0;
    bool slow = false;
    std::string waits_for;  // a file
};

using FindHeader = std::function<std::optional<std::string>(const std::string& name, std::string& path)>;
Reading read_source(std::string_view name, std::string_view text, std::map<std::string, std::string> defines,
                    const FindHeader& find_header);

// Images: a header with a checksum, the target, the text.
std::string pack_image(std::string_view target, std::string_view text);
// The text, or nothing when a byte is not as it was packed.
std::optional<std::string> unpack_image(std::string_view bytes, std::string& target);

}  // namespace quovis::fakes
