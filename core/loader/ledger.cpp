// The words for states and stages, as scripts see them.
#include "core/loader/ledger.hpp"

namespace quovis::core {

const char* to_string(quovis_plugin_state state) {
    switch (state) {
        case QUOVIS_STATE_READY:
            return "ready";
        case QUOVIS_STATE_NO_DEVICE:
            return "no-device";
        case QUOVIS_STATE_UNAVAILABLE:
            return "unavailable";
        case QUOVIS_STATE_REJECTED:
            return "rejected";
        case QUOVIS_STATE_FAILED:
            return "failed";
        case QUOVIS_STATE_DISABLED:
            return "disabled";
        case QUOVIS_STATE_SHADOWED:
            return "shadowed";
    }
    return "unknown";
}

const char* to_string(Stage stage) {
    switch (stage) {
        case Stage::found:
            return "found";
        case Stage::filtered:
            return "filtered";
        case Stage::opened:
            return "opened";
        case Stage::negotiated:
            return "negotiated";
        case Stage::initialised:
            return "initialised";
        case Stage::devices:
            return "devices";
    }
    return "unknown";
}

}  // namespace quovis::core
