// Rows on how kernels run: work-items, address spaces, barriers, atomics, copies, structs, printf, optional types.
#include <array>
#include <cstdint>

#include "tests/integration/opencl_c_features.hpp"

namespace opencl_c_test {
namespace {

using std::int64_t;
using std::uint64_t;

Case work_item_functions() {
    std::vector<int> expected;
    for (int z = 0; z < 2; ++z) {
        for (int y = 0; y < 6; ++y) {
            for (int x = 0; x < 12; ++x) {
                expected.insert(expected.end(),
                                {3, x, y, z, x % 4, y % 3, z % 2, x / 4, y / 3, z / 2, 12 + 6 * 100 + 2 * 10000,
                                 4 + 3 * 100 + 2 * 10000, 3 + 2 * 100 + 1 * 10000, 0, 1 + 0 * 10, 7});
            }
        }
    }
    return Case::text("work_item_functions", R"(
kernel void k(global int16* out) {
    size_t x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
    int16 r = 7;
    r.s0 = get_work_dim();
    r.s123 = (int3)(x, y, z);
    r.s456 = (int3)(get_local_id(0), get_local_id(1), get_local_id(2));
    r.s789 = (int3)(get_group_id(0), get_group_id(1), get_group_id(2));
    r.sa = get_global_size(0) + 100 * get_global_size(1) + 10000 * get_global_size(2);
    r.sb = get_local_size(0) + 100 * get_local_size(1) + 10000 * get_local_size(2);
    r.sc = get_num_groups(0) + 100 * get_num_groups(1) + 10000 * get_num_groups(2);
    r.sd = get_global_offset(0) + get_global_offset(1) + get_global_offset(2);
    r.se = get_global_id(3) + 1;  // an axis that there is not
    out[(z * 6 + y) * 12 + x] = r;
})")
        .kernel("k", {3, 2, 1}, {4, 3, 2})
        .out(expected);
}

// Along all axes, in functions, and with work-items that return at once. The last block of each row does.
Case launches_with_an_offset() {
    std::vector<int> expected;
    for (int z = 0; z < 2; ++z) {
        for (int y = 0; y < 3; ++y) {
            for (int x = 0; x < 8; ++x) {
                expected.insert(expected.end(),
                                {x + 100, y + 20, z + 3, x % 4, x / 4, (z * 3 + y) * 12 + x, 123, 12 + 3 + 2 + 3});
            }
        }
    }
    return Case::text("launches_with_an_offset", R"(
size_t place(int axis) { return get_global_id(axis) - get_global_offset(axis); }
int all(void) {
    int sum = 0;
    for (uint axis = 0; axis < 4; ++axis) sum += get_global_offset(axis);
    return sum;
}
kernel void inner(global int8* out, int limit) {
    if (get_global_id(0) >= limit) return;
    int8 r;
    r.s012 = (int3)(get_global_id(0), get_global_id(1), get_global_id(2));
    r.s34 = (int2)(get_local_id(0), get_group_id(0));
    r.s5 = (place(2) * get_global_size(1) + place(1)) * get_global_size(0) + place(0);
    r.s6 = all();
    r.s7 = get_global_size(0) + get_global_size(1) + get_global_size(2) + get_work_dim();
    out[(place(2) * 3 + place(1)) * 8 + place(0)] = r;
}
kernel void k(global int8* out, int limit) { inner(out, limit); })")
        .kernel("k", {3, 3, 2}, {4, 1, 1})
        .offset({100, 20, 3})
        .out(expected)
        .value(108);
}

// An axis of length 1 with an offset counts.
Case an_offset_along_a_short_axis() {
    return Case::text("an_offset_along_a_short_axis", R"(
kernel void k(global int* out) {
    if (get_global_id(0) == 0) {
        out[0] = get_global_id(1);
        out[1] = get_global_offset(1);
        out[2] = get_work_dim();
    }
})")
        .kernel("k", {2}, {2})
        .offset({0, 7, 0})
        .out(std::vector<int>{7, 7, 2});
}

// The same program as above, launched without one.
Case no_offset() {
    return Case::text("no_offset", R"(
kernel void k(global int* out) { out[get_global_id(0)] = get_global_id(0) + get_global_offset(0); })")
        .kernel("k", {2}, {2})
        .out(std::vector<int>{0, 1, 2, 3});
}

Case axis_known_at_run_time() {
    return Case::text("axis_known_at_run_time", R"(
kernel void k(global int* out) {
    int sum = 0;
    for (uint axis = 0; axis < get_work_dim(); ++axis)
        sum += get_global_id(axis) * (axis + 1) + get_local_size(axis);
    out[get_global_id(1) * get_global_size(0) + get_global_id(0)] = sum;
})")
        .kernel("k", {2, 2}, {2, 1})
        .out(std::vector<int>{3, 4, 5, 6, 5, 6, 7, 8});
}

Case axes_that_are_not_there() {
    return row("axes_that_are_not_there", R"(
kernel void k(global int* out) {
    out[0] = get_global_size(3);
    out[1] = get_local_size(3);
    out[2] = get_num_groups(3);
    out[3] = get_global_id(3);
    out[4] = get_local_id(3);
    out[5] = get_group_id(3);
    out[6] = get_global_offset(3);
})")
        .out(std::vector<int>{1, 1, 1, 0, 0, 0, 0})
        .unless([](const quovis::Route* route, const std::string& compiler) -> std::string {
            const bool is_pocl = route != nullptr && compiler == "opencl" &&
                                 route->info().platform.find("Portable Computing Language") != std::string::npos;
            return is_pocl ? "PoCL 3.1 tells 0 for the size of an axis that there is not, the specification 1" : "";
        });
}

Case address_spaces() {
    return row("address_spaces", R"(
__constant int table[2][3] = {{1, 2, 3}, {4, 5, 6}};
constant int factor = 10;
static int of_private(const int* p) { return p[0]; }
static int of_global(global const int* p, local int* q, constant int* c) { return *p + *q + *c; }
kernel void k(global const int* in, constant int* given, local int* room, __global int* restrict out) {
    local int mine[8];
    __local int one;
    private int here = get_local_id(0);
    int i = here;
    mine[i] = in[i] * factor;
    room[7 - i] = i;
    if (i == 0) one = 1000;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[i] = mine[7 - i] + room[i] + one + table[i & 1][i % 3] + of_private(&here) + of_global(in + i, &mine[i], given);
})",
               8)
        .in(made(8, [](int i) { return i + 1; }))
        .in(std::vector<int>{500})
        .local(8 * sizeof(int))
        .out(made(8, [](int i) {
            return (8 - i) * 10 + (7 - i) + 1000 + (1 + i % 3 + 3 * (i & 1)) + i + (i + 1) + (i + 1) * 10 + 500;
        }));
}

Case several_local_parameters() {
    return row("several_local_parameters", R"(
kernel void k(local char* bytes, local double2* pairs, local short* shorts, global int* out, local float4* vectors) {
    const int i = get_local_id(0);
    bytes[i] = i;
    pairs[i] = (double2)(i, -i);
    shorts[i] = 100 * i;
    vectors[i] = (float4)(i, 1, 2, 3);
    barrier(CLK_LOCAL_MEM_FENCE);
    const int j = 4 - i;
    out[i] = bytes[j] + shorts[j] + (int)(pairs[j].x - pairs[j].y) + (int)dot(vectors[j], (float4)(1));
})",
               5)
        .local(5)
        .local(5 * 16)
        .local(5 * 2)
        .out(made(5, [](int i) { return (4 - i) * (1 + 100 + 2 + 1) + 6; }))
        .local(5 * 16);
}

