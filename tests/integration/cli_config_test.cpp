// `quovis config show` and `quovis config check`.
#include "tests/integration/cli_runner.hpp"

#include <gmock/gmock.h>

namespace quovis::cli_tests {
namespace cli_config_test {

using nlohmann::json;
using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

json value_at(const json& told, const std::string& path) {
    for (const json& value : told["values"]) {
        if (value["path"] == path) {
            return value;
        }
    }
    ADD_FAILURE() << path << " is not shown in\n" << told.dump(2);
    return json::object();
}

TEST(CliConfig, ShowNamesTheOriginOfEveryValue) {
    Sandbox sandbox;
    sandbox.write("mine.yaml", "quovis: 1\nlog:\n  level: error\n");
    sandbox.set("QUOVIS_DEVICE", "cpu");
    const json told = sandbox.quovis({"--json", "config", "show", "--config", "mine.yaml"}).json();
    EXPECT_EQ(told["schema"], 1);
    EXPECT_EQ(value_at(told, "log.level")["value"], "error");
    EXPECT_THAT(value_at(told, "log.level")["origin"].get<std::string>(), EndsWith("mine.yaml:3"));
    EXPECT_EQ(value_at(told, "devices.default")["value"], "cpu");
    EXPECT_EQ(value_at(told, "devices.default")["origin"], "QUOVIS_DEVICE");
    for (const json& value : told["values"]) {
        EXPECT_NE(value["origin"], "") << value.dump();
    }
}

TEST(CliConfig, ShowPrintsATable) {
    Sandbox sandbox;
    sandbox.configure("quovis: 1\ndevices:\n  default: \"cpu\"\n");
    const Outcome run = sandbox.quovis({"config", "show"});
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_THAT(run.out, StartsWith("KEY"));
    EXPECT_THAT(run.out, testing::ContainsRegex("devices.default +\"?cpu\"? +[^ ]*quovis.yaml:3"));
}

TEST(CliConfig, CheckAcceptsAGoodFile) {
    Sandbox sandbox;
    sandbox.write("good.yaml", "quovis: 1\nroutes:\n  - backend: [opencl]\n");
    EXPECT_EQ(sandbox.quovis({"config", "check", "good.yaml"}).status, 0);
    EXPECT_EQ(sandbox.quovis({"config", "check", "good.yaml", "--json"}).json()["ok"], true);
}

TEST(CliConfig, CheckTellsEveryFaultWithItsPlace) {
    Sandbox sandbox;
    sandbox.write("bad.yaml", "quovis: 1\nroutes:\n  - backand: [opencl]\nlog:\n  level: loud\n");
    const Outcome run = sandbox.quovis({"config", "check", "bad.yaml"});
    EXPECT_EQ(run.status, 2);
    EXPECT_EQ(run.error_lines(), 1) << run.err;
    EXPECT_THAT(run.err, HasSubstr("bad.yaml:3:5: error: "));
    EXPECT_THAT(run.err, HasSubstr("did you mean 'backend'?"));
    EXPECT_THAT(run.err, HasSubstr("bad.yaml:5:10: error: "));
    const json told = sandbox.quovis({"config", "check", "bad.yaml", "--json"}).json();
    ASSERT_GE(told["diagnostics"].size(), 2U);
    EXPECT_EQ(told["diagnostics"][0]["line"], 3);
    EXPECT_EQ(told["diagnostics"][0]["column"], 5);
    EXPECT_EQ(told["diagnostics"][0]["severity"], "error");
}

TEST(CliConfig, CheckOfAMissingFileIsStatus2) {
    const Outcome run = Sandbox().quovis({"config", "check", "nowhere.yaml"});
    EXPECT_EQ(run.status, 2);
    EXPECT_THAT(run.err, HasSubstr("nowhere.yaml"));
}

TEST(CliConfig, CheckWithoutAFileTakesTheOneInEffect) {
    Sandbox sandbox;
    sandbox.configure("quovis: 2\n");
    EXPECT_EQ(sandbox.quovis({"config", "check"}).status, 2);
    sandbox.configure("quovis: 1\n");
    EXPECT_EQ(sandbox.quovis({"config", "check"}).status, 0);
}

TEST(CliConfig, TheCurrentFolderIsNotLookedInto) {
    Sandbox sandbox;
    for (const char* name : {"quovis.yaml", "config.yaml", ".quovis.yaml"}) {
        sandbox.write(name, "nonsense: true\n");
    }
    sandbox.set("QUOVIS_CONFIG", "");
    EXPECT_EQ(sandbox.quovis({"config", "show"}).status, 0);
}

}  // namespace cli_config_test
}  // namespace quovis::cli_tests
