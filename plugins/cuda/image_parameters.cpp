// cubin: an ELF file with a section `.nv.info.KERNEL` of attributes for each kernel. What the attributes mean is what
// `cuobjdump -elf` prints of them. fatbin: a header, and behind it entries with a header each.
#include "plugins/cuda/image_parameters.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>

#include "plugins/common/elf.hpp"
#include "plugins/cuda/symbols.hpp"

namespace quovis::cuda {
namespace {

using plugins::part;
using plugins::read_at;

constexpr unsigned char with_size = 4;           // EIFMT_SVAL; attributes of the other formats have 2 bytes
constexpr unsigned char parameter_bytes = 0x19;  // EIATTR_CBANK_PARAM_SIZE: of all parameters
constexpr unsigned char parameter = 0x17;        // EIATTR_KPARAM_INFO
constexpr unsigned char parameter_v2 = 0x45;     // EIATTR_KPARAM_INFO_V2, of kernels with more than 4 KiB of them
constexpr std::uint32_t space_global = 4;
constexpr std::uint32_t space_generic = 5;

struct Record {
    std::uint32_t index;
    std::uint16_t ordinal;
    std::uint16_t offset;
    std::uint32_t
        bits;  // from the lowest: 8 alignment of what it points to, 4 space, 6 bank, 14 size; v2: 16 size, 8, 4
};

struct Attributes {
    std::vector<std::pair<std::uint16_t, ParameterFacts>> parameters;  // with their ordinals, in any order
    std::size_t bytes = 0;
};

ParameterFacts facts_of(const Record& record, bool is_v2) {
    ParameterFacts facts;
    facts.offset = record.offset;
    facts.size = is_v2 ? record.bits & 0xffffu : record.bits >> 18u;
    const std::uint32_t space = (record.bits >> (is_v2 ? 24u : 8u)) & 0xfu;
    const bool is_pointer = facts.size == sizeof(std::uint64_t) && (space == space_global || space == space_generic);
    facts.kind = is_pointer ? QUOVIS_RT_PARAMETER_POINTER : kind_by_size(facts.size);
    return facts;
}

std::optional<Attributes> read_attributes(std::string_view section) {
    Attributes found;
    while (!section.empty()) {
        const auto format = read_at<unsigned char>(section, 0);
        const auto attribute = read_at<unsigned char>(section, 1);
        const auto number = read_at<std::uint16_t>(section, 2);
        if (!number || *format == 0 || *format > with_size) {
            return std::nullopt;
        }
        const auto value = part(section, 4, *format == with_size ? *number : 0);
        if (!value) {
            return std::nullopt;
        }
        if (*format == with_size && (*attribute == parameter || *attribute == parameter_v2)) {
            const auto record = read_at<Record>(*value, 0);
            if (!record) {
                return std::nullopt;
            }
            found.parameters.emplace_back(record->ordinal, facts_of(*record, *attribute == parameter_v2));
        } else if (*format != with_size && *attribute == parameter_bytes) {
            found.bytes = *number;
        }
        section.remove_prefix(4 + value->size());
    }
    return found;
}

// In the order of their ordinals, if there is each one once, and each begins where those before it have ended.
std::optional<ParameterList> in_order(Attributes found) {
    std::sort(found.parameters.begin(), found.parameters.end(),
              [](const auto& one, const auto& other) { return one.first < other.first; });
    ParameterList list;
    std::size_t end = 0;
    for (auto& [ordinal, facts] : found.parameters) {
        if (ordinal != list.size() || facts.size == 0 || facts.offset < end) {
            return std::nullopt;
        }
        end = facts.offset + facts.size;
        list.push_back(std::move(facts));
    }
    return end == found.bytes ? std::optional(std::move(list)) : std::nullopt;
}

struct FatbinHeader {
    std::uint32_t magic;
    std::uint16_t version;
    std::uint16_t header_size;
    std::uint64_t size;
};
struct FatbinEntry {
    std::uint16_t kind;
    std::uint16_t version;
    std::uint32_t header_size;
    std::uint64_t size;
};
constexpr std::uint16_t fatbin_cubin = 2;

// Empty where there is none.
std::string_view first_cubin(std::string_view fatbin) {
    const auto header = read_at<FatbinHeader>(fatbin, 0);
    auto rest = header ? part(fatbin, header->header_size, header->size) : std::nullopt;
    while (rest && !rest->empty()) {
        const auto entry = read_at<FatbinEntry>(*rest, 0);
        const auto content = entry ? part(*rest, entry->header_size, entry->size) : std::nullopt;
        if (!content || entry->header_size < sizeof(FatbinEntry)) {
            break;
        }
        if (entry->kind == fatbin_cubin && plugins::Elf::begins(*content)) {
            return *content;
        }
        rest = part(*rest, entry->header_size + entry->size, rest->size() - entry->header_size - entry->size);
    }
    return {};
}

}  // namespace

ParameterLists parameters_of_cubin(std::string_view bytes) {
    constexpr std::string_view beginning = ".nv.info.";
    ParameterLists lists;
    plugins::Elf(bytes).for_each_section([&](std::string_view name, std::string_view content) {
        if (name.substr(0, beginning.size()) != beginning) {
            return;
        }
        auto attributes = read_attributes(content);
        auto list = attributes ? in_order(std::move(*attributes)) : std::nullopt;
        if (list) {
            lists.insert_or_assign(std::string(name.substr(beginning.size())), std::move(*list));
        }
    });
    return lists;
}

ParameterLists parameters_of_fatbin(std::string_view bytes) {
    return parameters_of_cubin(first_cubin(bytes));
}

ParameterLists parameters_of_image(std::string_view format, std::string_view bytes) {
    return format == "cubin"    ? parameters_of_cubin(bytes)
           : format == "ptx"    ? plugins::parameters_of_ptx(bytes)
           : format == "fatbin" ? parameters_of_fatbin(bytes)
                                : ParameterLists();
}

plugins::KernelRecords records_of_image(std::string_view format, std::string_view bytes) {
    return format == "cubin"    ? plugins::kernel_records_of_elf(bytes)
           : format == "ptx"    ? plugins::kernel_records_of_ptx(bytes)
           : format == "fatbin" ? plugins::kernel_records_of_elf(first_cubin(bytes))
                                : plugins::KernelRecords();
}

std::optional<std::vector<std::string>> kernels_of_image(std::string_view format, std::string_view bytes) {
    if (format == "ptx") {
        std::vector<std::string> names;
        for (const auto& [name, list] : plugins::parameters_of_ptx(bytes)) {
            names.push_back(name);
        }
        return names;
    }
    const std::string_view cubin = format == "cubin" ? bytes : format == "fatbin" ? first_cubin(bytes) : "";
    return cubin.empty() ? std::nullopt : std::optional(kernel_symbols(cubin));
}

}  // namespace quovis::cuda
