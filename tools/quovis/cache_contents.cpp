// `quovis cache stats` and `quovis cache list`: what the program cache holds.
#include "tools/quovis/cache.hpp"
#include "tools/quovis/errors.hpp"
#include "tools/quovis/json.hpp"
#include "tools/quovis/output.hpp"
#include "tools/quovis/progress.hpp"
#include "tools/quovis/table.hpp"
#include "tools/quovis/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <memory>
#include <numeric>

namespace quovis::cli {
namespace {

constexpr std::size_t short_key = 8;

struct ListWords {
    bool all = false;
};

// As the configuration has them, whether they are there or not.
std::vector<std::string> layers_of(const Instance& instance) {
    std::vector<std::string> layers;
    for (const ConfigValue& one : instance.configuration()) {
        if (one.path.starts_with("cache.layers[")) {
            const Json word = Json::parse(one.value, nullptr, false);  // a word in quotes is one of JSON as well
            layers.push_back(word.is_string() ? word.get<std::string>() : one.value);
        }
    }
    return layers;
}

std::chrono::nanoseconds compile_time(const std::vector<CacheEntry>& entries) {
    return std::accumulate(entries.begin(), entries.end(), std::chrono::nanoseconds(0),
                           [](auto sum, const CacheEntry& one) { return sum + one.compile_time; });
}

struct Stats {
    quovis_cache_info info;
    CacheReport held;
    std::chrono::nanoseconds compile_time{0};
    std::vector<std::string> layers;
};

Stats stats_of(const Instance& instance) {
    const Cache cache = instance.cache();
    Stats stats{cache.info(), {}, {}, layers_of(instance)};
    if (reason_unused(stats.info).empty()) {
        const Progress progress("reading the cache");
        stats.held = cache.count();
        stats.compile_time = compile_time(cache.list());
    }
    return stats;
}

Json stats_json(const Stats& stats) {
    Json object = json_object();
    object["folder"] = stats.info.folder;
    object["mode"] = stats.info.mode;
    object["used"] = reason_unused(stats.info).empty();
    object["reason"] = reason_unused(stats.info);
    object["entries"] = stats.held.entries;
    object["bytes"] = stats.held.bytes;
    object["max_bytes"] = stats.info.max_bytes;
    object["memory_max_bytes"] = stats.info.memory_max_bytes;
    object["compile_ns"] = stats.compile_time.count();
    object["layers"] = stats.layers;
    return object;
}

std::string stats_table(const Stats& stats) {
    const quovis_cache_info& info = stats.info;
    Table table({"CACHE", ""});
    const auto add = [&](const std::string& name, const std::string& value) {
        if (!value.empty()) {
            table.add({"  " + name, value});
        }
    };
    add("folder", info.folder);
    add("mode", info.mode);
    add("not used", reason_unused(info));
    if (reason_unused(info).empty()) {
        add("entries", std::to_string(stats.held.entries));
        add("size", fmt::format("{} of {}", bytes_for_people(stats.held.bytes), bytes_for_people(info.max_bytes)));
        add("compile time",
            fmt::format("{} for all entries", duration_for_people(static_cast<double>(stats.compile_time.count()))));
        add("in memory", fmt::format("{} at most in each process", bytes_for_people(info.memory_max_bytes)));
    }
    for (const std::string& layer : stats.layers) {
        add("layer", layer);
    }
    return table.text(terminal_width(Stream::output));
}

Exit show_stats(const Common& common) {
    const Instance instance = open_instance(common);
    const Stats stats = stats_of(instance);
    print(common.json ? json_text(stats_json(stats)) : stats_table(stats));
    return Exit::done;
}

Json entry_json(const CacheEntry& one) {
    return {{"key", one.key},           {"name", one.name},
            {"compiler", one.compiler}, {"target", one.target},
            {"format", one.format},     {"image", one.image},
            {"bytes", one.bytes},       {"compile_ns", one.compile_time.count()},
            {"created", one.created},   {"used", one.used}};
}

// A clock may have been wrong.
std::string age(std::int64_t time) {
    const auto now = static_cast<std::int64_t>(std::time(nullptr));
    return age_for_people(std::chrono::seconds(now - std::clamp<std::int64_t>(time, 0, now)));
}

std::string short_table(const std::vector<CacheEntry>& entries) {
    Table table({"KEY", "NAME", "COMPILER", "TARGET", "FORMAT", "SIZE", "AGE", "USED"});
    for (const CacheEntry& one : entries) {
        const std::string file = std::filesystem::path(one.name).filename().string();
        table.add({one.key.substr(0, short_key), file, one.compiler, one.target, one.format,
                   bytes_for_people(one.bytes), age(one.created), age(one.used)});
    }
    return table.text(terminal_width(Stream::output));
}

std::string utc(std::int64_t time) {
    constexpr std::int64_t end_of_9999 = 253402300799;
    const auto shown = static_cast<std::time_t>(std::clamp<std::int64_t>(time, 0, end_of_9999));
    std::tm parts{};
    char text[32];
    ::gmtime_r(&shown, &parts);
    return {text, std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts)};
}

// Nothing is cut, for paths and keys that are copied out of it.
std::string entry_details(const CacheEntry& one) {
    Table table({"KEY", one.key});
    table.add({"name", one.name});
    table.add({"compiler", one.compiler});
    table.add({"target", one.target});
    table.add({"format", one.format});
    table.add({"image", one.image});
    table.add({"bytes", std::to_string(one.bytes)});
    table.add({"compile time", duration_for_people(static_cast<double>(one.compile_time.count()))});
    table.add({"created", utc(one.created)});
    table.add({"last use", utc(one.used)});
    return table.text(0);
}

Exit list(const Common& common, const ListWords& words) {
    const Instance instance = open_instance(common);
    const Cache cache = instance.cache();
    const quovis_cache_info info = cache.info();
    require_cache(info);
    const std::vector<CacheEntry> entries = [&] {
        const Progress progress("reading the cache");
        return cache.list();
    }();
    if (common.json) {
        Json object = json_object();
        object["folder"] = info.folder;
        object["entries"] = Json::array();
        for (const CacheEntry& one : entries) {
            object["entries"].push_back(entry_json(one));
        }
        print(json_text(object));
    } else if (entries.empty()) {
        show_note("note", fmt::format("there are no entries in '{}'", info.folder));
    } else if (words.all) {
        for (const CacheEntry& one : entries) {
            print((&one == &entries.front() ? "" : "\n") + entry_details(one));
        }
    } else {
        print(short_table(entries));
    }
    return Exit::done;
}

}  // namespace

void add_cache_stats(CLI::App& cache, Common& common, Work& work) {
    CLI::App& stats = add_subcommand(cache, common, "stats", "Print where it is and how much it holds",
                                     "  quovis cache stats\n"
                                     "  quovis cache stats --json");
    stats.callback([&common, &work] { work = [&common] { return show_stats(common); }; });
}

void add_cache_list(CLI::App& cache, Common& common, Work& work) {
    CLI::App& listed = add_subcommand(cache, common, "list",
                                      "Print the entries, the last used first: age, and how long ago it was used",
                                      "  quovis cache list\n"
                                      "  quovis cache list --long\n"
                                      "  cuobjdump -sass $(quovis cache list --json | jq -r '.entries[0].image')");
    const auto words = std::make_shared<ListWords>();
    listed.add_flag("--long", words->all, "Each entry with its whole key and the path of its image");
    listed.callback([&common, &work, words] { work = [&common, words] { return list(common, *words); }; });
}

}  // namespace quovis::cli
