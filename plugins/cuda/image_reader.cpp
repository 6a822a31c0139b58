// What an image says of its kernels.
#include "plugins/cuda/image_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "plugins/common/image_reader.hpp"
#include "plugins/cuda/image.hpp"
#include "plugins/cuda/image_parameters.hpp"

namespace quovis::cuda {
namespace {

using plugins::PluginError;

// Deques, as what is in them must stay where it is.
struct Content : plugins::ImageContent {
    std::vector<std::string> names;
    std::deque<ParameterList> lists;
    std::deque<std::vector<quovis_rt_parameter>> told;
};

quovis_rt_kernel_info read_kernel(Content& content, const std::string& name, const ParameterLists& lists,
                                  const plugins::KernelRecords& records) {
    auto info = plugins::sized<quovis_rt_kernel_info>();
    info.name = plugins::text(name);
    const auto known = lists.find(name);
    if (known == lists.end()) {
        return info;
    }
    ParameterList& list = content.lists.emplace_back(known->second);
    complete_from_name(list, name);
    const auto record = records.find(name);
    if (record != records.end() && complete_from_record(list, record->second)) {
        std::copy(record->second.block.begin(), record->second.block.end(), info.required_block);
    }
    const auto& told = content.told.emplace_back(as_told(list));
    info.has_parameters = 1;
    info.parameters = told.data();
    info.parameter_count = told.size();
    return info;
}

std::unique_ptr<plugins::ImageContent> read(const quovis_rt_image& image) {
    const std::string_view format = plugins::view(image.format);
    require_whole(image);
    auto names = kernels_of_image(format, bytes_of(image));
    if (!names) {
        throw PluginError(
            QUOVIS_PLUGIN_NOT_SUPPORTED,
            fmt::format(
                "{} has the format '{}'; cubin, ptx, and fatbin with machine code that is not compressed are read",
                naming(image), format));
    }
    const ParameterLists lists = parameters_of_image(format, bytes_of(image));
    const plugins::KernelRecords records = records_of_image(format, bytes_of(image));
    auto content = std::make_unique<Content>();
    content->names = *std::move(names);
    for (const std::string& name : content->names) {
        content->kernels.push_back(read_kernel(*content, name, lists, records));
    }
    return content;
}

}  // namespace

const quovis_image_reader* image_reader() {
    return &plugins::ImageReader<read>::table;
}

}  // namespace quovis::cuda
