// Kernels: what a driver tells of their parameters and of what they need, and of the parameters the binary.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <memory>

#include "plugins/common/host_state.hpp"
#include "plugins/common/text.hpp"
#include "plugins/opencl/errors.hpp"
#include "plugins/opencl/module.hpp"

using namespace quovis::opencl;

namespace {

std::string kernel_text(const Functions& cl, cl_kernel kernel, cl_kernel_info what) {
    std::size_t size = 0;
    check(cl.clGetKernelInfo(kernel, what, 0, nullptr, &size), "clGetKernelInfo");
    std::string text(size, '\0');
    check(cl.clGetKernelInfo(kernel, what, size, text.data(), nullptr), "clGetKernelInfo");
    text.resize(std::strlen(text.c_str()));  // without the zero byte
    return text;
}

// Empty when the image does not keep it.
std::string parameter_text(const Functions& cl, cl_kernel kernel, cl_uint index, cl_kernel_arg_info what) {
    std::size_t size = 0;
    if (cl.clGetKernelArgInfo(kernel, index, what, 0, nullptr, &size) != CL_SUCCESS || size == 0) {
        return {};
    }
    std::string text(size, '\0');
    if (cl.clGetKernelArgInfo(kernel, index, what, size, text.data(), nullptr) != CL_SUCCESS) {
        return {};
    }
    text.resize(std::strlen(text.c_str()));  // without the zero byte
    return text;
}

template <class Value>
Value work_group_value(const Device& device, cl_kernel kernel, cl_kernel_work_group_info what) {
    Value value{};
    device.cl.clGetKernelWorkGroupInfo(kernel, device.id, what, sizeof(value), &value, nullptr);
    return value;
}

void classify(quovis_rt_parameter& parameter, cl_kernel_arg_address_qualifier qualifier, std::string_view type,
              std::uint32_t address_bits) {
    const bool is_image = type.substr(0, 5) == "image";
    if (qualifier == CL_KERNEL_ARG_ADDRESS_LOCAL) {
        parameter.kind = QUOVIS_RT_PARAMETER_LOCAL;
    } else if (qualifier != CL_KERNEL_ARG_ADDRESS_PRIVATE || is_image) {
        parameter.kind = QUOVIS_RT_PARAMETER_POINTER;
        parameter.size = address_bits / 8;
        parameter.alignment = address_bits / 8;
    } else {
        const Layout layout = layout_of(type, address_bits);
        parameter.kind = QUOVIS_RT_PARAMETER_VALUE;
        parameter.size = layout.size;
        parameter.alignment = layout.alignment;
    }
}

}  // namespace

quovis_rt_kernel::quovis_rt_kernel(Device& of_device, Held<cl_kernel> made, BinaryParameters& of_program)
    : device(of_device),
      name(kernel_text(of_device.cl, made.get(), CL_KERNEL_FUNCTION_NAME)),
      info(quovis::plugins::sized<quovis_rt_kernel_info>()),
      kernel_(std::move(made)) {
    ask_parameters(of_program);
    ask_resources();
    check(device.cl.clRetainKernel(kernel()), "clRetainKernel");
    pool.add(*this, Held<cl_kernel>(kernel(), device.cl.clReleaseKernel));
}

// Not clCloneKernel: it copies the arguments, and the memory that is set may be gone.
Held<cl_kernel> quovis_rt_kernel::another() const {
    const Functions& cl = device.cl;
    cl_int error = CL_SUCCESS;
    const cl_kernel made = cl.clCreateKernel(program_of(device, kernel()), name.c_str(), &error);
    check(error, fmt::format("creating the kernel '{}' once more", name));
    return {made, cl.clReleaseKernel};
}

