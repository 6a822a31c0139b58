// Any bytes as a source with headers in memory: the scan ends, says the same twice, and names places in the text.
// The parts of the input lie between bytes of value 1: source, defines, then names and contents of headers in turn.
#include "core/program/include_scan.hpp"
#include "core/support/include_lines.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using namespace quovis::core;

void require(bool holds) {
    if (!holds)
        std::abort();
}

std::vector<std::string> parts_of(std::string_view input) {
    std::vector<std::string> parts(1);
    for (const char byte : input)
        if (byte == '\1')
            parts.emplace_back();
        else
            parts.back() += byte;
    parts.resize(parts.size() + parts.size() % 2);
    return parts;
}

void check_lines(const std::string& text) {
    for (const IncludeLine& line : include_lines(text)) {
        require(line.hash < text.size() && line.line >= 1 && line.line <= newlines_in(text) + 1);
        if (line.form == HeaderForm::computed)
            continue;
        const bool quoted = line.form == HeaderForm::quoted;
        require(line.begin < line.end && line.end <= text.size());
        require(text[line.begin] == (quoted ? '"' : '<') && text[line.end - 1] == (quoted ? '"' : '>'));
        require(line.name.size() + 2 <= line.end - line.begin);
    }
    macro_definitions(text);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::vector<std::string> parts = parts_of({reinterpret_cast<const char*>(data), size});
    std::vector<Header> headers;
    for (std::size_t index = 2; index < parts.size(); index += 2)
        headers.push_back({parts[index], parts[index + 1]});
    std::vector<std::pair<std::string, std::optional<std::string>>> defines;
    if (!parts[1].empty())
        defines.emplace_back("NAME", parts[1]);
    for (const std::string& part : parts)
        check_lines(part);
    const IncludeScanRequest request{"/nonexistent/k.cu", parts[0], headers, {"/nonexistent"}, {}, {}, defines, true};
    const IncludeScan once = scan_includes(request);
    const IncludeScan again = scan_includes(request);
    require(once.fields == again.fields && once.bypass == again.bypass);
    require(once.bypass.empty() || once.fields.empty());
    return 0;
}
