// Rule 1: a plugin writes no further than the caller's struct_size, and reads by the caller's struct_size.
#include "tests/conformance/checks/checks.hpp"
#include "tests/conformance/kit/runtime.hpp"

#include <algorithm>
#include <cstddef>

namespace quovis::conformance {
namespace {

constexpr unsigned char pattern = 0x5a;
constexpr std::size_t room = 64;

// A struct with a frame behind it: zero up to the struct_size that it says, a pattern from there on.
template <typename Struct>
class Framed {
  public:
    explicit Framed(std::size_t struct_size) : size_(struct_size) {
        std::memset(bytes_, 0, size_);
        std::memset(bytes_ + size_, pattern, sizeof bytes_ - size_);
        std::memcpy(bytes_, &size_, sizeof size_);
    }
    Framed(const Struct& filled, std::size_t struct_size) : Framed(struct_size) {
        std::memcpy(bytes_ + sizeof size_, reinterpret_cast<const unsigned char*>(&filled) + sizeof size_,
                    std::min(struct_size, sizeof(Struct)) - sizeof size_);
    }
    Struct* get() { return reinterpret_cast<Struct*>(bytes_); }
    bool frame_is_whole() const {
        return std::all_of(bytes_ + size_, bytes_ + sizeof bytes_, [](unsigned char byte) { return byte == pattern; });
    }

