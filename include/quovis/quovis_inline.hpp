// The definitions of what quovis.hpp declares; quovis.hpp includes this file, programs do not.
#pragma once

namespace quovis {

inline Error::Error(quovis_status status, const char* phase, const std::string& message)
    : std::runtime_error(message), details_(std::make_shared<Details>()) {
    details_->status = status;
    details_->phase = phase;
}

inline Error Error::last() {
    const quovis_error& told = *quovis_last_error();
    Error error(told.status, detail::copy(told.phase).c_str(), detail::copy(told.message));
    Details& details = *error.details_;
    details.plugin = detail::copy(told.plugin);
    details.native_code = told.native_code;
    details.native_name = detail::copy(told.native_name);
    details.hint = detail::copy(told.hint);
    details.log = detail::copy(told.log);
    details.diagnostics = detail::copy(told.diagnostics, told.diagnostic_count);
    details.attempts = detail::copy(told.attempts, told.attempt_count);
    return error;
}

namespace detail {

inline std::vector<Diagnostic> copy(const quovis_diagnostic* diagnostics, std::size_t count) {
    std::vector<Diagnostic> copies;
    copies.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        const quovis_diagnostic& one = element(diagnostics, i);
        copies.push_back({copy(one.file), one.line, one.column, one.severity, copy(one.message)});
    }
    return copies;
}

inline std::vector<Attempt> copy(const quovis_attempt* attempts, std::size_t count) {
    std::vector<Attempt> copies;
    copies.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        const quovis_attempt& one = element(attempts, i);
        copies.push_back({copy(one.backend), copy(one.selector), one.status, copy(one.reason)});
    }
    return copies;
}

inline std::vector<const char*> pointers(const std::vector<std::string>& texts) {
    std::vector<const char*> list;
    list.reserve(texts.size());
    for (const std::string& text : texts) {
        list.push_back(text.c_str());
    }
    return list;
}

inline quovis_switch to_switch(const std::optional<bool>& value) noexcept {
    return !value ? QUOVIS_DEFAULT : *value ? QUOVIS_ON : QUOVIS_OFF;
}

inline quovis_optimize to_optimize(const std::optional<int>& level) {
    if (level && (*level < 0 || *level > 3)) {
        throw Error(QUOVIS_ERROR_INVALID_ARGUMENT, "options",
                    "the optimization level is " + std::to_string(*level) + "; it can be 0, 1, 2 or 3");
    }
    return level ? static_cast<quovis_optimize>(QUOVIS_OPTIMIZE_0 + *level) : QUOVIS_OPTIMIZE_DEFAULT;
}

// The same options as C sees them; refers to the texts of the original.
class OptionsView {
  public:
    explicit OptionsView(const Options& options)
        : include_directories_(pointers(options.include_directories)),
          name_expressions_(pointers(options.name_expressions)),
          raw_(pointers(options.raw)) {
        for (const Define& define : options.defines) {
            defines_.push_back({define.name.c_str(), define.value ? define.value->c_str() : nullptr});
        }
        for (const Header& header : options.headers) {
            headers_.push_back({header.name.c_str(), header.text.c_str(), header.text.size()});
        }
        view_.optimize = to_optimize(options.optimize);
        view_.debug = to_switch(options.debug);
        view_.line_info = to_switch(options.line_info);
        view_.fast_math = to_switch(options.fast_math);
        view_.warnings_as_errors = to_switch(options.warnings_as_errors);
        view_.relocatable = to_switch(options.relocatable);
        view_.max_registers = options.max_registers;
        view_.standard = or_null(options.standard);
        view_.defines = defines_.data();
        view_.define_count = defines_.size();
        view_.include_directories = include_directories_.data();
        view_.include_directory_count = include_directories_.size();
        view_.headers = headers_.data();
        view_.header_count = headers_.size();
        view_.name_expressions = name_expressions_.data();
        view_.name_expression_count = name_expressions_.size();
        view_.raw = raw_.data();
        view_.raw_count = raw_.size();
        constexpr auto most = std::chrono::milliseconds(std::numeric_limits<std::uint32_t>::max());
        view_.timeout_ms =
            static_cast<std::uint32_t>(std::clamp(options.timeout, options.timeout.zero(), most).count());
    }
    OptionsView(const OptionsView&) = delete;
    OptionsView& operator=(const OptionsView&) = delete;

    const quovis_options* get() const noexcept { return &view_; }

  private:
    std::vector<quovis_define> defines_;
    std::vector<quovis_header> headers_;
    std::vector<const char*> include_directories_;
    std::vector<const char*> name_expressions_;
    std::vector<const char*> raw_;
    quovis_options view_ = sized<quovis_options>();
};

