// Programs of one device: every program of this plugin belongs to the one device of its context.
#include "plugins/opencl/program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "plugins/common/host.hpp"
#include "plugins/opencl/binary_check.hpp"
#include "plugins/opencl/errors.hpp"

namespace quovis::opencl {
namespace {

bool is_whole(const std::string& binary, const std::string& name) {
    try {
        check_pocl_container(binary, name);
        return true;
    } catch (const plugins::PluginError& error) {
        plugins::log(QUOVIS_PLUGIN_LOG_DEBUG, fmt::format("opencl: built once more: {}", error.message));
        return false;
    }
}

}  // namespace

Held<cl_program> program_from_source(Device& device, std::string_view source) {
    const char* start = source.data();
    const std::size_t size = source.size();
    cl_int error = CL_SUCCESS;
    const cl_program made = device.cl.clCreateProgramWithSource(device.context(), 1, &start, &size, &error);
    check(error, "clCreateProgramWithSource");
    return {made, device.cl.clReleaseProgram};
}

Held<cl_program> program_from_binary(Device& device, std::string_view bytes, const std::string& name) {
    const auto* start = reinterpret_cast<const unsigned char*>(bytes.data());
    const std::size_t size = bytes.size();
    cl_int status = CL_SUCCESS;
    cl_int error = CL_SUCCESS;
    const cl_program made =
        device.cl.clCreateProgramWithBinary(device.context(), 1, &device.id, &size, &start, &status, &error);
    Held<cl_program> program(made, device.cl.clReleaseProgram);
    const cl_int reason = status != CL_SUCCESS ? status : error;
    if (reason != CL_SUCCESS) {
        const quovis_plugin_status code =
            reason == CL_OUT_OF_HOST_MEMORY ? QUOVIS_PLUGIN_OUT_OF_HOST_MEMORY : QUOVIS_PLUGIN_IMAGE_REJECTED;
        throw vendor_error(code, reason, fmt::format("loading image '{}' on {}", name, naming(device)),
                           "It was made for another device or driver version, or is damaged: compile it again.");
    }
    return program;
}

std::string build_log(const Device& device, cl_program program) {
    std::size_t size = 0;
    if (device.cl.clGetProgramBuildInfo(program, device.id, CL_PROGRAM_BUILD_LOG, 0, nullptr, &size) != CL_SUCCESS) {
        return {};
    }
    std::string log(size, '\0');
    if (device.cl.clGetProgramBuildInfo(program, device.id, CL_PROGRAM_BUILD_LOG, size, log.data(), nullptr) !=
        CL_SUCCESS) {
        return {};
    }
    while (!log.empty() && log.back() == '\0') {
        log.pop_back();
    }
    return log;
}

std::string program_binary(const Device& device, cl_program program) {
    std::size_t size = 0;
    check(device.cl.clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof(size), &size, nullptr),
          "asking for the size of a program's binary");
    std::string binary(size, '\0');
    auto* start = reinterpret_cast<unsigned char*>(binary.data());
    if (size != 0) {
        check(device.cl.clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof(start), &start, nullptr),
              "asking for a program's binary");
    }
    return binary;
}

std::string whole_binary(const Device& device, const std::string& name, const std::function<std::string()>& build) {
    constexpr int most_tries = 5;
    std::string binary = build();
    for (int tries = 0; device.facts.is_pocl() && tries < most_tries && !is_whole(binary, name); ++tries) {
        std::this_thread::sleep_for(std::chrono::milliseconds(20 << tries));
        binary = build();
    }
    return binary;
}

std::vector<std::string> kernel_names(const Device& device, cl_program program) {
    std::size_t size = 0;
    check(device.cl.clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, 0, nullptr, &size),
          "asking for the names of a program's kernels");
    std::string joined(size, '\0');
    check(device.cl.clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, size, joined.data(), nullptr),
          "asking for the names of a program's kernels");
    joined = joined.c_str();
    std::vector<std::string> names;
    for (std::size_t start = 0; start < joined.size();) {
        const std::size_t end = std::min(joined.find(';', start), joined.size());
        if (end > start) {
            names.push_back(joined.substr(start, end - start));
        }
        start = end + 1;
    }
    return names;
}

cl_int build(const Device& device, cl_program program, const std::string& options) {
    return device.cl.clBuildProgram(program, 1, &device.id, options.c_str(), nullptr, nullptr);
}

}  // namespace quovis::opencl
