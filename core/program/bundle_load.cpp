// The order: device by device as the configuration prefers them, and of each device the images before the compilers.
#include "core/program/bundle_load.hpp"

#include "core/program/cache.hpp"
#include "core/support/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <tuple>
#include <utility>

namespace quovis::core {
namespace {

// What the driver compiles when it loads it. All other formats are machine code.
bool is_intermediate(const Image& image) {
    return image.format == "ptx" || image.format == "spirv";
}

// "sm_90" with its numbers written so that they compare as numbers.
std::string with_wide_numbers(const std::string& target) {
    std::string wide;
    for (std::size_t at = 0; at < target.size();) {
        const auto digits = std::find_if_not(target.begin() + static_cast<std::ptrdiff_t>(at), target.end(),
                                             [](unsigned char c) { return std::isdigit(c) != 0; }) -
                            (target.begin() + static_cast<std::ptrdiff_t>(at));
        const auto count = static_cast<std::size_t>(digits);
        if (count == 0) {
            wide += target[at++];
            continue;
        }
        wide += std::string(count < 10 ? 10 - count : 0, '0') + target.substr(at, count);
        at += count;
    }
    return wide;
}

// "sm_90" of an sm_90, and what has a feature of such devices besides: "sm_90a".
bool is_own_target(const Image& image, const Route& route) {
    return image.target.starts_with(route.target);
}

// The greater the better: of what a device accepts, a later target has more of what the device can.
auto rank(const Image& image, const Route& route) {
    return std::tuple(!is_intermediate(image), is_own_target(image, route), with_wide_numbers(image.target));
}

std::string reason_for(const Image& image, const Route& route) {
    const char* why = is_intermediate(image)        ? "which the driver compiles"
                      : is_own_target(image, route) ? "the device's own target"
                                                    : "which the device runs too";
    return fmt::format("packed {} for {}, {}", image.format, image.target, why);
}

// That an image is for other devices is no fault of it.
quovis_status not_accepted(quovis_status status) {
    return status == QUOVIS_ERROR_IMAGE_REJECTED ? QUOVIS_ERROR_TARGET_UNKNOWN : status;
}

Attempt refused(const Image& image, const Route& route, quovis_status status, const std::string& why) {
    return {image.compiler, route.selector, status,
            fmt::format("packed {} for {}: {}", image.format, image.target, why)};
}

std::string targets_of(const Bundle& bundle, std::size_t source) {
    std::vector<std::string> words;
    for (const auto& packed : bundle.images)
        if (packed.source == source)
            words.push_back(fmt::format("{} ({})", packed.image->target, packed.image->format));
    return join(words);
}

std::string list(const std::vector<Attempt>& trail) {
    std::string lines;
    for (const auto& attempt : trail)
        lines += fmt::format("\n  {}{}: {}", attempt.backend, attempt.selector.empty() ? "" : " on " + attempt.selector,
                             attempt.reason);
    return lines;
}

// The walk of load_from().
class Search {
  public:
    using Load = std::function<void(std::shared_ptr<const Image>, std::shared_ptr<Route>)>;

    Search(OpenBundle& open, std::size_t source, const Router& router, Cache& cache, const Load& load)
        : open_(open), source_(source), router_(router), cache_(cache), load_(load) {}

    std::vector<Attempt> run(const std::vector<std::vector<std::shared_ptr<Route>>>& devices) {
        try {
            for (const auto& routes : devices) {
                for (const auto& route : routes)
                    if (load_packed(route))
                        return std::move(trail_);
                for (const auto& route : routes)
                    if (compile_for(route))
                        return std::move(trail_);
            }
        } catch (Error& error) {
            error.attempts = std::move(trail_);
            throw;
        }
        fail();
    }

  private:
    bool load_packed(const std::shared_ptr<Route>& route) {
        auto images = accepted_images(open_.bundle, source_, *route);
        trail_.insert(trail_.end(), images.refused.begin(), images.refused.end());
        for (const auto& [packed, reason] : images.accepted) {
            auto image = std::make_shared<Image>(*packed);
            image->origin.reason = reason;
            try {
                load_(std::move(image), route);
                trail_.push_back({packed->compiler, route->selector, QUOVIS_OK, reason});
                return true;
            } catch (const Error& error) {
                trail_.push_back(refused(*packed, *route, error.status, error.message));
                if (!error.route_cannot())
                    throw;
            }
        }
        return false;
    }

    bool compile_for(const std::shared_ptr<Route>& route) {
        const auto* program = open_.program(source_);
        if (!program)
            return false;
        try {
            auto tried = program->build(router_, cache_, {}, route, [&](Image image, std::shared_ptr<Route> chosen) {
                load_(std::make_shared<const Image>(std::move(image)), std::move(chosen));
            });
            tried.back().reason = "compiled from the packed source";
            if (const auto targets = targets_of(open_.bundle, source_); !targets.empty())
                tried.back().reason += ": no packed image fits, of " + targets;
            trail_.insert(trail_.end(), tried.begin(), tried.end());
            return true;
        } catch (Error& error) {
            trail_.insert(trail_.end(), error.attempts.begin(), error.attempts.end());
            if (!error.route_cannot() && error.status != QUOVIS_ERROR_NOT_FOUND)
                throw;
            last_ = error;
            return false;
        }
    }

