// The format of bundles: what is written is read again, and nothing that is damaged, cut or hostile is.
#include "core/program/bundle.hpp"

#include "core/program/bundle_check.hpp"
#include "core/support/byte_stream.hpp"
#include "core/support/error.hpp"
#include "core/support/hash.hpp"

#include <gmock/gmock.h>

#include <functional>
#include <string>

namespace quovis::test {
namespace program_bundle_test {

using core::Bundle;
using core::hash_of;
using core::Image;
using core::PackedImage;
using core::PackedSource;
using testing::AllOf;
using testing::HasSubstr;

constexpr std::size_t head_size = 64;
constexpr std::size_t directory_at = 24;
constexpr std::size_t directory_hash_at = 40;
constexpr std::size_t head_hash_at = 56;

PackedImage image_for(const std::string& target, const std::string& bytes, std::size_t source = 0) {
    auto image = std::make_shared<Image>();
    image->bytes = bytes;
    image->target = target;
    image->format = "cubin";
    image->compiler = "cuda-nvrtc";
    image->symbols = {{"scale<float>", "_Z5scaleIfEvPT_f"}};
    PackedImage packed;
    packed.source = source;
    packed.image = std::move(image);
    packed.identity = "NVRTC 13.0";
    packed.options = "--std c++17";
    return packed;
}

core::KernelFacts kernel() {
    core::KernelFacts facts;
    facts.name = "scale";
    facts.has_parameters = true;
    facts.parameters.push_back({QUOVIS_PARAMETER_VALUE, 4, 4, std::nullopt, "n", "int"});
    facts.parameters.push_back({QUOVIS_PARAMETER_POINTER, 8, 8, 8, "x", "float*"});
    facts.numbers.registers = 32;
    facts.numbers.required_block[1] = 7;
    facts.numbers.static_shared_memory = 1024;
    return facts;
}

Bundle example() {
    Bundle bundle;
    bundle.packer = "quovis test";
    PackedSource source;
    source.name = "scale.cu";
    source.language = "cuda";
    source.text = "#include \"a/v.h\"\n";
    source.options.optimize = 0;
    source.options.fast_math = true;
    source.options.debug = false;
    source.options.max_registers = 64;
    source.options.standard = "c++17";
    source.options.defines = {{"N", "4"}, {"FAST", std::nullopt}};
    source.options.headers = {{"a/v.h", "#define V 1\n"}};
    source.options.name_expressions = {"scale<float>"};
    bundle.sources.push_back(source);
    bundle.sources.push_back({"left_out.hip", "hip", std::nullopt, {}});
    bundle.images.push_back(image_for("sm_90", "machine code"));
    bundle.images.push_back(image_for("gfx90a:sramecc+:xnack-", std::string("\0code\0", 6), 1));
    bundle.images[0].kernels = {kernel()};
    return bundle;
}

std::string refusal(const std::string& bytes) {
    try {
        core::bundle_from(bytes, "x.quovis");
    } catch (const core::Error& error) {
        EXPECT_EQ(error.status, QUOVIS_ERROR_FILE);
        EXPECT_THAT(error.message, HasSubstr("x.quovis"));
        return error.message + "; " + error.hint;
    }
    return "";
}

void put_number(std::string& bytes, std::size_t at, std::uint64_t value) {
    core::ByteWriter number;
    number.number(value);
    bytes.replace(at, 8, number.bytes());
}

// Bytes whose directory, sizes and checksums are right again after `change` of the directory.
std::string sealed_with(std::string bytes, const std::function<void(std::string& directory)>& change) {
    core::ByteReader head(std::string_view(bytes).substr(directory_at));
    const auto at = head.number<std::uint64_t>();
    std::string directory = bytes.substr(at);
    change(directory);
    bytes = bytes.substr(0, at) + directory;
    put_number(bytes, 16, bytes.size());
    put_number(bytes, 32, directory.size());
    put_number(bytes, directory_hash_at, hash_of(directory).low);
    put_number(bytes, directory_hash_at + 8, hash_of(directory).high);
    put_number(bytes, head_hash_at, hash_of(std::string_view(bytes).substr(0, head_hash_at)).low);
    return bytes;
}

TEST(BundleFormat, ReadsWhatItWrote) {
    const auto bytes = core::to_bytes(example());
    const Bundle read = core::bundle_from(bytes, "x.quovis");
    EXPECT_EQ(read.packer, "quovis test");
    EXPECT_EQ(read.size, bytes.size());
    ASSERT_EQ(read.sources.size(), 2u);
    const auto& options = read.sources[0].options;
    EXPECT_EQ(read.sources[0].name, "scale.cu");
    EXPECT_EQ(read.sources[0].text, "#include \"a/v.h\"\n");
    EXPECT_EQ(options.optimize, 0);
    EXPECT_EQ(options.fast_math, true);
    EXPECT_EQ(options.debug, false);
    EXPECT_EQ(options.line_info, std::nullopt);
    EXPECT_EQ(options.max_registers, 64u);
    EXPECT_EQ(options.standard, "c++17");
    EXPECT_EQ(options.defines, example().sources[0].options.defines);
    ASSERT_EQ(options.headers.size(), 1u);
    EXPECT_EQ(options.headers[0].name, "a/v.h");
    EXPECT_EQ(options.headers[0].content, "#define V 1\n");
    EXPECT_EQ(options.name_expressions, std::vector<std::string>{"scale<float>"});
    EXPECT_EQ(read.sources[1].text, std::nullopt);
    ASSERT_EQ(read.images.size(), 2u);
    EXPECT_EQ(read.images[0].image->name, "scale.cu");
    EXPECT_EQ(read.images[0].image->symbols, example().images[0].image->symbols);
    EXPECT_EQ(read.images[0].options, "--std c++17");
    EXPECT_EQ(read.images[0].image->command, "--std c++17");
    EXPECT_EQ(read.images[0].identity, "NVRTC 13.0");
    EXPECT_EQ(read.images[1].image->bytes, std::string("\0code\0", 6));
    EXPECT_EQ(read.images[1].image->target, "gfx90a:sramecc+:xnack-");
    EXPECT_FALSE(read.images[1].kernels);
}

TEST(BundleFormat, KeepsWhatIsKnownOfKernels) {
    const auto read = core::bundle_from(core::to_bytes(example()), "x.quovis");
    ASSERT_TRUE(read.images[0].kernels);
    const auto& kernel = read.images[0].kernels->at(0);
    EXPECT_EQ(kernel.name, "scale");
    ASSERT_EQ(kernel.parameters.size(), 2u);
    EXPECT_EQ(kernel.parameters[0].offset, std::nullopt);
    EXPECT_EQ(kernel.parameters[1].kind, QUOVIS_PARAMETER_POINTER);
    EXPECT_EQ(kernel.parameters[1].offset, 8u);
    EXPECT_EQ(kernel.parameters[1].type, "float*");
    EXPECT_EQ(kernel.numbers.registers, 32u);
    EXPECT_EQ(kernel.numbers.required_block[1], 7u);
    EXPECT_EQ(kernel.numbers.static_shared_memory, 1024u);
}

TEST(BundleFormat, MakesTheSameBytesOfTheSame) {
    EXPECT_EQ(core::to_bytes(example()), core::to_bytes(example()));
    EXPECT_EQ(core::to_bytes(core::bundle_from(core::to_bytes(example()), "x")), core::to_bytes(example()));
}

TEST(BundleFormat, KnowsAChangeOfAnyByte) {
    const auto whole = core::to_bytes(example());
    for (std::size_t at = 0; at < whole.size(); ++at) {
        auto bytes = whole;
        bytes[at] = static_cast<char>(bytes[at] ^ 1);
        EXPECT_NE(refusal(bytes), "") << at;
    }
}

TEST(BundleFormat, KnowsACutAtAnyByte) {
    const auto whole = core::to_bytes(example());
    for (std::size_t size = 0; size < whole.size(); ++size)
        EXPECT_NE(refusal(whole.substr(0, size)), "") << size;
}

TEST(BundleFormat, RefusesBytesBehindItsEnd) {
    EXPECT_THAT(refusal(core::to_bytes(example()) + '\0'), HasSubstr("says that it has"));
}

TEST(BundleFormat, SaysWhereAFileIsNoBundle) {
    EXPECT_THAT(refusal("\x7f"
                        "ELF and so on"),
                HasSubstr("does not begin as a bundle does"));
    EXPECT_THAT(refusal(""), HasSubstr("does not begin as a bundle does"));
}

TEST(BundleFormat, SaysWhereACopyTookItForText) {
    auto bytes = core::to_bytes(example());
    bytes.erase(bytes.find('\r'), 1);
    EXPECT_THAT(refusal(bytes), HasSubstr("takes it for text"));
}

TEST(BundleFormat, NamesAVersionThatItDoesNotRead) {
    auto bytes = core::to_bytes(example());
    bytes[8] = 2;
    EXPECT_THAT(refusal(bytes), AllOf(HasSubstr("version 2"), HasSubstr("a newer Quovis")));
}

TEST(BundleFormat, PassesOverWhatARecordHasAtItsEnd) {
    Bundle one = example();
    one.sources.resize(1);
    one.images.clear();
    const auto bytes = sealed_with(core::to_bytes(one), [](std::string& directory) {
        const auto images = directory.substr(directory.size() - 4);
        const auto record = directory.find("scale.cu") - 8;  // its size stands before the size of the name
        directory.resize(directory.size() - 4);
        directory[record] = static_cast<char>(directory[record] + 3);
        directory += "new" + images;
    });
    EXPECT_EQ(core::bundle_from(bytes, "x.quovis").sources[0].name, "scale.cu");
}

TEST(BundleFormat, RefusesACountThatCannotBe) {
    const auto packer = std::string("quovis test").size();
    const auto bytes = sealed_with(core::to_bytes(example()), [&](std::string& directory) {
        directory.replace(4 + packer, 4, "\xff\xff\xff\xff");
    });
    EXPECT_THAT(refusal(bytes), HasSubstr("4294967295 contents are announced"));
}

TEST(BundleFormat, RefusesAContentThatReachesOutOfTheFile) {
    const auto packer = std::string("quovis test").size();
    const auto bytes = sealed_with(core::to_bytes(example()), [&](std::string& directory) {
        put_number(directory, 4 + packer + 4, ~std::uint64_t{0});
    });
    EXPECT_THAT(refusal(bytes), HasSubstr("are wanted where"));
}

TEST(BundleFormat, RefusesADirectoryWithMoreBehindIt) {
    const auto bytes = sealed_with(core::to_bytes(example()), [](std::string& directory) { directory += "more"; });
    EXPECT_THAT(refusal(bytes), HasSubstr("belong to nothing"));
}

TEST(BundleFormat, RefusesContentsThatNoRecordHasUseFor) {
    const auto bytes = sealed_with(core::to_bytes(example()), [&](std::string& directory) {
        const auto record = directory.find("left_out.hip");
        directory.resize(record + 12 + 4 + 3 + 1);  // name, language, flag
        directory += std::string(4, '\0');          // no images
    });
    EXPECT_THAT(refusal(bytes), HasSubstr("0 bytes of its directory and 2 of its contents belong to nothing"));
}

struct Wrong {
    const char* name;
    std::function<void(Bundle&)> change;
    const char* told;
};

void PrintTo(const Wrong& row, std::ostream* out) {
    *out << row.name;
}

class WrongBundle : public testing::TestWithParam<Wrong> {};

// The writer goes through the same gate, so a bundle that has the fault is made of one that has not.
TEST_P(WrongBundle, IsNeitherReadNorWritten) {
    Bundle bundle = example();
    GetParam().change(bundle);
    EXPECT_THAT(core::fault_of(bundle), HasSubstr(GetParam().told));
    EXPECT_THROW(core::to_bytes(bundle), core::Error);
}

Image& image_of(Bundle& bundle) {
    return const_cast<Image&>(*bundle.images[0].image);
}

const Wrong wrongs[] = {
    {"NoSource", [](Bundle& b) { b.sources.clear(), b.images.clear(); }, "no source"},
    {"NoName", [](Bundle& b) { b.sources[0].name.clear(); }, "no name"},
    {"SlashInAName", [](Bundle& b) { b.sources[0].name = "../k.cu"; }, "has a '/'"},
    {"FolderAsAName", [](Bundle& b) { b.sources[0].name = ".."; }, "that of a folder"},
    {"ControlInAName", [](Bundle& b) { b.sources[0].name = "\x1b[2Jk.cu"; }, "control characters"},
    {"LongName", [](Bundle& b) { b.sources[0].name = std::string(300, 'k'); }, "too long"},
    {"TwoSourcesOfOneName", [](Bundle& b) { b.sources[1].name = "scale.cu"; }, "two sources"},
    {"NoLanguage", [](Bundle& b) { b.sources[0].language.clear(); }, "is no word"},
    {"OddLanguage", [](Bundle& b) { b.sources[0].language = "cu/da"; }, "is no word"},
    {"AbsoluteHeader", [](Bundle& b) { b.sources[0].options.headers[0].name = "/etc/v.h"; }, "absolute path"},
    {"HeaderWithoutAName", [](Bundle& b) { b.sources[0].options.headers[0].name.clear(); }, "name of a header"},
    {"TwoHeadersOfOneName",
     [](Bundle& b) {
         b.sources[0].options.headers.push_back({"a/v.h", ""});
     },
     "two headers"},
    {"DefineThatIsNone", [](Bundle& b) { b.sources[0].options.defines[0].first = "N 1\n#include"; },
     "no name of a macro"},
    {"DefineWithoutAName", [](Bundle& b) { b.sources[0].options.defines[0].first.clear(); }, "no name of a macro"},
    {"ZeroByteInAValue", [](Bundle& b) { b.sources[0].options.defines[0].second = std::string("\0", 1); }, "zero byte"},
    {"EmptyExpression", [](Bundle& b) { b.sources[0].options.name_expressions = {""}; }, "expression is empty"},
    {"ImageOfNoSource", [](Bundle& b) { b.images[0].source = 2; }, "of source 2, and there are 2"},
    {"TwoImagesOfOneTarget", [](Bundle& b) { b.images.push_back(b.images[0]); }, "two images"},
    {"EmptyImage", [](Bundle& b) { image_of(b).bytes.clear(); }, "is empty"},
    {"NoTarget", [](Bundle& b) { image_of(b).target.clear(); }, "the target"},
    {"LinesInATarget", [](Bundle& b) { image_of(b).target = "sm_90\nquovis: error: "; }, "the target"},
    {"NoFormat", [](Bundle& b) { image_of(b).format.clear(); }, "the format"},
    {"SlashInAFormat", [](Bundle& b) { image_of(b).format = "../x"; }, "the format"},
    {"KernelWithoutAName", [](Bundle& b) { b.images[0].kernels->at(0).name.clear(); }, "name of a kernel"},
};

INSTANTIATE_TEST_SUITE_P(With, WrongBundle, testing::ValuesIn(wrongs),
                         [](const auto& one) { return std::string(one.param.name); });

TEST(BundleFormat, RefusesAFaultThatWasSealed) {
    Bundle bundle = example();
    const auto bytes = sealed_with(core::to_bytes(bundle), [](std::string& directory) {
        directory.replace(directory.find("scale.cu"), 8, "../xx.cu");
    });
    EXPECT_THAT(refusal(bytes), HasSubstr("has a '/'"));
}

TEST(BundleSources, AreNamedWhereNoneOrAnUnknownOneIsAskedFor) {
    const Bundle bundle = core::bundle_from(core::to_bytes(example()), "x.quovis");
    EXPECT_EQ(core::find_source(bundle, "left_out.hip"), 1u);
    for (const std::string name : {"", "absent.cu"}) {
        try {
            core::find_source(bundle, name);
            ADD_FAILURE() << name;
        } catch (const core::Error& error) {
            EXPECT_THAT(error.hint, HasSubstr("scale.cu, left_out.hip"));
        }
    }
}

}  // namespace program_bundle_test
}  // namespace quovis::test
