// `quovis run`: compiles or loads a file, launches one of its kernels, shows the results.
#include "tools/quovis/arguments.hpp"
#include "tools/quovis/bundle_contents.hpp"
#include "tools/quovis/command.hpp"
#include "tools/quovis/errors.hpp"
#include "tools/quovis/interruption.hpp"
#include "tools/quovis/json.hpp"
#include "tools/quovis/kernels.hpp"
#include "tools/quovis/origin.hpp"
#include "tools/quovis/output.hpp"
#include "tools/quovis/progress.hpp"
#include "tools/quovis/results.hpp"
#include "tools/quovis/text.hpp"
#include "tools/quovis/times.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <memory>

namespace quovis::cli {
namespace {

constexpr std::size_t most_repeats = 1000000;

const std::string argument_help =
    "\nArguments:\n"
    "  TYPE=VALUE           a scalar; the types are i8 u8 i16 u16 i32 u32 i64 u64 f16 f32 f64\n"
    "  'TYPE[COUNT]=INIT'   a buffer; it begins as one of\n"
    "      zero  fill:V  iota (0 1 2 ...)  random:SEED (floats from 0 to 1, any integers)\n"
    "      @FILE (raw bytes)  @FILE.npy  @FILE.png (u8, grey or RGBA)\n"
    "      An empty COUNT takes as many elements as the file has\n"
    "  local:BYTES          local memory of each block\n";

struct RunWords {
    std::string file;
    std::string kernel;
    std::string source;
    std::string device;
    std::string backend;
    std::string format;
    std::string grid;
    std::string block;
    std::string offset;
    std::string shared = "0";
    std::string repeat = "1";
    bool time = false;
    std::vector<std::string> arguments;
    std::vector<std::string> prints;
    std::vector<std::string> saves;
    std::string shape;
    CompileWords compiler;
};

// The same, read and checked.
struct RunPlan {
    std::optional<Extent> grid;
    std::optional<Extent> block;
    std::array<std::size_t, 3> offset{};
    std::size_t shared_memory = 0;
    std::size_t repeat = 1;
    std::vector<Argument> arguments;
    std::vector<PrintRequest> prints;
    std::vector<SaveRequest> saves;
    Options options;
};

std::optional<Extent> parse_extent(const char* option, const std::string& word) {
    if (word.empty()) {
        return std::nullopt;
    }
    const std::vector<std::string> axes = split(word, ',');
    Extent extent = 1;
    std::uint32_t* const places[] = {&extent.x, &extent.y, &extent.z};
    if (axes.size() > std::size(places)) {
        throw usage_failure(fmt::format("{} is '{}'; it has three axes at most", option, word));
    }
    for (std::size_t i = 0; i < axes.size(); ++i) {
        const std::optional<std::uint64_t> size = parse_count(axes[i]);
        if (!size || *size == 0 || *size > std::numeric_limits<std::uint32_t>::max()) {
            throw usage_failure(
                fmt::format("{} is '{}'; each axis is a whole number from 1 to 4294967295", option, word));
        }
        *places[i] = static_cast<std::uint32_t>(*size);
    }
    return extent;
}

std::array<std::size_t, 3> parse_offset(const std::string& word) {
    std::array<std::size_t, 3> offset{};
    const std::vector<std::string> axes = word.empty() ? std::vector<std::string>() : split(word, ',');
    if (axes.size() > offset.size()) {
        throw usage_failure(fmt::format("--offset is '{}'; it has three axes at most", word));
    }
    for (std::size_t i = 0; i < axes.size(); ++i) {
        const std::optional<std::uint64_t> items = parse_count(axes[i]);
        if (!items) {
            throw usage_failure(fmt::format("--offset is '{}'; each axis is a whole number", word));
        }
        offset[i] = static_cast<std::size_t>(*items);
    }
    return offset;
}

std::size_t parse_number(const char* option, const std::string& word, std::uint64_t least, std::uint64_t most) {
    const std::optional<std::uint64_t> number = parse_count(word);
    if (!number || *number < least || *number > most) {
        throw usage_failure(
            fmt::format("{} is '{}'; it must be a whole number from {} to {}", option, word, least, most));
    }
    return static_cast<std::size_t>(*number);
}

// Everything that can be wrong with the words is found here, before a device is touched.
RunPlan make_plan(const RunWords& words, const std::vector<std::string>& raw) {
    RunPlan plan;
    plan.grid = parse_extent("--grid", words.grid);
    plan.block = parse_extent("--block", words.block);
    plan.offset = parse_offset(words.offset);
    plan.shared_memory = parse_number("--shared", words.shared, 0, std::numeric_limits<std::uint32_t>::max());
    plan.repeat = parse_number("--repeat", words.repeat, 1, most_repeats);
    plan.options = compile_options(words.compiler, raw);
    if (words.kernel.find_first_of("<:") != std::string::npos) {
        plan.options.name_expressions.push_back(words.kernel);  // a template or a name in a namespace
    }
    for (const std::string& word : words.arguments) {
        plan.arguments.push_back(parse_argument(plan.arguments.size(), word));
    }
    plan.prints = parse_prints(words.prints, plan.arguments);
    plan.saves = parse_saves(words.saves, words.shape, plan.arguments);
    return plan;
}

struct Outcome {
    Module module;
    std::optional<std::string> packed_source;  // of a bundle, the program that was taken
    std::string kernel;
    LaunchShape shape;
    std::optional<Times> times;
    std::vector<Buffer> buffers;
    std::vector<Diagnostic> diagnostics;
    bool rules_are_users = false;
};

bool is_bundle(const RunWords& words) {
    return words.format.empty() && is_bundle_file(words.file);
}

void check_words(const Common& common, const RunWords& words) {
    if (!words.source.empty() && !is_bundle(words)) {
        throw usage_failure("--source chooses a program of a bundle; this is none", "a bundle's name ends in .quovis");
    }
    if (is_bundle(words) && (is_given(words.compiler) || !common.raw.empty())) {
        throw usage_failure("what a bundle is compiled with was said when it was packed",
                            "leave the compiler's options out, or pack it with them");
    }
}

bool is_image(const RunWords& words) {
    return !words.format.empty() || is_image_file(words.file);
}

// Into the outcome, with the program of it that was taken.
void load_bundle(const Instance& instance, const RunWords& words, Outcome& outcome) {
    const Bundle bundle = instance.bundle(words.file);
    const std::string source = source_with(bundle, words.source, words.kernel, words.file);
    outcome.packed_source = source.empty() ? bundle.sources().front().name : source;
    const Progress progress("loading " + words.file);
    const Stoppable stoppable([&] { bundle.cancel(); });
    outcome.module = bundle.load(source, words.device);
}

Module load(const Instance& instance, const RunWords& words, const RunPlan& plan) {
    if (is_image(words)) {
        return instance.image(words.file, words.format).load(words.device);
    }
    const Program program = instance.program(Source::file(words.file, words.compiler.language), plan.options);
    const Progress progress("compiling " + words.file);
    const Stoppable stoppable([&] { program.cancel(); });
    return program.load(words.device);
}

bool has_rules_of_users(const Instance& instance) {
    const std::vector<ConfigValue> values = instance.configuration();
    return std::any_of(values.begin(), values.end(), [](const ConfigValue& one) {
        return one.path.compare(0, 7, "routes[") == 0 && one.origin != "built in";
    });
}

// That a backend is for another language is no news, nor that one of the built-in rule is for a device that is not
// here.
bool is_news(const Attempt& attempt, bool rules_are_users) {
    const bool is_absent = attempt.status == QUOVIS_ERROR_NO_DEVICE || attempt.status == QUOVIS_ERROR_NOT_FOUND;
    return attempt.status != QUOVIS_OK && attempt.status != QUOVIS_ERROR_LANGUAGE_UNKNOWN &&
           (rules_are_users || !is_absent);
}

// Which way was taken; what was passed over on the way, so that no fallback goes unnoticed; the compiler's warnings.
void show_route(const Outcome& outcome, const RouteInfo& route) {
    const Module& module = outcome.module;
    const std::string compiler = module.compiler().empty() ? "image" : "compiler " + module.compiler();
    const std::string platform = route.platform.empty() ? "" : fmt::format(" ({})", route.platform);
    print_error_text(printable(fmt::format("route: {} {}{} driver {} target {} {}\n", route.selector, route.name,
                                           platform, route.driver, route.target, compiler)));
    release_log();
    const std::vector<Attempt> attempts = module.attempts();
    if (outcome.packed_source && !attempts.empty()) {
        print_error_text(printable(fmt::format("image: {}\n", attempts.back().reason)));
    }
    for (const Attempt& one : attempts) {
        const bool is_for_others = outcome.packed_source && one.status == QUOVIS_ERROR_TARGET_UNKNOWN;
        if (is_news(one, outcome.rules_are_users) && !is_for_others) {
            show_note("note", fmt::format("{} was passed over: {}", one.backend, one.reason));
        }
    }
    show_diagnostics(outcome.diagnostics);
}

void check_memory(const std::vector<Argument>& arguments, std::uint64_t device_bytes) {
    std::uint64_t needed = 0;
    for (const Argument& argument : arguments) {
        if (argument.kind != ArgumentKind::buffer) {
            continue;
        }
        needed += std::min<std::uint64_t>(argument.bytes(), std::numeric_limits<std::uint64_t>::max() - needed);
        if (device_bytes != 0 && needed > device_bytes) {
            throw Failure(
                Exit::failed, "memory",
                fmt::format("argument {}, '{}': the buffers up to here need {}, the device has {}", argument.index,
                            argument.text, bytes_for_people(needed), bytes_for_people(device_bytes)));
        }
    }
}

std::vector<Buffer> upload_all(const Route& route, const std::vector<Argument>& arguments) {
    std::vector<Buffer> buffers(arguments.size());
    for (const Argument& argument : arguments) {
        if (argument.kind == ArgumentKind::buffer) {
            buffers[argument.index] = upload(route, argument);
        }
    }
    return buffers;
}

std::vector<quovis_argument> launch_arguments(const std::vector<Argument>& arguments,
                                              const std::vector<Buffer>& buffers) {
    std::vector<quovis_argument> list;
    for (const Argument& argument : arguments) {
        switch (argument.kind) {
            case ArgumentKind::value:
                list.push_back(quovis_value(argument.value.data(), argument.type->bytes));
                break;
            case ArgumentKind::buffer:
                list.push_back(quovis_pointer(buffers[argument.index].get(), 0));
                break;
            case ArgumentKind::local:
                list.push_back(quovis_local(argument.local_bytes));
                break;
        }
    }
    return list;
}

LaunchShape launch_shape(const RunPlan& plan, const KernelInfo& kernel) {
    LaunchShape shape;
    shape.grid = plan.grid.value_or(Extent(1));
    const auto& required = kernel.required_block;
    const Extent usual = required[0] == 0 ? Extent(1) : Extent(required[0], required[1], required[2]);
    shape.block = plan.block.value_or(usual);
    shape.offset = plan.offset;
    shape.shared_memory = plan.shared_memory;
    return shape;
}

// Launches as often as asked, each on what the one before left. Timed launches are taken one by one.
std::optional<Times> launch(const Route& route, const Kernel& kernel, const RunPlan& plan, const LaunchShape& shape,
                            const std::vector<quovis_argument>& list, bool timed) {
    const Stream stream = route.stream();
    Times times;
    Event start;
    Event end;
    if (timed) {
        start = route.event();
        end = route.event();
    }
    for (std::size_t i = 0; i < plan.repeat; ++i) {
        if (timed) {
            start.record(stream);
        }
        kernel.launch_list(stream, shape, list.data(), list.size());
        if (timed) {
            end.record(stream);
            end.synchronize();
            times.nanoseconds.push_back(elapsed(start, end).count());
        }
    }
    stream.synchronize();
    std::sort(times.nanoseconds.begin(), times.nanoseconds.end());
    return timed ? std::optional(std::move(times)) : std::nullopt;
}

// What of a bundle was taken, and why.
Json bundle_to_json(const Module& module, const std::string& source) {
    const Image image = module.image();
    const std::vector<Attempt> attempts = module.attempts();
    return {{"source", source},
            {"taken", image.origin() == "bundle" ? "packed" : "compiled"},
            {"target", image.target()},
            {"format", image.format()},
            {"reason", attempts.empty() ? "" : attempts.back().reason}};
}

Json outcome_to_json(const Outcome& outcome, const RunPlan& plan) {
    const LaunchShape& shape = outcome.shape;
    Json object = json_object();
    object["route"] = to_json(outcome.module.route().info());
    object["compiler"] = outcome.module.compiler();
    object["attempts"] = to_json(outcome.module.attempts());
    if (outcome.packed_source) {
        object["bundle"] = bundle_to_json(outcome.module, *outcome.packed_source);
    }
    add_origin(object, outcome.module.image());
    object["kernel"] = outcome.kernel;
    object["grid"] = {shape.grid.x, shape.grid.y, shape.grid.z};
    object["block"] = {shape.block.x, shape.block.y, shape.block.z};
    object["offset"] = shape.offset;
    object["shared_memory"] = shape.shared_memory;
    object["repeat"] = plan.repeat;
    if (outcome.times) {
        object["time"] = times_to_json(*outcome.times);
    }
    object["arguments"] = results_to_json(plan.prints, plan.arguments, outcome.buffers);
    object["saved"] = Json::array();
    for (const SaveRequest& save : plan.saves) {
        object["saved"].push_back({{"index", save.index}, {"file", save.path}});
    }
    object["diagnostics"] = to_json(outcome.diagnostics);
    return object;
}

Exit run(const Common& common, const RunWords& words) {
    check_words(common, words);
    const RunPlan plan = make_plan(words, common.raw);
    const Instance instance = open_instance(common, backend_overlay(words.backend));

    Outcome outcome;
    outcome.rules_are_users = has_rules_of_users(instance);
    if (is_bundle(words)) {
        load_bundle(instance, words, outcome);
    } else {
        outcome.module = load(instance, words, plan);
    }
    const Image image = outcome.module.image();
    outcome.diagnostics = image.diagnostics();
    const Route route = outcome.module.route();
    const RouteInfo info = route.info();
    show_route(outcome, info);
    show_origin(instance, words.file, image);

    const Kernel kernel = find_kernel(outcome.module, words.kernel, words.file);
    const KernelInfo kernel_info = kernel.info();
    outcome.kernel = kernel_info.name;
    outcome.shape = launch_shape(plan, kernel_info);
    check_memory(plan.arguments, instance.devices().at(info.device).memory_bytes);
    outcome.buffers = upload_all(route, plan.arguments);
    outcome.times =
        launch(route, kernel, plan, outcome.shape, launch_arguments(plan.arguments, outcome.buffers), words.time);

    save_results(plan.saves, plan.arguments, outcome.buffers);
    if (outcome.times) {
        show_times(*outcome.times);
    }
    if (common.json) {
        print(json_text(outcome_to_json(outcome, plan)));
    } else {
        print_results(plan.prints, plan.arguments, outcome.buffers);
    }
    return Exit::done;
}

void add_run_options(CLI::App& app, RunWords& words) {
    const auto one = [&](const char* name, std::string& into, const char* what, const char* type) {
        app.add_option(name, into, what)->type_name(type);
    };
    const auto list = [&](const char* name, std::vector<std::string>& into, const char* what, const char* type) {
        app.add_option(name, into, what)->type_name(type)->allow_extra_args(false);
    };
    app.add_option("FILE", words.file,
                   "A source (.cu .hip .cl), an image (.ptx .cubin .fatbin .hsaco .spv .clbin) or a bundle (.quovis)")
        ->type_name("")
        ->required();
    one("--kernel", words.kernel, "The kernel; may be left out where there is only one", "NAME");
    one("--source", words.source, "The program of a bundle, where it has several", "NAME");
    one("--device", words.device, "Where to run; see quovis devices", "SELECTOR");
    one("--backend", words.backend, "The backend, instead of the configuration's rules", "NAME");
    one("--format", words.format, "FILE is an image of this format, whatever its ending", "FORMAT");
    one("--grid", words.grid, "Blocks; 1 if not given", "X[,Y[,Z]]");
    one("--block", words.block, "Threads of a block; 1, or what the kernel demands, if not given", "X[,Y[,Z]]");
    one("--offset", words.offset, "Work-items added to the global ids; 0 if not given. For OpenCL C", "X[,Y[,Z]]");
    one("--shared", words.shared, "Dynamic shared memory of a block", "BYTES");
    list("--arg", words.arguments, "The next argument of the kernel; see below", "ARGUMENT");
    list("--print", words.prints, "Print argument N (from 0) after the launch, or COUNT elements of it", "N[:COUNT]");
    list("--save", words.saves, "Write argument N to a .bin, .npy or .png file", "N=FILE");
    one("--shape", words.shape, "The size of a saved picture", "WIDTHxHEIGHT");
    one("--repeat", words.repeat, "Launch so often, one after the other on the same memory", "N");
    app.add_flag("--time", words.time, "Measure the launches on the device");
    add_compile_options(app, words.compiler);
}

}  // namespace

void add_run(CLI::App& app, Common& common, Work& work) {
    CLI::App& command =
        add_subcommand(app, common, "run", "Compile or load a file, launch a kernel, show the results",
                       "  quovis run saxpy.cl --kernel saxpy --device cpu --grid 16 --block 64 \\\n"
                       "      --arg i32=1024 --arg f32=2 --arg 'f32[1024]=iota' --arg 'f32[1024]=fill:1' --print 3:4\n"
                       "  quovis run saxpy.cubin --grid 4 --block 256 --arg i32=1024 --arg f32=2 \\\n"
                       "      --arg 'f32[]=@x.npy' --arg 'f32[1024]=zero' --save 3=y.npy --time --repeat 100\n"
                       "  quovis run saxpy.quovis --kernel saxpy --device gpu --arg i32=1024 ...\n"
                       "  quovis run sobel.cl --grid 120,68 --block 16,16 --arg i32=1920 --arg i32=1080 \\\n"
                       "      --arg 'u8[]=@photo.png' --arg 'u8[2073600]=zero' --save 3=edges.png --shape 1920x1080");
    const auto words = std::make_shared<RunWords>();
    add_run_options(command, *words);
    command.footer(argument_help + command.get_footer());
    command.callback([&common, &work, words] { work = [&common, words] { return run(common, *words); }; });
}

}  // namespace quovis::cli
