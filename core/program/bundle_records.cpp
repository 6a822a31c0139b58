// Field by field, in the order of BUNDLE.md.
#include "core/program/bundle_records.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <memory>
#include <optional>

namespace quovis::core {
namespace {

void put_count(ByteWriter& to, std::size_t count) {
    to.number(static_cast<std::uint32_t>(count));
}

void put_record(ByteWriter& to, const ByteWriter& record) {
    to.text(record.bytes());
}

// Those of the options that are on, off or not set: 2, 1, 0.
constexpr std::optional<bool> RuleOptions::*switches[] = {
    &RuleOptions::debug,       &RuleOptions::line_info, &RuleOptions::fast_math, &RuleOptions::warnings_as_errors,
    &RuleOptions::relocatable,
};

void put_options(ByteWriter& to, const Options& options, Contents& contents) {
    to.number(static_cast<std::uint8_t>(options.optimize ? *options.optimize + 1 : 0));
    for (const auto one : switches) {
        const auto& value = options.*one;
        to.number(static_cast<std::uint8_t>(value ? *value + 1 : 0));
    }
    to.number(options.max_registers.value_or(0));
    to.text(options.standard.value_or(""));
    put_count(to, options.defines.size());
    for (const auto& [name, value] : options.defines) {
        to.text(name);
        to.number(static_cast<std::uint8_t>(value.has_value()));
        to.text(value.value_or(""));
    }
    put_count(to, options.headers.size());
    for (const auto& header : options.headers) {
        to.text(header.name);
        contents.push_back(header.content);
    }
    put_count(to, options.name_expressions.size());
    for (const auto& expression : options.name_expressions)
        to.text(expression);
}

Options read_options(ByteReader& from, ContentReader& contents) {
    Options options;
    if (const auto optimize = from.choice(4, "a level of optimization"))
        options.optimize = optimize - 1;
    for (const auto one : switches)
        if (const auto value = from.choice(2, "an option"))
            options.*one = value == 2;
    if (const auto registers = from.number<std::uint32_t>())
        options.max_registers = registers;
    if (auto standard = from.text(); !standard.empty())
        options.standard = std::move(standard);
    for (auto left = from.count(9, "defines"); left > 0; --left) {
        auto name = from.text();
        const bool has_value = from.choice(1, "whether a define has a value") != 0;
        auto value = from.text();
        options.defines.emplace_back(std::move(name),
                                     has_value ? std::optional(std::move(value)) : std::optional<std::string>());
    }
    for (auto left = from.count(4, "headers"); left > 0; --left) {
        auto name = from.text();
        options.headers.push_back({std::move(name), contents.next()});
    }
    for (auto left = from.count(4, "name expressions"); left > 0; --left)
        options.name_expressions.push_back(from.text());
    return options;
}

void put_kernel(ByteWriter& to, const KernelFacts& kernel) {
    to.text(kernel.name);
    to.number(static_cast<std::uint8_t>(kernel.has_parameters));
    put_count(to, kernel.parameters.size());
    for (const auto& parameter : kernel.parameters) {
        to.number(static_cast<std::uint8_t>(parameter.kind));
        to.number(static_cast<std::uint64_t>(parameter.size));
        to.number(static_cast<std::uint64_t>(parameter.alignment));
        to.number(static_cast<std::uint8_t>(parameter.offset.has_value()));
        to.number(static_cast<std::uint64_t>(parameter.offset.value_or(0)));
        to.text(parameter.name);
        to.text(parameter.type);
    }
    const auto& numbers = kernel.numbers;
    for (const std::uint32_t number :
         {numbers.registers, numbers.max_threads_per_block, numbers.required_block[0], numbers.required_block[1],
          numbers.required_block[2], numbers.preferred_multiple})
        to.number(number);
    for (const std::uint64_t number :
         {std::uint64_t{numbers.static_shared_memory}, std::uint64_t{numbers.local_memory},
          std::uint64_t{numbers.constant_memory}, std::uint64_t{numbers.max_dynamic_shared_memory}})
        to.number(number);
}

Parameter read_parameter(ByteReader& from) {
    Parameter parameter;
    parameter.kind = static_cast<quovis_parameter_kind>(from.choice(QUOVIS_PARAMETER_LOCAL, "the kind of a parameter"));
    parameter.size = from.number<std::uint64_t>();
    parameter.alignment = from.number<std::uint64_t>();
    const bool has_offset = from.choice(1, "whether a parameter has an offset") != 0;
    const auto offset = from.number<std::uint64_t>();
    if (has_offset)
        parameter.offset = offset;
    parameter.name = from.text();
    parameter.type = from.text();
    return parameter;
}

KernelFacts read_kernel(ByteReader& from) {
    KernelFacts kernel;
    kernel.name = from.text();
    kernel.has_parameters = from.choice(1, "whether a kernel has parameters") != 0;
    for (auto left = from.count(34, "parameters"); left > 0; --left)
        kernel.parameters.push_back(read_parameter(from));
    auto& numbers = kernel.numbers;
    numbers.struct_size = sizeof numbers;
    for (auto* number : {&numbers.registers, &numbers.max_threads_per_block, &numbers.required_block[0],
                         &numbers.required_block[1], &numbers.required_block[2], &numbers.preferred_multiple})
        *number = from.number<std::uint32_t>();
    for (auto* number : {&numbers.static_shared_memory, &numbers.local_memory, &numbers.constant_memory,
                         &numbers.max_dynamic_shared_memory})
        *number = from.number<std::uint64_t>();
    return kernel;
}

}  // namespace

void put(ByteWriter& to, const PackedSource& source, Contents& contents) {
    ByteWriter record;
    record.text(source.name);
    record.text(source.language);
    record.number(static_cast<std::uint8_t>(source.text.has_value()));
    if (source.text) {
        contents.push_back(*source.text);
        put_options(record, source.options, contents);
    }
    put_record(to, record);
}

void put(ByteWriter& to, const PackedImage& packed, Contents& contents) {
    const Image& image = *packed.image;
    ByteWriter record;
    record.number(static_cast<std::uint32_t>(packed.source));
    record.text(image.target);
    record.text(image.format);
    record.text(image.compiler);
    record.text(packed.identity);
    record.text(packed.options);
    contents.push_back(image.bytes);
    put_count(record, image.symbols.size());
    for (const auto& [expression, symbol] : image.symbols) {
        record.text(expression);
        record.text(symbol);
    }
    record.number(static_cast<std::uint8_t>(packed.kernels.has_value()));
    if (packed.kernels) {
        put_count(record, packed.kernels->size());
        for (const auto& kernel : *packed.kernels)
            put_kernel(record, kernel);
    }
    put_record(to, record);
}

PackedSource read_source(ByteReader& directory, ContentReader& contents) {
    ByteReader from(directory.raw(directory.number<std::uint32_t>()));
    PackedSource source;
    source.name = from.text();
    source.language = from.text();
    if (from.choice(1, "whether a source has its text") != 0) {
        source.text = contents.next();
        source.options = read_options(from, contents);
    }
    return source;
}

PackedImage read_image(ByteReader& directory, ContentReader& contents, const std::vector<PackedSource>& sources) {
    ByteReader from(directory.raw(directory.number<std::uint32_t>()));
    PackedImage packed;
    auto image = std::make_shared<Image>();
    packed.source = from.number<std::uint32_t>();
    image->target = from.text();
    image->format = from.text();
    image->compiler = from.text();
    packed.identity = from.text();
    packed.options = from.text();
    image->command = packed.options;
    image->bytes = contents.next();
    for (auto left = from.count(8, "symbols"); left > 0; --left) {
        auto expression = from.text();
        image->symbols.emplace_back(std::move(expression), from.text());
    }
    if (from.choice(1, "whether the kernels of an image are known") != 0) {
        packed.kernels.emplace();
        for (auto left = from.count(65, "kernels"); left > 0; --left)
            packed.kernels->push_back(read_kernel(from));
    }
    if (packed.source < sources.size())
        image->name = sources[packed.source].name;
    image->origin.found = "bundle";
    packed.image = std::move(image);
    return packed;
}

}  // namespace quovis::core
