// OpenCL C through the compilers of CUDA C++ and HIP, by the host API: what reaches the source, what a message says of
// which place, and what the cache sees.
#include <gmock/gmock.h>

#include <algorithm>
#include <cctype>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "tests/integration/backends.hpp"
#include "tests/unit/support_scratch.hpp"

namespace backend_test {
namespace opencl_c_compile_test {

using quovis::Diagnostic;
using quovis::Error;
using quovis::test::ScratchFolder;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

const std::string kernel =
    "#include \"name.h\"\n"
    "__kernel void NAME(__global float* x, __local float* s) {\n"
    "    float4 v = (float4)(1.0f, 2.0f, 3.0f, 4.0f);\n"
    "    s[get_local_id(0)] = v.zyx.x;\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    x[get_global_id(0)] = s[0];\n"
    "}\n";

class OpenclCOf : public Backend {
  protected:
    quovis::Image compile_opencl_c(const std::string& text, const quovis::Options& options = {},
                                   const std::string& name = "dir/k.cl") const {
        return instance_.program(quovis::Source::memory(text, "opencl", name), options)
            .compile(request_for(GetParam()));
    }

    // The first error of a source that does not compile.
    Diagnostic error_in(const std::string& text, const quovis::Options& options = {}) const {
        const std::unique_ptr<Error> error = error_of([&] { compile_opencl_c(text, options); });
        if (error == nullptr) {
            return {};
        }
        EXPECT_EQ(error->status(), QUOVIS_ERROR_SOURCE_INVALID) << error->what();
        for (const Diagnostic& one : error->diagnostics()) {
            if (one.severity == QUOVIS_ERROR) {
                return one;
            }
        }
        ADD_FAILURE() << "no diagnostic: " << error->what();
        return {};
    }

    void expect_place(const std::string& text, const std::string& file, unsigned line, unsigned column,
                      const quovis::Options& options = {}) const {
        const Diagnostic found = error_in(text, options);
        EXPECT_EQ(found.file, file) << found.message;
        EXPECT_EQ(found.line, line) << found.message;
        EXPECT_EQ(found.column, column) << found.message;
    }

