// A HIP runtime on the host's own memory, to test what the plugin does with one. It proves nothing about a GPU.
// tests/fakes/variants.cmake makes several of it, each as it would be in one release of ROCm, by these macros:
//   HIP_FAKE_VERSION      what hipRuntimeGetVersion answers
//   HIP_FAKE_DEVICES      how many devices: the first has wavefronts of 64, the second of 32
//   HIP_FAKE_OLD_LAYOUT   the functions with hipDeviceProp_t as before HIP 6
//   HIP_FAKE_R0600        hipGetDevicePropertiesR0600
//   HIP_FAKE_NEWER        what came with or after ROCm 5.3
//   HIP_FAKE_OVER_OPENCL  no target's name, and few of the optional functions
// Kernels are "run" by their names: it knows those that the tests use.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#define HIP_FAKE_API extern "C" __attribute__((visibility("default")))

namespace hip_fake {

enum : int {
    success = 0,
    invalid_value = 1,
    out_of_memory = 2,
    invalid_configuration = 9,
    no_device = 100,
    invalid_device = 101,
    invalid_image = 200,
    invalid_handle = 400,
    not_found = 500,
    not_supported = 801,
};

constexpr std::size_t device_memory = std::size_t{1} << 30;
constexpr int block_limit = 1024;

struct Module;
struct Function {
    Module* module;
    std::string name;
};
struct Module {
    std::string bytes;
    std::map<std::string, std::vector<char>> globals;
    std::vector<std::unique_ptr<Function>> functions;
};
struct Stream {
    std::vector<std::function<void()>>* recording = nullptr;
};
struct Event {
    bool recorded = false;
    std::chrono::steady_clock::time_point at;
};
struct Graph {
    std::vector<std::function<void()>> work;
};

struct State {
    std::recursive_mutex mutex;
    std::size_t used = 0;
    std::map<void*, std::size_t> sizes;
    int allocations = 0;
};
inline State& state() {
    static State* const all = new State;  // stays: nothing runs when the process ends
    return *all;
}
inline thread_local int current = 0;

inline int run(Stream* stream, std::function<void()> work) {
    if (stream != nullptr && stream->recording != nullptr) {
        stream->recording->push_back(std::move(work));
    } else {
        const std::lock_guard lock(state().mutex);
        work();
    }
    return success;
}

inline int allocate(void** address, std::size_t size) {
    const std::lock_guard lock(state().mutex);
    if (size > device_memory - state().used) {
        return out_of_memory;
    }
    *address = std::malloc(size);
    state().used += size;
    state().sizes[*address] = size;
    ++state().allocations;
    return success;
}

inline int release(void* address) {
    const std::lock_guard lock(state().mutex);
    const auto found = state().sizes.find(address);
    if (found == state().sizes.end()) {
        return invalid_value;
    }
    state().used -= found->second;
    state().sizes.erase(found);
    std::free(address);
    return success;
}

struct Launch {
    Function function;
    unsigned grid[3];
    unsigned block[3];
    std::vector<std::string> arguments;  // bytes of each

