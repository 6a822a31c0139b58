// A plugin whose table ends before `extension`, as one of a version without it would: what is behind the end must not
// be read, so a page that cannot be read lies there.
#include "tests/fakes/parts/tables.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>

namespace quovis::fakes {

const Identity identity = {"shorter-table", "shorter", "shorter-image"};

namespace {
constexpr std::size_t size = offsetof(quovis_plugin_table, extension);
constexpr quovis_rt_table runtime = host_runtime("shorter");
constexpr quovis_plugin_table plugin =
    Plugin("shorter-table").works().compiles_with(&text_compiler).runs_with(&runtime).of_size(size).table();

// The first `size` bytes of the table, up to the end of a page; the next page is closed.
const quovis_plugin_table* place_before_the_end() {
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    void* pages = mmap(nullptr, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED || mprotect(static_cast<std::byte*>(pages) + page, page, PROT_NONE) != 0) {
        return nullptr;
    }
    std::byte* place = static_cast<std::byte*>(pages) + page - size;
    std::memcpy(place, &plugin, size);
    return reinterpret_cast<const quovis_plugin_table*>(place);
}
}  // namespace

}  // namespace quovis::fakes

const quovis_plugin_table* quovis_plugin_v1(const quovis_plugin_host* host) {
    static const quovis_plugin_table* const table = quovis::fakes::place_before_the_end();
    quovis::fakes::offer(host, quovis::fakes::plugin);
    return table;
}
