// The host API of Quovis in C++17: value types and exceptions over quovis.h, header only, standard library only.
// What a call does, its units and its errors are told in quovis.h; the first program is in tests/examples/saxpy.cpp.
#pragma once

#include <quovis/quovis.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

// Conventions.
//
// Handles (Instance, Route, Program, Image, Bundle, Module, Kernel, Buffer, Pool, Stream, Event, Graph, GraphExec): a
// copy is another reference to the same object, as with std::shared_ptr. An object keeps alive what it depends on, so
// the order of destruction is free. One that was default-constructed or moved from is empty: only assignment, `bool`
// and destruction are allowed. Texts and lists that a function returns are copies of the caller's own. Errors: every
// function that can fail throws quovis::Error and then has no effect. Destructors do not throw. Threads: every object
// may be used by many threads at once; assigning to one object needs the caller's own lock. Sizes and offsets are
// bytes, except where a template parameter or the name says elements.
namespace quovis {

enum class Memory { device = QUOVIS_MEMORY_DEVICE, pinned = QUOVIS_MEMORY_PINNED, managed = QUOVIS_MEMORY_MANAGED };

struct Diagnostic {
    std::string file;  // empty when the compiler names none
    std::uint32_t line = 0;
    std::uint32_t column = 0;
    quovis_severity severity = QUOVIS_ERROR;
    std::string message;
};

struct Attempt {
    std::string backend;
    std::string selector;
    quovis_status status = QUOVIS_OK;
    std::string reason;
};

// A failure with all that quovis_error tells, copied. what() is the message. Copying an Error does not throw.
class Error : public std::runtime_error {
  public:
    Error(quovis_status status, const char* phase, const std::string& message);
    // Of this thread's last failed call of the C API.
    static Error last();

    quovis_status status() const noexcept { return details_->status; }
    const std::string& phase() const noexcept { return details_->phase; }
    const std::string& plugin() const noexcept { return details_->plugin; }
    std::int64_t native_code() const noexcept { return details_->native_code; }
    const std::string& native_name() const noexcept { return details_->native_name; }
    const std::string& hint() const noexcept { return details_->hint; }
    const std::string& log() const noexcept { return details_->log; }
    const std::vector<Diagnostic>& diagnostics() const noexcept { return details_->diagnostics; }
    const std::vector<Attempt>& attempts() const noexcept { return details_->attempts; }

  private:
    struct Details {
        quovis_status status = QUOVIS_OK;
        std::string phase;
        std::string plugin;
        std::int64_t native_code = 0;
        std::string native_name;
        std::string hint;
        std::string log;
        std::vector<Diagnostic> diagnostics;
        std::vector<Attempt> attempts;
    };
    std::shared_ptr<Details> details_;
};

namespace detail {

inline void check(quovis_status status) {
    if (status != QUOVIS_OK) {
        throw Error::last();
    }
}

inline std::string copy(const char* text) {
    return text == nullptr ? std::string() : std::string(text);
}

inline std::vector<std::string> copy(const char* const* texts, std::size_t count) {
    return std::vector<std::string>(texts, texts + count);
}

inline const char* or_null(const std::string& text) noexcept {
    return text.empty() ? nullptr : text.c_str();
}

template <typename T>
T sized() noexcept {
    T value{};
    value.struct_size = sizeof(T);
    return value;
}

// Calls `get(object..., &info)` and returns the info.
template <typename Info, typename Get, typename... Object>
Info fetch(Get get, Object... object) {
    Info info = sized<Info>();
    check(get(object..., &info));
    return info;
}

// Element `index` of an array whose elements may be longer in the library than in this header.
template <typename T>
const T& element(const T* array, std::size_t index) noexcept {
    return *reinterpret_cast<const T*>(reinterpret_cast<const char*>(array) + index * array->struct_size);
}

std::vector<Diagnostic> copy(const quovis_diagnostic* diagnostics, std::size_t count);
std::vector<Attempt> copy(const quovis_attempt* attempts, std::size_t count);

}  // namespace detail

// What the handles share. `C` is the C handle.
template <typename C>
class Handle {
  public:
    C* get() const noexcept { return handle_.get(); }
    explicit operator bool() const noexcept { return handle_ != nullptr; }
    friend bool operator==(const Handle& a, const Handle& b) noexcept { return a.handle_ == b.handle_; }
    friend bool operator!=(const Handle& a, const Handle& b) noexcept { return a.handle_ != b.handle_; }

