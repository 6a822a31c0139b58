// How a failure is told: one line for people, with what belongs to it below; with --json an object as well.
#pragma once

#include "tools/quovis/failure.hpp"

#include <quovis/quovis.hpp>
#include <string>
#include <vector>

namespace quovis::cli {

// Tells the exception in flight and returns the exit status. Call it in a catch block.
Exit report_failure(bool json);

// "k.cl:3:7: warning: text", one a line; to standard error.
void show_diagnostics(const std::vector<Diagnostic>& diagnostics);
// "quovis: warning: text" and the like.
void show_note(const std::string& severity, const std::string& text);

Exit exit_of(quovis_status status);

}  // namespace quovis::cli
