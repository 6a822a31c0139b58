// The kernels that checks compile, in each language that the kit can write.
#pragma once

#include <string>
#include <string_view>

namespace quovis::conformance {

struct Kernels {
    std::string_view language;

    // void saxpy(int n, float a, const float* x, float* y): y = a * x + y for the first n
    std::string_view saxpy;
    // void number(uint* out): each thread of the grid, of three dimensions, writes its number, x fastest
    std::string_view number;
    // void reverse(uint* data, local uint* tile): reverses the elements of each block
    std::string_view reverse;
    // Whether `tile` is an argument; else it is dynamic shared memory.
    bool local_is_argument;
    // void noop(void)
    std::string_view noop;
    // A template `scale` with a type; empty where the language has none.
    std::string_view scale_template;
    // A variable `table` of four uint; empty where the language has none.
    std::string_view global_table;
    std::string_view standard;  // a value for the option
};

// Null for a language that the kit cannot write.
const Kernels* kernels_of(std::string_view language);

}  // namespace quovis::conformance
