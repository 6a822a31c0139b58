// Reads what the fakes compile. Magic comments, each on a line of its own:
//   //! error LINE:COLUMN TEXT     also warning, note: a diagnostic; an error makes the source invalid
//   //! log TEXT                   a line of the compiler's log
//   //! cannot TEXT                the route cannot: UNAVAILABLE with that text
//   //! fail CODE TEXT             any other status
//   //! crash TEXT                 says so on stderr and ends the process by SIGABRT
//   //! allocate MIB               takes so much memory and writes to it
//   //! slow                       works until it is cancelled or its deadline passes, 10 s at most
//   //! wait FILE                  works until there is such a file, 10 s at most
//   //! global NAME BYTES          a global variable of the module
//   //! opaque                     the image does not tell the parameters of its kernels
//   //! block X Y Z                the block that its kernels require
//   //! max-threads N              threads of a block that its kernels can have
//   //! shared BYTES               static shared memory
#include "tests/fakes/parts/source.hpp"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <sstream>

namespace quovis::fakes {
namespace {

constexpr std::string_view blanks = " \t\r";

std::string_view trim(std::string_view words) {
    const std::size_t first = words.find_first_not_of(blanks);
    if (first == std::string_view::npos) {
        return {};
    }
    return words.substr(first, words.find_last_not_of(blanks) - first + 1);
}

// Takes the first word away from `rest`.
std::string_view next_word(std::string_view& rest) {
    rest = trim(rest);
    const std::size_t end = std::min(rest.find_first_of(blanks), rest.size());
    const std::string_view word = rest.substr(0, end);
    rest = trim(rest.substr(end));
    return word;
}

std::uint32_t number(std::string_view digits) {
    std::uint32_t value = 0;
    for (const char digit : digits) {
        if (digit < '0' || digit > '9' || value > 400'000'000) {
            return 0;
        }
        value = value * 10 + static_cast<std::uint32_t>(digit - '0');
    }
    return value;
}

bool is_identifier(char letter) {
    return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_';
}

// The line after "//!", or nothing.
std::optional<std::string_view> magic(std::string_view line) {
    line = trim(line);
    if (line.substr(0, 3) != "//!") {
        return std::nullopt;
    }
    return trim(line.substr(3));
}

// ---- The compiler's half ----

class Reader {
  public:
    Reader(std::map<std::string, std::string> defines, const FindHeader& find_header)
        : defines_(std::move(defines)), find_header_(find_header) {}

    void read(std::string_view name, std::string_view text, int depth) {
        std::uint32_t line = 0;
        while (!text.empty()) {
            const std::size_t end = std::min(text.find('\n'), text.size());
            read_line(name, text.substr(0, end), ++line, depth);
            text.remove_prefix(std::min(end + 1, text.size()));
        }
    }
    Reading result() {
        if (!conditions_.empty()) {
            note(QUOVIS_CC_ERROR, "", 0, 0, "unterminated conditional directive");
        }
        return std::move(reading_);
    }

  private:
    bool active() const { return std::find(conditions_.begin(), conditions_.end(), false) == conditions_.end(); }

    void note(std::int32_t severity, std::string_view file, std::uint32_t line, std::uint32_t column,
              std::string_view message) {
        reading_.notes.push_back({severity, std::string(file), line, column, std::string(message)});
    }

    void read_line(std::string_view name, std::string_view line, std::uint32_t number_of_line, int depth) {
        const std::string_view words = trim(line);
        if (!words.empty() && words.front() == '#') {
            directive(name, trim(words.substr(1)), number_of_line, depth);
            return;
        }
        if (!active()) {
            return;
        }
        if (const auto comment = magic(line)) {
            obey(name, *comment);
        } else if (const std::size_t at = line.find("undeclared_"); at != std::string_view::npos) {
            std::size_t end = at;
            while (end < line.size() && is_identifier(line[end])) {
                ++end;
            }
            note(QUOVIS_CC_ERROR, name, number_of_line, static_cast<std::uint32_t>(at + 1),
                 "use of undeclared identifier '" + std::string(line.substr(at, end - at)) + "'");
        }
        reading_.text.append(line).append("\n");
    }

