// Reads a code object and keeps it until the host has seen it.
#include "plugins/hip-hiprtc/image_reader.hpp"

#include <fmt/format.h>

#include <memory>

#include "plugins/common/error.hpp"
#include "plugins/common/text.hpp"
#include "plugins/hip-hiprtc/image.hpp"

namespace quovis::hip {
namespace {

using plugins::PluginError;

struct Owned {
    CodeObject object;
    std::vector<quovis_rt_kernel_info> kernels;
};

quovis_plugin_status read(quovis_plugin_instance*, const quovis_rt_image* given, quovis_image_content* content,
                          quovis_plugin_error* error) {
    return plugins::guard(error, QUOVIS_PLUGIN_PHASE_LOAD, [&] {
        const quovis_rt_image image = plugins::received(given);
        if (content == nullptr || content->struct_size < sizeof(quovis_image_content)) {
            throw PluginError(QUOVIS_PLUGIN_INVALID_ARGUMENT,
                              "the host's quovis_image_content is missing or has no room for `owner` (rule 1)");
        }
        if (plugins::view(image.format) != "code-object") {
            throw PluginError(QUOVIS_PLUGIN_NOT_SUPPORTED, fmt::format("{} has the format '{}'; code objects are read",
                                                                       naming(image), plugins::view(image.format)));
        }
        if (is_compressed_bundle(bytes_of(image))) {
            throw PluginError(QUOVIS_PLUGIN_NOT_SUPPORTED,
                              fmt::format("{} is a compressed bundle, which only HIP reads", naming(image)));
        }
        auto object = is_bundle(bytes_of(image)) ? content_of(image, plugins::view(image.target))
                                                 : read_code_object(bytes_of(image), naming(image));
        if (!object) {
            throw PluginError(QUOVIS_PLUGIN_NOT_SUPPORTED,
                              fmt::format("{} has no code for an AMD GPU in it", naming(image)));
        }
        auto owned = std::make_unique<Owned>();
        owned->object = *std::move(object);
        for (const KernelFacts& kernel : owned->object.kernels) {
            owned->kernels.push_back(kernel.info());
        }
        quovis_image_content filled{};
        filled.target = plugins::text(owned->object.target);
        filled.kernels = owned->kernels.data();
        filled.kernel_count = owned->kernels.size();
        filled.owner = owned.release();
        plugins::give(content, filled);
    });
}

void release(quovis_plugin_instance*, quovis_image_content* content) {
    if (content != nullptr && content->struct_size >= sizeof(quovis_image_content)) {
        delete static_cast<Owned*>(content->owner);
        plugins::give(content, quovis_image_content{});
    }
}

}  // namespace

const quovis_image_reader* image_reader() {
    static constexpr quovis_image_reader table{sizeof(quovis_image_reader), read, release};
    return &table;
}

}  // namespace quovis::hip