template <typename Class, typename C, typename Create, typename... Given>
Class create(Create call, Given... given) {
    C* handle = nullptr;
    check(call(given..., &handle));
    return Class::adopt(handle);
}

template <typename Get, typename C>
std::uint64_t native(Get get, C* object) {
    std::uint64_t handle = 0;
    check(get(object, &handle));
    return handle;
}

inline bool passed(quovis_status status) {
    if (status == QUOVIS_NOT_READY) {
        return false;
    }
    check(status);
    return true;
}

// Bytes of `count` elements, or an Error when no memory could hold them.
template <typename T>
std::size_t byte_count(std::size_t count) {
    static_assert(std::is_trivially_copyable_v<T>, "a buffer holds values that can be copied byte by byte");
    if (count > static_cast<std::size_t>(-1) / sizeof(T)) {
        throw Error(QUOVIS_ERROR_INVALID_ARGUMENT, "memory",
                    std::to_string(count) + " elements of " + std::to_string(sizeof(T)) + " bytes are too many");
    }
    return count * sizeof(T);
}

inline void call_function(void* data) {
    (*static_cast<std::function<void()>*>(data))();
}
inline void delete_function(void* data) {
    delete static_cast<std::function<void()>*>(data);
}

[[noreturn]] inline void throw_empty_buffer() {
    throw Error(QUOVIS_ERROR_INVALID_LAUNCH, "launch",
                "an empty quovis::Buffer was given as an argument; a null pointer is passed as nullptr");
}

// The word for an arithmetic type in C, as on the devices; empty for any other.
template <typename T>
const char* type_word() noexcept {
    using Plain = std::remove_cv_t<T>;
    if constexpr (std::is_same_v<Plain, bool>) {
        return "bool";
    } else if constexpr (std::is_floating_point_v<Plain>) {
        return sizeof(Plain) == 4 ? "float" : sizeof(Plain) == 8 ? "double" : "long double";
    } else if constexpr (std::is_integral_v<Plain>) {
        constexpr const char* words[] = {"char", "unsigned char", "short", "unsigned short",
                                         "int",  "unsigned int",  "long",  "unsigned long"};
        constexpr int width = sizeof(Plain) == 1 ? 0 : sizeof(Plain) == 2 ? 2 : sizeof(Plain) == 4 ? 4 : 6;
        return words[width + (std::is_unsigned_v<Plain> ? 1 : 0)];
    } else {
        return "";
    }
}

inline quovis_parameter parameter(quovis_parameter_kind kind, std::size_t bytes, const char* type) noexcept {
    auto made = sized<quovis_parameter>();
    made.kind = kind;
    made.bytes = bytes;
    made.type = type;
    return made;
}

template <typename P>
quovis_parameter Typed<P>::parameter() noexcept {
    return detail::parameter(QUOVIS_PARAMETER_VALUE, sizeof(P), type_word<P>());
}
template <typename T>
quovis_parameter Typed<buffer<T>>::parameter() noexcept {
    return detail::parameter(QUOVIS_PARAMETER_POINTER, 0, type_word<T>());
}
inline quovis_parameter Typed<local_memory>::parameter() noexcept {
    return detail::parameter(QUOVIS_PARAMETER_LOCAL, 0, "");
}

}  // namespace detail

inline Stream Stream::wrap(const Route& route, std::uint64_t native) {
    return detail::create<Stream, quovis_stream>(quovis_stream_wrap, route.get(), native);
}
inline bool Stream::finished() const {
    return detail::passed(quovis_stream_query(get()));
}
inline void Stream::wait(const Event& event) const {
    detail::check(quovis_stream_wait(get(), event.get()));
}
inline void Stream::call(std::function<void()> function) const {
    auto held = std::make_unique<std::function<void()>>(std::move(function));
    detail::check(quovis_stream_host_function(get(), detail::call_function, detail::delete_function, held.get()));
    static_cast<void>(held.release());  // delete_function() deletes it
}
template <typename T>
Buffer Stream::buffer(std::size_t count) const {
    return detail::create<Buffer, quovis_buffer>(quovis_buffer_create_in_order, get(), detail::byte_count<T>(count));
}
inline Graph Stream::end_capture() const {
    return detail::create<Graph, quovis_graph>(quovis_stream_end_capture, get());
}
template <typename Record>
Graph Stream::capture(Record&& record) const {
    begin_capture();
    try {
        std::forward<Record>(record)();
    } catch (...) {
        quovis_graph* dropped = nullptr;
        static_cast<void>(quovis_stream_end_capture(get(), &dropped));  // the first failure is the one that counts
        quovis_graph_release(dropped);
        throw;
    }
    return end_capture();
}
inline std::uint64_t Stream::native() const {
    return detail::native(quovis_stream_native, get());
}

