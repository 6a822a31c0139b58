// ELF: System V ABI, chapter 4 and 5. The note and its keys: LLVM, User Guide for AMDGPU Backend, "Code Object
// Metadata". Bundles: LLVM, "Clang Offload Bundler", section "Bundled Binary File Layout".
#include "plugins/hip-hiprtc/code_object.hpp"

#include <elf.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <nlohmann/json.hpp>

#include "plugins/common/elf.hpp"
#include "plugins/common/error.hpp"
#include "plugins/common/kernel_record.hpp"
#include "plugins/common/text.hpp"
#include "plugins/hip-hiprtc/target.hpp"

namespace quovis::hip {
namespace {

using nlohmann::json;
using plugins::PluginError;
using plugins::read_at;

constexpr Elf64_Half machine_amdgpu = 224;         // EM_AMDGPU
constexpr std::uint32_t note_metadata = 32;        // NT_AMDGPU_METADATA
constexpr std::string_view note_owner = "AMDGPU";  // with its terminator in the file
constexpr std::string_view bundle_magic = "__CLANG_OFFLOAD_BUNDLE__";
constexpr std::string_view compressed_magic = "CCOB";
constexpr std::size_t most_entries = 4096;
constexpr std::size_t most_parameters = 4096;

[[noreturn]] void reject(std::string_view what, std::string_view reason) {
    throw PluginError(QUOVIS_PLUGIN_IMAGE_REJECTED, fmt::format("{} {}", what, reason));
}

bool within(std::string_view bytes, std::uint64_t offset, std::uint64_t size) {
    return offset <= bytes.size() && size <= bytes.size() - offset;
}

std::uint64_t padded(std::uint64_t size) {
    return (size + 3) & ~std::uint64_t{3};
}

// The metadata among the notes of one range of the file.
std::optional<std::string_view> find_metadata(std::string_view notes) {
    while (const auto header = read_at<Elf64_Nhdr>(notes, 0)) {
        const std::uint64_t name_at = sizeof(Elf64_Nhdr);
        const std::uint64_t content_at = name_at + padded(header->n_namesz);
        if (!within(notes, name_at, header->n_namesz) || !within(notes, content_at, header->n_descsz)) {
            return std::nullopt;
        }
        const std::string_view owner = notes.substr(name_at, header->n_namesz);
        if (header->n_type == note_metadata && owner.substr(0, owner.find('\0')) == note_owner) {
            return notes.substr(content_at, header->n_descsz);
        }
        const std::uint64_t next = content_at + padded(header->n_descsz);
        notes = next < notes.size() ? notes.substr(next) : std::string_view();
    }
    return std::nullopt;
}

Elf64_Ehdr read_header(std::string_view bytes, std::string_view what) {
    const auto header = read_at<Elf64_Ehdr>(bytes, 0);
    if (!header || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0) {
        reject(what, "is not a code object: it does not begin as an ELF file does");
    }
    if (header->e_ident[EI_CLASS] != ELFCLASS64 || header->e_ident[EI_DATA] != ELFDATA2LSB ||
        header->e_machine != machine_amdgpu) {
        reject(what, fmt::format("is not a code object: it is an ELF file for machine {}; an AMD GPU's is {}",
                                 header->e_machine, machine_amdgpu));
    }
    return *header;
}

// A file that was cut must not reach the driver: all that its tables name has to be there.
void check_whole(std::string_view bytes, const Elf64_Ehdr& header, std::string_view what) {
    for (unsigned index = 0; index < header.e_phnum; ++index) {
        const auto segment = read_at<Elf64_Phdr>(bytes, header.e_phoff + std::uint64_t{index} * sizeof(Elf64_Phdr));
        if (!segment || !within(bytes, segment->p_offset, segment->p_filesz)) {
            reject(what, fmt::format("is not a whole code object: its {} bytes end before segment {} of {}",
                                     bytes.size(), index, header.e_phnum));
        }
    }
    for (unsigned index = 0; index < header.e_shnum; ++index) {
        const auto section = read_at<Elf64_Shdr>(bytes, header.e_shoff + std::uint64_t{index} * sizeof(Elf64_Shdr));
        if (!section || (section->sh_type != SHT_NOBITS && !within(bytes, section->sh_offset, section->sh_size))) {
            reject(what, fmt::format("is not a whole code object: its {} bytes end before section {} of {}",
                                     bytes.size(), index, header.e_shnum));
        }
    }
}

std::string_view metadata_of(std::string_view bytes, std::string_view what) {
    const Elf64_Ehdr header = read_header(bytes, what);
    if ((header.e_phnum != 0 && header.e_phentsize != sizeof(Elf64_Phdr)) ||
        (header.e_shnum != 0 && header.e_shentsize != sizeof(Elf64_Shdr))) {
        reject(what, "is not a code object: its tables have entries of another size");
    }
    check_whole(bytes, header, what);
    for (unsigned index = 0; index < header.e_phnum; ++index) {
        const auto segment = read_at<Elf64_Phdr>(bytes, header.e_phoff + std::uint64_t{index} * sizeof(Elf64_Phdr));
        if (segment->p_type != PT_NOTE) {
            continue;
        }
        if (const auto found = find_metadata(bytes.substr(segment->p_offset, segment->p_filesz))) {
            return *found;
        }
    }
    for (unsigned index = 0; index < header.e_shnum; ++index) {
        const auto section = read_at<Elf64_Shdr>(bytes, header.e_shoff + std::uint64_t{index} * sizeof(Elf64_Shdr));
        if (section->sh_type != SHT_NOTE) {
            continue;
        }
        if (const auto found = find_metadata(bytes.substr(section->sh_offset, section->sh_size))) {
            return *found;
        }
    }
    reject(what, "has no metadata note (NT_AMDGPU_METADATA): it is older than code object version 3, or not linked");
}

// The metadata has five levels. The reader recurses, and a file of nothing but opening arrays must not end the process.
class DepthCheck : public nlohmann::json_sax<json> {
  public:
    bool null() override { return true; }
    bool boolean(bool) override { return true; }
    bool number_integer(number_integer_t) override { return true; }
    bool number_unsigned(number_unsigned_t) override { return true; }
    bool number_float(number_float_t, const string_t&) override { return true; }
    bool string(string_t&) override { return true; }
    bool binary(binary_t&) override { return true; }
    bool key(string_t&) override { return true; }
    bool start_object(std::size_t) override { return ++depth_ <= most_levels; }
    bool end_object() override { return --depth_ >= 0; }
    bool start_array(std::size_t) override { return ++depth_ <= most_levels; }
    bool end_array() override { return --depth_ >= 0; }
    bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception&) override { return false; }

