// QUOVIS_EXTENSION_IMAGE_READER of a plugin, over its function that reads an image.
#pragma once

#include <quovis/plugin.h>

#include <memory>
#include <string>
#include <vector>

#include "plugins/common/error.hpp"
#include "plugins/common/text.hpp"

namespace quovis::plugins {

// What was found in an image, kept until the host has seen it. Derived classes hold what the kernels point to.
struct ImageContent {
    virtual ~ImageContent() = default;

    std::string target;  // empty when it does not say
    std::vector<quovis_rt_kernel_info> kernels;
};

using ReadImage = std::unique_ptr<ImageContent> (*)(const quovis_rt_image& image);

template <ReadImage read_image>
struct ImageReader {
    static quovis_plugin_status read(quovis_plugin_instance*, const quovis_rt_image* image,
                                     quovis_image_content* content, quovis_plugin_error* error) {
        return guard(error, QUOVIS_PLUGIN_PHASE_LOAD, [&] {
            if (content == nullptr || content->struct_size < sizeof(quovis_image_content)) {
                throw PluginError(QUOVIS_PLUGIN_INVALID_ARGUMENT,
                                  "the host's quovis_image_content is missing or has no room for `owner` (rule 1)");
            }
            std::unique_ptr<ImageContent> found = read_image(received(image));
            quovis_image_content filled{};
            filled.target = text(found->target);
            filled.kernels = found->kernels.data();
            filled.kernel_count = found->kernels.size();
            filled.owner = found.release();
            give(content, filled);
        });
    }

    static void release(quovis_plugin_instance*, quovis_image_content* content) {
        if (content != nullptr && content->struct_size >= sizeof(quovis_image_content)) {
            delete static_cast<ImageContent*>(content->owner);
            give(content, quovis_image_content{});
        }
    }

    static constexpr quovis_image_reader table{sizeof(quovis_image_reader), read, release};
};

}  // namespace quovis::plugins
