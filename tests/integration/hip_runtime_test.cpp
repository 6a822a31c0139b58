// What the `hip` runtime does with HIP libraries of several releases, which are fakes on the host's memory. What must
// hold on every runtime is in tests/conformance.
#include <algorithm>
#include <array>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <vector>

#include "tests/integration/hip_plugin.hpp"

namespace hip_runtime_test {

using namespace hip_test;

std::string fake(const std::string& name) {
    return QUOVIS_TEST_FAKES_DIR "/hip_runtime/" + name + "/libamdhip64.so";
}

class HipRuntime : public HipTest {
  protected:
    // The compiler is the machine's own, where it has one.
    void open(const std::string& name) {
        plugin = std::make_unique<Plugin>(Settings{{"library", fake(name)}, {"hiprtc", "libamdhip64.so.5"}});
        status = plugin->runtime().devices(plugin->instance, &devices, &count, &plugin->error);
    }

    quovis_rt_device_info info(std::size_t index) {
        auto asked = sized<quovis_rt_device_info>();
        EXPECT_EQ(plugin->runtime().device_info(devices[index], &asked, &plugin->error), QUOVIS_PLUGIN_OK);
        return asked;
    }

    std::string message() const { return plugin->error.message; }

    std::string compile(const char* target) {
        const auto compiled = plugin->compile({.text = saxpy, .target = target});
        EXPECT_EQ(compiled.status, QUOVIS_PLUGIN_OK) << compiled.error;
        return compiled.image;
    }

    quovis_plugin_status accepts(std::size_t index, const std::string& bytes, std::string_view target = {}) {
        auto image = sized<quovis_rt_image>();
        image.format = text("code-object");
        image.target = text(target);
        image.data = bytes.empty() ? nullptr : bytes.data();
        image.size = bytes.size();
        return plugin->runtime().accepts(devices[index], &image, &plugin->error);
    }

    quovis_rt_stream* stream(std::size_t index = 0) {
        auto wanted = sized<quovis_rt_stream_info>();
        quovis_rt_stream* made = nullptr;
        EXPECT_EQ(plugin->runtime().stream_create(devices[index], &wanted, &made, &plugin->error), QUOVIS_PLUGIN_OK)
            << message();
        return made;
    }

    quovis_plugin_status buffer(std::int32_t kind, quovis_rt_buffer** made, std::size_t size = 64) {
        auto wanted = sized<quovis_rt_buffer_info>();
        wanted.size = size;
        wanted.kind = kind;
        return plugin->runtime().buffer_create(devices[0], &wanted, made, &plugin->error);
    }

    // A code object on the first device; null where it is refused.
    quovis_rt_module* load(const std::string& bytes) {
        auto image = sized<quovis_rt_image>();
        image.format = text("code-object");
        image.data = bytes.data();
        image.size = bytes.size();
        quovis_rt_module* module = nullptr;
        EXPECT_EQ(plugin->runtime().module_load(devices[0], &image, &module, &plugin->error), QUOVIS_PLUGIN_OK)
            << message();
        return module;
    }

    // Launches one thread with an offset; zeros: without one.
    quovis_plugin_status launch_at(quovis_rt_kernel* kernel, const std::vector<quovis_rt_argument>& arguments,
                                   const std::array<std::uint64_t, 3>& place) {
        auto offset = sized<quovis_rt_launch_attribute>();
        offset.id = QUOVIS_RT_LAUNCH_OFFSET;
        std::copy(place.begin(), place.end(), offset.value.offset);
        auto launch = sized<quovis_rt_launch>();
        std::fill_n(launch.grid, 3, 1u);
        std::fill_n(launch.block, 3, 1u);
        launch.arguments = arguments.data();
        launch.argument_count = arguments.size();
        launch.attributes = &offset;
        launch.attribute_count = place == std::array<std::uint64_t, 3>{} ? 0 : 1;
        quovis_rt_stream* const ours = stream();
        const auto launched = plugin->runtime().launch(ours, kernel, &launch, &plugin->error);
        plugin->runtime().stream_release(ours);
        return launched;
    }

