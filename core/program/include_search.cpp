// Each path is looked at once.
#include "core/program/include_search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

namespace quovis::core {
namespace {

std::string folder_of(std::string_view path) {
    return std::string(path.substr(0, path.rfind('/') + 1));
}

// Whether two of them are one folder; the request's that are the compiler's too are marked.
bool compare_folders(std::vector<SearchFolder>& folders) {
    bool differ = true;
    for (std::size_t one = 0; one < folders.size(); ++one)
        for (std::size_t other = one + 1; other < folders.size(); ++other)
            if (folders[one].facts.is_same_file(folders[other].facts)) {
                differ = false;
                folders[one].twice = folders[one].twice || (!folders[one].own && folders[other].own);
                folders[one].covered = folders[one].covered || folders[other].covered;
            }
    return differ;
}

}  // namespace

std::string plain_name(const std::string& name) {
    return std::filesystem::path(name).lexically_normal().string();
}

HeaderSearch::HeaderSearch(const IncludeScanRequest& request) : request_(request) {
    const auto add = [&](const std::string& path, bool own, bool covered) {
        if (const auto facts = folder_at(path))
            folders_.push_back({path, *facts, own, covered, false});
    };
    for (const std::string& folder : request.folders)
        add(folder, false, false);
    for (const CompilerFolder& folder : request.own_folders)
        add(folder.path, true, folder.covered);
    folders_differ_ = compare_folders(folders_);
    for (const Header& header : request.headers) {
        HeaderPlace& place = in_memory_.emplace_back();
        place.kind = HeaderPlace::Kind::memory;
        place.path = header.name;
        place.text = header.content;
        // Which of the two a compiler takes depends on their order, and on the compiler.
        if (!by_name_.emplace(header.name, &place).second ||
            !by_plain_name_.emplace(plain_name(header.name), &place).second)
            throw NotCacheable{fmt::format("two headers in memory have the name '{}'", header.name)};
    }
}

HeaderSearch::Found HeaderSearch::find(const std::string& name, bool quoted, const HeaderPlace& includer) {
    Found found;
    if (name.empty())
        return found;
    if (name.find('\0') != std::string::npos)
        throw NotCacheable{fmt::format("'{}' includes a name with a zero byte", includer.path)};
    add_memory(found, name, true);
    if (name.front() == '/') {
        add_file(found, name);
        return found;
    }
    const bool exactly = !found.empty() && plain_name(name) == name;
    const bool beside = quoted && add_beside(found, name, includer);
    add_memory(found, name, false);
    if (!exactly && !beside)
        add_from_folders(found, name, 0, false);
    return found;
}

HeaderSearch::Found HeaderSearch::find_next(const std::string& name, bool quoted, const HeaderPlace& includer,
                                            std::size_t folder) {
    Found found;
    if (name.empty() || name.front() == '/')
        return find(name, quoted, includer);
    if (folder == unknown_folder || !folders_differ_) {
        add_all(found, name, quoted, includer);
        return found;
    }
    add_memory(found, name, true);
    add_from_folders(found, name, folder, false);
    return found;
}

HeaderSearch::Found HeaderSearch::find_first(const std::string& name) {
    Found found;
    HeaderPlace source;
    source.kind = HeaderPlace::Kind::source;
    source.path = request_.name;
    add_all(found, name, true, source);
    add_file(found, name);
    return found;
}

void HeaderSearch::add_all(Found& found, const std::string& name, bool quoted, const HeaderPlace& includer) {
    add_memory(found, name, true);
    if (quoted)
        add_beside(found, name, includer);
    add_memory(found, name, false);
    add_from_folders(found, name, 0, true);
}

void HeaderSearch::add_memory(Found& found, const std::string& name, bool exactly) {
    if (in_memory_.empty())
        return;
    const auto& names = exactly ? by_name_ : by_plain_name_;
    const auto at = names.find(exactly ? name : plain_name(name));
    const auto is_known = [&](const FoundHeader& one) { return one.place == at->second; };
    if (at != names.end() && std::none_of(found.begin(), found.end(), is_known))
        found.push_back({at->second, 0});
}

void HeaderSearch::add_file(Found& found, const std::string& path) {
    HeaderPlace* place = place_of(path, nullptr, {});
    if (place != nullptr)
        found.push_back({place, unknown_folder});
}

// Whether all compilers end there, with a file. Beside a header in memory may be another one, and for NVRTC a file: its
// name is a path.
bool HeaderSearch::add_beside(Found& found, const std::string& name, const HeaderPlace& includer) {
    const std::size_t before = found.size();
    switch (includer.kind) {
        case HeaderPlace::Kind::source:
            if (request_.beside_source)
                add_file(found, folder_of(includer.path) + name);
            return found.size() != before;
        case HeaderPlace::Kind::file:
            add_file(found, folder_of(includer.path) + name);
            return found.size() != before;
        case HeaderPlace::Kind::memory:
            add_file(found, folder_of(includer.path) + name);
            add_memory(found, folder_of(includer.path) + name, false);
            return false;
        default:
            return false;
    }
}

void HeaderSearch::add_from_folders(Found& found, const std::string& name, std::size_t folder, bool all) {
    const bool is_usual = folder == 0 && !all;
    const auto known = is_usual ? from_folders_.find(name) : from_folders_.end();
    if (known != from_folders_.end()) {
        found.insert(found.end(), known->second.begin(), known->second.end());
        return;
    }
    Found here;
    for (std::size_t index = folder; index < folders_.size(); ++index) {
        HeaderPlace* place = place_of(path_in(folders_[index].path, name), &folders_[index], name);
        if (place == nullptr)
            continue;
        if (here.empty() || here.back().place != place)
            here.push_back({place, index + 1});
        // gcc looks into a folder of the request that is its own too in the latter's turn.
        if (!all && !folders_[index].twice)
            break;
    }
    found.insert(found.end(), here.begin(), here.end());
    if (is_usual)
        from_folders_.emplace(name, std::move(here));
}

HeaderPlace* HeaderSearch::place_of(const std::string& path, const SearchFolder* folder, const std::string& name) {
    const auto [entry, is_new] = files_.try_emplace(path);
    if (!is_new)
        return entry->second.get();
    if (const auto facts = file_at(path)) {
        entry->second = std::make_unique<HeaderPlace>();
        entry->second->path = path;
        entry->second->file = *facts;
        if (folder != nullptr && folder->covered) {
            entry->second->kind = HeaderPlace::Kind::compilers;
            entry->second->name = name;
        }
    }
    return entry->second.get();
}

}  // namespace quovis::core
