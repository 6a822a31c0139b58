// From quovis_options to Options to quovis_cc_options.
#include "core/program/options.hpp"

#include "core/loader/plugin.hpp"
#include "core/support/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace quovis::core {
namespace {

[[noreturn]] void fail(const std::string& message) {
    throw Error(QUOVIS_ERROR_INVALID_ARGUMENT, "program", message);
}

std::optional<bool> read_switch(quovis_switch value, const char* name) {
    switch (value) {
        case QUOVIS_DEFAULT:
            return std::nullopt;
        case QUOVIS_OFF:
            return false;
        case QUOVIS_ON:
            return true;
    }
    fail(fmt::format("option '{}' is {}, which is no value of quovis_switch", name, static_cast<int>(value)));
}

std::optional<int> read_optimize(quovis_optimize value) {
    if (value == QUOVIS_OPTIMIZE_DEFAULT)
        return std::nullopt;
    if (value < QUOVIS_OPTIMIZE_0 || value > QUOVIS_OPTIMIZE_3)
        fail(fmt::format("option 'optimize' is {}, which is no value of quovis_optimize", static_cast<int>(value)));
    return static_cast<int>(value) - QUOVIS_OPTIMIZE_0;
}

std::string required_text(const char* text, const char* what, std::size_t index) {
    if (!text || !*text)
        fail(fmt::format("{} {} is empty", what, index));
    return text;
}

std::vector<std::string> read_texts(const char* const* texts, std::size_t count, const char* what) {
    if (count != 0 && !texts)
        fail(fmt::format("{} {}s are announced, and the array is null", count, what));
    std::vector<std::string> strings;
    for (std::size_t i = 0; i < count; ++i)
        strings.push_back(required_text(texts[i], what, i));
    return strings;
}

template <typename T>
void replace_if_set(std::optional<T>& value, const std::optional<T>& other) {
    if (other)
        value = other;
}

template <typename T>
void append(std::vector<T>& list, const std::vector<T>& more) {
    list.insert(list.end(), more.begin(), more.end());
}

std::int32_t to_switch(const std::optional<bool>& value) {
    return value ? *value : -1;
}

}  // namespace

bool is_macro_name(const std::string& name) {
    const auto allowed = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    };
    return !name.empty() && std::all_of(name.begin(), name.end(), allowed) && !(name[0] >= '0' && name[0] <= '9');
}

Options read_options(const quovis_options* given) {
    Options options;
    if (!given)
        return options;
    options.optimize = read_optimize(given->optimize);
    options.debug = read_switch(given->debug, "debug");
    options.line_info = read_switch(given->line_info, "line_info");
    options.fast_math = read_switch(given->fast_math, "fast_math");
    options.warnings_as_errors = read_switch(given->warnings_as_errors, "warnings_as_errors");
    options.relocatable = read_switch(given->relocatable, "relocatable");
    options.timeout = std::chrono::milliseconds(given->timeout_ms);
    if (given->max_registers)
        options.max_registers = given->max_registers;
    if (given->standard && *given->standard)
        options.standard = given->standard;
    if (given->define_count && !given->defines)
        fail("defines are announced, and the array is null");
    for (std::size_t i = 0; i < given->define_count; ++i) {
        auto name = required_text(given->defines[i].name, "the name of define", i);
        if (!is_macro_name(name))
            fail(fmt::format("define '{}' is no name of a macro", name));
        const char* value = given->defines[i].value;
        options.defines.emplace_back(std::move(name), value ? std::optional<std::string>(value) : std::nullopt);
    }
    options.include_directories =
        read_texts(given->include_directories, given->include_directory_count, "include directory");
    options.raw = read_texts(given->raw, given->raw_count, "raw option");
    options.name_expressions = read_texts(given->name_expressions, given->name_expression_count, "name expression");
    if (given->header_count && !given->headers)
        fail("headers are announced, and the array is null");
    for (std::size_t i = 0; i < given->header_count; ++i) {
        const auto& header = given->headers[i];
        auto name = required_text(header.name, "the name of header", i);
        if (!header.text)
            fail(fmt::format("header '{}' has no text", name));
        options.headers.push_back(
            {std::move(name),
             std::string(header.text, header.text_size ? header.text_size : std::strlen(header.text))});
    }
    return options;
}