inline GraphExec Graph::instantiate() const {
    return detail::create<GraphExec, quovis_graph_exec>(quovis_graph_instantiate, get());
}
inline void GraphExec::update(const Graph& graph) const {
    detail::check(quovis_graph_exec_update(get(), graph.get()));
}

inline Event Event::wrap(const Route& route, std::uint64_t native) {
    return detail::create<Event, quovis_event>(quovis_event_wrap, route.get(), native);
}
inline bool Event::finished() const {
    return detail::passed(quovis_event_query(get()));
}
inline std::uint64_t Event::native() const {
    return detail::native(quovis_event_native, get());
}

inline std::chrono::duration<double, std::nano> elapsed(const Event& start, const Event& end) {
    double nanoseconds = 0;
    detail::check(quovis_event_elapsed(start.get(), end.get(), &nanoseconds));
    return std::chrono::duration<double, std::nano>(nanoseconds);
}

inline Buffer Buffer::wrap(const Route& route, std::uint64_t native, std::size_t bytes) {
    return detail::create<Buffer, quovis_buffer>(quovis_buffer_wrap, route.get(), native, bytes);
}
inline Buffer Buffer::wrap(const Route& route, std::uint64_t native, std::size_t bytes, std::function<void()> release) {
    auto held = std::make_unique<std::function<void()>>(std::move(release));
    Buffer made = detail::create<Buffer, quovis_buffer>(
        quovis_buffer_wrap_with, route.get(), native, bytes,
        [](void* data) {
            detail::call_function(data);
            detail::delete_function(data);
        },
        held.get());
    static_cast<void>(held.release());  // the buffer's from now on
    return made;
}
inline Buffer Buffer::slice(std::size_t offset, std::size_t bytes) const {
    return detail::create<Buffer, quovis_buffer>(quovis_buffer_slice, get(), offset, bytes);
}
inline Route Buffer::route() const {
    return Route::borrow(handle_, info().route);
}
inline std::uint64_t Buffer::native() const {
    return detail::native(quovis_buffer_native, get());
}

template <typename T>
void Buffer::write(const T* data, std::size_t count, std::size_t first, const Stream& stream) const {
    detail::check(
        quovis_buffer_write(get(), detail::byte_count<T>(first), data, detail::byte_count<T>(count), stream.get()));
}
template <typename T>
void Buffer::read(T* data, std::size_t count, std::size_t first, const Stream& stream) const {
    detail::check(
        quovis_buffer_read(get(), detail::byte_count<T>(first), data, detail::byte_count<T>(count), stream.get()));
}
template <typename T>
std::vector<T> Buffer::read() const {
    static_assert(!std::is_same_v<T, bool>, "std::vector<bool> is not an array: read unsigned char");
    std::vector<T> values(size() / sizeof(T));
    read(values.data(), values.size());
    return values;
}
template <typename T>
void Buffer::fill(const T& value, const Stream& stream) const {
    static_assert(sizeof(T) <= 16 && (sizeof(T) & (sizeof(T) - 1)) == 0, "a pattern has 1, 2, 4, 8 or 16 bytes");
    static_assert(std::is_trivially_copyable_v<T>, "a pattern is a value that can be copied byte by byte");
    detail::check(quovis_buffer_fill(get(), 0, size(), &value, sizeof(T), stream.get()));
}
inline void Buffer::copy_from(const Buffer& source, std::size_t bytes, std::size_t offset, std::size_t source_offset,
                              const Stream& stream) const {
    detail::check(quovis_buffer_copy(get(), offset, source.get(), source_offset, bytes, stream.get()));
}

inline void copy_rows(const Rows& destination, const Rows& source, std::size_t width, std::size_t height,
                      const Stream& stream) {
    auto copy = detail::sized<quovis_copy_info>();
    copy.destination = destination.buffer != nullptr ? destination.buffer->get() : nullptr;
    copy.destination_host = destination.host;
    copy.destination_offset = destination.offset;
    copy.destination_pitch = destination.pitch;
    copy.source = source.buffer != nullptr ? source.buffer->get() : nullptr;
    copy.source_host = source.host;
    copy.source_offset = source.offset;
    copy.source_pitch = source.pitch;
    copy.width = width;
    copy.height = height;
    detail::check(quovis_copy(&copy, stream.get()));
}

template <typename T>
Buffer Pool::buffer(const Stream& stream, std::size_t count) const {
    return detail::create<Buffer, quovis_buffer>(quovis_pool_allocate, get(), stream.get(),
                                                 detail::byte_count<T>(count));
}