Case barriers_and_fences() {
    return row("barriers_and_fences", R"(
kernel void k(global int* work, global int* out) {
    local int a[16], b[16];
    const int i = get_local_id(0);
    a[i] = i;
    barrier(CLK_LOCAL_MEM_FENCE);
    b[i] = a[15 - i];
    work[i] = i * i;
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    out[i] = b[(i + 1) % 16] + work[(i + 2) % 16];
    mem_fence(CLK_GLOBAL_MEM_FENCE);
    read_mem_fence(CLK_LOCAL_MEM_FENCE);
    write_mem_fence(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
})",
               16)
        .in(std::vector<int>(16, 0))
        .out(made(16, [](int i) { return 15 - (i + 1) % 16 + (i + 2) % 16 * ((i + 2) % 16); }));
}

Case atomics_32() {
    return row("atomics_32", R"(
kernel void k(volatile global int* g, volatile global uint* u, global float* f, global int* out) {
    local int l[4];
    const int i = get_local_id(0);
    if (i < 4) l[i] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_add(&g[0], i);
    atomic_sub(&g[1], 2);
    atomic_inc(&g[2]);
    atomic_dec(&g[3]);
    atomic_min(&g[4], -i);
    atomic_max(&g[5], i);
    atomic_and(&g[6], ~(1 << i));
    atomic_or(&g[7], 1 << i);
    atomic_xor(&g[8], 1 << (i % 4));
    atomic_cmpxchg(&g[9], 0, 5);
    atomic_min(&u[0], 0xFFFFFF00u + i);
    atomic_max(&u[1], 0xF0000000u + i);
    atom_add(&u[2], 1u);
    atomic_add(&l[0], 1);
    atomic_max(&l[1], i);
    atom_inc(&l[2]);
    atomic_or(&l[3], 1 << i);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i < 4) out[i] = l[i];
    if (i == 0) {
        out[4] = atomic_xchg(&u[3], 77u);
        f[1] = atomic_xchg(&f[0], 2.5f);
        out[5] = atomic_add(&l[0], 5) + atomic_cmpxchg(&l[1], 0, 9);
    }
})",
               16)
        .inout(std::vector<int>{0, 0, 5, 5, 100, -100, -1, 0, 0, 0},
               std::vector<int>{120, -32, 21, -11, -15, 15, ~0xFFFF, 0xFFFF, 0, 5})
        .inout(std::vector<unsigned>{0xFFFFFFFF, 0x7FFFFFFF, 0, 3},
               std::vector<unsigned>{0xFFFFFF00, 0xF000000F, 16, 77})
        .inout(std::vector<float>{1.25F, 0}, std::vector<float>{2.5F, 1.25F})
        .out(std::vector<int>{16, 15, 16, 0xFFFF, 3, 31});
}