    [[noreturn]] void fail() {
        const auto& bundle = open_.bundle;
        const auto& name = bundle.sources[source_].name;
        const auto targets = targets_of(bundle, source_);
        Error error = last_.value_or(Error(QUOVIS_ERROR_IMAGE_REJECTED, "load", {}));
        error.message =
            fmt::format("'{}' of '{}' runs on none of the devices: it has {}, and {}:{}", name, bundle.name,
                        targets.empty() ? "no image" : targets,
                        last_ ? "its source cannot be compiled here" : "its source was left out", list(trail_));
        error.hint = last_ ? "pack it for this device's target, or install a compiler; 'quovis plugins' says what is "
                             "missing"
                           : "pack it for this device's target, or with its source";
        error.attempts = std::move(trail_);
        throw error;
    }

    OpenBundle& open_;
    const std::size_t source_;
    const Router& router_;
    Cache& cache_;
    const Load& load_;
    std::vector<Attempt> trail_;
    std::optional<Error> last_;  // of the compilers
};

RouteRequest request_for(const Bundle& bundle, std::size_t source, const std::string& selector,
                         std::shared_ptr<Route> route) {
    const auto& packed = bundle.sources[source];
    return {packed.name, packed.language, selector, std::move(route)};
}

}  // namespace

OpenBundle::OpenBundle(Bundle opened) : bundle(std::move(opened)) {
    for (const auto& source : bundle.sources) {
        auto& program = programs.emplace_back();
        if (source.text) {
            program = std::make_unique<Program>();
            program->source = {source.name, *source.text, source.language};
            program->options = source.options;
        }
    }
}

AcceptedImages accepted_images(const Bundle& bundle, std::size_t source, const Route& route) {
    AcceptedImages found;
    for (const auto& packed : bundle.images) {
        if (packed.source != source)
            continue;
        const auto& image = *packed.image;
        try {
            route.accept(lend(image));
            found.accepted.push_back({packed.image, reason_for(image, route)});
        } catch (const Error& error) {
            found.refused.push_back(refused(image, route, not_accepted(error.status), error.message));
        }
    }
    std::stable_sort(found.accepted.begin(), found.accepted.end(), [&](const auto& one, const auto& other) {
        return rank(*one.image, route) > rank(*other.image, route);
    });
    return found;
}

std::vector<Attempt> load_from(OpenBundle& open, std::size_t source, const Router& router, Cache& cache,
                               const std::string& selector, std::shared_ptr<Route> route,
                               const std::function<void(std::shared_ptr<const Image>, std::shared_ptr<Route>)>& load) {
    const auto devices = router.routes_by_device(request_for(open.bundle, source, selector, std::move(route)));
    return Search(open, source, router, cache, load).run(devices);
}

Explanation explain(OpenBundle& open, std::size_t source, const Router& router, const Cache& cache,
                    const std::string& selector) {
    const auto request = request_for(open.bundle, source, selector, nullptr);
    std::vector<Attempt> trail;
    const auto take_over = [&](Explanation& told) {
        trail.insert(trail.end(), told.attempts.begin(), told.attempts.end());
        told.attempts = std::move(trail);
    };
    for (const auto& routes : router.routes_by_device(request)) {
        for (const auto& route : routes) {
            const auto images = accepted_images(open.bundle, source, *route);
            trail.insert(trail.end(), images.refused.begin(), images.refused.end());
            if (images.accepted.empty())
                continue;
            const auto& [image, reason] = images.accepted.front();
            Explanation told;
            told.rule = router.rule_of(request).origin;
            told.backend = image->compiler;
            told.selector = route->selector;
            told.target = image->target;
            told.bypass = "packed";
            told.attempts.push_back({image->compiler, route->selector, QUOVIS_OK, reason});
            for (std::size_t next = 1; next < images.accepted.size(); ++next)
                told.attempts.push_back(
                    {images.accepted[next].image->compiler, route->selector, QUOVIS_OK, images.accepted[next].reason});
            take_over(told);
            return told;
        }
        for (const auto& route : routes) {
            const auto* program = open.program(source);
            if (!program)
                continue;
            try {
                auto told = explain(*program, router, cache, {route->selector, {}, {}, {}});
                take_over(told);
                return told;
            } catch (const Error& error) {
                trail.insert(trail.end(), error.attempts.begin(), error.attempts.end());
                if (!error.route_cannot() && error.status != QUOVIS_ERROR_NOT_FOUND)
                    throw;
            }
        }
    }
    Error error(QUOVIS_ERROR_IMAGE_REJECTED, "load",
                fmt::format("'{}' of '{}' would run on none of the devices:{}", open.bundle.sources[source].name,
                            open.bundle.name, list(trail)));
    error.attempts = std::move(trail);
    throw error;
}

}  // namespace quovis::core
