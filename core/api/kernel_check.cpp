// The check of a kernel's parameters of the C API.
#include "core/api/handles.hpp"
#include "core/execution/signature.hpp"

#include <fmt/format.h>

#include <cstring>

using namespace quovis::core;

namespace {

// In C any number may stand where an enumeration is; as one it may be read only when it is known.
void check_kind(const quovis_parameter& parameter, std::size_t index) {
    int kind = 0;
    static_assert(sizeof kind == sizeof parameter.kind);
    std::memcpy(&kind, &parameter.kind, sizeof kind);
    if (kind < QUOVIS_PARAMETER_UNKNOWN || kind > QUOVIS_PARAMETER_LOCAL)
        throw Error(QUOVIS_ERROR_INVALID_LAUNCH, "kernel",
                    fmt::format("parameter {} has kind {}, which is no value of quovis_parameter_kind", index, kind));
}

// A copy, for the caller's structs may be of another version.
std::vector<quovis_parameter> copied(const quovis_parameter* parameters, std::size_t count) {
    std::vector<quovis_parameter> list;
    if (count)
        check_not_null(parameters, "the parameters");
    const auto* first = reinterpret_cast<const char*>(parameters);
    for (std::size_t i = 0; i < count; ++i) {
        list.push_back(given(reinterpret_cast<const quovis_parameter*>(first + i * parameters->struct_size)));
        check_kind(list.back(), i);
    }
    return list;
}

}  // namespace

extern "C" {

quovis_status quovis_kernel_check(quovis_kernel* kernel, const quovis_parameter* parameters, size_t count) {
    return guarded("kernel", [&] {
        const auto& object = required(kernel, "kernel").object;
        check_signature(object, copied(parameters, count));
    });
}

}  // extern "C"
