// What a fake counted: the extension "fake_counters" that the fakes offer, and a reader of it for tests.
// Names are "live.buffers", "calls.compile", "peak.compiles", ...; parts/counters.hpp lists them.
#pragma once

#include <dlfcn.h>
#include <quovis/plugin.h>

#include <cstdint>
#include <cstring>
#include <string>

extern "C" {
typedef struct fake_counters_table {
    size_t struct_size;
    int64_t (*read)(quovis_plugin_text name); /* -1 for a name that is not counted */
    /* Sets all to 0 that count calls or peaks. */
    void (*reset)(void);
    /* The sum of all that is alive. */
    int64_t (*live)(void);
} fake_counters_table;
}

namespace quovis::fakes {

// Of a fake that is already open: it is looked up by its path and never opened by the reader.
class Counters {
  public:
    explicit Counters(const std::string& path) {
        void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NOLOAD);
        if (library == nullptr) {
            return;
        }
        const auto entry = reinterpret_cast<quovis_plugin_entry>(dlsym(library, QUOVIS_PLUGIN_ENTRY_NAME));
        const quovis_plugin_table* plugin = entry == nullptr ? nullptr : entry(nullptr);
        if (plugin != nullptr && plugin->extension != nullptr) {
            const char* name = "fake_counters";
            table_ = static_cast<const fake_counters_table*>(plugin->extension({name, std::strlen(name)}));
        }
        dlclose(library);  // gives back only the reference of this look-up
    }

    bool open() const { return table_ != nullptr; }
    std::int64_t operator[](const char* name) const {
        return table_ == nullptr ? -1 : table_->read({name, std::strlen(name)});
    }
    std::int64_t live() const { return table_ == nullptr ? -1 : table_->live(); }
    void reset() const { table_->reset(); }

  private:
    const fake_counters_table* table_ = nullptr;
};

}  // namespace quovis::fakes
