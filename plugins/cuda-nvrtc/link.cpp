// Brings PTX and fatbins to relocatable machine code first, one link each: that tells which image is at fault, and
// shows the symbols. nvJitLink 13.0 does not survive a symbol that two of them define (it writes to stderr, then makes
// an image all the same, or crashes where an input is PTX), so that is found here. Options: nvJitLink documentation,
// section "Linker options"; -r is nvlink's.
#include "plugins/cuda-nvrtc/link.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "plugins/common/error.hpp"
#include "plugins/common/request.hpp"
#include "plugins/common/stop.hpp"
#include "plugins/common/text.hpp"
#include "plugins/cuda/symbols.hpp"

namespace quovis::nvrtc {
namespace {

using plugins::CompileResult;
using plugins::Diagnostic;
using plugins::PluginError;
using plugins::Stop;

struct Input {
    std::string name;
    JitLinkInput kind;
    std::string_view bytes;
};

JitLinkInput kind_of(std::string_view format, std::string_view name) {
    constexpr std::pair<std::string_view, JitLinkInput> kinds[] = {{"cubin", JitLinkInput::cubin},
                                                                   {"ptx", JitLinkInput::ptx},
                                                                   {"ltoir", JitLinkInput::ltoir},
                                                                   {"fatbin", JitLinkInput::fatbin}};
    for (const auto& [word, kind] : kinds) {
        if (word == format) {
            return kind;
        }
    }
    throw PluginError(QUOVIS_PLUGIN_NOT_SUPPORTED,
                      fmt::format("nvJitLink links cubin, ptx, fatbin, ltoir, not '{}' ({})", format, name));
}

std::vector<Input> read_inputs(const quovis_cc_link_request& request) {
    std::vector<Input> inputs;
    for (const quovis_cc_link_input& input : plugins::received(request.inputs, request.input_count)) {
        const std::string name =
            input.name.size == 0 ? fmt::format("image {}", inputs.size() + 1) : plugins::string(input.name);
        if (input.data == nullptr || input.size == 0) {
            throw PluginError(QUOVIS_PLUGIN_IMAGE_REJECTED, fmt::format("the image '{}' is empty", name));
        }
        inputs.push_back(
            {name, kind_of(plugins::view(input.format), name), {static_cast<const char*>(input.data), input.size}});
    }
    if (inputs.empty()) {
        throw PluginError(QUOVIS_PLUGIN_INVALID_ARGUMENT, "there is no image to link");
    }
    return inputs;
}

bool is_lto(const Input& input) {
    return input.kind == JitLinkInput::ltoir;
}

std::vector<std::string> command_line(const cuda::Output& output, const quovis_cc_options& options) {
    std::vector<std::string> line{"-arch=" + output.target};
    if (options.optimize > 3 || options.max_registers < 0) {
        throw PluginError(QUOVIS_PLUGIN_INVALID_ARGUMENT,
                          options.optimize > 3
                              ? fmt::format("the option `optimize` is {}; it can be 0 to 3", options.optimize)
                              : fmt::format("the option `max_registers` is {}; it is a number of registers, or 0 for "
                                            "the default",
                                            options.max_registers));
    }
    if (options.optimize >= 0) {
        line.push_back(fmt::format("-Xptxas=-O{}", options.optimize));
    }
    if (options.max_registers > 0) {
        line.push_back(fmt::format("-maxrregcount={}", options.max_registers));
    }
    if (options.debug > 0) {
        line.emplace_back("-g");
    }
    if (options.line_info > 0) {
        line.emplace_back("-lineinfo");
    }
    for (std::size_t index = 0; index < options.raw_count; ++index) {
        line.push_back(plugins::string(options.raw[index]));
    }
    return line;
}

// nvJitLink's own sentences; "ERROR 9: finish" and the like tell which of its steps failed, and are in the log.
std::optional<Diagnostic> parse_line(std::string_view line) {
    Diagnostic diagnostic;
    diagnostic.severity = QUOVIS_CC_ERROR;
    constexpr std::pair<std::string_view, std::int32_t> forms[] = {{"error   : ", QUOVIS_CC_ERROR},
                                                                   {"fatal   : ", QUOVIS_CC_ERROR},
                                                                   {"warning : ", QUOVIS_CC_WARNING},
                                                                   {"ERROR: ", QUOVIS_CC_ERROR}};
    for (const auto& [start, severity] : forms) {
        if (line.substr(0, start.size()) == start) {
            diagnostic.severity = severity;
            diagnostic.message = fmt::format("nvJitLink: {}", line.substr(start.size()));
            return diagnostic;
        }
    }
    constexpr std::string_view of_lto = ": link error: error: ";
    if (const std::size_t at = line.find(of_lto); at != std::string_view::npos) {
        diagnostic.file = line.substr(0, at);
        diagnostic.message = fmt::format("nvJitLink: {}", line.substr(at + of_lto.size()));
        return diagnostic;
    }
    std::vector<Diagnostic> of_ptxas = plugins::parse_nvidia_log(line);
    return of_ptxas.empty() ? std::nullopt : std::optional(std::move(of_ptxas.front()));
}

std::vector<Diagnostic> parse_log(std::string_view log) {
    std::vector<Diagnostic> diagnostics;
    while (!log.empty()) {
        const std::size_t end = log.find('\n');
        if (auto diagnostic = parse_line(log.substr(0, end))) {
            diagnostics.push_back(*std::move(diagnostic));
        }
        log = end == std::string_view::npos ? std::string_view() : log.substr(end + 1);
    }
    return diagnostics;
}

// One use of the library.
class Link {
  public:
    Link(const JitLink& library, const std::vector<std::string>& line) : library_(library) {
        std::vector<const char*> words;
        for (const std::string& word : line) {
            words.push_back(word.c_str());
        }
        first_failure(library_.create(&handle_, static_cast<std::uint32_t>(words.size()), words.data()));
    }
    ~Link() {
        if (handle_ != nullptr) {
            library_.destroy(&handle_);
        }
    }
    Link(const Link&) = delete;
    Link& operator=(const Link&) = delete;

