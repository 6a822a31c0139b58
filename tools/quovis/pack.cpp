// `quovis pack`: programs compiled for many targets into one bundle; and what is in a bundle.
#include "tools/quovis/bundle_contents.hpp"
#include "tools/quovis/command.hpp"
#include "tools/quovis/errors.hpp"
#include "tools/quovis/interruption.hpp"
#include "tools/quovis/json.hpp"
#include "tools/quovis/origin.hpp"
#include "tools/quovis/output.hpp"
#include "tools/quovis/progress_bar.hpp"
#include "tools/quovis/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <tuple>

namespace quovis::cli {
namespace {

struct PackWords {
    std::vector<std::string> files;
    std::vector<std::string> targets;
    std::string output;
    std::string backend;
    bool no_source = false;
    bool list = false;
    std::string folder;  // to extract to
    std::string depfile;
    CompileWords compiler;
};

// What is said on the way, once for all targets that have it in common.
class Told {
  public:
    void add(const std::string& program, const std::string& target, const Image& image) {
        std::vector<Diagnostic> news;
        for (const Diagnostic& one : image.diagnostics()) {
            if (!has(one)) {
                diagnostics_.push_back(one);
                news.push_back(one);
            }
        }
        show_diagnostics(news);
        const std::string place = place_in_cache(image);
        print_error_text(
            printable(fmt::format("{} for {}: {}, {} by {}{}{}\n", program, target, image.format(),
                                  bytes_for_people(image.size()), image.compiler(), place.empty() ? "" : ", ", place)));
    }
    void add_source(const std::string& program, const std::string& target) {
        print_error_text(printable(fmt::format("{} for {}: as source\n", program, target)));
    }
    const std::vector<Diagnostic>& diagnostics() const { return diagnostics_; }

  private:
    static auto parts(const Diagnostic& one) {
        return std::tie(one.file, one.line, one.column, one.severity, one.message);
    }
    bool has(const Diagnostic& wanted) const {
        return std::any_of(diagnostics_.begin(), diagnostics_.end(),
                           [&](const Diagnostic& one) { return parts(one) == parts(wanted); });
    }

