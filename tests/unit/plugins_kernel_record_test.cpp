// What kernels in OpenCL C leave in an image, and what becomes of their local arguments at a launch.
#include "plugins/common/kernel_record.hpp"

#include "plugins/common/launch_arguments.hpp"
#include "plugins/common/launch_attributes.hpp"

#include <gmock/gmock.h>

#include <array>
#include <cstring>
#include <vector>

namespace quovis::plugins {
namespace plugins_kernel_record_test {

constexpr std::string_view whole =
    "quovis-kernel 1\nblock 64 2 1\npointer\tconst float*\tx\tglobal\nvalue\tfloat4\tscale\tprivate\n"
    "local\tfloat4*\ttile\tlocal\t16\n";

TEST(KernelRecord, TellsKindsTypesNamesAndTheBlock) {
    const auto record = parse_kernel_record(whole);
    ASSERT_TRUE(record);
    EXPECT_THAT(record->block, testing::ElementsAre(64, 2, 1));
    ASSERT_EQ(record->parameters.size(), 3u);
    EXPECT_EQ(record->parameters[0].kind, QUOVIS_RT_PARAMETER_POINTER);
    EXPECT_EQ(record->parameters[0].type, "const float*");
    EXPECT_EQ(record->parameters[1].kind, QUOVIS_RT_PARAMETER_VALUE);
    EXPECT_EQ(record->parameters[1].name, "scale");
    EXPECT_EQ(record->parameters[2].kind, QUOVIS_RT_PARAMETER_LOCAL);
    EXPECT_EQ(record->parameters[2].alignment, 16u);
}

TEST(KernelRecord, OfAKernelWithoutParametersIsWhole) {
    const auto record = parse_kernel_record("quovis-kernel 1\n");
    ASSERT_TRUE(record);
    EXPECT_TRUE(record->parameters.empty());
}

TEST(KernelRecord, TellsWhetherALaunchCanHaveAnOffset) {
    const auto record = parse_kernel_record("quovis-kernel 1\nblock 64 2 1\noffset\npointer\tint*\tx\tglobal\n");
    ASSERT_TRUE(record);
    EXPECT_TRUE(record->takes_offset);
    EXPECT_EQ(record->parameters.size(), 1u);
    EXPECT_FALSE(parse_kernel_record(whole)->takes_offset);
}

TEST(KernelRecord, ThatIsNotWholeTellsNothing) {
    for (const std::string_view text :
         {"", "quovis-kernel 2\n", "quovis-kernel 1\nblock 64 2\n", "quovis-kernel 1\nblock 0 1 1\n",
          "quovis-kernel 1\noffset\nblock 8 1 1\n", "quovis-kernel 1\noffset", "quovis-kernel 1\npointer\n",
          "quovis-kernel 1\nimage\timage2d_t\tx\tglobal\n", "quovis-kernel 1\nlocal\tint*\tx\tlocal\n",
          "quovis-kernel 1\nlocal\tint*\tx\tlocal\t3\n", "quovis-kernel 1\nlocal\tint*\tx\tlocal\t1073741824\n"}) {
        EXPECT_FALSE(parse_kernel_record(text)) << text;
    }
}

TEST(KernelRecord, IsReadFromPtxWhereItIsAListOfNumbers) {
    std::string numbers;
    for (const char byte : whole) {
        numbers += (numbers.empty() ? "" : ", ") + std::to_string(static_cast<unsigned char>(byte));
    }
    const auto records = kernel_records_of_ptx(".version 9.0\n.global .align 1 .b8 __quovis_kernel_f[" +
                                               std::to_string(whole.size() + 1) + "] = {" + numbers +
                                               "};\n.global .align 1 .b8 __quovis_kernel_g[4] = {1, 2");
    ASSERT_EQ(records.size(), 1u);
    EXPECT_EQ(records.at("f").parameters.size(), 3u);
}

quovis_rt_argument local(std::size_t size) {
    quovis_rt_argument argument{};
    argument.kind = QUOVIS_RT_ARGUMENT_LOCAL;
    argument.size = size;
    return argument;
}

std::uint32_t place_of(LaunchArguments& arguments, std::size_t index) {
    return *static_cast<const std::uint32_t*>(arguments.pointers()[index]);
}

// No argument here is a buffer.
std::uint64_t no_address(const quovis_rt_buffer&) {
    return 0;
}

TEST(LocalArguments, LieOneBehindTheOtherEachAligned) {
    const quovis_rt_argument given[] = {local(10), local(4), local(64)};
    LaunchArguments arguments(given, 3, {16, 4, 32}, "CUDA", no_address);
    EXPECT_EQ(place_of(arguments, 0), 0u);
    EXPECT_EQ(place_of(arguments, 1), 12u);
    EXPECT_EQ(place_of(arguments, 2), 32u);
    EXPECT_EQ(arguments.local_bytes(), 96u);
}

TEST(LocalArguments, AreRefusedWhereTheKernelTakesNone) {
    const quovis_rt_argument given[] = {local(16)};
    EXPECT_THROW(LaunchArguments(given, 1, {}, "CUDA", no_address), PluginError);
    EXPECT_THROW(LaunchArguments(given, 1, {0}, "CUDA", no_address), PluginError);
}

TEST(LocalArguments, CannotBeGivenAsValues) {
    const std::uint32_t number = 4;
    quovis_rt_argument value{};
    value.value = &number;
    value.size = sizeof(number);
    EXPECT_THROW(LaunchArguments(&value, 1, {4}, "CUDA", no_address), PluginError);
}

TEST(LocalArguments, BeyondAllReasonAreRefused) {
    const quovis_rt_argument given[] = {local(SIZE_MAX), local(4)};
    EXPECT_THROW(LaunchArguments(given, 2, {4, 4}, "CUDA", no_address), PluginError);
}

// A launch with one attribute, as a host has it whose struct has this size.
struct Attributed {
    explicit Attributed(std::int32_t id) {
        launch.attributes = &attribute;
        launch.attribute_count = 1;
        attribute.id = id;
    }
    quovis_rt_launch_attribute attribute = sized<quovis_rt_launch_attribute>();
    quovis_rt_launch launch = sized<quovis_rt_launch>();
};

TEST(LaunchOffset, IsOneOfTheAttributes) {
    Attributed given(QUOVIS_RT_LAUNCH_OFFSET);
    given.attribute.value.offset[0] = std::uint64_t{1} << 40u;
    given.attribute.value.offset[2] = 7;
    EXPECT_THAT(offset_of(given.launch), testing::ElementsAre(std::uint64_t{1} << 40u, 0, 7));
    EXPECT_THROW(refuse_offset("f", given.launch), PluginError);
    EXPECT_THAT(offset_of(quovis_rt_launch{}), testing::Each(0));
}

TEST(LaunchOffset, OfZerosIsNone) {
    const Attributed given(QUOVIS_RT_LAUNCH_OFFSET);
    EXPECT_NO_THROW(refuse_offset("f", given.launch));
    Attributed cluster(QUOVIS_RT_LAUNCH_CLUSTER);
    cluster.attribute.value.dimensions[0] = 2;
    EXPECT_NO_THROW(refuse_offset("f", cluster.launch));
}

TEST(LaunchOffset, IsTheLastArgumentHoweverManyThereAre) {
    const std::uint32_t number = 4;
    quovis_rt_argument value{};
    value.value = &number;
    value.size = sizeof(number);
    for (const std::size_t count : {0u, 1u, 128u, 129u}) {
        const std::vector<quovis_rt_argument> given(count, value);
        LaunchArguments arguments(given.data(), count, {}, "CUDA", no_address);
        arguments.add_offset({1, 2, 3}, count);
        std::array<std::uint64_t, 3> bytes{};
        std::memcpy(bytes.data(), arguments.pointers()[count], sizeof(bytes));
        EXPECT_THAT(bytes, testing::ElementsAre(1, 2, 3)) << count;
        EXPECT_TRUE(count == 0 || arguments.pointers()[count - 1] == &number) << count;
    }
}

}  // namespace plugins_kernel_record_test
}  // namespace quovis::plugins
