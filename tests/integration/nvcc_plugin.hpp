// The `cuda-nvcc` plugin opened as a host opens it, with a temporary folder of its own, for tests of what is peculiar
// to nvcc. What every plugin must do is in tests/conformance.
#pragma once

#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/stat.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/integration/plugin_opening.hpp"

namespace nvcc_test {

using namespace plugin_test;

// A folder that vanishes.
class Scratch {
  public:
    Scratch() {
        path_ = (std::filesystem::temp_directory_path() / "quovis-test-XXXXXX").string();
        if (::mkdtemp(path_.data()) == nullptr) {
            std::abort();
        }
    }
    ~Scratch() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;

    const std::string& path() const { return path_; }
    std::string path(const std::string& name) const { return path_ + "/" + name; }
    void write(const std::string& name, std::string_view bytes) const {
        std::filesystem::create_directories(std::filesystem::path(path(name)).parent_path());
        std::ofstream(path(name), std::ios::binary) << bytes;
    }
    std::string read(const std::string& name) const {
        std::ifstream file(path(name), std::ios::binary);
        return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    }
    bool is_empty() const { return std::filesystem::is_empty(path_); }

  private:
    std::string path_;
};

struct Compiled {
    quovis_plugin_status status = QUOVIS_PLUGIN_OK;
    std::string error;
    std::string hint;
    std::string image;
    std::string format;
    std::string target;
    std::string log;
    std::string command;
    std::vector<Message> messages;
    std::map<std::string, std::string> symbols;

    // The first that is an error, or nothing.
    Message first_error() const {
        for (const Message& message : messages) {
            if (message.severity == QUOVIS_CC_ERROR) {
                return message;
            }
        }
        return {};
    }
};

// What a compile is asked for; texts are the test's.
struct Source {
    std::string text{};
    std::string name = "kernel.cu";
    std::string target = "sm_90";
    std::string format{};
    quovis_cc_options options = no_options();
    std::vector<std::pair<std::string, std::string>> defines{};
    std::vector<std::pair<std::string, std::string>> headers{};
    std::vector<std::string> folders{};
    std::vector<std::string> raw{};
    std::vector<std::string> expressions{};
    std::chrono::milliseconds time{0};  // 0: no deadline
    std::function<bool()> cancelled{};
};

struct Image {
    std::string name;
    std::string format;
    std::string bytes;
};

class NvccPlugin : public testing::Test {
  protected:
    void SetUp() override {
        variables() = {{"TMPDIR", temporary_.path()}};
        table_ = open_plugin<environment>("cuda-nvcc");
        if (table_ == nullptr) {
            GTEST_SKIP() << "cuda-nvcc was not built: " << dlerror();
        }
    }

    void TearDown() override {
        shut_down();
        EXPECT_TRUE(temporary_.is_empty()) << "a temporary file stays";
    }

    void shut_down() {
        if (instance_ != nullptr) {
            table_->shutdown(std::exchange(instance_, nullptr));
        }
    }

    // With these settings, whose keys and values must outlive the call only.
    void start(const std::vector<std::pair<std::string, std::string>>& settings = {}) {
        std::vector<quovis_plugin_setting> given;
        for (const auto& [key, value] : settings) {
            given.push_back({sizeof(quovis_plugin_setting), text(key), text(value), text("test.yaml:1")});
        }
        auto info = sized<quovis_plugin_initialize_info>();
        info.settings = given.data();
        info.setting_count = given.size();
        auto error = sized<quovis_plugin_error>();
        ASSERT_EQ(table_->initialize(&info, &instance_, &error), QUOVIS_PLUGIN_OK) << error.message;
    }

    // The status, and the error's text or the identity.
    std::pair<quovis_plugin_status, std::string> describe(quovis_cc_description* told = nullptr) {
        auto description = sized<quovis_cc_description>();
        auto error = sized<quovis_plugin_error>();
        const auto status = table_->compiler->describe(instance_, &description, &error);
        if (told != nullptr) {
            *told = description;
        }
        return {status, status == QUOVIS_PLUGIN_OK ? string(description.identity)
                                                   : std::string(error.message) + "\n" + error.hint};
    }

