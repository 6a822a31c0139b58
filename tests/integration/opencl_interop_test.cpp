// Objects of a host that uses OpenCL itself, in Quovis; and those of Quovis in its hands.
#include "tests/integration/opencl_native.hpp"

#if defined(QUOVIS_TEST_WITH_OPENCL)
#include <thread>

#include "tests/integration/opencl_plugin.hpp"

namespace opencl_test {
namespace opencl_interop_test {

constexpr char adds[] = "__kernel void k(__global int* data, int value) { data[get_global_id(0)] += value; }";

template <class Handle>
std::uint64_t widened(Handle handle) {
    return reinterpret_cast<std::uintptr_t>(handle);
}

// A host that has a context before Quovis has one.
class OpenclInterop : public OpenclPlugin {
  protected:
    void before_anything_is_made() override {
        id_ = reinterpret_cast<cl_device_id>(native_of(nullptr, QUOVIS_RT_NATIVE_DEVICE));
        context_ = OPENCL(clCreateContext)(nullptr, 1, &id_, nullptr, nullptr, nullptr);
        ASSERT_NE(context_, nullptr);
        queue_ = new_queue(context_);
        ASSERT_NE(queue_, nullptr);
        if (wraps_context_) {
            ASSERT_EQ(wrap(QUOVIS_RT_NATIVE_CONTEXT, widened(context_)), nullptr);
            ASSERT_EQ(status_, QUOVIS_PLUGIN_OK) << message();
        }
    }

    void TearDown() override {
        OpenclPlugin::TearDown();
        if (context_ != nullptr) {
            OPENCL(clReleaseCommandQueue)(queue_);
            expect_one([this] { return context_references(); });
            OPENCL(clReleaseContext)(context_);
        }
    }

    // What Quovis held is given back. A driver may let go of a command's objects some time after the command.
    template <class Count>
    static void expect_one(Count references) {
        for (int wait = 0; wait < 200 && references() != 1; ++wait) {
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        }
        EXPECT_EQ(references(), 1u);
    }

    cl_uint context_references() const {
        return references(OPENCL(clGetContextInfo), context_, CL_CONTEXT_REFERENCE_COUNT);
    }

    cl_command_queue new_queue(cl_context context, cl_command_queue_properties properties = 0) {
        return OPENCL(clCreateCommandQueue)(context, id_, properties, nullptr);
    }

    std::uintptr_t native_of(void* object, std::int32_t kind) {
        auto native = sized<quovis_rt_native>();
        native.kind = kind;
        EXPECT_EQ(rt_->native_get(device_, object, &native, &error_), QUOVIS_PLUGIN_OK) << message();
        return static_cast<std::uintptr_t>(native.handle);
    }

    void* wrap(std::int32_t kind, std::uint64_t handle, bool owned = false) {
        auto native = sized<quovis_rt_native>();
        native.kind = kind;
        native.handle = handle;
        native.owned = owned ? 1 : 0;
        void* made = nullptr;
        status_ = rt_->native_wrap(device_, &native, &made, &error_);
        return made;
    }
    template <class Object>
    Object* wrapped(std::int32_t kind, std::uint64_t handle, bool owned = false) {
        void* const made = wrap(kind, handle, owned);
        EXPECT_EQ(status_, QUOVIS_PLUGIN_OK) << message();
        return static_cast<Object*>(made);
    }

    void refused(std::int32_t kind, std::uint64_t handle, std::string_view words) {
        EXPECT_EQ(wrap(kind, handle, true), nullptr);
        EXPECT_EQ(status_, QUOVIS_PLUGIN_INVALID_ARGUMENT);
        EXPECT_NE(message().find(words), std::string::npos) << message();
    }

    template <class Get, class Handle, class Info>
    static cl_uint references(Get get, Handle handle, Info what) {
        cl_uint count = 0;
        EXPECT_EQ(get(handle, static_cast<cl_uint>(what), sizeof(count), &count, nullptr), CL_SUCCESS);
        return count;
    }
    template <class Get, class Handle, class Info>
    static cl_context context_of(Get get, Handle handle, Info what) {
        cl_context context = nullptr;
        EXPECT_EQ(get(handle, static_cast<cl_uint>(what), sizeof(cl_context), &context, nullptr), CL_SUCCESS);
        return context;
    }

    cl_program build(cl_context context) {
        const char* source = adds;
        cl_program program = OPENCL(clCreateProgramWithSource)(context, 1, &source, nullptr, nullptr);
        EXPECT_EQ(OPENCL(clBuildProgram)(program, 1, &id_, "-cl-kernel-arg-info", nullptr, nullptr), CL_SUCCESS);
        return program;
    }

