// The compiler role of the working parts: the image is the source's text, with what the preprocessor left of it.
// Options become a command line that `result.command` shows; relocatable code and register limits are refused.
#include "tests/fakes/parts/objects.hpp"
#include "tests/fakes/parts/tables.hpp"

#include <unistd.h>

#include <fstream>
#include <iterator>
#include <thread>

namespace quovis::fakes {
namespace {

// What a result points to.
struct Result {
    Alive alive{Count::live_results};
    std::string image;
    std::string target;
    std::string log;
    std::string command;
    std::vector<Note> notes;
    std::vector<quovis_cc_diagnostic> diagnostics;
    std::vector<std::string> symbol_texts;
    std::vector<quovis_cc_symbol> symbols;
    std::vector<std::string> dependency_texts;
    std::vector<quovis_plugin_text> dependencies;
};

struct Refusal {
    quovis_plugin_status status;
    std::string message;
};

// Counts how many compiles run at once.
class Running {
  public:
    Running() {
        const std::int64_t now = ++counter(Count::running_compiles);
        std::int64_t peak = counter(Count::peak_compiles);
        while (now > peak && !counter(Count::peak_compiles).compare_exchange_weak(peak, now)) {
        }
    }
    ~Running() { --counter(Count::running_compiles); }
};

void refuse(bool asked, std::string_view option) {
    if (asked) {
        throw Refusal{QUOVIS_PLUGIN_NOT_SUPPORTED, "the fake compiler has no option '" + std::string(option) + "'"};
    }
}

void add(std::string& command, std::string_view word) {
    command.append(command.empty() ? "" : " ").append(word);
}

std::string command_of(const quovis_cc_options& options) {
    refuse(options.relocatable > 0, "relocatable");
    refuse(options.max_registers > 0, "max_registers");
    std::string command;
    if (options.optimize >= 0) {
        add(command, "-O" + std::to_string(options.optimize));
    }
    for (const auto& [value, word] :
         {std::pair{options.debug, "-g"}, std::pair{options.line_info, "-lineinfo"},
          std::pair{options.fast_math, "-fast"}, std::pair{options.warnings_as_errors, "-Werror"}}) {
        if (value > 0) {
            add(command, word);
        }
    }
    if (options.standard.size > 0) {
        add(command, "-std=" + std::string(view(options.standard)));
    }
    for (const quovis_cc_define& define : take_all(options.defines, options.define_count)) {
        const std::string value = define.has_value != 0 ? "=" + std::string(view(define.value)) : "";
        add(command, "-D" + std::string(view(define.name)) + value);
    }
    for (std::size_t i = 0; i < options.include_directory_count; ++i) {
        add(command, "-I" + std::string(view(options.include_directories[i])));
    }
    for (std::size_t i = 0; i < options.raw_count; ++i) {
        add(command, view(options.raw[i]));
    }
    return command;
}

quovis_cc_options options_of(const quovis_cc_options* options) {
    if (options != nullptr) {
        return take(options);
    }
    quovis_cc_options none{};
    none.optimize = none.debug = none.line_info = none.fast_math = none.warnings_as_errors = none.relocatable = -1;
    return none;
}

std::map<std::string, std::string> defines_of(const quovis_cc_options& options) {
    std::map<std::string, std::string> defines;
    for (const quovis_cc_define& define : take_all(options.defines, options.define_count)) {
        defines[std::string(view(define.name))] = define.has_value != 0 ? view(define.value) : "1";
    }
    for (std::size_t i = 0; i < options.raw_count; ++i) {
        const std::string_view option = view(options.raw[i]);
        if (option.substr(0, 2) == "-D") {
            defines[std::string(option.substr(2, option.find('=') - 2))] = "1";
        }
    }
    return defines;
}

// Headers in memory come first, then the include directories in their order.
FindHeader header_search(const quovis_cc_request& request, const quovis_cc_options& options) {
    return [&](const std::string& name, std::string& path) -> std::optional<std::string> {
        for (const quovis_cc_header& header : take_all(request.headers, request.header_count)) {
            if (view(header.name) == name) {
                path = name;
                return std::string(view(header.content));
            }
        }
        for (std::size_t i = 0; i < options.include_directory_count; ++i) {
            path = std::string(view(options.include_directories[i])) + "/" + name;
            if (std::ifstream file(path); file) {
                return std::string(std::istreambuf_iterator<char>(file), {});
            }
        }
        return std::nullopt;
    };
}

void check_request(const quovis_plugin_instance& instance, const quovis_cc_request& request) {
    const auto& languages = instance.settings.languages;
    if (std::find(languages.begin(), languages.end(), view(request.language)) == languages.end()) {
        throw Refusal{QUOVIS_PLUGIN_LANGUAGE_UNKNOWN,
                      "the fake compiler does not take the language '" + std::string(view(request.language)) + "'"};
    }
    if (std::find(known_targets.begin(), known_targets.end(), view(request.target)) == known_targets.end()) {
        throw Refusal{QUOVIS_PLUGIN_TARGET_UNKNOWN, "the fake compiler does not know the target '" +
                                                        std::string(view(request.target)) +
                                                        "'; it knows fake-1 and fake-2"};
    }
    if (request.format.size != 0 && view(request.format) != identity.format) {
        throw Refusal{QUOVIS_PLUGIN_NOT_SUPPORTED,
                      "the fake compiler cannot make the format '" + std::string(view(request.format)) + "'"};
    }
}

// Works until it is stopped.
void be_slow(const quovis_cc_request& request) {
    using Clock = std::chrono::steady_clock;  // CLOCK_MONOTONIC, as the deadline
    const auto end = Clock::now() + std::chrono::seconds(10);
    while (Clock::now() < end) {
        if (request.cancelled != nullptr && request.cancelled(request.cancel_context) != 0) {
            throw Refusal{QUOVIS_PLUGIN_CANCELLED, "the compile was cancelled"};
        }
        const auto now = std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now().time_since_epoch()).count();
        if (request.deadline_ns != 0 && static_cast<std::uint64_t>(now) > request.deadline_ns) {
            throw Refusal{QUOVIS_PLUGIN_TIMED_OUT, "the compile passed its deadline"};
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
}

// What the source says has been read when this is called.
void wait_for(const std::string& file) {
    for (int turn = 0; turn < 10000 && ::access(file.c_str(), F_OK) != 0; ++turn) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
}

// "scale<float>" becomes the symbol "scale_float_", which the image ties to the kernel `scale`.
void add_symbols(const quovis_cc_request& request, Result& result, std::string& body) {
    for (std::size_t i = 0; i < request.name_expression_count; ++i) {
        const std::string expression(view(request.name_expressions[i]));
        std::string symbol = expression;
        for (char& letter : symbol) {
            letter = std::isalnum(static_cast<unsigned char>(letter)) != 0 ? letter : '_';
        }
        body.append("//! symbol ").append(symbol).append(" ").append(expression.substr(0, expression.find('<')));
        body.append("\n");
        result.symbol_texts.push_back(expression);
        result.symbol_texts.push_back(symbol);
    }
}

std::string_view severity_word(std::int32_t severity) {
    return severity == QUOVIS_CC_ERROR ? "error" : (severity == QUOVIS_CC_WARNING ? "warning" : "note");
}

void point_to(Result& from, quovis_cc_result* to) {
    for (const Note& note : from.notes) {
        from.diagnostics.push_back(
            {sizeof(quovis_cc_diagnostic), text(note.file), text(note.message), note.line, note.column, note.severity});
        from.log.append(note.file).append(":").append(std::to_string(note.line)).append(":");
        from.log.append(std::to_string(note.column)).append(": ").append(severity_word(note.severity)).append(": ");
        from.log.append(note.message).append("\n");
    }
    for (std::size_t i = 0; i + 1 < from.symbol_texts.size(); i += 2) {
        from.symbols.push_back({sizeof(quovis_cc_symbol), text(from.symbol_texts[i]), text(from.symbol_texts[i + 1])});
    }
    for (const std::string& path : from.dependency_texts) {
        from.dependencies.push_back(text(path));
    }
    quovis_cc_result all{};
    all.image = from.image.empty() ? nullptr : from.image.data();
    all.image_size = from.image.size();
    all.format = from.image.empty() ? quovis_plugin_text{} : text(identity.format);
    all.target = from.image.empty() ? quovis_plugin_text{} : text(from.target);
    all.log = text(from.log);
    all.command = text(from.command);
    all.diagnostics = from.diagnostics.data();
    all.diagnostic_count = from.diagnostics.size();
    all.symbols = from.symbols.data();
    all.symbol_count = from.symbols.size();
    all.dependencies = from.dependencies.data();
    all.dependency_count = from.dependencies.size();
    all.owner = &from;
    give(to, all);
}

void build(const quovis_plugin_instance& instance, const quovis_cc_request& request, Result& result) {
    check_request(instance, request);
    const quovis_cc_options options = options_of(request.options);
    result.command = command_of(options);
    Reading reading =
        read_source(view(request.name), view(request.source), defines_of(options), header_search(request, options));
    result.log = reading.log;
    result.notes = reading.notes;
    result.dependency_texts = reading.dependencies;
    if (reading.allocated_mib != 0) {
        const std::vector<char> taken(std::size_t{reading.allocated_mib} << 20, 'x');
        result.log += std::string(taken.data(), 1);
    }
    if (reading.crash) {
        std::fprintf(stderr, "%s\n", reading.crash->c_str());
        std::abort();
    }
    if (reading.slow) {
        be_slow(request);
    }
    if (!reading.waits_for.empty()) {
        wait_for(reading.waits_for);
    }
    if (reading.status != QUOVIS_PLUGIN_OK) {
        throw Refusal{reading.status, reading.reason};
    }
    const std::int32_t worst = options.warnings_as_errors > 0 ? QUOVIS_CC_WARNING : QUOVIS_CC_ERROR;
    for (const Note& note : result.notes) {
        if (note.severity >= worst) {
            throw Refusal{QUOVIS_PLUGIN_SOURCE_INVALID,
                          "'" + std::string(view(request.name)) + "' does not compile: " + note.message};
        }
    }
    add_symbols(request, result, reading.text);
    result.target = view(request.target);
    result.image = pack_image(result.target, reading.text);
}

// Runs `work` on a result that reaches the caller whatever happens.
template <typename Work>
quovis_plugin_status with_result(quovis_cc_result* to, quovis_plugin_error* error, std::int32_t phase, Work work) {
    return guarded(error, phase, [&]() -> quovis_plugin_status {
        auto result = std::make_unique<Result>();
        quovis_plugin_status status = QUOVIS_PLUGIN_OK;
        try {
            work(*result);
        } catch (const Refusal& refusal) {
            status = fail(error, refusal.status, phase, refusal.message);
        }
        point_to(*result, to);
        static_cast<void>(result.release());  // the caller's now, through `owner`
        return status;
    });
}

}  // namespace

quovis_plugin_status describe(quovis_plugin_instance* instance, quovis_cc_description* description,
                              quovis_plugin_error* error) {
    count(Count::calls_describe);
    if (instance->settings.misbehave == "describe-fails") {
        return fail(error, QUOVIS_PLUGIN_UNAVAILABLE, QUOVIS_PLUGIN_PHASE_INITIALIZE,
                    "libfakecompiler.so.3 was looked for and is not there", "install the package fake-compiler");
    }
    static const quovis_plugin_text formats[] = {text(identity.format)};
    quovis_cc_description all{};
    all.identity = text(instance->settings.compiler_identity);
    all.version = text("1.0");
    all.path = text("(inside the plugin)");
    all.languages = instance->languages.data();
    all.language_count = instance->languages.size();
    all.formats = formats;
    all.format_count = 1;
    all.max_parallel_compiles = instance->settings.parallel;
    all.flags = QUOVIS_CC_MEMORY_HEADERS | QUOVIS_CC_NAME_EXPRESSIONS | QUOVIS_CC_LINKS | QUOVIS_CC_CANCELS;
    give(description, all);
    return QUOVIS_PLUGIN_OK;
}

quovis_plugin_status targets(quovis_plugin_instance*, const quovis_plugin_text** targets, size_t* count_of_targets,
                             quovis_plugin_error*) {
    count(Count::calls_targets);
    static constexpr quovis_plugin_text known[] = {text(known_targets[0]), text(known_targets[1])};
    *targets = known;
    *count_of_targets = known_targets.size();
    return QUOVIS_PLUGIN_OK;
}

quovis_plugin_status compile(quovis_plugin_instance* instance, const quovis_cc_request* request,
                             quovis_cc_result* result, quovis_plugin_error* error) {
    count(Count::calls_compile);
    const Running running;
    return with_result(result, error, QUOVIS_PLUGIN_PHASE_COMPILE,
                       [&](Result& into) { build(*instance, take(request), into); });
}

quovis_plugin_status link(quovis_plugin_instance*, const quovis_cc_link_request* request, quovis_cc_result* result,
                          quovis_plugin_error* error) {
    count(Count::calls_link);
    return with_result(result, error, QUOVIS_PLUGIN_PHASE_LINK, [&](Result& into) {
        const quovis_cc_link_request all = take(request);
        std::string joined;
        for (const quovis_cc_link_input& input : take_all(all.inputs, all.input_count)) {
            const auto part = unpack_image({static_cast<const char*>(input.data), input.size}, into.target);
            if (view(input.format) != identity.format || !part) {
                throw Refusal{QUOVIS_PLUGIN_IMAGE_REJECTED,
                              "'" + std::string(view(input.name)) + "' is no image that the fake can link"};
            }
            joined.append(*part);
        }
        if (joined.empty()) {
            throw Refusal{QUOVIS_PLUGIN_INVALID_ARGUMENT, "there is nothing to link"};
        }
        into.image = pack_image(into.target, joined);
    });
}

void release_result(quovis_plugin_instance*, quovis_cc_result* result) {
    const quovis_cc_result all = take(result);
    delete static_cast<Result*>(all.owner);
    give(result, quovis_cc_result{});
}

}  // namespace quovis::fakes
