// What clang takes as OpenCL C 1.2, the compilers of CUDA and HIP take too, or a refusal names a feature of the table
// in plugins/common/opencl_c/README.md: for functions that nobody wrote, and for odd ones. clang is the judge.
#include <gtest/gtest.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "tests/integration/cli_runner.hpp"
#include "tests/integration/opencl_c_odd.hpp"
#include "tests/integration/opencl_c_random.hpp"
#include "tests/integration/opencl_c_texts.hpp"
#include "tests/integration/opencl_c_ways.hpp"
#include "tests/opencl_c_refusals_table.hpp"

namespace opencl_c_test {
namespace opencl_c_against_clang_test {

using quovis::cli_tests::Outcome;
using quovis::cli_tests::Sandbox;
using Lines = std::set<std::size_t>;  // indices of functions

std::string in_path(const std::string& program) {
    const char* const path = std::getenv("PATH");
    std::string_view rest = path == nullptr ? "" : path;
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find(':'), rest.size());
        const std::filesystem::path file = std::filesystem::path(rest.substr(0, end)) / program;
        if (std::filesystem::exists(file)) {
            return file.string();
        }
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return {};
}

// Functions on a line each, behind a line for all. Those that are no more leave an empty line.
class Functions {
  public:
    Functions(std::string_view prologue, std::vector<std::string> functions)
        : prologue_(prologue), functions_(std::move(functions)) {}

    std::string text() const {
        std::string made(prologue_);
        for (const std::string& one : functions_) {
            made += "\n" + one;
        }
        return made + "\n";
    }
    // By the number of its line; false where it is none of theirs.
    bool drop(std::size_t line) {
        if (line < 2 || line - 2 >= functions_.size() || functions_[line - 2].empty()) {
            return false;
        }
        functions_[line - 2].clear();
        return true;
    }
    const std::string& at(std::size_t line) const { return line < 2 ? prologue_ : functions_.at(line - 2); }
    std::size_t count() const {
        return static_cast<std::size_t>(
            std::count_if(functions_.begin(), functions_.end(), [](const std::string& one) { return !one.empty(); }));
    }

