// "quovis 1", 32 hexadecimal digits, a line end, the content: the head can be read by people.
#include "core/support/sealed.hpp"

#include "core/support/hash.hpp"

namespace quovis::core {
namespace {

constexpr std::string_view mark = "quovis 1 ";
constexpr std::size_t head_size = mark.size() + 32 + 1;

}  // namespace

std::string seal(std::string_view content) {
    std::string bytes(mark);
    bytes += hash_of(content).hex();
    bytes += '\n';
    bytes += content;
    return bytes;
}

std::optional<std::string_view> unseal(std::string_view bytes) {
    if (bytes.size() < head_size || !bytes.starts_with(mark) || bytes[head_size - 1] != '\n')
        return std::nullopt;
    const auto content = bytes.substr(head_size);
    if (bytes.substr(mark.size(), 32) != hash_of(content).hex())
        return std::nullopt;
    return content;
}

}  // namespace quovis::core
