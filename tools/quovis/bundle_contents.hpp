// What a bundle holds: as a table, as JSON, as files, and which of its sources has a kernel.
#pragma once

#include "tools/quovis/json.hpp"

#include <quovis/quovis.hpp>
#include <string>
#include <vector>

namespace quovis::cli {

// By its ending, or by how it begins.
bool is_bundle_file(const std::string& file);

std::string bundle_table(const Bundle& bundle);
// Adds "bytes", "packer", "sources" and "images".
void add_bundle(Json& object, const Bundle& bundle);

// Writes images and sources below a folder, which is made where it is not there; returns the paths. A file that is
// there already is replaced.
std::vector<std::string> extract(const Bundle& bundle, const std::string& folder);

// The source to load: the one that was asked for, the only one, or the only one that may have the kernel. Throws a
// Failure that lists them.
std::string source_with(const Bundle& bundle, const std::string& source, const std::string& kernel,
                        const std::string& file);

}  // namespace quovis::cli
