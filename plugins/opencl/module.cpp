// Loads images: a device's own binary, or SPIR-V where the device takes it.
#include "plugins/opencl/module.hpp"

#include <fmt/format.h>

#include <memory>
#include <utility>

#include "plugins/common/host_state.hpp"
#include "plugins/common/text.hpp"
#include "plugins/opencl/binary_check.hpp"
#include "plugins/opencl/errors.hpp"
#include "plugins/opencl/options.hpp"
#include "plugins/opencl/program.hpp"

using namespace quovis::opencl;

quovis_rt_module::quovis_rt_module(Device& of_device, Held<cl_program> built)
    : device(of_device),
      names(kernel_names(of_device, built.get())),
      program_(std::move(built)),
      binary_parameters_(of_device, program_.get()) {
    for (const std::string& name : names) {
        name_texts.push_back(quovis::plugins::text(name));
    }
}

namespace quovis::opencl {
namespace {

using plugins::PluginError;

std::string_view bytes_of(const quovis_rt_image& image) {
    return {static_cast<const char*>(image.data), image.data == nullptr ? 0 : image.size};
}

std::string name_of(const quovis_rt_image& image) {
    return plugins::view(image.name).empty() ? "(unnamed)" : plugins::string(image.name);
}

Held<cl_program> program_from_il(Device& device, const quovis_rt_image& image) {
    cl_int error = CL_SUCCESS;
    const cl_program made = device.cl.clCreateProgramWithIL(device.context(), image.data, image.size, &error);
    if (error != CL_SUCCESS) {
        throw vendor_error(QUOVIS_PLUGIN_IMAGE_REJECTED, error,
                           fmt::format("loading SPIR-V image '{}' on {}", name_of(image), naming(device)));
    }
    return {made, device.cl.clReleaseProgram};
}

[[noreturn]] void fail_build(const Device& device, const quovis_rt_image& image, cl_program program, cl_int error) {
    const std::string log = build_log(device, program);
    PluginError failure = vendor_error(QUOVIS_PLUGIN_IMAGE_REJECTED, error,
                                       fmt::format("building image '{}' for {}", name_of(image), naming(device)));
    if (!log.empty()) {
        failure.message += ": " + log;
    }
    throw failure;
}

Held<cl_program> load_binary(Device& device, const quovis_rt_image& image) {
    if (device.facts.is_pocl()) {
        check_pocl_binary(bytes_of(image), name_of(image));
    }
    if (device.facts.is_nvidia()) {
        check_nvidia_binary(bytes_of(image), name_of(image));
    }
    Held<cl_program> program = program_from_binary(device, bytes_of(image), name_of(image));
    // PoCL tells the parameters of a binary only if asked with this option again; others may not take it for a binary.
    cl_int error = build(device, program.get(), "-cl-kernel-arg-info");
    if (error == CL_INVALID_BUILD_OPTIONS) {
        program = program_from_binary(device, bytes_of(image), name_of(image));
        error = build(device, program.get(), "");
    }
    if (error != CL_SUCCESS) {
        fail_build(device, image, program.get(), error);
    }
    return program;
}

Held<cl_program> load_il(Device& device, const quovis_rt_image& image) {
    check_spirv(bytes_of(image), name_of(image));
    std::string line;
    if (image.options != nullptr) {
        line = translate_for_image(plugins::received(image.options), device.facts).line;
    }
    Held<cl_program> program = program_from_il(device, image);
    if (const cl_int error = build(device, program.get(), line); error != CL_SUCCESS) {
        fail_build(device, image, program.get(), error);
    }
    return program;
}

}  // namespace

quovis_plugin_status module_load(quovis_rt_device* device, const quovis_rt_image* given, quovis_rt_module** module,
                                 quovis_plugin_error* error) {
    return plugins::guard_host(error, QUOVIS_PLUGIN_PHASE_LOAD, [&] {
        const quovis_rt_image image = plugins::received(given);
        require_loadable(*device, image);
        if (image.data == nullptr || image.size == 0) {
            throw PluginError(QUOVIS_PLUGIN_IMAGE_REJECTED, fmt::format("image '{}' is empty", name_of(image)));
        }
        Held<cl_program> program =
            plugins::view(image.format) == "spirv" ? load_il(*device, image) : load_binary(*device, image);
        *module = std::make_unique<Module>(*device, std::move(program)).release();
    });
}

void module_release(quovis_rt_module* module) {
    plugins::contain("opencl: releasing a module", [&] { delete module; });
}

quovis_plugin_status module_kernels(quovis_rt_module* module, const quovis_plugin_text** names, std::size_t* count,
                                    quovis_plugin_error* error) {
    return plugins::guard(error, QUOVIS_PLUGIN_PHASE_KERNEL, [&] {
        *names = module->name_texts.data();
        *count = module->name_texts.size();
    });
}

}  // namespace quovis::opencl
