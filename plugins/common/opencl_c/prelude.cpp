// Cuts the device library into pieces and puts those together that a program needs.
#include "plugins/common/opencl_c/prelude.hpp"

#include <array>
#include <cstddef>
#include <unordered_map>
#include <vector>

#include "plugins/common/opencl_c/define.hpp"
#include "plugins/common/opencl_c/device_texts.hpp"
#include "plugins/common/opencl_c/names_of.hpp"

namespace quovis::opencl_c {
namespace {

enum class For { both, cuda, hip };

struct File {
    std::string_view name;
    For vendor;
};

// In this order: each uses only what stands before it.
constexpr File files[] = {
    {"cuda.h", For::cuda},          {"hip.h", For::hip},         {"base.h", For::both},
    {"vec.h", For::both},           {"each.h", For::both},       {"choose.h", For::both},
    {"rounding_cuda.h", For::cuda}, {"rounding.h", For::hip},    {"half_bits.h", For::both},
    {"half_class.h", For::cuda},    {"half.h", For::both},       {"convert.h", For::both},
    {"memory.h", For::both},        {"work_items.h", For::both}, {"atomics_cuda.h", For::cuda},
    {"atomics_hip.h", For::hip},    {"atomics.h", For::both},    {"integer.h", For::both},
    {"common.h", For::both},        {"math.h", For::both},       {"math_own.h", For::both},
    {"math_cuda.h", For::cuda},     {"math_hip.h", For::hip},    {"math_fast_cuda.h", For::cuda},
    {"math_fast_hip.h", For::hip},  {"math_half.h", For::both},  {"relational.h", For::both},
    {"geometric.h", For::both},     {"shuffle.h", For::both},    {"subgroups.h", For::both},
    {"output.h", For::both},
};

std::string_view text_of(std::string_view file) {
    for (std::size_t index = 0; index < device_text_count; ++index) {
        if (device_texts[index].file == file) {
            return device_texts[index].text;
        }
    }
    return {};
}

// What is taken as a whole: `//: names` begins a piece, which gives these names and ends where the next begins.
struct Piece {
    std::string text;
    std::vector<std::size_t> needs;  // pieces whose names occur in the text
    bool always = false;
};

class Library {
  public:
    explicit Library(Vendor vendor) {
        for (const File& file : files) {
            if (file.vendor == For::both || (file.vendor == For::cuda) == (vendor == Vendor::cuda)) {
                cut(text_of(file.name));
            }
        }
        for (Piece& piece : pieces_) {
            for_each_name(piece.text, [&](std::string_view name) {
                if (const auto found = givers_.find(name); found != givers_.end()) {
                    piece.needs.insert(piece.needs.end(), found->second.begin(), found->second.end());
                }
            });
        }
    }

    // In their order.
    std::vector<std::string_view> texts_for(const UsedNames& used) const {
        std::vector<bool> taken(pieces_.size());
        for (std::size_t index = 0; index < pieces_.size(); ++index) {
            if (pieces_[index].always) {
                take(index, taken);
            }
        }
        for (const std::string_view name : used) {
            if (const auto found = givers_.find(name); found != givers_.end()) {
                for (const std::size_t index : found->second) {
                    take(index, taken);
                }
            }
        }
        std::vector<std::string_view> texts;
        texts.reserve(pieces_.size());
        for (std::size_t index = 0; index < pieces_.size(); ++index) {
            if (taken[index]) {
                texts.push_back(pieces_[index].text);
            }
        }
        return texts;
    }

  private:
    static constexpr std::string_view mark = "//: ";

    void cut(std::string_view text) {
        begin_piece("*");
        while (!text.empty()) {
            const std::size_t end = text.find('\n');
            std::string_view line = text.substr(0, end);
            text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
            if (line.substr(0, mark.size()) == mark) {
                begin_piece(line.substr(mark.size()));
                continue;
            }
            line = line.substr(0, line.find("//"));  // comments are for people
            line = line.substr(0, line.find_last_not_of(' ') + 1);
            if (!line.empty()) {
                pieces_.back().text.append(line).push_back('\n');
            }
        }
    }

    void begin_piece(std::string_view names) {
        pieces_.emplace_back();
        pieces_.back().always = names == "*";
        for_each_name(names, [&](std::string_view name) { givers_[name].push_back(pieces_.size() - 1); });
    }

    void take(std::size_t first, std::vector<bool>& taken) const {
        if (taken[first]) {
            return;
        }
        std::vector<std::size_t> wanted{first};
        while (!wanted.empty()) {
            const std::size_t index = wanted.back();
            wanted.pop_back();
            if (!taken[index]) {
                taken[index] = true;
                wanted.insert(wanted.end(), pieces_[index].needs.begin(), pieces_[index].needs.end());
            }
        }
    }

    std::vector<Piece> pieces_;
    std::unordered_map<std::string_view, std::vector<std::size_t>> givers_;
};

constexpr std::string_view undef = "#undef ";

// A vendor's headers may have macros of the names that a program uses, which has no macros left by now.
bool may_be_macro(std::string_view name) {
    return name.front() != '_' && name != "defined";
}

}  // namespace

UsedNames names_in(std::string_view text) {
    UsedNames names;
    for_each_name(text, [&](std::string_view name) { names.insert(name); });
    return names;
}

void add_prelude(std::string& to, Vendor vendor, const UsedNames& used, std::size_t room_behind) {
    static const std::array<Library, 2> libraries{Library(Vendor::cuda), Library(Vendor::hip)};
    const std::vector<std::string_view> texts = libraries[vendor == Vendor::cuda ? 0 : 1].texts_for(used);
    std::size_t size = to.size() + room_behind;
    for (const std::string_view name : used) {
        size += undef.size() + name.size() + 1;
    }
    for (const std::string_view text : texts) {
        size += text.size();
    }
    to.reserve(size);
    for (const std::string_view name : used) {
        if (may_be_macro(name)) {
            to.append(undef).append(name).push_back('\n');
        }
    }
    for (const std::string_view text : texts) {
        to += text;
    }
}

const MacroTable& predefined_macros() {
    static TextStore texts;
    static const MacroTable macros = definitions(text_of("macros.h"), texts);
    return macros;
}

}  // namespace quovis::opencl_c
