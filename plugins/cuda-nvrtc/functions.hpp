// NVRTC's functions, taken from the library at run time (rule 8), and the library's place.
// Those of CUDA 11.2 are required; later ones are null where the library is older.
#pragma once

#include <nvrtc.h>

#include <cstddef>
#include <string>

#include "plugins/common/cache_facts.hpp"
#include "plugins/common/library.hpp"
#include "plugins/common/settings.hpp"

namespace quovis::nvrtc {

// clang-format off
#define QUOVIS_NVRTC_REQUIRED(X)                                                   \
    X(nvrtcGetErrorString) X(nvrtcVersion)                                         \
    X(nvrtcGetNumSupportedArchs) X(nvrtcGetSupportedArchs)                         \
    X(nvrtcCreateProgram) X(nvrtcDestroyProgram) X(nvrtcCompileProgram)            \
    X(nvrtcGetPTXSize) X(nvrtcGetPTX) X(nvrtcGetCUBINSize) X(nvrtcGetCUBIN)        \
    X(nvrtcGetProgramLogSize) X(nvrtcGetProgramLog)                                \
    X(nvrtcAddNameExpression) X(nvrtcGetLoweredName)
// clang-format on

struct Functions {
    // Opens NVRTC; throws PluginError (UNAVAILABLE) with all that was searched.
    static Functions open(const plugins::Settings& settings, plugins::Origin& origin);

    plugins::Library library;
#define QUOVIS_NVRTC_MEMBER(name) decltype(&::name) name = nullptr;
    QUOVIS_NVRTC_REQUIRED(QUOVIS_NVRTC_MEMBER)
#undef QUOVIS_NVRTC_MEMBER
    // With types of ours, since older headers do not declare them.
    nvrtcResult (*nvrtcGetLTOIRSize)(nvrtcProgram, std::size_t*) = nullptr;
    nvrtcResult (*nvrtcGetLTOIR)(nvrtcProgram, char*) = nullptr;
    nvrtcResult (*nvrtcSetFlowCallback)(nvrtcProgram, int (*)(void*, void*), void*) = nullptr;
};

}  // namespace quovis::nvrtc
