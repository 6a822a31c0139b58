// The kit itself: it says of a plugin that breaks a rule that it breaks that rule.
#include "tests/conformance/kit/kit.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>
#include <set>
#include <string>

namespace quovis::conformance {
namespace {

struct Breaker {
    std::string file;
    std::string check;  // that must find it
};

void PrintTo(const Breaker& one, std::ostream* out) {
    *out << one.file << " by " << one.check;
}

class KitFinds : public testing::TestWithParam<Breaker> {};

TEST_P(KitFinds, ABrokenRule) {
    const auto& checks = all_checks();
    const auto check =
        std::find_if(checks.begin(), checks.end(), [](const Check& one) { return one.name == GetParam().check; });
    ASSERT_NE(check, checks.end()) << "there is no check of that name";
    const Outcome outcome = run(*check, {QUOVIS_TEST_FAKES_DIR "/" + GetParam().file, {}, {}});
    if (outcome.verdict == Verdict::skipped) {
        GTEST_SKIP() << outcome.reason;
    }
    EXPECT_EQ(outcome.verdict, Verdict::failed);
    EXPECT_FALSE(outcome.failures.empty());
}

const Breaker breakers[] = {
    {"broken/exports-more.so", "table_exports_only_the_entry"},
    {"broken/bad-name.so", "table_names_the_plugin"},
    {"broken/no-role.so", "table_has_a_role"},
    {"broken/says-major-2.so", "table_is_of_this_major_version"},
    {"broken/null-in-tables.so", "table_roles_are_usable"},
    {"broken/entry-throws.so", "table_names_the_plugin"},
    {"broken/initialize-throws.so", "rule_6_instances_live_side_by_side"},
    {"broken/fails-silently.so", "rule_5_absence_is_explained"},
    {"rule-breakers/1.so", "rule_1_describe_fills_a_smaller_struct"},
    {"rule-breakers/2.so", "rule_2_unknown_memory_kind_is_refused"},
    {"rule-breakers/3.so", "rule_3_description_lives_until_shutdown"},
    {"rule-breakers/4.so", "rule_4_entry_touches_nothing"},
    {"rule-breakers/5.so", "rule_5_compile_fills_errors"},
    {"rule-breakers/7.so", "rule_7_host_state_stays"},
    {"rule-breakers/7.so", "rule_7_nothing_is_printed"},
    {"rule-breakers/7.so", "rule_7_no_descriptor_stays_open"},
    {"rule-breakers/8.so", "rule_8_no_vendor_library_is_linked"},
    {"rule-breakers/9.so", "rule_9_listing_costs_nothing"},
    {"rule-breakers/10.so", "rule_10_process_ends_with_an_open_plugin"},
    {"rule-breakers/11.so", "options_fast_math_is_translated"},
    {"rule-breakers/11.so", "options_max_registers_is_translated"},
    {"rule-breakers/12.so", "cache_facts_tell_options_apart"},
    {"rule-breakers/12.so", "cache_facts_keep_the_folders"},
    {"rule-breakers/12.so", "cache_facts_bypass_what_is_unknown"},
};

INSTANTIATE_TEST_SUITE_P(In, KitFinds, testing::ValuesIn(breakers), [](const auto& one) {
    std::string name = one.param.file.substr(0, one.param.file.find('.')) + "__" + one.param.check;
    std::replace_if(
        name.begin(), name.end(), [](char letter) { return letter == '-' || letter == '/'; }, '_');
    return name;
});

TEST(Kit, GivesEachCheckAName) {
    std::set<std::string> names;
    for (const Check& check : all_checks()) {
        EXPECT_TRUE(names.insert(check.name).second) << check.name << " is there twice";
        EXPECT_FALSE(check.holds.empty()) << check.name;
    }
}

TEST(Kit, HasACheckForEachRule) {
    for (int rule = 1; rule <= 10; ++rule) {
        const std::string prefix = "rule_" + std::to_string(rule) + "_";
        const auto& checks = all_checks();
        EXPECT_TRUE(std::any_of(checks.begin(), checks.end(), [&](const Check& one) {
            return one.name.rfind(prefix, 0) == 0;
        })) << prefix;
    }
}

TEST(Kit, SaysWhyAFileCannotBeOpened) {
    const Outcome outcome = run(all_checks().front(), {QUOVIS_TEST_FAKES_DIR "/broken/text.so", {}, {}});
    ASSERT_EQ(outcome.verdict, Verdict::failed);
    EXPECT_NE(outcome.failures.front().find("text.so"), std::string::npos) << outcome.failures.front();
}

}  // namespace
}  // namespace quovis::conformance
