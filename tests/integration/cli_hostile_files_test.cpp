// Data files that lie about themselves: refused with a reason, before any device is touched.
#include "tests/integration/cli_runner.hpp"

#include <gmock/gmock.h>

namespace quovis::cli_tests {
namespace cli_hostile_files_test {

using testing::HasSubstr;

std::string little_endian(std::uint32_t value, int bytes) {
    std::string text;
    for (int i = 0; i < bytes; ++i, value >>= 8) {
        text += static_cast<char>(value & 0xff);
    }
    return text;
}

std::string npy(const std::string& header, const std::string& data, char major = 1) {
    const std::string start = std::string("\x93NUMPY", 6) + major + '\0';
    return start + little_endian(static_cast<std::uint32_t>(header.size()), major == 1 ? 2 : 4) + header + data;
}

std::string header(const std::string& type, const std::string& order, const std::string& shape) {
    return "{'descr': '" + type + "', 'fortran_order': " + order + ", 'shape': " + shape + ", }\n";
}

const std::string four_floats(16, '\0');

struct Hostile {
    const char* name;
    const char* told;
    std::string bytes;
};
std::ostream& operator<<(std::ostream& stream, const Hostile& input) {
    return stream << input.name;
}
std::string name_of(const testing::TestParamInfo<Hostile>& info) {
    return info.param.name;
}

class CliHostileNpy : public testing::TestWithParam<Hostile> {};

TEST_P(CliHostileNpy, IsRefusedWithAReason) {
    Sandbox sandbox;
    sandbox.write("k.cl", "kernel void k(global float* x) { x[0] = 1; }");
    sandbox.write("a.npy", GetParam().bytes);
    const Outcome run = sandbox.quovis({"run", "k.cl", "--arg", "f32[]=@a.npy"});
    EXPECT_EQ(run.status, 2);
    EXPECT_EQ(run.error_lines(), 1) << run.err;
    EXPECT_THAT(run.first_error_line(), HasSubstr("'a.npy'"));
    EXPECT_THAT(run.err, HasSubstr(GetParam().told));
}

INSTANTIATE_TEST_SUITE_P(
    Files, CliHostileNpy,
    testing::Values(
        Hostile{"Empty", "too short", ""}, Hostile{"OnlyTheMagic", "too short", "\x93NUMPY"},
        Hostile{"AnotherMagic", "does not begin", "NUMPY12345678901234567890"},
        Hostile{"LaterVersion", "version is 9.0", npy(header("<f4", "False", "(4,)"), four_floats, 9)},
        Hostile{"HeaderBeyondTheFile", "header claims", std::string("\x93NUMPY\x02\x00\xff\xff\xff\xff{}", 14)},
        Hostile{"ShortData", "needs 16 bytes of data and it has 15",
                npy(header("<f4", "False", "(4,)"), four_floats.substr(1))},
        Hostile{"MoreData", "needs 16 bytes", npy(header("<f4", "False", "(4,)"), four_floats + "x")},
        Hostile{"OverflowingShape", "more elements",
                npy(header("<f4", "False", "(4294967296, 4294967296, 4294967296)"), four_floats)},
        Hostile{"NegativeShape", "form", npy(header("<f4", "False", "(-4,)"), four_floats)},
        Hostile{"EndlessNumber", "form", npy(header("<f4", "False", "(99999999999999999999999,)"), four_floats)},
        Hostile{"TooManyAxes", "form",
                npy(header("<f4", "False", "(1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,4)"),
                    four_floats)},
        Hostile{"FortranOrder", "Fortran", npy(header("<f4", "True", "(2, 2)"), four_floats)},
        Hostile{"BigEndian", "little-endian", npy(header(">f4", "False", "(4,)"), four_floats)},
        Hostile{"Objects", "'|O'", npy(header("|O", "False", "(4,)"), four_floats)},
        Hostile{"Structure", "form",
                npy("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (4,)}", four_floats)},
        Hostile{"AnotherType", "'<f8'", npy(header("<f8", "False", "(2,)"), four_floats)},
        Hostile{"KeyTwice", "form",
                npy("{'shape': (4,), 'shape': (4,), 'descr': '<f4', 'fortran_order': False}", four_floats)},
        Hostile{"KeyMissing", "form", npy("{'descr': '<f4', 'shape': (4,)}", four_floats)},
        Hostile{"Code", "form", npy("{'descr': '<f4', 'fortran_order': exit(), 'shape': (4,)}", four_floats)},
        Hostile{"NoElements", "no elements", npy(header("<f4", "False", "(4, 0)"), "")}),
    name_of);

std::string big_endian(std::uint32_t value) {
    const std::string text = little_endian(value, 4);
    return {text.rbegin(), text.rend()};
}

std::uint32_t crc32(const std::string& bytes) {
    std::uint32_t sum = 0xffffffff;
    for (const char byte : bytes) {
        sum ^= static_cast<unsigned char>(byte);
        for (int bit = 0; bit < 8; ++bit) {
            sum = (sum >> 1) ^ ((sum & 1) != 0 ? 0xedb88320 : 0);
        }
    }
    return ~sum;
}

// A chunk of a PNG file: length, name, data, checksum.
std::string chunk(const std::string& name, const std::string& data) {
    return big_endian(static_cast<std::uint32_t>(data.size())) + name + data + big_endian(crc32(name + data));
}

// A zlib stream with one stored block.
std::string packed(const std::string& rows) {
    std::uint32_t low = 1;
    std::uint32_t high = 0;
    for (const char byte : rows) {
        low = (low + static_cast<unsigned char>(byte)) % 65521;
        high = (high + low) % 65521;
    }
    const auto size = static_cast<std::uint32_t>(rows.size());
    return "\x78\x01\x01" + little_endian(size, 2) + little_endian(~size, 2) + rows + big_endian(high << 16 | low);
}

std::string png(const std::string& width, const std::string& height, const std::string& kind, const std::string& rest) {
    return std::string("\x89PNG\r\n\x1a\n") + chunk("IHDR", width + height + kind) + rest;
}

const std::string one("\x00\x00\x00\x01", 4);
const std::string grey8("\x08\x00\x00\x00\x00", 5);

class CliHostilePng : public testing::TestWithParam<Hostile> {};

TEST_P(CliHostilePng, IsRefusedWithAReason) {
    Sandbox sandbox;
    sandbox.write("k.cl", "kernel void k(global uchar* x) { x[0] = 1; }");
    sandbox.write("a.png", GetParam().bytes);
    const Outcome run = sandbox.quovis({"run", "k.cl", "--arg", "u8[]=@a.png"});
    EXPECT_EQ(run.status, 2);
    EXPECT_EQ(run.error_lines(), 1) << run.err;
    EXPECT_THAT(run.first_error_line(), HasSubstr("'a.png' cannot be used as .png: "));
    EXPECT_THAT(run.err, HasSubstr(GetParam().told));
}

INSTANTIATE_TEST_SUITE_P(
    Files, CliHostilePng,
    testing::Values(
        Hostile{"Empty", "", ""}, Hostile{"OnlyTheSignature", "ends too early", "\x89PNG\r\n\x1a\n"},
        Hostile{"NoSize", "", png(std::string(4, '\0'), one, grey8, "")},
        Hostile{"HugeSides", "", png("\x7f\xff\xff\xff", "\x7f\xff\xff\xff", grey8, "")},
        Hostile{"MoreThanTheLimit", "limit",
                png(std::string("\x00\x00\x80\x00", 4), std::string("\x00\x00\x80\x00", 4),
                    std::string("\x08\x06\x00\x00\x00", 5), chunk("IDAT", packed("0")) + chunk("IEND", ""))},
        Hostile{"NoRows", "", png(one, one, grey8, chunk("IEND", ""))},
        Hostile{"ShortRows", "", png(one, one, grey8, chunk("IDAT", packed("")) + chunk("IEND", ""))},
        Hostile{"BrokenData", "", png(one, one, grey8, chunk("IDAT", "garbage") + chunk("IEND", ""))},
        Hostile{"WrongSum", "", png(one, one, grey8, chunk("IDAT", packed(std::string(2, '\0'))).substr(0, 20))}),
    name_of);

TEST(CliPictures, AnRgbPictureArrivesAsRgba) {
    QUOVIS_NEEDS_ROUTE("opencl");
    Sandbox sandbox;
    sandbox.write("k.cl", "kernel void k(global uchar* x) {}");
    sandbox.write("a.png", png(one, one, std::string("\x08\x02\x00\x00\x00", 5),
                               chunk("IDAT", packed(std::string("\0\x01\x02\x03", 4))) + chunk("IEND", "")));
    EXPECT_EQ(sandbox.quovis({"run", "k.cl", "--arg", "u8[]=@a.png", "--print", "0"}).out, "arg 0: 1 2 3 255\n");
}

TEST(CliPictures, AGreyPictureOfOneBitArrivesAsBytes) {
    QUOVIS_NEEDS_ROUTE("opencl");
    Sandbox sandbox;
    sandbox.write("k.cl", "kernel void k(global uchar* x) {}");
    sandbox.write("a.png", png(std::string("\0\0\0\x03", 4), one, std::string("\x01\x00\x00\x00\x00", 5),
                               chunk("IDAT", packed(std::string("\0\xa0", 2))) + chunk("IEND", "")));
    EXPECT_EQ(sandbox.quovis({"run", "k.cl", "--arg", "u8[]=@a.png", "--print", "0"}).out, "arg 0: 255 0 255\n");
}

}  // namespace cli_hostile_files_test
}  // namespace quovis::cli_tests
