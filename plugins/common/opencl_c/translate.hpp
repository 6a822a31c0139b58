// OpenCL C 1.2 to C++17 for the compilers of CUDA and HIP. README.md in this folder lists what is changed and what is
// refused.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "plugins/common/opencl_c/columns.hpp"
#include "plugins/common/opencl_c/token.hpp"

namespace quovis::opencl_c {

struct KernelSignature {
    enum class Form { value, pointer, local };
    struct Parameter {
        Form form = Form::value;
        std::string type;  // as OpenCL tells it: "float4", "const float*", "struct S"
        std::string name;
        std::string space;       // "global", "constant", "local", "private"
        unsigned alignment = 0;  // of what a local pointer points to, in bytes
    };

    std::string name;
    Place place;
    std::array<std::uint32_t, 3> block{};  // of reqd_work_group_size; zeros: not said
    std::vector<Parameter> parameters;
    bool takes_offset = false;  // of a launch; the entry has one parameter more for it

    // As it is written into the image: lines of fields that are separated by tabs.
    std::string record() const;
};

struct Translated {
    std::string text;  // from `namespace quovis_cl {` to its end; the prelude comes in front
    ColumnMap columns;
    std::vector<std::string_view> names;  // the identifiers in the text, as they come
    TextStore name_texts;                 // what they point into
    std::vector<KernelSignature> kernels;
    std::vector<SourceWarning> warnings;
    bool uses_half = false;
    bool uses_double = false;
    bool uses_printf = false;
    bool takes_offset = false;         // get_global_offset stands somewhere
    bool forbids_contraction = false;  // FP_CONTRACT OFF stands somewhere: a * b + c must be rounded twice
};

// Throws SourceError. Linear in the number of tokens; never deeper than a fixed number of levels.
Translated translate(const Preprocessed& source);

}  // namespace quovis::opencl_c
