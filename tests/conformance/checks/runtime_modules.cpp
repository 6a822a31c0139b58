// The entries `module_load`, `module_kernels` and `module_global`; images that are damaged.
#include "tests/conformance/checks/checks.hpp"
#include "tests/conformance/kit/runtime.hpp"

#include <algorithm>

namespace quovis::conformance {
namespace {

std::string_view saxpy(const Kernels& one) {
    return one.saxpy;
}

void loads(Trial& trial) {
    const Runtime runtime(trial);
    const Image image = runtime.image(saxpy);
    const Module first = runtime.load(image);
    const Module second = runtime.load(image);
    runtime.kernel(first, "saxpy");
    runtime.kernel(second, "saxpy");
}

// The image is the caller's again when the call returns.
void image_is_copied(Trial& trial) {
    const Runtime runtime(trial);
    Image image = runtime.image(saxpy);
    const Module module = runtime.load(image);
    std::fill(image.bytes.begin(), image.bytes.end(), '\0');
    runtime.kernel(module, "saxpy");
}

void kernel_names(Trial& trial) {
    const Runtime runtime(trial);
    runtime.need(&quovis_rt_table::module_kernels, "module_kernels");
    const Module module = runtime.load(runtime.image(saxpy));
    const quovis_plugin_text* names = nullptr;
    std::size_t count = 0;
    ErrorSlot error;
    const auto status = runtime.table().module_kernels(module.get(), &names, &count, error.get());
    if (status == QUOVIS_PLUGIN_NOT_SUPPORTED) {
        trial.skip(error.message());
    }
    trial.require_ok(status, error, "module_kernels");
    trial.expect(
        count == 1 && to_string(names[0]) == "saxpy",
        fmt::format("the kernels are {} in number, the first '{}'", count, count == 0 ? "" : to_string(names[0])));
}

void unknown_kernel(Trial& trial) {
    const Runtime runtime(trial);
    const Module module = runtime.load(runtime.image(saxpy));
    runtime.need(&quovis_rt_table::kernel_create, "kernel_create");
    quovis_rt_kernel* kernel = nullptr;
    ErrorSlot error;
    const auto status =
        runtime.table().kernel_create(module.get(), text("conformance_no_kernel"), &kernel, error.get());
    trial.expect_failure(status, error, "a kernel that the module has not", {QUOVIS_PLUGIN_NOT_FOUND});
    trial.expect(error.message().find("conformance_no_kernel") != std::string::npos || status == QUOVIS_PLUGIN_OK,
                 fmt::format("the refusal does not name the kernel: {}", error.message()));
}

// Nothing but a refusal may come of bytes that are no image: not a module, not a crash.
void refused(const Runtime& runtime, const Image& like, const std::string& bytes, const std::string& what) {
    Module module;
    ErrorSlot error;
    const auto status = runtime.load(bytes, like, module, error);
    runtime.trial().expect_failure(status, error, what, {QUOVIS_PLUGIN_IMAGE_REJECTED});
}

void garbage(Trial& trial) {
    const Runtime runtime(trial);
    const Image image = runtime.image(saxpy);
    refused(runtime, image, "this is no image", "an image of garbage");
    refused(runtime, image, varied_bytes(image.bytes.size()), "an image of random bytes");
    refused(runtime, image, "", "an image without bytes");
}

void truncated(Trial& trial) {
    const Runtime runtime(trial);
    const Image image = runtime.image(saxpy);
    for (const std::size_t percent : {1u, 10u, 50u, 90u}) {
        const std::string part = image.bytes.substr(0, image.bytes.size() * percent / 100);
        refused(runtime, image, part, fmt::format("an image cut to {} %", percent));
    }
}

void damaged_head(Trial& trial) {
    const Runtime runtime(trial);
    const Image image = runtime.image(saxpy);
    // Of a text that begins with a comment only the sign of the comment counts, not its words.
    const std::size_t counts = image.bytes.compare(0, 2, "//") == 0 ? 2 : 4;
    for (std::size_t at = 0; at < std::min(counts, image.bytes.size()); ++at) {
        std::string bytes = image.bytes;
        bytes[at] = static_cast<char>(bytes[at] ^ 0x55);
        refused(runtime, image, bytes, fmt::format("an image whose byte {} was changed", at));
    }
}

void other_format(Trial& trial) {
    const Runtime runtime(trial);
    Image image = runtime.image(saxpy);
    image.format = "conformance-no-format";
    refused(runtime, image, image.bytes, "an image of an unknown format");
}

void globals(Trial& trial) {
    const Runtime runtime(trial);
    runtime.need(&quovis_rt_table::module_global, "module_global");
    const Module module = runtime.load(runtime.image([](const Kernels& one) { return one.global_table; }));
    const Stream stream = runtime.stream();
    auto info = sized<quovis_rt_buffer_info>();
    quovis_rt_buffer* made = nullptr;
    ErrorSlot error;
    trial.require_ok(runtime.table().module_global(module.get(), text("table"), &info, &made, error.get()), error,
                     "module_global");
    const Buffer table(made, [&](quovis_rt_buffer* one) { runtime.table().buffer_release(one, nullptr); });
    trial.expect(info.size == 4 * sizeof(std::uint32_t), fmt::format("four uint have {} bytes", info.size));
    const std::vector<std::uint32_t> values = {5, 6, 7, 8};
    runtime.write(stream, table, bytes_of(values));
    const Buffer out = runtime.buffer(info.size);
    runtime.launch(stream, runtime.kernel(module, "number"), 1, 4, Arguments().buffer(out));
    trial.expect(numbers_of<std::uint32_t>(runtime.read(stream, out, info.size)) == values,
                 "a kernel does not see what was written to the variable");
}

void unknown_global(Trial& trial) {
    const Runtime runtime(trial);
    runtime.need(&quovis_rt_table::module_global, "module_global");
    const Module module = runtime.load(runtime.image(saxpy));
    auto info = sized<quovis_rt_buffer_info>();
    quovis_rt_buffer* made = nullptr;
    ErrorSlot error;
    const auto status =
        runtime.table().module_global(module.get(), text("conformance_no_variable"), &info, &made, error.get());
    trial.expect_failure(status, error, "a variable that the module has not",
                         {QUOVIS_PLUGIN_NOT_FOUND, QUOVIS_PLUGIN_NOT_SUPPORTED});
}

}  // namespace

void add_modules(std::vector<Check>& checks) {
    checks.insert(checks.end(),
                  {{"module_load_takes_an_image_twice", "one image can be two modules", loads},
                   {"module_load_copies_the_image", "the image may go when the call has returned", image_is_copied},
                   {"module_kernels_names_them", "the kernels of a module are listed", kernel_names},
                   {"kernel_create_knows_its_module", "an unknown kernel is NOT_FOUND", unknown_kernel},
                   {"module_load_refuses_garbage", "bytes that are no image are refused", garbage},
                   {"module_load_refuses_a_truncated_image", "a cut image is refused, and nothing crashes", truncated},
                   {"module_load_refuses_a_damaged_head", "an image with another beginning is refused", damaged_head},
                   {"module_load_refuses_another_format", "an unknown format is refused", other_format},
                   {"module_global_is_the_kernels_variable", "a global can be written and is seen by kernels", globals},
                   {"module_global_knows_its_module", "an unknown global is NOT_FOUND", unknown_global}});
}

}  // namespace quovis::conformance
