// The rows of the table of features in tests/README.md: what a user may ask of every backend, each as one small
// program.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <quovis/quovis.hpp>
#include <string>
#include <utility>
#include <vector>

namespace alike {

using Options = quovis::Options;

// Where a compile fails that should.
struct Failure {
    std::string file = {};  // ends with this; empty: the program's own name
    std::uint32_t line = 0;
    std::string text = {};      // is in the log, byte by byte
    std::string or_clang = {};  // clang writes it so; empty: as it is
};

// That a plugin cannot, and says so with this word in its message.
struct Refusal {
    std::string plugin;
    std::string word;
    std::string platform;  // of that platform only; empty: of all
    bool on_use = false;   // compiles, and is refused when the module is used
    bool by_name = true;   // or with the vendor's own error for a source that is wrong
};

// Reads like a sentence: Feature("…").kernel("…", "…").file("…").include("…").gives(7).
class Feature {
  public:
    explicit Feature(std::string called) : name(std::move(called)) {}

    // In every language: a kernel `k` that writes the value of `expression` to its only parameter, behind some lines.
    Feature& kernel(const std::string& in_front, const std::string& expression);
    // CUDA C++ and HIP, which are the same text in many rows.
    Feature& cpp(const std::string& text);
    Feature& source(const std::string& language, const std::string& text);
    Feature& named(std::string file);  // the program

    Feature& linked_with(std::map<std::string, std::string> sources);  // by language; both are made relocatable

    Feature& file(std::string path, std::string text);  // below the folder that the test has of its own
    Feature& include(const std::string& folder);        // below it too
    Feature& with(std::function<void(Options&)> set);
    Feature& standard(std::map<std::string, std::string> words);  // by language
    Feature& format(std::string word);

    // What must come out. Without any of these a compile that works is enough.
    Feature& gives(int value);
    Feature& launched_by(std::function<void(const quovis::Module&, const quovis::Buffer&)> run);
    Feature& calls(std::string kernel_name);
    Feature& warns(std::uint32_t line);
    Feature& fails(Failure where);                            // again for each further error
    Feature& hints(std::string word);                         // what to do, or where was looked
    Feature& at_column();                                     // of the failure's text in its line of the source
    Feature& says(std::map<std::string, std::string> words);  // the command of each plugin
    Feature& refused_by(std::string plugin, std::string word, std::string platform = {});
    Feature& lacked_by(std::string plugin, std::string word);
    Feature& refused_on_use_by(std::string plugin, std::string word);

    std::string test_name() const;

    std::string name;
    std::map<std::string, std::string> sources;         // by language
    std::map<std::string, std::string> second_sources;  // by language
    std::string program_name;
    std::vector<std::pair<std::string, std::string>> files;
    std::vector<std::string> folders;
    std::vector<std::function<void(Options&)>> settings;
    std::map<std::string, std::string> standards;  // by language
    std::string image_format;
    std::optional<int> result;
    std::function<void(const quovis::Module&, const quovis::Buffer&)> run;
    std::string kernel_name = "k";
    std::uint32_t warning_line = 0;
    std::vector<Failure> failures;
    bool tells_column = false;
    std::string hint;
    std::map<std::string, std::string> command_words;  // by plugin
    std::vector<Refusal> refusals;
};

const std::vector<Feature>& features();

}  // namespace alike
