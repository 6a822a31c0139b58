// The program cache of the C API, and explanations.
#include "core/api/explanation.hpp"

#include <fmt/format.h>

using namespace quovis::core;

quovis_explanation::quovis_explanation(Explanation told) : object(std::move(told)) {
    attempts = to_c(object.attempts);
    for (const auto& field : object.fields)
        parts.push_back({sizeof(quovis_cache_part), field.label.c_str(), field.value.c_str(), field.nearest.c_str(),
                         field.differs});
}

namespace {

// What the last call on this thread gave out.
struct Given {
    std::vector<StoredEntry> entries;
    std::vector<std::string> keys;
    std::vector<quovis_cache_entry> c_entries;
    StoreReport report;
    std::vector<const char*> damaged;
};

Given& last_given() {
    thread_local Given last;
    return last;
}

const char* name_of(CacheMode mode) {
    switch (mode) {
        case CacheMode::read_write:
            return "read-write";
        case CacheMode::read_only:
            return "read-only";
        case CacheMode::off:
            return "off";
    }
    return "";
}

const CacheStore& used_store(quovis_instance* instance) {
    const Instance& object = *required(instance, "instance").object;
    const auto& store = object.cache().folder();
    if (object.cache().off())
        throw Error(QUOVIS_ERROR_FILE, {},
                    fmt::format("there is no cache: cache.mode is off ({})", object.config().cache_mode.origin));
    if (!store.folder().usable())
        throw Error(QUOVIS_ERROR_FILE, {}, fmt::format("the program cache is not used: {}", store.folder().fault()),
                    "cache.dir names another folder; cache.accept_unsafe one that others may write to");
    return store;
}

const CacheStore& changed_store(quovis_instance* instance) {
    const auto& store = used_store(instance);
    if (!store.folder().writable())
        throw Error(QUOVIS_ERROR_FILE, {},
                    fmt::format("the program cache '{}' is not changed: cache.mode is read-only ({})",
                                store.folder().path(), instance->object->config().cache_mode.origin));
    return store;
}

void give_report(quovis_cache_report* report, StoreReport made) {
    auto& last = last_given();
    last.report = std::move(made);
    last.damaged = pointers(last.report.damaged);
    quovis_cache_report full{};
    full.entries = last.report.entries;
    full.bytes = last.report.bytes;
    full.removed = last.report.removed;
    full.removed_bytes = last.report.removed_bytes;
    full.damaged = last.damaged.data();
    full.damaged_count = last.damaged.size();
    give(report, full);
}

quovis_cache_entry to_c(const StoredEntry& stored, const std::string& key) {
    quovis_cache_entry entry{};
    entry.struct_size = sizeof entry;
    entry.key = key.c_str();
    entry.name = stored.entry.image.name.c_str();
    entry.compiler = stored.entry.image.compiler.c_str();
    entry.target = stored.entry.image.target.c_str();
    entry.format = stored.entry.image.format.c_str();
    entry.image = stored.image_path.c_str();
    entry.bytes = stored.bytes;
    entry.compile_ns = stored.entry.compile_ns;
    entry.created = stored.entry.created;
    entry.used = stored.used;
    return entry;
}

std::string text_or_empty(const char* text) {
    return text ? text : "";
}

}  // namespace