  private:
    static constexpr int most_levels = 32;
    int depth_ = 0;
};

// A discarded value where the bytes are not MessagePack of a reasonable depth.
json read_message_pack(std::string_view bytes) {
    DepthCheck check;
    if (!json::sax_parse(bytes.begin(), bytes.end(), &check, json::input_format_t::msgpack)) {
        return json(json::value_t::discarded);
    }
    return json::from_msgpack(bytes.begin(), bytes.end(), true, false);
}

// Wrong types in the metadata read as absent.
const json* member(const json& object, const char* key) {
    if (!object.is_object()) {
        return nullptr;
    }
    const auto found = object.find(key);
    return found == object.end() ? nullptr : &*found;
}

std::uint64_t number(const json& object, const char* key) {
    const json* found = member(object, key);
    return found != nullptr && found->is_number_unsigned() ? found->get<std::uint64_t>() : 0;
}

std::uint32_t small_number(const json& object, const char* key) {
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(number(object, key), UINT32_MAX));
}

std::string text(const json& object, const char* key) {
    const json* found = member(object, key);
    return found != nullptr && found->is_string() ? found->get<std::string>() : std::string();
}

quovis_plugin_text keep(KernelFacts& kernel, const std::string& words) {
    if (words.empty()) {
        return {nullptr, 0};
    }
    kernel.texts.emplace_back(words.begin(), words.end());
    return {kernel.texts.back().data(), words.size()};
}

