// The first half of the way of a kernel: route, then image.
#include "core/program/program.hpp"

#include "core/program/cache.hpp"
#include "core/support/text.hpp"

#include <fmt/format.h>

namespace quovis::core {
namespace {

// Whether another image of the same source could be loaded where this one was not.
bool is_about_the_image(const Error& error) {
    switch (error.status) {
        case QUOVIS_ERROR_DEVICE_LOST:
        case QUOVIS_ERROR_OUT_OF_DEVICE_MEMORY:
        case QUOVIS_ERROR_OUT_OF_HOST_MEMORY:
        case QUOVIS_ERROR_NO_DEVICE:
            return false;
        default:
            return true;
    }
}

}  // namespace

std::function<bool()> Program::next_cancellation() const {
    return [this, before = cancellations.load()] { return cancellations.load() != before; };
}

Image Program::compile_for(const Router& router, Cache& cache, const std::string& backend, const std::string& target,
                           const std::string& format) const {
    const auto cancelled = next_cancellation();
    Image image;
    router.take_compiler(source.name, source.language, backend, target, [&](const Router::CompilerChoice& choice) {
        const auto& wanted = target_of(choice, target);
        const auto merged = merge(options, choice.options);
        image = core::compile(choice.compiler, {source, merged, wanted, format, cancelled}, cache);
    });
    return image;
}

const std::string& Program::target_of(const Router::CompilerChoice& choice, const std::string& target) const {
    const auto& wanted = target.empty() ? choice.target : target;
    if (wanted.empty())
        throw Error(QUOVIS_ERROR_INVALID_ARGUMENT, "compile",
                    fmt::format("'{}' needs a target: there is no device of '{}' here to take one from", source.name,
                                choice.compiler.name),
                    fmt::format("give one of: {}", join(choice.compiler.compiler()->targets())));
    return wanted;
}

std::vector<Attempt> Program::build(const Router& router, Cache& cache, const std::string& selector,
                                    std::shared_ptr<Route> route,
                                    const std::function<void(Image, std::shared_ptr<Route>)>& load) const {
    const RouteRequest request{source.name, source.language, selector, std::move(route)};
    const auto cancelled = next_cancellation();
    return router.take(request, [&](const RouteChoice& choice) {
        const auto merged = merge(options, choice.options);
        const CompileRequest compile_request{source, merged, choice.route->target, {}, cancelled};
        auto image = core::compile(choice.compiler, compile_request, cache);
        const bool is_old = image.origin.hit();
        try {
            load(std::move(image), choice.route);
        } catch (const Error& error) {
            if (!is_old || !is_about_the_image(error))
                throw;
            load(core::compile(choice.compiler, compile_request, cache, true), choice.route);
        }
    });
}

}  // namespace quovis::core
