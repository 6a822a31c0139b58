// One step for each program and target; what is wrong with the request is told before the first one.
#include "core/program/pack.hpp"

#include "core/program/bundle_headers.hpp"
#include "core/program/cache.hpp"
#include "core/support/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <utility>

namespace quovis::core {
namespace {

constexpr std::string_view any_opencl_device = "opencl";
constexpr std::string_view opencl_c = "opencl";

// "opencl:cpu", "cuda:1": a device that is here, where the first word is a runtime's name.
bool is_device(const std::string& target, const std::vector<std::string>& runtimes) {
    const auto colon = target.find(':');
    return colon != std::string::npos &&
           std::find(runtimes.begin(), runtimes.end(), target.substr(0, colon)) != runtimes.end();
}

std::string file_name_of(const std::string& name) {
    return std::filesystem::path(name).filename().string();
}

[[noreturn]] void refuse(const std::string& message, const std::string& hint) {
    throw Error(QUOVIS_ERROR_INVALID_ARGUMENT, "pack", message, hint);
}

void check_targets(const PackRequest& request) {
    if (request.targets.empty())
        refuse("there is no target to pack for", "name targets: sm_90, gfx90a, opencl, ...");
    std::set<std::string_view> seen;
    for (const auto& target : request.targets) {
        if (target.empty())
            refuse("a target is empty", "name targets: sm_90, gfx90a, opencl, ...");
        if (!seen.insert(target).second)
            refuse(fmt::format("the target '{}' is there twice", target), "name it once");
        if (target == any_opencl_device && request.without_sources)
            refuse("the target 'opencl' is the source itself, and sources are to be left out",
                   "leave the sources in, or name a device that is here, as opencl:cpu, for its binary");
    }
}

void check_programs(const PackRequest& request) {
    if (request.programs.empty())
        refuse("there is no program to pack", "give one source at least");
    std::set<std::string> seen;
    for (const auto* program : request.programs)
        if (!seen.insert(file_name_of(program->source.name)).second)
            refuse(fmt::format("two programs have the name '{}'", file_name_of(program->source.name)),
                   "in a bundle they are known by their names without folders: rename one");
}

class Packing {
  public:
    Packing(const Router& router, const Inventory& inventory, Cache& cache, const PackRequest& request)
        : router_(router), inventory_(inventory), cache_(cache), request_(request) {
        for (const auto* program : request.programs)
            cancellations_.push_back(program->cancellations);
    }

    Bundle run() {
        for (const auto* program : request_.programs)
            bundle_.sources.push_back(source_of(*program));
        for (std::size_t source = 0; source < request_.programs.size(); ++source)
            for (const auto& target : request_.targets)
                add(source, target);
        bundle_.packer = "quovis " QUOVIS_PROJECT_VERSION;
        return std::move(bundle_);
    }

  private:
    struct Made {
        Image image;
        std::string identity;
        std::string options;
    };

    PackedSource source_of(const Program& program) {
        const auto& source = program.source;
        PackedSource packed;
        packed.name = file_name_of(source.name);
        packed.language = source.language;
        auto options = merge(program.options, router_.rule_of({source.name, source.language, {}, nullptr}).options);
        auto found = headers_of(source, options);
        bundle_.headers.insert(bundle_.headers.end(), found.files.begin(), found.files.end());
        if (request_.without_sources)
            return packed;
        if (!program.options.raw.empty())
            throw Error(QUOVIS_ERROR_NOT_SUPPORTED, "pack",
                        fmt::format("'{}' has raw options, which a bundle does not hold: they are words of one "
                                    "compiler, and could make it start any program",
                                    source.name),
                        "leave the sources out, or do without raw options");
        if (!found.fault.empty())
            throw Error(QUOVIS_ERROR_NOT_SUPPORTED, "pack",
                        fmt::format("'{}' cannot be packed with its headers: {}", source.name, found.fault),
                        "give each header one name of its own below an include directory, or leave the sources out");
        options.headers = std::move(found.headers);
        packed.options = std::move(options);
        packed.text = source.text;
        return packed;
    }

    void add(std::size_t source, const std::string& target) {
        const auto& program = *request_.programs[source];
        if (is_cancelled())
            throw Error(QUOVIS_ERROR_CANCELLED, "pack", "packing was cancelled");
        tell(program.source.name, target, nullptr);
        std::shared_ptr<const Image> image;
        if (target == any_opencl_device)
            require_opencl_c(program);
        else
            image = keep(source, compile_or_tell(program, target));
        ++done_;
        tell(program.source.name, target, std::move(image));
    }

