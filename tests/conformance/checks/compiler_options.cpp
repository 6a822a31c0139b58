// Typed options: each is translated or refused by its name, never dropped.
#include "tests/conformance/checks/checks.hpp"
#include "tests/conformance/kit/compiler.hpp"

namespace quovis::conformance {
namespace {

// Sets one option and compiles. Accepted means that the compiler was given other words than without it.
void translated_or_refused(Trial& trial, std::string_view option, void (*set)(quovis_cc_options&, const Kernels&)) {
    const Compiler compiler(trial);
    const Kernels& kernels = compiler.first();
    const auto plain = Request(compiler, kernels.language, compiler.newest(), kernels.saxpy).compile();
    trial.require(plain->ok(), fmt::format("compile without options fails: {}", plain->error.message()));
    Request request(compiler, kernels.language, compiler.newest(), kernels.saxpy);
    set(request.options, kernels);
    const auto compiled = request.compile();
    if (compiled->ok()) {
        trial.expect(compiled->command() != plain->command(),
                     fmt::format("option '{}' is accepted, and the compiler was given the same words: '{}'", option,
                                 plain->command()));
        return;
    }
    trial.expect_failure(compiled->status, compiled->error, fmt::format("option '{}'", option),
                         {QUOVIS_PLUGIN_NOT_SUPPORTED});
    trial.expect(compiled->error.message().find(option) != std::string::npos,
                 fmt::format("the refusal does not name '{}': {}", option, compiled->error.message()));
}

void optimize(Trial& trial) {
    translated_or_refused(trial, "optimize", [](quovis_cc_options& options, const Kernels&) { options.optimize = 0; });
}
void debug(Trial& trial) {
    translated_or_refused(trial, "debug", [](quovis_cc_options& options, const Kernels&) { options.debug = 1; });
}
void line_info(Trial& trial) {
    translated_or_refused(trial, "line_info",
                          [](quovis_cc_options& options, const Kernels&) { options.line_info = 1; });
}
void fast_math(Trial& trial) {
    translated_or_refused(trial, "fast_math",
                          [](quovis_cc_options& options, const Kernels&) { options.fast_math = 1; });
}
// Some compilers have another call for it and no word: then the image is another.
void relocatable(Trial& trial) {
    const Compiler compiler(trial);
    Request request(compiler, compiler.first().language, compiler.newest(), compiler.first().saxpy);
    const auto plain = request.compile();
    request.options.relocatable = 1;
    const auto compiled = request.compile();
    if (compiled->ok() && plain->ok() && compiled->command() == plain->command()) {
        trial.expect(compiled->image() != plain->image(), "option 'relocatable' is accepted and changes nothing");
        return;
    }
    translated_or_refused(trial, "relocatable",
                          [](quovis_cc_options& options, const Kernels&) { options.relocatable = 1; });
}
void max_registers(Trial& trial) {
    translated_or_refused(trial, "max_registers",
                          [](quovis_cc_options& options, const Kernels&) { options.max_registers = 64; });
}
void standard(Trial& trial) {
    translated_or_refused(trial, "standard", [](quovis_cc_options& options, const Kernels& kernels) {
        options.standard = text(kernels.standard);
    });
}

void every_optimize(Trial& trial) {
    const Compiler compiler(trial);
    for (std::int32_t level = 0; level <= 3; ++level) {
        Request request(compiler, compiler.first().language, compiler.newest(), compiler.first().saxpy);
        request.options.optimize = level;
        const auto compiled = request.compile();
        trial.expect(compiled->ok() || compiled->status == QUOVIS_PLUGIN_NOT_SUPPORTED,
                     fmt::format("optimize {} fails with {}: {}", level, compiled->status, compiled->error.message()));
    }
}

// What is off is not asked for.
void switches_off(Trial& trial) {
    const Compiler compiler(trial);
    Request request(compiler, compiler.first().language, compiler.newest(), compiler.first().saxpy);
    request.options.debug = request.options.line_info = request.options.fast_math = 0;
    request.options.warnings_as_errors = request.options.relocatable = 0;
    const auto compiled = request.compile();
    trial.expect(compiled->ok(), fmt::format("switches that are off are refused: {}", compiled->error.message()));
}

void warnings_as_errors(Trial& trial) {
    const Compiler compiler(trial);
    const std::string source = "#warning careful here\n" + std::string(compiler.first().noop);
    Request request(compiler, compiler.first().language, compiler.newest(), source);
    request.options.warnings_as_errors = 1;
    const auto compiled = request.compile();
    trial.expect_failure(compiled->status, compiled->error, "a warning as an error",
                         {QUOVIS_PLUGIN_SOURCE_INVALID, QUOVIS_PLUGIN_NOT_SUPPORTED});
    trial.expect(compiled->status != QUOVIS_PLUGIN_NOT_SUPPORTED ||
                     compiled->error.message().find("warnings_as_errors") != std::string::npos,
                 "the refusal does not name 'warnings_as_errors'");
}

void unknown_standard(Trial& trial) {
    const Compiler compiler(trial);
    Request request(compiler, compiler.first().language, compiler.newest(), compiler.first().saxpy);
    request.options.standard = text("conformance-1723");
    const auto compiled = request.compile();
    if (compiled->ok()) {
        trial.expect(compiled->command().find("conformance-1723") != std::string::npos,
                     "an unknown standard is dropped");
        return;
    }
    trial.expect_failure(compiled->status, compiled->error, "an unknown standard");
}

void defines(Trial& trial) {
    const Compiler compiler(trial);
    for (const Kernels* kernels : compiler.kernels()) {
        const std::string source =
            "#ifndef CONFORMANCE_VALUE\n#error the define is missing\n#endif\n"
            "#ifndef CONFORMANCE_BARE\n#error the bare define is missing\n#endif\n" +
            std::string(kernels->noop);
        const auto without = Request(compiler, kernels->language, compiler.newest(), source).compile();
        trial.expect(without->status == QUOVIS_PLUGIN_SOURCE_INVALID, "a define is there that nobody gave");
        Request request(compiler, kernels->language, compiler.newest(), source);
        request.define("CONFORMANCE_VALUE", "42");
        quovis_cc_define bare = sized<quovis_cc_define>();
        bare.name = text("CONFORMANCE_BARE");
        const auto compiled = request.define(bare).compile();
        trial.expect(compiled->ok(), fmt::format("a define does not reach {}: {}\n{}", kernels->language,
                                                 compiled->error.message(), compiled->log()));
    }
}

// A value is text up to its end: operators and parentheses reach the source as they are.
void define_values(Trial& trial) {
    const Compiler compiler(trial);
    const Kernels& kernels = compiler.first();
    const std::string source =
        "#ifdef CONFORMANCE_SIZE\n" + std::string(kernels.noop) + "#else\n#error missing\n#endif\n";
    for (const std::string_view value : {"(1<<4)", "1|2", "-1", "1.5f", "a$b;c", ""}) {
        Request request(compiler, kernels.language, compiler.newest(), source);
        const auto compiled = request.define("CONFORMANCE_SIZE", value).compile();
        trial.expect(compiled->ok() || compiled->status == QUOVIS_PLUGIN_NOT_SUPPORTED ||
                         compiled->status == QUOVIS_PLUGIN_INVALID_ARGUMENT,
                     fmt::format("the define '{}' breaks the compile: {}\n{}", value, compiled->error.message(),
                                 compiled->log()));
    }
}

void raw(Trial& trial) {
    const Compiler compiler(trial);
    const std::string source =
        "#ifndef CONFORMANCE_RAW\n#error the raw option is missing\n#endif\n" + std::string(compiler.first().noop);
    Request request(compiler, compiler.first().language, compiler.newest(), source);
    const auto compiled = request.raw("-DCONFORMANCE_RAW=1").compile();
    trial.expect(compiled->ok(), fmt::format("a raw option does not reach the compiler: {}\n{}",
                                             compiled->error.message(), compiled->log()));
}

}  // namespace

void add_options(std::vector<Check>& checks) {
    checks.insert(
        checks.end(),
        {{"options_optimize_is_translated", "optimize 0 is translated or refused by name", optimize},
         {"options_debug_is_translated", "debug is translated or refused by name", debug},
         {"options_line_info_is_translated", "line_info is translated or refused by name", line_info},
         {"options_fast_math_is_translated", "fast_math is translated or refused by name", fast_math},
         {"options_relocatable_is_translated", "relocatable is translated or refused by name", relocatable},
         {"options_max_registers_is_translated", "max_registers is translated or refused by name", max_registers},
         {"options_standard_is_translated", "standard is translated or refused by name", standard},
         {"options_unknown_standard_is_not_dropped", "an unknown standard reaches the compiler or is refused",
          unknown_standard},
         {"options_take_every_optimize_level", "optimize 0 to 3 compile or are refused", every_optimize},
         {"options_switched_off_ask_for_nothing", "switches that are off compile", switches_off},
         {"options_warnings_as_errors_work", "a warning makes the source invalid", warnings_as_errors},
         {"options_defines_reach_the_source", "defines with and without a value are seen", defines},
         {"options_define_values_are_kept", "a define's value may have any character", define_values},
         {"options_raw_ones_reach_the_compiler", "a raw option is passed as it is", raw}});
}

}  // namespace quovis::conformance
