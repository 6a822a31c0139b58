// Looks at the file system at each question: nothing is kept.
#include "plugins/common/header_search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

#include "plugins/common/error.hpp"
#include "plugins/common/text.hpp"

namespace quovis::plugins {
namespace {

namespace fs = std::filesystem;
using Found = std::optional<FoundHeader>;

Found file(const std::string& path) {
    std::error_code failure;
    return fs::is_regular_file(path, failure) ? Found({path, nullptr, 0}) : std::nullopt;
}

Found in_memory(const std::vector<MemoryHeader>& headers, const std::string& name, std::size_t position = 0) {
    const std::string plain = fs::path(name).lexically_normal().string();
    const auto found = std::find_if(headers.begin(), headers.end(), [&](const MemoryHeader& header) {
        return header.name == name || fs::path(header.name).lexically_normal().string() == plain ||
               (header.refused && header.name.back() == '*' &&
                plain.compare(0, header.name.size() - 1, header.name, 0, header.name.size() - 1) == 0);
    });
    return found == headers.end() ? std::nullopt : Found({found->name, &*found, position});
}

// Each folder is a place of its own, from `position` on.
Found in_folders(const std::vector<std::string>& folders, const HeaderQuestion& question, std::size_t position) {
    for (const std::string& folder : folders) {
        if (position >= question.from) {
            if (Found found = file((fs::path(folder) / question.name).string())) {
                found->position = position;
                return found;
            }
        }
        ++position;
    }
    return std::nullopt;
}

Found beside(const IncludeSearch& search, const HeaderQuestion& question) {
    if (!question.quoted || question.from != 0) {
        return std::nullopt;
    }
    if (question.includer.empty()) {
        return search.source_folder ? file(*search.source_folder + question.name) : std::nullopt;
    }
    const std::string place = folder_of(question.includer) + question.name;
    return question.includer_is_file ? file(place) : in_memory(search.first, place);
}

bool is_vendors(const IncludeSearch& search, const std::string& name) {
    return std::any_of(search.vendor_prefixes.begin(), search.vendor_prefixes.end(),
                       [&](const std::string& prefix) { return name.compare(0, prefix.size(), prefix) == 0; });
}

}  // namespace

std::string FoundHeader::key() const {
    if (in_memory != nullptr) {
        return "memory:" + place;
    }
    std::error_code failure;
    const fs::path real = fs::canonical(place, failure);
    return "file:" + (failure ? place : real.string());
}

IncludeSearch search_of(const quovis_cc_request& request, const quovis_cc_options& options) {
    IncludeSearch search;
    for (const quovis_cc_header& header : received(request.headers, request.header_count)) {
        search.first.push_back({string(header.name), string(header.content)});
    }
    for (std::size_t index = 0; index < options.include_directory_count; ++index) {
        search.folders.push_back(string(options.include_directories[index]));
    }
    return search;
}

std::optional<FoundHeader> find_header(const IncludeSearch& search, const HeaderQuestion& question) {
    if (fs::path(question.name).is_absolute()) {
        return file(question.name);
    }
    constexpr std::size_t first = 1;
    const std::size_t last = first + 1 + search.folders.size();
    Found found = beside(search, question);
    if (!found && question.from <= first) {
        found = in_memory(search.first, question.name, first);
    }
    if (!found) {
        found = in_folders(search.folders, question, first + 1);
    }
    if (!found && question.from <= last) {
        found = in_memory(search.last, question.name, last);
    }
    return found || !is_vendors(search, question.name) ? found : in_folders(search.vendor_folders, question, last + 1);
}

std::vector<std::string> places_of_search(const IncludeSearch& search, const HeaderQuestion& question) {
    std::vector<std::string> places;
    const bool is_next = question.from != 0;
    if (question.quoted && !question.includer.empty() && !is_next) {
        places.push_back(fmt::format("beside '{}'", question.includer));
    } else if (question.quoted && search.source_folder && !is_next) {
        places.emplace_back("beside the source");
    }
    if (!search.first.empty() && question.from <= 1) {
        places.push_back(
            fmt::format("among {} header{} in memory", search.first.size(), search.first.size() == 1 ? "" : "s"));
    }
    const auto add = [&](const std::string& folder) { places.push_back(fmt::format("in '{}'", folder)); };
    const std::size_t passed = std::min(is_next && question.from > 2 ? question.from - 2 : 0, search.folders.size());
    std::for_each(search.folders.begin() + static_cast<std::ptrdiff_t>(passed), search.folders.end(), add);
    if (is_vendors(search, question.name)) {
        std::for_each(search.vendor_folders.begin(), search.vendor_folders.end(), add);
    }
    return places;
}

std::string folder_of(std::string_view path) {
    const std::size_t slash = path.rfind('/');
    return slash == std::string_view::npos ? std::string() : std::string(path.substr(0, slash + 1));
}

std::string read_header(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::string content{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    if (!file) {
        throw PluginError(QUOVIS_PLUGIN_SOURCE_INVALID, fmt::format("the header '{}' cannot be read", path));
    }
    return content;
}

}  // namespace quovis::plugins
