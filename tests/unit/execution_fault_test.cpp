// What is told of a kernel that did something illegal, over the fake runtime: who may have done it, once, and that the
// device is lost from then on.
#include "tests/unit/program_fixture.hpp"

namespace quovis::test {
namespace execution_fault_test {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class Fault : public ProgramTest {
  protected:
    Fault() : path_(add("fake")), instance_(open()), route_(instance_.route("fake:gpu:0")) {}

    Module load() const { return load(route_); }
    Module load(const Route& route) const {
        return instance_.program(source("kernel void fault()\nkernel void noop()\n")).load(route);
    }

    std::string path_;
    Instance instance_;
    Route route_;
};

TEST_F(Fault, NamesTheKernelsThatMayHaveDoneIt) {
    const Module module = load();
    const Stream stream = route_.stream();
    module.kernel("noop").launch(stream, 1, 1);
    module.kernel("fault").launch(stream, 1, 1);
    const Error error = error_of([&] { stream.synchronize(); });
    EXPECT_EQ(error.status(), QUOVIS_ERROR_KERNEL_FAULT);
    EXPECT_THAT(error.what(), HasSubstr("since it was last waited for: noop, fault"));
    EXPECT_EQ(error.native_name(), "FAKE_ERROR_ILLEGAL_ADDRESS");
}

TEST_F(Fault, LeavesOutAKernelThatWasWaitedFor) {
    const Module module = load();
    const Stream stream = route_.stream();
    module.kernel("noop").launch(stream, 1, 1);
    stream.synchronize();
    module.kernel("fault").launch(stream, 1, 1);
    EXPECT_THAT(error_of([&] { stream.synchronize(); }).what(), AllOf(HasSubstr("fault"), Not(HasSubstr("noop"))));
}

TEST_F(Fault, NamesAKernelOfAStreamThatNobodyWaitedFor) {
    const Module module = load();
    const Stream first = route_.stream();
    const Stream second = route_.stream();
    module.kernel("noop").launch(first, 1, 1);
    second.synchronize();
    module.kernel("fault").launch(second, 1, 1);
    EXPECT_THAT(error_of([&] { second.synchronize(); }).what(), HasSubstr("noop, fault"));
}

TEST_F(Fault, NamesAKernelThatWasReleasedMeanwhile) {
    const Stream stream = route_.stream();
    load().kernel("fault").launch(stream, 1, 1);
    EXPECT_THAT(error_of([&] { stream.synchronize(); }).what(), HasSubstr("waited for: fault"));
}

TEST_F(Fault, IsToldOnceAndTheDeviceIsLostFromThenOn) {
    const Module module = load();
    const Stream stream = route_.stream();
    module.kernel("fault").launch(stream, 1, 1);
    EXPECT_EQ(error_of([&] { stream.synchronize(); }).status(), QUOVIS_ERROR_KERNEL_FAULT);
    const Error again = error_of([&] { stream.synchronize(); });
    EXPECT_EQ(again.status(), QUOVIS_ERROR_DEVICE_LOST);
    EXPECT_THAT(again.what(), AllOf(HasSubstr("'fake:gpu:0' was lost earlier"), HasSubstr("the first failure was:")));
}

TEST_F(Fault, LeavesOtherDevicesAlone) {
    const Stream stream = route_.stream();
    load().kernel("fault").launch(stream, 1, 1);
    EXPECT_THROW(stream.synchronize(), Error);
    const Route other = instance_.route("fake:cpu:0");
    const Stream healthy = other.stream();
    load(other).kernel("noop").launch(healthy, 1, 1);
    EXPECT_NO_THROW(healthy.synchronize());
}

TEST_F(Fault, ADeviceThatIsWaitedForStartsAnew) {
    const Module module = load();
    const Stream first = route_.stream();
    const Stream second = route_.stream();
    module.kernel("noop").launch(first, 1, 1);
    route_.synchronize();
    module.kernel("fault").launch(second, 1, 1);
    EXPECT_THAT(error_of([&] { second.synchronize(); }).what(), Not(HasSubstr("noop")));
}

}  // namespace execution_fault_test
}  // namespace quovis::test
