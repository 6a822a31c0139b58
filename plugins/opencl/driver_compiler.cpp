// Options of the environment: PoCL's documentation, section "Environment variables"; AMD's OpenCL programming guide.
#include "plugins/opencl/driver_compiler.hpp"

#include <fmt/format.h>

#include <string_view>

#include "plugins/common/host.hpp"
#include "plugins/common/request.hpp"
#include "plugins/common/source_text.hpp"
#include "plugins/opencl/raw_options.hpp"

namespace quovis::opencl {
namespace {

using Variables = std::vector<std::string_view>;

bool is_amd(const Facts& facts) {
    return facts.platform.find("AMD") != std::string::npos;
}

// Variables with options, which the driver adds to those that it is given.
Variables option_variables(const Facts& facts) {
    if (facts.is_pocl()) {
        return {"POCL_EXTRA_BUILD_FLAGS"};
    }
    return is_amd(facts) ? Variables{"AMD_OCL_BUILD_OPTIONS", "AMD_OCL_BUILD_OPTIONS_APPEND", "AMD_OCL_LINK_OPTIONS",
                                     "AMD_OCL_LINK_OPTIONS_APPEND"}
                         : Variables{};
}

// Variables by which the driver makes other code of the same source.
Variables code_variables(const Facts& facts) {
    return facts.is_pocl() ? Variables{"POCL_WORK_GROUP_METHOD",        "POCL_WORK_GROUP_SPECIALIZATION",
                                       "POCL_BINARY_SPECIALIZE_WG",     "POCL_LLVM_CPU_NAME",
                                       "POCL_KERNELLIB_NAME",           "POCL_FULL_REPLICATION_THRESHOLD",
                                       "POCL_WILOOPS_MAX_UNROLL_COUNT", "POCL_FORCE_PARALLEL_OUTER_LOOP",
                                       "POCL_MAX_WORK_GROUP_SIZE"}
                           : Variables{};
}

// Behind all others. PoCL has none; of other drivers' NVIDIA's has these.
std::vector<std::string> own_folders(const Facts& facts) {
    return facts.is_pocl() ? std::vector<std::string>{}
                           : std::vector<std::string>{"/usr/local/include", "/usr/include"};
}

// The planner with what does not depend on the device.
plugins::Plan plan_options(const quovis_cc_request& request, const BuildOptions& built, const Variables& variables) {
    const quovis_cc_options options = plugins::options_of(request.options);
    plugins::Planner planner(raw_table, request, built.words);
    for (std::string& word : plugins::define_words(options)) {
        planner.add_word(std::move(word));
    }
    if (built.relocatable) {
        planner.add_word("relocatable");  // another way to build, and no option
    }
    planner.add_include_directories();
    planner.add_raw(plugins::raw_options(options));
    for (const std::string_view variable : variables) {
        planner.add_variable(variable);
    }
    return std::move(planner).finish();
}

void add_working_directory(std::vector<std::string>& folders, bool in_memory) {
    folders.insert(in_memory ? folders.end() : folders.begin(), ".");
}

}  // namespace

std::string compiler_identity(const Facts& facts) {
    std::string identity =
        fmt::format("{} [{}] {} driver {}", facts.platform, facts.platform_version, facts.name, facts.driver);
    for (const std::string_view variable : code_variables(facts)) {
        if (const auto value = plugins::environment(variable)) {
            identity += fmt::format(" {}={}", variable, *value);
        }
    }
    return identity;
}

bool go_in_memory(const quovis_cc_request& request, const BuildOptions& built) {
    return request.header_count != 0 || built.has_unspelled_folder;
}

std::vector<std::string> header_folders(const quovis_cc_request& request, const BuildOptions& built) {
    std::vector<std::string> folders = plan_options(request, built, {}).include_directories;
    add_working_directory(folders, go_in_memory(request, built));
    return folders;
}

plugins::Plan plan_for(const quovis_cc_request& request, const Facts& facts) {
    const BuildOptions built = translate(plugins::options_of(request.options), facts);
    plugins::Plan plan = plan_options(request, built, option_variables(facts));
    add_working_directory(plan.include_directories, go_in_memory(request, built));
    for (std::string& folder : own_folders(facts)) {
        plan.include_directories.push_back(std::move(folder));
    }
    plan.identity = fmt::format("opencl plugin {}; {}", QUOVIS_PROJECT_VERSION, compiler_identity(facts));
    return plan;
}

}  // namespace quovis::opencl
