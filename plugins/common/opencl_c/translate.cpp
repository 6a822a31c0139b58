// The entry of the translator.
#include "plugins/common/opencl_c/translate.hpp"

#include "plugins/common/opencl_c/parser.hpp"

namespace quovis::opencl_c {

Translated translate(const Preprocessed& source) {
    Translated result;
    Parser(source, result).run();
    return result;
}

}  // namespace quovis::opencl_c
