// The files of the demo: float arrays as .npy, and pictures.
#pragma once

#include <png.h>

#include <cstdint>
#include <cstring>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace demo {

constexpr int saxpy_count = 1 << 20;
constexpr float saxpy_factor = 2.5F;
constexpr int picture_width = 1920;
constexpr int picture_height = 1280;
constexpr int matrix_side = 512;

// The header of NumPy's format 1.0 has 128 bytes here, so that reading needs no parser.
constexpr std::size_t npy_header_bytes = 128;

inline void write_npy(const std::string& path, const std::vector<float>& values) {
    std::string header =
        "{'descr': '<f4', 'fortran_order': False, 'shape': (" + std::to_string(values.size()) + ",), }";
    header.resize(npy_header_bytes - 11, ' ');
    header += '\n';
    std::ofstream file(path, std::ios::binary);
    file << std::string("\x93NUMPY\x01\x00", 8) << static_cast<char>(header.size()) << '\0' << header;
    file.write(reinterpret_cast<const char*>(values.data()),
               static_cast<std::streamsize>(values.size() * sizeof(float)));
    if (!file.flush()) {
        throw std::runtime_error("cannot write " + path);
    }
}

// The data of a one-dimensional float array; the header is believed.
inline std::vector<float> read_npy(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    const std::string bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    if (bytes.size() < 10) {
        throw std::runtime_error("cannot read " + path);
    }
    const std::size_t begin = 10 + static_cast<unsigned char>(bytes[8]) + 256 * static_cast<unsigned char>(bytes[9]);
    std::vector<float> values((bytes.size() - begin) / sizeof(float));
    std::memcpy(values.data(), bytes.data() + begin, values.size() * sizeof(float));
    return values;
}

struct Picture {
    int width = 0;
    int height = 0;
    std::vector<std::uint8_t> bytes;
};

// `format` is PNG_FORMAT_RGB or PNG_FORMAT_GRAY.
inline void write_png(const std::string& path, const Picture& picture, unsigned format) {
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    image.width = static_cast<png_uint_32>(picture.width);
    image.height = static_cast<png_uint_32>(picture.height);
    image.format = format;
    if (png_image_write_to_file(&image, path.c_str(), 0, picture.bytes.data(), 0, nullptr) == 0) {
        throw std::runtime_error("cannot write " + path + ": " + image.message);
    }
}

inline Picture read_png(const std::string& path, unsigned format) {
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    if (png_image_begin_read_from_file(&image, path.c_str()) == 0) {
        throw std::runtime_error("cannot read " + path + ": " + image.message);
    }
    image.format = format;
    Picture picture{static_cast<int>(image.width), static_cast<int>(image.height), {}};
    picture.bytes.resize(PNG_IMAGE_SIZE(image));
    if (png_image_finish_read(&image, nullptr, picture.bytes.data(), 0, nullptr) == 0) {
        throw std::runtime_error("cannot read " + path + ": " + image.message);
    }
    return picture;
}

}  // namespace demo
