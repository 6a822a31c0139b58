// Finding the kernel that --kernel means, by the name that people write.
#include "tools/quovis/kernels.hpp"

#include "tools/quovis/failure.hpp"
#include "tools/quovis/text.hpp"

#include <cxxabi.h>
#include <fmt/format.h>

#include <cstdlib>
#include <vector>

namespace quovis::cli {
namespace {

std::string listed(const std::vector<std::string>& symbols) {
    std::vector<std::string> names;
    for (const std::string& symbol : symbols) {
        names.push_back(for_people(symbol));
    }
    return join(names);
}

Kernel only_kernel(const Module& module, const std::string& file) {
    const std::vector<std::string> symbols = module.kernels();
    if (symbols.empty()) {
        throw Failure(Exit::no_match, "kernel", fmt::format("'{}' has no kernel", file));
    }
    if (symbols.size() > 1) {
        throw usage_failure(fmt::format("'{}' has more than one kernel: {}", file, listed(symbols)),
                            "choose one by --kernel NAME");
    }
    return module.kernel(symbols.front());
}

std::vector<std::string> with_source_name(const std::vector<std::string>& symbols, const std::string& name) {
    std::vector<std::string> found;
    for (const std::string& symbol : symbols) {
        if (source_name(symbol) == name) {
            found.push_back(symbol);
        }
    }
    return found;
}

std::vector<std::string> nearest_symbols(const std::vector<std::string>& symbols, const std::string& name) {
    std::vector<std::string> people;
    for (const std::string& symbol : symbols) {
        people.push_back(for_people(symbol));
    }
    return nearest_first(std::move(people), name);
}

// The module's kernels, or the error that stood in the way of the search for one.
std::vector<std::string> kernels_or(const Module& module, const Error& error) {
    try {
        return module.kernels();
    } catch (const Error&) {
        throw error;
    }
}

}  // namespace

std::string source_name(const std::string& symbol) {
    int status = 0;
    char* demangled = abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status);
    if (demangled == nullptr) {
        return symbol;
    }
    std::string name(demangled);
    std::free(demangled);
    int depth = 0;
    std::size_t start = 0;
    for (std::size_t i = 0; i < name.size(); ++i) {
        depth += name[i] == '<' ? 1 : name[i] == '>' ? -1 : 0;
        if (depth == 0 && name[i] == ' ') {
            start = i + 1;
        } else if (depth == 0 && name[i] == '(' && name.compare(i, 21, "(anonymous namespace)") != 0) {
            return name.substr(start, i - start);
        }
    }
    return name;
}

std::string for_people(const std::string& symbol) {
    const std::string name = source_name(symbol);
    return name == symbol ? symbol : fmt::format("{} ({})", name, symbol);
}

Kernel find_kernel(const Module& module, const std::string& name, const std::string& file) {
    if (name.empty()) {
        return only_kernel(module, file);
    }
    try {
        return module.kernel(name);
    } catch (const Error& error) {
        if (error.status() != QUOVIS_ERROR_NOT_FOUND) {
            throw;
        }
        const std::vector<std::string> symbols = kernels_or(module, error);
        const std::vector<std::string> found = with_source_name(symbols, name);
        if (found.size() == 1) {
            return module.kernel(found.front());
        }
        if (found.size() > 1) {
            throw usage_failure(
                fmt::format("'{}' is the name of {} kernels in '{}': {}", name, found.size(), file, join(found)),
                "choose one by its mangled name");
        }
        const std::string known =
            symbols.empty() ? "it has none" : "its kernels are " + join(nearest_symbols(symbols, name));
        throw Failure(Exit::no_match, "kernel", fmt::format("no kernel '{}' in '{}'; {}", name, file, known));
    }
}

}  // namespace quovis::cli
