// `quovis cache verify`, `prune` and `clear`: whether the program cache is whole, and making it smaller.
#include "tools/quovis/cache.hpp"
#include "tools/quovis/errors.hpp"
#include "tools/quovis/json.hpp"
#include "tools/quovis/output.hpp"
#include "tools/quovis/progress.hpp"
#include "tools/quovis/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <memory>

namespace quovis::cli {
namespace {

using std::chrono::seconds;

struct VerifyWords {
    bool repair = false;
};

struct PruneWords {
    std::string max_size;
    std::string unused;
};

std::string counted(std::uint64_t count, const char* one, const char* several) {
    return fmt::format("{} {}", count, count == 1 ? one : several);
}

std::string entries_and_bytes(std::uint64_t entries, std::uint64_t bytes) {
    return fmt::format("{}, {}", counted(entries, "entry", "entries"), bytes_for_people(bytes));
}

Json report_json(const quovis_cache_info& info, const CacheReport& report) {
    Json object = json_object();
    object["folder"] = info.folder;
    object["entries"] = report.entries;
    object["bytes"] = report.bytes;
    object["removed"] = report.removed;
    object["removed_bytes"] = report.removed_bytes;
    return object;
}

// "removed 3 entries, 1.2 MiB; 9 entries, 3.4 MiB are left".
std::string report_text(const CacheReport& report) {
    return fmt::format("removed {}; {} {} left\n", entries_and_bytes(report.removed, report.removed_bytes),
                       entries_and_bytes(report.entries, report.bytes), report.entries == 1 ? "is" : "are");
}

Exit verify(const Common& common, const VerifyWords& words) {
    const Instance instance = open_instance(common);
    const Cache cache = instance.cache();
    const quovis_cache_info info = cache.info();
    words.repair ? require_changes(info) : require_cache(info);
    const CacheReport report = [&] {
        const Progress progress("reading the cache");
        return cache.verify(words.repair);
    }();
    const bool whole = report.damaged.empty() || words.repair;
    if (common.json) {
        Json object = report_json(info, report);
        object["damaged"] = report.damaged;
        object["ok"] = whole;
        print(json_text(object));
    } else {
        std::string text;
        for (const std::string& file : report.damaged) {
            text += fmt::format("damaged: {}\n", printable(file));
        }
        print(text + (words.repair ? report_text(report)
                                   : fmt::format("{} whole, {} damaged\n", report.entries, report.damaged.size())));
    }
    if (!whole) {
        show_note("error", fmt::format("cache: {} damaged", counted(report.damaged.size(), "entry is", "entries are")));
        show_note("hint", "such an entry is never used; 'quovis cache verify --repair' removes it");
    }
    return whole ? Exit::done : Exit::failed;
}

// The size is read by the configuration, so that it is written as there.
Instance instance_with_size(const Common& common, const std::string& size) {
    if (size.empty()) {
        return open_instance(common);
    }
    try {
        return open_instance(common, fmt::format("quovis: 1\ncache: {{ max_size: {} }}\n", Json(size).dump()));
    } catch (const Error& error) {
        const std::vector<Diagnostic> faults = error.diagnostics();
        const auto is_ours = [](const Diagnostic& one) { return one.file == "program"; };
        if (std::none_of(faults.begin(), faults.end(), is_ours)) {
            throw;
        }
        throw usage_failure(
            fmt::format("--max-size is '{}'; it must be a size in bytes or with a unit, as 512MiB", size),
            "the units are B, kB, MB, GB, TB (1000) and KiB, MiB, GiB, TiB (1024)");
    }
}

seconds parse_unused(const std::string& word) {
    if (word.empty()) {
        return seconds(0);
    }
    const auto unused = parse_duration(word);
    if (!unused) {
        throw usage_failure(
            fmt::format("--unused is '{}'; it must be a whole number from 1 with s, m, h, d or w, as 12h", word),
            "'quovis cache clear' removes all entries");
    }
    return *unused;
}

Exit shrink(const Common& common, const Instance& instance, const std::function<CacheReport(const Cache&)>& work) {
    const Cache cache = instance.cache();
    const quovis_cache_info info = cache.info();
    require_changes(info);
    const CacheReport report = [&] {
        const Progress progress("removing entries");
        return work(cache);
    }();
    print(common.json ? json_text(report_json(info, report)) : report_text(report));
    return Exit::done;
}

Exit prune(const Common& common, const PruneWords& words) {
    const seconds unused = parse_unused(words.unused);
    return shrink(common, instance_with_size(common, words.max_size),
                  [&](const Cache& cache) { return cache.prune(cache.info().max_bytes, unused); });
}

Exit clear(const Common& common) {
    return shrink(common, open_instance(common), [](const Cache& cache) { return cache.clear(); });
}

}  // namespace

void add_cache_verify(CLI::App& cache, Common& common, Work& work) {
    CLI::App& verified = add_subcommand(cache, common, "verify", "Read all entries and print those that are damaged",
                                        "  quovis cache verify\n"
                                        "  quovis cache verify --repair");
    const auto words = std::make_shared<VerifyWords>();
    verified.add_flag("--repair", words->repair, "Remove what is damaged");
    verified.callback([&common, &work, words] { work = [&common, words] { return verify(common, *words); }; });
}

void add_cache_prune(CLI::App& cache, Common& common, Work& work) {
    CLI::App& pruned = add_subcommand(cache, common, "prune", "Remove what is old, or more than there may be",
                                      "  quovis cache prune\n"
                                      "  quovis cache prune --unused 30d\n"
                                      "  quovis cache prune --max-size 500MiB");
    const auto words = std::make_shared<PruneWords>();
    pruned
        .add_option("--max-size", words->max_size,
                    "Remove the least recently used entries until all have at most this size; cache.max_size if not "
                    "given")
        ->type_name("SIZE");
    pruned
        .add_option("--unused", words->unused, "Remove entries that were not used for so long: 90s, 15m, 12h, 30d, 2w")
        ->type_name("DURATION");
    pruned.callback([&common, &work, words] { work = [&common, words] { return prune(common, *words); }; });
}

void add_cache_clear(CLI::App& cache, Common& common, Work& work) {
    CLI::App& cleared = add_subcommand(cache, common, "clear", "Remove all entries; programs that run go on",
                                       "  quovis cache clear\n"
                                       "  QUOVIS_CACHE_DIR=/opt/app/cache quovis cache clear");
    cleared.callback([&common, &work] { work = [&common] { return clear(common); }; });
}

}  // namespace quovis::cli
