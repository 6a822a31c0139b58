// Any bytes as a bundle: they are refused, or they are read and written again to what is read the same. Checksums would
// keep a fuzzer out, so its bytes also become a directory and contents with the right ones.
#include "core/program/bundle.hpp"
#include "core/support/byte_stream.hpp"
#include "core/support/error.hpp"
#include "core/support/hash.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

namespace {

using namespace quovis::core;

void read(const std::string& bytes) {
    try {
        const Bundle bundle = bundle_from(bytes, "fuzz");
        const std::string again = to_bytes(bundle);
        if (to_bytes(bundle_from(again, "again")) != again)
            std::abort();
    } catch (const Error&) {
    }
}

// The layout is told in core/program/BUNDLE.md. `contents` is one content, and no directory knows it but by chance: its
// size and checksum stand where the directory begins.
std::string sealed(std::string_view content, std::string_view records) {
    ByteWriter directory;
    directory.text("fuzz");
    directory.number(std::uint32_t{1});
    directory.number(static_cast<std::uint64_t>(content.size()));
    directory.number(hash_of(content).low);
    directory.number(hash_of(content).high);
    directory.raw(records);
    ByteWriter body;
    body.raw(content);
    body.fill_up_to(16);
    ByteWriter file;
    file.raw(std::string_view("\x89QVB\r\n\x1a\n", 8));
    file.number(bundle_version);
    file.number(std::uint32_t{0});
    file.number(static_cast<std::uint64_t>(64 + body.size() + directory.size()));
    file.number(static_cast<std::uint64_t>(64 + body.size()));
    file.number(static_cast<std::uint64_t>(directory.size()));
    file.number(hash_of(directory.bytes()).low);
    file.number(hash_of(directory.bytes()).high);
    file.number(hash_of(file.bytes()).low);
    return file.bytes() + body.bytes() + directory.bytes();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 2)
        return 0;
    const std::string_view input(reinterpret_cast<const char*>(data) + 1, size - 1);
    const std::size_t content = data[0] % input.size();
    read(std::string(input));
    read(sealed(input.substr(0, content), input.substr(content)));
    return 0;
}
