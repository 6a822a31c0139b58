// Selectors: what each word chooses, in which order, and what is said of one that is wrong.
#include "tests/unit/loader_fixture.hpp"

#include <ostream>

namespace quovis::test {
namespace inventory_selector_test {

using testing::HasSubstr;

constexpr const char* uuid = "00112233-4455-6677-8899-aabbccddeeff";

// Six routes: of "fake" a gpu, a cpu, a gpu; of "other" a cpu, a gpu, an accelerator. The first gpu of each is one
// device, by its UUID and its PCI address.
constexpr const char* machine = R"(quovis: 1
backends:
  fake:
    devices: 3
    types: [gpu, cpu]
    uuids: ['00112233445566778899aabbccddeeff']
    pcis: ['0000:41:00.0']
  other:
    devices: 3
    types: [cpu, gpu, accelerator]
    uuids: ['-', '00112233445566778899aabbccddeeff']
    pcis: ['-', '0000:41:00.0']
)";

class Selector : public FakesTest {
  protected:
    Selector() {
        add("fake");
        add("other");
        inventory_ = std::make_unique<core::Inventory>(take_inventory(machine));
    }
    std::vector<std::string> choose(const std::string& selector) const {
        return selectors(core::Selector::parse(selector).choose(inventory_->routes()));
    }
    std::unique_ptr<core::Inventory> inventory_;
};

struct Choice {
    std::string selector;
    std::vector<std::string> routes;
};

void PrintTo(const Choice& one, std::ostream* out) {
    *out << one.selector;
}

class SelectorChoice : public Selector, public testing::WithParamInterface<Choice> {};

TEST_P(SelectorChoice, IsInOrderOfPreference) {
    EXPECT_EQ(choose(GetParam().selector), GetParam().routes);
}

const Choice choices[] = {
    {"fake", {"fake:gpu:0", "fake:cpu:0", "fake:gpu:1"}},
    {"fake:0", {"fake:gpu:0"}},
    {"fake:1", {"fake:cpu:0"}},
    {"fake:2", {"fake:gpu:1"}},
    {"fake:3", {}},
    {"fake:gpu", {"fake:gpu:0", "fake:gpu:1"}},
    {"fake:gpu:1", {"fake:gpu:1"}},
    {"fake:gpu:2", {}},
    {"fake:accelerator", {}},
    {"gpu", {"fake:gpu:0", "fake:gpu:1", "other:gpu:0"}},
    {"gpu:2", {"other:gpu:0"}},
    {"cpu", {"fake:cpu:0", "other:cpu:0"}},
    {"accelerator", {"other:accelerator:0"}},
    {"any", {"fake:gpu:0", "fake:cpu:0", "fake:gpu:1", "other:cpu:0", "other:gpu:0", "other:accelerator:0"}},
    {"any:3", {"other:cpu:0"}},
    {"nowhere", {}},
    {"uuid=00112233-4455-6677-8899-aabbccddeeff", {"fake:gpu:0", "other:gpu:0"}},
    {"uuid=GPU-00112233445566778899AABBCCDDEEFF", {"fake:gpu:0", "other:gpu:0"}},
    {"uuid=ffffffffffffffffffffffffffffffff", {}},
    {"pci=0000:41:00.0", {"fake:gpu:0", "other:gpu:0"}},
    {"pci=0:41:0.0", {"fake:gpu:0", "other:gpu:0"}},
    {"pci=0000:42:00.0", {}},
    {"cpu, gpu", {"fake:cpu:0", "other:cpu:0", "fake:gpu:0", "fake:gpu:1", "other:gpu:0"}},
    {"nowhere, other:cpu", {"other:cpu:0"}},
    {"other:gpu, gpu", {"other:gpu:0", "fake:gpu:0", "fake:gpu:1"}},
    {"gpu, !fake", {"other:gpu:0"}},
    {"!fake, gpu", {"other:gpu:0"}},
    {"!gpu", {"fake:cpu:0", "other:cpu:0", "other:accelerator:0"}},
    {"!fake:gpu:0, !other", {"fake:cpu:0", "fake:gpu:1"}},
    {"!any", {}},
    {"any, !uuid=00112233445566778899aabbccddeeff", {"fake:cpu:0", "fake:gpu:1", "other:cpu:0", "other:accelerator:0"}},
    {"  fake : gpu ,cpu  ", {"fake:gpu:0", "fake:gpu:1", "fake:cpu:0", "other:cpu:0"}},
};

INSTANTIATE_TEST_SUITE_P(Words, SelectorChoice, testing::ValuesIn(choices));

TEST_F(Selector, OfEachRouteCanBeTypedBack) {
    for (const auto& route : inventory_->routes()) {
        EXPECT_EQ(choose(route->selector), std::vector<std::string>{route->selector});
    }
}

TEST_F(Selector, MergesTheMachineOfTheseTestsToFiveDevices) {
    EXPECT_EQ(inventory_->devices().size(), 5u);
    EXPECT_EQ(inventory_->devices().front().uuid, uuid);
}

struct Wrong {
    std::string selector;
    std::string message;  // a part of it
};

void PrintTo(const Wrong& one, std::ostream* out) {
    *out << "'" << one.selector << "'";
}

class WrongSelector : public testing::TestWithParam<Wrong> {};

TEST_P(WrongSelector, IsNamedAndTheWordsAreListed) {
    try {
        core::Selector::parse(GetParam().selector);
        FAIL() << "it is taken";
    } catch (const core::Error& error) {
        EXPECT_EQ(error.status, QUOVIS_ERROR_INVALID_SELECTOR);
        EXPECT_THAT(error.message, HasSubstr(GetParam().message));
        EXPECT_THAT(error.hint, HasSubstr("opencl"));
        EXPECT_THAT(error.hint, HasSubstr("accelerator"));
    }
}

const Wrong wrong[] = {
    {"", "empty"},
    {" ", "empty"},
    {",", "empty"},
    {"gpu,", "empty"},
    {"gpu,,cpu", "empty"},
    {"!", "is not a word"},
    {"!!gpu", "is not a word"},
    {"0", "is not a word"},
    {":0", "is not a word"},
    {"gpu:", "can't follow"},
    {"gpu:cpu", "'cpu' can't follow 'gpu'"},
    {"any:gpu", "can't follow"},
    {"cuda:fpga", "'fpga' can't follow"},
    {"cuda:gpu:0:1", "can't follow"},
    {"cuda:-1", "can't follow"},
    {"cuda:1x", "can't follow"},
    {"cuda:99999999999999999999", "too large"},
    {"cuda gpu", "is not a word"},
    {"macaroni_level_zero:junk_gpu", "is not a word"},
    {"uuid=", "32 hexadecimal digits"},
    {"uuid=123", "32 hexadecimal digits"},
    {"uuid=0011223344556677889gaabbccddeeff", "32 hexadecimal digits"},
    {"pci=", "0000:41:00.0"},
    {"pci=41", "0000:41:00.0"},
    {"pci=0000:41:00.0x", "0000:41:00.0"},
    {"name=H200", "'name=' is not known"},
    {"*", "is not a word"},
};

INSTANTIATE_TEST_SUITE_P(Faults, WrongSelector, testing::ValuesIn(wrong));

}  // namespace inventory_selector_test
}  // namespace quovis::test
