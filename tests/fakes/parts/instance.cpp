// Initialize and shutdown of the working parts, their settings, and the words of misbehaviour: "initialize-fails",
// "initialize-throws", "initialize-aborts", "initialize-hangs", "describe-fails", "devices-fails", "devices-aborts",
// "no-devices", from the setting `misbehave` or the variable FAKE_MISBEHAVE ("WORD", or "NAME:WORD" for one plugin).
#include "tests/fakes/parts/objects.hpp"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <stdexcept>

namespace quovis::fakes {
namespace {

std::atomic<const quovis_plugin_host*> the_host{nullptr};

struct BadSetting {
    std::string message;
};

std::uint64_t number_of(const quovis_plugin_setting& setting) {
    const std::string value(view(setting.value));
    char* end = nullptr;
    const std::uint64_t number = std::strtoull(value.c_str(), &end, 10);
    if (value.empty() || *end != '\0') {
        throw BadSetting{std::string(view(setting.origin)) + ": " + std::string(view(setting.key)) + " is '" + value +
                         "'; it takes a number"};
    }
    return number;
}

// A list arrives as one setting for each element; the first replaces the default.
class Lists {
  public:
    void add(std::vector<std::string>& list, std::string_view value) {
        if (std::find(seen_.begin(), seen_.end(), &list) == seen_.end()) {
            seen_.push_back(&list);
            list.clear();
        }
        list.emplace_back(value);
    }

