#include "plugins/opencl/binary_parameters.hpp"

#include <fmt/format.h>

#include "plugins/common/error.hpp"
#include "plugins/common/host.hpp"
#include "plugins/opencl/program.hpp"

namespace quovis::opencl {

using plugins::AddressSpace;

const plugins::ParameterList* BinaryParameters::of(const std::string& kernel) {
    if (!device_.facts.is_nvidia()) {
        return nullptr;
    }
    std::call_once(once_, [this] { read(); });
    const auto found = lists_.find(kernel);
    return found == lists_.end() ? nullptr : &found->second;
}

void BinaryParameters::read() {
    try {
        lists_ = plugins::parameters_of_ptx(program_binary(device_, program_));
    } catch (const plugins::PluginError& error) {
        plugins::log(QUOVIS_PLUGIN_LOG_DEBUG,
                     fmt::format("opencl: the parameters of a program stay unknown: {}", error.message));
    }
}

void complete(quovis_rt_parameter& parameter, const plugins::ParameterFacts& facts, std::uint32_t address_bits) {
    switch (facts.space) {
        case AddressSpace::none:  // OpenCL C declares each pointer as one, and has none in structs
            parameter.kind = QUOVIS_RT_PARAMETER_VALUE;
            parameter.size = facts.size;
            parameter.alignment = facts.alignment;
            break;
        case AddressSpace::memory:
            if (facts.size == address_bits / 8) {
                parameter.kind = QUOVIS_RT_PARAMETER_POINTER;
                parameter.size = facts.size;
                parameter.alignment = facts.alignment;
            }
            break;
        case AddressSpace::shared:
            parameter.kind = QUOVIS_RT_PARAMETER_LOCAL;
            break;
        case AddressSpace::other:
            break;
    }
}

}  // namespace quovis::opencl
