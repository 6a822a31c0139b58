// Nothing here is on the way of a launch.
#include "core/execution/signature.hpp"

#include "core/execution/type_word.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace quovis::core {
namespace {

constexpr std::size_t address_size = sizeof(std::uint64_t);

std::string_view type_of(const quovis_parameter& given) {
    return given.type ? std::string_view(given.type) : std::string_view();
}

// "float (4 bytes)", "a value of 4 bytes", "a value".
std::string describe_value(std::string_view type, std::size_t bytes) {
    const auto size = bytes ? fmt::format("{} byte{}", bytes, bytes == 1 ? "" : "s") : std::string();
    if (type.empty())
        return size.empty() ? "a value" : "a value of " + size;
    return size.empty() ? std::string(type) : fmt::format("{} ({})", type, size);
}

std::string describe(const Parameter& wanted) {
    const auto with_type = [&](const char* what) {
        return wanted.type.empty() ? std::string(what) : fmt::format("{} ({})", wanted.type, what);
    };
    switch (wanted.kind) {
        case QUOVIS_PARAMETER_POINTER:
            return with_type("a buffer");
        case QUOVIS_PARAMETER_LOCAL:
            return with_type("local memory");
        case QUOVIS_PARAMETER_VALUE:
            return describe_value(wanted.type, wanted.size);
        case QUOVIS_PARAMETER_UNKNOWN:
            break;
    }
    if (wanted.size == address_size && wanted.type.empty())
        return "a buffer or a value of 8 bytes";
    return describe_value(wanted.type, wanted.size);
}

std::string describe(const quovis_parameter& given) {
    const auto of_type = [&](const char* what) {
        return type_of(given).empty() ? std::string(what) : fmt::format("{} of {}", what, type_of(given));
    };
    switch (given.kind) {
        case QUOVIS_PARAMETER_POINTER:
            return of_type("a buffer");
        case QUOVIS_PARAMETER_LOCAL:
            return of_type("local memory");
        default:
            return describe_value(type_of(given), given.bytes);
    }
}

[[noreturn]] void fail(const Kernel& kernel, std::string_view what, std::string hint = {}) {
    throw Error(QUOVIS_ERROR_INVALID_LAUNCH, "kernel", fmt::format("kernel '{}': {}", kernel.name(), what),
                std::move(hint));
}

[[noreturn]] void fail_count(const Kernel& kernel, std::size_t given) {
    const auto& parameters = kernel.parameters();
    std::string list;
    for (const auto& one : parameters)
        list += fmt::format("{}{}{}{}", list.empty() ? "" : ", ", describe(one), one.name.empty() ? "" : " ", one.name);
    fail(kernel, fmt::format("it takes {} argument{}{}{}, and {} {} given", parameters.size(),
                             parameters.size() == 1 ? "" : "s", list.empty() ? "" : ": ", list, given,
                             given == 1 ? "was" : "were"));
}

[[noreturn]] void fail_parameter(const Kernel& kernel, std::size_t index, const quovis_parameter& given) {
    const auto& wanted = kernel.parameters()[index];
    const auto name = wanted.name.empty() ? std::string() : fmt::format(" ('{}')", wanted.name);
    fail(kernel, fmt::format("argument {}{} is {}, and {} was given", index, name, describe(wanted), describe(given)));
}

// An address is a number too: the unsigned integer that CUdeviceptr is, where a pointer is wanted.
bool is_address(const quovis_parameter& given) {
    const auto type = read_type(type_of(given));
    return type.form == TypeMeaning::Form::unsigned_ && type.size == address_size && type.width == 1;
}

bool fits_kind(const Parameter& wanted, const quovis_parameter& given) {
    const bool may_be_pointer = wanted.size == 0 || wanted.size == address_size;
    switch (given.kind) {
        case QUOVIS_PARAMETER_VALUE:
            return wanted.kind == QUOVIS_PARAMETER_VALUE || wanted.kind == QUOVIS_PARAMETER_UNKNOWN ||
                   (wanted.kind == QUOVIS_PARAMETER_POINTER && is_address(given));
        case QUOVIS_PARAMETER_POINTER:
            return wanted.kind == QUOVIS_PARAMETER_POINTER ||
                   (wanted.kind == QUOVIS_PARAMETER_UNKNOWN && may_be_pointer);
        case QUOVIS_PARAMETER_LOCAL:  // that a runtime with local arguments tells no size of
            return wanted.kind == QUOVIS_PARAMETER_LOCAL ||
                   (wanted.kind == QUOVIS_PARAMETER_UNKNOWN && wanted.size == 0);
        case QUOVIS_PARAMETER_UNKNOWN:
            return true;
    }
    return false;
}

bool fits_type(const Parameter& wanted, const quovis_parameter& given) {
    const auto of_kernel = read_type(wanted.type);
    const auto of_caller = read_type(type_of(given));
    const bool is_memory = given.kind == QUOVIS_PARAMETER_POINTER || given.kind == QUOVIS_PARAMETER_LOCAL;
    if (is_memory)
        return fits_memory(pointee(of_kernel), of_caller);
    return wanted.kind == QUOVIS_PARAMETER_POINTER || fits_value(of_kernel, of_caller);
}

bool fits(const Parameter& wanted, const quovis_parameter& given) {
    const bool is_value = given.kind == QUOVIS_PARAMETER_VALUE || given.kind == QUOVIS_PARAMETER_UNKNOWN;
    const bool fits_size = !is_value || wanted.size == 0 || given.bytes == 0 || wanted.size == given.bytes;
    return fits_kind(wanted, given) && fits_size && fits_type(wanted, given);
}

}  // namespace

void check_signature(const Kernel& kernel, const std::vector<quovis_parameter>& given) {
    if (!kernel.has_parameters())
        return;
    if (given.size() != kernel.parameters().size())
        fail_count(kernel, given.size());
    for (std::size_t index = 0; index < given.size(); ++index)
        if (!fits(kernel.parameters()[index], given[index]))
            fail_parameter(kernel, index, given[index]);
}

}  // namespace quovis::core
