// The longest name in the tables that fits is the option that is meant.
#include "plugins/common/raw_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <system_error>

#include "plugins/common/host.hpp"
#include "plugins/common/request.hpp"
#include "plugins/common/text.hpp"

namespace quovis::plugins {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> split(std::string_view text, std::string_view separators) {
    std::vector<std::string> pieces;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find_first_of(separators, begin), text.size());
        if (end > begin) {
            pieces.emplace_back(text.substr(begin, end - begin));
        }
        begin = end + 1;
    }
    return pieces;
}

// The first of names with blanks between them.
std::string_view take_name(std::string_view& names) {
    const std::size_t end = std::min(names.find(' '), names.size());
    const std::string_view name = names.substr(0, end);
    names.remove_prefix(std::min(end + 1, names.size()));
    return name;
}

bool is_escaped(std::string_view text) {
    return text.find_first_of("\"'\\") != std::string_view::npos;
}

// Without the dashes, where one is as good as two; nothing for what is no option.
std::optional<std::string_view> bare(std::string_view word, bool one_dash_is_two) {
    if (!one_dash_is_two) {
        return word;
    }
    const std::size_t dashes = std::min(word.find_first_not_of('-'), word.size());
    return dashes == 1 || dashes == 2 ? std::optional(word.substr(dashes)) : std::nullopt;
}

bool is_option(std::string_view word) {
    return !word.empty() && (word.front() == '-' || word.front() == '@');
}

bool is_preprocessors(const RawOption* option) {
    return option != nullptr &&
           (option->effect == RawEffect::macro || option->effect == RawEffect::folder ||
            option->effect == RawEffect::system_folder || option->effect == RawEffect::first_header);
}

bool begins(std::string_view word, std::string_view name) {
    return word.compare(0, name.size(), name) == 0;
}

}  // namespace

struct Planner::Found {
    const RawOption* option = nullptr;
    std::size_t length = 0;            // of the name
    std::optional<std::string> value;  // in the same word
    bool wants_next = false;           // the value is the next word
};

Planner::Planner(const RawTable& table, const quovis_cc_request& request, std::vector<std::string> typed)
    : table_(table), request_(request), options_(options_of(request.options)) {
    plan_.words = std::move(typed);
}

void Planner::add_word(std::string word) {
    plan_.words.push_back(std::move(word));
}

void Planner::add_include_directories() {
    for (std::size_t index = 0; index < options_.include_directory_count; ++index) {
        add_include_directory(string(options_.include_directories[index]));
    }
}

void Planner::add_include_directory(std::string directory) {
    plan_.include_directories.push_back(std::move(directory));
}

void Planner::bypass(std::string reason) {
    if (plan_.bypass.empty()) {
        plan_.bypass = std::move(reason);
    }
}

void Planner::add_raw(const std::vector<std::string>& raw, std::string_view whose) {
    whose_ = whose;
    if (table_.is_one_line) {
        std::vector<std::string> words;
        for (const std::string& line : raw) {
            for (std::string& word : words_of(line)) {
                words.push_back(std::move(word));
            }
        }
        add_words(words, true);
    } else {
        add_words(raw, true);
    }
}

void Planner::add_words(const std::vector<std::string>& raw, bool is_of_request) {
    for (std::size_t index = 0; index < raw.size(); ++index) {
        const std::size_t first = index;
        std::string shown = raw[index];
        Found found = find(raw[index]);
        if (found.wants_next && index + 1 < raw.size()) {
            found.value = raw[++index];
            shown += " " + *found.value;
        }
        add_option(found, shown);
        if (found.wants_next && !found.value) {
            bypass(fmt::format("{} '{}' lacks its value", whose_, shown));
        } else if (found.wants_next && found.option->effect != RawEffect::passed_on && is_option(*found.value)) {
            // Hardly meant as a value, and the compiler may take it for an option too.
            bypass(fmt::format("{} '{}' has an option where its value belongs", whose_, shown));
        }
        if (is_of_request && !is_preprocessors(found.option)) {
            for (std::size_t word = first; word <= index; ++word) {
                plan_.other_raw.push_back(raw[word]);
            }
        }
    }
}

void Planner::add_variable(std::string_view variable) {
    const std::string flags = environment(variable).value_or(std::string());
    if (flags.empty()) {
        return;
    }
    whose_ = fmt::format("in the variable {} the option", variable);
    plan_.words.push_back(fmt::format("{}:", variable));
    add_words(words_of(flags), false);
}

// A line may be quoted in ways that differ from compiler to compiler.
std::vector<std::string> Planner::words_of(const std::string& line) {
    if (is_escaped(line)) {
        bypass(fmt::format("{} '{}' has a quote or a backslash, which Quovis does not read", whose_, line));
    }
    return split(line, " \t\r\n");
}

Plan Planner::finish() && {
    for (std::string& folder : system_folders_) {
        plan_.include_directories.push_back(std::move(folder));
    }
    for (std::string& header : plan_.first_headers) {
        header = resolved(header);
    }
    return std::move(plan_);
}

Planner::Found Planner::find(const std::string& word) const {
    Found best;
    for (const RawTable* table = &table_; table != nullptr; table = table->base) {
        const auto given = bare(word, table->one_dash_is_two);
        for (std::size_t index = 0; given && index < table->count; ++index) {
            const RawOption& option = table->options[index];
            for (std::string_view names = option.names; !names.empty();) {
                const std::string_view name = take_name(names);
                if (name.size() > best.length && begins(*given, name)) {
                    take_better(best, option, name.size(), given->substr(name.size()));
                }
            }
        }
    }
    return best;
}