    void add(const Input& input) {
        if (failure_ == JitLinkResult::success) {
            first_failure(
                library_.add_data(handle_, input.kind, input.bytes.data(), input.bytes.size(), input.name.c_str()));
        }
    }

    // What went wrong first, or success.
    JitLinkResult complete() {
        if (failure_ == JitLinkResult::success) {
            first_failure(library_.complete(handle_));
        }
        return failure_;
    }

    std::string log() const {
        return text(library_.error_log_size, library_.error_log) + text(library_.info_log_size, library_.info_log);
    }

    std::string image(std::string_view format) const {
        return format == "ptx" ? text(library_.ptx_size, library_.ptx) : bytes(library_.cubin_size, library_.cubin);
    }

  private:
    void first_failure(JitLinkResult result) {
        if (failure_ == JitLinkResult::success) {
            failure_ = result;
        }
    }

    template <class GetSize, class Get>
    std::string bytes(GetSize get_size, Get get) const {
        std::size_t size = 0;
        if (handle_ == nullptr || get_size(handle_, &size) != JitLinkResult::success || size == 0) {
            return {};
        }
        std::string taken(size, '\0');
        return get(handle_, taken.data()) == JitLinkResult::success ? taken : std::string();
    }

    template <class GetSize, class Get>
    std::string text(GetSize get_size, Get get) const {
        std::string taken = bytes(get_size, get);
        taken.resize(taken.find_last_not_of('\0') + 1);
        return taken;
    }

    const JitLink& library_;
    JitLinkHandle handle_ = nullptr;
    JitLinkResult failure_ = JitLinkResult::success;
};

class Job {
  public:
    Job(const Toolkit& toolkit, const quovis_cc_link_request& request, CompileResult& result)
        : library_(toolkit.jitlink),
          result_(result),
          inputs_(read_inputs(request)),
          options_(plugins::options_of(request.options)),
          stop_(request, "linking"),
          output_(cuda::choose_link_output(abilities(toolkit), plugins::view(request.target),
                                           plugins::view(request.format), has_lto())),
          line_(command_line(output_, options_)) {
        result_.format = output_.format;
        result_.target = output_.target;
    }

    void link() {
        stop_.throw_if_asked("before the linker was started");
        if (output_.format == "ptx") {
            require_only_lto();
            result_.image = run(inputs_, {"-lto", "-ptx"});
            return;
        }
        const std::vector<Input> ready = with_machine_code();
        check_definitions(ready);
        std::vector<std::string> words;
        if (has_lto()) {
            words.emplace_back("-lto");
        }
        if (options_.relocatable > 0) {
            words.emplace_back("-r");
        }
        result_.image = run(ready, words);
    }

  private:
    static cuda::Abilities abilities(const Toolkit& toolkit) {
        cuda::Abilities known = toolkit.abilities;
        known.naming =
            fmt::format("nvJitLink {}", toolkit.jitlink.version.empty() ? toolkit.version : toolkit.jitlink.version);
        return known;
    }

    bool has_lto() const { return std::any_of(inputs_.begin(), inputs_.end(), is_lto); }

    void require_only_lto() const {
        for (const Input& input : inputs_) {
            if (!is_lto(input)) {
                throw PluginError(QUOVIS_PLUGIN_NOT_SUPPORTED,
                                  fmt::format("nvJitLink makes PTX of LTO IR only, and '{}' is none", input.name),
                                  "Compile the sources to the format ltoir, or link to a cubin.");
            }
        }
    }

