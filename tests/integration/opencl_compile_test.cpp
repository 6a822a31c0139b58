// What an OpenCL compile gives: messages in the user's own file, definitions of any text, headers from memory, and a
// refusal by name of what OpenCL cannot do.
#include "tests/integration/opencl_plugin.hpp"
#include "tests/unit/support_scratch.hpp"

namespace opencl_test {
namespace opencl_compile_test {

constexpr std::string_view writes_value = R"(
__kernel void k(__global int* out) { out[get_global_id(0)] = VALUE; }
)";

class OpenclCompile : public OpenclPlugin {
  protected:
    // Runs the kernel of `compiled` on one thread and returns what it wrote.
    int result_of(const Compiled& compiled) {
        EXPECT_EQ(compiled.status, QUOVIS_PLUGIN_OK) << error_.message << compiled.log;
        quovis_rt_module* module = nullptr;
        quovis_rt_kernel* made = nullptr;
        EXPECT_EQ(load(compiled.image, &module), QUOVIS_PLUGIN_OK) << error_.message;
        EXPECT_EQ(rt_->kernel_create(module, text("k"), &made, &error_), QUOVIS_PLUGIN_OK) << error_.message;
        quovis_rt_buffer* out = buffer(sizeof(int));
        EXPECT_EQ(launch(made, 1, 1, {pass(out)}), QUOVIS_PLUGIN_OK) << error_.message;
        int written = 0;
        read(out, &written, sizeof(written));
        rt_->buffer_release(out, nullptr);
        rt_->kernel_release(made);
        rt_->module_release(module);
        return written;
    }

