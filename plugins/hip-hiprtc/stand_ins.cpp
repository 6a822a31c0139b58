// Texts of the headers that are not files.
#include <fmt/format.h>

#include "plugins/hip-hiprtc/cuda_bridge.hpp"

namespace quovis::hip {
namespace {

using plugins::MemoryHeader;

// Up to HIP 6 hiprtc declares C's and C++'s names itself and its declarations clash with those of the host's headers,
// which it finds. From HIP 7 on it no longer does, and the host's headers serve. A computed #include is left to clang.
std::string built_in_until_7(std::string_view name, std::string_view rest) {
    return fmt::format(R"(#pragma once
#if defined(HIP_VERSION_MAJOR) && HIP_VERSION_MAJOR >= 7
#define QUOVIS_NATIVE_HEADER <{}>
#include QUOVIS_NATIVE_HEADER
#undef QUOVIS_NATIVE_HEADER
#else
{}
#endif
)",
                       name, rest);
}

// hiprtc declares the types of 64 bits, as long long, and size_t.
constexpr std::string_view stdint_text = R"(typedef signed char int8_t;
typedef unsigned char uint8_t;
typedef short int16_t;
typedef unsigned short uint16_t;
typedef int int32_t;
typedef unsigned int uint32_t;
typedef __INTPTR_TYPE__ intptr_t;
typedef __UINTPTR_TYPE__ uintptr_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef __INTMAX_TYPE__ intmax_t;
typedef __UINTMAX_TYPE__ uintmax_t;
#define INT8_MIN (-128)
#define INT8_MAX 127
#define UINT8_MAX 255
#define INT16_MIN (-32767 - 1)
#define INT16_MAX 32767
#define UINT16_MAX 65535
#define INT32_MIN (-2147483647 - 1)
#define INT32_MAX 2147483647
#define UINT32_MAX 4294967295u
#define INT64_MIN (-9223372036854775807ll - 1)
#define INT64_MAX 9223372036854775807ll
#define UINT64_MAX 18446744073709551615ull)";

// clang's own is in a folder that hiprtc does not always find.
constexpr std::string_view stddef_text = R"(#pragma once
typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
#ifndef NULL
#define NULL __null
#endif
#ifndef offsetof
#define offsetof(type, member) __builtin_offsetof(type, member)
#endif
namespace std {
using ::size_t;
using ::ptrdiff_t;
typedef decltype(nullptr) nullptr_t;
}
)";

// What hiprtc 5.2 and 5.7 lack of the traits that kernels use most; it has is_same, enable_if, is_integral and their
// like.
constexpr std::string_view type_traits_text = R"(#if HIP_VERSION_MAJOR == 5
namespace std {
template <class T> struct remove_const { typedef T type; };
template <class T> struct remove_const<const T> { typedef T type; };
template <class T> struct remove_volatile { typedef T type; };
template <class T> struct remove_volatile<volatile T> { typedef T type; };
template <class T> struct remove_cv { typedef typename remove_const<typename remove_volatile<T>::type>::type type; };
template <class T> struct remove_reference { typedef T type; };
template <class T> struct remove_reference<T&> { typedef T type; };
template <class T> struct remove_reference<T&&> { typedef T type; };
template <class T> struct remove_pointer { typedef T type; };
template <class T> struct remove_pointer<T*> { typedef T type; };
template <bool B, class T, class F> struct conditional { typedef T type; };
template <class T, class F> struct conditional<false, T, F> { typedef F type; };
template <class T> struct is_pointer : false_type {};
template <class T> struct is_pointer<T*> : true_type {};
#if __cplusplus >= 201402L
template <class T> using remove_cv_t = typename remove_cv<T>::type;
template <class T> using remove_reference_t = typename remove_reference<T>::type;
template <bool B, class T, class F> using conditional_t = typename conditional<B, T, F>::type;
template <bool B, class T = void> using enable_if_t = typename enable_if<B, T>::type;
#endif
#if __cplusplus >= 201703L
template <class T, class U> inline constexpr bool is_same_v = is_same<T, U>::value;
template <class T> inline constexpr bool is_integral_v = is_integral<T>::value;
template <class T> inline constexpr bool is_floating_point_v = is_floating_point<T>::value;
template <class T> inline constexpr bool is_arithmetic_v = is_arithmetic<T>::value;
template <class T> inline constexpr bool is_pointer_v = is_pointer<T>::value;
#endif
}
#endif)";

constexpr std::string_view assert_text = R"(#ifndef assert
#ifdef NDEBUG
#define assert(condition) static_cast<void>(0)
#else
#define assert(condition) static_cast<void>((condition) || (__builtin_trap(), false))
#endif
#endif
)";

