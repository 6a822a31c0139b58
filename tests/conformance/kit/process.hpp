// What a plugin could change in its host, as it can be seen from inside the process; and what an ELF file links.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

namespace quovis::conformance {

// Libraries that are mapped, by path.
std::set<std::string> mapped_files();
std::size_t thread_count();
// Numbers of the open descriptors, and what each is.
std::map<int, std::string> descriptors();

// All that rule 7 names but descriptors and output; each with its value in words.
std::map<std::string, std::string> host_state();

// What differs, in words; empty when nothing does.
template <typename Map>
std::string difference(const Map& before, const Map& after) {
    std::string words;
    for (const auto& [key, value] : after) {
        const auto found = before.find(key);
        if (found == before.end() || found->second != value) {
            words += key + ": '" + (found == before.end() ? "" : found->second) + "' became '" + value + "'; ";
        }
    }
    for (const auto& [key, value] : before) {
        if (after.find(key) == after.end()) {
            words += key + ": '" + value + "' is gone; ";
        }
    }
    return words;
}

// While it lives, the process's stdout and stderr go to temporary files.
class OutputCapture {
  public:
    OutputCapture();
    ~OutputCapture();
    OutputCapture(const OutputCapture&) = delete;
    OutputCapture& operator=(const OutputCapture&) = delete;
    // What was written so far.
    std::string text() const;

  private:
    int kept_[2];
    int files_[2];
};

struct Elf {
    std::vector<std::string> needed;    // DT_NEEDED
    std::vector<std::string> exported;  // defined dynamic symbols, without those of the linker's own
};
// Throws std::runtime_error for a file that is no 64-bit ELF.
Elf read_elf(const std::string& path);

}  // namespace quovis::conformance
