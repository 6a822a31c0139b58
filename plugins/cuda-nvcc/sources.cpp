// Defines become lines in front of the source: on nvcc's command line `$`, backquotes and commas in a value would be
// read by its shell or by nvcc itself.
#include "plugins/cuda-nvcc/sources.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "plugins/common/diagnostics_nvcc.hpp"
#include "plugins/common/error.hpp"
#include "plugins/common/source_text.hpp"
#include "plugins/common/text.hpp"
#include "plugins/cuda-nvcc/run.hpp"

namespace quovis::nvcc {
namespace {

namespace fs = std::filesystem;
using plugins::PluginError;

constexpr std::string_view headers_folder = "headers";

// "../../a/b.h" has 2. A ".." further on is taken out before.
std::size_t steps_up(const fs::path& name) {
    return static_cast<std::size_t>(std::count(name.begin(), name.end(), fs::path("..")));
}

// Lies in the private folder whatever the name is, or is refused.
fs::path header_name(const quovis_cc_header& header) {
    const std::string_view given = plugins::view(header.name);
    const fs::path name = fs::path(given).lexically_normal();
    if (given.empty() || given.find_first_of(std::string_view("\0\n", 2)) != std::string_view::npos ||
        name.is_absolute() || !name.has_filename() || name.filename() == "..") {
        throw PluginError(QUOVIS_PLUGIN_NOT_SUPPORTED,
                          fmt::format("nvcc takes no header from memory under the name '{}'", given),
                          "Use a relative name, as an #include would.");
    }
    return name;
}

// From 1; empty when there is none.
std::string_view line_of(std::string_view text, std::uint32_t number) {
    for (; number > 1 && !text.empty(); --number) {
        text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
    }
    return text.substr(0, text.find('\n'));
}

std::string_view without_blanks_at_end(std::string_view line) {
    return line.substr(0, line.find_last_not_of(" \t\r") + 1);
}

}  // namespace

// The source is shown with its macros replaced and without comments: `__global__` is 13 letters longer there. Places
// are right in front of the first difference, and from the end on behind the last; between nobody knows.
void restore_column(plugins::Diagnostic& diagnostic, std::string_view own) {
    const std::string_view shown = without_blanks_at_end(diagnostic.shown);
    if (diagnostic.column == 0 || shown.empty()) {
        return;
    }
    const std::size_t at = std::min<std::size_t>(diagnostic.column - 1, shown.size());
    const auto same_in_front = std::mismatch(own.begin(), own.end(), shown.begin(), shown.end()).first - own.begin();
    if (at < static_cast<std::size_t>(same_in_front)) {
        return;
    }
    own = without_blanks_at_end(own.substr(0, own.find("//")));
    const auto same_behind = std::mismatch(own.rbegin(), own.rend(), shown.rbegin(), shown.rend()).first - own.rbegin();
    const std::size_t behind = shown.size() - at;
    diagnostic.column =
        behind <= static_cast<std::size_t>(same_behind) ? static_cast<std::uint32_t>(own.size() - behind + 1) : 0;
}

Sources::Sources(const quovis_cc_request& request, const quovis_cc_options& options,
                 const plugins::PrivateFolder& folder)
    : folder_(folder), name_(request.name.size == 0 ? "program.cu" : plugins::string(request.name)) {
    add_defines(options);
    const std::string_view text = plugins::view(request.source);
    text_ = plugins::numbered(name_, text);
    write_headers(request);
    add_folders(options);
}

void Sources::add_defines(const quovis_cc_options& options) {
    for (const auto& define : plugins::received(options.defines, options.define_count)) {
        preamble_ += plugins::define_lines(define);
        shown_ += fmt::format(" -D{}{}{}", plugins::view(define.name), define.has_value != 0 ? "=" : "",
                              define.has_value != 0 ? plugins::view(define.value) : std::string_view());
    }
}

void Sources::write_headers(const quovis_cc_request& request) {
    const auto headers = plugins::received(request.headers, request.header_count);
    if (headers.empty()) {
        return;
    }
    std::size_t depth = 0;
    for (const quovis_cc_header& header : headers) {
        depth = std::max(depth, steps_up(header_name(header)));
    }
    // Deep enough that a name which goes up stays inside.
    std::string root(headers_folder);
    for (std::size_t step = 0; step < depth; ++step) {
        root += "/up";
    }
    folder_.make_folders(root);
    for (const quovis_cc_header& header : headers) {
        const fs::path place = (fs::path(root) / header_name(header)).lexically_normal();
        folder_.write(place.string(), plugins::numbered(plugins::view(header.name), plugins::view(header.content)));
    }
    include_options_.push_back("-I" + folder_.path(root));
}

void Sources::add_folders(const quovis_cc_options& options) {
    for (std::size_t index = 0; index < options.include_directory_count; ++index) {
        const std::string given = plugins::string(options.include_directories[index]);
        shown_ += " -I" + given;
        if (is_plain(given)) {
            include_options_.push_back("-I" + given);
            continue;
        }
        const std::string link = folder_.path(fmt::format("folder{}", index));
        std::error_code failure;
        fs::create_directory_symlink(fs::absolute(given, failure), link, failure);
        if (failure) {
            throw PluginError(
                QUOVIS_PLUGIN_UNAVAILABLE, failure.value(), "",
                fmt::format("cannot reach the include directory '{}' by a link: {}", given, failure.message()));
        }
        include_options_.push_back("-I" + link);
        links_.emplace_back(link, given);
    }
}

std::string Sources::write(const std::string& behind, const std::string& file) const {
    folder_.write(file, preamble_ + text_ + behind);
    return folder_.path(file);
}

void Sources::restore_columns(std::vector<plugins::Diagnostic>& diagnostics) const {
    for (plugins::Diagnostic& diagnostic : diagnostics) {
        if (diagnostic.file == name_) {
            restore_column(diagnostic, line_of(text_, diagnostic.line + 1));  // behind the #line
        }
    }
}

void Sources::restore_names(std::vector<plugins::Diagnostic>& diagnostics) const {
    for (plugins::Diagnostic& diagnostic : diagnostics) {
        restore_name(diagnostic.file);
    }
}

void Sources::restore_name(std::string& file) const {
    for (const auto& [link, given] : links_) {
        if (file.compare(0, link.size() + 1, link + "/") == 0) {
            file.replace(0, link.size(), given);
        }
    }
}

std::vector<std::string> Sources::users_names(std::vector<std::string> files) const {
    for (std::string& file : files) {
        restore_name(file);
    }
    const std::string own = folder_.path() + "/";
    files.erase(std::remove_if(files.begin(), files.end(),
                               [&](const std::string& file) { return file.compare(0, own.size(), own) == 0; }),
                files.end());
    return files;
}

}  // namespace quovis::nvcc