Options merge(Options program, const RuleOptions& rule) {
    replace_if_set(program.optimize, rule.optimize);
    replace_if_set(program.debug, rule.debug);
    replace_if_set(program.line_info, rule.line_info);
    replace_if_set(program.fast_math, rule.fast_math);
    replace_if_set(program.warnings_as_errors, rule.warnings_as_errors);
    replace_if_set(program.relocatable, rule.relocatable);
    replace_if_set(program.max_registers, rule.max_registers);
    replace_if_set(program.standard, rule.standard);
    append(program.defines, rule.defines);
    append(program.include_directories, rule.include_directories);
    append(program.raw, rule.raw);
    return program;
}

std::vector<std::string> words_of(const Options& options) {
    std::vector<std::string> words;
    const auto add = [&](bool given, std::string word) {
        if (given)
            words.push_back(std::move(word));
    };
    const auto add_switch = [&](const std::optional<bool>& value, const char* name) {
        add(value.has_value(), fmt::format("{}{}", name, value.value_or(false) ? "" : "=off"));
    };
    for (const auto& [name, value] : options.defines)
        words.push_back("-D " + (value ? name + "=" + *value : name));
    add(options.optimize.has_value(), fmt::format("--optimize {}", options.optimize.value_or(0)));
    add(options.standard.has_value(), "--std " + options.standard.value_or(""));
    add(options.max_registers.has_value(), fmt::format("--max-registers {}", options.max_registers.value_or(0)));
    add_switch(options.debug, "--debug");
    add_switch(options.line_info, "--line-info");
    add_switch(options.fast_math, "--fast-math");
    add_switch(options.warnings_as_errors, "--warnings-as-errors");
    add_switch(options.relocatable, "--relocatable");
    for (const auto& expression : options.name_expressions)
        words.push_back("--name-expression " + expression);
    if (!options.raw.empty())
        words.emplace_back("--");
    words.insert(words.end(), options.raw.begin(), options.raw.end());
    return words;
}

LentOptions::LentOptions(const Options& options) {
    options_ = sized<quovis_cc_options>();
    options_.optimize = options.optimize ? *options.optimize : -1;
    options_.debug = to_switch(options.debug);
    options_.line_info = to_switch(options.line_info);
    options_.fast_math = to_switch(options.fast_math);
    options_.warnings_as_errors = to_switch(options.warnings_as_errors);
    options_.relocatable = to_switch(options.relocatable);
    options_.max_registers = static_cast<std::int32_t>(options.max_registers.value_or(0));
    if (options.standard)
        options_.standard = to_text(*options.standard);
    for (const auto& [name, value] : options.defines) {
        auto define = sized<quovis_cc_define>();
        define.name = to_text(name);
        if (value)
            define.value = to_text(*value);
        define.has_value = value.has_value();
        defines_.push_back(define);
    }
    for (const auto& directory : options.include_directories)
        include_directories_.push_back(to_text(directory));
    for (const auto& one : options.raw)
        raw_.push_back(to_text(one));
    for (const auto& header : options.headers) {
        auto lent = sized<quovis_cc_header>();
        lent.name = to_text(header.name);
        lent.content = to_text(header.content);
        headers_.push_back(lent);
    }
    for (const auto& expression : options.name_expressions)
        name_expressions_.push_back(to_text(expression));
    options_.defines = defines_.data();
    options_.define_count = defines_.size();
    options_.include_directories = include_directories_.data();
    options_.include_directory_count = include_directories_.size();
    options_.raw = raw_.data();
    options_.raw_count = raw_.size();
}

}  // namespace quovis::core
