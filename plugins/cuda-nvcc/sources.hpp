// What nvcc reads, laid out in a private folder: the source, headers that are in memory, and folders whose names nvcc
// cannot spell, reached by links. Messages are led back to the user's names.
#pragma once

#include <quovis/plugin.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "plugins/common/diagnostics.hpp"
#include "plugins/common/private_folder.hpp"

namespace quovis::nvcc {

// The front end's columns are those of the line that it was shown; `own` is that line as it was written.
void restore_column(plugins::Diagnostic& diagnostic, std::string_view own);

class Sources {
  public:
    // Writes the headers and makes the links. Throws PluginError for names and defines that cannot be.
    Sources(const quovis_cc_request& request, const quovis_cc_options& options, const plugins::PrivateFolder& folder);

    // Writes the source with `behind` after it, and returns the path.
    std::string write(const std::string& behind, const std::string& file) const;
    // "-I…", in order of search.
    const std::vector<std::string>& include_options() const { return include_options_; }
    // What has become of the defines and folders, for people: "-DN=4 -I/a b".
    const std::string& shown() const { return shown_; }
    void restore_names(std::vector<plugins::Diagnostic>& diagnostics) const;
    // The columns in the source.
    void restore_columns(std::vector<plugins::Diagnostic>& diagnostics) const;
    // Of files that were read, without those that the user did not name.
    std::vector<std::string> users_names(std::vector<std::string> files) const;
    const std::string& name() const { return name_; }

  private:
    void add_defines(const quovis_cc_options& options);
    void restore_name(std::string& file) const;
    void write_headers(const quovis_cc_request& request);
    void add_folders(const quovis_cc_options& options);

    const plugins::PrivateFolder& folder_;
    std::string name_;      // the user's, of the source
    std::string preamble_;  // defines
    std::string text_;
    std::string shown_;
    std::vector<std::string> include_options_;
    std::vector<std::pair<std::string, std::string>> links_;  // what nvcc is told, what the user said
};

}  // namespace quovis::nvcc