    // PTX and fatbins become relocatable machine code, each alone. LTO IR stays as it is, to be optimised as a whole.
    std::vector<Input> with_machine_code() {
        std::vector<Input> ready;
        for (const Input& input : inputs_) {
            if (input.kind == JitLinkInput::cubin || is_lto(input)) {
                ready.push_back(input);
                continue;
            }
            converted_.push_back(std::make_unique<std::string>(run({input}, {"-r"})));
            ready.push_back({input.name, JitLinkInput::cubin, *converted_.back()});
        }
        return ready;
    }

    // Two definitions of one symbol, by whoever is the linker an error of the sources.
    void check_definitions(const std::vector<Input>& inputs) {
        std::map<std::string, std::string> first;
        for (const Input& input : inputs) {
            for (const std::string& symbol : cuda::strong_symbols(input.bytes)) {
                const auto [place, is_new] = first.emplace(symbol, input.name);
                if (!is_new) {
                    const std::string message =
                        fmt::format("Multiple definition of '{}' in '{}', first defined in '{}'", symbol, input.name,
                                    place->second);
                    result_.diagnostics.push_back({input.name, message, 0, 0, QUOVIS_CC_ERROR});
                }
            }
        }
        if (!result_.diagnostics.empty()) {
            throw failure(JitLinkResult::invalid_input);
        }
    }

    std::string run(const std::vector<Input>& inputs, const std::vector<std::string>& words) {
        stop_.throw_if_asked("between two steps of the linker");
        std::vector<std::string> line = line_;
        line.insert(line.begin() + 1, words.begin(), words.end());
        result_.command = fmt::format("{}", fmt::join(line, " "));
        Link link(library_, line);
        for (const Input& input : inputs) {
            link.add(input);
        }
        const JitLinkResult outcome = link.complete();
        const std::string log = link.log();
        result_.log += log;
        for (Diagnostic& diagnostic : parse_log(log)) {
            result_.diagnostics.push_back(std::move(diagnostic));
        }
        std::string image = link.image(output_.format == "ptx" ? "ptx" : "cubin");
        // It calls a link with a symbol of LTO IR and of machine code a success.
        if (outcome != JitLinkResult::success || image.empty() || has_error()) {
            throw failure(outcome);
        }
        return image;
    }

    bool has_error() const {
        return std::any_of(result_.diagnostics.begin(), result_.diagnostics.end(),
                           [](const Diagnostic& one) { return one.severity == QUOVIS_CC_ERROR; });
    }

    PluginError failure(JitLinkResult outcome) const {
        const std::string first =
            result_.diagnostics.empty() ? result_.log.substr(0, 1000) : result_.diagnostics.front().message;
        PluginError error{QUOVIS_PLUGIN_IMAGE_REJECTED, static_cast<std::int64_t>(outcome), name_of(outcome),
                          fmt::format("the images do not link for {}: {}", result_.target, first),
                          "Link images that were compiled as relocatable code for this target."};
        if (is_about_symbols(first)) {
            error.status = QUOVIS_PLUGIN_SOURCE_INVALID;
            error.hint.clear();
        } else if (outcome == JitLinkResult::unrecognized_option || outcome == JitLinkResult::incompatible_options) {
            error.status = options_.raw_count != 0 ? QUOVIS_PLUGIN_INVALID_ARGUMENT : QUOVIS_PLUGIN_NOT_SUPPORTED;
            error.hint = fmt::format("The options were: {}", result_.command);
        } else if (outcome == JitLinkResult::unsupported_arch || outcome == JitLinkResult::unrecognized_arch) {
            error.status = QUOVIS_PLUGIN_TARGET_UNKNOWN;
        } else if (outcome == JitLinkResult::outdated_library) {
            error.status = QUOVIS_PLUGIN_UNAVAILABLE;
            error.hint = fmt::format("The images are of a newer toolkit than {}.", library_.library.naming());
        }
        return error;
    }

    static bool is_about_symbols(std::string_view text) {
        for (const std::string_view words :
             {"Undefined reference", "Multiple definition", "Unresolved extern", "symbol multiply defined"}) {
            if (text.find(words) != std::string_view::npos) {
                return true;
            }
        }
        return false;
    }

    const JitLink& library_;
    CompileResult& result_;
    const std::vector<Input> inputs_;
    const quovis_cc_options options_;
    Stop stop_;
    const cuda::Output output_;
    const std::vector<std::string> line_;
    std::vector<std::unique_ptr<std::string>> converted_;  // bytes that inputs refer to
};

}  // namespace

void link_images(const Toolkit& toolkit, const quovis_cc_link_request& request, CompileResult& result) {
    if (!toolkit.jitlink.library) {
        throw PluginError(QUOVIS_PLUGIN_UNAVAILABLE,
                          fmt::format("NVRTC {} ({}) links by nvJitLink, which cannot be opened. Tried: {}",
                                      toolkit.version, toolkit.nvrtc.library.naming(), toolkit.jitlink.tried),
                          "Install nvJitLink of the same toolkit (the Python package nvidia-nvjitlink).");
    }
    Job(toolkit, request, result).link();
}

}  // namespace quovis::nvrtc
