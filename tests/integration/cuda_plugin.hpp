// The `cuda-nvrtc` plugin opened as a host opens it, for tests of what is peculiar to CUDA.
// What every plugin must do is in tests/conformance. Without a GPU the runtime half works on the fake driver of
// tests/fakes/cuda_driver, which proves nothing about a real one.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "tests/fakes/cuda_driver/fake_cuda.hpp"
#include "tests/integration/plugin_opening.hpp"

namespace cuda_test {

using namespace plugin_test;

inline const std::string fake_driver = QUOVIS_TEST_FAKES_DIR "/cuda_driver/libcuda.so";

// What the fake driver can be told, as it is when nobody has; null where it was built without cuda.h.
inline FakeCuda* fake_driver_as_new() {
    void* const library = dlopen(fake_driver.c_str(), RTLD_NOW | RTLD_LOCAL);
    const auto find = library == nullptr ? nullptr : reinterpret_cast<FakeCudaFunction>(dlsym(library, fake_cuda_name));
    if (find == nullptr) {
        return nullptr;
    }
    FakeCuda& fake = *find();
    fake.init_result = 0;
    fake.version = 13000;
    fake.devices = 1;
    fake.major = 9;
    fake.minor = 0;
    fake.memory = std::size_t{1} << 30;
    fake.launch_result = 0;
    fake.streams_bring_their_context = true;
    // A test that failed may have left things behind, which are not this one's fault.
    for (std::atomic<int>* counter : {&fake.contexts, &fake.allocations, &fake.streams, &fake.events, &fake.modules,
                                      &fake.graphs, &fake.loads, &fake.without_context}) {
        *counter = 0;
    }
    fake.dynamic_limit = 0;
    return &fake;
}

struct Setting {
    std::string key;
    std::string value;
};

struct Compiled {
    quovis_plugin_status status = QUOVIS_PLUGIN_OK;
    std::string image;
    std::string format;
    std::string target;
    std::string log;
    std::string command;
    std::vector<Message> messages;
    std::vector<std::string> symbols;
};

// What a compile may be given beyond source, target and format.
struct Extras {
    quovis_cc_options options = no_options();
    std::vector<quovis_cc_header> headers;
    std::vector<quovis_plugin_text> name_expressions;
    std::uint64_t deadline_ns = 0;
    std::int32_t (*cancelled)(void*) = nullptr;
};

class Plugin : public testing::Test {
  protected:
    void SetUp() override {
        if (!std::filesystem::exists(QUOVIS_TEST_PLUGIN_DIR "/cuda-nvrtc.so")) {
            GTEST_SKIP() << "the plugin cuda-nvrtc was not built: no CUDA headers";
        }
        table_ = open_plugin("cuda-nvrtc");
        ASSERT_NE(table_, nullptr) << dlerror();
        cc_ = table_->compiler;
        rt_ = table_->runtime;
    }

    void TearDown() override {
        if (instance_ != nullptr) {
            table_->shutdown(instance_);
        }
    }

    void open(const std::vector<Setting>& settings = {}) {
        std::vector<quovis_plugin_setting> given;
        for (const Setting& setting : settings) {
            auto one = sized<quovis_plugin_setting>();
            one.key = text(setting.key);
            one.value = text(setting.value);
            one.origin = text("test.yaml:7");
            given.push_back(one);
        }
        auto info = sized<quovis_plugin_initialize_info>();
        info.settings = given.data();
        info.setting_count = given.size();
        ASSERT_EQ(table_->initialize(&info, &instance_, &error_), QUOVIS_PLUGIN_OK) << error_.message;
    }

    Compiled compile(std::string_view source, std::string_view target, std::string_view format = "",
                     const Extras& extras = {}) {
        auto request = sized<quovis_cc_request>();
        request.name = text("dir/kernel file.cu");
        request.source = text(source);
        request.language = text("cuda");
        request.target = text(target);
        request.format = text(format);
        request.options = &extras.options;
        request.headers = extras.headers.data();
        request.header_count = extras.headers.size();
        request.name_expressions = extras.name_expressions.data();
        request.name_expression_count = extras.name_expressions.size();
        request.deadline_ns = extras.deadline_ns;
        request.cancelled = extras.cancelled;
        auto result = sized<quovis_cc_result>();
        Compiled compiled;
        compiled.status = cc_->compile(instance_, &request, &result, &error_);
        compiled.image.assign(static_cast<const char*>(result.image), result.image_size);
        compiled.format = string(result.format);
        compiled.target = string(result.target);
        compiled.log = string(result.log);
        compiled.command = string(result.command);
        compiled.messages = messages_of(result);
        for (std::size_t index = 0; index < result.symbol_count; ++index) {
            compiled.symbols.push_back(string(result.symbols[index].symbol));
        }
        cc_->release_result(instance_, &result);
        return compiled;
    }

    std::string message() const { return error_.message; }
    std::string hint() const { return error_.hint; }

    const quovis_plugin_table* table_ = nullptr;
    const quovis_cc_table* cc_ = nullptr;
    const quovis_rt_table* rt_ = nullptr;
    quovis_plugin_instance* instance_ = nullptr;
    quovis_plugin_error error_ = sized<quovis_plugin_error>();
};

// With NVRTC open; skips where there is none.
class NvrtcCompile : public Plugin {
  protected:
    void SetUp() override {
        Plugin::SetUp();
        if (table_ == nullptr) {
            return;
        }
        open();
        description_ = sized<quovis_cc_description>();
        if (cc_->describe(instance_, &description_, &error_) != QUOVIS_PLUGIN_OK) {
            GTEST_SKIP() << "no NVRTC: " << error_.message;
        }
        const quovis_plugin_text* targets = nullptr;
        std::size_t count = 0;
        ASSERT_EQ(cc_->targets(instance_, &targets, &count, &error_), QUOVIS_PLUGIN_OK);
        for (std::size_t index = 0; index < count; ++index) {
            targets_.push_back(string(targets[index]));
        }
        ASSERT_FALSE(targets_.empty());
        target_ = targets_.back();
    }

    quovis_cc_description description_{};
    std::vector<std::string> targets_;  // oldest first
    std::string target_;                // one that NVRTC knows
};

// On the fake driver, reset.
class FakeDriver : public Plugin {
  protected:
    void SetUp() override {
        Plugin::SetUp();
        if (table_ == nullptr) {
            return;
        }
        fake_ = fake_driver_as_new();
        if (fake_ == nullptr) {
            GTEST_SKIP() << "the fake driver was built without cuda.h";
        }
        open({{"driver", fake_driver}});
    }

    quovis_plugin_status list() {
        quovis_rt_device* const* devices = nullptr;
        std::size_t count = 0;
        const quovis_plugin_status status = rt_->devices(instance_, &devices, &count, &error_);
        if (status == QUOVIS_PLUGIN_OK) {
            devices_.assign(devices, devices + count);
        }
        return status;
    }

    quovis_plugin_status accepts(std::string_view format, std::string_view target, std::string_view bytes = {}) {
        auto image = sized<quovis_rt_image>();
        image.name = text("k.bin");
        image.format = text(format);
        image.target = text(target);
        image.data = bytes.empty() ? nullptr : bytes.data();
        image.size = bytes.size();
        return rt_->accepts(devices_.at(0), &image, &error_);
    }

    FakeCuda* fake_ = nullptr;
    std::vector<quovis_rt_device*> devices_;
};

}  // namespace cuda_test