void quovis_rt_kernel::ask_parameters(BinaryParameters& of_program) {
    const Functions& cl = device.cl;
    cl_uint count = 0;
    check(cl.clGetKernelInfo(kernel(), CL_KERNEL_NUM_ARGS, sizeof(count), &count, nullptr), "clGetKernelInfo");
    texts_.reserve(std::size_t{count} * 2);
    std::vector<cl_uint> untold;
    for (cl_uint index = 0; index < count; ++index) {
        if (!ask_parameter(index)) {
            untold.push_back(index);
        }
    }
    const quovis::plugins::ParameterList* list = untold.empty() ? nullptr : of_program.of(name);
    if (list != nullptr && list->size() == count) {
        for (const cl_uint index : untold) {
            complete(parameters[index], (*list)[index], device.facts.address_bits);
        }
    }
    // The number is always known; kinds stay unknown where nothing tells them.
    info.has_parameters = 1;
    info.parameters = parameters.data();
    info.parameter_count = parameters.size();
}

bool quovis_rt_kernel::ask_parameter(cl_uint index) {
    const Functions& cl = device.cl;
    auto parameter = quovis::plugins::sized<quovis_rt_parameter>();
    parameter.offset = SIZE_MAX;
    cl_kernel_arg_address_qualifier qualifier = 0;
    const std::string& parameter_name = texts_.emplace_back(parameter_text(cl, kernel(), index, CL_KERNEL_ARG_NAME));
    const std::string& type = texts_.emplace_back(parameter_text(cl, kernel(), index, CL_KERNEL_ARG_TYPE_NAME));
    parameter.name = quovis::plugins::text(parameter_name);
    parameter.type = quovis::plugins::text(type);
    const bool is_told = cl.clGetKernelArgInfo(kernel(), index, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof(qualifier),
                                               &qualifier, nullptr) == CL_SUCCESS;
    if (is_told) {
        classify(parameter, qualifier, type, device.facts.address_bits);
    }
    parameters.push_back(parameter);
    return is_told;
}

void quovis_rt_kernel::ask_resources() {
    const auto required =
        work_group_value<std::array<std::size_t, 3>>(device, kernel(), CL_KERNEL_COMPILE_WORK_GROUP_SIZE);
    info.name = quovis::plugins::text(name);
    std::transform(required.begin(), required.end(), info.required_block,
                   [](std::size_t size) { return static_cast<std::uint32_t>(size); });
    info.max_threads_per_block = static_cast<std::uint32_t>(
        std::min<std::size_t>(work_group_value<std::size_t>(device, kernel(), CL_KERNEL_WORK_GROUP_SIZE), UINT32_MAX));
    // NVIDIA's driver (580) tells 256 of a kernel that is made for a larger block.
    const std::uint64_t made_for =
        std::uint64_t{info.required_block[0]} * info.required_block[1] * info.required_block[2];
    info.max_threads_per_block = std::max(info.max_threads_per_block, static_cast<std::uint32_t>(made_for));
    info.preferred_multiple = static_cast<std::uint32_t>(
        work_group_value<std::size_t>(device, kernel(), CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE));
    info.static_shared_memory = work_group_value<cl_ulong>(device, kernel(), CL_KERNEL_LOCAL_MEM_SIZE);
    info.local_memory = work_group_value<cl_ulong>(device, kernel(), CL_KERNEL_PRIVATE_MEM_SIZE);
    // max_dynamic_shared_memory stays 0: OpenCL gives such memory as arguments, not with the launch.
}

