// The device library of OpenCL C through NVRTC, nvcc and hiprtc: every built-in with every type it has compiles, and it
// leaves no work behind that CUDA C++ would not have.
#include <gmock/gmock.h>

#include <algorithm>
#include <sstream>

#include "plugins/common/opencl_c/prelude.hpp"
#include "tests/integration/cuda_plugin.hpp"
#include "tests/integration/hip_plugin.hpp"
#include "tests/integration/nvcc_plugin.hpp"
#include "tests/integration/opencl_c_texts.hpp"

namespace opencl_c_prelude_test {

using opencl_c_test::Group;
using quovis::opencl_c::Vendor;
using testing::HasSubstr;
using testing::Not;

std::string whole_text(Vendor vendor, const std::string& program) {
    std::string text = "namespace quovis_cl {\n";
    quovis::opencl_c::add_prelude(text, vendor, quovis::opencl_c::names_in(program));
    return text + "#line 1 \"program.cl\"\n" + program + "}\n";
}

// A kernel of one body on `p`, pointers to int and `q`, to float.
std::string kernel(const std::string& type, const std::string& body) {
    return "namespace program { __device__ inline void f(" + type + "* p, int* q, float* r) {\n" + body +
           "\n} }\nnamespace kernels { extern \"C\" __global__ void f(" + type +
           "* p, int* q, float* r) { program::f(p, q, r); } }\n";
}

std::string first_lines(const std::string& log) {
    return log.substr(0, 3000);
}

std::string name_of(const testing::TestParamInfo<Group>& info) {
    return info.param.name;
}

class NvrtcPrelude : public cuda_test::NvrtcCompile, public testing::WithParamInterface<Group> {};

// CUDA's own functions for large angles and printf keep something in local memory.
bool needs_local_memory(const Group& group) {
    return group.name == "math" || group.name == "math_of_more" || group.name == "output";
}

TEST_P(NvrtcPrelude, GroupCompilesForSm90AndSm80WithoutAWarningAndStaysInRegisters) {
    const std::string text = whole_text(Vendor::cuda, GetParam().text);
    for (const std::string target : {"sm_90", "sm_80"}) {
        const auto compiled = compile(text, target, "ptx");
        EXPECT_EQ(compiled.status, QUOVIS_PLUGIN_OK) << first_lines(compiled.log);
        EXPECT_EQ(compiled.log, "");
        if (!needs_local_memory(GetParam())) {
            EXPECT_THAT(compiled.image, Not(HasSubstr(".local")));
        }
    }
}
INSTANTIATE_TEST_SUITE_P(OpenclC, NvrtcPrelude, testing::ValuesIn(opencl_c_test::groups()), name_of);

class NvccPrelude : public nvcc_test::NvccPlugin, public testing::WithParamInterface<Group> {};

TEST_P(NvccPrelude, GroupCompilesWithoutAWarning) {
    start();
    const nvcc_test::Source source{
        .text = whole_text(Vendor::cuda, GetParam().text), .target = "sm_90", .format = "ptx"};
    nvcc_test::Compiled compiled = compile(source);
    if (compiled.status == QUOVIS_PLUGIN_UNAVAILABLE) {
        GTEST_SKIP() << "no nvcc: " << compiled.error;
    }
    EXPECT_EQ(compiled.status, QUOVIS_PLUGIN_OK) << compiled.error << first_lines(compiled.log);
    EXPECT_EQ(compiled.log, "");
}
INSTANTIATE_TEST_SUITE_P(OpenclC, NvccPrelude, testing::ValuesIn(opencl_c_test::groups()), name_of);

class HipPrelude : public hip_test::HipCompiler, public testing::WithParamInterface<Group> {};

TEST_P(HipPrelude, GroupCompilesForGfx90aAndGfx1030WithoutAWarning) {
    for (const std::string target : {"gfx90a", "gfx1030"}) {
        hip_test::Source source{.text = whole_text(Vendor::hip, GetParam().text), .target = target};
        source.options.standard = hip_test::text("c++17");
        const hip_test::Compiled compiled = plugin.compile(source);
        EXPECT_EQ(compiled.status, QUOVIS_PLUGIN_OK) << target << first_lines(compiled.log);
        EXPECT_EQ(compiled.log, "");
    }
}
INSTANTIATE_TEST_SUITE_P(HipOpenclC, HipPrelude, testing::ValuesIn(opencl_c_test::groups()), name_of);

// What the PTX of one kernel says.
class NvrtcPreludeCode : public cuda_test::NvrtcCompile {
  protected:
    std::string ptx(const std::string& program) {
        const auto compiled = compile(whole_text(Vendor::cuda, program), "sm_90", "ptx");
        EXPECT_EQ(compiled.status, QUOVIS_PLUGIN_OK) << first_lines(compiled.log);
        return compiled.image;
    }
};

TEST_F(NvrtcPreludeCode, VectorsOf16BytesAreLoadedAndStoredAtOnce) {
    const std::string float4 = ptx(kernel("float4", "p[get_global_id(0)] = p[get_local_id(0)] * 2.0f;"));
    EXPECT_THAT(float4, HasSubstr("ld.global.v4.f32"));
    EXPECT_THAT(float4, HasSubstr("st.global.v4.f32"));
    EXPECT_THAT(float4, Not(HasSubstr("ld.global.f32")));
    EXPECT_THAT(ptx(kernel("int8", "p[1] = p[0];")), HasSubstr("ld.global.v4.u32"));
    EXPECT_THAT(ptx(kernel("double2", "p[1] = p[0] + 1.0;")), HasSubstr("ld.global.v2.f64"));
}

TEST_F(NvrtcPreludeCode, RoundingConversionsAreOneInstruction) {
    const std::string rounded =
        ptx(kernel("int", "p[0] = __qv_convert<int, 0, 1>(r[0]); p[1] = __qv_convert<int, 1, 4>(r[1]);"));
    EXPECT_THAT(rounded, HasSubstr("cvt.rni.s32.f32"));
    EXPECT_THAT(rounded, HasSubstr("cvt.rmi.s32.f32"));
    EXPECT_THAT(rounded, Not(HasSubstr("setp")));
}

TEST_F(NvrtcPreludeCode, NoVariableAndNoFunctionIsAddedToTheImage) {
    const std::string text = ptx(kernel("float4", "p[0] = fmax(p[1], __qv_infinity); q[0] = add_sat(q[1], q[2]);"));
    EXPECT_THAT(text, Not(HasSubstr("\n.global")));
    EXPECT_THAT(text, Not(HasSubstr(".func")));
}

TEST_F(NvrtcPreludeCode, AtomicsAreOnTheirKindOfMemory) {
    const std::string text =
        ptx(kernel("int", "__shared__ int s; atomic_add(&s, 1); atomic_inc(p); barrier(1); q[0] = s;"));
    EXPECT_THAT(text, HasSubstr("atom.shared.add"));
    EXPECT_THAT(text, testing::AnyOf(HasSubstr("red.global.add"), HasSubstr("atom.global.add")));
}

}  // namespace opencl_c_prelude_test
