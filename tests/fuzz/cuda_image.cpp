// Any bytes as an image of CUDA's: what is told of its kernels is in order, or is not told.
#include "plugins/cuda/image_parameters.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>

namespace {

void check(quovis::cuda::ParameterLists lists) {
    for (auto& [name, list] : lists) {
        std::size_t end = 0;
        for (const auto& one : list) {
            if (one.size == 0 || one.offset < end)
                std::abort();
            end = one.offset + one.size;
        }
        quovis::cuda::complete_from_name(list, name);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    constexpr const char* formats[] = {"cubin", "ptx", "fatbin"};
    if (size == 0)
        return 0;
    const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
    quovis::cuda::kernels_of_image(formats[data[0] % 3], bytes);
    auto lists = quovis::cuda::parameters_of_image(formats[data[0] % 3], bytes);
    check(lists);
    for (const auto& [name, record] : quovis::cuda::records_of_image(formats[data[0] % 3], bytes))
        quovis::cuda::complete_from_record(lists[name], record);
    return 0;
}
