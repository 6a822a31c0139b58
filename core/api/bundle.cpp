// Bundles of the C API.
#include "core/api/explanation.hpp"
#include "core/api/handles.hpp"
#include "core/program/bundle_load.hpp"
#include "core/program/pack.hpp"
#include "core/support/files.hpp"

#include <fmt/format.h>

using namespace quovis::core;

namespace {

// A source with all that a quovis_bundle_source points to.
struct ShownSource {
    explicit ShownSource(const PackedSource& source);

    std::vector<std::string> option_texts;
    std::vector<const char*> options;
    std::vector<quovis_header> headers;
    quovis_bundle_source told{};
};

ShownSource::ShownSource(const PackedSource& source)
    : option_texts(words_of(source.options)), options(pointers(option_texts)) {
    for (const auto& header : source.options.headers)
        headers.push_back({header.name.c_str(), header.content.c_str(), header.content.size()});
    told.struct_size = sizeof told;
    told.name = source.name.c_str();
    told.language = source.language.c_str();
    told.text = source.text ? source.text->c_str() : nullptr;
    told.text_size = source.text ? source.text->size() : 0;
    told.headers = headers.data();
    told.header_count = headers.size();
    told.options = options.data();
    told.option_count = options.size();
}

quovis_bundle_image to_c(const PackedImage& packed, const KernelList* kernels) {
    const auto& image = *packed.image;
    quovis_bundle_image told{};
    told.struct_size = sizeof told;
    told.source = packed.source;
    told.target = image.target.c_str();
    told.format = image.format.c_str();
    told.compiler = image.compiler.c_str();
    told.identity = packed.identity.c_str();
    told.command = packed.options.c_str();
    told.size = image.bytes.size();
    if (kernels) {
        told.has_kernels = 1;
        told.kernels = kernels->infos().data();
        told.kernel_count = kernels->infos().size();
    }
    return told;
}

std::string text_or_empty(const char* text) {
    return text ? text : "";
}

}  // namespace

struct quovis_bundle {
    quovis_bundle(std::shared_ptr<Instance> of, Bundle opened) : instance(std::move(of)), object(std::move(opened)) {
        for (const auto& source : object.bundle.sources)
            shown_sources.push_back(std::make_unique<ShownSource>(source));
        for (const auto& shown : shown_sources)
            sources.push_back(shown->told);
        for (const auto& packed : object.bundle.images) {
            auto& kernels = shown_kernels.emplace_back();
            if (packed.kernels)
                kernels = std::make_unique<KernelList>(*packed.kernels);
            images.push_back(to_c(packed, kernels.get()));
        }
        headers = pointers(object.bundle.headers);
    }

    std::shared_ptr<Instance> instance;
    OpenBundle object;
    std::vector<std::unique_ptr<ShownSource>> shown_sources;
    std::vector<std::unique_ptr<KernelList>> shown_kernels;  // null where they are not known
    std::vector<quovis_bundle_source> sources;
    std::vector<quovis_bundle_image> images;
    std::vector<const char*> headers;
};

namespace {

quovis_module* load_bundle(quovis_bundle& bundle, const char* source, const char* selector,
                           std::shared_ptr<Route> route) {
    std::shared_ptr<Module> module;
    auto trail = load_from(bundle.object, find_source(bundle.object.bundle, text_or_empty(source)),
                           bundle.instance->router(), bundle.instance->cache(), text_or_empty(selector),
                           std::move(route), [&](std::shared_ptr<const Image> image, std::shared_ptr<Route> chosen) {
                               module = std::make_shared<Module>(std::move(chosen), std::move(image));
                           });
    module->attempts = std::move(trail);
    return new quovis_module(std::move(module));
}

PackRequest read_request(const quovis_pack_info& info) {
    PackRequest request;
    if (info.program_count != 0)
        check_not_null(info.programs, "the array of programs");
    if (info.target_count != 0)
        check_not_null(info.targets, "the array of targets");
    for (size_t i = 0; i < info.program_count; ++i)
        request.programs.push_back(&required(info.programs[i], "a program").object);
    for (size_t i = 0; i < info.target_count; ++i)
        request.targets.emplace_back(&required(info.targets[i], "a target"));
    request.backend = text_or_empty(info.backend);
    request.without_sources = info.without_sources != 0;
    return request;
}

void call_step(const quovis_pack_info& info, const std::shared_ptr<Instance>& instance, const PackStep& step) {
    quovis_pack_step told{};
    told.struct_size = sizeof told;
    told.done = step.done;
    told.count = step.count;
    told.program = step.program.c_str();
    told.target = step.target.c_str();
    std::optional<quovis_image> image;
    if (step.image) {
        image.emplace(instance, step.image);
        told.image = &*image;
    }
    info.step(info.step_context, &told);
}

}  // namespace

