// A plugin of major version 2: it exports that version's entry only.
extern "C" __attribute__((visibility("default"))) const void* quovis_plugin_v2(const void*);

const void* quovis_plugin_v2(const void*) {
    return nullptr;
}
