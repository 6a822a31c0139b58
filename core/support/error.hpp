// The one exception of the core: everything that a user is told about a failure.
// Thrown anywhere inside, caught in core/api, where it becomes a quovis_error.
#pragma once

#include <quovis/quovis.h>

#include <cstdint>
#include <exception>
#include <string>
#include <utility>
#include <vector>

namespace quovis::core {

struct Diagnostic {
    std::string file;  // empty when unknown
    std::uint32_t line = 0;
    std::uint32_t column = 0;
    quovis_severity severity = QUOVIS_ERROR;
    std::string message;
};

// A backend that was tried or passed over on the way to a route.
struct Attempt {
    std::string backend;
    std::string selector;
    quovis_status status = QUOVIS_OK;
    std::string reason;
};

class Error : public std::exception {
  public:
    Error(quovis_status of, std::string during, std::string text, std::string advice = {})
        : status(of), phase(std::move(during)), message(std::move(text)), hint(std::move(advice)) {}

    const char* what() const noexcept override { return message.c_str(); }

    // Whether a configured fallback may go on after this one.
    bool route_cannot() const { return status >= 200 && status < 300; }

    quovis_status status;
    std::string phase;
    std::string plugin;
    std::int64_t native_code = 0;
    std::string native_name;
    std::string message;
    std::string hint;
    std::string log;
    std::vector<Diagnostic> diagnostics;
    std::vector<Attempt> attempts;
};

}  // namespace quovis::core
