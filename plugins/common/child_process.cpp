// Turns the core's error into the plugins'.
#include "plugins/common/child_process.hpp"

#include "core/support/error.hpp"
#include "plugins/common/error.hpp"

namespace quovis::plugins {

ChildResult run_child(const ChildCommand& command) {
    try {
        return core::run_child(command);
    } catch (const core::Error& error) {
        throw PluginError(QUOVIS_PLUGIN_UNAVAILABLE, error.native_code, error.native_name, error.message);
    }
}

}  // namespace quovis::plugins
