// Stencil and Mandelbrot.
#include <algorithm>
#include <cmath>

#include "tests/examples/workloads/workload.hpp"

namespace workload {
namespace {

class Stencil : public Workload {
  public:
    Stencil(int width, int height)
        : Workload("stencil"),
          width_(width),
          height_(height),
          in_(Random().floats(static_cast<std::size_t>(width) * static_cast<std::size_t>(height), 0, 1)) {}

    void prepare(const quovis::Route& route) override {
        in_on_device_ = buffer_of(route, in_);
        out_ = route.buffer<float>(in_.size());
    }
    void run(Launcher& launch) override {
        constexpr unsigned block_width = 32;
        constexpr unsigned block_height = 8;
        constexpr unsigned halo = 4;
        launch("stencil",
               {blocks_for(static_cast<std::size_t>(width_), block_width),
                blocks_for(static_cast<std::size_t>(height_), block_height)},
               {block_width, block_height}, width_, height_, in_on_device_, out_,
               quovis::local((block_width + halo) * (block_height + halo) * sizeof(float)));
    }
    std::string check() override {
        const std::vector<float> out = out_.read<float>();
        constexpr double weights[] = {0.4, 0.1, 0.05};
        for (int y = 0; y < height_; ++y) {
            for (int x = 0; x < width_; ++x) {
                double sum = weights[0] * at(x, y);
                for (int i = 1; i <= 2; ++i) {
                    sum += weights[i] * (at(x - i, y) + at(x + i, y) + at(x, y - i) + at(x, y + i));
                }
                const auto place = static_cast<std::size_t>(y * width_ + x);
                if (std::string wrong = differs("out", place, out[place], sum, 1e-6); !wrong.empty()) {
                    return wrong;
                }
            }
        }
        return {};
    }

  private:
    double at(int x, int y) const {
        return in_[static_cast<std::size_t>(std::clamp(y, 0, height_ - 1) * width_ + std::clamp(x, 0, width_ - 1))];
    }

    int width_;
    int height_;
    std::vector<float> in_;
    quovis::Buffer in_on_device_;
    quovis::Buffer out_;
};

class Mandelbrot : public Workload {
  public:
    Mandelbrot(int width, int height, int limit)
        : Workload("mandelbrot"), width_(width), height_(height), limit_(limit) {}

    void prepare(const quovis::Route& route) override {
        picture_ = route.buffer<std::uint32_t>(static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_));
    }
    void run(Launcher& launch) override {
        launch("mandelbrot",
               {blocks_for(static_cast<std::size_t>(width_), 16), blocks_for(static_cast<std::size_t>(height_), 16)},
               {16, 16}, width_, height_, centre_x, centre_y, across / static_cast<float>(width_), limit_, picture_);
    }
    // Some of the pixels, exactly: the kernel says where it rounds.
    std::string check() override {
        const std::vector<std::uint32_t> picture = picture_.read<std::uint32_t>();
        const std::size_t step = picture.size() > 100'000 ? 997 : 7;
        for (std::size_t i = 0; i < picture.size(); i += step) {
            const std::uint32_t expected = colour(steps(static_cast<int>(i) % width_, static_cast<int>(i) / width_));
            if (std::string wrong = differs("picture", i, picture[i], expected, 0); !wrong.empty()) {
                return wrong;
            }
        }
        return {};
    }

  private:
    static constexpr float centre_x = -0.6F;
    static constexpr float centre_y = 0.1F;
    static constexpr float across = 3.2F;

    int steps(int pixel_x, int pixel_y) const {
        const float scale = across / static_cast<float>(width_);
        const float c_x = std::fma(static_cast<float>(pixel_x) - 0.5F * static_cast<float>(width_), scale, centre_x);
        const float c_y = std::fma(static_cast<float>(pixel_y) - 0.5F * static_cast<float>(height_), scale, centre_y);
        float x = 0;
        float y = 0;
        int made = 0;
        while (made < limit_ && std::fma(x, x, y * y) <= 4.0F) {
            const float next = std::fma(x, x, std::fma(-y, y, c_x));
            y = std::fma(2.0F * x, y, c_y);
            x = next;
            ++made;
        }
        return made;
    }
    // RGBA, red in the lowest byte: the cosines that the kernel has as a table.
    std::uint32_t colour(int made) const {
        std::uint32_t rgba = 0xFF000000U;
        for (unsigned part = 0; part < 3 && made != limit_; ++part) {
            constexpr double turn = 6.283185307179586;
            const double wave = std::cos(turn * (0.3625 + made % 16 / 16.0 + 0.15 * part));
            rgba |= static_cast<std::uint32_t>(std::lround(127.5 + 127.5 * wave)) << (8 * part);
        }
        return rgba;
    }

    int width_;
    int height_;
    int limit_;
    quovis::Buffer picture_;
};

}  // namespace

std::unique_ptr<Workload> stencil(Size size) {
    return size == Size::test ? std::make_unique<Stencil>(301, 133) : std::make_unique<Stencil>(8192, 8192);
}

std::unique_ptr<Workload> mandelbrot(Size size) {
    return size == Size::test ? std::make_unique<Mandelbrot>(317, 203, 200)
                              : std::make_unique<Mandelbrot>(4096, 4096, 512);
}

}  // namespace workload
