// Programs of one device: every program of this plugin belongs to the one device of its context.
#include "plugins/opencl/program.hpp"

#include <algorithm>

#include "plugins/opencl/errors.hpp"

namespace quovis::opencl {

Held<cl_program> program_from_source(Device& device, std::string_view source) {
    const char* start = source.data();
    const std::size_t size = source.size();
    cl_int error = CL_SUCCESS;
    const cl_program made = device.cl.clCreateProgramWithSource(device.context(), 1, &start, &size, &error);
    check(error, "clCreateProgramWithSource");
    return {made, device.cl.clReleaseProgram};
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
