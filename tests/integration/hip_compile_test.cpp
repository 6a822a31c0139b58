// What is peculiar to compiling with hiprtc: targets, headers, CUDA C++, parameter lists. No device is needed.
#include <elf.h>
#include <signal.h>

#include <algorithm>
#include <cstring>

#include "tests/integration/hip_plugin.hpp"

namespace hip_compile_test {

using namespace hip_test;

quovis_cc_options with_standard(std::string_view standard) {
    auto options = no_options();
    options.standard = text(standard);
    return options;
}

bool is_code_object(const std::string& image) {
    Elf64_Ehdr header{};
    std::memcpy(&header, image.data(), std::min(image.size(), sizeof(header)));
    return std::memcmp(header.e_ident, ELFMAG, SELFMAG) == 0 && header.e_machine == 224;
}

class HipCompile : public HipCompiler {
  protected:
    std::vector<std::string> targets() {
        const quovis_plugin_text* first = nullptr;
        std::size_t count = 0;
        EXPECT_EQ(plugin.table->compiler->targets(plugin.instance, &first, &count, &plugin.error), QUOVIS_PLUGIN_OK);
        std::vector<std::string> all;
        for (std::size_t index = 0; index < count; ++index) {
            all.push_back(string(first[index]));
        }
        return all;
    }
};

TEST_F(HipCompile, makes_a_code_object_for_targets_of_two_generations) {
    for (const char* target : {"gfx90a", "gfx1030"}) {
        const Compiled compiled = plugin.compile({.text = saxpy, .target = target});
        EXPECT_EQ(compiled.status, QUOVIS_PLUGIN_OK) << compiled.error;
        EXPECT_TRUE(is_code_object(compiled.image));
        EXPECT_EQ(compiled.target, target);
    }
}

TEST_F(HipCompile, takes_a_target_with_features) {
    const Compiled compiled = plugin.compile({.text = saxpy, .target = "gfx90a:sramecc+:xnack-"});
    EXPECT_EQ(compiled.status, QUOVIS_PLUGIN_OK) << compiled.error;
    EXPECT_TRUE(has(compiled.image, "gfx90a:sramecc+:xnack-"));
}

TEST_F(HipCompile, lists_the_targets_of_the_code_generator) {
    const auto all = targets();
    EXPECT_NE(std::find(all.begin(), all.end(), "gfx90a"), all.end());
}

// hiprtc 5.2 ends the process for each of these.
TEST_F(HipCompile, an_unknown_target_is_an_error_that_lists_the_known_ones) {
    for (const char* target : {"gfx9999", "gfx90a:bogus+", "gfx1030:xnack+", "sm_90", ""}) {
        const Compiled compiled = plugin.compile({.text = saxpy, .target = target});
        EXPECT_EQ(compiled.status, QUOVIS_PLUGIN_TARGET_UNKNOWN) << target;
        EXPECT_TRUE(has(compiled.error, "gfx90a") && has(compiled.error, target)) << compiled.error;
    }
}

TEST_F(HipCompile, errors_name_the_users_file_and_line) {
    const Compiled compiled = plugin.compile({.text = "\n\n  int x = nowhere;\n"});
    EXPECT_EQ(compiled.status, QUOVIS_PLUGIN_SOURCE_INVALID);
    EXPECT_EQ(compiled.place(), "folder/the kernel.hip:3");
    EXPECT_TRUE(has(compiled.log, "nowhere"));
}

TEST_F(HipCompile, a_line_directive_of_the_users_is_kept) {
    const Compiled compiled = plugin.compile({.text = "#line 40 \"made from.x\"\nint x = nowhere;\n"});
    EXPECT_EQ(compiled.place(), "made from.x:40");
}

TEST_F(HipCompile, an_undefined_device_function_is_an_error_without_a_place) {
    const Compiled compiled =
        plugin.compile({.text = "__device__ int absent(int);\n__global__ void k(int* d) { *d = absent(1); }\n"});
    EXPECT_EQ(compiled.status, QUOVIS_PLUGIN_SOURCE_INVALID);
    ASSERT_FALSE(compiled.messages.empty());
    EXPECT_EQ(compiled.messages[0].line, 0u);
    EXPECT_TRUE(has(compiled.messages[0].text, "absent")) << compiled.messages[0].text;
}

TEST_F(HipCompile, name_expressions_give_symbols_of_templates_and_of_nested_names) {
    const std::string source =
        "template <class T> __global__ void scale(T* d) { *d *= 2; }\n"
        "namespace inner { __constant__ float c; }\n";
    const Compiled compiled =
        plugin.compile({.text = source, .expressions = {"scale< float >", "&scale<int>", "&inner::c"}});
    ASSERT_EQ(compiled.status, QUOVIS_PLUGIN_OK) << compiled.error;
    EXPECT_EQ(compiled.symbols.at("scale< float >"), "_Z5scaleIfEvPT_");
    EXPECT_EQ(compiled.symbols.at("&scale<int>"), "_Z5scaleIiEvPT_");
}

TEST_F(HipCompile, an_unknown_name_expression_is_an_error_that_names_it_and_no_line_of_the_source) {
    const Compiled compiled = plugin.compile({.text = saxpy, .expressions = {"nowhere<int>"}});
    EXPECT_EQ(compiled.status, QUOVIS_PLUGIN_SOURCE_INVALID);
    EXPECT_TRUE(has(compiled.error, "nowhere")) << compiled.error;
    EXPECT_EQ(compiled.messages.at(0).line, 0u);
}

TEST_F(HipCompile, headers_are_found_in_folders_with_blanks_quotes_and_other_letters) {
    const Scratch scratch;
    for (const std::string folder : {"a b", "say \"hi\"", "höhe"}) {
        scratch.write(folder + "/value.h", "#define VALUE 3\n");
        const Compiled compiled = plugin.compile(
            {.text = "#include <value.h>\nstatic_assert(VALUE == 3, \"\");\n", .folders = {scratch.path(folder)}});
        EXPECT_EQ(compiled.status, QUOVIS_PLUGIN_OK) << folder << ": " << compiled.error;
        EXPECT_EQ(compiled.dependencies, std::vector<std::string>{scratch.path(folder + "/value.h")});
    }
}

TEST_F(HipCompile, two_headers_of_one_name_are_each_found_beside_their_includer) {
    const Scratch scratch;
    scratch.write("one/main.h", "#include \"part.h\"\n#define ONE PART\n#undef PART\n");
    scratch.write("one/part.h", "#define PART 1\n");
    scratch.write("two/main.h", "#include \"part.h\"\n#define TWO 2\nstatic_assert(PART == 2, \"\");\n");
    scratch.write("two/part.h", "#define PART 2\n");
    const Compiled compiled = plugin.compile(
        {.text = "#include \"one/main.h\"\n#include \"two/main.h\"\nint two[TWO];\n", .folders = {scratch.path(".")}});
    EXPECT_EQ(compiled.status, QUOVIS_PLUGIN_OK) << compiled.error << compiled.log;
}

TEST_F(HipCompile, an_error_in_a_header_names_the_header) {
    const Scratch scratch;
    const std::string header = scratch.write("a b/wrong.h", "\nint x = nowhere;\n");
    const Compiled compiled = plugin.compile({.text = "#include \"wrong.h\"\n", .folders = {scratch.path("a b")}});
    EXPECT_EQ(compiled.place(), header + ":2");
}

TEST_F(HipCompile, a_header_in_memory_comes_before_a_file_and_reaches_its_neighbours) {
    const Scratch scratch;
    scratch.write("value.h", "#error the file was taken\n");
    const Compiled compiled = plugin.compile(
        {.text = "#include <sub/first.h>\n#include \"value.h\"\n",
         .headers = {{"value.h", ""}, {"sub/first.h", "#include \"second.h\"\n"}, {"sub/second.h", "#pragma once\n"}},
         .folders = {scratch.path(".")}});
    EXPECT_EQ(compiled.status, QUOVIS_PLUGIN_OK) << compiled.error;
}

TEST_F(HipCompile, an_include_in_a_comment_or_a_string_stays_as_it_is) {
    const Scratch scratch;
    scratch.write("value.h", "");
    const Compiled compiled = plugin.compile({.text = "/*\n#include \"value.h\"\n*/\nconstexpr char c[] = R\"x(\n"
                                                      "#include \"value.h\"\n)x\";\n"
                                                      "static_assert(sizeof(c) == 21, \"\");\n",
                                              .options = with_standard("c++17"),
                                              .folders = {scratch.path(".")}});
    EXPECT_EQ(compiled.status, QUOVIS_PLUGIN_OK) << compiled.error;
    EXPECT_TRUE(compiled.dependencies.empty());
}

TEST_F(HipCompile, a_computed_include_is_found_by_the_compiler) {
    const Scratch scratch;
    scratch.write("a b/value.h", "#define VALUE 3\n");
    const Compiled compiled =
        plugin.compile({.text = "#define HEADER <value.h>\n#include HEADER\nstatic_assert(VALUE == 3, \"\");\n",
                        .folders = {scratch.path("a b")}});
    EXPECT_EQ(compiled.status, QUOVIS_PLUGIN_OK) << compiled.error;
}

TEST_F(HipCompile, hips_own_and_the_c_headers_need_no_flags) {
    const Compiled compiled = plugin.compile({.text = R"(#include <hip/hip_runtime.h>
#include <hip/hip_fp16.h>
#include <stddef.h>
#include <cstdint>
#include <stdint.h>
#include <type_traits>
#include <limits>
#include <cmath>
#include <cassert>
static_assert(std::is_same<std::remove_reference<int&>::type, int>::value, "");
extern "C" __global__ void k(__half* h, uintptr_t* p, uint8_t* b) {
    assert(h != nullptr);
    *h = __float2half(sqrtf(2.0f));
    *p = reinterpret_cast<uintptr_t>(b) + UINT8_MAX;
}
)"});
    EXPECT_EQ(compiled.status, QUOVIS_PLUGIN_OK) << compiled.error << compiled.log;
}

// LLVM leaves one of its own where there is none.
TEST_F(HipCompile, a_threads_signal_stack_is_as_it_was_after_a_compile) {
    stack_t before{};
    stack_t after{};
    sigaltstack(nullptr, &before);
    plugin.compile({.text = saxpy});
    sigaltstack(nullptr, &after);
    EXPECT_EQ(after.ss_sp, before.ss_sp);
    EXPECT_EQ(after.ss_flags, before.ss_flags);
}

TEST_F(HipCompile, max_registers_is_refused_by_name) {
    auto options = no_options();
    options.max_registers = 32;
    const Compiled compiled = plugin.compile({.text = saxpy, .options = options});
    EXPECT_EQ(compiled.status, QUOVIS_PLUGIN_NOT_SUPPORTED);
    EXPECT_TRUE(has(compiled.error, "max_registers"));
}

TEST_F(HipCompile, an_unknown_raw_option_is_no_fault_of_the_source) {
    const Compiled compiled = plugin.compile({.text = saxpy, .raw = {"--frobnicate"}});
    EXPECT_EQ(compiled.status, QUOVIS_PLUGIN_INVALID_ARGUMENT);
    EXPECT_TRUE(has(compiled.error, "frobnicate")) << compiled.error;
}

// Parameter lists.

class HipImage : public HipCompile {
  protected:
    void TearDown() override {
        if (reader_ != nullptr) {
            reader_->release(plugin.instance, &content_);
        }
    }

    quovis_plugin_status read(const std::string& bytes, std::string_view target = {}) {
        reader_ = static_cast<const quovis_image_reader*>(plugin.table->extension(text(QUOVIS_EXTENSION_IMAGE_READER)));
        auto image = sized<quovis_rt_image>();
        image.format = text("code-object");
        image.target = text(target);
        image.data = bytes.data();
        image.size = bytes.size();
        image.name = text("k.hsaco");
        reader_->release(plugin.instance, &content_);
        content_ = sized<quovis_image_content>();
        return reader_->read(plugin.instance, &image, &content_, &plugin.error);
    }

    const quovis_image_reader* reader_ = nullptr;
    quovis_image_content content_ = sized<quovis_image_content>();
};

TEST_F(HipImage, tells_target_kernels_and_parameters_without_the_hidden_ones) {
    const std::string source =
        "struct Pair { double a; int b; };\nextern \"C\" __global__ void k(char c, Pair p, int* "
        "out) { __shared__ int s[16]; s[threadIdx.x] = c; __syncthreads(); "
        "printf(\"%d\", s[0]); *out = p.b + blockDim.x; }\n";
    const Compiled compiled = plugin.compile({.text = source});
    ASSERT_EQ(compiled.status, QUOVIS_PLUGIN_OK) << compiled.error;
    ASSERT_EQ(read(compiled.image), QUOVIS_PLUGIN_OK) << plugin.error.message;
    EXPECT_EQ(string(content_.target), "gfx90a");
    ASSERT_EQ(content_.kernel_count, 1u);
    const quovis_rt_kernel_info& kernel = content_.kernels[0];
    EXPECT_EQ(string(kernel.name), "k");
    EXPECT_EQ(kernel.static_shared_memory, 64u);
    EXPECT_EQ(kernel.preferred_multiple, 64u);
    ASSERT_EQ(kernel.parameter_count, 3u);
    EXPECT_EQ(kernel.parameters[0].size, 1u);
    EXPECT_EQ(kernel.parameters[1].size, 16u);
    EXPECT_EQ(kernel.parameters[1].offset, 8u);
    EXPECT_EQ(kernel.parameters[1].kind, QUOVIS_RT_PARAMETER_VALUE);
    EXPECT_EQ(kernel.parameters[2].kind, QUOVIS_RT_PARAMETER_POINTER);
}

TEST_F(HipImage, a_wavefront_is_as_wide_as_the_target_has_it) {
    const Compiled compiled = plugin.compile({.text = saxpy, .target = "gfx1030"});
    ASSERT_EQ(read(compiled.image), QUOVIS_PLUGIN_OK) << plugin.error.message;
    EXPECT_EQ(content_.kernels[0].preferred_multiple, 32u);
}

TEST_F(HipImage, a_code_object_cut_anywhere_is_rejected) {
    const Compiled compiled = plugin.compile({.text = saxpy});
    for (std::size_t size = 0; size < compiled.image.size(); size += 61) {
        EXPECT_EQ(read(compiled.image.substr(0, size)), QUOVIS_PLUGIN_IMAGE_REJECTED) << size;
    }
}

TEST_F(HipImage, a_code_object_with_wrong_bytes_does_no_harm) {
    const Compiled compiled = plugin.compile({.text = saxpy});
    for (std::size_t at = 0; at < compiled.image.size(); at += 3) {
        for (const char wrong : {'\xff', '\x91', '\x00'}) {
            std::string bytes = compiled.image;
            bytes[at] = wrong;
            read(bytes);  // either answer will do
        }
    }
}

TEST_F(HipImage, a_bundle_is_read_for_the_target_that_is_asked_for) {
    const std::string one = plugin.compile({.text = saxpy, .target = "gfx90a"}).image;
    const std::string two = plugin.compile({.text = saxpy, .target = "gfx1030"}).image;
    const auto number = [](std::uint64_t value) { return std::string(reinterpret_cast<const char*>(&value), 8); };
    const std::string names[] = {"hipv4-amdgcn-amd-amdhsa--gfx90a", "hipv4-amdgcn-amd-amdhsa--gfx1030"};
    const std::size_t head = 24 + 8 + 2 * 24 + names[0].size() + names[1].size();
    const std::string bundle = "__CLANG_OFFLOAD_BUNDLE__" + number(2) + number(head) + number(one.size()) +
                               number(names[0].size()) + names[0] + number(head + one.size()) + number(two.size()) +
                               number(names[1].size()) + names[1] + one + two;
    ASSERT_EQ(read(bundle, "gfx1030"), QUOVIS_PLUGIN_OK) << plugin.error.message;
    EXPECT_EQ(string(content_.target), "gfx1030");
    EXPECT_EQ(content_.kernels[0].preferred_multiple, 32u);
    EXPECT_EQ(read(bundle, "gfx906"), QUOVIS_PLUGIN_IMAGE_REJECTED);
    EXPECT_TRUE(has(plugin.error.message, "gfx90a, gfx1030")) << plugin.error.message;
    EXPECT_EQ(read(bundle.substr(0, bundle.size() - 1)), QUOVIS_PLUGIN_IMAGE_REJECTED);
}

// Without the vendor.

TEST(HipWithoutVendor, a_missing_library_is_unavailable_and_names_what_was_searched) {
    Plugin plugin({{"library", "/nowhere/libamdhip64.so.6"}, {"hiprtc", "/nowhere/libhiprtc.so.6"}});
    EXPECT_FALSE(plugin.has_compiler());
    EXPECT_EQ(plugin.error.code, QUOVIS_PLUGIN_UNAVAILABLE);
    EXPECT_TRUE(has(plugin.error.message, "/nowhere/libhiprtc.so.6")) << plugin.error.message;
    quovis_rt_device* const* devices = nullptr;
    std::size_t count = 0;
    EXPECT_EQ(plugin.runtime().devices(plugin.instance, &devices, &count, &plugin.error), QUOVIS_PLUGIN_UNAVAILABLE);
    EXPECT_TRUE(has(plugin.error.message, "/nowhere/libamdhip64.so.6")) << plugin.error.message;
    EXPECT_TRUE(has(plugin.error.message, "test.yaml:1")) << plugin.error.message;
}

TEST_F(HipCompile, linking_without_the_functions_for_it_is_not_supported_by_name) {
    auto options = no_options();
    options.relocatable = 1;
    const Compiled compiled = plugin.compile({.text = saxpy, .options = options});
    if (compiled.status == QUOVIS_PLUGIN_OK) {
        GTEST_SKIP() << "this hiprtc has them";
    }
    EXPECT_EQ(compiled.status, QUOVIS_PLUGIN_NOT_SUPPORTED);
    EXPECT_TRUE(has(compiled.error, "hiprtcGetBitcode") && has(compiled.error, "relocatable")) << compiled.error;
}

}  // namespace hip_compile_test
