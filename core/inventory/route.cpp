// Reads a device through the runtime's table.
#include "core/inventory/route.hpp"

#include "core/support/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace quovis::core {
namespace {

std::string uuid_text(const std::uint8_t (&bytes)[16]) {
    std::string text;
    for (int i = 0; i < 16; ++i) {
        if (i == 4 || i == 6 || i == 8 || i == 10)
            text += '-';
        text += fmt::format("{:02x}", bytes[i]);
    }
    return text;
}

quovis_device_type device_type(std::int32_t type) {
    switch (type) {
        case QUOVIS_RT_DEVICE_CPU:
            return QUOVIS_DEVICE_CPU;
        case QUOVIS_RT_DEVICE_GPU:
            return QUOVIS_DEVICE_GPU;
        case QUOVIS_RT_DEVICE_ACCELERATOR:
            return QUOVIS_DEVICE_ACCELERATOR;
        default:
            return QUOVIS_DEVICE_OTHER;
    }
}

Capability read_capability(const quovis_rt_capability& known) {
    Capability capability{to_string(known.name), QUOVIS_CAPABILITY_TEXT, known.number, to_string(known.text)};
    if (known.type == QUOVIS_RT_BOOLEAN)
        capability.type = QUOVIS_CAPABILITY_BOOLEAN;
    if (known.type == QUOVIS_RT_INTEGER)
        capability.type = QUOVIS_CAPABILITY_INTEGER;
    return capability;
}

std::vector<Capability> read_capabilities(const Plugin& plugin, quovis_rt_device* handle) {
    std::vector<Capability> capabilities;
    if (!plugin.runtime().capabilities)
        return capabilities;
    const quovis_rt_capability* given = nullptr;
    std::size_t count = 0;
    call(plugin, "devices", "capabilities", plugin.runtime().capabilities, handle, &given, &count);
    for_each_element(given, count,
                     [&](const quovis_rt_capability& one) { capabilities.push_back(read_capability(one)); });
    return capabilities;
}

}  // namespace

bool Route::is_fed_by(const std::string& compiler) const {
    return std::any_of(compilers.begin(), compilers.end(),
                       [&](const auto& plugin_) { return plugin_->name == compiler; });
}

void Route::accept(const quovis_rt_image& image) const {
    call(*plugin, "load", "accepts", runtime().accepts, handle, &image);
}

StreamState::StreamState(Route& of, quovis_rt_stream* made) : route(of), handle(made) {}

StreamState::~StreamState() {
    route.runtime().stream_release(handle);
}

bool StreamState::is_idle() {
    const std::lock_guard lock(asking);
    const auto query = route.runtime().stream_query;
    return !recording.load() && query && query(handle, nullptr) == QUOVIS_PLUGIN_OK;
}

Route::~Route() = default;

StreamState& Route::create_default_stream() {
    const std::lock_guard lock(mutex_);
    if (owned_default_stream_)
        return *owned_default_stream_;
    const auto info = sized<quovis_rt_stream_info>();
    quovis_rt_stream* stream = nullptr;
    call(*plugin, "stream", "stream_create", runtime().stream_create, handle, &info, &stream);
    owned_default_stream_ = std::make_shared<StreamState>(*this, stream);
    default_stream_.store(owned_default_stream_.get(), std::memory_order_release);
    return *owned_default_stream_;
}

void Route::explain(Error& failure) {
    const bool fault = failure.status == QUOVIS_ERROR_KERNEL_FAULT;
    if (!fault && failure.status != QUOVIS_ERROR_DEVICE_LOST)
        return;
    const std::lock_guard lock(mutex_);
    if (!fault_.empty()) {
        failure.status = QUOVIS_ERROR_DEVICE_LOST;
        failure.message =
            fmt::format("'{}' was lost earlier, and {}; the first failure was: {}", selector, failure.message, fault_);
        return;
    }
    fault_ = failure.message;
    const auto kernels = in_flight.kernels();
    if (!kernels.empty())
        failure.message +=
            fmt::format("; the kernels that may have been running on '{}' since it was last waited for: {}", selector,
                        join(kernels));
}

std::shared_ptr<Route> describe_route(std::shared_ptr<Plugin> plugin, quovis_rt_device* handle) {
    auto described = std::make_shared<Route>();
    auto& route = *described;
    auto info = sized<quovis_rt_device_info>();
    call(*plugin, "devices", "device_info", plugin->runtime().device_info, handle, &info);
    route.handle = handle;
    route.name = to_string(info.name);
    route.vendor = to_string(info.vendor);
    route.platform = to_string(info.platform);
    route.driver = to_string(info.driver);
    route.target = to_string(info.target);
    route.type = device_type(info.type);
    if (info.has_uuid)
        route.uuid = uuid_text(info.uuid);
    if (info.has_pci)
        route.pci =
            fmt::format("{:04x}:{:02x}:{:02x}.{:x}", info.pci_domain, info.pci_bus, info.pci_device, info.pci_function);
    route.limits = info;
    route.capabilities = read_capabilities(*plugin, handle);
    route.plugin = std::move(plugin);
    return described;
}

}  // namespace quovis::core
