// Asks a device for its identity and limits; identity by the extension that the vendor has for it.
#include "plugins/opencl/facts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <limits>
#include <vector>

#include "plugins/opencl/errors.hpp"

namespace quovis::opencl {
namespace {

// Numbers of extensions; older headers lack some of the names.
constexpr cl_device_info device_uuid = 0x106A;              // cl_khr_device_uuid
constexpr cl_device_info device_pci_bus_info = 0x410F;      // cl_khr_pci_bus_info
constexpr cl_device_info nvidia_capability_major = 0x4000;  // cl_nv_device_attribute_query, so the next five
constexpr cl_device_info nvidia_capability_minor = 0x4001;
constexpr cl_device_info nvidia_warp_size = 0x4003;
constexpr cl_device_info nvidia_pci_bus = 0x4008;
constexpr cl_device_info nvidia_pci_slot = 0x4009;  // device and function, as in Linux' PCI_DEVFN
constexpr cl_device_info nvidia_pci_domain = 0x400A;
constexpr cl_device_info amd_topology = 0x4037;  // cl_amd_device_attribute_query, so the next
constexpr cl_device_info amd_wavefront_width = 0x4043;

std::string trimmed(std::string text) {
    while (!text.empty() && (text.back() == '\0' || std::isspace(static_cast<unsigned char>(text.back())) != 0)) {
        text.pop_back();
    }
    const auto start =
        std::find_if(text.begin(), text.end(), [](char c) { return std::isspace(static_cast<unsigned char>(c)) == 0; });
    text.erase(text.begin(), start);
    return text;
}

std::string short_vendor(const std::string& text) {
    struct Known {
        std::string_view part;
        std::string_view name;
    };
    constexpr std::array known{Known{"NVIDIA", "NVIDIA"},    Known{"Advanced Micro Devices", "AMD"},
                               Known{"AuthenticAMD", "AMD"}, Known{"Intel", "Intel"},
                               Known{"ARM", "Arm"},          Known{"QUALCOMM", "Qualcomm"},
                               Known{"Apple", "Apple"}};
    for (const Known& vendor : known) {
        if (text.find(vendor.part) != std::string::npos) {
            return std::string(vendor.name);
        }
    }
    return text;
}

// Letters, digits and ". _ + -"; whatever else stands between them becomes one '-'.
std::string word(std::string_view text) {
    std::string plain;
    for (const char c : text) {
        if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.' || c == '_' || c == '+') {
            plain += c;
        } else if (!plain.empty() && plain.back() != '-') {
            plain += '-';
        }
    }
    while (!plain.empty() && plain.back() == '-') {
        plain.pop_back();
    }
    return plain;
}

std::uint32_t narrow(std::size_t value) {
    return static_cast<std::uint32_t>(std::min<std::size_t>(value, std::numeric_limits<std::uint32_t>::max()));
}

void ask_uuid(const Functions& cl, cl_device_id device, Facts& facts) {
    if (!facts.has_extension("cl_khr_device_uuid")) {
        return;
    }
    facts.uuid = device_value<std::array<std::uint8_t, 16>>(cl, device, device_uuid);
    facts.has_uuid = std::any_of(facts.uuid.begin(), facts.uuid.end(), [](std::uint8_t byte) { return byte != 0; });
}

void ask_pci(const Functions& cl, cl_device_id device, Facts& facts) {
    if (facts.has_extension("cl_khr_pci_bus_info")) {
        const auto address = device_value<std::array<cl_uint, 4>>(cl, device, device_pci_bus_info);
        facts.pci = {address[0], address[1], address[2], address[3]};
        facts.has_pci = address != std::array<cl_uint, 4>{};
    } else if (facts.has_extension("cl_nv_device_attribute_query")) {
        constexpr cl_uint none = std::numeric_limits<cl_uint>::max();
        const auto bus = device_value<cl_uint>(cl, device, nvidia_pci_bus, none);
        const auto slot = device_value<cl_uint>(cl, device, nvidia_pci_slot, none);
        if (bus != none && slot != none) {
            facts.pci = {device_value<cl_uint>(cl, device, nvidia_pci_domain), bus, slot >> 3u, slot & 7u};
            facts.has_pci = true;
        }
    } else if (facts.has_extension("cl_amd_device_attribute_query")) {
        // A type in the first word, 1 for PCIe; bus, device and function in the last three of 24 bytes.
        const auto topology = device_value<std::array<std::uint8_t, 24>>(cl, device, amd_topology);
        if (topology[0] == 1) {
            facts.pci = {0, topology[21], topology[22], topology[23]};
            facts.has_pci = true;
        }
    }
}

void ask_limits(const Functions& cl, cl_device_id device, Facts& facts) {
    facts.type = device_value<cl_device_type>(cl, device, CL_DEVICE_TYPE);
    facts.memory_bytes = device_value<cl_ulong>(cl, device, CL_DEVICE_GLOBAL_MEM_SIZE);
    facts.max_allocation = device_value<cl_ulong>(cl, device, CL_DEVICE_MAX_MEM_ALLOC_SIZE);
    facts.local_memory = device_value<cl_ulong>(cl, device, CL_DEVICE_LOCAL_MEM_SIZE);
    facts.max_threads_per_block = narrow(device_value<std::size_t>(cl, device, CL_DEVICE_MAX_WORK_GROUP_SIZE));
    facts.compute_units = device_value<cl_uint>(cl, device, CL_DEVICE_MAX_COMPUTE_UNITS);
    facts.base_alignment = std::max(1u, device_value<cl_uint>(cl, device, CL_DEVICE_MEM_BASE_ADDR_ALIGN, 8) / 8);
    facts.address_bits = device_value<cl_uint>(cl, device, CL_DEVICE_ADDRESS_BITS);
    facts.has_compiler = device_value<cl_bool>(cl, device, CL_DEVICE_COMPILER_AVAILABLE) != CL_FALSE;
    facts.has_linker = device_value<cl_bool>(cl, device, CL_DEVICE_LINKER_AVAILABLE) != CL_FALSE;

    const auto axes = device_value<cl_uint>(cl, device, CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS, 3);
    std::vector<std::size_t> items(std::max<std::size_t>(axes, 3), 1);
    if (cl.clGetDeviceInfo(device, CL_DEVICE_MAX_WORK_ITEM_SIZES, axes * sizeof(std::size_t), items.data(), nullptr) ==
        CL_SUCCESS) {
        facts.max_block = {narrow(items[0]), narrow(items[1]), narrow(items[2])};
    }
    if (facts.has_extension("cl_nv_device_attribute_query")) {
        facts.warp_size = device_value<cl_uint>(cl, device, nvidia_warp_size);
        facts.compute_capability = fmt::format("{}.{}", device_value<cl_uint>(cl, device, nvidia_capability_major),
                                               device_value<cl_uint>(cl, device, nvidia_capability_minor));
    } else if (facts.has_extension("cl_amd_device_attribute_query")) {
        facts.warp_size = device_value<cl_uint>(cl, device, amd_wavefront_width);
    }
}

}  // namespace

