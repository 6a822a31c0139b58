// Modules and kernels of the working parts: an image is unpacked, checked and read for declarations.
#include "tests/fakes/parts/objects.hpp"
#include "tests/fakes/parts/tables.hpp"

namespace quovis::fakes {
namespace {

const Kernel* find_kernel(const Program& program, const std::string& name) {
    const auto symbol = program.symbols.find(name);
    const std::string& wanted = symbol == program.symbols.end() ? name : symbol->second;
    for (const Kernel& kernel : program.kernels) {
        if (kernel.name == wanted) {
            return &kernel;
        }
    }
    return nullptr;
}

std::vector<quovis_rt_parameter> parameters_of(const Kernel& kernel) {
    std::vector<quovis_rt_parameter> all;
    for (const Parameter& parameter : kernel.parameters) {
        all.push_back({sizeof(quovis_rt_parameter), parameter.kind, parameter.size, parameter.size, SIZE_MAX,
                       text(parameter.name), text(parameter.type)});
    }
    return all;
}

}  // namespace

quovis_plugin_status module_load(quovis_rt_device* device, const quovis_rt_image* image, quovis_rt_module** module,
                                 quovis_plugin_error* error) {
    count(Count::calls_module_load);
    if (const auto status = accepts(device, image, error); status != QUOVIS_PLUGIN_OK) {
        return status;
    }
    return guarded(error, QUOVIS_PLUGIN_PHASE_LOAD, [&]() -> quovis_plugin_status {
        const quovis_rt_image all = take(image);
        std::string target;
        const auto program = unpack_image({static_cast<const char*>(all.data), all.size}, target);
        if (!program) {
            return fail(error, QUOVIS_PLUGIN_IMAGE_REJECTED, QUOVIS_PLUGIN_PHASE_LOAD,
                        "'" + std::string(view(all.name)) + "' is damaged: its checksum does not match", {}, 300,
                        "FAKE_ERROR_INVALID_IMAGE");
        }
        auto made = std::make_unique<quovis_rt_module>();
        made->device = device;
        made->program = parse_program(*program);
        for (const Kernel& kernel : made->program.kernels) {
            made->names.push_back(text(kernel.name));
        }
        for (const Global& global : made->program.globals) {
            made->globals.push_back(std::make_unique<std::byte[]>(global.size));
        }
        *module = made.release();
        return QUOVIS_PLUGIN_OK;
    });
}

void module_release(quovis_rt_module* module) {
    delete module;
}

quovis_plugin_status module_kernels(quovis_rt_module* module, const quovis_plugin_text** names, size_t* count_of,
                                    quovis_plugin_error*) {
    *names = module->names.data();
    *count_of = module->names.size();
    return QUOVIS_PLUGIN_OK;
}

quovis_plugin_status module_global(quovis_rt_module* module, quovis_plugin_text name, quovis_rt_buffer_info* info,
                                   quovis_rt_buffer** buffer, quovis_plugin_error* error) {
    return guarded(error, QUOVIS_PLUGIN_PHASE_LOAD, [&]() -> quovis_plugin_status {
        const auto& globals = module->program.globals;
        for (std::size_t i = 0; i < globals.size(); ++i) {
            if (globals[i].name != view(name)) {
                continue;
            }
            auto made = std::make_unique<quovis_rt_buffer>();
            made->device = module->device;
            made->data = module->globals[i].get();
            made->size = globals[i].size;
            made->counted = 0;
            quovis_rt_buffer_info all{};
            all.size = made->size;
            all.address = reinterpret_cast<std::uintptr_t>(made->data);
            give(info, all);
            *buffer = made.release();
            return QUOVIS_PLUGIN_OK;
        }
        return fail(error, QUOVIS_PLUGIN_NOT_FOUND, QUOVIS_PLUGIN_PHASE_LOAD,
                    "the module has no global variable '" + std::string(view(name)) + "'");
    });
}

quovis_plugin_status kernel_create(quovis_rt_module* module, quovis_plugin_text name, quovis_rt_kernel** kernel,
                                   quovis_plugin_error* error) {
    count(Count::calls_kernel_create);
    return guarded(error, QUOVIS_PLUGIN_PHASE_KERNEL, [&]() -> quovis_plugin_status {
        const std::string wanted(view(name));
        const Kernel* declaration = find_kernel(module->program, wanted);
        if (declaration == nullptr) {
            return fail(error, QUOVIS_PLUGIN_NOT_FOUND, QUOVIS_PLUGIN_PHASE_KERNEL,
                        "the module has no kernel '" + wanted + "'", {}, 500, "FAKE_ERROR_NOT_FOUND");
        }
        auto made = std::make_unique<quovis_rt_kernel>();
        made->module = module;
        made->declaration = declaration;
        made->name = wanted;
        made->parameters = parameters_of(*declaration);
        *kernel = made.release();
        return QUOVIS_PLUGIN_OK;
    });
}

void kernel_release(quovis_rt_kernel* kernel) {
    delete kernel;
}

quovis_plugin_status kernel_info(quovis_rt_kernel* kernel, quovis_rt_kernel_info* info, quovis_plugin_error*) {
    count(Count::calls_kernel_info);
    const Program& program = kernel->module->program;
    quovis_rt_kernel_info all{};
    all.name = text(kernel->name);
    all.has_parameters = program.opaque ? 0 : 1;
    if (!program.opaque) {
        all.parameters = kernel->parameters.data();
        all.parameter_count = kernel->parameters.size();
    }
    all.registers = 16;
    all.max_threads_per_block = program.max_threads;
    std::copy(program.required_block.begin(), program.required_block.end(), all.required_block);
    all.preferred_multiple = 32;
    all.static_shared_memory = program.static_shared;
    all.max_dynamic_shared_memory = (96 << 10) - program.static_shared;
    give(info, all);
    return QUOVIS_PLUGIN_OK;
}

}  // namespace quovis::fakes
