// The entry `link`, for compilers that have it.
#include "tests/conformance/checks/checks.hpp"
#include "tests/conformance/kit/compiler.hpp"

namespace quovis::conformance {
namespace {

struct Linking {
    Linking(Trial& trial, const Compiler& compiler)
        : compiler_(compiler), compiled(compiler.table(), compiler.instance()) {
        trial.need(compiler.table(), &quovis_cc_table::link, "link");
    }
    quovis_plugin_status run(const std::vector<quovis_cc_link_input>& inputs) {
        auto options = sized<quovis_cc_options>();
        options.optimize = options.debug = options.line_info = options.fast_math = -1;
        options.warnings_as_errors = options.relocatable = -1;
        auto request = sized<quovis_cc_link_request>();
        request.inputs = inputs.data();
        request.input_count = inputs.size();
        request.target = text(compiler_.newest());
        request.options = &options;
        compiled.status =
            compiler_.table().link(compiler_.instance(), &request, &compiled.result, compiled.error.get());
        return compiled.status;
    }

    const Compiler& compiler_;
    Compiled compiled;
};

quovis_cc_link_input input(std::string_view format, std::string_view bytes) {
    auto one = sized<quovis_cc_link_input>();
    one.name = text("conformance");
    one.format = text(format);
    one.data = bytes.data();
    one.size = bytes.size();
    return one;
}

void flag_and_entry(Trial& trial) {
    const quovis_cc_table& compiler = trial.compiler();
    const Instance instance = trial.start();
    const bool said = (describe(trial, compiler, instance.get()).flags & QUOVIS_CC_LINKS) != 0;
    trial.expect(said == offers(compiler, &quovis_cc_table::link), "QUOVIS_CC_LINKS and the entry 'link' disagree");
}

void nothing(Trial& trial) {
    const Compiler compiler(trial);
    Linking linking(trial, compiler);
    const auto status = linking.run({});
    trial.expect_failure(status, linking.compiled.error, "a link of nothing");
}

void garbage(Trial& trial) {
    const Compiler compiler(trial);
    Linking linking(trial, compiler);
    const auto status = linking.run({input(compiler.description().formats.front(), "this is no image")});
    trial.expect_failure(status, linking.compiled.error, "a link of garbage");
}

void unknown_format(Trial& trial) {
    const Compiler compiler(trial);
    Linking linking(trial, compiler);
    const auto status = linking.run({input("conformance-no-format", "bytes")});
    trial.expect_failure(status, linking.compiled.error, "a link of an unknown format");
}

}  // namespace

void add_link(std::vector<Check>& checks) {
    checks.insert(checks.end(), {{"link_is_there_when_it_is_said", "the flag and the entry agree", flag_and_entry},
                                 {"link_refuses_nothing", "a link of no input fails", nothing},
                                 {"link_refuses_garbage", "bytes that are no image are refused", garbage},
                                 {"link_refuses_an_unknown_format", "an unknown format is refused", unknown_format}});
}

}  // namespace quovis::conformance
