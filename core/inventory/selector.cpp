// Parsing and matching of selectors.
#include "core/inventory/selector.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdio>

namespace quovis::core {
namespace {

constexpr std::string_view known_words =
    "the words are: cuda, hip, opencl or another runtime's name; gpu, cpu, accelerator; any; uuid=…; pci=0000:41:00.0. "
    "A runtime can be followed by ':gpu', ':cpu' or ':accelerator', and any word but uuid and pci by ':N'. Commas "
    "separate alternatives, a leading '!' excludes";

[[noreturn]] void fail(std::string_view part, std::string_view why) {
    throw Error(QUOVIS_ERROR_INVALID_SELECTOR, "selection", fmt::format("selector '{}': {}", part, why),
                std::string(known_words));
}

std::string_view trimmed(std::string_view text) {
    const auto begin = text.find_first_not_of(" \t");
    if (begin == std::string_view::npos)
        return {};
    return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    for (;;) {
        const auto at = text.find(separator);
        parts.push_back(trimmed(text.substr(0, at)));
        if (at == std::string_view::npos)
            return parts;
        text.remove_prefix(at + 1);
    }
}

std::string lower(std::string_view text) {
    std::string result(text);
    std::transform(result.begin(), result.end(), result.begin(), [](unsigned char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : static_cast<char>(c);
    });
    return result;
}

std::optional<quovis_device_type> type_word(std::string_view word) {
    if (word == "gpu")
        return QUOVIS_DEVICE_GPU;
    if (word == "cpu")
        return QUOVIS_DEVICE_CPU;
    if (word == "accelerator")
        return QUOVIS_DEVICE_ACCELERATOR;
    return std::nullopt;
}

bool is_number(std::string_view word) {
    return !word.empty() && std::all_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; });
}

bool is_runtime_word(std::string_view word) {
    return !word.empty() && word[0] >= 'a' && word[0] <= 'z' && std::all_of(word.begin(), word.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
    });
}

std::size_t parse_index(std::string_view word, std::string_view part) {
    std::size_t index = 0;
    const auto [end, fault] = std::from_chars(word.data(), word.data() + word.size(), index);
    if (fault != std::errc() || end != word.data() + word.size())
        fail(part, fmt::format("'{}' is too large", word));
    return index;
}

// A UUID with or without its dashes and "GPU-" in front, as nvidia-smi prints it.
std::string normal_uuid(std::string_view text, std::string_view part) {
    auto uuid = lower(text);
    if (uuid.rfind("gpu-", 0) == 0)
        uuid.erase(0, 4);
    uuid.erase(std::remove(uuid.begin(), uuid.end(), '-'), uuid.end());
    const bool hexadecimal = uuid.find_first_not_of("0123456789abcdef") == std::string::npos;
    if (uuid.size() != 32 || !hexadecimal)
        fail(part, "a UUID has 32 hexadecimal digits");
    for (const auto at : {8U, 13U, 18U, 23U})
        uuid.insert(at, "-");
    return uuid;
}

std::string normal_pci(std::string_view text, std::string_view part) {
    const auto pci = lower(text);
    unsigned domain = 0;
    unsigned bus = 0;
    unsigned device = 0;
    unsigned function = 0;
    int used = 0;
    const bool whole = std::sscanf(pci.c_str(), "%8x:%2x:%2x.%1x%n", &domain, &bus, &device, &function, &used) == 4 &&
                       static_cast<std::size_t>(used) == pci.size();
    if (!whole)
        fail(part, "a PCI address looks like 0000:41:00.0");
    return fmt::format("{:04x}:{:02x}:{:02x}.{:x}", domain, bus, device, function);
}

}  // namespace

Selector Selector::parse(std::string_view text) {
    Selector selector;
    for (const auto part : split(text, ',')) {
        if (part.empty())
            fail(text, "an alternative is empty");
        selector.terms_.push_back(parse_term(part));
    }
    return selector;
}

