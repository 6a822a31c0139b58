// What is told when there is not enough memory: how much was asked for, and what is known of what there is.
#include <cstdlib>
#include <filesystem>

#include "tests/integration/opencl_plugin.hpp"

namespace opencl_test {
namespace opencl_memory_test {

constexpr std::string_view adds = "__kernel void k(__global int* data, int value) { data[get_global_id(0)] += value; }";

class OpenclMemory : public OpenclPlugin {
  protected:
    // What there is of memory, as every such message tells it.
    void expect_room() const {
        EXPECT_EQ(error_.code, QUOVIS_PLUGIN_OUT_OF_DEVICE_MEMORY);
        EXPECT_NE(message().find("the device has " + std::to_string(info_.memory_bytes) + " bytes, at most " +
                                 std::to_string(most_in_one_piece()) + " in one piece"),
                  std::string::npos)
            << message();
        EXPECT_NE(message().find("free"), std::string::npos) << message();
        EXPECT_STRNE(error_.hint, "");
    }
    void expect_words(std::string_view words) const {
        EXPECT_NE(message().find(words), std::string::npos) << message();
    }

    std::uint64_t most_in_one_piece() const {
        const quovis_rt_capability* all = nullptr;
        std::size_t count = 0;
        EXPECT_EQ(rt_->capabilities(device_, &all, &count, nullptr), QUOVIS_PLUGIN_OK);
        for (std::size_t index = 0; index < count; ++index) {
            if (string(all[index].name) == "max_allocation_bytes") {
                return all[index].number;
            }
        }
        return 0;
    }
};

TEST_F(OpenclMemory, ABufferThatIsTooLargeSaysHowMuchWasAskedAndWhatThereIs) {
    const std::size_t wanted = most_in_one_piece() + 1;
    EXPECT_EQ(buffer(wanted), nullptr);
    expect_room();
    expect_words("allocating " + std::to_string(wanted) + " bytes of device memory");
    EXPECT_NE(std::string(error_.hint).find("Divide"), std::string::npos) << error_.hint;
}

// On a driver that finds no memory in one function.
class OpenclWithoutMemory : public OpenclMemory {
  protected:
    void SetUp() override {
        loader_ = QUOVIS_TEST_FAKES_DIR "/opencl_driver/libOpenCL.so";
        if (!std::filesystem::exists(loader_)) {
            GTEST_SKIP() << "the fake driver was not built";
        }
        OpenclMemory::SetUp();
    }
    void TearDown() override {
        unsetenv("FAKE_NO_MEMORY_FOR");
        OpenclMemory::TearDown();
    }
    static void no_memory_for(const char* function) { setenv("FAKE_NO_MEMORY_FOR", function, 1); }
};

TEST_F(OpenclWithoutMemory, AnAllocationThatTheDriverRefusesSaysHowMuchWasAsked) {
    no_memory_for("clCreateBuffer");
    EXPECT_EQ(buffer(12345), nullptr);
    expect_room();
    expect_words("allocating 12345 bytes of device memory");
    expect_words("CL_MEM_OBJECT_ALLOCATION_FAILURE (-4)");
    EXPECT_EQ(buffer(54321, QUOVIS_RT_MEMORY_PINNED), nullptr);
    expect_room();
    expect_words("allocating 54321 bytes of pinned memory");
}

TEST_F(OpenclWithoutMemory, ALaunchThatFindsNoMemorySaysHowMuchItsBuffersHave) {
    quovis_rt_kernel* made = kernel(adds, "k");
    quovis_rt_buffer* data = buffer(4000);
    const int one = 1;
    no_memory_for("clEnqueueNDRangeKernel");
    EXPECT_EQ(launch(made, 1, 1, {pass(data), value(one)}), QUOVIS_PLUGIN_OUT_OF_DEVICE_MEMORY);
    expect_room();
    expect_words("launching kernel 'k'");
    expect_words("its buffers have 4000 bytes");
    unsetenv("FAKE_NO_MEMORY_FOR");
    EXPECT_EQ(launch(made, 1, 1, {pass(data), value(one)}), QUOVIS_PLUGIN_OK) << message();
    rt_->buffer_release(data, nullptr);
    release(made);
}

TEST_F(OpenclWithoutMemory, AFillAndACopyThatFindNoMemorySayHowMuchTheirBuffersHave) {
    quovis_rt_buffer* data = buffer(4000);
    const std::uint32_t zero = 0;
    no_memory_for("clEnqueueFillBuffer");
    EXPECT_EQ(rt_->fill(stream_, data, 8, 16, &zero, sizeof(zero), &error_), QUOVIS_PLUGIN_OUT_OF_DEVICE_MEMORY);
    expect_room();
    expect_words("filling 16 bytes at offset 8");
    expect_words("its buffers have 4000 bytes");
    no_memory_for("clEnqueueWriteBuffer");
    auto copy = sized<quovis_rt_copy>();
    copy.destination = data;
    copy.source_host = &zero;
    copy.width = sizeof(zero);
    copy.height = 1;
    EXPECT_EQ(rt_->copy(stream_, &copy, &error_), QUOVIS_PLUGIN_OUT_OF_DEVICE_MEMORY);
    expect_room();
    expect_words("copying 4 bytes from the host to a buffer");
    expect_words("its buffers have 4000 bytes");
    unsetenv("FAKE_NO_MEMORY_FOR");
    rt_->buffer_release(data, nullptr);
}

TEST_F(OpenclWithoutMemory, APieceOfAGraphThatFindsNoMemorySaysWhichPieceItIs) {
    quovis_rt_kernel* made = kernel(adds, "k");
    quovis_rt_buffer* data = buffer(4000);
    const int one = 1;
    quovis_rt_graph* graph = nullptr;
    quovis_rt_graph_exec* exec = nullptr;
    ASSERT_EQ(rt_->graph->begin_capture(stream_, &error_), QUOVIS_PLUGIN_OK);
    fill(data, 4000, 1);
    ASSERT_EQ(launch(made, 1, 1, {pass(data), value(one)}), QUOVIS_PLUGIN_OK) << message();
    ASSERT_EQ(rt_->graph->end_capture(stream_, &graph, &error_), QUOVIS_PLUGIN_OK);
    ASSERT_EQ(rt_->graph->instantiate(graph, &exec, &error_), QUOVIS_PLUGIN_OK);
    no_memory_for("clEnqueueNDRangeKernel");
    EXPECT_EQ(rt_->graph->launch(exec, stream_, &error_), QUOVIS_PLUGIN_OUT_OF_DEVICE_MEMORY);
    expect_room();
    expect_words("piece 2 of the 2 of a graph");
    unsetenv("FAKE_NO_MEMORY_FOR");
    EXPECT_EQ(rt_->graph->launch(exec, stream_, &error_), QUOVIS_PLUGIN_OK) << message();
    int seen = 0;
    read(data, &seen, sizeof(seen));
    EXPECT_EQ(seen, 2);
    rt_->graph->release_exec(exec);
    rt_->graph->release_graph(graph);
    rt_->buffer_release(data, nullptr);
    release(made);
}

}  // namespace opencl_memory_test
}  // namespace opencl_test