std::int32_t kind_of(std::string_view value_kind) {
    if (value_kind == "by_value") {
        return QUOVIS_RT_PARAMETER_VALUE;
    }
    if (value_kind == "global_buffer") {
        return QUOVIS_RT_PARAMETER_POINTER;
    }
    return value_kind == "dynamic_shared_pointer" ? QUOVIS_RT_PARAMETER_LOCAL : QUOVIS_RT_PARAMETER_UNKNOWN;
}

void read_parameters(KernelFacts& kernel, const json& arguments) {
    for (const json& argument : arguments) {
        const std::string value_kind = text(argument, ".value_kind");
        if (value_kind.compare(0, 7, "hidden_") == 0 || kernel.parameters.size() == most_parameters) {
            continue;
        }
        auto parameter = plugins::sized<quovis_rt_parameter>();
        parameter.kind = kind_of(value_kind);
        parameter.size = parameter.kind == QUOVIS_RT_PARAMETER_LOCAL ? 0 : number(argument, ".size");
        parameter.offset = number(argument, ".offset");
        parameter.alignment = parameter.kind == QUOVIS_RT_PARAMETER_POINTER ? sizeof(void*) : 0;
        parameter.name = keep(kernel, text(argument, ".name"));
        parameter.type = keep(kernel, text(argument, ".type_name"));
        kernel.parameters.push_back(parameter);
    }
}

KernelFacts read_kernel(const json& entry) {
    KernelFacts kernel;
    kernel.name = text(entry, ".name");
    kernel.wavefront_size = small_number(entry, ".wavefront_size");
    kernel.registers = small_number(entry, ".vgpr_count");
    kernel.max_threads_per_block = small_number(entry, ".max_flat_workgroup_size");
    kernel.static_shared_memory = number(entry, ".group_segment_fixed_size");
    kernel.local_memory = number(entry, ".private_segment_fixed_size");
    const json* required = member(entry, ".reqd_workgroup_size");
    for (std::size_t axis = 0; required != nullptr && required->is_array() && axis < 3; ++axis) {
        if (axis < required->size() && (*required)[axis].is_number_unsigned()) {
            kernel.required_block[axis] = (*required)[axis].get<std::uint32_t>();
        }
    }
    if (const json* arguments = member(entry, ".args"); arguments != nullptr && arguments->is_array()) {
        read_parameters(kernel, *arguments);
    }
    return kernel;
}

// A record of other parameters tells nothing.
void complete(KernelFacts& kernel, const plugins::KernelRecord& record) {
    if (record.takes_offset && (kernel.parameters.empty() || kernel.parameters.back().size != plugins::offset_bytes)) {
        return;
    }
    const auto end = kernel.parameters.end() - (record.takes_offset ? 1 : 0);
    const bool is_same = std::equal(kernel.parameters.begin(), end, record.parameters.begin(), record.parameters.end(),
                                    [](const auto& known, const auto& recorded) {
                                        return recorded.kind != QUOVIS_RT_PARAMETER_LOCAL || known.size == 4;
                                    });
    if (!is_same) {
        return;
    }
    kernel.is_opencl = true;
    kernel.takes_offset = record.takes_offset;
    kernel.parameters.erase(end, kernel.parameters.end());
    kernel.required_block = record.block;
    for (std::size_t index = 0; index < record.parameters.size(); ++index) {
        const plugins::RecordedParameter& recorded = record.parameters[index];
        quovis_rt_parameter& parameter = kernel.parameters[index];
        parameter.kind = recorded.kind;
        parameter.type = keep(kernel, recorded.type);
        parameter.name = keep(kernel, recorded.name);
        if (recorded.kind == QUOVIS_RT_PARAMETER_LOCAL) {
            parameter.size = 0;
            parameter.offset = SIZE_MAX;
            kernel.locals.resize(record.parameters.size());
            kernel.locals[index] = recorded.alignment;
        }
    }
}

}  // namespace