namespace detail {

inline KernelInfo copy(const quovis_kernel_info& told) {
    KernelInfo info;
    info.name = copy(told.name);
    if (told.has_parameters != 0) {
        info.parameters.emplace();
        for (std::size_t i = 0; i < told.parameter_count; ++i) {
            const quovis_parameter& one = element(told.parameters, i);
            info.parameters->push_back({one.kind, one.bytes, one.alignment, copy(one.name), copy(one.type)});
        }
    }
    info.registers = told.registers;
    info.max_threads_per_block = told.max_threads_per_block;
    info.required_block = {told.required_block[0], told.required_block[1], told.required_block[2]};
    info.preferred_multiple = told.preferred_multiple;
    info.static_shared_memory = told.static_shared_memory;
    info.local_memory = told.local_memory;
    info.constant_memory = told.constant_memory;
    info.max_dynamic_shared_memory = told.max_dynamic_shared_memory;
    return info;
}

}  // namespace detail

inline KernelInfo Kernel::info() const {
    return detail::copy(detail::fetch<quovis_kernel_info>(quovis_kernel_get, get()));
}
inline std::uint64_t Kernel::native() const {
    return detail::native(quovis_kernel_native, get());
}

template <typename... Parameters>
TypedKernel<Parameters...> Kernel::typed() const {
    const std::array<quovis_parameter, sizeof...(Parameters) + 1> list{detail::Typed<Parameters>::parameter()..., {}};
    detail::check(quovis_kernel_check(get(), list.data(), sizeof...(Parameters)));
    return TypedKernel<Parameters...>(*this);
}
inline Occupancy Kernel::occupancy(std::uint32_t block_threads, std::size_t shared_memory) const {
    auto told = detail::sized<quovis_occupancy>();
    told.block_threads = block_threads;
    told.shared_memory = shared_memory;
    detail::check(quovis_kernel_occupancy(get(), &told));
    return {told.suggested_threads, told.blocks_per_multiprocessor, told.max_cooperative_grid};
}

namespace detail {

inline void copy_axes(const Extent& extent, std::uint32_t (&axes)[3]) noexcept {
    axes[0] = extent.x;
    axes[1] = extent.y;
    axes[2] = extent.z;
}

inline quovis_launch_info launch_info(const LaunchShape& shape) noexcept {
    auto launch = sized<quovis_launch_info>();
    copy_axes(shape.grid, launch.grid);
    copy_axes(shape.block, launch.block);
    launch.shared_memory = shape.shared_memory;
    if (shape.cooperative) {
        launch.flags |= QUOVIS_LAUNCH_COOPERATIVE;
    }
    if (shape.priority) {
        launch.flags |= QUOVIS_LAUNCH_PRIORITY;
        launch.priority = *shape.priority;
    }
    if (shape.cluster) {
        copy_axes(*shape.cluster, launch.cluster);
    }
    std::copy(shape.offset.begin(), shape.offset.end(), launch.offset);
    return launch;
}

}  // namespace detail

inline void Kernel::launch_list(const Stream& stream, const LaunchShape& shape, const quovis_argument* arguments,
                                std::size_t count, std::uint32_t flags) const {
    auto launch = detail::launch_info(shape);
    launch.flags |= flags;
    launch.arguments = arguments;
    launch.argument_count = count;
    detail::check(quovis_launch(get(), stream.get(), &launch));
}
inline void Kernel::launch_packed(const Stream& stream, const LaunchShape& shape, const void* bytes,
                                  std::size_t size) const {
    auto launch = detail::launch_info(shape);
    launch.packed = bytes;
    launch.packed_size = size;
    detail::check(quovis_launch(get(), stream.get(), &launch));
}
inline void Kernel::launch_pointers(const Stream& stream, const LaunchShape& shape, const void* const* pointers) const {
    auto launch = detail::launch_info(shape);
    launch.pointers = pointers;
    detail::check(quovis_launch(get(), stream.get(), &launch));
}

inline Module Module::wrap(const Route& route, std::uint64_t native) {
    return detail::create<Module, quovis_module>(quovis_module_wrap, route.get(), native);
}
inline Kernel Module::kernel(const std::string& name) const {
    return detail::create<Kernel, quovis_kernel>(quovis_module_kernel, get(), name.c_str());
}
inline std::vector<std::string> Module::kernels() const {
    const char* const* names = nullptr;
    std::size_t count = 0;
    detail::check(quovis_module_kernels(get(), &names, &count));
    return detail::copy(names, count);
}
inline Buffer Module::global(const std::string& name) const {
    return detail::create<Buffer, quovis_buffer>(quovis_module_global, get(), name.c_str());
}
inline Route Module::route() const {
    return Route::borrow(handle_, info().route);
}
inline Image Module::image() const {
    return Image::borrow(handle_, info().image);
}
inline std::string Module::compiler() const {
    return detail::copy(info().compiler);
}
inline std::vector<Attempt> Module::attempts() const {
    const auto told = info();
    return detail::copy(told.attempts, told.attempt_count);
}
inline std::uint64_t Module::native() const {
    return detail::native(quovis_module_native, get());
}

