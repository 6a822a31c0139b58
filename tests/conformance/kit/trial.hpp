// What a check works with: the plugin's tables, instances and objects that release themselves, and what to expect.
#pragma once

#include "tests/conformance/kit/kernels.hpp"
#include "tests/conformance/kit/kit.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <cstring>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace quovis::conformance {

constexpr quovis_plugin_text text(std::string_view words) {
    return {words.data(), words.size()};
}
inline std::string to_string(quovis_plugin_text words) {
    return words.data == nullptr ? std::string() : std::string(words.data, words.size);
}

// Zeroed, with its size.
template <typename Struct>
Struct sized() {
    Struct all{};
    all.struct_size = sizeof(Struct);
    return all;
}

// Whether the writer of a table knew a member.
template <typename Table, typename Member>
bool reaches(const Table& table, Member Table::*member) {
    static const Table probe{};
    const auto offset = reinterpret_cast<const char*>(&(probe.*member)) - reinterpret_cast<const char*>(&probe);
    return table.struct_size >= static_cast<std::size_t>(offset) + sizeof(Member);
}

// Whether an entry is there to be called (rules 1 and 2).
template <typename Table, typename Member>
bool offers(const Table& table, Member Table::*member) {
    return reaches(table, member) && table.*member != nullptr;
}

// The error that a call fills, of a pattern that shows which members were written.
class ErrorSlot {
  public:
    ErrorSlot();
    quovis_plugin_error* get() { return &error_; }
    const quovis_plugin_error& operator*() const { return error_; }
    std::string message() const;
    // What rule 5 asks and does not find; empty when all is there.
    std::string fault(quovis_plugin_status returned) const;

  private:
    quovis_plugin_error error_;
};

struct Skip {
    std::string reason;
};
struct Stop {};

class Instance;

// Checks may use it from several threads at once.
class Trial {
  public:
    explicit Trial(const Subject& subject) : subject_(subject) {}

    const Subject& subject() const { return subject_; }
    Outcome outcome() const { return outcome_; }

    // Notes a failure and goes on.
    bool expect(bool holds, const std::string& what);
    // Notes a failure and ends the check.
    void require(bool holds, const std::string& what);
    [[noreturn]] void skip(const std::string& reason) { throw Skip{reason}; }
    // Requires that a call succeeded.
    void require_ok(quovis_plugin_status status, const ErrorSlot& error, std::string_view what);
    // Expects that it failed with one of the codes (any failure when there are none), with a whole error (rule 5).
    void expect_failure(quovis_plugin_status status, const ErrorSlot& error, std::string_view what,
                        std::initializer_list<quovis_plugin_status> codes = {});

    // Skips the check where the table has no such entry.
    template <typename Table, typename Member>
    void need(const Table& table, Member Table::*member, std::string_view name) {
        if (!offers(table, member)) {
            skip(fmt::format("the plugin does not offer '{}'", name));
        }
    }

    const quovis_plugin_table& plugin();
    // Skips where the role is missing.
    const quovis_cc_table& compiler();
    const quovis_rt_table& runtime();

    // Requires that `initialize` succeeds.
    Instance start();

  private:
    const Subject& subject_;
    std::mutex mutex_;
    Outcome outcome_;
};

// Opens the file and calls its entry, with the kit's host. Throws std::runtime_error with the linker's words.
const quovis_plugin_table* open_plugin(const std::string& path);
const quovis_plugin_host& kit_host();

// An instance that is shut down at the end.
class Instance {
  public:
    Instance(const quovis_plugin_table& plugin, quovis_plugin_instance* instance)
        : plugin_(&plugin), instance_(instance) {}
    Instance(Instance&& other) noexcept : plugin_(other.plugin_), instance_(std::exchange(other.instance_, nullptr)) {}
    Instance& operator=(Instance&&) = delete;
    ~Instance() { shut_down(); }

    void shut_down() {
        if (instance_ != nullptr) {
            plugin_->shutdown(std::exchange(instance_, nullptr));
        }
    }
    quovis_plugin_instance* get() const { return instance_; }

  private:
    const quovis_plugin_table* plugin_;
    quovis_plugin_instance* instance_;
};

}  // namespace quovis::conformance
