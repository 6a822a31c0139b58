// The words of OpenCL C 1.2: section 6.1.9 (keywords), 6.1.1 to 6.1.3 (types), 6.12 (built-in functions).
#include "plugins/common/opencl_c/words.hpp"

#include <array>
#include <string>
#include <utility>

namespace quovis::opencl_c {
namespace {

struct Keyword {
    std::string_view text;
    Code code;
};
constexpr std::array keywords{
    Keyword{"_Alignof", kw_alignof},
    Keyword{"__alignof", kw_alignof},
    Keyword{"__alignof__", kw_alignof},
    Keyword{"asm", kw_asm},
    Keyword{"__asm", kw_asm},
    Keyword{"__asm__", kw_asm},
    Keyword{"__attribute__", kw_attribute},
    Keyword{"__attribute", kw_attribute},
    Keyword{"auto", kw_auto},
    Keyword{"bool", kw_bool},
    Keyword{"_Bool", kw_bool},
    Keyword{"break", kw_break},
    Keyword{"case", kw_case},
    Keyword{"char", kw_char},
    Keyword{"const", kw_const},
    Keyword{"__const", kw_const},
    Keyword{"__constant", kw_constant},
    Keyword{"constant", kw_constant},
    Keyword{"continue", kw_continue},
    Keyword{"default", kw_default},
    Keyword{"do", kw_do},
    Keyword{"double", kw_double},
    Keyword{"else", kw_else},
    Keyword{"enum", kw_enum},
    Keyword{"__extension__", kw_extension},
    Keyword{"_Noreturn", kw_extension},
    Keyword{"extern", kw_extern},
    Keyword{"float", kw_float},
    Keyword{"for", kw_for},
    Keyword{"__generic", kw_generic},
    Keyword{"generic", kw_generic},
    Keyword{"__global", kw_global},
    Keyword{"global", kw_global},
    Keyword{"goto", kw_goto},
    Keyword{"half", kw_half},
    Keyword{"if", kw_if},
    Keyword{"inline", kw_inline},
    Keyword{"__inline", kw_inline},
    Keyword{"__inline__", kw_inline},
    Keyword{"int", kw_int},
    Keyword{"__kernel", kw_kernel},
    Keyword{"kernel", kw_kernel},
    Keyword{"__local", kw_local},
    Keyword{"local", kw_local},
    Keyword{"long", kw_long},
    Keyword{"__private", kw_private},
    Keyword{"private", kw_private},
    Keyword{"register", kw_register},
    Keyword{"restrict", kw_restrict},
    Keyword{"__restrict", kw_restrict},
    Keyword{"__restrict__", kw_restrict},
    Keyword{"return", kw_return},
    Keyword{"short", kw_short},
    Keyword{"signed", kw_signed},
    Keyword{"__signed", kw_signed},
    Keyword{"__signed__", kw_signed},
    Keyword{"sizeof", kw_sizeof},
    Keyword{"static", kw_static},
    Keyword{"_Static_assert", kw_static_assert},
    Keyword{"struct", kw_struct},
    Keyword{"switch", kw_switch},
    Keyword{"typedef", kw_typedef},
    Keyword{"typeof", kw_typeof},
    Keyword{"__typeof", kw_typeof},
    Keyword{"__typeof__", kw_typeof},
    Keyword{"union", kw_union},
    Keyword{"unsigned", kw_unsigned},
    Keyword{"void", kw_void},
    Keyword{"volatile", kw_volatile},
    Keyword{"__volatile", kw_volatile},
    Keyword{"__volatile__", kw_volatile},
    Keyword{"while", kw_while},
};

constexpr std::string_view cpp_keywords =
    "alignas alignof and and_eq bitand bitor catch char8_t char16_t char32_t class co_await co_return co_yield compl "
    "concept const_cast consteval constexpr constinit decltype delete dynamic_cast explicit export friend mutable "
    "namespace new noexcept not not_eq nullptr operator or or_eq protected public reinterpret_cast requires "
    "static_assert static_cast template this thread_local throw try typeid typename using virtual wchar_t xor xor_eq";

constexpr std::array<std::string_view, 9> features{"images",
                                                   "samplers",
                                                   "pipes",
                                                   "device-side enqueue",
                                                   "blocks",
                                                   "complex numbers",
                                                   "the atomic types of OpenCL 2.0",
                                                   "access qualifiers, which belong to images and pipes",
                                                   "words of C11 and GNU C"};
constexpr std::array<std::string_view, 9> refused{
    "image1d_t image1d_array_t image1d_buffer_t image2d_t image2d_array_t image2d_depth_t image2d_array_depth_t "
    "image2d_msaa_t image2d_array_msaa_t image3d_t read_imagef read_imagei read_imageui read_imageh write_imagef "
    "write_imagei write_imageui write_imageh get_image_width get_image_height get_image_depth "
    "get_image_channel_data_type get_image_channel_order get_image_dim get_image_array_size",
    "sampler_t",
    "pipe read_pipe write_pipe reserve_read_pipe reserve_write_pipe commit_read_pipe commit_write_pipe reserve_id_t",
    "enqueue_kernel enqueue_marker queue_t ndrange_t clk_event_t get_default_queue ndrange_1D ndrange_2D ndrange_3D",
    "__block",
    "_Complex _Imaginary",
    "atomic_int atomic_uint atomic_long atomic_ulong atomic_float atomic_double atomic_flag",
    "read_only __read_only write_only __write_only read_write __read_write",
    "_Alignas _Atomic _Generic _Thread_local __auto_type __int128 __label__ __thread"};

struct Function {
    Result result;
    std::string_view names;
};
constexpr std::array functions{
    Function{
        Result::like_first,
        "acos acosh acospi asin asinh asinpi atan atan2 atanh atanpi atan2pi cbrt ceil copysign cos cosh cospi erfc "
        "erf exp exp2 exp10 expm1 fabs fdim floor fma fmax fmin fmod fract frexp hypot ldexp lgamma lgamma_r log "
        "log2 log10 log1p logb mad maxmag minmag modf nextafter pow pown powr remainder remquo rint rootn round "
        "rsqrt sin sincos sinh sinpi sqrt tan tanh tanpi tgamma trunc half_cos half_divide half_exp half_exp2 "
        "half_exp10 half_log half_log2 half_log10 half_powr half_recip half_rsqrt half_sin half_sqrt half_tan "
        "native_cos native_divide native_exp native_exp2 native_exp10 native_log native_log2 native_log10 "
        "native_powr native_recip native_rsqrt native_sin native_sqrt native_tan degrees radians clamp max min mix "
        "step smoothstep sign cross normalize fast_normalize add_sat sub_sat hadd rhadd clz ctz mad_hi mad_sat "
        "mad24 mul24 mul_hi rotate popcount bitselect select sub_group_broadcast sub_group_reduce_add "
        "sub_group_reduce_min sub_group_reduce_max sub_group_scan_exclusive_add sub_group_scan_exclusive_min "
        "sub_group_scan_exclusive_max sub_group_scan_inclusive_add sub_group_scan_inclusive_min "
        "sub_group_scan_inclusive_max"},
    Function{Result::nothing,
             "barrier mem_fence read_mem_fence write_mem_fence work_group_barrier sub_group_barrier prefetch "
             "wait_group_events"},
    Function{Result::integer, "any all printf sub_group_any sub_group_all"},
    Function{Result::unsigned_integer,
             "get_work_dim get_sub_group_size get_max_sub_group_size get_num_sub_groups get_enqueued_num_sub_groups "
             "get_sub_group_id get_sub_group_local_id"},
    Function{Result::size_of_axis,
             "get_global_id get_local_id get_group_id get_global_size get_local_size get_num_groups"},
    Function{Result::offset_of_axis, "get_global_offset"},
    Function{Result::size, "get_enqueued_local_size get_global_linear_id get_local_linear_id"},
    Function{Result::element, "dot distance length fast_distance fast_length"},
    Function{
        Result::relational,
        "isequal isnotequal isgreater isgreaterequal isless islessequal islessgreater isfinite isinf isnan isnormal "
        "isordered isunordered signbit"},
    Function{Result::unsigned_first, "abs abs_diff"},
    Function{Result::wider, "upsample"},
    Function{Result::integer_like, "ilogb"},
    Function{Result::floating_like, "nan"},
    Function{
        Result::pointee,
        "atomic_add atomic_sub atomic_xchg atomic_inc atomic_dec atomic_cmpxchg atomic_min atomic_max atomic_and "
        "atomic_or atomic_xor atom_add atom_sub atom_xchg atom_inc atom_dec atom_cmpxchg atom_min atom_max atom_and "
        "atom_or atom_xor"},
    Function{Result::event, "async_work_group_copy async_work_group_strided_copy"},
    Function{Result::as_mask, "shuffle shuffle2"},
};

}  // namespace

const Words::Language& Words::language() {
    static const Language language;
    return language;
}

Words::Language::Language() {
    for (const Keyword& keyword : keywords) {
        codes[keyword.text] = keyword.code;
    }
    add_all(cpp_keywords, Role::cpp_keyword, 0);
    for (std::size_t i = 0; i < refused.size(); ++i) {
        add_all(refused[i], Role::refused, i);
    }
    for (const Function& group : functions) {
        add_all(group.names, Role::function, static_cast<std::size_t>(group.result));
    }
    static const std::vector<std::string> vectors = [] {
        std::vector<std::string> made;
        for (std::uint32_t scalar = 1; scalar < scalar_count; ++scalar) {
            for (const unsigned width : {1u, 2u, 3u, 4u, 8u, 16u}) {
                made.push_back(spelling(static_cast<Scalar>(scalar), width));
            }
        }
        return made;
    }();
    std::size_t at = 0;
    for (std::uint32_t scalar = 1; scalar < scalar_count; ++scalar) {
        for (const unsigned width : {1u, 2u, 3u, 4u, 8u, 16u}) {
            const std::string& name = vectors[at++];
            if (codes.find(name) == 0) {  // not a keyword
                add(name, Role::type, vector_of(static_cast<Scalar>(scalar), width).node);
            }
        }
    }
    add_all("size_t uintptr_t", Role::type, type_of(Scalar::ulong).node);
    add_all("ptrdiff_t intptr_t", Role::type, type_of(Scalar::long_).node);
    add("event_t", Role::type, node_event);
    add("cl_mem_fence_flags", Role::type, type_of(Scalar::uint).node);
}

// What is said last of a name holds.
void Words::Language::add(std::string_view name, Role role, std::size_t detail) {
    std::uint32_t& code = codes[name];
    if (code == 0) {
        code = first_name + static_cast<Code>(words.size());
        words.emplace_back();
    }
    words[code - first_name] = {name, role, static_cast<std::uint16_t>(detail)};
}

void Words::Language::add_all(std::string_view list, Role role, std::size_t detail) {
    while (!list.empty()) {
        const std::string_view name = list.substr(0, list.find(' '));
        list.remove_prefix(name.size() == list.size() ? name.size() : name.size() + 1);
        add(name, role, detail);
    }
}

Code Words::meet(std::string_view text, std::uint32_t hash) {
    Code code = language_.find(text, hash);
    if (code == 0) {
        code = first_name + static_cast<Code>(words_.size());
        words_.push_back({text});
    }
    met_.number(text, hash) = code;
    return code;
}

Code Words::find(std::string_view text) const {
    const std::uint32_t hash = hash_of_name(text);
    const Code known = language_.find(text, hash);
    return known != 0 ? known : met_.find(text, hash);
}

std::string_view refused_feature(std::uint16_t detail) {
    return features[detail];
}

}  // namespace quovis::opencl_c
