// Where results go: standard output, and files that appear whole or not at all.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace quovis::cli {

// Standard output. A reader that went away or a full disk is a Failure, not silence.
void print(std::string_view text);
// Everything else: standard error, as well as it goes.
void print_error_text(std::string_view text);

// A file under construction: written beside its place, and put there by commit(). Without commit() nothing is left.
// A place that is no regular file (/dev/null, a pipe) is written directly.
class OutputFile {
  public:
    explicit OutputFile(std::string path);
    ~OutputFile();
    OutputFile(OutputFile&& other) noexcept;
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;
    OutputFile& operator=(OutputFile&&) = delete;

    void write(const void* data, std::size_t size);
    void commit();
    const std::string& path() const { return path_; }

  private:
    std::string path_;       // as the user named it
    std::string place_;      // symbolic links followed
    std::string temporary_;  // empty: written directly
    int descriptor_ = -1;
};

}  // namespace quovis::cli
