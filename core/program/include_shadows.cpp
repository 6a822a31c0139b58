// Compares the names in folders, further down only below those that both sides have.
#include "core/program/include_shadows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#include <utility>

namespace quovis::core {
namespace {

using Names = std::vector<std::string>;

constexpr std::size_t most_names = 10000;

// The compiler's folders are large, and are the same at every scan of a process.
std::shared_ptr<const Names> names_of_compilers(const SearchFolder& folder) {
    struct Listed {
        FileFacts facts;
        std::shared_ptr<const Names> names;
    };
    static std::mutex mutex;
    static std::map<std::string, Listed> listed;
    const std::lock_guard lock(mutex);
    Listed& known = listed[folder.path];
    if (!known.names || !known.facts.is_same_file(folder.facts) || known.facts.changed != folder.facts.changed)
        known = {folder.facts, std::make_shared<const Names>(names_in(folder.path))};
    return known.names;
}

bool contains(const Names& names, const std::string& name) {
    return std::binary_search(names.begin(), names.end(), name);
}

class Comparison {
  public:
    explicit Comparison(const std::vector<SearchFolder>& folders) {
        for (const SearchFolder& folder : folders)
            if (folder.own)
                own_.push_back(&folder);
            else if (!folder.twice)
                given_.push_back(folder.path);
    }

    Names run() {
        for (const std::string& name : in_given_folders(""))
            if (std::any_of(own_.begin(), own_.end(),
                            [&](const SearchFolder* folder) { return contains(*names_of_compilers(*folder), name); }))
                add(name);
        return std::move(names_);
    }

  private:
    void add(const std::string& name) {
        if (++looked_at_ > most_names)
            throw NotCacheable{
                fmt::format("more than {} names in the include directories are the compiler's own too", most_names)};
        bool is_file = false;
        bool is_folder = false;
        for (const std::string& folder : given_) {
            const std::string path = path_in(folder, name);
            is_file = is_file || file_at(path);
            is_folder = is_folder || folder_at(path);
        }
        if (is_file)
            names_.push_back(name);
        if (is_folder)
            add_below(name);
    }

    void add_below(const std::string& name) {
        Names theirs;
        for (const SearchFolder* folder : own_)
            append(theirs, names_in(path_in(folder->path, name)));
        std::sort(theirs.begin(), theirs.end());
        for (const std::string& below : in_given_folders(name))
            if (contains(theirs, below))
                add(path_in(name, below));
    }

    // Each once.
    Names in_given_folders(const std::string& below) const {
        Names names;
        for (const std::string& folder : given_)
            append(names, names_in(below.empty() ? folder : path_in(folder, below)));
        std::sort(names.begin(), names.end());
        names.erase(std::unique(names.begin(), names.end()), names.end());
        return names;
    }

    static void append(Names& all, Names more) {
        all.insert(all.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
    }

    std::vector<const SearchFolder*> own_;
    Names given_;
    Names names_;
    std::size_t looked_at_ = 0;
};

bool any_is_covered(const std::vector<SearchFolder>& folders) {
    return std::any_of(folders.begin(), folders.end(), [](const SearchFolder& folder) { return folder.covered; });
}

}  // namespace

Names names_before_compilers(const std::vector<SearchFolder>& folders) {
    return any_is_covered(folders) ? Comparison(folders).run() : Names();
}

bool is_name_of_compilers(const std::vector<SearchFolder>& folders, const std::string& name) {
    const std::string first = name.substr(0, name.find('/'));
    return any_is_covered(folders) && std::any_of(folders.begin(), folders.end(), [&](const SearchFolder& folder) {
               return folder.own && contains(*names_of_compilers(folder), first);
           });
}

}  // namespace quovis::core
