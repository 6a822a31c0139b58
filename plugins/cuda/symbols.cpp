// Reads the symbol table; nothing in the file is trusted before it is checked.
#include "plugins/cuda/symbols.hpp"

#include <elf.h>

#include <cstdint>
#include <cstring>
#include <optional>

namespace quovis::cuda {
namespace {

template <class Struct>
std::optional<Struct> read_at(std::string_view bytes, std::uint64_t offset) {
    if (offset > bytes.size() || bytes.size() - offset < sizeof(Struct)) {
        return std::nullopt;
    }
    Struct value;
    std::memcpy(&value, bytes.data() + offset, sizeof(value));
    return value;
}

std::optional<Elf64_Shdr> section(std::string_view bytes, const Elf64_Ehdr& header, std::uint64_t index) {
    return index < header.e_shnum ? read_at<Elf64_Shdr>(bytes, header.e_shoff + index * sizeof(Elf64_Shdr))
                                  : std::nullopt;
}

std::string name_at(std::string_view bytes, const Elf64_Shdr& strings, std::uint32_t offset) {
    if (offset >= strings.sh_size || strings.sh_offset > bytes.size() ||
        strings.sh_size > bytes.size() - strings.sh_offset) {
        return {};
    }
    const std::string_view text = bytes.substr(strings.sh_offset + offset, strings.sh_size - offset);
    return std::string(text.substr(0, text.find('\0')));
}

bool is_strong(const Elf64_Sym& symbol) {
    const auto type = ELF64_ST_TYPE(symbol.st_info);
    return ELF64_ST_BIND(symbol.st_info) == STB_GLOBAL && symbol.st_shndx != SHN_UNDEF &&
           (type == STT_FUNC || type == STT_OBJECT);
}

void collect(std::string_view bytes, const Elf64_Shdr& table, const Elf64_Shdr& strings,
             std::vector<std::string>& names) {
    for (std::uint64_t at = 0; at + sizeof(Elf64_Sym) <= table.sh_size; at += sizeof(Elf64_Sym)) {
        const auto symbol = read_at<Elf64_Sym>(bytes, table.sh_offset + at);
        if (!symbol) {
            return;
        }
        if (is_strong(*symbol)) {
            names.push_back(name_at(bytes, strings, symbol->st_name));
        }
    }
}

}  // namespace

std::vector<std::string> strong_symbols(std::string_view cubin) {
    std::vector<std::string> names;
    const auto header = read_at<Elf64_Ehdr>(cubin, 0);
    if (!header || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0) {
        return names;
    }
    for (std::uint64_t index = 0; index < header->e_shnum; ++index) {
        const auto table = section(cubin, *header, index);
        if (table && table->sh_type == SHT_SYMTAB) {
            if (const auto strings = section(cubin, *header, table->sh_link)) {
                collect(cubin, *table, *strings, names);
            }
        }
    }
    return names;
}

}  // namespace quovis::cuda
