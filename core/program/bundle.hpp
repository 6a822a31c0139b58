// A bundle: images of programs for many targets, and the programs' sources with what compiles them elsewhere.
// The format is told in BUNDLE.md beside this file.
#pragma once

#include "core/program/image.hpp"
#include "core/program/kernel_facts.hpp"
#include "core/program/options.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace quovis::core {

struct PackedSource {
    std::string name;  // of a file, without a folder
    std::string language;
    std::optional<std::string> text;  // nothing where it was left out
    // The file has no include directories, whose headers are here in memory, and no raw options: those could make a
    // compiler start a program.
    Options options;
};

struct PackedImage {
    std::size_t source = 0;              // index
    std::shared_ptr<const Image> image;  // without what was said on the way
    std::string identity;                // of the compiler
    std::string options;                 // that it was compiled with, for people
    std::optional<std::vector<KernelFacts>> kernels;
};

struct Bundle {
    std::string name;  // for messages
    std::string packer;
    std::uint64_t size = 0;  // bytes of the file
    std::vector<PackedSource> sources;
    std::vector<PackedImage> images;
    std::vector<std::string> headers;  // paths of those that were read for it; not kept in the file
};

constexpr std::uint32_t bundle_version = 1;

// Throws Error where something of it could not be read again (bundle_check.hpp).
std::string to_bytes(const Bundle& bundle);

// Checks every byte; throws Error (file) that says what is wrong. `name` is for messages.
Bundle bundle_from(std::string_view bytes, std::string name);

// The one of that name; without a name the only one. Throws Error that lists them.
std::size_t find_source(const Bundle& bundle, const std::string& name);

}  // namespace quovis::core
