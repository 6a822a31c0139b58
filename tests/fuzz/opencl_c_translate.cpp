// Any bytes as a program of OpenCL C: it is translated or refused, soon, at a place of the source; and each place of
// the translation leads back to one.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "plugins/common/opencl_c/preprocess.hpp"
#include "plugins/common/opencl_c/translate.hpp"

using namespace quovis::opencl_c;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    try {
        const Preprocessed source = preprocess({"k.cl", {reinterpret_cast<const char*>(data), size}, {}, {}, {}});
        const Translated made = translate(source);
        // What is refused stands in the source, so a program that was taken has nothing more in it than it says.
        if (made.text.size() > 4096 + 4096 * size || made.columns.user_column(0, 1, 1) == 0) {
            std::abort();
        }
    } catch (const SourceError& error) {
        if (error.message.empty() || error.place.column == 0) {
            std::abort();
        }
    }
    return 0;
}
