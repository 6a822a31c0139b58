// Loading images, and what is in them.
#include "plugins/hip-hiprtc/module.hpp"

#include <fmt/format.h>

#include <memory>

#include "plugins/common/text.hpp"
#include "plugins/hip-hiprtc/image.hpp"
#include "plugins/hip-hiprtc/memory.hpp"

namespace quovis::hip {
namespace {

using plugins::PluginError;

PluginError load_failed(const Device& device, const quovis_rt_image& image, Result result) {
    quovis_plugin_status status = status_of(result);
    if (status == QUOVIS_PLUGIN_INVALID_ARGUMENT || status == QUOVIS_PLUGIN_NOT_FOUND) {
        status = QUOVIS_PLUGIN_IMAGE_REJECTED;
    }
    return vendor_error(device.hip, status, result,
                        fmt::format("loading {} on {} (hipModuleLoadData)", naming(image), naming(device)),
                        result == error_no_binary_for_gpu
                            ? fmt::format("The image has no code for {}; compile for it.", device.facts.target)
                            : "");
}

std::string list_kernels(const Module& module) {
    std::string all;
    for (const KernelFacts& kernel : module.content->kernels) {
        all += (all.empty() ? "" : ", ") + kernel.name;
    }
    return all.empty() ? "It has no kernels." : fmt::format("It has: {}.", all);
}

const KernelFacts* find_facts(const Module& module, std::string_view name) {
    if (module.content) {
        for (const KernelFacts& kernel : module.content->kernels) {
            if (kernel.name == name) {
                return &kernel;
            }
        }
    }
    return nullptr;
}

PluginError kernel_missing(const Module& module, const std::string& name, Result result) {
    return vendor_error(module.device.hip, QUOVIS_PLUGIN_NOT_FOUND, result,
                        fmt::format("looking for the kernel `{}` in `{}` (hipModuleGetFunction)", name, module.name),
                        module.content ? list_kernels(module) : "");
}

// HIP answers with one of several numbers for a name that is not there; what the image says decides.
bool is_missing(const Module& module, const std::string& name, Result result) {
    return result == error_not_found || (module.content && find_facts(module, name) == nullptr);
}

void find_global(const Module& module, const std::string& name, Buffer& buffer) {
    const Functions& hip = module.device.hip;
    const auto find = QUOVIS_HIP_CALL(hip, hipModuleGetGlobal);
    const Current current(module.device);
    const Result result = find(&buffer.address, &buffer.size, module.handle, name.c_str());
    if (result != error_success) {
        const std::string doing =
            fmt::format("looking for the global variable `{}` in `{}` (hipModuleGetGlobal)", name, module.name);
        const quovis_plugin_status status = status_of(result);
        throw vendor_error(hip, status == QUOVIS_PLUGIN_INVALID_ARGUMENT ? QUOVIS_PLUGIN_NOT_FOUND : status, result,
                           doing);
    }
}

void load(Module& module, const quovis_rt_image& image) {
    const Functions& hip = module.device.hip;
    const Current current(module.device);
    const Result result = hip.hipModuleLoadData(&module.handle, module.image.data());
    if (result != error_success) {
        throw load_failed(module.device, image, result);
    }
    module.owned = true;
}

}  // namespace

quovis_plugin_status module_load(quovis_rt_device* device, const quovis_rt_image* image, quovis_rt_module** loaded,
                                 quovis_plugin_error* error) {
    return plugins::guard(error, QUOVIS_PLUGIN_PHASE_LOAD, [&] {
        const auto given = plugins::received(image);
        if (given.data == nullptr || given.size == 0) {
            throw PluginError(QUOVIS_PLUGIN_IMAGE_REJECTED, fmt::format("{} is empty", naming(given)));
        }
        require_loadable(*device, given);
        auto module = std::make_unique<Module>(*device);
        module->name = given.name.size == 0 ? "the module" : plugins::string(given.name);
        module->image = bytes_of(given);
        module->content = content_of(given, device->facts.target);
        if (module->content) {
            for (const KernelFacts& kernel : module->content->kernels) {
                module->kernel_texts.push_back(plugins::text(kernel.name));
            }
        }
        load(*module, given);
        *loaded = module.release();
    });
}

void module_release(quovis_rt_module* module) {
    if (module == nullptr) {
        return;
    }
    const std::unique_ptr<Module> held(module);
    if (held->owned) {
        plugins::contain("unloading a module", [&] {
            // A kernel of it may still run, and no document says that hipModuleUnload waits for it.
            const Functions& hip = held->device.hip;
            const Current current(held->device);
            wait_for_users(held->device);
            check(hip, hip.hipModuleUnload(held->handle), "hipModuleUnload");
        });
    }
}

quovis_plugin_status module_kernels(quovis_rt_module* module, const quovis_plugin_text** names, std::size_t* count,
                                    quovis_plugin_error* error) {
    return plugins::guard(error, QUOVIS_PLUGIN_PHASE_LOAD, [&] {
        if (!module->content) {
            throw PluginError(
                QUOVIS_PLUGIN_NOT_SUPPORTED,
                fmt::format("`{}` does not say which kernels it has, and HIP cannot list them", module->name));
        }
        *names = module->kernel_texts.data();
        *count = module->kernel_texts.size();
    });
}

quovis_plugin_status module_global(quovis_rt_module* module, quovis_plugin_text name, quovis_rt_buffer_info* info,
                                   quovis_rt_buffer** found, quovis_plugin_error* error) {
    return plugins::guard(error, QUOVIS_PLUGIN_PHASE_LOAD, [&] {
        auto buffer = std::make_unique<Buffer>(Buffer{module->device, nullptr, 0, nullptr, Buffer::Origin::foreign});
        find_global(*module, plugins::string(name), *buffer);
        auto filled = plugins::sized<quovis_rt_buffer_info>();
        filled.size = buffer->size;
        filled.kind = QUOVIS_RT_MEMORY_DEVICE;
        filled.address = number_of(buffer->address);
        plugins::give(info, filled);
        *found = buffer.release();
    });
}

quovis_plugin_status kernel_create(quovis_rt_module* module, quovis_plugin_text name, quovis_rt_kernel** created,
                                   quovis_plugin_error* error) {
    return plugins::guard(error, QUOVIS_PLUGIN_PHASE_KERNEL, [&] {
        const Functions& hip = module->device.hip;
        const std::string wanted = plugins::string(name);
        const Current current(module->device);
        FunctionHandle function = nullptr;
        const Result result = hip.hipModuleGetFunction(&function, module->handle, wanted.c_str());
        if (result != error_success && is_missing(*module, wanted, result)) {
            throw kernel_missing(*module, wanted, result);
        }
        check_with(hip, result, [&] {
            return fmt::format("making the kernel `{}` of `{}` (hipModuleGetFunction)", wanted, module->name);
        });
        *created = std::make_unique<Kernel>(module->device, function, wanted, find_facts(*module, wanted)).release();
    });
}

void kernel_release(quovis_rt_kernel* kernel) {
    delete kernel;  // a hipFunction_t is the module's
}

}  // namespace quovis::hip
