// What a host and its compile worker say to each other: the structs of the compiler role as MessagePack, and back.
// Texts keep their bytes, UTF-8 or not. Both sides are of one build, which the first message makes sure of.
#pragma once

#include <quovis/plugin.h>

#include <nlohmann/json.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace quovis::core {

using Message = nlohmann::json;

// A frame is its size in eight bytes, the lowest first, and then so many bytes of MessagePack.
inline constexpr std::size_t frame_head = 8;
std::string to_frame(const Message& message);
// The size that a frame's head tells. Throws std::length_error for one that no message has.
std::size_t body_size(const unsigned char* head);

Message to_message(const quovis_plugin_setting& setting);
Message to_message(const quovis_cc_request& request);
Message to_message(const quovis_cc_link_request& request);
Message to_message(const quovis_cc_description& description);
Message to_message(const quovis_cc_origin& origin);
Message to_message(const quovis_cc_result& result);
Message to_message(const quovis_plugin_error& error);
Message to_message(const quovis_plugin_text* texts, std::size_t count);

// The way back. What a Received… holds points into the message, which must outlive it. All of this throws
// nlohmann::json::exception when the message is not what it should be.

quovis_plugin_text text_in(const Message& message);
std::vector<quovis_plugin_text> texts_in(const Message& list);
void fill(quovis_plugin_error* error, const Message& message);

struct ReceivedSettings {
    explicit ReceivedSettings(const Message& list);

    std::vector<quovis_plugin_setting> settings;
};

class ReceivedOptions {
  public:
    explicit ReceivedOptions(const Message& message);  // null: no options
    ReceivedOptions(const ReceivedOptions&) = delete;
    ReceivedOptions& operator=(const ReceivedOptions&) = delete;

    const quovis_cc_options* get() const { return given_ ? &options_ : nullptr; }

  private:
    bool given_;
    quovis_cc_options options_{};
    std::vector<quovis_cc_define> defines_;
    std::vector<quovis_plugin_text> include_directories_;
    std::vector<quovis_plugin_text> raw_;
};

class ReceivedRequest {
  public:
    explicit ReceivedRequest(const Message& message);
    const quovis_cc_request* get() const { return &request_; }

  private:
    ReceivedOptions options_;
    std::vector<quovis_cc_header> headers_;
    std::vector<quovis_plugin_text> name_expressions_;
    quovis_cc_request request_{};
};

class ReceivedLinkRequest {
  public:
    explicit ReceivedLinkRequest(const Message& message);
    const quovis_cc_link_request* get() const { return &request_; }

  private:
    ReceivedOptions options_;
    std::vector<quovis_cc_link_input> inputs_;
    quovis_cc_link_request request_{};
};

struct ReceivedDescription {
    explicit ReceivedDescription(const Message& message);

    std::vector<quovis_plugin_text> languages;
    std::vector<quovis_plugin_text> formats;
    quovis_cc_description description{};
};

struct ReceivedOrigin {
    explicit ReceivedOrigin(const Message& message);

    std::vector<quovis_plugin_text> paths;
    std::vector<quovis_plugin_text> variables;
    std::vector<quovis_cc_include_folder> include_folders;
    quovis_cc_origin origin{};
};

// Owns its message: it lives in quovis_cc_result::owner.
class ReceivedResult {
  public:
    explicit ReceivedResult(Message message);
    const quovis_cc_result& get() const { return result_; }

  private:
    Message message_;
    std::vector<quovis_cc_diagnostic> diagnostics_;
    std::vector<quovis_cc_symbol> symbols_;
    std::vector<quovis_plugin_text> dependencies_;
    quovis_cc_result result_{};
};

}  // namespace quovis::core
