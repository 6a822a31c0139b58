// Writes the fakes that no compiler makes into the folder it is given: text, an empty file, a cut shared object, and
// ELF headers of another machine and of another word size.
#include <elf.h>

#include <cstring>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

namespace {

bool write(const std::string& path, const std::string& bytes) {
    std::ofstream file(path, std::ios::binary);
    file << bytes;
    return static_cast<bool>(file.flush());
}

// The header of a shared object, and nothing behind it.
template <typename Header>
std::string elf_header(unsigned char word_size, Elf64_Half machine) {
    Header header{};
    std::memcpy(header.e_ident, ELFMAG, SELFMAG);
    header.e_ident[EI_CLASS] = word_size;
    header.e_ident[EI_DATA] = ELFDATA2LSB;
    header.e_ident[EI_VERSION] = EV_CURRENT;
    header.e_type = ET_DYN;
    header.e_machine = machine;
    header.e_version = EV_CURRENT;
    header.e_ehsize = sizeof header;
    return std::string(reinterpret_cast<const char*>(&header), sizeof header);
}

}  // namespace

int main(int count, char** words) {
    if (count != 3) {
        std::cerr << "usage: make_files FOLDER SHARED_OBJECT\n";
        return 2;
    }
    const std::string folder = std::string(words[1]) + "/";
    std::ifstream whole(words[2], std::ios::binary);
    const std::string object(std::istreambuf_iterator<char>(whole), {});
    const bool written = object.size() > 4096 && write(folder + "text.so", "This is not a shared object.\n") &&
                         write(folder + "empty.so", "") &&
                         write(folder + "truncated.so", object.substr(0, object.size() / 3)) &&
                         write(folder + "wrong-machine.so", elf_header<Elf64_Ehdr>(ELFCLASS64, EM_AARCH64)) &&
                         write(folder + "wrong-class.so", elf_header<Elf32_Ehdr>(ELFCLASS32, EM_386));
    return written ? 0 : 1;
}
