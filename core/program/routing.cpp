// Rules, candidates, fallback and the trail.
#include "core/program/routing.hpp"

#include "core/inventory/selector.hpp"
#include "core/support/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace quovis::core {
namespace {

using Routes = std::vector<std::shared_ptr<Route>>;

// Whether the next backend of a rule may be tried. One that is not installed is no reason to stop: a rule may be
// written for many machines.
bool passes_over(const Error& error) {
    return error.route_cannot() || error.status == QUOVIS_ERROR_NOT_FOUND;
}

std::string selectors_of(const Routes& routes) {
    std::vector<std::string> words;
    for (const auto& route : routes)
        words.push_back(route->selector);
    return join(words);
}

Error no_device(std::string message, const Inventory& inventory) {
    return Error(QUOVIS_ERROR_NO_DEVICE, "selection", std::move(message),
                 inventory.routes().empty() ? "no plugin found a device; 'quovis plugins' says why"
                                            : fmt::format("there are: {}", selectors_of(inventory.routes())));
}

// Whether the backend takes the language, as far as its error tells.
bool takes_language(const Error& error) {
    return error.status != QUOVIS_ERROR_LANGUAGE_UNKNOWN;
}

// The error for a search that ended without a route. A single attempt keeps its own, and so does the only one by a
// backend that takes the language; several are told line by line.
Error summary(const RouteRequest& request, const RouteRule& rule, std::vector<Attempt> attempts,
              const std::vector<Error>& errors) {
    const auto telling = std::find_if(errors.begin(), errors.end(), takes_language);
    const bool one_tells = std::count_if(errors.begin(), errors.end(), takes_language) == 1;
    Error error = one_tells ? *telling : errors.back();
    if (errors.size() > 1 && !one_tells) {
        error = Error(
            telling == errors.end() ? QUOVIS_ERROR_LANGUAGE_UNKNOWN : telling->status, "selection",
            fmt::format("no backend can take '{}' ({}rule of {}):", request.name,
                        request.language.empty() ? "" : fmt::format("language {}, ", request.language), rule.origin),
            "'quovis plugins' says what is missing");
        for (const auto& attempt : attempts)
            error.message += fmt::format("\n  {}: {}", attempt.backend, attempt.reason);
        error.log = errors.back().log;
        error.diagnostics = errors.back().diagnostics;
    }
    error.attempts = std::move(attempts);
    return error;
}

// Calls `try_one` for each backend in order until it returns; it may complete the attempt that it is given. Returns the
// trail, whose last entry is the one taken. Throws Error, with the trail.
template <typename TryOne>
std::vector<Attempt> try_in_order(const RouteRequest& request, const RouteRule& rule,
                                  const std::vector<std::string>& backends, const Log& log, TryOne try_one) {
    std::vector<Attempt> trail;
    std::vector<Error> errors;
    for (const auto& backend : backends) {
        trail.push_back({backend, {}, QUOVIS_OK, "taken"});
        try {
            try_one(backend, trail.back());
            break;
        } catch (Error& error) {
            trail.back().status = error.status;
            trail.back().reason = error.message;
            if (!passes_over(error)) {
                error.attempts = std::move(trail);
                throw;
            }
            errors.push_back(error);
            if (rule.strict || &backend == &backends.back())
                throw summary(request, rule, std::move(trail), errors);
            log.info("'{}' goes on without '{}': {}", request.name, backend, error.message);
        }
    }
    return trail;
}

// What a backend lacks.
Error cannot(const std::string& backend, quovis_status status, std::string message, std::string hint) {
    Error error(status, "selection", std::move(message), std::move(hint));
    error.plugin = backend;
    return error;
}

// Whether the backend's images run there, made by its own compiler or not.
bool has_runtime_of(const Inventory& inventory, const std::string& backend, const Route& route) {
    const auto* entry = inventory.find_plugin(backend);
    if (!entry || !entry->plugin)
        return false;
    const auto& plugin = *entry->plugin;
    return route.is_fed_by(backend) || (plugin.has_runtime() && plugin.runtime_name == route.plugin->runtime_name);
}

}  // namespace

// The reader of the configuration has seen to it that there is one at least.
std::vector<std::string> backends_of(const RouteRule& rule) {
    return rule.compile.empty() ? rule.backend : std::vector{rule.compile};
}

Routes Router::routes(const std::string& selector) const {
    const auto& text = selector.empty() ? config_.default_device.value : selector;
    const auto wanted = Selector::parse(text);
    // A configuration may be written for many machines; a caller means this one.
    if (!selector.empty())
        wanted.require_runtimes(inventory_.runtime_names());
    auto found = wanted.choose(inventory_.routes());
    if (found.empty())
        throw no_device(selector.empty() ? fmt::format("devices.default is '{}' ({}), and no device matches", text,
                                                       config_.default_device.origin)
                                         : fmt::format("no device matches '{}'", text),
                        inventory_);
    return found;
}

