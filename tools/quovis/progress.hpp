// A line on the terminal while work lasts longer than a second; nothing anywhere else.
#pragma once

#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace quovis::cli {

class Progress {
  public:
    explicit Progress(std::string what);  // "compiling k.cu"
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

  private:
    void show();

    std::string what_;
    std::mutex mutex_;
    std::condition_variable stopped_;
    bool stop_ = false;
    std::thread thread_;
};

}  // namespace quovis::cli
