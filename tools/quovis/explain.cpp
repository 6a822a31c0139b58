// `quovis explain`: the route that a file would take and why, and what the program cache has for it.
#include "tools/quovis/bundle_contents.hpp"
#include "tools/quovis/command.hpp"
#include "tools/quovis/errors.hpp"
#include "tools/quovis/json.hpp"
#include "tools/quovis/output.hpp"
#include "tools/quovis/table.hpp"
#include "tools/quovis/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace quovis::cli {
namespace {

struct ExplainWords {
    std::string file;
    std::string source;  // of a bundle
    std::string device;
    bool relocatable = false;
    CompileRequest request;
    CompileWords compiler;
};

// Beside the explanation, what the cache's folder lets do.
struct Told {
    Explanation way;
    std::string fault;  // why the folder is not used
    std::string mode;
};

bool is_without_device(const ExplainWords& words) {
    return !words.request.target.empty() || !words.request.format.empty();
}

void check_words(const Common& common, const ExplainWords& words) {
    if (is_bundle_file(words.file) &&
        (is_without_device(words) || words.relocatable || is_given(words.compiler) || !common.raw.empty())) {
        throw usage_failure("what a bundle is compiled with and for was said when it was packed",
                            "quovis explain says what quovis run would take of it: --device SELECTOR");
    }
    if (is_image_file(words.file)) {
        throw usage_failure(
            fmt::format("'{}' is an image; it is loaded as it is, and nothing is compiled", words.file));
    }
    if (!words.device.empty() && is_without_device(words)) {
        throw usage_failure("--device does not go with --target and --format",
                            "--device explains 'quovis run'; --target and --format explain 'quovis compile'");
    }
}

// With a device as `quovis run` would go; else as `quovis compile`, where anything is said of the compile.
Told explain_way(const Common& common, const ExplainWords& words) {
    Options options = compile_options(words.compiler, common.raw);
    options.relocatable = words.relocatable ? std::optional(true) : std::nullopt;
    const bool is_bundle = is_bundle_file(words.file);
    const bool runs = !words.device.empty() || is_bundle;
    const Instance instance = open_instance(common, runs ? backend_overlay(words.request.backend) : "");
    const auto explain_program = [&] {
        const Program program = instance.program(Source::file(words.file, words.compiler.language), options);
        return runs ? program.explain({}, words.device) : program.explain(words.request);
    };
    const auto explain_bundle = [&] {
        const Bundle bundle = instance.bundle(words.file);
        return bundle.explain(source_with(bundle, words.source, {}, words.file), words.device);
    };
    const Explanation way = is_bundle ? explain_bundle() : explain_program();
    const quovis_cache_info info = instance.cache().info();
    return {way, info.fault, info.mode};
}

// Of each backend of the rule: up to the one that is taken, all were passed over.
std::vector<const char*> fates(const std::vector<Attempt>& attempts) {
    std::vector<const char*> words;
    bool taken = false;
    for (const Attempt& one : attempts) {
        words.push_back(taken ? "next" : one.status == QUOVIS_OK ? "taken" : "passed over");
        taken = taken || one.status == QUOVIS_OK;
    }
    return words;
}

// What is loaded as it is in its bundle.
bool is_packed(const Explanation& way) {
    return way.bypass == "packed";
}

const char* result_of(const Explanation& way) {
    return is_packed(way) ? "packed" : !way.bypass.empty() ? "passed by" : way.found.empty() ? "miss" : "hit";
}

Json explanation_json(const ExplainWords& words, const Told& told) {
    const Explanation& way = told.way;
    Json object = json_object();
    object["file"] = words.file;
    object["rule"] = way.rule;
    object["backend"] = way.backend;
    object["selector"] = way.selector;
    object["target"] = way.target;
    object["compiler"] = way.compiler;
    object["attempts"] = to_json(way.attempts);
    const std::vector<const char*> fate = fates(way.attempts);
    for (std::size_t i = 0; i < fate.size(); ++i) {
        object["attempts"][i]["fate"] = fate[i];
    }
    Json& cache = object["cache"];
    cache["result"] = result_of(way);
    cache["reason"] = way.bypass;
    cache["found"] = way.found;
    cache["image"] = way.image;
    cache["mode"] = told.mode;
    cache["fault"] = told.fault;
    object["cache_key"] = way.key;
    object["nearest_key"] = way.nearest_key;
    object["parts"] = Json::array();
    for (const CachePart& part : way.parts) {
        object["parts"].push_back(
            {{"label", part.label}, {"value", part.value}, {"nearest", part.nearest}, {"differs", part.differs}});
    }
    return object;
}

std::string route_table(const Explanation& way) {
    Table table({"ROUTE", ""});
    const auto add = [&](const std::string& name, const std::string& value) {
        if (!value.empty()) {
            table.add({"  " + name, value});
        }
    };
    add("rule", way.rule);
    add("backend", way.backend);
    add("device", way.selector);
    add("target", way.target);
    add("compiler", way.compiler);
    return table.text(terminal_width(Stream::output));
}

std::string attempts_table(const Explanation& way) {
    const std::vector<Attempt>& attempts = way.attempts;
    Table table({"BACKEND", "", "WHY"});
    const std::vector<const char*> fate = fates(attempts);
    for (std::size_t i = 0; i < fate.size(); ++i) {
        table.add({"  " + attempts[i].backend, fate[i],
                   attempts[i].status == QUOVIS_OK && !is_packed(way) ? "" : attempts[i].reason});
    }
    return table.text(terminal_width(Stream::output));
}

// "hit (disk)", "passed by: REASON", "miss: 2 parts differ from the nearest entry".
std::string verdict(const Explanation& way) {
    if (is_packed(way)) {
        return "not asked: the image is in the bundle";
    }
    if (!way.bypass.empty()) {
        return "passed by: " + way.bypass;
    }
    if (!way.found.empty()) {
        return fmt::format("hit ({})", way.found);
    }
    if (way.nearest_key.empty()) {
        return "miss: no entry of this program yet";
    }
    const auto count =
        std::count_if(way.parts.begin(), way.parts.end(), [](const CachePart& one) { return one.differs; });
    return fmt::format("miss: {} from the nearest entry",
                       count == 1 ? "1 part differs" : fmt::format("{} parts differ", count));
}

// Nothing is cut: a path or a key that cannot be copied is of no use.
std::string cache_table(const Told& told) {
    const Explanation& way = told.way;
    Table table({"CACHE", ""});
    const auto add = [&](const std::string& name, const std::string& value) {
        if (!value.empty()) {
            table.add({"  " + name, value});
        }
    };
    add("result", verdict(way));
    add("image", way.image);
    add("key", way.key);
    add("nearest", way.nearest_key);
    add("not used", told.fault);
    add("mode", told.mode == "read-only" ? "read-only: nothing is kept" : "");
    return table.text(0);
}

// Twelve digits tell two hashes apart.
std::string with_short_hashes(const std::string& value) {
    constexpr std::size_t whole = 32;
    constexpr std::size_t kept = 12;
    const std::size_t end = std::min(value.find_first_not_of("0123456789abcdef"), value.size());
    return end == whole ? value.substr(0, kept) + "…" + value.substr(whole) : value;
}

std::string or_none(const std::string& value) {
    return value.empty() ? "none" : with_short_hashes(value);
}

// Without the words that it begins with as `other` does, so that a narrow terminal shows what differs.
std::string from_difference(const std::string& value, const std::string& other) {
    constexpr std::size_t long_beginning = 20;
    const auto [end, ignored] = std::mismatch(value.begin(), value.end(), other.begin(), other.end());
    const std::size_t word = value.rfind(' ', static_cast<std::size_t>(end - value.begin()));
    return word == std::string::npos || word < long_beginning ? value : "…" + value.substr(word);
}

// What differs from the nearest entry is marked, and has that entry's value on a second line.
std::string parts_table(const std::vector<CachePart>& parts) {
    const std::size_t width = terminal_width(Stream::output);
    Table table({"", "PART", "VALUE"});
    for (const CachePart& part : parts) {
        const std::string value = or_none(part.value);
        const std::string nearest = or_none(part.nearest);
        const bool narrow = part.differs && width > 0;
        table.add({part.differs ? "*" : "", part.label, narrow ? from_difference(value, nearest) : value});
        if (part.differs) {
            table.add({"", "", "nearest entry: " + (narrow ? from_difference(nearest, value) : nearest)});
        }
    }
    return table.text(width);
}

std::string explanation_text(const Told& told) {
    std::string text = route_table(told.way) + "\n" + attempts_table(told.way) + "\n" + cache_table(told);
    return told.way.parts.empty() ? text : text + "\n" + parts_table(told.way.parts);
}

Exit explain(const Common& common, const ExplainWords& words) {
    check_words(common, words);
    const Told told = explain_way(common, words);
    print(common.json ? json_text(explanation_json(words, told)) : explanation_text(told));
    return Exit::done;
}

}  // namespace

