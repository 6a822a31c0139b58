// The number types of the command line: how a value is read, checked, and printed so that it reads back exactly.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace quovis::cli {

enum class Scalar { i8, u8, i16, u16, i32, u32, i64, u64, f16, f32, f64 };

struct ScalarType {
    Scalar id;
    const char* name;
    std::size_t bytes;
    const char* npy;  // as NumPy's file format names it
};

// Throws the Failure that lists the types.
const ScalarType& scalar_type(std::string_view name);

using ScalarBytes = std::array<std::byte, 8>;

// Throws a Failure that says what is wrong with `text`.
ScalarBytes parse_scalar(const ScalarType& type, std::string_view text);

std::string format_scalar(const ScalarType& type, const std::byte* value);
// A number; "nan", "inf" and "-inf", which JSON has not, as texts.
nlohmann::ordered_json scalar_to_json(const ScalarType& type, const std::byte* value);

// `count` elements from element `first` of 0, 1, 2, …; integers start over at their type's limit.
void make_iota(const ScalarType& type, std::uint64_t first, std::size_t count, std::byte* out);

// IEEE 754 binary16, to nearest, ties to even; infinite from 65520 on.
std::uint16_t half_from_double(double value);
double double_from_half(std::uint16_t bits);

}  // namespace quovis::cli
