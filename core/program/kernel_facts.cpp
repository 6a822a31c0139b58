// Copies what a plugin tells, and asks the plugins that read images.
#include "core/program/kernel_facts.hpp"

#include <fmt/format.h>

#include <optional>

namespace quovis::core {
namespace {

const quovis_image_reader* image_reader_of(const Plugin& plugin) {
    const auto extension = plugin.table().extension;
    const auto* reader =
        extension ? static_cast<const quovis_image_reader*>(extension(to_text(QUOVIS_EXTENSION_IMAGE_READER)))
                  : nullptr;
    const bool is_whole = reader && reader->struct_size >= sizeof *reader && reader->read && reader->release;
    return is_whole ? reader : nullptr;
}

// What a plugin said, released with the scope.
class Content {
  public:
    Content(Plugin& plugin, const quovis_image_reader& reader) : plugin_(plugin), reader_(reader) {}
    ~Content() { reader_.release(plugin_.instance(), &told); }
    Content(const Content&) = delete;
    Content& operator=(const Content&) = delete;

    quovis_image_content told = sized<quovis_image_content>();

  private:
    Plugin& plugin_;
    const quovis_image_reader& reader_;
};

// Nothing where the plugin does not read such images.
std::optional<std::vector<KernelFacts>> ask(Plugin& plugin, const quovis_image_reader& reader, const Image& image) {
    const auto lent = lend(image);
    Content content(plugin, reader);
    try {
        call(plugin, "program", "image_reader.read", reader.read, plugin.instance(), &lent, &content.told);
    } catch (const Error& error) {
        if (error.status == QUOVIS_ERROR_NOT_SUPPORTED)
            return std::nullopt;
        throw;
    }
    std::vector<KernelFacts> kernels;
    for_each_element(content.told.kernels, content.told.kernel_count,
                     [&](const quovis_rt_kernel_info& one) { kernels.push_back(kernel_facts(one)); });
    return kernels;
}

}  // namespace

KernelFacts kernel_facts(const quovis_rt_kernel_info& told) {
    KernelFacts facts;
    facts.name = to_string(told.name);
    facts.has_parameters = told.has_parameters != 0;
    facts.numbers = told;
    if (!facts.has_parameters)
        return facts;
    for_each_element(told.parameters, told.parameter_count, [&](const quovis_rt_parameter& one) {
        const bool known = one.kind >= QUOVIS_RT_PARAMETER_VALUE && one.kind <= QUOVIS_RT_PARAMETER_LOCAL;
        facts.parameters.push_back({known ? static_cast<quovis_parameter_kind>(one.kind) : QUOVIS_PARAMETER_UNKNOWN,
                                    one.size, one.alignment,
                                    one.offset == SIZE_MAX ? std::nullopt : std::optional(one.offset),
                                    to_string(one.name), to_string(one.type)});
    });
    return facts;
}

quovis_rt_image lend(const Image& image) {
    auto lent = sized<quovis_rt_image>();
    lent.format = to_text(image.format);
    lent.target = to_text(image.target);
    lent.data = image.bytes.data();
    lent.size = image.bytes.size();
    lent.name = to_text(image.name);
    return lent;
}

std::vector<KernelFacts> kernels_of(const Inventory& inventory, const Image& image) {
    for (const LedgerEntry& entry : inventory.ledger()) {
        const auto* reader = entry.plugin ? image_reader_of(*entry.plugin) : nullptr;
        if (!reader)
            continue;
        if (auto kernels = ask(*entry.plugin, *reader, image))
            return *std::move(kernels);
    }
    throw Error(
        QUOVIS_ERROR_NOT_SUPPORTED, "program",
        fmt::format("no plugin here tells the kernels of '{}' (format {}) without a device", image.name, image.format),
        "load the image: its module lists them");
}

}  // namespace quovis::core
