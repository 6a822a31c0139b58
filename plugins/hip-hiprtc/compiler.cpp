// One compile from request to result. README.md says what becomes of CUDA's own names.
#include "plugins/hip-hiprtc/compiler.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <iterator>

#include "plugins/common/headers.hpp"
#include "plugins/common/host_state.hpp"
#include "plugins/common/opencl_c/source.hpp"
#include "plugins/common/request.hpp"
#include "plugins/common/source_text.hpp"
#include "plugins/common/stop.hpp"
#include "plugins/common/text.hpp"
#include "plugins/hip-hiprtc/code_object.hpp"
#include "plugins/hip-hiprtc/cuda_bridge.hpp"
#include "plugins/hip-hiprtc/link.hpp"
#include "plugins/hip-hiprtc/log.hpp"
#include "plugins/hip-hiprtc/names.hpp"
#include "plugins/hip-hiprtc/options.hpp"
#include "plugins/hip-hiprtc/signal_stack.hpp"
#include "plugins/hip-hiprtc/turn.hpp"

namespace quovis::hip {
namespace {

using plugins::CompileResult;
using plugins::PluginError;
using plugins::view;

constexpr std::array<quovis_plugin_text, 3> languages{{{"hip", 3}, {"cuda", 4}, {"opencl", 6}}};

struct Job {
    const Toolkit& toolkit;
    std::string name;  // of the source, as diagnostics show it
    std::string target;
    bool to_bitcode = false;
    CompileOptions options;
    plugins::Gathered text;
    std::vector<std::string> expressions;
    std::uint32_t last_line = 1;                   // of the source
    const opencl_c::Prepared* prepared = nullptr;  // what the text was made from, if it was
};

void require_format(const quovis_cc_request& request) {
    const std::string_view format = view(request.format);
    if (!format.empty() && format != code_object_format && format != bitcode_format) {
        throw PluginError(QUOVIS_PLUGIN_NOT_SUPPORTED,
                          fmt::format("hiprtc compiles to the formats '{}' and '{}', not '{}'", code_object_format,
                                      bitcode_format, format));
    }
}

// Relocatable code is bitcode here: hiprtc links what it calls -fgpu-rdc to a whole code object none the less.
bool wants_bitcode(const quovis_cc_request& request, const quovis_cc_options& options, const Hiprtc& rtc) {
    if (options.relocatable <= 0 && view(request.format) != bitcode_format) {
        return false;
    }
    if (rtc.hiprtcGetBitcode == nullptr || rtc.hiprtcGetBitcodeSize == nullptr) {
        throw PluginError(QUOVIS_PLUGIN_NOT_SUPPORTED,
                          fmt::format("option `relocatable`: {}, hiprtc {}, has no function hiprtcGetBitcode",
                                      rtc.library.naming(), rtc.version),
                          "ROCm 5.3 and newer have it.");
    }
    return true;
}

plugins::IncludeSearch search_for(const quovis_cc_request& request, const Toolkit& toolkit, bool is_cuda) {
    plugins::IncludeSearch search;
    for (const quovis_cc_header& header : plugins::received(request.headers, request.header_count)) {
        search.first.push_back({plugins::string(header.name), plugins::string(header.content)});
    }
    if (is_cuda) {
        search.first.push_back({std::string(cuda_prelude_name), std::string(cuda_prelude())});
    }
    for (plugins::MemoryHeader& header : built_in_headers(is_cuda)) {
        search.first.push_back(std::move(header));
    }
    search.folders = plan_for(request).include_directories;
    search.folders.insert(search.folders.end(), toolkit.include_folders.begin(), toolkit.include_folders.end());
    search.last = stand_in_headers(is_cuda);
    search.vendor_folders = toolkit.vendor_folders;
    search.vendor_prefixes.assign(std::begin(vendor_prefixes), std::end(vendor_prefixes));
    return search;
}

// The text that is compiled. A name expression stands behind it, as a place of its own: no line of the user's.
std::string framed(const quovis_cc_request& request, const CompileOptions& options, std::string_view name,
                   bool is_cuda) {
    return fmt::format("{}{}{}{}", is_cuda ? fmt::format("#include \"{}\"\n", cuda_prelude_name) : "", options.preamble,
                       plugins::numbered(name, view(request.source)),
                       request.name_expression_count == 0 ? "" : plugins::numbered(name_expressions_place, ""));
}

// hiprtc's program, destroyed with the scope.
class HeldProgram {
  public:
    HeldProgram(const Hiprtc& rtc, const Job& job) : rtc_(rtc) {
        std::vector<const char*> names;
        std::vector<const char*> texts;
        for (const plugins::GatheredHeader& header : job.text.headers) {
            names.push_back(header.name.c_str());
            texts.push_back(header.text.c_str());
        }
        const RtcResult result = rtc.hiprtcCreateProgram(&program_, job.text.source.c_str(), job.name.c_str(),
                                                         static_cast<int>(names.size()), texts.data(), names.data());
        if (result != rtc_success) {
            throw vendor_error(rtc,
                               result == rtc_out_of_memory ? QUOVIS_PLUGIN_OUT_OF_HOST_MEMORY : QUOVIS_PLUGIN_INTERNAL,
                               result, fmt::format("giving '{}' to hiprtc (hiprtcCreateProgram)", job.name));
        }
    }
    ~HeldProgram() { rtc_.hiprtcDestroyProgram(&program_); }
    HeldProgram(const HeldProgram&) = delete;
    HeldProgram& operator=(const HeldProgram&) = delete;

