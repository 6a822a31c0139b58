#include "plugins/common/elf.hpp"

namespace quovis::plugins {

Elf::Elf(std::string_view bytes) : bytes_(bytes) {
    const auto header = read_at<Elf64_Ehdr>(bytes, 0);
    if (!header || !begins(bytes) || header->e_ident[EI_CLASS] != ELFCLASS64 ||
        header->e_shentsize != sizeof(Elf64_Shdr)) {
        return;
    }
    table_ = header->e_shoff;
    count_ = header->e_shnum;
    is_linked_ = header->e_type == ET_DYN;
    names_ = content_of(header->e_shstrndx).value_or(std::string_view());
    for (unsigned index = 0; index < count_ && !symbols_; ++index) {
        const auto one = section(index);
        if (one && one->sh_type == SHT_SYMTAB && one->sh_entsize == sizeof(Elf64_Sym) && content_of(index)) {
            symbols_ = index;
        }
    }
}

std::optional<Elf64_Shdr> Elf::section(unsigned index) const {
    constexpr std::uint64_t size = sizeof(Elf64_Shdr);
    return index < count_ && table_ <= bytes_.size() ? read_at<Elf64_Shdr>(bytes_, table_ + index * size)
                                                     : std::nullopt;
}

std::optional<std::string_view> Elf::content_of(unsigned index) const {
    const auto found = section(index);
    return found && found->sh_type != SHT_NOBITS ? part(bytes_, found->sh_offset, found->sh_size) : std::nullopt;
}

// CUDA's linked files have type ET_EXEC and offsets none the less.
std::optional<std::string_view> Elf::variable(const Elf64_Sym& symbol) const {
    const auto in = ELF64_ST_TYPE(symbol.st_info) == STT_OBJECT ? section(symbol.st_shndx) : std::nullopt;
    const auto content = in ? content_of(symbol.st_shndx) : std::nullopt;
    const std::uint64_t start = in && is_linked_ ? in->sh_addr : 0;
    return content && symbol.st_value >= start ? part(*content, symbol.st_value - start, symbol.st_size) : std::nullopt;
}

}  // namespace quovis::plugins
