// One function for each type of key, and the choice between them.
// Texts are taken as they are written: a number may stand where a text is wanted, but not the other way round.
#include "core/config/words.hpp"

#include "core/support/files.hpp"
#include "core/support/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <span>

namespace quovis::core {

namespace {

using Fault = std::optional<std::string>;

std::string must_be(const std::string& expected, const ConfigNode& word) {
    return fmt::format("must be {}, not {}", expected, word.text.empty() ? "an empty word" : in_quotes(word.text));
}

std::string did_you_mean(const std::optional<std::string>& meant) {
    return meant ? fmt::format("; did you mean '{}'?", *meant) : std::string();
}

// The table's words for a single element, also where the key takes a list.
std::string expected_of(const ConfigKey& key) {
    ConfigKey single = key;
    single.count = KeyCount::one;
    return expectation(single);
}

Fault check_choice(const ConfigNode& word, const ConfigKey& key) {
    if (std::find(key.words.begin(), key.words.end(), word.text) != key.words.end()) {
        return std::nullopt;
    }
    return must_be(expected_of(key), word) + did_you_mean(nearest_word(word.text, key.words));
}

Fault check_boolean(const ConfigNode& word, const ConfigKey& key) {
    if (!word.quoted && (word.text == "true" || word.text == "false")) {
        return std::nullopt;
    }
    return must_be(expected_of(key), word) + (word.quoted ? " in quotes" : "");
}

Fault check_integer(const ConfigNode& word, const ConfigKey& key) {
    std::int64_t number = 0;
    const char* const last = word.text.data() + word.text.size();
    const auto [end, error] = std::from_chars(word.text.data(), last, number);
    if (error == std::errc() && end == last && !word.quoted && number >= key.least && number <= key.greatest) {
        return std::nullopt;
    }
    return must_be(expected_of(key), word) + (word.quoted ? " in quotes" : "");
}

Fault check_size(const ConfigNode& word, const ConfigKey& key) {
    return parse_byte_size(word.text) ? std::nullopt : Fault(must_be(expected_of(key), word));
}

Fault check_selector(const ConfigNode& word, const SelectorFault* selector_fault) {
    if (!selector_fault || !*selector_fault) {
        return std::nullopt;
    }
    const Fault fault = (*selector_fault)(word.text);
    return fault ? Fault(fmt::format("is no device selector: {}", *fault)) : std::nullopt;
}

Fault make_absolute(ConfigNode& word) {
    const std::string path = expand_user(word.text);
    if (path.starts_with('~')) {
        const bool home = path == "~" || path.starts_with("~/");
        return home ? fmt::format("is {}, and no home directory is known: HOME is not set", in_quotes(word.text))
                    : fmt::format("is {}; only '~/' is replaced, write the folder of another user in full",
                                  in_quotes(word.text));
    }
    word.text = absolute_path(path, word.place.source ? word.place.source->folder : std::string());
    return std::nullopt;
}

Fault check_plugin(const ConfigNode& word) {
    if (is_plugin_name(word.text)) {
        return std::nullopt;
    }
    std::string lower = word.text;
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    const bool meant = is_plugin_name(lower);
    return fmt::format("must be a plugin's name (lower-case letters, digits and '-'), not {}", in_quotes(word.text)) +
           did_you_mean(meant ? std::optional(lower) : std::nullopt);
}

bool is_identifier_start(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

Fault check_define(const ConfigNode& word, const ConfigKey& key) {
    const std::string_view name = std::string_view(word.text).substr(0, word.text.find('='));
    const bool valid =
        !name.empty() && is_identifier_start(name.front()) &&
        std::all_of(name.begin(), name.end(), [](char c) { return is_identifier_start(c) || is_digit(c); });
    return valid ? std::nullopt : Fault(must_be(expected_of(key), word));
}

// A plugin knows its own settings, but not the folder of the file that they stand in.
Fault resolve_setting(ConfigNode& word) {
    const std::string& text = word.text;
    const bool is_path = text.starts_with("~/") || text.starts_with("./") || text.starts_with("../");
    return is_path ? make_absolute(word) : std::nullopt;
}

}  // namespace

bool is_plugin_name(std::string_view text) {
    const auto inner = [](char c) { return (c >= 'a' && c <= 'z') || is_digit(c) || c == '-' || c == '_' || c == '.'; };
    return !text.empty() && text.size() <= 64 && ((text[0] >= 'a' && text[0] <= 'z') || is_digit(text[0])) &&
           std::all_of(text.begin(), text.end(), inner);
}

std::optional<std::string> check_word(ConfigNode& word, const ConfigKey& key, const SelectorFault* selector_fault) {
    if (word.text.find('\0') != std::string::npos) {
        return "must not contain the character 0";
    }
    if (word.text.empty() && key.type != KeyType::setting) {
        return must_be(expected_of(key), word);
    }
    switch (key.type) {
        case KeyType::word:
            return check_choice(word, key);
        case KeyType::boolean:
            return check_boolean(word, key);
        case KeyType::version:
        case KeyType::integer:
            return check_integer(word, key);
        case KeyType::size:
            return check_size(word, key);
        case KeyType::selector:
            return check_selector(word, selector_fault);
        case KeyType::path:
            return make_absolute(word);
        case KeyType::plugin:
            return check_plugin(word);
        case KeyType::define:
            return check_define(word, key);
        case KeyType::setting:
            return resolve_setting(word);
        case KeyType::text:
        case KeyType::glob:
            break;
    }
    return std::nullopt;
}

}  // namespace quovis::core
