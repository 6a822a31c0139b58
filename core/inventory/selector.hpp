// The words that choose routes: "cuda:1", "opencl:cpu", "gpu, cpu", "uuid=…", "!opencl".
// The grammar is in config/README.md.
#pragma once

#include "core/inventory/route.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace quovis::core {

class Selector {
  public:
    // Throws Error (invalid selector) that names the part and lists the words.
    static Selector parse(std::string_view text);

    // Throws Error (invalid selector) when a term names a runtime that is not among these.
    void require_runtimes(const std::vector<std::string>& known) const;

    // The routes that match, by order of preference; a route comes once.
    std::vector<std::shared_ptr<Route>> choose(const std::vector<std::shared_ptr<Route>>& routes) const;
    bool matches(const Route& route, const std::vector<std::shared_ptr<Route>>& routes) const;

  private:
    struct Term {
        bool excludes = false;
        bool any = false;
        std::string runtime;                     // empty: every runtime
        std::optional<quovis_device_type> type;  // none: every type
        std::optional<std::size_t> index;        // among the routes that match the rest of the term
        std::string uuid;
        std::string pci;
    };

    static Term parse_term(std::string_view text);
    static bool matches_words(const Term& term, const Route& route);
    static std::vector<std::shared_ptr<Route>> matching(const Term& term,
                                                        const std::vector<std::shared_ptr<Route>>& routes);

    std::vector<Term> terms_;
};

// What is wrong with a selector; nothing when it is right. For the configuration's reader.
std::optional<std::string> selector_fault(std::string_view text);

}  // namespace quovis::core
