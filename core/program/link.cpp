// Chooses who links and for what, lends the images to the plugin, takes the result over.
#include "core/program/link.hpp"

#include "core/program/result.hpp"
#include "core/support/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace quovis::core {
namespace {

// What an option that speaks of sources would do to images: nothing, so it is refused.
void check_options(const Options& options) {
    const std::pair<const char*, bool> of_compiling[] = {
        {"fast_math", options.fast_math.has_value()},
        {"warnings_as_errors", options.warnings_as_errors.has_value()},
        {"standard", options.standard.has_value()},
        {"defines", !options.defines.empty()},
        {"include_directories", !options.include_directories.empty()},
        {"headers", !options.headers.empty()},
        {"name_expressions", !options.name_expressions.empty()},
    };
    for (const auto& [name, given] : of_compiling)
        if (given)
            throw Error(QUOVIS_ERROR_INVALID_ARGUMENT, "link",
                        fmt::format("the option '{}' is of compiling; images are linked without it", name),
                        "give it to the programs that the images are compiled from");
}

template <typename Member>
std::string first_known(const std::vector<std::shared_ptr<const Image>>& images, Member member) {
    const auto found =
        std::find_if(images.begin(), images.end(), [&](const auto& image) { return !((*image).*member).empty(); });
    return found == images.end() ? std::string() : (**found).*member;
}

std::string name_of(const std::vector<std::shared_ptr<const Image>>& images) {
    std::vector<std::string> names;
    for (const auto& image : images)
        names.push_back(image->name);
    return join(names, " + ");
}

std::string target_for(const LinkRequest& request, const Router::CompilerChoice& choice) {
    if (!request.target.empty())
        return request.target;
    const auto of_images = first_known(request.images, &Image::target);
    const auto& target = of_images.empty() ? choice.target : of_images;
    if (target.empty())
        throw Error(QUOVIS_ERROR_INVALID_ARGUMENT, "link",
                    fmt::format("linking '{}' needs a target: the images do not tell theirs, and there is no device of "
                                "'{}' here to take one from",
                                name_of(request.images), choice.compiler.name),
                    fmt::format("give one of: {}", join(choice.compiler.compiler()->targets())));
    return target;
}

std::vector<quovis_cc_link_input> lend(const std::vector<std::shared_ptr<const Image>>& images) {
    std::vector<quovis_cc_link_input> inputs;
    for (const auto& image : images) {
        auto input = sized<quovis_cc_link_input>();
        input.name = to_text(image->name);
        input.format = to_text(image->format);
        input.data = image->bytes.data();
        input.size = image->bytes.size();
        inputs.push_back(input);
    }
    return inputs;
}

Image link_with(const Router::CompilerChoice& choice, const LinkRequest& request) {
    const auto target = target_for(request, choice);
    const LentOptions lent(request.options);
    const auto inputs = lend(request.images);
    auto asked = sized<quovis_cc_link_request>();
    asked.inputs = inputs.data();
    asked.input_count = inputs.size();
    asked.target = to_text(target);
    asked.format = to_text(request.format);
    asked.options = lent.options();
    asked.deadline_ns = deadline_of(request.options, *choice.compiler.compiler());
    return call_compiler(choice.compiler, "link", name_of(request.images), &quovis_cc_table::link, asked);
}

}  // namespace

Image link(const Router& router, const LinkRequest& request) {
    if (request.images.empty())
        throw Error(QUOVIS_ERROR_INVALID_ARGUMENT, "link", "there is no image to link");
    check_options(request.options);
    const auto& first = *request.images.front();
    const auto backend = request.backend.empty() ? first_known(request.images, &Image::compiler) : request.backend;
    Image linked;
    router.take_linker(first.name, first.format, backend,
                       [&](const Router::CompilerChoice& choice) { linked = link_with(choice, request); });
    for (const auto& image : request.images)
        linked.symbols.insert(linked.symbols.end(), image->symbols.begin(), image->symbols.end());
    return linked;
}

}  // namespace quovis::core
