// Records are MessagePack, sealed, one file for each plugin with its settings on one host. They are read at the start
// of every process, so that lists are one text in them, and the states are one hash.
#include "core/loader/compiler_description.hpp"

#include "core/support/environment.hpp"
#include "core/support/hash.hpp"
#include "core/support/sealed.hpp"
#include "core/support/text.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <climits>

namespace quovis::core {
namespace {

using Json = nlohmann::json;

constexpr int schema = 1;

std::int64_t nanoseconds(const timespec& time) {
    return static_cast<std::int64_t>(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

// The time of the last change of the file's state is told as well: a tool may set the other one back.
std::string state_of_path(const std::string& path) {
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0)
        return "absent";
    return fmt::format("{} {} {} {} {:o}", status.st_size, nanoseconds(status.st_mtim), nanoseconds(status.st_ctim),
                       status.st_ino, status.st_mode & static_cast<unsigned>(S_IFMT));
}

std::string state_of_variable(const std::string& name) {
    const auto value = environment(name);
    return value ? "=" + *value : "not set";
}

// A path is absolute, a variable's name is not.
std::string state_now(const std::string& of) {
    return of.starts_with('/') ? state_of_path(of) : state_of_variable(of);
}

// Files of one name are not the same on two hosts that share the folder.
std::string file_of(const std::string& key) {
    char host[HOST_NAME_MAX + 1] = {};
    ::gethostname(host, HOST_NAME_MAX);
    return "v1/compilers/" + hash_of(key + '\n' + host).hex();
}

// Many texts as one: a line each.
std::string lines_of(const std::vector<std::string>& texts) {
    return join(texts, "\n");
}
std::vector<std::string> texts_in(const std::string& lines) {
    std::vector<std::string> texts;
    for (std::size_t begin = 0; begin < lines.size();) {
        const auto end = std::min(lines.find('\n', begin), lines.size());
        texts.push_back(lines.substr(begin, end - begin));
        begin = end + 1;
    }
    return texts;
}

std::string hash_of_state(const OriginState& state) {
    std::string text;
    for (const auto& [of, value] : state)
        text.append(of).append("\n").append(value).append("\n");
    return hash_of(text).hex();
}

Json to_json(const CompilerOrigin& origin) {
    auto folders = Json::array();
    for (const auto& folder : origin.include_folders)
        folders.push_back({folder.path, folder.covered});
    return {{"paths", lines_of(origin.paths)},
            {"variables", lines_of(origin.variables)},
            {"include_folders", std::move(folders)},
            {"looks_beside_source", origin.looks_beside_source}};
}

CompilerOrigin origin_in(const Json& json) {
    CompilerOrigin origin;
    origin.known = true;
    origin.paths = texts_in(json.at("paths"));
    origin.variables = texts_in(json.at("variables"));
    for (const auto& folder : json.at("include_folders"))
        origin.include_folders.push_back({folder.at(0), folder.at(1)});
    origin.looks_beside_source = json.at("looks_beside_source");
    return origin;
}

Json to_json(const CompilerDescription& told) {
    return {{"identity", told.identity},     {"version", told.version},       {"path", told.path},
            {"languages", told.languages},   {"formats", told.formats},       {"flags", told.flags},
            {"parallel", told.max_parallel}, {"origin", to_json(told.origin)}};
}

CompilerDescription description_in(const Json& json) {
    return {json.at("identity"), json.at("version"), json.at("path"),     json.at("languages"),
            json.at("formats"),  json.at("flags"),   json.at("parallel"), origin_in(json.at("origin"))};
}

}  // namespace

OriginState state_of(const CompilerOrigin& origin) {
    OriginState state;
    for (const auto& path : origin.paths)
        if (path.starts_with('/'))
            state.emplace_back(path, state_of_path(path));
    for (const auto& variable : origin.variables)
        state.emplace_back(variable, state_of_variable(variable));
    return state;
}

std::string changed_since(const OriginState& before) {
    const auto found =
        std::find_if(before.begin(), before.end(), [](const auto& one) { return state_now(one.first) != one.second; });
    return found == before.end() ? std::string() : found->first;
}

std::int64_t last_change(const CompilerOrigin& origin) {
    std::int64_t last = 0;
    for (const auto& path : origin.paths) {
        struct stat status {};
        if (::stat(path.c_str(), &status) == 0)
            last = std::max({last, nanoseconds(status.st_mtim), nanoseconds(status.st_ctim)});
    }
    return last;
}

std::optional<DescribedCompiler> CompilerRecords::find(const std::string& key) const {
    std::string content;
    if (folder_.read_sealed(file_of(key), content) != CacheFolder::Found::whole)
        return std::nullopt;
    try {
        const auto json = Json::from_msgpack(content);
        if (json.at("schema") != schema || json.at("key") != key)
            return std::nullopt;
        DescribedCompiler found{description_in(json.at("description")), {}};
        found.state = state_of(found.description.origin);
        const bool unchanged = json.at("state") == hash_of_state(found.state);
        return unchanged ? std::optional(std::move(found)) : std::nullopt;
    } catch (const Json::exception&) {
        return std::nullopt;
    }
}

void CompilerRecords::keep(const std::string& key, const DescribedCompiler& compiler) const {
    if (!folder_.writable())
        return;
    const Json json = {{"schema", schema},
                       {"key", key},
                       {"description", to_json(compiler.description)},
                       {"state", hash_of_state(compiler.state)}};
    const auto bytes = Json::to_msgpack(json);
    // A folder that cannot be written to is told once, by the cache.
    static_cast<void>(folder_.write(file_of(key), seal({reinterpret_cast<const char*>(bytes.data()), bytes.size()})));
}

void CompilerRecords::drop(const std::string& key) const {
    folder_.remove(file_of(key));
}

}  // namespace quovis::core
