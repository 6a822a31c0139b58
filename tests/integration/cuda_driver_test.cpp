// The `cuda` runtime on the fake driver: starting it, listing, which images are accepted, the host's context.
#include <elf.h>

#include <cstring>
#include <fstream>

#include "tests/integration/cuda_plugin.hpp"

namespace cuda_test {
namespace cuda_driver_test {

bool contains(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

// A cubin without code: an ELF file with one section.
std::string cubin(unsigned number) {
    Elf64_Ehdr header{};
    std::memcpy(header.e_ident, ELFMAG, SELFMAG);
    header.e_ident[EI_CLASS] = ELFCLASS64;
    header.e_ident[EI_DATA] = ELFDATA2LSB;
    header.e_ident[EI_ABIVERSION] = 8;
    header.e_machine = 190;
    header.e_flags = number << 8;
    header.e_shoff = sizeof(header);
    header.e_shentsize = sizeof(Elf64_Shdr);
    header.e_shnum = 1;
    Elf64_Shdr section{};
    section.sh_type = SHT_PROGBITS;
    section.sh_offset = sizeof(header) + sizeof(section);
    section.sh_size = 4;
    std::string bytes(reinterpret_cast<const char*>(&header), sizeof(header));
    bytes.append(reinterpret_cast<const char*>(&section), sizeof(section));
    return bytes + "code";
}

TEST_F(FakeDriver, ListingCreatesNoContext) {
    ASSERT_EQ(list(), QUOVIS_PLUGIN_OK) << message();
    auto info = sized<quovis_rt_device_info>();
    ASSERT_EQ(rt_->device_info(devices_[0], &info, &error_), QUOVIS_PLUGIN_OK);
    const quovis_rt_capability* capabilities = nullptr;
    std::size_t count = 0;
    ASSERT_EQ(rt_->capabilities(devices_[0], &capabilities, &count, &error_), QUOVIS_PLUGIN_OK);
    EXPECT_EQ(fake_->contexts, 0);
    EXPECT_EQ(string(info.target), "sm_90");
    EXPECT_EQ(string(info.driver), "13.0");
    EXPECT_EQ(info.shared_memory_per_block, 48u * 1024);
    EXPECT_EQ(info.shared_memory_opt_in, 227u * 1024);
    EXPECT_EQ(info.has_uuid, 1);
    EXPECT_EQ(info.pci_bus, 0x41u);
}

TEST_F(FakeDriver, ContextIsGivenBackAtShutdown) {
    ASSERT_EQ(list(), QUOVIS_PLUGIN_OK);
    std::uint64_t available = 0;
    std::uint64_t total = 0;
    ASSERT_EQ(rt_->memory(devices_[0], &available, &total, &error_), QUOVIS_PLUGIN_OK);
    EXPECT_EQ(fake_->contexts, 1);
    table_->shutdown(instance_);
    instance_ = nullptr;
    EXPECT_EQ(fake_->contexts, 0);
}

TEST_F(FakeDriver, NoDeviceIsToldByTheVendorsName) {
    fake_->init_result = 100;
    EXPECT_EQ(list(), QUOVIS_PLUGIN_NO_DEVICE);
    EXPECT_STREQ(error_.native_name, "CUDA_ERROR_NO_DEVICE");
    EXPECT_EQ(error_.native_code, 100);
    EXPECT_TRUE(contains(message(), "libcuda.so")) << message();
}

TEST_F(FakeDriver, DriverThatListsNothingHasNoDevice) {
    fake_->devices = 0;
    EXPECT_EQ(list(), QUOVIS_PLUGIN_NO_DEVICE);
}

TEST_F(FakeDriver, StubLibraryIsCalledOne) {
    fake_->init_result = 34;
    EXPECT_EQ(list(), QUOVIS_PLUGIN_UNAVAILABLE);
    EXPECT_TRUE(contains(message(), fake_driver)) << message();
    EXPECT_TRUE(contains(message(), "is a stub library, not a driver")) << message();
}

TEST_F(FakeDriver, DriverOlderThanItsKernelModuleIsTooOld) {
    fake_->init_result = 803;
    EXPECT_EQ(list(), QUOVIS_PLUGIN_DRIVER_TOO_OLD);
    EXPECT_STREQ(error_.native_name, "CUDA_ERROR_SYSTEM_DRIVER_MISMATCH");
}

TEST_F(FakeDriver, DriverBeforeCuda11_3IsTooOld) {
    fake_->version = 10020;
    EXPECT_EQ(list(), QUOVIS_PLUGIN_DRIVER_TOO_OLD);
    EXPECT_TRUE(contains(message(), "10.2")) << message();
    EXPECT_TRUE(contains(message(), "11.3")) << message();
}

TEST_F(FakeDriver, FailureToStartIsNotRemembered) {
    fake_->init_result = 100;
    EXPECT_EQ(list(), QUOVIS_PLUGIN_NO_DEVICE);
    fake_->init_result = 0;
    EXPECT_EQ(list(), QUOVIS_PLUGIN_OK) << message();
}

TEST_F(FakeDriver, CubinIsTakenForTheSameMajorAndNoNewerMinor) {
    fake_->minor = 1;
    fake_->major = 9;
    ASSERT_EQ(list(), QUOVIS_PLUGIN_OK);
    EXPECT_EQ(accepts("cubin", "sm_90"), QUOVIS_PLUGIN_OK) << message();
    EXPECT_EQ(accepts("cubin", "sm_91"), QUOVIS_PLUGIN_OK) << message();
    EXPECT_EQ(accepts("cubin", "sm_92"), QUOVIS_PLUGIN_IMAGE_REJECTED);
    EXPECT_EQ(accepts("cubin", "sm_89"), QUOVIS_PLUGIN_IMAGE_REJECTED);
    EXPECT_EQ(accepts("cubin", "sm_90a"), QUOVIS_PLUGIN_IMAGE_REJECTED);
    EXPECT_TRUE(contains(message(), "sm_90a")) << message();
    EXPECT_TRUE(contains(message(), "sm_91")) << message();
}

TEST_F(FakeDriver, PtxIsTakenForThisAndOlderTargets) {
    ASSERT_EQ(list(), QUOVIS_PLUGIN_OK);
    EXPECT_EQ(accepts("ptx", "compute_75"), QUOVIS_PLUGIN_OK) << message();
    EXPECT_EQ(accepts("ptx", "sm_90"), QUOVIS_PLUGIN_OK) << message();
    EXPECT_EQ(accepts("ptx", "compute_90a"), QUOVIS_PLUGIN_OK) << message();
    EXPECT_EQ(accepts("ptx", "compute_80a"), QUOVIS_PLUGIN_IMAGE_REJECTED);
    EXPECT_EQ(accepts("ptx", "compute_100"), QUOVIS_PLUGIN_IMAGE_REJECTED);
}

TEST_F(FakeDriver, PtxNewerThanTheDriverIsRefusedWithBothVersions) {
    fake_->version = 12040;
    ASSERT_EQ(list(), QUOVIS_PLUGIN_OK);
    const std::string text = "//\n.version 9.0\n.target sm_90\n.address_size 64\n";
    EXPECT_EQ(accepts("ptx", "", text), QUOVIS_PLUGIN_DRIVER_TOO_OLD);
    EXPECT_TRUE(contains(message(), "PTX 9.0")) << message();
    EXPECT_TRUE(contains(message(), "13.0")) << message();
    EXPECT_TRUE(contains(message(), "12.4")) << message();
    EXPECT_EQ(accepts("ptx", "", "//\n.version 8.4\n.target sm_90\n"), QUOVIS_PLUGIN_OK) << message();
}

TEST_F(FakeDriver, WordsInAPtxCommentAreNoDirectives) {
    ASSERT_EQ(list(), QUOVIS_PLUGIN_OK);
    EXPECT_EQ(accepts("ptx", "", "// .version 99.0\n.version 8.0\n.target sm_80, debug\n"), QUOVIS_PLUGIN_OK)
        << message();
}

TEST_F(FakeDriver, CubinWithoutATargetIsJudgedByItsHeader) {
    ASSERT_EQ(list(), QUOVIS_PLUGIN_OK);
    EXPECT_EQ(accepts("cubin", "", cubin(90)), QUOVIS_PLUGIN_OK) << message();
    EXPECT_EQ(accepts("cubin", "", cubin(80)), QUOVIS_PLUGIN_IMAGE_REJECTED);
    EXPECT_TRUE(contains(message(), "sm_80")) << message();
}

TEST_F(FakeDriver, DamagedImagesNeverReachTheDriver) {
    ASSERT_EQ(list(), QUOVIS_PLUGIN_OK);
    const std::string whole = cubin(90);
    auto image = sized<quovis_rt_image>();
    image.format = text("cubin");
    image.target = text("sm_90");
    quovis_rt_module* module = nullptr;
    for (std::size_t size = 0; size < whole.size(); ++size) {
        image.data = whole.data();
        image.size = size;
        ASSERT_EQ(rt_->module_load(devices_[0], &image, &module, &error_), QUOVIS_PLUGIN_IMAGE_REJECTED)
            << "cut to " << size << " bytes";
    }
    image.format = text("fatbin");
    image.size = whole.size();
    EXPECT_EQ(rt_->module_load(devices_[0], &image, &module, &error_), QUOVIS_PLUGIN_IMAGE_REJECTED);
    image.format = text("ptx");
    EXPECT_EQ(rt_->module_load(devices_[0], &image, &module, &error_), QUOVIS_PLUGIN_IMAGE_REJECTED);
    image.format = text("code-object");
    EXPECT_EQ(rt_->module_load(devices_[0], &image, &module, &error_), QUOVIS_PLUGIN_IMAGE_REJECTED);
    EXPECT_TRUE(contains(message(), "code-object")) << message();
    EXPECT_EQ(fake_->loads, 0);
}

TEST_F(FakeDriver, WhatNvrtcMakesPassesTheChecks) {
    ASSERT_EQ(list(), QUOVIS_PLUGIN_OK);
    auto description = sized<quovis_cc_description>();
    if (cc_->describe(instance_, &description, &error_) != QUOVIS_PLUGIN_OK) {
        GTEST_SKIP() << "no NVRTC: " << message();
    }
    const char* const source =
        "__device__ int counter; __constant__ float table[64];\n"
        "extern \"C\" __global__ void k(int* x) { __shared__ int s[256]; s[threadIdx.x] = *x; __syncthreads();"
        "  *x = s[0] + counter + (int)table[threadIdx.x]; }\n";
    for (const std::string_view format : {"cubin", "ptx"}) {
        const Compiled compiled = compile(source, "sm_90", format);
        ASSERT_EQ(compiled.status, QUOVIS_PLUGIN_OK) << message();
        EXPECT_EQ(accepts(format, compiled.target, compiled.image), QUOVIS_PLUGIN_OK) << message();
        EXPECT_EQ(accepts(format, "", compiled.image), QUOVIS_PLUGIN_OK) << message();
    }
}

TEST_F(FakeDriver, FatbinIsLeftToTheDriverWhenItIsWhole) {
    ASSERT_EQ(list(), QUOVIS_PLUGIN_OK);
    std::string bytes(
        "\x50\xed\x55\xba\x01\x00\x10\x00\x04\x00\x00\x00\x00\x00\x00\x00"
        "code",
        20);
    EXPECT_EQ(accepts("fatbin", "", bytes), QUOVIS_PLUGIN_OK) << message();
    bytes.pop_back();
    EXPECT_EQ(accepts("fatbin", "", bytes), QUOVIS_PLUGIN_IMAGE_REJECTED);
}

}  // namespace cuda_driver_test
}  // namespace cuda_test