inline RouteInfo Route::info() const {
    const auto told = detail::fetch<quovis_route_info>(quovis_route_get, get());
    RouteInfo info;
    info.device = told.device;
    info.selector = detail::copy(told.selector);
    info.runtime = detail::copy(told.runtime);
    info.plugin = detail::copy(told.plugin);
    info.name = detail::copy(told.name);
    info.platform = detail::copy(told.platform);
    info.driver = detail::copy(told.driver);
    info.target = detail::copy(told.target);
    info.compilers = detail::copy(told.compilers, told.compiler_count);
    info.languages = detail::copy(told.languages, told.language_count);
    info.max_block = {told.max_block[0], told.max_block[1], told.max_block[2]};
    info.max_threads_per_block = told.max_threads_per_block;
    info.max_grid = {told.max_grid[0], told.max_grid[1], told.max_grid[2]};
    info.shared_memory_per_block = told.shared_memory_per_block;
    info.shared_memory_opt_in = told.shared_memory_opt_in;
    info.warp_size = told.warp_size;
    info.multiprocessors = told.multiprocessors;
    return info;
}

inline std::vector<Capability> Route::capabilities() const {
    std::size_t count = 0;
    detail::check(quovis_route_capability_count(get(), &count));
    std::vector<Capability> capabilities;
    for (std::size_t i = 0; i < count; ++i) {
        const auto told = detail::fetch<quovis_capability>(quovis_route_capability, get(), i);
        Capability one{detail::copy(told.name), told.number};
        if (told.type == QUOVIS_CAPABILITY_BOOLEAN) {
            one.value = told.number != 0;
        } else if (told.type == QUOVIS_CAPABILITY_TEXT) {
            one.value = detail::copy(told.text);
        }
        capabilities.push_back(std::move(one));
    }
    return capabilities;
}

inline std::pair<std::uint64_t, std::uint64_t> Route::memory() const {
    std::pair<std::uint64_t, std::uint64_t> bytes;
    detail::check(quovis_route_memory(get(), &bytes.first, &bytes.second));
    return bytes;
}
template <typename T>
Buffer Route::buffer(std::size_t count, Memory kind) const {
    return bytes(detail::byte_count<T>(count), kind);
}
inline Buffer Route::bytes(std::size_t size, Memory kind) const {
    return detail::create<Buffer, quovis_buffer>(quovis_buffer_create, get(), size,
                                                 static_cast<quovis_memory_kind>(kind));
}
inline Pool Route::pool(const PoolOptions& options) const {
    auto info = detail::sized<quovis_pool_info>();
    info.kind = static_cast<quovis_memory_kind>(options.kind);
    info.max_held_bytes = options.max_held_bytes;
    return detail::create<Pool, quovis_pool>(quovis_pool_create, get(), &info);
}
inline std::chrono::nanoseconds Route::vendor_loop(quovis_loop_info loop) const {
    std::uint64_t nanoseconds = 0;
    loop.struct_size = sizeof(loop);
    detail::check(quovis_vendor_loop(get(), &loop, &nanoseconds));
    return std::chrono::nanoseconds(nanoseconds);
}
inline bool Route::reaches(const Route& other) const {
    int possible = 0;
    detail::check(quovis_route_peer_access(get(), other.get(), &possible));
    return possible != 0;
}
inline Stream Route::stream(int priority) const {
    return detail::create<Stream, quovis_stream>(quovis_stream_create, get(), priority);
}
inline Event Route::event() const {
    return detail::create<Event, quovis_event>(quovis_event_create, get());
}
inline std::uint64_t Route::native_device() const {
    return detail::native(quovis_route_native_device, get());
}
inline std::uint64_t Route::native_context() const {
    return detail::native(quovis_route_native_context, get());
}

inline std::vector<Diagnostic> Image::diagnostics() const {
    const auto told = info();
    return detail::copy(told.diagnostics, told.diagnostic_count);
}
inline std::vector<Symbol> Image::symbols() const {
    const auto told = info();
    std::vector<Symbol> symbols;
    for (std::size_t i = 0; i < told.symbol_count; ++i) {
        symbols.push_back({detail::copy(told.symbols[i].expression), detail::copy(told.symbols[i].symbol)});
    }
    return symbols;
}
inline std::vector<KernelInfo> Image::kernels() const {
    const quovis_kernel_info* told = nullptr;
    std::size_t count = 0;
    detail::check(quovis_image_kernels(get(), &told, &count));
    std::vector<KernelInfo> kernels;
    for (std::size_t i = 0; i < count; ++i) {
        kernels.push_back(detail::copy(detail::element(told, i)));
    }
    return kernels;
}
inline Module Image::load(const Route& route) const {
    return detail::create<Module, quovis_module>(quovis_image_load, get(), route.get());
}
inline Module Image::load(const std::string& selector) const {
    return detail::create<Module, quovis_module>(quovis_image_load_any, get(), detail::or_null(selector));
}

