// MessagePack, read with every type checked by the library.
#include "core/program/cache_entry.hpp"

#include "core/program/source.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <ctime>

namespace quovis::core {
namespace {

using Json = nlohmann::json;

constexpr int schema = 1;

Json to_json(const std::vector<Diagnostic>& diagnostics) {
    auto list = Json::array();
    for (const auto& one : diagnostics)
        list.push_back({one.file, one.line, one.column, static_cast<int>(one.severity), one.message});
    return list;
}

std::vector<Diagnostic> diagnostics_in(const Json& list) {
    std::vector<Diagnostic> diagnostics;
    for (const auto& one : list) {
        const int severity = one.at(3);
        diagnostics.push_back({one.at(0), one.at(1), one.at(2),
                               severity == QUOVIS_NOTE      ? QUOVIS_NOTE
                               : severity == QUOVIS_WARNING ? QUOVIS_WARNING
                                                            : QUOVIS_ERROR,
                               one.at(4)});
    }
    return diagnostics;
}

Json to_json(const std::vector<KeyField>& fields) {
    auto list = Json::array();
    for (const auto& field : fields)
        list.push_back({field.label, field.value});
    return list;
}

std::vector<KeyField> fields_in(const Json& list) {
    std::vector<KeyField> fields;
    for (const auto& one : list)
        fields.push_back({one.at(0), one.at(1)});
    return fields;
}

// A name that leads out of the folder, or to another entry's image, is no name of ours.
bool is_image_file(const std::string& name, const std::string& hex) {
    return name.starts_with(hex + "-") && name.find('/') == std::string::npos && name.find('\0') == std::string::npos;
}

}  // namespace

CacheEntry make_entry(CacheKey key, const Image& image, std::uint64_t compile_ns) {
    CacheEntry entry;
    entry.key = std::move(key);
    entry.image = image;
    entry.image_size = image.bytes.size();
    entry.image_hash = hash_of(image.bytes).hex();
    entry.image_file = fmt::format("{}-{}{}", entry.key.hex(), entry.image_hash.substr(0, 8), ending_of(image.format));
    entry.compile_ns = compile_ns;
    entry.created = std::time(nullptr);
    return entry;
}

std::string to_bytes(const CacheEntry& entry) {
    const Image& image = entry.image;
    const Json json = {{"schema", schema},
                       {"fields", to_json(entry.key.fields)},
                       {"name", image.name},
                       {"compiler", image.compiler},
                       {"format", image.format},
                       {"target", image.target},
                       {"image", {entry.image_file, entry.image_size, entry.image_hash}},
                       {"log", image.log},
                       {"command", image.command},
                       {"diagnostics", to_json(image.diagnostics)},
                       {"symbols", image.symbols},
                       {"dependencies", image.dependencies},
                       {"compile_ns", entry.compile_ns},
                       {"created", entry.created}};
    const auto bytes = Json::to_msgpack(json);
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::optional<CacheEntry> entry_from(std::string_view bytes) {
    try {
        const auto json = Json::from_msgpack(bytes);
        if (json.at("schema") != schema)
            return std::nullopt;
        CacheEntry entry;
        entry.key = make_key(fields_in(json.at("fields")));
        Image& image = entry.image;
        image.name = json.at("name");
        image.compiler = json.at("compiler");
        image.format = json.at("format");
        image.target = json.at("target");
        entry.image_file = json.at("image").at(0);
        entry.image_size = json.at("image").at(1);
        entry.image_hash = json.at("image").at(2);
        image.log = json.at("log");
        image.command = json.at("command");
        image.diagnostics = diagnostics_in(json.at("diagnostics"));
        json.at("symbols").get_to(image.symbols);
        json.at("dependencies").get_to(image.dependencies);
        entry.compile_ns = json.at("compile_ns");
        entry.created = json.at("created");
        if (!is_image_file(entry.image_file, entry.key.hex()))
            return std::nullopt;
        return entry;
    } catch (const Json::exception&) {
        return std::nullopt;
    }
}

std::string folder_of_key(const std::string& hex) {
    return hex.substr(0, 2);
}

std::string entry_file(const std::string& hex) {
    return folder_of_key(hex) + "/" + hex + ".entry";
}

}  // namespace quovis::core
