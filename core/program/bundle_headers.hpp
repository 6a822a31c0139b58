// The headers that go into a bundle with a source, so that it can be compiled where the folders are not.
#pragma once

#include "core/program/options.hpp"
#include "core/program/source.hpp"

#include <string>
#include <vector>

namespace quovis::core {

struct FoundHeaders {
    // Those in memory, and each file of the user's that an #include may lead to, under the name that the #include has
    // for it. Headers of the compilers are not among them.
    std::vector<Header> headers;
    std::vector<std::string> files;  // paths
    std::string fault;               // why one cannot be taken along; empty: all can
};
FoundHeaders headers_of(const Source& source, const Options& options);

}  // namespace quovis::core
