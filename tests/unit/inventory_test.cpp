// Devices and routes: which devices are one, who serves a runtime, which compilers feed a route.
#include "tests/unit/loader_fixture.hpp"

namespace quovis::test {
namespace inventory_test {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class Inventory : public FakesTest {
  protected:
    static std::vector<std::string> compilers_of(const core::Route& route) {
        std::vector<std::string> names;
        for (const auto& plugin : route.compilers) {
            names.push_back(plugin->name);
        }
        return names;
    }
};

constexpr const char* uuid_1 = "00112233445566778899aabbccddeeff";
constexpr const char* uuid_2 = "ffeeddccbbaa99887766554433221100";

std::string identified(const char* key, const std::string& of_fake, const std::string& of_other) {
    return std::string("quovis: 1\nbackends:\n  fake: { devices: 2, ") + key + ": [" + of_fake +
           "] }\n  other: { devices: 2, " + key + ": [" + of_other + "] }\n";
}

TEST_F(Inventory, ListsEachDeviceWithWhatItsRuntimeTells) {
    add("fake");
    const core::Inventory inventory = take_inventory();
    ASSERT_EQ(inventory.devices().size(), 2u);
    EXPECT_EQ(inventory.devices()[0].name, "Fake gpu 0");
    EXPECT_EQ(inventory.devices()[1].name, "Fake cpu 1");
    EXPECT_EQ(inventory.devices()[0].vendor, "Fakes");
    EXPECT_EQ(inventory.devices()[0].type, QUOVIS_DEVICE_GPU);
    EXPECT_EQ(inventory.devices()[0].memory_bytes, std::uint64_t{1} << 30);
    EXPECT_EQ(inventory.routes()[0]->target, "fake-2");
    EXPECT_EQ(inventory.routes()[0]->limits.max_threads_per_block, 1024u);
}

TEST_F(Inventory, NumbersTheDevicesOfEachTypeForItself) {
    add("fake");
    const core::Inventory inventory =
        take_inventory("quovis: 1\nbackends: { fake: { devices: 5, types: [gpu, cpu, accelerator] } }\n");
    EXPECT_THAT(selectors(inventory.routes()),
                ElementsAre("fake:gpu:0", "fake:cpu:0", "fake:accelerator:0", "fake:gpu:1", "fake:cpu:1"));
}

TEST_F(Inventory, ReadsCapabilities) {
    add("fake");
    const core::Inventory inventory = take_inventory();
    const auto& capabilities = inventory.routes().front()->capabilities;
    ASSERT_EQ(capabilities.size(), 5u);
    EXPECT_EQ(capabilities[0].name, "fp64");
    EXPECT_EQ(capabilities[0].type, QUOVIS_CAPABILITY_BOOLEAN);
    EXPECT_EQ(capabilities[3].name, "max_clock_mhz");
    EXPECT_EQ(capabilities[3].number, 1000u);
    EXPECT_EQ(capabilities[4].text, "host memory");
}

// ---- One device, several runtimes ----

TEST_F(Inventory, MergesDevicesOfOneUuid) {
    add("fake");
    add("other");
    const core::Inventory inventory = take_inventory(identified("uuids", uuid_1, std::string("'-', ") + uuid_1));
    ASSERT_EQ(inventory.devices().size(), 3u);
    EXPECT_EQ(inventory.devices()[0].uuid, "00112233-4455-6677-8899-aabbccddeeff");
    EXPECT_THAT(selectors(inventory.devices()[0].routes), ElementsAre("fake:gpu:0", "other:cpu:0"));
    EXPECT_EQ(inventory.devices()[0].routes[1]->device, 0u);
}

TEST_F(Inventory, MergesDevicesOfOnePciAddress) {
    add("fake");
    add("other");
    const core::Inventory inventory = take_inventory(identified("pcis", "'0000:41:00.0'", "'-', '0000:41:00.0'"));
    ASSERT_EQ(inventory.devices().size(), 3u);
    EXPECT_EQ(inventory.devices()[0].pci, "0000:41:00.0");
    EXPECT_THAT(selectors(inventory.devices()[0].routes), ElementsAre("fake:gpu:0", "other:cpu:0"));
}

TEST_F(Inventory, KeepsDevicesOfDifferentIdentitiesApart) {
    add("fake");
    add("other");
    EXPECT_EQ(take_inventory(identified("uuids", uuid_1, uuid_2)).devices().size(), 4u);
}

TEST_F(Inventory, TrustsAUuidMoreThanAPciAddress) {
    add("fake");
    add("other");
    const core::Inventory inventory = take_inventory(
        std::string("quovis: 1\nbackends:\n  fake: { devices: 1, uuids: ['") + uuid_1 +
        "'], pcis: ['0000:41:00.0'] }\n  other: { devices: 1, uuids: ['" + uuid_2 + "'], pcis: ['0000:41:00.0'] }\n");
    EXPECT_EQ(inventory.devices().size(), 2u);
}

TEST_F(Inventory, KeepsTwoDevicesOfOneRuntimeApartThoughTheirUuidIsOne) {
    add("fake");
    const std::string twice = std::string(uuid_1) + ", " + uuid_1;
    const core::Inventory inventory =
        take_inventory("quovis: 1\nbackends: { fake: { devices: 2, uuids: [" + twice + "] } }\n");
    EXPECT_EQ(inventory.devices().size(), 2u);
}

TEST_F(Inventory, KeepsDevicesWithoutIdentityApart) {
    add("fake");
    add("other");
    EXPECT_EQ(take_inventory().devices().size(), 4u);
}

// ---- Two plugins, one runtime ----

TEST_F(Inventory, LetsTheFirstFileServeARuntimeThatTwoOffer) {
    add("fake");
    add("serves-fake");
    const core::Inventory inventory = take_inventory();
    EXPECT_EQ(inventory.routes().size(), 2u);
    EXPECT_TRUE(inventory.find_plugin("fake")->serves_runtime);
    EXPECT_FALSE(inventory.find_plugin("serves-fake")->serves_runtime);
    EXPECT_THAT(inventory.find_plugin("serves-fake")->reason, HasSubstr("served by 'fake'"));
    EXPECT_EQ(inventory.find_plugin("serves-fake")->state, QUOVIS_STATE_READY);
}

TEST_F(Inventory, LetsTheConfiguredOrderChooseWhoServes) {
    add("fake");
    add("serves-fake");
    const core::Inventory inventory = take_inventory("quovis: 1\nroutes: [ { backend: [serves-fake, fake] } ]\n");
    EXPECT_TRUE(inventory.find_plugin("serves-fake")->serves_runtime);
    EXPECT_EQ(inventory.routes().front()->plugin->name, "serves-fake");
    EXPECT_THAT(compilers_of(*inventory.routes().front()), ElementsAre("serves-fake", "fake"));
}

TEST_F(Inventory, AddsTheOtherPluginsCompilerToTheRoute) {
    add("fake");
    add("serves-fake");
    const core::Inventory inventory = take_inventory();
    EXPECT_THAT(compilers_of(*inventory.routes().front()), ElementsAre("fake", "serves-fake"));
}

TEST_F(Inventory, FeedsARuntimeThatHasNoCompilerOfItsOwn) {
    add("compiler-only");
    add("runtime-only");
    const core::Inventory inventory = take_inventory();
    EXPECT_EQ(inventory.find_plugin("compiler-only")->state, QUOVIS_STATE_READY);
    EXPECT_EQ(inventory.find_plugin("runtime-only")->state, QUOVIS_STATE_READY);
    ASSERT_EQ(inventory.routes().size(), 2u);
    EXPECT_THAT(compilers_of(*inventory.routes().front()), ElementsAre("compiler-only"));
    EXPECT_THAT(inventory.routes().front()->languages, ElementsAre("fake", "opencl"));
}

TEST_F(Inventory, ListsADeviceThatNoCompilerFeeds) {
    add("runtime-only");
    const core::Inventory inventory = take_inventory();
    EXPECT_EQ(inventory.devices().size(), 2u);
    EXPECT_THAT(compilers_of(*inventory.routes().front()), IsEmpty());
}

// ---- Runtimes without a device ----

TEST_F(Inventory, SaysNoDeviceWhereTheRuntimeSaysSo) {
    add("fake");
    const core::Inventory inventory = take_inventory("quovis: 1\nbackends: { fake: { misbehave: no-devices } }\n");
    EXPECT_EQ(inventory.ledger().front().state, QUOVIS_STATE_NO_DEVICE);
    EXPECT_THAT(inventory.ledger().front().reason, HasSubstr("the fake driver sees no device"));
}

TEST_F(Inventory, SaysNoDeviceWhereTheListIsEmpty) {
    add("fake");
    const core::Inventory inventory = take_inventory("quovis: 1\nbackends: { fake: { devices: 0 } }\n");
    EXPECT_EQ(inventory.ledger().front().state, QUOVIS_STATE_NO_DEVICE);
    EXPECT_FALSE(inventory.ledger().front().serves_runtime);
}

TEST_F(Inventory, SaysUnavailableWhereNeitherRoleIsThere) {
    add("runtime-only");
    const core::Inventory inventory =
        take_inventory("quovis: 1\nbackends: { runtime-only: { misbehave: devices-fails } }\n");
    EXPECT_EQ(inventory.ledger().front().state, QUOVIS_STATE_UNAVAILABLE);
    EXPECT_THAT(inventory.ledger().front().reason, HasSubstr("libfakedriver.so.5"));
}

TEST_F(Inventory, KeepsDevicesWhoseCompilerIsNotThere) {
    add("fake");
    const core::Inventory inventory = take_inventory("quovis: 1\nbackends: { fake: { misbehave: describe-fails } }\n");
    EXPECT_EQ(inventory.routes().size(), 2u);
    EXPECT_EQ(inventory.ledger().front().state, QUOVIS_STATE_READY);
    EXPECT_THAT(inventory.ledger().front().reason, HasSubstr("libfakecompiler.so.3"));
}

TEST_F(Inventory, ListingMakesNothingOnTheDevice) {
    const std::string path = add("fake");
    load_ledger();
    const fakes::Counters counters(path);
    const auto before = counters.live();
    counters.reset();
    const core::Inventory inventory = take_inventory();
    EXPECT_EQ(counters.live(), before + 1);  // the instance
    EXPECT_EQ(counters["calls.buffer_create"], 0);
    EXPECT_EQ(counters["calls.compile"], 0);
    EXPECT_EQ(counters["calls.module_load"], 0);
}

}  // namespace inventory_test
}  // namespace quovis::test
