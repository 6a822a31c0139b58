// Rule 5: whatever fails fills the caller's error, and takes no error at all as well.
#include "tests/conformance/checks/checks.hpp"
#include "tests/conformance/kit/runtime.hpp"

namespace quovis::conformance {
namespace {

void compile_errors(Trial& trial) {
    const Compiler compiler(trial);
    const Kernels& kernels = compiler.first();
    const auto language = Request(compiler, "conformance-no-language", compiler.newest(), kernels.noop).compile();
    trial.expect_failure(language->status, language->error, "compile of an unknown language");
    const auto target = Request(compiler, kernels.language, "conformance-no-target", kernels.noop).compile();
    trial.expect_failure(target->status, target->error, "compile for an unknown target");
    const auto source = Request(compiler, kernels.language, compiler.newest(), "#error broken\n").compile();
    trial.expect_failure(source->status, source->error, "compile of a broken source", {QUOVIS_PLUGIN_SOURCE_INVALID});
}

void no_error_wanted(Trial& trial) {
    const Compiler compiler(trial);
    Request request(compiler, "conformance-no-language", compiler.newest(), compiler.first().noop);
    request.compile();
    auto result = sized<quovis_cc_result>();
    const auto status = compiler.table().compile(compiler.instance(), &request.request, &result, nullptr);
    compiler.table().release_result(compiler.instance(), &result);
    trial.expect(status != QUOVIS_PLUGIN_OK, "an unknown language is compiled");
}

void runtime_errors(Trial& trial) {
    const Runtime runtime(trial);
    if (offers(runtime.table(), &quovis_rt_table::buffer_create)) {
        auto info = sized<quovis_rt_buffer_info>();
        quovis_rt_buffer* buffer = nullptr;
        ErrorSlot error;
        trial.expect_failure(runtime.table().buffer_create(runtime.device(), &info, &buffer, error.get()), error,
                             "a buffer of 0 bytes", {QUOVIS_PLUGIN_INVALID_ARGUMENT});
        trial.expect(runtime.table().buffer_create(runtime.device(), &info, &buffer, nullptr) != QUOVIS_PLUGIN_OK,
                     "a buffer of 0 bytes is made when no error is wanted");
    }
    auto image = sized<quovis_rt_image>();
    image.format = text("conformance-no-format");
    runtime.need(&quovis_rt_table::accepts, "accepts");
    ErrorSlot error;
    trial.expect_failure(runtime.table().accepts(runtime.device(), &image, error.get()), error,
                         "an image of an unknown format", {QUOVIS_PLUGIN_IMAGE_REJECTED, QUOVIS_PLUGIN_DRIVER_TOO_OLD});
}

// Where a role is not there, the reason is whole: this is what users of the plugin read.
void absence_is_explained(Trial& trial) {
    const quovis_plugin_table& table = trial.plugin();
    const Instance instance = trial.start();
    if (offers(table, &quovis_plugin_table::compiler)) {
        auto description = sized<quovis_cc_description>();
        ErrorSlot error;
        const auto status = table.compiler->describe(instance.get(), &description, error.get());
        if (status != QUOVIS_PLUGIN_OK) {
            trial.expect_failure(status, error, "describe");
        }
    }
    if (offers(table, &quovis_plugin_table::runtime)) {
        quovis_rt_device* const* devices = nullptr;
        std::size_t count = 0;
        ErrorSlot error;
        const auto status = table.runtime->devices(instance.get(), &devices, &count, error.get());
        if (status != QUOVIS_PLUGIN_OK) {
            trial.expect_failure(status, error, "devices",
                                 {QUOVIS_PLUGIN_UNAVAILABLE, QUOVIS_PLUGIN_NO_DEVICE, QUOVIS_PLUGIN_DRIVER_TOO_OLD,
                                  QUOVIS_PLUGIN_DEVICE_FAILED});
        }
    }
}

}  // namespace

void add_rule_5(std::vector<Check>& checks) {
    checks.insert(
        checks.end(),
        {{"rule_5_compile_fills_errors", "a failed compile fills the whole error", compile_errors, Role::compiler},
         {"rule_5_error_may_be_null", "a caller may want no details", no_error_wanted, Role::compiler},
         {"rule_5_runtime_fills_errors", "a failed call of the runtime fills the whole error", runtime_errors,
          Role::runtime},
         {"rule_5_absence_is_explained", "a role that is not there says why", absence_is_explained}});
}

}  // namespace quovis::conformance
