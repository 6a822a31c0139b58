// Builds the list that `capabilities` answers with.
// Names and texts are pointed to, not copied: names are literals, and texts live where the device's facts live.
#pragma once

#include <quovis/plugin.h>

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "plugins/common/text.hpp"

namespace quovis::plugins {

class CapabilityList {
  public:
    void boolean(std::string_view name, bool value) { add(name, QUOVIS_RT_BOOLEAN, value ? 1 : 0, {}); }
    void integer(std::string_view name, std::uint64_t value) { add(name, QUOVIS_RT_INTEGER, value, {}); }
    // Left out when there is nothing to say.
    void text(std::string_view name, std::string_view value) {
        if (!value.empty()) {
            add(name, QUOVIS_RT_TEXT, 0, value);
        }
    }
    std::vector<quovis_rt_capability> take() { return std::move(all_); }

  private:
    void add(std::string_view name, std::int32_t type, std::uint64_t number, std::string_view value) {
        auto capability = sized<quovis_rt_capability>();
        capability.name = plugins::text(name);
        capability.type = type;
        capability.number = number;
        capability.text = plugins::text(value);
        all_.push_back(capability);
    }

    std::vector<quovis_rt_capability> all_;
};

}  // namespace quovis::plugins
