// One plugin that was opened and initialised for one instance, seen through the tables that it shares with us (rule 1).
// Destroying it shuts the plugin's instance down; the shared object stays open (rule 10).
#pragma once

#include "core/config/config.hpp"
#include "core/loader/compiler_description.hpp"
#include "core/support/error.hpp"

#include <quovis/plugin.h>

#include <chrono>

#include <condition_variable>
#include <cstddef>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace quovis::core {

inline std::string to_string(quovis_plugin_text text) {
    return text.data ? std::string(text.data, text.size) : std::string();
}
inline quovis_plugin_text to_text(std::string_view text) {
    return {text.data(), text.size()};
}
std::vector<std::string> to_strings(const quovis_plugin_text* texts, std::size_t count);

// The members of a struct that the other side knows, the rest zero.
template <typename T>
T known_part(const T& other);

// Zeroed, with its size set.
template <typename T>
T sized() {
    T value{};
    value.struct_size = sizeof(T);
    return value;
}

// An Error from what a plugin reported.
Error make_error(const std::string& plugin, quovis_plugin_status status, const quovis_plugin_error& reported,
                 std::string_view phase);

// Visits the elements of an array that crossed: all have the struct_size of the first (rule 1).
template <typename T, typename Visit>
void for_each_element(const T* first, std::size_t count, Visit visit) {
    const auto* bytes = reinterpret_cast<const unsigned char*>(first);
    for (std::size_t i = 0; i < count; ++i)
        visit(known_part(*reinterpret_cast<const T*>(bytes + i * first->struct_size)));
}

// The extension by which a compiler tells what a cache of its images must know; all zero without it.
quovis_cc_cache_facts cache_facts_of(const quovis_plugin_table& plugin);

class Plugin;
class CompileWorkers;

// What the configuration says about every compile.
struct CompilePolicy {
    Isolation isolation = Isolation::automatic;
    std::chrono::seconds timeout{0};  // 0 none
    std::uint64_t worker_memory = 0;  // bytes; 0 no limit
    CompilerRecords records{CacheFolder()};
};

// The compiler half, and what it says of itself: asked once, or taken from a record.
class Compiler : public CompilerDescription {
  public:
    // Throws Error when the compiler is not there.
    Compiler(Plugin& plugin, const std::vector<quovis_plugin_setting>& given, const CompilePolicy& policy);
    ~Compiler();

    bool takes(std::string_view language) const;
    bool emits(std::string_view format) const;
    const std::vector<std::string>& targets();          // asked when first needed
    const std::vector<const char*>& target_pointers();  // the same for C; both live as long as the compiler

    // A table of entries and what they are called with: the plugin's own, or that of the workers.
    struct Entries {
        const quovis_cc_table& table;
        quovis_plugin_instance* instance;
        bool in_process;
    };
    // `stoppable`: the call has a deadline, or somebody may cancel it.
    Entries entries(bool stoppable) const;
    std::chrono::seconds timeout() const { return timeout_; }

    // Asks a compiler that was taken from a record what it is, before its first work. False when it is another than the
    // record says.
    bool confirm();
    // What has become another than it was when the compiler was described, as a sentence; else empty. Without `now` an
    // answer of the last 50 ms will do.
    std::string change_since_described(bool now);

    std::vector<const char*> language_pointers;  // of `languages`, for C
    std::vector<const char*> format_pointers;
    std::string settings;  // of the plugin, in one text

    // Holds one of the places that the compiler allows at once in a process.
    class Place {
      public:
        Place(Compiler& compiler, const Entries& entries);
        ~Place();
        Place(const Place&) = delete;
        Place& operator=(const Place&) = delete;

      private:
        Compiler* compiler_;  // null where there is no limit
    };

  private:
    CompilerDescription ask();
    CompilerOrigin ask_origin(bool in_process);
    // The description from the records, or asked and kept.
    void describe();

