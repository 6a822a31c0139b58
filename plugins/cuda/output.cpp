// Chooses between machine code and PTX, and refuses with what the compiler knows.
#include "plugins/cuda/output.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "plugins/common/error.hpp"
#include "plugins/cuda/target.hpp"

namespace quovis::cuda {
namespace {

using plugins::PluginError;

std::string known_targets(const Abilities& compiler) {
    std::vector<std::string> words;
    for (const int number : compiler.architectures) {
        words.push_back(target_of(number).real_name());
    }
    return words.empty() ? "no target at all" : fmt::format("{}", fmt::join(words, ", "));
}

[[noreturn]] void unknown(const Abilities& compiler, std::string_view target, std::string_view why, std::string hint) {
    throw PluginError(QUOVIS_PLUGIN_TARGET_UNKNOWN,
                      fmt::format("{} cannot compile for '{}': {}. It knows {}", compiler.naming, target, why,
                                  known_targets(compiler)),
                      std::move(hint));
}

void check_format(const Abilities& compiler, std::string_view format) {
    const auto& formats = compiler.formats;
    if (!format.empty() && std::find(formats.begin(), formats.end(), format) == formats.end()) {
        throw PluginError(QUOVIS_PLUGIN_NOT_SUPPORTED, fmt::format("{} does not make the format '{}'; it makes {}",
                                                                   compiler.naming, format, fmt::join(formats, ", ")));
    }
}

// For a target newer than the newest, or between two.
Output lesser(const Abilities& compiler, const Target& target, std::string_view word, std::string_view format) {
    const auto& known = compiler.architectures;
    const auto next = std::upper_bound(known.begin(), known.end(), target.number());
    const std::string below = target_of(*(next - 1)).virtual_name();
    if (!format.empty() && format != "ptx") {
        unknown(compiler, word, next == known.end() ? "it is newer than this compiler" : "this compiler lacks it",
                fmt::format("Ask for the format ptx, which it makes for {}, or install a newer toolkit.", below));
    }
    return {"ptx", below};
}

}  // namespace

Output choose_output(const Abilities& compiler, std::string_view word, std::string_view format) {
    check_format(compiler, format);
    if (word.empty()) {
        throw PluginError(QUOVIS_PLUGIN_INVALID_ARGUMENT,
                          fmt::format("a target is needed; {} knows {}", compiler.naming, known_targets(compiler)));
    }
    const auto target = parse_target(word);
    const auto& known = compiler.architectures;
    if (!target || known.empty()) {
        unknown(compiler, word, "that is no target of NVIDIA's", "");
    }
    if (target->number() < known.front()) {
        unknown(compiler, word, "it is older than the oldest target",
                "Install an older CUDA toolkit, which still knows this device.");
    }
    if (!std::binary_search(known.begin(), known.end(), target->number())) {
        return lesser(compiler, *target, word, format);
    }
    if (format == "ptx" || (format.empty() && target->is_virtual)) {
        return {"ptx", target->virtual_name()};
    }
    return {format.empty() ? "cubin" : std::string(format), target->real_name()};
}

Output choose_link_output(Abilities linker, std::string_view target, std::string_view format, bool has_lto) {
    linker.formats = {"cubin"};
    if (has_lto) {
        linker.formats.emplace_back("ptx");
    }
    return choose_output(linker, target, format.empty() ? "cubin" : format);
}

}  // namespace quovis::cuda
