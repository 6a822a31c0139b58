// A breadth-first walk over the #include lines, whatever #if they stand in: a header too many does no harm.
#include "plugins/common/headers.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>

#include "core/support/include_lines.hpp"
#include "plugins/common/error.hpp"
#include "plugins/common/request.hpp"
#include "plugins/common/source_text.hpp"
#include "plugins/common/text.hpp"

namespace quovis::plugins {
namespace {

using core::HeaderForm;
using core::IncludeKind;
using core::IncludeLine;

constexpr std::size_t most_headers = 10000;
constexpr std::size_t most_bytes = std::size_t{256} << 20;  // of all headers together

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
            const std::string text = found.content ? *found.content : read_header(found.place);
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
        const auto found = find_header(search_, question(line, includer));
        if (!found) {
            return nullptr;
        }
        if (found->in_memory != nullptr && found->in_memory->refused) {
            refused = found->in_memory;
            return nullptr;
        }
        return keep(*found);
    }

    static HeaderQuestion question(const IncludeLine& line, const Found* includer) {
        HeaderQuestion made{line.name, line.form == HeaderForm::quoted};
        if (includer != nullptr) {
            made.includer = includer->place;
            made.includer_is_file = !includer->content;
        }
        return made;
    }

    void note_missing(const IncludeLine& line, const Found* includer) {
        gathered_.missing.push_back({line.name, places_of_search(search_, question(line, includer))});
    }

    // One name for one file, however it is reached: #pragma once goes by it.
    const std::string* keep(const FoundHeader& header) {
        const auto [entry, is_new] = names_.try_emplace(header.key());
        if (is_new) {
            entry->second = fmt::format("quovis-{}.h", names_.size());
            std::optional<std::string> content;
            if (header.in_memory != nullptr) {
                content = without_byte_order_mark(header.in_memory->content);
            }
            queue_.push_back({header.place, std::move(content), entry->second});
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