    Compiled with_define(std::string_view source, std::string_view name, std::string_view value) {
        auto define = sized<quovis_cc_define>();
        define.name = text(name);
        define.value = text(value);
        define.has_value = 1;
        quovis_cc_options options = no_options();
        options.defines = &define;
        options.define_count = 1;
        return compile(source, options);
    }
};

TEST_F(OpenclCompile, ErrorIsReportedInTheUsersFileAtItsOwnLineAndColumn) {
    const Compiled compiled = compile("__kernel void k(__global int* out) {\n    out[0] = missing;\n}\n");
    EXPECT_EQ(compiled.status, QUOVIS_PLUGIN_SOURCE_INVALID);
    ASSERT_FALSE(compiled.messages.empty()) << compiled.log;
    EXPECT_EQ(compiled.messages[0].file, "folder/kernel file.cl");
    EXPECT_EQ(compiled.messages[0].line, 2u);
    EXPECT_EQ(compiled.messages[0].column, 14u);
    EXPECT_EQ(compiled.messages[0].severity, QUOVIS_CC_ERROR);
    EXPECT_NE(compiled.messages[0].text.find("missing"), std::string::npos);
    EXPECT_NE(message().find("folder/kernel file.cl:2:14: "), std::string::npos) << message();
}

TEST_F(OpenclCompile, DefinitionsDoNotMoveTheLines) {
    const Compiled compiled = with_define("__kernel void k() {\n    missing;\n}\n", "VALUE", "1");
    ASSERT_FALSE(compiled.messages.empty()) << compiled.log;
    EXPECT_EQ(compiled.messages[0].line, 2u);
}

TEST_F(OpenclCompile, WarningIsKeptWhenTheCompileSucceeds) {
    const Compiled compiled = compile("__kernel void k(__global int* out) {\n    out[0] = 1 / 0;\n}\n");
    EXPECT_EQ(compiled.status, QUOVIS_PLUGIN_OK) << message();
    ASSERT_FALSE(compiled.messages.empty()) << compiled.log;
    EXPECT_EQ(compiled.messages[0].severity, QUOVIS_CC_WARNING);
    EXPECT_EQ(compiled.messages[0].line, 2u);
}

// PoCL's own cache mixes such sources up.
TEST_F(OpenclCompile, WarningIsOfThisFileThoughAnotherHadTheSameKernel) {
    const std::string kernel = "__kernel void k(__global int* out) {\n    out[0] = 1 / 0;\n}\n";
    file_ = "first.cl";
    compile("// careful\n" + kernel);
    file_ = "second.cl";
    const Compiled compiled = compile("#warning careful\n" + kernel);
    ASSERT_EQ(compiled.messages.size(), 2u) << compiled.log;
    EXPECT_EQ(compiled.messages[0].file, "second.cl");
    EXPECT_EQ(compiled.messages[0].line, 1u);
    EXPECT_EQ(compiled.messages[1].file, "second.cl");
    EXPECT_EQ(compiled.messages[1].line, 3u);
}

TEST_F(OpenclCompile, WarningsAsErrorsMakeTheSourceInvalid) {
    quovis_cc_options options = no_options();
    options.warnings_as_errors = 1;
    const Compiled compiled = compile("__kernel void k(__global int* out) {\n    out[0] = 1 / 0;\n}\n", options);
    EXPECT_EQ(compiled.status, QUOVIS_PLUGIN_SOURCE_INVALID);
}

TEST_F(OpenclCompile, DefinitionWithBlanksReachesTheSource) {
    EXPECT_EQ(result_of(with_define(writes_value, "VALUE", "40 + 2")), 42);
}

TEST_F(OpenclCompile, DefinitionWithQuotesReachesTheSource) {
    EXPECT_EQ(result_of(with_define(writes_value, "VALUE", "'\"' + sizeof(\"a b\")")), '"' + 4);
}

TEST_F(OpenclCompile, DefinitionMayTakeParameters) {
    constexpr std::string_view source = "__kernel void k(__global int* out) { out[0] = TWICE(21); }";
    EXPECT_EQ(result_of(with_define(source, "TWICE(x)", "((x) * 2)")), 42);
}

TEST_F(OpenclCompile, DefinitionOfSeveralLinesIsRefused) {
    EXPECT_EQ(with_define(writes_value, "VALUE", "1\n#error").status, QUOVIS_PLUGIN_INVALID_ARGUMENT);
    EXPECT_NE(message().find("VALUE"), std::string::npos);
}

TEST_F(OpenclCompile, ByteOrderMarkOfTheSourceIsNoError) {
    EXPECT_EQ(result_of(compile("\xEF\xBB\xBF__kernel void k(__global int* out) { out[0] = 5; }")), 5);
}

TEST_F(OpenclCompile, HeaderFromMemoryIsFound) {
    auto header = sized<quovis_cc_header>();
    header.name = text("deep/value.h");
    header.content = text("#define VALUE 7\n");
    const Compiled compiled = compile(
        "#include \"deep/value.h\"\n__kernel void k(__global int* out) { out[0] = VALUE; }", no_options(), {header});
    EXPECT_EQ(result_of(compiled), 7);
}

TEST_F(OpenclCompile, ErrorInAHeaderFromMemoryNamesTheHeader) {
    auto header = sized<quovis_cc_header>();
    header.name = text("value.h");
    header.content = text("\nint broken(void) { return missing; }\n");
    const Compiled compiled = compile("#include \"value.h\"\n__kernel void k() { }", no_options(), {header});
    EXPECT_EQ(compiled.status, QUOVIS_PLUGIN_SOURCE_INVALID);
    ASSERT_FALSE(compiled.messages.empty()) << compiled.log;
    EXPECT_EQ(compiled.messages[0].file, "value.h");
    EXPECT_EQ(compiled.messages[0].line, 2u);
}

TEST_F(OpenclCompile, HeaderFromMemoryMayHaveANameThatLeavesItsFolder) {
    auto header = sized<quovis_cc_header>();
    header.name = text("../value.h");
    header.content = text("#define VALUE 7\n");
    const std::string source = "#include \"../value.h\"\n" + std::string(writes_value);
    EXPECT_EQ(result_of(compile(source, no_options(), {header})), 7);
}

TEST_F(OpenclCompile, HeaderFromMemoryIsFoundByAComputedInclude) {
    auto header = sized<quovis_cc_header>();
    header.name = text("deep/value.h");
    header.content = text("#define VALUE 7\n");
    const std::string source = "#define HEADER \"deep/value.h\"\n#include HEADER\n" + std::string(writes_value);
    EXPECT_EQ(result_of(compile(source, no_options(), {header})), 7);
}

struct Folder {
    const char* named;
    const char* path;
};

// PoCL takes no -I with a blank.
class OpenclFolders : public OpenclCompile, public testing::WithParamInterface<Folder> {
  protected:
    std::string write(const std::string& name, const std::string& content) {
        return scratch_.write(std::string(GetParam().path) + "/" + name, content);
    }

    Compiled compile_here(std::string_view source) {
        const quovis_plugin_text directory = text(folder_);
        quovis_cc_options options = no_options();
        options.include_directories = &directory;
        options.include_directory_count = 1;
        return compile(source, options);
    }