    void directive(std::string_view name, std::string_view rest, std::uint32_t line, int depth) {
        const std::string_view word = next_word(rest);
        if (word == "ifdef" || word == "ifndef") {
            conditions_.push_back((defines_.count(std::string(rest)) != 0) == (word == "ifdef"));
        } else if ((word == "else" || word == "endif") && conditions_.empty()) {
            note(QUOVIS_CC_ERROR, name, line, 2, "#" + std::string(word) + " without #if");
        } else if (word == "else") {
            conditions_.back() = !conditions_.back();
        } else if (word == "endif") {
            conditions_.pop_back();
        } else if (active() && word == "define") {
            const std::string_view defined = next_word(rest);
            defines_[std::string(defined)] = std::string(rest);
        } else if (active() && (word == "error" || word == "warning")) {
            note(word == "error" ? QUOVIS_CC_ERROR : QUOVIS_CC_WARNING, name, line, 2,
                 "#" + std::string(word) + " " + std::string(rest));
        } else if (active() && word == "include") {
            include(name, rest, line, depth);
        }
    }

    void include(std::string_view name, std::string_view rest, std::uint32_t line, int depth) {
        const std::string wanted(rest.size() < 2 ? rest : rest.substr(1, rest.size() - 2));
        std::string path;
        const auto content = depth < 16 ? find_header_(wanted, path) : std::nullopt;
        if (!content) {
            note(QUOVIS_CC_ERROR, name, line, 10, "'" + wanted + "' file not found");
            return;
        }
        reading_.dependencies.push_back(path);
        read(path, *content, depth + 1);
    }

    void obey(std::string_view name, std::string_view rest) {
        const std::string_view word = next_word(rest);
        if (word == "error" || word == "warning" || word == "note") {
            const std::string_view place = next_word(rest);
            const std::size_t colon = std::min(place.find(':'), place.size());
            const std::int32_t severity =
                word == "error" ? QUOVIS_CC_ERROR : (word == "warning" ? QUOVIS_CC_WARNING : QUOVIS_CC_NOTE);
            note(severity, name, number(place.substr(0, colon)),
                 number(colon < place.size() ? place.substr(colon + 1) : "0"), rest);
        } else if (word == "log") {
            reading_.log.append(rest).append("\n");
        } else if (word == "cannot") {
            reading_.status = QUOVIS_PLUGIN_UNAVAILABLE;
            reading_.reason = rest;
        } else if (word == "fail") {
            reading_.status = static_cast<std::int32_t>(number(next_word(rest)));
            reading_.reason = rest;
        } else if (word == "crash") {
            reading_.crash = std::string(rest);
        } else if (word == "allocate") {
            reading_.allocated_mib = number(rest);
        } else if (word == "slow") {
            reading_.slow = true;
        } else if (word == "wait") {
            reading_.waits_for = std::string(rest);
        }
    }

