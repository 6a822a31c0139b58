// One line, or one object, for each kernel.
#include "tools/quovis/kernel_list.hpp"

#include "tools/quovis/kernels.hpp"
#include "tools/quovis/output.hpp"
#include "tools/quovis/text.hpp"

#include <fmt/format.h>

#include <string>

namespace quovis::cli {
namespace {

std::string parameter_kind_name(quovis_parameter_kind kind) {
    switch (kind) {
        case QUOVIS_PARAMETER_VALUE:
            return "value";
        case QUOVIS_PARAMETER_POINTER:
            return "pointer";
        case QUOVIS_PARAMETER_LOCAL:
            return "local";
        default:
            return "unknown";
    }
}

// Nothing where no plugin reads the image without a device.
std::optional<std::vector<KernelInfo>> kernels_in(const Image& image) {
    try {
        return image.kernels();
    } catch (const Error& error) {
        if (error.status() != QUOVIS_ERROR_NOT_SUPPORTED) {
            throw;
        }
        return std::nullopt;
    }
}

// "value of 4 bytes", "pointer (float* x)".
std::string parameter_words(const Parameter& parameter) {
    const bool is_unknown = parameter.kind == QUOVIS_PARAMETER_UNKNOWN;
    std::string words = is_unknown ? "value or pointer" : parameter_kind_name(parameter.kind);
    if (parameter.kind == QUOVIS_PARAMETER_VALUE && parameter.bytes != 0) {
        words += fmt::format(" of {} byte{}", parameter.bytes, parameter.bytes == 1 ? "" : "s");
    }
    const std::string declared = trimmed(parameter.type + " " + parameter.name);
    return declared.empty() ? words : fmt::format("{} ({})", words, declared);
}

Json kernel_json(const KernelInfo& kernel) {
    Json object = {{"name", kernel.name}, {"parameters", nullptr}};
    if (kernel.parameters) {
        object["parameters"] = Json::array();
        for (const Parameter& parameter : *kernel.parameters) {
            object["parameters"].push_back({{"kind", parameter_kind_name(parameter.kind)},
                                            {"bytes", parameter.bytes},
                                            {"name", parameter.name},
                                            {"type", parameter.type}});
        }
    }
    object["static_shared_memory"] = kernel.static_shared_memory;
    object["local_memory"] = kernel.local_memory;
    return object;
}

}  // namespace

void show_kernels(const Image& image) {
    for (const KernelInfo& kernel : kernels_in(image).value_or(std::vector<KernelInfo>())) {
        std::vector<std::string> words;
        for (const Parameter& parameter : kernel.parameters.value_or(std::vector<Parameter>())) {
            words.push_back(parameter_words(parameter));
        }
        const std::string list = !kernel.parameters ? "its parameters are not told"
                                 : words.empty()    ? "no parameters"
                                                    : join(words);
        print_error_text(printable(fmt::format("kernel {}: {}\n", for_people(kernel.name), list)));
    }
}

Json kernels_json(const Image& image) {
    return kernels_json(kernels_in(image));
}

Json kernels_json(const std::optional<std::vector<KernelInfo>>& kernels) {
    if (!kernels) {
        return nullptr;
    }
    Json list = Json::array();
    for (const KernelInfo& kernel : *kernels) {
        list.push_back(kernel_json(kernel));
    }
    return list;
}

}  // namespace quovis::cli
