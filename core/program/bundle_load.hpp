// Which image of a bundle a device gets, and what is done where none fits: its source is compiled.
#pragma once

#include "core/program/bundle.hpp"
#include "core/program/explain.hpp"
#include "core/program/program.hpp"

#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace quovis::core {

// A bundle that was opened. Its programs are those whose sources are there.
struct OpenBundle {
    explicit OpenBundle(Bundle opened);

    // Null where the source was left out.
    Program* program(std::size_t source) { return programs[source].get(); }

    const Bundle bundle;
    std::vector<std::unique_ptr<Program>> programs;  // one place for each source
};

// Images of a source that a route accepts, the best first, and why it does not accept the others.
struct AcceptedImages {
    struct One {
        std::shared_ptr<const Image> image;
        std::string reason;  // "packed cubin for sm_90, the device's own target"
    };
    std::vector<One> accepted;
    std::vector<Attempt> refused;
};
AcceptedImages accepted_images(const Bundle& bundle, std::size_t source, const Route& route);

// Hands images to `load` until it takes one: packed ones, then one that is compiled for the device, then those for the
// next device. `load` refuses by an Error of the class "the route cannot"; any other ends the search. Returns the
// trail, whose last entry is the one taken. `route`: null, or the only one to try. Throws Error, with the trail.
std::vector<Attempt> load_from(OpenBundle& open, std::size_t source, const Router& router, Cache& cache,
                               const std::string& selector, std::shared_ptr<Route> route,
                               const std::function<void(std::shared_ptr<const Image>, std::shared_ptr<Route>)>& load);

// What load_from() would do where every image that is accepted can be loaded. Throws Error.
Explanation explain(OpenBundle& open, std::size_t source, const Router& router, const Cache& cache,
                    const std::string& selector);

}  // namespace quovis::core
