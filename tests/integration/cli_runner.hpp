// What the tests of the command line stand on: a folder of one's own, and a run of `quovis` in it.
// Nothing of the user's configuration or environment reaches the program.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace quovis::cli_tests {

struct Outcome {
    int status = -1;  // the exit status, or 128 + the signal
    std::string out;
    std::string err;

    nlohmann::json json() const;  // of standard output; an empty object, and a failed test, when it is none
    int error_lines() const;      // that begin "quovis: error: "
    std::string first_error_line() const;
};

// A folder that is gone after the test, with programs run in it.
class Sandbox {
  public:
    Sandbox();
    ~Sandbox();
    Sandbox(const Sandbox&) = delete;
    Sandbox& operator=(const Sandbox&) = delete;

    std::filesystem::path path(const std::string& name) const { return folder_ / name; }
    std::filesystem::path cache_folder() const { return hidden_ / "cache"; }  // of the program cache, the test's own
    void write(const std::string& name, const std::string& bytes) const;
    std::string read(const std::string& name) const;
    std::vector<std::string> files() const;  // names of all that is in it, sorted

    // The configuration of every run from now on.
    void configure(const std::string& yaml);
    void set(const std::string& name, const std::string& value);
    void send_output_to(const std::string& file) { output_ = file; }  // instead of into Outcome::out
    void close_output() { output_ = "-"; }

    Outcome quovis(std::vector<std::string> words) const;
    Outcome program(const std::string& file, const std::vector<std::string>& words) const;

  private:
    std::filesystem::path folder_;
    std::filesystem::path hidden_;  // for what belongs to the test and not to the folder
    std::vector<std::string> environment_;
    std::string output_;
};

// A file of this project.
std::string source_file(const std::string& name);

// What is here, asked once. Empty or false where the devices cannot even be listed.
bool has_route(const std::string& runtime);      // "opencl", "cuda"
bool compiles(const std::string& language);      // a plugin takes it, with or without a device
bool compiler_works(const std::string& plugin);  // likewise
std::string why_no_route(const std::string& runtime);

}  // namespace quovis::cli_tests

#define QUOVIS_NEEDS_ROUTE(runtime)                               \
    if (!quovis::cli_tests::has_route(runtime)) {                 \
        GTEST_SKIP() << quovis::cli_tests::why_no_route(runtime); \
    }                                                             \
    static_cast<void>(0)

#define QUOVIS_NEEDS_COMPILER(language)                                              \
    if (!quovis::cli_tests::compiles(language)) {                                    \
        GTEST_SKIP() << "no plugin compiles the language " << (language) << " here"; \
    }                                                                                \
    static_cast<void>(0)