namespace detail {

// Refers to the texts of the request.
inline quovis_compile_info to_c(const CompileRequest& request) {
    auto info = sized<quovis_compile_info>();
    info.backend = or_null(request.backend);
    info.target = or_null(request.target);
    info.format = or_null(request.format);
    return info;
}

}  // namespace detail

inline Image Program::compile(const CompileRequest& request) const {
    const auto info = detail::to_c(request);
    return detail::create<Image, quovis_image>(quovis_program_compile, get(), &info);
}
inline Module Program::load(const std::string& selector) const {
    return detail::create<Module, quovis_module>(quovis_program_load, get(), detail::or_null(selector));
}
inline Module Program::load(const Route& route) const {
    return detail::create<Module, quovis_module>(quovis_program_load_on, get(), route.get());
}

inline void Program::cancel() const {
    detail::check(quovis_program_cancel(get()));
}

namespace detail {

// Takes the handle over.
inline Explanation copy(quovis_explanation* made) {
    const std::unique_ptr<quovis_explanation, decltype(&quovis_explanation_release)> held(made,
                                                                                          quovis_explanation_release);
    const auto told = fetch<quovis_explanation_info>(quovis_explanation_get, made);
    Explanation explanation{copy(told.rule),   copy(told.backend),     copy(told.selector),
                            copy(told.target), copy(told.compiler),    copy(told.attempts, told.attempt_count),
                            copy(told.key),    copy(told.bypass),      copy(told.found),
                            copy(told.image),  copy(told.nearest_key), {}};
    for (std::size_t i = 0; i < told.part_count; ++i) {
        const quovis_cache_part& one = element(told.parts, i);
        explanation.parts.push_back({copy(one.label), copy(one.value), copy(one.nearest), one.differs != 0});
    }
    return explanation;
}

}  // namespace detail

inline Explanation Program::explain(const CompileRequest& request, const std::string& selector) const {
    const auto how = detail::to_c(request);
    quovis_explanation* made = nullptr;
    detail::check(quovis_program_explain(get(), &how, detail::or_null(selector), &made));
    return detail::copy(made);
}

namespace detail {

inline BundleSource copy(const quovis_bundle_source& told) {
    BundleSource source{copy(told.name), copy(told.language), std::nullopt, {}, copy(told.options, told.option_count)};
    if (told.text != nullptr) {
        source.text = std::string(told.text, told.text_size);
    }
    for (std::size_t i = 0; i < told.header_count; ++i) {
        const quovis_header& header = told.headers[i];
        source.headers.push_back({copy(header.name), std::string(header.text, header.text_size)});
    }
    return source;
}

inline BundleImage copy(const quovis_bundle_image& told) {
    BundleImage image{told.source,         copy(told.target),  copy(told.format), copy(told.compiler),
                      copy(told.identity), copy(told.command), told.size,         std::nullopt};
    if (told.has_kernels != 0) {
        image.kernels.emplace();
        for (std::size_t i = 0; i < told.kernel_count; ++i) {
            image.kernels->push_back(copy(element(told.kernels, i)));
        }
    }
    return image;
}

inline void call_on_step(void* context, const quovis_pack_step* step) {
    const auto& on_step = *static_cast<const std::function<void(const PackStep&)>*>(context);
    Image image;
    if (step->image != nullptr) {
        image = Image::borrow(std::shared_ptr<void>(), step->image);
    }
    on_step({step->done, step->count, copy(step->program), copy(step->target), std::move(image)});
}

}  // namespace detail

inline std::vector<BundleSource> Bundle::sources() const {
    const auto told = info();
    std::vector<BundleSource> sources;
    for (std::size_t i = 0; i < told.source_count; ++i) {
        sources.push_back(detail::copy(detail::element(told.sources, i)));
    }
    return sources;
}
inline std::vector<BundleImage> Bundle::images() const {
    const auto told = info();
    std::vector<BundleImage> images;
    for (std::size_t i = 0; i < told.image_count; ++i) {
        images.push_back(detail::copy(detail::element(told.images, i)));
    }
    return images;
}
inline std::vector<std::string> Bundle::headers() const {
    const auto told = info();
    return detail::copy(told.headers, told.header_count);
}
inline Image Bundle::image(std::size_t index) const {
    return detail::create<Image, quovis_image>(quovis_bundle_extract, get(), index);
}
inline Program Bundle::program(const std::string& source) const {
    return detail::create<Program, quovis_program>(quovis_bundle_program, get(), detail::or_null(source));
}
inline Module Bundle::load(const std::string& source, const std::string& selector) const {
    return detail::create<Module, quovis_module>(quovis_bundle_load, get(), detail::or_null(source),
                                                 detail::or_null(selector));
}
inline Module Bundle::load(const std::string& source, const Route& route) const {
    return detail::create<Module, quovis_module>(quovis_bundle_load_on, get(), detail::or_null(source), route.get());
}
inline Explanation Bundle::explain(const std::string& source, const std::string& selector) const {
    quovis_explanation* made = nullptr;
    detail::check(quovis_bundle_explain(get(), detail::or_null(source), detail::or_null(selector), &made));
    return detail::copy(made);
}

