// The C++ compiler that nvcc calls: what it says of itself, and where it has its headers.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "plugins/common/cache_facts.hpp"

namespace quovis::nvcc {

struct HostCompiler {
    std::string version;                          // "gcc version 12.2.0 (Debian 12.2.0-14)"
    std::string front_end;                        // the program that reads the source, cc1plus; empty where not told
    std::vector<plugins::IncludeFolder> folders;  // in order of search; its own are covered, the system's are not
};

// What a program answered to `-v -E -x c++ /dev/null`. The version is empty where the answer has none.
HostCompiler read_host_compiler(std::string_view answer);

// Whether one of the variables below names the folder, and not the compiler.
bool is_users_folder(std::string_view folder);

// Variables that change what nvcc's host compiler finds.
inline constexpr const char* host_variables[] = {"CPATH", "CPLUS_INCLUDE_PATH", "C_INCLUDE_PATH", "GCC_EXEC_PREFIX",
                                                 "COMPILER_PATH"};

}  // namespace quovis::nvcc
