// Compilers find a header in memory by the name in the #include, whoever includes it: one name can have one text only.
#include "core/program/bundle_headers.hpp"

#include "core/program/include_scan.hpp"
#include "core/support/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

namespace quovis::core {
namespace {

bool is_among(const std::vector<Header>& headers, const std::string& name) {
    return std::any_of(headers.begin(), headers.end(), [&](const Header& one) { return one.name == name; });
}

}  // namespace

FoundHeaders headers_of(const Source& source, const Options& options) {
    IncludeScanRequest request{source.name, source.text, options.headers, options.include_directories,
                               {},          {},          options.defines};
    request.beside_source = true;
    request.keep_texts = true;
    auto scan = scan_includes(request);
    FoundHeaders found{options.headers, std::move(scan.files), std::move(scan.bypass)};
    std::map<std::string_view, const NamedHeader*> names;
    for (const auto& header : scan.texts) {
        if (is_among(options.headers, header.name))
            continue;
        if (header.name.starts_with('/'))
            found.fault = fmt::format("{} is included by its absolute path", in_quotes(header.name));
        const auto [known, is_new] = names.emplace(header.name, &header);
        if (is_new)
            found.headers.push_back({header.name, header.text});
        else if (known->second->text != header.text)
            found.fault = fmt::format("{} is the name of both '{}' and '{}'", in_quotes(header.name),
                                      known->second->path, header.path);
    }
    return found;
}

}  // namespace quovis::core
