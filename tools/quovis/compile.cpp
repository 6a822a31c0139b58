// `quovis compile`: a source to an image, or several sources and images linked to one; without a device.
#include "tools/quovis/command.hpp"
#include "tools/quovis/errors.hpp"
#include "tools/quovis/interruption.hpp"
#include "tools/quovis/json.hpp"
#include "tools/quovis/kernel_list.hpp"
#include "tools/quovis/origin.hpp"
#include "tools/quovis/output.hpp"
#include "tools/quovis/progress.hpp"
#include "tools/quovis/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

namespace quovis::cli {
namespace {

struct CompileCommandWords {
    std::vector<std::string> files;
    bool lto = false;
    bool relocatable = false;
    std::string output;
    CompileRequest request;
    CompileWords compiler;
};

std::string output_name(const CompileCommandWords& words, const Image& image) {
    if (!words.output.empty()) {
        return words.output;
    }
    const std::string name = std::filesystem::path(words.files.front()).stem().string() + ending_of(image.format());
    require_own_file(name, words.files);
    return name;
}

void write_image(const std::string& output, const Image& image) {
    if (output == "-") {
        print({static_cast<const char*>(image.data()), image.size()});
        return;
    }
    OutputFile file(output);
    file.write(image.data(), image.size());
    file.commit();
}

// What was made, and what was said on the way.
struct Made {
    Image image;
    const char* how;
    std::vector<Diagnostic> diagnostics;
    std::string log;
};

void summarize(const std::string& output, const Made& made) {
    const auto& [image, how, diagnostics, text] = made;
    show_diagnostics(diagnostics);
    const std::string log = trimmed(text);
    if (diagnostics.empty() && !log.empty()) {
        print_error_text(printable(log) + "\n");
    }
    std::size_t warnings = 0;
    for (const Diagnostic& one : diagnostics) {
        warnings += one.severity == QUOVIS_WARNING ? 1 : 0;
    }
    const std::string place = place_in_cache(image);
    print_error_text(
        printable(fmt::format("{}{} by {} for {}: {}, {} bytes, {} warning{}: {}\n", place.empty() ? "" : place + ", ",
                              how, image.compiler(), image.target(), image.format(), image.size(), warnings,
                              warnings == 1 ? "" : "s", output == "-" ? "standard output" : output)));
    for (const Symbol& symbol : image.symbols()) {
        print_error_text(printable(fmt::format("{} is {}\n", symbol.expression, symbol.symbol)));
    }
}

Json compile_json(const std::string& output, const Made& made) {
    const Image& image = made.image;
    Json object = json_object();
    object["output"] = output;
    object["compiler"] = image.compiler();
    object["target"] = image.target();
    object["format"] = image.format();
    object["bytes"] = image.size();
    add_origin(object, image);
    object["command"] = image.command();
    object["log"] = made.log;
    object["symbols"] = Json::array();
    for (const Symbol& symbol : image.symbols()) {
        object["symbols"].push_back({{"expression", symbol.expression}, {"symbol", symbol.symbol}});
    }
    object["kernels"] = kernels_json(made.image);
    object["diagnostics"] = to_json(made.diagnostics);
    return object;
}

Image compile_source(const Instance& instance, const CompileCommandWords& words, const std::string& file,
                     const Options& options, const CompileRequest& request) {
    const Program program = instance.program(Source::file(file, words.compiler.language), options);
    Image image;
    {
        const Progress progress("compiling " + file);
        const Stoppable stoppable([&] { program.cancel(); });
        image = program.compile(request);
    }
    show_origin(instance, file, image);
    return image;
}

void add_words(Made& made, const Image& image) {
    for (const Diagnostic& one : image.diagnostics()) {
        made.diagnostics.push_back(one);
    }
    made.log += image.log();
}

Made compile_one(const Instance& instance, const CompileCommandWords& words, const Options& options) {
    Made made{compile_source(instance, words, words.files.front(), options, words.request), "compiled", {}, {}};
    add_words(made, made.image);
    return made;
}

// What shapes code that is made of LTO IR; other images have their code already.
Options link_options(const CompileCommandWords& words, const Options& options) {
    Options of_linker;
    of_linker.relocatable = words.relocatable ? std::optional(true) : std::nullopt;
    if (words.lto) {
        of_linker.optimize = options.optimize;
        of_linker.debug = options.debug;
        of_linker.line_info = options.line_info;
        of_linker.max_registers = options.max_registers;
    }
    return of_linker;
}

Made link_all(const Instance& instance, const CompileCommandWords& words, Options options) {
    options.relocatable = true;
    const CompileRequest part{words.request.backend, words.request.target, words.lto ? "ltoir" : ""};
    std::vector<Image> images;
    Made made{{}, "linked", {}, {}};
    for (const std::string& file : words.files) {
        images.push_back(is_image_file(file) ? instance.image(file)
                                             : compile_source(instance, words, file, options, part));
        add_words(made, images.back());
    }
    const Progress progress("linking");
    made.image = instance.link(images, words.request, link_options(words, options));
    add_words(made, made.image);
    return made;
}

bool is_link(const CompileCommandWords& words) {
    return words.files.size() > 1 || words.lto || is_image_file(words.files.front());
}

void check_words(const Common& common, const CompileCommandWords& words) {
    if (common.json && words.output == "-") {
        throw usage_failure("--json and -o - both want standard output");
    }
    require_own_file(words.output, words.files);
    if (is_link(words) && !words.compiler.name_expressions.empty() && words.files.size() > 1) {
        throw usage_failure("--name-expression goes with one FILE: nobody knows which of several has the template");
    }
}

Exit compile(const Common& common, const CompileCommandWords& words) {
    check_words(common, words);
    Options options = compile_options(words.compiler, common.raw);
    options.relocatable = words.relocatable ? std::optional(true) : std::nullopt;
    const Instance instance = open_instance(common);
    const Made made = is_link(words) ? link_all(instance, words, options) : compile_one(instance, words, options);
    const std::string output = output_name(words, made.image);
    write_image(output, made.image);
    summarize(output, made);
    show_kernels(made.image);
    if (common.json) {
        print(json_text(compile_json(output, made)));
    }
    return Exit::done;
}

}  // namespace

void add_compile(CLI::App& app, Common& common, Work& work) {
    CLI::App& compiled =
        add_subcommand(app, common, "compile", "Compile a kernel file to an image, or several to one; needs no device",
                       "  quovis compile saxpy.cu --target sm_90 --format cubin -o saxpy.cubin\n"
                       "  quovis compile saxpy.cu --format ptx -o - | less\n"
                       "  quovis compile library.cu --relocatable --target sm_90 -o library.cubin\n"
                       "  quovis compile main.cu part.cu library.cubin --target sm_90 -o all.cubin\n"
                       "  quovis compile main.cu part.cu --lto --target sm_90 -o all.cubin\n"
                       "  quovis compile k.cu --name-expression 'scale<float>' -- --extra-device-vectorization");
    const auto words = std::make_shared<CompileCommandWords>();
    compiled
        .add_option("FILE", words->files,
                    "The source: .cu, .hip or .cl. Several, images among them (.cubin .ptx .fatbin .ltoir .clbin), are "
                    "linked to one image: the sources are compiled as relocatable code first")
        ->type_name("")
        ->required();
    compiled.add_flag("--relocatable", words->relocatable, "Make an image that can be linked with others later");
    compiled.add_flag("--lto", words->lto, "Link-time optimization: sources become LTO IR, optimized as a whole");
    compiled
        .add_option(
            "-o,--output", words->output,
            "The image's file; - for standard output; without it, the first source's name with the format's ending")
        ->type_name("FILE");
    compiled.add_option("--backend", words->request.backend, "The plugin that compiles")->type_name("NAME");
    compiled.add_option("--target", words->request.target, "What to compile for: sm_90, ...")->type_name("TARGET");
    compiled.add_option("--format", words->request.format, "What to make: cubin, ptx, opencl-binary, ...")
        ->type_name("FORMAT");
    add_compile_options(compiled, words->compiler);
    compiled.callback([&common, &work, words] { work = [&common, words] { return compile(common, *words); }; });
}

}  // namespace quovis::cli
