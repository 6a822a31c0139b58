// Records of 16 bytes: 15 digits and a line end. The first one was written by a sweep.
#include "core/program/cache_usage.hpp"

#include "core/program/cache_store.hpp"
#include "core/support/descriptor.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <charconv>
#include <ctime>

namespace quovis::core {
namespace {

constexpr const char* usage_file = "v1/usage";
constexpr std::size_t record_size = 16;
constexpr std::size_t most_records = 4096;

std::string record(std::uint64_t bytes) {
    return fmt::format("{:015d}\n", bytes);
}

std::optional<std::uint64_t> sum_of(std::string_view records) {
    if (records.size() % record_size != 0 || records.size() > record_size * most_records)
        return std::nullopt;
    std::uint64_t sum = 0;
    for (std::size_t at = 0; at < records.size(); at += record_size) {
        std::uint64_t one = 0;
        const char* const end = records.data() + at + record_size - 1;
        if (std::from_chars(records.data() + at, end, one).ptr != end)
            return std::nullopt;
        sum += one;
    }
    return sum;
}

}  // namespace

std::optional<std::uint64_t> CacheUsage::add(std::uint64_t bytes) const {
    {
        const Descriptor file(::open(folder_.place(usage_file).c_str(), O_WRONLY | O_APPEND | O_CLOEXEC));
        const auto line = record(bytes);
        if (!file.open() || ::write(file.number(), line.data(), line.size()) != static_cast<ssize_t>(line.size()))
            return std::nullopt;
    }
    std::string records;
    if (folder_.read(usage_file, records) != CacheFolder::Found::whole)
        return std::nullopt;
    return sum_of(records);
}

std::uint64_t CacheUsage::sum() const {
    std::string records;
    return folder_.read(usage_file, records) == CacheFolder::Found::whole ? sum_of(records).value_or(0) : 0;
}

void CacheUsage::set(std::uint64_t bytes, std::uint64_t before_the_walk) const {
    const std::uint64_t now = sum();
    static_cast<void>(folder_.write(usage_file, record(bytes + (now > before_the_walk ? now - before_the_walk : 0))));
}

bool CacheUsage::sweep_is_due() const {
    struct stat status {};
    // The time of the last sweep is that of the marker, which nothing else touches.
    return ::stat(folder_.place("v1/swept").c_str(), &status) != 0 ||
           std::time(nullptr) - status.st_mtime > std::chrono::seconds(CacheStore::leftover_age).count();
}

}  // namespace quovis::core
