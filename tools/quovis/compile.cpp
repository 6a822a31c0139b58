// `quovis compile`: source to image, without a device.
#include "tools/quovis/command.hpp"
#include "tools/quovis/errors.hpp"
#include "tools/quovis/json.hpp"
#include "tools/quovis/output.hpp"
#include "tools/quovis/progress.hpp"
#include "tools/quovis/text.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <memory>

namespace quovis::cli {
namespace {

struct CompileCommandWords {
    std::string file;
    std::string output;
    CompileRequest request;
    CompileWords compiler;
};

std::string ending_of(const std::string& format) {
    const std::map<std::string, std::string> endings = {{"code-object", ".hsaco"}, {"spirv", ".spv"}};
    const auto found = endings.find(format);
    return found == endings.end() ? "." + format : found->second;
}

std::string output_name(const CompileCommandWords& words, const Image& image) {
    if (!words.output.empty()) {
        return words.output;
    }
    return std::filesystem::path(words.file).stem().string() + ending_of(image.format());
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

void summarize(const std::string& output, const Image& image, const std::vector<Diagnostic>& diagnostics) {
    show_diagnostics(diagnostics);
    const std::string log = trimmed(image.log());
    if (diagnostics.empty() && !log.empty()) {
        print_error_text(printable(log) + "\n");
    }
    std::size_t warnings = 0;
    for (const Diagnostic& one : diagnostics) {
        warnings += one.severity == QUOVIS_WARNING ? 1 : 0;
    }
    print_error_text(printable(fmt::format("compiled by {} for {}: {}, {} bytes, {} warning{}: {}\n", image.compiler(),
                                           image.target(), image.format(), image.size(), warnings,
                                           warnings == 1 ? "" : "s", output == "-" ? "standard output" : output)));
    for (const Symbol& symbol : image.symbols()) {
        print_error_text(printable(fmt::format("{} is {}\n", symbol.expression, symbol.symbol)));
    }
}

Json compile_json(const std::string& output, const Image& image, const std::vector<Diagnostic>& diagnostics) {
    Json object = json_object();
    object["output"] = output;
    object["compiler"] = image.compiler();
    object["target"] = image.target();
    object["format"] = image.format();
    object["bytes"] = image.size();
    object["command"] = image.command();
    object["log"] = image.log();
    object["symbols"] = Json::array();
    for (const Symbol& symbol : image.symbols()) {
        object["symbols"].push_back({{"expression", symbol.expression}, {"symbol", symbol.symbol}});
    }
    object["diagnostics"] = to_json(diagnostics);
    return object;
}

Image compile_source(const Instance& instance, const CompileCommandWords& words, const Options& options) {
    const Program program = instance.program(Source::file(words.file, words.compiler.language), options);
    const Progress progress("compiling " + words.file);
    return program.compile(words.request);
}

Exit compile(const Common& common, const CompileCommandWords& words) {
    if (common.json && words.output == "-") {
        throw usage_failure("--json and -o - both want standard output");
    }
    const Options options = compile_options(words.compiler, common.raw);
    const Instance instance = open_instance(common);
    const Image image = compile_source(instance, words, options);
    const std::vector<Diagnostic> diagnostics = image.diagnostics();
    const std::string output = output_name(words, image);
    write_image(output, image);
    summarize(output, image, diagnostics);
    if (common.json) {
        print(json_text(compile_json(output, image, diagnostics)));
    }
    return Exit::done;
}

}  // namespace

void add_compile(CLI::App& app, Common& common, Work& work) {
    CLI::App& compiled =
        add_subcommand(app, common, "compile", "Compile a kernel file to an image; needs no device",
                       "  quovis compile saxpy.cu --target sm_90 --format cubin -o saxpy.cubin\n"
                       "  quovis compile saxpy.cu --format ptx -o - | less\n"
                       "  quovis compile k.cu --name-expression 'scale<float>' -- --extra-device-vectorization");
    const auto words = std::make_shared<CompileCommandWords>();
    compiled.add_option("FILE", words->file, "The source: .cu, .hip or .cl")->type_name("")->required();
    compiled
        .add_option("-o,--output", words->output,
                    "The image's file; - for standard output; without it, the source's name with the format's ending")
        ->type_name("FILE");
    compiled.add_option("--backend", words->request.backend, "The plugin that compiles")->type_name("NAME");
    compiled.add_option("--target", words->request.target, "What to compile for: sm_90, ...")->type_name("TARGET");
    compiled.add_option("--format", words->request.format, "What to make: cubin, ptx, opencl-binary, ...")
        ->type_name("FORMAT");
    add_compile_options(compiled, words->compiler);
    compiled.callback([&common, &work, words] { work = [&common, words] { return compile(common, *words); }; });
}

}  // namespace quovis::cli
