// quovis-worker PLUGIN.so: opens one plugin and calls its compiler for the process that started it, which speaks to it
// over its stdin (core/loader/worker_message.hpp). Ends when that process does, or when it has had nothing to do for a
// minute.
#include "core/loader/host.hpp"
#include "core/loader/library.hpp"
#include "core/loader/plugin.hpp"
#include "core/loader/worker_message.hpp"
#include "core/support/descriptor.hpp"
#include "core/support/log.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

namespace quovis::core {
namespace {

constexpr std::chrono::minutes longest_idleness{1};

// The lines that the plugin has logged since they were last taken.
class Lines {
  public:
    void add(quovis_log_level level, const std::string& line) {
        const std::lock_guard lock(mutex_);
        // A plugin counts from QUOVIS_PLUGIN_LOG_ERROR.
        lines_.push_back(Message::array({level - QUOVIS_LOG_ERROR + QUOVIS_PLUGIN_LOG_ERROR, line}));
    }
    Message take() {
        const std::lock_guard lock(mutex_);
        return std::exchange(lines_, Message::array());
    }

  private:
    std::mutex mutex_;
    Message lines_ = Message::array();
};

bool read_all(int from, char* to, std::size_t size) {
    while (size > 0) {
        const auto count = ::read(from, to, size);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return false;
        to += count;
        size -= static_cast<std::size_t>(count);
    }
    return true;
}

bool write_all(int to, const std::string& bytes) {
    for (std::size_t written = 0; written < bytes.size();) {
        const auto count = ::write(to, bytes.data() + written, bytes.size() - written);
        if (count < 0 && errno != EINTR)
            return false;
        written += count > 0 ? static_cast<std::size_t>(count) : 0;
    }
    return true;
}

// Nothing when the host has gone, or has asked nothing for long.
std::optional<Message> next_question(int socket) {
    pollfd waited{socket, POLLIN, 0};
    int ready = 0;
    do {
        ready = ::poll(&waited, 1, static_cast<int>(std::chrono::milliseconds(longest_idleness).count()));
    } while (ready < 0 && errno == EINTR);
    unsigned char head[frame_head];
    if (ready <= 0 || !read_all(socket, reinterpret_cast<char*>(head), sizeof head))
        return std::nullopt;
    std::string body(body_size(head), '\0');
    if (!read_all(socket, body.data(), body.size()))
        return std::nullopt;
    return Message::from_msgpack(body);
}

Message failure(quovis_plugin_status status, std::string message, std::string hint = {}) {
    return {{"status", status},
            {"error",
             {{"code", status},
              {"phase", QUOVIS_PLUGIN_PHASE_INITIALIZE},
              {"native_code", 0},
              {"native_name", ""},
              {"message", std::move(message)},
              {"hint", std::move(hint)}}}};
}

void limit_memory(std::uint64_t bytes) {
    if (bytes == 0)
        return;
    const rlimit limit{bytes, bytes};
    ::setrlimit(RLIMIT_AS, &limit);
}

// It closes its end when it waits no longer.
std::int32_t host_has_given_up(void* socket) noexcept {
    pollfd asked{*static_cast<const int*>(socket), POLLRDHUP, 0};
    return ::poll(&asked, 1, 0) > 0;
}

class Worker {
  public:
    Worker(std::string path, int socket) : path_(std::move(path)), socket_(socket) {}
    ~Worker() {
        if (instance_)
            table_.shutdown(instance_);
    }
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;

    Message answer(const Message& question) {
        const std::string call = question.at("call");
        if (call == "start")
            return start(question);
        if (call == "describe")
            return describe();
        if (call == "targets")
            return targets();
        if (call == "compile")
            return run(compiler_.compile, *ReceivedRequest(question.at("request")).get());
        if (call == "link")
            return run(compiler_.link, *ReceivedLinkRequest(question.at("request")).get());
        return failure(QUOVIS_PLUGIN_INTERNAL, "the worker does not know '" + call + "'");
    }