extern "C" {

quovis_status quovis_bundle_from_file(quovis_instance* instance, const char* path, quovis_bundle** bundle) {
    return guarded("bundle", [&] {
        auto& out = required(bundle, "the bundle to set");
        const std::string name = &required(path, "path");
        out = new quovis_bundle(required(instance, "instance").object, bundle_from(read_file(name, "bundle"), name));
    });
}

quovis_status quovis_bundle_from_memory(quovis_instance* instance, const void* data, size_t size, const char* name,
                                        quovis_bundle** bundle) {
    return guarded("bundle", [&] {
        auto& out = required(bundle, "the bundle to set");
        check_not_null(data, "the bundle's data");
        out = new quovis_bundle(required(instance, "instance").object,
                                bundle_from({static_cast<const char*>(data), size}, name && *name ? name : "bundle"));
    });
}

void quovis_bundle_release(quovis_bundle* bundle) {
    delete bundle;
}

quovis_status quovis_bundle_get(quovis_bundle* bundle, quovis_bundle_info* info) {
    return guarded("bundle", [&] {
        const auto& self = required(bundle, "bundle");
        quovis_bundle_info full{};
        full.name = self.object.bundle.name.c_str();
        full.packer = self.object.bundle.packer.c_str();
        full.version = bundle_version;
        full.size = self.object.bundle.size;
        full.sources = self.sources.data();
        full.source_count = self.sources.size();
        full.images = self.images.data();
        full.image_count = self.images.size();
        full.headers = self.headers.data();
        full.header_count = self.headers.size();
        give(info, full);
    });
}

quovis_status quovis_bundle_extract(quovis_bundle* bundle, size_t index, quovis_image** image) {
    return guarded("bundle", [&] {
        auto& out = required(image, "the image to set");
        const auto& self = required(bundle, "bundle");
        const auto& images = self.object.bundle.images;
        if (index >= images.size())
            throw Error(
                QUOVIS_ERROR_INVALID_ARGUMENT, {},
                fmt::format("image {} is asked for, and '{}' has {}", index, self.object.bundle.name, images.size()));
        out = new quovis_image(self.instance, images[index].image);
    });
}

quovis_status quovis_bundle_program(quovis_bundle* bundle, const char* source, quovis_program** program) {
    return guarded("bundle", [&] {
        auto& out = required(program, "the program to set");
        auto& self = required(bundle, "bundle");
        const auto index = find_source(self.object.bundle, text_or_empty(source));
        const auto* packed = self.object.program(index);
        if (!packed)
            throw Error(QUOVIS_ERROR_NOT_SUPPORTED, {},
                        fmt::format("the source '{}' was left out of '{}'", self.object.bundle.sources[index].name,
                                    self.object.bundle.name),
                        "pack it with its source");
        out = new quovis_program{self.instance, {packed->source, packed->options}};
    });
}

quovis_status quovis_bundle_load(quovis_bundle* bundle, const char* source, const char* selector,
                                 quovis_module** module) {
    return guarded("load", [&] {
        auto& out = required(module, "the module to set");
        out = load_bundle(required(bundle, "bundle"), source, selector, nullptr);
    });
}

quovis_status quovis_bundle_load_on(quovis_bundle* bundle, const char* source, quovis_route* route,
                                    quovis_module** module) {
    return guarded("load", [&] {
        auto& out = required(module, "the module to set");
        out = load_bundle(required(bundle, "bundle"), source, nullptr, required(route, "route").object);
    });
}

quovis_status quovis_bundle_explain(quovis_bundle* bundle, const char* source, const char* selector,
                                    quovis_explanation** explanation) {
    return guarded("load", [&] {
        auto& out = required(explanation, "the explanation to set");
        auto& self = required(bundle, "bundle");
        out = new quovis_explanation(explain(self.object, find_source(self.object.bundle, text_or_empty(source)),
                                             self.instance->router(), self.instance->cache(), text_or_empty(selector)));
    });
}

quovis_status quovis_bundle_cancel(quovis_bundle* bundle) {
    return guarded("bundle", [&] {
        for (const auto& program : required(bundle, "bundle").object.programs)
            if (program)
                ++program->cancellations;
    });
}

quovis_status quovis_bundle_pack(quovis_instance* instance, const quovis_pack_info* info, quovis_bundle** bundle) {
    return guarded("pack", [&] {
        auto& out = required(bundle, "the bundle to set");
        const auto& self = required(instance, "instance").object;
        required(info, "what to pack");
        const auto known = given(info);
        auto request = read_request(known);
        if (known.step)
            request.on_step = [&](const PackStep& step) { call_step(known, self, step); };
        auto packed = pack(self->router(), self->inventory(), self->cache(), request);
        // Read as it will be read elsewhere.
        auto opened = bundle_from(to_bytes(packed), "bundle");
        opened.headers = std::move(packed.headers);
        out = new quovis_bundle(self, std::move(opened));
    });
}

quovis_status quovis_bundle_write(quovis_bundle* bundle, const char* path) {
    return guarded("bundle", [&] {
        const std::string name = &required(path, "path");
        write_file(name, to_bytes(required(bundle, "bundle").object.bundle), "bundle");
    });
}

}  // extern "C"
