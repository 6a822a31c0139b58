// Random numbers, ciphers, texts, sorting and counting: integers, which are the same everywhere.
#include <algorithm>
#include <array>
#include <bit>
#include <cctype>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <string>

#include "tests/integration/opencl_c_idioms.hpp"

namespace opencl_c_test {
namespace {

using std::rotl;
using std::uint32_t;
using std::uint64_t;
using std::uint8_t;

std::vector<char> characters(const std::string& text) {
    return {text.begin(), text.end()};
}

Case xorshift() {
    constexpr uint64_t seed = 42;
    constexpr int items = 8;
    constexpr int draws = 5;
    std::vector<uint32_t> last;
    std::vector<float> sums;
    for (uint64_t item = 0; item < items; ++item) {
        uint64_t s = seed + item;
        const auto split = [&s] {
            uint64_t z = (s += 0x9E3779B97F4A7C15U);
            z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9U;
            z = (z ^ z >> 27) * 0x94D049BB133111EBU;
            return z ^ z >> 31;
        };
        const uint64_t a = split();
        const uint64_t b = split();
        std::array<uint32_t, 4> state{uint32_t(a), uint32_t(a >> 32), uint32_t(b), uint32_t(b >> 32) | 1};
        float sum = 0;
        for (int i = 0; i < draws; ++i) {
            const uint32_t t = state[0] ^ state[0] << 11;
            state = {state[1], state[2], state[3], state[3] ^ state[3] >> 19 ^ t ^ t >> 8};
            sum += static_cast<float>(state[3] >> 8) * 0x1p-24F;
        }
        last.push_back(state[3]);
        sums.push_back(sum);
    }
    return idiom("xorshift")
        .kernel("rng_run", 2, 4)
        .in(std::vector<uint32_t>(4 * items))
        .value(seed)
        .value(draws)
        .out(last)
        .out(sums, 1e-6);
}

Case philox() {
    constexpr int items = 16;
    const std::array<uint32_t, 2> key{0xdeadbeef, 17};
    std::vector<uint32_t> expected;
    for (uint32_t i = 0; i < items; ++i) {
        std::array<uint32_t, 4> c{i, 0, 0, 0};
        std::array<uint32_t, 2> k = key;
        for (int round = 0; round < 10; ++round) {
            const uint64_t p0 = uint64_t{0xD2511F53} * c[0];
            const uint64_t p1 = uint64_t{0xCD9E8D57} * c[2];
            c = {uint32_t(p1 >> 32) ^ c[1] ^ k[0], uint32_t(p1), uint32_t(p0 >> 32) ^ c[3] ^ k[1], uint32_t(p0)};
            k = {k[0] + 0x9E3779B9, k[1] + 0xBB67AE85};
        }
        expected.insert(expected.end(), c.begin(), c.end());
    }
    return idiom("philox").kernel("philox", 2, 8).value(key).out(expected);
}

Case chacha() {
    const auto key = made(8, [](int i) { return 0x03020100U + 0x04040404U * uint32_t(i); });
    const std::array<uint32_t, 3> nonce{0x09000000, 0x4a000000, 0};
    std::vector<uint32_t> expected;
    for (uint32_t counter = 1; counter <= 4; ++counter) {
        std::array<uint32_t, 16> begin{0x61707865, 0x3320646e, 0x79622d32, 0x6b206574};
        std::copy(key.begin(), key.end(), begin.begin() + 4);
        begin[12] = counter;
        std::copy(nonce.begin(), nonce.end(), begin.begin() + 13);
        std::array<uint32_t, 16> s = begin;
        const auto quarter = [&s](std::size_t a, std::size_t b, std::size_t c, std::size_t d) {
            s[a] += s[b], s[d] = rotl(s[d] ^ s[a], 16);
            s[c] += s[d], s[b] = rotl(s[b] ^ s[c], 12);
            s[a] += s[b], s[d] = rotl(s[d] ^ s[a], 8);
            s[c] += s[d], s[b] = rotl(s[b] ^ s[c], 7);
        };
        for (int round = 0; round < 10; ++round) {
            quarter(0, 4, 8, 12), quarter(1, 5, 9, 13), quarter(2, 6, 10, 14), quarter(3, 7, 11, 15);
            quarter(0, 5, 10, 15), quarter(1, 6, 11, 12), quarter(2, 7, 8, 13), quarter(3, 4, 9, 14);
        }
        for (std::size_t i = 0; i < 16; ++i) {
            expected.push_back(s[i] + begin[i]);
        }
    }
    expected[0] = 0xe4e7f110;  // as RFC 7539 has it in 2.3.2
    return idiom("chacha")
        .kernel("chacha20", 1, 4)
        .in(key)
        .value(1U)
        .value(nonce[0])
        .value(nonce[1])
        .value(nonce[2])
        .out(expected);
}

Case xtea() {
    constexpr uint64_t nonce = 0x1122334455667788;
    const auto before = made(8, [](int i) { return uint64_t(i) * 0x0101010101010101U; });
    std::vector<uint64_t> after = before;
    const std::array<uint32_t, 4> key{0x01234567, 0x89abcdef, 0xfedcba98, 0x76543210};
    for (uint64_t i = 0; i < after.size(); ++i) {
        auto low = uint32_t(nonce ^ i);
        auto high = uint32_t((nonce ^ i) >> 32);
        uint32_t sum = 0;
        for (int round = 0; round < 32; ++round) {
            low += ((high << 4 ^ high >> 5) + high) ^ (sum + key[sum & 3]);
            sum += 0x9E3779B9;
            high += ((low << 4 ^ low >> 5) + low) ^ (sum + key[sum >> 11 & 3]);
        }
        after[i] ^= uint64_t{high} << 32 | low;
    }
    return idiom("xtea").kernel("xtea_ctr", 2, 4).inout(before, after).value(nonce);
}

Case crc32() {
    const std::string text = "123456789The quick brown fox";
    const std::vector<uint32_t> offsets{0, 9, 9, 10, 28};
    std::vector<uint32_t> expected;
    for (std::size_t i = 0; i + 1 < offsets.size(); ++i) {
        uint32_t crc = ~0U;
        for (uint32_t at = offsets[i]; at < offsets[i + 1]; ++at) {
            crc ^= uint8_t(text[at]);
            for (int bit = 0; bit < 8; ++bit) {
                crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320U : 0);
            }
        }
        expected.push_back(~crc);
    }
    expected[0] = 0xCBF43926;  // the check value of CRC-32
    return idiom("crc32").kernel("crc32", 1, 4).in(characters(text)).in(offsets).out(expected);
}

Case string_search() {
    const std::string text = "A kernel calls a KERNEL; the Kernel kern calls none.";
    const std::string word = "kerNel";
    std::string found(text.size(), '.');
    int count = 0;
    for (std::size_t i = 0; i + word.size() <= text.size(); ++i) {
        const bool same = std::equal(word.begin(), word.end(), text.begin() + std::ptrdiff_t(i),
                                     [](char a, char b) { return std::tolower(a) == std::tolower(b); });
        if (same) {
            found[i] = '^';
            ++count;
        }
    }
    return idiom("string_search")
        .kernel("search", 4, 16)
        .in(characters(text))
        .value(int(text.size()))
        .in(characters(word))
        .value(int(word.size()))
        .inout(std::vector<int>{0}, std::vector<int>{count})
        .out(characters(found))
        .out(std::vector<int>(std::size_t(count), 1));
}

Case prefix_sums() {
    const auto in = made(128, [](int i) { return (i * 37) % 101 - 50; });
    std::vector<int> expected(in.size());
    std::partial_sum(in.begin(), in.begin() + 64, expected.begin());
    std::partial_sum(in.begin() + 64, in.end(), expected.begin() + 64);
    return idiom("prefix_macros").kernel("scan_sum", 2, 64).in(in).out(expected).local(64 * sizeof(int));
}

Case bit_tricks() {
    const auto in = made(32, [](int i) { return (uint32_t(i) + 1) * 0x9E3779B1U ^ uint32_t(i) << 20; });
    std::vector<uint32_t> expected;
    for (std::size_t i = 0; i < in.size(); i += 2) {
        const uint32_t a = in[i];
        const uint32_t b = in[i + 1];
        uint32_t reversed = 0;
        uint32_t interleaved = 0;
        for (unsigned bit = 0; bit < 32; ++bit) {
            reversed |= (a >> bit & 1) << (31 - bit);
            interleaved |= bit < 16 ? (a >> bit & 1) << (2 * bit) | (b >> bit & 1) << (2 * bit + 1) : 0;
        }
        const uint64_t sum = uint64_t{a} + b;
        const uint32_t half = uint32_t(sum >> 1);
        const uint32_t half_up = uint32_t((sum + 1) >> 1);
        const uint32_t added = uint32_t(std::min<uint64_t>(sum, 0xFFFFFFFF));
        expected.insert(expected.end(),
                        {reversed, interleaved, uint32_t(std::popcount(a)) * 100 + uint32_t(std::countl_zero(b)),
                         half ^ half_up, (a & 0xFFFFFF) * (b & 0xFF) + 7, added - (a > b ? a - b : 0),
                         (a > b ? a - b : b - a) ^ a ^ a >> 1, (a << 16 | (b & 0xFFFF)) + (b != 0)});
    }
    return idiom("bit_tricks").kernel("bits", 2, 8).in(in).out(expected);
}

Case radix_count() {
    constexpr uint32_t per_item = 5;
    constexpr uint32_t shift = 4;
    const auto keys = made(2 * 16 * per_item, [](int i) { return uint32_t(i) * 2654435761U; });
    std::vector<uint32_t> counts(8, 0);
    for (std::size_t i = 0; i < keys.size(); ++i) {
        ++counts[(keys[i] >> shift & 3) * 2 + i / (16 * per_item)];
    }
    return idiom("radix_count")
        .kernel("count_digits", 2, 16)
        .in(keys)
        .value(per_item)
        .value(shift)
        .out(counts)
        .local(4 * 16 * sizeof(uint32_t));
}

Case edit_distance() {
    const std::vector<std::pair<std::string, int>> words{{"kitten", 3},  {"sitting", 0},  {"", 7},  {"sittin", 1},
                                                         {"setting", 1}, {"knitting", 2}, {"s", 6}, {"gnittis", 4}};
    std::vector<char> text;
    std::vector<int> expected;
    for (const auto& [word, distance] : words) {
        const std::vector<char> letters = characters(word);
        text.insert(text.end(), letters.begin(), letters.end());
        text.resize((text.size() + 15) / 16 * 16 + (word.empty() ? 16 : 0), '\0');
        expected.push_back(distance);
    }
    return idiom("edit_distance")
        .kernel("distances", 2, 4)
        .in(text)
        .in(characters(std::string("sitting\0", 8)))
        .out(expected);
}

Case base64() {
    return idiom("base64")
        .kernel("encode", 1, 8)
        .in(characters("Many hands make!"))
        .value(16U)
        .out(characters("TWFueSBoYW5kcyBtYWtlIQ=="));
}

Case life() {
    constexpr int width = 16;
    constexpr int height = 24;
    const auto now = made(width * height, [](int i) { return uint8_t((i * i + i / 7) % 5 < 2 ? 1 : 0); });
    const auto at = [&](int x, int y) {
        return int(now[std::size_t((y + height) % height * width + (x + width) % width)]);
    };
    const auto next = made(width * height, [&](int i) {
        const int x = i % width;
        const int y = i / width;
        int neighbours = -at(x, y);
        for (int dy = -1; dy <= 1; ++dy) {
            for (int dx = -1; dx <= 1; ++dx) {
                neighbours += at(x + dx, y + dy);
            }
        }
        return uint8_t(neighbours == 3 || (neighbours == 2 && at(x, y) == 1));
    });
    return idiom("life").kernel("life", {2, 3}, {8, 8}).in(now).out(next).value(width).value(height);
}

}  // namespace

std::vector<Case> idioms_of_integers() {
    return {xorshift(),    philox(),     chacha(),      xtea(),          crc32(),  string_search(),
            prefix_sums(), bit_tricks(), radix_count(), edit_distance(), base64(), life()};
}

}  // namespace opencl_c_test