  protected:
    Handle() = default;
    explicit Handle(std::shared_ptr<C> handle) noexcept : handle_(std::move(handle)) {}
    std::shared_ptr<C> handle_;
};

// Each handle class has `adopt`: it takes over one reference of a handle that came from the C API.
#define QUOVIS_HANDLE(Class, c_name)                                                       \
  public:                                                                                  \
    Class() = default;                                                                     \
    static Class adopt(c_name* handle) {                                                   \
        return Class({handle, c_name##_release});                                          \
    }                                                                                      \
    /* Refers to what `owner` lends, and keeps `owner` alive. */                           \
    template <typename Owner>                                                              \
    static Class borrow(const std::shared_ptr<Owner>& owner, c_name* handle) {             \
        return Class(std::shared_ptr<c_name>(owner, handle));                              \
    }                                                                                      \
                                                                                           \
  private:                                                                                 \
    explicit Class(std::shared_ptr<c_name> handle) noexcept : Handle(std::move(handle)) {} \
                                                                                           \
  public:

class Route;
class Image;
class Buffer;
class Graph;

// A buffer with an offset, for a launch: the kernel sees the address `bytes` further on.
struct BufferAt {
    quovis_buffer* buffer;
    std::size_t bytes;
};

// Local (shared) memory of a launch; see local().
struct Local {
    std::size_t bytes;
};
constexpr Local local(std::size_t bytes) noexcept {
    return {bytes};
}

class Stream : public Handle<quovis_stream> {
    QUOVIS_HANDLE(Stream, quovis_stream)
    // An object around the vendor's stream, which stays the caller's and must outlive it.
    static Stream wrap(const Route& route, std::uint64_t native);

    void synchronize() const { detail::check(quovis_stream_synchronize(get())); }
    bool finished() const;
    void wait(const class Event& event) const;
    // Calls `function` on a thread of the runtime's when the stream gets there. It must not throw, and must call
    // nothing of Quovis or of the vendor. It is destroyed once it will not be called any more.
    void call(std::function<void()> function) const;
    // Memory of the device in the order of this stream; see quovis_buffer_create_in_order.
    template <typename T>
    Buffer buffer(std::size_t count) const;

    // Between the two, what is given to the stream is recorded and not run.
    void begin_capture() const { detail::check(quovis_stream_begin_capture(get())); }
    Graph end_capture() const;
    // What `record` gives to the stream, as a graph. When it throws, the recording is ended and dropped.
    template <typename Record>
    Graph capture(Record&& record) const;

    std::uint64_t native() const;
};

class Event : public Handle<quovis_event> {
    QUOVIS_HANDLE(Event, quovis_event)
    static Event wrap(const Route& route, std::uint64_t native);

    void record(const Stream& stream) const { detail::check(quovis_event_record(get(), stream.get())); }
    void synchronize() const { detail::check(quovis_event_synchronize(get())); }
    bool finished() const;
    std::uint64_t native() const;
};

// Time on the device between two events that have passed.
std::chrono::duration<double, std::nano> elapsed(const Event& start, const Event& end);

// A graph, ready to be launched. Launches of one do not overlap.
class GraphExec : public Handle<quovis_graph_exec> {
    QUOVIS_HANDLE(GraphExec, quovis_graph_exec)
    void launch(const Stream& stream) const { detail::check(quovis_graph_exec_launch(get(), stream.get())); }
    // Takes over the arguments of another graph of the same shape, for launches from now on.
    void update(const Graph& graph) const;
};

// Work that was recorded; see Stream::capture.
class Graph : public Handle<quovis_graph> {
    QUOVIS_HANDLE(Graph, quovis_graph)
    GraphExec instantiate() const;
};

// Memory of one device. Copies without a stream return when they are done; with one they return at once, and the host
// memory must stay as it is until the stream has passed.
class Buffer : public Handle<quovis_buffer> {
    QUOVIS_HANDLE(Buffer, quovis_buffer)
    static Buffer wrap(const Route& route, std::uint64_t native, std::size_t bytes);

    std::size_t size() const { return info().size; }
    Memory kind() const { return static_cast<Memory>(info().kind); }
    std::uint64_t address() const { return info().address; }  // 0 where the runtime has none
    void* host() const { return info().host; }                // of pinned and managed memory; else null
    Route route() const;
    std::uint64_t native() const;

    // An object around memory of the host's; `release` is called when the buffer and all that uses it are gone.
    static Buffer wrap(const Route& route, std::uint64_t native, std::size_t bytes, std::function<void()> release);

    BufferAt at(std::size_t bytes) const noexcept { return {get(), bytes}; }
    // A part of the memory, without a copy, as a buffer of its own.
    Buffer slice(std::size_t offset, std::size_t bytes) const;

    // `count` elements from or to element `first`.
    template <typename T>
    void write(const T* data, std::size_t count, std::size_t first = 0, const Stream& stream = {}) const;
    template <typename T>
    void write(const std::vector<T>& data, const Stream& stream = {}) const {
        write(data.data(), data.size(), 0, stream);
    }
    template <typename T>
    void read(T* data, std::size_t count, std::size_t first = 0, const Stream& stream = {}) const;
    // The whole buffer; bytes behind the last whole element are left out.
    template <typename T>
    std::vector<T> read() const;
    // Sets every element of the buffer. T has 1, 2, 4, 8 or 16 bytes.
    template <typename T>
    void fill(const T& value, const Stream& stream = {}) const;
    void copy_from(const Buffer& source, std::size_t bytes, std::size_t offset = 0, std::size_t source_offset = 0,
                   const Stream& stream = {}) const;

  private:
    quovis_buffer_info info() const { return detail::fetch<quovis_buffer_info>(quovis_buffer_get, get()); }
};

// One side of a copy of rows: of a buffer, or of the host's memory.
struct Rows {
    const Buffer* buffer = nullptr;
    void* host = nullptr;
    std::size_t offset = 0;  // bytes, of the first row
    std::size_t pitch = 0;   // bytes from one row to the next; 0: as many as are copied of each

    Rows(const Buffer& of, std::size_t offset_, std::size_t pitch_ = 0) : buffer(&of), offset(offset_), pitch(pitch_) {}
    Rows(const void* of, std::size_t offset_, std::size_t pitch_ = 0)
        : host(const_cast<void*>(of)), offset(offset_), pitch(pitch_) {}
};

// `height` rows of `width` bytes. Without a stream it returns when they are copied.
void copy_rows(const Rows& destination, const Rows& source, std::size_t width, std::size_t height,
               const Stream& stream = {});

struct PoolOptions {
    Memory kind = Memory::device;
    std::uint64_t max_held_bytes = 0;  // free memory that is kept at most; 0: no bound
};

// Memory that is kept for the next buffer instead of being freed; see quovis_pool.
class Pool : public Handle<quovis_pool> {
    QUOVIS_HANDLE(Pool, quovis_pool)
    // Room for `count` elements, in the order of the stream.
    template <typename T>
    Buffer buffer(const Stream& stream, std::size_t count) const;
    void trim(std::uint64_t keep_bytes = 0) const { detail::check(quovis_pool_trim(get(), keep_bytes)); }
    quovis_pool_info info() const { return detail::fetch<quovis_pool_info>(quovis_pool_get, get()); }
};

// A size in one to three axes. Any integers; what does not fit in 32 bits is an Error.
struct Extent {
    std::uint32_t x = 1;
    std::uint32_t y = 1;
    std::uint32_t z = 1;

    template <typename X, typename Y = int, typename Z = int, typename = std::enable_if_t<std::is_integral_v<X>>>
    constexpr Extent(X width, Y height = 1, Z depth = 1) : x(axis(width)), y(axis(height)), z(axis(depth)) {}

  private:
    template <typename T>
    static constexpr std::uint32_t axis(T value) {
        static_assert(std::is_integral_v<T>, "a grid or a block is counted in integers");
        const auto narrow = static_cast<std::uint32_t>(value);
        if (static_cast<T>(narrow) != value || (std::is_signed_v<T> && value < T(0))) {
            throw Error(QUOVIS_ERROR_INVALID_LAUNCH, "launch",
                        "a grid or block of " + std::to_string(value) + " is outside 1 to 4294967295");
        }
        return narrow;
    }
};

struct LaunchShape {
    Extent grid = 1;                // blocks
    Extent block = 1;               // threads
    std::size_t shared_memory = 0;  // dynamic, bytes
    bool cooperative = false;       // all blocks run at once and may wait for each other
    std::optional<Extent> cluster;  // blocks of a cluster
    std::optional<int> priority;    // instead of the stream's
    // Work-items added to the global id along each axis (quovis_launch_info): shape.offset = {4096}.
    std::array<std::size_t, 3> offset{};

    LaunchShape(Extent grid_, Extent block_, std::size_t shared_memory_ = 0)
        : grid(grid_), block(block_), shared_memory(shared_memory_) {}
    LaunchShape() = default;
};

struct Parameter {
    quovis_parameter_kind kind = QUOVIS_PARAMETER_UNKNOWN;
    std::size_t bytes = 0;
    std::size_t alignment = 0;
    std::string name;
    std::string type;
};

struct KernelInfo {
    std::string name;
    std::optional<std::vector<Parameter>> parameters;  // none: the image does not tell them
    std::uint32_t registers = 0;
    std::uint32_t max_threads_per_block = 0;
    std::array<std::uint32_t, 3> required_block{};
    std::uint32_t preferred_multiple = 0;
    std::uint64_t static_shared_memory = 0;
    std::uint64_t local_memory = 0;
    std::uint64_t constant_memory = 0;
    std::uint64_t max_dynamic_shared_memory = 0;
};

namespace detail {

[[noreturn]] void throw_empty_buffer();

// Member by member and in its place: a struct that is zeroed and copied would cost more than the rest of a launch's
// check.
inline void put(quovis_argument& to, quovis_argument_kind kind, std::size_t size, const void* value,
                quovis_buffer* buffer, std::size_t offset) noexcept {
    to.kind = kind;
    to.size = size;
    to.value = value;
    to.buffer = buffer;
    to.offset = offset;
}

// A null pointer is passed as nullptr: an empty Buffer is a mistake.
inline void put(quovis_argument& to, const Buffer& buffer) {
    if (!buffer) {
        throw_empty_buffer();
    }
    put(to, QUOVIS_ARGUMENT_BUFFER, 0, nullptr, buffer.get(), 0);
}
inline void put(quovis_argument& to, const BufferAt& part) noexcept {
    put(to, QUOVIS_ARGUMENT_BUFFER, 0, nullptr, part.buffer, part.bytes);
}
inline void put(quovis_argument& to, const Local& memory) noexcept {
    put(to, QUOVIS_ARGUMENT_LOCAL, memory.bytes, nullptr, nullptr, 0);
}
inline void put(quovis_argument& to, const quovis_argument& made) noexcept {
    to = made;
}
inline void put(quovis_argument& to, std::nullptr_t) noexcept {
    put(to, QUOVIS_ARGUMENT_BUFFER, 0, nullptr, nullptr, 0);
}

template <typename T>
void put(quovis_argument& to, const T& value) noexcept {
    static_assert(!std::is_pointer_v<T>, "a kernel cannot use a pointer of the host: pass a quovis::Buffer");
    static_assert(std::is_trivially_copyable_v<T>, "a kernel takes values that can be copied byte by byte");
    put(to, QUOVIS_ARGUMENT_VALUE, sizeof(T), &value, nullptr, 0);
}

}  // namespace detail

// In the parameter list of a typed kernel: memory of the device with elements of T (void: of any), and local memory.
template <typename T = void>
struct buffer {};
struct local_memory {};

namespace detail {

// What stands for a parameter P of a typed kernel: how it is passed, and what is checked of it.
template <typename P>
struct Typed {
    static_assert(!std::is_pointer_v<P>, "a kernel takes memory as quovis::buffer<T>");
    static_assert(std::is_trivially_copyable_v<P>, "a kernel takes values that can be copied byte by byte");
    using Given = P;
    static quovis_parameter parameter() noexcept;
};

struct GivenBuffer {
    quovis_buffer* buffer;
    std::size_t offset = 0;
    GivenBuffer(const Buffer& memory) : buffer(memory.get()) {
        if (!memory) {
            throw_empty_buffer();
        }
    }
    GivenBuffer(const BufferAt& part) noexcept : buffer(part.buffer), offset(part.bytes) {}
    GivenBuffer(std::nullptr_t) noexcept : buffer(nullptr) {}
};
inline void put(quovis_argument& to, const GivenBuffer& given) noexcept {
    put(to, QUOVIS_ARGUMENT_BUFFER, 0, nullptr, given.buffer, given.offset);
}

template <typename T>
struct Typed<buffer<T>> {
    using Given = GivenBuffer;
    static quovis_parameter parameter() noexcept;
};

template <>
struct Typed<local_memory> {
    using Given = Local;
    static quovis_parameter parameter() noexcept;
};

}  // namespace detail

template <typename... Parameters>
class TypedKernel;

struct Occupancy {
    std::uint32_t block_threads = 0;  // that were asked about, or the suggestion
    std::uint32_t blocks_per_multiprocessor = 0;
    std::uint32_t max_cooperative_grid = 0;  // blocks
};

class Kernel : public Handle<quovis_kernel> {
    QUOVIS_HANDLE(Kernel, quovis_kernel)
    KernelInfo info() const;
    // The kernel with a parameter list: kernel.typed<float, quovis::buffer<float>, int>(). The list is compared here,
    // once, with what the image tells; throws Error (QUOVIS_ERROR_INVALID_LAUNCH) with the first parameter that does
    // not fit.
    template <typename... Parameters>
    TypedKernel<Parameters...> typed() const;
    // Of blocks of `block_threads` (0: suggests) with `shared_memory` bytes of dynamic shared memory.
    Occupancy occupancy(std::uint32_t block_threads = 0, std::size_t shared_memory = 0) const;
    std::uint64_t native() const;

    // kernel.launch(stream, {blocks}, {threads}, n, 2.0f, x, y.at(64), quovis::local(256)): a number or a struct is a
    // value and must have the size of the parameter, a Buffer is a pointer, nullptr a null pointer. Allocates nothing.
    template <typename... Arguments>
    void launch(const Stream& stream, Extent grid, Extent block, const Arguments&... arguments) const {
        launch(stream, LaunchShape{grid, block}, arguments...);
    }
    template <typename... Arguments>
    void launch(const Stream& stream, const LaunchShape& shape, const Arguments&... arguments) const {
        if constexpr (sizeof...(Arguments) == 0) {
            launch_list(stream, shape, nullptr, 0);
        } else {
            quovis_argument list[sizeof...(Arguments)];
            std::size_t count = 0;
            (detail::put(list[count++], arguments), ...);
            launch_list(stream, shape, list, count);
        }
    }
    // On the route's default stream.
    template <typename... Arguments>
    void launch(Extent grid, Extent block, const Arguments&... arguments) const {
        launch(Stream(), LaunchShape{grid, block}, arguments...);
    }
    template <typename... Arguments>
    void launch(const LaunchShape& shape, const Arguments&... arguments) const {
        launch(Stream(), shape, arguments...);
    }
    // Arguments whose number is known at run time only. `flags`: QUOVIS_LAUNCH_FITS or 0.
    void launch_list(const Stream& stream, const LaunchShape& shape, const quovis_argument* arguments,
                     std::size_t count, std::uint32_t flags = 0) const;
    // The bytes of all parameters, each at its offset; see quovis_launch_info.
    void launch_packed(const Stream& stream, const LaunchShape& shape, const void* bytes, std::size_t size) const;
    // One pointer to the bytes of each argument.
    void launch_pointers(const Stream& stream, const LaunchShape& shape, const void* const* pointers) const;
};

// A kernel whose parameter list was checked; see Kernel::typed. Arguments convert as in a call of a C++ function.
template <typename... Parameters>
class TypedKernel {
  public:
    TypedKernel() = default;
    const Kernel& kernel() const noexcept { return kernel_; }

    void launch(const Stream& stream, const LaunchShape& shape,
                const typename detail::Typed<Parameters>::Given&... arguments) const {
        if constexpr (sizeof...(Parameters) == 0) {
            kernel_.launch_list(stream, shape, nullptr, 0, QUOVIS_LAUNCH_FITS);
        } else {
            quovis_argument list[sizeof...(Parameters)];
            std::size_t count = 0;
            (detail::put(list[count++], arguments), ...);
            kernel_.launch_list(stream, shape, list, count, QUOVIS_LAUNCH_FITS);
        }
    }
    void launch(const Stream& stream, Extent grid, Extent block,
                const typename detail::Typed<Parameters>::Given&... arguments) const {
        launch(stream, LaunchShape{grid, block}, arguments...);
    }

  private:
    friend class Kernel;
    explicit TypedKernel(Kernel kernel) noexcept : kernel_(std::move(kernel)) {}

    Kernel kernel_;
};

class Module : public Handle<quovis_module> {
    QUOVIS_HANDLE(Module, quovis_module)
    // An object around the vendor's module, which stays the caller's and must outlive it.
    static Module wrap(const Route& route, std::uint64_t native);

    Kernel kernel(const std::string& name) const;
    std::vector<std::string> kernels() const;  // QUOVIS_ERROR_NOT_SUPPORTED where the driver cannot say
    Buffer global(const std::string& name) const;
    Route route() const;
    Image image() const;
    std::string compiler() const;  // the plugin; empty for an image of a file
    std::vector<Attempt> attempts() const;
    std::uint64_t native() const;

  private:
    quovis_module_info info() const { return detail::fetch<quovis_module_info>(quovis_module_get, get()); }
};

struct RouteInfo {
    std::size_t device = 0;
    std::string selector;
    std::string runtime;
    std::string plugin;
    std::string name;
    std::string platform;
    std::string driver;
    std::string target;
    std::vector<std::string> compilers;
    std::vector<std::string> languages;
    std::array<std::uint32_t, 3> max_block{};
    std::uint32_t max_threads_per_block = 0;
    std::array<std::uint64_t, 3> max_grid{};
    std::uint64_t shared_memory_per_block = 0;
    std::uint64_t shared_memory_opt_in = 0;
    std::uint32_t warp_size = 0;
    std::uint32_t multiprocessors = 0;
};

struct Capability {
    std::string name;
    std::variant<bool, std::uint64_t, std::string> value;
};

class Route : public Handle<quovis_route> {
    QUOVIS_HANDLE(Route, quovis_route)
    RouteInfo info() const;
    std::vector<Capability> capabilities() const;
    // Free and total bytes of the device's memory. May create the device's context.
    std::pair<std::uint64_t, std::uint64_t> memory() const;
    void synchronize() const { detail::check(quovis_route_synchronize(get())); }

    // Room for `count` elements, not initialised.
    template <typename T>
    Buffer buffer(std::size_t count, Memory kind = Memory::device) const;
    Buffer bytes(std::size_t size, Memory kind = Memory::device) const;
    Pool pool(const PoolOptions& options = {}) const;
    Stream stream(int priority = 0) const;
    Event event() const;
    // Whether buffers of the two are copied without a way through the host's memory.
    bool reaches(const Route& other) const;
    // Uses a context of the host's instead of one of its own; before anything that needs one.
    void use_context(std::uint64_t native) const { detail::check(quovis_route_use_context(get(), native)); }
    std::uint64_t native_device() const;
    std::uint64_t native_context() const;
    // What `loop.count` of the vendor's own calls take, made in the plugin, for a comparison; see quovis_vendor_loop.
    // struct_size is set here.
    std::chrono::nanoseconds vendor_loop(quovis_loop_info loop) const;
};

struct Symbol {
    std::string expression;
    std::string symbol;
};

class Image : public Handle<quovis_image> {
    QUOVIS_HANDLE(Image, quovis_image)
    const void* data() const { return info().data; }  // valid as long as the image
    std::size_t size() const { return info().size; }
    std::string format() const { return detail::copy(info().format); }
    std::string target() const { return detail::copy(info().target); }
    std::string compiler() const { return detail::copy(info().compiler); }
    std::string log() const { return detail::copy(info().log); }
    std::string command() const { return detail::copy(info().command); }
    std::string origin() const {
        return detail::copy(info().origin);
    }  // "compiled", "memory", "disk", "layer", "bundle", or empty
    std::string origin_reason() const { return detail::copy(info().origin_reason); }
    std::string cache_key() const { return detail::copy(info().cache_key); }
    std::vector<Diagnostic> diagnostics() const;  // warnings and notes
    std::vector<Symbol> symbols() const;
    // As the image tells them, without a device. Throws Error (QUOVIS_ERROR_NOT_SUPPORTED) where no plugin can read it.
    std::vector<KernelInfo> kernels() const;

    Module load(const Route& route) const;
    Module load(const std::string& selector = {}) const;  // on the first matching route that accepts the image

  private:
    quovis_image_info info() const { return detail::fetch<quovis_image_info>(quovis_image_get, get()); }
};

struct CompileRequest {
    std::string backend;  // empty members: the configuration decides
    std::string target;
    std::string format;
};

// A part of a program's cache key beside that of the entry that differs least.
struct CachePart {
    std::string label;
    std::string value;    // empty when only that entry has it
    std::string nearest;  // empty when it does not
    bool differs;
};

// See quovis_explanation_info.
struct Explanation {
    std::string rule;
    std::string backend;
    std::string selector;
    std::string target;
    std::string compiler;
    std::vector<Attempt> attempts;
    std::string key;
    std::string bypass;
    std::string found;
    std::string image;
    std::string nearest_key;
    std::vector<CachePart> parts;
};

class Program : public Handle<quovis_program> {
    QUOVIS_HANDLE(Program, quovis_program)
    Image compile(const CompileRequest& request = {}) const;  // needs no device
    // What compile() would do where a backend, target or format is given, else load(selector). Compiles nothing.
    Explanation explain(const CompileRequest& request = {}, const std::string& selector = {}) const;
    Module load(const std::string& selector = {}) const;
    Module load(const Route& route) const;
    // Stops the compiles of this program that other threads are in; they throw Error (QUOVIS_ERROR_CANCELLED).
    void cancel() const;
};

struct Define {
    std::string name;
    std::optional<std::string> value = std::nullopt;
};

struct Header {
    std::string name;  // as an #include names it
    std::string text;
};

// What is not set is the compiler's default or the configuration's.
struct Options {
    std::optional<int> optimize;  // 0 to 3
    std::optional<bool> debug;
    std::optional<bool> line_info;
    std::optional<bool> fast_math;
    std::optional<bool> warnings_as_errors;
    std::optional<bool> relocatable;
    std::uint32_t max_registers = 0;
    std::string standard;
    std::vector<Define> defines;
    std::vector<std::string> include_directories;
    std::vector<Header> headers;
    std::vector<std::string> name_expressions;
    std::vector<std::string> raw;
    std::chrono::milliseconds timeout{0};  // of each compile; 0: what the configuration says
};

// Kernel text: of a file, or in memory.
struct Source {
    std::string path;
    std::string text;
    std::string name;
    std::string language;  // "cuda", "hip", "opencl"; empty: by the ending of path or name

    static Source file(std::string path, std::string language = {}) {
        return {std::move(path), {}, {}, std::move(language)};
    }
    static Source memory(std::string text, std::string language, std::string name = {}) {
        return {{}, std::move(text), std::move(name), std::move(language)};
    }
};

// See quovis_bundle_source; `text` is empty when the source was left out.
struct BundleSource {
    std::string name;
    std::string language;
    std::optional<std::string> text;
    std::vector<Header> headers;
    std::vector<std::string> options;  // for people
};

// See quovis_bundle_image.
struct BundleImage {
    std::size_t source = 0;
    std::string target;
    std::string format;
    std::string compiler;
    std::string identity;
    std::string command;
    std::size_t size = 0;
    std::optional<std::vector<KernelInfo>> kernels;  // none: nobody could read them when it was packed
};

// Images of programs for many targets in one file, with their sources; see quovis_bundle. `source` is the name of one;
// empty: the only one.
class Bundle : public Handle<quovis_bundle> {
    QUOVIS_HANDLE(Bundle, quovis_bundle)
    std::string name() const { return detail::copy(info().name); }
    std::string packer() const { return detail::copy(info().packer); }
    std::uint32_t version() const { return info().version; }
    std::uint64_t size() const { return info().size; }
    std::vector<BundleSource> sources() const;
    std::vector<BundleImage> images() const;
    std::vector<std::string> headers() const;  // paths of those that pack() read; none after opening
    Image image(std::size_t index) const;      // as the compiler made it
    Program program(const std::string& source = {}) const;

    // The best packed image that the device accepts; else the packed source, compiled. See quovis_bundle_load.
    Module load(const std::string& source = {}, const std::string& selector = {}) const;
    Module load(const std::string& source, const Route& route) const;
    Explanation explain(const std::string& source = {}, const std::string& selector = {}) const;
    // Stops the compiles that load() is in on other threads.
    void cancel() const { detail::check(quovis_bundle_cancel(get())); }
    // The file appears as a whole or not at all.
    void write(const std::string& path) const { detail::check(quovis_bundle_write(get(), path.c_str())); }

  private:
    quovis_bundle_info info() const { return detail::fetch<quovis_bundle_info>(quovis_bundle_get, get()); }
};

// A step of packing: one program for one target, at its beginning and at its end.
struct PackStep {
    std::size_t done = 0;
    std::size_t count = 0;
    std::string program;
    std::string target;
    Image image;  // empty at the beginning, and for a mere source; only for the call
};

// See quovis_pack_info. `on_step` must not throw.
struct PackRequest {
    std::vector<Program> programs;
    std::vector<std::string> targets;
    std::string backend;
    bool without_sources = false;
    std::function<void(const PackStep&)> on_step;
};

struct PluginInfo {
    std::string name;
    std::string path;
    quovis_plugin_state state = QUOVIS_STATE_READY;
    std::string state_name;
    std::string stage;
    std::string reason;
    std::string hint;
    std::string version;
    std::string description;
    std::string abi;
    std::string runtime;
    bool serves_runtime = false;
    std::string compiler;
    std::string compiler_path;
    std::vector<std::string> languages;
    std::vector<std::string> formats;
};

struct Device {
    std::size_t index = 0;
    std::string name;
    std::string vendor;
    quovis_device_type type = QUOVIS_DEVICE_OTHER;
    std::string uuid;
    std::string pci;
    std::uint64_t memory_bytes = 0;
    std::vector<Route> routes;
};

struct ConfigValue {
    std::string path;
    std::string value;
    std::string origin;
};

// How an instance begins. `log` may be called from any thread, must not throw, and it and its context must live as
// long as any object of the instance; null: to stderr.
struct InstanceOptions {
    std::string config;       // a file to read instead of the user's and the system's
    std::string config_text;  // YAML that lies over all files
    std::vector<std::string> plugin_directories;
    quovis_log_level log_level = QUOVIS_LOG_DEFAULT;
    void (*log)(void* context, quovis_log_level level, const char* line) = nullptr;
    void* log_context = nullptr;
};

// See quovis_cache_entry; `compile_time` is what the compile took, `created` and `used` are seconds since 1970.
struct CacheEntry {
    std::string key;
    std::string name;
    std::string compiler;
    std::string target;
    std::string format;
    std::string image;
    std::uint64_t bytes;
    std::chrono::nanoseconds compile_time;
    std::int64_t created;
    std::int64_t used;
};

// See quovis_cache_report.
struct CacheReport {
    std::uint64_t entries;
    std::uint64_t bytes;
    std::uint64_t removed;
    std::uint64_t removed_bytes;
    std::vector<std::string> damaged;
};

// The program cache of an instance, and the folder that it has in common with other processes.
class Cache {
  public:
    explicit Cache(quovis_instance* instance) : instance_(instance) {}

    // Its texts live as long as the instance.
    quovis_cache_info info() const { return detail::fetch<quovis_cache_info>(quovis_cache_get, instance_); }
    std::vector<CacheEntry> list() const;
    CacheReport count() const;
    CacheReport verify(bool repair = false) const;
    CacheReport prune(std::uint64_t max_bytes, std::chrono::seconds unused = std::chrono::seconds(0)) const;
    CacheReport clear() const;

  private:
    quovis_instance* instance_;
};

class Instance : public Handle<quovis_instance> {
  public:
    explicit Instance(const InstanceOptions& options = {});

    std::vector<PluginInfo> plugins() const;
    std::vector<std::string> targets(const std::string& plugin) const;
    std::vector<Device> devices() const;
    Route route(const std::string& selector = {}) const;  // the best; empty: the configured default
    std::vector<Route> routes(const std::string& selector = {}) const;
    std::vector<ConfigValue> configuration() const;

    Cache cache() const { return Cache(get()); }  // valid as long as the instance

    Program program(const Source& source, const Options& options = {}) const;
    Image image(const std::string& path, const std::string& format = {}) const;
    Image image(const void* data, std::size_t size, const std::string& format, const std::string& name = {}) const;
    // Links images that were compiled with `relocatable` on, or as LTO IR, to one. `options` are the linker's.
    Image link(const std::vector<Image>& images, const CompileRequest& request = {}, const Options& options = {}) const;

    Bundle bundle(const std::string& path) const;
    // A copy of the bytes, as of an array that was embedded; `name` is for messages.
    Bundle bundle(const void* data, std::size_t size, const std::string& name = {}) const;
    // Compiles every program for every target, through the cache.
    Bundle pack(const PackRequest& request) const;
};

// Throws what is wrong with a configuration file; each fault is one of the Error's diagnostics.
inline void check_configuration(const std::string& path) {
    detail::check(quovis_config_check(path.c_str()));
}

}  // namespace quovis

#undef QUOVIS_HANDLE

#include <quovis/quovis_inline.hpp>