// `rest`: what stands behind the name, which may not be a value of this option.
void Planner::take_better(Found& best, const RawOption& option, std::size_t length, std::string_view rest) {
    const bool may_be_next = option.value == RawValue::given || option.value == RawValue::joined;
    const bool may_be_behind = option.value == RawValue::joined || option.value == RawValue::attached;
    if (rest.empty()) {
        best = {&option, length, std::nullopt, may_be_next};
    } else if (option.value != RawValue::none && rest.front() == '=') {
        best = {&option, length, std::string(rest.substr(1)), false};
    } else if (may_be_behind) {
        best = {&option, length, std::string(rest), false};
    }
}

void Planner::add_option(const Found& found, const std::string& shown) {
    if (found.option == nullptr) {
        plan_.words.push_back(shown);
        bypass(fmt::format("{} '{}' is not known to Quovis: it may read or write files", whose_, shown));
        return;
    }
    switch (found.option->effect) {
        case RawEffect::folder:
            for (std::string& folder : values_of(found, shown)) {
                plan_.include_directories.push_back(std::move(folder));
            }
            return;  // the folder is no word
        case RawEffect::system_folder:
            plan_.words.push_back("a folder as the system's");  // which is read without warnings
            for (std::string& folder : values_of(found, shown)) {
                system_folders_.push_back(std::move(folder));
            }
            return;
        case RawEffect::first_header:
            for (std::string& header : values_of(found, shown)) {
                plan_.first_headers.push_back(std::move(header));
            }
            break;
        case RawEffect::macro:
            define(found, shown);
            add_macro_line(found, shown);
            break;
        case RawEffect::passed_on:
            pass_on(found, shown);
            break;
        case RawEffect::bypass:
            bypass(fmt::format("{} '{}' {}", whose_, shown, found.option->does));
            break;
        case RawEffect::harmless:
            if (found.option->value == RawValue::attached && found.value &&
                found.value->find('/') != std::string::npos) {
                bypass(fmt::format("{} '{}' names a file or a folder", whose_, shown));
            }
            break;
    }
    plan_.words.push_back(shown);
}

// Where an #include names a macro, the host follows it with the request's defines.
void Planner::define(const Found& found, const std::string& shown) {
    const std::string value = found.value.value_or(std::string());
    const std::string_view name = std::string_view(value).substr(0, value.find_first_of("=("));
    for (const quovis_cc_define& define : received(options_.defines, options_.define_count)) {
        const std::string_view own = view(define.name);
        if (own.substr(0, own.find('(')) == name) {
            bypass(fmt::format("{} '{}' changes the macro '{}', which the request defines", whose_, shown, name));
        }
    }
}

void Planner::add_macro_line(const Found& found, const std::string& shown) {
    const bool ends_it = shown.find_first_of("uU") == shown.find_first_not_of('-');
    for (const std::string& value : values_of(found, shown)) {
        if (value.find_first_of("\r\n") != std::string::npos) {
            bypass(fmt::format("{} '{}' has a line end", whose_, shown));
            continue;
        }
        const std::size_t equals = value.find('=');
        const std::string name = value.substr(0, equals);
        plan_.macro_lines.push_back(
            ends_it
                ? fmt::format("#undef {}\n", name)
                : fmt::format("#define {} {}\n", name, equals == std::string::npos ? "1" : value.substr(equals + 1)));
    }
}

void Planner::pass_on(const Found& found, const std::string& shown) {
    Planner inner(*found.option->to, request_, {});
    inner.add_raw(split(found.value.value_or(std::string()), table_.has_lists ? "," : " "), "the option");
    const Plan passed = std::move(inner).finish();
    if (!passed.bypass.empty()) {
        bypass(fmt::format("{} '{}' passes one on: {}", whose_, shown, passed.bypass));
    } else if (!passed.include_directories.empty() || !passed.first_headers.empty()) {
        bypass(fmt::format("{} '{}' passes a folder or a header on, behind Quovis's back", whose_, shown));
    }
}

std::vector<std::string> Planner::values_of(const Found& found, const std::string& shown) {
    const std::string value = found.value.value_or(std::string());
    if (!table_.has_lists) {
        return {value};
    }
    if (is_escaped(value)) {
        bypass(fmt::format("{} '{}' has a quote or a backslash, which Quovis does not read", whose_, shown));
    }
    return split(value, ",");
}

// Compilers look for such a header in the working directory and then in the folders, and not beside the source.
std::string Planner::resolved(const std::string& header) const {
    for (const quovis_cc_header& in_memory : received(request_.headers, request_.header_count)) {
        if (view(in_memory.name) == header) {
            return header;
        }
    }
    std::error_code failure;
    std::vector<std::string> folders{fs::current_path(failure).string()};
    folders.insert(folders.end(), plan_.include_directories.begin(), plan_.include_directories.end());
    for (const std::string& folder : folders) {
        const fs::path place = fs::absolute(fs::path(folder) / header, failure);
        if (!failure && fs::is_regular_file(place, failure)) {
            return place.string();
        }
    }
    return header;
}

std::vector<std::string> raw_options(const quovis_cc_options& options) {
    std::vector<std::string> raw;
    for (std::size_t index = 0; index < options.raw_count; ++index) {
        raw.push_back(string(options.raw[index]));
    }
    return raw;
}

}  // namespace quovis::plugins
