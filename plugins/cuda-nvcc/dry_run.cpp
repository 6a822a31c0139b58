// Lines begin with "#$ ". First come the variables of nvcc's profile, then the commands.
#include "plugins/cuda-nvcc/dry_run.hpp"

#include <algorithm>

#include "plugins/common/host.hpp"

namespace quovis::nvcc {
namespace {

// What follows `before` in `text`, up to the end of the line; empty when it is not there.
std::string_view after(std::string_view text, std::string_view before) {
    const std::size_t at = text.find(before);
    if (at == std::string_view::npos) {
        return {};
    }
    text.remove_prefix(at + before.size());
    return text.substr(0, text.find('\n'));
}

// This line is the preprocessor's: `#$ gcc -D__CUDA_ARCH__=750 ... -E -x c++ ...`.
std::string preprocessor_of(std::string_view commands) {
    const std::size_t at = commands.find(" -E -x c++ ");
    if (at == std::string_view::npos) {
        return {};
    }
    const std::size_t line = commands.rfind("#$ ", at);
    std::string_view word = line == std::string_view::npos ? std::string_view() : commands.substr(line + 3);
    if (!word.empty() && word.front() == '"') {
        word.remove_prefix(1);
        return std::string(word.substr(0, word.find('"')));
    }
    return std::string(word.substr(0, word.find(' ')));
}

// `"-I/a b"  -I/c "-isystem" "/d"` has four.
std::vector<std::string> words_of(std::string_view line) {
    std::vector<std::string> words;
    while (!line.empty()) {
        if (line.front() == ' ') {
            line.remove_prefix(1);
            continue;
        }
        const bool is_quoted = line.front() == '"';
        line.remove_prefix(is_quoted ? 1 : 0);
        const std::size_t end = std::min(line.find(is_quoted ? '"' : ' '), line.size());
        words.emplace_back(line.substr(0, end));
        line.remove_prefix(std::min(end + 1, line.size()));
    }
    return words;
}

// The folders that the line names by `options`: "-I/a", "-isystem" "/b".
std::vector<std::string> folders_in(std::string_view line, const std::vector<std::string_view>& options) {
    std::vector<std::string> folders;
    const std::vector<std::string> words = words_of(line);
    for (std::size_t index = 0; index < words.size(); ++index) {
        for (const std::string_view option : options) {
            if (words[index] == option && index + 1 < words.size()) {
                folders.push_back(words[++index]);
                break;
            }
            if (words[index].size() > option.size() && words[index].compare(0, option.size(), option) == 0) {
                folders.push_back(words[index].substr(option.size()));
                break;
            }
        }
    }
    return folders;
}

void add_includes(std::vector<std::string>& folders, std::string_view commands, const std::string& variable) {
    const std::string users = plugins::environment(variable).value_or("");
    for (std::string& folder : folders_in(after(commands, "#$ " + variable + "="), {"-I", "-isystem"})) {
        if (users.find(folder) == std::string::npos) {
            folders.push_back(std::move(folder));
        }
    }
}

}  // namespace

DryRun read_dry_run(std::string_view commands) {
    DryRun read;
    read.preprocessor = preprocessor_of(commands);
    read.programs = after(commands, "#$ _HERE_=");
    read.device_code = after(commands, "#$ NVVMIR_LIBRARY_DIR=");
    if (const std::string_view folder = after(commands, "#$ CICC_PATH="); !folder.empty()) {
        read.compiler = std::string(folder) + "/cicc";
    }
    for (const char* variable : folder_variables) {
        add_includes(read.include_folders, commands, variable);
    }
    read.library_folders = folders_in(after(commands, "#$ LIBRARIES="), {"-L"});
    return read;
}

}  // namespace quovis::nvcc
