// The classes of the driver's errors. Numbers and meanings: CUDA Driver API, section "Data types used by CUDA driver".
#include "plugins/cuda/errors.hpp"

#include <fmt/format.h>

namespace quovis::cuda {
namespace {

// Errors that newer headers name.
constexpr int contained_error = 226;

// After one of these nothing works in the process' context any more.
bool is_sticky(int number) {
    return number == CUDA_ERROR_ILLEGAL_ADDRESS || number == CUDA_ERROR_LAUNCH_TIMEOUT ||
           (number >= CUDA_ERROR_HARDWARE_STACK_ERROR && number <= CUDA_ERROR_LAUNCH_FAILED) ||
           number == CUDA_ERROR_ASSERT || number == CUDA_ERROR_ECC_UNCORRECTABLE;
}

std::string hint_for(CUresult result) {
    const int number = result;
    if (is_sticky(number)) {
        return "The driver has given up this process' context: what is on the device is lost until the process starts "
               "anew. compute-sanitizer finds the faulty access.";
    }
    if (number == CUDA_ERROR_JIT_COMPILER_NOT_FOUND) {
        return "The driver's PTX compiler (libnvidia-ptxjitcompiler.so.1) is missing; compile to `cubin` instead of "
               "`ptx`, or install it.";
    }
    if (number == CUDA_ERROR_UNSUPPORTED_PTX_VERSION) {
        return "The toolkit that made this PTX is newer than the driver: compile to `cubin`, or update the driver.";
    }
    return {};
}

}  // namespace

std::string error_name(const Functions& cuda, CUresult result) {
    const char* name = nullptr;
    if (cuda.cuGetErrorName != nullptr && cuda.cuGetErrorName(result, &name) == CUDA_SUCCESS && name != nullptr) {
        return name;
    }
    return fmt::format("CUDA error {}", static_cast<int>(result));
}

quovis_plugin_status status_of(CUresult result) {
    switch (static_cast<int>(result)) {
        case CUDA_SUCCESS:
            return QUOVIS_PLUGIN_OK;
        case CUDA_ERROR_OUT_OF_MEMORY:
            return QUOVIS_PLUGIN_OUT_OF_DEVICE_MEMORY;
        case CUDA_ERROR_STUB_LIBRARY:
        case CUDA_ERROR_JIT_COMPILER_NOT_FOUND:
        case CUDA_ERROR_SYSTEM_NOT_READY:
            return QUOVIS_PLUGIN_UNAVAILABLE;
        case CUDA_ERROR_NO_DEVICE:
            return QUOVIS_PLUGIN_NO_DEVICE;
        case 35:  // CUDA_ERROR_INSUFFICIENT_DRIVER, in the runtime's numbering only
        case CUDA_ERROR_SYSTEM_DRIVER_MISMATCH:
        case CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE:
        case CUDA_ERROR_UNSUPPORTED_PTX_VERSION:
            return QUOVIS_PLUGIN_DRIVER_TOO_OLD;
        case CUDA_ERROR_INVALID_IMAGE:
        case CUDA_ERROR_NO_BINARY_FOR_GPU:
        case CUDA_ERROR_INVALID_PTX:
        case CUDA_ERROR_INVALID_SOURCE:
        case CUDA_ERROR_JIT_COMPILATION_DISABLED:
        case CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND:
            return QUOVIS_PLUGIN_IMAGE_REJECTED;
        case CUDA_ERROR_NOT_SUPPORTED:
        case CUDA_ERROR_NOT_PERMITTED:
        case CUDA_ERROR_PEER_ACCESS_UNSUPPORTED:
            return QUOVIS_PLUGIN_NOT_SUPPORTED;
        case CUDA_ERROR_NOT_FOUND:
            return QUOVIS_PLUGIN_NOT_FOUND;
        case CUDA_ERROR_INVALID_VALUE:
        case CUDA_ERROR_INVALID_DEVICE:
        case CUDA_ERROR_INVALID_CONTEXT:
        case CUDA_ERROR_INVALID_HANDLE:
        case CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED:
        case CUDA_ERROR_STREAM_CAPTURE_INVALIDATED:
        case CUDA_ERROR_STREAM_CAPTURE_MERGE:
        case CUDA_ERROR_STREAM_CAPTURE_UNMATCHED:
        case CUDA_ERROR_STREAM_CAPTURE_UNJOINED:
        case CUDA_ERROR_STREAM_CAPTURE_ISOLATION:
        case CUDA_ERROR_STREAM_CAPTURE_IMPLICIT:
        case CUDA_ERROR_CAPTURED_EVENT:
        case CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD:
        case CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE:
            return QUOVIS_PLUGIN_INVALID_ARGUMENT;
        case CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES:
        case CUDA_ERROR_LAUNCH_INCOMPATIBLE_TEXTURING:
        case CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE:
        case invalid_cluster_size:
            return QUOVIS_PLUGIN_INVALID_LAUNCH;
        case CUDA_ERROR_ILLEGAL_ADDRESS:
        case CUDA_ERROR_LAUNCH_TIMEOUT:
        case CUDA_ERROR_ASSERT:
        case CUDA_ERROR_HARDWARE_STACK_ERROR:
        case CUDA_ERROR_ILLEGAL_INSTRUCTION:
        case CUDA_ERROR_MISALIGNED_ADDRESS:
        case CUDA_ERROR_INVALID_ADDRESS_SPACE:
        case CUDA_ERROR_INVALID_PC:
        case CUDA_ERROR_LAUNCH_FAILED:
            return QUOVIS_PLUGIN_KERNEL_FAULT;
        case CUDA_ERROR_ECC_UNCORRECTABLE:
        case CUDA_ERROR_NVLINK_UNCORRECTABLE:
        case contained_error:
            return QUOVIS_PLUGIN_DEVICE_LOST;
        default:
            return QUOVIS_PLUGIN_DEVICE_FAILED;
    }
}

plugins::PluginError vendor_error(const Functions& cuda, CUresult result, std::string_view doing) {
    return vendor_error(cuda, status_of(result), result, doing);
}

plugins::PluginError vendor_error(const Functions& cuda, quovis_plugin_status status, CUresult result,
                                  std::string_view doing, std::string hint) {
    std::string name = error_name(cuda, result);
    const char* meaning = nullptr;
    if (cuda.cuGetErrorString == nullptr || cuda.cuGetErrorString(result, &meaning) != CUDA_SUCCESS) {
        meaning = nullptr;
    }
    std::string message = fmt::format("{} failed: {} ({}){}{}", doing, name, static_cast<int>(result),
                                      meaning == nullptr ? "" : ": ", meaning == nullptr ? "" : meaning);
    return {status, static_cast<std::int64_t>(result), std::move(name), std::move(message),
            hint.empty() ? hint_for(result) : std::move(hint)};
}

void need(const Functions& cuda, bool present, const char* function, const char* since) {
    if (!present) {
        throw plugins::PluginError(QUOVIS_PLUGIN_NOT_SUPPORTED,
                                   fmt::format("the driver, which is of CUDA {}, has no {}; it came with CUDA {}",
                                               version_text(cuda.version), function, since),
                                   "Update the NVIDIA driver.");
    }
}

}  // namespace quovis::cuda
