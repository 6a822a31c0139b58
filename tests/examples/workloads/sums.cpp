// Reduction, scan and histogram.
#include <numeric>

#include "tests/examples/workloads/workload.hpp"

namespace workload {
namespace {

class Reduction : public Workload {
  public:
    explicit Reduction(std::size_t count) : Workload("reduction"), x_(Random().floats(count, 0, 1)) {}

    void prepare(const quovis::Route& route) override {
        x_on_device_ = buffer_of(route, x_);
        sums_ = route.buffer<float>(blocks);
        sum_ = route.buffer<float>(1);
    }
    void run(Launcher& launch) override {
        const auto count = static_cast<std::uint32_t>(x_.size());
        launch("reduce", blocks, block, count, x_on_device_, sums_, quovis::local(block * sizeof(float)));
        launch("reduce", 1, block, blocks, sums_, sum_, quovis::local(block * sizeof(float)));
    }
    std::string check() override {
        const double expected = std::accumulate(x_.begin(), x_.end(), 0.0);
        return differs("sum", 0, sum_.read<float>()[0], expected, expected * 1e-5);
    }

  private:
    static constexpr std::uint32_t block = 256;
    static constexpr std::uint32_t blocks = 1024;
    std::vector<float> x_;
    quovis::Buffer x_on_device_;
    quovis::Buffer sums_;
    quovis::Buffer sum_;
};

class Scan : public Workload {
  public:
    explicit Scan(std::size_t count) : Workload("scan"), x_(Random().words(count)) {}

    void prepare(const quovis::Route& route) override {
        std::size_t count = x_.size();
        levels_.push_back({count, buffer_of(route, x_), route.buffer<std::uint32_t>(count)});
        while (count > tile) {
            count = (blocks_for(count, tile) + 3) / 4 * 4;
            levels_.push_back({count, route.buffer<std::uint32_t>(count), route.buffer<std::uint32_t>(count)});
            levels_.back().x.fill(std::uint32_t{0});
        }
        total_ = route.buffer<std::uint32_t>(1);
    }
    void run(Launcher& launch) override {
        for (std::size_t i = 0; i < levels_.size(); ++i) {
            const Level& level = levels_[i];
            launch("scan", level.blocks(), block, level.number(), level.x, level.out,
                   i + 1 < levels_.size() ? levels_[i + 1].x : total_);
        }
        for (std::size_t i = levels_.size() - 1; i-- > 0;) {
            const Level& level = levels_[i];
            launch("add", level.blocks(), block, level.number(), level.out, levels_[i + 1].out);
        }
    }
    std::string check() override {
        std::vector<std::uint32_t> expected(x_.size());
        std::exclusive_scan(x_.begin(), x_.end(), expected.begin(), std::uint32_t{0});
        return differs("out", levels_[0].out.read<std::uint32_t>(), expected);
    }

  private:
    static constexpr std::uint32_t block = 256;
    static constexpr std::uint32_t tile = 4 * block;
    struct Level {
        std::size_t count;
        quovis::Buffer x;
        quovis::Buffer out;

        std::uint32_t number() const { return static_cast<std::uint32_t>(count); }
        std::uint32_t blocks() const { return blocks_for(count, tile); }
    };
    std::vector<std::uint32_t> x_;
    std::vector<Level> levels_;  // of values, of totals, of totals of totals
    quovis::Buffer total_;
};

class Histogram : public Workload {
  public:
    explicit Histogram(std::size_t words) : Workload("histogram"), words_(Random().words(words)) {
        // Some values are more frequent than others, as in a picture.
        for (std::uint32_t& word : words_) {
            word &= 0xFF7F3FFFU;
        }
    }

    void prepare(const quovis::Route& route) override {
        words_on_device_ = buffer_of(route, words_);
        counts_ = buffer_of(route, std::vector<std::uint32_t>(bins, 0));
    }
    void run(Launcher& launch) override {
        launch("histogram", blocks, block, static_cast<std::uint32_t>(words_.size()), words_on_device_, counts_);
    }
    std::string check() override {
        std::vector<std::uint32_t> expected(bins, 0);
        for (const std::uint32_t word : words_) {
            for (unsigned byte = 0; byte < 4; ++byte) {
                ++expected[word >> (8 * byte) & 0xFF];
            }
        }
        return differs("counts", counts_.read<std::uint32_t>(), expected);
    }

  private:
    static constexpr std::uint32_t bins = 256;
    static constexpr std::uint32_t block = 256;
    static constexpr std::uint32_t blocks = 528;
    std::vector<std::uint32_t> words_;
    quovis::Buffer words_on_device_;
    quovis::Buffer counts_;
};

}  // namespace

std::unique_ptr<Workload> reduction(Size size) {
    return std::make_unique<Reduction>(size == Size::test ? 1'000'003 : std::size_t{1} << 26);
}

std::unique_ptr<Workload> scan(Size size) {
    return std::make_unique<Scan>(size == Size::test ? 1'100'004 : std::size_t{1} << 25);
}

std::unique_ptr<Workload> histogram(Size size) {
    return std::make_unique<Histogram>(size == Size::test ? 100'003 : std::size_t{1} << 25);
}

}  // namespace workload
