// What a type's words mean, in whichever language they are written: OpenCL C, CUDA C++ and HIP, or what a compiler puts
// into an image. LP64: a long has 8 bytes, as on every platform of this project.
#pragma once

#include <cstddef>
#include <string_view>

namespace quovis::core {

struct TypeMeaning {
    enum class Form { unknown, void_, boolean, signed_, unsigned_, floating };

    Form form = Form::unknown;  // unknown: a struct, an enumeration, an array, anything with a name of its own
    std::size_t size = 0;       // bytes of one element
    unsigned width = 1;         // elements of a vector
    unsigned pointers = 0;      // levels of `*` and `&`
};

TypeMeaning read_type(std::string_view words);

// What a pointer of this type points to.
TypeMeaning pointee(TypeMeaning pointer);

// Whether a value of one type is taken for one of the other. An unknown type fits every type; of known ones form, size
// and width are the same: an int is no unsigned int and no float. A half is also what the host has for it, a 2-byte
// unsigned integer.
bool fits_value(const TypeMeaning& wanted, const TypeMeaning& given);

// Whether memory with elements of one type is taken for memory of the other: as values, but void fits everything, and a
// vector is as many of its elements.
bool fits_memory(const TypeMeaning& wanted, const TypeMeaning& given);

}  // namespace quovis::core
