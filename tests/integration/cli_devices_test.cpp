// `quovis devices` and `quovis plugins`, and what holds for every subcommand.
#include "tests/integration/cli_runner.hpp"

#include <gmock/gmock.h>

#include <algorithm>

namespace quovis::cli_tests {
namespace cli_devices_test {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

json plugin_named(const json& listing, const std::string& name) {
    for (const json& plugin : listing["plugins"]) {
        if (plugin["name"] == name) {
            return plugin;
        }
    }
    ADD_FAILURE() << "no plugin " << name << " in\n" << listing.dump(2);
    return json::object();
}

TEST(CliDevices, JsonBeginsWithTheSchemaAndTheVersions) {
    const Outcome run = Sandbox().quovis({"devices", "--json"});
    EXPECT_THAT(run.out, StartsWith("{\n  \"schema\": 1,"));
    EXPECT_EQ(run.json()["quovis"]["version"], QUOVIS_PROJECT_VERSION);
    EXPECT_EQ(run.json()["quovis"]["abi"], "1.0");
}

TEST(CliDevices, TheCpuIsOneDeviceWithTheRouteOpenclCpu0) {
    QUOVIS_NEEDS_ROUTE("opencl");
    const json listing = Sandbox().quovis({"devices", "--json", "--select", "opencl:cpu"}).json();
    ASSERT_EQ(listing["devices"].size(), 1U) << listing.dump(2);
    const json& device = listing["devices"][0];
    EXPECT_EQ(device["type"], "cpu");
    EXPECT_GT(device["memory_bytes"], 0U);
    ASSERT_EQ(device["routes"].size(), 1U);
    const json& route = device["routes"][0];
    EXPECT_EQ(route["selector"], "opencl:cpu:0");
    EXPECT_EQ(route["runtime"], "opencl");
    EXPECT_EQ(route["plugin"], "opencl");
    EXPECT_EQ(route["compilers"], json::array({"opencl"}));
    EXPECT_EQ(route["languages"], json::array({"opencl"}));
    EXPECT_NE(route["driver"], "");
    EXPECT_NE(route["target"], "");
    EXPECT_TRUE(route["capabilities"].is_object());
    EXPECT_FALSE(route["capabilities"].empty());
}

TEST(CliDevices, WithoutAGpuThereIsExactlyOneDevice) {
    if (has_route("cuda")) {
        GTEST_SKIP() << "there is a GPU here";
    }
    const json listing = Sandbox().quovis({"devices", "--json"}).json();
    ASSERT_EQ(listing["devices"].size(), 1U) << listing.dump(2);
    EXPECT_EQ(listing["devices"][0]["routes"].size(), 1U);
}

TEST(CliDevices, WithoutADriverCudaNvrtcSaysWhatItSearched) {
    if (has_route("cuda")) {
        GTEST_SKIP() << "there is a driver here";
    }
    const json plugin = plugin_named(Sandbox().quovis({"devices", "--json"}).json(), "cuda-nvrtc");
    EXPECT_THAT(plugin["state"].get<std::string>(), testing::AnyOf("unavailable", "no-device"));
    EXPECT_THAT(plugin["reason"].get<std::string>(), HasSubstr("libcuda.so.1"));
}

TEST(CliDevices, AGpuIsOneDeviceWhateverDrivesIt) {
    QUOVIS_NEEDS_ROUTE("cuda");
    const json listing = Sandbox().quovis({"devices", "--json"}).json();
    std::vector<std::string> buses;
    bool has_cuda_0 = false;
    for (const json& device : listing["devices"]) {
        buses.push_back(device["type"] == "gpu" ? device["pci"] : device["name"]);
        for (const json& route : device["routes"]) {
            has_cuda_0 = has_cuda_0 || route["selector"] == "cuda:0";
        }
    }
    EXPECT_TRUE(has_cuda_0);
    std::sort(buses.begin(), buses.end());
    EXPECT_EQ(std::adjacent_find(buses.begin(), buses.end()), buses.end()) << "a device is listed twice";
}

TEST(CliDevices, EverySelectorThatIsPrintedCanBeTypedBack) {
    const json listing = Sandbox().quovis({"devices", "--json"}).json();
    for (const json& device : listing["devices"]) {
        for (const json& route : device["routes"]) {
            const std::string selector = route["selector"];
            const json chosen = Sandbox().quovis({"devices", "--json", "--select", selector}).json();
            ASSERT_EQ(chosen["devices"].size(), 1U) << selector;
            EXPECT_EQ(chosen["devices"][0]["index"], device["index"]) << selector;
            EXPECT_EQ(chosen["devices"][0]["routes"][0]["selector"], selector);
        }
    }
}

TEST(CliDevices, TheTableHasARowForTheDeviceAndOneForItsRoute) {
    QUOVIS_NEEDS_ROUTE("opencl");
    const Outcome run = Sandbox().quovis({"devices"});
    EXPECT_EQ(run.status, 0);
    EXPECT_THAT(run.out, StartsWith("DEVICE"));
    EXPECT_THAT(run.out, HasSubstr("\n  opencl:cpu:0 "));
    EXPECT_THAT(run.out, Not(HasSubstr("\033"))) << "colour is for terminals";
    EXPECT_EQ(run.err, "");
}

TEST(CliDevices, VerboseNamesEveryCapabilityOfTheJson) {
    QUOVIS_NEEDS_ROUTE("opencl");
    const json listing = Sandbox().quovis({"devices", "--json", "--select", "opencl:cpu"}).json();
    const Outcome run = Sandbox().quovis({"devices", "-v", "--select", "opencl:cpu"});
    for (const auto& [name, value] : listing["devices"][0]["routes"][0]["capabilities"].items()) {
        EXPECT_THAT(run.out, HasSubstr("\n  " + name + " ")) << value;
    }
}

TEST(CliDevices, ASelectorThatMatchesNothingIsStatus3) {
    const Outcome run = Sandbox().quovis({"devices", "--select", "uuid=00000000-0000-0000-0000-000000000000"});
    EXPECT_EQ(run.status, 3);
    EXPECT_EQ(run.error_lines(), 1) << run.err;
    EXPECT_EQ(run.out, "");
}

TEST(CliDevices, WithoutAnyDeviceTheStatusIs3AndThePluginsSayWhy) {
    Sandbox sandbox;
    sandbox.configure("quovis: 1\nplugins:\n  disable: [\"*\"]\n");
    const Outcome run = sandbox.quovis({"devices"});
    EXPECT_EQ(run.status, 3);
    EXPECT_EQ(run.error_lines(), 1) << run.err;
    EXPECT_THAT(run.err, HasSubstr("opencl is disabled"));
}

TEST(CliPlugins, TheLedgerNamesStateStageAndPath) {
    const json listing = Sandbox().quovis({"plugins", "--json"}).json();
    EXPECT_EQ(listing["schema"], 1);
    const json plugin = plugin_named(listing, "opencl");
    EXPECT_THAT(plugin["path"].get<std::string>(), HasSubstr("/quovis/opencl.so"));
    EXPECT_NE(plugin["stage"], "");
    if (has_route("opencl")) {
        EXPECT_EQ(plugin["state"], "ready");
        EXPECT_EQ(plugin["stage"], "devices");
    }
    EXPECT_THAT(Sandbox().quovis({"plugins"}).out, StartsWith("PLUGIN"));
}

TEST(CliPlugins, AFolderOfPluginPathIsSearchedFirst) {
    Sandbox sandbox;
    sandbox.write("opencl.so", "this is no plugin");
    const json listing = sandbox.quovis({"plugins", "--json", "--plugin-path", sandbox.path("").string()}).json();
    ASSERT_FALSE(listing["plugins"].empty());
    EXPECT_THAT(listing["plugins"][0]["path"].get<std::string>(), StartsWith(sandbox.path("").string()));
    EXPECT_EQ(listing["plugins"][0]["state"], "rejected") << listing.dump(2);
}

TEST(CliPlugins, VerboseListsTheTargetsOfACompiler) {
    QUOVIS_NEEDS_COMPILER("cuda");
    EXPECT_THAT(Sandbox().quovis({"plugins", "-v"}).out, HasSubstr("sm_90"));
}

TEST(CliEverywhere, CommonOptionsStandBeforeOrBehindTheSubcommand) {
    Sandbox sandbox;
    EXPECT_EQ(sandbox.quovis({"--json", "plugins"}).json()["schema"], 1);
    EXPECT_EQ(sandbox.quovis({"plugins", "--json"}).json()["schema"], 1);
}

TEST(CliEverywhere, VersionTellsTheProgramsAndTheAbis) {
    const Outcome run = Sandbox().quovis({"--version"});
    EXPECT_EQ(run.status, 0);
    EXPECT_EQ(run.out, std::string("quovis ") + QUOVIS_PROJECT_VERSION + " (plugin ABI 1.0)\n");
    EXPECT_EQ(Sandbox().quovis({"run", "--version"}).out, run.out);
}

TEST(CliEverywhere, HelpOfEachSubcommandGoesToStandardOutputWithAnExample) {
    for (const std::string subcommand : {"devices", "plugins", "compile", "run"}) {
        const Outcome run = Sandbox().quovis({subcommand, "--help"});
        EXPECT_EQ(run.status, 0);
        EXPECT_THAT(run.out, HasSubstr("Examples:\n  quovis " + subcommand));
        EXPECT_THAT(run.out, HasSubstr("--plugin-path"));
        EXPECT_EQ(run.err, "");
    }
    EXPECT_THAT(Sandbox().quovis({"config", "show", "--help"}).out, HasSubstr("quovis config show"));
}

TEST(CliEverywhere, AMisspeltSubcommandIsAnsweredWithTheNearestOne) {
    const Outcome run = Sandbox().quovis({"devises"});
    EXPECT_EQ(run.status, 2);
    EXPECT_THAT(run.err, HasSubstr("unknown subcommand 'devises'"));
    EXPECT_THAT(run.err, HasSubstr("did you mean 'devices'?"));
}

TEST(CliEverywhere, WithoutASubcommandTheStatusIs2) {
    const Outcome run = Sandbox().quovis({});
    EXPECT_EQ(run.status, 2);
    EXPECT_EQ(run.error_lines(), 1) << run.err;
}

TEST(CliEverywhere, LogLevelsAreWords) {
    EXPECT_EQ(Sandbox().quovis({"plugins", "--log", "loud"}).status, 2);
    EXPECT_THAT(Sandbox().quovis({"plugins", "--log", "trace"}).err, StartsWith("quovis: "));
}

}  // namespace cli_devices_test
}  // namespace quovis::cli_tests
