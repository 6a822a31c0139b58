// Options: what a program asks for, what a rule of the configuration adds, and what reaches the compiler.
#include "core/program/options.hpp"

#include "core/support/error.hpp"
#include "tests/unit/program_fixture.hpp"

namespace quovis::test {
namespace program_options_test {

using testing::HasSubstr;

core::Options with(void (*set)(core::Options&)) {
    core::Options options;
    set(options);
    return options;
}

TEST(MergedOptions, KeepTheProgramsWhereARuleSaysNothing) {
    const auto program = with([](core::Options& one) {
        one.optimize = 2;
        one.fast_math = false;
        one.standard = "c++17";
        one.max_registers = 64;
    });
    const auto merged = core::merge(program, {});
    EXPECT_EQ(merged.optimize, 2);
    EXPECT_EQ(merged.fast_math, false);
    EXPECT_EQ(merged.standard, "c++17");
    EXPECT_EQ(merged.max_registers, 64u);
    EXPECT_FALSE(merged.debug.has_value());
}

TEST(MergedOptions, TakeARulesSwitches) {
    const auto program = with([](core::Options& one) {
        one.optimize = 2;
        one.debug = false;
        one.standard = "c++17";
    });
    core::RuleOptions rule;
    rule.optimize = 0;
    rule.debug = true;
    rule.line_info = true;
    rule.standard = "c++20";
    const auto merged = core::merge(program, rule);
    EXPECT_EQ(merged.optimize, 0);
    EXPECT_EQ(merged.debug, true);
    EXPECT_EQ(merged.line_info, true);
    EXPECT_EQ(merged.standard, "c++20");
}

TEST(MergedOptions, AppendARulesLists) {
    const auto program = with([](core::Options& one) {
        one.defines = {{"A", "1"}};
        one.include_directories = {"/program"};
        one.raw = {"-p"};
    });
    core::RuleOptions rule;
    rule.defines = {{"B", std::nullopt}};
    rule.include_directories = {"/rule"};
    rule.raw = {"-r"};
    const auto merged = core::merge(program, rule);
    ASSERT_EQ(merged.defines.size(), 2u);
    EXPECT_EQ(merged.defines[1].first, "B");
    EXPECT_EQ(merged.include_directories, (std::vector<std::string>{"/program", "/rule"}));
    EXPECT_EQ(merged.raw, (std::vector<std::string>{"-p", "-r"}));
}

TEST(LentOptions, LeaveTheDefaultsThatNobodySet) {
    const core::Options options;
    const core::LentOptions lent(options);
    EXPECT_EQ(lent.options()->optimize, -1);
    EXPECT_EQ(lent.options()->debug, -1);
    EXPECT_EQ(lent.options()->relocatable, -1);
    EXPECT_EQ(lent.options()->max_registers, 0);
    EXPECT_EQ(lent.options()->standard.size, 0u);
    EXPECT_EQ(lent.options()->define_count, 0u);
}

TEST(LentOptions, TellADefineWithoutAValueFromOneWithAnEmptyOne) {
    const auto options = with([](core::Options& one) { one.defines = {{"BARE", std::nullopt}, {"EMPTY", ""}}; });
    const core::LentOptions lent(options);
    EXPECT_EQ(lent.options()->defines[0].has_value, 0);
    EXPECT_EQ(lent.options()->defines[1].has_value, 1);
    EXPECT_EQ(lent.options()->defines[1].value.size, 0u);
}

class Options : public ProgramTest {
  protected:
    Options() { add("fake"); }
    static std::string command(const Instance& instance, const quovis::Options& options) {
        return instance.program(source("kernel void noop()\n"), options).compile({"fake", "fake-1", ""}).command();
    }
};

TEST_F(Options, ReachTheCompilerInItsWords) {
    quovis::Options options;
    options.optimize = 3;
    options.fast_math = true;
    options.standard = "CL1.2";
    options.defines = {{"N", "16"}, {"FLAG"}};
    options.include_directories = {"/a", "/b"};
    options.raw = {"-x", "-y"};
    EXPECT_EQ(command(open(), options), "-O3 -fast -std=CL1.2 -DN=16 -DFLAG -I/a -I/b -x -y");
}

TEST_F(Options, OfARuleLieOverTheProgram) {
    const Instance instance = open(
        "quovis: 1\nroutes:\n  - backend: [fake]\n"
        "    options: { optimize: 0, debug: true, defines: [R=1], raw: [-r] }\n");
    quovis::Options options;
    options.optimize = 3;
    options.defines = {{"P"}};
    options.raw = {"-p"};
    EXPECT_EQ(command(instance, options), "-O0 -g -DP -DR=1 -p -r");
}

TEST_F(Options, ThatACompilerLacksAreRefusedByName) {
    quovis::Options options;
    options.relocatable = true;
    const Instance instance = open();
    const Error error = error_of([&] { command(instance, options); });
    EXPECT_EQ(error.status(), QUOVIS_ERROR_NOT_SUPPORTED);
    EXPECT_THAT(error.what(), HasSubstr("'relocatable'"));
    EXPECT_EQ(error.plugin(), "fake");
}

TEST_F(Options, RefuseADefineThatIsNoMacroName) {
    const Instance instance = open();
    for (const char* name : {"", "1A", "A B", "A=1", "A;B"}) {
        quovis::Options options;
        options.defines = {{name}};
        const Error error = error_of([&] { instance.program(source(""), options); });
        EXPECT_EQ(error.status(), QUOVIS_ERROR_INVALID_ARGUMENT) << name;
    }
}

TEST_F(Options, HeadersInMemoryComeBeforeFolders) {
    quovis::Options options;
    scratch_.write("include/n.h", "#error the folder came first\n");
    options.include_directories = {scratch_.path("include")};
    options.headers = {{"n.h", "#define N 1\n"}};
    const Instance instance = open();
    const Program program = instance.program(source("#include \"n.h\"\n#ifndef N\n#error not read\n#endif\n"), options);
    EXPECT_NO_THROW(program.compile({"fake", "fake-1", ""}));
}

TEST_F(Options, NameExpressionsGetTheirSymbols) {
    quovis::Options options;
    options.name_expressions = {"scale<float>"};
    const Instance instance = open();
    const Image image =
        instance.program(source("kernel void scale(global float* data)\n"), options).compile({"fake", "fake-1", ""});
    ASSERT_EQ(image.symbols().size(), 1u);
    EXPECT_EQ(image.symbols()[0].expression, "scale<float>");
    EXPECT_EQ(image.symbols()[0].symbol, "scale_float_");
}

}  // namespace program_options_test
}  // namespace quovis::test
