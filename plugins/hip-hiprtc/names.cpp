// A marker's name is, demangled, "void quovis_name_0<void (*)(int*), &(void scale<float>(int*))>()": behind "&(" stands
// what the kernel's own name is, demangled.
#include "plugins/hip-hiprtc/names.hpp"

#include <cxxabi.h>
#include <fmt/format.h>

#include <cstdlib>
#include <memory>
#include <string_view>

namespace quovis::hip {
namespace {

std::string demangled(const std::string& symbol) {
    const std::unique_ptr<char, void (*)(void*)> text(abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, nullptr),
                                                      std::free);
    return text ? std::string(text.get()) : symbol;
}

std::string marker_name(std::size_t index) {
    return fmt::format("quovis_name_{}", index);
}

// Of a kernel's expression "&scale<short>" without the '&'.
std::string_view without_address(std::string_view expression) {
    const std::size_t start = expression.find_first_not_of(" \t&");
    return start == std::string_view::npos ? expression : expression.substr(start);
}

// What the marker of `index` says; empty when `text` is none of it.
std::string_view marked(std::string_view text, std::size_t index) {
    constexpr std::string_view before = ", &(";
    constexpr std::string_view behind = ")>()";
    const std::size_t start = text.find(before);
    if (text.find("void " + marker_name(index) + "<") != 0 || start == std::string_view::npos ||
        text.size() < start + before.size() + behind.size() || text.substr(text.size() - behind.size()) != behind) {
        return {};
    }
    text.remove_suffix(behind.size());
    return text.substr(start + before.size());
}

std::string symbol_of(const std::vector<std::string>& kernels, std::size_t index) {
    for (const std::string& marker : kernels) {
        const std::string text = demangled(marker);
        const std::string_view name = marked(text, index);
        for (const std::string& kernel : kernels) {
            if (!name.empty() && demangled(kernel) == name) {
                return kernel;
            }
        }
    }
    return {};
}

}  // namespace

std::string marker_text(const std::vector<std::string>& expressions) {
    std::string text;
    for (std::size_t index = 0; index < expressions.size(); ++index) {
        const std::string name = marker_name(index);
        const std::string_view expression = without_address(expressions[index]);
        // A '<' before "::" would be a digraph without the blank.
        text += fmt::format(
            "template <class F, F f> __global__ void {0}() {{}}\n"
            "template __global__ void {0}<decltype(& {1}), & {1} >();\n",
            name, expression);
    }
    return text;
}

std::vector<std::string> symbols_by_markers(const std::vector<std::string>& kernels, std::size_t expressions) {
    std::vector<std::string> symbols;
    for (std::size_t index = 0; index < expressions; ++index) {
        symbols.push_back(symbol_of(kernels, index));
    }
    return symbols;
}

}  // namespace quovis::hip
