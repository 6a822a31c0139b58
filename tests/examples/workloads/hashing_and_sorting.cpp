// SHA-256 and bitonic sort: integer arithmetic.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "tests/examples/workloads/workload.hpp"

namespace workload {
namespace {

using Digest = std::array<std::uint32_t, 8>;

// The fractional part of a root of the n-th prime, as FIPS 180-4 defines the constants.
std::uint32_t of_prime(int n, long double (*root)(long double)) {
    int prime = 2;
    for (int found = 0;; ++prime) {
        bool is_prime = true;
        for (int divisor = 2; divisor * divisor <= prime; ++divisor) {
            is_prime = is_prime && prime % divisor != 0;
        }
        if (is_prime && found++ == n) {
            break;
        }
    }
    const long double value = root(static_cast<long double>(prime));
    return static_cast<std::uint32_t>((value - std::floor(value)) * 0x1p32L);
}

Digest digest_of(const std::uint8_t* message, std::size_t length) {
    std::vector<std::uint8_t> bytes(message, message + length);
    bytes.push_back(0x80);
    bytes.resize((length + 8) / 64 * 64 + 56);
    for (int byte = 7; byte >= 0; --byte) {
        bytes.push_back(static_cast<std::uint8_t>(static_cast<std::uint64_t>(length) * 8 >> (8 * byte)));
    }
    static const auto roots = [] {
        std::array<std::uint32_t, 64> made{};
        for (int i = 0; i < 64; ++i) {
            made[static_cast<std::size_t>(i)] = of_prime(i, std::cbrt);
        }
        return made;
    }();
    static const auto begin = [] {
        Digest made{};
        for (int i = 0; i < 8; ++i) {
            made[static_cast<std::size_t>(i)] = of_prime(i, std::sqrt);
        }
        return made;
    }();
    Digest state = begin;
    for (std::size_t block = 0; block < bytes.size(); block += 64) {
        std::array<std::uint32_t, 64> w{};
        for (std::size_t i = 0; i < 64; ++i) {
            if (i < 16) {
                for (std::size_t byte = 0; byte < 4; ++byte) {
                    w[i] = w[i] << 8 | bytes[block + 4 * i + byte];
                }
                continue;
            }
            const std::uint32_t a = w[i - 15];
            const std::uint32_t b = w[i - 2];
            w[i] = w[i - 16] + (std::rotr(a, 7) ^ std::rotr(a, 18) ^ a >> 3) + w[i - 7] +
                   (std::rotr(b, 17) ^ std::rotr(b, 19) ^ b >> 10);
        }
        Digest s = state;
        for (std::size_t i = 0; i < 64; ++i) {
            const std::uint32_t first = s[7] + (std::rotr(s[4], 6) ^ std::rotr(s[4], 11) ^ std::rotr(s[4], 25)) +
                                        ((s[4] & s[5]) ^ (~s[4] & s[6])) + roots[i] + w[i];
            const std::uint32_t second = (std::rotr(s[0], 2) ^ std::rotr(s[0], 13) ^ std::rotr(s[0], 22)) +
                                         ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
            s = {first + second, s[0], s[1], s[2], s[3] + first, s[4], s[5], s[6]};
        }
        for (std::size_t i = 0; i < 8; ++i) {
            state[i] += s[i];
        }
    }
    return state;
}

class Sha256 : public Workload {
  public:
    Sha256(std::uint32_t count, std::uint32_t length) : Workload("sha256"), count_(count), length_(length) {
        Random random;
        messages_.resize(std::size_t{count} * length);
        for (std::uint8_t& byte : messages_) {
            byte = static_cast<std::uint8_t>(random.word());
        }
        std::copy_n("abc", std::min(3U, length), messages_.begin());
    }

    void prepare(const quovis::Route& route) override {
        messages_on_device_ = buffer_of(route, messages_);
        digests_ = route.buffer<Digest>(count_);
    }
    void run(Launcher& launch) override {
        launch("sha256", blocks_for(count_, block), block, count_, length_, messages_on_device_, digests_);
    }
    std::string check() override {
        constexpr std::array<std::uint8_t, 3> abc{'a', 'b', 'c'};
        constexpr Digest of_abc{0xba7816bf, 0x8f01cfea, 0x414140de, 0x5dae2223,
                                0xb00361a3, 0x96177a9c, 0xb410ff61, 0xf20015ad};  // FIPS 180-2, B.1
        if (digest_of(abc.data(), abc.size()) != of_abc) {
            return "the CPU's SHA-256 of \"abc\" is wrong";
        }
        const std::vector<Digest> digests = digests_.read<Digest>();
        const std::size_t step = count_ > 10'000 ? 1009 : 1;
        for (std::size_t i = 0; i < count_; i += step) {
            const Digest expected = digest_of(messages_.data() + i * length_, length_);
            const std::vector<std::uint32_t> got(digests[i].begin(), digests[i].end());
            std::string wrong = differs("digests[" + std::to_string(i) + "]", got, {expected.begin(), expected.end()});
            if (!wrong.empty()) {
                return wrong;
            }
        }
        return {};
    }

  private:
    static constexpr unsigned block = 128;
    std::uint32_t count_;
    std::uint32_t length_;
    std::vector<std::uint8_t> messages_;
    quovis::Buffer messages_on_device_;
    quovis::Buffer digests_;
};

class Bitonic : public Workload {
  public:
    explicit Bitonic(std::uint32_t count) : Workload("bitonic"), keys_(Random().words(count)) {}

    void prepare(const quovis::Route& route) override { keys_on_device_ = buffer_of(route, keys_); }
    void run(Launcher& launch) override {
        const auto count = static_cast<std::uint32_t>(keys_.size());
        launch("sort_tile", count / tile, tile / 2, keys_on_device_);
        for (std::uint32_t size = 2 * tile; size <= count && size != 0; size *= 2) {
            for (std::uint32_t stride = size / 2; stride >= tile; stride /= 2) {
                launch("merge", count / 2 / block, block, keys_on_device_, stride, size);
            }
            launch("merge_tile", count / tile, tile / 2, keys_on_device_, size);
        }
    }
    std::string check() override {
        std::vector<std::uint32_t> expected = keys_;
        std::sort(expected.begin(), expected.end());
        return differs("keys", keys_on_device_.read<std::uint32_t>(), expected);
    }

  private:
    static constexpr std::uint32_t tile = 1024;
    static constexpr std::uint32_t block = 256;
    std::vector<std::uint32_t> keys_;
    quovis::Buffer keys_on_device_;
};

}  // namespace

// 119 bytes need a third block for nothing but the length.
std::unique_ptr<Workload> sha256(Size size) {
    return size == Size::test ? std::make_unique<Sha256>(301, 119) : std::make_unique<Sha256>(1U << 20, 64);
}

std::unique_ptr<Workload> bitonic(Size size) {
    return std::make_unique<Bitonic>(size == Size::test ? 1U << 14 : 1U << 23);
}

}  // namespace workload
