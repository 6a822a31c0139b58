// Reads the note NT_GNU_BUILD_ID of a library that is mapped. Layout: elf(5), "Notes".
#include "plugins/common/build_id.hpp"

#include <elf.h>
#include <fmt/format.h>
#include <link.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "plugins/common/stamps.hpp"

namespace quovis::plugins {
namespace {

struct Wanted {
    std::uintptr_t address;
    std::string found;
};

// The id in a segment of notes, or an empty text.
std::string id_in(std::string_view notes) {
    while (notes.size() >= sizeof(ElfW(Nhdr))) {
        ElfW(Nhdr) header;
        std::memcpy(&header, notes.data(), sizeof(header));
        const auto padded = [](std::size_t size) { return (size + 3) & ~std::size_t{3}; };
        const std::size_t begin = sizeof(header) + padded(header.n_namesz);
        if (begin > notes.size() || header.n_descsz > notes.size() - begin) {
            break;
        }
        if (header.n_type == NT_GNU_BUILD_ID && notes.substr(sizeof(header), 4) == std::string_view("GNU", 4)) {
            std::string id;
            for (const char byte : notes.substr(begin, header.n_descsz)) {
                id += fmt::format("{:02x}", static_cast<unsigned char>(byte));
            }
            return id;
        }
        notes.remove_prefix(std::min(notes.size(), begin + padded(header.n_descsz)));
    }
    return {};
}

bool holds(const dl_phdr_info& library, std::uintptr_t address) {
    for (int index = 0; index < library.dlpi_phnum; ++index) {
        const ElfW(Phdr)& segment = library.dlpi_phdr[index];
        const std::uintptr_t begin = library.dlpi_addr + segment.p_vaddr;
        if (segment.p_type == PT_LOAD && address >= begin && address - begin < segment.p_memsz) {
            return true;
        }
    }
    return false;
}

int look(dl_phdr_info* library, std::size_t, void* data) {
    auto& wanted = *static_cast<Wanted*>(data);
    if (!holds(*library, wanted.address)) {
        return 0;
    }
    for (int index = 0; index < library->dlpi_phnum && wanted.found.empty(); ++index) {
        const ElfW(Phdr)& segment = library->dlpi_phdr[index];
        if (segment.p_type == PT_NOTE) {
            wanted.found =
                id_in({reinterpret_cast<const char*>(library->dlpi_addr + segment.p_vaddr), segment.p_memsz});
        }
    }
    return 1;
}

}  // namespace

std::string build_of(const Library& library) {
    Wanted wanted{reinterpret_cast<std::uintptr_t>(library.inside()), {}};
    dl_iterate_phdr(look, &wanted);
    return wanted.found.empty() ? stamp_of(library.opened()) : wanted.found;
}

}  // namespace quovis::plugins
