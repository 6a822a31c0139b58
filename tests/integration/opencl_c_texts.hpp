// Programs in the form that OpenCL C is translated to, which call each built-in of a group with each type it has.
// In a body $T is the type, $S its element, $N its width, $I the vector of signed integers of the same size, $U the
// unsigned one with the element $V, $i the vector of int, $f the vector of float.
#pragma once

#include <ostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace opencl_c_test {

using Texts = std::vector<std::string>;

inline std::string replaced(std::string text, const std::vector<std::pair<std::string, std::string>>& by) {
    for (const auto& [from, to] : by) {
        for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
            text.replace(at, from.size(), to);
        }
    }
    return text;
}

inline const Texts integers{"char", "uchar", "short", "ushort", "int", "uint", "long", "ulong"};
inline const Texts floats{"float", "double"};
inline const Texts floats_with_half{"float", "double", "half"};
inline const Texts numbers{"char", "uchar", "short", "ushort", "int", "uint", "long", "ulong", "float", "double"};
inline const Texts numbers_with_half{"char", "uchar", "short", "ushort", "int", "uint",
                                     "long", "ulong", "float", "double", "half"};
// 16 goes by 8 and 4.
inline const Texts all_widths{"", "2", "3", "16"};
inline const Texts vector_widths{"2", "3", "16"};
// The functions are large; all widths go by the same macros as those of other groups.
inline const Texts math_widths{"", "3"};
inline const Texts small_widths{"", "2", "3", "4"};

inline std::string signed_type(const std::string& type) {
    static const std::vector<std::pair<std::string, std::string>> all{
        {"uchar", "char"}, {"ushort", "short"}, {"uint", "int"},  {"ulong", "long"},
        {"float", "int"},  {"double", "long"},  {"half", "short"}};
    for (const auto& [from, to] : all) {
        if (type == from) {
            return to;
        }
    }
    return type;
}

// A kernel for each type and width, which works on p, of that type, and on q, r, s, t of $I, int, float and half.
inline std::string kernels_for(const std::string& name, const Texts& types, const Texts& widths,
                               const std::string& body) {
    std::string program;
    std::string wrappers;
    for (const std::string& type : types) {
        for (const std::string& width : widths) {
            const std::string function = name + "_" + type + width;
            const std::string parameters = "$T* p, $I* q, $i* r, $f* s, $U* u";
            const std::string text =
                replaced("__device__ inline void " + function + "(" + parameters + ") {\n" + body + "\n}\n",
                         {{"$T", type + width},
                          {"$V", "u" + signed_type(type)},
                          {"$S", type},
                          {"$N", width.empty() ? "1" : width},
                          {"$I", signed_type(type) + width},
                          {"$U", "u" + signed_type(type) + width},
                          {"$i", "int" + width},
                          {"$f", "float" + width}});
            program += text;
            wrappers += replaced("extern \"C\" __global__ void " + function + "(" + parameters +
                                     ") { program::" + function + "(p, q, r, s, u); }\n",
                                 {{"$T", type + width},
                                  {"$I", signed_type(type) + width},
                                  {"$U", "u" + signed_type(type) + width},
                                  {"$i", "int" + width},
                                  {"$f", "float" + width}});
        }
    }
    return "namespace program {\n" + program + "}\nnamespace kernels {\n" + wrappers + "}\n";
}

// Statements from names: p[2] = NAME(p[0], p[1]) and so on.
inline std::string calls(const std::string& names, const std::string& pattern) {
    std::string text;
    std::string name;
    for (const char c : names + " ") {
        if (c != ' ') {
            name += c;
        } else if (!name.empty()) {
            text += replaced(pattern, {{"$F", name}}) + "\n";
            name.clear();
        }
    }
    return text;
}

struct Group {
    std::string name;
    std::string text;
};
inline void PrintTo(const Group& group, std::ostream* out) {
    *out << group.name;
}

inline std::string conversions() {
    std::string program = "namespace program {\n";
    std::string wrappers = "namespace kernels {\n";
    for (const std::string& from : numbers_with_half) {
        for (const std::string& to : numbers_with_half) {
            std::string body;
            for (const char mode : std::string("01234")) {
                body += replaced("*to++ = __qv_convert<$B, 0, $M>(*from++);\n", {{"$M", {mode}}});
                if (to != "float" && to != "double" && to != "half") {
                    body += replaced("*to++ = __qv_convert<$B, 1, $M>(*from++);\n", {{"$M", {mode}}});
                }
            }
            body += "*(($B4*)to) = __qv_convert<$B4, 0, 0>(*(($A4*)from));\n";
            body += "*(($B16*)to) = __qv_convert<$B16, 0, 2>(*(($A16*)from));\n";
            const std::vector<std::pair<std::string, std::string>> types{{"$A", from}, {"$B", to}};
            program += replaced("__device__ inline void $A_$B(const $A* from, $B* to) {\n" + body + "}\n", types);
            wrappers += replaced(
                "extern \"C\" __global__ void $A_$B(const $A* from, $B* to) { program::$A_$B(from, to); }\n", types);
        }
    }
    return program + "}\n" + wrappers + "}\n";
}

