// What the ledger says of plugin files that are broken, disabled, hidden or unsafe, and of those that work.
#include "tests/unit/loader_fixture.hpp"

#include "core/loader/probe.hpp"

#include <sys/stat.h>

#include <ostream>

namespace quovis::test {
namespace loader_test {

using core::Ledger;
using core::LedgerEntry;
using core::Stage;
using testing::HasSubstr;
using testing::IsEmpty;

// ---- Broken files ----

struct Broken {
    std::string file;
    quovis_plugin_state state;
    Stage stage;
    std::string reason;  // a part of it
};

void PrintTo(const Broken& one, std::ostream* out) {
    *out << one.file;
}

class BrokenPlugin : public FakesTest, public testing::WithParamInterface<Broken> {};

TEST_P(BrokenPlugin, IsInTheLedgerWithItsReason) {
    const std::string path = add("broken/" + GetParam().file);
    const core::Inventory inventory = take_inventory();
    ASSERT_EQ(inventory.ledger().size(), 1u);
    const LedgerEntry& only = inventory.ledger().front();
    EXPECT_EQ(only.path, path);
    EXPECT_STREQ(core::to_string(only.state), core::to_string(GetParam().state)) << only.reason;
    EXPECT_STREQ(core::to_string(only.stage), core::to_string(GetParam().stage)) << only.reason;
    EXPECT_THAT(only.reason, HasSubstr(GetParam().reason));
    EXPECT_TRUE(inventory.devices().empty());
}

const Broken broken[] = {
    {"text", QUOVIS_STATE_REJECTED, Stage::filtered, "not an ELF file"},
    {"empty", QUOVIS_STATE_REJECTED, Stage::filtered, "not an ELF file"},
    {"truncated", QUOVIS_STATE_REJECTED, Stage::filtered, "reaches beyond the end of the file"},
    {"wrong-machine", QUOVIS_STATE_REJECTED, Stage::filtered, "64-bit Arm"},
    {"wrong-class", QUOVIS_STATE_REJECTED, Stage::filtered, "32-bit file"},
    {"no-entry", QUOVIS_STATE_REJECTED, Stage::filtered, "quovis_plugin_v1"},
    {"later-major", QUOVIS_STATE_REJECTED, Stage::filtered, "quovis_plugin_v2"},
    {"undefined-symbol", QUOVIS_STATE_FAILED, Stage::filtered, "fake_vendor_symbol_that_is_nowhere"},
    {"says-major-2", QUOVIS_STATE_REJECTED, Stage::opened, "ABI 2.0"},
    {"cut-before-initialize", QUOVIS_STATE_REJECTED, Stage::opened, "rule 1"},
    {"cut-before-compiler", QUOVIS_STATE_REJECTED, Stage::opened, "neither a compiler nor a runtime"},
    {"no-role", QUOVIS_STATE_REJECTED, Stage::opened, "neither a compiler nor a runtime"},
    {"null-initialize", QUOVIS_STATE_REJECTED, Stage::opened, "initialize"},
    {"entry-returns-null", QUOVIS_STATE_REJECTED, Stage::opened, "refused this host"},
    {"entry-throws", QUOVIS_STATE_FAILED, Stage::opened, "threw an exception"},
    {"bad-name", QUOVIS_STATE_REJECTED, Stage::opened, "Bad Name!"},
    {"initialize-fails", QUOVIS_STATE_UNAVAILABLE, Stage::negotiated, "libfake.so.7 was looked for in /opt/fake/lib"},
    {"initialize-throws", QUOVIS_STATE_FAILED, Stage::negotiated, "rule 3"},
    {"fails-silently", QUOVIS_STATE_UNAVAILABLE, Stage::negotiated, "rule 5"},
    {"no-instance", QUOVIS_STATE_FAILED, Stage::negotiated, "gave no instance"},
    {"describe-throws", QUOVIS_STATE_FAILED, Stage::devices, "threw an exception out of 'describe'"},
    {"devices-throws", QUOVIS_STATE_FAILED, Stage::devices, "threw an exception out of 'devices'"},
    {"describe-fails", QUOVIS_STATE_UNAVAILABLE, Stage::devices, "libfakecompiler.so.3"},
    {"devices-fails", QUOVIS_STATE_NO_DEVICE, Stage::devices, "libfakedriver.so.5"},
    {"null-in-tables", QUOVIS_STATE_UNAVAILABLE, Stage::devices, "does not offer 'devices'"},
};

INSTANTIATE_TEST_SUITE_P(Loader, BrokenPlugin, testing::ValuesIn(broken), [](const auto& one) {
    std::string name = one.param.file;
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
});

// ---- The rest of the ledger ----

class Loader : public FakesTest {};

TEST_F(Loader, KeepsAPluginsHint) {
    add("broken/initialize-fails");
    EXPECT_EQ(load_ledger().front().hint, "install the package fake-driver");
}

TEST_F(Loader, KeepsAWorkingCompilerWhoseRuntimeIsNotThere) {
    add("broken/devices-fails");
    const core::Inventory inventory = take_inventory();
    const LedgerEntry& only = inventory.ledger().front();
    ASSERT_TRUE(only.plugin);
    ASSERT_NE(only.plugin->compiler(), nullptr);
    EXPECT_FALSE(only.serves_runtime);
    EXPECT_EQ(only.hint, "install the package fake-driver");
}

TEST_F(Loader, InitialisesAPluginInC) {
    add("in-c");
    const core::Inventory inventory = take_inventory();
    const LedgerEntry& only = inventory.ledger().front();
    EXPECT_EQ(only.state, QUOVIS_STATE_READY) << only.reason;
    EXPECT_EQ(only.name, "in-c");
    EXPECT_EQ(only.abi, "1.0");
    EXPECT_TRUE(only.serves_runtime);
    ASSERT_EQ(inventory.routes().size(), 1u);
    EXPECT_EQ(inventory.routes().front()->name, "C device");
}

TEST_F(Loader, TakesALongerTableOfALaterMinorVersion) {
    add("longer-table");
    const core::Inventory inventory = take_inventory();
    const LedgerEntry& only = inventory.ledger().front();
    EXPECT_EQ(only.state, QUOVIS_STATE_READY) << only.reason;
    EXPECT_EQ(only.abi, "1.7");
    EXPECT_EQ(inventory.routes().size(), 2u);
}

TEST_F(Loader, ReadsNothingBehindTheEndOfAShorterTable) {
    add("shorter-table");
    const core::Inventory inventory = take_inventory();
    EXPECT_EQ(inventory.ledger().front().state, QUOVIS_STATE_READY) << inventory.ledger().front().reason;
    EXPECT_EQ(inventory.routes().size(), 2u);
}

TEST_F(Loader, GoesOnBehindABrokenFile) {
    add("broken/text", "a");
    add("broken/entry-throws", "b");
    add("fake", "c");
    const core::Inventory inventory = take_inventory();
    EXPECT_EQ(inventory.ledger().size(), 3u);
    EXPECT_EQ(entry(inventory.ledger(), "fake").state, QUOVIS_STATE_READY);
}

TEST_F(Loader, IgnoresFilesOfOtherEndings) {
    add("fake");
    scratch_.write("plugins/README.txt", "no plugin");
    scratch_.write("plugins/fake.so.1", "no plugin");
    EXPECT_EQ(load_ledger().size(), 1u);
}

TEST_F(Loader, TakesAFolderThatIsNotThereForEmpty) {
    EXPECT_THAT(core::load_plugins(load("quovis: 1\n"), {scratch_.path("nowhere")}, log_), IsEmpty());
}

// ---- Names: disabled, enabled, shadowed ----

TEST_F(Loader, NeverOpensADisabledFile) {
    const ScopedVariable mark("FAKE_MARK", scratch_.path("mark"));
    add("marks-when-opened");
    const Ledger ledger = load_ledger("quovis: 1\nplugins: { disable: ['marks-*'] }\n");
    EXPECT_EQ(ledger.front().state, QUOVIS_STATE_DISABLED);
    EXPECT_EQ(ledger.front().stage, Stage::found);
    EXPECT_THAT(ledger.front().reason, HasSubstr("'marks-*'"));
    EXPECT_THAT(ledger.front().reason, HasSubstr("config.yaml:2"));
    EXPECT_FALSE(std::filesystem::exists(scratch_.path("mark")));
}

TEST_F(Loader, OpensTheSameFileWhenItIsNotDisabled) {
    const ScopedVariable mark("FAKE_MARK", scratch_.path("mark"));
    add("marks-when-opened");
    load_ledger();
    EXPECT_TRUE(std::filesystem::exists(scratch_.path("mark")));
}

TEST_F(Loader, OpensOnlyWhatIsEnabledWhereSomethingIs) {
    add("fake");
    add("other");
    const Ledger ledger = load_ledger("quovis: 1\nplugins: { enable: [other] }\n");
    EXPECT_EQ(entry(ledger, "other").state, QUOVIS_STATE_READY);
    EXPECT_EQ(entry(ledger, "fake").state, QUOVIS_STATE_DISABLED);
    EXPECT_THAT(entry(ledger, "fake").reason, HasSubstr("plugins.enable"));
}

TEST_F(Loader, DisablesBeforeItEnables) {
    add("fake");
    const Ledger ledger = load_ledger("quovis: 1\nplugins: { enable: [fake], disable: [fake] }\n");
    EXPECT_EQ(ledger.front().state, QUOVIS_STATE_DISABLED);
    EXPECT_THAT(ledger.front().reason, HasSubstr("plugins.disable"));
}

TEST_F(Loader, DisablesByThePluginsOwnNameToo) {
    add("fake", "another-file");
    const Ledger ledger = load_ledger("quovis: 1\nplugins: { disable: [fake] }\n");
    EXPECT_EQ(ledger.front().name, "fake");
    EXPECT_EQ(ledger.front().state, QUOVIS_STATE_DISABLED);
}

TEST_F(Loader, ShadowsASecondFileOfTheSameName) {
    const std::string first = add_to(scratch_.path("first"), "fake", "fake");
    add_to(scratch_.path("second"), "other", "fake");
    const Ledger ledger =
        core::load_plugins(load("quovis: 1\n"), {scratch_.path("first"), scratch_.path("second")}, log_);
    ASSERT_EQ(ledger.size(), 2u);
    EXPECT_EQ(ledger[0].state, QUOVIS_STATE_READY);
    EXPECT_EQ(ledger[1].state, QUOVIS_STATE_SHADOWED);
    EXPECT_EQ(ledger[1].stage, Stage::found);
    EXPECT_THAT(ledger[1].reason, HasSubstr("'" + first + "'"));
}

TEST_F(Loader, ShadowsASecondPluginOfTheSameName) {
    add("fake", "a");
    add("fake", "b");
    const Ledger ledger = load_ledger();
    ASSERT_EQ(ledger.size(), 2u);
    EXPECT_EQ(ledger[0].state, QUOVIS_STATE_READY);
    EXPECT_EQ(ledger[1].state, QUOVIS_STATE_SHADOWED);
}

TEST_F(Loader, SearchesAFolderInOrderOfTheNames) {
    for (const char* name : {"other", "in-c", "fake"}) {
        add(name);
    }
    std::vector<std::string> names;
    for (const LedgerEntry& one : load_ledger()) {
        names.push_back(one.name);
    }
    EXPECT_EQ(names, (std::vector<std::string>{"fake", "in-c", "other"}));
}

// ---- Files that others can write to ----

class UnsafeFile : public FakesTest {
  protected:
    UnsafeFile() {
        std::filesystem::copy_file(fake("fake"), path_);
        chmod(path_.c_str(), 0777);
    }
    std::string path_ = folder() + "/fake.so";
};

TEST_F(UnsafeFile, IsRefused) {
    const Ledger ledger = load_ledger();
    EXPECT_EQ(ledger.front().state, QUOVIS_STATE_REJECTED);
    EXPECT_EQ(ledger.front().stage, Stage::filtered);
    EXPECT_THAT(ledger.front().reason, HasSubstr("not safe to run"));
    EXPECT_THAT(ledger.front().hint, HasSubstr("plugins.accept_unsafe"));
    EXPECT_FALSE(fakes::Counters(path_).open());
}

TEST_F(UnsafeFile, IsAcceptedByItsPath) {
    const Ledger ledger = load_ledger("quovis: 1\nplugins: { accept_unsafe: ['" + path_ + "'] }\n");
    EXPECT_EQ(ledger.front().state, QUOVIS_STATE_READY) << ledger.front().reason;
}

TEST_F(UnsafeFile, IsRefusedByAnotherPath) {
    const Ledger ledger = load_ledger("quovis: 1\nplugins: { accept_unsafe: ['" + folder() + "/other.so'] }\n");
    EXPECT_EQ(ledger.front().state, QUOVIS_STATE_REJECTED);
}

TEST_F(Loader, RefusesAFolderThatOthersCanWriteTo) {
    add("broken/no-entry", "x");
    const std::string path = folder() + "/fake.so";
    std::filesystem::copy_file(fake("fake"), path);
    chmod(folder().c_str(), 0777);
    const Ledger ledger = load_ledger();
    EXPECT_EQ(entry(ledger, "fake").state, QUOVIS_STATE_REJECTED);
    EXPECT_THAT(entry(ledger, "fake").reason, HasSubstr(folder()));
}

// ---- Settings and instances ----

TEST_F(Loader, GivesAPluginItsSettings) {
    add("fake");
    const core::Inventory inventory = take_inventory("quovis: 1\nbackends: { fake: { devices: 5, types: [cpu] } }\n");
    EXPECT_EQ(inventory.routes().size(), 5u);
    EXPECT_EQ(inventory.routes().back()->selector, "fake:cpu:4");
}

TEST_F(Loader, RefusesAKeyThatAPluginDoesNotTake) {
    add("fake");
    try {
        load_ledger("quovis: 1\nbackends:\n  fake:\n    device: 5\n");
        FAIL() << "an unknown key is taken";
    } catch (const core::Error& error) {
        EXPECT_EQ(error.status, QUOVIS_ERROR_CONFIGURATION);
        EXPECT_THAT(error.message, HasSubstr("config.yaml:4"));
        EXPECT_THAT(error.message, HasSubstr("did you mean 'devices'?"));
    }
}

TEST_F(Loader, TellsASettingThatThePluginRefuses) {
    add("fake");
    const Ledger ledger = load_ledger("quovis: 1\nbackends: { fake: { devices: many } }\n");
    EXPECT_EQ(ledger.front().state, QUOVIS_STATE_FAILED);
    EXPECT_THAT(ledger.front().reason, HasSubstr("devices is 'many'"));
    EXPECT_THAT(ledger.front().reason, HasSubstr("config.yaml:2"));
}

TEST_F(Loader, KeepsTheSettingsOfTwoInstancesApart) {
    add("fake");
    const core::Inventory first = take_inventory("quovis: 1\nbackends: { fake: { devices: 1 } }\n");
    const core::Inventory second = take_inventory("quovis: 1\nbackends: { fake: { devices: 3 } }\n");
    EXPECT_EQ(first.routes().size(), 1u);
    EXPECT_EQ(second.routes().size(), 3u);
}

TEST_F(Loader, ShutsAnInstanceDownOnce) {
    const std::string path = add("fake");
    load_ledger();
    const fakes::Counters counters(path);
    ASSERT_TRUE(counters.open());
    const auto before = counters["live.instances"];
    counters.reset();
    {
        const core::Inventory inventory = take_inventory();
        EXPECT_EQ(counters["live.instances"], before + 1);
    }
    EXPECT_EQ(counters["live.instances"], before);
    EXPECT_EQ(counters["calls.shutdown"], counters["calls.initialize"]);
}

// ---- Plugins that end the process ----

class Probe : public FakesTest {};

TEST_F(Probe, KeepsACrashOutOfThisProcess) {
    add("broken/initialize-aborts");
    add("fake");
    const core::Inventory inventory = take_inventory("quovis: 1\nplugins: { probe: always }\n");
    const LedgerEntry& crashed = entry(inventory.ledger(), "initialize-aborts");
    EXPECT_EQ(crashed.state, QUOVIS_STATE_FAILED);
    EXPECT_THAT(crashed.reason, HasSubstr("it crashed"));
    EXPECT_THAT(crashed.reason, HasSubstr("this is the last line"));
    EXPECT_EQ(entry(inventory.ledger(), "fake").state, QUOVIS_STATE_READY);
}

TEST_F(Probe, KeepsACrashWhileListingOutOfThisProcess) {
    add("fake");
    const Ledger ledger =
        load_ledger("quovis: 1\nplugins: { probe: always }\nbackends: { fake: { misbehave: devices-aborts } }\n");
    EXPECT_EQ(ledger.front().state, QUOVIS_STATE_FAILED);
    EXPECT_THAT(ledger.front().reason, HasSubstr("about to abort while listing"));
}

TEST_F(Probe, GivesUpOnAPluginThatHangs) {
    const core::Config config = load("quovis: 1\nbackends: { fake: { misbehave: initialize-hangs } }\n");
    const auto ended = core::probe_plugin(config, "fake", add("fake"), std::chrono::milliseconds(100));
    ASSERT_TRUE(ended.has_value());
    EXPECT_THAT(*ended, HasSubstr("it hung"));
}

}  // namespace loader_test
}  // namespace quovis::test
