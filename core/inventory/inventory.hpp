// The physical devices of the machine and the routes to each, made from the plugins of the ledger.
// Nothing changes after it was built, so it is read without locks.
#pragma once

#include "core/config/config.hpp"
#include "core/inventory/route.hpp"
#include "core/loader/ledger.hpp"
#include "core/support/log.hpp"

#include <memory>
#include <string>
#include <vector>

namespace quovis::core {

struct Device {
    std::string name;
    std::string vendor;
    quovis_device_type type = QUOVIS_DEVICE_OTHER;
    std::string uuid;
    std::string pci;
    std::uint64_t memory_bytes = 0;
    std::vector<std::shared_ptr<Route>> routes;
};

class Inventory {
  public:
    // Asks each runtime for its devices and finishes the ledger.
    Inventory(const Config& config, Ledger ledger, const Log& log);

    const Ledger& ledger() const { return ledger_; }
    const std::vector<Device>& devices() const { return devices_; }
    const std::vector<std::shared_ptr<Route>>& routes() const { return routes_; }

    // The entry that counts for a name: the one that is not shadowed. Null when there is none.
    const LedgerEntry* find_plugin(const std::string& name) const;
    std::vector<std::string> plugin_names() const;
    // What a selector may name: the runtimes of this project and of every plugin. A plugin that did not get to tell its
    // runtime counts by its own name.
    std::vector<std::string> runtime_names() const;

  private:
    void ask_runtime(LedgerEntry& entry, const Log& log);
    void place(std::shared_ptr<Route> route);
    void find_compilers(const std::vector<LedgerEntry*>& in_order);

    Ledger ledger_;
    std::vector<Device> devices_;
    std::vector<std::shared_ptr<Route>> routes_;
};

}  // namespace quovis::core
