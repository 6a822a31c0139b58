// The records of a bundle's directory: one for each source and each image. A record tells its size, and a reader passes
// over what it does not know at the end of one.
#pragma once

#include "core/program/bundle.hpp"
#include "core/support/byte_stream.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace quovis::core {

// What stands between head and directory, in the order in which the records come to it. So nothing can be named twice,
// and a small file cannot ask for more memory than it has bytes.
using Contents = std::vector<std::string_view>;

class ContentReader {
  public:
    explicit ContentReader(Contents all) : all_(std::move(all)) {}
    std::string next() {
        if (at_ == all_.size())
            throw BadBytes{"there are fewer contents than its records have use for"};
        return std::string(all_[at_++]);
    }
    std::size_t left() const { return all_.size() - at_; }

  private:
    Contents all_;
    std::size_t at_ = 0;
};

// `contents` then refers to the texts of the bundle.
void put(ByteWriter& to, const PackedSource& source, Contents& contents);
void put(ByteWriter& to, const PackedImage& packed, Contents& contents);

// Throw BadBytes. What the texts say is judged by fault_of().
PackedSource read_source(ByteReader& directory, ContentReader& contents);
PackedImage read_image(ByteReader& directory, ContentReader& contents, const std::vector<PackedSource>& sources);

}  // namespace quovis::core
