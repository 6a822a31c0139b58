// What an image depends on, as labelled fields, and the key made of them. Two compiles with equal fields make images
// that do the same; the fields are kept with the image, so that a hit is compared with them and a miss explained.
#pragma once

#include "core/program/include_scan.hpp"
#include "core/support/hash.hpp"

#include <string>
#include <vector>

namespace quovis::core {

struct CompileRequest;
class Plugin;

struct CacheKey {
    std::vector<KeyField> fields;
    Hash hash;  // of the fields, each label and value with its length

    std::string hex() const { return hash.hex(); }
};

CacheKey make_key(std::vector<KeyField> fields);

// The key of a compile, or why it cannot have one.
struct KeyedCompile {
    CacheKey key;
    std::vector<std::string> files;  // headers that were read for it
    std::string bypass;              // why the compile must not be cached; empty: it may
};
// Looks at every header that the source reaches. Opens no compiler. Does not throw for what the compiler will refuse.
KeyedCompile key_of(Plugin& plugin, const CompileRequest& request);

}  // namespace quovis::core
