// What the binary of a program tells of its kernels' parameters, for a driver that does not: NVIDIA's knows nothing of
// programs that were loaded from binaries, and its binaries are PTX text.
#pragma once

#include <mutex>
#include <string>

#include "plugins/common/ptx_parameters.hpp"
#include "plugins/opencl/device.hpp"

namespace quovis::opencl {

class BinaryParameters {
  public:
    // The program must live as long as this.
    BinaryParameters(const Device& device, cl_program program) : device_(device), program_(program) {}

    // Null where the binary does not tell them. The binary is read at the first question; any thread may ask.
    const plugins::ParameterList* of(const std::string& kernel);

  private:
    void read();

    const Device& device_;
    cl_program program_;
    std::once_flag once_;
    plugins::ParameterLists lists_;
};

// Kind, size and alignment of an OpenCL parameter. What is no buffer, local memory or value stays unknown.
void complete(quovis_rt_parameter& parameter, const plugins::ParameterFacts& facts, std::uint32_t address_bits);

}  // namespace quovis::opencl
