// The conformance kit: checks of a plugin's shared object against the rules of plugin.h, whatever vendor it is for.
// A check is a function that takes a Trial; `run` gives it one and says how it went.
#pragma once

#include <quovis/plugin.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace quovis::conformance {

class Trial;

// The role without which a check has nothing to look at.
enum class Role { any, compiler, runtime };

struct Check {
    std::string name;   // "rule_4_entry_touches_nothing"
    std::string holds;  // what must hold, in words
    void (*run)(Trial&);
    Role role = Role::any;
};

// The plugin under test, and what it needs.
struct Subject {
    std::string path;
    std::vector<std::pair<std::string, std::string>> settings;  // of `backends.<plugin>`
    std::string compiler_path;  // a plugin that makes images for it, where it has no compiler of its own
};

enum class Verdict { passed, failed, skipped };

struct Outcome {
    Verdict verdict = Verdict::passed;
    std::vector<std::string> failures;
    std::string reason;  // of a skip
};

// All checks, in the order of the ABI: rules, table, compiler, runtime.
const std::vector<Check>& all_checks();

// Opens the plugin in this process, where it stays open (rule 10), and runs the check on it. A check that crashes takes
// the process with it: a caller that must go on starts a process for each.
Outcome run(const Check& check, const Subject& subject);

}  // namespace quovis::conformance
