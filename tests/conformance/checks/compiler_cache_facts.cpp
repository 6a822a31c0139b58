// The extension "quovis.cache_facts.1": what a compiler's description depends on, and what a request's options mean.
#include "tests/conformance/checks/checks.hpp"
#include "tests/conformance/kit/compiler.hpp"

#include <algorithm>
#include <set>

namespace quovis::conformance {
namespace {

constexpr std::string_view one_folder = "/conformance/one";
constexpr std::string_view other_folder = "/conformance/the other";

struct Origin {
    std::vector<std::string> paths;
    std::vector<std::string> variables;
    std::vector<std::string> folders;

    bool operator==(const Origin&) const = default;
};

Origin origin_of(Trial& trial, const Compiler& compiler) {
    const quovis_cc_cache_facts& facts = cache_facts(trial);
    trial.need(facts, &quovis_cc_cache_facts::origin, "origin");
    auto told = sized<quovis_cc_origin>();
    ErrorSlot error;
    trial.require_ok(facts.origin(compiler.instance(), &told, error.get()), error, "origin");
    Origin origin{to_strings(told.paths, told.path_count), to_strings(told.variables, told.variable_count), {}};
    const auto* at = reinterpret_cast<const std::byte*>(told.include_folders);
    for (std::size_t i = 0; i < told.include_folder_count; ++i, at += told.include_folders->struct_size) {
        origin.folders.push_back(to_string(reinterpret_cast<const quovis_cc_include_folder*>(at)->path));
    }
    return origin;
}

void origin_is_whole(Trial& trial) {
    const Compiler compiler(trial);
    const Origin origin = origin_of(trial, compiler);
    for (const std::string& path : origin.paths) {
        trial.expect(!path.empty() && path.front() == '/', fmt::format("the path '{}' is not absolute", path));
    }
    for (const std::string& variable : origin.variables) {
        trial.expect(!variable.empty() && variable.find('=') == std::string::npos,
                     fmt::format("'{}' is no name of a variable", variable));
    }
    for (const std::string& folder : origin.folders) {
        trial.expect(!folder.empty(), "an include folder has no name");
    }
    trial.expect(std::set(origin.paths.begin(), origin.paths.end()).size() == origin.paths.size(),
                 "a path is there twice");
    trial.expect(origin_of(trial, compiler) == origin, "the origin changes from call to call");
}

void origins_agree(Trial& trial) {
    const Compiler first(trial);
    const Compiler second(trial);
    trial.expect(origin_of(trial, first) == origin_of(trial, second), "two instances tell two origins");
}

void equal_plans(Trial& trial) {
    const Compiler first(trial);
    const Compiler second(trial);
    const auto plan_by = [&](const Compiler& compiler) {
        Request request(compiler, compiler.first().language, compiler.newest(), compiler.first().saxpy);
        request.define("N", "4").include_from(one_folder);
        request.options.optimize = 0;
        return request.plan(trial);
    };
    const Plan plan = plan_by(first);
    trial.expect(plan.status == QUOVIS_PLUGIN_OK, fmt::format("plan fails: {}", plan.error));
    trial.expect(plan_by(first) == plan, "equal requests have two plans");
    trial.expect(plan_by(second) == plan, "equal requests have two plans in two instances");
}

void options_apart(Trial& trial) {
    const Compiler compiler(trial);
    const auto plan_with = [&](void (*set)(Request&, const Kernels&)) {
        Request request(compiler, compiler.first().language, compiler.newest(), compiler.first().saxpy);
        set(request, compiler.first());
        return request.plan(trial);
    };
    const Plan plain = plan_with([](Request&, const Kernels&) {});
    trial.expect(plain.bypass.empty(), fmt::format("a request without raw options is not cached: {}", plain.bypass));
    const auto expect_apart = [&](std::string_view option, void (*set)(Request&, const Kernels&)) {
        const Plan other = plan_with(set);
        trial.expect(other.status != QUOVIS_PLUGIN_OK || other.words != plain.words,
                     fmt::format("the words are the same with {}", option));
    };
    expect_apart("a define", [](Request& request, const Kernels&) { request.define("N", "4"); });
    expect_apart("optimize", [](Request& request, const Kernels&) { request.options.optimize = 0; });
    expect_apart("debug", [](Request& request, const Kernels&) { request.options.debug = 1; });
    expect_apart("line_info", [](Request& request, const Kernels&) { request.options.line_info = 1; });
    expect_apart("fast_math", [](Request& request, const Kernels&) { request.options.fast_math = 1; });
    expect_apart("warnings_as_errors",
                 [](Request& request, const Kernels&) { request.options.warnings_as_errors = 1; });
    expect_apart("relocatable", [](Request& request, const Kernels&) { request.options.relocatable = 1; });
    expect_apart("max_registers", [](Request& request, const Kernels&) { request.options.max_registers = 64; });
    expect_apart("standard",
                 [](Request& request, const Kernels& kernels) { request.options.standard = text(kernels.standard); });
    trial.expect(plan_with([](Request& request, const Kernels&) {
                     request.options.debug = request.options.line_info = request.options.fast_math = 0;
                     request.options.warnings_as_errors = request.options.relocatable = 0;
                 }).words == plain.words,
                 "switches that are off are in the words");
}

void folders(Trial& trial) {
    const Compiler compiler(trial);
    Request request(compiler, compiler.first().language, compiler.newest(), compiler.first().saxpy);
    const Plan plan = request.include_from(one_folder).include_from(other_folder).plan(trial);
    const auto one = std::find(plan.include_directories.begin(), plan.include_directories.end(), one_folder);
    const auto other = std::find(plan.include_directories.begin(), plan.include_directories.end(), other_folder);
    trial.expect(one != plan.include_directories.end() && other != plan.include_directories.end(),
                 "the request's include directories are not the plan's");
    trial.expect(one < other, "the include directories are in another order");
    Request without(compiler, compiler.first().language, compiler.newest(), compiler.first().saxpy);
    trial.expect(plan.words == without.plan(trial).words, "an include directory is in the words");
}

// Of the targets the oldest and the newest; formats as the compiler has them.
void no_target(Trial& trial) {
    const Compiler compiler(trial);
    const auto plan_for = [&](const std::string& target, std::string_view format) {
        Request request(compiler, compiler.first().language, target, compiler.first().saxpy);
        request.request.format = text(format);
        return request.plan(trial);
    };
    const Plan plan = plan_for(compiler.newest(), {});
    for (const std::string& format : compiler.description().formats) {
        const Plan other = plan_for(compiler.targets().front(), format);
        trial.expect(other.status != QUOVIS_PLUGIN_OK || other.words == plan.words,
                     fmt::format("the words change with the target or with the format '{}'", format));
    }
}

void unknown_raw(Trial& trial) {
    const Compiler compiler(trial);
    const std::string option = "--conformance-option=/conformance/file";
    Request request(compiler, compiler.first().language, compiler.newest(), compiler.first().saxpy);
    const Plan plan = request.raw(option).plan(trial);
    trial.expect(plan.status != QUOVIS_PLUGIN_OK || plan.bypass.find(option) != std::string::npos,
                 "an option that nobody knows is cached, or kept from it for a reason that does not name it");
}

void small_plan(Trial& trial) {
    const Compiler compiler(trial);
    const quovis_cc_cache_facts& facts = cache_facts(trial);
    trial.need(facts, &quovis_cc_cache_facts::plan, "plan");
    quovis_cc_plan plan{};
    plan.struct_size = offsetof(quovis_cc_plan, owner);
    auto request = sized<quovis_cc_request>();
    request.language = text(compiler.first().language);
    request.target = text(compiler.newest());
    ErrorSlot error;
    const auto status = facts.plan(compiler.instance(), &request, &plan, error.get());
    trial.expect(plan.owner == nullptr, "a plan is written beyond the struct's size (rule 1)");
    trial.expect(status != QUOVIS_PLUGIN_OK, "a plan is given to a struct that cannot hold its owner");
    facts.release_plan(compiler.instance(), &plan);
}

}  // namespace

void add_cache_facts(std::vector<Check>& checks) {
    checks.insert(
        checks.end(),
        {{"cache_facts_origin_is_whole", "the origin has absolute paths and names of variables", origin_is_whole},
         {"cache_facts_origins_agree", "the origin is the same in every instance", origins_agree},
         {"cache_facts_equal_requests_have_equal_plans", "a plan depends on its request alone", equal_plans},
         {"cache_facts_tell_options_apart", "each typed option is in the words or refused", options_apart},
         {"cache_facts_keep_the_folders", "the request's include directories are the plan's, in order", folders},
         {"cache_facts_have_no_target", "target and format are not in the words", no_target},
         {"cache_facts_bypass_what_is_unknown", "an unknown raw option is kept from the cache by name", unknown_raw},
         {"cache_facts_plan_fits_its_struct", "a plan is written as far as the struct goes", small_plan}});
}

}  // namespace quovis::conformance
