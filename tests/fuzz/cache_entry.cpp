// Any bytes as an entry of the cache: there is an entry or there is none, and never anything else. And an entry whose
// files were changed in any way: what is found is what was stored, byte for byte, or nothing.
#include "core/program/cache_store.hpp"
#include "core/support/sealed.hpp"

#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

namespace {

using namespace quovis::core;

const CacheEntry& original() {
    static const CacheEntry entry = [] {
        Image image;
        image.name = "k.cu";
        image.bytes = "the image, which a driver would get";
        image.format = "cubin";
        image.log = "a warning";
        image.diagnostics = {{"k.cu", 1, 2, QUOVIS_WARNING, "a warning"}};
        image.symbols = {{"f<int>", "_Z1fIiE"}};
        return make_entry(make_key({{"schema", "1"}, {"source", "x"}}), image, 1);
    }();
    return entry;
}

const CacheStore& store() {
    static const CacheStore one = [] {
        std::string folder = (std::filesystem::temp_directory_path() / "quovis-fuzz-XXXXXX").string();
        if (!::mkdtemp(folder.data()))
            std::abort();
        static std::string removed = folder;
        std::atexit([] { std::filesystem::remove_all(removed); });
        return CacheStore(CacheFolder(folder, true, false), 1 << 20);
    }();
    return one;
}

std::string place(const std::string& file) {
    return store().folder().place("v1/" + file);
}

void write(const std::string& path, const std::string& bytes) {
    std::filesystem::create_directories(std::filesystem::path(path).parent_path());
    std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
}

// Each pair of input bytes changes a byte; a last odd one cuts.
std::string changed(std::string bytes, std::string_view input) {
    while (input.size() >= 2) {
        if (!bytes.empty()) {
            const auto at = static_cast<unsigned char>(input[0]) * bytes.size() / 256;
            bytes[at] = static_cast<char>(bytes[at] ^ input[1]);
        }
        input.remove_prefix(2);
    }
    if (!input.empty())
        bytes.resize(static_cast<unsigned char>(input[0]) * bytes.size() / 256);
    return bytes;
}

void find_changed(std::string_view input) {
    const auto hex = original().key.hex();
    const bool image = input.front() % 2 != 0;
    input.remove_prefix(1);
    const auto whole = seal(to_bytes(original()));
    write(place(entry_file(hex)), image ? whole : changed(whole, input));
    write(place(folder_of_key(hex) + "/" + original().image_file),
          image ? changed(original().image.bytes, input) : original().image.bytes);
    CacheEntry found;
    if (store().find(original().key, found) == CacheStore::Found::whole &&
        (found.image.bytes != original().image.bytes || found.image.log != original().image.log))
        std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 2)
        return 0;
    const std::string_view input(reinterpret_cast<const char*>(data) + 1, size - 1);
    switch (data[0] % 3) {
        case 0:  // a file that somebody put there
            if (const auto content = unseal(input))
                entry_from(*content);
            break;
        case 1:  // one that was sealed
            if (const auto entry = entry_from(input))
                to_bytes(*entry);
            break;
        default:
            find_changed(input);
    }
    return 0;
}
