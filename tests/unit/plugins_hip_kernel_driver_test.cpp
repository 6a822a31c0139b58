// Whether a machine has an AMD GPU, by the files of the kernel's driver.
#include "plugins/hip-hiprtc/kernel_driver.hpp"

#include "tests/unit/support_scratch.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

namespace plugins_hip_kernel_driver_test {

using quovis::hip::why_no_gpu;
using quovis::test::ScratchFolder;

void add_node(const ScratchFolder& root, const std::string& number, const std::string& properties) {
    root.write("sys/class/kfd/kfd/topology/nodes/" + number + "/properties", properties);
}

TEST(HipKernelDriver, a_machine_without_the_drivers_file_has_no_gpu) {
    const ScratchFolder root;
    EXPECT_NE(why_no_gpu(root.path()).value_or("").find("/dev/kfd is missing"), std::string::npos);
}

TEST(HipKernelDriver, a_node_with_compute_units_is_a_gpu) {
    const ScratchFolder root;
    root.write("dev/kfd", "");
    add_node(root, "0", "cpu_cores_count 16\nsimd_count 0\n");
    add_node(root, "1", "cpu_cores_count 0\nsimd_count 440\nmem_banks_count 1\n");
    EXPECT_EQ(why_no_gpu(root.path()), std::nullopt);
}

TEST(HipKernelDriver, a_driver_that_lists_processors_only_has_no_gpu) {
    const ScratchFolder root;
    root.write("dev/kfd", "");
    add_node(root, "0", "cpu_cores_count 16\nsimd_count 0\n");
    EXPECT_NE(why_no_gpu(root.path()).value_or("").find("lists none"), std::string::npos);
}

// As in a container that sees the device and not all of /sys.
TEST(HipKernelDriver, without_the_list_hip_is_left_to_find_out) {
    const ScratchFolder root;
    root.write("dev/kfd", "");
    EXPECT_EQ(why_no_gpu(root.path()), std::nullopt);
}

TEST(HipKernelDriver, under_windows_hip_is_left_to_find_out) {
    const ScratchFolder root;
    root.write("dev/dxg", "");
    EXPECT_EQ(why_no_gpu(root.path()), std::nullopt);
}

}  // namespace plugins_hip_kernel_driver_test
