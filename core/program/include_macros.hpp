// What `#include NAME` may mean: every header name that NAME is defined as anywhere in the texts.
// No #if and no order is looked at, so that all of its definitions count.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace quovis::core {

struct HeaderName {
    std::string name;
    bool quoted = false;
};

class HeaderMacros {
  public:
    void add_definitions(std::string_view text);

    // The names behind the first `from` ones; nothing at all when the compiler alone knows: NAME is no single word, or
    // one of its definitions is no header name.
    std::optional<std::vector<HeaderName>> names(const std::string& macro, std::size_t from) const;

    // Whether it has a definition and all of them say what they seem to: <a/b.h> does not when `a` is a macro too.
    // Right when all texts have been added.
    bool is_certain(const std::string& macro) const;

  private:
    std::map<std::string, std::vector<std::optional<HeaderName>>> definitions_;
};

}  // namespace quovis::core
