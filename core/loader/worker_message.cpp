// One to_message and one way back for each struct, member by member.
#include "core/loader/worker_message.hpp"

#include "core/loader/plugin.hpp"

#include <cstdio>
#include <stdexcept>

namespace quovis::core {
namespace {

Message bytes(const void* data, std::size_t size) {
    const auto* first = static_cast<const std::uint8_t*>(data);
    return Message::binary(data ? std::vector<std::uint8_t>(first, first + size) : std::vector<std::uint8_t>());
}

// The elements of a list, each made from its message.
template <typename Make>
auto received(const Message& messages, Make make) {
    std::vector<decltype(make(messages))> elements;
    elements.reserve(messages.size());
    for (const auto& message : messages)
        elements.push_back(make(message));
    return elements;
}

Message element(const quovis_cc_define& define) {
    auto message = Message::array({to_string(define.name)});
    if (define.has_value)
        message.push_back(to_string(define.value));
    return message;
}

Message element(const quovis_cc_header& header) {
    return Message::array({to_string(header.name), to_string(header.content)});
}

Message element(const quovis_cc_link_input& input) {
    return {
        {"name", to_string(input.name)}, {"format", to_string(input.format)}, {"data", bytes(input.data, input.size)}};
}

Message element(const quovis_cc_diagnostic& one) {
    return {{"file", to_string(one.file)},
            {"message", to_string(one.message)},
            {"line", one.line},
            {"column", one.column},
            {"severity", one.severity}};
}

Message element(const quovis_cc_symbol& symbol) {
    return Message::array({to_string(symbol.expression), to_string(symbol.symbol)});
}

Message element(const quovis_cc_include_folder& folder) {
    return Message::array({to_string(folder.path), folder.covered});
}

template <typename T>
Message list(const T* first, std::size_t count) {
    auto messages = Message::array();
    if (count != 0)
        for_each_element(first, count, [&](const T& one) { messages.push_back(element(one)); });
    return messages;
}

Message options_message(const quovis_cc_options* given) {
    if (!given)
        return nullptr;
    const auto options = known_part(*given);
    return {{"optimize", options.optimize},
            {"debug", options.debug},
            {"line_info", options.line_info},
            {"fast_math", options.fast_math},
            {"warnings_as_errors", options.warnings_as_errors},
            {"relocatable", options.relocatable},
            {"max_registers", options.max_registers},
            {"standard", to_string(options.standard)},
            {"defines", list(options.defines, options.define_count)},
            {"include_directories", to_message(options.include_directories, options.include_directory_count)},
            {"raw", to_message(options.raw, options.raw_count)}};
}

void copy_text(char* to, std::size_t capacity, const Message& text) {
    std::snprintf(to, capacity, "%s", text.get_ref<const std::string&>().c_str());
}

}  // namespace

std::string to_frame(const Message& message) {
    std::string frame(frame_head, '\0');
    Message::to_msgpack(message, frame);
    auto size = frame.size() - frame_head;
    for (std::size_t i = 0; i < frame_head; ++i, size >>= 8)
        frame[i] = static_cast<char>(size & 0xff);
    return frame;
}

std::size_t body_size(const unsigned char* head) {
    constexpr std::size_t most = std::size_t{1} << 40;  // far above any image, far below what wraps around
    std::size_t size = 0;
    for (std::size_t i = frame_head; i-- > 0;)
        size = size << 8 | head[i];
    if (size > most)
        throw std::length_error("the size of a message is beyond belief");
    return size;
}

Message to_message(const quovis_plugin_text* texts, std::size_t count) {
    auto messages = Message::array();
    for (std::size_t i = 0; i < count; ++i)
        messages.push_back(to_string(texts[i]));
    return messages;
}

Message to_message(const quovis_plugin_setting& setting) {
    return Message::array({to_string(setting.key), to_string(setting.value), to_string(setting.origin)});
}

Message to_message(const quovis_cc_request& request) {
    return {{"name", to_string(request.name)},
            {"source", to_string(request.source)},
            {"language", to_string(request.language)},
            {"target", to_string(request.target)},
            {"format", to_string(request.format)},
            {"options", options_message(request.options)},
            {"headers", list(request.headers, request.header_count)},
            {"name_expressions", to_message(request.name_expressions, request.name_expression_count)}};
}

Message to_message(const quovis_cc_link_request& request) {
    return {{"inputs", list(request.inputs, request.input_count)},
            {"target", to_string(request.target)},
            {"format", to_string(request.format)},
            {"options", options_message(request.options)}};
}

Message to_message(const quovis_cc_description& description) {
    return {{"identity", to_string(description.identity)},
            {"version", to_string(description.version)},
            {"path", to_string(description.path)},
            {"languages", to_message(description.languages, description.language_count)},
            {"formats", to_message(description.formats, description.format_count)},
            {"max_parallel_compiles", description.max_parallel_compiles},
            {"flags", description.flags}};
}

Message to_message(const quovis_cc_origin& origin) {
    return {{"paths", to_message(origin.paths, origin.path_count)},
            {"variables", to_message(origin.variables, origin.variable_count)},
            {"include_folders", list(origin.include_folders, origin.include_folder_count)},
            {"flags", origin.flags}};
}

Message to_message(const quovis_cc_result& result) {
    return {{"image", bytes(result.image, result.image_size)},
            {"format", to_string(result.format)},
            {"target", to_string(result.target)},
            {"log", to_string(result.log)},
            {"command", to_string(result.command)},
            {"diagnostics", list(result.diagnostics, result.diagnostic_count)},
            {"symbols", list(result.symbols, result.symbol_count)},
            {"dependencies", to_message(result.dependencies, result.dependency_count)}};
}

Message to_message(const quovis_plugin_error& error) {
    return {{"code", error.code},
            {"phase", error.phase},
            {"native_code", error.native_code},
            {"native_name", std::string(error.native_name)},
            {"message", std::string(error.message)},
            {"hint", std::string(error.hint)}};
}

quovis_plugin_text text_in(const Message& message) {
    return to_text(message.get_ref<const std::string&>());
}

std::vector<quovis_plugin_text> texts_in(const Message& list) {
    return received(list, [](const Message& text) { return text_in(text); });
}

void fill(quovis_plugin_error* error, const Message& message) {
    if (!error)
        return;
    error->code = message.at("code");
    error->phase = message.at("phase");
    error->native_code = message.at("native_code");
    copy_text(error->native_name, sizeof error->native_name, message.at("native_name"));
    copy_text(error->message, sizeof error->message, message.at("message"));
    copy_text(error->hint, sizeof error->hint, message.at("hint"));
}

ReceivedSettings::ReceivedSettings(const Message& list)
    : settings(received(list, [](const Message& message) {
          auto setting = sized<quovis_plugin_setting>();
          setting.key = text_in(message.at(0));
          setting.value = text_in(message.at(1));
          setting.origin = text_in(message.at(2));
          return setting;
      })) {}

ReceivedOptions::ReceivedOptions(const Message& message) : given_(!message.is_null()) {
    if (!given_)
        return;
    defines_ = received(message.at("defines"), [](const Message& one) {
        auto define = sized<quovis_cc_define>();
        define.name = text_in(one.at(0));
        define.has_value = one.size() > 1;
        if (define.has_value)
            define.value = text_in(one.at(1));
        return define;
    });
    include_directories_ = texts_in(message.at("include_directories"));
    raw_ = texts_in(message.at("raw"));
    options_ = sized<quovis_cc_options>();
    options_.optimize = message.at("optimize");
    options_.debug = message.at("debug");
    options_.line_info = message.at("line_info");
    options_.fast_math = message.at("fast_math");
    options_.warnings_as_errors = message.at("warnings_as_errors");
    options_.relocatable = message.at("relocatable");
    options_.max_registers = message.at("max_registers");
    options_.standard = text_in(message.at("standard"));
    options_.defines = defines_.data();
    options_.define_count = defines_.size();
    options_.include_directories = include_directories_.data();
    options_.include_directory_count = include_directories_.size();
    options_.raw = raw_.data();
    options_.raw_count = raw_.size();
}

ReceivedRequest::ReceivedRequest(const Message& message)
    : options_(message.at("options")),
      headers_(received(message.at("headers"),
                        [](const Message& one) {
                            auto header = sized<quovis_cc_header>();
                            header.name = text_in(one.at(0));
                            header.content = text_in(one.at(1));
                            return header;
                        })),
      name_expressions_(texts_in(message.at("name_expressions"))) {
    request_ = sized<quovis_cc_request>();
    request_.name = text_in(message.at("name"));
    request_.source = text_in(message.at("source"));
    request_.language = text_in(message.at("language"));
    request_.target = text_in(message.at("target"));
    request_.format = text_in(message.at("format"));
    request_.options = options_.get();
    request_.headers = headers_.data();
    request_.header_count = headers_.size();
    request_.name_expressions = name_expressions_.data();
    request_.name_expression_count = name_expressions_.size();
}

ReceivedLinkRequest::ReceivedLinkRequest(const Message& message)
    : options_(message.at("options")), inputs_(received(message.at("inputs"), [](const Message& one) {
          auto input = sized<quovis_cc_link_input>();
          const auto& data = one.at("data").get_binary();
          input.name = text_in(one.at("name"));
          input.format = text_in(one.at("format"));
          input.data = data.data();
          input.size = data.size();
          return input;
      })) {
    request_ = sized<quovis_cc_link_request>();
    request_.inputs = inputs_.data();
    request_.input_count = inputs_.size();
    request_.target = text_in(message.at("target"));
    request_.format = text_in(message.at("format"));
    request_.options = options_.get();
}

ReceivedDescription::ReceivedDescription(const Message& message)
    : languages(texts_in(message.at("languages"))), formats(texts_in(message.at("formats"))) {
    description = sized<quovis_cc_description>();
    description.identity = text_in(message.at("identity"));
    description.version = text_in(message.at("version"));
    description.path = text_in(message.at("path"));
    description.languages = languages.data();
    description.language_count = languages.size();
    description.formats = formats.data();
    description.format_count = formats.size();
    description.max_parallel_compiles = message.at("max_parallel_compiles");
    description.flags = message.at("flags");
}

ReceivedOrigin::ReceivedOrigin(const Message& message)
    : paths(texts_in(message.at("paths"))),
      variables(texts_in(message.at("variables"))),
      include_folders(received(message.at("include_folders"), [](const Message& one) {
          auto folder = sized<quovis_cc_include_folder>();
          folder.path = text_in(one.at(0));
          folder.covered = one.at(1);
          return folder;
      })) {
    origin = sized<quovis_cc_origin>();
    origin.paths = paths.data();
    origin.path_count = paths.size();
    origin.variables = variables.data();
    origin.variable_count = variables.size();
    origin.include_folders = include_folders.data();
    origin.include_folder_count = include_folders.size();
    origin.flags = message.at("flags");
}

ReceivedResult::ReceivedResult(Message message)
    : message_(std::move(message)),
      diagnostics_(received(message_.at("diagnostics"),
                            [](const Message& one) {
                                auto diagnostic = sized<quovis_cc_diagnostic>();
                                diagnostic.file = text_in(one.at("file"));
                                diagnostic.message = text_in(one.at("message"));
                                diagnostic.line = one.at("line");
                                diagnostic.column = one.at("column");
                                diagnostic.severity = one.at("severity");
                                return diagnostic;
                            })),
      symbols_(received(message_.at("symbols"),
                        [](const Message& one) {
                            auto symbol = sized<quovis_cc_symbol>();
                            symbol.expression = text_in(one.at(0));
                            symbol.symbol = text_in(one.at(1));
                            return symbol;
                        })),
      dependencies_(texts_in(message_.at("dependencies"))) {
    result_ = sized<quovis_cc_result>();
    const auto& image = message_.at("image").get_binary();
    result_.image = image.data();
    result_.image_size = image.size();
    result_.format = text_in(message_.at("format"));
    result_.target = text_in(message_.at("target"));
    result_.log = text_in(message_.at("log"));
    result_.command = text_in(message_.at("command"));
    result_.diagnostics = diagnostics_.data();
    result_.diagnostic_count = diagnostics_.size();
    result_.symbols = symbols_.data();
    result_.symbol_count = symbols_.size();
    result_.dependencies = dependencies_.data();
    result_.dependency_count = dependencies_.size();
}

}  // namespace quovis::core
