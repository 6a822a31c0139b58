// The entry `compile`: images, diagnostics, refusals, headers, name expressions, cancelling.
#include "tests/conformance/checks/checks.hpp"
#include "tests/conformance/kit/compiler.hpp"

#include <unistd.h>

#include <time.h>
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace quovis::conformance {
namespace {

bool contains(const std::vector<std::string>& words, const std::string& word) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

const Diagnostic* first_of(const std::vector<Diagnostic>& all, std::int32_t severity) {
    const auto found = std::find_if(all.begin(), all.end(), [&](const auto& one) { return one.severity == severity; });
    return found == all.end() ? nullptr : &*found;
}

void languages(Trial& trial) {
    const Compiler compiler(trial);
    for (const Kernels* kernels : compiler.kernels()) {
        for (const std::string_view source : {kernels->saxpy, kernels->number, kernels->reverse}) {
            const auto compiled = Request(compiler, kernels->language, compiler.newest(), source).compile();
            trial.require(compiled->ok(), fmt::format("{} does not compile: {}\n{}", kernels->language,
                                                      compiled->error.message(), compiled->log()));
            trial.expect(!compiled->image().empty(), "the image is empty");
            trial.expect(contains(compiler.description().formats, compiled->format()),
                         fmt::format("the image's format '{}' is not one that describe names", compiled->format()));
            trial.expect(!compiled->target().empty(), "the image's target is empty");
        }
    }
}

void formats(Trial& trial) {
    const Compiler compiler(trial);
    for (const std::string& format : compiler.description().formats) {
        Request request(compiler, compiler.first().language, compiler.newest(), compiler.first().saxpy);
        request.request.format = text(format);
        const auto compiled = request.compile();
        trial.expect(compiled->ok() && compiled->format() == format,
                     fmt::format("format '{}' was asked for, '{}' came: {}", format, compiled->format(),
                                 compiled->error.message()));
    }
}

// An error on line 3 is reported there, in the caller's file, with a log and without an image.
void expect_error_on_line_3(Trial& trial, const Compiled& compiled, std::string_view language) {
    trial.expect_failure(compiled.status, compiled.error, fmt::format("compile of broken {}", language),
                         {QUOVIS_PLUGIN_SOURCE_INVALID});
    trial.expect(!compiled.log().empty(), "the log is empty");
    trial.expect(compiled.image().empty(), "there is an image of a broken source");
    const auto diagnostics = compiled.diagnostics();
    const Diagnostic* error = first_of(diagnostics, QUOVIS_CC_ERROR);
    trial.require(error != nullptr, fmt::format("no diagnostic is an error, the log is:\n{}", compiled.log()));
    trial.expect(error->line == 3, fmt::format("the error on line 3 is reported on {}", error->line));
    trial.expect(error->file.rfind("conformance.", 0) == 0,
                 fmt::format("the diagnostic's file is '{}', not the request's name", error->file));
    trial.expect(!error->message.empty() && error->message.find('\n') == std::string::npos,
                 fmt::format("the diagnostic's message is '{}'", error->message));
}

void broken_source(Trial& trial) {
    const Compiler compiler(trial);
    for (const Kernels* kernels : compiler.kernels()) {
        const bool opencl = kernels->language == "opencl";
        const std::string source =
            fmt::format("// one\n{} broken({}int* out) {{\n    out[0] = undeclared_name;\n}}\n",
                        opencl ? "kernel void" : "extern \"C\" __global__ void", opencl ? "global " : "");
        const auto compiled = Request(compiler, kernels->language, compiler.newest(), source).compile();
        expect_error_on_line_3(trial, *compiled, kernels->language);
    }
}

void error_directive(Trial& trial) {
    const Compiler compiler(trial);
    const std::string source = "// one\n// two\n#error broken on purpose\n" + std::string(compiler.first().noop);
    const auto compiled = Request(compiler, compiler.first().language, compiler.newest(), source).compile();
    expect_error_on_line_3(trial, *compiled, compiler.first().language);
    trial.expect(compiled->log().find("broken on purpose") != std::string::npos, "the log lacks the compiler's words");
}

void warning_kept(Trial& trial) {
    const Compiler compiler(trial);
    const std::string source = "// one\n#warning careful here\n" + std::string(compiler.first().noop);
    const auto compiled = Request(compiler, compiler.first().language, compiler.newest(), source).compile();
    trial.require(compiled->ok(), fmt::format("a source with a warning fails: {}", compiled->error.message()));
    trial.expect(compiled->log().find("careful here") != std::string::npos, "the log of a success is not kept");
    const auto diagnostics = compiled->diagnostics();
    const Diagnostic* warning = first_of(diagnostics, QUOVIS_CC_WARNING);
    trial.require(warning != nullptr, fmt::format("no diagnostic is a warning, the log is:\n{}", compiled->log()));
    trial.expect(warning->line == 2, fmt::format("the warning on line 2 is reported on {}", warning->line));
}

void refusals(Trial& trial) {
    const Compiler compiler(trial);
    const Kernels& kernels = compiler.first();
    const auto language = Request(compiler, "conformance-no-language", compiler.newest(), kernels.noop).compile();
    trial.expect_failure(language->status, language->error, "an unknown language", {QUOVIS_PLUGIN_LANGUAGE_UNKNOWN});
    const auto target = Request(compiler, kernels.language, "conformance-no-target", kernels.noop).compile();
    trial.expect_failure(target->status, target->error, "an unknown target", {QUOVIS_PLUGIN_TARGET_UNKNOWN});
    trial.expect(target->error.message().find("conformance-no-target") != std::string::npos,
                 fmt::format("the refusal does not name the target: {}", target->error.message()));
    Request asked(compiler, kernels.language, compiler.newest(), kernels.noop);
    asked.request.format = text("conformance-no-format");
    const auto format = asked.compile();
    trial.expect_failure(format->status, format->error, "an unknown format", {QUOVIS_PLUGIN_NOT_SUPPORTED});
    trial.expect(format->error.message().find("conformance-no-format") != std::string::npos,
                 fmt::format("the refusal does not name the format: {}", format->error.message()));
}

void empty_source(Trial& trial) {
    const Compiler compiler(trial);
    const auto compiled = Request(compiler, compiler.first().language, compiler.newest(), {}).compile();
    if (!compiled->ok()) {
        trial.expect_failure(compiled->status, compiled->error, "an empty source", {QUOVIS_PLUGIN_SOURCE_INVALID});
    }
}

// A folder that vanishes.
class Folder {
  public:
    Folder() {
        std::string name = (std::filesystem::temp_directory_path() / "quovis-XXXXXX").string();
        path_ = mkdtemp(name.data()) == nullptr ? std::string() : name;
    }
    ~Folder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    const std::string& path() const { return path_; }
    void write(const std::string& name, std::string_view content) const {
        std::ofstream(path_ + "/" + name) << content;
    }

  private:
    std::string path_;
};

std::string with_header(const Kernels& kernels) {
    return "#include \"conformance.h\"\n#ifndef FROM_THE_HEADER\n#error the header was not read\n#endif\n" +
           std::string(kernels.noop);
}

void include_directories(Trial& trial) {
    const Compiler compiler(trial);
    const Folder first;
    const Folder second;
    first.write("conformance.h", "#define FROM_THE_HEADER 1\n");
    second.write("conformance.h", "#error the order of the folders was not kept\n");
    const std::string source = with_header(compiler.first());
    Request request(compiler, compiler.first().language, compiler.newest(), source);
    const auto compiled = request.include_from(first.path()).include_from(second.path()).compile();
    trial.expect(compiled->ok(),
                 fmt::format("an include directory does not work: {}\n{}", compiled->error.message(), compiled->log()));
}

void memory_headers(Trial& trial) {
    const Compiler compiler(trial);
    const std::string source = with_header(compiler.first());
    Request request(compiler, compiler.first().language, compiler.newest(), source);
    const auto compiled = request.header("conformance.h", "#define FROM_THE_HEADER 1\n").compile();
    if ((compiler.description().flags & QUOVIS_CC_MEMORY_HEADERS) == 0) {
        trial.expect_failure(compiled->status, compiled->error, "a header in memory", {QUOVIS_PLUGIN_NOT_SUPPORTED});
        return;
    }
    trial.expect(compiled->ok(),
                 fmt::format("a header in memory does not work: {}\n{}", compiled->error.message(), compiled->log()));
}

void missing_header(Trial& trial) {
    const Compiler compiler(trial);
    const std::string source = with_header(compiler.first());
    const auto compiled = Request(compiler, compiler.first().language, compiler.newest(), source).compile();
    trial.expect_failure(compiled->status, compiled->error, "a missing header", {QUOVIS_PLUGIN_SOURCE_INVALID});
    trial.expect(compiled->log().find("conformance.h") != std::string::npos,
                 "the log does not name the missing header");
}

void name_expressions(Trial& trial) {
    const Compiler compiler(trial);
    const bool offered = (compiler.description().flags & QUOVIS_CC_NAME_EXPRESSIONS) != 0;
    for (const Kernels* kernels : compiler.kernels()) {
        const std::string_view source = kernels->scale_template.empty() ? kernels->noop : kernels->scale_template;
        Request request(compiler, kernels->language, compiler.newest(), source);
        const auto compiled = request.expression("scale<float>").expression("scale<int>").compile();
        if (!offered) {
            trial.expect_failure(compiled->status, compiled->error, "a name expression", {QUOVIS_PLUGIN_NOT_SUPPORTED});
        } else if (!kernels->scale_template.empty()) {
            trial.require(compiled->ok(), fmt::format("name expressions fail: {}", compiled->error.message()));
            const auto symbols = compiled->symbols();
            trial.expect(symbols.size() == 2 && symbols.count("scale<float>") == 1 && symbols.count("scale<int>") == 1,
                         "not each expression has a symbol");
            trial.expect(symbols.begin()->second != symbols.rbegin()->second, "two expressions have one symbol");
        }
    }
}

void cancelled(Trial& trial) {
    const Compiler compiler(trial);
    if ((compiler.description().flags & QUOVIS_CC_CANCELS) == 0) {
        trial.skip("the compiler does not say that it can be cancelled");
    }
    Request request(compiler, compiler.first().language, compiler.newest(), compiler.first().saxpy);
    request.request.cancelled = [](void*) { return std::int32_t{1}; };
    const auto compiled = request.compile();
    trial.expect(compiled->ok() || compiled->status == QUOVIS_PLUGIN_CANCELLED,
                 fmt::format("a cancelled compile fails with {}", compiled->status));
}

void deadline(Trial& trial) {
    const Compiler compiler(trial);
    Request request(compiler, compiler.first().language, compiler.newest(), compiler.first().saxpy);
    request.request.deadline_ns = 1;
    const auto compiled = request.compile();
    trial.expect(compiled->ok() || compiled->status == QUOVIS_PLUGIN_TIMED_OUT,
                 fmt::format("a compile behind its deadline fails with {}", compiled->status));
}

}  // namespace

void add_compile(std::vector<Check>& checks) {
    checks.insert(
        checks.end(),
        {{"compile_makes_images", "kernels of each language become images of a described format", languages},
         {"compile_makes_each_format", "each described format can be asked for", formats},
         {"compile_reports_a_broken_source", "an error is told with its line and the log", broken_source},
         {"compile_reports_an_error_directive", "an #error is told with its line and the log", error_directive},
         {"compile_keeps_the_log_of_a_success", "warnings are told though the compile succeeds", warning_kept},
         {"compile_refuses_what_it_does_not_know", "unknown language, target and format are named", refusals},
         {"compile_takes_an_empty_source", "no text does no harm", empty_source},
         {"compile_searches_include_directories", "headers are found in order of the folders", include_directories},
         {"compile_reads_headers_from_memory", "headers in memory are found, or refused", memory_headers},
         {"compile_names_a_missing_header", "a missing header makes the source invalid", missing_header},
         {"compile_answers_name_expressions", "each name expression gets its symbol, or all are refused",
          name_expressions},
         {"compile_can_be_cancelled", "a cancelled compile says so", cancelled},
         {"compile_keeps_a_deadline", "a compile behind its deadline succeeds or says so", deadline}});
}

}  // namespace quovis::conformance
