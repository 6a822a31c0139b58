// A breadth-first walk. What depends on texts that are read later (#include MACRO, #include_next in a header that is
// found on several ways) is asked again whenever the queue is empty, until nothing new comes of it.
#include "core/program/include_scan.hpp"

#include "core/program/include_fields.hpp"
#include "core/program/include_files.hpp"
#include "core/program/include_macros.hpp"
#include "core/program/include_search.hpp"
#include "core/program/include_shadows.hpp"
#include "core/support/include_lines.hpp"
#include "core/support/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <set>
#include <utility>

namespace quovis::core {
namespace {

using Kind = HeaderPlace::Kind;

constexpr std::size_t most_headers = 10000;
constexpr std::size_t most_includes = 1000000;
constexpr std::size_t most_bytes = std::size_t{256} << 20;  // of all headers together

std::string define_lines(const IncludeScanRequest& request) {
    std::string lines;
    for (const auto& [name, value] : request.defines)
        lines += fmt::format("#define {} {}\n", name, value.value_or("1"));
    return lines;
}

bool is_question(const IncludeLine& line) {
    return line.kind == IncludeKind::question || line.kind == IncludeKind::next_question;
}

bool is_next(const IncludeLine& line) {
    return line.kind == IncludeKind::next || line.kind == IncludeKind::next_question;
}

std::string place_of(const HeaderPlace& text, const IncludeLine& line) {
    return text.kind == Kind::defines ? "the defines" : fmt::format("'{}' line {}", text.path, line.line);
}

NotCacheable unknown_header(const HeaderPlace& text, const IncludeLine& line) {
    const std::string asked = is_question(line) ? fmt::format("__has_include({})", line.name)
                                                : fmt::format("#include{} {}", is_next(line) ? "_next" : "", line.name);
    return {
        fmt::format("{}: which header {} means is known to the compiler only", place_of(text, line), in_quotes(asked))};
}

class Walk {
  public:
    explicit Walk(const IncludeScanRequest& request) : request_(request), search_(request) {}

    void run(IncludeScan& scan) {
        HeaderPlace defines;
        defines.kind = Kind::defines;
        defines.content = define_lines(request_);
        defines.text = defines.content;
        read(defines);
        for (const std::string& name : request_.first_headers)
            note({IncludeKind::include, nullptr, name, true, {}}, search_.find_first(name));
        HeaderPlace source;
        source.kind = Kind::source;
        source.path = request_.name;
        source.text = request_.source;
        source.next_folders = {HeaderSearch::unknown_folder};
        read(source);
        follow();
        const std::size_t own_resolutions = findings_.resolutions.size();
        const std::size_t own_headers = findings_.headers.size();
        HeaderPlace compilers;
        compilers.kind = Kind::compilers;
        add_headers_of_compilers(compilers);
        follow();
        refuse_uncertain();
        scan.fields = include_fields(findings_, own_resolutions, own_headers);
        scan.files = std::move(files_);
        if (request_.keep_texts)
            scan.texts = named_headers();
    }

  private:
    // A line whose answer may grow: `done` of the includer's next folders or of the macro's definitions were followed.
    struct Open {
        const HeaderPlace* text;
        IncludeLine line;
        std::size_t done = 0;
    };

    void read(HeaderPlace& text) {
        findings_.texts.push_back(&text);
        for (IncludeLine& line : include_lines(text.text)) {
            if (line.kind == IncludeKind::embed)
                throw NotCacheable{
                    fmt::format("{}: {} reads a file that is not looked at", place_of(text, line), line.name)};
            if (line.kind == IncludeKind::clock && request_.keep_texts)
                continue;
            if (line.kind == IncludeKind::clock)
                throw NotCacheable{fmt::format("{}: {} puts a time into the image", place_of(text, line), line.name)};
            if (line.kind == IncludeKind::unclear)
                throw NotCacheable{fmt::format("{}: {}", place_of(text, line), line.name)};
            if (line.form == HeaderForm::computed)
                computed_.push_back({&text, std::move(line)});
            else if (is_next(line))
                next_.push_back({&text, std::move(line)});
            else
                note_line(text, line, {line.name, line.form == HeaderForm::quoted});
        }
    }

    void note_line(const HeaderPlace& text, const IncludeLine& line, const HeaderName& header) {
        note({line.kind, &text, header.name, header.quoted, {}}, search_.find(header.name, header.quoted, text));
    }

    void note_next(const HeaderPlace& text, const IncludeLine& line, const HeaderName& header, std::size_t folder) {
        note({line.kind, &text, header.name, header.quoted, {}},
             search_.find_next(header.name, header.quoted, text, folder));
    }

