// An NVRTC of a release that nobody has, so that its companion libnvrtc-builtins is nowhere. Compiles nothing.
#include <cstddef>

#define QUOVIS_FAKE extern "C" __attribute__((visibility("default")))

namespace {
constexpr int success = 0;
constexpr int internal_error = 11;
}  // namespace

// Of the same version, and other code: NVRTC_FAKE_PATCHED.
QUOVIS_FAKE const char* nvrtcGetErrorString(int) {
#ifdef NVRTC_FAKE_PATCHED
    return "NVRTC_ERROR_PATCHED";
#endif
    return "NVRTC_ERROR_INTERNAL_ERROR";
}
QUOVIS_FAKE int nvrtcVersion(int* major, int* minor) {
    *major = 13;
    *minor = 99;
    return success;
}
QUOVIS_FAKE int nvrtcGetNumSupportedArchs(int* count) {
    *count = 1;
    return success;
}
QUOVIS_FAKE int nvrtcGetSupportedArchs(int* architectures) {
    *architectures = 90;
    return success;
}
QUOVIS_FAKE int nvrtcCreateProgram(void**, const char*, const char*, int, const char* const*, const char* const*) {
    return internal_error;
}
QUOVIS_FAKE int nvrtcDestroyProgram(void**) {
    return success;
}
QUOVIS_FAKE int nvrtcCompileProgram(void*, int, const char* const*) {
    return internal_error;
}
QUOVIS_FAKE int nvrtcGetPTXSize(void*, std::size_t*) {
    return internal_error;
}
QUOVIS_FAKE int nvrtcGetPTX(void*, char*) {
    return internal_error;
}
QUOVIS_FAKE int nvrtcGetCUBINSize(void*, std::size_t*) {
    return internal_error;
}
QUOVIS_FAKE int nvrtcGetCUBIN(void*, char*) {
    return internal_error;
}
QUOVIS_FAKE int nvrtcGetProgramLogSize(void*, std::size_t*) {
    return internal_error;
}
QUOVIS_FAKE int nvrtcGetProgramLog(void*, char*) {
    return internal_error;
}
QUOVIS_FAKE int nvrtcAddNameExpression(void*, const char*) {
    return internal_error;
}
QUOVIS_FAKE int nvrtcGetLoweredName(void*, const char*, const char**) {
    return internal_error;
}
