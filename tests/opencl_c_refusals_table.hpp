// The table of what is refused, in plugins/common/opencl_c/README.md: each refusal has words that stand there.
#pragma once

#include <algorithm>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

namespace quovis::test {

inline std::vector<std::string> words_of_refusals() {
    std::ifstream file(QUOVIS_TEST_SOURCE_DIR "/plugins/common/opencl_c/README.md");
    std::vector<std::string> words;
    bool is_in_table = false;
    for (std::string line; std::getline(file, line);) {
        if (line == "| feature | the message says |") {
            is_in_table = true;
            std::getline(file, line);  // the rule below it
        } else if (is_in_table && !line.starts_with("| ")) {
            break;
        } else if (is_in_table) {
            std::string_view cell = std::string_view(line).substr(0, line.size() - 2);
            cell.remove_prefix(cell.rfind("| ") + 2);
            while (!cell.empty()) {
                const std::size_t end = std::min(cell.find("; "), cell.size());
                words.emplace_back(cell.substr(0, end));
                cell.remove_prefix(std::min(end + 2, cell.size()));
            }
        }
    }
    return words;
}

inline bool is_named_refusal(std::string_view message) {
    static const std::vector<std::string> all = words_of_refusals();
    return std::any_of(all.begin(), all.end(),
                       [&](const std::string& words) { return message.find(words) != std::string_view::npos; });
}

}  // namespace quovis::test
