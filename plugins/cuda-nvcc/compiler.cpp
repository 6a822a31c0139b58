// One compile from request to result.
#include "plugins/cuda-nvcc/compiler.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <thread>

#include "plugins/common/diagnostics_nvcc.hpp"
#include "plugins/common/error.hpp"
#include "plugins/common/headers.hpp"
#include "plugins/common/opencl_c/source.hpp"
#include "plugins/common/request.hpp"
#include "plugins/common/text.hpp"
#include "plugins/cuda-nvcc/dependencies.hpp"
#include "plugins/cuda-nvcc/failure.hpp"
#include "plugins/cuda-nvcc/link.hpp"
#include "plugins/cuda-nvcc/names.hpp"
#include "plugins/cuda-nvcc/options.hpp"
#include "plugins/cuda-nvcc/run.hpp"
#include "plugins/cuda-nvcc/sources.hpp"

namespace quovis::nvcc {
namespace {

using plugins::CompileResult;
using plugins::PluginError;

constexpr std::array<quovis_plugin_text, 2> languages{{{"cuda", 4}, {"opencl", 6}}};

std::vector<std::string> name_expressions(const quovis_cc_request& request) {
    std::vector<std::string> expressions;
    for (std::size_t index = 0; index < request.name_expression_count; ++index) {
        expressions.push_back(plugins::string(request.name_expressions[index]));
    }
    return expressions;
}

// All that one compile needs, in the order in which it comes to be.
class Job {
  public:
    // `prepared`: what the source was made from that `request` has, if it was; then `last_line` is the user's.
    Job(const Toolkit& toolkit, const quovis_cc_request& request, const opencl_c::Prepared* prepared,
        std::uint32_t last_line, CompileResult& result)
        : toolkit_(toolkit),
          request_(request),
          prepared_(prepared),
          last_line_(last_line),
          result_(result),
          options_(plugins::options_of(request.options)),
          output_(cuda::choose_output(toolkit.abilities, plugins::view(request.target), plugins::view(request.format))),
          limits_{request.deadline_ns, request.cancelled, request.cancel_context},
          names_(name_expressions(request), plugins::view(request.source)),
          folder_(temporary_root(), temporary_prefix),
          sources_(request, options_, folder_),
          doing_("compiling " + sources_.name()),
          typed_(typed_for(output_)) {
        add_raw(raw_, options_);
        result_.format = output_.format;
        result_.target = output_.target;
    }

    void compile() {
        const std::string source = sources_.write(names_.text(), "source.cu");
        result_.command = fmt::format("{}{}{}", fmt::join(typed_.begin() + 1, typed_.end(), " "), sources_.shown(),
                                      raw_.empty() ? "" : fmt::format(" {}", fmt::join(raw_, " ")));
        const Run done = run(command_for(typed_, source, keeps_files()), folder_, limits_, doing_);
        take_log(done);
        if (prepared_ == nullptr) {
            result_.dependencies = sources_.users_names(files_read(folder_, kept_files, toolkit_.header_folders));
        }
        if (!done.result.succeeded()) {
            fail(done);
        }
        std::string image = folder_.read(image_file);
        if (image.empty()) {
            throw PluginError(QUOVIS_PLUGIN_INTERNAL,
                              fmt::format("{} compiled {} and made no image", toolkit_.naming, sources_.name()));
        }
        if (!names_.empty()) {
            result_.symbols = names_.symbols(ptx(image));
        }
        result_.image = std::move(image);
    }

  private:
    static constexpr const char* image_file = "image";
    static constexpr const char* kept_files = "kept";
    static constexpr const char* kept_ptx = "kept/source.ptx";

    // What nvcc makes on its way tells which files were read, and costs nothing to keep until the folder goes. A user
    // who wants to keep it too says where.
    bool keeps_files() const {
        return !names_.empty() || std::none_of(raw_.begin(), raw_.end(), [](const std::string& option) {
            return option.find("keep") != std::string::npos || option.find("save-temps") != std::string::npos;
        });
    }

    // The PTX on the way to machine code shows the names. LTO IR has none on its way.
    bool keeps_ptx() const { return output_.format == "cubin" || output_.format == "fatbin"; }

    // nvcc, what it makes and the typed options.
    std::vector<std::string> typed_for(const cuda::Output& output) const {
        std::vector<std::string> command = compile_command(toolkit_, output);
        add_code_generation(command, options_);
        add_language(command, options_);
        return command;
    }

    // Ends in "-o IMAGE SOURCE".
    std::vector<std::string> command_for(std::vector<std::string> command, const std::string& source, bool keep) const {
        const auto& folders = sources_.include_options();
        command.insert(command.end(), folders.begin(), folders.end());
        command.insert(command.end(), raw_.begin(), raw_.end());
        if (keep) {
            folder_.make_folders(kept_files);
            command.insert(command.end(), {"-keep", "-keep-dir=" + folder_.path(kept_files)});
        }
        command.insert(command.end(), {"-o", folder_.path(image_file), source});
        return command;
    }

