// hiprtc's functions, and the targets that its compiler knows, taken from the vendor's libraries at run time (rule 8).
// hiprtc is a library of its own in newer ROCm and a part of libamdhip64 in older; both are looked at. Declared here as
// in functions.hpp. Signatures: HIP RTC API reference (ROCm 5.2 to 7.0) and amd_comgr.h's documentation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "plugins/common/cache_facts.hpp"
#include "plugins/common/error.hpp"
#include "plugins/common/library.hpp"
#include "plugins/common/settings.hpp"

namespace quovis::hip {

using RtcResult = int;  // hiprtcResult
using Program = struct ProgramOfHiprtc*;
using LinkState = struct LinkStateOfHiprtc*;

// hiprtcResult
enum : RtcResult {
    rtc_success = 0,
    rtc_out_of_memory = 1,
    rtc_invalid_input = 3,
    rtc_invalid_option = 5,
    rtc_compilation = 6,
    rtc_name_expression_not_valid = 10,
    rtc_linking = 100,
};
constexpr int input_llvm_bitcode = 100;  // hipJitInputLLVMBitcode, HIPRTC_JIT_INPUT_LLVM_BITCODE

// clang-format off
#define QUOVIS_HIPRTC_REQUIRED(X)                                                                     \
    X(hiprtcVersion, (int* major, int* minor))                                                        \
    X(hiprtcCreateProgram, (Program*, const char* source, const char* name, int header_count,         \
                            const char** headers, const char** header_names))                         \
    X(hiprtcDestroyProgram, (Program*))                                                               \
    X(hiprtcCompileProgram, (Program, int option_count, const char** options))                        \
    X(hiprtcAddNameExpression, (Program, const char* expression))                                     \
    X(hiprtcGetLoweredName, (Program, const char* expression, const char** name))                     \
    X(hiprtcGetProgramLogSize, (Program, std::size_t*))                                               \
    X(hiprtcGetProgramLog, (Program, char*))                                                          \
    X(hiprtcGetCodeSize, (Program, std::size_t*))                                                     \
    X(hiprtcGetCode, (Program, char*))

// From ROCm 5.3 on.
#define QUOVIS_HIPRTC_OPTIONAL(X)                                                                     \
    X(hiprtcGetBitcodeSize, (Program, std::size_t*))                                                  \
    X(hiprtcGetBitcode, (Program, char*))                                                             \
    X(hiprtcLinkCreate, (unsigned count, int* options, void** values, LinkState*))                    \
    X(hiprtcLinkAddData, (LinkState, int type, void* data, std::size_t size, const char* name,        \
                          unsigned count, int* options, void** values))                               \
    X(hiprtcLinkComplete, (LinkState, void** image, std::size_t* size))                               \
    X(hiprtcLinkDestroy, (LinkState))
// clang-format on

#define QUOVIS_HIPRTC_MEMBER(name, parameters) RtcResult(*name) parameters = nullptr;

struct Hiprtc {
    // Throws PluginError (UNAVAILABLE) with all that was searched.
    static Hiprtc open(const plugins::Settings& settings, plugins::Origin& origin);

    plugins::Library library;
    plugins::Library runtime;  // beside which hiprtc was looked for; null where a setting names hiprtc
    std::string version;       // for people: "5.2.21153", or what hiprtcVersion answers
    int reported_major = 0;
    int reported_minor = 0;
    const char* (*hiprtcGetErrorString)(RtcResult) = nullptr;
    QUOVIS_HIPRTC_REQUIRED(QUOVIS_HIPRTC_MEMBER)
    QUOVIS_HIPRTC_OPTIONAL(QUOVIS_HIPRTC_MEMBER)

  private:
    void find_all();
};

#undef QUOVIS_HIPRTC_MEMBER

// "HIPRTC_ERROR_COMPILATION"; "hiprtc error 77" where hiprtc gives no name.
std::string error_name(const Hiprtc& rtc, RtcResult result);

// "DOING failed: HIPRTC_ERROR_INTERNAL_ERROR (11)".
plugins::PluginError vendor_error(const Hiprtc& rtc, quovis_plugin_status status, RtcResult result,
                                  std::string_view doing, std::string hint = {});

// The instruction sets of the code generator behind hiprtc (libamd_comgr). hiprtc ends the process when it is asked for
// one that it does not know, so it is not asked.
class InstructionSets {
  public:
    // Where there is no libamd_comgr (another vendor's HIP) nothing is known, and nothing is refused.
    static InstructionSets ask(const plugins::Settings& settings, const Hiprtc& rtc, plugins::Origin& origin);

    bool known() const { return get_isa_metadata_ != nullptr; }
    const std::vector<std::string>& names() const { return names_; }  // "gfx90a", oldest first
    const std::string& version() const { return version_; }           // "2.4"
    const std::string& build() const { return build_; }               // of the library
    // Whether the processor is known, and has the features that the target sets.
    bool has(const std::string& target) const;

  private:
    struct MetadataNode {
        std::uint64_t handle;
    };

    std::vector<std::string> names_;
    std::string version_;
    std::string build_;
    int (*get_isa_metadata_)(const char*, MetadataNode*) = nullptr;
    int (*destroy_metadata_)(MetadataNode) = nullptr;
};

}  // namespace quovis::hip