    template <class Value>
    Value argument(std::size_t index) const {
        Value value;
        std::memcpy(&value, arguments[index].data(), sizeof(value));
        return value;
    }
    std::size_t threads() const { return std::size_t{grid[0]} * grid[1] * grid[2] * block[0] * block[1] * block[2]; }
};

inline std::vector<std::size_t> argument_sizes(const std::string& name) {
    if (name == "saxpy") {
        return {4, 4, 8, 8};
    }
    if (name == "place") {
        return {8, 24};
    }
    return name == "noop" ? std::vector<std::size_t>{} : std::vector<std::size_t>{8};
}

inline void number(const Launch& launch) {
    auto* out = launch.argument<std::uint32_t*>(0);
    const auto table = launch.function.module->globals.find("table");
    for (std::size_t i = 0; i < launch.threads(); ++i) {
        out[i] = static_cast<std::uint32_t>(i);
        if (table != launch.function.module->globals.end()) {
            std::memcpy(out + i, table->second.data() + 4 * (i & 3u), 4);
        }
    }
}

inline void execute(const Launch& launch) {
    const std::string& name = launch.function.name;
    if (name == "saxpy") {
        const int count = launch.argument<int>(0);
        for (std::size_t i = 0; i < launch.threads() && static_cast<int>(i) < count; ++i) {
            launch.argument<float*>(3)[i] += launch.argument<float>(1) * launch.argument<const float*>(2)[i];
        }
    } else if (name == "number") {
        number(launch);
    } else if (name == "place") {
        std::memcpy(launch.argument<void*>(0), launch.arguments[1].data(), launch.arguments[1].size());
    } else if (name == "reverse") {
        for (unsigned block = 0; block < launch.grid[0]; ++block) {
            auto* first = launch.argument<std::uint32_t*>(0) + block * launch.block[0];
            std::reverse(first, first + launch.block[0]);
        }
    } else if (name == "_Z5scaleIfEvPT_") {
        for (std::size_t i = 0; i < launch.threads(); ++i) {
            launch.argument<float*>(0)[i] *= 2;
        }
    } else if (name == "_Z5scaleIiEvPT_") {
        for (std::size_t i = 0; i < launch.threads(); ++i) {
            launch.argument<int*>(0)[i] *= 2;
        }
    }
}

// A word that stands in the image by itself, as names of symbols do.
inline bool holds(const Module& module, const std::string& word) {
    return module.bytes.find(std::string(1, '\0') + word + std::string(1, '\0')) != std::string::npos;
}

inline int attribute(int what, int device) {
    switch (what) {
        case 10:  // cooperative launch
        case 24:  // managed memory
        case 88:  // memory pools
            return 1;
        case 26:
        case 27:
        case 28:
        case 56:  // threads of a block
            return block_limit;
        case 29:
        case 30:
        case 31:
            return 2147483647;
        case 58:  // pitch
            return 2147483647;
        case 63:  // multiprocessors
            return 8;
        case 74:  // shared memory of a block
            return 65536;
        case 87:  // warp size
            return device == 0 ? 64 : 32;
        default:
            return 0;
    }
}

#ifdef HIP_FAKE_OVER_OPENCL
constexpr const char* targets[] = {"", ""};
#else
constexpr const char* targets[] = {"gfx90a:sramecc+:xnack-", "gfx1030"};
#endif

// As long as the struct is, so that a reader of another layout finds nothing where it looks.
inline int write_properties(void* to, int device, std::size_t size, std::size_t at) {
    std::memset(to, 0, size);
    std::strcpy(static_cast<char*>(to) + at, targets[device]);
    return success;
}

}  // namespace hip_fake