    void take_log(const Run& done) {
        result_.log = done.log;
        result_.diagnostics = plugins::parse_nvcc_log(done.log);
        plugins::place_ends_of_source(result_.diagnostics, sources_.name(), last_line_);
        if (prepared_ == nullptr) {
            sources_.restore_columns(result_.diagnostics);
            sources_.restore_names(result_.diagnostics);
            return;
        }
        for (plugins::Diagnostic& diagnostic : result_.diagnostics) {
            restore_column(diagnostic, opencl_c::translated_line(*prepared_, diagnostic.file, diagnostic.line));
        }
        opencl_c::restore_places(*prepared_, result_.diagnostics);
    }

    // Name expressions behind a faulty source bring faults of their own, and move the end of the source: it is compiled
    // once more without them, and what is wrong then is what is told.
    [[noreturn]] void fail(const Run& failed) {
        const bool has_raw = options_.raw_count != 0;
        if (!names_.empty()) {
            const std::string source = sources_.write({}, "alone.cu");
            const Run alone = run(command_for(typed_, source, false), folder_, limits_, doing_);
            if (!alone.result.succeeded()) {
                take_log(alone);
                throw failure(alone, has_raw);
            }
            names_.tell(result_.diagnostics);
        }
        throw failure(failed, has_raw);
    }

    PluginError failure(const Run& failed, bool has_raw) const {
        PluginError error = compile_failure(toolkit_, sources_.name(), failed, result_, has_raw);
        if (error.status == QUOVIS_PLUGIN_SOURCE_INVALID && !result_.diagnostics.empty()) {
            error.hint = plugins::where_looked_for(request_, {}, "where nvcc and its host compiler keep theirs",
                                                   result_.diagnostics.front().message);
        }
        return error;
    }

    std::string ptx(const std::string& image) const {
        if (output_.format == "ptx") {
            return image;
        }
        if (keeps_ptx()) {
            return folder_.read(kept_ptx);
        }
        // The same file compiled the same way, so that names made from its path are the same.
        cuda::Output as_ptx{"ptx", output_.target};
        as_ptx.target.replace(0, as_ptx.target.find('_'), "compute");
        std::vector<std::string> command = command_for(typed_for(as_ptx), folder_.path("source.cu"), false);
        command[command.size() - 2] = folder_.path("names.ptx");
        run(command, folder_, limits_, doing_);
        return folder_.read("names.ptx");
    }

    const Toolkit& toolkit_;
    const quovis_cc_request& request_;
    const opencl_c::Prepared* const prepared_;
    const std::uint32_t last_line_;
    CompileResult& result_;
    const quovis_cc_options options_;
    const cuda::Output output_;
    const Limits limits_;
    const NameExpressions names_;
    const plugins::PrivateFolder folder_;
    const Sources sources_;
    const std::string doing_;
    const std::vector<std::string> typed_;
    std::vector<std::string> raw_;
};

}  // namespace

quovis_cc_description Compiler::describe() {
    const Toolkit& opened = toolkit();
    quovis_cc_description made = description();
    made.path = plugins::text(opened.nvcc);
    made.languages = languages.data();
    made.language_count = languages.size();
    // Each compile is a handful of processes with memory of their own: more than there are processors are no faster.
    made.max_parallel_compiles = std::max(2u, std::thread::hardware_concurrency());
    made.flags = QUOVIS_CC_MEMORY_HEADERS | QUOVIS_CC_NAME_EXPRESSIONS | QUOVIS_CC_LINKS | QUOVIS_CC_CANCELS;
    return made;
}

void Compiler::compile(const quovis_cc_request& request, CompileResult& result) {
    plugins::require_language(request, "nvcc", {"cuda", opencl_c::language});
    const std::uint32_t last_line = plugins::last_line_of(plugins::view(request.source));
    if (!opencl_c::is_opencl(request)) {
        Job(toolkit(), request, nullptr, last_line, result).compile();
        return;
    }
    const plugins::Plan plan = plan_for(request);
    const opencl_c::Prepared prepared = opencl_c::prepare(
        request, {opencl_c::Vendor::cuda, "nvcc", plan, toolkit().origin.looks_beside_source}, result);
    const opencl_c::CompilerRequest as_cuda(request, prepared, "cuda", plan.other_raw, "-fmad=false");
    Job(toolkit(), as_cuda.get(), &prepared, last_line, result).compile();
}

void Compiler::link(const quovis_cc_link_request& request, CompileResult& result) {
    link_images(toolkit(), request, result);
}

plugins::Plan Compiler::plan(const quovis_cc_request& request) const {
    return plan_for(request);
}

}  // namespace quovis::nvcc
