// Every header is a field. An #include is one only where the headers do not tell already where it leads.
#include "core/program/include_fields.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace quovis::core {
namespace {

using Kind = HeaderPlace::Kind;

// Beyond it the fields for headers that only the compiler's include become one.
constexpr std::size_t most_fields_of_compilers = 200;

std::string shown(const HeaderPlace& place) {
    switch (place.kind) {
        case Kind::memory:
            return fmt::format("'{}' in memory", place.path);
        case Kind::compilers:
            return fmt::format("the compiler's own {}", place.path);
        default:
            return place.path;
    }
}

std::string in_text(const HeaderPlace& includer) {
    switch (includer.kind) {
        case Kind::source:
            return " in the source";
        case Kind::defines:
            return " in the defines";
        case Kind::memory:
            return fmt::format(" in '{}' in memory", includer.path);
        case Kind::compilers:
            return " in the compiler's headers";
        default:
            return fmt::format(" in '{}'", includer.path);
    }
}

bool is_question(const Resolution& resolution) {
    return resolution.kind == IncludeKind::question || resolution.kind == IncludeKind::next_question;
}

std::string label_of(const Resolution& resolution) {
    const std::string name =
        fmt::format("{}{}{}", resolution.quoted ? '\'' : '<', resolution.name, resolution.quoted ? '\'' : '>');
    const bool next = resolution.kind == IncludeKind::next || resolution.kind == IncludeKind::next_question;
    const char* const word =
        is_question(resolution) ? (next ? "question for next" : "question for") : (next ? "include next" : "include");
    if (resolution.includer == nullptr)
        return fmt::format("{} {} in front of the source", word, name);
    // An angled one leads to the same place from everywhere.
    const bool from_anywhere = !resolution.quoted && !next && resolution.includer->kind != Kind::compilers;
    return fmt::format("{} {}{}", word, name, from_anywhere ? "" : in_text(*resolution.includer));
}

// Where headers in memory play a part, it matters in which of the places a compiler finds one.
std::string value_of(const Resolution& resolution) {
    const auto is_in_memory = [](const HeaderPlace* place) { return place->kind == Kind::memory; };
    const auto& places = resolution.places;
    if (places.empty())
        return "not found";
    if (is_question(resolution) && std::none_of(places.begin(), places.end(), is_in_memory) &&
        resolution.includer->kind != Kind::memory)
        return "found";
    std::string value;
    for (const HeaderPlace* place : places)
        value += (value.empty() ? "" : " or ") + shown(*place);
    return value;
}

// The headers by the last part of their names.
class ByName {
  public:
    void add(const HeaderPlace& place) { places_[last_part(place.path)].push_back(&place); }

    // Whether one header alone can be meant by the name.
    bool is_obvious(const Resolution& resolution) const {
        constexpr std::size_t most_candidates = 16;
        const std::string& name = resolution.name;
        const auto found = places_.find(last_part(name));
        if (found == places_.end() || found->second.size() > most_candidates || resolution.places.size() != 1)
            return false;
        const auto ends_in_name = [&](const HeaderPlace* place) {
            const std::string& path = place->path;
            return path.size() >= name.size() && path.compare(path.size() - name.size(), name.size(), name) == 0 &&
                   (path.size() == name.size() || path[path.size() - name.size() - 1] == '/');
        };
        const auto& candidates = found->second;
        return std::count_if(candidates.begin(), candidates.end(), ends_in_name) == 1 &&
               ends_in_name(resolution.places.front());
    }

  private:
    static std::string last_part(const std::string& path) { return path.substr(path.rfind('/') + 1); }

