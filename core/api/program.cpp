// Programs, images and modules of the C API.
#include "core/api/handles.hpp"

#include "core/program/link.hpp"
#include "core/support/files.hpp"

#include <fmt/format.h>

using namespace quovis::core;

namespace {

std::string text_or_empty(const char* text) {
    return text ? text : "";
}

quovis_module* load_program(const quovis_program& program, const char* selector, std::shared_ptr<Route> route) {
    std::shared_ptr<Module> module;
    auto trail = program.object.build(program.instance->router(), program.instance->cache(), text_or_empty(selector),
                                      std::move(route), [&](Image image, std::shared_ptr<Route> chosen) {
                                          module = std::make_shared<Module>(
                                              std::move(chosen), std::make_shared<const Image>(std::move(image)));
                                      });
    module->attempts = std::move(trail);
    return new quovis_module(std::move(module));
}

quovis_image_info describe(const quovis_image& image) {
    const auto& object = *image.object;
    quovis_image_info info{};
    info.data = object.bytes.data();
    info.size = object.bytes.size();
    info.format = object.format.c_str();
    info.target = object.target.c_str();
    info.compiler = object.compiler.c_str();
    info.log = object.log.c_str();
    info.command = object.command.c_str();
    info.diagnostics = image.diagnostics.data();
    info.diagnostic_count = image.diagnostics.size();
    info.symbols = image.symbols.data();
    info.symbol_count = image.symbols.size();
    info.origin = object.origin.found.c_str();
    info.origin_reason = object.origin.reason.c_str();
    info.cache_key = object.origin.key.c_str();
    return info;
}

// The image of a module does not know its instance.
void require_not_loaded(const quovis_image& image, const char* hint) {
    if (!image.instance)
        throw Error(QUOVIS_ERROR_INVALID_ARGUMENT, {}, "the image of a module is loaded already", hint);
}

// The first route that takes the image; when none does, why not, route by route.
std::shared_ptr<Module> load_on_first(const std::shared_ptr<const Image>& image,
                                      const std::vector<std::shared_ptr<Route>>& routes) {
    std::vector<Attempt> trail;
    for (const auto& route : routes) {
        try {
            auto module = std::make_shared<Module>(route, image);
            trail.push_back({route->plugin->name, route->selector, QUOVIS_OK, "taken"});
            module->attempts = std::move(trail);
            return module;
        } catch (const Error& error) {
            if (!error.route_cannot())
                throw;
            trail.push_back({route->plugin->name, route->selector, error.status, error.message});
        }
    }
    Error error(trail.front().status, "load",
                fmt::format("no device here loads '{}' (format {}):", image->name, image->format));
    for (const auto& attempt : trail)
        error.message += fmt::format("\n  {}: {}", attempt.selector, attempt.reason);
    error.attempts = std::move(trail);
    throw error;
}

}  // namespace

