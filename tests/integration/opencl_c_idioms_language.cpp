// What C allows and C++ does not, and what people do with it.
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <string>

#include "tests/integration/opencl_c_idioms.hpp"

namespace opencl_c_test {
namespace {

std::vector<Case> printf_debug() {
    const std::vector<int> in{3, 5, -1, 8};
    const std::vector<int> expected{7, 12, -1, 20};
    const auto traced = [&] { return idiom("printf_debug").kernel("traced", 1, 4).in(in).out(expected).value(2.5F); };
    return {traced(), traced().named("printf_debug_on").define("DEBUG", "1")};
}

Case unions() {
    const std::vector<float> in{1, -2.75F, 1e10F, 3.1415927F, 0.001F, -1e-20F};
    std::vector<int> expected;
    for (std::size_t i = 0; i < in.size(); ++i) {
        const auto bits = std::bit_cast<std::uint32_t>(in[i]);
        const std::uint32_t turned = bits << 24 | (bits & 0xFF00) << 8 | (bits >> 8 & 0xFF00) | bits >> 24;
        expected.insert(expected.end(),
                        {int(bits >> 23 & 0xFF) - 127, std::int16_t(i % 2 == 1 ? bits & 0xFFFF : bits >> 16),
                         std::bit_cast<int>(bits ^ turned), int(bits >> 24)});
    }
    return idiom("unions").kernel("take_apart", 1, 6).in(in).out(expected);
}

Case nested_structs() {
    const std::vector<int> points{3, 4, -2, 8, 5, 5, 0, -7, 6, 1, 2, 2, 9, 0, -1, 3};
    // From (-2, -7) to (9 + 1, 8 + 1); the struct has two points, a short and two chars.
    return idiom("nested_structs")
        .kernel("bounding_box", 1, 8)
        .in(points)
        .out(std::vector<int>{-2, -7, 10, 9, 12 * 16, 7 + 41 + 2, 15, 20});
}

Case cxx_names() {
    constexpr int explicit_value = 5;
    const std::vector<int> in{0, 1, 2, 7, 30, 90, -4, 1000};
    std::vector<int> expected;
    for (const int first : in) {
        const int second = first + 1;
        const int third = first * 10 + second;
        const int sum = (first & 3) + (second | 4) + (third ^ explicit_value) + 0;
        expected.push_back(sum > 100 ? sum : sum + 1000);
    }
    return idiom("cxx_names").kernel("names", 2, 4).in(in).out(expected).value(explicit_value);
}

Case void_pointers() {
    // Records of a length, room for a sum, and values.
    const std::vector<int> before{3, 99, 5, 6, 7, 0, 0, 99, 1, 1, 1, 1, 4, 99, -1, -2, -3, -4};
    std::vector<int> after = before;
    after[1] = 18;
    after[7] = 0;
    after[13] = -10;
    return idiom("void_pointers")
        .kernel("records", 1, 3)
        .inout(before, after)
        .out(std::vector<int>{18, -1, -10})
        .value(int(6 * sizeof(int)));
}

Case goto_state() {
    const std::vector<std::string> texts{"    42", " -1007", "+12 x ", "#     ",
                                         "12a   ", "      ", "007   ", "  -   "};
    std::vector<char> text;
    for (const std::string& one : texts) {
        text.insert(text.end(), one.begin(), one.end());
    }
    return idiom("goto_state")
        .kernel("parse", 2, 4)
        .in(text)
        .value(6)
        .out(std::vector<int>{42, -1007, 12, -1, 0, 0, 7, 0})
        .out(std::vector<int>{2, 3, 3, 0, -1, 0, 2, 3});
}

Case kernel_calls_kernel() {
    return idiom("kernel_calls_kernel")
        .kernel("four_times_plus_three", 2, 2)
        .inout(std::vector<int>{1, 2, 3, -5}, std::vector<int>{7, 11, 15, -17});
}

Case attributes() {
    std::vector<char> packed;
    std::vector<int> expected;
    for (int i = 0; i < 16; ++i) {
        const auto kind = char(i - 5);
        const int value = i * 100;
        const auto small = short(-7 * i);
        const auto put = [&packed](const auto& part) {
            packed.resize(packed.size() + sizeof(part));
            std::memcpy(packed.data() + packed.size() - sizeof(part), &part, sizeof(part));
        };
        put(kind);
        put(value);
        put(small);
        expected.push_back((kind + value + small) * 1000 + 7 * 100 + 16 + i);
    }
    return idiom("attributes").kernel("attributes", {2, 1}, {4, 2}).in(packed).out(expected);
}

Case pointers_to_pointers() {
    constexpr int rounds = 3;
    const auto a = made(8, [](int i) { return float(i * i); });
    const auto b = made(8, [](int i) { return float(10 - i); });
    std::vector<float> expected;
    for (std::size_t item = 0; item < 4; ++item) {
        const auto& source = item % 2 == 0 ? a : b;
        std::array<float, 6> now{};
        for (std::size_t i = 0; i < 4; ++i) {
            now[i + 1] = source[item / 2 * 4 + i];
        }
        for (int round = 0; round < rounds; ++round) {
            now[0] = now[1];
            now[5] = now[4];
            std::array<float, 6> then{};
            for (std::size_t i = 1; i <= 4; ++i) {
                then[i] = 0.25F * now[i - 1] + 0.5F * now[i] + 0.25F * now[i + 1];
            }
            now = then;
        }
        expected.insert(expected.end(), now.begin() + 1, now.begin() + 5);
    }
    return idiom("pointers_to_pointers").kernel("smooth_rows", 1, 4).in(a).in(b).out(expected, 1e-5).value(rounds);
}

Case comma_and_conditions() {
    constexpr int n = 6;
    const auto in = made(16, [](int i) { return i * 13 % 29 - 9; });
    std::vector<int> expected;
    for (int a : in) {
        int b = a;
        int c = a;
        for (int low = 0, high = n - 1; low < high; ++low, --high) {
            a += low;
            b -= high;
        }
        ++a;
        --b;
        c = a * b;
        c = c < 0 ? -c : c > 100 ? 100 : c != 0 ? c : -1;
        c *= 2;
        c |= (a & 1) == 0 ? 1 : (b & 1) != 0 ? 3 : 2;
        int k = 4;
        while (k-- > 0 && (c = c * 3 + k) < 100000) {
        }
        do {
            if (c % 2 != 0) {
                continue;
            }
            c /= 2;
        } while (c > 0 && (c & 1) == 0);
        const std::array<int, 4> v{a, b, c, k};
        const std::array<int, 4> w{k, c, b, a};
        const auto larger = [&](std::size_t i) { return v[i] > w[i] ? v[i] : w[i]; };
        const auto second = [&](std::size_t i) { return v[i] == w[i] ? -v[i] : v[i] & 0xFF; };
        expected.push_back(larger(0) + second(1) + (larger(2) ^ 5) + (second(3) < 0 ? -1 : 0));
    }
    return idiom("comma_and_conditions").kernel("golf", 4, 4).in(in).out(expected).value(n);
}

Case macro_tricks() {
    const std::vector<int> in{7, 2, 7, 2, 7, 2, 7, 2, 7, 2, 7, 2, 7, 2};
    // Four operations, then the number of them below zero, then 2 * 10 + a letter of "3ofOP".
    return idiom("macro_tricks")
        .kernel("tricks", 1, 7)
        .in(in)
        .out(std::vector<int>{9, 5, 14, 2, -4, 20 + '3', 20 + 'o'});
}

Case swizzles() {
    constexpr std::size_t items = 3;
    const auto in = made(16 * items, [](int i) { return float((i * 11) % 23) - 6; });
    std::vector<float> out;
    std::vector<int> flags;
    for (std::size_t item = 0; item < items; ++item) {
        const float* m = in.data() + 16 * item;
        std::array<float, 16> t{};
        std::array<float, 16> r{};
        for (std::size_t i = 0; i < 16; ++i) {
            t[i] = m[i % 4 * 4 + i / 4];
        }
        for (std::size_t i = 0; i < 8; ++i) {
            r[2 * i] = m[i] + m[i + 8];
            r[2 * i + 1] = m[i] - m[i + 8];
        }
        std::swap(r[0], r[15]);
        r[0] *= 2;
        r[1] *= 2;
        for (std::size_t i = 0; i < 4; ++i) {
            r[8 + 2 * i] -= t[2 * i + 1];
        }
        for (std::size_t i = 0; i < 16; ++i) {
            out.push_back(t[i] + r[i]);
        }
        for (std::size_t i = 0; i < 4; ++i) {
            out.push_back(t[7 - i]);
            out.push_back(m[i]);
        }
        for (std::size_t i = 0; i < 8; ++i) {
            out.push_back(t[i] > r[8 + i] ? r[8 + i] : t[i]);
        }
        // Comparisons of vectors are -1, those of scalars and any() and all() are 1.
        const std::array<int, 8> added{
            1, 1, 3, 3, r[3] != r[2] ? 1 : 0, t[8] == m[8] ? -1 : 0, t[9] == m[9] ? -1 : 0, t[10] == m[10] ? -1 : 0};
        for (std::size_t i = 0; i < 8; ++i) {
            flags.push_back((t[i] == m[i] ? -1 : 0) + 2 * (r[i] > t[i] ? -1 : 0) + added[i]);
        }
    }
    return idiom("swizzles").kernel("swizzles", 1, items).in(in).out(out).out(flags);
}

}  // namespace

std::vector<Case> idioms_of_the_language() {
    std::vector<Case> cases = printf_debug();
    for (const Case& one :
         {unions(), nested_structs(), cxx_names(), void_pointers(), goto_state(), kernel_calls_kernel(), attributes(),
          pointers_to_pointers(), comma_and_conditions(), macro_tricks(), swizzles()}) {
        cases.push_back(one);
    }
    return cases;
}

}  // namespace opencl_c_test
