// What stands behind the handles of the working parts, and how structs that cross are read and written (rule 1).
#pragma once

#include "tests/fakes/fake_plugin.hpp"
#include "tests/fakes/parts/counters.hpp"
#include "tests/fakes/parts/source.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstring>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace quovis::fakes {

// A struct as this file knows it: what the writer did not know is zero.
template <typename Struct>
Struct take(const Struct* from) {
    Struct all{};
    if (from != nullptr) {
        std::memcpy(&all, from, std::min(from->struct_size, sizeof all));
    }
    return all;
}

// The elements of an array, which the first one's struct_size separates.
template <typename Struct>
std::vector<Struct> take_all(const Struct* first, std::size_t count) {
    std::vector<Struct> all;
    const auto* at = reinterpret_cast<const std::byte*>(first);
    for (std::size_t i = 0; i < count; ++i, at += first->struct_size) {
        all.push_back(take(reinterpret_cast<const Struct*>(at)));
    }
    return all;
}

// Writes what the caller has room for.
template <typename Struct>
void give(Struct* to, Struct all) {
    all.struct_size = to->struct_size;
    std::memcpy(to, &all, std::min(to->struct_size, sizeof all));
}

// The host's table, null before the entry function was called.
const quovis_plugin_host* host();
void log(std::int32_t level, std::string_view message);

struct Settings {
    std::size_t devices = 2;
    std::vector<std::string> types = {"gpu", "cpu"};
    std::vector<std::string> uuids;
    std::vector<std::string> pcis;
    std::uint64_t memory = std::uint64_t{1} << 30;
    std::string target = "fake-2";
    std::vector<std::string> languages = {"fake", "opencl"};
    std::string compiler_identity = "fake compiler 1.0";
    std::uint32_t parallel = 0;
    std::string counters;
    std::string misbehave;
};

// The targets that the compiler knows, oldest first.
inline constexpr std::array<std::string_view, 2> known_targets = {"fake-1", "fake-2"};

// Runs `work`; what it throws becomes an error instead of crossing (rule 3).
template <typename Work>
quovis_plugin_status guarded(quovis_plugin_error* error, std::int32_t phase, Work work) {
    try {
        return work();
    } catch (const std::bad_alloc&) {
        return fail(error, QUOVIS_PLUGIN_OUT_OF_HOST_MEMORY, phase, "the fake ran out of host memory");
    } catch (const std::exception& fault) {
        return fail(error, QUOVIS_PLUGIN_INTERNAL, phase, fault.what());
    }
}

}  // namespace quovis::fakes

struct quovis_rt_device {
    quovis_plugin_instance* owner;
    std::size_t index;
    std::string name;
    std::int32_t type;
    std::optional<std::array<std::uint8_t, 16>> uuid;
    std::optional<std::array<std::uint32_t, 4>> pci;
    std::atomic<std::uint64_t> used{0};
};

struct quovis_plugin_instance {
    quovis::fakes::Alive alive{quovis::fakes::Count::live_instances};
    quovis::fakes::Settings settings;
    std::vector<quovis_plugin_text> languages;
    std::vector<std::unique_ptr<quovis_rt_device>> devices;
    std::vector<quovis_rt_device*> handles;
};

struct quovis_rt_buffer {
    quovis::fakes::Alive alive{quovis::fakes::Count::live_buffers};
    quovis_rt_device* device;
    std::unique_ptr<std::byte[]> memory;  // null where the memory is another's
    std::byte* data;
    std::size_t size;
    std::uint64_t counted;  // bytes that the device is charged with
};

struct quovis_rt_stream {
    quovis::fakes::Alive alive{quovis::fakes::Count::live_streams};
    quovis_rt_device* device;
    std::uint64_t native = 0;            // of a wrapped one
    std::atomic<std::int32_t> fault{0};  // what a kernel did, told at the next synchronisation
};

struct quovis_rt_event {
    quovis::fakes::Alive alive{quovis::fakes::Count::live_events};
    quovis_rt_device* device;
    std::uint64_t native = 0;
    std::atomic<std::int64_t> recorded{0};  // nanoseconds of the steady clock; 0 never
};

struct quovis_rt_module {
    quovis::fakes::Alive alive{quovis::fakes::Count::live_modules};
    quovis_rt_device* device;
    quovis::fakes::Program program;
    std::vector<quovis_plugin_text> names;
    std::vector<std::unique_ptr<std::byte[]>> globals;  // in the order of program.globals
};

struct quovis_rt_kernel {
    quovis::fakes::Alive alive{quovis::fakes::Count::live_kernels};
    quovis_rt_module* module;
    const quovis::fakes::Kernel* declaration;
    std::string name;
    std::vector<quovis_rt_parameter> parameters;
};