bool Facts::has_extension(std::string_view extension) const {
    for (std::size_t at = extensions.find(extension); at != std::string::npos;
         at = extensions.find(extension, at + 1)) {
        const std::size_t end = at + extension.size();
        if ((at == 0 || extensions[at - 1] == ' ') && (end == extensions.size() || extensions[end] == ' ')) {
            return true;
        }
    }
    return false;
}

std::string platform_text(const Functions& cl, cl_platform_id platform, cl_platform_info what) {
    std::size_t size = 0;
    check(cl.clGetPlatformInfo(platform, what, 0, nullptr, &size), "clGetPlatformInfo");
    std::string text(size, '\0');
    check(cl.clGetPlatformInfo(platform, what, size, text.data(), nullptr), "clGetPlatformInfo");
    return trimmed(std::move(text));
}

std::string device_text(const Functions& cl, cl_device_id device, cl_device_info what) {
    std::size_t size = 0;
    if (cl.clGetDeviceInfo(device, what, 0, nullptr, &size) != CL_SUCCESS) {
        return {};
    }
    std::string text(size, '\0');
    if (cl.clGetDeviceInfo(device, what, size, text.data(), nullptr) != CL_SUCCESS) {
        return {};
    }
    return trimmed(std::move(text));
}

int parse_version(std::string_view text) {
    const std::size_t digit = text.find_first_of("0123456789");
    if (digit == std::string_view::npos) {
        return 0;
    }
    int major = 0;
    int minor = 0;
    const char* end = text.data() + text.size();
    const auto [dot, failure] = std::from_chars(text.data() + digit, end, major);
    if (failure != std::errc() || dot == end || *dot != '.' || std::from_chars(dot + 1, end, minor).ec != std::errc()) {
        return 0;
    }
    return major * 100 + minor;
}

Facts ask_facts(const Functions& cl, cl_platform_id platform, cl_device_id device) {
    Facts facts;
    facts.platform = platform_text(cl, platform, CL_PLATFORM_NAME);
    facts.platform_version = platform_text(cl, platform, CL_PLATFORM_VERSION);
    facts.name = device_text(cl, device, CL_DEVICE_NAME);
    if (facts.name.empty()) {
        throw plugins::PluginError(QUOVIS_PLUGIN_DEVICE_FAILED, "the device does not tell its name");
    }
    facts.vendor_text = device_text(cl, device, CL_DEVICE_VENDOR);
    facts.vendor = short_vendor(facts.vendor_text);
    facts.driver = device_text(cl, device, CL_DRIVER_VERSION);
    facts.version = device_text(cl, device, CL_DEVICE_VERSION);
    facts.numeric_version = parse_version(facts.version);
    facts.c_version = device_text(cl, device, CL_DEVICE_OPENCL_C_VERSION);
    facts.extensions = device_text(cl, device, CL_DEVICE_EXTENSIONS);
    facts.target = fmt::format("{}:{}:{}", word(facts.platform), word(facts.name), word(facts.driver));
    if (facts.numeric_version >= 200) {
        facts.svm = device_value<cl_device_svm_capabilities>(cl, device, CL_DEVICE_SVM_CAPABILITIES);
    }
    if (facts.numeric_version >= 201) {
        facts.il_version = device_text(cl, device, CL_DEVICE_IL_VERSION);
    }
    ask_limits(cl, device, facts);
    ask_uuid(cl, device, facts);
    ask_pci(cl, device, facts);
    return facts;
}

}  // namespace quovis::opencl
