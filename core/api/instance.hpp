// What a quovis_instance is: a configuration, a log, and the inventory that is made when it is first needed.
#pragma once

#include "core/config/config.hpp"
#include "core/config/load.hpp"
#include "core/inventory/inventory.hpp"
#include "core/loader/host.hpp"
#include "core/program/cache.hpp"
#include "core/program/routing.hpp"
#include "core/support/log.hpp"

#include <memory>
#include <mutex>

namespace quovis::core {

class Instance {
  public:
    Instance(const ConfigSources& sources, Log::Sink sink);  // throws Error

    const Config& config() const { return config_; }
    const Log& log() const { return log_; }
    const Inventory& inventory();  // opens the plugins; throws Error
    Router router() { return Router(config_, inventory(), log_); }
    Cache& cache() { return cache_; }
    const Cache& cache() const { return cache_; }

  private:
    Config config_;
    Log log_;
    PluginLogRoute plugin_log_;
    Cache cache_;
    std::mutex mutex_;
    std::unique_ptr<Inventory> inventory_;
};

}  // namespace quovis::core