    quovis::Options with_name() const {
        quovis::Options options;
        options.defines = {{"NAME", "k"}};
        options.headers = {{"name.h", ""}};
        return options;
    }
};

TEST_P(OpenclCOf, AKernelCompiles) {
    EXPECT_NE(compile_opencl_c(kernel, with_name()).size(), 0U);
}

TEST_P(OpenclCOf, AMistakeIsToldAtItsLineAndColumn) {
    expect_place("kernel void k(global int* x) {\n    x[0] = nowhere;\n}\n", "dir/k.cl", 2, 12);
    expect_place("kernel void k(global int* x) {\n    float4 v = (float4)(1.0f); /* ; */ v.xy = nowhere;\n}\n",
                 "dir/k.cl", 2, 47);
    expect_place("#define N 1000000 + N2\nkernel void k(global int* x) {\n    x[0] = N; x[1] = nowhere; }\n",
                 "dir/k.cl", 3, 12);
    expect_place("#line 70 \"other.cl\"\nkernel void k(global int* x) { x[0] = nowhere; }\n", "other.cl", 70, 39);
    expect_place("#if 0\n\n\n\n\n\n\n\n\n\n\n\n#endif\n\n\n\nkernel void k(global int* x) {\n\\\n\\\n nowhere; }\n",
                 "dir/k.cl", 20, 2);
}

TEST_P(OpenclCOf, AMistakeInAHeaderIsToldThere) {
    quovis::Options options;
    options.headers = {{"a.h", "// a\n#define N 1\ninline int twice(int x) {\n    return x * nowhere;\n}\n"}};
    expect_place("#include \"a.h\"\nkernel void k(global int* x) { x[0] = twice(N); }\n", "a.h", 4, 16, options);
}

TEST_P(OpenclCOf, WhatIsRefusedHasAPlace) {
    expect_place("\n#if 1\n  #error no such device\n#endif\n", "dir/k.cl", 3, 3);
    expect_place("kernel void k(global int* x) {\n  x[0] = \"a;\n}\n", "dir/k.cl", 2, 10);
    expect_place("int x;\n #include <no/such.h>\n", "dir/k.cl", 2, 2);
}

TEST_P(OpenclCOf, AWrongCallOfTheDeviceLibraryIsToldAtTheCall) {
    expect_place("kernel void k(global float4* x, global int* y) {\n    x[0] = dot(x[0], y);\n}\n", "dir/k.cl", 2, 12);
    // What its templates cannot take.
    expect_place("kernel void k(global float4* x) {\n    x[0] = mad24(x[0], x[1], x[2]);\n}\n", "dir/k.cl", 2, 12);
    expect_place("kernel void k(global float4* x) {\n    x[0].lo = x[1].hi; x[0] = shuffle(x[0], x[1]);\n}\n",
                 "dir/k.cl", 2, 31);
    expect_place("kernel void k(global float4* x) {\n    x->xy = (float2)(1); x[0] = convert_float4(x[1].xy);\n}\n",
                 "dir/k.cl", 2, 33);
}

TEST_P(OpenclCOf, AWrongCallOfTheDeviceLibraryIsOneError) {
    const std::unique_ptr<Error> error =
        error_of([&] { compile_opencl_c("kernel void k(global float4* x) { x[0] = mad24(x[0], x[1], x[2]); }\n"); });
    ASSERT_NE(error, nullptr);
    EXPECT_EQ(std::count_if(error->diagnostics().begin(), error->diagnostics().end(),
                            [](const Diagnostic& one) { return one.severity == QUOVIS_ERROR; }),
              1);
}

TEST_P(OpenclCOf, KernelsMayHaveNamesOfC) {
    quovis::Options strict;
    strict.warnings_as_errors = true;
    EXPECT_NO_THROW(
        compile_opencl_c("kernel void memset(global int* x) { x[0] = 1; }\n"
                         "kernel void clock(global int* x) { x[1] = 2; }\n"
                         "kernel void index(global int* exit) { int y0 = 1; exit[2] = y0; }\n",
                         strict));
}

TEST_P(OpenclCOf, AKernelWithTheNameOfAFunctionOfCudaIsRefusedAtItsPlaceWhereItMust) {
    const std::string text = "#define N 1\nkernel void norm(global int* x) { x[0] = N; }\n";
    if (GetParam() == "cuda-nvrtc") {
        expect_place(text, "dir/k.cl", 2, 13);
        EXPECT_THAT(error_in(text).message, HasSubstr("a kernel cannot have the name 'norm' with NVRTC"));
    } else {
        EXPECT_NO_THROW(compile_opencl_c(text));
    }
}

TEST_P(OpenclCOf, MessagesDoNotNameWhatTheUserDidNotWrite) {
    const Diagnostic found = error_in("typedef struct { float4 v; } S;\nkernel void k(global S* x) { x->v = x[0]; }\n");
    EXPECT_EQ(found.line, 2U);
    EXPECT_THAT(found.message, Not(HasSubstr("quovis")));
    EXPECT_THAT(found.message, Not(HasSubstr("__qv")));
}

TEST_P(OpenclCOf, AWarningIsToldAtItsPlaceAndMayStopTheCompile) {
    const std::string text = "#define N 1\n#define N 2\nkernel void k(global int* x) { x[0] = N; }\n";
    const std::vector<Diagnostic> told = compile_opencl_c(text).diagnostics();
    ASSERT_FALSE(told.empty());
    EXPECT_EQ(told[0].line, 2U);
    EXPECT_EQ(told[0].column, 9U);
    quovis::Options strict;
    strict.warnings_as_errors = true;
    expect_place(text, "dir/k.cl", 2, 9, strict);
}

TEST_P(OpenclCOf, NoWarningIsOfTheDeviceLibrary) {
    quovis::Options strict = with_name();
    strict.warnings_as_errors = true;
    EXPECT_THAT(compile_opencl_c(kernel, strict).diagnostics(), IsEmpty());
}

TEST_P(OpenclCOf, DefinesFoldersAndRawOptionsReachTheSource) {
    const ScratchFolder scratch;
    scratch.write("a b/one.h", "#include \"two.h\"\n#define ONE 1\n");
    scratch.write("a b/two.h", "#define TWO 2\n");
    scratch.write("raw/three.h", "#define THREE 3\n");
    quovis::Options options;
    options.defines = {{"FOUR", "4"}, {"FIVE", {}}};
    options.include_directories = {scratch.path("a b")};
    options.raw = {"-I" + scratch.path("raw"), "-DSEVEN(x)=x", "-D", "EIGHT"};
    const std::string text =
        "#include <one.h>\n#include <three.h>\n"
        "#if ONE == 1 && TWO == 2 && THREE == 3 && FOUR == 4 && FIVE == 1 && SEVEN(7) == 7 && EIGHT == 1\n"
        "kernel void k(global int* x) { x[0] = 1; }\n"
        "#else\n#error not all of them\n#endif\n";
    EXPECT_NO_THROW(compile_opencl_c(text, options));
}

TEST_P(OpenclCOf, AMacroOfTheUsersDoesNotReachTheDeviceLibrary) {
    quovis::Options options;
    options.defines = {{"x", "y"}, {"int", "long"}, {"inline", ""}};
    options.raw = {"-Dvec=nothing", "-Dfloat=half"};
    EXPECT_NO_THROW(compile_opencl_c("kernel void k(global int* a) { a[0] = 1; }\n", options));
}

TEST_P(OpenclCOf, TypedOptionsReachTheCompiler) {
    quovis::Options options = with_name();
    options.fast_math = true;
    options.optimize = 1;
    options.standard = "CL1.2";
    EXPECT_NO_THROW(compile_opencl_c(kernel + "#ifndef __FAST_RELAXED_MATH__\n#error\n#endif\n", options));
    options.standard = "c++17";
    const std::unique_ptr<Error> error = error_of([&] { compile_opencl_c(kernel, options); });
    ASSERT_NE(error, nullptr);
    EXPECT_EQ(error->status(), QUOVIS_ERROR_NOT_SUPPORTED);
}

TEST_P(OpenclCOf, ACharWithoutASignIsRefused) {
    if (GetParam() != "hip-hiprtc") {
        GTEST_SKIP() << GetParam() << " has no option for it: char in device code is as on the host";
    }
    quovis::Options options = with_name();
    options.raw = {"-funsigned-char"};
    EXPECT_THAT(error_in(kernel, options).message, HasSubstr("char has a sign in OpenCL C"));
}

TEST_P(OpenclCOf, NameExpressionsAreRefused) {
    quovis::Options options = with_name();
    options.name_expressions = {"k<int>"};
    const std::unique_ptr<Error> error = error_of([&] { compile_opencl_c(kernel, options); });
    ASSERT_NE(error, nullptr);
    EXPECT_EQ(error->status(), QUOVIS_ERROR_NOT_SUPPORTED);
}

TEST_P(OpenclCOf, TheCacheSeesEachHeader) {
    const ScratchFolder scratch;
    scratch.write("second/name.h", "#define NAME alpha\n");
    quovis::Options options;
    options.include_directories = {scratch.path("first"), scratch.path("second")};
    // Unlike every other run's, which may have left an image.
    const std::string text = kernel + "// " + scratch.path() + "\n";
    EXPECT_EQ(compile_opencl_c(text, options).origin(), "compiled");
    EXPECT_EQ(compile_opencl_c(text, options).origin(), "memory");
    scratch.write("second/name.h", "#define NAME beta\n");
    EXPECT_EQ(compile_opencl_c(text, options).origin(), "compiled");
    scratch.write("first/name.h", "#define NAME gamma\n");
    EXPECT_EQ(compile_opencl_c(text, options).origin(), "compiled");
}

TEST_P(OpenclCOf, AWorkerCompilesItToo) {
    const quovis::Instance instance = open_only(GetParam(), "compile: { isolation: worker }\n");
    const auto compile = [&](const std::string& text) {
        return instance.program(quovis::Source::memory(text, "opencl", "k.cl"), with_name())
            .compile(request_for(GetParam()));
    };
    EXPECT_NE(compile(kernel + "// in a worker\n").size(), 0U);
    const std::unique_ptr<Error> error = error_of([&] { compile("\n  #error no\n"); });
    ASSERT_NE(error, nullptr);
    ASSERT_EQ(error->diagnostics().size(), 1U) << error->what();
    EXPECT_EQ(error->diagnostics()[0].line, 2U);
    EXPECT_EQ(error->diagnostics()[0].column, 3U);
}

INSTANTIATE_TEST_SUITE_P(, OpenclCOf, testing::Values("cuda-nvrtc", "cuda-nvcc", "hip-hiprtc"),
                         [](const auto& backend) { return as_name(backend.param); });

// The instructions of a PTX text, in order, without predicates and operands; what begins with a dot declares something.
std::vector<std::string> instructions_of(const quovis::Image& image) {
    std::istringstream lines(std::string(static_cast<const char*>(image.data()), image.size()));
    std::vector<std::string> found;
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        std::string word;
        words >> word;
        if (word.starts_with('@')) {
            words >> word;
        }
        if (!word.empty() && std::islower(static_cast<unsigned char>(word.front())) != 0) {
            found.push_back(word);
        }
    }
    return found;
}

class OpenclCCode : public testing::TestWithParam<const char*> {};

TEST_P(OpenclCCode, HasTheInstructionsOfTheSameKernelInCudaCpp) {
    const std::string backend = "cuda-nvrtc";
    const quovis::Instance instance = open_only(backend);
    if (const std::string reason = why_not(instance, backend); !reason.empty()) {
        GTEST_SKIP() << reason;
    }
    const auto compiled = [&](const char* ending) {
        const std::string file = QUOVIS_TEST_SOURCE_DIR "/tests/examples/kernels/" + std::string(GetParam()) + ending;
        return instructions_of(instance.program(quovis::Source::file(file)).compile({backend, "compute_90", "ptx"}));
    };
    const std::vector<std::string> expected = compiled(".cu");
    ASSERT_GT(expected.size(), 10U);
    EXPECT_EQ(compiled(".cl"), expected);
}
INSTANTIATE_TEST_SUITE_P(, OpenclCCode,
                         testing::Values("bitonic", "black_scholes", "histogram", "mandelbrot", "matmul", "nbody",
                                         "saxpy", "transpose"),
                         [](const auto& of) { return std::string(of.param); });

}  // namespace opencl_c_compile_test
}  // namespace backend_test