    std::vector<Diagnostic> diagnostics_;
};

std::string output_name(const PackWords& words) {
    return words.output.empty() ? std::filesystem::path(words.files.front()).stem().string() + ".quovis" : words.output;
}

void check_words(const PackWords& words) {
    for (const std::string& file : words.files) {
        if (is_image_file(file) || is_bundle_file(file)) {
            throw usage_failure(fmt::format("'{}' is no source; images are made from sources for each target", file),
                                is_bundle_file(file) ? "--list and --extract look into a bundle" : "");
        }
    }
    if (words.targets.empty()) {
        throw usage_failure("--target is missing: what is to be packed for",
                            "as --target sm_90 --target gfx90a --target opencl");
    }
    for (const std::string& target : words.targets) {
        if (target.find(',') != std::string::npos) {
            throw usage_failure(fmt::format("--target '{}' names more than one", target), "give each a --target");
        }
    }
    if (words.output == "-") {
        throw usage_failure("a bundle is written to a file, which '-' does not name", "./- is the file of that name");
    }
    require_own_file(output_name(words), words.files);
    require_own_file(words.depfile, words.files);
}

Bundle make_bundle(const Instance& instance, const PackWords& words, Told& told) {
    PackRequest request;
    request.targets = words.targets;
    request.backend = words.backend;
    request.without_sources = words.no_source;
    for (const std::string& file : words.files) {
        request.programs.push_back(
            instance.program(Source::file(file, words.compiler.language), compile_options(words.compiler, {})));
    }
    const Stoppable stoppable([&] {
        for (const Program& program : request.programs) {
            program.cancel();
        }
    });
    ProgressBar bar;
    std::size_t before = 0;
    request.on_step = [&](const PackStep& step) {
        if (step.done != before) {
            before = step.done;
            bar.clear();
            step.image ? told.add(step.program, step.target, step.image) : told.add_source(step.program, step.target);
        }
        const std::string file = std::filesystem::path(step.program).filename().string();
        bar.show(step.done, step.count, fmt::format("{} for {}", file, step.target));
    };
    return instance.pack(request);
}

// As make reads a path.
std::string escaped(const std::string& path) {
    std::string text;
    for (const char letter : path) {
        text += letter == ' ' || letter == '#' ? std::string{'\\', letter} : letter == '$' ? "$$" : std::string{letter};
    }
    return text;
}

// For a build system: what the bundle was made of.
void write_depfile(const PackWords& words, const std::string& output, const Bundle& bundle) {
    namespace fs = std::filesystem;
    std::string text = escaped(fs::absolute(output).string()) + ":";
    for (const std::string& file : words.files) {
        text += " \\\n  " + escaped(fs::absolute(file).string());
    }
    for (const std::string& header : bundle.headers()) {
        text += " \\\n  " + escaped(fs::absolute(header).string());
    }
    text += "\n";
    OutputFile file(words.depfile);
    file.write(text.data(), text.size());
    file.commit();
}

Exit pack(const Common& common, const PackWords& words) {
    check_words(words);
    const Instance instance = open_instance(common);
    const std::string output = output_name(words);
    Told told;
    const Bundle bundle = make_bundle(instance, words, told);
    if (!words.depfile.empty()) {
        write_depfile(words, output, bundle);
    }
    bundle.write(output);
    const std::size_t images = bundle.images().size();
    print_error_text(
        printable(fmt::format("packed {} image{} of {} program{}, {} sources: {}, {}\n", images, images == 1 ? "" : "s",
                              words.files.size(), words.files.size() == 1 ? "" : "s",
                              words.no_source ? "without" : "with", output, bytes_for_people(bundle.size()))));
    if (common.json) {
        Json object = json_object();
        object["output"] = output;
        add_bundle(object, bundle);
        object["diagnostics"] = to_json(told.diagnostics());
        print(json_text(object));
    }
    return Exit::done;
}

void check_words_of_reading(const PackWords& words) {
    if (!words.targets.empty() || !words.output.empty() || words.no_source || !words.backend.empty() ||
        is_given(words.compiler) || !words.depfile.empty()) {
        throw usage_failure("--list and --extract look into a bundle; options that pack one do not go with them");
    }
    if (words.files.size() != 1) {
        throw usage_failure("--list and --extract take one bundle");
    }
}

Exit read(const Common& common, const PackWords& words) {
    check_words_of_reading(words);
    const Instance instance = open_instance(common);
    const Bundle bundle = instance.bundle(words.files.front());
    std::vector<std::string> files;
    if (!words.folder.empty()) {
        files = extract(bundle, words.folder);
    }
    if (common.json) {
        Json object = json_object();
        object["file"] = words.files.front();
        add_bundle(object, bundle);
        object["extracted"] = files;
        print(json_text(object));
        return Exit::done;
    }
    if (words.list) {
        print(bundle_table(bundle));
    }
    for (const std::string& file : files) {
        print(printable(file) + "\n");
    }
    return Exit::done;
}

}  // namespace

void add_pack(CLI::App& app, Common& common, Work& work) {
    CLI::App& command = add_subcommand(
        app, common, "pack", "Compile kernel files for many targets into one bundle; needs no device",
        "  quovis pack saxpy.cu --target sm_80 --target sm_90 --target compute_90 --target gfx90a -o saxpy.quovis\n"
        "  quovis pack saxpy.cl --target opencl --target opencl:cpu\n"
        "  quovis run saxpy.quovis --kernel saxpy ...\n"
        "  quovis pack --list saxpy.quovis\n"
        "  quovis pack --extract images saxpy.quovis");
    const auto words = std::make_shared<PackWords>();
    command.add_option("FILE", words->files, "The sources: .cu, .hip or .cl. With --list or --extract: a bundle")
        ->type_name("")
        ->required();
    command
        .add_option("--target", words->targets,
                    "What to compile for (repeat): sm_90, gfx90a, compute_90 (PTX) ...; opencl: the source, for any "
                    "OpenCL device; opencl:cpu, cuda:0: the target of a device that is here")
        ->type_name("TARGET")
        ->allow_extra_args(false);
    command
        .add_option("-o,--output", words->output,
                    "The bundle; without it, the first source's name with the ending .quovis")
        ->type_name("FILE");
    command.add_option("--backend", words->backend, "The plugin that compiles")->type_name("NAME");
    command.add_flag("--no-source", words->no_source, "Leave the sources out: only images are packed");
    command.add_option("--depfile", words->depfile, "Write what it was made of, for make or ninja, to this file")
        ->type_name("FILE");
    command.add_flag("--list", words->list, "Show what a bundle holds");
    command.add_option("--extract", words->folder, "Write a bundle's images and sources as files to this folder")
        ->type_name("DIR");
    add_compile_options(command, words->compiler);
    command.callback([&common, &work, words] {
        const bool reads = words->list || !words->folder.empty();
        work = [&common, words, reads] { return reads ? read(common, *words) : pack(common, *words); };
    });
}

}  // namespace quovis::cli
