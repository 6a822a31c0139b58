// The table, and JSON in both directions.
#include "tools/quovis/bench_results.hpp"

#include "tools/quovis/failure.hpp"
#include "tools/quovis/input.hpp"
#include "tools/quovis/table.hpp"
#include "tools/quovis/text.hpp"

#include <fmt/format.h>

#include <cmath>

namespace quovis::cli {
namespace {

std::string number(double value, int digits) {
    return fmt::format("{:.{}f}", value, digits);
}

// Copies of a gigabyte need no tenths of a nanosecond.
std::string nanoseconds(double value) {
    return number(value, std::abs(value) < 10'000 ? 1 : 0);
}

Json to_json(const CaseResult& one) {
    const Measured& m = one.measured;
    Json object = {{"case", one.name},
                   {"vendor_ns", m.vendor_ns},
                   {"quovis_ns", m.quovis_ns},
                   {"difference_ns", m.difference_ns},
                   {"ratio", m.ratio},
                   {"ratio_low", m.ratio_low},
                   {"ratio_high", m.ratio_high},
                   {"rounds", m.rounds},
                   {"turns", m.turns}};
    if (!one.note.empty()) {
        object["note"] = one.note;
    }
    return object;
}

CaseResult case_from(const Json& object) {
    CaseResult one;
    one.name = object.at("case");
    one.note = object.value("note", "");
    Measured& m = one.measured;
    m.vendor_ns = object.at("vendor_ns");
    m.quovis_ns = object.at("quovis_ns");
    m.difference_ns = object.at("difference_ns");
    m.ratio = object.at("ratio");
    m.ratio_low = object.at("ratio_low");
    m.ratio_high = object.at("ratio_high");
    m.rounds = object.at("rounds");
    m.turns = object.at("turns");
    return one;
}

RouteResult route_from(const Json& object) {
    RouteResult route;
    route.selector = object.at("selector");
    route.device = object.at("device");
    route.driver = object.at("driver");
    route.compiler = object.at("compiler");
    route.failure = object.value("failure", "");
    for (const Json& one : object.at("cases")) {
        route.cases.push_back(case_from(one));
    }
    for (const Json& one : object.at("skipped")) {
        route.skipped.push_back({one.at("case"), one.at("reason")});
    }
    return route;
}

}  // namespace

std::string bench_text(const std::vector<RouteResult>& routes) {
    std::string text;
    for (const RouteResult& route : routes) {
        if (route.cases.empty()) {
            continue;
        }
        text += fmt::format("{}{} {} driver {} compiler {}\n", text.empty() ? "" : "\n", route.selector,
                            printable(route.device), printable(route.driver), route.compiler);
        Table table({"case", "vendor ns", "quovis ns", "difference ns", "ratio", "quartiles", "rounds", "turns"});
        for (const CaseResult& one : route.cases) {
            const Measured& m = one.measured;
            table.add({one.name, nanoseconds(m.vendor_ns), nanoseconds(m.quovis_ns), nanoseconds(m.difference_ns),
                       number(m.ratio, 3), number(m.ratio_low, 3) + " - " + number(m.ratio_high, 3),
                       std::to_string(m.rounds), std::to_string(m.turns)});
        }
        text += table.text(0);
    }
    return text;
}

Json bench_json(const std::vector<RouteResult>& routes) {
    Json object = json_object();
    object["routes"] = Json::array();
    for (const RouteResult& route : routes) {
        Json one = {{"selector", route.selector}, {"device", route.device}, {"driver", route.driver},
                    {"compiler", route.compiler}, {"cases", Json::array()}, {"skipped", Json::array()}};
        for (const CaseResult& result : route.cases) {
            one["cases"].push_back(to_json(result));
        }
        for (const SkippedCase& skipped : route.skipped) {
            one["skipped"].push_back({{"case", skipped.name}, {"reason", skipped.reason}});
        }
        if (!route.failure.empty()) {
            one["failure"] = route.failure;
        }
        object["routes"].push_back(std::move(one));
    }
    return object;
}

std::vector<RouteResult> read_bench(const std::string& path) {
    const std::vector<unsigned char> bytes = InputFile(path).all();
    std::vector<RouteResult> routes;
    try {
        const Json all = Json::parse(bytes);
        for (const Json& route : all.at("routes")) {
            routes.push_back(route_from(route));
        }
    } catch (const nlohmann::json::exception& error) {
        throw usage_failure(fmt::format("'{}' is no output of quovis bench --json: {}", path, error.what()));
    }
    return routes;
}

}  // namespace quovis::cli
