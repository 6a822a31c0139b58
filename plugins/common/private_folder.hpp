// A temporary folder that only its owner can enter and that vanishes with its scope.
// What a killed process has left is swept by the next one: a lock on the folder tells whether its maker lives.
#pragma once

#include <string>
#include <string_view>

namespace quovis::plugins {

class PrivateFolder {
  public:
    // PARENT/PREFIXxxxxxx. Throws PluginError (UNAVAILABLE) with the system's reason.
    PrivateFolder(const std::string& parent, std::string_view prefix);
    ~PrivateFolder();
    PrivateFolder(const PrivateFolder&) = delete;
    PrivateFolder& operator=(const PrivateFolder&) = delete;

    const std::string& path() const { return path_; }
    std::string path(std::string_view name) const { return path_ + "/" + std::string(name); }

    // `name` may have subfolders, which are made, and must not leave the folder. Both throw PluginError (UNAVAILABLE).
    void write(const std::string& name, std::string_view bytes) const;
    void make_folders(const std::string& name) const;
    // Empty when there is no such file.
    std::string read(const std::string& name) const;

  private:
    std::string path_;
    int lock_ = -1;
};

// Removes folders of this user whose name begins with `prefix` and whose maker is gone.
void sweep_private_folders(const std::string& parent, std::string_view prefix) noexcept;

// $TMPDIR, or /tmp where that is not set.
std::string temporary_folder();

}  // namespace quovis::plugins
