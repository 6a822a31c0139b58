// Runs the conformance kit on the plugins of this project that were built, and on the fakes that are whole.
// One test for each plugin and check; what a check is about is in kit/ and checks/.
#include "tests/conformance/kit/kit.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <ostream>
#include <regex>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace quovis::conformance {
namespace {

struct Case {
    std::string plugin;
    Subject subject;
    Check check;
};

void PrintTo(const Case& one, std::ostream* out) {
    *out << one.check.holds;
}

// What needs no kernel: the language of in-c.so is its own, and the kit cannot write it.
bool needs_no_kernel(const Check& check) {
    for (const std::string_view prefix : {"table_",
                                          "rule_4_",
                                          "rule_7_",
                                          "rule_8_",
                                          "rule_9_listing_costs",
                                          "rule_10_",
                                          "rule_1_initialize",
                                          "rule_1_device_info",
                                          "rule_6_threads_list",
                                          "rule_6_threads_use",
                                          "rule_6_instances",
                                          "describe_is",
                                          "devices_",
                                          "device_info_",
                                          "accepts_refuses",
                                          "buffer_keeps",
                                          "fill_",
                                          "copy_",
                                          "stream_keeps",
                                          "stream_waits",
                                          "event_"}) {
        if (check.name.compare(0, prefix.size(), prefix) == 0) {
            return true;
        }
    }
    return false;
}

std::vector<Case> cases() {
    const std::string fakes = QUOVIS_TEST_FAKES_DIR "/";
    std::vector<std::pair<Subject, std::set<Role>>> subjects;
    const std::set<Role> both = {Role::any, Role::compiler, Role::runtime};
    std::error_code fault;
    for (const auto& file : std::filesystem::directory_iterator(QUOVIS_TEST_PLUGIN_DIR, fault)) {
        if (file.path().extension() == ".so") {
            subjects.push_back({{file.path().string(), {}, {}}, both});
        }
        if (file.path().stem() == "hip-hiprtc") {
            subjects.push_back({{file.path().string(),
                                 {{"library", fakes + "hip_runtime/6/libamdhip64.so"}, {"hiprtc", "libamdhip64.so.5"}},
                                 {}},
                                {Role::runtime}});
        }
    }
    std::sort(subjects.begin(), subjects.end(), [](const auto& a, const auto& b) {
        return std::tie(a.first.path, a.first.settings) < std::tie(b.first.path, b.first.settings);
    });
    subjects.push_back({{fakes + "fake.so", {}, {}}, both});
    subjects.push_back({{fakes + "in-c.so", {}, {}}, both});
    subjects.push_back({{fakes + "compiler-only.so", {}, {}}, {Role::any, Role::compiler}});
    subjects.push_back({{fakes + "runtime-only.so", {}, fakes + "compiler-only.so"}, {Role::any, Role::runtime}});
    std::vector<Case> all;
    for (const auto& [subject, roles] : subjects) {
        for (const Check& check : all_checks()) {
            const bool in_c = subject.path == fakes + "in-c.so";
            if (roles.count(check.role) != 0 && (!in_c || needs_no_kernel(check))) {
                const std::string name = std::filesystem::path(subject.path).stem().string();
                all.push_back({subject.settings.empty() ? name : name + "-over-a-fake", subject, check});
            }
        }
    }
    return all;
}

// What a vendor's library does against a rule and no plugin can prevent: the reason, or empty.
std::string vendors_fault(const Case& one, const Outcome& outcome) {
    if (one.check.name != "rule_7_nothing_is_printed" || outcome.failures.size() != 1) {
        return {};
    }
    std::ifstream maps("/proc/self/maps");
    const std::string mapped(std::istreambuf_iterator<char>(maps), {});
    static const std::regex counts(R"([^:]*: (\d+ (error|warning)s? generated\.\s*)+)");
    return mapped.find("libnvidia-opencl") != std::string::npos && std::regex_match(outcome.failures.front(), counts)
               ? "NVIDIA's OpenCL compiler counts its messages on stderr, whatever its options"
               : "";
}

class Conformance : public testing::TestWithParam<Case> {};

TEST_P(Conformance, Holds) {
    const Outcome outcome = run(GetParam().check, GetParam().subject);
    if (outcome.verdict == Verdict::skipped) {
        GTEST_SKIP() << outcome.reason;
    }
    if (const std::string fault = vendors_fault(GetParam(), outcome); !fault.empty()) {
        GTEST_SKIP() << fault;
    }
    for (const std::string& failure : outcome.failures) {
        ADD_FAILURE() << failure;
    }
}

INSTANTIATE_TEST_SUITE_P(Plugin, Conformance, testing::ValuesIn(cases()), [](const auto& one) {
    std::string name = one.param.plugin + "__" + one.param.check.name;
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
});

}  // namespace
}  // namespace quovis::conformance
