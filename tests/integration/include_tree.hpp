// Random trees of headers for the include scan, edits of them, and what a compiler read of one.
// Every text has a #warning of its own, so that a compiler's messages tell which texts it read, under which names and
// in which order. A tree is made from its seed alone.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "core/program/include_scan.hpp"
#include "tests/unit/support_scratch.hpp"

namespace include_test {

struct TreeKind {
    bool in_memory = false;  // some headers are
    // Includes in branches that are not taken, #include_next, #pragma once, and links to headers. The scan may then
    // tell two trees apart that are the same to a compiler.
    bool hard = false;
    bool beside_source = true;
    bool raw_strings = true;
};

class IncludeTree {
  public:
    IncludeTree(unsigned seed, const TreeKind& kind);

    // Changes something, which may be nothing that matters, and says what.
    std::string edit();

    quovis::core::IncludeScan scan() const;

    std::string path(const std::string& name) const { return scratch_.path(name); }
    std::string name() const { return path("src/k.cu"); }
    const std::string& source() const { return source_; }
    const std::vector<std::string>& folders() const { return folders_; }  // in order of search
    const std::map<std::string, std::string>& headers() const { return headers_; }
    // Of a file by its path, or of a header in memory by its name.
    std::string text_at(const std::string& place) const;
    // Everything, for the message of a test that fails.
    std::string shown() const;

  private:
    std::size_t below(std::size_t count) { return random_() % count; }
    bool chance(std::size_t percent) { return below(100) < percent; }
    std::string some_name();
    std::string some_file();
    std::string text(const std::string& name);
    std::string include_lines(const std::string& name);
    std::string edit_file(const std::string& name);
    void link(const std::string& name, const std::string& target);

    TreeKind kind_;
    std::mt19937 random_;
    quovis::test::ScratchFolder scratch_;
    std::string source_;
    std::vector<std::string> folders_;
    std::map<std::string, std::string> headers_;
    std::size_t texts_ = 0;
};

// What a compiler made of a tree: its messages, and the texts that it read.
struct Judgement {
    bool succeeded = false;
    std::string messages;
    std::map<std::string, std::string> texts;

    bool operator==(const Judgement&) const = default;
};

using Judge = std::function<Judgement(const IncludeTree&)>;

// Edits trees, and fails where an image would be served that the compiler would not make any more, and where the scan
// tells trees apart that are the same to the compiler. With the variable QUOVIS_TEST_TREES=N there are N times as many.
void check_trees(const TreeKind& kind, unsigned trees, unsigned edits, const Judge& judge);

}  // namespace include_test