Case atomics_64() {
    return row("atomics_64", R"(
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable
kernel void k(volatile global long* g, volatile global ulong* u) {
    local ulong sum;
    const int i = get_local_id(0);
    if (i == 0) sum = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    atom_add(&g[0], (long)i << 33);
    atom_sub(&g[1], 1L);
    atom_inc(&g[2]);
    atom_dec(&g[3]);
    atom_min(&g[4], -((long)i << 40));
    atom_max(&g[5], (long)i << 40);
    atom_and(&u[0], ~(1UL << (i + 40)));
    atom_or(&u[1], 1UL << (i + 40));
    atom_xor(&u[2], 1UL << (i % 2 + 50));
    if (i == 0) {
        u[3] = atom_xchg(&u[4], 1UL << 63);
        u[5] = atom_cmpxchg(&u[6], 5UL, 1UL << 60);
    }
    atom_add(&sum, 1UL << 32);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i == 0) u[7] = sum;
})",
               8)
        .inout(std::vector<int64_t>{0, 0, -4, -4, 0, 0},
               std::vector<int64_t>{int64_t{28} << 33, -8, 4, -12, -(int64_t{7} << 40), int64_t{7} << 40})
        .inout(std::vector<uint64_t>{~uint64_t{0}, 0, 9, 0, 6, 0, 5, 0},
               std::vector<uint64_t>{~(uint64_t{0xFF} << 40), uint64_t{0xFF} << 40, 9, 6, uint64_t{1} << 63, 5,
                                     uint64_t{1} << 60, uint64_t{8} << 32})
        .unless(lacks("int64_atomics"));
}