    std::map<std::string, std::string> defines_;
    const FindHeader& find_header_;
    std::vector<bool> conditions_;
    Reading reading_;
};

// ---- The runtime's half ----

std::uint32_t size_of_type(std::string_view type) {
    static constexpr std::array<std::pair<std::string_view, std::uint32_t>, 14> sizes = {{{"char", 1},
                                                                                          {"uchar", 1},
                                                                                          {"short", 2},
                                                                                          {"ushort", 2},
                                                                                          {"half", 2},
                                                                                          {"int", 4},
                                                                                          {"uint", 4},
                                                                                          {"unsigned", 4},
                                                                                          {"float", 4},
                                                                                          {"long", 8},
                                                                                          {"ulong", 8},
                                                                                          {"double", 8},
                                                                                          {"size_t", 8},
                                                                                          {"float4", 16}}};
    for (const auto& [name, size] : sizes) {
        if (name == type) {
            return size;
        }
    }
    return 0;
}

Parameter parse_parameter(std::string_view words) {
    words = trim(words);
    std::size_t name = words.size();
    while (name > 0 && is_identifier(words[name - 1])) {
        --name;
    }
    Parameter parameter;
    parameter.name = words.substr(name);
    parameter.type = trim(words.substr(0, name));
    if (parameter.type.find('*') != std::string::npos) {
        const bool local = parameter.type.find("local") != std::string::npos;
        parameter.kind = local ? QUOVIS_RT_PARAMETER_LOCAL : QUOVIS_RT_PARAMETER_POINTER;
        parameter.size = local ? 0 : sizeof(void*);
        return parameter;
    }
    parameter.kind = QUOVIS_RT_PARAMETER_VALUE;
    parameter.size = size_of_type(std::string_view(parameter.type).substr(parameter.type.find_last_of(' ') + 1));
    return parameter;
}

// From behind "void": NAME ( PARAMETERS ).
std::optional<Kernel> parse_kernel(std::string_view rest) {
    const std::size_t open = rest.find('(');
    const std::size_t close = rest.find(')');
    if (open == std::string_view::npos || close == std::string_view::npos || close < open) {
        return std::nullopt;
    }
    Kernel kernel;
    kernel.name = trim(rest.substr(0, open));
    std::string_view list = trim(rest.substr(open + 1, close - open - 1));
    while (!list.empty()) {
        const std::size_t comma = std::min(list.find(','), list.size());
        kernel.parameters.push_back(parse_parameter(list.substr(0, comma)));
        list.remove_prefix(std::min(comma + 1, list.size()));
    }
    return kernel;
}

void parse_magic(std::string_view rest, Program& program) {
    const std::string_view word = next_word(rest);
    if (word == "global") {
        const std::string_view name = next_word(rest);
        program.globals.push_back({std::string(name), std::max(number(rest), 1u)});
    } else if (word == "symbol") {
        const std::string_view symbol = next_word(rest);
        program.symbols[std::string(symbol)] = std::string(rest);
    } else if (word == "opaque") {
        program.opaque = true;
    } else if (word == "block") {
        for (std::uint32_t& axis : program.required_block) {
            axis = number(next_word(rest));
        }
    } else if (word == "max-threads") {
        program.max_threads = number(rest);
    } else if (word == "shared") {
        program.static_shared = number(rest);
    }
}

std::uint64_t checksum(std::string_view bytes) {
    std::uint64_t hash = 14695981039346656037u;
    for (const char byte : bytes) {
        hash = (hash ^ static_cast<unsigned char>(byte)) * 1099511628211u;
    }
    return hash;
}

constexpr std::string_view image_mark = "FAKEIMG1";

}  // namespace

Reading read_source(std::string_view name, std::string_view text, std::map<std::string, std::string> defines,
                    const FindHeader& find_header) {
    Reader reader(std::move(defines), find_header);
    reader.read(name, text, 0);
    return reader.result();
}

Program parse_program(std::string_view text) {
    Program program;
    std::string_view rest = text;
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        if (const auto comment = magic(rest.substr(0, end))) {
            parse_magic(*comment, program);
        }
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    for (const std::string_view word : {"kernel", "__global__"}) {
        for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
            std::string_view behind = text.substr(at + word.size());
            if (next_word(behind) != "void") {
                continue;
            }
            if (auto kernel = parse_kernel(behind)) {
                program.kernels.push_back(std::move(*kernel));
            }
        }
    }
    return program;
}

std::string pack_image(std::string_view target, std::string_view text) {
    std::string body = std::string(target).append("\n").append(text);
    const std::uint64_t sizes[2] = {body.size(), checksum(body)};
    std::string image(image_mark);
    image.append(reinterpret_cast<const char*>(sizes), sizeof sizes);
    return image.append(body);
}

std::optional<std::string> unpack_image(std::string_view bytes, std::string& target) {
    std::uint64_t sizes[2];
    if (bytes.size() < image_mark.size() + sizeof sizes || bytes.substr(0, image_mark.size()) != image_mark) {
        return std::nullopt;
    }
    std::memcpy(sizes, bytes.data() + image_mark.size(), sizeof sizes);
    const std::string_view body = bytes.substr(image_mark.size() + sizeof sizes);
    const std::size_t line = body.find('\n');
    if (body.size() != sizes[0] || checksum(body) != sizes[1] || line == std::string_view::npos) {
        return std::nullopt;
    }
    target = body.substr(0, line);
    return std::string(body.substr(line + 1));
}

}  // namespace quovis::fakes
