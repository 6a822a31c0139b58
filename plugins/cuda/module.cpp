// Loading images, and what is in them.
#include "plugins/cuda/module.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <cstdint>
#include <memory>

#include "plugins/common/error.hpp"
#include "plugins/common/host.hpp"
#include "plugins/common/text.hpp"
#include "plugins/cuda/image.hpp"
#include "plugins/cuda/memory.hpp"

namespace quovis::cuda {
namespace {

using plugins::PluginError;

// The options of a load, and the two logs that the driver's PTX compiler writes.
class LoadOptions {
  public:
    explicit LoadOptions(const quovis_rt_image& image) {
        add_buffer(CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES, errors_);
        add_buffer(CU_JIT_INFO_LOG_BUFFER, CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES, remarks_);
        if (plugins::view(image.format) == "ptx" && image.options != nullptr) {
            add_typed(plugins::received(image.options));
        }
    }

    unsigned int count() const { return static_cast<unsigned int>(names_.size()); }
    CUjit_option* names() { return names_.data(); }
    void** values() { return values_.data(); }
    std::string errors() const { return text_of(errors_); }
    std::string remarks() const { return text_of(remarks_); }

  private:
    using Log = std::array<char, 16384>;

    // Options that are the PTX compiler's; the others had their effect when the PTX was made.
    void add_typed(const quovis_cc_options& options) {
        if (options.optimize >= 0) {
            add(CU_JIT_OPTIMIZATION_LEVEL, static_cast<std::uintptr_t>(options.optimize));
        }
        if (options.debug > 0) {
            add(CU_JIT_GENERATE_DEBUG_INFO, 1);
        }
        if (options.line_info > 0) {
            add(CU_JIT_GENERATE_LINE_INFO, 1);
        }
        if (options.max_registers > 0) {
            add(CU_JIT_MAX_REGISTERS, static_cast<std::uintptr_t>(options.max_registers));
        }
    }

    void add_buffer(CUjit_option buffer, CUjit_option size, Log& log) {
        add(buffer, reinterpret_cast<std::uintptr_t>(log.data()));
        add(size, log.size() - 1);
    }

    void add(CUjit_option name, std::uintptr_t value) {
        names_.push_back(name);
        values_.push_back(reinterpret_cast<void*>(value));
    }

    static std::string text_of(const Log& log) {
        std::string text(log.data());
        while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) {
            text.pop_back();
        }
        return text;
    }

