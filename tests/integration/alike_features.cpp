// The rows, in the order of the table.
#include "tests/integration/alike_features.hpp"

#include <gtest/gtest.h>

#include <cctype>

namespace alike {
namespace {

using quovis::Buffer;
using quovis::Module;

void launch_one_block_of_four(const Module& module, const Buffer& out) {
    constexpr std::size_t bytes = 4 * sizeof(int);
    if (module.compiler() == "opencl") {
        module.kernel("k").launch({1}, {4}, out, quovis::local(bytes));
    } else {
        module.kernel("k").launch(quovis::LaunchShape{1, 4, bytes}, out);
    }
}

void write_seven_to_global(const Module& module, const Buffer& out) {
    module.global("value").write(std::vector<int>{7});
    module.kernel("k").launch({1}, {1}, out);
}

void launch_with_two_parameters(const Module& module, const Buffer& out) {
    const auto info = module.kernel("k").info();
    ASSERT_TRUE(info.parameters.has_value());
    ASSERT_EQ(info.parameters->size(), 2u);
    EXPECT_EQ((*info.parameters)[1].bytes, sizeof(int));
    module.kernel("k").launch({1}, {1}, out, 7);
}

std::vector<Feature> sources() {
    return {
        Feature("compiles a kernel").kernel("", "7").gives(7),
        Feature("warnings are returned on success").kernel("\n#warning careful\n", "7").warns(2).gives(7),
        Feature("error on the user's line").kernel("\n\n", "missing").fails({"", 3, "missing"}),
        Feature("error's column").kernel("\n", "missing").fails({"", 2, "missing"}).at_column(),
        Feature("every error of a source is told")
            .kernel("enum { a = first };\n\n", "second")
            .fails({"", 1, "first"})
            .fails({"", 3, "second"}),
        Feature("program name with blanks, quotes and non-ASCII letters in messages")
            .kernel("\n", "missing")
            .named("the gr\u00fcn \"kernel's\"")
            .fails({"", 2, "missing"}),
        Feature("`#line` in the source")
            .kernel("#line 70 \"other file.txt\"\n", "missing")
            .fails({"other file.txt", 70, "missing"}),
        Feature("byte order mark and lines that end in CR LF")
            .kernel("\xEF\xBB\xBF\r\n\r\n", "missing")
            .fails({"", 3, "missing"}),
        Feature("bytes that are not UTF-8 are kept in the log")
            .kernel("#error caf\xe9 is closed\n", "7")
            .fails({"", 1, "caf\xe9 is closed", "caf<E9> is closed"}),
    };
}

const char* const value_is_7 = "#define VALUE 7\n";

std::vector<Feature> headers() {
    const auto header = [](std::string name, std::string text) {
        return [name = std::move(name), text = std::move(text)](Options& options) {
            options.headers.push_back({name, text});
        };
    };
    return {
        Feature("header in memory")
            .kernel("#include \"deep/value.h\"\n", "VALUE")
            .with(header("deep/value.h", value_is_7))
            .gives(7),
        Feature("header in memory that includes another")
            .kernel("#include <outer.h>\n", "VALUE")
            .with(header("outer.h", "#include \"deep/inner.h\"\n"))
            .with(header("deep/inner.h", value_is_7))
            .gives(7),
        Feature("header in memory, error on its own line")
            .kernel("#include \"broken.h\"\n", "7")
            .with(header("broken.h", "\n\nint broken = missing;\n"))
            .fails({"broken.h", 3, "missing"}),
        Feature("header in memory whose name leaves its folder")
            .kernel("#include \"../value.h\"\n", "VALUE")
            .with(header("../value.h", value_is_7))
            .gives(7),
        Feature("header in memory by a computed `#include`")
            .kernel("#define HEADER \"deep/value.h\"\n#include HEADER\n", "VALUE")
            .with(header("deep/value.h", value_is_7))
            .lacked_by("hip-hiprtc", "file not found")
            .gives(7),
        Feature("`#pragma once` in a header that is reached by two ways")
            .kernel("#include \"deep/value.h\"\n#include \"deep/../deep/value.h\"\n", "value")
            .file("a b/deep/value.h", "#pragma once\nenum { value = 7 };\n")
            .include("a b")
            .gives(7),
        Feature("`__has_include`")
            .kernel("#if __has_include(\"value.h\") && !__has_include(<none.h>)\n#include \"value.h\"\n#endif\n",
                    "VALUE")
            .file("a b/value.h", value_is_7)
            .include("a b")
            .gives(7),
        Feature("include directory")
            .kernel("#include <value.h>\n", "VALUE")
            .file("a/value.h", value_is_7)
            .include("a")
            .gives(7),
        Feature("include directory with a blank")
            .kernel("#include <value.h>\n", "VALUE")
            .file("a b/value.h", value_is_7)
            .include("a b")
            .gives(7),
        Feature("include directory with quotes")
            .kernel("#include <value.h>\n", "VALUE")
            .file("it's \"a\"/value.h", value_is_7)
            .include("it's \"a\"")
            .gives(7),
        Feature("include directory with non-ASCII letters")
            .kernel("#include <value.h>\n", "VALUE")
            .file("gr\u00fc\u00df \u5730/value.h", value_is_7)
            .include("gr\u00fc\u00df \u5730")
            .gives(7),
        Feature("include directories are searched in order")
            .kernel("#include \"value.h\"\n", "VALUE")
            .file("first/value.h", value_is_7)
            .file("second/value.h", "#define VALUE 8\n")
            .include("first")
            .include("second")
            .gives(7),
        Feature("headers in memory come before include directories")
            .kernel("#include \"value.h\"\n", "VALUE")
            .file("a/value.h", "#define VALUE 8\n")
            .include("a")
            .with(header("value.h", value_is_7))
            .gives(7),
        Feature("nested header, beside its includer first")
            .kernel("#include \"lib/outer.h\"\n", "VALUE")
            .file("a b/lib/outer.h", "#include \"inner.h\"\n")
            .file("a b/lib/inner.h", value_is_7)
            .file("a b/inner.h", "#define VALUE 8\n")
            .include("a b")
            .gives(7),
        Feature("include directory, error on the header's own line")
            .kernel("#include \"broken.h\"\n", "7")
            .file("a b/broken.h", "\n\nint broken = missing;\n")
            .include("a b")
            .fails({"/a b/broken.h", 3, "missing"}),
        Feature("missing header is named with the line that asks for it")
            .kernel("\n#include \"none.h\"\n", "7")
            .fails({"", 2, "none.h"}),
        Feature("missing header is told with the places that were searched")
            .kernel("#include \"none.h\"\n", "7")
            .file("a b/other.h", "")
            .include("a b")
            .fails({"", 1, "none.h"})
            .hints("/a b'"),
    };
}

std::vector<Feature> defines() {
    const auto define = [](std::string name, std::optional<std::string> value) {
        return [name = std::move(name), value = std::move(value)](Options& options) {
            options.defines.push_back({name, value});
        };
    };
    return {
        Feature("define without a value").kernel("", "SET + 6").with(define("SET", std::nullopt)).gives(7),
        Feature("define with a value").kernel("", "VALUE").with(define("VALUE", "7")).gives(7),
        Feature("define with blanks in its value").kernel("", "VALUE").with(define("VALUE", "(3 + 4)")).gives(7),
        Feature("define with quotes in its value")
            .kernel("", "sizeof(TEXT) + '\"' - 34")
            .with(define("TEXT", "\"it's 6\""))
            .gives(7),
        Feature("define with signs of a shell in its value")
            .kernel("#define TEXT_OF(...) #__VA_ARGS__\n#define TEXT(...) TEXT_OF(__VA_ARGS__)\n",
                    "sizeof(TEXT(VALUE)) - 1")
            .with(define("VALUE", "$a,`b`;"))
            .gives(7),
        Feature("define with an empty value").kernel("", "7 NOTHING").with(define("NOTHING", "")).gives(7),
    };
}

std::vector<Feature> options() {
    return {
        Feature("option `optimize: 0`")
            .kernel("", "7")
            .with([](Options& options) { options.optimize = 0; })
            .says({{"opencl", "-cl-opt-disable"}, {"cuda-nvrtc", "-O0"}, {"cuda-nvcc", "-O0"}, {"hip-hiprtc", "-O0"}})
            .gives(7),
        Feature("option `optimize: 3`")
            .kernel("", "7")
            .with([](Options& options) { options.optimize = 3; })
            .says({{"cuda-nvrtc", "-O3"}, {"cuda-nvcc", "-O3"}, {"hip-hiprtc", "-O3"}})
            .gives(7),
        Feature("option `debug`")
            .kernel("", "7")
            .with([](Options& options) { options.debug = true; })
            .says({{"opencl", "-g"}, {"cuda-nvrtc", "--device-debug"}, {"cuda-nvcc", "-G"}, {"hip-hiprtc", "-g"}})
            .refused_by("opencl", "`debug`", "NVIDIA CUDA")
            .gives(7),
        Feature("option `line_info`")
            .kernel("", "7")
            .with([](Options& options) { options.line_info = true; })
            .says({{"cuda-nvrtc", "line-info"}, {"cuda-nvcc", "-lineinfo"}, {"hip-hiprtc", "-gline-tables-only"}})
            .refused_by("opencl", "`line_info`")
            .gives(7),
        Feature("option `fast_math`")
            .kernel("", "7")
            .with([](Options& options) { options.fast_math = true; })
            .says({{"opencl", "-cl-fast-relaxed-math"},
                   {"cuda-nvrtc", "--use_fast_math"},
                   {"cuda-nvcc", "--use_fast_math"},
                   {"hip-hiprtc", "-ffast-math"}})
            .gives(7),
        Feature("option `warnings_as_errors`")
            .kernel("\n#warning careful\n", "7")
            .with([](Options& options) { options.warnings_as_errors = true; })
            .fails({"", 2, "careful"}),
        Feature("option `max_registers`")
            .kernel("", "7")
            .with([](Options& options) { options.max_registers = 32; })
            .says({{"opencl", "-cl-nv-maxrregcount=32"},
                   {"cuda-nvrtc", "maxrregcount=32"},
                   {"cuda-nvcc", "maxrregcount=32"}})
            .refused_by("opencl", "`max_registers`", "Portable Computing Language")
            .refused_by("hip-hiprtc", "`max_registers`")
            .gives(7),
        Feature("option `standard`")
            .cpp("static_assert(__cplusplus == 201402L, \"\");\n"
                 "extern \"C\" __global__ void k(int* out) { out[0] = 7; }\n")
            .source("opencl",
                    "#if __OPENCL_C_VERSION__ != 120\n#error it is another\n#endif\n"
                    "__kernel void k(__global int* out) { out[0] = 7; }\n")
            .standard({{"cuda", "c++14"}, {"hip", "c++14"}, {"opencl", "CL1.2"}})
            .gives(7),
        Feature("option `standard` that there is not")
            .kernel("", "7")
            .standard({{"cuda", "c++9"}, {"hip", "c++9"}, {"opencl", "CL9.9"}})
            .refused_by("opencl", "CL9.9")
            .refused_by("cuda-nvrtc", "c++9")
            .refused_by("cuda-nvcc", "c++9")
            .refused_by("hip-hiprtc", "c++9"),
        Feature("option `relocatable`")
            .kernel("", "7")
            .with([](Options& options) { options.relocatable = true; })
            .says({{"cuda-nvrtc", "relocatable"}, {"cuda-nvcc", "-rdc=true"}})
            .refused_by("hip-hiprtc", "`relocatable`"),
        Feature("raw option").kernel("", "VALUE").with([](Options& options) { options.raw = {"-DVALUE=7"}; }).gives(7),
    };
}

Feature name_expression(const std::string& called, const std::string& expression, int size) {
    return Feature(called)
        .cpp(
            "template <class T> __global__ void scale(int* out) { out[0] = sizeof(T); }\n"
            "namespace ns { template <class T> __global__ void scale(int* out) { out[0] = sizeof(T); } }\n")
        .source("opencl", "__kernel void k(__global int* out) { out[0] = 4; }\n")
        .with([expression](Options& options) { options.name_expressions = {expression}; })
        .refused_by("opencl", expression)
        .calls(expression)
        .gives(size);
}

std::vector<Feature> language() {
    return {
        name_expression("name expression `scale<float>`", "scale<float>", 4),
        name_expression("name expression `ns::scale<const float*>`", "ns::scale<const float*>", 8),
        name_expression("name expression with blanks: `scale< double >`", "scale< double >", 8),
        name_expression("name expression with `&`: `&scale<short>`", "&scale<short>", 2),
        name_expression("name expression with the global scope: `::ns::scale<char>`", "::ns::scale<char>", 1),
        Feature("`cuda_fp16.h` without flags")
            .source("cuda",
                    "#include <cuda_fp16.h>\nextern \"C\" __global__ void k(int* out) {\n"
                    "    out[0] = (int)__half2float(__float2half(7.0f));\n}\n")
            .gives(7),
        Feature("`<cuda/std/type_traits>` without flags")
            .source("cuda",
                    "#include <cuda/std/type_traits>\nextern \"C\" __global__ void k(int* out) {\n"
                    "    out[0] = cuda::std::is_same<int, int>::value ? 7 : 0;\n}\n")
            .refused_by("hip-hiprtc", "cuda/")
            .gives(7),
        Feature("`hip/hip_fp16.h` without flags")
            .source("hip",
                    "#include <hip/hip_fp16.h>\nextern \"C\" __global__ void k(int* out) {\n"
                    "    out[0] = (int)__half2float(__float2half(7.0f));\n}\n")
            .gives(7),
        Feature("warp functions of CUDA C++")
            .source("cuda",
                    "extern \"C\" __global__ void k(int* out) {\n"
                    "    const int all = __popc(__ballot_sync(0xffffffffu, 1));\n"
                    "    out[0] = __shfl_sync(0xffffffffu, all > 0 ? 7 : 0, 0);\n}\n")
            .launched_by([](const Module& module, const Buffer& out) { module.kernel("k").launch({1}, {32}, out); })
            .gives(7),
        Feature("global variable by name")
            .cpp("__device__ int value = 3;\nextern \"C\" __global__ void k(int* out) { out[0] = value; }\n")
            .source("opencl", "__constant int value = 3;\n__kernel void k(__global int* out) { out[0] = value; }\n")
            .launched_by(write_seven_to_global)
            .refused_on_use_by("opencl", "global variable by its name")
            .gives(7),
        Feature("constant memory by name")
            .cpp("__constant__ int value = 3;\nextern \"C\" __global__ void k(int* out) { out[0] = value; }\n")
            .source("opencl", "__constant int value = 3;\n__kernel void k(__global int* out) { out[0] = value; }\n")
            .launched_by(write_seven_to_global)
            .refused_on_use_by("opencl", "global variable by its name")
            .gives(7),
        Feature("dynamic shared memory")
            .cpp("extern \"C\" __global__ void k(int* out) {\n    extern __shared__ int scratch[];\n"
                 "    scratch[threadIdx.x] = threadIdx.x + 4;\n    __syncthreads();\n    out[0] = scratch[3];\n}\n")
            .source("opencl",
                    "__kernel void k(__global int* out, __local int* scratch) {\n"
                    "    scratch[get_local_id(0)] = get_local_id(0) + 4;\n    barrier(CLK_LOCAL_MEM_FENCE);\n"
                    "    out[0] = scratch[3];\n}\n")
            .launched_by(launch_one_block_of_four)
            .gives(7),
        Feature("link of two sources")
            .cpp("extern \"C\" __device__ int seven(void);\n"
                 "extern \"C\" __global__ void k(int* out) { out[0] = seven(); }\n")
            .source("opencl", "int seven(void);\n__kernel void k(__global int* out) { out[0] = seven(); }\n")
            .linked_with({{"cuda", "extern \"C\" __device__ int seven(void) { return 7; }\n"},
                          {"hip", "extern \"C\" __device__ int seven(void) { return 7; }\n"},
                          {"opencl", "int seven(void) { return 7; }\n"}})
            .refused_by("hip-hiprtc", "`relocatable`")
            .gives(7),
        Feature("parameter list, with a header in memory")
            .cpp("#include \"value.h\"\nextern \"C\" __global__ void k(int* out, int value) { out[0] = VALUE; }\n")
            .source("opencl",
                    "#include \"value.h\"\n__kernel void k(__global int* out, int value) { out[0] = VALUE; }\n")
            .with([](Options& options) {
                options.headers = {{"value.h", "#define VALUE value\n"}};
            })
            .launched_by(launch_with_two_parameters)
            .gives(7),
    };
}

// A plugin that does not make the format says so.
Feature image_format(const std::string& format, const std::vector<std::string>& others) {
    Feature feature("image format `" + format + "`");
    feature.kernel("", "7").format(format);
    for (const std::string& plugin : others) {
        feature.refused_by(plugin, format);
    }
    return feature;
}

std::vector<Feature> formats() {
    return {
        image_format("opencl-binary", {"cuda-nvrtc", "cuda-nvcc", "hip-hiprtc"}).gives(7),
        image_format("ptx", {"opencl", "hip-hiprtc"}).gives(7),
        image_format("cubin", {"opencl", "hip-hiprtc"}).gives(7),
        image_format("fatbin", {"opencl", "cuda-nvrtc", "hip-hiprtc"}).gives(7),
        image_format("ltoir", {"opencl", "hip-hiprtc"}),
        image_format("code-object", {"opencl", "cuda-nvrtc", "cuda-nvcc"}).gives(7),
    };
}

}  // namespace

Feature& Feature::kernel(const std::string& in_front, const std::string& expression) {
    cpp(in_front + "extern \"C\" __global__ void k(int* out) { out[0] = " + expression + "; }\n");
    return source("opencl", in_front + "__kernel void k(__global int* out) { out[0] = " + expression + "; }\n");
}
Feature& Feature::cpp(const std::string& text) {
    return source("cuda", text).source("hip", text);
}
Feature& Feature::source(const std::string& language, const std::string& text) {
    sources[language] = text;
    return *this;
}
Feature& Feature::linked_with(std::map<std::string, std::string> others) {
    second_sources = std::move(others);
    return *this;
}
Feature& Feature::named(std::string file) {
    program_name = std::move(file);
    return *this;
}
Feature& Feature::file(std::string path, std::string text) {
    files.emplace_back(std::move(path), std::move(text));
    return *this;
}
Feature& Feature::include(const std::string& folder) {
    folders.push_back(folder);
    return *this;
}
Feature& Feature::with(std::function<void(Options&)> set) {
    settings.push_back(std::move(set));
    return *this;
}
Feature& Feature::standard(std::map<std::string, std::string> words) {
    standards = std::move(words);
    return *this;
}
Feature& Feature::format(std::string word) {
    image_format = std::move(word);
    return *this;
}
Feature& Feature::gives(int value) {
    result = value;
    return *this;
}
Feature& Feature::launched_by(std::function<void(const Module&, const Buffer&)> launch) {
    run = std::move(launch);
    return *this;
}
Feature& Feature::calls(std::string called) {
    kernel_name = std::move(called);
    return *this;
}
Feature& Feature::warns(std::uint32_t line) {
    warning_line = line;
    return *this;
}
Feature& Feature::fails(Failure where) {
    failures.push_back(std::move(where));
    return *this;
}
Feature& Feature::hints(std::string word) {
    hint = std::move(word);
    return *this;
}
Feature& Feature::at_column() {
    tells_column = true;
    return *this;
}
Feature& Feature::says(std::map<std::string, std::string> words) {
    command_words = std::move(words);
    return *this;
}
Feature& Feature::refused_by(std::string plugin, std::string word, std::string platform) {
    refusals.push_back({std::move(plugin), std::move(word), std::move(platform), false, true});
    return *this;
}
Feature& Feature::refused_on_use_by(std::string plugin, std::string word) {
    refusals.push_back({std::move(plugin), std::move(word), {}, true, true});
    return *this;
}
Feature& Feature::lacked_by(std::string plugin, std::string word) {
    refusals.push_back({std::move(plugin), std::move(word), {}, false, false});
    return *this;
}

std::string Feature::test_name() const {
    std::string made;
    bool starts_word = true;
    for (const char c : name) {
        const auto byte = static_cast<unsigned char>(c);
        if (std::isalnum(byte) != 0) {
            made += static_cast<char>(starts_word ? std::toupper(byte) : byte);
        }
        starts_word = c != '\'' && std::isalnum(byte) == 0;
    }
    return made;
}

const std::vector<Feature>& features() {
    static const std::vector<Feature> all = [] {
        std::vector<Feature> rows;
        for (const auto& group : {sources(), headers(), defines(), options(), language(), formats()}) {
            rows.insert(rows.end(), group.begin(), group.end());
        }
        return rows;
    }();
    return all;
}

}  // namespace alike
