// C99, section 6.10.3.
#include "plugins/common/opencl_c/macro.hpp"

#include <algorithm>

namespace quovis::opencl_c {
namespace {

bool is_same(const BodyToken& one, const BodyToken& other) {
    return one.token.text == other.token.text && one.token.space_before == other.token.space_before &&
           one.stringized == other.stringized && one.pasted == other.pasted;
}

}  // namespace

bool Macro::is_same_as(const Macro& other) const {
    return built_in == other.built_in && takes_arguments == other.takes_arguments && is_variadic == other.is_variadic &&
           parameters == other.parameters &&
           std::equal(body.begin(), body.end(), other.body.begin(), other.body.end(), is_same);
}

Macro* MacroTable::find(std::string_view name) {
    if (!may_be_known(name)) {
        return nullptr;
    }
    const std::uint32_t hash = hash_of_name(name);
    const std::uint32_t own = numbers_.find(name, hash);
    if (own != 0) {
        return own == undefined ? nullptr : &macros_[own - 1];
    }
    const std::uint32_t others = others_ == nullptr ? 0 : others_->numbers_.find(name, hash);
    if (others == 0) {
        return nullptr;
    }
    define(others_->macros_[others - 1]);  // a copy, for what is noted in it while it is in use
    return &macros_.back();
}

void MacroTable::define(Macro macro) {
    lengths_[static_cast<unsigned char>(macro.name.front())] |= 1U << (macro.name.size() & 31U);
    macros_.push_back(std::move(macro));
    numbers_[macros_.back().name] = static_cast<std::uint32_t>(macros_.size());
}

void MacroTable::undefine(std::string_view name) {
    numbers_[name] = undefined;
}

std::string stringized(const std::vector<Token>& argument) {
    std::string text = "\"";
    for (const Token& token : argument) {
        if (token.space_before && text.size() > 1) {
            text += ' ';
        }
        const bool is_literal = token.kind == TokenKind::string || token.kind == TokenKind::character;
        for (const char c : token.text) {
            if (is_literal && (c == '"' || c == '\\')) {
                text += '\\';
            }
            text += c;
        }
    }
    return text + '"';
}

std::string destringized(std::string_view literal) {
    literal.remove_prefix(literal.front() == 'L' ? 2 : 1);
    literal.remove_suffix(1);
    std::string text;
    for (std::size_t at = 0; at < literal.size(); ++at) {
        const bool is_escape =
            literal[at] == '\\' && at + 1 < literal.size() && (literal[at + 1] == '"' || literal[at + 1] == '\\');
        at += is_escape ? 1 : 0;
        text += literal[at];
    }
    return text;
}

}  // namespace quovis::opencl_c
