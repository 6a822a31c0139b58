// Several images to one, through the plugin that compiled them or one that the configuration leads to.
#pragma once

#include "core/program/image.hpp"
#include "core/program/options.hpp"
#include "core/program/routing.hpp"

#include <memory>
#include <string>
#include <vector>

namespace quovis::core {

// Every text may be empty: the images and the configuration decide.
struct LinkRequest {
    std::vector<std::shared_ptr<const Image>> images;
    std::string backend;
    std::string target;
    std::string format;
    Options options;
};

// Throws Error; with log and diagnostics when the linker came so far.
Image link(const Router& router, const LinkRequest& request);

}  // namespace quovis::core
