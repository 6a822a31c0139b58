// The corpus in idioms/: kernels in the shapes that people write, each a file with its arguments and what it must give.
#pragma once

#include <vector>

#include "tests/integration/opencl_c_case.hpp"

namespace opencl_c_test {

inline Case idiom(const std::string& name) {
    return Case::file("integration/idioms/" + name + ".cl");
}

// f(0), f(1), ... f(count - 1).
template <typename Function>
auto made(std::size_t count, Function function) {
    std::vector<std::decay_t<decltype(function(0))>> values;
    for (std::size_t i = 0; i < count; ++i) {
        values.push_back(function(static_cast<int>(i)));
    }
    return values;
}

// Of random numbers and ciphers; of simulations and numerics; of pictures; of the language.
std::vector<Case> idioms_of_integers();
std::vector<Case> idioms_of_numbers();
std::vector<Case> idioms_of_pictures();
std::vector<Case> idioms_of_the_language();

}  // namespace opencl_c_test
