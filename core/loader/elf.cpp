// Reads the ELF header and the dynamic symbol table. Boost.DLL's reader is not used: it looks only at .symtab, which a
// stripped plugin lacks, and believes the sizes of a damaged file.
#include "core/loader/elf.hpp"

#include "core/support/descriptor.hpp"
#include "core/support/files.hpp"
#include "core/support/hash.hpp"

#include <elf.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

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

// A file of which only parts are read: plugins may be large, and mapping one would be an end by SIGBUS if another
// process cut it meanwhile.
class File {
  public:
    explicit File(const std::string& path) : descriptor_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {
        struct stat status {};
        if (descriptor_.open() && ::fstat(descriptor_.number(), &status) == 0 && S_ISREG(status.st_mode))
            size_ = static_cast<std::uint64_t>(status.st_size);
    }

    // Nothing where the file does not reach so far.
    std::optional<std::string> slice(std::uint64_t offset, std::uint64_t size) const {
        if (offset > size_ || size_ - offset < size)
            return std::nullopt;
        std::string bytes(size, '\0');
        for (std::size_t done = 0; done < size;) {
            const auto count =
                ::pread(descriptor_.number(), bytes.data() + done, size - done, static_cast<off_t>(offset + done));
            if (count <= 0)
                return std::nullopt;
            done += static_cast<std::size_t>(count);
        }
        return bytes;
    }
    template <typename T>
    std::optional<T> at(std::uint64_t offset) const {
        const auto bytes = slice(offset, sizeof(T));
        return bytes ? std::optional(item<T>(*bytes, 0)) : std::nullopt;
    }

    // The element at an offset of bytes that reach so far.
    template <typename T>
    static T item(const std::string& bytes, std::uint64_t offset) {
        T value;
        std::memcpy(&value, bytes.data() + offset, sizeof(T));
        return value;
    }

  private:
    Descriptor descriptor_;
    std::uint64_t size_ = 0;
};

std::string header_fault(const File& file) {
    const auto identity = file.slice(0, EI_NIDENT);
    if (!identity || identity->substr(0, SELFMAG) != std::string(ELFMAG, SELFMAG))
        return "it is not an ELF file";
    if ((*identity)[EI_CLASS] == ELFCLASS32) {
        const auto header = file.at<Elf32_Ehdr>(0);
        return fmt::format("it is a 32-bit file ({}), and this process is {}",
                           header ? machine_name(header->e_machine) : "cut short", machine_name(this_machine));
    }
    const auto header = file.at<Elf64_Ehdr>(0);
    if ((*identity)[EI_CLASS] != ELFCLASS64 || !header)
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
bool read_symbols(const File& file, const Elf64_Shdr& section, const Elf64_Shdr& names_section,
                  std::vector<std::string>& exported) {
    const auto table = file.slice(section.sh_offset, section.sh_size);
    const auto names = file.slice(names_section.sh_offset, names_section.sh_size);
    if (!table || !names)
        return false;
    for (std::uint64_t at = 0; at + sizeof(Elf64_Sym) <= table->size(); at += sizeof(Elf64_Sym)) {
        const auto symbol = File::item<Elf64_Sym>(*table, at);
        if (!is_exported(symbol))
            continue;
        if (symbol.st_name >= names->size())
            return false;
        exported.emplace_back(names->c_str() + symbol.st_name);
    }
    return true;
}

// The linker's note (elf(5), "Notes"); empty where there is none or it is damaged.
std::string build_id(const std::string& notes) {
    const auto padded = [](std::uint64_t size) { return (size + 3) & ~std::uint64_t{3}; };
    for (std::uint64_t at = 0; at + sizeof(Elf64_Nhdr) <= notes.size();) {
        const auto note = File::item<Elf64_Nhdr>(notes, at);
        const auto content = at + sizeof(Elf64_Nhdr) + padded(note.n_namesz);
        const auto next = content + padded(note.n_descsz);
        if (next > notes.size())
            break;
        if (note.n_type == NT_GNU_BUILD_ID && notes.substr(at + sizeof(Elf64_Nhdr), 3) == "GNU") {
            std::string id;
            for (const char byte : notes.substr(content, note.n_descsz))
                id += fmt::format("{:02x}", static_cast<unsigned char>(byte));
            return id;
        }
        at = next;
    }
    return {};
}

// False when a table reaches beyond the file.
bool read_sections(const File& file, ElfFacts& facts) {
    const auto header = *file.at<Elf64_Ehdr>(0);
    const auto sections = file.slice(header.e_shoff, std::uint64_t{header.e_shnum} * sizeof(Elf64_Shdr));
    if (!sections)
        return false;
    for (std::uint32_t index = 0; index < header.e_shnum; ++index) {
        const auto section = File::item<Elf64_Shdr>(*sections, index * sizeof(Elf64_Shdr));
        if (section.sh_type == SHT_NOTE && facts.build.empty()) {
            if (const auto notes = file.slice(section.sh_offset, section.sh_size))
                facts.build = build_id(*notes);
        }
        if (section.sh_type != SHT_DYNSYM)
            continue;
        if (section.sh_link >= header.e_shnum ||
            !read_symbols(file, section, File::item<Elf64_Shdr>(*sections, section.sh_link * sizeof(Elf64_Shdr)),
                          facts.exported))
            return false;
    }
    return true;
}

}  // namespace

ElfFacts read_elf(const std::string& path) {
    const File file(path);
    ElfFacts facts;
    facts.fault = header_fault(file);
    if (facts.fault.empty() && !read_sections(file, facts))
        facts.fault = "it is damaged: a table reaches beyond the end of the file";
    if (facts.fault.empty() && facts.build.empty())
        facts.build = hash_of(read_file(path)).hex();
    return facts;
}

}  // namespace quovis::core
