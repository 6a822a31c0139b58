// Reads `.entry NAME (.param …, …)`. PTX ISA, sections "Kernel Function Directives: .entry" and "Kernel Parameter
// Attributes".
#include "plugins/common/ptx_parameters.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <utility>

namespace quovis::plugins {
namespace {

constexpr std::size_t largest_alignment = 1024;
constexpr std::size_t most_bytes = 1u << 20u;  // of all parameters; no device takes nearly as much

bool is_word(char byte) {
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9') ||
           byte == '_' || byte == '$' || byte == '%' || byte == '.';
}

// Words and single signs, without comments, quoted texts and blanks. Empty at the end.
class Tokens {
  public:
    explicit Tokens(std::string_view text) : rest_(text) {}

    std::string_view next() {
        skip();
        std::size_t size = rest_.empty() ? 0 : 1;
        while (size != 0 && is_word(rest_[0]) && size < rest_.size() && is_word(rest_[size])) {
            ++size;
        }
        return take(size);
    }

  private:
    std::string_view take(std::size_t size) {
        const std::string_view taken = rest_.substr(0, size);
        rest_.remove_prefix(taken.size());
        return taken;
    }

    void skip_past(std::string_view end, std::size_t from) {
        const std::size_t at = rest_.find(end, from);
        take(at == std::string_view::npos ? rest_.size() : at + end.size());
    }

    void skip() {
        for (;;) {
            take(std::min(rest_.find_first_not_of(" \t\r\n\v\f"), rest_.size()));
            if (rest_.substr(0, 2) == "//") {
                skip_past("\n", 2);
            } else if (rest_.substr(0, 2) == "/*") {
                skip_past("*/", 2);
            } else if (rest_.substr(0, 1) == "\"") {
                skip_past("\"", 1);
            } else {
                return;
            }
        }
    }

