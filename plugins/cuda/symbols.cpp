// Reads the symbol table; nothing in the file is trusted before it is checked.
#include "plugins/cuda/symbols.hpp"

#include "plugins/common/elf.hpp"

namespace quovis::cuda {
namespace {

constexpr unsigned char entry = 0x10;  // STO_CUDA_ENTRY in st_other, as `cuobjdump -elf` prints it

bool is_strong(const Elf64_Sym& symbol) {
    const auto type = ELF64_ST_TYPE(symbol.st_info);
    return ELF64_ST_BIND(symbol.st_info) == STB_GLOBAL && symbol.st_shndx != SHN_UNDEF &&
           (type == STT_FUNC || type == STT_OBJECT);
}

bool is_kernel(const Elf64_Sym& symbol) {
    return ELF64_ST_TYPE(symbol.st_info) == STT_FUNC && symbol.st_shndx != SHN_UNDEF && (symbol.st_other & entry) != 0;
}

std::vector<std::string> names_of(std::string_view cubin, bool (*is_wanted)(const Elf64_Sym&)) {
    std::vector<std::string> names;
    plugins::Elf(cubin).for_each_symbol([&](std::string_view name, const Elf64_Sym& symbol) {
        if (is_wanted(symbol)) {
            names.emplace_back(name);
        }
    });
    return names;
}

}  // namespace

std::vector<std::string> strong_symbols(std::string_view cubin) {
    return names_of(cubin, is_strong);
}

std::vector<std::string> kernel_symbols(std::string_view cubin) {
    return names_of(cubin, is_kernel);
}

}  // namespace quovis::cuda
