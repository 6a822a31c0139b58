// One compile: images, logs, diagnostics, refusals, and how many run at once.
#include "tests/unit/program_fixture.hpp"

#include <thread>

namespace quovis::test {
namespace program_compile_test {

using testing::HasSubstr;

class Compile : public ProgramTest {
  protected:
    Compile() { path_ = add("fake"); }
    static Image compile(const Instance& instance, const std::string& text) {
        return instance.program(source(text)).compile({"fake", "fake-1", ""});
    }
    std::string path_;
};

TEST_F(Compile, GivesAnImageWithItsFormatTargetAndCompiler) {
    const Image image = compile(open(), saxpy_source);
    EXPECT_EQ(image.format(), "fake-image");
    EXPECT_EQ(image.target(), "fake-1");
    EXPECT_EQ(image.compiler(), "fake");
    EXPECT_GT(image.size(), 20u);
}

TEST_F(Compile, KeepsTheLogAndTheWarningsOfASuccess) {
    const Image image = compile(open(), "//! log built in a hurry\n//! warning 7:3 unused variable\n");
    EXPECT_THAT(image.log(), HasSubstr("built in a hurry"));
    ASSERT_EQ(image.diagnostics().size(), 1u);
    EXPECT_EQ(image.diagnostics()[0].severity, QUOVIS_WARNING);
    EXPECT_EQ(image.diagnostics()[0].line, 7u);
    EXPECT_EQ(image.diagnostics()[0].column, 3u);
    EXPECT_EQ(image.diagnostics()[0].file, "test.cl");
}

TEST_F(Compile, TellsAnErrorWithLogAndDiagnostics) {
    const Instance instance = open();
    const Error error =
        error_of([&] { compile(instance, "//! error 3:7 expected ';'\n//! note 2:1 in this kernel\n"); });
    EXPECT_EQ(error.status(), QUOVIS_ERROR_SOURCE_INVALID);
    EXPECT_EQ(error.phase(), "compile");
    EXPECT_EQ(error.plugin(), "fake");
    EXPECT_THAT(error.log(), HasSubstr("test.cl:3:7: error: expected ';'"));
    ASSERT_EQ(error.diagnostics().size(), 2u);
    EXPECT_EQ(error.diagnostics()[0].message, "expected ';'");
    EXPECT_EQ(error.diagnostics()[1].severity, QUOVIS_NOTE);
}

TEST_F(Compile, KeepsALogThatIsNoUtf8) {
    const Image image = compile(open(), "//! log caf\xe9\n");
    EXPECT_THAT(image.log(), HasSubstr("caf\xe9"));
}

TEST_F(Compile, RefusesALanguageBeforeTheCompilerIsAsked) {
    const Instance instance = open();
    instance.plugins();
    const fakes::Counters counters(path_);
    counters.reset();
    const Error error = error_of([&] {
        instance.program(Source::memory("", "cuda", "a.cu")).compile({"fake", "fake-1", ""});
    });
    EXPECT_EQ(error.status(), QUOVIS_ERROR_LANGUAGE_UNKNOWN);
    EXPECT_THAT(error.hint(), HasSubstr("fake, opencl"));
    EXPECT_EQ(counters["calls.compile"], 0);
}

TEST_F(Compile, RefusesAFormatThatTheCompilerDoesNotMake) {
    const Instance instance = open();
    const Error error = error_of([&] { instance.program(source("")).compile({"fake", "fake-1", "ptx"}); });
    EXPECT_EQ(error.status(), QUOVIS_ERROR_NOT_SUPPORTED);
    EXPECT_THAT(error.what(), HasSubstr("'ptx'"));
    EXPECT_THAT(error.hint(), HasSubstr("fake-image"));
}

TEST_F(Compile, PassesTheCompilersRefusalOfATargetOn) {
    const Instance instance = open();
    const Error error = error_of([&] { instance.program(source("")).compile({"fake", "fake-9", ""}); });
    EXPECT_EQ(error.status(), QUOVIS_ERROR_TARGET_UNKNOWN);
    EXPECT_THAT(error.what(), HasSubstr("fake-9"));
}

TEST_F(Compile, TakesTheTargetOfTheDeviceThatTheRuleLeadsTo) {
    EXPECT_EQ(open().program(source(saxpy_source)).compile().target(), "fake-2");
}

TEST_F(Compile, AsksForATargetWhereThereIsNoDevice) {
    const Instance instance = open("quovis: 1\nroutes: [ { backend: [fake] } ]\nbackends: { fake: { devices: 0 } }\n");
    const Error error = error_of([&] { instance.program(source(saxpy_source)).compile(); });
    EXPECT_EQ(error.status(), QUOVIS_ERROR_INVALID_ARGUMENT);
    EXPECT_THAT(error.hint(), HasSubstr("fake-1, fake-2"));
}

TEST_F(Compile, NamesTheNearestBackend) {
    const Instance instance = open();
    const Error error = error_of([&] { instance.program(source("")).compile({"fqke", "fake-1", ""}); });
    EXPECT_EQ(error.status(), QUOVIS_ERROR_NOT_FOUND);
    EXPECT_THAT(error.what(), HasSubstr("did you mean 'fake'?"));
}

TEST_F(Compile, ListsTheTargetsThatACompilerKnows) {
    EXPECT_EQ(open().targets("fake"), (std::vector<std::string>{"fake-1", "fake-2"}));
}

TEST_F(Compile, ReleasesEachResultOnce) {
    const Instance instance = open();
    compile(instance, saxpy_source);
    const fakes::Counters counters(path_);
    EXPECT_EQ(counters["live.results"], 0);
    error_of([&] { compile(instance, "//! error 1:1 no\n"); });
    error_of([&] { compile(instance, "//! cannot\n"); });
    EXPECT_EQ(counters["live.results"], 0);
}

// The most compiles that ran at once, of eight that were started at once.
std::int64_t peak_of_eight(const Instance& instance, const fakes::Counters& counters) {
    counters.reset();
    std::vector<std::thread> threads;
    for (int i = 0; i < 8; ++i) {
        threads.emplace_back([&] {
            std::string text;
            for (int line = 0; line < 2000; ++line) {
                text += "//! log a line that takes its time\n";
            }
            instance.program(Source::memory(text, "fake", "slow.cl")).compile({"fake", "fake-1", ""});
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    return counters["peak.compiles"];
}

TEST_F(Compile, RunsOneAtATimeWhereTheCompilerSaysSo) {
    const Instance instance = open("quovis: 1\nbackends: { fake: { parallel: 1 } }\n");
    instance.plugins();
    EXPECT_EQ(peak_of_eight(instance, fakes::Counters(path_)), 1);
}

TEST_F(Compile, RunsNoMoreThanTheCompilerAllows) {
    const Instance instance = open("quovis: 1\nbackends: { fake: { parallel: 3 } }\n");
    instance.plugins();
    EXPECT_LE(peak_of_eight(instance, fakes::Counters(path_)), 3);
}

}  // namespace program_compile_test
}  // namespace quovis::test
