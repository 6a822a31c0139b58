// Any text as PTX: what is told of its kernels is in order, or is not told.
#include "plugins/common/ptx_parameters.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    for (const auto& [name, list] : quovis::plugins::parameters_of_ptx({reinterpret_cast<const char*>(data), size})) {
        std::size_t end = 0;
        for (const auto& one : list) {
            if (name.empty() || one.size == 0 || one.offset < end || one.alignment == 0 ||
                one.offset % one.alignment != 0)
                std::abort();
            end = one.offset + one.size;
        }
    }
    return 0;
}
