// The vendor's handles in and out, and arrays by DLPack, on every runtime that is here.
#include "tests/integration/execution_fixture.hpp"

#if __has_include(<dlpack/dlpack.h>)
#include <quovis/dlpack.hpp>
#define QUOVIS_TEST_DLPACK 1
#endif

#include <memory>

namespace quovis::test {
namespace execution_interop_test {

using testing::Each;
using testing::HasSubstr;

class InteropOn : public OnRuntime {};

QUOVIS_ON_ALL_RUNTIMES(InteropOn);

TEST_P(InteropOn, ABufferAroundTheVendorsHandleIsTheSameMemory) {
    const Buffer ours = route_.buffer<int>(64);
    const Buffer wrapped = Buffer::wrap(route_, ours.native(), 256);
    EXPECT_EQ(wrapped.address(), ours.address());
    wrapped.fill(3);
    EXPECT_THAT(ours.read<int>(), Each(3));
    add().launch(1, 64, wrapped, 64, 1);
    EXPECT_THAT(ours.read<int>(), Each(4));
}

TEST_P(InteropOn, TheReleaseOfAWrappedBufferIsCalledWhenAllThatUsesItIsGone) {
    const Buffer ours = route_.buffer<int>(64);
    int released = 0;
    Buffer slice;
    {
        const Buffer wrapped = Buffer::wrap(route_, ours.native(), 256, [&] { ++released; });
        slice = wrapped.slice(0, 4);
    }
    EXPECT_EQ(released, 0);
    slice = {};
    EXPECT_EQ(released, 1);
}

TEST_P(InteropOn, AWrapThatFailsReleasesNothing) {
    int released = 0;
    EXPECT_THROW(Buffer::wrap(route_, 0, 0, [&] { ++released; }), Error);
    EXPECT_EQ(released, 0);
}

TEST_P(InteropOn, AStreamAroundTheVendorsHandleIsTheSameStream) {
    const Stream ours = route_.stream();
    const Stream wrapped = Stream::wrap(route_, ours.native());
    EXPECT_EQ(wrapped.native(), ours.native());
    const Buffer buffer = route_.buffer<int>(64);
    buffer.fill(0, ours);
    add().launch(wrapped, 1, 64, buffer, 64, 1);
    ours.synchronize();
    EXPECT_THAT(buffer.read<int>(), Each(1));
}

TEST_P(InteropOn, AModuleAroundTheVendorsHandleGivesItsKernels) {
    const Module ours = load("KERNEL void k(GLOBAL int* out) { out[INDEX] = 7; }\n");
    const Module wrapped = Module::wrap(route_, ours.native());
    const Buffer buffer = route_.buffer<int>(4);
    wrapped.kernel("k").launch(1, 4, buffer);
    EXPECT_THAT(buffer.read<int>(), Each(7));
    EXPECT_EQ(error_of([&] { wrapped.kernel("missing"); }).status(), QUOVIS_ERROR_NOT_FOUND);
}

TEST_P(InteropOn, AnEventAroundTheVendorsHandleIsWaitedFor) {
    const Stream stream = route_.stream();
    const Event ours = route_.event();
    ours.record(stream);
    const Event wrapped = Event::wrap(route_, ours.native());
    wrapped.synchronize();
    EXPECT_TRUE(wrapped.finished());
}

TEST_P(InteropOn, AContextOfTheHostsIsUsedAndNotReplaced) {
    // The first host's context stands for the one of a program that also uses the vendor's own API.
    const std::uint64_t context = route_.native_context();
    const Instance second = open();
    const Route route = second.route(GetParam().selector);
    route.use_context(context);
    EXPECT_EQ(route.native_context(), context);
    const Buffer ours = route_.buffer<int>(64);
    ours.fill(5);
    const Buffer theirs = Buffer::wrap(route, ours.native(), 256);
    load(second, route, "KERNEL void twice(GLOBAL int* x) { x[INDEX] *= 2; }\n").kernel("twice").launch(1, 64, theirs);
    EXPECT_THAT(theirs.read<int>(), Each(10));
}

TEST_P(InteropOn, AContextThatComesTooLateIsRefused) {
    const std::uint64_t context = route_.native_context();
    const Instance second = open();
    const Route route = second.route(GetParam().selector);
    const Buffer buffer = route.buffer<int>(4);
    const Error error = error_of([&] { route.use_context(context); });
    EXPECT_EQ(error.status(), QUOVIS_ERROR_INVALID_ARGUMENT) << error.what();
}

TEST_P(InteropOn, ASlicesHandleIsItsAddressOrRefused) {
    const Buffer whole = route_.buffer<int>(1024);
    const Buffer slice = whole.slice(512, 64);
    if (whole.address() != 0) {
        EXPECT_EQ(slice.native(), whole.native() + 512);
    } else {
        const Error error = error_of([&] { static_cast<void>(slice.native()); });
        EXPECT_EQ(error.status(), QUOVIS_ERROR_NOT_SUPPORTED);
        EXPECT_THAT(error.what(), HasSubstr("offset 512"));
    }
}

#if QUOVIS_TEST_DLPACK

TEST_P(InteropOn, AnArrayGoesOutAndComesBackWithoutACopy) {
    const Buffer buffer = route_.buffer<float>(24);
    buffer.fill(1.5F);
    DLManagedTensor* const array = to_dlpack({buffer, {2, 3, 4}, {}, {kDLFloat, 32, 1}});
    EXPECT_EQ(array->dl_tensor.ndim, 3);
    EXPECT_EQ(array->dl_tensor.shape[2], 4);
    EXPECT_EQ(array->dl_tensor.strides, nullptr);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(array->dl_tensor.data), buffer.native());
    const Tensor tensor = from_dlpack(route_, array);
    EXPECT_EQ(tensor.shape, (std::vector<std::int64_t>{2, 3, 4}));
    EXPECT_EQ(tensor.buffer.size(), 96u);
    tensor.buffer.fill(2.5F);
    EXPECT_THAT(buffer.read<float>(), Each(2.5F));
}

TEST_P(InteropOn, TheDeleterOfAnArrayIsCalledOnceWhenTheLastUserIsGone) {
    struct Theirs {
        Buffer memory;
        std::int64_t shape[1] = {64};
        int deleted = 0;
    } theirs{route_.buffer<int>(64)};
    DLManagedTensor array{};
    array.dl_tensor.data = reinterpret_cast<void*>(theirs.memory.native());
    array.dl_tensor.ndim = 1;
    array.dl_tensor.shape = theirs.shape;
    array.dl_tensor.dtype = {kDLInt, 32, 1};
    array.manager_ctx = &theirs;
    array.deleter = [](DLManagedTensor* self) { ++static_cast<Theirs*>(self->manager_ctx)->deleted; };
    {
        const Tensor tensor = from_dlpack(route_, &array);
        tensor.buffer.fill(1);
        add().launch(1, 64, tensor.buffer, 64, 1);
        EXPECT_EQ(theirs.deleted, 0);
    }
    EXPECT_EQ(theirs.deleted, 1);
    EXPECT_THAT(theirs.memory.read<int>(), Each(2));
}

TEST_P(InteropOn, TheOffsetAndTheStridesOfAnArrayAreKept) {
    Buffer memory = route_.buffer<int>(1024);
    memory.fill(0);
    std::int64_t shape[] = {2, 3};
    std::int64_t strides[] = {10, 2};
    DLManagedTensor array{};
    array.dl_tensor.data = reinterpret_cast<void*>(memory.native());
    array.dl_tensor.ndim = 2;
    array.dl_tensor.shape = shape;
    array.dl_tensor.strides = strides;
    array.dl_tensor.byte_offset = 1024;
    array.dl_tensor.dtype = {kDLInt, 32, 1};
    const Tensor tensor = from_dlpack(route_, &array);
    EXPECT_EQ(tensor.buffer.size(), (10 + 4 + 1) * sizeof(int));
    EXPECT_EQ(tensor.strides, (std::vector<std::int64_t>{10, 2}));
    tensor.buffer.fill(8);
    const auto values = memory.read<int>();
    EXPECT_EQ(std::count(values.begin() + 256, values.begin() + 271, 8), 15);
    EXPECT_EQ(std::count(values.begin(), values.end(), 0), 1024 - 15);
}

TEST_P(InteropOn, AnArrayOfTheHostsMemoryIsRefusedInWords) {
    int value = 0;
    std::int64_t shape[] = {1};
    DLManagedTensor array{};
    array.dl_tensor.data = &value;
    array.dl_tensor.device = {kDLCPU, 0};
    array.dl_tensor.ndim = 1;
    array.dl_tensor.shape = shape;
    array.dl_tensor.dtype = {kDLInt, 32, 1};
    const Error error = error_of([&] { from_dlpack(instance_, &array); });
    EXPECT_EQ(error.status(), QUOVIS_ERROR_NOT_SUPPORTED);
    EXPECT_THAT(error.what(), HasSubstr("copy it into a buffer"));
}

TEST_P(InteropOn, AnArrayThatTheBufferCannotHoldIsRefused) {
    const Buffer buffer = route_.buffer<float>(24);
    for (const auto& shape : {std::vector<std::int64_t>{5, 5}, {0}, {-1}, {INT64_MAX, INT64_MAX}}) {
        EXPECT_THROW(to_dlpack({buffer, shape, {}, {kDLFloat, 32, 1}}), Error);
    }
    EXPECT_THROW(to_dlpack({buffer, {2}, {}, {kDLFloat, 4, 1}}), Error);
    EXPECT_THROW(to_dlpack({buffer, {2}, {1, 1}, {kDLFloat, 32, 1}}), Error);
}

#endif

}  // namespace execution_interop_test
}  // namespace quovis::test
