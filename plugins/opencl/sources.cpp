// Puts definitions and a #line in front of the source, and finds the driver's own names for texts in its messages.
#include "plugins/opencl/sources.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <functional>
#include <optional>
#include <utility>

#include "plugins/common/request.hpp"
#include "plugins/common/source_text.hpp"
#include "plugins/common/text.hpp"
#include "plugins/opencl/driver_compiler.hpp"
#include "plugins/opencl/link.hpp"

namespace quovis::opencl {
namespace {

using plugins::Diagnostic;
using plugins::GatheredHeader;
using plugins::view;

// A driver may write a header to a folder of its own under its name.
bool is_safe_name(std::string_view name) {
    return !name.empty() && name.front() != '/' && name.back() != '/' && name != ".." && name.substr(0, 3) != "../" &&
           name.find("/../") == std::string_view::npos &&
           name.find_first_of(std::string_view("\"\\\n\0", 4)) == std::string_view::npos;
}

// "<kernel>", "1" and the like are drivers' own names for the text that they were given.
bool is_anonymous(const std::string& file) {
    const bool is_number =
        std::all_of(file.begin(), file.end(), [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; });
    return is_number || (file.front() == '<' && file.rfind("<define ", 0) != 0);
}

std::string_view last_part(std::string_view path) {
    return path.substr(path.rfind('/') + 1);
}

struct LineDirective {
    std::uint32_t number = 0;
    std::string file;  // empty when it names none
};

// Of "#line 7 \"FILE\"" and "# 7 \"FILE\""; not of one whose number or file is a macro.
std::optional<LineDirective> read_line_directive(std::string_view line) {
    const auto skip = [&](std::string_view what) {
        if (line.substr(0, what.size()) != what) {
            return false;
        }
        line.remove_prefix(what.size());
        line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
        return true;
    };
    skip("");
    if (!skip("#")) {
        return std::nullopt;
    }
    skip("line");
    LineDirective directive;
    const auto [end, failure] = std::from_chars(line.data(), line.data() + line.size(), directive.number);
    if (failure != std::errc()) {
        return std::nullopt;
    }
    line.remove_prefix(static_cast<std::size_t>(end - line.data()));
    skip("");
    if (line.empty() || line.front() != '"') {
        return directive;
    }
    for (std::size_t at = 1; at < line.size() && line[at] != '"'; ++at) {
        at += line[at] == '\\' ? 1 : 0;
        directive.file += at < line.size() ? std::string(1, line[at]) : std::string();
    }
    return directive;
}

// Where line `physical` of `text` is by the #line directives above it.
void apply_line_directives(Diagnostic& diagnostic, std::string_view text, std::uint32_t physical) {
    diagnostic.line = physical;
    for (std::uint32_t number = 1; number < physical && !text.empty(); ++number) {
        const std::size_t end = std::min(text.find('\n'), text.size() - 1);
        if (const auto directive = read_line_directive(text.substr(0, end))) {
            diagnostic.line = directive->number + (physical - number - 1);
            diagnostic.file = directive->file.empty() ? diagnostic.file : directive->file;
        }
        text.remove_prefix(end + 1);
    }
}

// What ptxas says of a program that clang has taken.
void add_assembler_messages(std::string_view log, std::vector<Diagnostic>& diagnostics) {
    for (Diagnostic& one : plugins::parse_nvidia_log(log)) {
        if (one.message.rfind("ptxas", 0) == 0) {
            diagnostics.push_back(std::move(one));
        }
    }
}

plugins::IncludeSearch search_for(const quovis_cc_request& request, const BuildOptions& built) {
    plugins::IncludeSearch search = plugins::search_of(request, plugins::options_of(request.options));
    search.folders = header_folders(request, built);
    return search;
}

}  // namespace

Sources::Sources(const quovis_cc_request& request, const BuildOptions& built)
    : name_(request.name.size == 0 ? "program.cl" : plugins::string(request.name)),
      last_line_(plugins::last_line_of(view(request.source))),
      gathered_(plugins::gather(plugins::without_byte_order_mark(view(request.source)), search_for(request, built))) {
    const bool in_memory = go_in_memory(request, built);
    text_ = built.preamble +
            plugins::numbered(name_, in_memory ? std::string_view(gathered_.source) : view(request.source));
    if (in_memory) {
        headers_ = gathered_.headers;
        add_request_headers(request);
    }
}

// Under their own names too, by which `#include MACRO` asks for them.
void Sources::add_request_headers(const quovis_cc_request& request) {
    for (const quovis_cc_header& header : plugins::received(request.headers, request.header_count)) {
        const std::string name = plugins::string(header.name);
        if (is_safe_name(name)) {
            headers_.push_back({name, plugins::numbered(name, view(header.content)), name});
        }
    }
}

std::size_t Sources::hash() const {
    std::size_t hash = std::hash<std::string_view>()(text_);
    for (const GatheredHeader& header : gathered_.headers) {
        hash = hash * 31 + std::hash<std::string_view>()(header.text);
    }
    for (const GatheredHeader& header : headers_) {
        hash = hash * 31 + std::hash<std::string_view>()(header.text);
    }
    return hash;
}

std::vector<Diagnostic> Sources::read_log(const std::string& log, const Facts& facts) const {
    std::vector<Diagnostic> diagnostics = plugins::parse_clang_log(log);
    const std::vector<Diagnostic> of_linker = linker_messages(log);
    diagnostics.insert(diagnostics.end(), of_linker.begin(), of_linker.end());
    if (facts.is_nvidia()) {
        add_assembler_messages(log, diagnostics);
    }
    for (Diagnostic& diagnostic : diagnostics) {
        if (diagnostic.line != 0) {
            place(diagnostic, facts);
        }
    }
    plugins::place_ends_of_source(diagnostics, name_, last_line_);
    return diagnostics;
}

// A driver that calls a text by another name than the #line in front of it takes no notice of #line. NVIDIA's then
// counts the lines of the text.
void Sources::place(Diagnostic& diagnostic, const Facts& facts) const {
    const std::uint32_t physical = diagnostic.line;
    if (is_anonymous(diagnostic.file)) {
        diagnostic.file = name_;
        if (facts.is_nvidia()) {
            apply_line_directives(diagnostic, text_, physical);
        }
        return;
    }
    const auto header = std::find_if(gathered_.headers.begin(), gathered_.headers.end(),
                                     [&](const auto& one) { return one.name == last_part(diagnostic.file); });
    if (!headers_.empty() && header != gathered_.headers.end()) {
        apply_line_directives(diagnostic, header->text, physical);
    }
}

std::string Sources::where_looked_for(std::string_view message) const {
    return plugins::where_looked_for(gathered_, message);
}

}  // namespace quovis::opencl
