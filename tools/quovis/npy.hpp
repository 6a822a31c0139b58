// NumPy's file format, versions 1.0 to 3.0: arrays in C order, little-endian.
// The format: https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
#pragma once

#include "tools/quovis/input.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace quovis::cli {

struct NpyArray {
    std::string type;  // "<f4", "|u1", …
    std::vector<std::uint64_t> shape;
    std::uint64_t count = 1;   // elements
    std::uint64_t offset = 0;  // of the data in the file, bytes
};

// Throws a Failure for what is no such file; that the file holds all the data has been checked.
NpyArray read_npy_header(const InputFile& file);

// What stands before the data.
std::string npy_header(const std::string& type, const std::vector<std::uint64_t>& shape);

}  // namespace quovis::cli
