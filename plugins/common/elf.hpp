// Sections and variables of a 64-bit ELF file (System V ABI, chapter 4). Nothing in it is trusted: what is not whole is
// not seen.
#pragma once

#include <elf.h>

#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>
#include <utility>

namespace quovis::plugins {

template <class Value>
std::optional<Value> read_at(std::string_view bytes, std::uint64_t offset) {
    if (offset > bytes.size() || bytes.size() - offset < sizeof(Value)) {
        return std::nullopt;
    }
    Value value;
    std::memcpy(&value, bytes.data() + offset, sizeof(value));
    return value;
}

inline std::optional<std::string_view> part(std::string_view bytes, std::uint64_t offset, std::uint64_t size) {
    if (offset > bytes.size() || size > bytes.size() - offset) {
        return std::nullopt;
    }
    return bytes.substr(offset, size);
}

// The bytes must outlive it.
class Elf {
  public:
    explicit Elf(std::string_view bytes);

    static bool begins(std::string_view bytes) { return bytes.substr(0, SELFMAG) == ELFMAG; }

    // Calls `see(name, content)` for each section whose bytes are there.
    template <class See>
    void for_each_section(See&& see) const {
        for (unsigned index = 0; index < count_; ++index) {
            if (const auto content = content_of(index)) {
                see(name_at(names_, section(index)->sh_name), *content);
            }
        }
    }

    // Calls `see(name, symbol)` for each in the first table of symbols.
    template <class See>
    void for_each_symbol(See&& see) const {
        const auto names = symbols_ ? content_of(section(*symbols_)->sh_link) : std::nullopt;
        std::string_view rest = names ? *content_of(*symbols_) : std::string_view();
        for (; rest.size() >= sizeof(Elf64_Sym); rest.remove_prefix(sizeof(Elf64_Sym))) {
            const auto symbol = *read_at<Elf64_Sym>(rest, 0);
            see(name_at(*names, symbol.st_name), symbol);
        }
    }

    // Calls `see(name, content)` for each variable whose bytes are in the file.
    template <class See>
    void for_each_variable(See&& see) const {
        for_each_symbol([&](std::string_view name, const Elf64_Sym& symbol) {
            if (const auto content = variable(symbol)) {
                see(name, *content);
            }
        });
    }

  private:
    static std::string_view name_at(std::string_view names, std::uint32_t offset) {
        const std::string_view rest = offset < names.size() ? names.substr(offset) : std::string_view();
        return rest.substr(0, rest.find('\0'));
    }
    std::optional<Elf64_Shdr> section(unsigned index) const;
    std::optional<std::string_view> content_of(unsigned index) const;
    std::optional<std::string_view> variable(const Elf64_Sym& symbol) const;

    std::string_view bytes_;
    std::uint64_t table_ = 0;
    unsigned count_ = 0;
    bool is_linked_ = false;  // a symbol's value is an address then, else an offset into its section
    std::string_view names_;
    std::optional<unsigned> symbols_;  // the section of them
};

}  // namespace quovis::plugins