    std::unordered_map<std::string, std::vector<const HeaderPlace*>> places_;
};

// "1f0c… 12 lines"
std::string contents(const HeaderPlace& place) {
    const std::string_view text = place.text;
    const std::size_t lines = newlines_in(text) + (text.empty() || text.back() == '\n' ? 0 : 1);
    return fmt::format("{} {} line{}", place.hash.hex(), lines, lines == 1 ? "" : "s");
}

KeyField field_of(const HeaderPlace& place) {
    if (place.kind == Kind::compilers)
        return {fmt::format("compiler's header '{}'", place.name),
                fmt::format("{} bytes of {}.{:09} in '{}'", place.file.size, place.file.changed / 1'000'000'000,
                            place.file.changed % 1'000'000'000, place.path)};
    return {place.kind == Kind::memory ? fmt::format("header '{}' in memory", place.path)
                                       : fmt::format("header '{}'", place.path),
            contents(place)};
}

// Whether any text may be wanted once only: #pragma once, in whatever spelling, or #import.
bool wants_once(const ScanFindings& findings) {
    return std::any_of(findings.texts.begin(), findings.texts.end(),
                       [](const HeaderPlace* text) { return text->text.find("once") != std::string_view::npos; }) ||
           std::any_of(findings.resolutions.begin(), findings.resolutions.end(),
                       [](const Resolution& resolution) { return resolution.kind == IncludeKind::import; });
}

// What is the same once: for most compilers one file under two names, for gcc also copies of one time.
std::vector<KeyField> same_files(std::vector<const HeaderPlace*> files) {
    std::vector<KeyField> fields;
    std::sort(files.begin(), files.end(), [](const auto* a, const auto* b) { return a->path < b->path; });
    std::map<std::pair<std::uint64_t, std::uint64_t>, const HeaderPlace*> by_file;
    std::map<std::pair<Hash, std::int64_t>, const HeaderPlace*> by_time;
    for (const HeaderPlace* file : files) {
        const auto [same, is_first] = by_file.try_emplace({file->file.device, file->file.number}, file);
        const auto [copy, is_new] = by_time.try_emplace({file->hash, file->file.changed}, file);
        const HeaderPlace* other = !is_first ? same->second : copy->second;
        if (!is_first || !is_new)
            fields.push_back({fmt::format("headers '{}' and '{}'", other->path, file->path),
                              !is_first ? "one file" : "copies of one time"});
    }
    return fields;
}

bool is_before(const KeyField& a, const KeyField& b) {
    return std::tie(a.label, a.value) < std::tie(b.label, b.value);
}

void sort(std::vector<KeyField>& fields) {
    std::sort(fields.begin(), fields.end(), is_before);
    fields.erase(std::unique(fields.begin(), fields.end()), fields.end());
}

// The texts say that there is such an #include; of the compiler's headers nothing is known.
bool may_be_left_out(const Resolution& resolution) {
    return resolution.kind == IncludeKind::include && resolution.includer != nullptr &&
           resolution.includer->kind != Kind::compilers;
}

// Of the first findings.
std::vector<KeyField> fields_of(const ScanFindings& findings, std::size_t resolutions, std::size_t headers) {
    std::vector<KeyField> fields;
    std::vector<const HeaderPlace*> files;
    ByName by_name;
    for (std::size_t index = 0; index < headers; ++index) {
        const HeaderPlace& header = *findings.headers[index];
        fields.push_back(field_of(header));
        by_name.add(header);
        if (header.kind == Kind::file)
            files.push_back(&header);
    }
    for (std::size_t index = 0; index < resolutions; ++index) {
        const Resolution& resolution = findings.resolutions[index];
        if (!may_be_left_out(resolution) || !by_name.is_obvious(resolution))
            fields.push_back({label_of(resolution), value_of(resolution)});
    }
    std::vector<KeyField> same = same_files(std::move(files));
    if (!same.empty() && wants_once(findings))
        fields.insert(fields.end(), std::make_move_iterator(same.begin()), std::make_move_iterator(same.end()));
    sort(fields);
    return fields;
}

}  // namespace

std::vector<KeyField> include_fields(const ScanFindings& findings, std::size_t own_resolutions,
                                     std::size_t own_headers) {
    std::vector<KeyField> all = fields_of(findings, findings.resolutions.size(), findings.headers.size());
    if (findings.resolutions.size() == own_resolutions)
        return all;
    std::vector<KeyField> own = fields_of(findings, own_resolutions, own_headers);
    if (all.size() - own.size() <= most_fields_of_compilers)
        return all;
    std::string others;
    for (const KeyField& field : all)
        if (!std::binary_search(own.begin(), own.end(), field, is_before))
            others += fmt::format("{}:{}{}:{}", field.label.size(), field.label, field.value.size(), field.value);
    own.push_back({"headers before the compiler's own",
                   fmt::format("{} {} fields", hash_of(others).hex(), all.size() - own.size())});
    return own;
}

}  // namespace quovis::core
