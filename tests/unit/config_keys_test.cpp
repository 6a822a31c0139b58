// The documented defaults, the schema for editors, the reference and the reader's table name the same keys.
// A key that is added in one place only makes a test of this file fail.
#include "core/config/keys.hpp"
#include "core/config/overrides.hpp"
#include "core/config/yaml.hpp"
#include "tests/unit/config_fixture.hpp"

#include <nlohmann/json.hpp>

#include <fstream>
#include <set>
#include <sstream>

namespace config_keys_test {

using namespace quovis::core;
using Json = nlohmann::json;

std::string config_room(const std::string& name) {
    std::ifstream file(std::string(QUOVIS_TEST_SOURCE_DIR) + "/config/" + name, std::ios::binary);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
}

// config/quovis.yaml with its examples taken out of their comments.
std::string with_examples(const std::string& text) {
    std::istringstream lines(text);
    std::string result;
    for (std::string line; std::getline(lines, line);) {
        result += (line.starts_with("#  ") ? line.substr(1) : line) + "\n";
    }
    return result;
}

bool is_chosen_by_user(const std::string& path) {
    return path == "backends";
}

void collect(const ConfigNode& node, const std::string& path, std::set<std::string>& paths) {
    const bool holds_maps = node.kind == NodeKind::list && !node.items.empty() && node.items[0].kind == NodeKind::map;
    if (node.kind != NodeKind::map && !holds_maps) {
        paths.insert(path);
    }
    if (holds_maps) {
        for (const ConfigNode& item : node.items) {
            collect(item, path + "[]", paths);
        }
    }
    for (const ConfigEntry& entry : node.entries) {
        const bool chosen = is_chosen_by_user(path) || path == "backends.*";
        collect(entry.value, path.empty() ? entry.key : path + "." + (chosen ? "*" : entry.key), paths);
    }
}

// The paths of a schema, in the form of the table, with what each says.
void collect(const Json& schema, const std::string& path, std::map<std::string, Json>& paths) {
    if (schema.contains("properties")) {
        EXPECT_EQ(schema.at("additionalProperties"), false) << path;
        for (const auto& [name, inner] : schema.at("properties").items()) {
            collect(inner, path.empty() ? name : path + "." + name, paths);
        }
    } else if (schema.contains("additionalProperties")) {
        collect(schema.at("additionalProperties"), path + ".*", paths);
    } else if (schema.contains("items") && schema.at("items").contains("properties")) {
        collect(schema.at("items"), path + "[]", paths);
    } else {
        paths[path] = schema;
    }
}

std::map<std::string, Json> schema_keys() {
    std::map<std::string, Json> paths;
    collect(Json::parse(config_room("quovis.schema.json")), "", paths);
    return paths;
}

std::set<std::string> table_keys() {
    std::set<std::string> paths;
    for (const ConfigKey& key : config_keys()) {
        paths.insert(std::string(key.path));
    }
    return paths;
}

TEST(ConfigKeys, TheDocumentedDefaultsShowEveryKeyOfTheTable) {
    std::vector<Diagnostic> faults;
    const ConfigNode root = read_yaml(with_examples(config_room("quovis.yaml")), nullptr, faults);
    ASSERT_TRUE(faults.empty()) << describe(faults.front());
    std::set<std::string> paths;
    collect(root, "", paths);
    EXPECT_EQ(paths, table_keys());
}

TEST(ConfigKeys, TheSchemaHasTheKeysOfTheTable) {
    std::set<std::string> paths;
    for (const auto& [path, schema] : schema_keys()) {
        paths.insert(path);
    }
    EXPECT_EQ(paths, table_keys());
}

TEST(ConfigKeys, TheSchemaHasTheTypesRangesAndWordsOfTheTable) {
    const auto schemas = schema_keys();
    for (const ConfigKey& key : config_keys()) {
        const Json& schema = schemas.at(std::string(key.path));
        switch (key.type) {
            case KeyType::word:
                EXPECT_EQ(schema.at("enum"), Json(std::vector<std::string>(key.words.begin(), key.words.end())))
                    << key.path;
                break;
            case KeyType::integer:
                EXPECT_EQ(schema.at("minimum"), key.least) << key.path;
                EXPECT_EQ(schema.at("maximum"), key.greatest) << key.path;
                break;
            case KeyType::boolean:
                EXPECT_EQ(schema.at("type"), "boolean") << key.path;
                break;
            default:
                EXPECT_EQ(schema.value("type", Json()) == "array", key.count == KeyCount::list) << key.path;
                EXPECT_EQ(schema.contains("oneOf"), key.count == KeyCount::one_or_list) << key.path;
        }
    }
}

TEST(ConfigKeys, TheReferenceNamesEveryKeyAndEveryVariable) {
    const std::string reference = config_room("README.md");
    for (const ConfigKey& key : config_keys()) {
        const std::string path(key.path);
        const bool option = path.starts_with("routes[].options.");
        const std::string name = option ? path.substr(std::string("routes[].options.").size()) : path;
        EXPECT_NE(reference.find("| `" + name + "` |"), std::string::npos) << path;
    }
    for (const ConfigVariable& variable : config_variables()) {
        EXPECT_NE(reference.find("| `" + std::string(variable.name) + "` |"), std::string::npos) << variable.name;
    }
}

class ConfigExamples : public quovis::test::ConfigTest {};

TEST_F(ConfigExamples, TheDocumentedDefaultsAndTheirExamplesHaveNoFault) {
    EXPECT_THAT(faults(config_room("quovis.yaml")), testing::IsEmpty());
    EXPECT_THAT(faults(with_examples(config_room("quovis.yaml"))), testing::IsEmpty());
}

TEST_F(ConfigExamples, ACopyOfTheDocumentedDefaultsChangesNothing) {
    const Config built_in = load();
    const Config copied = load(config_room("quovis.yaml"));
    ASSERT_EQ(copied.values().size(), built_in.values().size());
    for (std::size_t i = 0; i < copied.values().size(); ++i) {
        EXPECT_EQ(copied.values()[i].path, built_in.values()[i].path);
        EXPECT_EQ(copied.values()[i].value, built_in.values()[i].value);
    }
}

}  // namespace config_keys_test
