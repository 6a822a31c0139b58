#include "plugins/cuda/parameters.hpp"

#include <algorithm>

#include "plugins/cuda/mangled_types.hpp"

namespace quovis::cuda {

void complete_from_image(ParameterList& list, const ParameterList& of_image) {
    const bool is_same = std::equal(list.begin(), list.end(), of_image.begin(), of_image.end(),
                                    [](const ParameterFacts& one, const ParameterFacts& other) {
                                        return one.offset == other.offset && one.size == other.size;
                                    });
    if (is_same) {
        list = of_image;
    }
}

void complete_from_name(ParameterList& list, const std::string& symbol) {
    const auto types = mangled_types(symbol);
    const bool is_same = types && std::equal(list.begin(), list.end(), types->begin(), types->end(),
                                             [](const ParameterFacts& facts, const MangledType& type) {
                                                 return type.size == 0 || type.size == facts.size;
                                             });
    if (!is_same) {
        return;
    }
    for (std::size_t index = 0; index < list.size(); ++index) {
        const MangledType& type = (*types)[index];
        list[index].type = type.text;
        list[index].kind = type.kind == QUOVIS_RT_PARAMETER_UNKNOWN ? kind_by_size(list[index].size) : type.kind;
    }
}

bool complete_from_record(ParameterList& list, const plugins::KernelRecord& record) {
    if (record.takes_offset && (list.empty() || list.back().size != plugins::offset_bytes)) {
        return false;
    }
    const auto end = list.end() - (record.takes_offset ? 1 : 0);
    const bool is_same = std::equal(list.begin(), end, record.parameters.begin(), record.parameters.end(),
                                    [](const ParameterFacts& facts, const plugins::RecordedParameter& recorded) {
                                        return recorded.kind == QUOVIS_RT_PARAMETER_LOCAL ? facts.size == 4
                                               : recorded.kind == QUOVIS_RT_PARAMETER_POINTER
                                                   ? facts.size == sizeof(std::uint64_t)
                                                   : true;
                                    });
    if (is_same) {
        list.erase(end, list.end());
    }
    for (std::size_t index = 0; is_same && index < list.size(); ++index) {
        const plugins::RecordedParameter& recorded = record.parameters[index];
        list[index].kind = recorded.kind;
        list[index].type = recorded.type;
        list[index].name = recorded.name;
    }
    return is_same;
}

}  // namespace quovis::cuda
