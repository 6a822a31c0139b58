// A plugin's compiler in child processes: a compiler table like the plugin's own, each of whose calls is made by a
// worker. There are as many workers as calls at once, at most one for each processor; one that has nothing to do ends
// by itself.
#pragma once

#include "core/loader/worker_process.hpp"

#include <quovis/plugin.h>

#include <condition_variable>
#include <cstddef>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace quovis::core {

class CompileWorkers {
  public:
    explicit CompileWorkers(WorkerSetup setup);
    CompileWorkers(const CompileWorkers&) = delete;
    CompileWorkers& operator=(const CompileWorkers&) = delete;

    // What the compiler's description says of QUOVIS_CC_CANCELS; before any compile.
    void set_compiler_stops(bool stops) { compiler_stops_ = stops; }

    // What `table` is called with. Both live as long as this object.
    quovis_plugin_instance* instance() { return reinterpret_cast<quovis_plugin_instance*>(this); }
    static const quovis_cc_table& table();

    // What the description depends on, told with it: null before `describe` and where the plugin does not say. Lives as
    // long as this object.
    const quovis_cc_origin* origin() const { return received_origin_ ? &received_origin_->origin : nullptr; }

  private:
    struct Call;
    class Lease;
    struct Entries;  // the functions of the table

    // The worker's answer; throws Error when no worker can be started.
    WorkerAnswer ask(const Call& call);
    WorkerAnswer start(std::unique_ptr<WorkerProcess>& worker, const Call& call) const;
    // Makes the call and tells what became of it. The answer is set when the plugin answered, whatever it said; else
    // what the worker last said is in `last_words`.
    quovis_plugin_status run(const Call& call, Message& answer, std::string& last_words, quovis_plugin_error* error);
    quovis_plugin_status report_end(const Call& call, const WorkerAnswer& answer, quovis_plugin_error* error) const;
    quovis_plugin_status compile_or_link(Call call, quovis_cc_result* result, quovis_plugin_error* error);

    const WorkerSetup setup_;
    bool compiler_stops_ = false;
    std::mutex mutex_;
    std::condition_variable free_;
    std::vector<std::unique_ptr<WorkerProcess>> idle_;
    std::size_t busy_ = 0;
    Message description_;  // what the plugin's texts point into
    std::unique_ptr<ReceivedDescription> received_description_;
    std::unique_ptr<ReceivedOrigin> received_origin_;
    Message targets_;
    std::vector<quovis_plugin_text> target_texts_;
};

}  // namespace quovis::core
