// Bytes that tell whether they are whole: a mark, a checksum and then the content. A file that was cut, torn or changed
// in any byte is known by it. It is no signature: who can write the file can seal what he likes.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace quovis::core {

std::string seal(std::string_view content);

// The content, in the bytes given; nothing when they are not whole.
std::optional<std::string_view> unseal(std::string_view bytes);

}  // namespace quovis::core
