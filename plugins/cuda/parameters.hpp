// The parameters of a kernel, from all that tells of them: the driver (where and how long), the image (likewise, and
// of some whether they are pointers), the kernel's C++ name (types).
#pragma once

#include <quovis/plugin.h>

#include <cstdint>
#include <string>
#include <vector>

#include "plugins/common/kernel_record.hpp"
#include "plugins/common/ptx_parameters.hpp"
#include "plugins/common/text.hpp"

namespace quovis::cuda {

using plugins::kind_by_size;
using plugins::ParameterFacts;
using plugins::ParameterList;
using plugins::ParameterLists;

// Adds kinds and types that the image knows, if it tells of the same places and sizes.
void complete_from_image(ParameterList& list, const ParameterList& of_image);

// Adds the types that a C++ kernel's name holds, and the kinds that follow from them. A name whose parameters are not
// as many, or not as long, as those of the list is the author's own and tells nothing.
void complete_from_name(ParameterList& list, const std::string& symbol);

// Takes kinds, types and names from what the kernel was declared as, and the offset of a launch, which is not the
// host's affair, out of the list. A record of other parameters tells nothing; then false.
bool complete_from_record(ParameterList& list, const plugins::KernelRecord& record);

// For the host. The texts point into the list.
inline std::vector<quovis_rt_parameter> as_told(const ParameterList& list) {
    std::vector<quovis_rt_parameter> told;
    for (const ParameterFacts& facts : list) {
        auto one = plugins::sized<quovis_rt_parameter>();
        const bool is_local = facts.kind == QUOVIS_RT_PARAMETER_LOCAL;  // whose bytes are the plugin's affair
        one.kind = facts.kind;
        one.size = is_local ? 0 : facts.size;
        one.offset = is_local ? SIZE_MAX : facts.offset;
        one.name = plugins::text(facts.name);
        one.type = plugins::text(facts.type);
        told.push_back(one);
    }
    return told;
}

}  // namespace quovis::cuda
