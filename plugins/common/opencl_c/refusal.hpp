// What a part of the preprocessor throws that does not know the files' names. It leaves as a SourceError.
#pragma once

#include <string>

#include "plugins/common/opencl_c/token.hpp"

namespace quovis::opencl_c {

struct Refusal {
    Place place;
    std::string message;
};

}  // namespace quovis::opencl_c
