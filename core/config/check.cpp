// Walks a tree beside the table of keys. Two paths go along: the table's ("routes[].when.device") and the one that
// people read ("routes[1].when.device").
#include "core/config/check.hpp"

#include "core/config/words.hpp"
#include "core/support/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace quovis::core {

namespace {

std::string_view kind_name(const ConfigNode& node) {
    switch (node.kind) {
        case NodeKind::list:
            return "a list";
        case NodeKind::map:
            return "a map of keys";
        case NodeKind::word:
            return "a single word";
        case NodeKind::empty:
            break;
    }
    return "empty";
}

std::string below(const std::string& path, std::string_view key) {
    return path.empty() ? std::string(key) : path + "." + std::string(key);
}

class Checker {
  public:
    Checker(const CheckRules& rules, std::vector<Diagnostic>& faults) : rules_(rules), faults_(faults) {}

    void check_root(ConfigNode& root) {
        if (root.kind == NodeKind::empty) {
            check_version(root);
            return;
        }
        if (root.kind != NodeKind::map) {
            fault(root.place, fmt::format("a configuration must be a map of keys; this is {}", kind_name(root)));
            return;
        }
        // In a file of another version all else may mean something else.
        if (check_version(root)) {
            check_map(root, "", "");
        }
    }

  private:
    void fault(const Place& place, std::string message) { faults_.push_back(fault_at(place, std::move(message))); }

    bool check_version(const ConfigNode& root) {
        const ConfigNode* version = root.find("quovis");
        if (!version) {
            if (rules_.needs_version) {
                fault({root.place.source, 1, 1}, fmt::format("the key 'quovis' is missing; the first line of a "
                                                             "configuration is 'quovis: {}'",
                                                             config_version));
            }
            return true;
        }
        const bool known = version->kind == NodeKind::word && version->text == std::to_string(config_version);
        if (!known) {
            fault(version->place,
                  fmt::format("'quovis' must be {}, the version of the configuration that this library knows{}",
                              config_version,
                              version->kind == NodeKind::word ? ", not " + in_quotes(version->text) : std::string()));
        }
        return known;
    }

    void check_map(ConfigNode& map, const std::string& table_path, const std::string& path) {
        const std::vector<std::string_view> known = keys_below(table_path);
        for (ConfigEntry& entry : map.entries) {
            check_entry(entry, known, table_path, path);
        }
        std::erase_if(map.entries, [](const ConfigEntry& entry) { return entry.value.kind == NodeKind::empty; });
    }

    void check_entry(ConfigEntry& entry, const std::vector<std::string_view>& known, const std::string& table_path,
                     const std::string& path) {
        const std::string entry_path = below(path, entry.key);
        const auto knows = [&](std::string_view word) {
            return std::find(known.begin(), known.end(), word) != known.end();
        };
        const bool plain = entry.key != "*" && entry.key.find('[') == std::string::npos;
        if (plain && knows(entry.key)) {
            const std::string next = below(table_path, entry.key);
            if (const ConfigKey* key = find_key(next)) {
                check_value(entry.value, *key, entry_path);
            } else {
                check_inner_map(entry.value, next, entry_path);
            }
        } else if (plain && knows(entry.key + "[]")) {
            check_list_of_maps(entry.value, below(table_path, entry.key + "[]"), entry_path);
        } else if (knows("*")) {
            check_chosen_key(entry, below(table_path, "*"), entry_path);
        } else {
            fault(entry.place, unknown_key(entry.key, known, path));
        }
    }

    // A key of the user's choice: the name of a plugin, or one of its settings.
    void check_chosen_key(ConfigEntry& entry, const std::string& table_path, const std::string& path) {
        if (const ConfigKey* key = find_key(table_path)) {
            check_value(entry.value, *key, path);
            return;
        }
        if (!is_plugin_name(entry.key)) {
            fault(entry.place,
                  fmt::format("{} is no plugin's name (lower-case letters, digits and '-')", in_quotes(entry.key)));
        }
        check_inner_map(entry.value, table_path, path);
    }

    void check_inner_map(ConfigNode& node, const std::string& table_path, const std::string& path) {
        if (node.kind == NodeKind::empty) {
            return;  // all its lines are comments
        }
        if (node.kind != NodeKind::map) {
            fault(node.place, fmt::format("{} must be a map of keys; this is {}", in_quotes(path), kind_name(node)));
            return;
        }
        check_map(node, table_path, path);
    }

