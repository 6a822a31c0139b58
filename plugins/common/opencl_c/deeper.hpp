// Guards of the parser: one level of nesting, one scope.
#pragma once

#include "plugins/common/opencl_c/parser.hpp"

namespace quovis::opencl_c {

// The stack is not ours: what nests deeper is refused.
class Parser::Deeper {
  public:
    explicit Deeper(Parser& parser) : parser_(parser) {
        if (++parser.depth_ > most_levels) {
            parser.refuse(parser.at_, "this is nested too deep");
        }
    }
    Deeper(const Deeper&) = delete;
    Deeper& operator=(const Deeper&) = delete;
    ~Deeper() { --parser_.depth_; }

  private:
    static constexpr unsigned most_levels = 512;  // 256 parentheses, some 120 blocks of `if`; below 1 MiB of stack
    Parser& parser_;
};

class Parser::InScope {
  public:
    explicit InScope(Parser& parser) : parser_(parser), symbols_(parser.symbols_.size()) { ++parser.scope_depth_; }
    InScope(const InScope&) = delete;
    InScope& operator=(const InScope&) = delete;
    ~InScope() { parser_.leave_scope(symbols_); }

  private:
    Parser& parser_;
    std::size_t symbols_;
};

}  // namespace quovis::opencl_c
