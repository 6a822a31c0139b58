// One compile from request to result.
#include "plugins/cuda-nvrtc/compiler.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "plugins/common/error.hpp"
#include "plugins/common/headers.hpp"
#include "plugins/common/host_state.hpp"
#include "plugins/common/opencl_c/source.hpp"
#include "plugins/common/request.hpp"
#include "plugins/common/source_text.hpp"
#include "plugins/common/stop.hpp"
#include "plugins/common/text.hpp"
#include "plugins/cuda-nvrtc/link.hpp"
#include "plugins/cuda-nvrtc/options.hpp"

namespace quovis::nvrtc {
namespace {

using plugins::CompileResult;
using plugins::Diagnostic;
using plugins::PluginError;
using plugins::Stop;

constexpr std::array<quovis_plugin_text, 2> languages{{{"cuda", 4}, {"opencl", 6}}};

// NVRTC takes texts up to their first zero byte.
std::string terminated(const quovis_plugin_text& text, std::string_view what) {
    std::string copy = plugins::string(text);
    if (copy.find('\0') != std::string::npos) {
        throw PluginError(QUOVIS_PLUGIN_INVALID_ARGUMENT, fmt::format("{} has a zero byte in it", what));
    }
    return copy;
}

// For nvrtcSetFlowCallback, which asks from a thread of its choice.
int is_stop_asked(void* stop, void*) {
    return static_cast<Stop*>(stop)->is_asked() ? 1 : 0;
}

// NVRTC takes a byte order mark for a faulty token.
std::string plain(const std::string& text) {
    return std::string(plugins::without_byte_order_mark(text));
}

class Program {
  public:
    Program(const Toolkit& toolkit, const quovis_cc_request& request) : nvrtc_(toolkit.nvrtc) {
        const std::string source = plain(terminated(request.source, "the source"));
        const std::string name = terminated(request.name, "the name of the source");
        std::vector<std::string> texts;
        for (const auto& header : plugins::received(request.headers, request.header_count)) {
            texts.push_back(terminated(header.name, "the name of a header"));
            texts.push_back(plain(terminated(header.content, fmt::format("the header {}", texts.back()))));
        }
        std::vector<const char*> names;
        std::vector<const char*> contents;
        for (std::size_t index = 0; index < texts.size(); index += 2) {
            names.push_back(texts[index].c_str());
            contents.push_back(texts[index + 1].c_str());
        }
        check(nvrtc_,
              nvrtc_.nvrtcCreateProgram(&handle_, source.c_str(), name.empty() ? nullptr : name.c_str(),
                                        static_cast<int>(names.size()), contents.data(), names.data()),
              "giving NVRTC the source (nvrtcCreateProgram)");
    }
    ~Program() { nvrtc_.nvrtcDestroyProgram(&handle_); }
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;

    void add_name_expression(const std::string& expression) {
        check(nvrtc_, nvrtc_.nvrtcAddNameExpression(handle_, expression.c_str()),
              fmt::format("adding the name expression `{}` (nvrtcAddNameExpression)", expression));
    }

    nvrtcResult compile(const std::vector<std::string>& options, Stop& stop) {
        if (nvrtc_.nvrtcSetFlowCallback != nullptr && stop.is_possible()) {
            check(nvrtc_, nvrtc_.nvrtcSetFlowCallback(handle_, is_stop_asked, &stop),
                  "asking NVRTC to be stoppable (nvrtcSetFlowCallback)");
        }
        std::vector<const char*> pointers;
        for (const std::string& option : options) {
            pointers.push_back(option.c_str());
        }
        return nvrtc_.nvrtcCompileProgram(handle_, static_cast<int>(pointers.size()), pointers.data());
    }

    std::string log() const {
        std::size_t size = 0;
        if (nvrtc_.nvrtcGetProgramLogSize(handle_, &size) != NVRTC_SUCCESS || size <= 1) {
            return {};
        }
        std::string log(size, '\0');
        if (nvrtc_.nvrtcGetProgramLog(handle_, log.data()) != NVRTC_SUCCESS) {
            return {};
        }
        log.resize(log.find_last_not_of('\0') + 1);
        return log;
    }

    std::string symbol(const std::string& expression) const {
        const char* name = nullptr;
        check(nvrtc_, nvrtc_.nvrtcGetLoweredName(handle_, expression.c_str(), &name),
              fmt::format("asking for the symbol of `{}` (nvrtcGetLoweredName)", expression));
        return name;
    }

    std::string image(std::string_view format) const {
        if (format == "ltoir") {
            return take(nvrtc_.nvrtcGetLTOIRSize, nvrtc_.nvrtcGetLTOIR, "nvrtcGetLTOIR");
        }
        if (format == "cubin") {
            return take(nvrtc_.nvrtcGetCUBINSize, nvrtc_.nvrtcGetCUBIN, "nvrtcGetCUBIN");
        }
        std::string text = take(nvrtc_.nvrtcGetPTXSize, nvrtc_.nvrtcGetPTX, "nvrtcGetPTX");
        text.resize(text.find_last_not_of('\0') + 1);
        return text;
    }

