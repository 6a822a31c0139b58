// A file that is read piece by piece, so that one larger than the memory can be given to a device.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace quovis::cli {

class InputFile {
  public:
    // Throws a Failure for what is no readable regular file.
    explicit InputFile(std::string path);
    ~InputFile();
    InputFile(InputFile&& other) noexcept;
    InputFile(const InputFile&) = delete;
    InputFile& operator=(const InputFile&) = delete;
    InputFile& operator=(InputFile&&) = delete;

    std::uint64_t size() const { return size_; }
    const std::string& path() const { return path_; }
    // Throws a Failure when the file does not have all these bytes any more.
    void read(std::uint64_t offset, void* data, std::size_t size) const;
    std::vector<unsigned char> all() const;

  private:
    std::string path_;
    int descriptor_ = -1;
    std::uint64_t size_ = 0;
};

}  // namespace quovis::cli