    std::string_view rest_;
};

struct Type {
    std::string_view word;
    std::size_t size;
    std::int32_t kind;
    std::string_view name;  // where the PTX type is one of C++ alone: an integer's says nothing about its sign
};
constexpr std::array types{
    Type{".b8", 1, QUOVIS_RT_PARAMETER_VALUE, ""},        Type{".s8", 1, QUOVIS_RT_PARAMETER_VALUE, ""},
    Type{".u8", 1, QUOVIS_RT_PARAMETER_VALUE, ""},        Type{".b16", 2, QUOVIS_RT_PARAMETER_VALUE, ""},
    Type{".s16", 2, QUOVIS_RT_PARAMETER_VALUE, ""},       Type{".u16", 2, QUOVIS_RT_PARAMETER_VALUE, ""},
    Type{".f16", 2, QUOVIS_RT_PARAMETER_VALUE, ""},       Type{".b32", 4, QUOVIS_RT_PARAMETER_VALUE, ""},
    Type{".s32", 4, QUOVIS_RT_PARAMETER_VALUE, ""},       Type{".u32", 4, QUOVIS_RT_PARAMETER_VALUE, ""},
    Type{".f32", 4, QUOVIS_RT_PARAMETER_VALUE, "float"},  Type{".b64", 8, QUOVIS_RT_PARAMETER_UNKNOWN, ""},
    Type{".s64", 8, QUOVIS_RT_PARAMETER_UNKNOWN, ""},     Type{".u64", 8, QUOVIS_RT_PARAMETER_UNKNOWN, ""},
    Type{".f64", 8, QUOVIS_RT_PARAMETER_VALUE, "double"}, Type{".b128", 16, QUOVIS_RT_PARAMETER_VALUE, ""},
    Type{".texref", 8, QUOVIS_RT_PARAMETER_VALUE, ""},    Type{".samplerref", 8, QUOVIS_RT_PARAMETER_VALUE, ""},
    Type{".surfref", 8, QUOVIS_RT_PARAMETER_VALUE, ""}};

const Type* type_of(std::string_view word) {
    for (const Type& type : types) {
        if (type.word == word) {
            return &type;
        }
    }
    return nullptr;
}

std::optional<std::size_t> number(std::string_view word, std::size_t most) {
    std::size_t value = 0;
    const auto [end, failure] = std::from_chars(word.data(), word.data() + word.size(), value);
    const bool is_whole = failure == std::errc() && end == word.data() + word.size();
    return is_whole && value != 0 && value <= most ? std::optional(value) : std::nullopt;
}

struct Declaration {
    const Type* type = nullptr;
    std::size_t alignment = 0;
    std::size_t elements = 1;
    bool is_array = false;
    bool is_pointer = false;
    AddressSpace space = AddressSpace::none;
};

bool is_object(std::string_view word) {
    return word == ".texref" || word == ".samplerref" || word == ".surfref";
}

// What follows `.ptr`; a handle of an object is written as a pointer.
std::optional<AddressSpace> space_of(std::string_view word) {
    if (word == ".global" || word == ".const") {
        return AddressSpace::memory;
    }
    if (word == ".shared") {
        return AddressSpace::shared;
    }
    return word == ".local" || is_object(word) ? std::optional(AddressSpace::other) : std::nullopt;
}

// One `.param …` up to the comma or parenthesis behind it, which `end` is then. Nothing where it is not understood.
std::optional<Declaration> read_declaration(Tokens& tokens, std::string_view& end) {
    Declaration read;
    std::string_view token = tokens.next();
    if (token != ".param") {
        return std::nullopt;
    }
    bool has_name = false;
    for (token = tokens.next(); token != "," && token != ")"; token = tokens.next()) {
        if (token == ".align") {
            const auto alignment = number(tokens.next(), largest_alignment);
            if (!alignment || (*alignment & (*alignment - 1)) != 0) {
                return std::nullopt;
            }
            // Behind `.ptr` it is that of what the pointer points to.
            read.alignment = read.is_pointer ? read.alignment : *alignment;
        } else if (token == ".ptr") {
            read.is_pointer = true;
            read.space = AddressSpace::memory;  // generic, where no space follows
        } else if (const auto space = read.is_pointer && !has_name ? space_of(token) : std::nullopt) {
            read.space = *space;
        } else if (token == "[" && has_name && !read.is_array) {
            const auto elements = number(tokens.next(), most_bytes);
            if (!elements || tokens.next() != "]") {
                return std::nullopt;
            }
            read.is_array = true;
            read.elements = *elements;
        } else if (token.substr(0, 1) == "." && read.type == nullptr) {
            read.type = type_of(token);
            read.space = is_object(token) ? AddressSpace::other : read.space;
        } else if (!token.empty() && is_word(token[0]) && token[0] != '.' && !has_name) {
            has_name = true;
        } else {
            return std::nullopt;
        }
    }
    end = token;
    return read.type != nullptr && has_name ? std::optional(read) : std::nullopt;
}

// Appends it behind the others, as the driver lays them out. False when that would be too far.
bool append(ParameterList& list, const Declaration& read) {
    const std::size_t alignment = read.alignment == 0 ? read.type->size : read.alignment;
    const std::size_t begin = list.empty() ? 0 : list.back().offset + list.back().size;
    ParameterFacts facts;
    facts.offset = (begin + alignment - 1) / alignment * alignment;
    facts.size = read.type->size * read.elements;
    facts.alignment = static_cast<std::uint32_t>(alignment);
    facts.space = read.space;
    if (read.is_array) {
        facts.kind = kind_by_size(facts.size);  // a struct; one of 8 bytes may be a pointer's wrapping
    } else if (read.is_pointer && facts.size == sizeof(std::uint64_t)) {
        facts.kind = read.space == AddressSpace::memory ? QUOVIS_RT_PARAMETER_POINTER : QUOVIS_RT_PARAMETER_UNKNOWN;
    } else {
        facts.kind = read.type->kind;
        facts.type = read.type->name;
    }
    list.push_back(std::move(facts));
    return list.back().offset + list.back().size <= most_bytes;
}

// What follows an `.entry`'s name: the list in parentheses, or none. Not the end of the text.
std::optional<ParameterList> read_list(Tokens& tokens, std::string_view first) {
    if (first.empty()) {
        return std::nullopt;
    }
    ParameterList list;
    if (first != "(") {
        return list;
    }
    Tokens ahead = tokens;
    if (ahead.next() == ")") {
        return list;
    }
    for (std::string_view end = ","; end == ",";) {
        const auto read = read_declaration(tokens, end);
        if (!read || !append(list, *read)) {
            return std::nullopt;
        }
    }
    return list;
}

}  // namespace

ParameterLists parameters_of_ptx(std::string_view text) {
    ParameterLists lists;
    Tokens tokens(text.substr(0, text.find('\0')));
    for (std::string_view token = tokens.next(); !token.empty(); token = tokens.next()) {
        if (token != ".entry") {
            continue;
        }
        const std::string_view name = tokens.next();
        const auto list = name.empty() || !is_word(name[0]) ? std::nullopt : read_list(tokens, tokens.next());
        if (list) {
            lists.insert_or_assign(std::string(name), *list);
        }
    }
    return lists;
}

}  // namespace quovis::plugins
