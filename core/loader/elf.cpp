// Reads the ELF header and the dynamic symbol table. Boost.DLL's reader is not used: it looks only at .symtab, which a
// stripped plugin lacks, and believes the sizes of a damaged file.
#include "core/loader/elf.hpp"

#include "core/support/files.hpp"

#include <elf.h>
#include <fmt/format.h>

#include <cstring>
#include <optional>
#include <string_view>

namespace quovis::core {
namespace {

#if defined(__x86_64__)
constexpr std::uint16_t this_machine = EM_X86_64;
#elif defined(__aarch64__)
constexpr std::uint16_t this_machine = EM_AARCH64;
#elif defined(__powerpc64__)
constexpr std::uint16_t this_machine = EM_PPC64;
#elif defined(__riscv)
constexpr std::uint16_t this_machine = EM_RISCV;
#else
#error "add the ELF machine of this architecture"
#endif

std::string machine_name(std::uint16_t machine) {
    switch (machine) {
        case EM_386:
            return "32-bit x86";
        case EM_X86_64:
            return "x86-64";
        case EM_ARM:
            return "32-bit Arm";
        case EM_AARCH64:
            return "64-bit Arm";
        case EM_PPC64:
            return "64-bit PowerPC";
        case EM_RISCV:
            return "RISC-V";
        default:
            return fmt::format("ELF machine {}", machine);
    }
}

template <typename T>
std::optional<T> read_at(std::string_view bytes, std::uint64_t offset) {
    if (offset > bytes.size() || bytes.size() - offset < sizeof(T))
        return std::nullopt;
    T value;
    std::memcpy(&value, bytes.data() + offset, sizeof(T));
    return value;
}

std::optional<std::string_view> slice(std::string_view bytes, std::uint64_t offset, std::uint64_t size) {
    if (offset > bytes.size() || bytes.size() - offset < size)
        return std::nullopt;
    return bytes.substr(offset, size);
}

std::string header_fault(std::string_view bytes) {
    if (bytes.size() < EI_NIDENT || bytes.substr(0, SELFMAG) != std::string_view(ELFMAG, SELFMAG))
        return "it is not an ELF file";
    if (bytes[EI_CLASS] == ELFCLASS32) {
        const auto header = read_at<Elf32_Ehdr>(bytes, 0);
        return fmt::format("it is a 32-bit file ({}), and this process is {}",
                           header ? machine_name(header->e_machine) : "cut short", machine_name(this_machine));
    }
    const auto header = read_at<Elf64_Ehdr>(bytes, 0);
    if (bytes[EI_CLASS] != ELFCLASS64 || !header)
        return "its ELF header is damaged or cut short";
    if (header->e_machine != this_machine)
        return fmt::format("it was built for {}, and this process is {}", machine_name(header->e_machine),
                           machine_name(this_machine));
    if (header->e_type != ET_DYN)
        return "it is not a shared object";
    return {};
}

bool is_exported(const Elf64_Sym& symbol) {
    const auto binding = ELF64_ST_BIND(symbol.st_info);
    const auto visibility = ELF64_ST_VISIBILITY(symbol.st_other);
    return symbol.st_shndx != SHN_UNDEF && binding != STB_LOCAL &&
           (visibility == STV_DEFAULT || visibility == STV_PROTECTED);
}

// False when a table reaches beyond the file.
bool read_symbols(std::string_view bytes, std::vector<std::string>& exported) {
    const auto header = *read_at<Elf64_Ehdr>(bytes, 0);
    for (std::uint32_t index = 0; index < header.e_shnum; ++index) {
        const auto section = read_at<Elf64_Shdr>(bytes, header.e_shoff + std::uint64_t{index} * sizeof(Elf64_Shdr));
        if (!section)
            return false;
        if (section->sh_type != SHT_DYNSYM)
            continue;
        const auto names_section =
            read_at<Elf64_Shdr>(bytes, header.e_shoff + std::uint64_t{section->sh_link} * sizeof(Elf64_Shdr));
        if (!names_section)
            return false;
        const auto table = slice(bytes, section->sh_offset, section->sh_size);
        const auto names = slice(bytes, names_section->sh_offset, names_section->sh_size);
        if (!table || !names)
            return false;
        for (std::uint64_t at = 0; at + sizeof(Elf64_Sym) <= table->size(); at += sizeof(Elf64_Sym)) {
            const auto symbol = *read_at<Elf64_Sym>(*table, at);
            if (!is_exported(symbol))
                continue;
            if (symbol.st_name >= names->size())
                return false;
            const auto name = names->substr(symbol.st_name);
            exported.emplace_back(name.substr(0, name.find('\0')));
        }
    }
    return true;
}

}  // namespace

ElfFacts read_elf(const std::string& path) {
    const std::string bytes = read_file(path);
    ElfFacts facts;
    facts.fault = header_fault(bytes);
    if (facts.fault.empty() && !read_symbols(bytes, facts.exported))
        facts.fault = "it is damaged: a table reaches beyond the end of the file";
    return facts;
}

}  // namespace quovis::core
