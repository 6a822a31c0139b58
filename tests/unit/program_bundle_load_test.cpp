// What of a bundle a device gets: the best packed image, else the packed source, compiled; and what is told of it.
#include "core/program/bundle.hpp"
#include "tests/unit/program_fixture.hpp"

#include <atomic>
#include <chrono>
#include <memory>
#include <thread>

namespace quovis::test {
namespace program_bundle_load_test {

using testing::HasSubstr;

constexpr const char* both = "quovis: 1\nroutes: [ { backend: [fake, other] } ]\n";

class BundleLoad : public ProgramTest {
  protected:
    BundleLoad() {
        add("fake");
        add("other");
    }

    // Packed with the fake compiler, whatever the instance is that it is loaded by.
    std::string packed(const std::vector<std::string>& targets, bool with_source = true,
                       const std::string& text = saxpy_source) {
        const Instance packer = open();
        PackRequest request;
        request.programs = {packer.program(source(text))};
        request.targets = targets;
        request.without_sources = !with_source;
        packer.pack(request).write(scratch_.path("x.quovis"));
        return scratch_.path("x.quovis");
    }
    static std::string target_of(const Module& module) { return module.image().target(); }
    static std::string selector_of(const Module& module) { return module.route().info().selector; }
};

TEST_F(BundleLoad, TakesTheImageForTheDevicesOwnTarget) {
    const Module module = open().bundle(packed({"fake-1", "fake-2"})).load();
    EXPECT_EQ(target_of(module), "fake-2");
    EXPECT_EQ(module.image().origin(), "bundle");
    EXPECT_THAT(module.image().origin_reason(), HasSubstr("the device's own target"));
    EXPECT_EQ(module.attempts().back().status, QUOVIS_OK);
    EXPECT_EQ(module.attempts().back().selector, "fake:gpu:0");
    EXPECT_NO_THROW(module.kernel("saxpy"));
}

TEST_F(BundleLoad, TakesAnotherImageThatTheDeviceAccepts) {
    const Module module = open().bundle(packed({"fake-1"})).load();
    EXPECT_EQ(target_of(module), "fake-1");
    EXPECT_THAT(module.image().origin_reason(), HasSubstr("which the device runs too"));
}

TEST_F(BundleLoad, NeedsNoCompilerWhereAnImageFits) {
    const std::string file = packed({"fake-2"}, false);
    const Instance instance =
        open("quovis: 1\nroutes: [ { backend: [fake] } ]\nbackends: { fake: { misbehave: describe-fails } }\n");
    EXPECT_EQ(target_of(instance.bundle(file).load()), "fake-2");
}

TEST_F(BundleLoad, CompilesThePackedSourceWhereNoImageFits) {
    const std::string file = packed({"fake-2"});
    const Instance instance =
        open("quovis: 1\nroutes: [ { backend: [fake] } ]\nbackends: { fake: { target: fake-1 } }\n");
    const Module module = instance.bundle(file).load();
    EXPECT_EQ(target_of(module), "fake-1");
    EXPECT_EQ(module.image().origin(), "compiled");
    ASSERT_EQ(module.attempts().size(), 2u);
    EXPECT_EQ(module.attempts()[0].status, QUOVIS_ERROR_TARGET_UNKNOWN);
    EXPECT_THAT(module.attempts()[0].reason, HasSubstr("packed fake-image for fake-2: "));
    EXPECT_THAT(module.attempts()[1].reason, HasSubstr("no packed image fits, of fake-2 (fake-image)"));
    EXPECT_EQ(instance.bundle(file).load().image().origin(), "memory") << "the cache has it now";
}

TEST_F(BundleLoad, CompilesWithTheHeadersAndDefinesThatWerePacked) {
    scratch_.write("include/v.h", "kernel void in_header(int n)\n");
    const Instance packer = open();
    PackRequest request;
    Options options;
    options.include_directories = {scratch_.path("include")};
    options.defines = {{"N", "4"}};
    request.programs = {packer.program(source("#include \"v.h\"\n"), options)};
    request.targets = {"fake-2"};
    const Bundle bundle = packer.pack(request);
    EXPECT_EQ(bundle.headers(), std::vector<std::string>{scratch_.path("include/v.h")});
    bundle.write(scratch_.path("x.quovis"));
    std::filesystem::remove_all(scratch_.path("include"));
    const Instance instance =
        open("quovis: 1\nroutes: [ { backend: [fake] } ]\nbackends: { fake: { target: fake-1 } }\n");
    const Module module = instance.bundle(scratch_.path("x.quovis")).load();
    EXPECT_NO_THROW(module.kernel("in_header"));
    EXPECT_THAT(module.image().command(), HasSubstr("N=4"));
}

TEST_F(BundleLoad, GoesOnToTheNextImageWhereTheDriverRefusesOne) {
    packed({"fake-1", "fake-2"}, false);
    core::Bundle damaged = core::bundle_from(scratch_.read("x.quovis"), "x");
    for (core::PackedImage& packed : damaged.images) {
        if (packed.image->target == "fake-2") {
            auto image = std::make_shared<core::Image>(*packed.image);
            image->bytes = "no image of the fake's";
            packed.image = image;
        }
    }
    scratch_.write("x.quovis", core::to_bytes(damaged));
    const Module module = open().bundle(scratch_.path("x.quovis")).load();
    EXPECT_EQ(target_of(module), "fake-1");
    EXPECT_THAT(module.attempts()[0].reason, HasSubstr("is damaged"));
    EXPECT_EQ(module.attempts()[0].status, QUOVIS_ERROR_IMAGE_REJECTED);
}

TEST_F(BundleLoad, TellsEachImageWhereNoneFitsAndTheSourceWasLeftOut) {
    const std::string file = packed({"fake-2"}, false);
    const Instance instance =
        open("quovis: 1\nroutes: [ { backend: [fake] } ]\nbackends: { fake: { target: fake-1 } }\n");
    const Error error = error_of([&] { instance.bundle(file).load(); });
    EXPECT_EQ(error.status(), QUOVIS_ERROR_IMAGE_REJECTED);
    EXPECT_THAT(error.what(), HasSubstr("it has fake-2 (fake-image)"));
    EXPECT_THAT(error.what(), HasSubstr("its source was left out"));
    EXPECT_THAT(error.what(), HasSubstr("fake on fake:cpu:0: "));
    EXPECT_EQ(error.attempts().size(), 2u);
}

TEST_F(BundleLoad, GoesToTheNextDeviceWhereThePreferredOneHasNoImage) {
    const std::string file = packed({"fake-2"}, false);
    const Module module = open("quovis: 1\nroutes: [ { backend: [other, fake] } ]\n").bundle(file).load();
    EXPECT_EQ(selector_of(module), "fake:gpu:0");
}

TEST_F(BundleLoad, CompilesForThePreferredDeviceBeforeItGoesToAnotherOne) {
    const std::string file = packed({"fake-2"});
    const Module module = open("quovis: 1\nroutes: [ { backend: [other, fake] } ]\n").bundle(file).load();
    EXPECT_EQ(selector_of(module), "other:gpu:0");
    EXPECT_EQ(module.compiler(), "other");
}

TEST_F(BundleLoad, PrefersThePackedImageOfOneRouteToACompileForAnotherOfTheSameDevice) {
    const std::string file = packed({"fake-2"});
    const std::string uuid = "00112233445566778899aabbccddeeff";
    const Module module =
        open("quovis: 1\nroutes: [ { backend: [other, fake] } ]\nbackends:\n  fake: { devices: 1, uuids: " + uuid +
             " }\n  other: { devices: 1, uuids: " + uuid + " }\n")
            .bundle(file)
            .load();
    EXPECT_EQ(selector_of(module), "fake:gpu:0");
    EXPECT_EQ(module.image().origin(), "bundle");
}

TEST_F(BundleLoad, NeverGoesOnWhereTheSourceIsWrong) {
    const Instance packer = open();
    core::Bundle bundle;
    bundle.packer = "test";
    bundle.sources.push_back({"wrong.cl", "fake", "//! error 1:1 no\n", {}});
    scratch_.write("x.quovis", core::to_bytes(bundle));
    const Error error = error_of([&] { open(both).bundle(scratch_.path("x.quovis")).load(); });
    EXPECT_EQ(error.status(), QUOVIS_ERROR_SOURCE_INVALID);
    EXPECT_EQ(error.attempts().size(), 1u);
}

TEST_F(BundleLoad, LetsASelectorAndARouteChooseTheDevice) {
    const Instance instance = open(both);
    const Bundle bundle = instance.bundle(packed({"fake-2"}));
    EXPECT_EQ(selector_of(bundle.load("", "cpu")), "fake:cpu:0");
    EXPECT_EQ(selector_of(bundle.load("", instance.route("other:cpu:0"))), "other:cpu:0");
    EXPECT_EQ(error_of([&] { bundle.load("", "accelerator"); }).status(), QUOVIS_ERROR_NO_DEVICE);
}

TEST_F(BundleLoad, FollowsTheRuleOfTheConfiguration) {
    const Module module = open(
                              "quovis: 1\nroutes:\n  - { when: { program: 'test*' }, backend: [other] }\n"
                              "  - { backend: [fake] }\n")
                              .bundle(packed({"fake-2"}))
                              .load();
    EXPECT_EQ(selector_of(module), "other:gpu:0") << "where the packed image does not fit";
}

TEST_F(BundleLoad, FindsANameExpressionInAPackedImage) {
    const Instance packer = open();
    Options options;
    options.name_expressions = {"scale<float>"};
    PackRequest request;
    request.programs = {packer.program(source("template kernel void scale(float x)\n"), options)};
    request.targets = {"fake-2"};
    EXPECT_NO_THROW(packer.pack(request).load().kernel("scale<float>"));
}

TEST_F(BundleLoad, ReadsABundleFromMemory) {
    packed({"fake-2"});
    std::string bytes = scratch_.read("x.quovis");
    const Bundle bundle = open().bundle(bytes.data(), bytes.size(), "embedded");
    bytes.assign(bytes.size(), 'x');
    EXPECT_EQ(bundle.name(), "embedded");
    EXPECT_EQ(target_of(bundle.load()), "fake-2");
}

TEST_F(BundleLoad, ExplainSaysWhatALoadTakes) {
    const Bundle bundle = open().bundle(packed({"fake-1", "fake-2"}));
    const Explanation way = bundle.explain();
    EXPECT_EQ(way.bypass, "packed");
    EXPECT_EQ(way.target, "fake-2");
    EXPECT_EQ(way.selector, "fake:gpu:0");
    EXPECT_THAT(way.attempts[0].reason, HasSubstr("own target"));
    const Explanation compiled =
        open("quovis: 1\nroutes: [ { backend: [fake] } ]\nbackends: { fake: { target: fake-1 } }\n")
            .bundle(packed({"fake-2"}))
            .explain();
    EXPECT_EQ(compiled.bypass, "");
    EXPECT_EQ(compiled.target, "fake-1");
    EXPECT_NE(compiled.key, "");
    EXPECT_EQ(compiled.attempts[0].status, QUOVIS_ERROR_TARGET_UNKNOWN);
}

TEST_F(BundleLoad, GivesAPackedSourceAsAProgram) {
    const Bundle bundle = open().bundle(packed({"fake-2"}));
    EXPECT_EQ(bundle.program().compile({"", "fake-1", ""}).target(), "fake-1");
    EXPECT_EQ(error_of([&] { open().bundle(packed({"fake-2"}, false)).program(); }).status(),
              QUOVIS_ERROR_NOT_SUPPORTED);
}

TEST_F(BundleLoad, ACancelledLoadStopsItsCompile) {
    core::Bundle slow;
    slow.packer = "test";
    slow.sources.push_back({"slow.cl", "fake", "//! slow\n", {}});
    scratch_.write("x.quovis", core::to_bytes(slow));
    const Instance instance = open();
    const Bundle bundle = instance.bundle(scratch_.path("x.quovis"));
    std::atomic<bool> over{false};
    std::thread other([&] {
        while (!over) {
            bundle.cancel();
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
    });
    EXPECT_EQ(error_of([&] { bundle.load(); }).status(), QUOVIS_ERROR_CANCELLED);
    over = true;
    other.join();
}

}  // namespace program_bundle_load_test
}  // namespace quovis::test
