// A runtime under test: its devices, objects that release themselves, and the few steps that most checks are made of.
// Each step requires that the call succeeds.
#pragma once

#include "tests/conformance/kit/compiler.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace quovis::conformance {

template <typename Object>
using Owned = std::unique_ptr<Object, std::function<void(Object*)>>;

using Buffer = Owned<quovis_rt_buffer>;
using Stream = Owned<quovis_rt_stream>;
using Event = Owned<quovis_rt_event>;
using Module = Owned<quovis_rt_module>;
using Kernel = Owned<quovis_rt_kernel>;

struct Image {
    std::string bytes;
    std::string format;
    std::string target;
    const Kernels* kernels = nullptr;  // the language that it was compiled from
    std::map<std::string, std::string> symbols;
};

// Arguments of a launch. Values are kept here.
class Arguments {
  public:
    template <typename Value>
    Arguments& value(Value value) {
        values_.push_back(std::make_unique<std::string>(reinterpret_cast<const char*>(&value), sizeof value));
        return add({QUOVIS_RT_ARGUMENT_VALUE, 0, sizeof value, values_.back()->data(), nullptr, 0});
    }
    Arguments& buffer(const Buffer& buffer, std::size_t offset = 0) {
        return add({QUOVIS_RT_ARGUMENT_BUFFER, 0, 0, nullptr, buffer.get(), offset});
    }
    Arguments& local(std::size_t bytes) { return add({QUOVIS_RT_ARGUMENT_LOCAL, 0, bytes, nullptr, nullptr, 0}); }
    const std::vector<quovis_rt_argument>& all() const { return arguments_; }

  private:
    Arguments& add(const quovis_rt_argument& argument) {
        arguments_.push_back(argument);
        return *this;
    }
    std::vector<std::unique_ptr<std::string>> values_;
    std::vector<quovis_rt_argument> arguments_;
};

class Runtime {
  public:
    // Skips the check where there is no runtime or no device.
    explicit Runtime(Trial& trial);

    Trial& trial() const { return trial_; }
    const quovis_rt_table& table() const { return table_; }
    quovis_plugin_instance* instance() const { return instance_.get(); }
    const std::vector<quovis_rt_device*>& devices() const { return devices_; }
    quovis_rt_device* device() const { return devices_.front(); }
    quovis_rt_device_info info() const { return info(device()); }
    quovis_rt_device_info info(quovis_rt_device* device) const;

    template <typename Member>
    void need(Member quovis_rt_table::*member, std::string_view name) const {
        trial_.need(table_, member, name);
    }

    Buffer buffer(std::size_t size) const;
    // Null, after a whole error, where the runtime has not got the kind.
    Buffer buffer_of_kind(std::size_t size, std::int32_t kind, quovis_rt_buffer_info& info) const;
    Stream stream() const;
    Event event() const;

    void copy(const Stream& stream, const quovis_rt_copy& copy) const;
    void write(const Stream& stream, const Buffer& to, std::string_view bytes, std::size_t offset = 0) const;
    // Waits for the stream.
    std::string read(const Stream& stream, const Buffer& from, std::size_t size, std::size_t offset = 0) const;
    void synchronize(const Stream& stream) const;

    // Compiles for the device, with the plugin's own compiler or the one that the subject names. Skips the check where
    // there is none.
    using Choose = std::function<std::string_view(const Kernels&)>;
    Image image(const Choose& source, std::string_view expression = {}) const;
    Module load(const Image& image) const;
    quovis_plugin_status load(std::string_view bytes, const Image& like, Module& module, ErrorSlot& error) const;
    Kernel kernel(const Module& module, std::string_view name) const;

    quovis_plugin_status try_launch(const Stream& stream, const Kernel& kernel, const quovis_rt_launch& launch,
                                    ErrorSlot& error) const;
    void launch(const Stream& stream, const Kernel& kernel, std::uint32_t grid, std::uint32_t block,
                const Arguments& arguments, std::size_t shared_memory = 0) const;

  private:
    Trial& trial_;
    const quovis_rt_table& table_;
    Instance instance_;
    std::vector<quovis_rt_device*> devices_;
};

// Bytes of a sequence of numbers, and back.
template <typename Number>
std::string bytes_of(const std::vector<Number>& numbers) {
    return std::string(reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(Number));
}
template <typename Number>
std::vector<Number> numbers_of(const std::string& bytes) {
    std::vector<Number> numbers(bytes.size() / sizeof(Number));
    std::memcpy(numbers.data(), bytes.data(), numbers.size() * sizeof(Number));
    return numbers;
}
// `count` bytes that differ from place to place.
std::string varied_bytes(std::size_t count, unsigned seed = 1);

}  // namespace quovis::conformance
