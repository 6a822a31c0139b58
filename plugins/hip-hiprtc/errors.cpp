// The classes of HIP's errors. Numbers and meanings: HIP Runtime API reference, hipError_t.
#include "plugins/hip-hiprtc/errors.hpp"

#include <fmt/format.h>

namespace quovis::hip {
namespace {

std::string hint_for(Result result) {
    if (status_of(result) == QUOVIS_PLUGIN_KERNEL_FAULT) {
        return "What is on the device may be lost until the process starts anew. AMD_LOG_LEVEL=3 and rocgdb find the "
               "faulty access.";
    }
    return {};
}

}  // namespace

std::string error_name(const Functions& hip, Result result) {
    const char* name = hip.hipGetErrorName == nullptr ? nullptr : hip.hipGetErrorName(result);
    return name != nullptr && *name != '\0' ? std::string(name) : fmt::format("HIP error {}", result);
}

quovis_plugin_status status_of(Result result) {
    switch (result) {
        case error_success:
            return QUOVIS_PLUGIN_OK;
        case error_out_of_memory:
        case 1052:  // hipErrorRuntimeMemory
            return QUOVIS_PLUGIN_OUT_OF_DEVICE_MEMORY;
        case error_no_device:
            return QUOVIS_PLUGIN_NO_DEVICE;
        case 35:  // hipErrorInsufficientDriver
            return QUOVIS_PLUGIN_DRIVER_TOO_OLD;
        case 98:   // hipErrorInvalidDeviceFunction
        case 200:  // hipErrorInvalidImage
        case error_no_binary_for_gpu:
        case 218:  // hipErrorInvalidKernelFile
        case 300:  // hipErrorInvalidSource
        case 302:  // hipErrorSharedObjectSymbolNotFound
        case 303:  // hipErrorSharedObjectInitFailed
            return QUOVIS_PLUGIN_IMAGE_REJECTED;
        case 217:  // hipErrorPeerAccessUnsupported
        case 801:  // hipErrorNotSupported
            return QUOVIS_PLUGIN_NOT_SUPPORTED;
        case error_not_found:
            return QUOVIS_PLUGIN_NOT_FOUND;
        case 1:  // hipErrorInvalidValue
        case error_invalid_device:
        case 201:  // hipErrorInvalidContext
        case error_invalid_handle:
        case 900:  // hipErrorStreamCaptureUnsupported, and its kin to 908
        case 901:
        case 902:
        case 903:
        case 904:
        case 905:
        case 906:
        case 907:
        case 908:
        case 910:  // hipErrorGraphExecUpdateFailure
            return QUOVIS_PLUGIN_INVALID_ARGUMENT;
        case 9:  // hipErrorInvalidConfiguration
        case error_launch_out_of_resources:
        case error_cooperative_launch_too_large:
            return QUOVIS_PLUGIN_INVALID_LAUNCH;
        case 700:  // hipErrorIllegalAddress
        case 702:  // hipErrorLaunchTimeOut
        case 710:  // hipErrorAssert
        case 719:  // hipErrorLaunchFailure
            return QUOVIS_PLUGIN_KERNEL_FAULT;
        case 214:  // hipErrorECCNotCorrectable
            return QUOVIS_PLUGIN_DEVICE_LOST;
        default:
            return QUOVIS_PLUGIN_DEVICE_FAILED;
    }
}

plugins::PluginError vendor_error(const Functions& hip, Result result, std::string_view doing) {
    return vendor_error(hip, status_of(result), result, doing);
}

plugins::PluginError vendor_error(const Functions& hip, quovis_plugin_status status, Result result,
                                  std::string_view doing, std::string hint) {
    std::string name = error_name(hip, result);
    const char* meaning = hip.hipGetErrorString == nullptr ? nullptr : hip.hipGetErrorString(result);
    // HIP 5 answers with the name once more.
    const bool says_more = meaning != nullptr && *meaning != '\0' && name != meaning;
    std::string message =
        fmt::format("{} failed: {} ({}){}{}", doing, name, result, says_more ? ": " : "", says_more ? meaning : "");
    return {status, static_cast<std::int64_t>(result), std::move(name), std::move(message),
            hint.empty() ? hint_for(result) : std::move(hint)};
}

void lacks(const Functions& hip, const char* name) {
    throw plugins::PluginError(
        QUOVIS_PLUGIN_NOT_SUPPORTED,
        fmt::format("{}, HIP {}, has no function {}", hip.library.naming(), version_text(hip.version), name),
        "A newer ROCm may have it.");
}

}  // namespace quovis::hip