void Selector::require_runtimes(const std::vector<std::string>& known) const {
    for (const auto& term : terms_)
        if (!term.runtime.empty() && std::find(known.begin(), known.end(), term.runtime) == known.end())
            fail(term.runtime, fmt::format("no plugin has a runtime '{}'", term.runtime));
}

Selector::Term Selector::parse_term(std::string_view part) {
    Term term;
    auto rest = part;
    if (rest.front() == '!') {
        term.excludes = true;
        rest = trimmed(rest.substr(1));
    }
    if (const auto equals = rest.find('='); equals != std::string_view::npos) {
        const auto key = trimmed(rest.substr(0, equals));
        const auto value = trimmed(rest.substr(equals + 1));
        if (key == "uuid")
            term.uuid = normal_uuid(value, part);
        else if (key == "pci")
            term.pci = normal_pci(value, part);
        else
            fail(part, fmt::format("'{}=' is not known", key));
        return term;
    }
    auto words = split(rest, ':');
    if (words.size() > 1 && is_number(words.back())) {
        term.index = parse_index(words.back(), part);
        words.pop_back();
    }
    if (words[0] == "any")
        term.any = true;
    else if (const auto type = type_word(words[0]))
        term.type = type;
    else if (is_runtime_word(words[0]))
        term.runtime = words[0];
    else
        fail(part, fmt::format("'{}' is not a word for a device", words[0]));
    if (words.size() == 2 && !term.runtime.empty()) {
        term.type = type_word(words[1]);
        if (!term.type)
            fail(part, fmt::format("'{}' can't follow '{}:'", words[1], words[0]));
    } else if (words.size() > 1) {
        fail(part, fmt::format("'{}' can't follow '{}'", words[1], words[0]));
    }
    return term;
}

bool Selector::matches_words(const Term& term, const Route& route) {
    if (!term.uuid.empty())
        return term.uuid == route.uuid;
    if (!term.pci.empty())
        return term.pci == route.pci;
    if (!term.runtime.empty() && term.runtime != route.plugin->runtime_name)
        return false;
    return !term.type || *term.type == route.type;
}

std::vector<std::shared_ptr<Route>> Selector::matching(const Term& term,
                                                       const std::vector<std::shared_ptr<Route>>& routes) {
    std::vector<std::shared_ptr<Route>> found;
    std::copy_if(routes.begin(), routes.end(), std::back_inserter(found),
                 [&](const auto& route) { return matches_words(term, *route); });
    if (!term.index)
        return found;
    if (*term.index >= found.size())
        return {};
    return {found[*term.index]};
}

std::vector<std::shared_ptr<Route>> Selector::choose(const std::vector<std::shared_ptr<Route>>& routes) const {
    std::vector<std::shared_ptr<Route>> excluded;
    std::vector<std::shared_ptr<Route>> chosen;
    const auto contains = [](const auto& list, const auto& route) {
        return std::find(list.begin(), list.end(), route) != list.end();
    };
    bool only_exclusions = true;
    for (const auto& term : terms_) {
        only_exclusions = only_exclusions && term.excludes;
        if (!term.excludes)
            continue;
        const auto found = matching(term, routes);
        excluded.insert(excluded.end(), found.begin(), found.end());
    }
    const auto add = [&](const std::vector<std::shared_ptr<Route>>& found) {
        for (const auto& route : found)
            if (!contains(chosen, route) && !contains(excluded, route))
                chosen.push_back(route);
    };
    for (const auto& term : terms_)
        if (!term.excludes)
            add(matching(term, routes));
    if (only_exclusions)
        add(routes);
    return chosen;
}

bool Selector::matches(const Route& route, const std::vector<std::shared_ptr<Route>>& routes) const {
    const auto chosen = choose(routes);
    return std::any_of(chosen.begin(), chosen.end(), [&](const auto& one) { return one.get() == &route; });
}

std::optional<std::string> selector_fault(std::string_view text) {
    try {
        Selector::parse(text);
        return std::nullopt;
    } catch (const Error& error) {
        return fmt::format("{}; {}", error.message, error.hint);
    }
}

}  // namespace quovis::core
