// Which plugin serves a runtime, which devices are the same, and which compiler feeds which route.
#include "core/inventory/inventory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace quovis::core {
namespace {

// Plugins in the order in which the configuration first names them; the others after them, as they were found.
std::vector<LedgerEntry*> configured_order(const Config& config, Ledger& ledger) {
    std::vector<std::string> named;
    for (const auto& rule : config.routes.value) {
        named.insert(named.end(), rule.backend.begin(), rule.backend.end());
        if (!rule.compile.empty())
            named.push_back(rule.compile);
    }
    const auto rank = [&](const LedgerEntry* entry) {
        return std::find(named.begin(), named.end(), entry->name) - named.begin();
    };
    std::vector<LedgerEntry*> entries;
    for (auto& entry : ledger)
        if (entry.plugin)
            entries.push_back(&entry);
    std::stable_sort(entries.begin(), entries.end(),
                     [&](const LedgerEntry* a, const LedgerEntry* b) { return rank(a) < rank(b); });
    return entries;
}

std::string type_name(quovis_device_type type) {
    switch (type) {
        case QUOVIS_DEVICE_CPU:
            return "cpu";
        case QUOVIS_DEVICE_GPU:
            return "gpu";
        case QUOVIS_DEVICE_ACCELERATOR:
            return "accelerator";
        default:
            return "other";
    }
}

// A runtime with devices of several types, as OpenCL, numbers each type for itself.
void name_routes(std::vector<std::shared_ptr<Route>>& routes, std::size_t first) {
    std::map<std::string, std::size_t> counts;
    for (auto i = first; i < routes.size(); ++i) {
        auto& route = *routes[i];
        const auto& runtime = route.plugin->runtime_name;
        const bool one_type = runtime == "cuda" || runtime == "hip";
        const bool typed = !one_type && route.type != QUOVIS_DEVICE_OTHER;
        route.selector = typed
                             ? fmt::format("{}:{}:{}", runtime, type_name(route.type), counts[type_name(route.type)]++)
                             : fmt::format("{}:{}", runtime, i - first);
    }
}

bool same_device(const Device& device, const Route& route) {
    if (!device.uuid.empty() && !route.uuid.empty())
        return device.uuid == route.uuid;
    return !device.pci.empty() && device.pci == route.pci;
}

// Two devices of one runtime are two, whatever their numbers say: a driver that repeats a UUID must not hide a device.
bool has_route_of(const Device& device, const Plugin& plugin, const std::string& platform) {
    return std::any_of(device.routes.begin(), device.routes.end(), [&](const auto& route) {
        return route->plugin.get() == &plugin && route->platform == platform;
    });
}

void note(LedgerEntry& entry, const std::string& text) {
    entry.reason += entry.reason.empty() ? text : "; " + text;
}

// Whether a compiler's work can be loaded on a route, in any of its formats.
bool feeds(const Plugin& plugin, const Route& route) {
    const auto* compiler = plugin.compiler();
    if (!compiler || !route.runtime().accepts)
        return false;
    return std::any_of(compiler->formats.begin(), compiler->formats.end(), [&](const std::string& format) {
        auto image = sized<quovis_rt_image>();
        image.format = to_text(format);
        image.target = to_text(route.target);
        auto reason = sized<quovis_plugin_error>();
        return route.runtime().accepts(route.handle, &image, &reason) == QUOVIS_PLUGIN_OK;
    });
}

}  // namespace

Inventory::Inventory(const Config& config, Ledger ledger, const Log& log) : ledger_(std::move(ledger)) {
    const auto entries = configured_order(config, ledger_);
    std::map<std::string, const LedgerEntry*> serving;
    for (auto* entry : entries) {
        auto& plugin = *entry->plugin;
        entry->stage = Stage::devices;
        if (plugin.has_runtime()) {
            const auto [server, first] = serving.emplace(plugin.runtime_name, entry);
            if (first) {
                ask_runtime(*entry, log);
            } else {
                note(*entry,
                     fmt::format("its runtime '{}' is served by '{}'", plugin.runtime_name, server->second->name));
            }
        }
        if (plugin.compiler_fault) {
            const bool useful = entry->serves_runtime;
            if (!useful)
                entry->state = plugin.compiler_fault->route_cannot() ? QUOVIS_STATE_UNAVAILABLE : QUOVIS_STATE_FAILED;
            note(*entry, fmt::format("its compiler is not available: {}", plugin.compiler_fault->message));
            if (entry->hint.empty())
                entry->hint = plugin.compiler_fault->hint;
        }
    }
    find_compilers(entries);
}

