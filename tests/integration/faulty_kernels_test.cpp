// The corpus of faulty kernels in faulty/: the first diagnostic of each, through every backend.
// A file is the source as it stands, with a few words for what the languages spell differently (see `spelled`). Its
// first lines tell what is expected of which backends:
//   //! cuda-nvrtc cuda-nvcc 7 error: a part of the message        in the source, line 7
//   //! opencl v.h 2 error: a part of the message                  in another file
//   //! hip-hiprtc 0 error: a part of the message                  of no line
// The lines are those that an editor shows, these among them.
// Lines that begin with `//@ ` ask for what a source cannot say: `link`, `format F` (of CUDA), `expression E`, `name
// N`, `option warnings_as_errors`; behind `//@ header NAME` the text of a header in memory begins.
#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "tests/integration/backends.hpp"

namespace faulty_kernels_test {

using namespace backend_test;
using quovis::Diagnostic;
using quovis::Error;

const std::string folder = QUOVIS_TEST_SOURCE_DIR "/tests/integration/faulty/";

struct Expected {
    std::string file;  // empty: the source
    unsigned line = 0;
    std::string severity;
    std::string part;
};

struct Case {
    std::string text;
    std::string name;
    std::string format;
    bool links = false;
    quovis::Options options;
    std::map<std::string, Expected> expected;  // by backend
};

std::string read(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

void replace_all(std::string& text, const std::string& word, const std::string& with) {
    for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + with.size())) {
        text.replace(at, word.size(), with);
    }
}

std::string spelled(std::string text, const std::string& language) {
    const bool is_opencl = language == "opencl";
    replace_all(text, "@kernel", is_opencl ? "kernel" : "extern \"C\" __global__");
    replace_all(text, "@device", is_opencl ? "" : "__device__");
    replace_all(text, "@extern", is_opencl ? "" : "extern __device__");
    replace_all(text, "@global", is_opencl ? "global" : "");
    replace_all(text, "@local", is_opencl ? "local" : "__shared__");
    replace_all(text, "@ending", is_opencl ? "cl" : language == "hip" ? "hip" : "cu");
    return text;
}

// "cuda-nvrtc opencl v.h 7 error: part"
void read_expectation(Case& read, const std::string& line) {
    std::istringstream words(line);
    std::vector<std::string> names;
    Expected expected;
    std::string word;
    while (words >> word && word.find_first_not_of("0123456789") != std::string::npos) {
        const bool is_backend = std::find(backends.begin(), backends.end(), word) != backends.end();
        is_backend ? names.push_back(word) : void(expected.file = word);
    }
    expected.line = static_cast<unsigned>(std::stoul(word));
    std::getline(words >> expected.severity >> std::ws, expected.part);
    for (const std::string& name : names) {
        read.expected[name] = expected;
    }
}

// A directive; a header's name is returned.
std::string read_directive(Case& read, const std::string& line) {
    const std::size_t blank = std::min(line.find(' '), line.size());
    const std::string word = line.substr(0, blank);
    const std::string rest = blank == line.size() ? "" : line.substr(blank + 1);
    if (word == "header") {
        return rest;
    }
    read.links = read.links || word == "link";
    if (word == "format") {
        read.format = rest;
    } else if (word == "name") {
        read.name = rest;
    } else if (word == "expression") {
        read.options.name_expressions.push_back(rest);
    } else if (word == "option") {
        read.options.warnings_as_errors = true;
    }
    return {};
}

Case read_case(const std::string& file, const std::string& language) {
    Case made;
    made.name = "dir/" + std::filesystem::path(file).stem().string() + ".@ending";
    std::string* part = &made.text;
    std::istringstream lines(read(folder + file));
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("//! ")) {
            read_expectation(made, line.substr(4));
        }
        const std::string header = line.starts_with("//@ ") ? read_directive(made, line.substr(4)) : "";
        if (!header.empty()) {
            made.options.headers.push_back({header, ""});
            part = &made.options.headers.back().text;
            continue;
        }
        *part += line + "\n";
    }
    made.text = spelled(made.text, language);
    made.name = spelled(made.name, language);
    for (quovis::Header& header : made.options.headers) {
        header.text = spelled(header.text, language);
    }
    made.options.relocatable = made.links ? std::optional(true) : std::nullopt;
    return made;
}

std::vector<std::string> all_cases() {
    std::vector<std::string> files;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        files.push_back(entry.path().filename().string());
    }
    std::sort(files.begin(), files.end());
    return files;
}

