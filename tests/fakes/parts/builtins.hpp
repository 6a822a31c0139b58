// The functions that the kernels of the fakes are, and how they see their arguments.
#pragma once

#include "tests/fakes/parts/objects.hpp"

namespace quovis::fakes {

// Thrown by a function that would reach beyond a buffer.
struct KernelFault {};

class Launch {
  public:
    explicit Launch(const quovis_rt_launch& launch) : launch_(launch) {}

    std::uint64_t blocks() const { return product(launch_.grid); }
    std::uint64_t threads_of_block() const { return product(launch_.block); }
    std::uint64_t threads() const { return blocks() * threads_of_block(); }

    template <typename Value>
    Value value(std::size_t index) const {
        if (index >= launch_.argument_count || launch_.arguments[index].size != sizeof(Value)) {
            throw KernelFault{};
        }
        Value value;
        std::memcpy(&value, launch_.arguments[index].value, sizeof value);
        return value;
    }

    // `count` elements from the argument's place on.
    template <typename Element>
    Element* elements(std::size_t index, std::uint64_t count) const {
        if (count == 0) {
            return nullptr;
        }
        if (index >= launch_.argument_count || launch_.arguments[index].buffer == nullptr) {
            throw KernelFault{};
        }
        const quovis_rt_argument& argument = launch_.arguments[index];
        const std::size_t room = argument.buffer->size - argument.offset;
        if (count > room / sizeof(Element) || argument.offset % alignof(Element) != 0) {
            throw KernelFault{};
        }
        return reinterpret_cast<Element*>(argument.buffer->data + argument.offset);
    }

    std::size_t local_bytes(std::size_t index) const { return launch_.arguments[index].size; }
    std::size_t shared_memory() const { return launch_.shared_memory; }
    std::size_t argument_count() const { return launch_.argument_count; }

  private:
    static std::uint64_t product(const std::uint32_t (&axes)[3]) { return std::uint64_t{axes[0]} * axes[1] * axes[2]; }

    const quovis_rt_launch& launch_;
};

using Builtin = void (*)(const Launch&);

// Null when there is none of that name.
Builtin find_builtin(std::string_view kernel);

}  // namespace quovis::fakes
