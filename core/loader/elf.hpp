// What an ELF file says of itself, read without opening it as code: its machine and the symbols it exports.
// Every offset is checked against the file's size, since any file may lie in a plugin folder.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace quovis::core {

struct ElfFacts {
    std::string fault;                  // why it is not a shared object of this machine; empty when it is one
    std::vector<std::string> exported;  // defined dynamic symbols that are visible outside
    std::string build;                  // the linker's build id, or a hash of the whole file
};

ElfFacts read_elf(const std::string& path);

}  // namespace quovis::core
