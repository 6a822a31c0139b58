// The first half of the way of a kernel: route, then image.
#include "core/program/program.hpp"

#include "core/support/text.hpp"

#include <fmt/format.h>

namespace quovis::core {

// True from the next cancellation on.
std::function<bool()> Program::next_cancellation() const {
    return [this, before = cancellations.load()] { return cancellations.load() != before; };
}

Image Program::compile_for(const Router& router, const std::string& backend, const std::string& target,
                           const std::string& format) const {
    const auto cancelled = next_cancellation();
    Image image;
    router.take_compiler(source.name, source.language, backend, [&](const Router::CompilerChoice& choice) {
        const auto& wanted = target.empty() ? choice.target : target;
        if (wanted.empty())
            throw Error(QUOVIS_ERROR_INVALID_ARGUMENT, "compile",
                        fmt::format("'{}' needs a target: there is no device of '{}' here to take one from",
                                    source.name, choice.compiler.name),
                        fmt::format("give one of: {}", join(choice.compiler.compiler()->targets())));
        image = core::compile(choice.compiler, {source, merge(options, choice.options), wanted, format, cancelled});
    });
    return image;
}

std::vector<Attempt> Program::build(const Router& router, const std::string& selector, std::shared_ptr<Route> route,
                                    const std::function<void(Image, std::shared_ptr<Route>)>& load) const {
    const RouteRequest request{source.name, source.language, selector, std::move(route)};
    const auto cancelled = next_cancellation();
    return router.take(request, [&](const RouteChoice& choice) {
        load(core::compile(choice.compiler,
                           {source, merge(options, choice.options), choice.route->target, {}, cancelled}),
             choice.route);
    });
}

}  // namespace quovis::core