extern "C" {

quovis_status quovis_cache_get(quovis_instance* instance, quovis_cache_info* info) {
    return guarded("cache", [&] {
        const Instance& object = *required(instance, "instance").object;
        const auto& cache = object.cache();
        const auto& counted = cache.counters();
        quovis_cache_info full{};
        full.folder = cache.folder().folder().path().c_str();
        full.fault = cache.off() ? "" : cache.folder().folder().fault().c_str();
        full.mode = name_of(object.config().cache_mode.value);
        full.max_bytes = cache.folder().max_bytes();
        full.memory_bytes = cache.memory_bytes();
        full.memory_max_bytes = object.config().cache_memory.value;
        full.memory_hits = counted.memory_hits;
        full.disk_hits = counted.disk_hits;
        full.layer_hits = counted.layer_hits;
        full.misses_absent = counted.absent;
        full.misses_damaged = counted.damaged;
        full.misses_unreadable = counted.unreadable;
        full.refused = counted.refused;
        full.bypassed = counted.bypassed;
        full.stored = counted.stored;
        full.not_stored = counted.not_stored;
        full.read_bytes = counted.read_bytes;
        full.written_bytes = counted.written_bytes;
        full.compile_ns = counted.compile_ns;
        full.saved_ns = counted.saved_ns;
        give(info, full);
    });
}

quovis_status quovis_cache_list(quovis_instance* instance, const quovis_cache_entry** entries, size_t* count) {
    return guarded("cache", [&] {
        auto& out = required(entries, "entries");
        auto& out_count = required(count, "count");
        auto& last = last_given();
        last.entries = used_store(instance).list();
        last.keys.clear();
        for (const auto& stored : last.entries)
            last.keys.push_back(stored.entry.key.hex());
        last.c_entries.clear();
        for (size_t i = 0; i < last.entries.size(); ++i)
            last.c_entries.push_back(to_c(last.entries[i], last.keys[i]));
        out = last.c_entries.data();
        out_count = last.c_entries.size();
    });
}

quovis_status quovis_cache_count(quovis_instance* instance, quovis_cache_report* report) {
    return guarded("cache", [&] { give_report(report, used_store(instance).count()); });
}

quovis_status quovis_cache_verify(quovis_instance* instance, int repair, quovis_cache_report* report) {
    return guarded("cache", [&] {
        give_report(report, (repair ? changed_store(instance) : used_store(instance)).verify(repair != 0));
    });
}

quovis_status quovis_cache_prune(quovis_instance* instance, uint64_t max_bytes, uint64_t unused_seconds,
                                 quovis_cache_report* report) {
    return guarded("cache", [&] {
        give_report(report, changed_store(instance).prune(max_bytes,
                                                          std::chrono::seconds(static_cast<std::chrono::seconds::rep>(
                                                              unused_seconds & 0x7fffffffffffffffu))));
    });
}

quovis_status quovis_cache_clear(quovis_instance* instance, quovis_cache_report* report) {
    return guarded("cache", [&] { give_report(report, changed_store(instance).clear()); });
}

quovis_status quovis_program_explain(quovis_program* program, const quovis_compile_info* info, const char* selector,
                                     quovis_explanation** explanation) {
    return guarded("cache", [&] {
        auto& out = required(explanation, "the explanation to set");
        const auto& self = required(program, "program");
        const auto known = given(info);
        out = new quovis_explanation(explain(self.object, self.instance->router(), self.instance->cache(),
                                             {text_or_empty(selector), text_or_empty(known.backend),
                                              text_or_empty(known.target), text_or_empty(known.format)}));
    });
}

quovis_status quovis_explanation_get(quovis_explanation* explanation, quovis_explanation_info* info) {
    return guarded("cache", [&] {
        const auto& self = required(explanation, "explanation");
        const auto& told = self.object;
        quovis_explanation_info full{};
        full.rule = told.rule.c_str();
        full.backend = told.backend.c_str();
        full.selector = told.selector.c_str();
        full.target = told.target.c_str();
        full.compiler = told.compiler.c_str();
        full.attempts = self.attempts.data();
        full.attempt_count = self.attempts.size();
        full.key = told.key.c_str();
        full.bypass = told.bypass.c_str();
        full.found = told.found.c_str();
        full.image = told.image.c_str();
        full.nearest_key = told.nearest_key.c_str();
        full.parts = self.parts.data();
        full.part_count = self.parts.size();
        give(info, full);
    });
}

void quovis_explanation_release(quovis_explanation* explanation) {
    delete explanation;
}

}  // extern "C"
