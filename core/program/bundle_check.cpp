// Names that lead out of a folder, things that are there twice, things that lead nowhere.
#include "core/program/bundle_check.hpp"

#include "core/support/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

namespace quovis::core {
namespace {

struct Fault {
    std::string reason;
};

constexpr std::size_t longest_name = 255;  // of a file on most file systems
constexpr std::size_t longest_path = 4096;

bool has_control(std::string_view text) {
    return std::any_of(text.begin(), text.end(),
                       [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7f'; });
}

void require(bool holds, const std::string& reason) {
    if (!holds)
        throw Fault{reason};
}

void require_file_name(const std::string& name) {
    const auto is = [&](const char* what) {
        return fmt::format("the name of a source, {}, {}", in_quotes(name), what);
    };
    require(!name.empty(), "a source has no name");
    require(name.size() <= longest_name, is("is too long"));
    require(name.find('/') == std::string::npos, is("has a '/' in it"));
    require(!has_control(name), is("has control characters in it"));
    require(name != "." && name != "..", is("is that of a folder"));
}

// "cuda", "code-object", "sm_90".
void require_word(const std::string& word, const char* what) {
    const auto allowed = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' ||
               c == '.' || c == '+';
    };
    require(!word.empty() && word.size() <= longest_name && std::all_of(word.begin(), word.end(), allowed),
            fmt::format("{} {} is no word", what, in_quotes(word)));
}

// One that becomes a C string.
void require_text(const std::string& text, const char* what) {
    require(text.find('\0') == std::string::npos, fmt::format("{} has a zero byte in it", what));
}

void require_line(const std::string& text, const char* what) {
    require(!text.empty() && text.size() <= longest_path && !has_control(text),
            fmt::format("{} {} is no text of one line", what, in_quotes(text)));
}

void check_headers(const PackedSource& source) {
    std::set<std::string_view> names;
    for (const auto& header : source.options.headers) {
        require_line(header.name, "the name of a header");
        require(header.name.front() != '/',
                fmt::format("the header {} of '{}' has an absolute path", in_quotes(header.name), source.name));
        require(names.insert(header.name).second,
                fmt::format("'{}' has two headers {}", source.name, in_quotes(header.name)));
    }
}

void check_options(const Options& options) {
    for (const auto& [name, value] : options.defines) {
        require(is_macro_name(name), fmt::format("the define {} is no name of a macro", in_quotes(name)));
        require_text(value.value_or(""), "the value of a define");
    }
    for (const auto& expression : options.name_expressions) {
        require(!expression.empty(), "a name expression is empty");
        require_text(expression, "a name expression");
    }
    require_text(options.standard.value_or(""), "the standard");
}

void check_source(const PackedSource& source) {
    require_file_name(source.name);
    require_word(source.language, "the language");
    check_headers(source);
    check_options(source.options);
}

void check_kernels(const std::vector<KernelFacts>& kernels) {
    for (const auto& kernel : kernels) {
        require_line(kernel.name, "the name of a kernel");
        for (const auto& parameter : kernel.parameters) {
            require_text(parameter.name, "the name of a parameter");
            require_text(parameter.type, "the type of a parameter");
        }
    }
}

void check_image(const PackedImage& packed, std::size_t sources) {
    const auto& image = *packed.image;
    require(packed.source < sources, fmt::format("an image is of source {}, and there are {}", packed.source, sources));
    require_line(image.target, "the target");
    require_word(image.format, "the format");
    require_word(image.compiler, "the compiler");
    require(!image.bytes.empty(), fmt::format("the image for '{}' is empty", image.target));
    require_text(packed.identity, "the identity of a compiler");
    require_text(packed.options, "the options of an image");
    for (const auto& [expression, symbol] : image.symbols) {
        require_text(expression, "a name expression");
        require_text(symbol, "a symbol");
    }
    if (packed.kernels)
        check_kernels(*packed.kernels);
}

void check(const Bundle& bundle) {
    require_text(bundle.packer, "the packer");
    require(!bundle.sources.empty(), "there is no source in it");
    std::set<std::string_view> names;
    for (const auto& source : bundle.sources) {
        check_source(source);
        require(names.insert(source.name).second, fmt::format("there are two sources '{}'", source.name));
    }
    std::set<std::tuple<std::size_t, std::string_view, std::string_view>> images;
    for (const auto& packed : bundle.images) {
        check_image(packed, bundle.sources.size());
        const auto& image = *packed.image;
        require(images.emplace(packed.source, image.target, image.format).second,
                fmt::format("there are two images of '{}' for '{}' ({})", bundle.sources[packed.source].name,
                            image.target, image.format));
    }
}

}  // namespace

std::string fault_of(const Bundle& bundle) {
    try {
        check(bundle);
        return {};
    } catch (const Fault& fault) {
        return fault.reason;
    }
}

}  // namespace quovis::core
