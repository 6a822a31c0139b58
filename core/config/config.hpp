// The configuration as the rest of the core sees it: typed, checked, and every value with its origin.
// How files and variables become a Config is in load.hpp; the reference for users is config/README.md.
#pragma once

#include <quovis/quovis.h>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace quovis::core {

// A value and where it came from: "FILE:LINE", a variable's name, "built in" or "program".
template <typename T>
struct Setting {
    T value{};
    std::string origin = "built in";
};

// Options of a rule; what is not set leaves the program's own.
struct RuleOptions {
    std::optional<int> optimize;  // 0 to 3
    std::optional<bool> debug;
    std::optional<bool> line_info;
    std::optional<bool> fast_math;
    std::optional<bool> warnings_as_errors;
    std::optional<bool> relocatable;
    std::optional<std::uint32_t> max_registers;
    std::optional<std::string> standard;
    std::vector<std::pair<std::string, std::optional<std::string>>> defines;
    std::vector<std::string> include_directories;  // absolute
    std::vector<std::string> raw;
};

struct RouteRule {
    std::string origin;
    std::string when_program;          // glob on the program's name; empty matches all
    std::string when_device;           // selector; empty matches all
    std::vector<std::string> backend;  // plugins in order of preference: both halves of the route
    std::string compile;               // a plugin that compiles, where the halves are given apart
    std::string device;                // selector of the device, likewise
    bool strict = false;               // no fallback to the next backend
    RuleOptions options;
};

enum class ProbeMode { never, always };

// Where a compiler works: in this process, in a worker process, or where it is best for each (`automatic`).
enum class Isolation { automatic, in_process, worker };

// What is done with the program cache.
enum class CacheMode { read_write, read_only, off };

struct BackendSetting {
    std::string key;
    std::string value;
    std::string origin;
};

// One line of `quovis config show`.
struct ConfigValue {
    std::string path;
    std::string value;
    std::string origin;
};

struct Config {
    std::vector<Setting<std::string>> plugin_search;         // absolute folders before the installed one
    std::vector<Setting<std::string>> plugin_enable;         // globs; when there are any, only these
    std::vector<Setting<std::string>> plugin_disable;        // globs; applied before enable
    std::vector<Setting<std::string>> plugin_accept_unsafe;  // files or folders that others may write to
    Setting<ProbeMode> plugin_probe;                         // open each plugin in a child process first
    Setting<std::string> default_device;                     // selector
    Setting<std::vector<RouteRule>> routes;
    Setting<Isolation> compile_isolation;
    Setting<std::uint64_t> compile_timeout;        // seconds; 0 none
    Setting<std::uint64_t> compile_worker_memory;  // bytes; 0 no limit
    Setting<std::string> cache_dir;                // absolute; empty: the user's usual place
    Setting<std::uint64_t> cache_max_size;         // bytes on disk
    Setting<CacheMode> cache_mode;
    Setting<std::uint64_t> cache_memory;                    // bytes of images kept in the process
    std::vector<Setting<std::string>> cache_layers;         // folders that are read behind cache_dir, in order
    std::vector<Setting<std::string>> cache_accept_unsafe;  // folders that others may write to
    Setting<quovis_log_level> log_level;
    std::map<std::string, std::vector<BackendSetting>> backends;  // a list is one setting for each element
    std::vector<std::string> warnings;  // found while reading; for the log, once its level is known
    std::vector<ConfigValue> effective;

    // Every effective value, in the order of config/quovis.yaml.
    const std::vector<ConfigValue>& values() const { return effective; }
};

}  // namespace quovis::core
