// The entries `describe` and `targets`.
#include "tests/conformance/checks/checks.hpp"
#include "tests/conformance/kit/compiler.hpp"

#include <algorithm>
#include <set>

namespace quovis::conformance {
namespace {

void complete(Trial& trial) {
    const quovis_cc_table& compiler = trial.compiler();
    const Instance instance = trial.start();
    const Description description = describe(trial, compiler, instance.get());
    trial.expect(!description.identity.empty(), "the identity is empty");
    trial.expect(!description.version.empty(), "the version is empty");
    trial.expect(!description.path.empty(), "the path is empty");
    trial.expect(!description.languages.empty(), "no language is taken");
    trial.expect(!description.formats.empty(), "no format is made");
    for (const auto* list : {&description.languages, &description.formats}) {
        const std::set<std::string> unique(list->begin(), list->end());
        trial.expect(unique.size() == list->size() && unique.count("") == 0,
                     fmt::format("a word is empty or twice in: {}", fmt::join(*list, ", ")));
    }
}

void stable(Trial& trial) {
    const quovis_cc_table& compiler = trial.compiler();
    const Instance first = trial.start();
    const std::string identity = describe(trial, compiler, first.get()).identity;
    trial.expect(describe(trial, compiler, first.get()).identity == identity, "the identity changes from call to call");
    const Instance second = trial.start();
    trial.expect(describe(trial, compiler, second.get()).identity == identity,
                 "the identity changes with the instance");
}

void targets_listed(Trial& trial) {
    const quovis_cc_table& compiler = trial.compiler();
    const Instance instance = trial.start();
    describe(trial, compiler, instance.get());
    const auto all = targets(trial, compiler, instance.get());
    const std::set<std::string> unique(all.begin(), all.end());
    trial.expect(!all.empty(), "no target is known");
    trial.expect(unique.size() == all.size() && unique.count("") == 0, "a target is empty or listed twice");
}

void targets_compile(Trial& trial) {
    const Compiler compiler(trial);
    for (const std::string& target : {compiler.targets().front(), compiler.targets().back()}) {
        const auto compiled = Request(compiler, compiler.first().language, target, compiler.first().saxpy).compile();
        trial.expect(compiled->ok(),
                     fmt::format("target '{}' is listed and does not compile: {}", target, compiled->error.message()));
    }
}

}  // namespace

void add_describe(std::vector<Check>& checks) {
    checks.insert(
        checks.end(),
        {{"describe_is_complete", "identity, version, path, languages and formats are told", complete},
         {"describe_is_stable", "the identity is the same whenever it is asked for", stable},
         {"targets_are_listed", "each target is listed once", targets_listed},
         {"targets_compile", "the oldest and the newest listed target can be compiled for", targets_compile}});
}

}  // namespace quovis::conformance