    Program get() const { return program_; }

  private:
    const Hiprtc& rtc_;
    Program program_ = nullptr;
};

// What hiprtc's pairs of functions for a size and for bytes give.
std::string bytes_of(Program program, RtcResult (*get_size)(Program, std::size_t*), RtcResult (*get)(Program, char*)) {
    std::size_t size = 0;
    if (get_size(program, &size) != rtc_success || size == 0) {
        return {};
    }
    std::string bytes(size, '\0');
    return get(program, bytes.data()) == rtc_success ? bytes : std::string();
}

void keep_log(const Job& job, Program program, CompileResult& result) {
    const Hiprtc& rtc = job.toolkit.rtc;
    result.log = bytes_of(program, rtc.hiprtcGetProgramLogSize, rtc.hiprtcGetProgramLog);
    while (!result.log.empty() && result.log.back() == '\0') {
        result.log.pop_back();
    }
    result.diagnostics = read_log(result.log, job.name);
    plugins::place_ends_of_source(result.diagnostics, job.name, job.last_line);
    if (job.prepared != nullptr) {
        opencl_c::restore_places(*job.prepared, result.diagnostics);
    }
}

void add_expressions(const Job& job, Program program) {
    for (const std::string& expression : job.expressions) {
        const RtcResult result = job.toolkit.rtc.hiprtcAddNameExpression(program, expression.c_str());
        if (result != rtc_success) {
            throw vendor_error(job.toolkit.rtc, QUOVIS_PLUGIN_INVALID_ARGUMENT, result,
                               fmt::format("adding the name expression '{}' (hiprtcAddNameExpression)", expression));
        }
    }
}

std::vector<const char*> pointers(const std::vector<std::string>& texts) {
    std::vector<const char*> starts;
    for (const std::string& text : texts) {
        starts.push_back(text.c_str());
    }
    return starts;
}

RtcResult compile(const Job& job, Program program) {
    std::vector<const char*> words = pointers(job.options.words);
    return job.toolkit.rtc.hiprtcCompileProgram(program, static_cast<int>(words.size()), words.data());
}

// Nothing where the source with the markers does not compile.
std::vector<std::string> find_symbols(const Job& job, const std::vector<std::string>& expressions) {
    Job marked = job;
    marked.text.source += marker_text(expressions);
    const HeldProgram program(job.toolkit.rtc, marked);
    if (compile(marked, program.get()) != rtc_success) {
        return std::vector<std::string>(expressions.size());
    }
    const std::string image = bytes_of(program.get(), job.toolkit.rtc.hiprtcGetCodeSize, job.toolkit.rtc.hiprtcGetCode);
    std::vector<std::string> kernels;
    for (const KernelFacts& kernel : read_code_object(image, job.name).kernels) {
        kernels.push_back(kernel.name);
    }
    return symbols_by_markers(kernels, expressions.size());
}

void keep_symbols(const Job& job, Program program, CompileResult& result) {
    std::vector<std::string> unfound;
    RtcResult reason = rtc_success;
    for (const std::string& expression : job.expressions) {
        const char* symbol = nullptr;
        const RtcResult got = job.toolkit.rtc.hiprtcGetLoweredName(program, expression.c_str(), &symbol);
        if (got != rtc_success || symbol == nullptr) {
            unfound.push_back(expression);
            reason = got;
        }
        result.symbols.push_back({expression, symbol != nullptr ? symbol : ""});
    }
    if (unfound.empty()) {
        return;
    }
    const std::vector<std::string> symbols = find_symbols(job, unfound);
    for (std::size_t index = 0; index < unfound.size(); ++index) {
        if (symbols[index].empty()) {
            throw vendor_error(job.toolkit.rtc, QUOVIS_PLUGIN_SOURCE_INVALID, reason,
                               fmt::format("finding the symbol of '{}' (hiprtcGetLoweredName)", unfound[index]),
                               "A name expression names a kernel, a __device__ or a __constant__ variable.");
        }
        for (plugins::Symbol& one : result.symbols) {
            one.symbol = one.expression == unfound[index] ? symbols[index] : one.symbol;
        }
    }
}

void run_hiprtc(const Job& job, CompileResult& result) {
    const Hiprtc& rtc = job.toolkit.rtc;
    const SignalStack stack;
    const HeldProgram program(rtc, job);
    add_expressions(job, program.get());
    const RtcResult compiled = compile(job, program.get());
    keep_log(job, program.get(), result);
    if (compiled != rtc_success) {
        throw compile_failed(rtc, compiled, result, {job.name, job.target, job.text, job.options.has_raw});
    }
    keep_symbols(job, program.get(), result);
    result.image = job.to_bitcode ? bytes_of(program.get(), rtc.hiprtcGetBitcodeSize, rtc.hiprtcGetBitcode)
                                  : bytes_of(program.get(), rtc.hiprtcGetCodeSize, rtc.hiprtcGetCode);
    if (result.image.empty()) {
        throw PluginError(
            QUOVIS_PLUGIN_COMPILER_CRASHED,
            fmt::format("hiprtc says that it compiled '{}' for {}, and gives no code", job.name, job.target));
    }
}

Job make_job(const Toolkit& toolkit, const quovis_cc_request& request) {
    const quovis_cc_options options = plugins::options_of(request.options);
    const bool is_cuda = view(request.language) == "cuda";
    Job job{toolkit, plugins::string(request.name), plugins::string(request.target), false, {}, {}, {}};
    toolkit.require_target(job.target);
    if (job.name.empty()) {
        job.name = is_cuda ? "program.cu" : "program.hip";
    }
    job.last_line = plugins::last_line_of(view(request.source));
    job.to_bitcode = wants_bitcode(request, options, toolkit.rtc);
    job.options = translate(options, job.target, is_cuda);
    if (job.to_bitcode && options.relocatable <= 0) {
        job.options.words.emplace_back("-fgpu-rdc");
    }
    job.text = plugins::gather(framed(request, job.options, job.name, is_cuda), search_for(request, toolkit, is_cuda));
    for (std::size_t index = 0; index < request.name_expression_count; ++index) {
        job.expressions.push_back(plugins::string(request.name_expressions[index]));
    }
    return job;
}

void run(const Job& job, const quovis_cc_request& request, CompileResult& result) {
    result.command = job.options.shown();
    result.target = job.target;
    result.format = job.to_bitcode ? bitcode_format : code_object_format;
    plugins::Stop stop(request, fmt::format("compiling {}", job.name));
    const Turn turn(stop);
    run_hiprtc(job, result);
}

void compile_opencl_c(const Toolkit& toolkit, const quovis_cc_request& request, CompileResult& result) {
    const plugins::Plan plan = plan_for(request);
    const opencl_c::Prepared prepared =
        opencl_c::prepare(request, {opencl_c::Vendor::hip, "hiprtc", plan, toolkit.origin.looks_beside_source}, result);
    const opencl_c::CompilerRequest as_hip(request, prepared, "hip", plan.other_raw, "-ffp-contract=off");
    Job job = make_job(toolkit, as_hip.get());
    job.last_line = plugins::last_line_of(view(request.source));
    job.prepared = &prepared;
    run(job, request, result);
}

}  // namespace

quovis_cc_description Compiler::describe() {
    const Toolkit& opened = toolkit();
    quovis_cc_description made = description();
    made.path = plugins::text(opened.rtc.library.opened());
    made.languages = languages.data();
    made.language_count = languages.size();
    made.flags = QUOVIS_CC_MEMORY_HEADERS | QUOVIS_CC_NAME_EXPRESSIONS | QUOVIS_CC_LINKS | QUOVIS_CC_MAY_CRASH;
    return made;
}

void Compiler::compile(const quovis_cc_request& request, CompileResult& result) {
    plugins::require_language(request, "hiprtc", {"hip", "cuda", opencl_c::language});
    require_format(request);
    const plugins::HostState state;
    if (opencl_c::is_opencl(request)) {
        compile_opencl_c(toolkit(), request, result);
        return;
    }
    const Job job = make_job(toolkit(), request);
    result.dependencies = job.text.files;
    run(job, request, result);
}

void Compiler::link(const quovis_cc_link_request& request, CompileResult& result) {
    const plugins::HostState state;
    link_images(toolkit(), request, result);
}

plugins::Plan Compiler::plan(const quovis_cc_request& request) const {
    return plan_for(request);
}

}  // namespace quovis::hip
