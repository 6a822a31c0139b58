// The forms of the three kinds of image that the driver loads.
// ELF: System V ABI, chapter 4; its flags in a cubin: CUDA's own, as LLVM's BinaryFormat/ELF.h lists them. PTX and its
// versions: PTX ISA, sections "Directives" and "Release notes".
#include "plugins/cuda/image.hpp"

#include <elf.h>
#include <fmt/format.h>

#include <charconv>
#include <cstring>
#include <optional>
#include <string>
#include <utility>

#include "plugins/common/elf.hpp"
#include "plugins/common/error.hpp"
#include "plugins/common/text.hpp"
#include "plugins/cuda/target.hpp"

namespace quovis::cuda {
namespace {

using plugins::PluginError;
using plugins::read_at;

constexpr Elf64_Half machine_cuda = 190;  // EM_CUDA
constexpr std::uint32_t fatbin_magic = 0xBA55ED50u;
constexpr std::string_view blanks = " \t\r\n";

[[noreturn]] void reject(const quovis_rt_image& image, std::string_view reason, std::string hint = {}) {
    throw PluginError(QUOVIS_PLUGIN_IMAGE_REJECTED, fmt::format("{} {}", naming(image), reason), std::move(hint));
}

bool within(std::string_view bytes, std::uint64_t offset, std::uint64_t size) {
    return offset <= bytes.size() && size <= bytes.size() - offset;
}

// Sections whose bytes are in the file. CUDA has types of its own without any, so only the well-known ones are judged.
bool has_bytes(const Elf64_Shdr& section) {
    return section.sh_type == SHT_PROGBITS || section.sh_type == SHT_SYMTAB || section.sh_type == SHT_STRTAB ||
           section.sh_type == SHT_REL || section.sh_type == SHT_RELA;
}

void check_sections(const quovis_rt_image& image, std::string_view bytes, const Elf64_Ehdr& header) {
    if (header.e_shoff == 0 || header.e_shnum == 0 || header.e_shentsize != sizeof(Elf64_Shdr)) {
        reject(image, "is not a whole cubin: it has no section table");
    }
    for (unsigned index = 0; index < header.e_shnum; ++index) {
        const auto section = read_at<Elf64_Shdr>(bytes, header.e_shoff + std::uint64_t{index} * sizeof(Elf64_Shdr));
        if (!section || (has_bytes(*section) && !within(bytes, section->sh_offset, section->sh_size))) {
            reject(image, fmt::format("is not a whole cubin: its {} bytes end before section {} of {}", bytes.size(),
                                      index, header.e_shnum));
        }
    }
}

// The compute capability that a cubin's header names, as 90; 0 for a version of the format that is not known here.
int cubin_number(const Elf64_Ehdr& header) {
    switch (header.e_ident[EI_ABIVERSION]) {
        case 7:
            return static_cast<int>(header.e_flags & 0xffu);
        case 8:
            return static_cast<int>((header.e_flags >> 8u) & 0xffu);
        default:
            return 0;
    }
}

void require_binary(const Device& device, const quovis_rt_image& image, const Target& target) {
    if (!runs_binary(target, device.facts.major, device.facts.minor)) {
        reject(image,
               fmt::format("is machine code for {}, which {}, an {}, cannot run", target.real_name(), naming(device),
                           device.facts.target),
               fmt::format("Compile for {}, or to `ptx` for this or an older target.", device.facts.target));
    }
}

Elf64_Ehdr whole_cubin(const quovis_rt_image& image, std::string_view bytes) {
    const auto header = read_at<Elf64_Ehdr>(bytes, 0);
    if (!header || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0) {
        reject(image, "is not a cubin: it does not begin as an ELF file does");
    }
    if (header->e_ident[EI_CLASS] != ELFCLASS64 || header->e_ident[EI_DATA] != ELFDATA2LSB ||
        header->e_machine != machine_cuda) {
        reject(image, fmt::format("is not a cubin: it is an ELF file for machine {}; a cubin's is {}",
                                  header->e_machine, machine_cuda));
    }
    check_sections(image, bytes, *header);
    if (!within(bytes, header->e_phoff, std::uint64_t{header->e_phnum} * header->e_phentsize)) {
        reject(image, fmt::format("is not a whole cubin: its {} bytes end before its program headers", bytes.size()));
    }
    return *header;
}

void check_cubin(const Device& device, const quovis_rt_image& image, std::string_view bytes) {
    const int number = cubin_number(whole_cubin(image, bytes));
    const auto named = parse_target(plugins::view(image.target));
    if (!named && number >= 10) {
        require_binary(device, image, target_of(number));
    }
}

void whole_fatbin(const quovis_rt_image& image, std::string_view bytes) {
    struct Header {
        std::uint32_t magic;
        std::uint16_t version;
        std::uint16_t header_size;
        std::uint64_t size;
    };
    const auto header = read_at<Header>(bytes, 0);
    if (!header || header->magic != fatbin_magic) {
        reject(image, "is not a fatbin: it does not begin with the number 0xBA55ED50");
    }
    if (!within(bytes, header->header_size, header->size)) {
        reject(image, fmt::format("is not a whole fatbin: it says it has {} bytes and has {}",
                                  header->header_size + header->size, bytes.size()));
    }
}

// What follows a directive at the start of a line: "9.0" after ".version".
std::string_view directive(std::string_view text, std::string_view name) {
    for (std::size_t at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
        const std::size_t line = at == 0 ? 0 : text.rfind('\n', at - 1) + 1;
        if (text.substr(line, at - line).find_first_not_of(blanks) != std::string_view::npos) {
            continue;  // inside a comment or another word
        }
        const std::size_t begin = text.find_first_not_of(blanks, at + name.size());
        if (begin == std::string_view::npos) {
            return {};
        }
        return text.substr(begin, text.find_first_of(" \t\r\n,;/", begin) - begin);
    }
    return {};
}

// The release of CUDA, as 13000, whose driver is the first to know a PTX version. 0 where nobody can tell yet.
int cuda_for_ptx(int major, int minor) {
    if (major < 7) {
        return 11000;
    }
    if (major == 7) {
        return 11000 + 10 * minor;
    }
    if (major == 8) {
        return 12000 + 10 * (minor <= 5 ? minor : minor + 1);  // CUDA 12.6 brought no new one
    }
    return major == 9 ? 13000 + 10 * minor : 0;
}

// Major and minor of its language.
std::pair<int, int> version_of_ptx(const quovis_rt_image& image, std::string_view text) {
    const std::string_view version = directive(text, ".version");
    int major = 0;
    int minor = 0;
    const char* const end = version.data() + version.size();
    const auto first = std::from_chars(version.data(), end, major);
    if (first.ec != std::errc() || first.ptr == end || *first.ptr != '.' ||
        std::from_chars(first.ptr + 1, end, minor).ec != std::errc()) {
        reject(image, "is not PTX: it has no `.version` directive");
    }
    return {major, minor};
}

void check_ptx_version(const Device& device, const quovis_rt_image& image, std::string_view text) {
    const auto [major, minor] = version_of_ptx(image, text);
    const int needed = cuda_for_ptx(major, minor);
    if (needed > device.cuda.version) {
        throw PluginError(
            QUOVIS_PLUGIN_DRIVER_TOO_OLD,
            fmt::format("{} is PTX {}.{}, which needs a driver of CUDA {} or newer; the driver of {} is of CUDA {}",
                        naming(image), major, minor, version_text(needed), naming(device),
                        version_text(device.cuda.version)),
            "Compile to `cubin`, which an older driver loads, or update the driver.");
    }
}

void require_ptx(const Device& device, const quovis_rt_image& image, const Target& target) {
    if (!runs_ptx(target, device.facts.major, device.facts.minor)) {
        reject(image,
               fmt::format("is PTX for {}, which {}, an {}, cannot run", target.virtual_name(), naming(device),
                           device.facts.target),
               fmt::format("Compile for {} or older.", device.facts.target));
    }
}

void check_ptx(const Device& device, const quovis_rt_image& image, std::string_view bytes) {
    // The driver reads up to the first zero byte.
    const std::string_view text = bytes.substr(0, bytes.find('\0'));
    check_ptx_version(device, image, text);
    if (const auto target = parse_target(directive(text, ".target"))) {
        require_ptx(device, image, *target);
    } else {
        reject(image, "is not PTX for a known target: it has no `.target sm_…` directive");
    }
}

}  // namespace

void require_loadable(const Device& device, const quovis_rt_image& image) {
    const std::string_view format = plugins::view(image.format);
    const std::string_view bytes = bytes_of(image);
    const bool is_ptx = format == "ptx";
    if (!is_ptx && format != "cubin" && format != "fatbin") {
        reject(image, fmt::format("has the format '{}'; the cuda runtime loads cubin, ptx and fatbin", format));
    }
    if (const std::string_view word = plugins::view(image.target); !word.empty() && format != "fatbin") {
        const auto target = parse_target(word);
        if (!target) {
            reject(image, fmt::format("is for the target '{}', which is none of NVIDIA's", word));
        }
        is_ptx ? require_ptx(device, image, *target) : require_binary(device, image, *target);
    }
    if (image.data == nullptr) {
        return;
    }
    if (is_ptx) {
        check_ptx(device, image, bytes);
    } else if (format == "cubin") {
        check_cubin(device, image, bytes);
    } else {
        whole_fatbin(image, bytes);
    }
}

void require_whole(const quovis_rt_image& image) {
    const std::string_view format = plugins::view(image.format);
    const std::string_view bytes = bytes_of(image);
    if (format == "ptx") {
        version_of_ptx(image, bytes);
    } else if (format == "cubin") {
        whole_cubin(image, bytes);
    } else if (format == "fatbin") {
        whole_fatbin(image, bytes);
    }
}

std::string naming(const quovis_rt_image& image) {
    const std::string_view name = plugins::view(image.name);
    return name.empty() ? "the image" : fmt::format("`{}`", name);
}

std::string_view bytes_of(const quovis_rt_image& image) {
    return image.data == nullptr ? std::string_view()
                                 : std::string_view(static_cast<const char*>(image.data), image.size);
}

}  // namespace quovis::cuda
