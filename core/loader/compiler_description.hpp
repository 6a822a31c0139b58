// What a compiler says of itself, and the record of it on disk, by which a later process need not ask. A record counts
// while nothing has changed that the description depends on: each path is looked at, and each variable.
#pragma once

#include "core/support/cache_folder.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace quovis::core {

// What a description depends on, as the plugin tells it (quovis_cc_origin).
struct CompilerOrigin {
    struct Folder {
        std::string path;
        bool covered = false;  // by the identity
    };
    bool known = false;
    std::vector<std::string> paths;
    std::vector<std::string> variables;
    std::vector<Folder> include_folders;
    bool looks_beside_source = false;
};

struct CompilerDescription {
    std::string identity;
    std::string version;
    std::string path;
    std::vector<std::string> languages;
    std::vector<std::string> formats;
    std::uint32_t flags = 0;
    std::uint32_t max_parallel = 0;
    CompilerOrigin origin;

    // Whether an image would be the same: without what only people read.
    bool compiles_as(const CompilerDescription& other) const {
        return identity == other.identity && languages == other.languages && formats == other.formats;
    }
};

// The paths and variables of an origin, each with its state: "absent", or what the system tells of the file.
using OriginState = std::vector<std::pair<std::string, std::string>>;
OriginState state_of(const CompilerOrigin& origin);
// The first path or variable whose state is another now; empty when there is none.
std::string changed_since(const OriginState& before);
// The latest time at which any of the paths was changed, in nanoseconds since 1970.
std::int64_t last_change(const CompilerOrigin& origin);

// A description with the state in which it was true.
struct DescribedCompiler {
    CompilerDescription description;
    OriginState state;
};

class CompilerRecords {
  public:
    explicit CompilerRecords(CacheFolder folder) : folder_(std::move(folder)) {}

    // `key` stands for the plugin and its settings. Nothing when there is no record or it does not count any more.
    std::optional<DescribedCompiler> find(const std::string& key) const;
    void keep(const std::string& key, const DescribedCompiler& compiler) const;
    void drop(const std::string& key) const;

  private:
    CacheFolder folder_;
};

}  // namespace quovis::core
