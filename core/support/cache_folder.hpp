// A folder that holds what can be made again: it is made when something is first written, and one that cannot be used
// costs its users nothing but what it would have saved. Nothing here throws for a fault of the file system.
#pragma once

#include "core/support/files.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace quovis::core {

class CacheFolder {
  public:
    CacheFolder() = default;  // no folder at all
    // `trusted`: used although others could change it.
    CacheFolder(std::string path, bool writable, bool trusted);

    const std::string& path() const { return path_; }
    bool usable() const { return fault_.empty(); }
    bool writable() const { return usable() && writable_; }
    const std::string& fault() const { return fault_; }  // why it is not used

    std::string place(std::string_view name) const { return path_ + "/" + std::string(name); }

    enum class Found { whole, absent, unreadable, damaged };
    // All bytes of a regular file. Never blocks: a pipe or a device in its place counts as damaged.
    Found read(std::string_view name, std::string& bytes) const;
    // The content of a sealed file.
    Found read_sealed(std::string_view name, std::string& content) const;
    // Written whole or not at all, and durable. The system's reason when it failed; makes the folders that lack.
    std::optional<std::string> write(std::string_view name, std::string_view bytes,
                                     Durable durable = Durable::name) const;

    void remove(std::string_view name) const noexcept;

  private:
    std::string path_;
    bool writable_ = false;
    std::string fault_ = "there is none";
};

// Makes a folder and those above it, for this user only. 0, or the errno.
int make_private_folders(const std::string& path) noexcept;

}  // namespace quovis::core
