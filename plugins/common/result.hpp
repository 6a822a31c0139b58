// What a compile gives back, in C++, and its way into a quovis_cc_result and out of it again.
// deliver() hands over what there is whether the compile succeeded or not: the log above all.
#pragma once

#include <quovis/plugin.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "plugins/common/diagnostics.hpp"
#include "plugins/common/error.hpp"

namespace quovis::plugins {

struct Symbol {
    std::string expression;
    std::string symbol;
};

struct CompileResult {
    std::string image;  // bytes
    std::string format;
    std::string target;
    std::string log;
    std::string command;
    std::vector<Diagnostic> diagnostics;
    std::vector<Symbol> symbols;
    std::vector<std::string> dependencies;
};

// Moves `content` into the host's struct, which owns it until release_result().
void hand_over(quovis_cc_result* target, CompileResult&& content);

// The table's entry. Does no harm to a struct that was never filled, nor when called twice.
void release_result(quovis_plugin_instance*, quovis_cc_result* result) noexcept;

// Runs `body(CompileResult&)` and hands over what it has put there, also when it throws.
template <class Body>
quovis_plugin_status deliver(quovis_cc_result* target, quovis_plugin_error* error, std::int32_t phase,
                             Body&& body) noexcept {
    return guard(error, phase, [&]() -> quovis_plugin_status {
        CompileResult content;
        const quovis_plugin_status status = guard(error, phase, [&] { std::forward<Body>(body)(content); });
        hand_over(target, std::move(content));
        return status;
    });
}

}  // namespace quovis::plugins
