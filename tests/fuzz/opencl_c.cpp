// Any bytes as a source of OpenCL C with headers in memory: it is prepared or refused, soon and with a place in it.
// The parts of the input lie between bytes of value 1: source, defines, then names and contents of headers in turn.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "plugins/common/opencl_c/preprocess.hpp"
#include "plugins/common/opencl_c/translate.hpp"

namespace {

using namespace quovis::opencl_c;

void require(bool holds) {
    if (!holds) {
        std::abort();
    }
}

std::vector<std::string> parts_of(std::string_view input) {
    std::vector<std::string> parts(1);
    for (const char byte : input) {
        if (byte == '\1') {
            parts.emplace_back();
        } else {
            parts.back() += byte;
        }
    }
    parts.resize(parts.size() + parts.size() % 2);
    return parts;
}

// A #line may give any number.
void check_place(const Place& place, std::size_t files) {
    require(place.file < files && place.column > 0);
}

void check(const Preprocessed& made) {
    require(!made.tokens.empty() && made.tokens.back().kind == TokenKind::end);
    for (const Token& token : made.tokens) {
        check_place(token.place, made.files.size());
        require(token.kind != TokenKind::stray);
        require(token.kind == TokenKind::end || token.kind == TokenKind::pragma || !token.text.empty());
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::vector<std::string> parts = parts_of({reinterpret_cast<const char*>(data), size});
    PreprocessInput input{"k.cl", parts[0], parts[1], {}, {}};
    for (std::size_t index = 2; index < parts.size(); index += 2) {
        input.search.first.push_back({parts[index], parts[index + 1]});
    }
    try {
        const Preprocessed made = preprocess(input);
        check(made);
        const Translated program = translate(made);
        require(program.text.find('\0') == std::string::npos);
    } catch (const SourceError& error) {
        require(!error.message.empty());
    }
    return 0;
}
