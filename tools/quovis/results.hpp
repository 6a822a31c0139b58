// What `quovis run` shows and keeps of its arguments: --print N[:COUNT], --save N=FILE.
#pragma once

#include "tools/quovis/arguments.hpp"
#include "tools/quovis/json.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace quovis::cli {

struct PrintRequest {
    std::size_t index = 0;
    std::optional<std::size_t> count;  // elements; none: all
};

struct SaveRequest {
    std::size_t index = 0;
    std::string path;
    std::vector<std::uint64_t> shape;  // as the file will tell it: height, width, channels for a picture
};

// All are checked against the arguments here, before anything runs. `shape` is the word behind --shape, or empty.
std::vector<PrintRequest> parse_prints(const std::vector<std::string>& words, const std::vector<Argument>& arguments);
std::vector<SaveRequest> parse_saves(const std::vector<std::string>& words, const std::string& shape,
                                     const std::vector<Argument>& arguments);

// `buffers` has a place for every argument, empty for one that is no buffer.
void print_results(const std::vector<PrintRequest>& requests, const std::vector<Argument>& arguments,
                   const std::vector<Buffer>& buffers);
Json results_to_json(const std::vector<PrintRequest>& requests, const std::vector<Argument>& arguments,
                     const std::vector<Buffer>& buffers);
// All files, or none.
void save_results(const std::vector<SaveRequest>& requests, const std::vector<Argument>& arguments,
                  const std::vector<Buffer>& buffers);

}  // namespace quovis::cli