    Compiled compile(const Source& source) {
        quovis_cc_options options = source.options;
        std::vector<quovis_cc_define> defines;
        for (const auto& [name, value] : source.defines) {
            defines.push_back({sizeof(quovis_cc_define), text(name), text(value), 1});
        }
        std::vector<quovis_cc_header> headers;
        for (const auto& [name, content] : source.headers) {
            headers.push_back({sizeof(quovis_cc_header), text(name), text(content)});
        }
        const auto folders = texts(source.folders);
        const auto raw = texts(source.raw);
        const auto expressions = texts(source.expressions);
        options.defines = defines.data();
        options.define_count = defines.size();
        options.include_directories = folders.data();
        options.include_directory_count = folders.size();
        options.raw = raw.data();
        options.raw_count = raw.size();
        auto request = sized<quovis_cc_request>();
        request.name = text(source.name);
        request.source = text(source.text);
        request.language = text("cuda");
        request.target = text(source.target);
        request.format = text(source.format);
        request.options = &options;
        request.headers = headers.data();
        request.header_count = headers.size();
        request.name_expressions = expressions.data();
        request.name_expression_count = expressions.size();
        set_limits(request, source);
        return take([&](quovis_cc_result* result, quovis_plugin_error* error) {
            return table_->compiler->compile(instance_, &request, result, error);
        });
    }

    Compiled link(const std::vector<Image>& images, const std::string& format = {}) {
        std::vector<quovis_cc_link_input> inputs;
        for (const Image& image : images) {
            inputs.push_back({sizeof(quovis_cc_link_input), text(image.name), text(image.format), image.bytes.data(),
                              image.bytes.size()});
        }
        const quovis_cc_options options = no_options();
        auto request = sized<quovis_cc_link_request>();
        request.inputs = inputs.data();
        request.input_count = inputs.size();
        request.target = text("sm_90");
        request.format = text(format);
        request.options = &options;
        return take([&](quovis_cc_result* result, quovis_plugin_error* error) {
            return table_->compiler->link(instance_, &request, result, error);
        });
    }

    // What the host's environment says in this test; nothing else is set but PATH.
    static std::map<std::string, std::string>& variables() {
        static std::map<std::string, std::string> set;
        return set;
    }

    Scratch temporary_;
    const quovis_plugin_table* table_ = nullptr;
    quovis_plugin_instance* instance_ = nullptr;

  private:
    static std::vector<quovis_plugin_text> texts(const std::vector<std::string>& from) {
        std::vector<quovis_plugin_text> made;
        for (const std::string& one : from) {
            made.push_back(text(one));
        }
        return made;
    }

    static void set_limits(quovis_cc_request& request, const Source& source) {
        if (source.time.count() != 0) {
            const auto until = std::chrono::steady_clock::now() + source.time;
            request.deadline_ns = static_cast<std::uint64_t>(
                std::chrono::duration_cast<std::chrono::nanoseconds>(until.time_since_epoch()).count());
        }
        if (source.cancelled) {
            request.cancel_context = const_cast<std::function<bool()>*>(&source.cancelled);
            request.cancelled = [](void* context) -> std::int32_t {
                return (*static_cast<std::function<bool()>*>(context))() ? 1 : 0;
            };
        }
    }

    template <class Call>
    Compiled take(Call&& call) {
        auto result = sized<quovis_cc_result>();
        auto error = sized<quovis_plugin_error>();
        Compiled compiled;
        compiled.status = call(&result, &error);
        compiled.error = error.message;
        compiled.hint = error.hint;
        if (result.image_size != 0) {
            compiled.image.assign(static_cast<const char*>(result.image), result.image_size);
        }
        compiled.format = string(result.format);
        compiled.target = string(result.target);
        compiled.log = string(result.log);
        compiled.command = string(result.command);
        compiled.messages = messages_of(result);
        for (std::size_t index = 0; index < result.symbol_count; ++index) {
            compiled.symbols[string(result.symbols[index].expression)] = string(result.symbols[index].symbol);
        }
        table_->compiler->release_result(instance_, &result);
        return compiled;
    }

    static std::int32_t environment(void*, quovis_plugin_text name, quovis_plugin_text* found) {
        const std::string wanted = string(name);
        if (const auto set = variables().find(wanted); set != variables().end()) {
            *found = text(set->second);
            return 1;
        }
        const char* const path = wanted == "PATH" ? std::getenv("PATH") : nullptr;
        if (path != nullptr) {
            *found = text(path);
        }
        return path != nullptr ? 1 : 0;
    }
};

}  // namespace nvcc_test
