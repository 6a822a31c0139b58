// Symbols of name expressions: a device pointer is initialised with each, and the PTX shows what it points to.
// The pointers come behind the source, so that its lines stay where they are.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "plugins/common/diagnostics.hpp"
#include "plugins/common/result.hpp"

namespace quovis::nvcc {

class NameExpressions {
  public:
    // `source` makes the pointers' names differ from those of other sources, with which the image may be linked.
    NameExpressions(std::vector<std::string> expressions, std::string_view source);

    bool empty() const { return expressions_.empty(); }
    // To be put behind the source.
    std::string text() const;
    // Throws PluginError (SOURCE_INVALID) for an expression that is no address of a kernel or variable.
    std::vector<plugins::Symbol> symbols(std::string_view ptx) const;
    // Messages about text() are told as about the expression.
    void tell(std::vector<plugins::Diagnostic>& diagnostics) const;

  private:
    std::string pointer(std::size_t index) const;

    std::vector<std::string> expressions_;
    std::string prefix_;
};

}  // namespace quovis::nvcc