HIP_FAKE_API int hipInit(unsigned) {
    return HIP_FAKE_DEVICES == 0 ? hip_fake::invalid_device : hip_fake::success;
}
HIP_FAKE_API int hipRuntimeGetVersion(int* version) {
    *version = HIP_FAKE_VERSION;
    return hip_fake::success;
}
HIP_FAKE_API int hipGetDeviceCount(int* count) {
    *count = HIP_FAKE_DEVICES;
    return HIP_FAKE_DEVICES == 0 ? hip_fake::no_device : hip_fake::success;
}
HIP_FAKE_API const char* hipGetErrorName(int error) {
    switch (error) {
        case hip_fake::invalid_value:
            return "hipErrorInvalidValue";
        case hip_fake::out_of_memory:
            return "hipErrorOutOfMemory";
        case hip_fake::no_device:
            return "hipErrorNoDevice";
        case hip_fake::not_found:
            return "hipErrorNotFound";
        default:
            return "hipErrorUnknown";
    }
}
HIP_FAKE_API const char* hipGetErrorString(int) {
    return "the fake said so";
}
HIP_FAKE_API int hipDeviceGetAttribute(int* value, int what, int device) {
    *value = hip_fake::attribute(what, device);
    return *value == 0 ? hip_fake::invalid_value : hip_fake::success;
}
HIP_FAKE_API int hipGetDevice(int* device) {
    *device = hip_fake::current;
    return hip_fake::success;
}
HIP_FAKE_API int hipSetDevice(int device) {
    hip_fake::current = device;
    return device < HIP_FAKE_DEVICES ? hip_fake::success : hip_fake::invalid_device;
}
HIP_FAKE_API int hipDeviceGetName(char* name, int size, int device) {
    std::strncpy(name, device == 0 ? "Fake Instinct" : "Fake Radeon", static_cast<std::size_t>(size));
    return hip_fake::success;
}
HIP_FAKE_API int hipDeviceTotalMem(std::size_t* size, int) {
    *size = hip_fake::device_memory;
    return hip_fake::success;
}
HIP_FAKE_API int hipDeviceSynchronize() {
    return hip_fake::success;
}
HIP_FAKE_API int hipMalloc(void** address, std::size_t size) {
    return hip_fake::allocate(address, size);
}
HIP_FAKE_API int hipFree(void* address) {
    return hip_fake::release(address);
}
HIP_FAKE_API int hipMemGetInfo(std::size_t* available, std::size_t* total) {
    *total = hip_fake::device_memory;
    *available = hip_fake::device_memory - hip_fake::state().used;
    return hip_fake::success;
}
HIP_FAKE_API int hipMemcpyAsync(void* to, const void* from, std::size_t size, int, hip_fake::Stream* stream) {
    return hip_fake::run(stream, [=] { std::memmove(to, from, size); });
}
HIP_FAKE_API int hipMemsetD8Async(void* to, unsigned char value, std::size_t count, hip_fake::Stream* stream) {
    return hip_fake::run(stream, [=] { std::memset(to, value, count); });
}
HIP_FAKE_API int hipMemsetD32Async(void* to, int value, std::size_t count, hip_fake::Stream* stream) {
    return hip_fake::run(stream, [=] { std::fill_n(static_cast<int*>(to), count, value); });
}
HIP_FAKE_API int hipStreamCreateWithFlags(hip_fake::Stream** stream, unsigned) {
    *stream = new hip_fake::Stream;
    return hip_fake::success;
}
HIP_FAKE_API int hipStreamDestroy(hip_fake::Stream* stream) {
    delete stream;
    return hip_fake::success;
}
HIP_FAKE_API int hipStreamSynchronize(hip_fake::Stream*) {
    return hip_fake::success;
}
HIP_FAKE_API int hipStreamQuery(hip_fake::Stream*) {
    return hip_fake::success;
}
HIP_FAKE_API int hipStreamWaitEvent(hip_fake::Stream*, hip_fake::Event*, unsigned) {
    return hip_fake::success;
}
HIP_FAKE_API int hipEventCreate(hip_fake::Event** event) {
    *event = new hip_fake::Event;
    return hip_fake::success;
}
HIP_FAKE_API int hipEventDestroy(hip_fake::Event* event) {
    delete event;
    return hip_fake::success;
}
HIP_FAKE_API int hipEventRecord(hip_fake::Event* event, hip_fake::Stream* stream) {
    return hip_fake::run(stream, [=] {
        event->recorded = true;
        event->at = std::chrono::steady_clock::now();
    });
}
HIP_FAKE_API int hipEventSynchronize(hip_fake::Event*) {
    return hip_fake::success;
}
HIP_FAKE_API int hipEventQuery(hip_fake::Event*) {
    return hip_fake::success;
}
HIP_FAKE_API int hipEventElapsedTime(float* milliseconds, hip_fake::Event* start, hip_fake::Event* end) {
    if (!start->recorded || !end->recorded) {
        return hip_fake::invalid_handle;
    }
    *milliseconds = std::chrono::duration<float, std::milli>(end->at - start->at).count();
    return hip_fake::success;
}
// The length of the image is not told, as with HIP: the fake reads it from the ELF's section table.
HIP_FAKE_API int hipModuleLoadData(hip_fake::Module** module, const void* image) {
    const auto* bytes = static_cast<const char*>(image);
    if (std::memcmp(bytes,
                    "\x7f"
                    "ELF",
                    4) != 0) {
        return hip_fake::invalid_image;
    }
    std::uint64_t sections = 0;
    std::uint16_t counts[2] = {};
    std::memcpy(&sections, bytes + 40, 8);
    std::memcpy(counts, bytes + 58, 4);
    auto made = std::make_unique<hip_fake::Module>();
    made->bytes.assign(bytes, sections + std::size_t{counts[0]} * counts[1]);
    if (hip_fake::holds(*made, "table")) {
        made->globals["table"].resize(16);
    }
    *module = made.release();
    return hip_fake::success;
}
HIP_FAKE_API int hipModuleUnload(hip_fake::Module* module) {
    delete module;
    return hip_fake::success;
}
HIP_FAKE_API int hipModuleGetFunction(hip_fake::Function** function, hip_fake::Module* module, const char* name) {
    if (!hip_fake::holds(*module, std::string(name) + ".kd")) {
        return hip_fake::not_found;
    }
    const std::lock_guard lock(hip_fake::state().mutex);
    module->functions.push_back(std::make_unique<hip_fake::Function>(hip_fake::Function{module, name}));
    *function = module->functions.back().get();
    return hip_fake::success;
}
HIP_FAKE_API int hipModuleGetGlobal(void** address, std::size_t* size, hip_fake::Module* module, const char* name) {
    const auto found = module->globals.find(name);
    if (found == module->globals.end()) {
        return hip_fake::not_found;
    }
    *address = found->second.data();
    *size = found->second.size();
    return hip_fake::success;
}
HIP_FAKE_API int hipModuleLaunchKernel(hip_fake::Function* function, unsigned gx, unsigned gy, unsigned gz, unsigned bx,
                                       unsigned by, unsigned bz, unsigned, hip_fake::Stream* stream, void** arguments,
                                       void**) {
    if (gx * gy * gz == 0 || bx * by * bz == 0 || bx * by * bz > hip_fake::block_limit) {
        return hip_fake::invalid_configuration;
    }
    hip_fake::Launch launch{*function, {gx, gy, gz}, {bx, by, bz}, {}};
    std::size_t index = 0;
    for (const std::size_t size : hip_fake::argument_sizes(function->name)) {
        launch.arguments.emplace_back(static_cast<const char*>(arguments[index++]), size);
    }
    return hip_fake::run(stream, [=] { hip_fake::execute(launch); });
}

