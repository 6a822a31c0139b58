// The list of the checks, and how one is run.
#include "tests/conformance/kit/kit.hpp"

#include "tests/conformance/checks/checks.hpp"
#include "tests/conformance/kit/trial.hpp"

#include <exception>

namespace quovis::conformance {

const std::vector<Check>& all_checks() {
    static const std::vector<Check> all = [] {
        std::vector<Check> checks;
        using Add = void (*)(std::vector<Check>&);
        const std::pair<Add, Role> files[] = {{add_table, Role::any},        {add_rule_1, Role::any},
                                              {add_rule_2, Role::runtime},   {add_rule_3, Role::any},
                                              {add_rule_4, Role::any},       {add_rule_5, Role::any},
                                              {add_rule_6, Role::any},       {add_rule_7, Role::any},
                                              {add_rule_8, Role::any},       {add_rule_9, Role::runtime},
                                              {add_rule_10, Role::any},      {add_describe, Role::compiler},
                                              {add_compile, Role::compiler}, {add_options, Role::compiler},
                                              {add_results, Role::compiler}, {add_cache_facts, Role::compiler},
                                              {add_link, Role::compiler},    {add_devices, Role::runtime},
                                              {add_memory, Role::runtime},   {add_copy, Role::runtime},
                                              {add_streams, Role::runtime},  {add_events, Role::runtime},
                                              {add_modules, Role::runtime},  {add_kernels, Role::runtime},
                                              {add_launch, Role::runtime},   {add_native, Role::runtime},
                                              {add_graphs, Role::runtime}};
        for (const auto& [add, role] : files) {
            const std::size_t first = checks.size();
            add(checks);
            for (std::size_t i = first; i < checks.size(); ++i) {
                checks[i].role = checks[i].role == Role::any ? role : checks[i].role;
            }
        }
        return checks;
    }();
    return all;
}

Outcome run(const Check& check, const Subject& subject) {
    Trial trial(subject);
    std::string skipped;
    try {
        check.run(trial);
    } catch (const Skip& skip) {
        skipped = skip.reason;
    } catch (const Stop&) {
        // The failure that ends a check is noted already.
    } catch (const std::exception& fault) {
        trial.expect(false, fault.what());
    } catch (...) {
        trial.expect(false, "an exception came out of the plugin (rule 3)");
    }
    Outcome outcome = trial.outcome();
    if (outcome.verdict == Verdict::passed && !skipped.empty()) {
        outcome.verdict = Verdict::skipped;
        outcome.reason = skipped;
    }
    return outcome;
}

}  // namespace quovis::conformance