// CUDA Math API, math_constants.h: the ones that kernels use.
constexpr std::string_view math_constants_text = R"(#pragma once
#define CUDART_INF_F __builtin_inff()
#define CUDART_NAN_F __builtin_nanf("")
#define CUDART_INF __builtin_inf()
#define CUDART_NAN __builtin_nan("")
#define CUDART_PI_F 3.141592654f
#define CUDART_PI 3.1415926535897931e+0
#define CUDART_PIO2_F 1.570796327f
#define CUDART_PIO2 1.5707963267948966e+0
#define CUDART_SQRT_TWO_F 1.414213562f
#define CUDART_SQRT_TWO 1.4142135623730951e+0
#define CUDART_L2E_F 1.442695041f
#define CUDART_L2E 1.4426950408889634e+0
#define CUDART_LN2_F 0.693147181f
#define CUDART_LN2 6.9314718055994529e-1
#define CUDART_MIN_DENORM_F 1.401298464e-45f
#define CUDART_MAX_NORMAL_F 3.402823466e+38f
)";

void refuse(std::vector<MemoryHeader>& headers, std::string_view name, std::string_view reason) {
    headers.push_back({std::string(name), fmt::format("{}<{}>: {}", refusal_mark, name, reason), true});
}

void add_cuda(std::vector<MemoryHeader>& headers) {
    headers.push_back({"math_constants.h", std::string(math_constants_text)});
    headers.push_back({"cooperative_groups.h", std::string(cuda_cooperative_groups())});
    headers.push_back({"cooperative_groups/reduce.h", "#include <cooperative_groups.h>\n"});
    refuse(headers, "cooperative_groups/*", "only cooperative_groups.h and cooperative_groups/reduce.h are");
    refuse(headers, "cuda_bf16.h", "its functions have other names and rounding in HIP; write it in HIP");
    refuse(headers, "cuda_fp8.h", "its types have other encodings on AMD GPUs");
    refuse(headers, "cuda_fp4.h", "its types have no counterpart on AMD GPUs");
    refuse(headers, "cuda_fp6.h", "its types have no counterpart on AMD GPUs");
    refuse(headers, "mma.h", "NVIDIA's tensor core fragments have no counterpart; rocWMMA is AMD's");
    refuse(headers, "cuda_pipeline*", "asynchronous copies to shared memory have no counterpart in HIP");
    refuse(headers, "cuda_awbarrier*", "asynchronous barriers have no counterpart in HIP");
    refuse(headers, "curand*", "hipRAND's device functions are AMD's");
    refuse(headers, "cuda/*", "libcu++ is not made for AMD GPUs");
    refuse(headers, "cub/*", "hipCUB is AMD's");
    refuse(headers, "thrust/*", "rocThrust is AMD's");
    refuse(headers, "cute/*", "CUTLASS is not made for AMD GPUs");
    refuse(headers, "cutlass/*", "CUTLASS is not made for AMD GPUs");
}

}  // namespace

std::vector<MemoryHeader> built_in_headers(bool is_cuda) {
    std::vector<MemoryHeader> headers;
    for (const char* name :
         {"hip/hip_runtime.h", "hip/hip_runtime_api.h", "hip/hip_fp16.h", "hip/hip_vector_types.h", "hip/hip_common.h",
          "hip/hip_version.h", "hip/math_functions.h", "hip/device_functions.h"}) {
        headers.push_back({name, {}});
    }
    if (is_cuda) {
        for (const char* name :
             {"cuda_runtime.h", "cuda_runtime_api.h", "cuda.h", "cuda_fp16.h", "cuda_fp16.hpp", "vector_types.h",
              "vector_functions.h", "device_launch_parameters.h", "device_functions.h", "device_atomic_functions.h",
              "math_functions.h", "sm_30_intrinsics.h", "sm_32_intrinsics.h", "sm_35_intrinsics.h", "nvrtc.h"}) {
            headers.push_back({name, {}});
        }
    }
    return headers;
}

std::vector<MemoryHeader> stand_in_headers(bool is_cuda) {
    std::vector<MemoryHeader> headers;
    for (const char* name : {"stdint.h", "cstdint", "inttypes.h", "cinttypes"}) {
        headers.push_back({name, built_in_until_7(name, "#include \"quovis/stdint_names.h\"")});
    }
    headers.push_back({"quovis/stdint_names.h", fmt::format("#pragma once\n{}\n", stdint_text)});
    headers.push_back({"type_traits", built_in_until_7("type_traits", type_traits_text)});
    for (const char* name : {"math.h", "cmath", "string.h", "cstring", "stdlib.h", "cstdlib"}) {
        headers.push_back({name, built_in_until_7(name, "")});
    }
    for (const char* name : {"stddef.h", "cstddef"}) {
        headers.push_back({name, std::string(stddef_text)});
    }
    for (const char* name : {"assert.h", "cassert"}) {
        headers.push_back({name, std::string(assert_text)});
    }
    if (is_cuda) {
        add_cuda(headers);
    }
    return headers;
}

}  // namespace quovis::hip
