// Line markers: GCC's manual "The C Preprocessor", section "Preprocessor Output". Where a file begins there is
// `# 1 "FILE" 1`, and no #line of the user's makes such a line.
#include "plugins/cuda-nvcc/dependencies.hpp"

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <unordered_set>

namespace quovis::nvcc {
namespace {

namespace fs = std::filesystem;

// The name without its quotes and what is escaped in it; what follows stays in `line`.
std::string take_name(std::string_view& line) {
    std::string name;
    while (!line.empty() && line.front() != '"') {
        line.remove_prefix(line.front() == '\\' && line.size() > 1 ? 1 : 0);
        name += line.front();
        line.remove_prefix(1);
    }
    line.remove_prefix(std::min<std::size_t>(line.size(), 2));  // quote and blank
    return name;
}

// Of `# 1 "FILE" 1 3`; empty for any other line.
std::string file_that_begins(std::string_view line) {
    constexpr std::string_view start = "# 1 \"";
    if (line.substr(0, start.size()) != start) {
        return {};
    }
    line.remove_prefix(start.size());
    std::string name = take_name(line);
    return !line.empty() && line.front() == '1' && (line.size() == 1 || line[1] == ' ') ? name : std::string();
}

bool is_below(const std::string& file, const std::string& folder) {
    return file.size() > folder.size() && file.compare(0, folder.size(), folder) == 0 && file[folder.size()] == '/';
}

}  // namespace

std::vector<std::string> files_read(const plugins::PrivateFolder& folder, const std::string& kept,
                                    const std::vector<std::string>& others) {
    std::vector<std::string> files;
    std::unordered_set<std::string> seen;
    std::error_code failure;
    for (fs::directory_iterator at(folder.path(kept), failure), end; !failure && at != end; at.increment(failure)) {
        if (at->path().extension() != ".ii") {
            continue;
        }
        const std::string text = folder.read(kept + "/" + at->path().filename().string());
        for (std::size_t begin = 0; begin < text.size();) {
            const std::size_t line_end = std::min(text.find('\n', begin), text.size());
            std::string file = file_that_begins(std::string_view(text).substr(begin, line_end - begin));
            begin = line_end + 1;
            const bool is_left_out = file.empty() || !seen.insert(file).second || file.front() == '<' ||
                                     std::any_of(others.begin(), others.end(),
                                                 [&](const std::string& other) { return is_below(file, other); });
            if (!is_left_out) {
                files.push_back(std::move(file));
            }
        }
    }
    return files;
}

}  // namespace quovis::nvcc
