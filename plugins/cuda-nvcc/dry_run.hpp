// What nvcc says that it would do: which programs it calls, from where, and where its headers are.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace quovis::nvcc {

struct DryRun {
    std::string preprocessor;                  // the host compiler, as nvcc calls it; empty where it calls none
    std::string programs;                      // the folder of nvcc's own; empty where it does not say
    std::string compiler;                      // cicc, which makes PTX; likewise
    std::string device_code;                   // the folder of libdevice; likewise
    std::vector<std::string> include_folders;  // of nvcc, in order of search, as it spells them
    std::vector<std::string> library_folders;
};

// Of what `nvcc --dryrun` prints for a compile to PTX.
DryRun read_dry_run(std::string_view commands);

// Variables that are added to the lines of nvcc's profile that have their names.
inline constexpr const char* folder_variables[] = {"INCLUDES", "SYSTEM_INCLUDES"};
inline constexpr const char* flag_variables[] = {"PTXAS_FLAGS", "CUDAFE_FLAGS"};

}  // namespace quovis::nvcc