#ifdef HIP_FAKE_OLD_LAYOUT
HIP_FAKE_API int hipGetDeviceProperties(void* properties, int device) {
    return hip_fake::write_properties(properties, device, 792, 396);
}
#endif
#ifdef HIP_FAKE_R0600
HIP_FAKE_API int hipGetDevicePropertiesR0600(void* properties, int device) {
    return hip_fake::write_properties(properties, device, 1472, 1160);
}
#endif

#ifndef HIP_FAKE_OVER_OPENCL
HIP_FAKE_API int hipDeviceGetUuid(char* uuid, int device) {
    std::memcpy(uuid, device == 0 ? "0123456789abcdef" : "fedcba9876543210", 16);
    return hip_fake::success;
}
HIP_FAKE_API int hipDeviceGetPCIBusId(char* place, int size, int device) {
    std::strncpy(place, device == 0 ? "0000:41:00.0" : "0001:c3:1f.7", static_cast<std::size_t>(size));
    return hip_fake::success;
}
HIP_FAKE_API int hipDeviceCanAccessPeer(int* possible, int, int) {
    *possible = 1;
    return hip_fake::success;
}
HIP_FAKE_API int hipDeviceEnablePeerAccess(int, unsigned) {
    return hip_fake::success;
}
HIP_FAKE_API int hipDevicePrimaryCtxRetain(void** context, int) {
    *context = &hip_fake::state();
    return hip_fake::success;
}
HIP_FAKE_API int hipDevicePrimaryCtxRelease(int) {
    return hip_fake::success;
}
HIP_FAKE_API int hipMallocAsync(void** address, std::size_t size, hip_fake::Stream*) {
    return hip_fake::allocate(address, size);
}
HIP_FAKE_API int hipFreeAsync(void* address, hip_fake::Stream*) {
    return hip_fake::release(address);
}
HIP_FAKE_API int hipMallocManaged(void** address, std::size_t size, unsigned) {
    return hip_fake::allocate(address, size);
}
HIP_FAKE_API int hipHostMalloc(void** address, std::size_t size, unsigned) {
    return hip_fake::allocate(address, size);
}
HIP_FAKE_API int hipHostFree(void* address) {
    return hip_fake::release(address);
}
HIP_FAKE_API int hipHostGetDevicePointer(void** address, void* host, unsigned) {
    *address = host;
    return hip_fake::success;
}
HIP_FAKE_API int hipMemcpyPeerAsync(void* to, int, const void* from, int, std::size_t size, hip_fake::Stream* stream) {
    return hip_fake::run(stream, [=] { std::memmove(to, from, size); });
}
HIP_FAKE_API int hipMemcpy2DAsync(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                                  std::size_t width, std::size_t height, int, hip_fake::Stream* stream) {
    return hip_fake::run(stream, [=] {
        for (std::size_t row = 0; row < height; ++row) {
            std::memcpy(static_cast<char*>(to) + row * to_pitch, static_cast<const char*>(from) + row * from_pitch,
                        width);
        }
    });
}
HIP_FAKE_API int hipMemsetD16Async(void* to, unsigned short value, std::size_t count, hip_fake::Stream* stream) {
    return hip_fake::run(stream, [=] { std::fill_n(static_cast<unsigned short*>(to), count, value); });
}
HIP_FAKE_API int hipDeviceGetStreamPriorityRange(int* least, int* greatest) {
    *least = 1;
    *greatest = -1;
    return hip_fake::success;
}
HIP_FAKE_API int hipStreamCreateWithPriority(hip_fake::Stream** stream, unsigned flags, int) {
    return hipStreamCreateWithFlags(stream, flags);
}
HIP_FAKE_API int hipStreamAddCallback(hip_fake::Stream* stream, void (*callback)(hip_fake::Stream*, int, void*),
                                      void* data, unsigned) {
    return hip_fake::run(stream, [=] { callback(stream, 0, data); });
}
HIP_FAKE_API int hipFuncGetAttribute(int* value, int what, hip_fake::Function*) {
    *value = what == 0 ? hip_fake::block_limit : 0;
    return hip_fake::success;
}
HIP_FAKE_API int hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, hip_fake::Function*, int block,
                                                                    std::size_t) {
    *blocks = 2048 / block;
    return hip_fake::success;
}
HIP_FAKE_API int hipModuleOccupancyMaxPotentialBlockSize(int* grid, int* block, hip_fake::Function*, std::size_t, int) {
    *grid = 16;
    *block = 256;
    return hip_fake::success;
}
HIP_FAKE_API int hipStreamBeginCapture(hip_fake::Stream* stream, int) {
    stream->recording = new std::vector<std::function<void()>>;
    return hip_fake::success;
}
HIP_FAKE_API int hipStreamEndCapture(hip_fake::Stream* stream, hip_fake::Graph** graph) {
    *graph = new hip_fake::Graph{std::move(*stream->recording)};
    delete stream->recording;
    stream->recording = nullptr;
    return hip_fake::success;
}
HIP_FAKE_API int hipGraphInstantiate(hip_fake::Graph** exec, hip_fake::Graph* graph, void**, char*, std::size_t) {
    *exec = new hip_fake::Graph(*graph);
    return hip_fake::success;
}
HIP_FAKE_API int hipGraphExecUpdate(hip_fake::Graph* exec, hip_fake::Graph* graph, void**, int* reason) {
    *reason = exec->work.size() == graph->work.size() ? 0 : 2;
    if (*reason != 0) {
        return 910;
    }
    *exec = *graph;
    return hip_fake::success;
}
HIP_FAKE_API int hipGraphLaunch(hip_fake::Graph* exec, hip_fake::Stream* stream) {
    for (const auto& work : exec->work) {
        hip_fake::run(stream, work);
    }
    return hip_fake::success;
}
HIP_FAKE_API int hipGraphDestroy(hip_fake::Graph* graph) {
    delete graph;
    return hip_fake::success;
}
HIP_FAKE_API int hipGraphExecDestroy(hip_fake::Graph* exec) {
    delete exec;
    return hip_fake::success;
}
#endif

#ifdef HIP_FAKE_NEWER
HIP_FAKE_API int hipLaunchHostFunc(hip_fake::Stream* stream, void (*function)(void*), void* data) {
    return hip_fake::run(stream, [=] { function(data); });
}
HIP_FAKE_API int hipModuleLaunchCooperativeKernel(hip_fake::Function* function, unsigned gx, unsigned gy, unsigned gz,
                                                  unsigned bx, unsigned by, unsigned bz, unsigned shared,
                                                  hip_fake::Stream* stream, void** arguments) {
    return hipModuleLaunchKernel(function, gx, gy, gz, bx, by, bz, shared, stream, arguments, nullptr);
}
#endif

// For the tests: what the library was asked to do.
HIP_FAKE_API int hipFakeAllocations() {
    return hip_fake::state().allocations;
}
