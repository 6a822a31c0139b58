// The bodies of macros as names of headers.
#include "core/program/include_macros.hpp"

#include "core/support/include_lines.hpp"

#include <algorithm>
#include <cctype>

namespace quovis::core {
namespace {

bool is_word(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

std::optional<HeaderName> header_name(const MacroDefinition& definition) {
    const std::string& body = definition.body;
    if (body.size() < 3)
        return std::nullopt;
    const bool quoted = body.front() == '"' && body.back() == '"';
    const bool angled = body.front() == '<' && body.back() == '>';
    std::string name = body.substr(1, body.size() - 2);
    if ((!quoted && !angled) || name.find_first_of("\"\\<> \t\n") != std::string::npos)
        return std::nullopt;
    return HeaderName{std::move(name), quoted};
}

}  // namespace

void HeaderMacros::add_definitions(std::string_view text) {
    for (const MacroDefinition& definition : macro_definitions(text))
        definitions_[definition.name].push_back(header_name(definition));
}

std::optional<std::vector<HeaderName>> HeaderMacros::names(const std::string& macro, std::size_t from) const {
    std::vector<HeaderName> names;
    if (macro.empty() || !std::all_of(macro.begin(), macro.end(), is_word))
        return std::nullopt;
    const auto found = definitions_.find(macro);
    for (std::size_t index = from; found != definitions_.end() && index < found->second.size(); ++index) {
        if (!found->second[index])
            return std::nullopt;
        names.push_back(*found->second[index]);
    }
    return names;
}

bool HeaderMacros::is_certain(const std::string& macro) const {
    const auto found = definitions_.find(macro);
    if (found == definitions_.end())
        return false;
    const auto may_be_macro = [&](const std::string& word) {
        return definitions_.count(word) != 0 || word.front() == '_' || word == "linux" || word == "unix";
    };
    const auto is_plain = [&](const std::optional<HeaderName>& header) {
        for (std::size_t at = 0; header && !header->quoted && at < header->name.size(); ++at) {
            const std::size_t start = at;
            while (at < header->name.size() && is_word(header->name[at]))
                ++at;
            if (at != start && may_be_macro(header->name.substr(start, at - start)))
                return false;
        }
        return header.has_value();
    };
    return std::all_of(found->second.begin(), found->second.end(), is_plain);
}

}  // namespace quovis::core
