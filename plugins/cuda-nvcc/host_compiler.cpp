// GCC's and clang's form of the answer; other compilers tell their version only, to another question.
#include "plugins/cuda-nvcc/host_compiler.hpp"

#include <algorithm>

#include "plugins/common/host.hpp"

namespace quovis::nvcc {
namespace {

std::string_view take_line(std::string_view& text) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return line;
}

bool begins(std::string_view text, std::string_view start) {
    return text.substr(0, start.size()) == start;
}

bool is_version(std::string_view line) {
    return begins(line, "gcc version ") || line.find("clang version ") != std::string_view::npos;
}

// " /usr/lib/gcc/x86_64-linux-gnu/12/cc1plus -E -quiet …"
std::string front_end_in(std::string_view line) {
    const std::string_view program = line.substr(0, line.find(' ', 1));
    constexpr std::string_view name = "/cc1plus";
    const bool is_it =
        begins(line, " /") && program.size() > name.size() && program.substr(program.size() - name.size()) == name;
    return is_it ? std::string(program.substr(1)) : std::string();
}

// The compiler's own headers, which come and go with it; not those of the C library and of other packages.
bool is_compilers(std::string_view folder) {
    return !is_users_folder(folder) &&
           (folder.find("/c++/") != std::string_view::npos || folder.find("/gcc/") != std::string_view::npos ||
            folder.find("/clang/") != std::string_view::npos);
}

}  // namespace

bool is_users_folder(std::string_view folder) {
    for (const char* variable : host_variables) {
        const std::string list = ":" + plugins::environment(variable).value_or("") + ":";
        if (list.find(":" + std::string(folder) + ":") != std::string::npos) {
            return true;
        }
    }
    return false;
}

HostCompiler read_host_compiler(std::string_view answer) {
    HostCompiler compiler;
    bool in_list = false;
    while (!answer.empty()) {
        const std::string_view line = take_line(answer);
        if (begins(line, "#include <...> search starts here:")) {
            in_list = true;
        } else if (begins(line, "End of search list")) {
            in_list = false;
        } else if (in_list && begins(line, " ")) {
            const std::string_view folder = line.substr(1);
            compiler.folders.push_back({std::string(folder), is_compilers(folder)});
        } else if (compiler.version.empty() && is_version(line)) {
            compiler.version = line.substr(0, line.find_last_not_of(' ') + 1);
        } else if (compiler.front_end.empty()) {
            compiler.front_end = front_end_in(line);
        }
    }
    return compiler;
}

}  // namespace quovis::nvcc
