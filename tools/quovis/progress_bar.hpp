// A bar on the terminal for work of a known number of steps; nothing anywhere else.
#pragma once

#include <cstddef>
#include <string>

namespace quovis::cli {

class ProgressBar {
  public:
    ProgressBar();
    ~ProgressBar() { clear(); }
    ProgressBar(const ProgressBar&) = delete;
    ProgressBar& operator=(const ProgressBar&) = delete;

    void show(std::size_t done, std::size_t count, const std::string& what);
    // Takes the line away, for text that is to stay.
    void clear();

  private:
    std::size_t width_;  // of the terminal; 0: there is none
    bool shown_ = false;
};

// "█████░░░░░ 2/4 saxpy.cl for sm_90", in at most `width` columns; without the bar where they are few.
std::string bar_text(std::size_t done, std::size_t count, const std::string& what, std::size_t width);

}  // namespace quovis::cli