extern "C" {

quovis_status quovis_program_create(quovis_instance* instance, const quovis_source* source,
                                    const quovis_options* options, quovis_program** program) {
    return guarded("program", [&] {
        auto& out = required(program, "the program to set");
        required(source, "source");
        const auto known = given(options);
        out = new quovis_program{required(instance, "instance").object,
                                 {read_source(given(source)), read_options(options ? &known : nullptr)}};
    });
}

void quovis_program_release(quovis_program* program) {
    delete program;
}

quovis_status quovis_program_cancel(quovis_program* program) {
    return guarded("program", [&] { ++required(program, "program").object.cancellations; });
}

quovis_status quovis_program_compile(quovis_program* program, const quovis_compile_info* info, quovis_image** image) {
    return guarded("compile", [&] {
        auto& out = required(image, "the image to set");
        auto& self = required(program, "program");
        const auto known = given(info);
        auto compiled =
            self.object.compile_for(self.instance->router(), self.instance->cache(), text_or_empty(known.backend),
                                    text_or_empty(known.target), text_or_empty(known.format));
        out = new quovis_image(self.instance, std::make_shared<const Image>(std::move(compiled)));
    });
}

quovis_status quovis_image_get(quovis_image* image, quovis_image_info* info) {
    return guarded("program", [&] { give(info, describe(required(image, "image"))); });
}

quovis_status quovis_image_kernels(quovis_image* image, const quovis_kernel_info** kernels, size_t* count) {
    return guarded("program", [&] {
        auto& self = required(image, "image");
        auto& out = required(kernels, "kernels");
        auto& out_count = required(count, "count");
        require_not_loaded(self, "ask its module for the kernels");
        const std::lock_guard lock(self.mutex);
        if (!self.kernels)
            self.kernels.emplace(kernels_of(self.instance->inventory(), *self.object));
        out = self.kernels->infos().data();
        out_count = self.kernels->infos().size();
    });
}

quovis_status quovis_image_from_file(quovis_instance* instance, const char* path, const char* format,
                                     quovis_image** image) {
    return guarded("program", [&] {
        auto& out = required(image, "the image to set");
        Image read;
        read.name = &required(path, "path");
        read.format = format && *format ? format : image_format_of(read.name);
        if (read.format.empty())
            throw Error(QUOVIS_ERROR_INVALID_ARGUMENT, {},
                        fmt::format("the ending of '{}' names no image format", path),
                        "the endings are .ptx .cubin .fatbin .ltoir .hsaco .spv .clbin; or give the format");
        read.bytes = read_file(read.name, "image");
        if (read.bytes.empty())
            throw Error(QUOVIS_ERROR_FILE, {}, fmt::format("the image '{}' is empty", path));
        out = new quovis_image(required(instance, "instance").object, std::make_shared<const Image>(std::move(read)));
    });
}

quovis_status quovis_image_from_memory(quovis_instance* instance, const void* data, size_t size, const char* format,
                                       const char* name, quovis_image** image) {
    return guarded("program", [&] {
        auto& out = required(image, "the image to set");
        if (!data || size == 0)
            throw_null("the image's data");
        Image made;
        made.name = name && *name ? name : "image";
        made.format = &required(format, "format");
        made.bytes.assign(static_cast<const char*>(data), size);
        out = new quovis_image(required(instance, "instance").object, std::make_shared<const Image>(std::move(made)));
    });
}

quovis_status quovis_images_link(quovis_instance* instance, quovis_image* const* images, size_t count,
                                 const quovis_link_info* info, quovis_image** image) {
    return guarded("link", [&] {
        auto& out = required(image, "the image to set");
        const auto& self = required(instance, "instance").object;
        const auto known = given(info);
        if (count != 0)
            check_not_null(images, "the array of images");
        LinkRequest request{{},
                            text_or_empty(known.backend),
                            text_or_empty(known.target),
                            text_or_empty(known.format),
                            read_options(known.options)};
        for (size_t i = 0; i < count; ++i)
            request.images.push_back(required(images[i], "an image").object);
        out = new quovis_image(self, std::make_shared<const Image>(link(self->router(), request)));
    });
}

void quovis_image_release(quovis_image* image) {
    delete image;
}

quovis_status quovis_program_load(quovis_program* program, const char* selector, quovis_module** module) {
    return guarded("load", [&] {
        auto& out = required(module, "the module to set");
        out = load_program(required(program, "program"), selector, nullptr);
    });
}

quovis_status quovis_program_load_on(quovis_program* program, quovis_route* route, quovis_module** module) {
    return guarded("load", [&] {
        auto& out = required(module, "the module to set");
        out = load_program(required(program, "program"), nullptr, required(route, "route").object);
    });
}

quovis_status quovis_image_load(quovis_image* image, quovis_route* route, quovis_module** module) {
    return guarded("load", [&] {
        auto& out = required(module, "the module to set");
        out = new quovis_module(
            std::make_shared<Module>(required(route, "route").object, required(image, "image").object));
    });
}

quovis_status quovis_image_load_any(quovis_image* image, const char* selector, quovis_module** module) {
    return guarded("load", [&] {
        auto& out = required(module, "the module to set");
        auto& self = required(image, "image");
        require_not_loaded(self, "give the route with quovis_image_load");
        out = new quovis_module(load_on_first(self.object, self.instance->router().routes(text_or_empty(selector))));
    });
}

void quovis_module_release(quovis_module* module) {
    delete module;
}

quovis_status quovis_module_get(quovis_module* module, quovis_module_info* info) {
    return guarded("load", [&] {
        auto& self = required(module, "module");
        quovis_module_info full{};
        full.route = &self.route;
        full.image = &self.image;
        full.compiler = self.object->image()->compiler.c_str();
        full.attempts = self.attempts.data();
        full.attempt_count = self.attempts.size();
        give(info, full);
    });
}

quovis_status quovis_module_kernels(quovis_module* module, const char* const** names, size_t* count) {
    return guarded("load", [&] {
        auto& self = required(module, "module");
        auto& out = required(names, "names");
        auto& out_count = required(count, "count");
        const std::lock_guard lock(self.mutex);
        self.kernel_names = pointers(self.object->kernel_names());
        out = self.kernel_names.data();
        out_count = self.kernel_names.size();
    });
}

quovis_status quovis_module_global(quovis_module* module, const char* name, quovis_buffer** buffer) {
    return guarded("load", [&] {
        auto& out = required(buffer, "the buffer to set");
        out = new_buffer(module_global(required(module, "module").object, &required(name, "name")));
    });
}

quovis_status quovis_module_kernel(quovis_module* module, const char* name, quovis_kernel** kernel) {
    return guarded("kernel", [&] {
        auto& out = required(kernel, "the kernel to set");
        out = new quovis_kernel(required(module, "module").object, &required(name, "name"));
    });
}

quovis_status quovis_module_native(quovis_module* module, uint64_t* handle) {
    return guarded("interop", [&] {
        const auto& object = *required(module, "module").object;
        required(handle, "handle") = native_of(*object.route(), QUOVIS_RT_NATIVE_MODULE, object.handle()).handle;
    });
}

quovis_status quovis_module_wrap(quovis_route* route, uint64_t handle, quovis_module** module) {
    return guarded("interop", [&] {
        auto& out = required(module, "the module to set");
        out = new quovis_module(std::make_shared<Module>(required(route, "route").object, handle));
    });
}

}  // extern "C"
