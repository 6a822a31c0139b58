// Typed options in the words of OpenCL (specification, section "Compiler options"), or refused by name.
// Definitions do not go through the option line, where blanks and quotes have no agreed spelling: they become lines in
// front of the source.
#pragma once

#include <quovis/plugin.h>

#include <string>
#include <string_view>
#include <vector>

#include "plugins/opencl/facts.hpp"

namespace quovis::opencl {

// Given to every build: names and types of kernel parameters survive in the binary with it only.
inline constexpr std::string_view parameter_question = "-cl-kernel-arg-info";

struct BuildOptions {
    std::string line;                // for clBuildProgram
    std::string preamble;            // goes in front of the source
    std::string shown;               // both, for people
    std::vector<std::string> typed;  // names of the typed options that are in `line`
    std::vector<std::string> words;  // what they have become, without folders
    bool has_raw = false;
    bool has_unspelled_folder = false;  // an include directory is not in `line`: its headers go over in memory
    bool relocatable = false;           // to an object for the linker instead of a program
};

// For a source. Throws PluginError: NOT_SUPPORTED for what the compiler of this device cannot do, INVALID_ARGUMENT for
// what nobody can.
BuildOptions translate(const quovis_cc_options& options, const Facts& facts);

// For an image that is compiled on loading: what speaks of the source (definitions, headers, standard) has been used
// up.
BuildOptions translate_for_image(const quovis_cc_options& options, const Facts& facts);

}  // namespace quovis::opencl