void add_explain(CLI::App& app, Common& common, Work& work) {
    CLI::App& command =
        add_subcommand(app, common, "explain", "Tell which route a file would take and what the cache has for it",
                       "  quovis explain saxpy.cl\n"
                       "  quovis explain saxpy.cl --device cpu -D N=4\n"
                       "  quovis explain saxpy.cu --target sm_90 --backend cuda-nvrtc --json\n"
                       "  quovis explain saxpy.quovis --device gpu\n"
                       "  quovis explain k.cu --target sm_90 -I include -- --extra-device-vectorization");
    const auto words = std::make_shared<ExplainWords>();
    command
        .add_option("FILE", words->file,
                    "The source: .cu, .hip or .cl; or a bundle: .quovis. Nothing is compiled or loaded")
        ->type_name("")
        ->required();
    command.add_option("--source", words->source, "The program of a bundle, where it has several")->type_name("NAME");
    command.add_option("--device", words->device, "Where quovis run would run it")->type_name("SELECTOR");
    command.add_option("--backend", words->request.backend, "The plugin that would compile")->type_name("NAME");
    command.add_option("--target", words->request.target, "What quovis compile would compile for; needs no device")
        ->type_name("TARGET");
    command.add_option("--format", words->request.format, "What quovis compile would make")->type_name("FORMAT");
    command.add_flag("--relocatable", words->relocatable, "As an image that can be linked with others");
    add_compile_options(command, words->compiler);
    command.callback([&common, &work, words] { work = [&common, words] { return explain(common, *words); }; });
}

}  // namespace quovis::cli
