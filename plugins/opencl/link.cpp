// Compiled objects and libraries, loaded from their images and linked to one program.
// OpenCL specification, section "Separate Compilation and Linking of Programs".
#include "plugins/opencl/link.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "plugins/common/host_state.hpp"
#include "plugins/common/request.hpp"
#include "plugins/common/result.hpp"
#include "plugins/common/stop.hpp"
#include "plugins/common/text.hpp"
#include "plugins/opencl/binary_check.hpp"
#include "plugins/opencl/errors.hpp"
#include "plugins/opencl/instance.hpp"
#include "plugins/opencl/program.hpp"

namespace quovis::opencl {
namespace {

using plugins::CompileResult;
using plugins::Diagnostic;
using plugins::PluginError;
using plugins::view;

struct Listener {
    const Device& device;
    std::string& log;
};

// PoCL gives no program back when a link fails, and with it goes the reason; here the program still lives.
void CL_CALLBACK keep_log(cl_program program, void* listener) {
    auto& self = *static_cast<Listener*>(listener);
    self.log = build_log(self.device, program);
}

std::string link_options(const quovis_cc_options& options) {
    const std::pair<const char*, bool> of_compiling[] = {{"optimize", options.optimize >= 0},
                                                         {"debug", options.debug > 0},
                                                         {"line_info", options.line_info > 0},
                                                         {"max_registers", options.max_registers > 0}};
    for (const auto& [name, given] : of_compiling) {
        if (given) {
            throw PluginError(QUOVIS_PLUGIN_NOT_SUPPORTED,
                              fmt::format("option `{}`: OpenCL linkers have no word for it", name),
                              "Give it where the sources are compiled.");
        }
    }
    std::string line = options.relocatable > 0 ? "-create-library" : "";
    for (std::size_t index = 0; index < options.raw_count; ++index) {
        line += fmt::format("{}{}", line.empty() ? "" : " ", view(options.raw[index]));
    }
    return line;
}

std::vector<Diagnostic> read_log(std::string_view log) {
    std::vector<Diagnostic> diagnostics = linker_messages(log);
    for (auto& parsed : {plugins::parse_clang_log(log), plugins::parse_nvidia_log(log)}) {
        for (const Diagnostic& one : parsed) {
            if (std::find(diagnostics.begin(), diagnostics.end(), one) == diagnostics.end()) {
                diagnostics.push_back(one);
            }
        }
    }
    return diagnostics;
}

cl_program_binary_type kind_of(const Device& device, cl_program program) {
    cl_program_binary_type kind = CL_PROGRAM_BINARY_TYPE_NONE;
    device.cl.clGetProgramBuildInfo(program, device.id, CL_PROGRAM_BINARY_TYPE, sizeof(kind), &kind, nullptr);
    return kind;
}

Held<cl_program> load_object(Device& device, const quovis_cc_link_input& input) {
    const std::string name = input.name.size == 0 ? "(unnamed)" : plugins::string(input.name);
    const std::string_view bytes{static_cast<const char*>(input.data), input.data == nullptr ? 0 : input.size};
    if (view(input.format) != "opencl-binary") {
        throw PluginError(QUOVIS_PLUGIN_NOT_SUPPORTED,
                          fmt::format("OpenCL links images of the format 'opencl-binary', not '{}' ('{}')",
                                      view(input.format), name));
    }
    if (bytes.empty()) {
        throw PluginError(QUOVIS_PLUGIN_IMAGE_REJECTED, fmt::format("image '{}' is empty", name));
    }
    if (device.facts.is_pocl()) {
        check_pocl_container(bytes, name);
    }
    Held<cl_program> program = program_from_binary(device, bytes, name);
    const cl_program_binary_type kind = kind_of(device, program.get());
    if (kind != CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT && kind != CL_PROGRAM_BINARY_TYPE_LIBRARY) {
        throw PluginError(QUOVIS_PLUGIN_IMAGE_REJECTED,
                          fmt::format("image '{}' is no object that {} can link", name, naming(device)),
                          "Compile its source with `relocatable` on.");
    }
    return program;
}

std::string link_objects(Device& device, const std::vector<cl_program>& objects, const std::string& options,
                         CompileResult& result) {
    cl_int error = CL_SUCCESS;
    const Held<cl_program> linked = link_programs(device, objects, options, result.log, error);
    result.diagnostics = read_log(result.log);
    if (error != CL_SUCCESS) {
        PluginError failure = vendor_error(error, fmt::format("linking for {}", naming(device)));
        if (!result.log.empty()) {
            failure.message +=
                ": " + (result.diagnostics.empty() ? result.log.substr(0, 1000) : result.diagnostics.front().message);
        }
        throw failure;
    }
    return program_binary(device, linked.get());
}

void link_images(Device& device, const quovis_cc_link_request& request, CompileResult& result) {
    if (!device.facts.has_linker) {
        throw PluginError(QUOVIS_PLUGIN_NOT_SUPPORTED,
                          fmt::format("{} does not link (CL_DEVICE_LINKER_AVAILABLE is false)", naming(device)));
    }
    const std::string options = link_options(plugins::options_of(request.options));
    std::vector<Held<cl_program>> programs;
    std::vector<cl_program> handles;
    for (const quovis_cc_link_input& input : plugins::received(request.inputs, request.input_count)) {
        programs.push_back(load_object(device, input));
        handles.push_back(programs.back().get());
    }
    if (handles.empty()) {
        throw PluginError(QUOVIS_PLUGIN_INVALID_ARGUMENT, "there is no image to link");
    }
    result.command = options;
    result.target = device.facts.target;
    result.format = "opencl-binary";
    result.image =
        whole_binary(device, "the linked image", [&] { return link_objects(device, handles, options, result); });
    if (result.image.empty()) {
        throw PluginError(QUOVIS_PLUGIN_NOT_SUPPORTED,
                          fmt::format("the images link, but the driver of {} gives no binary of it", naming(device)));
    }
}

}  // namespace

Held<cl_program> link_programs(Device& device, const std::vector<cl_program>& programs, const std::string& options,
                               std::string& log, cl_int& error) {
    // With a listener a driver may go on in the background; PoCL does not.
    const bool listens = device.facts.is_pocl();
    Listener listener{device, log};
    const cl_program made =
        device.cl.clLinkProgram(device.context(), 1, &device.id, options.c_str(), static_cast<cl_uint>(programs.size()),
                                programs.data(), listens ? keep_log : nullptr, listens ? &listener : nullptr, &error);
    Held<cl_program> linked(made, device.cl.clReleaseProgram);
    if (linked && !listens) {
        log = build_log(device, linked.get());
    }
    if (error == CL_SUCCESS && !linked) {
        error = CL_LINK_PROGRAM_FAILURE;
    }
    return linked;
}

std::vector<Diagnostic> linker_messages(std::string_view log) {
    std::vector<Diagnostic> diagnostics;
    constexpr std::string_view twice = "symbol multiply defined!";
    for (std::string_view rest = log; !rest.empty();) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        std::string_view line = rest.substr(0, end);
        rest.remove_prefix(std::min(end + 1, rest.size()));
        const std::size_t at = line.find(twice);
        if (at != std::string_view::npos) {
            line = line.substr(0, at + twice.size());
        }
        if (at != std::string_view::npos || line.substr(0, 19) == "Cannot find symbol ") {
            diagnostics.push_back({"", std::string(line), 0, 0, QUOVIS_CC_ERROR});
        }
    }
    return diagnostics;
}

quovis_plugin_status link(quovis_plugin_instance* instance, const quovis_cc_link_request* given,
                          quovis_cc_result* result, quovis_plugin_error* error) {
    return plugins::deliver(result, error, QUOVIS_PLUGIN_PHASE_LINK, [&](CompileResult& content) {
        const plugins::HostState state;
        const quovis_cc_link_request request = plugins::received(given);
        if (const std::string_view format = view(request.format); !format.empty() && format != "opencl-binary") {
            throw PluginError(QUOVIS_PLUGIN_NOT_SUPPORTED,
                              fmt::format("OpenCL links to the format 'opencl-binary', not '{}'", format));
        }
        plugins::Stop(request, "linking").throw_if_asked("before the linker was started");
        link_images(instance->device_for(view(request.target)), request, content);
    });
}

}  // namespace quovis::opencl
