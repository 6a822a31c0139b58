// The typed options of a program: owned, merged with those of a rule, and lent to a plugin for one call.
#pragma once

#include "core/config/config.hpp"

#include <quovis/plugin.h>
#include <quovis/quovis.h>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace quovis::core {

struct Header {
    std::string name;
    std::string content;
};

// RuleOptions plus what only a program can give.
struct Options : RuleOptions {
    std::chrono::milliseconds timeout{0};  // of a compile; 0: the configuration's
    std::vector<Header> headers;
    std::vector<std::string> name_expressions;
};

// Checks and copies. Throws Error (invalid argument) that names the member.
Options read_options(const quovis_options* given);

bool is_macro_name(const std::string& name);

// A rule's switches override, its lists come after.
Options merge(Options program, const RuleOptions& rule);

// As the command line would say them, without include directories and headers: for people, and the same on each
// machine.
std::vector<std::string> words_of(const Options& options);

// The options in the words of the ABI; valid as long as the options and this object.
class LentOptions {
  public:
    explicit LentOptions(const Options& options);
    LentOptions(const LentOptions&) = delete;
    LentOptions& operator=(const LentOptions&) = delete;

    const quovis_cc_options* options() const { return &options_; }
    const std::vector<quovis_cc_header>& headers() const { return headers_; }
    const std::vector<quovis_plugin_text>& name_expressions() const { return name_expressions_; }

  private:
    quovis_cc_options options_{};
    std::vector<quovis_cc_define> defines_;
    std::vector<quovis_plugin_text> include_directories_;
    std::vector<quovis_plugin_text> raw_;
    std::vector<quovis_cc_header> headers_;
    std::vector<quovis_plugin_text> name_expressions_;
};

}  // namespace quovis::core
