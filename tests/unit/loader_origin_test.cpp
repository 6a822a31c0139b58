// What a compiler says that its description depends on, told in this process and by a worker.
#include "tests/unit/loader_fixture.hpp"

namespace quovis::test {
namespace loader_origin_test {

using testing::ElementsAre;

MATCHER_P2(Is, path, covered, "") {
    return arg.path == path && arg.covered == covered;
}

class CompilerOrigin : public FakesTest, public testing::WithParamInterface<const char*> {
  protected:
    core::CompilerOrigin origin_of(const std::string& name) {
        add(name);
        ledger_ = load_ledger(std::string("quovis: 1\ncompile: { isolation: ") + GetParam() + " }\n");
        return entry(ledger_, name).plugin->compiler()->origin;
    }

  private:
    core::Ledger ledger_;
};

TEST_P(CompilerOrigin, IsWhatThePluginTells) {
    const auto origin = origin_of("tells-origin");
    EXPECT_TRUE(origin.known);
    EXPECT_THAT(origin.paths, ElementsAre("/opt/pair/bin/paircc", "/opt/pair/include"));
    EXPECT_THAT(origin.variables, ElementsAre("PAIR_PATH"));
    EXPECT_THAT(origin.include_folders, ElementsAre(Is("/opt/pair/include", true), Is("/usr/include", false)));
    EXPECT_TRUE(origin.looks_beside_source);
}

TEST_P(CompilerOrigin, IsNotKnownOfAPluginThatDoesNotTell) {
    EXPECT_FALSE(origin_of("compiler-only").known);
}

INSTANTIATE_TEST_SUITE_P(Ways, CompilerOrigin, testing::Values("in-process", "worker"),
                         [](const auto& way) { return std::string(way.param) == "worker" ? "Worker" : "InProcess"; });

}  // namespace loader_origin_test
}  // namespace quovis::test