  private:
    std::size_t size_;
    alignas(std::max_align_t) unsigned char bytes_[sizeof(Struct) + room];
};

template <typename Struct>
constexpr std::size_t larger = sizeof(Struct) + room / 2;

void describe_into(Trial& trial, std::size_t size) {
    const quovis_cc_table& compiler = trial.compiler();
    const Instance instance = trial.start();
    describe(trial, compiler, instance.get());
    Framed<quovis_cc_description> description(size);
    ErrorSlot error;
    trial.require_ok(compiler.describe(instance.get(), description.get(), error.get()), error, "describe");
    trial.expect(description.frame_is_whole(), "describe wrote behind the caller's struct_size");
    trial.expect(to_string(description.get()->identity).size() != 0, "describe left out what fits");
}

void device_info_into(Trial& trial, std::size_t size) {
    const Runtime runtime(trial);
    Framed<quovis_rt_device_info> info(size);
    ErrorSlot error;
    trial.require_ok(runtime.table().device_info(runtime.device(), info.get(), error.get()), error, "device_info");
    trial.expect(info.frame_is_whole(), "device_info wrote behind the caller's struct_size");
    trial.expect(to_string(info.get()->name).size() != 0, "device_info left out what fits");
}

void kernel_info_into(Trial& trial, std::size_t size) {
    const Runtime runtime(trial);
    const Module module = runtime.load(runtime.image([](const Kernels& one) { return one.saxpy; }));
    const Kernel kernel = runtime.kernel(module, "saxpy");
    runtime.need(&quovis_rt_table::kernel_info, "kernel_info");
    Framed<quovis_rt_kernel_info> info(size);
    ErrorSlot error;
    trial.require_ok(runtime.table().kernel_info(kernel.get(), info.get(), error.get()), error, "kernel_info");
    trial.expect(info.frame_is_whole(), "kernel_info wrote behind the caller's struct_size");
}

void error_into(Trial& trial, std::size_t size) {
    const Compiler compiler(trial);
    Request request(compiler, "conformance-no-language", compiler.newest(), compiler.first().noop);
    request.compile();
    auto result = sized<quovis_cc_result>();
    Framed<quovis_plugin_error> error(size);
    const auto status = compiler.table().compile(compiler.instance(), &request.request, &result, error.get());
    compiler.table().release_result(compiler.instance(), &result);
    trial.expect(status != QUOVIS_PLUGIN_OK, "an unknown language is compiled");
    trial.expect(error.frame_is_whole(), "the error was written behind the caller's struct_size");
    trial.expect(error.get()->code == status, "the error was not filled");
}

void larger_request(Trial& trial) {
    const Compiler compiler(trial);
    Request request(compiler, compiler.first().language, compiler.newest(), compiler.first().saxpy);
    request.compile();
    Framed<quovis_cc_options> options(request.options, larger<quovis_cc_options>);
    request.request.options = options.get();
    Framed<quovis_cc_request> framed(request.request, larger<quovis_cc_request>);
    Compiled compiled(compiler.table(), compiler.instance());
    compiled.status =
        compiler.table().compile(compiler.instance(), framed.get(), &compiled.result, compiled.error.get());
    trial.expect(compiled.ok(), fmt::format("a request of a later version fails: {}", compiled.error.message()));
}

void larger_result(Trial& trial) {
    const Compiler compiler(trial);
    Request request(compiler, compiler.first().language, compiler.newest(), compiler.first().saxpy);
    request.compile();
    Framed<quovis_cc_result> result(larger<quovis_cc_result>);
    ErrorSlot error;
    const auto status = compiler.table().compile(compiler.instance(), &request.request, result.get(), error.get());
    trial.expect(result.frame_is_whole(), "compile wrote behind the caller's struct_size");
    trial.expect(status == QUOVIS_PLUGIN_OK && result.get()->image_size != 0,
                 fmt::format("a result of a later version is not filled: {}", error.message()));
    compiler.table().release_result(compiler.instance(), result.get());
    trial.expect(result.frame_is_whole(), "release_result wrote behind the caller's struct_size");
}

// Defines whose elements are longer than this version's: the second is found only by the first one's struct_size.
void stepped_defines(Trial& trial) {
    struct LaterDefine {
        quovis_cc_define known;
        unsigned char later[32];
    };
    LaterDefine defines[2];
    std::memset(defines, pattern, sizeof defines);
    const char* names[2] = {"CONFORMANCE_FIRST", "CONFORMANCE_SECOND"};
    for (int i = 0; i < 2; ++i) {
        defines[i].known = {sizeof(LaterDefine), text(names[i]), text("1"), 1};
    }
    const Compiler compiler(trial);
    const std::string source =
        "#ifndef CONFORMANCE_FIRST\n#error the first is missing\n#endif\n"
        "#ifndef CONFORMANCE_SECOND\n#error the second is missing\n#endif\n" +
        std::string(compiler.first().noop);
    Request request(compiler, compiler.first().language, compiler.newest(), source);
    request.compile();
    request.options.defines = &defines[0].known;
    request.options.define_count = 2;
    Compiled compiled(compiler.table(), compiler.instance());
    compiled.status =
        compiler.table().compile(compiler.instance(), &request.request, &compiled.result, compiled.error.get());
    trial.expect(compiled.ok(), fmt::format("defines of a later version are misread: {}\n{}", compiled.error.message(),
                                            compiled.log()));
}

void larger_initialize_info(Trial& trial) {
    const quovis_plugin_table& table = trial.plugin();
    trial.start();
    Framed<quovis_plugin_initialize_info> info(larger<quovis_plugin_initialize_info>);
    quovis_plugin_instance* instance = nullptr;
    ErrorSlot error;
    trial.require_ok(table.initialize(info.get(), &instance, error.get()), error, "initialize with a larger struct");
    table.shutdown(instance);
}

void larger_copy_and_launch(Trial& trial) {
    const Runtime runtime(trial);
    const Stream stream = runtime.stream();
    const Buffer buffer = runtime.buffer(64);
    const std::string bytes = varied_bytes(64);
    auto copy = sized<quovis_rt_copy>();
    copy.destination = buffer.get();
    copy.source_host = bytes.data();
    copy.width = bytes.size();
    copy.height = 1;
    Framed<quovis_rt_copy> framed(copy, larger<quovis_rt_copy>);
    runtime.need(&quovis_rt_table::copy, "copy");
    ErrorSlot error;
    trial.require_ok(runtime.table().copy(stream.get(), framed.get(), error.get()), error, "copy of a larger struct");
    trial.expect(runtime.read(stream, buffer, 64) == bytes, "a copy of a later version moves other bytes");
    const Module module = runtime.load(runtime.image([](const Kernels& one) { return one.number; }));
    const Kernel kernel = runtime.kernel(module, "number");
    const Arguments arguments = std::move(Arguments().buffer(buffer));
    auto launch = sized<quovis_rt_launch>();
    std::fill(launch.grid, launch.grid + 3, 1u);
    std::fill(launch.block, launch.block + 3, 1u);
    launch.grid[0] = 16;
    launch.arguments = arguments.all().data();
    launch.argument_count = 1;
    Framed<quovis_rt_launch> framed_launch(launch, larger<quovis_rt_launch>);
    trial.require_ok(runtime.try_launch(stream, kernel, *framed_launch.get(), error), error,
                     "launch of a larger struct");
    runtime.synchronize(stream);
    trial.expect(numbers_of<std::uint32_t>(runtime.read(stream, buffer, 64))[15] == 15, "the launch did not run whole");
}

void elements_say_their_size(Trial& trial) {
    const Runtime runtime(trial);
    runtime.need(&quovis_rt_table::capabilities, "capabilities");
    const quovis_rt_capability* first = nullptr;
    std::size_t count = 0;
    ErrorSlot error;
    trial.require_ok(runtime.table().capabilities(runtime.device(), &first, &count, error.get()), error,
                     "capabilities");
    trial.expect(count == 0 || first->struct_size >= sizeof(quovis_rt_capability),
                 "the first capability says a struct_size that is too small");
}

}  // namespace

void add_rule_1(std::vector<Check>& checks) {
    checks.insert(
        checks.end(),
        {{"rule_1_describe_fills_a_smaller_struct", "describe writes what an older host knows",
          [](Trial& trial) { describe_into(trial, offsetof(quovis_cc_description, max_parallel_compiles)); },
          Role::compiler},
         {"rule_1_describe_leaves_a_larger_struct", "describe leaves what only a later host knows",
          [](Trial& trial) { describe_into(trial, larger<quovis_cc_description>); }, Role::compiler},
         {"rule_1_device_info_fills_a_smaller_struct", "device_info writes what an older host knows",
          [](Trial& trial) { device_info_into(trial, offsetof(quovis_rt_device_info, warp_size)); }, Role::runtime},
         {"rule_1_device_info_leaves_a_larger_struct", "device_info leaves what only a later host knows",
          [](Trial& trial) { device_info_into(trial, larger<quovis_rt_device_info>); }, Role::runtime},
         {"rule_1_kernel_info_fills_a_smaller_struct", "kernel_info writes what an older host knows",
          [](Trial& trial) { kernel_info_into(trial, offsetof(quovis_rt_kernel_info, local_memory)); }, Role::runtime},
         {"rule_1_kernel_info_leaves_a_larger_struct", "kernel_info leaves what only a later host knows",
          [](Trial& trial) { kernel_info_into(trial, larger<quovis_rt_kernel_info>); }, Role::runtime},
         {"rule_1_error_fills_a_smaller_struct", "an error is written as far as an older host knows it",
          [](Trial& trial) { error_into(trial, offsetof(quovis_plugin_error, hint)); }, Role::compiler},
         {"rule_1_error_leaves_a_larger_struct", "an error leaves what only a later host knows",
          [](Trial& trial) { error_into(trial, larger<quovis_plugin_error>); }, Role::compiler},
         {"rule_1_compile_reads_a_larger_request", "a later host's request compiles", larger_request, Role::compiler},
         {"rule_1_compile_fills_a_larger_result", "a later host's result is filled as far as known", larger_result,
          Role::compiler},
         {"rule_1_defines_are_stepped_by_their_size", "elements are found by the first one's struct_size",
          stepped_defines, Role::compiler},
         {"rule_1_initialize_reads_a_larger_struct", "a later host can initialise", larger_initialize_info},
         {"rule_1_copy_and_launch_read_larger_structs", "a later host can copy and launch", larger_copy_and_launch,
          Role::runtime},
         {"rule_1_capabilities_say_their_size", "what the plugin hands out says its size", elements_say_their_size,
          Role::runtime}});
}

}  // namespace quovis::conformance
