// The steps, each with the call's own words in the failure.
#include "tests/conformance/kit/runtime.hpp"

#include <stdexcept>

namespace quovis::conformance {
namespace {

quovis_rt_copy rows(std::size_t width, std::size_t height = 1) {
    auto copy = sized<quovis_rt_copy>();
    copy.width = width;
    copy.height = height;
    return copy;
}

// An image for the target from one compiler. Null where the compiler cannot serve.
std::unique_ptr<Image> make_image(const quovis_plugin_table& plugin, quovis_plugin_instance* instance, Trial& trial,
                                  std::string_view target, const Runtime::Choose& source, std::string_view expression) {
    const quovis_cc_table& table = *plugin.compiler;
    const Description description = describe(trial, table, instance);
    for (const std::string& language : description.languages) {
        const Kernels* kernels = kernels_of(language);
        const std::string_view words = kernels == nullptr ? std::string_view() : source(*kernels);
        if (words.empty()) {
            continue;
        }
        auto options = sized<quovis_cc_options>();
        options.optimize = options.debug = options.line_info = options.fast_math = -1;
        options.warnings_as_errors = options.relocatable = -1;
        const quovis_plugin_text expressions[] = {text(expression)};
        auto request = sized<quovis_cc_request>();
        request.name = text("conformance");
        request.source = text(words);
        request.language = text(language);
        request.target = text(target);
        request.options = &options;
        request.name_expressions = expressions;
        request.name_expression_count = expression.empty() ? 0 : 1;
        Compiled compiled(table, instance);
        compiled.status = table.compile(instance, &request, &compiled.result, compiled.error.get());
        trial.require_ok(compiled.status, compiled.error, fmt::format("compile of {}", language));
        return std::make_unique<Image>(
            Image{compiled.image(), compiled.format(), compiled.target(), kernels, compiled.symbols()});
    }
    return nullptr;
}

}  // namespace

Runtime::Runtime(Trial& trial) : trial_(trial), table_(trial.runtime()), instance_(trial.start()) {
    trial.require(offers(table_, &quovis_rt_table::devices), "the runtime has no 'devices'");
    quovis_rt_device* const* first = nullptr;
    std::size_t count = 0;
    ErrorSlot error;
    const auto status = table_.devices(instance_.get(), &first, &count, error.get());
    if (status != QUOVIS_PLUGIN_OK) {
        trial.expect_failure(status, error, "devices");
        trial.skip(fmt::format("the runtime has no device: {}", error.message()));
    }
    if (count == 0) {
        trial.skip("the runtime lists no device");
    }
    devices_.assign(first, first + count);
}

quovis_rt_device_info Runtime::info(quovis_rt_device* device) const {
    trial_.require(offers(table_, &quovis_rt_table::device_info), "the runtime has no 'device_info'");
    auto info = sized<quovis_rt_device_info>();
    ErrorSlot error;
    trial_.require_ok(table_.device_info(device, &info, error.get()), error, "device_info");
    return info;
}

Buffer Runtime::buffer(std::size_t size) const {
    auto info = sized<quovis_rt_buffer_info>();
    need(&quovis_rt_table::buffer_create, "buffer_create");
    info.size = size;
    quovis_rt_buffer* made = nullptr;
    ErrorSlot error;
    trial_.require_ok(table_.buffer_create(device(), &info, &made, error.get()), error,
                      fmt::format("buffer_create of {} bytes", size));
    return Buffer(made, [this](quovis_rt_buffer* one) { table_.buffer_release(one, nullptr); });
}

Buffer Runtime::buffer_of_kind(std::size_t size, std::int32_t kind, quovis_rt_buffer_info& info) const {
    need(&quovis_rt_table::buffer_create, "buffer_create");
    info = sized<quovis_rt_buffer_info>();
    info.size = size;
    info.kind = kind;
    quovis_rt_buffer* made = nullptr;
    ErrorSlot error;
    const auto status = table_.buffer_create(device(), &info, &made, error.get());
    if (status != QUOVIS_PLUGIN_OK) {
        trial_.expect_failure(status, error, fmt::format("buffer_create of kind {}", kind),
                              {QUOVIS_PLUGIN_NOT_SUPPORTED});
        return nullptr;
    }
    return Buffer(made, [this](quovis_rt_buffer* one) { table_.buffer_release(one, nullptr); });
}

Stream Runtime::stream() const {
    need(&quovis_rt_table::stream_create, "stream_create");
    const auto info = sized<quovis_rt_stream_info>();
    quovis_rt_stream* made = nullptr;
    ErrorSlot error;
    trial_.require_ok(table_.stream_create(device(), &info, &made, error.get()), error, "stream_create");
    return Stream(made, [this](quovis_rt_stream* one) { table_.stream_release(one); });
}

Event Runtime::event() const {
    need(&quovis_rt_table::event_create, "event_create");
    quovis_rt_event* made = nullptr;
    ErrorSlot error;
    trial_.require_ok(table_.event_create(device(), &made, error.get()), error, "event_create");
    return Event(made, [this](quovis_rt_event* one) { table_.event_release(one); });
}

void Runtime::copy(const Stream& stream, const quovis_rt_copy& copy) const {
    need(&quovis_rt_table::copy, "copy");
    ErrorSlot error;
    trial_.require_ok(table_.copy(stream.get(), &copy, error.get()), error,
                      fmt::format("copy of {} rows of {} bytes", copy.height, copy.width));
}

void Runtime::write(const Stream& stream, const Buffer& to, std::string_view bytes, std::size_t offset) const {
    quovis_rt_copy one = rows(bytes.size());
    one.destination = to.get();
    one.destination_offset = offset;
    one.source_host = bytes.data();
    copy(stream, one);
    synchronize(stream);  // the bytes may be a temporary of the caller's
}

std::string Runtime::read(const Stream& stream, const Buffer& from, std::size_t size, std::size_t offset) const {
    std::string bytes(size, '\0');
    quovis_rt_copy one = rows(size);
    one.source = from.get();
    one.source_offset = offset;
    one.destination_host = bytes.data();
    copy(stream, one);
    synchronize(stream);
    return bytes;
}

void Runtime::synchronize(const Stream& stream) const {
    need(&quovis_rt_table::stream_synchronize, "stream_synchronize");
    ErrorSlot error;
    trial_.require_ok(table_.stream_synchronize(stream.get(), error.get()), error, "stream_synchronize");
}

Image Runtime::image(const Choose& source, std::string_view expression) const {
    const std::string target = to_string(info().target);
    const quovis_plugin_table& plugin = trial_.plugin();
    std::unique_ptr<Image> image;
    if (offers(plugin, &quovis_plugin_table::compiler)) {
        image = make_image(plugin, instance_.get(), trial_, target, source, expression);
    } else if (!trial_.subject().compiler_path.empty()) {
        const quovis_plugin_table* other = open_plugin(trial_.subject().compiler_path);
        trial_.require(other != nullptr && other->compiler != nullptr, "the compiler's plugin has no compiler");
        const auto info = sized<quovis_plugin_initialize_info>();
        quovis_plugin_instance* started = nullptr;
        ErrorSlot error;
        trial_.require_ok(other->initialize(&info, &started, error.get()), error, "initialize of the compiler");
        const Instance guard(*other, started);
        image = make_image(*other, started, trial_, target, source, expression);
    } else {
        trial_.skip("the plugin has no compiler and the kit was given none that makes images for it");
    }
    if (image == nullptr) {
        trial_.skip("the kit has no such kernel in a language of the compiler");
    }
    return *image;
}

quovis_plugin_status Runtime::load(std::string_view bytes, const Image& like, Module& module, ErrorSlot& error) const {
    need(&quovis_rt_table::module_load, "module_load");
    auto image = sized<quovis_rt_image>();
    image.format = text(like.format);
    image.target = text(like.target);
    image.data = bytes.data();
    image.size = bytes.size();
    image.name = text("conformance");
    quovis_rt_module* made = nullptr;
    const auto status = table_.module_load(device(), &image, &made, error.get());
    if (status == QUOVIS_PLUGIN_OK) {
        module = Module(made, [this](quovis_rt_module* one) { table_.module_release(one); });
    }
    return status;
}

Module Runtime::load(const Image& image) const {
    Module module;
    ErrorSlot error;
    trial_.require_ok(load(image.bytes, image, module, error), error, "module_load");
    return module;
}

Kernel Runtime::kernel(const Module& module, std::string_view name) const {
    need(&quovis_rt_table::kernel_create, "kernel_create");
    quovis_rt_kernel* made = nullptr;
    ErrorSlot error;
    trial_.require_ok(table_.kernel_create(module.get(), text(name), &made, error.get()), error,
                      fmt::format("kernel_create of '{}'", name));
    return Kernel(made, [this](quovis_rt_kernel* one) { table_.kernel_release(one); });
}

quovis_plugin_status Runtime::try_launch(const Stream& stream, const Kernel& kernel, const quovis_rt_launch& launch,
                                         ErrorSlot& error) const {
    need(&quovis_rt_table::launch, "launch");
    return table_.launch(stream.get(), kernel.get(), &launch, error.get());
}

void Runtime::launch(const Stream& stream, const Kernel& kernel, std::uint32_t grid, std::uint32_t block,
                     const Arguments& arguments, std::size_t shared_memory) const {
    auto launch = sized<quovis_rt_launch>();
    launch.grid[0] = grid;
    launch.block[0] = block;
    launch.grid[1] = launch.grid[2] = launch.block[1] = launch.block[2] = 1;
    launch.shared_memory = shared_memory;
    launch.arguments = arguments.all().data();
    launch.argument_count = arguments.all().size();
    ErrorSlot error;
    trial_.require_ok(try_launch(stream, kernel, launch, error), error, "launch");
}

std::string varied_bytes(std::size_t count, unsigned seed) {
    std::string bytes(count, '\0');
    unsigned state = seed * 2654435761u + 1;
    for (char& byte : bytes) {
        state = state * 1664525u + 1013904223u;
        byte = static_cast<char>(state >> 24);
    }
    return bytes;
}

}  // namespace quovis::conformance