  private:
    std::string prologue_;
    std::vector<std::string> functions_;
};

// The lines that clang has errors on: "k.cl:12:3: error: ...".
Lines lines_with_errors(std::string_view messages) {
    Lines lines;
    constexpr std::string_view file = "k.cl:";
    while (!messages.empty()) {
        const std::size_t end = std::min(messages.find('\n'), messages.size());
        const std::string_view one = messages.substr(0, end);
        messages.remove_prefix(std::min(end + 1, messages.size()));
        std::size_t line = 0;
        if (one.starts_with(file) && one.find(" error: ") != std::string_view::npos) {
            std::from_chars(one.data() + file.size(), one.data() + one.size(), line);
            lines.insert(line);
        }
    }
    return lines;
}

// Drops what clang does not take; says why where there is no such clang.
std::string judge(Functions& functions) {
    const std::string clang = in_path("clang");
    if (clang.empty()) {
        return "no clang, which is the judge";
    }
    const Sandbox sandbox;
    for (int round = 0; round < 20; ++round) {
        sandbox.write("k.cl", functions.text());
        const Outcome judged = sandbox.program(
            clang, {"-x", "cl", "-cl-std=CL1.2", "-Xclang", "-finclude-default-header", "-target", "spir64",
                    "-fsyntax-only", "-w", "-ferror-limit=0", "-fno-caret-diagnostics", "k.cl"});
        if (judged.status == 0) {
            return {};
        }
        bool is_smaller = false;
        for (const std::size_t line : lines_with_errors(judged.err)) {
            is_smaller = functions.drop(line) || is_smaller;
        }
        if (!is_smaller) {
            return "clang does not work as the judge: " + judged.err.substr(0, 300);
        }
    }
    return "clang refuses ever more";
}

// Compiles all; a function that a refusal names is dropped, and any other that does not compile is a failure.
void expect_taken(const quovis::Instance& instance, const Target& target, Functions& functions) {
    quovis::Options options;
    options.optimize = 0;
    const std::string format = target.compiler == "cuda-nvrtc" ? "ptx" : "";
    for (std::size_t left = functions.count(); left != 0; --left) {
        const quovis::Source source = quovis::Source::memory(functions.text(), "opencl", "k.cl");
        try {
            instance.program(source, options).compile({target.compiler, target.name, format});
            return;
        } catch (const quovis::Error& error) {
            bool is_smaller = false;
            for (const quovis::Diagnostic& one : error.diagnostics()) {
                if (one.severity != QUOVIS_ERROR || one.line < 2) {
                    continue;
                }
                const std::string function = functions.at(one.line);
                if (functions.drop(one.line)) {
                    is_smaller = true;
                    EXPECT_TRUE(quovis::test::is_named_refusal(one.message)) << one.message << "\n" << function;
                    EXPECT_NE(one.column, 0U) << one.message << "\n" << function;
                }
            }
            if (!is_smaller) {
                fail_with(error);
                return;
            }
        }
    }
}

struct Sample {
    Target target;
    std::uint32_t seed;
    int functions;
};

void PrintTo(const Sample& sample, std::ostream* out) {
    *out << sample.target.compiler << ", seed " << sample.seed;
}

std::string name_of_sample(const testing::TestParamInfo<Sample>& info) {
    return name_of(info.param.target) + "_" + std::to_string(info.param.seed);
}

class AgainstClang : public testing::TestWithParam<Sample> {
  protected:
    // Gives how many functions were compiled.
    std::size_t compare(Functions functions) {
        const Target& target = GetParam().target;
        const Opened opened = open(target.compiler);
        const std::string missing = opened.missing.empty() ? judge(functions) : opened.missing;
        if (!missing.empty()) {
            skipped_ = missing;
            return 0;
        }
        expect_taken(*opened.instance, target, functions);
        return functions.count();
    }

    std::string skipped_;
};

class RandomFunctionsFor : public AgainstClang {};

TEST_P(RandomFunctionsFor, CompileOrAreRefusedByName) {
    RandomFunctions random(GetParam().seed);
    std::vector<std::string> functions;
    for (int i = 0; i < GetParam().functions; ++i) {
        functions.push_back(random.next());
    }
    const std::size_t compiled = compare({random_prologue, functions});
    if (!skipped_.empty()) {
        GTEST_SKIP() << skipped_;
    }
    EXPECT_GT(compiled, functions.size() * 3 / 4) << "too few are right, or too many are refused";
}

INSTANTIATE_TEST_SUITE_P(OpenclC, RandomFunctionsFor,
                         testing::Values(Sample{{"cuda-nvrtc", "compute_90"}, 1, 150},
                                         Sample{{"cuda-nvrtc", "compute_90"}, 2, 150},
                                         Sample{{"hip-hiprtc", "gfx90a"}, 3, 40}),
                         name_of_sample);

class OddFunctionsFor : public AgainstClang {};

TEST_P(OddFunctionsFor, CompileOrAreRefusedByName) {
    std::vector<std::string> functions;
    for (const std::string_view one : odd_functions) {
        const std::string name = "f" + std::to_string(functions.size());
        functions.push_back(replaced(std::string(one), {{"@", name}}));
    }
    const std::size_t compiled = compare({random_prologue, functions});
    if (!skipped_.empty()) {
        GTEST_SKIP() << skipped_;
    }
    EXPECT_GT(compiled, functions.size() * 3 / 4) << "clang takes all of them; some are refused by name";
}

INSTANTIATE_TEST_SUITE_P(OpenclC, OddFunctionsFor,
                         testing::Values(Sample{{"cuda-nvrtc", "compute_90"}, 0, 0},
                                         Sample{{"hip-hiprtc", "gfx90a"}, 0, 0}),
                         name_of_sample);

}  // namespace opencl_c_against_clang_test
}  // namespace opencl_c_test
