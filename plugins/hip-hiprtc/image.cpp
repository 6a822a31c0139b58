// A code object is an ELF file, or an offload bundle with one for each target.
#include "plugins/hip-hiprtc/image.hpp"

#include <fmt/format.h>

#include "plugins/common/text.hpp"
#include "plugins/hip-hiprtc/target.hpp"

namespace quovis::hip {
namespace {

using plugins::PluginError;

constexpr std::string_view the_format = "code-object";

[[noreturn]] void reject(const quovis_rt_image& image, std::string_view reason, std::string hint = {}) {
    throw PluginError(QUOVIS_PLUGIN_IMAGE_REJECTED, fmt::format("{} {}", naming(image), reason), std::move(hint));
}

// A device without a target is none of AMD's (HIP over OpenCL): its runtime judges for itself.
void require_target(const Device& device, const quovis_rt_image& image, std::string_view word) {
    if (word.empty() || device.facts.target.empty()) {
        return;
    }
    const auto code = parse_target(word);
    if (!code) {
        reject(image, fmt::format("is for the target '{}', which is none of AMD's", word));
    }
    if (!runs(*parse_target(device.facts.target), *code)) {
        reject(image,
               fmt::format("is machine code for {}, which {}, a {}, cannot run", word, naming(device),
                           device.facts.target),
               fmt::format("Compile for {}.", device.facts.target));
    }
}

// The entry of a bundle for a target: the one that names the most features, since what fits at all names none that the
// device has set otherwise. For an empty target the first.
const BundleEntry* choose(const std::vector<BundleEntry>& entries, std::string_view target) {
    const auto device = parse_target(target);
    if (!device) {
        return entries.empty() ? nullptr : &entries.front();
    }
    const BundleEntry* best = nullptr;
    for (const BundleEntry& entry : entries) {
        const bool fits = runs(*device, *parse_target(entry.target));
        if (fits && (best == nullptr || entry.target.size() > best->target.size())) {
            best = &entry;
        }
    }
    return best;
}

std::string list_targets(const std::vector<BundleEntry>& entries) {
    std::string all;
    for (const BundleEntry& entry : entries) {
        all += (all.empty() ? "" : ", ") + entry.target;
    }
    return all.empty() ? "none" : all;
}

void require_bytes(const Device& device, const quovis_rt_image& image, std::string_view bytes) {
    if (is_compressed_bundle(bytes) || device.facts.target.empty()) {
        return;
    }
    if (is_bundle(bytes)) {
        const auto entries = read_bundle(bytes, naming(image));
        if (choose(entries, device.facts.target) == nullptr) {
            reject(image,
                   fmt::format("has code for {}, and none for {}, a {}", list_targets(entries), naming(device),
                               device.facts.target),
                   fmt::format("Compile for {}.", device.facts.target));
        }
        return;
    }
    require_target(device, image, read_code_object(bytes, naming(image)).target);
}

}  // namespace

void require_loadable(const Device& device, const quovis_rt_image& image) {
    const std::string_view format = plugins::view(image.format);
    if (format != the_format) {
        reject(image, fmt::format("has the format '{}'; the hip runtime loads {}", format, the_format));
    }
    require_target(device, image, plugins::view(image.target));
    if (image.data != nullptr) {
        require_bytes(device, image, bytes_of(image));
    }
}

std::optional<CodeObject> content_of(const quovis_rt_image& image, std::string_view target) {
    std::string_view bytes = bytes_of(image);
    if (is_bundle(bytes)) {
        const auto entries = read_bundle(bytes, naming(image));
        const BundleEntry* const chosen = choose(entries, target);
        if (chosen == nullptr && target.empty()) {
            return std::nullopt;  // nothing of AMD's in it
        }
        if (chosen == nullptr) {
            reject(image, fmt::format("has code for {}, and none for '{}'", list_targets(entries), target));
        }
        CodeObject object = read_code_object(chosen->bytes, naming(image));
        object.target = chosen->target;
        return object;
    }
    if (is_compressed_bundle(bytes) || !is_code_object(bytes)) {
        return std::nullopt;
    }
    return read_code_object(bytes, naming(image));
}

std::string naming(const quovis_rt_image& image) {
    const std::string_view name = plugins::view(image.name);
    return name.empty() ? "the image" : fmt::format("`{}`", name);
}

std::string_view bytes_of(const quovis_rt_image& image) {
    return image.data == nullptr ? std::string_view()
                                 : std::string_view(static_cast<const char*>(image.data), image.size);
}

}  // namespace quovis::hip
