// Looking things up in trees and laying one over the other.
// Maps are small, so that looking through them in order is quicker than any index.
#include "core/config/tree.hpp"

#include <fmt/format.h>

namespace quovis::core {

std::string origin_of(const Place& place) {
    if (!place.source) {
        return "built in";
    }
    const bool lines = place.source->kind == ConfigSource::Kind::file && place.line != 0;
    return lines ? fmt::format("{}:{}", place.source->name, place.line) : place.source->name;
}

Diagnostic fault_at(const Place& place, std::string message) {
    return {place.source ? place.source->name : std::string(), place.line, place.column, QUOVIS_ERROR,
            std::move(message)};
}

const ConfigNode* ConfigNode::find(std::string_view key) const {
    for (const ConfigEntry& entry : entries) {
        if (entry.key == key) {
            return &entry.value;
        }
    }
    return nullptr;
}

ConfigNode* ConfigNode::find(std::string_view key) {
    return const_cast<ConfigNode*>(std::as_const(*this).find(key));
}

ConfigNode make_word(std::string text, const Place& place) {
    ConfigNode node;
    node.kind = NodeKind::word;
    node.place = place;
    node.text = std::move(text);
    return node;
}

ConfigNode make_list(const std::vector<std::string>& words, const Place& place) {
    ConfigNode node;
    node.kind = NodeKind::list;
    node.place = place;
    for (const std::string& word : words) {
        node.items.push_back(make_word(word, place));
    }
    return node;
}

ConfigNode& node_at(ConfigNode& root, std::string_view path, const Place& place) {
    ConfigNode* node = &root;
    while (!path.empty()) {
        const std::string_view key = path.substr(0, path.find('.'));
        path.remove_prefix(std::min(path.size(), key.size() + 1));
        if (node->kind == NodeKind::empty) {
            node->kind = NodeKind::map;
            node->place = place;
        }
        ConfigNode* next = node->find(key);
        if (!next) {
            next = &node->entries.emplace_back(ConfigEntry{std::string(key), place, {}}).value;
        }
        node = next;
    }
    return *node;
}

void lay_over(ConfigNode& below, ConfigNode above) {
    if (above.kind == NodeKind::empty) {
        return;
    }
    if (below.kind != NodeKind::map || above.kind != NodeKind::map) {
        below = std::move(above);
        return;
    }
    for (ConfigEntry& entry : above.entries) {
        if (ConfigNode* node = below.find(entry.key)) {
            lay_over(*node, std::move(entry.value));
        } else {
            below.entries.push_back(std::move(entry));
        }
    }
}

}  // namespace quovis::core
