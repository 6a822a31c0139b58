// quovis_vendor_loop over the fake runtime: what reaches the plugin, and what is refused before it does.
#include "tests/unit/program_fixture.hpp"

#include <cstdint>
#include <string>

namespace quovis::test {
namespace execution_vendor_loop_test {

using testing::AllOf;
using testing::HasSubstr;

class VendorLoop : public ProgramTest {
  protected:
    VendorLoop() : path_(add("fake")), instance_(open()), route_(instance_.route("fake:gpu:0")), counters_(path_) {
        counters_.reset();
    }

    // A launch of sum3, which writes 3 + 20 + 20.
    void prepare(const Route& route) {
        module_ = instance_.program(source("kernel void sum3(global uint* out, uint a, uint b)\n")).load(route);
        kernel_ = module_.kernel("sum3");
        out_ = route.buffer<std::uint32_t>(1);
        out_.fill<std::uint32_t>(0);
        arguments_[0] = quovis_pointer(out_.get(), 0);
        arguments_[1] = quovis_value(&value_, sizeof value_);
        arguments_[2] = quovis_value(&value_, sizeof value_);
        launch_ = QUOVIS_INIT(quovis_launch_info);
        launch_.grid[0] = launch_.block[0] = 1;
        launch_.arguments = arguments_;
        launch_.argument_count = 3;
        loop_ = QUOVIS_INIT(quovis_loop_info);
        loop_.kind = QUOVIS_LOOP_LAUNCH;
        loop_.count = 5;
        loop_.kernel = kernel_.get();
        loop_.launch = &launch_;
    }
    std::string refusal(quovis_status status) {
        counters_.reset();
        const Error error = error_of([&] { route_.vendor_loop(loop_); });
        EXPECT_EQ(error.status(), status) << error.what();
        EXPECT_EQ(counters_["calls.launch"], 0);
        return error.what();
    }

    std::string path_;
    Instance instance_;
    Route route_;
    fakes::Counters counters_;
    Module module_;
    Kernel kernel_;
    Buffer out_;
    std::uint32_t value_ = 20;
    quovis_argument arguments_[3]{};
    quovis_launch_info launch_{};
    quovis_loop_info loop_{};
};

TEST_F(VendorLoop, LaunchesAsOftenAsAsked) {
    prepare(route_);
    counters_.reset();
    route_.vendor_loop(loop_);
    EXPECT_EQ(counters_["calls.launch"], 5);
    EXPECT_EQ(out_.read<std::uint32_t>().front(), 43U);
}

TEST_F(VendorLoop, CopiesFromWhereASliceBegins) {
    const Buffer whole = route_.buffer<std::uint32_t>(4);
    whole.write(std::vector<std::uint32_t>{1, 2, 3, 4});
    const Buffer part = whole.slice(8, 8);
    std::uint32_t read[2] = {};
    auto copy = QUOVIS_INIT(quovis_copy_info);
    copy.destination_host = read;
    copy.source = part.get();
    copy.width = sizeof read;
    copy.height = 1;
    loop_ = QUOVIS_INIT(quovis_loop_info);
    loop_.kind = QUOVIS_LOOP_COPY;
    loop_.count = 1;
    loop_.copy = &copy;
    route_.vendor_loop(loop_);
    EXPECT_THAT(read, testing::ElementsAre(3, 4));
}

TEST_F(VendorLoop, RefusesALaunchThatDoesNotFitBeforeTheVendorSeesIt) {
    prepare(route_);
    launch_.argument_count = 2;
    EXPECT_THAT(refusal(QUOVIS_ERROR_INVALID_LAUNCH), HasSubstr("3 arguments"));
    launch_.argument_count = 3;
    arguments_[1].size = 8;
    EXPECT_THAT(refusal(QUOVIS_ERROR_INVALID_LAUNCH), HasSubstr("8 bytes"));
}

TEST_F(VendorLoop, RefusesWhatIsMissing) {
    prepare(route_);
    loop_.launch = nullptr;
    refusal(QUOVIS_ERROR_INVALID_ARGUMENT);
    loop_.launch = &launch_;
    loop_.kernel = nullptr;
    refusal(QUOVIS_ERROR_INVALID_ARGUMENT);
    loop_.kind = QUOVIS_LOOP_GRAPH;
    refusal(QUOVIS_ERROR_INVALID_ARGUMENT);
    loop_.kind = QUOVIS_LOOP_COPY;
    refusal(QUOVIS_ERROR_INVALID_ARGUMENT);
    loop_.kind = QUOVIS_LOOP_ALLOCATE;
    refusal(QUOVIS_ERROR_INVALID_ARGUMENT);
    loop_.kind = QUOVIS_LOOP_KERNEL;
    refusal(QUOVIS_ERROR_INVALID_ARGUMENT);
    loop_.kind = static_cast<quovis_loop_kind>(7);
    EXPECT_THAT(refusal(QUOVIS_ERROR_INVALID_ARGUMENT), HasSubstr("7"));
    EXPECT_EQ(quovis_vendor_loop(nullptr, &loop_, nullptr), QUOVIS_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(quovis_vendor_loop(route_.get(), &loop_, nullptr), QUOVIS_ERROR_INVALID_ARGUMENT);
}

TEST_F(VendorLoop, RefusesAKernelOfAnotherDevice) {
    prepare(instance_.route("fake:cpu:0"));
    EXPECT_THAT(refusal(QUOVIS_ERROR_INVALID_ARGUMENT), AllOf(HasSubstr("fake:cpu:0"), HasSubstr("fake:gpu:0")));
}

TEST_F(VendorLoop, SaysWhatThePluginHasNot) {
    prepare(route_);
    loop_.kind = QUOVIS_LOOP_ALLOCATE_IN_ORDER;
    loop_.size = 8;
    EXPECT_THAT(refusal(QUOVIS_ERROR_NOT_SUPPORTED), HasSubstr("no loop"));
}

using VendorLoopWithoutTheExtension = ProgramTest;

TEST_F(VendorLoopWithoutTheExtension, IsNotSupportedByTheNameOfThePlugin) {
    add("compiler-only");
    add("runtime-only");
    const Instance instance = open();
    auto loop = QUOVIS_INIT(quovis_loop_info);
    loop.kind = QUOVIS_LOOP_ALLOCATE;
    loop.size = 8;
    const Error error = error_of([&] { instance.route("pair").vendor_loop(loop); });
    EXPECT_EQ(error.status(), QUOVIS_ERROR_NOT_SUPPORTED);
    EXPECT_THAT(error.what(), HasSubstr("'runtime-only'"));
    EXPECT_THAT(error.hint(), HasSubstr("quovis.vendor_loops.1"));
}

}  // namespace execution_vendor_loop_test
}  // namespace quovis::test
