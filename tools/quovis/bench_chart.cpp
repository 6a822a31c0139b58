// Where everything in the chart goes.
#include "tools/quovis/bench_chart.hpp"

#include "tools/quovis/cairo.hpp"
#include "tools/quovis/output.hpp"
#include "tools/quovis/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace quovis::cli {
namespace {

// Pixels.
constexpr double left = 230;  // names of the cases
constexpr double plot = 620;
constexpr double right = 270;  // the numbers
constexpr double row = 26;
constexpr double heading = 66;
constexpr double axis = 40;
constexpr double margin = 16;
constexpr double letters = 14;

constexpr Rgb black{0.1, 0.1, 0.1};
constexpr Rgb grey{0.45, 0.45, 0.45};
constexpr Rgb light{0.88, 0.88, 0.88};
constexpr Rgb stripe{0.965, 0.965, 0.965};
constexpr Rgb faster{0.10, 0.50, 0.25};
constexpr Rgb same{0.15, 0.35, 0.70};
constexpr Rgb slower{0.80, 0.25, 0.10};
constexpr double is_same = 0.02;  // as much as the ratio may differ from 1 to be called the same

// Ratios to pixels: by their logarithm, so that twice and half are as far from 1.
class Scale {
  public:
    explicit Scale(const RouteResult& route) {
        for (const CaseResult& one : route.cases) {
            low_ = std::min(low_, one.measured.ratio_low);
            high_ = std::max(high_, one.measured.ratio_high);
        }
        low_ = std::max(low_ * 0.99, least);
        high_ = std::min(high_ * 1.01, most);
    }

    bool is_inside(double ratio) const { return ratio >= low_ && ratio <= high_; }
    double x(double ratio) const {
        const double inside = std::clamp(ratio, low_, high_);
        return left + plot * std::log(inside / low_) / std::log(high_ / low_);
    }

    std::vector<double> ticks() const {
        const int step = high_ / low_ < 1.35 ? 2 : 10;  // hundredths
        std::vector<double> ticks;
        for (int hundredths = 50; hundredths <= 200; hundredths += step) {
            if (is_inside(hundredths / 100.0)) {
                ticks.push_back(hundredths / 100.0);
            }
        }
        return ticks;
    }

  private:
    // What is beyond is drawn at the edge: one ratio of 80 would leave no room for those that differ by a hundredth.
    static constexpr double least = 0.65;
    static constexpr double most = 1.55;

    double low_ = 0.95;
    double high_ = 1.05;
};

Rgb colour_of(double ratio) {
    return ratio < 1 - is_same ? faster : ratio > 1 + is_same ? slower : same;
}

void draw_axis(Canvas& canvas, const Scale& scale, double top, double bottom) {
    for (const double tick : scale.ticks()) {
        canvas.colour(light);
        canvas.line(scale.x(tick), top, scale.x(tick), bottom, 1);
        canvas.colour(grey);
        canvas.text(scale.x(tick), bottom + letters + 4, fmt::format("{:.2f}", tick), letters - 1, Align::middle);
    }
    canvas.colour(black);
    canvas.line(scale.x(1), top, scale.x(1), bottom, 2);
}

void draw_case(Canvas& canvas, const Scale& scale, const CaseResult& one, double top) {
    const Measured& m = one.measured;
    const double middle = top + row / 2;
    const double base = middle + letters * 0.36;
    canvas.colour(black);
    canvas.text(left - 12, base, one.name, letters, Align::right);
    canvas.colour(colour_of(m.ratio));
    canvas.line(scale.x(m.ratio_low), middle, scale.x(m.ratio_high), middle, 3);
    if (scale.is_inside(m.ratio)) {
        canvas.dot(scale.x(m.ratio), middle, 5.5);
    } else {
        canvas.arrow(scale.x(m.ratio), middle, m.ratio > 1 ? 9 : -9);
    }
    canvas.text(left + plot + 14, base, fmt::format("{:.3f}", m.ratio), letters, Align::left, true);
    canvas.colour(grey);
    canvas.text(left + plot + 84, base,
                fmt::format("{} / {}", duration_for_people(m.quovis_ns), duration_for_people(m.vendor_ns)),
                letters - 1);
}

double height_of(const RouteResult& route) {
    return heading + row * static_cast<double>(route.cases.size()) + axis;
}

void draw_route(Canvas& canvas, const RouteResult& route, double top) {
    canvas.colour(black);
    canvas.text(margin, top + 24, fmt::format("{}  {}", route.selector, printable(route.device)), letters + 4,
                Align::left, true);
    canvas.colour(grey);
    canvas.text(margin, top + 46,
                "time through Quovis / time of the vendor's own calls: median of paired rounds, line between the "
                "quartiles; left of 1.00 Quovis is faster",
                letters - 1);
    const Scale scale(route);
    double at = top + heading;
    const double bottom = at + row * static_cast<double>(route.cases.size());
    canvas.colour(stripe);
    for (std::size_t i = 1; i < route.cases.size(); i += 2) {
        canvas.rectangle(margin, at + row * static_cast<double>(i), left + plot + right - 2 * margin, row);
    }
    draw_axis(canvas, scale, at, bottom);
    for (const CaseResult& one : route.cases) {
        draw_case(canvas, scale, one, at);
        at += row;
    }
}

}  // namespace

void require_chart() {
    Canvas::require();
}

void save_chart(const std::vector<RouteResult>& routes, const std::string& path) {
    double height = margin;
    for (const RouteResult& route : routes) {
        height += route.cases.empty() ? 0 : height_of(route);
    }
    Canvas canvas(static_cast<int>(left + plot + right), static_cast<int>(height));
    double top = margin / 2;
    for (const RouteResult& route : routes) {
        if (!route.cases.empty()) {
            draw_route(canvas, route, top);
            top += height_of(route);
        }
    }
    const std::vector<unsigned char> bytes = canvas.png();
    OutputFile file(path);
    file.write(bytes.data(), bytes.size());
    file.commit();
}

}  // namespace quovis::cli
