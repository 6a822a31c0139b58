// What a bundle holds. Its names come from a file of others: nothing of them becomes a path before it is made harmless.
#include "tools/quovis/bundle_contents.hpp"

#include "tools/quovis/command.hpp"
#include "tools/quovis/failure.hpp"
#include "tools/quovis/kernel_list.hpp"
#include "tools/quovis/kernels.hpp"
#include "tools/quovis/output.hpp"
#include "tools/quovis/table.hpp"
#include "tools/quovis/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <set>
#include <string_view>
#include <system_error>

namespace quovis::cli {
namespace {

namespace fs = std::filesystem;

std::string kernels_for_people(const BundleImage& image) {
    if (!image.kernels) {
        return "not told";
    }
    std::vector<std::string> names;
    for (const KernelInfo& kernel : *image.kernels) {
        names.push_back(source_name(kernel.name));
    }
    return names.empty() ? "none" : join(names);
}

std::string source_for_people(const BundleSource& source) {
    if (!source.text) {
        return "left out";
    }
    const std::string headers = source.headers.empty()       ? ""
                                : source.headers.size() == 1 ? ", 1 header"
                                                             : fmt::format(", {} headers", source.headers.size());
    return bytes_for_people(source.text->size()) + headers;
}

// A part of a path that leads nowhere else: "pthread-skylake (R) 1" becomes "pthread-skylake__R__1".
std::string harmless(const std::string& name) {
    std::string part;
    for (const char letter : name) {
        const bool plain = (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
                           (letter >= '0' && letter <= '9') || letter == '_' || letter == '-' || letter == '+' ||
                           (letter == '.' && !part.empty());
        part += plain ? letter : '_';
    }
    constexpr std::size_t longest = 100;
    return part.empty() ? "_" : part.substr(0, longest);
}

// "a/../v.h" becomes "a/_./v.h".
fs::path harmless_path(const std::string& name) {
    fs::path path;
    for (const fs::path& part : fs::path(name)) {
        path /= harmless(part.string());
    }
    return path;
}

class Extraction {
  public:
    explicit Extraction(std::string folder) : folder_(std::move(folder)) {}

    void add(fs::path name, const void* data, std::size_t size) {
        const fs::path stem = name.parent_path() / name.stem();
        for (int number = 2; !names_.insert(name.string()).second; ++number) {
            name = fmt::format("{}-{}{}", stem.string(), number, name.extension().string());
        }
        refuse_links(name);
        const fs::path path = fs::path(folder_) / name;
        std::error_code error;
        fs::create_directories(path.parent_path(), error);
        if (error) {
            throw Failure(Exit::failed, "output",
                          fmt::format("cannot make the folder '{}': {}", path.parent_path().string(), error.message()));
        }
        OutputFile file(path.string());
        file.write(data, size);
        file.commit();
        paths_.push_back(path.string());
    }
    void add(const fs::path& name, const std::string& text) { add(name, text.data(), text.size()); }

    std::vector<std::string> paths() && { return std::move(paths_); }

  private:
    // Of what was in the folder before: one could lead out of it.
    void refuse_links(const fs::path& name) const {
        fs::path path = folder_;
        for (const fs::path& part : name) {
            path /= part;
            std::error_code not_there;
            if (fs::is_symlink(path, not_there)) {
                throw Failure(Exit::failed, "output",
                              fmt::format("'{}' is a link, and nothing is extracted through one", path.string()),
                              "extract to an empty folder");
            }
        }
    }

    std::string folder_;
    std::set<std::string> names_;
    std::vector<std::string> paths_;
};

std::string names_of(const std::vector<BundleSource>& sources) {
    std::vector<std::string> names;
    for (const BundleSource& source : sources) {
        names.push_back(source.name);
    }
    return join(names);
}

bool has_kernel(const BundleImage& image, const std::string& name) {
    return std::any_of(image.kernels->begin(), image.kernels->end(), [&](const KernelInfo& kernel) {
        return kernel.name == name || source_name(kernel.name) == name;
    });
}

// As core/program/BUNDLE.md tells.
bool begins_as_bundle(const std::string& file) {
    std::array<char, 4> begin{};
    std::ifstream(file, std::ios::binary).read(begin.data(), begin.size());
    return std::string_view(begin.data(), begin.size()) == "\x89QVB";
}

// Whether one of its images has it, or nobody can tell.
bool may_have(const std::vector<BundleImage>& images, std::size_t source, const std::string& kernel) {
    bool known = false;
    for (const BundleImage& image : images) {
        if (image.source == source && image.kernels) {
            known = true;
            if (has_kernel(image, kernel)) {
                return true;
            }
        }
    }
    return !known;
}

}  // namespace

bool is_bundle_file(const std::string& file) {
    std::error_code not_there;
    return file.ends_with(".quovis") || (fs::is_regular_file(file, not_there) && begins_as_bundle(file));
}

std::string bundle_table(const Bundle& bundle) {
    const std::vector<BundleSource> sources = bundle.sources();
    Table table({"PROGRAM", "TARGET", "FORMAT", "SIZE", "COMPILER", "KERNELS"});
    const std::vector<BundleImage> images = bundle.images();
    for (std::size_t i = 0; i < sources.size(); ++i) {
        table.add({sources[i].name, "source", sources[i].language, source_for_people(sources[i]), "", ""});
        for (const BundleImage& image : images) {
            if (image.source == i) {
                table.add({"  " + sources[i].name, image.target, image.format, bytes_for_people(image.size),
                           image.compiler, kernels_for_people(image)});
            }
        }
    }
    return printable(table.text(terminal_width(Stream::output)));
}

void add_bundle(Json& object, const Bundle& bundle) {
    const std::vector<BundleSource> sources = bundle.sources();
    object["bytes"] = bundle.size();
    object["version"] = bundle.version();
    object["packer"] = bundle.packer();
    object["sources"] = Json::array();
    for (const BundleSource& source : sources) {
        Json headers = Json::array();
        for (const Header& header : source.headers) {
            headers.push_back(header.name);
        }
        object["sources"].push_back({{"name", source.name},
                                     {"language", source.language},
                                     {"packed", source.text.has_value()},
                                     {"bytes", source.text ? source.text->size() : 0},
                                     {"headers", std::move(headers)},
                                     {"options", source.options}});
    }
    object["images"] = Json::array();
    for (const BundleImage& image : bundle.images()) {
        object["images"].push_back({{"source", sources[image.source].name},
                                    {"target", image.target},
                                    {"format", image.format},
                                    {"bytes", image.size},
                                    {"compiler", image.compiler},
                                    {"identity", image.identity},
                                    {"command", image.command},
                                    {"kernels", kernels_json(image.kernels)}});
    }
}

std::vector<std::string> extract(const Bundle& bundle, const std::string& folder) {
    Extraction into(folder);
    const std::vector<BundleSource> sources = bundle.sources();
    const std::vector<BundleImage> images = bundle.images();
    for (std::size_t i = 0; i < images.size(); ++i) {
        const Image image = bundle.image(i);
        const std::string stem = fs::path(sources[images[i].source].name).stem().string();
        into.add(harmless(stem) + "." + harmless(images[i].target) + ending_of(images[i].format), image.data(),
                 image.size());
    }
    for (const BundleSource& source : sources) {
        if (source.text) {
            into.add(harmless(source.name), *source.text);
        }
        for (const Header& header : source.headers) {
            into.add(fs::path(harmless(source.name) + ".headers") / harmless_path(header.name), header.text);
        }
    }
    return std::move(into).paths();
}

std::string source_with(const Bundle& bundle, const std::string& source, const std::string& kernel,
                        const std::string& file) {
    const std::vector<BundleSource> sources = bundle.sources();
    if (!source.empty() || sources.size() == 1) {
        return source;
    }
    const std::vector<BundleImage> images = bundle.images();
    std::vector<std::string> found;
    for (std::size_t i = 0; i < sources.size(); ++i) {
        if (!kernel.empty() && may_have(images, i, kernel)) {
            found.push_back(sources[i].name);
        }
    }
    if (found.size() == 1) {
        return found.front();
    }
    if (found.empty() && !kernel.empty()) {
        throw Failure(Exit::no_match, "kernel",
                      fmt::format("none of the programs of '{}' has a kernel '{}'", file, kernel),
                      "they are: " + names_of(sources) + "; quovis pack --list shows their kernels");
    }
    throw usage_failure(fmt::format("'{}' has more than one program: {}", file, names_of(sources)),
                        "choose one by --source NAME");
}

}  // namespace quovis::cli