    // A question asks for no text, but for a file that can be read.
    void note(Resolution resolution, const std::vector<FoundHeader>& found) {
        const bool question = resolution.kind == IncludeKind::question || resolution.kind == IncludeKind::next_question;
        for (const FoundHeader& header : found) {
            resolution.places.push_back(header.place);
            if (!question)
                reach(header);
            else if (header.place->kind == Kind::file && !is_readable(header.place->path))
                throw NotCacheable{fmt::format("'{}' cannot be read", header.place->path)};
        }
        findings_.resolutions.push_back(std::move(resolution));
        if (findings_.resolutions.size() > most_includes)
            throw NotCacheable{fmt::format("more than {} includes are not followed", most_includes)};
    }

    void reach(const FoundHeader& header) {
        HeaderPlace& place = *header.place;
        auto& folders = place.next_folders;
        if (std::find(folders.begin(), folders.end(), header.next_folder) == folders.end())
            folders.push_back(header.next_folder);
        if (std::exchange(place.is_reached, true))
            return;
        findings_.headers.push_back(&place);
        if (place.kind != Kind::compilers)
            queue_.push_back(&place);
        if (findings_.headers.size() > most_headers)
            throw NotCacheable{fmt::format("more than {} headers are not looked through", most_headers)};
    }

    void follow() {
        do {
            for (; !queue_.empty(); queue_.pop_front()) {
                HeaderPlace& place = *queue_.front();
                if (place.kind == Kind::file) {
                    place.content = read_header(place.path, most_bytes - bytes_, place.file);
                    place.text = place.content;
                    files_.push_back(place.path);
                    bytes_ += place.text.size();
                }
                place.hash = hash_of(place.text);
                read(place);
            }
        } while (follow_next() || follow_computed());
    }

    // Whether a new way to a header with an #include_next has led anywhere.
    bool follow_next() {
        bool any = false;
        for (Open& open : next_)
            for (; open.done < open.text->next_folders.size(); ++open.done, any = true)
                note_next(*open.text, open.line, {open.line.name, open.line.form == HeaderForm::quoted},
                          open.text->next_folders[open.done]);
        return any;
    }

    bool follow_computed() {
        bool any = false;
        for (; !computed_.empty() && texts_with_macros_ < findings_.texts.size(); ++texts_with_macros_)
            macros_.add_definitions(findings_.texts[texts_with_macros_]->text);
        for (Open& open : computed_) {
            const auto names = macros_.names(open.line.name, open.done);
            if (!names || request_.hidden_defines)
                throw unknown_header(*open.text, open.line);
            for (const HeaderName& name : *names) {
                if (is_next(open.line))
                    note_next(*open.text, open.line, name, HeaderSearch::unknown_folder);
                else
                    note_line(*open.text, open.line, name);
                any = true;
            }
            open.done += names->size();
        }
        return any;
    }

    void refuse_uncertain() const {
        for (const Open& open : computed_)
            if (!macros_.is_certain(open.line.name))
                throw unknown_header(*open.text, open.line);
    }

    // NVRTC takes a header in memory for any #include of that text, from its own headers too.
    void add_headers_of_compilers(const HeaderPlace& compilers) {
        for (const std::string& name : names_before_compilers(search_.folders()))
            note({IncludeKind::include, &compilers, name, false, {}}, search_.find(name, false, compilers));
        const auto& headers = findings_.headers;
        const bool any = std::any_of(headers.begin(), headers.end(),
                                     [](const HeaderPlace* header) { return header->kind == Kind::compilers; });
        for (HeaderPlace& place : search_.in_memory())
            if (any || is_name_of_compilers(search_.folders(), plain_name(place.path)))
                note({IncludeKind::include, &compilers, place.path, false, {}}, {{&place, 0}});
    }

    std::vector<NamedHeader> named_headers() const {
        std::vector<NamedHeader> named;
        std::set<std::pair<std::string_view, const HeaderPlace*>> seen;
        for (const Resolution& resolution : findings_.resolutions)
            for (const HeaderPlace* place : resolution.places)
                if (place->kind == Kind::file && place->is_reached && seen.emplace(resolution.name, place).second)
                    named.push_back({resolution.name, place->path, std::string(place->text)});
        return named;
    }

    const IncludeScanRequest& request_;
    HeaderSearch search_;
    ScanFindings findings_;
    std::vector<std::string> files_;
    std::deque<HeaderPlace*> queue_;
    std::size_t bytes_ = 0;
    std::vector<Open> next_;
    std::vector<Open> computed_;
    HeaderMacros macros_;
    std::size_t texts_with_macros_ = 0;
};

}  // namespace

IncludeScan scan_includes(const IncludeScanRequest& request) {
    IncludeScan scan;
    try {
        Walk(request).run(scan);
    } catch (const NotCacheable& refusal) {
        scan = {};
        scan.bypass = refusal.reason;
    }
    return scan;
}

}  // namespace quovis::core
