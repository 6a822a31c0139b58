// Puts the parts together: predefined macros, preprocessor, translator, device library.
#include "plugins/common/opencl_c/source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>

#include "plugins/common/error.hpp"
#include "plugins/common/header_search.hpp"
#include "plugins/common/opencl_c/nvrtc_names.hpp"
#include "plugins/common/opencl_c/preprocess.hpp"
#include "plugins/common/request.hpp"
#include "plugins/common/source_text.hpp"
#include "plugins/common/text.hpp"

namespace quovis::opencl_c {
namespace {

using plugins::CompileResult;
using plugins::Diagnostic;
using plugins::PluginError;

constexpr std::string_view in_library = "in the device library of OpenCL C: ";
constexpr std::string_view library_name = "<device library of OpenCL C>";

void check_request(const quovis_cc_request& request, const quovis_cc_options& options, const std::string& compiler) {
    if (request.name_expression_count != 0) {
        throw PluginError(QUOVIS_PLUGIN_NOT_SUPPORTED,
                          fmt::format("OpenCL C has no templates: the name expression '{}' has no meaning",
                                      plugins::view(request.name_expressions[0])),
                          "Ask for the kernel by its own name.");
    }
    const std::string_view asked = plugins::view(options.standard);
    if (!asked.empty() && asked != "CL1.0" && asked != "CL1.1" && asked != "CL1.2") {
        throw PluginError(QUOVIS_PLUGIN_NOT_SUPPORTED,
                          fmt::format("option `standard`: '{}': through {} OpenCL C is that of 1.2", asked, compiler),
                          "As \"CL1.2\", \"CL1.1\" or \"CL1.0\".");
    }
}

std::string prologue_of(const quovis_cc_options& options, const plugins::Plan& plan) {
    std::string prologue;
    if (options.fast_math > 0) {
        prologue += "#define __FAST_RELAXED_MATH__ 1\n";
    }
    for (const quovis_cc_define& define : plugins::received(options.defines, options.define_count)) {
        prologue += plugins::define_lines(define);
    }
    prologue += "#line 1 \"<raw options>\"\n";
    for (const std::string& line : plan.macro_lines) {
        prologue += line;
    }
    return prologue;
}

PreprocessInput input_of(const quovis_cc_request& request, const quovis_cc_options& options, const Preparing& how) {
    PreprocessInput input;
    input.name = plugins::string(request.name);
    if (how.looks_beside_source) {
        input.search.source_folder = plugins::folder_of(input.name);
    }
    if (input.name.empty()) {
        input.name = "program.cl";
    }
    input.text = plugins::view(request.source);
    input.prologue = prologue_of(options, how.plan);
    input.predefined = &predefined_macros();
    input.first_headers = how.plan.first_headers;
    for (const quovis_cc_header& header : plugins::received(request.headers, request.header_count)) {
        input.search.first.push_back({plugins::string(header.name), plugins::string(header.content)});
    }
    input.search.folders = how.plan.include_directories;
    return input;
}

[[noreturn]] void refuse(CompileResult& result, std::string message, const std::string& file, const Place& place) {
    result.diagnostics.push_back({file, message, place.line, place.column, QUOVIS_CC_ERROR});
    throw PluginError(QUOVIS_PLUGIN_SOURCE_INVALID,
                      fmt::format("{}:{}:{}: {}", file, place.line, place.column, message));
}

void check_names(const std::vector<KernelSignature>& kernels, const std::vector<std::string>& files) {
    for (const KernelSignature& kernel : kernels) {
        if (is_function_of_nvrtc(kernel.name)) {
            throw SourceError(kernel.place, files[kernel.place.file],
                              fmt::format("a kernel cannot have the name '{}' with NVRTC, which has a function of that "
                                          "name: give it another one, or use nvcc",
                                          kernel.name));
        }
    }
}

void take_warnings(Prepared& prepared, const std::vector<SourceWarning>& warnings) {
    for (const SourceWarning& warning : warnings) {
        prepared.warnings.push_back({prepared.files[warning.place.file], warning.message, warning.place.line,
                                     warning.place.column, QUOVIS_CC_WARNING});
    }
}

// The line marker tells clang and NVIDIA's front end that the library is a system header: they warn of nothing in it.
std::string text_with_library(const Translated& program, Vendor vendor, const std::string& name) {
    UsedNames used;
    for (const std::string_view one : program.names) {
        used.insert(one);
    }
    const std::string behind = fmt::format("}}\n# 1 \"{}\"\n", plugins::in_quotes(name));
    std::string text = fmt::format("# 1 \"{}\" 3\nnamespace quovis_cl {{\n", library_name);
    add_prelude(text, vendor, used, behind.size() + program.text.size());
    text += behind;
    text += program.text;
    return text;
}

bool is_users(const Prepared& prepared, std::string_view file) {
    return std::find(prepared.files.begin(), prepared.files.end(), file) != prepared.files.end();
}

bool is_of_name(char byte) {
    return std::isalnum(static_cast<unsigned char>(byte)) != 0 || byte == '_';
}

// The name in `instantiation of "float4 f<T>(T) [with T=int]"`, which ends where the text does.
std::string_view instantiated_function(std::string_view text) {
    constexpr std::string_view mark = "instantiation of \"";
    const std::size_t begin = text.rfind(mark);
    if (begin == std::string_view::npos) {
        return {};
    }
    text.remove_prefix(begin + mark.size());
    // The function's parameters are in the last parentheses in front of `[with`.
    text = text.substr(0, text.find(" [with"));
    std::string_view name = text.substr(0, text.rfind('('));
    if (!name.empty() && name.back() == '>') {
        name = name.substr(0, name.rfind('<'));
    }
    std::size_t first = name.size();
    while (first != 0 && is_of_name(name[first - 1])) {
        --first;
    }
    return name.substr(first);
}

// Where a name first stands in a line, from 1; 0: nowhere.
std::uint32_t column_of(std::string_view name, std::string_view line) {
    for (std::size_t at = line.find(name); !name.empty() && at != std::string_view::npos;
         at = line.find(name, at + 1)) {
        const std::size_t end = at + name.size();
        if ((at == 0 || !is_of_name(line[at - 1])) && (end == line.size() || !is_of_name(line[end]))) {
            return static_cast<std::uint32_t>(at + 1);
        }
    }
    return 0;
}

// "at line 12 of k.cl" in NVIDIA's messages; nothing where there is none of the user's. The column is that of the
// first use of the function whose instantiation the message tells.
Diagnostic place_in(const Prepared& prepared, std::string_view message) {
    constexpr std::string_view mark = "at line ";
    for (std::size_t at = message.find(mark); at != std::string_view::npos; at = message.find(mark, at + 1)) {
        Diagnostic place;
        const char* const end = message.data() + message.size();
        const auto [stop, failure] = std::from_chars(message.data() + at + mark.size(), end, place.line);
        const std::string_view rest(stop, static_cast<std::size_t>(end - stop));
        const auto named = std::find_if(prepared.files.begin(), prepared.files.end(), [&](const std::string& file) {
            return rest.substr(0, 4) == " of " && rest.substr(4, file.size()) == file;
        });
        if (failure == std::errc() && named != prepared.files.end()) {
            place.file = *named;
            place.column = column_of(instantiated_function(message.substr(0, at)),
                                     translated_line(prepared, place.file, place.line));
            return place;
        }
    }
    return {};
}

// Of the user's text, what led to an error in the library: told in the message, or in the notes below it.
Diagnostic place_that_led_to(const Prepared& prepared, const std::vector<Diagnostic>& diagnostics, std::size_t index) {
    for (std::size_t at = index; at < diagnostics.size(); ++at) {
        if (at != index && diagnostics[at].severity != QUOVIS_CC_NOTE) {
            break;
        }
        if (is_users(prepared, diagnostics[at].file)) {
            return diagnostics[at];
        }
        if (Diagnostic told = place_in(prepared, diagnostics[at].message); !told.file.empty()) {
            return told;
        }
    }
    return {};
}

// The namespaces that the user did not write.
void tidy(std::string& message) {
    for (const std::string_view name : {"quovis_cl::program::", "quovis_cl::", "__qv_name_"}) {
        for (std::size_t at = message.find(name); at != std::string::npos; at = message.find(name, at)) {
            message.erase(at, name.size());
        }
    }
}

// Of one wrong call the library gives several errors, which follow from the first.
bool is_told(const std::vector<Diagnostic>& told, const Diagnostic& error) {
    return error.line != 0 && std::any_of(told.begin(), told.end(), [&](const Diagnostic& one) {
               return one.severity == QUOVIS_CC_ERROR && one.file == error.file && one.line == error.line &&
                      one.column == error.column;
           });
}

// False for a message that says nothing to the user.
bool restore_place(const Prepared& prepared, std::vector<Diagnostic>& diagnostics, std::size_t index) {
    Diagnostic& diagnostic = diagnostics[index];
    if (!diagnostic.file.empty() && !is_users(prepared, diagnostic.file)) {
        // The library's, or one of the vendor's own headers.
        if (diagnostic.severity != QUOVIS_CC_ERROR) {
            return false;
        }
        const Diagnostic place = place_that_led_to(prepared, diagnostics, index);
        diagnostic.file = place.file;
        diagnostic.line = place.line;
        diagnostic.column = place.column;
        if (place.file.empty()) {
            diagnostic.message = fmt::format("{}{}", in_library, diagnostic.message);
        }
    }
    const auto file = std::find(prepared.files.begin(), prepared.files.end(), diagnostic.file);
    if (file != prepared.files.end() && diagnostic.column != 0) {
        diagnostic.column = prepared.columns.user_column(static_cast<std::uint32_t>(file - prepared.files.begin()),
                                                         diagnostic.line, diagnostic.column);
    }
    tidy(diagnostic.message);
    return true;
}

}  // namespace

bool is_opencl(const quovis_cc_request& request) {
    return plugins::view(request.language) == language;
}

quovis_cc_options compilers_options(const quovis_cc_request& request) {
    quovis_cc_options options = plugins::options_of(request.options);
    if (is_opencl(request)) {
        options.standard = plugins::text(standard);
    }
    return options;
}

Prepared prepare(const quovis_cc_request& request, const Preparing& how, CompileResult& result) {
    const quovis_cc_options options = plugins::options_of(request.options);
    check_request(request, options, how.compiler);
    const PreprocessInput input = input_of(request, options, how);
    Prepared prepared;
    prepared.name = input.name;
    try {
        Preprocessed source = preprocess(input);
        Translated program = translate(source);
        if (how.is_nvrtc) {
            check_names(program.kernels, source.files);
        }
        prepared.files = source.files;
        prepared.text = text_with_library(program, how.vendor, input.name);
        prepared.columns = std::move(program.columns);
        prepared.kernels = std::move(program.kernels);
        prepared.forbids_contraction = program.forbids_contraction;
        take_warnings(prepared, source.warnings);
        take_warnings(prepared, program.warnings);
        result.dependencies = std::move(source.dependencies);
    } catch (const SourceError& error) {
        refuse(result, error.message, error.file, error.place);
    }
    if (options.warnings_as_errors > 0 && !prepared.warnings.empty()) {
        const Diagnostic& first = prepared.warnings.front();
        refuse(result, first.message + " (a warning, which the option `warnings_as_errors` makes an error)", first.file,
               {0, first.line, first.column});
    }
    return prepared;
}

CompilerRequest::CompilerRequest(const quovis_cc_request& users, const Prepared& prepared,
                                 std::string_view compilers_language, std::vector<std::string> raw,
                                 std::string_view no_contraction)
    : raw_(std::move(raw)), options_(compilers_options(users)), request_(plugins::received(&users)) {
    if (prepared.forbids_contraction) {
        raw_.emplace_back(no_contraction);
    }
    for (const std::string& option : raw_) {
        raw_texts_.push_back(plugins::text(option));
    }
    options_.struct_size = sizeof(options_);
    options_.defines = nullptr;
    options_.include_directories = nullptr;
    options_.define_count = options_.include_directory_count = 0;
    options_.raw = raw_texts_.data();
    options_.raw_count = raw_texts_.size();
    request_.struct_size = sizeof(request_);
    request_.language = plugins::text(compilers_language);
    request_.name = plugins::text(prepared.name);
    request_.source = plugins::text(prepared.text);
    request_.headers = nullptr;
    request_.header_count = 0;
    request_.options = &options_;
}

void restore_places(const Prepared& prepared, std::vector<Diagnostic>& diagnostics) {
    std::vector<Diagnostic> restored = prepared.warnings;
    for (std::size_t index = 0; index < diagnostics.size(); ++index) {
        Diagnostic& one = diagnostics[index];
        const bool is_librarys = !one.file.empty() && !is_users(prepared, one.file);
        if (restore_place(prepared, diagnostics, index) && !(is_librarys && is_told(restored, one))) {
            restored.push_back(std::move(one));
        }
    }
    const auto is_placed = [](const Diagnostic& one) { return one.severity == QUOVIS_CC_ERROR && one.line != 0; };
    if (std::any_of(restored.begin(), restored.end(), is_placed)) {  // the others follow from it
        const auto is_librarys = [](const Diagnostic& one) {
            return one.message.compare(0, in_library.size(), in_library) == 0;
        };
        restored.erase(std::remove_if(restored.begin(), restored.end(), is_librarys), restored.end());
    }
    diagnostics = std::move(restored);
}

std::string_view translated_line(const Prepared& prepared, std::string_view file, std::uint32_t line) {
    std::string_view rest = prepared.text;
    bool is_there = false;
    std::uint64_t number = 0;
    while (!rest.empty()) {
        const std::string_view text = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(std::min(rest.size(), text.size() + 1));
        const bool is_marker = text.substr(0, 6) == "#line " || text.substr(0, 2) == "# ";
        if (is_marker) {
            const std::size_t digits = text.find_first_of("0123456789");
            const std::size_t quote = text.find('"');
            std::from_chars(text.data() + std::min(digits, text.size()), text.data() + text.size(), number);
            is_there = quote != std::string_view::npos &&
                       text.substr(quote + 1).substr(0, file.size() + 1) == fmt::format("{}\"", file);
            continue;
        }
        if (is_there && number == line) {
            return text;
        }
        ++number;
    }
    return {};
}

}  // namespace quovis::opencl_c
