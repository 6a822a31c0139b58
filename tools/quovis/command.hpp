// What the subcommands share: the options that stand everywhere, and how each one is put into the program.
#pragma once

#include "tools/quovis/failure.hpp"

#include <CLI/CLI.hpp>
#include <functional>
#include <quovis/quovis.hpp>
#include <string>
#include <vector>

namespace quovis::cli {

// The options that stand everywhere, and what stands behind `--`.
struct Common {
    std::string config;
    std::vector<std::string> plugin_paths;
    std::string log;
    bool json = false;
    std::vector<std::string> raw;
};

// What main runs once the command line has been read: the chosen subcommand.
using Work = std::function<Exit()>;

// Adds a subcommand with the common options. `examples` stand below its help.
CLI::App& add_subcommand(CLI::App& parent, Common& common, const std::string& name, const std::string& what,
                         const std::string& examples);
void add_common_options(CLI::App& app, Common& common);

// Options that shape a compilation, for `compile` and `run`.
struct CompileWords {
    std::string language;
    std::vector<std::string> include_directories;
    std::vector<std::string> defines;
    std::vector<std::string> name_expressions;
    std::string optimize;
    std::string max_registers;
    std::string standard;
    std::string timeout;
    bool debug = false;
    bool line_info = false;
    bool fast_math = false;
    bool warnings_as_errors = false;
};
void add_compile_options(CLI::App& app, CompileWords& words);
Options compile_options(const CompileWords& words, const std::vector<std::string>& raw);
// Whether any of them was.
bool is_given(const CompileWords& words);

// Throws a usage Failure where the output would take the place of one of the files that it is made from.
void require_own_file(const std::string& output, const std::vector<std::string>& inputs);

// Whether the ending is that of an image.
bool is_image_file(const std::string& file);
// The ending that a file of the format has: ".cubin".
std::string ending_of(const std::string& format);

// The instance that the common options ask for. `overlay` is YAML that lies over the configuration.
Instance open_instance(const Common& common, const std::string& overlay = {});
// The overlay by which a backend named on the command line takes the place of the configuration's rules; empty for
// none.
std::string backend_overlay(const std::string& backend);
// Log lines are held until this is called, so that another line can be the first; then they flow.
void release_log();

void add_devices(CLI::App& app, Common& common, Work& work);
void add_plugins(CLI::App& app, Common& common, Work& work);
void add_compile(CLI::App& app, Common& common, Work& work);
void add_run(CLI::App& app, Common& common, Work& work);
void add_config(CLI::App& app, Common& common, Work& work);
void add_explain(CLI::App& app, Common& common, Work& work);
void add_cache(CLI::App& app, Common& common, Work& work);
void add_bench(CLI::App& app, Common& common, Work& work);
void add_pack(CLI::App& app, Common& common, Work& work);

}  // namespace quovis::cli
