// A breadth-first walk over the #include lines, whatever #if they stand in: a header too many does no harm.
#include "plugins/common/headers.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <system_error>

#include "core/support/include_lines.hpp"
#include "plugins/common/error.hpp"
#include "plugins/common/request.hpp"
#include "plugins/common/source_text.hpp"
#include "plugins/common/text.hpp"

namespace quovis::plugins {
namespace {

namespace fs = std::filesystem;
using core::HeaderForm;
using core::IncludeKind;
using core::IncludeLine;

constexpr std::size_t most_headers = 10000;
constexpr std::size_t most_bytes = std::size_t{256} << 20;  // of all headers together

std::string folder_of(std::string_view name) {
    const std::size_t slash = name.rfind('/');
    return slash == std::string_view::npos ? std::string() : std::string(name.substr(0, slash + 1));
}

bool is_file(const std::string& path) {
    std::error_code failure;
    return fs::is_regular_file(path, failure);
}

std::string read_file(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::string content{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    if (!file) {
        throw PluginError(QUOVIS_PLUGIN_SOURCE_INVALID, fmt::format("the header '{}' cannot be read", path));
    }
    return content;
}

bool is_question(const IncludeLine& line) {
    return line.kind == IncludeKind::question;
}

// The compiler's own affair are the computed ones and those that ask for the next of a name.
bool names_a_header(const IncludeLine& line) {
    return line.form != HeaderForm::computed &&
           (line.kind == IncludeKind::include || line.kind == IncludeKind::import || is_question(line));
}

class Walk {
  public:
    explicit Walk(const IncludeSearch& search) : search_(search) {}

    Gathered run(std::string_view source) {
        gathered_.source = rewritten(source, nullptr);
        // rewritten() adds to the queue while it is worked off.
        for (std::size_t index = 0; index < queue_.size(); ++index) {
            const Found found = queue_[index];
            const std::string text = found.content ? *found.content : read_file(found.place);
            bytes_ += text.size();
            if (bytes_ > most_bytes || queue_.size() > most_headers) {
                throw PluginError(QUOVIS_PLUGIN_INVALID_ARGUMENT,
                                  fmt::format("the source reaches {} headers with more than {} bytes; that is not "
                                              "handed over",
                                              queue_.size(), most_bytes));
            }
            if (!found.content) {
                gathered_.files.push_back(found.place);
            }
            gathered_.headers.push_back({found.given_name,
                                         numbered(found.place, rewritten(without_byte_order_mark(text), &found)),
                                         found.place});
        }
        return std::move(gathered_);
    }

  private:
    struct Found {
        std::string place;                   // path of a file, or the name of a header in memory
        std::optional<std::string> content;  // of a header in memory
        std::string given_name;              // for the compiler
    };

    // `includer` is null for the source itself, which lies in no folder.
    std::string rewritten(std::string_view text, const Found* includer) {
        std::string made;
        std::size_t done = 0;
        for (const IncludeLine& line : core::include_lines(text)) {
            if (!names_a_header(line)) {
                continue;
            }
            const MemoryHeader* refused = nullptr;
            const std::string* name = resolve(line, includer, refused);
            if (refused != nullptr && !is_question(line)) {
                made += text.substr(done, line.hash - done);
                made += fmt::format("#error {}", refused->content);
                done = line.end;
            } else if (name != nullptr) {
                made += text.substr(done, line.begin - done);
                made += fmt::format("\"{}\"", *name);
                done = line.end;
            } else if (!is_question(line)) {
                note_missing(line, includer);
            }
        }
        made += text.substr(done);
        return made;
    }

    // The name for the compiler; null where nothing was found, and where the header is `refused`.
    const std::string* resolve(const IncludeLine& line, const Found* includer, const MemoryHeader*& refused) {
        if (fs::path(line.name).is_absolute()) {
            return is_file(line.name) ? keep_file(line.name) : nullptr;
        }
        if (const std::string* name = find_beside(line, includer)) {
            return name;
        }
        if (const MemoryHeader* header = find(search_.first, line.name)) {
            return keep_memory(*header);
        }
        if (const std::string* name = find_in(search_.folders, line.name)) {
            return name;
        }
        if (const MemoryHeader* header = find(search_.last, line.name)) {
            refused = header->refused ? header : nullptr;
            return refused != nullptr ? nullptr : keep_memory(*header);
        }
        return is_vendors(line.name) ? find_in(search_.vendor_folders, line.name) : nullptr;
    }

    const std::string* find_beside(const IncludeLine& line, const Found* includer) {
        if (line.form != HeaderForm::quoted || includer == nullptr) {
            return nullptr;
        }
        const std::string beside = folder_of(includer->place) + line.name;
        if (!includer->content) {
            return is_file(beside) ? keep_file(beside) : nullptr;
        }
        const MemoryHeader* header = find(search_.first, beside);
        return header != nullptr ? keep_memory(*header) : nullptr;
    }

    const std::string* find_in(const std::vector<std::string>& folders, const std::string& name) {
        for (const std::string& folder : folders) {
            const std::string path = (fs::path(folder) / name).string();
            if (is_file(path)) {
                return keep_file(path);
            }
        }
        return nullptr;
    }

    static const MemoryHeader* find(const std::vector<MemoryHeader>& headers, const std::string& name) {
        const std::string plain = fs::path(name).lexically_normal().string();
        const auto found = std::find_if(headers.begin(), headers.end(), [&](const MemoryHeader& header) {
            return header.name == name || fs::path(header.name).lexically_normal().string() == plain ||
                   (header.refused && header.name.back() == '*' &&
                    plain.compare(0, header.name.size() - 1, header.name, 0, header.name.size() - 1) == 0);
        });
        return found == headers.end() ? nullptr : &*found;
    }

    bool is_vendors(const std::string& name) const {
        return std::any_of(search_.vendor_prefixes.begin(), search_.vendor_prefixes.end(),
                           [&](const std::string& prefix) { return name.compare(0, prefix.size(), prefix) == 0; });
    }

    void note_missing(const IncludeLine& line, const Found* includer) {
        MissingHeader missing{line.name, {}};
        if (line.form == HeaderForm::quoted && includer != nullptr) {
            missing.looked_in.push_back(fmt::format("beside '{}'", includer->place));
        }
        if (!search_.first.empty()) {
            missing.looked_in.push_back(
                fmt::format("among {} header{} in memory", search_.first.size(), search_.first.size() == 1 ? "" : "s"));
        }
        const auto add = [&](const std::string& folder) {
            missing.looked_in.push_back(fmt::format("in '{}'", folder));
        };
        std::for_each(search_.folders.begin(), search_.folders.end(), add);
        if (is_vendors(line.name)) {
            std::for_each(search_.vendor_folders.begin(), search_.vendor_folders.end(), add);
        }
        gathered_.missing.push_back(std::move(missing));
    }

    // One name for one file, however it is reached: #pragma once goes by it.
    const std::string* keep_file(const std::string& path) {
        std::error_code failure;
        const fs::path real = fs::canonical(path, failure);
        return keep("file:" + (failure ? path : real.string()), {path, std::nullopt, {}});
    }

    const std::string* keep_memory(const MemoryHeader& header) {
        return keep("memory:" + header.name, {header.name, std::string(without_byte_order_mark(header.content)), {}});
    }

    const std::string* keep(const std::string& key, Found found) {
        const auto [entry, is_new] = names_.try_emplace(key);
        if (is_new) {
            entry->second = fmt::format("quovis-{}.h", names_.size());
            found.given_name = entry->second;
            queue_.push_back(std::move(found));
        }
        return &entry->second;
    }

    const IncludeSearch& search_;
    Gathered gathered_;
    std::map<std::string, std::string> names_;
    std::vector<Found> queue_;
    std::size_t bytes_ = 0;
};

bool is_about_a_file(std::string_view message) {
    return message.find("file not found") != std::string_view::npos ||
           message.find("No such file") != std::string_view::npos ||
           message.find("cannot open source file") != std::string_view::npos;
}

}  // namespace

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

Gathered gather(std::string_view source, const IncludeSearch& search) {
    return Walk(search).run(source);
}

std::string where_looked_for(const Gathered& gathered, std::string_view message) {
    const auto missing = std::find_if(gathered.missing.begin(), gathered.missing.end(), [&](const auto& one) {
        return message.find(one.name) != std::string_view::npos;
    });
    if (!is_about_a_file(message) || missing == gathered.missing.end()) {
        return {};
    }
    return fmt::format("'{}' was looked for {}.", missing->name,
                       missing->looked_in.empty() ? "nowhere: no folder and no header in memory was given"
                                                  : fmt::format("{}", fmt::join(missing->looked_in, ", ")));
}

std::string where_looked_for(const quovis_cc_request& request, const std::vector<std::string>& folders,
                             const std::string& others, std::string_view message) {
    if (!is_about_a_file(message)) {
        return {};
    }
    IncludeSearch search = search_of(request, options_of(request.options));
    search.folders.insert(search.folders.end(), folders.begin(), folders.end());
    try {
        Gathered gathered = gather(view(request.source), search);
        for (MissingHeader& missing : gathered.missing) {
            if (!others.empty()) {
                missing.looked_in.push_back(others);
            }
        }
        return where_looked_for(gathered, message);
    } catch (const PluginError&) {
        return {};  // the compiler's message is enough
    }
}

}  // namespace quovis::plugins