quovis_rt_kernel_info KernelFacts::info() const {
    auto filled = plugins::sized<quovis_rt_kernel_info>();
    filled.name = plugins::text(name);
    filled.has_parameters = 1;
    filled.parameters = parameters.data();
    filled.parameter_count = parameters.size();
    filled.registers = registers;
    filled.max_threads_per_block = max_threads_per_block;
    std::copy(required_block.begin(), required_block.end(), filled.required_block);
    filled.preferred_multiple = wavefront_size;
    filled.static_shared_memory = static_shared_memory;
    filled.local_memory = local_memory;
    return filled;
}

bool is_code_object(std::string_view bytes) {
    const auto header = read_at<Elf64_Ehdr>(bytes, 0);
    return header && std::memcmp(header->e_ident, ELFMAG, SELFMAG) == 0 && header->e_machine == machine_amdgpu;
}

bool is_bundle(std::string_view bytes) {
    return bytes.substr(0, bundle_magic.size()) == bundle_magic;
}

bool is_compressed_bundle(std::string_view bytes) {
    return bytes.substr(0, compressed_magic.size()) == compressed_magic;
}

CodeObject read_code_object(std::string_view bytes, std::string_view what) {
    const std::string_view metadata = metadata_of(bytes, what);
    const json root = read_message_pack(metadata);
    const json* kernels = member(root, "amdhsa.kernels");
    if (root.is_discarded() || !root.is_object() || (kernels != nullptr && !kernels->is_array())) {
        reject(what, "has a metadata note that cannot be read (it is not MessagePack of the known form)");
    }
    CodeObject object;
    if (const auto target = parse_target(text(root, "amdhsa.target"))) {
        object.target = target->name();
    }
    for (std::size_t index = 0; kernels != nullptr && index < kernels->size(); ++index) {
        object.kernels.push_back(read_kernel((*kernels)[index]));
    }
    const plugins::KernelRecords records = plugins::kernel_records_of_elf(bytes);
    for (KernelFacts& kernel : object.kernels) {
        if (const auto record = records.find(kernel.name); record != records.end()) {
            complete(kernel, record->second);
        }
    }
    return object;
}

std::vector<BundleEntry> read_bundle(std::string_view bytes, std::string_view what) {
    std::vector<BundleEntry> entries;
    std::uint64_t at = bundle_magic.size();
    const auto count = read_at<std::uint64_t>(bytes, at);
    if (!is_bundle(bytes) || !count || *count > most_entries) {
        reject(what, "is not a whole offload bundle");
    }
    at += sizeof(std::uint64_t);
    for (std::uint64_t index = 0; index < *count; ++index) {
        const auto offset = read_at<std::uint64_t>(bytes, at);
        const auto size = read_at<std::uint64_t>(bytes, at + 8);
        const auto name_size = read_at<std::uint64_t>(bytes, at + 16);
        if (!offset || !size || !name_size || !within(bytes, at + 24, *name_size) || !within(bytes, *offset, *size)) {
            reject(what, fmt::format("is not a whole offload bundle: its {} bytes end before entry {} of {}",
                                     bytes.size(), index, *count));
        }
        const std::string_view name = bytes.substr(at + 24, *name_size);
        at += 24 + *name_size;
        if (name.compare(0, 4, "host") == 0) {
            continue;
        }
        if (const auto target = parse_target(name)) {
            entries.push_back({target->name(), bytes.substr(*offset, *size)});
        }
    }
    return entries;
}

}  // namespace quovis::hip
