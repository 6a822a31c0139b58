// Listens to the events of yaml-cpp's parser and puts the tree together.
// Events rather than yaml-cpp's own nodes: only they show keys that are given twice and aliases before they are
// followed.
#include "core/config/yaml.hpp"

#include "core/support/text.hpp"

#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include <map>
#include <optional>
#include <sstream>
#include <utility>

namespace quovis::core {

namespace {

// Ends the reading at the first fault of the syntax.
struct SyntaxFault {
    Place place;
    std::string message;
};

Place place_of(const YAML::Mark& mark, const std::shared_ptr<const ConfigSource>& source) {
    if (mark.is_null() || mark.line < 0 || mark.column < 0) {
        return {source, 0, 0};
    }
    return {source, static_cast<std::uint32_t>(mark.line) + 1, static_cast<std::uint32_t>(mark.column) + 1};
}

std::size_t size_of(const ConfigNode& node) {
    std::size_t size = 1;
    for (const ConfigNode& item : node.items) {
        size += size_of(item);
    }
    for (const ConfigEntry& entry : node.entries) {
        size += size_of(entry.value);
    }
    return size;
}

class TreeBuilder final : public YAML::EventHandler {
  public:
    TreeBuilder(std::shared_ptr<const ConfigSource> source, std::vector<Diagnostic>& faults)
        : source_(std::move(source)), faults_(faults) {}

    ConfigNode take() { return std::move(root_); }

    void OnDocumentStart(const YAML::Mark& mark) override {
        if (documents_++ > 0) {
            throw SyntaxFault{at(mark), "a second document begins here; a configuration is one document"};
        }
    }
    void OnDocumentEnd() override {}

    void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
        ConfigNode node;
        node.place = at(mark);
        count(node.place, 1);
        complete(std::move(node), anchor);
    }

    void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
        const auto anchored = anchors_.find(anchor);
        if (anchored == anchors_.end()) {
            throw SyntaxFault{at(mark), "this alias stands for something that contains it"};
        }
        count(at(mark), size_of(anchored->second));
        complete(anchored->second, 0);
    }

    void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  const std::string& value) override {
        check_tag(mark, tag);
        ConfigNode node = make_word(value, at(mark));
        node.quoted = tag == "!";
        count(node.place, 1);
        complete(std::move(node), anchor);
    }

    void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                         YAML::EmitterStyle::value) override {
        begin(NodeKind::list, mark, tag, anchor);
    }
    void OnSequenceEnd() override { end(); }

    void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                    YAML::EmitterStyle::value) override {
        begin(NodeKind::map, mark, tag, anchor);
    }
    void OnMapEnd() override { end(); }

  private:
    // A list or a map that has not ended yet.
    struct Open {
        ConfigNode node;
        YAML::anchor_t anchor = 0;
        std::optional<ConfigNode> key;  // of a map, while its value is awaited
    };

    Place at(const YAML::Mark& mark) const { return place_of(mark, source_); }

    void count(const Place& place, std::size_t values) {
        values_ += values;
        if (values_ > most_yaml_values) {
            throw SyntaxFault{place, fmt::format("the file has more than {} values", most_yaml_values)};
        }
    }

    void check_tag(const YAML::Mark& mark, const std::string& tag) const {
        if (tag != "?" && tag != "!" && !tag.empty()) {
            throw SyntaxFault{at(mark), fmt::format("the tag {} has no meaning here; leave it out", in_quotes(tag))};
        }
    }

    void begin(NodeKind kind, const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor) {
        check_tag(mark, tag);
        Open open;
        open.node.kind = kind;
        open.node.place = at(mark);
        open.anchor = anchor;
        count(open.node.place, 1);
        if (open_.size() >= deepest_yaml) {
            throw SyntaxFault{open.node.place,
                              fmt::format("more than {} lists and maps are inside each other", deepest_yaml)};
        }
        open_.push_back(std::move(open));
    }

    void end() {
        Open open = std::move(open_.back());
        open_.pop_back();
        complete(std::move(open.node), open.anchor);
    }

    void complete(ConfigNode node, YAML::anchor_t anchor) {
        if (anchor != 0) {
            anchors_[anchor] = node;
        }
        if (open_.empty()) {
            root_ = std::move(node);
        } else if (Open& parent = open_.back(); parent.node.kind == NodeKind::list) {
            parent.node.items.push_back(std::move(node));
        } else if (!parent.key) {
            if (node.kind != NodeKind::word) {
                throw SyntaxFault{node.place, "a key must be a word"};
            }
            parent.key = std::move(node);
        } else {
            add_entry(parent.node, *std::exchange(parent.key, std::nullopt), std::move(node));
        }
    }

    void add_entry(ConfigNode& map, ConfigNode key, ConfigNode value) {
        for (const ConfigEntry& entry : map.entries) {
            if (entry.key == key.text) {
                faults_.push_back(fault_at(key.place, fmt::format("the key {} is given twice, first in line {}",
                                                                  in_quotes(key.text), entry.place.line)));
                return;
            }
        }
        map.entries.push_back({std::move(key.text), std::move(key.place), std::move(value)});
    }

    std::shared_ptr<const ConfigSource> source_;
    std::vector<Diagnostic>& faults_;
    ConfigNode root_;
    std::vector<Open> open_;
    std::map<YAML::anchor_t, ConfigNode> anchors_;
    std::size_t values_ = 0;
    int documents_ = 0;
};