  private:
    std::vector<const void*> seen_;
};

Settings read_settings(const quovis_plugin_initialize_info& info) {
    Settings settings;
    Lists lists;
    for (const quovis_plugin_setting& setting : take_all(info.settings, info.setting_count)) {
        const std::string_view key = view(setting.key);
        const std::string_view value = view(setting.value);
        if (key == "devices") {
            settings.devices = number_of(setting);
        } else if (key == "memory") {
            settings.memory = number_of(setting);
        } else if (key == "parallel") {
            settings.parallel = static_cast<std::uint32_t>(number_of(setting));
        } else if (key == "types") {
            lists.add(settings.types, value);
        } else if (key == "uuids") {
            lists.add(settings.uuids, value);
        } else if (key == "pcis") {
            lists.add(settings.pcis, value);
        } else if (key == "languages") {
            lists.add(settings.languages, value);
        } else if (key == "target") {
            settings.target = value;
        } else if (key == "identity") {
            settings.compiler_identity = value;
        } else if (key == "counters") {
            settings.counters = value;
        } else if (key == "misbehave") {
            settings.misbehave = value;
        }
    }
    return settings;
}

std::string misbehaviour_asked_for() {
    constexpr std::string_view variable = "FAKE_MISBEHAVE";
    quovis_plugin_text value{};
    if (host() == nullptr || host()->environment(host()->context, text(variable), &value) == 0) {
        return {};
    }
    const std::string_view words = view(value);
    const std::size_t colon = words.find(':');
    if (colon == std::string_view::npos) {
        return std::string(words);
    }
    return words.substr(0, colon) == identity.name ? std::string(words.substr(colon + 1)) : std::string();
}

quovis_plugin_status misbehave(const std::string& how, quovis_plugin_error* error) {
    if (how == "initialize-aborts") {
        std::fputs("fake: about to abort, as it was told\n", stderr);
        std::abort();
    }
    if (how == "initialize-throws") {
        throw std::runtime_error("thrown out of initialize");
    }
    while (how == "initialize-hangs") {
        sleep(1);
    }
    if (how == "initialize-fails") {
        return fail(error, QUOVIS_PLUGIN_UNAVAILABLE, QUOVIS_PLUGIN_PHASE_INITIALIZE,
                    "libfake.so.7 was looked for and is not there", "install the package fake-driver", 42,
                    "FAKE_ERROR_NO_DRIVER");
    }
    return QUOVIS_PLUGIN_OK;
}

std::int32_t type_of(const std::string& word) {
    if (word == "cpu") {
        return QUOVIS_RT_DEVICE_CPU;
    }
    return word == "accelerator" ? QUOVIS_RT_DEVICE_ACCELERATOR : QUOVIS_RT_DEVICE_GPU;
}

std::optional<std::array<std::uint8_t, 16>> uuid_of(const std::string& digits) {
    std::array<std::uint8_t, 16> uuid{};
    if (digits.size() != 32) {
        return std::nullopt;
    }
    for (std::size_t i = 0; i < uuid.size(); ++i) {
        uuid[i] = static_cast<std::uint8_t>(std::strtoul(digits.substr(2 * i, 2).c_str(), nullptr, 16));
    }
    return uuid;
}

std::optional<std::array<std::uint32_t, 4>> pci_of(const std::string& address) {
    std::array<std::uint32_t, 4> pci{};
    if (std::sscanf(address.c_str(), "%x:%x:%x.%x", &pci[0], &pci[1], &pci[2], &pci[3]) != 4) {
        return std::nullopt;
    }
    return pci;
}

void make_devices(quovis_plugin_instance& instance) {
    const Settings& settings = instance.settings;
    for (std::size_t i = 0; i < settings.devices; ++i) {
        auto device = std::make_unique<quovis_rt_device>();
        const std::string type = settings.types.empty() ? "gpu" : settings.types[i % settings.types.size()];
        device->owner = &instance;
        device->index = i;
        device->name = "Fake " + type + " " + std::to_string(i);
        device->type = type_of(type);
        device->uuid = i < settings.uuids.size() ? uuid_of(settings.uuids[i]) : std::nullopt;
        device->pci = i < settings.pcis.size() ? pci_of(settings.pcis[i]) : std::nullopt;
        instance.handles.push_back(device.get());
        instance.devices.push_back(std::move(device));
    }
}

}  // namespace

const quovis_plugin_host* host() {
    return the_host;
}

void log(std::int32_t level, std::string_view message) {
    if (host() != nullptr) {
        host()->log(host()->context, level, text(message));
    }
}

const quovis_plugin_table* offer(const quovis_plugin_host* host, const quovis_plugin_table& table) {
    if (host != nullptr) {
        count(Count::calls_entry);
        the_host = host;
    }
    return &table;
}

quovis_plugin_status initialize(const quovis_plugin_initialize_info* info, quovis_plugin_instance** instance,
                                quovis_plugin_error* error) {
    count(Count::calls_initialize);
    Settings settings;
    try {
        settings = read_settings(take(info));
    } catch (const BadSetting& fault) {
        return fail(error, QUOVIS_PLUGIN_INVALID_ARGUMENT, QUOVIS_PLUGIN_PHASE_INITIALIZE, fault.message);
    }
    if (settings.misbehave.empty()) {
        settings.misbehave = misbehaviour_asked_for();
    }
    if (const auto status = misbehave(settings.misbehave, error); status != QUOVIS_PLUGIN_OK) {
        return status;
    }
    return guarded(error, QUOVIS_PLUGIN_PHASE_INITIALIZE, [&]() -> quovis_plugin_status {
        auto made = std::make_unique<quovis_plugin_instance>();
        made->settings = std::move(settings);
        for (const std::string& language : made->settings.languages) {
            made->languages.push_back(text(language));
        }
        make_devices(*made);
        log(QUOVIS_PLUGIN_LOG_DEBUG, "the fake is initialised");
        *instance = made.release();
        return QUOVIS_PLUGIN_OK;
    });
}

void shutdown(quovis_plugin_instance* instance) {
    count(Count::calls_shutdown);
    const std::string path = instance->settings.counters;
    delete instance;
    if (path.empty()) {
        return;
    }
    if (std::FILE* file = std::fopen(path.c_str(), "we")) {
        std::fputs(counters_as_text().c_str(), file);
        std::fclose(file);
    }
}

}  // namespace quovis::fakes
