// The table's entries, and the pool of workers behind them.
#include "core/loader/compile_workers.hpp"

#include "core/loader/host.hpp"
#include "core/loader/plugin.hpp"
#include "core/support/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <thread>

namespace quovis::core {

using Clock = std::chrono::steady_clock;

// One call of the compiler's table.
struct CompileWorkers::Call {
    std::string doing;  // "compiling 'k.hip'"
    std::int32_t phase;
    Message question;
    Patience patience;
    Clock::time_point started = Clock::now();
};

namespace {

using Kind = WorkerAnswer::Kind;

constexpr std::chrono::milliseconds turn{20};  // the longest wait for a free worker before somebody may cancel

bool has_ended(const Patience& patience) {
    return (patience.deadline && Clock::now() >= *patience.deadline) || (patience.cancelled && patience.cancelled());
}

std::size_t most_workers() {
    return std::max(1U, std::thread::hardware_concurrency());
}

quovis_plugin_status report(quovis_plugin_error* error, quovis_plugin_status status, std::int32_t phase,
                            const std::string& message, const std::string& hint) {
    if (error) {
        error->code = status;
        error->phase = phase;
        error->native_code = 0;
        error->native_name[0] = '\0';
        std::snprintf(error->message, sizeof error->message, "%s", message.c_str());
        std::snprintf(error->hint, sizeof error->hint, "%s", hint.c_str());
    }
    return status;
}

// The deadline and the cancellation of either kind of request.
template <typename Request>
Patience patience_of(const Request& request) {
    Patience patience;
    if (request.deadline_ns)
        patience.deadline = Clock::time_point(std::chrono::nanoseconds(request.deadline_ns));
    if (request.cancelled)
        patience.cancelled = [&request] { return request.cancelled(request.cancel_context) != 0; };
    return patience;
}

std::string naming(const quovis_cc_link_request& request) {
    std::vector<std::string> names;
    for_each_element(request.inputs, request.input_count, [&](const quovis_cc_link_input& input) {
        names.push_back(core::in_quotes(to_string(input.name)));
    });
    return join(names);
}

void give(quovis_cc_result* result, Message message) {
    auto received = std::make_unique<ReceivedResult>(std::move(message));
    *result = received->get();
    result->owner = received.release();
}

// Nothing but the last words of a compiler that is gone.
Message log_alone(std::string last_words) {
    auto nothing = sized<quovis_cc_result>();
    nothing.log = to_text(last_words);
    return to_message(nothing);
}

void repeat_line(std::int32_t level, std::string_view line) {
    const auto& host = plugin_host();
    host.log(host.context, level, to_text(line));
}

// Lines that the plugin logged in the worker, in this process's log.
void repeat_log(const Message& answer) {
    for (const auto& line : answer.at("log"))
        repeat_line(line.at(0), line.at(1).get_ref<const std::string&>());
}

}  // namespace

// One of the places for workers, with a worker that is free or without.
class CompileWorkers::Lease {
  public:
    // Waits for a place until the call's patience has ended.
    Lease(CompileWorkers& workers, const Patience& patience) : workers_(workers) {
        std::unique_lock lock(workers_.mutex_);
        while (workers_.busy_ >= most_workers()) {
            workers_.free_.wait_for(lock, turn);
            if (has_ended(patience))
                return;
        }
        ++workers_.busy_;
        granted = true;
        while (!workers_.idle_.empty() && !worker) {
            worker = std::move(workers_.idle_.back());
            workers_.idle_.pop_back();
            if (!worker->alive())
                worker.reset();
        }
    }
    ~Lease() {
        if (!granted)
            return;
        {
            const std::lock_guard lock(workers_.mutex_);
            --workers_.busy_;
            if (worker)
                workers_.idle_.push_back(std::move(worker));
        }
        workers_.free_.notify_one();
    }
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;

    bool granted = false;
    std::unique_ptr<WorkerProcess> worker;  // goes back to the others

  private:
    CompileWorkers& workers_;
};

CompileWorkers::CompileWorkers(WorkerSetup setup) : setup_(std::move(setup)) {}

WorkerAnswer CompileWorkers::start(std::unique_ptr<WorkerProcess>& worker, const Call& call) const {
    worker = std::make_unique<WorkerProcess>(setup_);
    const Message question = {
        {"call", "start"}, {"version", quovis_version()}, {"settings", setup_.settings}, {"memory", setup_.memory}};
    return worker->ask(question, call.patience);
}

WorkerAnswer CompileWorkers::ask(const Call& call) {
    Lease lease(*this, call.patience);
    WorkerAnswer answer;
    answer.kind = call.patience.cancelled && call.patience.cancelled() ? Kind::cancelled : Kind::timed_out;
    if (!lease.granted)
        return answer;
    if (lease.worker) {
        answer = lease.worker->ask(call.question, call.patience);
        if (answer.kind == Kind::left)
            lease.worker.reset();
    }
    if (!lease.worker) {
        answer = start(lease.worker, call);
        if (answer.kind == Kind::answered && answer.message.at("status") == QUOVIS_PLUGIN_OK)
            answer = lease.worker->ask(call.question, call.patience);
        else if (answer.kind == Kind::answered)
            lease.worker.reset();  // it has no instance to ask
    }
    if (answer.kind != Kind::answered)
        lease.worker.reset();
    return answer;
}

quovis_plugin_status CompileWorkers::report_end(const Call& call, const WorkerAnswer& answer,
                                                quovis_plugin_error* error) const {
    const auto after = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - call.started).count();
    if (answer.kind == Kind::timed_out)
        return report(
            error, QUOVIS_PLUGIN_TIMED_OUT, call.phase,
            fmt::format("'{}' was stopped while {}: its time was over after {} ms", setup_.plugin, call.doing, after),
            {});
    if (answer.kind == Kind::cancelled)
        return report(error, QUOVIS_PLUGIN_CANCELLED, call.phase,
                      fmt::format("'{}' was cancelled after {} ms while {}", setup_.plugin, after, call.doing), {});
    const auto words = last_line(answer.last_words);
    return report(
        error, QUOVIS_PLUGIN_COMPILER_CRASHED, call.phase,
        fmt::format("the worker process of '{}' ended while {}: {}{}", setup_.plugin, call.doing,
                    describe_end(answer.end), words.empty() ? "" : fmt::format("; its last words: {}", words)),
        setup_.memory ? fmt::format("compile.worker_memory limits it to {} MiB", setup_.memory >> 20)
                      : "this process and other compiles go on; report it to the compiler's vendor");
}

