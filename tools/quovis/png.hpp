// Pictures: .png files as bytes, grey (one a pixel) or RGBA (four a pixel), rows from the top, without gaps.
#pragma once

#include "tools/quovis/input.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace quovis::cli {

struct Picture {
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    std::uint32_t channels = 0;  // 1 or 4
    std::vector<unsigned char> bytes;
};

// Grey pictures of up to 8 bits become grey, all others RGBA; 16-bit channels keep their upper 8 bits. Samples are
// taken as they are stored, without any correction of gamma. Throws a Failure for what is no such picture or larger
// than 32768 x 32768 or 1 GiB.
Picture read_png(const InputFile& file);

// The file's bytes. `channels` is 1 or 4. Throws a Failure naming `path`.
std::vector<unsigned char> png_bytes(const Picture& picture, const std::string& path);

}  // namespace quovis::cli
