// What is known of one device, asked once without a context (rule 9).
// Everything that differs between vendors in how it is asked is in facts.cpp.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "plugins/opencl/functions.hpp"

namespace quovis::opencl {

struct PciAddress {
    std::uint32_t domain = 0;
    std::uint32_t bus = 0;
    std::uint32_t device = 0;
    std::uint32_t function = 0;
};

struct Facts {
    std::string name;
    std::string vendor;       // short: "NVIDIA"
    std::string vendor_text;  // the vendor's own: "NVIDIA Corporation"
    std::string platform;
    std::string platform_version;
    std::string driver;
    std::string version;     // "OpenCL 3.0 CUDA"
    std::string c_version;   // "OpenCL C 1.2 "
    std::string il_version;  // empty when the device takes no SPIR-V
    std::string extensions;
    std::string compute_capability;  // of NVIDIA's: "9.0"
    std::string target;              // platform, device and driver, without blanks

    cl_device_type type = 0;
    bool has_uuid = false;
    bool has_pci = false;
    std::array<std::uint8_t, 16> uuid{};
    PciAddress pci;

    std::uint64_t memory_bytes = 0;
    std::uint64_t max_allocation = 0;
    std::uint64_t local_memory = 0;
    std::array<std::uint32_t, 3> max_block{};
    std::uint32_t max_threads_per_block = 0;
    std::uint32_t warp_size = 0;
    std::uint32_t compute_units = 0;
    std::uint32_t base_alignment = 1;  // bytes
    std::uint32_t address_bits = 0;
    int numeric_version = 0;  // 102 is OpenCL 1.2
    cl_device_svm_capabilities svm = 0;
    bool has_compiler = false;
    bool has_linker = false;

    bool is_pocl() const { return platform == "Portable Computing Language"; }
    bool is_nvidia() const { return platform == "NVIDIA CUDA"; }
    bool has_extension(std::string_view extension) const;
    bool has_fine_grained_memory() const { return (svm & CL_DEVICE_SVM_FINE_GRAIN_BUFFER) != 0; }
};

// Throws PluginError where the device does not even tell its name.
Facts ask_facts(const Functions& cl, cl_platform_id platform, cl_device_id device);

// Texts without the zero byte and blanks at their end.
std::string platform_text(const Functions& cl, cl_platform_id platform, cl_platform_info what);
// Empty when the device does not know `what`.
std::string device_text(const Functions& cl, cl_device_id device, cl_device_info what);

// `otherwise` when the device does not know `what`, or has another idea of its size.
template <class Value>
Value device_value(const Functions& cl, cl_device_id device, cl_device_info what, Value otherwise = {}) {
    Value value{};
    std::size_t size = 0;
    const cl_int error = cl.clGetDeviceInfo(device, what, sizeof(value), &value, &size);
    return error == CL_SUCCESS && size == sizeof(value) ? value : otherwise;
}

// 102 for "OpenCL 1.2 …" or "OpenCL C 1.2 …"; 0 when the text has no version.
int parse_version(std::string_view text);

}  // namespace quovis::opencl
