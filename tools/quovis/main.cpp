// `quovis`, the command line: reads the words, runs one subcommand, tells what went wrong.
#include "tools/quovis/command.hpp"
#include "tools/quovis/errors.hpp"
#include "tools/quovis/interruption.hpp"
#include "tools/quovis/output.hpp"
#include "tools/quovis/text.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <string_view>

namespace quovis::cli {
namespace {

constexpr const char* about =
    "Runs GPU kernels with the compiler and on the device that a configuration names.\n"
    "A program's options stand behind its name: quovis SUBCOMMAND --help";
constexpr const char* examples =
    "\nExamples:\n"
    "  quovis devices\n"
    "  quovis run saxpy.cl --kernel saxpy --device cpu --grid 16 --block 64 \\\n"
    "      --arg i32=1024 --arg f32=2 --arg 'f32[1024]=iota' --arg 'f32[1024]=fill:1' --print 3:4\n"
    "  quovis compile saxpy.cu --target sm_90 --format cubin\n"
    "  quovis explain saxpy.cl\n"
    "  quovis pack saxpy.cl --target opencl --target opencl:cpu -o saxpy.quovis\n"
    "\nExit status: 0 done; 1 the work failed; 2 the command line or the configuration is wrong;\n"
    "3 no device, plugin or kernel matched; 4 the source does not compile.";

// A standard descriptor that is closed would be given to the next file that is opened, and what is printed would end up
// in it. /dev/null takes its place, opened so that printing to it fails.
void occupy_standard_descriptors() {
    for (int descriptor = 0; descriptor <= 2; ++descriptor) {
        if (::fcntl(descriptor, F_GETFD) < 0 && errno == EBADF) {
            (void)::open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY);
        }
    }
}

std::vector<std::string> option_names(const CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::Option* option : app.get_options()) {
        for (const std::string& name : option->get_lnames()) {
            names.push_back("--" + name);
        }
    }
    return names;
}

std::vector<std::string> subcommand_names(CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::App* subcommand : app.get_subcommands([](CLI::App*) { return true; })) {
        names.push_back(subcommand->get_name());
    }
    return names;
}

CLI::App& innermost(CLI::App& app) {
    const std::vector<CLI::App*> chosen = app.get_subcommands();
    return chosen.empty() ? app : innermost(*chosen.front());
}

// CLI11's complaint in our words, with the nearest word where one was misspelt.
Failure to_failure(CLI::App& root, const CLI::ParseError& error) {
    CLI::App& app = innermost(root);
    const std::string help = fmt::format("see {}{} --help", &app == &root ? "" : "quovis ", app.get_name());
    const std::vector<std::string> extras = root.remaining(true);
    if (!extras.empty()) {
        const std::string word = extras.front().substr(0, extras.front().find('='));
        if (word.starts_with('-')) {
            const std::string nearest = did_you_mean(option_names(app), word);
            return usage_failure(fmt::format("unknown option '{}'", word), nearest.empty() ? help : nearest);
        }
        const std::vector<std::string> subcommands = subcommand_names(app);
        if (!subcommands.empty()) {
            const std::string nearest = did_you_mean(subcommands, word);
            return usage_failure(fmt::format("unknown subcommand '{}'", word),
                                 nearest.empty() ? "the subcommands are " + join(subcommands) : nearest);
        }
        return usage_failure(fmt::format("unexpected argument '{}'", extras.front()), help);
    }
    std::string message = trimmed(error.what());
    std::replace(message.begin(), message.end(), '\n', ' ');
    return usage_failure(message, help);
}

// The words up to `--`; those behind it go to the compiler.
std::vector<std::string> own_words(int count, char** words, Common& common) {
    std::vector<std::string> all(words + 1, words + count);
    const auto end = std::find(all.begin(), all.end(), "--");
    if (end != all.end()) {
        common.raw.assign(end + 1, all.end());
        all.erase(end, all.end());
    }
    return all;
}

Exit run_words(std::vector<std::string> words, Common& common) {
    CLI::App app(about, "quovis");
    Work work;
    app.require_subcommand(1);
    app.footer(examples);
    app.get_formatter()->column_width(34);
    add_common_options(app, common);
    add_devices(app, common, work);
    add_plugins(app, common, work);
    add_compile(app, common, work);
    add_pack(app, common, work);
    add_run(app, common, work);
    add_explain(app, common, work);
    add_cache(app, common, work);
    add_config(app, common, work);
    add_bench(app, common, work);
    try {
        std::reverse(words.begin(), words.end());  // CLI11 takes them from the end
        app.parse(words);
    } catch (const CLI::CallForHelp&) {
        print(app.help());
        return Exit::done;
    } catch (const CLI::CallForVersion& version) {
        print(fmt::format("{}\n", version.what()));
        return Exit::done;
    } catch (const CLI::ParseError& error) {
        throw to_failure(app, error);
    }
    const std::string chosen = app.get_subcommands().front()->get_name();
    if (!common.raw.empty() && chosen != "compile" && chosen != "run" && chosen != "explain") {
        throw usage_failure(fmt::format("'{}' takes no compiler options behind --", chosen));
    }
    return work();
}

int run_program(int count, char** words) {
    occupy_standard_descriptors();
    std::signal(SIGPIPE, SIG_IGN);  // a reader that went away is an error to be told, not a silent end
    watch_interruptions();
    Common common;
    Exit exit = Exit::failed;
    try {
        std::vector<std::string> own = own_words(count, words, common);
        // Known before the words are read, for a command line that cannot be read.
        common.json = std::find(own.begin(), own.end(), "--json") != own.end();
        const bool json = common.json;
        try {
            exit = run_words(std::move(own), common);
        } catch (...) {
            exit = report_failure(json);
        }
    } catch (...) {
        exit = report_failure(false);
    }
    release_log();
    end_if_interrupted();
    return static_cast<int>(exit);
}

}  // namespace
}  // namespace quovis::cli

int main(int count, char** words) {
    return quovis::cli::run_program(count, words);
}
