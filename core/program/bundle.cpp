// Head, contents, directory. Where each content stands follows from the sizes, so that none can overlap another or lie
// outside of the file.
#include "core/program/bundle.hpp"

#include "core/program/bundle_check.hpp"
#include "core/program/bundle_records.hpp"
#include "core/support/byte_stream.hpp"
#include "core/support/error.hpp"
#include "core/support/hash.hpp"
#include "core/support/text.hpp"

#include <fmt/format.h>

namespace quovis::core {
namespace {

constexpr std::string_view magic("\x89QVB\r\n\x1a\n", 8);
constexpr std::size_t head_size = 64;
constexpr std::size_t content_alignment = 16;

struct Head {
    std::uint32_t version = bundle_version;
    std::uint64_t size = 0;  // of the file
    std::uint64_t directory_at = 0;
    std::uint64_t directory_size = 0;
    Hash directory_hash;
};

// Told before anything else: a later format may be checked in another way.
struct OtherVersion {
    std::uint32_t version;
};

void put(ByteWriter& to, const Hash& hash) {
    to.number(hash.low);
    to.number(hash.high);
}

Hash take_hash(ByteReader& from) {
    Hash hash;
    hash.low = from.number<std::uint64_t>();
    hash.high = from.number<std::uint64_t>();
    return hash;
}

std::string to_bytes(const Head& head) {
    ByteWriter to;
    to.raw(magic);
    to.number(head.version);
    to.number(std::uint32_t{0});
    to.number(head.size);
    to.number(head.directory_at);
    to.number(head.directory_size);
    put(to, head.directory_hash);
    to.number(hash_of(to.bytes()).low);
    return to.bytes();
}

// The magic begins with a byte that is no text and holds both kinds of line end, so that a file that was copied as text
// is known by it.
Head read_head(std::string_view bytes) {
    if (bytes.size() < magic.size() || bytes.substr(0, magic.size()) != magic) {
        const bool as_text = bytes.size() > 4 && bytes.substr(1, 3) == magic.substr(1, 3);
        throw BadBytes{as_text ? "its first bytes were changed, as by a copy that takes it for text"
                               : "it does not begin as a bundle does"};
    }
    if (bytes.size() < head_size)
        throw BadBytes{fmt::format("it ends after {} bytes, inside its head of {}", bytes.size(), head_size)};
    ByteReader from(bytes.substr(magic.size(), head_size - magic.size()));
    Head head;
    head.version = from.number<std::uint32_t>();
    if (head.version != bundle_version)
        throw OtherVersion{head.version};
    from.raw(4);
    head.size = from.number<std::uint64_t>();
    head.directory_at = from.number<std::uint64_t>();
    head.directory_size = from.number<std::uint64_t>();
    head.directory_hash = take_hash(from);
    if (from.number<std::uint64_t>() != hash_of(bytes.substr(0, head_size - 8)).low)
        throw BadBytes{"its head does not have the checksum that it tells"};
    if (head.size != bytes.size())
        throw BadBytes{fmt::format("it says that it has {} bytes, and it has {}", head.size, bytes.size())};
    if (head.directory_at < head_size || head.directory_at > head.size ||
        head.directory_size != head.size - head.directory_at)
        throw BadBytes{"its directory lies outside of it"};
    return head;
}

// The contents as views into the file, each compared with its checksum.
Contents read_contents(ByteReader& directory, std::string_view bytes, const Head& head) {
    const auto count = directory.count(24, "contents");
    Contents contents;
    ByteReader file(bytes.substr(head_size, head.directory_at - head_size));
    for (std::uint32_t i = 0; i < count; ++i) {
        const auto size = directory.number<std::uint64_t>();
        const auto hash = take_hash(directory);
        const auto content = file.raw(size);
        if (hash_of(content) != hash)
            throw BadBytes{fmt::format("content {} of {} does not have the checksum that is told", i, count)};
        const auto padding = file.raw((content_alignment - size % content_alignment) % content_alignment);
        if (padding.find_first_not_of('\0') != std::string_view::npos)
            throw BadBytes{fmt::format("there are bytes behind content {} that belong to nothing", i)};
        contents.push_back(content);
    }
    if (file.left() != 0)
        throw BadBytes{fmt::format("there are {} bytes before its directory that belong to nothing", file.left())};
    return contents;
}

Bundle read(std::string_view bytes) {
    const auto head = read_head(bytes);
    const auto directory_bytes = bytes.substr(head.directory_at);
    if (hash_of(directory_bytes) != head.directory_hash)
        throw BadBytes{"its directory does not have the checksum that is told"};
    ByteReader directory(directory_bytes);
    Bundle bundle;
    bundle.packer = directory.text();
    ContentReader contents(read_contents(directory, bytes, head));
    const auto sources = directory.count(4, "sources");
    for (std::uint32_t i = 0; i < sources; ++i)
        bundle.sources.push_back(read_source(directory, contents));
    const auto images = directory.count(4, "images");
    for (std::uint32_t i = 0; i < images; ++i)
        bundle.images.push_back(read_image(directory, contents, bundle.sources));
    if (directory.left() != 0 || contents.left() != 0)
        throw BadBytes{fmt::format("{} bytes of its directory and {} of its contents belong to nothing",
                                   directory.left(), contents.left())};
    bundle.size = bytes.size();
    return bundle;
}

std::string directory_of(const Bundle& bundle, Contents& contents) {
    ByteWriter records;
    records.number(static_cast<std::uint32_t>(bundle.sources.size()));
    for (const auto& source : bundle.sources)
        put(records, source, contents);
    records.number(static_cast<std::uint32_t>(bundle.images.size()));
    for (const auto& image : bundle.images)
        put(records, image, contents);
    ByteWriter directory;
    directory.text(bundle.packer);
    directory.number(static_cast<std::uint32_t>(contents.size()));
    for (const auto content : contents) {
        directory.number(static_cast<std::uint64_t>(content.size()));
        put(directory, hash_of(content));
    }
    directory.raw(records.bytes());
    return directory.bytes();
}

std::string names_of(const Bundle& bundle) {
    std::vector<std::string> names;
    for (const auto& source : bundle.sources)
        names.push_back(source.name);
    return join(names);
}

}  // namespace

std::string to_bytes(const Bundle& bundle) {
    if (const auto fault = fault_of(bundle); !fault.empty())
        throw Error(QUOVIS_ERROR_INVALID_ARGUMENT, "bundle", "this cannot be packed: " + fault);
    Contents contents;
    const auto directory = directory_of(bundle, contents);
    ByteWriter body;
    for (const auto content : contents) {
        body.raw(content);
        body.fill_up_to(content_alignment);
    }
    Head head;
    head.directory_at = head_size + body.size();
    head.directory_size = directory.size();
    head.directory_hash = hash_of(directory);
    head.size = head.directory_at + head.directory_size;
    return to_bytes(head) + body.bytes() + directory;
}

Bundle bundle_from(std::string_view bytes, std::string name) {
    constexpr const char* whole_again = "pack it again, or copy it again from where it is whole";
    const auto refuse = [&](const std::string& reason, const char* hint) {
        throw Error(QUOVIS_ERROR_FILE, "bundle", fmt::format("'{}' is not taken for a bundle: {}", name, reason), hint);
    };
    Bundle bundle;
    try {
        bundle = read(bytes);
    } catch (const BadBytes& bad) {
        refuse(bad.reason, whole_again);
    } catch (const OtherVersion& other) {
        refuse(fmt::format("it has version {} of the format, and this Quovis reads version {}", other.version,
                           bundle_version),
               other.version > bundle_version ? "load it with a newer Quovis, or pack it with this one" : whole_again);
    }
    if (const auto fault = fault_of(bundle); !fault.empty())
        refuse(fault, whole_again);
    bundle.name = std::move(name);
    return bundle;
}

std::size_t find_source(const Bundle& bundle, const std::string& name) {
    const auto& sources = bundle.sources;
    if (name.empty() && sources.size() == 1)
        return 0;
    for (std::size_t i = 0; i < sources.size(); ++i)
        if (sources[i].name == name)
            return i;
    if (name.empty())
        throw Error(QUOVIS_ERROR_INVALID_ARGUMENT, "bundle",
                    fmt::format("'{}' has {} sources, and none was named", bundle.name, sources.size()),
                    "they are: " + names_of(bundle));
    throw Error(QUOVIS_ERROR_NOT_FOUND, "bundle", fmt::format("'{}' has no source '{}'", bundle.name, name),
                "it has: " + names_of(bundle));
}

}  // namespace quovis::core
