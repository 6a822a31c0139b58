// What `quovis run` shows and keeps of its arguments: --print N[:COUNT], --save N=FILE.
#include "tools/quovis/results.hpp"

#include "tools/quovis/failure.hpp"
#include "tools/quovis/npy.hpp"
#include "tools/quovis/output.hpp"
#include "tools/quovis/png.hpp"
#include "tools/quovis/text.hpp"

#include <fmt/format.h>

#include <cstring>
#include <list>
#include <string_view>

namespace quovis::cli {
namespace {

enum class FileKind { raw, npy, png };

FileKind kind_of(const std::string& path) {
    if (path.ends_with(".bin")) {
        return FileKind::raw;
    }
    if (path.ends_with(".npy")) {
        return FileKind::npy;
    }
    if (path.ends_with(".png")) {
        return FileKind::png;
    }
    throw usage_failure(fmt::format("'{}' cannot be saved: its ending is none of .bin, .npy and .png", path));
}

const Argument& argument_at(std::string_view option, std::string_view word, const std::vector<Argument>& arguments) {
    const std::optional<std::uint64_t> index = parse_count(word);
    if (!index || *index >= arguments.size()) {
        const std::string known =
            arguments.empty() ? "there are none" : fmt::format("they are 0 to {}", arguments.size() - 1);
        throw usage_failure(fmt::format("{}: '{}' is no argument's number; {}", option, word, known));
    }
    return arguments[static_cast<std::size_t>(*index)];
}

std::vector<std::uint64_t> parse_shape(const std::string& word) {
    const std::vector<std::string> sides = split(word, 'x');
    const auto width = parse_count(sides.front());
    const auto height = parse_count(sides.back());
    if (sides.size() != 2 || !width || !height || *width == 0 || *height == 0 || *width > 32768 || *height > 32768) {
        throw usage_failure(fmt::format("--shape is '{}'; it must be WIDTHxHEIGHT, each from 1 to 32768", word));
    }
    return {*height, *width};
}

// Height, width and, for RGBA, 4: from --shape, or from the picture that the argument began as.
std::vector<std::uint64_t> picture_shape(const Argument& argument, const std::string& path, const std::string& word) {
    if (argument.type->id != Scalar::u8) {
        throw usage_failure(
            fmt::format("'{}': a picture is of type u8; argument {} is {}", path, argument.index, argument.type->name));
    }
    if (word.empty() && argument.shape.size() < 2) {
        throw usage_failure(fmt::format("'{}': a picture needs its size", path), "add --shape WIDTHxHEIGHT");
    }
    std::vector<std::uint64_t> shape = word.empty() ? argument.shape : parse_shape(word);
    const std::uint64_t pixels = shape[0] * shape[1];
    if (argument.count != pixels && argument.count != pixels * 4) {
        throw usage_failure(fmt::format("'{}': argument {} has {} bytes; {} x {} pixels take {} in grey and {} in RGBA",
                                        path, argument.index, argument.count, shape[1], shape[0], pixels, pixels * 4));
    }
    shape.resize(2);
    if (argument.count != pixels) {
        shape.push_back(4);
    }
    return shape;
}

void save_picture(OutputFile& file, const SaveRequest& request, const Argument& argument, const Buffer& buffer) {
    Picture picture;
    picture.height = static_cast<std::uint32_t>(request.shape[0]);
    picture.width = static_cast<std::uint32_t>(request.shape[1]);
    picture.channels = request.shape.size() > 2 ? 4 : 1;
    picture.bytes.resize(argument.count);
    buffer.read(picture.bytes.data(), picture.bytes.size());
    const std::vector<unsigned char> bytes = png_bytes(picture, request.path);
    file.write(bytes.data(), bytes.size());
}

void save_array(OutputFile& file, const SaveRequest& request, const Argument& argument, const Buffer& buffer) {
    if (kind_of(request.path) == FileKind::npy) {
        const std::string header = npy_header(argument.type->npy, request.shape);
        file.write(header.data(), header.size());
    }
    download(buffer, argument, argument.count,
             [&](const std::byte* data, std::size_t count) { file.write(data, count * argument.type->bytes); });
}

// Calls `each` with the bytes of every element that the request asks for.
void for_each_element(const PrintRequest& request, const Argument& argument, const Buffer& buffer, const auto& each) {
    if (argument.kind == ArgumentKind::value) {
        each(argument.value.data());
        return;
    }
    download(buffer, argument, request.count.value_or(argument.count), [&](const std::byte* data, std::size_t count) {
        for (std::size_t i = 0; i < count; ++i) {
            each(data + i * argument.type->bytes);
        }
    });
}

}  // namespace

std::vector<PrintRequest> parse_prints(const std::vector<std::string>& words, const std::vector<Argument>& arguments) {
    std::vector<PrintRequest> requests;
    for (const std::string& word : words) {
        const std::size_t colon = word.find(':');
        const Argument& argument = argument_at("--print", word.substr(0, colon), arguments);
        if (argument.kind == ArgumentKind::local) {
            throw usage_failure(
                fmt::format("--print: argument {} is local memory, which is gone after the launch", argument.index));
        }
        PrintRequest request{argument.index, std::nullopt};
        if (colon != std::string::npos) {
            const std::optional<std::uint64_t> count = parse_count(word.substr(colon + 1));
            const std::uint64_t most = argument.kind == ArgumentKind::value ? 1 : argument.count;
            if (!count || *count == 0 || *count > most) {
                throw usage_failure(fmt::format("--print: '{}' is no number of elements; argument {} has {}",
                                                word.substr(colon + 1), argument.index, most));
            }
            request.count = static_cast<std::size_t>(*count);
        }
        requests.push_back(request);
    }
    return requests;
}

std::vector<SaveRequest> parse_saves(const std::vector<std::string>& words, const std::string& shape,
                                     const std::vector<Argument>& arguments) {
    std::vector<SaveRequest> requests;
    for (const std::string& word : words) {
        const std::size_t equals = word.find('=');
        if (equals == std::string::npos || equals + 1 == word.size()) {
            throw usage_failure(fmt::format("--save: '{}' is not of the form N=FILE", word));
        }
        const Argument& argument = argument_at("--save", word.substr(0, equals), arguments);
        if (argument.kind != ArgumentKind::buffer) {
            throw usage_failure(fmt::format("--save: argument {} is no buffer", argument.index));
        }
        SaveRequest request{argument.index, word.substr(equals + 1), argument.shape};
        if (kind_of(request.path) == FileKind::png) {
            request.shape = picture_shape(argument, request.path, shape);
        }
        requests.push_back(std::move(request));
    }
    if (!shape.empty()) {
        (void)parse_shape(shape);
    }
    return requests;
}

void print_results(const std::vector<PrintRequest>& requests, const std::vector<Argument>& arguments,
                   const std::vector<Buffer>& buffers) {
    for (const PrintRequest& request : requests) {
        const Argument& argument = arguments[request.index];
        std::string line = fmt::format("arg {}:", request.index);
        for_each_element(request, argument, buffers[request.index], [&](const std::byte* element) {
            line += ' ';
            line += format_scalar(*argument.type, element);
            if (line.size() > 64 * 1024) {
                print(line);
                line.clear();
            }
        });
        print(line + "\n");
    }
}

Json results_to_json(const std::vector<PrintRequest>& requests, const std::vector<Argument>& arguments,
                     const std::vector<Buffer>& buffers) {
    Json list = Json::array();
    for (const PrintRequest& request : requests) {
        const Argument& argument = arguments[request.index];
        Json values = Json::array();
        for_each_element(request, argument, buffers[request.index],
                         [&](const std::byte* element) { values.push_back(scalar_to_json(*argument.type, element)); });
        list.push_back({{"index", request.index}, {"type", argument.type->name}, {"values", std::move(values)}});
    }
    return list;
}

void save_results(const std::vector<SaveRequest>& requests, const std::vector<Argument>& arguments,
                  const std::vector<Buffer>& buffers) {
    std::list<OutputFile> files;
    for (const SaveRequest& request : requests) {
        OutputFile& file = files.emplace_back(request.path);
        if (kind_of(request.path) == FileKind::png) {
            save_picture(file, request, arguments[request.index], buffers[request.index]);
        } else {
            save_array(file, request, arguments[request.index], buffers[request.index]);
        }
    }
    for (OutputFile& file : files) {
        file.commit();
    }
}

}  // namespace quovis::cli