// The bytes that a UTF-8 sequence should have by its first byte; 0 for a byte that begins none.
std::size_t sequence_length(unsigned char first) {
    if (first < 0x80) {
        return 1;
    }
    if (first >= 0xc2 && first < 0xe0) {
        return 2;
    }
    if (first >= 0xe0 && first < 0xf0) {
        return 3;
    }
    return first >= 0xf0 && first < 0xf5 ? 4 : 0;
}

bool is_sequence(std::string_view bytes, std::size_t length) {
    if (length == 0 || bytes.size() < length) {
        return false;
    }
    for (std::size_t i = 1; i < length; ++i) {
        if ((static_cast<unsigned char>(bytes[i]) & 0xc0) != 0x80) {
            return false;
        }
    }
    return true;
}

// yaml-cpp takes the byte 4 for the end of the file and replaces broken UTF-8, both without a word.
void check_characters(std::string_view text, const std::shared_ptr<const ConfigSource>& source) {
    Place place{source, 1, 1};
    for (std::size_t i = 0; i < text.size();) {
        const auto byte = static_cast<unsigned char>(text[i]);
        const std::size_t length = sequence_length(byte);
        if (!is_sequence(text.substr(i), length)) {
            throw SyntaxFault{place, fmt::format("the byte 0x{:02x} is not UTF-8; save the file as UTF-8", byte)};
        }
        if ((byte < 0x20 && byte != '\n' && byte != '\t' && byte != '\r') || byte == 0x7f) {
            throw SyntaxFault{place, fmt::format("the control character 0x{:02x} is not allowed", byte)};
        }
        place.column += static_cast<std::uint32_t>(length);
        if (byte == '\n') {
            ++place.line;
            place.column = 1;
        }
        i += length;
    }
}

// What a person has forgotten most often where YAML is not valid: quotes around "*" and its like.
std::string_view advice(std::string_view text, const YAML::Mark& mark) {
    constexpr std::string_view signs = "*&?!%@`|>";
    const auto at = static_cast<std::size_t>(mark.pos < 0 ? 0 : mark.pos);
    const bool sign = !mark.is_null() && at < text.size() && signs.find(text[at]) != std::string_view::npos;
    return sign ? "; a word that begins with this sign needs quotes" : "";
}

ConfigNode parse(std::string_view text, const std::shared_ptr<const ConfigSource>& source,
                 std::vector<Diagnostic>& faults) {
    if (text.size() > largest_yaml) {
        throw SyntaxFault{{source, 0, 0}, fmt::format("the file is larger than {} bytes", largest_yaml)};
    }
    check_characters(text, source);
    std::istringstream stream{std::string(text)};
    YAML::Parser parser(stream);
    TreeBuilder builder(source, faults);
    while (parser.HandleNextDocument(builder)) {
    }
    return builder.take();
}

}  // namespace

ConfigNode read_yaml(std::string_view text, const std::shared_ptr<const ConfigSource>& source,
                     std::vector<Diagnostic>& faults) {
    try {
        return parse(text, source, faults);
    } catch (const SyntaxFault& fault) {
        faults.push_back(fault_at(fault.place, fault.message));
    } catch (const YAML::Exception& exception) {
        faults.push_back(fault_at(place_of(exception.mark, source),
                                  fmt::format("this is not valid YAML (yaml-cpp: {}){}", printable(exception.msg),
                                              advice(text, exception.mark))));
    }
    return {};
}

std::string yaml_word(const ConfigNode& word) {
    constexpr std::string_view never_plain = ",[]{}#&*!|>'\"%@`\\";
    const std::string& text = word.text;
    const bool plain = !text.empty() && text.find_first_of(never_plain) == std::string::npos &&
                       text.find(": ") == std::string::npos && text == printable(text) && text == trim(text) &&
                       text.back() != ':' && text != "-" && text != "~" && !text.starts_with("- ") &&
                       !text.starts_with("? ") && !text.starts_with(":");
    const bool looks_otherwise = text == "true" || text == "false" || text == "null" ||
                                 text.find_first_not_of("0123456789.") == std::string::npos;
    if (plain && !(word.quoted && looks_otherwise)) {
        return text;
    }
    std::string result = "\"";
    for (const char c : text) {
        result += c == '"' || c == '\\' ? std::string("\\") + c : printable({&c, 1});
    }
    return result + '"';
}

}  // namespace quovis::core
