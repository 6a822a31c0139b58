// From a program's name and language to the backend and the device that the configuration says.
// Trying the next backend of a rule, and the trail of what was tried, are here and nowhere else.
#pragma once

#include "core/config/config.hpp"
#include "core/inventory/inventory.hpp"
#include "core/program/options.hpp"
#include "core/support/log.hpp"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace quovis::core {

struct RouteRequest {
    std::string name;  // of the program
    std::string language;
    std::string selector;          // of the caller; empty: none
    std::shared_ptr<Route> route;  // fixed by the caller; null: chosen
};

// What is to be tried: compile with `compiler` for `route`, then load.
struct RouteChoice {
    Plugin& compiler;
    std::shared_ptr<Route> route;
    const RuleOptions& options;
};

// The plugins that compile by a rule, in order.
std::vector<std::string> backends_of(const RouteRule& rule);

class Router {
  public:
    Router(const Config& config, const Inventory& inventory, const Log& log)
        : config_(config), inventory_(inventory), log_(log) {}

    // Tries the backends of the first rule that matches, in order, until `attempt` returns. One that throws an Error of
    // the class "the route cannot" is passed over, unless the rule is strict; any other Error ends the search. Returns
    // the trail, whose last entry is the one taken; an Error carries the trail as well.
    std::vector<Attempt> take(const RouteRequest& request,
                              const std::function<void(const RouteChoice&)>& attempt) const;

    // The devices that the request may run on, as the rule prefers them, each with the routes to it whose runtime one
    // of the rule's backends has: whether its compiler is there or not. Throws Error when there is none.
    std::vector<std::vector<std::shared_ptr<Route>>> routes_by_device(const RouteRequest& request) const;

    // The rule that take() follows.
    const RouteRule& rule_of(const RouteRequest& request) const { return rule_for(request.name, candidates(request)); }

    // For a compile without a device.
    struct CompilerChoice {
        Plugin& compiler;
        const RuleOptions& options;
        std::string target;  // of the device that the rule leads to; empty when there is none
    };
    // Tries the compiler that is named, or else those of the matching rule that take the language, as take() does.
    // Without a target, those that have a device to take one from come first.
    std::vector<Attempt> take_compiler(const std::string& name, const std::string& language, const std::string& backend,
                                       const std::string& target,
                                       const std::function<void(const CompilerChoice&)>& attempt) const;
    // The same for a link: those that make images of this format, and link.
    void take_linker(const std::string& name, const std::string& format, const std::string& backend,
                     const std::function<void(const CompilerChoice&)>& attempt) const;

    // The routes that a selector chooses; empty text: `devices.default`. Throws Error when none matches.
    std::vector<std::shared_ptr<Route>> routes(const std::string& selector) const;

  private:
    const RouteRule& rule_for(const std::string& name, const std::vector<std::shared_ptr<Route>>& candidates) const;
    std::vector<std::shared_ptr<Route>> candidates(const RouteRequest& request) const;
    // Those of the candidates that the rule leaves, or puts in their place. Throws Error when there is none of a device
    // that it names.
    std::vector<std::shared_ptr<Route>> usable_routes(const RouteRequest& request, const RouteRule& rule,
                                                      const std::vector<std::shared_ptr<Route>>& candidates) const;
    std::vector<std::shared_ptr<Route>> narrowed(const RouteRule& rule,
                                                 const std::vector<std::shared_ptr<Route>>& candidates) const;
    // The first of the routes that loads the compiler's images. Throws Error (no device) with the reason.
    std::shared_ptr<Route> fed_by(const Plugin& compiler, const std::vector<std::shared_ptr<Route>>& routes) const;
    std::vector<Attempt> try_each(const RouteRequest& request, const std::vector<std::string>& backends,
                                  const std::function<Plugin&(const std::string& backend)>& usable,
                                  const std::function<void(const CompilerChoice&)>& attempt) const;
    std::vector<std::string> named_backends(const RouteRequest& request, const std::string& backend) const;
    bool has_device_for(const std::string& backend, const RouteRequest& request) const;
    Plugin& usable_plugin(const std::string& backend) const;
    Plugin& usable_compiler(const std::string& backend, const std::string& language, const std::string& name) const;

    const Config& config_;
    const Inventory& inventory_;
    const Log& log_;
};

}  // namespace quovis::core