    Plugin& plugin_;
    quovis_cc_table table_;
    std::unique_ptr<CompileWorkers> workers_;
    bool always_in_worker_;
    bool stops_in_worker_ = false;
    std::chrono::seconds timeout_;
    CompilerRecords records_;
    std::string record_key_;
    OriginState state_;             // in which the description is true
    std::mutex description_mutex_;  // over the four below
    bool confirmed_ = true;
    bool is_another_ = false;
    std::string change_;
    std::chrono::steady_clock::time_point looked_;
    std::uint32_t running_ = 0;
    std::mutex mutex_;
    std::condition_variable free_;
    bool targets_known_ = false;
    std::vector<std::string> targets_;
    std::vector<const char*> target_pointers_;
};

class Plugin {
  public:
    Plugin(std::string path, const quovis_plugin_table& table);
    ~Plugin();
    Plugin(const Plugin&) = delete;
    Plugin& operator=(const Plugin&) = delete;

    // Throws Error.
    void initialize(const std::vector<quovis_plugin_setting>& settings, const CompilePolicy& policy = {});

    quovis_plugin_instance* instance() const { return instance_; }
    const quovis_cc_table* compiler_table() const { return table_.compiler; }
    bool has_runtime() const { return has_runtime_; }
    const quovis_rt_table& runtime() const { return runtime_; }  // null entries for what the plugin's does not reach
    const quovis_rt_graph_table* graphs() const { return runtime_.graph ? &graphs_ : nullptr; }  // likewise
    const quovis_plugin_table& table() const { return table_; }

    // Null when the plugin has no such role or the compiler is not there; `compiler_fault` says why.
    Compiler* compiler() const { return compiler_.get(); }

    std::string name;
    std::string version;
    std::string description;
    std::string path;
    std::string build;  // what tells its file from other builds
    std::string runtime_name;
    std::unique_ptr<Error> compiler_fault;

  private:
    quovis_plugin_table table_;
    quovis_rt_table runtime_{};
    quovis_rt_graph_table graphs_{};
    bool has_runtime_ = false;
    quovis_plugin_instance* instance_ = nullptr;
    std::unique_ptr<Compiler> compiler_;
};

// Calls an entry of a plugin's table and turns a failure into an Error. A null entry is "not supported", by name.
template <typename Entry, typename... Arguments>
quovis_plugin_status call(const Plugin& plugin, std::string_view phase, std::string_view entry_name, Entry entry,
                          Arguments... arguments);

template <typename T>
T known_part(const T& other) {
    T mine{};
    const auto size = other.struct_size < sizeof(T) ? other.struct_size : sizeof(T);
    auto* to = reinterpret_cast<unsigned char*>(&mine);
    const auto* from = reinterpret_cast<const unsigned char*>(&other);
    for (std::size_t i = 0; i < size; ++i)
        to[i] = from[i];
    return mine;
}

[[noreturn]] void throw_not_supported(const Plugin& plugin, std::string_view phase, std::string_view entry_name);
[[noreturn]] void throw_thrown(const Plugin& plugin, std::string_view phase, std::string_view entry_name);

template <typename Entry, typename... Arguments>
[[gnu::always_inline]] inline quovis_plugin_status call(const Plugin& plugin, std::string_view phase,
                                                        std::string_view entry_name, Entry entry,
                                                        Arguments... arguments) {
    if (!entry)
        throw_not_supported(plugin, phase, entry_name);
    quovis_plugin_error error;
    error.struct_size = sizeof(error);
    error.code = QUOVIS_PLUGIN_OK;
    error.message[0] = error.hint[0] = error.native_name[0] = '\0';
    error.native_code = 0;
    error.phase = QUOVIS_PLUGIN_PHASE_NONE;
    quovis_plugin_status status = QUOVIS_PLUGIN_INTERNAL;
    try {
        status = entry(arguments..., &error);
    } catch (...) {
        throw_thrown(plugin, phase, entry_name);
    }
    if (status != QUOVIS_PLUGIN_OK && status != QUOVIS_PLUGIN_NOT_READY)
        throw make_error(plugin.name, status, error, phase);
    return status;
}

}  // namespace quovis::core