Case async_copies() {
    return row("async_copies", R"(
kernel void k(global const int4* in, global int4* out, global const char* bytes, global char* more) {
    local int4 room[8];
    local char letters[5];
    event_t event = async_work_group_copy(room, in, 8, 0);
    event = async_work_group_copy(letters, bytes, 5, event);
    wait_group_events(1, &event);
    room[get_local_id(0)].x += 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    event = async_work_group_strided_copy(out, room, 8, 2, 0);
    event_t other = async_work_group_copy(more, letters, 5, 0);
    event_t both[2] = {event, other};
    wait_group_events(2, both);
    prefetch(in, 8);
})",
               8)
        .in(made(32, [](int i) { return i; }))
        .inout(std::vector<int>(60, -1), made(60,
                                              [](int i) {
                                                  const int element = i / 4;
                                                  return element % 2 == 1 ? -1 : element / 2 * 4 + i % 4 + (i % 4 == 0);
                                              }))
        .in(std::vector<char>{'q', 'u', 'o', 'v', 's'})
        .out(std::vector<char>{'q', 'u', 'o', 'v', 's'});
}

struct Inner {
    short a;
    std::array<char, 3> b;
};
struct Outer {
    char c;
    Inner inner[2];
    std::array<float, 4> v;
    double d;
};

Case structs_by_value() {
    Outer given{};
    given.c = 3;
    given.inner[1] = {-300, {1, 2, 3}};
    given.v = {1, 2, 3, 4};
    given.d = 0.5;
    return row("structs_by_value", R"(
typedef struct { short a; char b[3]; } inner_t;
struct outer { char c; inner_t inner[2]; float v[4]; double d; };
struct outer changed(struct outer o) { o.v[2] *= 10; o.inner[0] = o.inner[1]; return o; }
kernel void k(struct outer o, inner_t lone, global float* out, global struct outer* back) {
    struct outer c = changed(o);
    out[0] = o.c + o.inner[1].a + o.inner[1].b[2];
    out[1] = o.v[2];
    out[2] = c.v[2] + c.inner[0].b[1];
    out[3] = o.d;
    out[4] = lone.a + lone.b[0];
    out[5] = sizeof(struct outer);
    back[0] = c;
})")
        .value(given)
        .value(Inner{7, {8, 9, 10}})
        .out(std::vector<float>{-294, 3, 32, 0.5F, 15, sizeof(Outer)})
        .in(std::vector<char>(sizeof(Outer)));
}

Case vectors_as_arguments() {
    return row("vectors_as_arguments", R"(
kernel void k(char2 a, uchar3 b, short4 c, int8 d, ulong2 e, float16 f, double3 g, float h, global double* out) {
    out[0] = a.y; out[1] = b.z; out[2] = c.w; out[3] = d.s7; out[4] = e.y; out[5] = f.sf; out[6] = g.z; out[7] = h;
})")
        .value(std::array<signed char, 2>{1, -2})
        .value(std::array<unsigned char, 4>{1, 2, 203, 0})
        .value(std::array<short, 4>{1, 2, 3, -4000})
        .value(std::array<int, 8>{1, 2, 3, 4, 5, 6, 7, 80000})
        .value(std::array<uint64_t, 2>{1, 1U << 30})
        .value([] {
            std::array<float, 16> f{};
            f[15] = 1.5F;
            return f;
        }())
        .value(std::array<double, 4>{1, 2, 3.25, 0})
        .value(-1.0F)
        .out(std::vector<double>{-2, 203, -4000, 80000, 1U << 30, 1.5, 3.25, -1});
}

Case print_formatted() {
    return row("printf", R"(
kernel void k(global int* out) {
    const int i = get_global_id(0);
    out[i] = printf("%d %5u|%-5d|%05d %x %X %o %c %s %% %f %.3e %g %ld %hd\n", i, 7u, 8, 9, 255, 255, 8, 'c', "text", 1.5f,
                    0.25f, 1e10f, 1L << 40, (short)3) < 0;
    printf("no arguments\n");
})",
               2)
        .out(std::vector<int>{0, 0});
}