  private:
    template <class GetSize, class Get>
    std::string take(GetSize get_size, Get get, const char* function) const {
        std::size_t size = 0;
        check(nvrtc_, get_size(handle_, &size), fmt::format("asking for the size of the image ({}Size)", function));
        std::string bytes(size, '\0');
        check(nvrtc_, get(handle_, bytes.data()), fmt::format("taking the image ({})", function));
        if (bytes.empty()) {
            throw PluginError(QUOVIS_PLUGIN_INTERNAL, fmt::format("NVRTC compiled and made no image ({})", function));
        }
        return bytes;
    }

    const Functions& nvrtc_;
    nvrtcProgram handle_ = nullptr;
};

// Names that are NVRTC's own invention, in messages about what is no line of the user's.
void tidy(std::vector<Diagnostic>& diagnostics) {
    for (Diagnostic& diagnostic : diagnostics) {
        if (diagnostic.file == "__nv_name_map") {
            diagnostic.file.clear();
            diagnostic.line = 0;
            diagnostic.column = 0;
            diagnostic.message = "in a name expression: " + diagnostic.message;
        } else if (diagnostic.file == "default_program") {
            diagnostic.file.clear();
        }
    }
}

std::size_t count(const std::vector<Diagnostic>& diagnostics, std::int32_t severity) {
    return static_cast<std::size_t>(
        std::count_if(diagnostics.begin(), diagnostics.end(),
                      [&](const Diagnostic& diagnostic) { return diagnostic.severity == severity; }));
}

std::string number_of(std::size_t count, std::string_view thing) {
    return fmt::format("{} {}{}", count, thing, count == 1 ? "" : "s");
}

std::string place_of(const Diagnostic& diagnostic) {
    return diagnostic.file.empty() ? std::string() : fmt::format("{}:{}: ", diagnostic.file, diagnostic.line);
}

std::string first_error(const std::vector<Diagnostic>& diagnostics) {
    for (const Diagnostic& diagnostic : diagnostics) {
        if (diagnostic.severity == QUOVIS_CC_ERROR) {
            return place_of(diagnostic) + diagnostic.message;
        }
    }
    return {};
}

std::string naming(const quovis_cc_request& request) {
    return request.name.size == 0 ? "the source" : plugins::string(request.name);
}

PluginError not_compiled(const Toolkit& toolkit, const quovis_cc_request& request, nvrtcResult result,
                         const CompileResult& so_far) {
    PluginError error =
        vendor_error(toolkit.nvrtc, result,
                     fmt::format("compiling {} for {} with NVRTC {}", naming(request), so_far.target, toolkit.version));
    const std::string first = first_error(so_far.diagnostics);
    if (error.status == QUOVIS_PLUGIN_SOURCE_INVALID) {
        error.message = fmt::format("{} does not compile for {}: {}{}{}", naming(request), so_far.target,
                                    number_of(count(so_far.diagnostics, QUOVIS_CC_ERROR), "error"),
                                    first.empty() ? "" : "; ", first);
        if (toolkit.include_folders.empty() && first.find("not open source file") != std::string::npos) {
            error.hint = fmt::format(
                "No headers of CUDA {} were found near NVRTC ({}). Name the toolkit's folder in "
                "`backends.cuda-nvrtc.cuda`, or give the compile an include directory.",
                toolkit.version, toolkit.nvrtc.library.opened());
        } else {
            error.hint = plugins::where_looked_for(request, toolkit.include_folders, {}, first);
        }
    } else if (!first.empty()) {
        error.message += "; " + first;
    }
    if (error.status == QUOVIS_PLUGIN_INVALID_ARGUMENT) {
        const std::string standard = plugins::string(plugins::options_of(request.options).standard);
        if (!standard.empty() && so_far.log.find("--std") != std::string::npos) {
            error.status = QUOVIS_PLUGIN_NOT_SUPPORTED;
            error.message = fmt::format("option `standard`: NVRTC {} does not know '{}' ({})", toolkit.version,
                                        standard, so_far.log.substr(0, so_far.log.find('\n')));
        } else if (so_far.log.find("gpu-architecture") != std::string::npos) {
            error.status = QUOVIS_PLUGIN_TARGET_UNKNOWN;
            error.hint = fmt::format("NVRTC {} knows {}.", toolkit.version, fmt::join(toolkit.targets, ", "));
        } else {
            error.hint = fmt::format("The options were: {}", so_far.command);
        }
    }
    if (error.status == QUOVIS_PLUGIN_UNAVAILABLE) {
        error.hint = fmt::format("Install the whole NVRTC {} package, with libnvrtc-builtins.", toolkit.version);
    }
    return error;
}

// NVRTC has no option for this, so its log decides.
void refuse_warnings(const quovis_cc_request& request, CompileResult& result) {
    const std::size_t warnings = count(result.diagnostics, QUOVIS_CC_WARNING);
    if (warnings == 0) {
        return;
    }
    for (Diagnostic& diagnostic : result.diagnostics) {
        if (diagnostic.severity == QUOVIS_CC_WARNING) {
            diagnostic.severity = QUOVIS_CC_ERROR;
        }
    }
    throw PluginError(QUOVIS_PLUGIN_SOURCE_INVALID,
                      fmt::format("{} compiles with {}, which the option `warnings_as_errors` makes an error; {}",
                                  naming(request), number_of(warnings, "warning"), first_error(result.diagnostics)));
}

std::vector<std::string> name_expressions(const quovis_cc_request& request) {
    std::vector<std::string> expressions;
    for (std::size_t index = 0; index < request.name_expression_count; ++index) {
        expressions.push_back(terminated(request.name_expressions[index], "a name expression"));
    }
    return expressions;
}

// `prepared`: what the source was made from that `request` has, if it was; then `last_line` is the user's.
void compile_source(const Toolkit& opened, const quovis_cc_request& request, const opencl_c::Prepared* prepared,
                    std::uint32_t last_line, CompileResult& result) {
    const auto options = plugins::options_of(request.options);
    const cuda::Output output =
        cuda::choose_output(opened.abilities, plugins::view(request.target), plugins::view(request.format));
    const std::vector<std::string> line = command_line(opened, output, options);
    const std::vector<std::string> expressions = name_expressions(request);
    result.target = output.target;
    result.format = output.format;
    result.command = fmt::format("{}", fmt::join(line, " "));

    Stop stop(request, "compiling " + naming(request));
    stop.throw_if_asked("before the compiler was started");
    Program program(opened, request);
    for (const std::string& expression : expressions) {
        program.add_name_expression(expression);
    }
    const nvrtcResult outcome = program.compile(line, stop);
    result.log = program.log();
    result.diagnostics = plugins::parse_nvidia_log(result.log);
    tidy(result.diagnostics);
    plugins::place_ends_of_source(result.diagnostics, plugins::string(request.name), last_line);
    if (prepared != nullptr) {
        opencl_c::restore_places(*prepared, result.diagnostics);
    }
    if (outcome != NVRTC_SUCCESS) {
        PluginError error = not_compiled(opened, request, outcome, result);
        if (error.status == QUOVIS_PLUGIN_CANCELLED) {
            stop.throw_if_asked("while NVRTC was compiling");
        }
        throw error;
    }
    if (options.warnings_as_errors > 0) {
        refuse_warnings(request, result);
    }
    for (const std::string& expression : expressions) {
        result.symbols.push_back({expression, program.symbol(expression)});
    }
    result.image = program.image(output.format);
}

void compile_opencl_c(const Toolkit& opened, const quovis_cc_request& request, CompileResult& result) {
    const plugins::Plan plan = plan_for(request);
    const opencl_c::Prepared prepared = opencl_c::prepare(
        request, {opencl_c::Vendor::cuda, "NVRTC", plan, opened.origin.looks_beside_source, true}, result);
    const opencl_c::CompilerRequest as_cuda(request, prepared, "cuda", plan.other_raw, "--fmad=false");
    compile_source(opened, as_cuda.get(), &prepared, plugins::last_line_of(plugins::view(request.source)), result);
}

}  // namespace

quovis_cc_description Compiler::describe() {
    const Toolkit& opened = toolkit();
    quovis_cc_description made = description();
    made.path = plugins::text(opened.nvrtc.library.opened());
    made.languages = languages.data();
    made.language_count = languages.size();
    // Without QUOVIS_CC_CANCELS: NVRTC asks its flow callback only when its front end is through, so that a source may
    // keep it from looking for as long as it likes.
    made.flags = QUOVIS_CC_MEMORY_HEADERS | QUOVIS_CC_NAME_EXPRESSIONS;
    if (opened.jitlink.library) {
        made.flags |= QUOVIS_CC_LINKS;
    }
    return made;
}

void Compiler::compile(const quovis_cc_request& request, CompileResult& result) {
    plugins::require_language(request, "NVRTC", {"cuda", opencl_c::language});
    const plugins::HostState state;
    if (opencl_c::is_opencl(request)) {
        compile_opencl_c(toolkit(), request, result);
    } else {
        compile_source(toolkit(), request, nullptr, plugins::last_line_of(plugins::view(request.source)), result);
    }
}

void Compiler::link(const quovis_cc_link_request& request, CompileResult& result) {
    const plugins::HostState state;
    link_images(toolkit(), request, result);
}

plugins::Plan Compiler::plan(const quovis_cc_request& request) const {
    return plan_for(request);
}

}  // namespace quovis::nvrtc
