// A line on the terminal while work lasts longer than a second; nothing anywhere else.
#include "tools/quovis/progress.hpp"

#include "tools/quovis/output.hpp"
#include "tools/quovis/table.hpp"
#include "tools/quovis/text.hpp"

#include <fmt/format.h>

#include <chrono>
#include <utility>

namespace quovis::cli {

Progress::Progress(std::string what) : what_(std::move(what)) {
    if (drawing_width() > 0) {
        thread_ = std::thread([this] { show(); });
    }
}

Progress::~Progress() {
    if (thread_.joinable()) {
        {
            const std::lock_guard lock(mutex_);
            stop_ = true;
        }
        stopped_.notify_one();
        thread_.join();
    }
}

void Progress::show() {
    int seconds = 0;
    std::unique_lock lock(mutex_);
    while (!stopped_.wait_for(lock, std::chrono::seconds(1), [this] { return stop_; })) {
        print_error_text(fmt::format("\r{} … {} s\033[K", printable(what_), ++seconds));
    }
    if (seconds > 0) {
        print_error_text("\r\033[K");
    }
}

}  // namespace quovis::cli
