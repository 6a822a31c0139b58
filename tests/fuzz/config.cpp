// Any bytes as a configuration: it is used or refused, and never does anything else.
// They are given as the program's text, which takes the way of a file without touching the disk.
#include "core/config/load.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

// Files of the user would make a run depend on the machine.
extern "C" int LLVMFuzzerInitialize(int*, char***) {
    ::setenv("HOME", "/nonexistent", 1);
    ::unsetenv("XDG_CONFIG_HOME");
    ::unsetenv("QUOVIS_CONFIG");
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace quovis::core;
    ConfigSources sources;
    sources.system_file = "/nonexistent/config.yaml";
    sources.text = std::string(reinterpret_cast<const char*>(data), size);
    try {
        load_config(sources);
    } catch (const Error&) {
        return 0;
    }
    return 0;
}