Routes Router::candidates(const RouteRequest& request) const {
    if (request.route)
        return {request.route};
    if (!request.selector.empty())
        return routes(request.selector);
    // Without a word of the caller's, a machine without the preferred devices still has rules that name others.
    return Selector::parse(config_.default_device.value).choose(inventory_.routes());
}

const RouteRule& Router::rule_for(const std::string& name, const Routes& candidates) const {
    const auto file_name = std::filesystem::path(name).filename().string();
    for (const auto& rule : config_.routes.value) {
        if (!rule.when_program.empty() && !glob_match(rule.when_program, file_name))
            continue;
        if (!rule.when_device.empty()) {
            const auto wanted = Selector::parse(rule.when_device).choose(inventory_.routes());
            const bool any = std::any_of(candidates.begin(), candidates.end(), [&](const auto& route) {
                return std::find(wanted.begin(), wanted.end(), route) != wanted.end();
            });
            if (!any)
                continue;
        }
        return rule;
    }
    throw Error(QUOVIS_ERROR_CONFIGURATION, "configuration",
                fmt::format("no rule of 'routes' ({}) matches program '{}'", config_.routes.origin, name),
                "end the list with a rule that has no 'when'");
}

Routes Router::narrowed(const RouteRule& rule, const Routes& candidates) const {
    Routes result = candidates;
    const auto keep = [&](const Routes& wanted) {
        result.erase(std::remove_if(result.begin(), result.end(),
                                    [&](const auto& route) {
                                        return std::find(wanted.begin(), wanted.end(), route) == wanted.end();
                                    }),
                     result.end());
    };
    if (!rule.when_device.empty())
        keep(Selector::parse(rule.when_device).choose(inventory_.routes()));
    return result;
}

Plugin& Router::usable_plugin(const std::string& backend) const {
    const auto* entry = inventory_.find_plugin(backend);
    if (!entry) {
        const auto known = inventory_.plugin_names();
        const auto nearest = nearest_word(backend, known);
        throw Error(QUOVIS_ERROR_NOT_FOUND, "selection",
                    fmt::format("there is no backend '{}'{}", backend,
                                nearest ? fmt::format("; did you mean '{}'?", *nearest) : ""),
                    fmt::format("plugins found: {}", known.empty() ? "none" : join(known)));
    }
    if (!entry->plugin)
        throw cannot(backend, QUOVIS_ERROR_UNAVAILABLE,
                     fmt::format("plugin '{}' is {}: {}", backend, to_string(entry->state), entry->reason),
                     entry->hint);
    if (entry->plugin->compiler_fault)
        throw *entry->plugin->compiler_fault;
    if (!entry->plugin->compiler())
        throw cannot(backend, QUOVIS_ERROR_NOT_SUPPORTED, fmt::format("plugin '{}' has no compiler", backend),
                     "give the compiler with 'compile' and the device with 'device'");
    return *entry->plugin;
}

Plugin& Router::usable_compiler(const std::string& backend, const std::string& language,
                                const std::string& name) const {
    auto& plugin = usable_plugin(backend);
    if (!plugin.compiler()->takes(language))
        throw cannot(backend, QUOVIS_ERROR_LANGUAGE_UNKNOWN,
                     fmt::format("'{}' does not compile language '{}' ({})", backend, language, name),
                     fmt::format("it takes: {}", join(plugin.compiler()->languages)));
    return plugin;
}

std::shared_ptr<Route> Router::fed_by(const Plugin& compiler, const Routes& routes) const {
    const auto found =
        std::find_if(routes.begin(), routes.end(), [&](const auto& route) { return route->is_fed_by(compiler.name); });
    if (found != routes.end())
        return *found;
    const auto& entry = *inventory_.find_plugin(compiler.name);
    if (entry.state == QUOVIS_STATE_NO_DEVICE)
        throw no_device(fmt::format("plugin '{}' has no device: {}", compiler.name, entry.reason), inventory_);
    throw no_device(routes.empty()
                        ? fmt::format("'{}' has no device to compile for", compiler.name)
                        : fmt::format("'{}' makes no image for any of: {}", compiler.name, selectors_of(routes)),
                    inventory_);
}

Routes Router::usable_routes(const RouteRequest& request, const RouteRule& rule, const Routes& candidates) const {
    if (rule.device.empty() || request.route)
        return narrowed(rule, candidates);
    // A device that the rule names replaces the default; a caller's selector only narrows it.
    auto usable = Selector::parse(rule.device).choose(request.selector.empty() ? inventory_.routes() : candidates);
    if (usable.empty())
        throw no_device(fmt::format("the rule of {} says device '{}', and {}", rule.origin, rule.device,
                                    request.selector.empty() ? std::string("there is none")
                                                             : fmt::format("'{}' was asked for", request.selector)),
                        inventory_);
    return usable;
}

