// Headers b.h to g.h in some folders and below them; each includes only later letters, so that no circle comes up.
#include "tests/integration/include_tree.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>

namespace include_test {
namespace {

namespace fs = std::filesystem;
using quovis::core::Header;
using quovis::core::IncludeScan;
using quovis::core::IncludeScanRequest;
using quovis::core::KeyField;

const std::vector<std::string> folder_names = {"src", "i0", "i1", "i2", "i3"};

bool is_there(const std::string& path) {
    return fs::symlink_status(path).type() != fs::file_type::not_found;
}

// Not when its links lead in a circle.
bool is_file(const std::string& path) {
    std::error_code failure;
    return fs::is_regular_file(path, failure);
}

char letter_of(const std::string& name) {
    return name[name.size() - 3];
}

std::string shown(const IncludeScan& scan) {
    std::string text = scan.bypass.empty() ? "" : "not cached: " + scan.bypass + "\n";
    for (const KeyField& field : scan.fields) {
        text += field.label + ": " + field.value + "\n";
    }
    return text;
}

}  // namespace

IncludeTree::IncludeTree(unsigned seed, const TreeKind& kind) : kind_(kind), random_(seed) {
    for (const std::string& folder : folder_names) {
        fs::create_directories(path(folder + "/sub"));
        for (const std::string below : {"", "sub/"}) {
            for (char letter = 'b'; letter <= 'g'; ++letter) {
                const std::string name = below + letter + ".h";
                if (chance(30)) {
                    scratch_.write(folder + "/" + name, text(name));
                }
            }
        }
    }
    link("link", "i2");
    for (const char* folder : {"i0", "i1", "link", "i3"}) {
        folders_.push_back(path(folder));
    }
    std::shuffle(folders_.begin(), folders_.end(), random_);
    folders_.resize(1 + below(4));
    for (int count = 0; kind_.in_memory && count < 5; ++count) {
        const std::string name = some_name();
        headers_[name] = text(name);
    }
    source_ = text("a.h") + include_lines("a.h") + include_lines("a.h");
    scratch_.write("src/k.cu", source_);
}

std::string IncludeTree::some_name() {
    const std::string name = std::string(1, static_cast<char>('b' + below(6))) + ".h";
    return chance(30) ? "sub/" + name : name;
}

std::string IncludeTree::some_file() {
    return folder_names[below(folder_names.size())] + "/" + some_name();
}

std::string IncludeTree::text(const std::string& name) {
    std::string text = kind_.hard && chance(25) ? "#pragma once\n" : "";
    text += "#warning text" + std::to_string(++texts_) + "\n";
    for (std::size_t count = below(4); count > 0; --count) {
        text += include_lines(name);
    }
    return text;
}

// Of a header with a later letter, in one of the ways in which that can be written.
std::string IncludeTree::include_lines(const std::string& name) {
    const char own = letter_of(name);
    if (own == 'g') {
        return "// the last one\n";
    }
    const char letter = static_cast<char>(own + 1 + static_cast<char>(below(static_cast<std::size_t>('g' - own))));
    std::string other = std::string(1, chance(4) ? static_cast<char>(letter - 'a' + 'A') : letter) + ".h";
    const std::size_t way = below(10);
    other = way < 6 ? other : way < 9 ? "sub/" + other : "../" + other;
    const bool quoted = chance(60);
    const std::string asked = (quoted ? "\"" : "<") + other + (quoted ? "\"" : ">");
    const std::string macro = "NAME_" + std::string(1, letter) + std::to_string(way) + (quoted ? "Q" : "A");
    std::vector<std::string> forms = {
        "#include " + asked + "\n",
        "#include " + asked + "\n",
        " # /* x\n */ include " + asked + " // why\n",
        "#inc\\\nlude \\\n" + asked + "\n",
        "%:include " + asked + "\n",
        "#define " + macro + " " + asked + " /* x */\n#include " + macro + "\n",
        "/* #include " + asked + "\n#include " + asked + " */\n#include " + asked + "\n",
        "// \\\n#include " + asked + "\n#include " + asked + "\n",
    };
    if (kind_.raw_strings) {
        forms.push_back("const char* const text" + std::to_string(++texts_) + " = R\"x(\n#include " + asked +
                        "\n)\")x\";\n#include " + asked + "\n");
    }
    std::string line = forms[below(forms.size())];
    if (kind_.hard && chance(20)) {
        line = "#if 0\n" + line + "#endif\n";
    } else if (kind_.hard && chance(20) && own != 'a') {
        const std::string again = (quoted ? "\"" : "<") + name + (quoted ? "\"" : ">");
        return "#ifndef DEEP\n#define DEEP\n#if __has_include_next(" + again + ")\n#include_next " + again +
               "\n#endif\n#undef DEEP\n#endif\n";
    }
    return chance(95) ? "#if __has_include(" + asked + ")\n" + line + "#endif\n" : line;
}

std::string IncludeTree::edit() {
    switch (below(kind_.in_memory ? 13 : 10)) {
        case 0:
        case 1:
            return edit_file(some_file());
        case 2: {
            std::shuffle(folders_.begin(), folders_.end(), random_);
            return "another order of folders";
        }
        case 3: {
            const std::string name = some_file();
            const bool is_new = !is_there(path(name));
            if (is_new) {
                scratch_.write(name, text(name.substr(name.find('/') + 1)));
            }
            return is_new ? "a new file " + name : edit_file(name);
        }
        case 4: {
            const std::string name = some_file();
            fs::remove_all(path(name));
            return "no more " + name;
        }
        case 5: {
            const std::string target = chance(50) ? "i2" : "i3";
            link("link", target);
            return "a link to " + target;
        }
        case 6: {
            const std::string name = some_file();
            std::string other = name;
            other[other.size() - 3] = static_cast<char>(letter_of(name) - 'a' + 'A');
            std::error_code ignored;
            fs::rename(path(name), path(other), ignored);
            return "in other letters: " + name;
        }
        case 7: {
            const std::string folder = path(folder_names[1 + below(4)]);
            const auto found = std::find(folders_.begin(), folders_.end(), folder);
            if (found == folders_.end()) {
                folders_.insert(folders_.begin() + static_cast<std::ptrdiff_t>(below(folders_.size() + 1)), folder);
            } else if (folders_.size() > 1) {
                folders_.erase(found);
            }
            return "with or without the folder " + folder;
        }
        case 8: {
            const std::string name = some_file();
            if (!is_there(path(name))) {
                fs::create_directory(path(name));
            } else if (fs::symlink_status(path(name)).type() == fs::file_type::directory) {
                fs::remove(path(name));
            }
            return "a folder " + name;
        }
        case 9: {
            const std::string name = some_file();
            std::error_code ignored;
            fs::last_write_time(path(name), fs::file_time_type::clock::now() - std::chrono::hours(below(3)), ignored);
            if (kind_.hard && chance(70)) {
                link(name, path(some_file()));
                return "a link to a header " + name;
            }
            return "another time of " + name;
        }
        case 10:
        case 11: {
            const std::string name = some_name();
            headers_[name] = text(name);
            return "in memory " + name;
        }
        default: {
            const std::string name = some_name();
            headers_.erase(name);
            return "no more in memory " + name;
        }
    }
}

std::string IncludeTree::edit_file(const std::string& name) {
    if (!is_file(path(name))) {
        return "nothing";
    }
    const bool comment = chance(50);
    std::ofstream(path(name), std::ios::app) << (comment ? "// edited" : "#warning edited") << ++texts_ << "\n";
    return (comment ? "a comment in " : "a line in ") + name;
}

// A link to itself or round about is no file for anybody.
void IncludeTree::link(const std::string& name, const std::string& target) {
    fs::remove_all(path(name));
    fs::create_symlink(target, path(name));
}

IncludeScan IncludeTree::scan() const {
    std::vector<Header> headers;
    for (const auto& [name, content] : headers_) {
        headers.push_back({name, content});
    }
    const std::vector<std::pair<std::string, std::optional<std::string>>> defines;
    const std::string name = this->name();
    return quovis::core::scan_includes({name, source_, headers, folders_, {}, {}, defines, kind_.beside_source});
}

std::string IncludeTree::text_at(const std::string& place) const {
    if (const auto found = headers_.find(place); found != headers_.end()) {
        return found->second;
    }
    std::ifstream file(place, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::string IncludeTree::shown() const {
    std::string text;
    for (const std::string& folder : folders_) {
        text += "-I" + folder + "\n";
    }
    for (const auto& [name, content] : headers_) {
        text += "---- in memory " + name + "\n" + content;
    }
    text += "---- source\n" + source_;
    for (const auto& entry : fs::recursive_directory_iterator(scratch_.path())) {
        if (entry.is_symlink()) {
            text += "---- " + entry.path().string() + " -> " + fs::read_symlink(entry.path()).string() + "\n";
        }
        if (is_file(entry.path().string()) && entry.path().filename() != "k.cu") {
            text += "---- " + entry.path().string() + "\n" + text_at(entry.path().string());
        }
    }
    return text;
}

void check_trees(const TreeKind& kind, unsigned trees, unsigned edits, const Judge& judge) {
    if (const char* const times = std::getenv("QUOVIS_TEST_TREES")) {
        trees *= static_cast<unsigned>(std::max(1, std::atoi(times)));
    }
    unsigned changes = 0;
    unsigned same = 0;
    for (unsigned seed = 0; seed < trees; ++seed) {
        IncludeTree tree(seed, kind);
        Judgement before = judge(tree);
        IncludeScan scan_before = tree.scan();
        std::string tree_before = tree.shown();
        for (unsigned count = 0; count < edits; ++count) {
            const std::string edit = tree.edit();
            const Judgement after = judge(tree);
            const IncludeScan scan_after = tree.scan();
            const std::string tree_after = tree.shown();
            const auto told = [&] {
                return "seed " + std::to_string(seed) + ", edit " + std::to_string(count) + ": " + edit +
                       "\n==== before\n" + tree_before + "==== after\n" + tree_after +
                       "==== the compiler before: " + (before.succeeded ? "" : "fails") + "\n" + before.messages +
                       "==== the compiler after: " + (after.succeeded ? "" : "fails") + "\n" + after.messages +
                       "==== the scan before\n" + ::include_test::shown(scan_before) + "==== the scan after\n" +
                       ::include_test::shown(scan_after);
            };
            const bool may_hit = scan_before.bypass.empty() && scan_before.fields == scan_after.fields;
            if (before.succeeded && before != after) {
                ASSERT_FALSE(may_hit && scan_after.bypass.empty()) << "stale: " << told();
                ++changes;
            }
            if (before.succeeded && before == after && !kind.hard && !kind.in_memory) {
                ASSERT_TRUE(may_hit) << "missed: " << told();
                ++same;
            }
            before = after;
            scan_before = scan_after;
            tree_before = tree_after;
        }
    }
    EXPECT_GT(changes, trees / 8) << "the edits hardly change anything";
    EXPECT_TRUE(same > trees / 4 || kind.hard || kind.in_memory) << "the edits change everything";
}

}  // namespace include_test
