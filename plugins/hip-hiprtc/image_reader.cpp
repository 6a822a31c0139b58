// What a code object says of its kernels.
#include "plugins/hip-hiprtc/image_reader.hpp"

#include <fmt/format.h>

#include <memory>

#include "plugins/common/image_reader.hpp"
#include "plugins/hip-hiprtc/image.hpp"

namespace quovis::hip {
namespace {

using plugins::PluginError;

struct Content : plugins::ImageContent {
    CodeObject object;
};

std::unique_ptr<plugins::ImageContent> read(const quovis_rt_image& image) {
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
    auto content = std::make_unique<Content>();
    content->object = *std::move(object);
    content->target = content->object.target;
    for (const KernelFacts& kernel : content->object.kernels) {
        content->kernels.push_back(kernel.info());
    }
    return content;
}

}  // namespace

const quovis_image_reader* image_reader() {
    return &plugins::ImageReader<read>::table;
}

}  // namespace quovis::hip
