// How a failure is told: one line for people, with what belongs to it below; with --json an object as well.
#include "tools/quovis/errors.hpp"

#include "tools/quovis/json.hpp"
#include "tools/quovis/output.hpp"
#include "tools/quovis/table.hpp"
#include "tools/quovis/text.hpp"

#include <fmt/format.h>

#include <new>

namespace quovis::cli {
namespace {

// What both kinds of failure have to tell.
struct Told {
    Exit exit = Exit::failed;
    std::string status;
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

const char* status_of(Exit exit) {
    switch (exit) {
        case Exit::usage:
            return "invalid_argument";
        case Exit::no_match:
            return "not_found";
        default:
            return "failed";
    }
}

Told told(const Error& error) {
    return {exit_of(error.status()),
            quovis_status_name(error.status()),
            error.phase(),
            error.plugin(),
            error.native_code(),
            error.native_name(),
            trimmed(error.what()),
            error.hint(),
            error.log(),
            error.diagnostics(),
            error.attempts()};
}

Told told(const Failure& failure) {
    Told all;
    all.exit = failure.exit;
    all.status = status_of(failure.exit);
    all.phase = failure.phase;
    all.message = failure.what();
    all.hint = failure.hint;
    return all;
}

Told told_in_flight() {
    try {
        throw;
    } catch (const Failure& failure) {
        return told(failure);
    } catch (const Error& error) {
        return told(error);
    } catch (const std::bad_alloc&) {
        return told(Failure(Exit::failed, "memory", "the host's memory does not suffice"));
    } catch (...) {
        // Its text is for those who write Quovis, not for those who use it.
        return told(Failure(Exit::failed, "quovis", "a fault of Quovis itself",
                            "please report it with this command line and the files that it names"));
    }
}

// The first line: "quovis: error: compile (cuda-nvrtc): message [NVRTC_ERROR_COMPILATION 6]".
std::string headline(const Told& all) {
    std::string line = coloured(Stream::error, Colour::red, "quovis: error: ");
    if (!all.phase.empty()) {
        line += all.phase + (all.plugin.empty() ? "" : fmt::format(" ({})", all.plugin)) + ": ";
    }
    line += printable(all.message);
    if (!all.native_name.empty() && all.message.find(all.native_name) == std::string::npos) {
        line += fmt::format(" [{} {}]", all.native_name, all.native_code);
    }
    return line + "\n";
}

// A configuration with one fault: the headline says where it is and what.
bool is_told(const Told& all) {
    return all.phase == "configuration" && all.diagnostics.size() == 1 &&
           all.message.find(all.diagnostics.front().message) != std::string::npos;
}

void tell_people(const Told& all) {
    print_error_text(headline(all));
    if (!is_told(all)) {
        show_diagnostics(all.diagnostics);
    }
    const std::string log = trimmed(all.log);
    if (all.diagnostics.empty() && !log.empty() && all.message.find(log) == std::string::npos) {
        print_error_text(printable(log) + "\n");
    }
    for (const Attempt& one : all.attempts) {
        if (one.status != QUOVIS_OK && all.message.find(one.reason) == std::string::npos) {
            const std::string where = one.selector.empty() ? "" : fmt::format(" on {}", one.selector);
            show_note("note", fmt::format("{}{}: {}", one.backend, where, one.reason));
        }
    }
    if (!all.hint.empty()) {
        show_note("hint", all.hint);
    }
}

void tell_scripts(const Told& all) {
    Json object = json_object();
    object["error"] = {{"status", all.status},
                       {"exit", static_cast<int>(all.exit)},
                       {"phase", all.phase},
                       {"plugin", all.plugin},
                       {"native_code", all.native_code},
                       {"native_name", all.native_name},
                       {"message", all.message},
                       {"hint", all.hint},
                       {"log", all.log},
                       {"attempts", to_json(all.attempts)}};
    object["diagnostics"] = to_json(all.diagnostics);
    print(json_text(object));
}

}  // namespace

Exit exit_of(quovis_status status) {
    switch (status) {
        case QUOVIS_ERROR_SOURCE_INVALID:
            return Exit::source;
        case QUOVIS_ERROR_NO_DEVICE:
        case QUOVIS_ERROR_NOT_FOUND:
            return Exit::no_match;
        case QUOVIS_ERROR_INVALID_ARGUMENT:
        case QUOVIS_ERROR_INVALID_LAUNCH:
        case QUOVIS_ERROR_INVALID_SELECTOR:
        case QUOVIS_ERROR_LANGUAGE_UNKNOWN:
        case QUOVIS_ERROR_CONFIGURATION:
        case QUOVIS_ERROR_FILE:
            return Exit::usage;
        default:
            return Exit::failed;
    }
}

Exit report_failure(bool json) {
    const Told all = told_in_flight();
    tell_people(all);
    if (json) {
        try {
            tell_scripts(all);
        } catch (const Failure&) {
            return all.exit;  // Standard output is gone, and what happened has been told on the other one.
        }
    }
    return all.exit;
}

void show_diagnostics(const std::vector<Diagnostic>& diagnostics) {
    for (const Diagnostic& one : diagnostics) {
        std::string place = one.file.empty() ? "source" : one.file;
        if (one.line > 0) {
            place += fmt::format(":{}", one.line);
        }
        if (one.line > 0 && one.column > 0) {
            place += fmt::format(":{}", one.column);
        }
        const Colour colour = one.severity == QUOVIS_ERROR ? Colour::red : Colour::yellow;
        const std::string kind = coloured(Stream::error, colour, severity_name(one.severity));
        print_error_text(fmt::format("{}: {}: {}\n", printable(place), kind, printable(trimmed(one.message))));
    }
}

void show_note(const std::string& severity, const std::string& text) {
    print_error_text(fmt::format("quovis: {}: {}\n", severity, printable(trimmed(text))));
}

}  // namespace quovis::cli