// Where the device has it: the sums over subgroups add up to the sum over the block.
Case subgroups() {
    return row("subgroups", R"(
#ifdef cl_khr_subgroups
#pragma OPENCL EXTENSION cl_khr_subgroups : enable
#endif
kernel void k(global int* out) {
    const int i = get_local_id(0);
#if defined(cl_khr_subgroups) || defined(cl_intel_subgroups)
    local int total;
    if (i == 0) total = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    const int sum = sub_group_reduce_add(i);
    const int last = sub_group_scan_inclusive_add(i);
    const int before = sub_group_scan_exclusive_add(1);
    const int leader = sub_group_broadcast(i, 0u);
    if (get_sub_group_local_id() == 0) atomic_add(&total, sum);
    const int ok = before == (int)get_sub_group_local_id() && sub_group_any(1) && !sub_group_all(leader != i) &&
                   get_sub_group_size() <= get_max_sub_group_size() && get_sub_group_id() < get_num_sub_groups() &&
                   last <= sum;
    sub_group_barrier(CLK_LOCAL_MEM_FENCE);
    barrier(CLK_LOCAL_MEM_FENCE);
    out[i] = ok ? total : -1;
#else
    out[i] = 2016;
#endif
})",
               64)
        .out(std::vector<int>(64, 2016));
}

Case fp64() {
    return row("fp64", R"(
#ifdef cl_khr_fp64
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif
kernel void k(global const double* in, global double* out) {
    double4 v = vload4(0, in);
    v = sqrt(v * v) + (double4)(0.5, 1e-12, DBL_EPSILON, M_PI);
    out[0] = v.x; out[1] = v.y; out[2] = v.z; out[3] = v.w;
    out[4] = fma(v.x, v.y, -v.x * v.y) < 1e-10;
    out[5] = convert_double(1L << 52) + 0.5;
    out[6] = as_double(0x3FF8000000000000L) + (double)1.5f + 1 / 4.0;
    out[7] = exp(log(3.0)) + rint(2.5) + fmax(1.0, (double)NAN);
})")
        .in(std::vector<double>{-1, 2, -3, 4})
        .out(std::vector<double>{1.5, 2 + 1e-12, 3, 4 + M_PI, 1, 4503599627370496.5, 3.25, 6}, 2e-15);
}

Case fp16() {
    return row("fp16", R"(
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
kernel void k(global const half* in, global half* out, global float* sums) {
    half4 v = vload4(0, in);
    half h = in[4];
    v = v * h + (half4)(1.0h, 2.0h, 0.5h, -1.0h);
    vstore4(v, 0, out);
    out[4] = sqrt(h) + fabs((half)-2);
    out[5] = v.x > v.y ? h : convert_half(3);
    sums[0] = (float)(v.x + v.y);
    sums[1] = convert_float(dot(v.xy, v.zw));
    half2 m = max(v.xy, v.zw);
    sums[2] = m.x + m.y;
})")
        .in(std::vector<std::uint16_t>{0x3C00, 0x4000, 0x4200, 0x4400, 0x4400})           // 1 2 3 4, 4
        .out(std::vector<std::uint16_t>{0x4500, 0x4900, 0x4A40, 0x4B80, 0x4400, 0x4200})  // 5 10 12.5 15, 4, 3
        .out(std::vector<float>{15, 212.5F, 27.5F})
        .unless(lacks("fp16"));
}

}  // namespace

std::vector<Case> features_of_execution() {
    return {work_item_functions(),
            launches_with_an_offset(),
            an_offset_along_a_short_axis(),
            no_offset(),
            axis_known_at_run_time(),
            axes_that_are_not_there(),
            address_spaces(),
            several_local_parameters(),
            barriers_and_fences(),
            atomics_32(),
            atomics_64(),
            async_copies(),
            structs_by_value(),
            vectors_as_arguments(),
            print_formatted(),
            subgroups(),
            fp64(),
            fp16()};
}

}  // namespace opencl_c_test