void Inventory::ask_runtime(LedgerEntry& entry, const Log& log) {
    const auto plugin = entry.plugin;
    const auto first = routes_.size();
    try {
        quovis_rt_device* const* handles = nullptr;
        std::size_t count = 0;
        call(*plugin, "devices", "devices", plugin->runtime().devices, plugin->instance(), &handles, &count);
        for (std::size_t i = 0; i < count; ++i)
            routes_.push_back(describe_route(plugin, handles[i]));
        if (count == 0)
            entry.end(QUOVIS_STATE_NO_DEVICE, fmt::format("the runtime '{}' has no device", plugin->runtime_name));
        entry.serves_runtime = count != 0;
    } catch (const Error& error) {
        routes_.resize(first);
        log.info("plugin '{}' lists no device: {}", plugin->name, error.message);
        const bool compiles = plugin->compiler() != nullptr;
        const auto without_device = compiles ? QUOVIS_STATE_NO_DEVICE : QUOVIS_STATE_UNAVAILABLE;
        entry.end(error.route_cannot()
                      ? (error.status == QUOVIS_ERROR_NO_DEVICE ? QUOVIS_STATE_NO_DEVICE : without_device)
                      : QUOVIS_STATE_FAILED,
                  error.message, error.hint);
    }
    name_routes(routes_, first);
    for (auto i = first; i < routes_.size(); ++i)
        place(routes_[i]);
}

void Inventory::place(std::shared_ptr<Route> route) {
    auto device = std::find_if(devices_.begin(), devices_.end(), [&](const Device& known) {
        return same_device(known, *route) && !has_route_of(known, *route->plugin, route->platform);
    });
    if (device == devices_.end()) {
        devices_.push_back(
            {route->name, route->vendor, route->type, route->uuid, route->pci, route->limits.memory_bytes, {}});
        device = devices_.end() - 1;
    }
    if (device->uuid.empty())
        device->uuid = route->uuid;
    if (device->pci.empty())
        device->pci = route->pci;
    route->device = static_cast<std::size_t>(device - devices_.begin());
    device->routes.push_back(std::move(route));
}

void Inventory::find_compilers(const std::vector<LedgerEntry*>& in_order) {
    for (const auto& route : routes_)
        for (const auto* entry : in_order) {
            if (!feeds(*entry->plugin, *route))
                continue;
            route->compilers.push_back(entry->plugin);
            for (const auto& language : entry->plugin->compiler()->languages)
                if (std::find(route->languages.begin(), route->languages.end(), language) == route->languages.end())
                    route->languages.push_back(language);
        }
}

const LedgerEntry* Inventory::find_plugin(const std::string& name) const {
    const auto found = std::find_if(ledger_.begin(), ledger_.end(), [&](const LedgerEntry& entry) {
        return entry.name == name && entry.state != QUOVIS_STATE_SHADOWED;
    });
    return found == ledger_.end() ? nullptr : &*found;
}

std::vector<std::string> Inventory::plugin_names() const {
    std::vector<std::string> names;
    for (const auto& entry : ledger_)
        if (entry.state != QUOVIS_STATE_SHADOWED)
            names.push_back(entry.name);
    return names;
}

std::vector<std::string> Inventory::runtime_names() const {
    std::vector<std::string> names = {"cuda", "hip", "opencl"};
    for (const auto& entry : ledger_)
        names.push_back(entry.plugin == nullptr ? entry.name : entry.plugin->runtime_name);
    return names;
}

}  // namespace quovis::core
