// The parameters of a kernel, from all that tells of them: the driver (where and how long), the image (likewise, and
// of some whether they are pointers), the kernel's C++ name (types).
#pragma once

#include <quovis/plugin.h>

#include <string>
#include <vector>

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

// For the host. The texts point into the list.
inline std::vector<quovis_rt_parameter> as_told(const ParameterList& list) {
    std::vector<quovis_rt_parameter> told;
    for (const ParameterFacts& facts : list) {
        auto one = plugins::sized<quovis_rt_parameter>();
        one.kind = facts.kind;
        one.size = facts.size;
        one.offset = facts.offset;
        one.type = plugins::text(facts.type);
        told.push_back(one);
    }
    return told;
}

}  // namespace quovis::cuda
