// The `opencl` plugin opened as a host opens it, for tests of what is peculiar to OpenCL.
// What every plugin must do is in tests/conformance.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "tests/integration/plugin_opening.hpp"

namespace opencl_test {

using namespace plugin_test;

// A compile's result in C++.
struct Compiled {
    quovis_plugin_status status = QUOVIS_PLUGIN_OK;
    std::string image;
    std::string target;
    std::string log;
    std::string command;
    std::vector<Message> messages;
};

class OpenclPlugin : public testing::Test {
  protected:
    void SetUp() override {
        table_ = open_plugin("opencl");
        ASSERT_NE(table_, nullptr) << dlerror();
        auto setting = sized<quovis_plugin_setting>();
        setting.key = text("library");
        setting.value = text(loader_);
        auto info = sized<quovis_plugin_initialize_info>();
        info.settings = &setting;
        info.setting_count = loader_.empty() ? 0 : 1;
        ASSERT_EQ(table_->initialize(&info, &instance_, &error_), QUOVIS_PLUGIN_OK) << error_.message;
        cc_ = table_->compiler;
        rt_ = table_->runtime;
        quovis_rt_device* const* devices = nullptr;
        std::size_t count = 0;
        if (rt_->devices(instance_, &devices, &count, &error_) != QUOVIS_PLUGIN_OK) {
            GTEST_SKIP() << "no OpenCL device: " << error_.message;
        }
        device_ = devices[0];
        info_ = sized<quovis_rt_device_info>();
        ASSERT_EQ(rt_->device_info(device_, &info_, &error_), QUOVIS_PLUGIN_OK);
        before_anything_is_made();
        auto stream_info = sized<quovis_rt_stream_info>();
        ASSERT_EQ(rt_->stream_create(device_, &stream_info, &stream_, &error_), QUOVIS_PLUGIN_OK) << error_.message;
    }

    virtual void before_anything_is_made() {}

    void TearDown() override {
        if (stream_ != nullptr) {
            EXPECT_EQ(rt_->stream_synchronize(stream_, &error_), QUOVIS_PLUGIN_OK) << error_.message;
            rt_->stream_release(stream_);
        }
        if (instance_ != nullptr) {
            table_->shutdown(instance_);
        }
    }

    Compiled compile(std::string_view source, const quovis_cc_options& options = no_options(),
                     const std::vector<quovis_cc_header>& headers = {}) {
        auto request = sized<quovis_cc_request>();
        request.name = text(file_);
        request.source = text(source);
        request.language = text("opencl");
        request.target = info_.target;
        request.options = &options;
        request.headers = headers.data();
        request.header_count = headers.size();
        auto result = sized<quovis_cc_result>();
        Compiled compiled;
        compiled.status = cc_->compile(instance_, &request, &result, &error_);
        compiled.image.assign(static_cast<const char*>(result.image), result.image_size);
        compiled.target = string(result.target);
        compiled.log = string(result.log);
        compiled.command = string(result.command);
        compiled.messages = messages_of(result);
        cc_->release_result(instance_, &result);
        return compiled;
    }

    quovis_plugin_status load(std::string_view image, quovis_rt_module** module) {
        auto given = sized<quovis_rt_image>();
        given.format = text("opencl-binary");
        given.data = image.data();
        given.size = image.size();
        given.name = text("kernel.bin");
        return rt_->module_load(device_, &given, module, &error_);
    }

    // Compiles, loads and takes one kernel; the module is released with the fixture's `modules_`.
    quovis_rt_kernel* kernel(std::string_view source, std::string_view name,
                             const quovis_cc_options& options = no_options()) {
        const Compiled compiled = compile(source, options);
        EXPECT_EQ(compiled.status, QUOVIS_PLUGIN_OK) << error_.message << compiled.log;
        quovis_rt_kernel* made = nullptr;
        EXPECT_EQ(load(compiled.image, &module_), QUOVIS_PLUGIN_OK) << error_.message;
        EXPECT_EQ(rt_->kernel_create(module_, text(name), &made, &error_), QUOVIS_PLUGIN_OK) << error_.message;
        return made;
    }

    void release(quovis_rt_kernel* kernel) {
        rt_->kernel_release(kernel);
        rt_->module_release(module_);
    }

    quovis_rt_buffer* buffer(std::size_t size, int kind = QUOVIS_RT_MEMORY_DEVICE, void** host = nullptr) {
        auto wanted = sized<quovis_rt_buffer_info>();
        wanted.size = size;
        wanted.kind = kind;
        quovis_rt_buffer* made = nullptr;
        if (rt_->buffer_create(device_, &wanted, &made, &error_) != QUOVIS_PLUGIN_OK) {
            return nullptr;
        }
        if (host != nullptr) {
            *host = wanted.host;
        }
        return made;
    }

    void read(quovis_rt_buffer* from, void* to, std::size_t size) {
        auto copy = sized<quovis_rt_copy>();
        copy.source = from;
        copy.destination_host = to;
        copy.width = size;
        copy.height = 1;
        ASSERT_EQ(rt_->copy(stream_, &copy, &error_), QUOVIS_PLUGIN_OK) << error_.message;
        ASSERT_EQ(rt_->stream_synchronize(stream_, &error_), QUOVIS_PLUGIN_OK) << error_.message;
    }

    void fill(quovis_rt_buffer* target, std::size_t size, std::uint32_t value) {
        ASSERT_EQ(rt_->fill(stream_, target, 0, size, &value, sizeof(value), &error_), QUOVIS_PLUGIN_OK)
            << error_.message;
    }

    quovis_plugin_status launch(quovis_rt_kernel* kernel, std::uint32_t grid, std::uint32_t block,
                                const std::vector<quovis_rt_argument>& arguments) {
        auto wanted = sized<quovis_rt_launch>();
        wanted.grid[0] = grid;
        wanted.block[0] = block;
        wanted.grid[1] = wanted.grid[2] = wanted.block[1] = wanted.block[2] = 1;
        wanted.arguments = arguments.data();
        wanted.argument_count = arguments.size();
        return rt_->launch(stream_, kernel, &wanted, &error_);
    }

    static quovis_rt_argument pass(quovis_rt_buffer* given, std::size_t offset = 0) {
        return {QUOVIS_RT_ARGUMENT_BUFFER, 0, 0, nullptr, given, offset};
    }
    template <class Value>
    static quovis_rt_argument value(const Value& given) {
        return {QUOVIS_RT_ARGUMENT_VALUE, 0, sizeof(given), &given, nullptr, 0};
    }
    static quovis_rt_argument local(std::size_t size) {
        return {QUOVIS_RT_ARGUMENT_LOCAL, 0, size, nullptr, nullptr, 0};
    }

    bool is_pocl() const { return string(info_.platform) == "Portable Computing Language"; }

    std::string message() const { return error_.message; }

    std::string loader_;                          // another ICD loader than that of the system
    std::string file_ = "folder/kernel file.cl";  // the name that compile() gives
    const quovis_plugin_table* table_ = nullptr;
    const quovis_cc_table* cc_ = nullptr;
    const quovis_rt_table* rt_ = nullptr;
    quovis_plugin_instance* instance_ = nullptr;
    quovis_rt_device* device_ = nullptr;
    quovis_rt_device_info info_{};
    quovis_rt_stream* stream_ = nullptr;
    quovis_rt_module* module_ = nullptr;
    quovis_plugin_error error_ = sized<quovis_plugin_error>();
};

}  // namespace opencl_test