inline std::vector<Group> groups() {
    const std::string one = "p[1] = $F(p[0]);";
    const std::string two = "p[2] = $F(p[0], p[1]);";
    const std::string three = "p[3] = $F(p[0], p[1], p[2]);";
    return {
        {"arithmetic", kernels_for("f", numbers_with_half, vector_widths, R"(
$T a = p[0], b = p[1], c(($S)3);
a = a + b * c - a / b; a += b; a -= b; a *= b; a /= b; a = a + ($S)2; a = ($S)2 * a; a += 1; a++; --a; a--; ++a;
a = -a + +b; $T d = ($T)(a); d = b = a; p[3] = a; p[4] = d;
q[0] = a == b; q[1] = a != b; q[2] = a < b; q[3] = a > b; q[4] = a <= b; q[5] = a >= ($S)1; q[6] = a && b;
q[7] = a || b; q[8] = !a; p[5] = __qv_choose(q[0], a, b); p[6] = __qv_choose(u[0], a, ($S)1);
p[7] = __qv_lazy_choose(q[1], [&] { return a; }, [&] { return b; });
volatile $T* v = p; v[8] = a; $T w = v[9]; p[10] = w; p[11] = __qv_choose(a < b, a, b);)")},
        {"integer_operators", kernels_for("f", integers, vector_widths, R"(
$T a = p[0], b = p[1];
a = a % b; a = a & b | ~b ^ a; a %= b; a &= b; a |= b; a ^= ($S)3; a = a << b; a = a >> 3; a <<= b; a >>= 2;
a = a << u[0]; p[2] = a; p[3] = __qv_shl(a, b); p[4] = __qv_shr(a, 3); __qv_shl_assign(a, b);
__qv_shr_assign(a.__qv_ref<0, 1>(), 1); $S e = a.__qv_get<0>(); __qv_shl_assign(e, 2); e = __qv_shr(e, 77);
__qv_shr_assign(p[5].__qv_ref<1>(), e); a.__qv_ref<1, 0>() %= 3; a.__qv_ref<1, 0>() <<= 3; p[6] = a;)")},
        {"swizzles", kernels_for("f", numbers_with_half, vector_widths, R"(
$T a = p[0]; const $T c = p[1];
a.__qv_ref<1>() = c.__qv_get<0>(); a.__qv_ref<0, 1>() = c.__qv_get<1, 0>(); a.__qv_ref<1, 0>() += 2;
a.__qv_ref<1, 0>()++; --a.__qv_ref<0, 1>(); a.__qv_ref<1>() *= 3; a.__qv_ref<0, 1>().__qv_ref<1>() = c.__qv_get<0>();
a.__qv_even_ref() = c.__qv_odd(); a.__qv_lo_ref() = c.__qv_hi(); a.__qv_hi_ref() = c.__qv_even(); $S* z = &a.__qv_ref<0>();
p[2] = a; p[3] = p[4].__qv_get<0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1>().__qv_lo().__qv_lo().__qv_get<0>();
volatile $T* v = p; v[5].__qv_ref<0>() = v[6].__qv_get<1>(); p[7] = p[8][r[0].__qv_get<1>()]; *z = a[1];)")},
        {"conversions", conversions()},
        {"literals", kernels_for("f", numbers_with_half, {"16"}, R"(
vec<$S, 2> a = __qv_make<vec<$S, 2>>(1, 2); vec<$S, 3> b = __qv_make<vec<$S, 3>>(a, ($S)1);
vec<$S, 4> c = __qv_make<vec<$S, 4>>(a, a); c = __qv_make<vec<$S, 4>>(1, b); c = __qv_make<vec<$S, 4>>(1, a, true);
vec<$S, 8> d = __qv_make<vec<$S, 8>>(c, b, 1); d = __qv_make<vec<$S, 8>>(1, 2, 3, 4, 5, 6, 7, 8); $T e = __qv_make<$T>(d, c, a, 1, 2);
$T g = __qv_make<$T>(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16); vec<$S, 4> h = {1, 2, 3, ($S)r[0].__qv_get<1>()};
p[0] = e; p[1] = ($T)(3); p[2] = ($T)(1.5f); p[3] = g; p[4] = g + __qv_make<$T>(c, c, c, h); vec<$S, 3> k = {1, 2, 3};
p[5] = __qv_vec_step(e) + __qv_vec_step<vec<$S, 3>>() + sizeof(k) + k.x; u[0] = __qv_as<$U>(g); p[6] = __qv_as<$T>(u[1]);
static_assert(sizeof(vec<$S, 3>) == 4 * sizeof($S) && alignof($T) == 16 * sizeof($S), "");)") +
                         R"(
namespace program {
__constant__ const float4 table[] = {float4(1, 2, 3, 4), {5, 6, 7, 8}};
__constant__ const int8 other[] = {int8(1, 2, 3, 4, 5, 6, 7, 8), 3};
struct Both { float4 a; int2 b[2]; union { float4 c; int d[4]; } e; };
__device__ inline void constants(float4* p, int8* q, Both both) {
    __shared__ float4 shared[16];
    shared[get_local_id(0)] = both.a + both.e.c;
    barrier(1);
    p[get_global_id(0)] = table[q[0].__qv_get<0>()] * shared[both.b[1].x];
    q[0] = other[1];
}
}
namespace kernels {
extern "C" __global__ void constants(float4* p, int8* q, program::Both both) { program::constants(p, q, both); }
}
)"},
        {"memory", kernels_for("f", numbers_with_half, vector_widths, R"(
$S* x = ($S*)p; const $S* y = ($S*)(p + 9); $T a = __qv_vload<$N>(1, x) + __qv_vload<$N>(2, y);
__qv_vstore<$N>(a, 3, x); volatile $S* v = x; a = __qv_vload<$N>(1, v); __qv_vstore<$N>(a, 3, v);)") +
                       kernels_for("g", {"float", "double"}, all_widths, R"(
half* h = (half*)r; const half* c = h; $f a = __qv_vload_half<$N>(1, c) + __qv_vloada_half<$N>(2, h);
__qv_vstore_half<$N, 0>(p[0], 1, h); __qv_vstore_half<$N, 1>(p[0], 1, h); __qv_vstore_half<$N, 2>(p[0], 2, h);
__qv_vstore_half<$N, 3>(a, 1, h); __qv_vstore_half<$N, 4>(p[0], 1, h); __qv_vstorea_half<$N, 0>(p[0], 1, h);
__qv_vstorea_half<$N, 2>(p[0], 2, h); __qv_vstorea_half<$N, 3>(a, 1, h); __qv_vstorea_half<$N, 4>(p[0], 1, h);)")},
        {"work_items", R"(
namespace program {
__device__ inline void f(size_t* p, uint d, float* l, int* any) {
    p[0] = get_work_dim() + get_global_size(d) + get_global_id(d) + get_local_size(0) + get_local_id(1) +
           get_num_groups(2) + get_group_id(3) + get_global_offset(0) + get_local_linear_id() + get_global_linear_id();
    l[get_local_id(0)] = 1;
    barrier(1 | 2); mem_fence(1); read_mem_fence(2); write_mem_fence(d);
    prefetch(p, 4); prefetch((const float4*)l, 1);
    event_t e = async_work_group_copy(l, (const float*)any, 64, 0);
    e = async_work_group_copy((float4*)any, (const float4*)l, 64, e);
    e = async_work_group_strided_copy(l, (const float*)p, 64, 2, e);
    event_t all[2] = {e, async_work_group_strided_copy((int2*)any, (const int2*)l, 64, 2, e)};
    wait_group_events(2, all); wait_group_events(1, &e);
    int* q = __qv_any((const void*)any); const float4* r = __qv_any(q); q[0] = (int)r->x;
    p[1] = l[7];
}
}
namespace kernels {
extern "C" __global__ void f(size_t* p, uint d, unsigned int l, int* any) { program::f(p, d, __qv_local<float>(l), any); }
}
)"},
        {"atomics", kernels_for("f", {"int", "uint", "long", "ulong"}, {""}, R"(
__shared__ $T local; volatile $T* v = &local; p[1] = atomic_add(p, 1) + atomic_sub(p, p[3]) + atomic_inc(p) + atomic_dec(v);
p[2] = atomic_and(v, 1) + atomic_or(p, ($T)3) + atomic_xor(v, 1) + atomic_min(p, 1) + atomic_max(v, 1) + atomic_xchg(p, 4);
p[3] = atomic_cmpxchg(v, 1, p[4]) + atom_cmpxchg(p, 1, 2) + atom_add(p, 1) + atom_sub(p, 2) + atom_inc(v) + atom_dec(p);
p[4] = atom_and(v, 1) + atom_or(p, 3) + atom_xor(v, 1) + atom_min(p, 1) + atom_max(v, 2) + atom_xchg(p, 4);
s[0] = atomic_xchg(s + 1, 1.5f);)")},
        {"integer", kernels_for("f", integers, all_widths,
                                "u[1] = abs(p[0]); u[2] = abs_diff(p[0], p[1]);\n" + calls("clz popcount", one) +
                                    calls("add_sat sub_sat hadd rhadd max min mul_hi rotate", two) +
                                    calls("clamp mad_hi mad_sat", three)) +
                        kernels_for("g", {"int", "uint"}, all_widths, calls("mul24", two) + calls("mad24", three)) +
                        kernels_for("h", integers, vector_widths,
                                    "p[2] = max(p[0], ($S)1); p[3] = min(p[0], 1); p[4] = clamp(p[0], ($S)0, ($S)4);") +
                        R"(
namespace program {
__device__ inline void up(short4* a, uchar16* b, ulong* c, uint* d, long3* e, int3* f, uint3* g) {
    a[0] = upsample(__qv_convert<char4, 0, 0>(a[0]), b[0].__qv_get<0, 1, 2, 3>()); c[0] = upsample(d[0], d[1]);
    e[0] = upsample(f[0], g[0]);
}
}
namespace kernels {
extern "C" __global__ void up(short4* a, uchar16* b, ulong* c, uint* d, long3* e, int3* f, uint3* g) {
    program::up(a, b, c, d, e, f, g);
}
}
)"},
        {"math",
         kernels_for("f", floats_with_half, math_widths,
                     calls("acos acosh acospi asin asinh asinpi atan atanh atanpi cbrt ceil cos cosh cospi erfc erf "
                           "exp exp2 exp10 expm1 fabs floor lgamma log log2 log10 log1p logb rint round rsqrt sin "
                           "sinh sinpi sqrt tan tanh tanpi tgamma trunc",
                           one))},
        {"math_of_more",
         kernels_for("f", floats_with_half, math_widths,
                     calls("atan2 atan2pi copysign fdim fmax fmin fmod hypot maxmag minmag nextafter pow "
                           "powr remainder",
                           two) +
                         calls("fma mad", three) + R"(
p[4] = ldexp(p[0], r[0]); p[5] = pown(p[0], r[0]); p[6] = rootn(p[0], r[0]); r[1] = ilogb(p[0]); p[7] = nan(u[0]);
p[8] = fract(p[0], p + 9); p[8] += frexp(p[0], r + 2); p[8] += lgamma_r(p[0], r + 3); p[8] += modf(p[0], p + 10);
p[8] += remquo(p[0], p[1], r + 4); p[8] += sincos(p[0], &p[11]); $T v, w; p[12] = sincos(p[0], &v) + fract(p[1], &w); p[12] += v * w;)") +
             kernels_for("g", floats, vector_widths, R"(
p[1] = fmax(p[0], 0); p[2] = fmin(p[0], ($S)1); p[3] = pow(p[0], ($S)2); p[4] = ldexp(p[0], 3); p[5] = fmod(p[0], 2.0f);)")},
        {"native_and_half",
         kernels_for("f", {"float"}, all_widths,
                     calls("half_cos half_exp half_exp2 half_exp10 half_log half_log2 half_log10 half_recip "
                           "half_rsqrt half_sin half_sqrt half_tan native_cos native_exp native_exp2 "
                           "native_exp10 native_log native_log2 native_log10 native_recip native_rsqrt "
                           "native_sin native_sqrt native_tan",
                           one) +
                         calls("half_divide half_powr native_divide native_powr", two))},
        {"common", kernels_for("f", floats_with_half, all_widths,
                               calls("degrees radians sign", one) + calls("max min step", two) +
                                   calls("clamp mix smoothstep", three)) +
                       kernels_for("g", floats, vector_widths, R"(
p[1] = max(p[0], 0.0f); p[2] = min(p[0], ($S)1); p[3] = clamp(p[0], ($S)0, ($S)1); p[4] = mix(p[0], p[1], ($S)0.5f);
p[5] = step(($S)0, p[0]); p[6] = smoothstep(($S)0, ($S)1, p[0]); p[7] = clamp(p[0], 0.0f, 1.0f);)")},
        {"geometric", kernels_for("f", floats_with_half, small_widths, R"(
$S* x = ($S*)s; x[0] = dot(p[0], p[1]); x[1] = distance(p[0], p[1]); x[2] = length(p[0]); p[2] = normalize(p[1]);)") +
                          kernels_for("g", {"float"}, small_widths, R"(
$S* x = ($S*)s; x[1] = fast_distance(p[0], p[1]); x[2] = fast_length(p[0]); p[2] = fast_normalize(p[1]);)") +
                          kernels_for("h", floats_with_half, {"3", "4"}, "p[2] = cross(p[0], p[1]);")},
        {"relational",
         kernels_for("f", floats_with_half, vector_widths,
                     calls("isfinite isinf isnan isnormal signbit", "q[0] = $F(p[0]);") +
                         calls("isequal isnotequal isgreater isgreaterequal isless islessequal islessgreater "
                               "isordered isunordered",
                               "q[1] = $F(p[0], p[1]);")) +
             kernels_for("g", floats_with_half, {""},
                         calls("isfinite isinf isnan isnormal signbit", "r[0] = $F(p[0]);") +
                             calls("isequal isnotequal isgreater isgreaterequal isless islessequal "
                                   "islessgreater isordered isunordered",
                                   "r[1] = $F(p[0], p[1]);")) +
             kernels_for("h", numbers_with_half, all_widths, R"(
p[2] = bitselect(p[0], p[1], p[2]); p[3] = select(p[0], p[1], q[0]); p[4] = select(p[0], p[1], u[0]);)") +
             kernels_for("k", {"char", "short", "int", "long"}, all_widths, "r[0] = any(p[0]) + all(p[1]);")},
        {"shuffles", kernels_for("f", numbers_with_half, {"16"}, R"(
vec<$S, 2> a = shuffle(p[0], __qv_make<vec<$V, 2>>(1, 0)); vec<$S, 4> b = shuffle2(p[0], p[1], __qv_make<vec<$V, 4>>(3, 1, 0, 2));
vec<$S, 8> c = shuffle(b, __qv_make<vec<$V, 8>>(3, 1, 0, 2, 1, 1, 1, 1)); vec<$S, 16> d = shuffle2(c, c, __qv_make<vec<$V, 16>>(u[1]));
p[2] = shuffle(d, u[0]); p[3] = shuffle2(a, a, u[0]) + shuffle(c, u[1]);)") +
                         kernels_for("g", numbers_with_half, vector_widths,
                                     "p[2] = shuffle(p[0], u[0]); p[3] = shuffle2(p[0], p[1], u[1]);")},
        {"output", R"(
namespace program {
__device__ inline void f(int4* a, float2* b, half4* c, uchar16* d, const char* e) {
    int done = printf("nothing\n") + printf("%d %f %s\n", a[0].x, b[0].x, "text");
    done += printf("%d,%d,%d,%d %f,%f\n", a[0], b[0]);
    done += printf("%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d %d\n", d[0], done);
    done += printf("%f,%f,%f,%f %f\n", c[0], c[0].x);
    a[1] = done;
}
}
namespace kernels {
extern "C" __global__ void f(int4* a, float2* b, half4* c, uchar16* d, const char* e) { program::f(a, b, c, d, e); }
}
)"},
        {"sub_groups", kernels_for("f", {"int", "uint", "long", "ulong", "float", "double", "half"}, {""}, R"(
p[2] = sub_group_broadcast(p[0], 3) + sub_group_reduce_add(p[0]) + sub_group_reduce_min(p[0]) + sub_group_reduce_max(p[0]);
p[3] = sub_group_scan_inclusive_add(p[0]) + sub_group_scan_inclusive_min(p[0]) + sub_group_scan_inclusive_max(p[0]);
p[4] = sub_group_scan_exclusive_add(p[0]) + sub_group_scan_exclusive_min(p[0]) + sub_group_scan_exclusive_max(p[0]);
sub_group_barrier(1); r[0] = sub_group_any(r[1]) + sub_group_all(r[2]);
r[3] = get_sub_group_size() + get_max_sub_group_size() + get_num_sub_groups() + get_enqueued_num_sub_groups() +
       get_sub_group_id() + get_sub_group_local_id(); p[5] = sub_group_shuffle(p[0], 1) + sub_group_shuffle_xor(p[1], 1);)")},
    };
}

}  // namespace opencl_c_test
