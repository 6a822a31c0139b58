// Matrix product, transposition and sparse matrix times vector.
#include <algorithm>
#include <cmath>

#include "tests/examples/workloads/workload.hpp"

namespace workload {
namespace {

class Matmul : public Workload {
  public:
    explicit Matmul(int n) : Workload("matmul"), n_(n) {
        Random random;
        a_ = random.floats(cells(), -1, 1);
        b_ = random.floats(cells(), -1, 1);
    }

    void prepare(const quovis::Route& route) override {
        a_on_device_ = buffer_of(route, a_);
        b_on_device_ = buffer_of(route, b_);
        c_ = route.buffer<float>(cells());
    }
    void run(Launcher& launch) override {
        const unsigned tiles = blocks_for(static_cast<std::size_t>(n_), tile);
        launch("matmul", {tiles, tiles}, {tile, tile}, n_, a_on_device_, b_on_device_, c_);
    }
    // Of a large matrix some elements.
    std::string check() override {
        const std::vector<float> c = c_.read<float>();
        const std::size_t n = static_cast<std::size_t>(n_);
        for (std::size_t i = 0; i < cells(); i += std::max<std::size_t>(1, cells() / 20'011)) {
            double sum = 0;
            for (std::size_t k = 0; k < n; ++k) {
                sum += static_cast<double>(a_[i / n * n + k]) * static_cast<double>(b_[k * n + i % n]);
            }
            if (std::string wrong = differs("c", i, c[i], sum, 1e-6 * n_); !wrong.empty()) {
                return wrong;
            }
        }
        return {};
    }

  private:
    static constexpr unsigned tile = 16;
    std::size_t cells() const { return static_cast<std::size_t>(n_) * static_cast<std::size_t>(n_); }

    int n_;
    std::vector<float> a_;
    std::vector<float> b_;
    quovis::Buffer a_on_device_;
    quovis::Buffer b_on_device_;
    quovis::Buffer c_;
};

class Transpose : public Workload {
  public:
    Transpose(int width, int height)
        : Workload("transpose"),
          width_(width),
          height_(height),
          in_(Random().floats(static_cast<std::size_t>(width) * static_cast<std::size_t>(height), 0, 1)) {}

    void prepare(const quovis::Route& route) override {
        in_on_device_ = buffer_of(route, in_);
        out_ = route.buffer<float>(in_.size());
    }
    void run(Launcher& launch) override {
        launch("transpose",
               {blocks_for(static_cast<std::size_t>(width_), 32), blocks_for(static_cast<std::size_t>(height_), 32)},
               {32, 8}, width_, height_, in_on_device_, out_);
    }
    std::string check() override {
        const auto width = static_cast<std::size_t>(width_);
        const auto height = static_cast<std::size_t>(height_);
        std::vector<float> expected(in_.size());
        for (std::size_t y = 0; y < height; ++y) {
            for (std::size_t x = 0; x < width; ++x) {
                expected[x * height + y] = in_[y * width + x];
            }
        }
        return differs("out", out_.read<float>(), expected);
    }

  private:
    int width_;
    int height_;
    std::vector<float> in_;
    quovis::Buffer in_on_device_;
    quovis::Buffer out_;
};

// Rows of 0 to 63 elements, most of them near the diagonal.
class Spmv : public Workload {
  public:
    explicit Spmv(int rows) : Workload("spmv"), rows_(rows), starts_{0} {
        Random random;
        x_ = random.floats(static_cast<std::size_t>(rows), -1, 1);
        for (int row = 0; row < rows; ++row) {
            for (std::uint32_t left = random.word() % 64; left > 0; --left) {
                const int near = row - 512 + static_cast<int>(random.word() % 1024);
                columns_.push_back(std::clamp(near, 0, rows - 1));
                values_.push_back(random.between(-1, 1));
            }
            starts_.push_back(static_cast<int>(columns_.size()));
        }
    }

    void prepare(const quovis::Route& route) override {
        starts_on_device_ = buffer_of(route, starts_);
        columns_on_device_ = buffer_of(route, columns_);
        values_on_device_ = buffer_of(route, values_);
        x_on_device_ = buffer_of(route, x_);
        y_ = route.buffer<float>(x_.size());
    }
    void run(Launcher& launch) override {
        launch("spmv", blocks_for(x_.size() * lanes, block), block, rows_, starts_on_device_, columns_on_device_,
               values_on_device_, x_on_device_, y_, quovis::local(block * sizeof(float)));
    }
    std::string check() override {
        const std::vector<float> y = y_.read<float>();
        for (std::size_t row = 0; row < y.size(); ++row) {
            double sum = 0;
            for (auto i = static_cast<std::size_t>(starts_[row]); i < static_cast<std::size_t>(starts_[row + 1]); ++i) {
                sum += static_cast<double>(values_[i]) * static_cast<double>(x_[static_cast<std::size_t>(columns_[i])]);
            }
            if (std::string wrong = differs("y", row, y[row], sum, 1e-5); !wrong.empty()) {
                return wrong;
            }
        }
        return {};
    }

  private:
    static constexpr unsigned lanes = 8;
    static constexpr unsigned block = 256;
    int rows_;
    std::vector<int> starts_;
    std::vector<int> columns_;
    std::vector<float> values_;
    std::vector<float> x_;
    quovis::Buffer starts_on_device_;
    quovis::Buffer columns_on_device_;
    quovis::Buffer values_on_device_;
    quovis::Buffer x_on_device_;
    quovis::Buffer y_;
};

}  // namespace

std::unique_ptr<Workload> matmul(Size size) {
    return std::make_unique<Matmul>(size == Size::test ? 117 : 2048);
}

std::unique_ptr<Workload> transpose(Size size) {
    return size == Size::test ? std::make_unique<Transpose>(517, 291) : std::make_unique<Transpose>(8192, 8192);
}

std::unique_ptr<Workload> spmv(Size size) {
    return std::make_unique<Spmv>(size == Size::test ? 5'003 : 1 << 20);
}

}  // namespace workload