namespace detail {

inline CacheReport copy(const quovis_cache_report& report) {
    CacheReport copied{report.entries, report.bytes, report.removed, report.removed_bytes, {}};
    for (std::size_t i = 0; i < report.damaged_count; ++i) {
        copied.damaged.push_back(copy(report.damaged[i]));
    }
    return copied;
}

template <typename Call, typename... Given>
CacheReport cache_report(Call call, Given... given) {
    auto report = sized<quovis_cache_report>();
    check(call(given..., &report));
    return copy(report);
}

}  // namespace detail

inline std::vector<CacheEntry> Cache::list() const {
    const quovis_cache_entry* entries = nullptr;
    std::size_t count = 0;
    detail::check(quovis_cache_list(instance_, &entries, &count));
    std::vector<CacheEntry> copies;
    copies.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        const quovis_cache_entry& one = detail::element(entries, i);
        copies.push_back({detail::copy(one.key), detail::copy(one.name), detail::copy(one.compiler),
                          detail::copy(one.target), detail::copy(one.format), detail::copy(one.image), one.bytes,
                          std::chrono::nanoseconds(one.compile_ns), one.created, one.used});
    }
    return copies;
}
inline CacheReport Cache::count() const {
    return detail::cache_report(quovis_cache_count, instance_);
}
inline CacheReport Cache::verify(bool repair) const {
    return detail::cache_report(quovis_cache_verify, instance_, repair ? 1 : 0);
}
inline CacheReport Cache::prune(std::uint64_t max_bytes, std::chrono::seconds unused) const {
    return detail::cache_report(quovis_cache_prune, instance_, max_bytes, static_cast<std::uint64_t>(unused.count()));
}
inline CacheReport Cache::clear() const {
    return detail::cache_report(quovis_cache_clear, instance_);
}

inline Instance::Instance(const InstanceOptions& options) {
    const std::vector<const char*> directories = detail::pointers(options.plugin_directories);
    auto info = detail::sized<quovis_instance_info>();
    info.config = detail::or_null(options.config);
    info.config_text = detail::or_null(options.config_text);
    info.plugin_directories = directories.data();
    info.plugin_directory_count = directories.size();
    info.log_level = options.log_level;
    info.log = options.log;
    info.log_context = options.log_context;
    quovis_instance* handle = nullptr;
    detail::check(quovis_instance_create(&info, &handle));
    handle_ = {handle, quovis_instance_release};
}

inline std::vector<PluginInfo> Instance::plugins() const {
    std::size_t count = 0;
    detail::check(quovis_plugin_count(get(), &count));
    std::vector<PluginInfo> plugins;
    for (std::size_t i = 0; i < count; ++i) {
        const auto told = detail::fetch<quovis_plugin_info>(quovis_plugin_get, get(), i);
        PluginInfo one;
        one.name = detail::copy(told.name);
        one.path = detail::copy(told.path);
        one.state = told.state;
        one.state_name = detail::copy(told.state_name);
        one.stage = detail::copy(told.stage);
        one.reason = detail::copy(told.reason);
        one.hint = detail::copy(told.hint);
        one.version = detail::copy(told.version);
        one.description = detail::copy(told.description);
        one.abi = detail::copy(told.abi);
        one.runtime = detail::copy(told.runtime);
        one.serves_runtime = told.serves_runtime != 0;
        one.compiler = detail::copy(told.compiler);
        one.compiler_path = detail::copy(told.compiler_path);
        one.languages = detail::copy(told.languages, told.language_count);
        one.formats = detail::copy(told.formats, told.format_count);
        plugins.push_back(std::move(one));
    }
    return plugins;
}

inline std::vector<std::string> Instance::targets(const std::string& plugin) const {
    const char* const* names = nullptr;
    std::size_t count = 0;
    detail::check(quovis_plugin_targets(get(), plugin.c_str(), &names, &count));
    return detail::copy(names, count);
}

