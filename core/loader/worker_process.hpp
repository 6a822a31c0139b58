// One compile worker, as its host sees it: a child process that has opened one plugin and calls its compiler when it is
// asked to. It serves one question at a time, and ends with its host.
#pragma once

#include "core/loader/worker_message.hpp"
#include "core/support/running_child.hpp"

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace quovis::core {

// What a worker opens, and its limit.
struct WorkerSetup {
    std::string plugin;    // name, for messages
    std::string path;      // of the shared object
    Message settings;      // of the plugin's instance: a list of to_message(quovis_plugin_setting)
    std::uint64_t memory;  // bytes of address space; 0 no limit
};

// When to stop waiting for an answer.
struct Patience {
    std::optional<std::chrono::steady_clock::time_point> deadline;
    std::function<bool()> cancelled;  // may be empty; asked about fifty times a second
    bool compiler_stops = false;      // when it is asked to: it is given a moment to tidy up before it is killed
};

struct WorkerAnswer {
    enum class Kind { answered, timed_out, cancelled, ended, left };
    Kind kind = Kind::ended;  // `left`: it had gone for want of work before it read the question
    Message message;
    ChildEnd end;            // of `ended`
    std::string last_words;  // what it wrote to stderr meanwhile
};

class WorkerProcess {
  public:
    explicit WorkerProcess(const WorkerSetup& setup);  // starts it; throws Error

    bool alive() const { return !child_->ended(); }

    // One question, one answer. After any kind but `answered` the process is gone.
    WorkerAnswer ask(const Message& question, const Patience& patience);

  private:
    bool send_some();     // false when it is no longer there
    bool receive_some();  // likewise
    bool has_answer() const;
    void wait(const Patience& patience) const;
    WorkerAnswer answered();
    WorkerAnswer given_up(WorkerAnswer::Kind kind, const Patience& patience);
    WorkerAnswer stopped(WorkerAnswer::Kind kind);
    WorkerAnswer ended();

    std::string question_;  // what is still to be sent
    std::size_t sent_ = 0;
    std::string received_;
    Capture words_;
    Descriptor socket_;
    std::optional<RunningChild> child_;
};

}  // namespace quovis::core
