// What must hold of a bundle's content, whether it is about to be written or was just read from a file of others.
#pragma once

#include "core/program/bundle.hpp"

#include <string>

namespace quovis::core {

// What is wrong, for people ("the source 'a/b.cl' has a '/' in its name"); empty: nothing.
std::string fault_of(const Bundle& bundle);

}  // namespace quovis::core