// As an expectation would say it, for a test that fails.
std::string told(const std::string& backend, const Case& asked, const Diagnostic& one) {
    const char* const severities[] = {"note", "warning", "error"};
    return "//! " + backend + " " + (one.file == asked.name ? "" : one.file + " ") + std::to_string(one.line) + " " +
           severities[one.severity] + ": " + one.message + "  (column " + std::to_string(one.column) + ")";
}

// The parts of one expectation are those of PoCL's and of NVIDIA's OpenCL: "part | other part".
bool has_one_of(const std::string& message, std::string parts) {
    constexpr std::string_view bar = " | ";
    for (;;) {
        const std::size_t end = parts.find(bar);
        if (message.find(parts.substr(0, end)) != std::string::npos) {
            return true;
        }
        if (end == std::string::npos) {
            return false;
        }
        parts.erase(0, end + bar.size());
    }
}

bool on_nvidia() {
    return open_only("opencl").route().info().platform.find("NVIDIA") != std::string::npos;
}

class FaultyKernel : public testing::TestWithParam<std::string> {
  protected:
    static void fail(const quovis::Instance& instance, const std::string& backend, const Case& asked) {
        const quovis::Program program =
            instance.program(quovis::Source::memory(asked.text, language_of(backend), asked.name), asked.options);
        const quovis::Image image =
            program.compile(request_for(backend, language_of(backend) == "cuda" ? asked.format : ""));
        if (asked.links) {
            instance.link({image});
        }
    }

    static void check(const std::string& backend, const Case& asked, const Error& error) {
        const Expected& expected = asked.expected.at(backend);
        EXPECT_EQ(error.status(), QUOVIS_ERROR_SOURCE_INVALID) << error.what();
        // Warnings may come before it, as a preprocessor's do.
        const std::vector<Diagnostic>& all = error.diagnostics();
        if (all.empty() && asked.links && backend == "opencl" && on_nvidia()) {
            return;  // its driver gives no log of a link that fails
        }
        const auto found =
            std::find_if(all.begin(), all.end(), [](const Diagnostic& one) { return one.severity == QUOVIS_ERROR; });
        ASSERT_NE(found, all.end()) << error.what() << error.log();
        const Diagnostic& first = *found;
        SCOPED_TRACE(told(backend, asked, first) + "\n" + error.log());
        EXPECT_EQ(first.file, !expected.file.empty() ? expected.file : expected.line != 0 ? asked.name : "");
        EXPECT_EQ(first.line, expected.line);
        EXPECT_TRUE(has_one_of(first.message, expected.part)) << expected.part;
        EXPECT_THAT(first.message, testing::Not(testing::HasSubstr("\n")));
        EXPECT_EQ(expected.severity, "error:");
    }
};

TEST_P(FaultyKernel, HasTheExpectedFirstDiagnosticThroughEveryBackend) {
    std::string absent;
    int tried = 0;
    for (const std::string& backend : backends) {
        const Case asked = read_case(GetParam(), language_of(backend));
        if (asked.expected.count(backend) == 0) {
            continue;
        }
        const quovis::Instance instance = open_only(backend);
        if (const std::string reason = why_not(instance, backend); !reason.empty()) {
            absent += reason + "\n";
            continue;
        }
        ++tried;
        const auto error = error_of([&] { fail(instance, backend, asked); });
        if (error) {
            check(backend, asked, *error);
        }
    }
    if (tried == 0) {
        GTEST_SKIP() << absent;
    }
}

// One text for four backends: what is wrong is on the same line for each.
TEST(FaultyKernels, OfOneTextAreFaultyOnTheSameLineForEveryBackend) {
    for (const std::string& file : all_cases()) {
        if (!file.ends_with(".kernel")) {
            continue;
        }
        SCOPED_TRACE(file);
        const Case one = read_case(file, "cuda");
        for (const std::string& backend : backends) {
            ASSERT_TRUE(one.expected.count(backend) == 1 || (one.links && backend == "hip-hiprtc")) << backend;
        }
        for (const auto& [backend, expected] : one.expected) {
            EXPECT_EQ(expected.line, one.expected.at("opencl").line) << backend;
            EXPECT_EQ(expected.file, one.expected.at("opencl").file) << backend;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Corpus, FaultyKernel, testing::ValuesIn(all_cases()),
                         [](const auto& one) { return as_name(one.param); });

}  // namespace faulty_kernels_test
