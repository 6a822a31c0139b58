// Goes the way of Program::build and compile_for up to the compiler's door.
#include "core/program/explain.hpp"

#include "core/program/cache.hpp"

#include <algorithm>
#include <map>
#include <optional>

namespace quovis::core {
namespace {

std::size_t differences(const std::vector<ComparedField>& fields) {
    return static_cast<std::size_t>(
        std::count_if(fields.begin(), fields.end(), [](const ComparedField& field) { return field.differs; }));
}

std::vector<StoredEntry> all_entries(const Cache& cache) {
    auto entries = cache.folder().list();
    for (const auto& layer : cache.layers()) {
        auto more = layer.list();
        entries.insert(entries.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
    }
    return entries;
}

// Among the entries of the program's name.
void find_nearest(const Cache& cache, const std::string& name, const CacheKey& key, Explanation& told) {
    std::optional<std::size_t> least;
    for (const auto& stored : all_entries(cache)) {
        if (stored.entry.image.name != name)
            continue;
        auto compared = compare(key.fields, stored.entry.key.fields);
        const auto count = differences(compared);
        if (!least || count < *least) {
            least = count;
            told.nearest_key = stored.entry.key.hex();
            told.fields = std::move(compared);
        }
    }
}

void explain_cache(Plugin& plugin, const CompileRequest& request, const Cache& cache, Explanation& told) {
    check_request(plugin, request);
    told.backend = plugin.name;
    told.target = request.target;
    told.compiler = plugin.compiler()->identity;
    const auto keyed = key_of(plugin, request);
    for (const auto& field : keyed.key.fields)
        if (field.label == "compiler")
            told.compiler = field.value;  // which may be narrower than what the plugin says of all its work
    told.bypass = cache.off() ? "cache.mode is off" : keyed.bypass;
    for (const auto& field : keyed.key.fields)
        told.fields.push_back({field.label, field.value, {}, false});
    if (!told.bypass.empty())
        return;
    told.key = keyed.key.hex();
    const auto peeked = cache.peek(keyed.key);
    told.found = peeked.found;
    told.image = peeked.place;
    if (told.found.empty())
        find_nearest(cache, request.source.name, keyed.key, told);
}

// Behind the one that was taken: those that would be tried if it could not.
void add_runners_up(const RouteRule& rule, std::vector<Attempt>& attempts) {
    if (rule.strict)
        return;
    const auto backends = backends_of(rule);
    for (auto at = attempts.size(); at < backends.size(); ++at)
        attempts.push_back({backends[at], {}, QUOVIS_OK, "would be tried next"});
}

}  // namespace

std::vector<ComparedField> compare(const std::vector<KeyField>& fields, const std::vector<KeyField>& nearest) {
    std::vector<ComparedField> compared;
    std::multimap<std::string, std::size_t> places;  // in `nearest`, in its order
    for (std::size_t at = 0; at < nearest.size(); ++at)
        places.emplace(nearest[at].label, at);
    for (const auto& field : fields) {
        const auto place = places.lower_bound(field.label);
        const bool there = place != places.end() && place->first == field.label;
        const auto& other = there ? nearest[place->second].value : std::string();
        compared.push_back({field.label, field.value, other, !there || other != field.value});
        if (there)
            places.erase(place);
    }
    for (const auto& [label, at] : places)
        compared.push_back({label, {}, nearest[at].value, true});
    return compared;
}

Explanation explain(const Program& program, const Router& router, const Cache& cache, const ExplainRequest& request) {
    const auto& source = program.source;
    Explanation told;
    const RouteRequest wanted{source.name, source.language, request.selector, nullptr};
    const auto& rule = router.rule_of(wanted);
    told.rule = rule.origin;
    if (!request.backend.empty() || !request.target.empty() || !request.format.empty()) {
        told.attempts = router.take_compiler(
            source.name, source.language, request.backend, request.target, [&](const Router::CompilerChoice& choice) {
                const auto merged = merge(program.options, choice.options);
                explain_cache(choice.compiler,
                              {source, merged, program.target_of(choice, request.target), request.format, {}}, cache,
                              told);
            });
    } else {
        told.attempts = router.take(wanted, [&](const RouteChoice& choice) {
            const auto merged = merge(program.options, choice.options);
            told.selector = choice.route->selector;
            explain_cache(choice.compiler, {source, merged, choice.route->target, {}, {}}, cache, told);
        });
    }
    if (request.backend.empty())
        add_runners_up(rule, told.attempts);
    return told;
}

}  // namespace quovis::core