quovis_plugin_status CompileWorkers::run(const Call& call, Message& answer, std::string& last_words,
                                         quovis_plugin_error* error) {
    try {
        auto told = ask(call);
        last_words = told.last_words;
        if (told.kind != Kind::answered)
            return report_end(call, told, error);
        if (!last_words.empty())
            repeat_line(QUOVIS_PLUGIN_LOG_DEBUG, fmt::format("{}: {}", setup_.plugin, last_words));
        repeat_log(told.message);
        const quovis_plugin_status status = told.message.at("status");
        if (status != QUOVIS_PLUGIN_OK)
            fill(error, told.message.at("error"));
        answer = std::move(told.message);
        return status;
    } catch (const Error& failure) {
        return report(error, failure.status, call.phase,
                      fmt::format("no worker process for {}: {}", call.doing, failure.message),
                      "the installation lacks libexec/quovis/quovis-worker, or the system is short of processes");
    } catch (const std::exception& failure) {
        return report(error, QUOVIS_PLUGIN_INTERNAL, call.phase,
                      fmt::format("the worker of '{}' gave an answer that is none, {}: {}", setup_.plugin, call.doing,
                                  failure.what()),
                      {});
    }
}

quovis_plugin_status CompileWorkers::compile_or_link(Call call, quovis_cc_result* result, quovis_plugin_error* error) {
    call.patience.compiler_stops = compiler_stops_;
    Message answer;
    std::string last_words;
    const auto status = run(call, answer, last_words, error);
    give(result, answer.contains("result") ? std::move(answer["result"]) : log_alone(last_words));
    return status;
}

struct CompileWorkers::Entries {
    static CompileWorkers& self(quovis_plugin_instance* instance) {
        return *reinterpret_cast<CompileWorkers*>(instance);
    }

    static quovis_plugin_status describe(quovis_plugin_instance* instance, quovis_cc_description* description,
                                         quovis_plugin_error* error) {
        auto& workers = self(instance);
        std::string last_words;
        const Call call{"asking what its compiler is", QUOVIS_PLUGIN_PHASE_INITIALIZE, {{"call", "describe"}}, {}};
        const auto status = workers.run(call, workers.description_, last_words, error);
        if (status != QUOVIS_PLUGIN_OK)
            return status;
        workers.received_description_ = std::make_unique<ReceivedDescription>(workers.description_.at("description"));
        *description = workers.received_description_->description;
        const auto& origin = workers.description_.at("origin");
        workers.received_origin_ = origin.is_null() ? nullptr : std::make_unique<ReceivedOrigin>(origin);
        return status;
    }

    static quovis_plugin_status targets(quovis_plugin_instance* instance, const quovis_plugin_text** targets,
                                        std::size_t* count, quovis_plugin_error* error) {
        auto& workers = self(instance);
        std::string last_words;
        const Call call{"asking which targets it knows", QUOVIS_PLUGIN_PHASE_COMPILE, {{"call", "targets"}}, {}};
        const auto status = workers.run(call, workers.targets_, last_words, error);
        if (status != QUOVIS_PLUGIN_OK)
            return status;
        workers.target_texts_ = texts_in(workers.targets_.at("targets"));
        *targets = workers.target_texts_.data();
        *count = workers.target_texts_.size();
        return status;
    }

    static quovis_plugin_status compile(quovis_plugin_instance* instance, const quovis_cc_request* request,
                                        quovis_cc_result* result, quovis_plugin_error* error) {
        const Call call{fmt::format("compiling {}", core::in_quotes(to_string(request->name))),
                        QUOVIS_PLUGIN_PHASE_COMPILE,
                        {{"call", "compile"}, {"request", to_message(*request)}},
                        patience_of(*request)};
        return self(instance).compile_or_link(call, result, error);
    }

    static quovis_plugin_status link(quovis_plugin_instance* instance, const quovis_cc_link_request* request,
                                     quovis_cc_result* result, quovis_plugin_error* error) {
        const Call call{fmt::format("linking {}", naming(*request)),
                        QUOVIS_PLUGIN_PHASE_LINK,
                        {{"call", "link"}, {"request", to_message(*request)}},
                        patience_of(*request)};
        return self(instance).compile_or_link(call, result, error);
    }

    static void release_result(quovis_plugin_instance*, quovis_cc_result* result) {
        delete static_cast<ReceivedResult*>(result->owner);
        *result = sized<quovis_cc_result>();
    }
};

const quovis_cc_table& CompileWorkers::table() {
    static const quovis_cc_table table{sizeof(quovis_cc_table), Entries::describe, Entries::targets,
                                       Entries::compile,        Entries::link,     Entries::release_result};
    return table;
}

}  // namespace quovis::core