    const quovis::test::ScratchFolder scratch_;
    const std::string folder_ = scratch_.path(GetParam().path);
};

TEST_P(OpenclFolders, HeadersThatIncludeOthersAreFound) {
    write("outer.h", "#pragma once\n#include \"deep/inner.h\"\n");
    write("deep/inner.h", "#include \"../outer.h\"\n#define VALUE 7\n");
    EXPECT_EQ(result_of(compile_here("#include <outer.h>\n" + std::string(writes_value))), 7);
}

TEST_P(OpenclFolders, HasIncludeKnowsWhatIsThere) {
    write("there.h", "");
    EXPECT_EQ(result_of(compile_here("#if __has_include(<there.h>) && !__has_include(\"none.h\")\n#define VALUE 7\n"
                                     "#endif\n" +
                                     std::string(writes_value))),
              7);
}

TEST_P(OpenclFolders, ErrorInAHeaderNamesItsPathAndLine) {
    const std::string path = write("broken.h", "// fine\nint broken(void) { return missing; }\n");
    const Compiled compiled = compile_here("\n#include \"broken.h\"\n__kernel void k() { }\n");
    EXPECT_EQ(compiled.status, QUOVIS_PLUGIN_SOURCE_INVALID);
    ASSERT_FALSE(compiled.messages.empty()) << compiled.log;
    EXPECT_EQ(compiled.messages[0].file, path);
    EXPECT_EQ(compiled.messages[0].line, 2u);
}

TEST_P(OpenclFolders, ErrorBehindAnIncludeIsOnTheSourcesOwnLine) {
    write("a.h", "\n\n\n");
    const Compiled compiled = compile_here("#include \"a.h\"\n\n__kernel void k() { missing; }\n");
    ASSERT_FALSE(compiled.messages.empty()) << compiled.log;
    EXPECT_EQ(compiled.messages[0].file, file_);
    EXPECT_EQ(compiled.messages[0].line, 3u);
}

TEST_P(OpenclFolders, MissingHeaderIsToldWithItsLineAndWhereItWasLookedFor) {
    const Compiled compiled = compile_here("\n#include \"none.h\"\n__kernel void k() { }\n");
    EXPECT_EQ(compiled.status, QUOVIS_PLUGIN_SOURCE_INVALID);
    EXPECT_NE(message().find(file_ + ":2:"), std::string::npos) << message();
    EXPECT_NE(message().find("none.h"), std::string::npos) << message();
    EXPECT_NE(std::string(error_.hint).find("'" + folder_ + "'"), std::string::npos) << error_.hint;
}

TEST_P(OpenclFolders, AChangedHeaderIsReadAnew) {
    const std::string source = "#include \"value.h\"\n" + std::string(writes_value);
    write("value.h", "#define VALUE 7\n");
    EXPECT_EQ(result_of(compile_here(source)), 7);
    write("value.h", "#define VALUE 8\n");
    EXPECT_EQ(result_of(compile_here(source)), 8);
}

INSTANTIATE_TEST_SUITE_P(Named, OpenclFolders,
                         testing::Values(Folder{"Plainly", "plain"}, Folder{"WithABlank", "a b"},
                                         Folder{"WithOtherSigns", "it's \"a\";b$c%d\\e gr\u00fc\u00df"}),
                         [](const auto& folder) { return std::string(folder.param.named); });

TEST_F(OpenclCompile, AnOptionWithoutAnOpenclWordIsRefusedByName) {
    quovis_cc_options options = no_options();
    options.line_info = 1;
    EXPECT_EQ(compile(writes_value, options).status, QUOVIS_PLUGIN_NOT_SUPPORTED);
    EXPECT_NE(message().find("`line_info`"), std::string::npos) << message();
}

TEST_F(OpenclCompile, StandardThatTheDriverDoesNotKnowIsRefused) {
    quovis_cc_options options = no_options();
    options.standard = text("CL9.9");
    EXPECT_EQ(compile("__kernel void k() { }", options).status, QUOVIS_PLUGIN_NOT_SUPPORTED);
    EXPECT_NE(message().find("CL9.9"), std::string::npos) << message();
}

TEST_F(OpenclCompile, RawOptionThatTheDriverRefusesIsInvalidUse) {
    const quovis_plugin_text raw = text("-no-such-option");
    quovis_cc_options options = no_options();
    options.raw = &raw;
    options.raw_count = 1;
    EXPECT_EQ(compile("__kernel void k() { }", options).status, QUOVIS_PLUGIN_INVALID_ARGUMENT);
    EXPECT_NE(message().find("-no-such-option"), std::string::npos) << message();
}

TEST_F(OpenclCompile, FailingCompilePrintsNothingToStderr) {
    testing::internal::CaptureStderr();
    compile("__kernel void k() { missing; }");
    compile("void nowhere(void); __kernel void k() { nowhere(); }");
    EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

}  // namespace opencl_compile_test
}  // namespace opencl_test