    std::unique_ptr<Plugin> plugin;
    quovis_plugin_status status = QUOVIS_PLUGIN_OK;
    quovis_rt_device* const* devices = nullptr;
    std::size_t count = 0;
};

bool is_hip_mapped() {
    std::ifstream maps("/proc/self/maps");
    const std::string all(std::istreambuf_iterator<char>(maps), {});
    return has(all, "libamdhip64.so.") || has(all, "libamd_comgr");
}

TEST(HipWithoutGpu, listing_opens_none_of_rocms_libraries_and_tells_why) {
    if (std::filesystem::exists("/dev/kfd") || std::filesystem::exists("/dev/dxg")) {
        GTEST_SKIP() << "this machine may have an AMD GPU";
    }
    if (is_hip_mapped()) {
        GTEST_SKIP() << "another test of this process has opened HIP";
    }
    Plugin plugin;
    quovis_rt_device* const* devices = nullptr;
    std::size_t count = 0;
    EXPECT_EQ(plugin.runtime().devices(plugin.instance, &devices, &count, &plugin.error), QUOVIS_PLUGIN_NO_DEVICE);
    EXPECT_TRUE(has(plugin.error.message, "/dev/kfd is missing")) << plugin.error.message;
    EXPECT_FALSE(is_hip_mapped());
}

// The struct with the target's name has another layout in HIP 6, and the old function of the old name stays.
TEST_F(HipRuntime, the_target_is_read_from_the_layout_of_each_release) {
    for (const char* release : {"5", "6"}) {
        open(release);
        ASSERT_EQ(status, QUOVIS_PLUGIN_OK) << message();
        ASSERT_EQ(count, 2u);
        EXPECT_EQ(string(info(0).target), "gfx90a:sramecc+:xnack-") << release;
        EXPECT_EQ(string(info(1).target), "gfx1030") << release;
    }
}

TEST_F(HipRuntime, the_warp_size_is_the_devices_own) {
    open("6");
    ASSERT_EQ(count, 2u) << message();
    EXPECT_EQ(info(0).warp_size, 64u);
    EXPECT_EQ(info(1).warp_size, 32u);
}

TEST_F(HipRuntime, a_device_tells_its_place_and_its_limits) {
    open("5");
    ASSERT_EQ(count, 2u) << message();
    const auto second = info(1);
    EXPECT_EQ(second.pci_domain, 1u);
    EXPECT_EQ(second.pci_bus, 0xc3u);
    EXPECT_EQ(second.pci_device, 0x1fu);
    EXPECT_EQ(second.pci_function, 7u);
    EXPECT_EQ(second.has_uuid, 1);
    EXPECT_EQ(second.max_threads_per_block, 1024u);
    EXPECT_EQ(second.shared_memory_per_block, 65536u);
    EXPECT_EQ(string(second.driver), "5.2.21153");
}

TEST_F(HipRuntime, listing_takes_no_memory_of_a_device_and_leaves_the_current_one) {
    void* library = dlopen(fake("6").c_str(), RTLD_NOW);
    ASSERT_NE(library, nullptr);
    const auto allocations = reinterpret_cast<int (*)()>(dlsym(library, "hipFakeAllocations"));
    const auto set_device = reinterpret_cast<int (*)(int)>(dlsym(library, "hipSetDevice"));
    const auto get_device = reinterpret_cast<int (*)(int*)>(dlsym(library, "hipGetDevice"));
    const int before = allocations();
    set_device(1);
    open("6");
    info(0);
    EXPECT_EQ(allocations(), before);
    quovis_rt_buffer* made = nullptr;
    EXPECT_EQ(buffer(QUOVIS_RT_MEMORY_DEVICE, &made), QUOVIS_PLUGIN_OK);
    plugin->runtime().buffer_release(made, nullptr);
    int current = 0;
    get_device(&current);
    EXPECT_EQ(current, 1);
    set_device(0);
}

TEST_F(HipRuntime, no_device_is_told_with_the_vendors_name_and_the_compiler_still_works) {
    open("no-device");
    EXPECT_EQ(status, QUOVIS_PLUGIN_NO_DEVICE);
    EXPECT_STREQ(plugin->error.native_name, "hipErrorNoDevice");
    EXPECT_TRUE(has(message(), "no-device/libamdhip64.so")) << message();
    EXPECT_STRNE(plugin->error.hint, "");
}

TEST_F(HipRuntime, a_release_that_numbers_its_attributes_otherwise_is_refused) {
    open("4");
    EXPECT_EQ(status, QUOVIS_PLUGIN_DRIVER_TOO_OLD);
    EXPECT_TRUE(has(message(), "4.4.21401")) << message();
}

TEST_F(HipRuntime, a_library_without_optional_functions_loads_and_names_what_it_lacks) {
    open("over-opencl");
    ASSERT_EQ(status, QUOVIS_PLUGIN_OK) << message();
    EXPECT_EQ(string(info(0).target), "");
    EXPECT_EQ(info(0).has_pci, 0);
    quovis_rt_buffer* made = nullptr;
    EXPECT_EQ(buffer(QUOVIS_RT_MEMORY_MANAGED, &made), QUOVIS_PLUGIN_NOT_SUPPORTED);
    EXPECT_TRUE(has(message(), "hipMallocManaged")) << message();
    EXPECT_EQ(buffer(QUOVIS_RT_MEMORY_PINNED, &made), QUOVIS_PLUGIN_NOT_SUPPORTED);
    EXPECT_TRUE(has(message(), "hipHost")) << message();
    quovis_rt_stream* const ours = stream();
    EXPECT_EQ(plugin->runtime().graph->begin_capture(ours, &plugin->error), QUOVIS_PLUGIN_NOT_SUPPORTED);
    EXPECT_TRUE(has(message(), "hipStreamBeginCapture")) << message();
    EXPECT_EQ(buffer(QUOVIS_RT_MEMORY_DEVICE, &made), QUOVIS_PLUGIN_OK) << message();
    plugin->runtime().buffer_release(made, nullptr);
    plugin->runtime().stream_release(ours);
}

// hipLaunchHostFunc came with a later release than hipStreamAddCallback.
TEST_F(HipRuntime, a_host_function_runs_by_either_of_hips_ways) {
    for (const char* release : {"5", "6"}) {
        open(release);
        ASSERT_EQ(status, QUOVIS_PLUGIN_OK) << message();
        quovis_rt_stream* const ours = stream();
        int calls = 0;
        EXPECT_EQ(plugin->runtime().stream_host_function(
                      ours, [](void* data) { ++*static_cast<int*>(data); }, &calls, &plugin->error),
                  QUOVIS_PLUGIN_OK)
            << message();
        EXPECT_EQ(plugin->runtime().stream_synchronize(ours, &plugin->error), QUOVIS_PLUGIN_OK);
        EXPECT_EQ(calls, 1) << release;
        plugin->runtime().stream_release(ours);
    }
}

TEST_F(HipRuntime, images_for_another_target_are_rejected_with_both_names) {
    open("6");
    EXPECT_EQ(accepts(0, "", "gfx90a"), QUOVIS_PLUGIN_OK) << message();
    EXPECT_EQ(accepts(0, "", "gfx90a:xnack-"), QUOVIS_PLUGIN_OK) << message();
    EXPECT_EQ(accepts(0, "", "gfx90a:xnack+"), QUOVIS_PLUGIN_IMAGE_REJECTED);
    EXPECT_EQ(accepts(1, "", "gfx9-4-generic"), QUOVIS_PLUGIN_OK) << message();
    EXPECT_EQ(accepts(0, "", "sm_90"), QUOVIS_PLUGIN_IMAGE_REJECTED);
    EXPECT_EQ(accepts(1, "", "gfx90a"), QUOVIS_PLUGIN_IMAGE_REJECTED);
    EXPECT_TRUE(has(message(), "gfx90a") && has(message(), "gfx1030")) << message();
}

TEST_F(HipRuntime, an_image_says_itself_which_target_it_is_for) {
    open("6");
    if (!plugin->has_compiler()) {
        GTEST_SKIP() << message();
    }
    const std::string image = compile("gfx90a");
    EXPECT_EQ(accepts(0, image), QUOVIS_PLUGIN_OK) << message();
    EXPECT_EQ(accepts(1, image), QUOVIS_PLUGIN_IMAGE_REJECTED);
    EXPECT_EQ(accepts(0, image.substr(0, image.size() / 2)), QUOVIS_PLUGIN_IMAGE_REJECTED);
}

TEST_F(HipRuntime, a_kernel_runs_with_buffers_offsets_and_values) {
    open("5");
    if (!plugin->has_compiler()) {
        GTEST_SKIP() << message();
    }
    const quovis_rt_table& rt = plugin->runtime();
    quovis_rt_module* const module = load(compile("gfx90a"));
    ASSERT_NE(module, nullptr);
    quovis_rt_kernel* kernel = nullptr;
    EXPECT_EQ(rt.kernel_create(module, text("absent"), &kernel, &plugin->error), QUOVIS_PLUGIN_NOT_FOUND);
    EXPECT_TRUE(has(plugin->error.hint, "saxpy")) << plugin->error.hint;
    ASSERT_EQ(rt.kernel_create(module, text("saxpy"), &kernel, &plugin->error), QUOVIS_PLUGIN_OK) << message();
    auto facts = sized<quovis_rt_kernel_info>();
    ASSERT_EQ(rt.kernel_info(kernel, &facts, &plugin->error), QUOVIS_PLUGIN_OK);
    EXPECT_EQ(facts.parameter_count, 4u);
    EXPECT_EQ(facts.max_dynamic_shared_memory, 65536u);

    void* memory = nullptr;
    quovis_rt_buffer* managed = nullptr;
    auto wanted = sized<quovis_rt_buffer_info>();
    wanted.size = 8 * sizeof(float);
    wanted.kind = QUOVIS_RT_MEMORY_MANAGED;
    ASSERT_EQ(rt.buffer_create(devices[0], &wanted, &managed, &plugin->error), QUOVIS_PLUGIN_OK) << message();
    memory = wanted.host;
    const float start[8] = {1, 2, 3, 4, 10, 10, 10, 10};
    std::memcpy(memory, start, sizeof(start));
    const int n = 4;
    const float a = 2;
    const quovis_rt_argument arguments[] = {{QUOVIS_RT_ARGUMENT_VALUE, 0, sizeof(n), &n, nullptr, 0},
                                            {QUOVIS_RT_ARGUMENT_VALUE, 0, sizeof(a), &a, nullptr, 0},
                                            {QUOVIS_RT_ARGUMENT_BUFFER, 0, 0, nullptr, managed, 0},
                                            {QUOVIS_RT_ARGUMENT_BUFFER, 0, 0, nullptr, managed, 16}};
    auto launch = sized<quovis_rt_launch>();
    launch.grid[0] = launch.grid[1] = launch.grid[2] = launch.block[1] = launch.block[2] = 1;
    launch.block[0] = 64;
    launch.arguments = arguments;
    launch.argument_count = 4;
    quovis_rt_stream* const ours = stream();
    EXPECT_EQ(rt.launch(ours, kernel, &launch, &plugin->error), QUOVIS_PLUGIN_OK) << message();
    EXPECT_EQ(static_cast<float*>(memory)[7], 18);
    launch.argument_count = 3;
    EXPECT_EQ(rt.launch(ours, kernel, &launch, &plugin->error), QUOVIS_PLUGIN_INVALID_LAUNCH);
    launch.argument_count = 4;
    launch.shared_memory = 65537;
    EXPECT_EQ(rt.launch(ours, kernel, &launch, &plugin->error), QUOVIS_PLUGIN_INVALID_LAUNCH);
    launch.shared_memory = 0;
    auto cooperative = sized<quovis_rt_launch_attribute>();
    cooperative.id = QUOVIS_RT_LAUNCH_COOPERATIVE;
    cooperative.value.number = 1;
    launch.attributes = &cooperative;
    launch.attribute_count = 1;
    EXPECT_EQ(rt.launch(ours, kernel, &launch, &plugin->error), QUOVIS_PLUGIN_NOT_SUPPORTED);
    EXPECT_TRUE(has(message(), "hipModuleLaunchCooperativeKernel")) << message();
    rt.stream_release(ours);
    rt.buffer_release(managed, nullptr);
    rt.kernel_release(kernel);
    rt.module_release(module);
}

TEST_F(HipRuntime, an_offset_is_a_last_argument_that_the_host_does_not_see) {
    open("6");
    if (!plugin->has_compiler()) {
        GTEST_SKIP() << message();
    }
    const auto compiled =
        plugin->compile({.text = "kernel void place(global ulong* out) { out[0] = get_global_offset(0); }\n"
                                 "kernel void noop() {}\n",
                         .language = "opencl",
                         .target = "gfx90a"});
    ASSERT_EQ(compiled.status, QUOVIS_PLUGIN_OK) << compiled.error;
    const auto& rt = plugin->runtime();
    quovis_rt_module* const module = load(compiled.image);
    ASSERT_NE(module, nullptr);
    quovis_rt_kernel* kernel = nullptr;
    ASSERT_EQ(rt.kernel_create(module, text("place"), &kernel, &plugin->error), QUOVIS_PLUGIN_OK) << message();
    auto facts = sized<quovis_rt_kernel_info>();
    ASSERT_EQ(rt.kernel_info(kernel, &facts, &plugin->error), QUOVIS_PLUGIN_OK);
    EXPECT_EQ(facts.parameter_count, 1u);

    std::array<std::uint64_t, 3> place{1, 1, 1};
    void* const address = place.data();  // the fake's memory is the host's
    const quovis_rt_argument argument{QUOVIS_RT_ARGUMENT_VALUE, 0, sizeof(address), &address, nullptr, 0};
    EXPECT_EQ(launch_at(kernel, {argument}, {5, 0, std::uint64_t{1} << 40u}), QUOVIS_PLUGIN_OK) << message();
    EXPECT_EQ(place, (std::array<std::uint64_t, 3>{5, 0, std::uint64_t{1} << 40u}));
    EXPECT_EQ(launch_at(kernel, {argument}, {}), QUOVIS_PLUGIN_OK) << message();
    EXPECT_EQ(place, (std::array<std::uint64_t, 3>{})) << "a launch without an offset has zeros";
    rt.kernel_release(kernel);
    rt.module_release(module);
}

TEST_F(HipRuntime, an_offset_is_refused_where_the_kernel_was_not_made_for_one) {
    open("6");
    if (!plugin->has_compiler()) {
        GTEST_SKIP() << message();
    }
    const auto& rt = plugin->runtime();
    quovis_rt_module* const module = load(compile("gfx90a"));
    ASSERT_NE(module, nullptr);
    quovis_rt_kernel* kernel = nullptr;
    ASSERT_EQ(rt.kernel_create(module, text("saxpy"), &kernel, &plugin->error), QUOVIS_PLUGIN_OK) << message();
    const std::uint64_t zero = 0;
    const std::vector<quovis_rt_argument> arguments(4, {QUOVIS_RT_ARGUMENT_VALUE, 0, 8, &zero, nullptr, 0});
    EXPECT_EQ(launch_at(kernel, arguments, {0, 5, 0}), QUOVIS_PLUGIN_INVALID_LAUNCH);
    EXPECT_TRUE(has(message(), "an offset of 0 x 5 x 0 work-items") && has(message(), "`saxpy` was not made"))
        << message();
    EXPECT_TRUE(has(plugin->error.hint, "get_global_offset")) << plugin->error.hint;
    rt.kernel_release(kernel);
    rt.module_release(module);
}

TEST_F(HipRuntime, a_buffer_too_large_says_how_much_is_free) {
    open("6");
    quovis_rt_buffer* made = nullptr;
    EXPECT_EQ(buffer(QUOVIS_RT_MEMORY_DEVICE, &made, std::size_t{2} << 30), QUOVIS_PLUGIN_OUT_OF_DEVICE_MEMORY);
    EXPECT_TRUE(has(message(), "hipErrorOutOfMemory") && has(message(), "of 1073741824 bytes are free")) << message();
}

}  // namespace hip_runtime_test