    bool wraps_context_ = true;
    cl_device_id id_ = nullptr;
    cl_context context_ = nullptr;
    cl_command_queue queue_ = nullptr;
    quovis_plugin_status status_ = QUOVIS_PLUGIN_OK;
};

TEST_F(OpenclInterop, TheHostsContextIsUsedForAllThatIsMade) {
    quovis_rt_kernel* made = kernel(adds, "k");
    quovis_rt_buffer* data = buffer(16);
    quovis_rt_event* event = nullptr;
    ASSERT_EQ(rt_->event_create(device_, &event, &error_), QUOVIS_PLUGIN_OK);
    ASSERT_EQ(rt_->event_record(event, stream_, &error_), QUOVIS_PLUGIN_OK);
    const auto queue = reinterpret_cast<cl_command_queue>(native_of(stream_, QUOVIS_RT_NATIVE_STREAM));
    const auto memory = reinterpret_cast<cl_mem>(native_of(data, QUOVIS_RT_NATIVE_BUFFER));
    const auto program = reinterpret_cast<cl_program>(native_of(module_, QUOVIS_RT_NATIVE_MODULE));
    const auto handle = reinterpret_cast<cl_kernel>(native_of(made, QUOVIS_RT_NATIVE_KERNEL));
    const auto marker = reinterpret_cast<cl_event>(native_of(event, QUOVIS_RT_NATIVE_EVENT));
    EXPECT_EQ(reinterpret_cast<cl_context>(native_of(nullptr, QUOVIS_RT_NATIVE_CONTEXT)), context_);
    EXPECT_EQ(context_of(OPENCL(clGetCommandQueueInfo), queue, CL_QUEUE_CONTEXT), context_);
    EXPECT_EQ(context_of(OPENCL(clGetMemObjectInfo), memory, CL_MEM_CONTEXT), context_);
    EXPECT_EQ(context_of(OPENCL(clGetProgramInfo), program, CL_PROGRAM_CONTEXT), context_);
    EXPECT_EQ(context_of(OPENCL(clGetKernelInfo), handle, CL_KERNEL_CONTEXT), context_);
    EXPECT_EQ(context_of(OPENCL(clGetEventInfo), marker, CL_EVENT_CONTEXT), context_);
    rt_->event_release(event);
    rt_->buffer_release(data, nullptr);
    release(made);
}

TEST_F(OpenclInterop, TheHostsObjectsWorkTogetherWithItsOwnCalls) {
    int seen[4] = {1, 2, 3, 4};
    cl_mem memory =
        OPENCL(clCreateBuffer)(context_, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof(seen), seen, nullptr);
    cl_program program = build(context_);
    auto* stream = wrapped<quovis_rt_stream>(QUOVIS_RT_NATIVE_STREAM, widened(queue_));
    auto* data = wrapped<quovis_rt_buffer>(QUOVIS_RT_NATIVE_BUFFER, widened(memory));
    auto* module = wrapped<quovis_rt_module>(QUOVIS_RT_NATIVE_MODULE, widened(program));
    OPENCL(clReleaseProgram)(program);
    quovis_rt_kernel* made = nullptr;
    ASSERT_EQ(rt_->kernel_create(module, text("k"), &made, &error_), QUOVIS_PLUGIN_OK) << message();
    std::swap(stream, stream_);
    const int ten = 10;
    ASSERT_EQ(launch(made, 1, 4, {pass(data), value(ten)}), QUOVIS_PLUGIN_OK) << message();
    std::swap(stream, stream_);
    // In the host's queue, without a word to Quovis.
    EXPECT_EQ(OPENCL(clEnqueueReadBuffer)(queue_, memory, CL_TRUE, 0, sizeof(seen), seen, 0, nullptr, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(seen[0], 11);
    EXPECT_EQ(seen[3], 14);
    rt_->kernel_release(made);
    rt_->module_release(module);
    rt_->buffer_release(data, nullptr);
    rt_->stream_release(stream);
    expect_one([&] { return references(OPENCL(clGetMemObjectInfo), memory, CL_MEM_REFERENCE_COUNT); });
    OPENCL(clReleaseMemObject)(memory);
}

TEST_F(OpenclInterop, AStreamWaitsForAnEventOfTheHostsAndTheHostForOneOfOurs) {
    cl_event gate = OPENCL(clCreateUserEvent)(context_, nullptr);
    auto* event = wrapped<quovis_rt_event>(QUOVIS_RT_NATIVE_EVENT, widened(gate));
    quovis_rt_buffer* data = buffer(16);
    fill(data, 16, 1);
    ASSERT_EQ(rt_->stream_synchronize(stream_, &error_), QUOVIS_PLUGIN_OK);
    ASSERT_EQ(rt_->stream_wait_event(stream_, event, &error_), QUOVIS_PLUGIN_OK) << message();
    fill(data, 16, 2);
    quovis_rt_event* done = nullptr;
    ASSERT_EQ(rt_->event_create(device_, &done, &error_), QUOVIS_PLUGIN_OK);
    ASSERT_EQ(rt_->event_record(done, stream_, &error_), QUOVIS_PLUGIN_OK) << message();
    const auto marker = reinterpret_cast<cl_event>(native_of(done, QUOVIS_RT_NATIVE_EVENT));
    EXPECT_EQ(rt_->event_query(done, &error_), QUOVIS_PLUGIN_NOT_READY);
    EXPECT_EQ(OPENCL(clSetUserEventStatus)(gate, CL_COMPLETE), CL_SUCCESS);
    EXPECT_EQ(OPENCL(clWaitForEvents)(1, &marker), CL_SUCCESS);
    EXPECT_EQ(rt_->event_query(done, &error_), QUOVIS_PLUGIN_OK) << message();
    rt_->event_release(event);
    rt_->event_release(done);
    OPENCL(clReleaseEvent)(gate);
    rt_->buffer_release(data, nullptr);
}

TEST_F(OpenclInterop, AWrappedKernelIsLaunchedByManyThreadsEachWithItsOwnArguments) {
    cl_program program = build(context_);
    cl_kernel handle = OPENCL(clCreateKernel)(program, "k", nullptr);
    auto* made = wrapped<quovis_rt_kernel>(QUOVIS_RT_NATIVE_KERNEL, widened(handle), true);
    constexpr int threads = 4;
    std::vector<quovis_rt_buffer*> buffers;
    std::vector<std::thread> workers;
    for (int index = 0; index < threads; ++index) {
        buffers.push_back(buffer(4));
        fill(buffers.back(), 4, 0);
    }
    ASSERT_EQ(rt_->stream_synchronize(stream_, &error_), QUOVIS_PLUGIN_OK);
    for (int index = 0; index < threads; ++index) {
        workers.emplace_back([&, index] {
            const quovis_rt_argument arguments[] = {pass(buffers[static_cast<std::size_t>(index)]), value(index)};
            auto wanted = sized<quovis_rt_launch>();
            std::fill_n(wanted.grid, 3, 1u);
            std::fill_n(wanted.block, 3, 1u);
            wanted.arguments = arguments;
            wanted.argument_count = 2;
            for (int turn = 0; turn < 50; ++turn) {
                EXPECT_EQ(rt_->launch(stream_, made, &wanted, nullptr), QUOVIS_PLUGIN_OK);
            }
        });
    }
    for (std::thread& worker : workers) {
        worker.join();
    }
    for (int index = 0; index < threads; ++index) {
        int seen = -1;
        read(buffers[static_cast<std::size_t>(index)], &seen, sizeof(seen));
        EXPECT_EQ(seen, index * 50);
        rt_->buffer_release(buffers[static_cast<std::size_t>(index)], nullptr);
    }
    rt_->kernel_release(made);
    OPENCL(clReleaseProgram)(program);
}

TEST_F(OpenclInterop, AHandleThatIsHandedOverIsReleasedWithItsObject) {
    cl_mem memory = OPENCL(clCreateBuffer)(context_, CL_MEM_READ_WRITE, 64, nullptr, nullptr);
    OPENCL(clRetainMemObject)(memory);  // to look at it afterwards
    auto* data = wrapped<quovis_rt_buffer>(QUOVIS_RT_NATIVE_BUFFER, widened(memory), true);
    EXPECT_EQ(references(OPENCL(clGetMemObjectInfo), memory, CL_MEM_REFERENCE_COUNT), 2u);
    rt_->buffer_release(data, nullptr);
    EXPECT_EQ(references(OPENCL(clGetMemObjectInfo), memory, CL_MEM_REFERENCE_COUNT), 1u);
    OPENCL(clReleaseMemObject)(memory);
}

TEST_F(OpenclInterop, ObjectsOfAnotherContextAreRefusedAndStayTheHosts) {
    cl_context other = OPENCL(clCreateContext)(nullptr, 1, &id_, nullptr, nullptr, nullptr);
    cl_command_queue queue = new_queue(other);
    cl_mem memory = OPENCL(clCreateBuffer)(other, CL_MEM_READ_WRITE, 64, nullptr, nullptr);
    cl_program program = build(other);
    cl_kernel handle = OPENCL(clCreateKernel)(program, "k", nullptr);
    cl_event event = OPENCL(clCreateUserEvent)(other, nullptr);
    refused(QUOVIS_RT_NATIVE_CONTEXT, widened(other), "has a context already");
    refused(QUOVIS_RT_NATIVE_STREAM, widened(queue), "the command queue to wrap belongs to another context");
    refused(QUOVIS_RT_NATIVE_BUFFER, widened(memory), "the memory object to wrap belongs to another context");
    refused(QUOVIS_RT_NATIVE_MODULE, widened(program), "the program to wrap belongs to another context");
    refused(QUOVIS_RT_NATIVE_KERNEL, widened(handle), "the kernel to wrap belongs to another context");
    refused(QUOVIS_RT_NATIVE_EVENT, widened(event), "the event to wrap belongs to another context");
    EXPECT_EQ(references(OPENCL(clGetCommandQueueInfo), queue, CL_QUEUE_REFERENCE_COUNT), 1u);
    EXPECT_EQ(references(OPENCL(clGetMemObjectInfo), memory, CL_MEM_REFERENCE_COUNT), 1u);
    EXPECT_EQ(references(OPENCL(clGetKernelInfo), handle, CL_KERNEL_REFERENCE_COUNT), 1u);
    EXPECT_EQ(references(OPENCL(clGetEventInfo), event, CL_EVENT_REFERENCE_COUNT), 1u);
    OPENCL(clReleaseEvent)(event);
    OPENCL(clReleaseKernel)(handle);
    OPENCL(clReleaseProgram)(program);
    OPENCL(clReleaseMemObject)(memory);
    OPENCL(clReleaseCommandQueue)(queue);
    OPENCL(clReleaseContext)(other);
}

TEST_F(OpenclInterop, NullHandlesAndOutOfOrderQueuesAreRefused) {
    for (const std::int32_t kind : {QUOVIS_RT_NATIVE_CONTEXT, QUOVIS_RT_NATIVE_STREAM, QUOVIS_RT_NATIVE_EVENT,
                                    QUOVIS_RT_NATIVE_MODULE, QUOVIS_RT_NATIVE_KERNEL, QUOVIS_RT_NATIVE_BUFFER}) {
        refused(kind, 0, "is null");
    }
    if (cl_command_queue queue = new_queue(context_, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE)) {
        refused(QUOVIS_RT_NATIVE_STREAM, widened(queue), "out-of-order");
        OPENCL(clReleaseCommandQueue)(queue);
    }
}

TEST_F(OpenclInterop, TheSameContextMayBeWrappedAgain) {
    wrap(QUOVIS_RT_NATIVE_CONTEXT, widened(context_));
    EXPECT_EQ(status_, QUOVIS_PLUGIN_OK) << message();
}

TEST_F(OpenclInterop, EventsOfAQueueWithoutProfilingHaveNoTimesAndItIsSaidWhy) {
    auto* stream = wrapped<quovis_rt_stream>(QUOVIS_RT_NATIVE_STREAM, widened(queue_));
    quovis_rt_event* event = nullptr;
    ASSERT_EQ(rt_->event_create(device_, &event, &error_), QUOVIS_PLUGIN_OK);
    ASSERT_EQ(rt_->event_record(event, stream, &error_), QUOVIS_PLUGIN_OK) << message();
    ASSERT_EQ(rt_->event_synchronize(event, &error_), QUOVIS_PLUGIN_OK) << message();
    double nanoseconds = 0;
    EXPECT_EQ(rt_->event_elapsed(event, event, &nanoseconds, &error_), QUOVIS_PLUGIN_NOT_SUPPORTED);
    EXPECT_NE(std::string(error_.hint).find("CL_QUEUE_PROFILING_ENABLE"), std::string::npos) << error_.hint;
    rt_->event_release(event);
    rt_->stream_release(stream);
}

// A host that does not wrap its context before a stream is made.
class OpenclOwnContext : public OpenclInterop {
  protected:
    OpenclOwnContext() { wraps_context_ = false; }
};

TEST_F(OpenclOwnContext, IsNotReplacedByTheHosts) {
    refused(QUOVIS_RT_NATIVE_CONTEXT, widened(context_), "has a context already");
    EXPECT_NE(reinterpret_cast<cl_context>(native_of(nullptr, QUOVIS_RT_NATIVE_CONTEXT)), context_);
}

// A host that forgets its context at first.
class OpenclLateContext : public OpenclInterop {
  protected:
    OpenclLateContext() { wraps_context_ = false; }
    void before_anything_is_made() override {
        OpenclInterop::before_anything_is_made();
        refused(QUOVIS_RT_NATIVE_STREAM, widened(queue_), "does not use yet");
        wrap(QUOVIS_RT_NATIVE_CONTEXT, widened(context_));
        EXPECT_EQ(status_, QUOVIS_PLUGIN_OK) << "a refusal makes no context: " << message();
    }
};

TEST_F(OpenclLateContext, CanStillWrapItAfterAQueueWasRefused) {
    auto* stream = wrapped<quovis_rt_stream>(QUOVIS_RT_NATIVE_STREAM, widened(queue_));
    rt_->stream_release(stream);
}

}  // namespace opencl_interop_test
}  // namespace opencl_test
#endif