inline std::vector<Device> Instance::devices() const {
    std::size_t count = 0;
    detail::check(quovis_device_count(get(), &count));
    std::vector<Device> devices;
    for (std::size_t i = 0; i < count; ++i) {
        const auto told = detail::fetch<quovis_device_info>(quovis_device_get, get(), i);
        Device one;
        one.index = told.index;
        one.name = detail::copy(told.name);
        one.vendor = detail::copy(told.vendor);
        one.type = told.type;
        one.uuid = detail::copy(told.uuid);
        one.pci = detail::copy(told.pci);
        one.memory_bytes = told.memory_bytes;
        for (std::size_t route = 0; route < told.route_count; ++route) {
            one.routes.push_back(detail::create<Route, quovis_route>(quovis_device_route, get(), i, route));
        }
        devices.push_back(std::move(one));
    }
    return devices;
}

inline Route Instance::route(const std::string& selector) const {
    return detail::create<Route, quovis_route>(quovis_route_find, get(), detail::or_null(selector));
}

inline std::vector<Route> Instance::routes(const std::string& selector) const {
    quovis_route** found = nullptr;
    std::size_t count = 0;
    detail::check(quovis_route_find_all(get(), detail::or_null(selector), &found, &count));
    const auto release = [count](quovis_route** routes) { quovis_routes_release(routes, count); };
    const std::shared_ptr<quovis_route*> owner(found, release);
    std::vector<Route> routes;
    for (std::size_t i = 0; i < count; ++i) {
        routes.push_back(Route::borrow(owner, found[i]));
    }
    return routes;
}

inline std::vector<ConfigValue> Instance::configuration() const {
    std::size_t count = 0;
    detail::check(quovis_config_count(get(), &count));
    std::vector<ConfigValue> values;
    for (std::size_t i = 0; i < count; ++i) {
        const auto told = detail::fetch<quovis_config_value>(quovis_config_get, get(), i);
        values.push_back({detail::copy(told.path), detail::copy(told.value), detail::copy(told.origin)});
    }
    return values;
}

inline Program Instance::program(const Source& source, const Options& options) const {
    const detail::OptionsView view(options);
    auto told = detail::sized<quovis_source>();
    told.path = detail::or_null(source.path);
    told.text = source.path.empty() ? source.text.c_str() : nullptr;
    told.text_size = source.text.size();
    told.name = detail::or_null(source.name);
    told.language = detail::or_null(source.language);
    return detail::create<Program, quovis_program>(quovis_program_create, get(),
                                                   static_cast<const quovis_source*>(&told), view.get());
}

inline Image Instance::image(const std::string& path, const std::string& format) const {
    return detail::create<Image, quovis_image>(quovis_image_from_file, get(), path.c_str(), detail::or_null(format));
}
inline Image Instance::image(const void* data, std::size_t size, const std::string& format,
                             const std::string& name) const {
    return detail::create<Image, quovis_image>(quovis_image_from_memory, get(), data, size, format.c_str(),
                                               detail::or_null(name));
}
inline Image Instance::link(const std::vector<Image>& images, const CompileRequest& request,
                            const Options& options) const {
    std::vector<quovis_image*> handles;
    for (const Image& image : images) {
        handles.push_back(image.get());
    }
    const detail::OptionsView view(options);
    auto info = detail::sized<quovis_link_info>();
    info.backend = detail::or_null(request.backend);
    info.target = detail::or_null(request.target);
    info.format = detail::or_null(request.format);
    info.options = view.get();
    return detail::create<Image, quovis_image>(quovis_images_link, get(), handles.data(), handles.size(), &info);
}

inline Bundle Instance::bundle(const std::string& path) const {
    return detail::create<Bundle, quovis_bundle>(quovis_bundle_from_file, get(), path.c_str());
}
inline Bundle Instance::bundle(const void* data, std::size_t size, const std::string& name) const {
    return detail::create<Bundle, quovis_bundle>(quovis_bundle_from_memory, get(), data, size, detail::or_null(name));
}
inline Bundle Instance::pack(const PackRequest& request) const {
    std::vector<quovis_program*> programs;
    for (const Program& program : request.programs) {
        programs.push_back(program.get());
    }
    std::vector<const char*> targets;
    for (const std::string& target : request.targets) {
        targets.push_back(target.c_str());
    }
    auto info = detail::sized<quovis_pack_info>();
    info.programs = programs.data();
    info.program_count = programs.size();
    info.targets = targets.data();
    info.target_count = targets.size();
    info.backend = detail::or_null(request.backend);
    info.without_sources = request.without_sources ? 1 : 0;
    if (request.on_step) {
        info.step = detail::call_on_step;
        info.step_context = const_cast<std::function<void(const PackStep&)>*>(&request.on_step);
    }
    return detail::create<Bundle, quovis_bundle>(quovis_bundle_pack, get(),
                                                 static_cast<const quovis_pack_info*>(&info));
}

}  // namespace quovis
