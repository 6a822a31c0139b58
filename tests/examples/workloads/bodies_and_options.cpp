// N-body and Black-Scholes: float arithmetic.
#include <algorithm>
#include <cmath>

#include "tests/examples/workloads/workload.hpp"

namespace workload {
namespace {

struct Body {
    float x, y, z, mass;
};

class Nbody : public Workload {
  public:
    explicit Nbody(std::size_t count) : Workload("nbody") {
        Random random;
        for (std::size_t i = 0; i < count; ++i) {
            bodies_.push_back(
                {random.between(-1, 1), random.between(-1, 1), random.between(-1, 1), random.between(0.5F, 1)});
            velocities_.push_back({random.between(-1, 1), random.between(-1, 1), random.between(-1, 1), 0});
        }
    }

    void prepare(const quovis::Route& route) override {
        bodies_on_device_ = buffer_of(route, bodies_);
        moved_ = route.buffer<Body>(bodies_.size());
        velocities_on_device_ = buffer_of(route, velocities_);
    }
    void run(Launcher& launch) override {
        launch("nbody", blocks_for(bodies_.size(), block), block, static_cast<int>(bodies_.size()), dt, softening,
               bodies_on_device_, moved_, velocities_on_device_);
    }
    // Some of the bodies.
    std::string check() override {
        const std::vector<Body> moved = moved_.read<Body>();
        for (std::size_t i = 0; i < bodies_.size(); i += std::max<std::size_t>(1, bodies_.size() / 257)) {
            double pull[3] = {0, 0, 0};
            double pulls = 0;  // without their directions: rounding grows with them
            for (const Body& other : bodies_) {
                const double d[3] = {double(other.x) - double(bodies_[i].x), double(other.y) - double(bodies_[i].y),
                                     double(other.z) - double(bodies_[i].z)};
                const double near = 1 / std::sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2] + double(softening));
                for (int axis = 0; axis < 3; ++axis) {
                    pull[axis] += d[axis] * double(other.mass) * near * near * near;
                }
                pulls += double(other.mass) * near * near;
            }
            const double tolerance = 1e-6 + 2e-7 * std::sqrt(double(bodies_.size())) * double(dt) * double(dt) * pulls;
            const double expected[3] = {double(bodies_[i].x) + double(dt) * (velocities_[i].x + double(dt) * pull[0]),
                                        double(bodies_[i].y) + double(dt) * (velocities_[i].y + double(dt) * pull[1]),
                                        double(bodies_[i].z) + double(dt) * (velocities_[i].z + double(dt) * pull[2])};
            const float got[4] = {moved[i].x, moved[i].y, moved[i].z, moved[i].mass};
            for (std::size_t axis = 0; axis < 4; ++axis) {
                const double wanted = axis < 3 ? expected[axis] : double(bodies_[i].mass);
                std::string wrong = differs("moved", 4 * i + axis, double(got[axis]), wanted, tolerance);
                if (!wrong.empty()) {
                    return wrong;
                }
            }
        }
        return {};
    }

  private:
    static constexpr unsigned block = 256;
    static constexpr float dt = 0.01F;
    static constexpr float softening = 0.01F;
    std::vector<Body> bodies_;
    std::vector<Body> velocities_;
    quovis::Buffer bodies_on_device_;
    quovis::Buffer moved_;
    quovis::Buffer velocities_on_device_;
};

struct Market {
    float rate;
    float volatility;
};

class BlackScholes : public Workload {
  public:
    explicit BlackScholes(std::size_t count) : Workload("black_scholes") {
        Random random;
        price_ = random.floats(count, 20, 90);
        strike_ = random.floats(count, 20, 90);
        years_ = random.floats(count, 0.1F, 5);
    }

    void prepare(const quovis::Route& route) override {
        price_on_device_ = buffer_of(route, price_);
        strike_on_device_ = buffer_of(route, strike_);
        years_on_device_ = buffer_of(route, years_);
        call_ = route.buffer<float>(price_.size());
        put_ = route.buffer<float>(price_.size());
    }
    void run(Launcher& launch) override {
        launch("black_scholes", blocks_for(price_.size(), block), block, static_cast<std::uint32_t>(price_.size()),
               market, price_on_device_, strike_on_device_, years_on_device_, call_, put_);
    }
    // With the normal distribution of the C library instead of a polynomial.
    std::string check() override {
        const std::vector<float> call = call_.read<float>();
        const std::vector<float> put = put_.read<float>();
        const auto cdf = [](double x) { return std::erfc(-x * std::sqrt(0.5)) / 2; };
        const std::size_t step = call.size() > 100'000 ? 101 : 1;
        for (std::size_t i = 0; i < call.size(); i += step) {
            const double s = price_[i];
            const double t = years_[i];
            const double spread = double(market.volatility) * std::sqrt(t);
            const double d1 = (std::log(s / double(strike_[i])) +
                               (double(market.rate) + double(market.volatility) * double(market.volatility) / 2) * t) /
                              spread;
            const double discounted = double(strike_[i]) * std::exp(-double(market.rate) * t);
            std::string wrong = differs("call", i, call[i], s * cdf(d1) - discounted * cdf(d1 - spread), tolerance);
            if (wrong.empty()) {
                wrong = differs("put", i, put[i], discounted * cdf(spread - d1) - s * cdf(-d1), tolerance);
            }
            if (!wrong.empty()) {
                return wrong;
            }
        }
        return {};
    }

  private:
    static constexpr unsigned block = 256;
    static constexpr double tolerance = 1e-4;  // prices are up to 90, and the polynomial is right to 1e-7
    static constexpr Market market{0.035F, 0.22F};
    std::vector<float> price_;
    std::vector<float> strike_;
    std::vector<float> years_;
    quovis::Buffer price_on_device_;
    quovis::Buffer strike_on_device_;
    quovis::Buffer years_on_device_;
    quovis::Buffer call_;
    quovis::Buffer put_;
};

}  // namespace

std::unique_ptr<Workload> nbody(Size size) {
    return std::make_unique<Nbody>(size == Size::test ? 1024 : 65'536);
}

std::unique_ptr<Workload> black_scholes(Size size) {
    return std::make_unique<BlackScholes>(size == Size::test ? 20'003 : std::size_t{1} << 25);
}

}  // namespace workload
