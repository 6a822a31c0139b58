// The devices of the working parts: as many, of such types and identities as the settings say.
#include "tests/fakes/parts/objects.hpp"
#include "tests/fakes/parts/tables.hpp"

#include <cstdio>
#include <cstdlib>

namespace quovis::fakes {

quovis_plugin_status devices(quovis_plugin_instance* instance, quovis_rt_device* const** devices, size_t* count_of,
                             quovis_plugin_error* error) {
    count(Count::calls_devices);
    const std::string& how = instance->settings.misbehave;
    if (how == "devices-aborts") {
        std::fputs("fake: about to abort while listing, as it was told\n", stderr);
        std::abort();
    }
    if (how == "devices-fails") {
        return fail(error, QUOVIS_PLUGIN_UNAVAILABLE, QUOVIS_PLUGIN_PHASE_DEVICES,
                    "libfakedriver.so.5 was looked for and is not there", "install the package fake-driver", 7,
                    "FAKE_ERROR_NO_LIBRARY");
    }
    if (how == "no-devices") {
        return fail(error, QUOVIS_PLUGIN_NO_DEVICE, QUOVIS_PLUGIN_PHASE_DEVICES, "the fake driver sees no device", {},
                    100, "FAKE_ERROR_NO_DEVICE");
    }
    *devices = instance->handles.data();
    *count_of = instance->handles.size();
    return QUOVIS_PLUGIN_OK;
}

quovis_plugin_status device_info(quovis_rt_device* device, quovis_rt_device_info* info, quovis_plugin_error*) {
    quovis_rt_device_info all{};
    all.name = text(device->name);
    all.vendor = text("Fakes");
    all.driver = text("1.0");
    all.target = text(device->owner->settings.target);
    all.type = device->type;
    all.has_uuid = device->uuid ? 1 : 0;
    if (device->uuid) {
        std::copy(device->uuid->begin(), device->uuid->end(), all.uuid);
    }
    all.has_pci = device->pci ? 1 : 0;
    if (device->pci) {
        all.pci_domain = (*device->pci)[0];
        all.pci_bus = (*device->pci)[1];
        all.pci_device = (*device->pci)[2];
        all.pci_function = (*device->pci)[3];
    }
    all.memory_bytes = device->owner->settings.memory;
    all.max_block[0] = all.max_block[1] = 1024;
    all.max_block[2] = 64;
    all.max_threads_per_block = 1024;
    all.max_grid[0] = 0x7fffffff;
    all.max_grid[1] = all.max_grid[2] = 65535;
    all.shared_memory_per_block = 48 << 10;
    all.shared_memory_opt_in = 96 << 10;
    all.warp_size = 32;
    all.multiprocessors = 4;
    all.buffer_offset_alignment = 4;
    give(info, all);
    return QUOVIS_PLUGIN_OK;
}

quovis_plugin_status capabilities(quovis_rt_device*, const quovis_rt_capability** capabilities, size_t* count_of,
                                  quovis_plugin_error*) {
    constexpr std::size_t size = sizeof(quovis_rt_capability);
    static constexpr quovis_rt_capability all[] = {
        {size, text("fp64"), QUOVIS_RT_BOOLEAN, 1, {}},
        {size, text("managed_memory"), QUOVIS_RT_BOOLEAN, 1, {}},
        {size, text("cooperative_launch"), QUOVIS_RT_BOOLEAN, 0, {}},
        {size, text("max_clock_mhz"), QUOVIS_RT_INTEGER, 1000, {}},
        {size, text("made_of"), QUOVIS_RT_TEXT, 0, text("host memory")},
    };
    *capabilities = all;
    *count_of = sizeof all / sizeof *all;
    return QUOVIS_PLUGIN_OK;
}

quovis_plugin_status accepts(quovis_rt_device* device, const quovis_rt_image* image, quovis_plugin_error* error) {
    const quovis_rt_image all = take(image);
    if (view(all.format) != identity.format) {
        return fail(error, QUOVIS_PLUGIN_IMAGE_REJECTED, QUOVIS_PLUGIN_PHASE_LOAD,
                    device->name + " loads '" + std::string(identity.format) + "', not '" +
                        std::string(view(all.format)) + "'");
    }
    const std::string& target = device->owner->settings.target;
    if (all.target.size != 0 && view(all.target) > target) {
        return fail(error, QUOVIS_PLUGIN_IMAGE_REJECTED, QUOVIS_PLUGIN_PHASE_LOAD,
                    device->name + " is a " + target + "; the image was made for " + std::string(view(all.target)));
    }
    return QUOVIS_PLUGIN_OK;
}

quovis_plugin_status memory(quovis_rt_device* device, uint64_t* free_bytes, uint64_t* total_bytes,
                            quovis_plugin_error*) {
    *total_bytes = device->owner->settings.memory;
    *free_bytes = *total_bytes - device->used;
    return QUOVIS_PLUGIN_OK;
}

quovis_plugin_status device_synchronize(quovis_rt_device*, quovis_plugin_error*) {
    return QUOVIS_PLUGIN_OK;
}

quovis_plugin_status peer_access(quovis_rt_device*, quovis_rt_device*, int32_t* possible, quovis_plugin_error*) {
    *possible = 1;
    return QUOVIS_PLUGIN_OK;
}

}  // namespace quovis::fakes
