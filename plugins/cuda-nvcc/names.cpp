// Writes the pointers and reads them back.
#include "plugins/cuda-nvcc/names.hpp"

#include <quovis/plugin.h>

#include <fmt/format.h>

#include <cstdint>

#include "plugins/common/error.hpp"

namespace quovis::nvcc {
namespace {

constexpr std::string_view file = "__quovis_name_expressions";
constexpr std::uint32_t lines_of_each = 2;

// FNV-1a with 64 bits: short, and the same in every process.
std::uint64_t hash(std::string_view text) {
    std::uint64_t value = 0xcbf29ce484222325u;
    for (const char byte : text) {
        value = (value ^ static_cast<unsigned char>(byte)) * 0x100000001b3u;
    }
    return value;
}

// "_Z5scaleIfEvPT_" and "generic(table)" of an initialiser. "generic(table)+4" is a place inside, and no symbol.
std::string_view symbol_in(std::string_view value) {
    constexpr std::string_view open = "generic(";
    if (value.substr(0, open.size()) == open && value.back() == ')') {
        value = value.substr(open.size(), value.size() - open.size() - 1);
    }
    const bool is_number = value.empty() || (value.front() >= '0' && value.front() <= '9');
    return is_number || value.find_first_of("()+- ,{") != std::string_view::npos ? std::string_view() : value;
}

}  // namespace

NameExpressions::NameExpressions(std::vector<std::string> expressions, std::string_view source)
    : expressions_(std::move(expressions)) {
    std::string all(source);
    for (const std::string& expression : expressions_) {
        if (expression.empty() || expression.find_first_of(std::string_view("\n\r\0", 3)) != std::string::npos) {
            throw plugins::PluginError(
                QUOVIS_PLUGIN_INVALID_ARGUMENT,
                fmt::format("the name expression '{}' is empty or longer than a line", expression));
        }
        all += '\0' + expression;
    }
    prefix_ = fmt::format("quovis_name_{:016x}_", hash(all));
}

std::string NameExpressions::pointer(std::size_t index) const {
    return fmt::format("{}{}", prefix_, index);
}

std::string NameExpressions::text() const {
    if (expressions_.empty()) {
        return {};
    }
    std::string text = fmt::format("\n#line 1 \"{}\"\n", file);
    for (std::size_t index = 0; index < expressions_.size(); ++index) {
        // The end on a line of its own: the expression may end in a comment.
        text += fmt::format("__device__ void* {} = (void*)({}\n);\n", pointer(index), expressions_[index]);
    }
    return text;
}

std::vector<plugins::Symbol> NameExpressions::symbols(std::string_view ptx) const {
    std::vector<plugins::Symbol> found;
    for (std::size_t index = 0; index < expressions_.size(); ++index) {
        const std::string before = pointer(index) + " = ";
        const std::size_t at = ptx.find(before);
        std::string_view value = at == std::string_view::npos ? std::string_view() : ptx.substr(at + before.size());
        value = symbol_in(value.substr(0, value.find(';')));
        if (value.empty()) {
            throw plugins::PluginError(
                QUOVIS_PLUGIN_SOURCE_INVALID,
                fmt::format("the name expression `{}` is not the address of a kernel or of a device variable",
                            expressions_[index]),
                "A kernel is named by its name with template arguments, a variable by its address: `&table`.");
        }
        found.push_back({expressions_[index], std::string(value)});
    }
    return found;
}

void NameExpressions::tell(std::vector<plugins::Diagnostic>& diagnostics) const {
    for (plugins::Diagnostic& diagnostic : diagnostics) {
        if (diagnostic.file != file) {
            continue;
        }
        const std::size_t index = diagnostic.line == 0 ? 0 : (diagnostic.line - 1) / lines_of_each;
        diagnostic.message = fmt::format("in the name expression `{}`: {}",
                                         index < expressions_.size() ? expressions_[index] : "", diagnostic.message);
        diagnostic.file.clear();
        diagnostic.line = diagnostic.column = 0;
    }
}

}  // namespace quovis::nvcc
