// Starts a plugin that was opened, and compiles and links with it.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "tests/integration/plugin_opening.hpp"

namespace plugin_test {

using Settings = std::vector<std::pair<std::string, std::string>>;

// Null where it fails, with the reason in `error`.
inline quovis_plugin_instance* start(const quovis_plugin_table& table, const Settings& settings,
                                     quovis_plugin_error& error) {
    std::vector<quovis_plugin_setting> given;
    for (const auto& [key, value] : settings) {
        given.push_back({sizeof(quovis_plugin_setting), text(key), text(value), text("test.yaml:1")});
    }
    auto info = sized<quovis_plugin_initialize_info>();
    info.settings = given.data();
    info.setting_count = given.size();
    quovis_plugin_instance* instance = nullptr;
    return table.initialize(&info, &instance, &error) == QUOVIS_PLUGIN_OK ? instance : nullptr;
}

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
    std::vector<std::string> dependencies;

    // The first that is an error, or nothing.
    Message first_error() const {
        for (const Message& message : messages) {
            if (message.severity == QUOVIS_CC_ERROR) {
                return message;
            }
        }
        return {};
    }

    // "FILE:LINE" of the first error.
    std::string place() const {
        const Message error_message = first_error();
        return error_message.file + ":" + std::to_string(error_message.line);
    }
};

// What a compile is asked for; texts are the test's. Defaults has a language, a name and a target.
template <class Defaults>
struct SourceFor {
    std::string text{};
    std::string language = Defaults::language;
    std::string name = Defaults::name;
    std::string target = Defaults::target;
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

inline std::vector<quovis_plugin_text> texts(const std::vector<std::string>& from) {
    std::vector<quovis_plugin_text> made;
    for (const std::string& one : from) {
        made.push_back(text(one));
    }
    return made;
}

// Runs `call(result, error)` and keeps what it gives.
template <class Call>
Compiled take(const quovis_plugin_table& table, quovis_plugin_instance* instance, Call&& call) {
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
    for (std::size_t index = 0; index < result.dependency_count; ++index) {
        compiled.dependencies.push_back(string(result.dependencies[index]));
    }
    table.compiler->release_result(instance, &result);
    return compiled;
}

template <class Source>
void set_limits(quovis_cc_request& request, const Source& source) {
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

// A source as a request, with all that it points to but the source itself.
template <class Defaults>
class Prepared {
  public:
    explicit Prepared(SourceFor<Defaults>&&) = delete;
    explicit Prepared(const SourceFor<Defaults>& source)
        : options_(source.options),
          folders_(texts(source.folders)),
          raw_(texts(source.raw)),
          expressions_(texts(source.expressions)) {
        for (const auto& [name, value] : source.defines) {
            defines_.push_back({sizeof(quovis_cc_define), text(name), text(value), 1});
        }
        for (const auto& [name, content] : source.headers) {
            headers_.push_back({sizeof(quovis_cc_header), text(name), text(content)});
        }
        options_.defines = defines_.data();
        options_.define_count = defines_.size();
        options_.include_directories = folders_.data();
        options_.include_directory_count = folders_.size();
        options_.raw = raw_.data();
        options_.raw_count = raw_.size();
        request_.name = text(source.name);
        request_.source = text(source.text);
        request_.language = text(source.language);
        request_.target = text(source.target);
        request_.format = text(source.format);
        request_.options = &options_;
        request_.headers = headers_.data();
        request_.header_count = headers_.size();
        request_.name_expressions = expressions_.data();
        request_.name_expression_count = expressions_.size();
        set_limits(request_, source);
    }
    Prepared(const Prepared&) = delete;
    Prepared& operator=(const Prepared&) = delete;

    const quovis_cc_request* get() const { return &request_; }

  private:
    quovis_cc_options options_;
    std::vector<quovis_cc_define> defines_;
    std::vector<quovis_cc_header> headers_;
    std::vector<quovis_plugin_text> folders_;
    std::vector<quovis_plugin_text> raw_;
    std::vector<quovis_plugin_text> expressions_;
    quovis_cc_request request_ = sized<quovis_cc_request>();
};

template <class Defaults>
Compiled compile(const quovis_plugin_table& table, quovis_plugin_instance* instance,
                 const SourceFor<Defaults>& source) {
    const Prepared<Defaults> prepared(source);
    return take(table, instance, [&](quovis_cc_result* result, quovis_plugin_error* error) {
        return table.compiler->compile(instance, prepared.get(), result, error);
    });
}

inline Compiled link(const quovis_plugin_table& table, quovis_plugin_instance* instance,
                     const std::vector<Image>& images, const std::string& target, const std::string& format) {
    std::vector<quovis_cc_link_input> inputs;
    for (const Image& image : images) {
        inputs.push_back({sizeof(quovis_cc_link_input), text(image.name), text(image.format), image.bytes.data(),
                          image.bytes.size()});
    }
    const quovis_cc_options options = no_options();
    auto request = sized<quovis_cc_link_request>();
    request.inputs = inputs.data();
    request.input_count = inputs.size();
    request.target = text(target);
    request.format = text(format);
    request.options = &options;
    return take(table, instance, [&](quovis_cc_result* result, quovis_plugin_error* error) {
        return table.compiler->link(instance, &request, result, error);
    });
}

}  // namespace plugin_test
