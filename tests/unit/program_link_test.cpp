// Linking: who links, for what, what comes out, and what is refused before the linker is asked.
#include "tests/unit/program_fixture.hpp"

namespace quovis::test {
namespace program_link_test {

using testing::HasSubstr;

class Link : public ProgramTest {
  protected:
    Link() { add("fake"); }
    static Image compiled(const Instance& instance, const std::string& text) {
        return instance.program(source(text)).compile({"fake", "fake-1", ""});
    }
};

TEST_F(Link, GivesOneImageOfThePluginAndTheTargetOfItsParts) {
    const Instance instance = open();
    const Image one = compiled(instance, saxpy_source);
    const Image linked = instance.link({one, compiled(instance, "//! log two\n")});
    EXPECT_EQ(linked.compiler(), "fake");
    EXPECT_EQ(linked.format(), "fake-image");
    EXPECT_EQ(linked.target(), "fake-1");
    EXPECT_GT(linked.size(), one.size());
}

TEST_F(Link, KeepsTheSymbolsOfItsParts) {
    const Instance instance = open();
    Options options;
    options.name_expressions = {"scale<float>"};
    const Image part = instance.program(source(saxpy_source), options).compile({"fake", "fake-1", ""});
    ASSERT_EQ(part.symbols().size(), 1u);
    const Image linked = instance.link({part, compiled(instance, saxpy_source)});
    ASSERT_EQ(linked.symbols().size(), 1u);
    EXPECT_EQ(linked.symbols()[0].expression, "scale<float>");
    EXPECT_EQ(linked.symbols()[0].symbol, part.symbols()[0].symbol);
}

TEST_F(Link, ThePartsMayBeReleasedFirst) {
    const Instance instance = open();
    const Image linked = [&] {
        return instance.link({compiled(instance, saxpy_source), compiled(instance, saxpy_source)});
    }();
    EXPECT_GT(linked.size(), 20u);
}

TEST_F(Link, RefusesAnOptionThatIsOfCompilingByName) {
    const Instance instance = open();
    Options options;
    options.defines = {{"N", "1"}};
    const Error error = error_of([&] { instance.link({compiled(instance, saxpy_source)}, {}, options); });
    EXPECT_EQ(error.status(), QUOVIS_ERROR_INVALID_ARGUMENT);
    EXPECT_THAT(error.what(), HasSubstr("'defines'"));
}

TEST_F(Link, WithoutAnImageIsInvalid) {
    const Instance instance = open();
    const Error error = error_of([&] { instance.link({}); });
    EXPECT_EQ(error.status(), QUOVIS_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(error.phase(), "link");
}

TEST_F(Link, ABackendThatDoesNotExistIsNeverReplaced) {
    const Instance instance = open();
    const Error error = error_of([&] { instance.link({compiled(instance, saxpy_source)}, {"facke", "", ""}); });
    EXPECT_EQ(error.status(), QUOVIS_ERROR_NOT_FOUND);
    EXPECT_THAT(error.what(), HasSubstr("did you mean 'fake'"));
}

TEST_F(Link, TellsTheLinkersRefusalAsItIs) {
    const Instance instance = open();
    const Image part = compiled(instance, saxpy_source);
    const Image foreign = instance.image("no image", 8, "fake-image", "foreign.bin");
    const Error error = error_of([&] { instance.link({part, foreign}); });
    EXPECT_EQ(error.status(), QUOVIS_ERROR_IMAGE_REJECTED);
    EXPECT_EQ(error.phase(), "link");
    EXPECT_EQ(error.plugin(), "fake");
    EXPECT_THAT(error.what(), HasSubstr("foreign.bin"));
}

}  // namespace program_link_test
}  // namespace quovis::test
