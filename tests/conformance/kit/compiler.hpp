// A compiler under test: its description read into plain values, requests that are built up by words, and results that
// release themselves.
#pragma once

#include "tests/conformance/kit/trial.hpp"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace quovis::conformance {

struct Description {
    std::string identity;
    std::string version;
    std::string path;
    std::vector<std::string> languages;
    std::vector<std::string> formats;
    std::uint32_t max_parallel_compiles = 0;
    std::uint32_t flags = 0;
};

struct Diagnostic {
    std::string file;
    std::string message;
    std::uint32_t line;
    std::uint32_t column;
    std::int32_t severity;
};

// What a compile gave. The result itself is alive until the end of this.
class Compiled {
  public:
    Compiled(const quovis_cc_table& table, quovis_plugin_instance* instance) : table_(table), instance_(instance) {}
    Compiled(const Compiled&) = delete;
    Compiled& operator=(const Compiled&) = delete;
    ~Compiled() { release(); }
    void release();

    bool ok() const { return status == QUOVIS_PLUGIN_OK; }
    std::string image() const;
    std::string format() const { return to_string(result.format); }
    std::string target() const { return to_string(result.target); }
    std::string log() const { return to_string(result.log); }
    std::string command() const { return to_string(result.command); }
    std::vector<Diagnostic> diagnostics() const;
    std::map<std::string, std::string> symbols() const;

    quovis_plugin_status status = QUOVIS_PLUGIN_OK;
    ErrorSlot error;
    quovis_cc_result result = sized<quovis_cc_result>();

  private:
    const quovis_cc_table& table_;
    quovis_plugin_instance* instance_;
    bool released_ = false;
};

// What a plugin tells a cache of a request (QUOVIS_EXTENSION_CACHE_FACTS).
struct Plan {
    quovis_plugin_status status = QUOVIS_PLUGIN_OK;
    std::string error;
    std::vector<std::string> words;
    std::vector<std::string> include_directories;
    std::vector<std::string> first_headers;
    std::string identity;
    std::string bypass;

    bool operator==(const Plan&) const = default;
};

class Compiler;

// A request, and all that it points to.
class Request {
  public:
    Request(const Compiler& compiler, std::string_view language, std::string_view target, std::string_view source);
    Request(const Request&) = delete;
    Request& operator=(const Request&) = delete;

    Request& define(std::string_view name, std::string_view value);
    Request& define(const quovis_cc_define& one);
    Request& include_from(std::string_view directory);
    Request& raw(std::string_view option);
    Request& header(std::string_view name, std::string_view content);
    Request& expression(std::string_view name);

    std::unique_ptr<Compiled> compile();
    // Skips the check where the plugin has no such extension.
    Plan plan(Trial& trial);

    quovis_cc_request request = sized<quovis_cc_request>();
    quovis_cc_options options = sized<quovis_cc_options>();

  private:
    void point();

    const Compiler& compiler_;
    std::vector<quovis_cc_define> defines_;
    std::vector<quovis_plugin_text> directories_;
    std::vector<quovis_plugin_text> raw_;
    std::vector<quovis_cc_header> headers_;
    std::vector<quovis_plugin_text> expressions_;
};

// The compiler of a plugin that was started. Skips the check where it is not there.
class Compiler {
  public:
    explicit Compiler(Trial& trial);

    const quovis_cc_table& table() const { return table_; }
    quovis_plugin_instance* instance() const { return instance_.get(); }
    const Description& description() const { return description_; }
    const std::vector<std::string>& targets() const { return targets_; }
    const std::string& newest() const { return targets_.back(); }

    // The languages that the kit can write. Skips the check where there is none.
    const std::vector<const Kernels*>& kernels() const { return kernels_; }
    // The first of them.
    const Kernels& first() const { return *kernels_.front(); }

  private:
    const quovis_cc_table& table_;
    Instance instance_;
    Description description_;
    std::vector<std::string> targets_;
    std::vector<const Kernels*> kernels_;
};

// The extension by which a compiler tells what a cache must know. Skips the check where the plugin has none.
const quovis_cc_cache_facts& cache_facts(Trial& trial);

std::vector<std::string> to_strings(const quovis_plugin_text* first, std::size_t count);
Description describe(Trial& trial, const quovis_cc_table& table, quovis_plugin_instance* instance);
std::vector<std::string> targets(Trial& trial, const quovis_cc_table& table, quovis_plugin_instance* instance);

}  // namespace quovis::conformance
