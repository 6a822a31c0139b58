// A socket pair for the messages (a pipe would raise SIGPIPE in the host), a pipe for the last words.
#include "core/loader/worker_process.hpp"

#include "core/support/files.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <exception>

namespace quovis::core {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t most_words = std::size_t{1} << 20;  // bytes kept of what a worker writes to stderr
constexpr std::chrono::milliseconds turn{20};             // the longest wait while somebody may cancel
constexpr std::chrono::milliseconds long_turn{1000};
constexpr std::chrono::milliseconds for_tidying{1000};
constexpr std::chrono::milliseconds for_last_words{200};  // for output that is still in the pipe after the end

// Both above the standard streams; see open_pipe.
void open_sockets(const std::string& program, Descriptor& ours, Descriptor& theirs) {
    int ends[2];
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        throw_cannot_start(program, errno);
    ours.reset(::fcntl(ends[0], F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
    theirs.reset(::fcntl(ends[1], F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
    const int number = errno;
    ::close(ends[0]);
    ::close(ends[1]);
    if (!ours.open() || !theirs.open())
        throw_cannot_start(program, number);
    ::fcntl(ours.number(), F_SETFL, O_NONBLOCK);
}

bool would_block() {
    return errno == EAGAIN || errno == EINTR;
}

}  // namespace

WorkerProcess::WorkerProcess(const WorkerSetup& setup) : words_(installed_program("quovis-worker"), most_words) {
    const auto program = installed_program("quovis-worker");
    Descriptor theirs;
    open_sockets(program, socket_, theirs);
    child_.emplace(std::vector<std::string>{program, setup.path}, std::vector<std::pair<std::string, std::string>>{},
                   std::string{}, RunningChild::Streams{theirs.number(), words_.theirs(), words_.theirs()});
    words_.close_theirs();
}

bool WorkerProcess::send_some() {
    while (sent_ < question_.size()) {
        const auto count = ::send(socket_.number(), question_.data() + sent_, question_.size() - sent_, MSG_NOSIGNAL);
        if (count < 0)
            return would_block();
        sent_ += static_cast<std::size_t>(count);
    }
    return true;
}

bool WorkerProcess::receive_some() {
    std::array<char, 65536> block;
    for (;;) {
        const auto count = ::recv(socket_.number(), block.data(), block.size(), 0);
        if (count == 0)
            return false;
        if (count < 0)
            return would_block();
        received_.append(block.data(), static_cast<std::size_t>(count));
    }
}

bool WorkerProcess::has_answer() const {
    return received_.size() >= frame_head &&
           received_.size() - frame_head >= body_size(reinterpret_cast<const unsigned char*>(received_.data()));
}

// A worker whose host no longer listens asks its compiler to stop, and ends.
WorkerAnswer WorkerProcess::given_up(WorkerAnswer::Kind kind, const Patience& patience) {
    socket_.close();
    const auto until = Clock::now() + for_tidying;
    while (patience.compiler_stops && !child_->ended() && Clock::now() < until)
        wait_readable({child_->handle()}, turn);
    return stopped(kind);
}

WorkerAnswer WorkerProcess::stopped(WorkerAnswer::Kind kind) {
    WorkerAnswer answer;
    answer.kind = kind;
    child_->kill_group();
    answer.end = child_->collect();
    words_.drain();
    answer.last_words = std::move(words_.text);
    return answer;
}

WorkerAnswer WorkerProcess::ended() {
    const auto until = Clock::now() + for_last_words;
    while ((words_.open() || !child_->ended()) && Clock::now() < until) {
        wait_readable({words_.ours(), child_->handle()}, turn);
        words_.drain();
    }
    auto answer = stopped(WorkerAnswer::Kind::ended);
    if (answer.end.exit_code == 0 && received_.empty())
        answer.kind = WorkerAnswer::Kind::left;
    return answer;
}

WorkerAnswer WorkerProcess::answered() {
    WorkerAnswer answer;
    answer.kind = WorkerAnswer::Kind::answered;
    answer.message = Message::from_msgpack(received_.begin() + frame_head, received_.end());
    answer.last_words = std::move(words_.text);
    return answer;
}

void WorkerProcess::wait(const Patience& patience) const {
    auto longest = patience.cancelled ? turn : long_turn;
    if (patience.deadline) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(*patience.deadline - Clock::now());
        longest = std::clamp(left, std::chrono::milliseconds(0), longest);
    }
    const auto events = static_cast<short>(sent_ < question_.size() ? POLLIN | POLLOUT : POLLIN);
    std::array<pollfd, 2> waited{{{socket_.number(), events, 0}, {words_.ours(), POLLIN, 0}}};
    ::poll(waited.data(), words_.open() ? 2 : 1, static_cast<int>(longest.count()));
}

WorkerAnswer WorkerProcess::ask(const Message& question, const Patience& patience) {
    question_ = to_frame(question);
    sent_ = 0;
    received_.clear();
    words_.text.clear();
    words_.cut = false;
    try {
        for (;;) {
            const bool there = send_some() && receive_some();
            words_.drain();
            if (has_answer())
                return answered();
            if (!there)
                return ended();
            if (patience.deadline && Clock::now() >= *patience.deadline)
                return given_up(WorkerAnswer::Kind::timed_out, patience);
            if (patience.cancelled && patience.cancelled())
                return given_up(WorkerAnswer::Kind::cancelled, patience);
            wait(patience);
        }
    } catch (const std::exception&) {
        return ended();  // it does not speak as a worker does
    }
}

}  // namespace quovis::core
