// Writes the images to files that nvlink knows by their endings.
// nvlink's options are those of `nvlink --help`; NVIDIA's documents describe the program with nvcc.
#include "plugins/cuda-nvcc/link.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "plugins/common/diagnostics_nvcc.hpp"
#include "plugins/common/error.hpp"
#include "plugins/common/request.hpp"
#include "plugins/common/text.hpp"
#include "plugins/cuda-nvcc/failure.hpp"
#include "plugins/cuda-nvcc/options.hpp"
#include "plugins/cuda-nvcc/run.hpp"

namespace quovis::nvcc {
namespace {

using plugins::CompileResult;
using plugins::PluginError;

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 4> linkable{"cubin", "ptx", "fatbin", "ltoir"};

class Inputs {
  public:
    Inputs(const quovis_cc_link_request& request, const plugins::PrivateFolder& folder) {
        for (const quovis_cc_link_input& input : plugins::received(request.inputs, request.input_count)) {
            const std::string_view format = plugins::view(input.format);
            const std::string name = plugins::string(input.name);
            if (std::find(linkable.begin(), linkable.end(), format) == linkable.end()) {
                throw PluginError(QUOVIS_PLUGIN_NOT_SUPPORTED, fmt::format("nvlink links {}, not '{}' ({})",
                                                                           fmt::join(linkable, ", "), format, name));
            }
            if (input.data == nullptr || input.size == 0) {
                throw PluginError(QUOVIS_PLUGIN_IMAGE_REJECTED, fmt::format("the image '{}' is empty", name));
            }
            const std::string stem = fmt::format("quovis_input_{}_", files_.size());
            const std::string file = fmt::format("{}.{}", stem, format);
            folder.write(file, {static_cast<const char*>(input.data), input.size});
            has_lto_ = has_lto_ || format == "ltoir";
            files_.push_back(folder.path(file));
            names_.emplace_back(stem, name);
        }
        if (files_.empty()) {
            throw PluginError(QUOVIS_PLUGIN_INVALID_ARGUMENT, "there is no image to link");
        }
    }

    const std::vector<std::string>& files() const { return files_; }
    bool has_lto() const { return has_lto_; }

    // "in '/tmp/…/quovis_input_0_.cubin'" becomes "in 'a.cubin'".
    void restore_names(std::string& message) const {
        for (const auto& [stem, name] : names_) {
            for (std::size_t at = message.find(stem); at != std::string::npos; at = message.find(stem)) {
                const std::size_t begin = message.find_last_of("'\" ", at) + 1;
                const std::size_t end = std::min(message.find_first_of("'\" ", at), message.size());
                message.replace(begin, end - begin, name.empty() ? "an input" : name);
            }
        }
    }

  private:
    std::vector<std::string> files_;
    std::vector<std::pair<std::string, std::string>> names_;  // part of the file's name, and the user's
    bool has_lto_ = false;
};

// What nvlink can make; the compiler makes more.
cuda::Output choose(const Toolkit& toolkit, const quovis_cc_link_request& request, bool has_lto) {
    cuda::Abilities abilities = toolkit.abilities;
    abilities.naming = fmt::format("nvlink {}", toolkit.version);
    return cuda::choose_link_output(std::move(abilities), plugins::view(request.target), plugins::view(request.format),
                                    has_lto);
}

bool is_there(const fs::path& path) {
    std::error_code failure;
    return fs::exists(path, failure);
}

// The folder in which nvlink finds NVVM: the toolkit's own, or where a Python environment has the library elsewhere,
// one of the same shape made of links.
std::string nvvm_folder(const Toolkit& toolkit, const plugins::PrivateFolder& folder) {
    const fs::path own(toolkit.nvvm);
    const fs::path library = "lib64/libnvvm.so";
    if (is_there(own / library)) {
        return own.string();
    }
    const fs::path root = own.parent_path();
    for (const fs::path& other : {root / "lib64/libnvvm.so", root / "lib/libnvvm.so", own / "lib/libnvvm.so"}) {
        if (is_there(other)) {
            folder.make_folders("nvvm/lib64");
            fs::create_symlink(other, folder.path("nvvm/lib64/libnvvm.so"));
            fs::create_symlink(own / "libdevice", folder.path("nvvm/libdevice"));
            return folder.path("nvvm");
        }
    }
    throw PluginError(QUOVIS_PLUGIN_UNAVAILABLE,
                      fmt::format("LTO IR cannot be linked: {} is not there, nor in {}/lib64 or lib",
                                  (own / library).string(), root.string()),
                      "Install NVVM with the toolkit (the Python package nvidia-nvvm).");
}

std::vector<std::string> link_command(const Toolkit& toolkit, const cuda::Output& output, bool has_lto,
                                      const plugins::PrivateFolder& folder) {
    if (toolkit.nvlink.empty() || !is_there(toolkit.nvlink)) {
        throw PluginError(QUOVIS_PLUGIN_UNAVAILABLE,
                          fmt::format("nvlink is not beside {}: '{}'", toolkit.naming, toolkit.nvlink),
                          "The toolkit is not complete; install the whole one.");
    }
    // Real targets only, also where PTX is made.
    std::string target = output.target;
    target.replace(0, target.find('_'), "sm");
    std::vector<std::string> command{toolkit.nvlink, "-m64", "-arch=" + target};
    if (has_lto) {
        command.insert(command.end(), {"-dlto", "-nvvmpath=" + nvvm_folder(toolkit, folder)});
    }
    if (output.format == "ptx") {
        command.emplace_back("-emit-ptx");
    }
    for (const std::string& library : toolkit.libraries) {
        command.push_back("-L" + library);
    }
    if (!toolkit.libraries.empty()) {
        command.emplace_back("-lcudadevrt");  // launches from a kernel
    }
    return command;
}

}  // namespace

void link_images(const Toolkit& toolkit, const quovis_cc_link_request& request, CompileResult& result) {
    const quovis_cc_options options = plugins::options_of(request.options);
    const Limits limits{request.deadline_ns, request.cancelled, request.cancel_context};
    const plugins::PrivateFolder folder(temporary_root(), temporary_prefix);
    const Inputs inputs(request, folder);
    const cuda::Output output = choose(toolkit, request, inputs.has_lto());
    std::vector<std::string> command = link_command(toolkit, output, inputs.has_lto(), folder);
    add_link_options(command, options);
    add_raw(command, options);
    result.format = output.format;
    result.target = output.target;
    result.command = fmt::format("{}", fmt::join(command.begin() + 1, command.end(), " "));
    command.insert(command.end(), {"-o", folder.path("image")});
    command.insert(command.end(), inputs.files().begin(), inputs.files().end());

    const Run done = run(command, folder, limits, "linking");
    result.log = done.log;
    result.diagnostics = plugins::parse_nvcc_log(done.log);
    for (plugins::Diagnostic& diagnostic : result.diagnostics) {
        inputs.restore_names(diagnostic.message);
    }
    result.image = folder.read("image");
    if (!done.result.succeeded()) {
        result.image.clear();
        throw link_failure(toolkit, done, result, options.raw_count != 0);
    }
    if (result.image.empty()) {
        throw PluginError(QUOVIS_PLUGIN_INTERNAL, fmt::format("{} linked and made no image", toolkit.naming));
    }
}

}  // namespace quovis::nvcc
