// Rows on volatile memory: vectors and structs that are read, written and copied as a whole.
#include "tests/integration/opencl_c_features.hpp"

namespace opencl_c_test {
namespace {

Case structs() {
    return row("volatile_structs", R"(
typedef struct { char tag; short pair[2]; float4 v; long last; } Small;
typedef struct { Small one; Small more[2]; } Big;
Small read_one(volatile Small* p) { return *p; }
void count(Small s, int* sum) { *sum += s.tag + s.pair[1] + (int)s.v.w + (int)s.last; }

kernel void k(global volatile Small* g, global int* out) {
    Small s = { 1, { 2, 3 }, (float4)(4.0f, 5.0f, 6.0f, 7.0f), 8 };
    g[0] = s;
    s.tag = 10;
    g[1] = g[2] = s;
    g[1].v.xw = g[0].v.yz;
    volatile Big b = { g[0] };
    b.more[1] = g[1];
    b.more[0] = b.more[1];
    b.more[0].pair[1] = 20;
    volatile Small kept = out[0] == 1 ? b.one : g[1];
    int sum = 0;
    count(b.one, &sum);
    out[1] = sum;
    count(*b.more, &sum);
    out[2] = sum;
    count(read_one(&kept), &sum);
    out[3] = sum;
    Big whole = b;
    out[4] = whole.more[1].pair[0] + (int)whole.more[0].v.x;
    g[3] = (Small){ .last = 5 };
    s = g[3];
    out[5] = (int)s.last + s.tag;
})")
        .out(std::vector<char>(4 * 64, 0), 255)
        .inout<int>({1, 0, 0, 0, 0, 0}, {1, 19, 63, 82, 7, 5});
}

Case vectors() {
    return row("volatile_vectors", R"(
typedef struct { int4 v; char3 c[2]; } S;
volatile int4 twice(volatile int4 v) { return v * 2; }

kernel void k(global volatile int4* p, global int* out) {
    int4 a = p[0];
    p[1] = a + p[0].wzyx;
    p[2] = p[1] = p[1] + 1;
    p[2].xy = p[0].zw;
    p[2].z += 5;
    p[3] = out[0] ? p[0] : a;
    p[3] += (out[0] == 1 ? p[1] : p[2]).yxwz;
    p[4] = (p[0] > 2) ? p[0] : -p[1];
    p[5] = twice(p[0]) << p[0];
    p[5][1] = p[0][3];
    volatile S s[2];
    s[0].v = p[0];
    s[0].c[1] = convert_char3(p[0].s321);
    s[1] = s[0];
    out[1] = s[1].v.s2 + s[1].c[1].z;
    out[2] = p[0].hi.y++ + any(p[0] == 5);
})")
        .inout<int>({1, 2, 3, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
                    {1, 2, 3, 5, 6, 6, 6, 6, 3, 4, 11, 6, 7, 8, 9, 10, -6, -6, 3, 4, 4, 4, 48, 128})
        .inout<int>({1, 0, 0}, {1, 5, 5});
}

}  // namespace

std::vector<Case> features_of_volatile_memory() {
    return {structs(), vectors()};
}

}  // namespace opencl_c_test
