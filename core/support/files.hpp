// Files: whole reads and atomic writes with exact errors, where libquovis lies, and whether others can write to a file.
// Failures are Error(QUOVIS_ERROR_FILE) of phase "file", with the path and the system's own words.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace quovis::core {

// All bytes of a file, a pipe too. More than `limit` bytes is an error. `what` names the file's role in messages:
// "cannot read the kernel source 'a.cl': No such file or directory".
std::string read_file(const std::string& path, std::string_view what = "file",
                      std::uint64_t limit = std::uint64_t{4} << 30);

// Replaces the file, or leaves it as it was when anything fails: a temporary file in the same folder, synced, renamed.
// What is there and is no regular file (a pipe, /dev/null) is written to directly.
// With Durable::content a power failure may take the name back, but never leaves a name without its content.
enum class Durable { content, name };
void write_file(const std::string& path, std::string_view bytes, std::string_view what = "file",
                Durable durable = Durable::name);

// The path of the file that holds this code: libquovis.so, or a program that it is linked into statically.
std::string library_path();

// Where an installation keeps its plugins: the folder `quovis` beside libquovis.so.
std::string installed_plugin_folder();

// The path of one of the programs that libquovis starts: those of libexec/quovis.
std::string installed_program(std::string_view name);

// $HOME, or what the system knows for the effective user; empty when neither is there.
std::string home_directory();

// "~" and "~/..." with the home directory in its place; any other path as it is.
std::string expand_user(const std::string& path);

// The path made absolute from `folder` (empty: the current one), "." and ".." taken out as far as the text tells.
std::string absolute_path(const std::string& path, const std::string& folder = {});

// Why someone else could change a file: for people, as "'/tmp/x.so' belongs to user 1001". Looks at what symbolic
// links lead to, and at the folder it lies in (at the folder itself, when `path` is one). A path that is not there has
// the system's reason.
// Trusted are the effective user and root. A folder that all can write to is unsafe even with the sticky bit. A group
// may write only where it is the private group of the owner: same name, no other members, not root's.
std::optional<std::string> unsafe_reason(const std::string& path);

}  // namespace quovis::core
