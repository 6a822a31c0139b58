// Compiles OpenCL C to a device's own binary.
// A driver cannot be stopped while it compiles: deadline and cancellation are looked at before it starts.
#include "plugins/opencl/compiler.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <functional>
#include <optional>

#include "plugins/common/host_state.hpp"
#include "plugins/common/request.hpp"
#include "plugins/common/result.hpp"
#include "plugins/common/text.hpp"
#include "plugins/opencl/driver_compiler.hpp"
#include "plugins/opencl/errors.hpp"
#include "plugins/opencl/instance.hpp"
#include "plugins/opencl/link.hpp"
#include "plugins/opencl/options.hpp"
#include "plugins/opencl/program.hpp"
#include "plugins/opencl/sources.hpp"

namespace quovis::opencl {
namespace {

using plugins::CompileResult;
using plugins::Diagnostic;
using plugins::PluginError;
using plugins::view;

constexpr std::string_view the_language = "opencl";
constexpr std::string_view the_format = "opencl-binary";

struct Job {
    quovis_cc_request request;
    Device& device;
    BuildOptions options;
    Sources sources;
};

void check_request(const quovis_cc_request& request) {
    plugins::require_language(request, "OpenCL", {the_language});
    if (!view(request.format).empty() && view(request.format) != the_format) {
        throw PluginError(QUOVIS_PLUGIN_NOT_SUPPORTED,
                          fmt::format("OpenCL compiles to the format 'opencl-binary', not '{}'", view(request.format)));
    }
    if (request.name_expression_count != 0) {
        throw PluginError(QUOVIS_PLUGIN_NOT_SUPPORTED,
                          fmt::format("OpenCL C has no templates: the name expression '{}' has no meaning",
                                      view(request.name_expressions[0])),
                          "Ask for the kernel by its own name.");
    }
}

void check_time(const quovis_cc_request& request) {
    if (request.cancelled != nullptr && request.cancelled(request.cancel_context) != 0) {
        throw PluginError(QUOVIS_PLUGIN_CANCELLED, "cancelled before the compiler was started");
    }
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    const auto now_ns =
        static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000u + static_cast<std::uint64_t>(now.tv_nsec);
    if (request.deadline_ns != 0 && now_ns >= request.deadline_ns) {
        throw PluginError(QUOVIS_PLUGIN_TIMED_OUT, "the deadline had passed before the compiler was started");
    }
}

const Diagnostic* first_error(const CompileResult& result) {
    const auto found = std::find_if(result.diagnostics.begin(), result.diagnostics.end(),
                                    [](const Diagnostic& one) { return one.severity == QUOVIS_CC_ERROR; });
    return found == result.diagnostics.end() ? nullptr : &*found;
}

std::string reason(const CompileResult& result) {
    if (const Diagnostic* error = first_error(result)) {
        return error->line == 0 ? error->message
                                : fmt::format("{}:{}:{}: {}", error->file, error->line, error->column, error->message);
    }
    const std::string start = result.log.substr(0, 1000);
    const std::size_t end = start.find_last_not_of(" \t\r\n");
    return end == std::string::npos ? "the compiler gave no reason" : start.substr(0, end + 1);
}

bool options_refused(cl_int error) {
    return error == CL_INVALID_BUILD_OPTIONS || error == CL_INVALID_COMPILER_OPTIONS ||
           error == CL_INVALID_LINKER_OPTIONS;
}

[[noreturn]] void fail(const Job& job, const CompileResult& result, cl_int error, std::string_view doing) {
    const std::string what = fmt::format("{} '{}' for {}", doing, job.sources.name(), naming(job.device));
    if (!options_refused(error)) {
        PluginError failure = vendor_error(error, what);
        if (failure.status == QUOVIS_PLUGIN_SOURCE_INVALID) {
            failure.message += ": " + reason(result);
            if (const Diagnostic* first = first_error(result)) {
                failure.hint = job.sources.where_looked_for(first->message);
            }
        }
        throw failure;
    }
    const bool users_own = job.options.has_raw;
    PluginError failure =
        vendor_error(users_own ? QUOVIS_PLUGIN_INVALID_ARGUMENT : QUOVIS_PLUGIN_NOT_SUPPORTED, error, what);
    failure.message += fmt::format(": the driver refuses the options \"{}\": {}", job.options.line, reason(result));
    failure.hint = users_own ? "Check the raw options."
                             : fmt::format("The typed options in use are: {}", fmt::join(job.options.typed, ", "));
    throw failure;
}

// PoCL keeps what it has built under a hash of the preprocessed source, in which comments and #line are gone, and
// answers with the messages of the first source that had it: of another file, on other lines, or none. A macro that is
// named after the whole text keeps texts apart.
std::string pocl_own_entry(const Job& job) {
    return fmt::format("-DQUOVIS_SOURCE_{:016x}", job.sources.hash());
}

// PoCL has clang count its messages on the process's stderr ("1 error generated."), which is the host's (rule 7). clang
// stays quiet when it shows no carets. PoCL passes on options that it does not know only behind a tab: it divides the
// option line at blanks, clang's at any white space. A PoCL that refuses this is given the line without it.
template <class Build>
cl_int build_on_pocl(const Job& job, Build&& build) {
    const std::string entry = pocl_own_entry(job);
    const cl_int error = build(fmt::format("{}\t-fno-caret-diagnostics {}", entry, job.options.line));
    return options_refused(error) ? build(fmt::format("{} {}", entry, job.options.line)) : error;
}

void without_parameter_question(std::string& line) {
    if (const auto at = line.find(parameter_question); at != std::string::npos) {
        line.erase(at, parameter_question.size());
    }
}

// NVIDIA's driver (580) makes PTX that its own assembler refuses when it is asked for the parameters of a kernel that
// has none. Such a program is built without the question, and its parameters are known by number only.
template <class Build>
cl_int build_on_nvidia(const Job& job, cl_program program, Build&& build) {
    const cl_int error = build(job.options.line);
    const bool assembler_failed =
        error != CL_SUCCESS && build_log(job.device, program).find("ptxas") != std::string::npos;
    if (!assembler_failed) {
        return error;
    }
    std::string line = job.options.line;
    without_parameter_question(line);
    return build(line);
}

// Runs `build(options)` on a program.
template <class Build>
cl_int run_build(const Job& job, cl_program program, Build&& build) {
    if (job.device.facts.is_nvidia()) {
        return build_on_nvidia(job, program, build);
    }
    return job.device.facts.is_pocl() ? build_on_pocl(job, build) : build(job.options.line);
}

void keep_log(const Job& job, CompileResult& result, const std::string& log) {
    for (Diagnostic& diagnostic : job.sources.read_log(log, job.device.facts)) {
        // PoCL preprocesses twice and tells the preprocessor's messages twice.
        if (std::find(result.diagnostics.begin(), result.diagnostics.end(), diagnostic) == result.diagnostics.end()) {
            result.diagnostics.push_back(std::move(diagnostic));
        }
    }
    if (!result.log.empty() && result.log.back() != '\n' && !log.empty()) {
        result.log += '\n';
    }
    result.log += log;
}

struct Headers {
    std::vector<Held<cl_program>> programs;
    std::vector<cl_program> handles;
    std::vector<const char*> names;
};

Headers make_headers(const Job& job) {
    Headers made;
    for (const plugins::GatheredHeader& header : job.sources.headers()) {
        made.programs.push_back(program_from_source(job.device, header.text));
        made.handles.push_back(made.programs.back().get());
        made.names.push_back(header.name.c_str());
    }
    return made;
}

struct Made {
    Held<cl_program> program;
    cl_int error = CL_SUCCESS;
    std::string_view failed;  // "compiling", "linking"
};

// To an object, with the headers in memory; and on to a program, unless an object is wanted.
Made make_with_headers(const Job& job, const Headers& headers, bool ask_for_parameters, CompileResult& result) {
    const Functions& cl = job.device.cl;
    Held<cl_program> source = program_from_source(job.device, job.sources.text());
    const cl_int compiled = run_build(job, source.get(), [&](std::string options) {
        if (!ask_for_parameters) {
            without_parameter_question(options);
        }
        return cl.clCompileProgram(source.get(), 1, &job.device.id, options.c_str(),
                                   static_cast<cl_uint>(headers.handles.size()), headers.handles.data(),
                                   const_cast<const char**>(headers.names.data()), nullptr, nullptr);
    });
    keep_log(job, result, build_log(job.device, source.get()));
    if (compiled != CL_SUCCESS) {
        return {{}, compiled, "compiling"};
    }
    if (job.options.relocatable) {
        return {std::move(source), CL_SUCCESS, {}};
    }
    cl_int error = CL_SUCCESS;
    std::string log;
    Held<cl_program> linked = link_programs(job.device, {source.get()}, "", log, error);
    keep_log(job, result, log);
    return {std::move(linked), error, "linking"};
}

Held<cl_program> compile_and_link(const Job& job, CompileResult& result) {
    if (!job.device.facts.has_linker) {
        throw PluginError(QUOVIS_PLUGIN_NOT_SUPPORTED,
                          fmt::format("{} takes no headers from memory and makes no relocatable objects "
                                      "(CL_DEVICE_LINKER_AVAILABLE is false)",
                                      naming(job.device)),
                          "Use include directories with paths of plain letters and digits.");
    }
    const Headers headers = make_headers(job);
    Made made = make_with_headers(job, headers, true, result);
    if (job.device.facts.is_nvidia() && made.error != CL_SUCCESS && made.failed == "linking") {
        // As in build_on_nvidia(); here the assembler runs when the program is linked.
        result.log.clear();
        result.diagnostics.clear();
        made = make_with_headers(job, headers, false, result);
    }
    if (made.error != CL_SUCCESS) {
        fail(job, result, made.error, made.failed);
    }
    return std::move(made.program);
}

// NVIDIA's driver (580) forgets the messages of a source that is in its own cache. Compiled without being linked, a
// source does not go through that cache.
void ask_nvidia_for_messages(const Job& job, CompileResult& result) {
    std::string line = job.options.line;
    without_parameter_question(line);
    const Held<cl_program> again = program_from_source(job.device, job.sources.text());
    job.device.cl.clCompileProgram(again.get(), 1, &job.device.id, line.c_str(), 0, nullptr, nullptr, nullptr, nullptr);
    keep_log(job, result, build_log(job.device, again.get()));
}

Held<cl_program> compile_alone(const Job& job, CompileResult& result) {
    Held<cl_program> source = program_from_source(job.device, job.sources.text());
    const cl_int error = run_build(
        job, source.get(), [&](const std::string& options) { return build(job.device, source.get(), options); });
    keep_log(job, result, build_log(job.device, source.get()));
    if (error != CL_SUCCESS) {
        fail(job, result, error, "compiling");
    }
    if (job.device.facts.is_nvidia() && result.log.find_first_not_of(" \r\n") == std::string::npos) {
        ask_nvidia_for_messages(job, result);
    }
    return source;
}

std::string build_image(const Job& job, CompileResult& result) {
    const bool alone = job.sources.headers().empty() && !job.options.relocatable;
    const Held<cl_program> program = alone ? compile_alone(job, result) : compile_and_link(job, result);
    return program_binary(job.device, program.get());
}

void compile_job(const Job& job, CompileResult& result) {
    result.command = job.options.shown;
    result.target = job.device.facts.target;
    result.format = the_format;
    result.image = whole_binary(job.device, job.sources.name(), [&] {
        result.log.clear();
        result.diagnostics.clear();
        return build_image(job, result);
    });
    if (result.image.empty()) {
        throw PluginError(QUOVIS_PLUGIN_NOT_SUPPORTED,
                          fmt::format("'{}' compiled, but the driver of {} gives no binary of it", job.sources.name(),
                                      naming(job.device)));
    }
}

}  // namespace

quovis_plugin_status describe(quovis_plugin_instance* instance, quovis_cc_description* description,
                              quovis_plugin_error* error) {
    return plugins::guard_host(error, QUOVIS_PLUGIN_PHASE_INITIALIZE, [&] {
        static constexpr quovis_plugin_text languages[] = {{the_language.data(), the_language.size()}};
        static constexpr quovis_plugin_text formats[] = {{the_format.data(), the_format.size()}};
        const auto& known = instance->description();
        auto filled = plugins::sized<quovis_cc_description>();
        filled.identity = plugins::text(known.identity);
        filled.version = plugins::text(known.version);
        filled.path = plugins::text(instance->functions().library.opened());
        filled.languages = languages;
        filled.language_count = std::size(languages);
        filled.formats = formats;
        filled.format_count = std::size(formats);
        filled.flags = QUOVIS_CC_MEMORY_HEADERS | QUOVIS_CC_LINKS;
        plugins::give(description, filled);
    });
}

quovis_plugin_status targets(quovis_plugin_instance* instance, const quovis_plugin_text** targets, size_t* count,
                             quovis_plugin_error* error) {
    return plugins::guard_host(error, QUOVIS_PLUGIN_PHASE_COMPILE, [&] {
        const auto& known = instance->description();
        *targets = known.target_texts.data();
        *count = known.target_texts.size();
    });
}

quovis_plugin_status compile(quovis_plugin_instance* instance, const quovis_cc_request* given, quovis_cc_result* result,
                             quovis_plugin_error* error) {
    return plugins::deliver(result, error, QUOVIS_PLUGIN_PHASE_COMPILE, [&](CompileResult& content) {
        const plugins::HostState state;
        const quovis_cc_request request = plugins::received(given);
        check_request(request);
        Device& device = instance->device_for(view(request.target));
        const BuildOptions built = translate(plugins::options_of(request.options), device.facts);
        const Job job{request, device, built, Sources(request, built)};
        content.dependencies = job.sources.files();
        check_time(request);
        compile_job(job, content);
    });
}

quovis_plugin_status origin(quovis_plugin_instance*, quovis_cc_origin* origin, quovis_plugin_error* error) {
    return plugins::guard(error, QUOVIS_PLUGIN_PHASE_INITIALIZE,
                          [&] { plugins::give(origin, plugins::sized<quovis_cc_origin>()); });
}

quovis_plugin_status plan(quovis_plugin_instance* instance, const quovis_cc_request* given, quovis_cc_plan* plan,
                          quovis_plugin_error* error) {
    return plugins::guard(error, QUOVIS_PLUGIN_PHASE_COMPILE, [&] {
        const quovis_cc_request request = plugins::received(given);
        std::optional<plugins::HostState> state;
        if (!instance->has_devices()) {
            state.emplace();  // drivers will be opened; to look after the host takes longer than the plan
        }
        plugins::hand_over(plan, plan_for(request, instance->device_for(view(request.target)).facts));
    });
}

}  // namespace quovis::opencl