    bool is_cancelled() const {
        for (std::size_t i = 0; i < cancellations_.size(); ++i)
            if (request_.programs[i]->cancellations != cancellations_[i])
                return true;
        return false;
    }

    static void require_opencl_c(const Program& program) {
        if (program.source.language != opencl_c)
            throw Error(
                QUOVIS_ERROR_LANGUAGE_UNKNOWN, "pack",
                fmt::format("'{}' is of language {}, and an OpenCL device takes OpenCL C only: there is nothing "
                            "to pack for the target 'opencl'",
                            program.source.name, program.source.language),
                "leave out the target 'opencl', or write the kernel in OpenCL C (.cl)");
    }

    // Where no compiler can, every one that was asked is named.
    Made compile_or_tell(const Program& program, const std::string& target) const {
        try {
            return compile(program, target);
        } catch (Error& error) {
            if (!error.route_cannot() && error.status != QUOVIS_ERROR_NOT_FOUND)
                throw;
            std::string reason = error.attempts.empty() ? ": " + error.message : "; asked:";
            for (const auto& attempt : error.attempts)
                reason += fmt::format("\n  {}: {}", attempt.backend, attempt.reason);
            error.phase = "pack";
            error.message = fmt::format("'{}' (language {}) cannot be made for the target '{}'{}", program.source.name,
                                        program.source.language, target, reason);
            if (error.status == QUOVIS_ERROR_TARGET_UNKNOWN)
                error.hint =
                    "a target is a compiler's own word (sm_90, gfx90a), or a device that is here with its "
                    "runtime (opencl:cpu, cuda:0)";
            error.attempts.clear();
            throw;
        }
    }

    Made compile(const Program& program, const std::string& target) const {
        Made made;
        const auto& source = program.source;
        const auto compile_with = [&](Plugin& compiler, const RuleOptions& rule, const std::string& wanted) {
            const auto merged = merge(program.options, rule);
            made.image = core::compile(compiler, {source, merged, wanted, {}, program.next_cancellation()}, cache_);
            made.identity = compiler.compiler()->identity;
            if (!request_.without_sources)
                made.options = join(words_of(merged), " ");
        };
        if (!is_device(target, inventory_.runtime_names())) {
            router_.take_compiler(source.name, source.language, request_.backend, target,
                                  [&](const auto& choice) { compile_with(choice.compiler, choice.options, target); });
            return made;
        }
        const auto route = router_.routes(target).front();
        const auto for_route = [&](const auto& choice) {
            compile_with(choice.compiler, choice.options, route->target);
        };
        if (request_.backend.empty())
            router_.take({source.name, source.language, {}, route}, for_route);
        else
            router_.take_compiler(source.name, source.language, request_.backend, route->target, for_route);
        return made;
    }

    // What the file holds of it. Where an image is there already, as of two devices of one target, it is not put in
    // again.
    std::shared_ptr<const Image> keep(std::size_t source, Made made) {
        auto whole = std::make_shared<const Image>(std::move(made.image));
        const auto is_it = [&](const PackedImage& one) {
            return one.source == source && one.image->target == whole->target && one.image->format == whole->format;
        };
        if (std::any_of(bundle_.images.begin(), bundle_.images.end(), is_it))
            return whole;
        PackedImage packed;
        packed.source = source;
        packed.image = whole;
        packed.identity = std::move(made.identity);
        packed.options = std::move(made.options);
        try {
            packed.kernels = kernels_of(inventory_, *whole);
        } catch (const Error& error) {
            if (error.status != QUOVIS_ERROR_NOT_SUPPORTED)
                throw;
        }
        bundle_.images.push_back(std::move(packed));
        return whole;
    }

    void tell(const std::string& program, const std::string& target, std::shared_ptr<const Image> image) const {
        if (request_.on_step)
            request_.on_step(
                {done_, request_.programs.size() * request_.targets.size(), program, target, std::move(image)});
    }

    const Router& router_;
    const Inventory& inventory_;
    Cache& cache_;
    const PackRequest& request_;
    std::vector<std::uint64_t> cancellations_;  // of each program, when packing began
    Bundle bundle_;
    std::size_t done_ = 0;
};

}  // namespace

Bundle pack(const Router& router, const Inventory& inventory, Cache& cache, const PackRequest& request) {
    check_targets(request);
    check_programs(request);
    return Packing(router, inventory, cache, request).run();
}

}  // namespace quovis::core
