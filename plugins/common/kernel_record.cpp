#include "plugins/common/kernel_record.hpp"

#include <charconv>
#include <utility>

#include "plugins/common/elf.hpp"

namespace quovis::plugins {
namespace {

constexpr std::string_view variable = "__quovis_kernel_";
constexpr std::string_view heading = "quovis-kernel 1";
constexpr std::uint32_t largest_alignment = 128;  // of a long16
constexpr std::size_t most_bytes = 1u << 20u;     // of one record

// Takes what stands before the sign, and the sign.
std::string_view take(std::string_view& text, char sign) {
    const std::size_t at = text.find(sign);
    const std::string_view taken = text.substr(0, at);
    text.remove_prefix(at == std::string_view::npos ? text.size() : at + 1);
    return taken;
}

std::optional<std::uint32_t> number(std::string_view word) {
    std::uint32_t value = 0;
    const auto [end, failure] = std::from_chars(word.data(), word.data() + word.size(), value);
    const bool is_whole = failure == std::errc() && end == word.data() + word.size();
    return is_whole && value != 0 ? std::optional(value) : std::nullopt;
}

bool read_block(std::string_view words, KernelRecord& record) {
    for (std::uint32_t& size : record.block) {
        const auto read = number(take(words, ' '));
        if (!read) {
            return false;
        }
        size = *read;
    }
    return words.empty();
}

bool read_parameter(std::string_view fields, KernelRecord& record) {
    RecordedParameter read;
    const std::string_view kind = take(fields, '\t');
    read.type = take(fields, '\t');
    read.name = take(fields, '\t');
    const std::string_view space = take(fields, '\t');
    if (kind == "local") {
        const auto alignment = number(fields);
        if (!alignment || *alignment > largest_alignment || (*alignment & (*alignment - 1)) != 0) {
            return false;
        }
        read.kind = QUOVIS_RT_PARAMETER_LOCAL;
        read.alignment = *alignment;
    } else if (kind == "pointer") {
        read.kind = QUOVIS_RT_PARAMETER_POINTER;
    } else if (kind != "value") {
        return false;
    }
    record.parameters.push_back(std::move(read));
    return !record.parameters.back().type.empty() && !space.empty();
}

void keep(KernelRecords& records, std::string_view symbol, std::string_view text) {
    if (auto record = parse_kernel_record(text)) {
        records.insert_or_assign(std::string(symbol.substr(variable.size())), *std::move(record));
    }
}

// The bytes of `[N] = {1, 2, …}`, up to the first that is no number.
std::string bytes_of_list(std::string_view text) {
    std::string bytes;
    take(text, '{');
    while (!text.empty() && bytes.size() < most_bytes) {
        const std::size_t digit = text.find_first_not_of(" \t\r\n");
        text.remove_prefix(digit == std::string_view::npos ? text.size() : digit);
        std::uint8_t value = 0;
        const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (failure != std::errc()) {
            break;
        }
        bytes.push_back(static_cast<char>(value));
        text.remove_prefix(static_cast<std::size_t>(end - text.data()));
        if (text.substr(0, 1) != ",") {
            break;
        }
        text.remove_prefix(1);
    }
    return bytes;
}

}  // namespace

std::optional<KernelRecord> parse_kernel_record(std::string_view text) {
    text = text.substr(0, text.find('\0'));
    if (text.size() > most_bytes || take(text, '\n') != heading) {
        return std::nullopt;
    }
    KernelRecord record;
    if (text.substr(0, 6) == "block ") {
        text.remove_prefix(6);
        if (!read_block(take(text, '\n'), record)) {
            return std::nullopt;
        }
    }
    constexpr std::string_view offset = "offset\n";
    if (text.substr(0, offset.size()) == offset) {
        text.remove_prefix(offset.size());
        record.takes_offset = true;
    }
    while (!text.empty()) {
        if (!read_parameter(take(text, '\n'), record)) {
            return std::nullopt;
        }
    }
    return record;
}

KernelRecords kernel_records_of_elf(std::string_view bytes) {
    KernelRecords records;
    Elf(bytes).for_each_variable([&](std::string_view name, std::string_view content) {
        if (name.substr(0, variable.size()) == variable) {
            keep(records, name, content);
        }
    });
    return records;
}

// PTX ISA, "Initializers": an array of bytes is a list of numbers.
KernelRecords kernel_records_of_ptx(std::string_view text) {
    KernelRecords records;
    constexpr std::string_view declared = ".b8 __quovis_kernel_";
    for (std::size_t at = text.find(declared); at != std::string_view::npos; at = text.find(declared)) {
        text.remove_prefix(at + 4);
        const std::string_view name = text.substr(0, text.find('['));
        const std::size_t end = text.find(';');
        if (name.size() < text.size() && end != std::string_view::npos) {
            keep(records, name, bytes_of_list(text.substr(0, end)));
        }
    }
    return records;
}

}  // namespace quovis::plugins
