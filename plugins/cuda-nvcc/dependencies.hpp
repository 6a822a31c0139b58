// Which files a compile has read, by what its preprocessor left behind. nvcc's -MD would tell too, by one more run of
// the preprocessor, whose warnings come twice then.
#pragma once

#include <string>
#include <vector>

#include "plugins/common/private_folder.hpp"

namespace quovis::nvcc {

// The files that the texts in `kept`, a folder below `folder`, were made of, each once, as the preprocessor names them.
// Those in the folders of `others` are left out.
std::vector<std::string> files_read(const plugins::PrivateFolder& folder, const std::string& kept,
                                    const std::vector<std::string>& others);

}  // namespace quovis::nvcc