namespace quovis::opencl {
namespace {

struct Scalar {
    std::string_view name;
    std::size_t size;
};
// OpenCL C specification, sections "Built-in Scalar Data Types" and "Built-in Vector Data Types".
constexpr std::array scalars{Scalar{"char", 1},  Scalar{"uchar", 1},  Scalar{"short", 2}, Scalar{"ushort", 2},
                             Scalar{"int", 4},   Scalar{"uint", 4},   Scalar{"long", 8},  Scalar{"ulong", 8},
                             Scalar{"float", 4}, Scalar{"double", 8}, Scalar{"half", 2}};
constexpr std::array spelled{
    Scalar{"unsigned char", 1},      Scalar{"signed char", 1},      Scalar{"unsigned short", 2},
    Scalar{"unsigned int", 4},       Scalar{"unsigned", 4},         Scalar{"unsigned long", 8},
    Scalar{"signed short", 2},       Scalar{"signed int", 4},       Scalar{"signed", 4},
    Scalar{"signed long", 8},        Scalar{"short int", 2},        Scalar{"long int", 8},
    Scalar{"unsigned short int", 2}, Scalar{"unsigned long int", 8}};
constexpr std::array address_sized{std::string_view("size_t"), std::string_view("ptrdiff_t"),
                                   std::string_view("intptr_t"), std::string_view("uintptr_t")};

std::size_t scalar_size(std::string_view type) {
    for (const Scalar& scalar : scalars) {
        if (scalar.name == type) {
            return scalar.size;
        }
    }
    return 0;
}

Layout aligned(std::size_t size) {
    return {size, static_cast<std::uint32_t>(size)};
}

std::string kernels_of(const Module& module) {
    return module.names.empty() ? "the module has no kernels"
                                : fmt::format("the module has: {}", fmt::join(module.names, ", "));
}

}  // namespace

cl_program program_of(const Device& device, cl_kernel kernel) {
    cl_program program = nullptr;
    check(device.cl.clGetKernelInfo(kernel, CL_KERNEL_PROGRAM, sizeof(program), &program, nullptr), "clGetKernelInfo");
    return program;
}

Layout layout_of(std::string_view type, std::uint32_t address_bits) {
    for (const Scalar& scalar : spelled) {
        if (scalar.name == type) {
            return aligned(scalar.size);
        }
    }
    if (std::find(address_sized.begin(), address_sized.end(), type) != address_sized.end()) {
        return aligned(address_bits / 8);
    }
    const std::size_t digits = type.find_first_of("0123456789");
    const std::size_t size = scalar_size(type.substr(0, digits));
    if (digits == std::string_view::npos || size == 0) {
        return aligned(size);
    }
    std::size_t width = 0;
    const char* end = type.data() + type.size();
    const auto [stop, failure] = std::from_chars(type.data() + digits, end, width);
    if (failure != std::errc() || stop != end) {
        return {};
    }
    if (width == 3) {
        width = 4;  // a vector of three takes the room of four
    }
    return width == 2 || width == 4 || width == 8 || width == 16 ? aligned(size * width) : Layout{};
}

quovis_plugin_status kernel_create(quovis_rt_module* module, quovis_plugin_text name, quovis_rt_kernel** kernel,
                                   quovis_plugin_error* error) {
    return plugins::guard(error, QUOVIS_PLUGIN_PHASE_KERNEL, [&] {
        const Functions& cl = module->device.cl;
        const std::string wanted = plugins::string(name);
        cl_int failure = CL_SUCCESS;
        const cl_kernel made = cl.clCreateKernel(module->program(), wanted.c_str(), &failure);
        if (failure == CL_INVALID_KERNEL_NAME) {
            throw vendor_error(QUOVIS_PLUGIN_NOT_FOUND, failure,
                               fmt::format("looking for the kernel '{}' ({})", wanted, kernels_of(*module)));
        }
        check(failure, fmt::format("creating the kernel '{}'", wanted));
        Held<cl_kernel> handle(made, cl.clReleaseKernel);
        *kernel = std::make_unique<Kernel>(module->device, std::move(handle), module->binary_parameters()).release();
    });
}

void kernel_release(quovis_rt_kernel* kernel) {
    plugins::contain("opencl: releasing a kernel", [&] { delete kernel; });
}

quovis_plugin_status kernel_info(quovis_rt_kernel* kernel, quovis_rt_kernel_info* info, quovis_plugin_error* error) {
    return plugins::guard(error, QUOVIS_PLUGIN_PHASE_KERNEL, [&] { plugins::give(info, kernel->info); });
}

}  // namespace quovis::opencl