std::vector<Attempt> Router::take(const RouteRequest& request,
                                  const std::function<void(const RouteChoice&)>& attempt) const {
    const auto all = candidates(request);
    const auto& rule = rule_for(request.name, all);
    const auto usable = usable_routes(request, rule, all);
    return try_in_order(request, rule, backends_of(rule), log_, [&](const std::string& backend, Attempt& told) {
        auto& compiler = usable_compiler(backend, request.language, request.name);
        const auto route = fed_by(compiler, usable);
        told.selector = route->selector;
        attempt({compiler, route, rule.options});
    });
}

std::vector<Routes> Router::routes_by_device(const RouteRequest& request) const {
    const auto all = candidates(request);
    const auto& rule = rule_for(request.name, all);
    const auto usable = usable_routes(request, rule, all);
    auto backends = backends_of(rule);
    if (rule.strict)
        backends.resize(1);
    std::vector<Routes> devices;
    const auto add = [&](const std::shared_ptr<Route>& route) {
        auto device = std::find_if(devices.begin(), devices.end(),
                                   [&](const Routes& known) { return known.front()->device == route->device; });
        if (device == devices.end())
            device = devices.insert(device, Routes());
        if (std::find(device->begin(), device->end(), route) == device->end())
            device->push_back(route);
    };
    for (const auto& backend : backends)
        for (const auto& route : usable)
            if (has_runtime_of(inventory_, backend, *route))
                add(route);
    if (devices.empty())
        throw no_device(fmt::format("'{}' has no device: the backends of the rule of {} are {}, and {}", request.name,
                                    rule.origin, join(backends),
                                    usable.empty() ? std::string("no device matches")
                                                   : "none of them has a runtime for " + selectors_of(usable)),
                        inventory_);
    return devices;
}

std::vector<Attempt> Router::take_compiler(const std::string& name, const std::string& language,
                                           const std::string& backend, const std::string& target,
                                           const std::function<void(const CompilerChoice&)>& attempt) const {
    const RouteRequest request{name, language, {}, nullptr};
    auto named = named_backends(request, backend);
    if (target.empty())
        std::stable_partition(named.begin(), named.end(),
                              [&](const std::string& one) { return has_device_for(one, request); });
    return try_each(
        request, named, [&](const std::string& one) -> Plugin& { return usable_compiler(one, language, name); },
        attempt);
}

void Router::take_linker(const std::string& name, const std::string& format, const std::string& backend,
                         const std::function<void(const CompilerChoice&)>& attempt) const {
    const auto usable = [&](const std::string& one) -> Plugin& {
        auto& plugin = usable_plugin(one);
        if ((plugin.compiler()->flags & QUOVIS_CC_LINKS) == 0)
            throw cannot(one, QUOVIS_ERROR_NOT_SUPPORTED, fmt::format("'{}' does not link images", one), {});
        if (backend.empty() && !plugin.compiler()->emits(format))
            throw cannot(one, QUOVIS_ERROR_LANGUAGE_UNKNOWN,
                         fmt::format("'{}' makes no images of the format '{}' ({})", one, format, name),
                         fmt::format("it makes: {}", join(plugin.compiler()->formats)));
        return plugin;
    };
    const RouteRequest request{name, {}, {}, nullptr};
    try_each(request, named_backends(request, backend), usable, attempt);
}

std::vector<std::string> Router::named_backends(const RouteRequest& request, const std::string& backend) const {
    return backend.empty() ? backends_of(rule_for(request.name, candidates(request))) : std::vector{backend};
}

// For a source: whether the backend takes the language, and one of the devices takes its images.
bool Router::has_device_for(const std::string& backend, const RouteRequest& request) const {
    const auto* entry = inventory_.find_plugin(backend);
    if (!entry || !entry->plugin || !entry->plugin->compiler() || !entry->plugin->compiler()->takes(request.language))
        return false;
    const auto all = candidates(request);
    const auto usable = narrowed(rule_for(request.name, all), all);
    return std::any_of(usable.begin(), usable.end(), [&](const auto& route) { return route->is_fed_by(backend); });
}

std::vector<Attempt> Router::try_each(const RouteRequest& request, const std::vector<std::string>& backends,
                                      const std::function<Plugin&(const std::string&)>& usable_one,
                                      const std::function<void(const CompilerChoice&)>& attempt) const {
    const auto all = candidates(request);
    const auto& rule = rule_for(request.name, all);
    return try_in_order(request, rule, backends, log_, [&](const std::string& one, Attempt&) {
        auto& compiler = usable_one(one);
        const auto usable = narrowed(rule, all);
        const auto route = std::find_if(usable.begin(), usable.end(),
                                        [&](const auto& candidate) { return candidate->is_fed_by(one); });
        attempt({compiler, rule.options, route == usable.end() ? std::string() : (*route)->target});
    });
}

}  // namespace quovis::core
