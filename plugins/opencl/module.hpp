// A module is a built cl_program; a kernel is a cl_kernel with all that is known of its parameters.
// The C ABI's opaque structs are these themselves.
#pragma once

#include <string>
#include <vector>

#include "plugins/opencl/binary_parameters.hpp"
#include "plugins/opencl/device.hpp"
#include "plugins/opencl/kernel_pool.hpp"

struct quovis_rt_module {
  public:
    quovis_rt_module(quovis_rt_device& of_device, quovis::opencl::Held<cl_program> built);

    cl_program program() const { return program_.get(); }
    quovis::opencl::BinaryParameters& binary_parameters() { return binary_parameters_; }

    quovis_rt_device& device;
    const std::vector<std::string> names;  // of its kernels
    std::vector<quovis_plugin_text> name_texts;

  private:
    quovis::opencl::Held<cl_program> program_;
    quovis::opencl::BinaryParameters binary_parameters_;
};

struct quovis_rt_kernel {
  public:
    quovis_rt_kernel(quovis_rt_device& of_device, quovis::opencl::Held<cl_kernel> made,
                     quovis::opencl::BinaryParameters& of_program);

    cl_kernel kernel() const { return kernel_.get(); }
    // A cl_kernel of the same program and name, on which no argument is set.
    quovis::opencl::Held<cl_kernel> another() const;

    // From now on the host has this cl_kernel too and may set things on it: launches are by this one alone.
    void share() { pool.share_first(); }

    quovis_rt_device& device;
    std::string name;
    quovis_rt_kernel_info info;  // points into the members below
    std::vector<quovis_rt_parameter> parameters;
    quovis::opencl::KernelPool pool;  // what launches use

  private:
    void ask_parameters(quovis::opencl::BinaryParameters& of_program);
    bool ask_parameter(cl_uint index);  // false where the driver does not tell its kind
    void ask_resources();

    quovis::opencl::Held<cl_kernel> kernel_;
    std::vector<std::string> texts_;  // names and types of the parameters, two for each
};

namespace quovis::opencl {

using Module = quovis_rt_module;
using Kernel = quovis_rt_kernel;

struct Layout {
    std::size_t size = 0;  // bytes; 0 unknown
    std::uint32_t alignment = 0;
};
// That a kernel is of, which keeps it.
cl_program program_of(const Device& device, cl_kernel kernel);
// Of a value parameter, by the name of its type: scalars and vectors of OpenCL C; unknown for everything else.
Layout layout_of(std::string_view type, std::uint32_t address_bits);

// The entries of quovis_rt_table for modules and kernels.
quovis_plugin_status module_load(quovis_rt_device*, const quovis_rt_image*, quovis_rt_module**, quovis_plugin_error*);
void module_release(quovis_rt_module*);
quovis_plugin_status module_kernels(quovis_rt_module*, const quovis_plugin_text** names, std::size_t* count,
                                    quovis_plugin_error*);
quovis_plugin_status kernel_create(quovis_rt_module*, quovis_plugin_text name, quovis_rt_kernel**,
                                   quovis_plugin_error*);
void kernel_release(quovis_rt_kernel*);
quovis_plugin_status kernel_info(quovis_rt_kernel*, quovis_rt_kernel_info*, quovis_plugin_error*);

}  // namespace quovis::opencl
