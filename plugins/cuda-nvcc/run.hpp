// One run of nvcc in a private folder, stopped at the deadline or when the host asks for it.
// nvcc starts programs of its own, through a shell: what it is given must not mean anything to one.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "plugins/common/child_process.hpp"
#include "plugins/common/private_folder.hpp"

namespace quovis::nvcc {

// When to stop, as a request says.
struct Limits {
    std::uint64_t deadline_ns = 0;  // on CLOCK_MONOTONIC; 0 none
    std::int32_t (*cancelled)(void* context) = nullptr;
    void* context = nullptr;

    // Throws PluginError: CANCELLED or TIMED_OUT.
    void check(std::string_view doing) const;
};

struct Run {
    plugins::ChildResult result;
    std::string log;  // stderr, then stdout
    std::string end;  // "exit status 2", for messages
};

// `program` with `arguments`; temporary files of it and its children go to `folder`. `doing` is for messages:
// "compiling k.cu". Throws PluginError: CANCELLED, TIMED_OUT, UNAVAILABLE where it cannot be started.
Run run(const std::vector<std::string>& arguments, const plugins::PrivateFolder& folder, const Limits& limits,
        std::string_view doing);

// Whether nvcc and the shells that it starts take the path or option as it is.
bool is_plain(std::string_view text);

// A new folder for temporary files, with a path that is plain.
std::string temporary_root();
constexpr std::string_view temporary_prefix = "quovis-nvcc-";

}  // namespace quovis::nvcc
