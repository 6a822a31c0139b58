// The handles of the C API, and how its functions hold errors and structs of other versions off.
#pragma once

#include "core/api/instance.hpp"
#include "core/execution/graph.hpp"
#include "core/execution/launch.hpp"
#include "core/execution/module.hpp"
#include "core/execution/pool.hpp"
#include "core/execution/stream.hpp"
#include "core/program/program.hpp"

#include <quovis/quovis.h>

#include <cstddef>
#include <cstring>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace quovis::core {

// Kernels with all that a quovis_kernel_info points to.
class KernelList {
  public:
    explicit KernelList(std::vector<KernelFacts> facts);

    const std::vector<quovis_kernel_info>& infos() const { return infos_; }

  private:
    std::vector<KernelFacts> facts_;
    std::vector<std::vector<quovis_parameter>> parameters_;
    std::vector<quovis_kernel_info> infos_;
};

}  // namespace quovis::core

struct quovis_instance {
    std::shared_ptr<quovis::core::Instance> object;
};

struct quovis_route {
    explicit quovis_route(std::shared_ptr<quovis::core::Route> route);

    std::shared_ptr<quovis::core::Route> object;
    std::vector<const char*> compilers;
    std::vector<const char*> languages;
};

struct quovis_program {
    std::shared_ptr<quovis::core::Instance> instance;
    quovis::core::Program object;
};

struct quovis_image {
    quovis_image(std::shared_ptr<quovis::core::Instance> instance_, std::shared_ptr<const quovis::core::Image> image);

    std::shared_ptr<quovis::core::Instance> instance;  // null for the image of a module
    std::shared_ptr<const quovis::core::Image> object;
    std::vector<quovis_diagnostic> diagnostics;
    std::vector<quovis_symbol> symbols;
    std::optional<quovis::core::KernelList> kernels;  // made when they are asked for
    std::mutex mutex;                                 // over kernels
};

struct quovis_module {
    explicit quovis_module(std::shared_ptr<quovis::core::Module> module);

    std::shared_ptr<quovis::core::Module> object;
    quovis_route route;
    quovis_image image;
    std::vector<quovis_attempt> attempts;
    std::vector<const char*> kernel_names;
    std::mutex mutex;  // over kernel_names
};

struct quovis_kernel {
    explicit quovis_kernel(std::shared_ptr<quovis::core::Module> module_, const std::string& name);

    quovis::core::Kernel object;
    quovis_module module;
    std::vector<quovis_parameter> parameters;
};

struct quovis_stream {
    quovis::core::Stream object;
};

struct quovis_event {
    quovis::core::Event object;
};

struct quovis_pool {
    std::shared_ptr<quovis::core::Pool> object;
};

struct quovis_graph {
    quovis::core::Graph object;
};

struct quovis_graph_exec {
    quovis::core::GraphExec object;
};

namespace quovis::core {

[[noreturn]] void throw_foreign_stream(const Route& of, const Route& wanted);

quovis_buffer* new_buffer(Buffer buffer);

// A stream for the work of a route; null is its default stream. Throws Error for a stream of another device.
inline StreamState& state_of(Route& route, quovis_stream* stream) {
    if (!stream)
        return route.default_stream();
    auto& state = *stream->object.state();
    if (&state.route != &route)
        throw_foreign_stream(state.route, route);
    return state;
}

std::vector<const char*> pointers(const std::vector<std::string>& texts);
std::vector<quovis_diagnostic> to_c(const std::vector<Diagnostic>& diagnostics);
std::vector<quovis_attempt> to_c(const std::vector<Attempt>& attempts);
std::vector<quovis_parameter> to_c(const std::vector<Parameter>& parameters);
// Without the module.
quovis_kernel_info to_c(const KernelFacts& facts, const std::vector<quovis_parameter>& parameters);

// Remembers the exception that is being handled as this thread's last error.
quovis_status remember_current_exception(const char* phase) noexcept;

// Runs the body of an API function; nothing leaves it but a status.
template <typename Body>
quovis_status guarded(const char* phase, Body body) noexcept {
    try {
        body();
        return QUOVIS_OK;
    } catch (...) {
        return remember_current_exception(phase);
    }
}

[[noreturn]] void throw_null(const char* what);

inline void check_not_null(const void* pointer, const char* what) {
    if (!pointer)
        throw_null(what);
}

template <typename T>
T& required(T* pointer, const char* what) {
    if (!pointer)
        throw_null(what);
    return *pointer;
}

[[noreturn]] void throw_struct_size(std::size_t size);

// What a caller gave, as far as its version of the struct reaches; the rest is zero.
template <typename T>
T given(const T* in) {
    T full{};
    full.struct_size = sizeof(T);
    if (!in)
        return full;
    if (in->struct_size < sizeof(std::size_t))
        throw_struct_size(in->struct_size);
    std::memcpy(&full, in, in->struct_size < sizeof(T) ? in->struct_size : sizeof(T));
    return full;
}

// Writes as much as the caller's version of the struct can hold.
template <typename T>
void give(T* out, T full) {
    auto& target = required(out, "the struct to fill");
    const auto size = target.struct_size;
    if (size < sizeof(std::size_t))
        throw_struct_size(size);
    full.struct_size = size;
    std::memcpy(&target, &full, size < sizeof(T) ? size : sizeof(T));
}

}  // namespace quovis::core