    std::vector<CUjit_option> names_;
    std::vector<void*> values_;
    Log errors_{};
    Log remarks_{};
};

PluginError load_failed(const Device& device, const quovis_rt_image& image, CUresult result,
                        const LoadOptions& options) {
    const std::string doing = fmt::format("loading {} ({}) on {} (cuModuleLoadDataEx)", naming(image),
                                          plugins::view(image.format), naming(device));
    quovis_plugin_status status = status_of(result);
    if (status == QUOVIS_PLUGIN_INVALID_ARGUMENT || status == QUOVIS_PLUGIN_NOT_FOUND) {
        status = QUOVIS_PLUGIN_IMAGE_REJECTED;
    }
    const bool is_wrong_device = result == CUDA_ERROR_NO_BINARY_FOR_GPU;
    PluginError error = vendor_error(
        device.cuda, status, result, doing,
        is_wrong_device ? fmt::format("The image has no code for {}; compile for it.", device.facts.target) : "");
    if (const std::string said = options.errors(); !said.empty()) {
        error.message += fmt::format("\n{}", said);
    }
    return error;
}

CUmodule load(Device& device, const quovis_rt_image& image) {
    LoadOptions options(image);
    std::string text;  // the driver wants PTX to end in a zero byte
    const void* data = image.data;
    if (plugins::view(image.format) == "ptx") {
        text = bytes_of(image);
        data = text.c_str();
    }
    const Current current(device);
    CUmodule handle = nullptr;
    const CUresult result =
        device.cuda.cuModuleLoadDataEx(&handle, data, options.count(), options.names(), options.values());
    if (result != CUDA_SUCCESS) {
        throw load_failed(device, image, result, options);
    }
    if (const std::string said = options.remarks(); !said.empty()) {
        plugins::log(QUOVIS_PLUGIN_LOG_DEBUG, fmt::format("{}: {}", naming(image), said));
    }
    return handle;
}

// A driver that tells where the parameters are leaves it to PTX alone to tell something of their types.
ParameterLists parameters_beside_the_driver(const Device& device, const quovis_rt_image& image) {
    const std::string_view format = plugins::view(image.format);
    const bool is_needed = device.cuda.cuFuncGetParamInfo == nullptr || format == "ptx";
    return is_needed ? parameters_of_image(format, bytes_of(image)) : ParameterLists();
}

bool can_list_kernels(const Functions& cuda) {
    return cuda.cuModuleGetFunctionCount != nullptr && cuda.cuModuleEnumerateFunctions != nullptr &&
           cuda.cuFuncGetName != nullptr;
}

void list_kernels(Module& module) {
    const Functions& cuda = module.device.cuda;
    const Current current(module.device);
    unsigned int count = 0;
    check(cuda, cuda.cuModuleGetFunctionCount(&count, module.handle),
          "counting the kernels of a module (cuModuleGetFunctionCount)");
    std::vector<CUfunction> functions(count);
    check(cuda, cuda.cuModuleEnumerateFunctions(functions.data(), count, module.handle),
          "listing the kernels of a module (cuModuleEnumerateFunctions)");
    std::vector<std::string> names;
    for (const CUfunction function : functions) {
        const char* name = nullptr;
        check(cuda, cuda.cuFuncGetName(&name, function), "asking a kernel for its name (cuFuncGetName)");
        names.emplace_back(name);
    }
    module.kernels = std::move(names);
    for (const std::string& name : module.kernels) {
        module.kernel_texts.push_back(plugins::text(name));
    }
}

const std::vector<quovis_plugin_text>& kernels_of(Module& module) {
    need(module.device.cuda, can_list_kernels(module.device.cuda), "cuModuleEnumerateFunctions", "12.4");
    const std::lock_guard lock(module.mutex);
    if (module.kernels.empty()) {
        list_kernels(module);
    }
    return module.kernel_texts;
}

PluginError kernel_missing(Module& module, const std::string& name, CUresult result) {
    std::string others;
    if (can_list_kernels(module.device.cuda)) {
        kernels_of(module);
        others =
            module.kernels.empty() ? "It has no kernels." : fmt::format("It has: {}.", fmt::join(module.kernels, ", "));
    }
    return vendor_error(module.device.cuda, QUOVIS_PLUGIN_NOT_FOUND, result,
                        fmt::format("looking for the kernel `{}` in `{}` (cuModuleGetFunction)", name, module.name),
                        others);
}

void find_global(Module& module, const std::string& name, Buffer& buffer) {
    const Functions& cuda = module.device.cuda;
    const Current current(module.device);
    const CUresult result = cuda.cuModuleGetGlobal(&buffer.address, &buffer.size, module.handle, name.c_str());
    check_with(cuda, result, [&] {
        return fmt::format("looking for the global variable `{}` in `{}` (cuModuleGetGlobal)", name, module.name);
    });
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
        module->handle = load(*device, given);
        module->owned = true;
        module->parameters = parameters_beside_the_driver(*device, given);
        module->records = records_of_image(plugins::view(given.format), bytes_of(given));
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
            // A kernel of it may still run, and no document says that cuModuleUnload waits for it.
            const Current current(held->device);
            held->device.wait_for_users();
            check(held->device.cuda, held->device.cuda.cuModuleUnload(held->handle), "cuModuleUnload");
        });
    }
}

quovis_plugin_status module_kernels(quovis_rt_module* module, const quovis_plugin_text** names, std::size_t* count,
                                    quovis_plugin_error* error) {
    return plugins::guard(error, QUOVIS_PLUGIN_PHASE_LOAD, [&] {
        const auto& texts = kernels_of(*module);
        *names = texts.data();
        *count = texts.size();
    });
}

quovis_plugin_status module_global(quovis_rt_module* module, quovis_plugin_text name, quovis_rt_buffer_info* info,
                                   quovis_rt_buffer** found, quovis_plugin_error* error) {
    return plugins::guard(error, QUOVIS_PLUGIN_PHASE_LOAD, [&] {
        auto buffer = std::make_unique<Buffer>(Buffer{module->device, 0, 0, nullptr, Buffer::Origin::foreign});
        find_global(*module, plugins::string(name), *buffer);
        auto filled = plugins::sized<quovis_rt_buffer_info>();
        filled.size = buffer->size;
        filled.kind = QUOVIS_RT_MEMORY_DEVICE;
        filled.address = buffer->address;
        plugins::give(info, filled);
        *found = buffer.release();
    });
}

quovis_plugin_status kernel_create(quovis_rt_module* module, quovis_plugin_text name, quovis_rt_kernel** created,
                                   quovis_plugin_error* error) {
    return plugins::guard(error, QUOVIS_PLUGIN_PHASE_KERNEL, [&] {
        const Functions& cuda = module->device.cuda;
        const std::string wanted = plugins::string(name);
        const Current current(module->device);
        CUfunction function = nullptr;
        const CUresult result = cuda.cuModuleGetFunction(&function, module->handle, wanted.c_str());
        if (result == CUDA_ERROR_NOT_FOUND) {
            throw kernel_missing(*module, wanted, result);
        }
        check_with(cuda, result, [&] {
            return fmt::format("making the kernel `{}` of `{}` (cuModuleGetFunction)", wanted, module->name);
        });
        *created =
            std::make_unique<Kernel>(module->device, function, wanted, module->parameters, module->records).release();
    });
}

void kernel_release(quovis_rt_kernel* kernel) {
    delete kernel;  // a CUfunction is the module's
}

}  // namespace quovis::cuda
