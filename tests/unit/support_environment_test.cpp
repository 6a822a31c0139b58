// The environment as the core sees it.
// That a set-user-id process sees none needs such a process, and is left to secure_getenv.
#include "core/support/environment.hpp"

#include "tests/unit/support_scratch.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace support_environment_test {

using namespace quovis::core;
using quovis::test::ScopedVariable;

TEST(Environment, TellsAnEmptyVariableFromAMissingOne) {
    const ScopedVariable empty("QUOVIS_TEST_A", "");
    const ScopedVariable missing("QUOVIS_TEST_B", std::nullopt);
    EXPECT_EQ(environment("QUOVIS_TEST_A"), "");
    EXPECT_EQ(environment("QUOVIS_TEST_B"), std::nullopt);
}

TEST(Environment, AnInternedValueOutlivesAChangeOfTheVariable) {
    const ScopedVariable first("QUOVIS_TEST_A", "one");
    const char* kept = environment_interned("QUOVIS_TEST_A");
    const ScopedVariable second("QUOVIS_TEST_A", "two");
    EXPECT_STREQ(kept, "one");
    EXPECT_STREQ(environment_interned("QUOVIS_TEST_A"), "two");
}

TEST(Environment, AValueIsInternedOnce) {
    const ScopedVariable variable("QUOVIS_TEST_A", "same");
    EXPECT_EQ(environment_interned("QUOVIS_TEST_A"), environment_interned("QUOVIS_TEST_A"));
}

TEST(Environment, TwoVariablesOfOneValueAreKeptApart) {
    const ScopedVariable a("QUOVIS_TEST_A", "same");
    const ScopedVariable b("QUOVIS_TEST_B", "same");
    EXPECT_NE(environment_interned("QUOVIS_TEST_A"), environment_interned("QUOVIS_TEST_B"));
}

TEST(Environment, AMissingVariableIsInternedAsNull) {
    const ScopedVariable missing("QUOVIS_TEST_A", std::nullopt);
    EXPECT_EQ(environment_interned("QUOVIS_TEST_A"), nullptr);
}

TEST(Environment, ListsTheNamesOfAPrefix) {
    const ScopedVariable b("QUOVIS_TEST_B", "1");
    const ScopedVariable a("QUOVIS_TEST_A", "");
    EXPECT_EQ(environment_names("QUOVIS_TEST_"), (std::vector<std::string>{"QUOVIS_TEST_A", "QUOVIS_TEST_B"}));
}

TEST(Environment, AChildGetsTheExtraValueInPlaceOfTheOwnOne) {
    const ScopedVariable variable("QUOVIS_TEST_A", "own");
    const auto entries = environment_for_child({{"QUOVIS_TEST_A", "extra"}, {"QUOVIS_TEST_C", "new"}});
    EXPECT_EQ(std::count(entries.begin(), entries.end(), "QUOVIS_TEST_A=extra"), 1);
    EXPECT_EQ(std::count(entries.begin(), entries.end(), "QUOVIS_TEST_A=own"), 0);
    EXPECT_EQ(std::count(entries.begin(), entries.end(), "QUOVIS_TEST_C=new"), 1);
}

}  // namespace support_environment_test
