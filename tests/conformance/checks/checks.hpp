// One function for each file of checks; it adds them to the list.
#pragma once

#include "tests/conformance/kit/kit.hpp"

#include <vector>

namespace quovis::conformance {

void add_table(std::vector<Check>& checks);
void add_rule_1(std::vector<Check>& checks);
void add_rule_2(std::vector<Check>& checks);
void add_rule_3(std::vector<Check>& checks);
void add_rule_4(std::vector<Check>& checks);
void add_rule_5(std::vector<Check>& checks);
void add_rule_6(std::vector<Check>& checks);
void add_rule_7(std::vector<Check>& checks);
void add_rule_8(std::vector<Check>& checks);
void add_rule_9(std::vector<Check>& checks);
void add_rule_10(std::vector<Check>& checks);
void add_describe(std::vector<Check>& checks);
void add_compile(std::vector<Check>& checks);
void add_options(std::vector<Check>& checks);
void add_results(std::vector<Check>& checks);
void add_cache_facts(std::vector<Check>& checks);
void add_link(std::vector<Check>& checks);
void add_devices(std::vector<Check>& checks);
void add_memory(std::vector<Check>& checks);
void add_copy(std::vector<Check>& checks);
void add_streams(std::vector<Check>& checks);
void add_events(std::vector<Check>& checks);
void add_modules(std::vector<Check>& checks);
void add_kernels(std::vector<Check>& checks);
void add_launch(std::vector<Check>& checks);
void add_native(std::vector<Check>& checks);
void add_graphs(std::vector<Check>& checks);

}  // namespace quovis::conformance
