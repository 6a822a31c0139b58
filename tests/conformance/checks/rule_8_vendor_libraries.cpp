// Rule 8: vendor libraries are opened at run time, never linked, and a missing one is named.
#include "tests/conformance/checks/checks.hpp"
#include "tests/conformance/kit/process.hpp"
#include "tests/conformance/kit/trial.hpp"

#include <algorithm>

namespace quovis::conformance {
namespace {

void links_no_vendor_library(Trial& trial) {
    constexpr std::string_view vendors[] = {"libcuda", "libnv",     "libcupti", "libamd", "libhip",   "libhsa",
                                            "libroc",  "libOpenCL", "libpocl",  "libze_", "libigc",   "libigdrcl",
                                            "libLLVM", "libclang",  "libsycl",  "libpi_", "libvulkan"};
    for (const std::string& needed : read_elf(trial.subject().path).needed) {
        const bool vendor = std::any_of(std::begin(vendors), std::end(vendors),
                                        [&](std::string_view prefix) { return needed.rfind(prefix, 0) == 0; });
        trial.expect(!vendor, fmt::format("'{}' is linked: the plugin cannot be opened where it is missing", needed));
    }
}

void missing_library_is_named(Trial& trial) {
    const quovis_plugin_table& table = trial.plugin();
    const Instance instance = trial.start();
    const auto look = [&](quovis_plugin_status status, const ErrorSlot& error, std::string_view what) {
        if (status != QUOVIS_PLUGIN_UNAVAILABLE) {
            return;
        }
        const bool names_a_file =
            error.message().find(".so") != std::string::npos || error.message().find('/') != std::string::npos;
        trial.expect(names_a_file,
                     fmt::format("{} says that something is missing, and names no library and no path: {}", what,
                                 error.message()));
    };
    if (offers(table, &quovis_plugin_table::compiler)) {
        auto description = sized<quovis_cc_description>();
        ErrorSlot error;
        look(table.compiler->describe(instance.get(), &description, error.get()), error, "describe");
    }
    if (offers(table, &quovis_plugin_table::runtime)) {
        quovis_rt_device* const* devices = nullptr;
        std::size_t count = 0;
        ErrorSlot error;
        look(table.runtime->devices(instance.get(), &devices, &count, error.get()), error, "devices");
    }
}

}  // namespace

void add_rule_8(std::vector<Check>& checks) {
    checks.insert(
        checks.end(),
        {{"rule_8_no_vendor_library_is_linked", "no vendor library is in DT_NEEDED", links_no_vendor_library},
         {"rule_8_missing_library_is_named", "what is missing is named with its path", missing_library_is_named}});
}

}  // namespace quovis::conformance
