// `quovis devices`: one row for each physical device, under it the routes to it.
#include "tools/quovis/command.hpp"
#include "tools/quovis/errors.hpp"
#include "tools/quovis/json.hpp"
#include "tools/quovis/output.hpp"
#include "tools/quovis/table.hpp"
#include "tools/quovis/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace quovis::cli {
namespace {

struct DevicesWords {
    std::string select;
    bool verbose = false;
};

// Only the routes that match the selector, and only devices that have any.
std::vector<Device> chosen_devices(const Instance& instance, const std::string& selector) {
    std::vector<Device> devices = instance.devices();
    if (selector.empty()) {
        return devices;
    }
    std::vector<std::string> chosen;
    for (const Route& route : instance.routes(selector)) {
        chosen.push_back(route.info().selector);
    }
    for (Device& device : devices) {
        std::erase_if(device.routes, [&](const Route& route) {
            return std::find(chosen.begin(), chosen.end(), route.info().selector) == chosen.end();
        });
    }
    std::erase_if(devices, [](const Device& device) { return device.routes.empty(); });
    return devices;
}

Json devices_json(const std::vector<Device>& devices, const std::vector<PluginInfo>& plugins) {
    Json object = json_object();
    object["quovis"] = {{"version", quovis_version()}, {"abi", quovis_abi_version()}};
    object["devices"] = Json::array();
    for (const Device& device : devices) {
        Json routes = Json::array();
        for (const Route& route : device.routes) {
            routes.push_back(to_json(route));
        }
        object["devices"].push_back({{"index", device.index},
                                     {"name", device.name},
                                     {"vendor", device.vendor},
                                     {"type", device_type_name(device.type)},
                                     {"uuid", device.uuid},
                                     {"pci", device.pci},
                                     {"memory_bytes", device.memory_bytes},
                                     {"routes", std::move(routes)}});
    }
    object["plugins"] = Json::array();
    for (const PluginInfo& plugin : plugins) {
        object["plugins"].push_back(to_json(plugin));
    }
    return object;
}

std::string devices_table(const std::vector<Device>& devices) {
    Table table({"DEVICE", "NAME", "TYPE", "MEMORY", "DRIVER", "TARGET", "LANGUAGES"});
    for (const Device& device : devices) {
        const std::string memory = device.memory_bytes == 0 ? "" : bytes_for_people(device.memory_bytes);
        table.add({std::to_string(device.index), device.name, device_type_name(device.type), memory, "", "", ""});
        for (const Route& route : device.routes) {
            const RouteInfo info = route.info();
            const std::string by =
                fmt::format("{}by {}", info.platform.empty() ? "" : info.platform + " ", info.plugin);
            table.add({"  " + info.selector, "  " + by, "", "", info.driver, info.target, join(info.languages)});
        }
    }
    return table.text(terminal_width(Stream::output));
}

std::string capability_text(const Capability& capability) {
    struct Words {
        std::string operator()(bool value) const { return value ? "yes" : "no"; }
        std::string operator()(std::uint64_t value) const { return std::to_string(value); }
        std::string operator()(const std::string& value) const { return value; }
    };
    return std::visit(Words(), capability.value);
}

// "1024 x 1024 x 64", or empty where the runtime does not tell.
std::string axes(const auto& sizes) {
    return sizes[0] == 0 ? "" : fmt::format("{}", fmt::join(sizes, " x "));
}

std::string size_text(std::uint64_t bytes) {
    return bytes == 0 ? "" : bytes_for_people(bytes);
}

std::string route_details(const Device& device, const Route& route) {
    const RouteInfo info = route.info();
    Table table({info.selector, ""});
    const auto add = [&](const std::string& name, const std::string& value) {
        if (!value.empty()) {
            table.add({"  " + name, value});
        }
    };
    add("name", info.name);
    add("vendor", device.vendor);
    add("uuid", device.uuid);
    add("pci", device.pci);
    add("target", info.target);
    add("compilers", join(info.compilers));
    add("largest block", axes(info.max_block));
    add("threads of a block", info.max_threads_per_block == 0 ? "" : std::to_string(info.max_threads_per_block));
    add("largest grid", axes(info.max_grid));
    add("shared memory of a block", size_text(info.shared_memory_per_block));
    add("  on request", size_text(info.shared_memory_opt_in));
    for (const Capability& capability : route.capabilities()) {
        table.add({"  " + capability.name, capability_text(capability)});
    }
    return "\n" + table.text(terminal_width(Stream::output));
}

// Why there is nothing to list is what the plugins have to say.
void explain_absence(const std::vector<PluginInfo>& plugins) {
    for (const PluginInfo& plugin : plugins) {
        if (!plugin.reason.empty()) {
            show_note("note", fmt::format("{} is {}: {}", plugin.name, plugin.state_name, plugin.reason));
        }
    }
}

Exit list_devices(const Common& common, const DevicesWords& words) {
    const Instance instance = open_instance(common);
    const std::vector<Device> devices = chosen_devices(instance, words.select);
    const std::vector<PluginInfo> plugins = instance.plugins();
    if (common.json) {
        print(json_text(devices_json(devices, plugins)));
        return devices.empty() ? Exit::no_match : Exit::done;
    }
    if (devices.empty()) {
        explain_absence(plugins);
        throw Failure(Exit::no_match, "devices", "no device was found", "quovis plugins tells what was looked for");
    }
    std::string text = devices_table(devices);
    if (words.verbose) {
        for (const Device& device : devices) {
            for (const Route& route : device.routes) {
                text += route_details(device, route);
            }
        }
    }
    print(text);
    return Exit::done;
}

}  // namespace

void add_devices(CLI::App& app, Common& common, Work& work) {
    CLI::App& devices = add_subcommand(app, common, "devices", "List the devices and the routes to each",
                                       "  quovis devices -v\n"
                                       "  quovis devices --select 'gpu, !opencl' --json");
    const auto words = std::make_shared<DevicesWords>();
    devices
        .add_option("--select", words->select,
                    "Only routes that match: cuda, cuda:1, opencl:cpu, gpu, cpu, any, uuid=..., pci=...; commas "
                    "separate alternatives, ! excludes")
        ->type_name("SELECTOR");
    devices.add_flag("-v,--verbose", words->verbose, "All limits and capabilities of each route");
    devices.callback([&common, &work, words] { work = [&common, words] { return list_devices(common, *words); }; });
}

}  // namespace quovis::cli
