// What raw options mean for a cache, by a table for each vendor's compiler: which are harmless, which name folders or
// headers, which make the compiler read or write files that nobody else sees. What is in no table may do anything.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "plugins/common/cache_facts.hpp"

namespace quovis::plugins {

// Where an option has its value.
enum class RawValue {
    none,      // it has none: "-lineinfo"
    given,     // "-rdc=true", "-rdc true"
    joined,    // the same, and "-Iinclude"
    attached,  // "-std=c++17", "-Wall", "-g": never the next word, and it may have none
};

enum class RawEffect {
    harmless,
    macro,          // defines or undefines it
    folder,         // of headers
    system_folder,  // of headers, searched behind the others
    first_header,   // included in front of the source
    passed_on,      // to another program, whose table is `to`
    bypass,         // for the reason that `does` tells
};

struct RawTable;

struct RawOption {
    std::string_view names;  // separated by blanks
    RawValue value;
    RawEffect effect;
    std::string_view does = {};  // "writes a file of times", for a message behind the option
    const RawTable* to = nullptr;
};

struct RawTable {
    const RawOption* options;
    std::size_t count;
    bool one_dash_is_two = false;    // the names in the table have no dashes, and "-time" is "--time"
    bool has_lists = false;          // a comma separates values: "-Iinclude,other"
    bool is_one_line = false;        // blanks separate words: the compiler is given one text with all options
    const RawTable* base = nullptr;  // holds the options that this one does not name
};

template <std::size_t count>
constexpr RawTable raw_table(const RawOption (&options)[count]) {
    return {options, count};
}

// Puts the plan of a request together: the typed options' words first, and the raw options as the table has them.
class Planner {
  public:
    // `typed`: the words that the compiler is given for the typed options, without target, format and folders.
    Planner(const RawTable& table, const quovis_cc_request& request, std::vector<std::string> typed);

    void add_word(std::string word);
    // The folders of the request.
    void add_include_directories();
    void add_include_directory(std::string directory);
    // `whose` is for messages: "the raw option".
    void add_raw(const std::vector<std::string>& raw, std::string_view whose = "the raw option");
    // What a variable of the environment adds to the command line, divided at its blanks; nothing where it is not set.
    void add_variable(std::string_view variable);
    // Of several reasons the first stays.
    void bypass(std::string reason);
    Plan finish() &&;

  private:
    struct Found;

    std::vector<std::string> words_of(const std::string& line);
    void add_words(const std::vector<std::string>& raw, bool is_of_request);
    Found find(const std::string& word) const;
    static void take_better(Found& best, const RawOption& option, std::size_t length, std::string_view rest);
    void add_option(const Found& found, const std::string& shown);
    void pass_on(const Found& found, const std::string& shown);
    void define(const Found& found, const std::string& shown);
    void add_macro_line(const Found& found, const std::string& shown);
    std::vector<std::string> values_of(const Found& found, const std::string& shown);
    std::string resolved(const std::string& header) const;

    const RawTable& table_;
    const quovis_cc_request& request_;
    const quovis_cc_options options_;
    std::string whose_;
    Plan plan_;
    std::vector<std::string> system_folders_;
};

// The raw options of a request.
std::vector<std::string> raw_options(const quovis_cc_options& options);

}  // namespace quovis::plugins