  private:
    Message start(const Message& question) {
        if (question.at("version") != quovis_version())
            return failure(QUOVIS_PLUGIN_UNAVAILABLE,
                           std::string("quovis-worker is of Quovis ") + quovis_version() + ", libquovis is of " +
                               question.at("version").get<std::string>(),
                           "install both from the same build");
        limit_memory(question.at("memory"));
        const auto library = open_library(path_);
        if (!library.table)
            return failure(QUOVIS_PLUGIN_UNAVAILABLE, library.reason, library.hint);
        table_ = known_part(*library.table);
        compiler_ = known_part(*table_.compiler);
        const ReceivedSettings received(question.at("settings"));
        auto info = sized<quovis_plugin_initialize_info>();
        info.settings = received.settings.data();
        info.setting_count = received.settings.size();
        auto error = sized<quovis_plugin_error>();
        return told(table_.initialize(&info, &instance_, &error), error);
    }

    Message describe() {
        auto description = sized<quovis_cc_description>();
        auto error = sized<quovis_plugin_error>();
        auto message = told(compiler_.describe(instance_, &description, &error), error);
        message["description"] = to_message(description);
        message["origin"] = message["status"] == QUOVIS_PLUGIN_OK ? origin() : nullptr;
        return message;
    }

    // Null where the plugin does not say.
    Message origin() {
        const auto facts = cache_facts_of(table_);
        auto origin = sized<quovis_cc_origin>();
        auto error = sized<quovis_plugin_error>();
        if (!facts.origin || facts.origin(instance_, &origin, &error) != QUOVIS_PLUGIN_OK)
            return nullptr;
        return to_message(origin);
    }

    Message targets() {
        const quovis_plugin_text* texts = nullptr;
        std::size_t count = 0;
        auto error = sized<quovis_plugin_error>();
        auto message = told(compiler_.targets(instance_, &texts, &count, &error), error);
        message["targets"] = to_message(texts, count);
        return message;
    }

    template <typename Entry, typename Request>
    Message run(Entry entry, Request request) {
        request.cancelled = host_has_given_up;
        request.cancel_context = &socket_;
        if (!entry)
            return failure(QUOVIS_PLUGIN_NOT_SUPPORTED,
                           "plugin '" + to_string(table_.name) + "' does not offer it (rule 2)");
        auto result = sized<quovis_cc_result>();
        auto error = sized<quovis_plugin_error>();
        auto message = told(entry(instance_, &request, &result, &error), error);
        message["result"] = to_message(result);
        if (compiler_.release_result)
            compiler_.release_result(instance_, &result);
        return message;
    }

    static Message told(quovis_plugin_status status, const quovis_plugin_error& error) {
        return {{"status", status}, {"error", to_message(error)}};
    }

    std::string path_;
    int socket_;
    quovis_plugin_table table_{};
    quovis_cc_table compiler_{};
    quovis_plugin_instance* instance_ = nullptr;
};

// The host's messages move to a number that no child of a compiler gets. What a compiler prints is its last words.
int take_socket() {
    constexpr int lowest = 4;  // 3 is bound to the host; see Start::watch_in_child
    const int socket = ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, lowest);
    const Descriptor null(::open("/dev/null", O_RDWR | O_CLOEXEC));
    if (null.open())
        ::dup2(null.number(), STDIN_FILENO);
    ::dup2(STDERR_FILENO, STDOUT_FILENO);
    return socket;
}

void serve(const char* path) {
    const Descriptor socket(take_socket());
    Lines lines;
    const Log log(QUOVIS_LOG_TRACE,
                  [&lines](quovis_log_level level, const std::string& line) { lines.add(level, line); });
    const PluginLogRoute route(log);
    Worker worker(path, socket.number());
    while (const auto question = next_question(socket.number())) {
        auto answer = worker.answer(*question);
        answer["log"] = lines.take();
        if (!write_all(socket.number(), to_frame(answer)))
            return;
    }
}

}  // namespace
}  // namespace quovis::core

int main(int argc, char** argv) {
    if (argc != 2) {
        std::fputs("usage: quovis-worker PLUGIN.so\nIt is started by libquovis for compilers that work apart.\n",
                   stderr);
        return 2;
    }
    try {
        quovis::core::serve(argv[1]);
        return 0;
    } catch (const std::exception& failure) {
        std::fprintf(stderr, "quovis-worker: %s\n", failure.what());
        return 1;
    }
}