    void check_list_of_maps(ConfigNode& node, const std::string& table_path, const std::string& path) {
        if (node.kind != NodeKind::list) {
            fault(node.place, fmt::format("{} must be a list of rules, each beginning with '- '; this is {}",
                                          in_quotes(path), kind_name(node)));
            return;
        }
        for (std::size_t i = 0; i < node.items.size(); ++i) {
            ConfigNode& item = node.items[i];
            const std::string item_path = fmt::format("{}[{}]", path, i);
            if (item.kind != NodeKind::map) {
                fault(item.place,
                      fmt::format("{} must be a map of keys; this is {}", in_quotes(item_path), kind_name(item)));
                continue;
            }
            const std::size_t before = faults_.size();
            check_map(item, table_path, item_path);
            if (faults_.size() == before) {
                check_rule(item, item_path);
            }
        }
    }

    void check_rule(const ConfigNode& rule, const std::string& path) {
        const ConfigNode* backend = rule.find("backend");
        const ConfigNode* compile = rule.find("compile");
        if (!backend && !compile) {
            fault(rule.place, fmt::format("{} names no backend; give it 'backend', or 'compile'", in_quotes(path)));
        }
        if (backend && compile) {
            fault(compile->place, fmt::format("{} has 'backend' and 'compile'; 'backend' is both halves of the route, "
                                              "'compile' is one: keep one of the two",
                                              in_quotes(path)));
        }
        if (!backend) {
            return;
        }
        if (backend->items.empty()) {
            fault(backend->place,
                  fmt::format("{} is an empty list; it must name a plugin", in_quotes(path + ".backend")));
        }
        for (std::size_t i = 0; i < backend->items.size(); ++i) {
            const ConfigNode& name = backend->items[i];
            const bool repeated =
                std::any_of(backend->items.begin(), backend->items.begin() + static_cast<std::ptrdiff_t>(i),
                            [&](const ConfigNode& earlier) { return earlier.text == name.text; });
            if (repeated) {
                fault(name.place, fmt::format("{} names {} twice", in_quotes(path + ".backend"), in_quotes(name.text)));
            }
        }
    }

    void check_value(ConfigNode& node, const ConfigKey& key, const std::string& path) {
        const bool takes_list = key.count != KeyCount::one;
        const bool takes_word = key.count != KeyCount::list;
        if (node.kind == NodeKind::list && takes_list) {
            check_list(node, key, path);
        } else if (node.kind == NodeKind::word && takes_word) {
            check_single(node, key, path);
            if (takes_list && key.type != KeyType::setting) {
                node = ConfigNode{NodeKind::list, node.place, {}, false, {node}, {}};
            }
        } else if (node.kind == NodeKind::empty) {
            fault(node.place,
                  fmt::format("{} has no value; it must be {} (leave the key out for the default{})", in_quotes(path),
                              expectation(key), takes_list ? ", write [] for an empty list" : ""));
        } else {
            fault(node.place,
                  fmt::format("{} must be {}; this is {}", in_quotes(path), expectation(key), kind_name(node)));
        }
    }

    void check_list(ConfigNode& list, const ConfigKey& key, const std::string& path) {
        for (std::size_t i = 0; i < list.items.size(); ++i) {
            ConfigNode& item = list.items[i];
            const std::string item_path = fmt::format("{}[{}]", path, i);
            if (item.kind == NodeKind::word) {
                check_single(item, key, item_path);
            } else {
                fault(item.place, fmt::format("{} must be {}; this element is {}", in_quotes(path), expectation(key),
                                              kind_name(item)));
            }
        }
    }

    void check_single(ConfigNode& word, const ConfigKey& key, const std::string& path) {
        if (const auto wrong = check_word(word, key, rules_.selector_fault)) {
            fault(word.place, in_quotes(path) + " " + *wrong);
        }
    }

    static std::string unknown_key(const std::string& word, const std::vector<std::string_view>& known,
                                   const std::string& path) {
        std::vector<std::string> siblings;
        siblings.reserve(known.size());
        for (const std::string_view key : known) {
            siblings.emplace_back(key.substr(0, key.find('[')));
        }
        std::string message = fmt::format("unknown key {}", in_quotes(word));
        if (!path.empty()) {
            message += fmt::format(" in {}", in_quotes(path));
        }
        if (const auto meant = nearest_word(word, siblings)) {
            return message + fmt::format("; did you mean '{}'?", *meant);
        }
        if (const auto elsewhere = keys_named(word); !elsewhere.empty()) {
            return message + fmt::format("; did you mean '{}'?", elsewhere.front());
        }
        if (find_key(word)) {
            return message + "; a '.' stands for a map inside a map: write the keys below each other";
        }
        return message + "; known here: " + join(siblings);
    }

    const CheckRules& rules_;
    std::vector<Diagnostic>& faults_;
};

}  // namespace

void check_tree(ConfigNode& root, const CheckRules& rules, std::vector<Diagnostic>& faults) {
    Checker(rules, faults).check_root(root);
}

}  // namespace quovis::core
