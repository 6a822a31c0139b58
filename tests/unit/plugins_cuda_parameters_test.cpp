// Where the CUDA runtime gets the parameters of kernels from: names and the bytes of machine code. PTX is in
// plugins_ptx_parameters_test.cpp, images of real compilers are in tests/integration/cuda_parameters_test.cpp.
#if __has_include(<cuda.h>)
#include "plugins/cuda/image_parameters.hpp"
#include "plugins/cuda/mangled_types.hpp"
#include "plugins/cuda/parameters.hpp"

#include <elf.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <ostream>
#include <string>
#include <vector>

namespace quovis::cuda {
namespace plugins_cuda_parameters_test {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr auto value = QUOVIS_RT_PARAMETER_VALUE;
constexpr auto pointer = QUOVIS_RT_PARAMETER_POINTER;
constexpr auto unknown = QUOVIS_RT_PARAMETER_UNKNOWN;

// ---- Names ----

struct Name {
    std::string symbol;
    std::vector<MangledType> types;
};

void PrintTo(const Name& name, std::ostream* out) {
    *out << name.symbol;
}

class MangledName : public testing::TestWithParam<Name> {};

TEST_P(MangledName, TellsTheTypesOfItsParameters) {
    const auto types = mangled_types(GetParam().symbol);
    ASSERT_TRUE(types.has_value());
    ASSERT_EQ(types->size(), GetParam().types.size());
    for (std::size_t i = 0; i < types->size(); ++i) {
        EXPECT_EQ((*types)[i].text, GetParam().types[i].text);
        EXPECT_EQ((*types)[i].kind, GetParam().types[i].kind) << (*types)[i].text;
        EXPECT_EQ((*types)[i].size, GetParam().types[i].size) << (*types)[i].text;
    }
}

const Name names[] = {
    {"_Z1kv", {}},
    {"_Z3cppPfPKdfix",
     {{"float*", pointer, 8},
      {"double const*", pointer, 8},
      {"float", value, 4},
      {"int", value, 4},
      {"long long", value, 8}}},
    {"_Z1kbcahstijlmxyfd",
     {{"bool", value, 1},
      {"char", value, 1},
      {"signed char", value, 1},
      {"unsigned char", value, 1},
      {"short", value, 2},
      {"unsigned short", value, 2},
      {"int", value, 4},
      {"unsigned int", value, 4},
      {"long", value, 8},
      {"unsigned long", value, 8},
      {"long long", value, 8},
      {"unsigned long long", value, 8},
      {"float", value, 4},
      {"double", value, 8}}},
    // A struct, a vector type, an enumeration in a namespace.
    {"_ZN2ns1kENS_1SE6float4NS_1EE", {{"ns::S", unknown, 0}, {"float4", unknown, 0}, {"ns::E", unknown, 0}}},
    // References, a pointer to a pointer, a pointer and a reference to an array.
    {"_Z1kRKfPPiPA3_fRA4_i",
     {{"float const&", pointer, 8}, {"int**", pointer, 8}, {"float (*) [3]", pointer, 8}, {"int (&) [4]", pointer, 8}}},
    // Code, and places in a class.
    {"_Z1kPFiiPfEi", {{"int (*)(int, float*)", value, 0}, {"int", value, 4}}},
    {"_Z3memM1MFvvEMS_i", {{"void (M::*)()", value, 0}, {"int M::*", value, 0}}},
    // Templates have their return type in front.
    {"_ZN2ns2tkIfEEvPT_NS_3VecIS1_Li3EEERKS1_",
     {{"float*", pointer, 8}, {"ns::Vec<float, 3>", unknown, 0}, {"float const&", pointer, 8}}},
    {"_Z3varIJiPfdEEvDpT_", {{"int", value, 4}, {"float*", pointer, 8}, {"double", value, 8}}},
    {"_Z3varIJEEvDpT_", {}},
    {"_Z3varIJ1XILb1EEEEvDpT_", {{"X<true>", unknown, 0}}},
    // As nvcc writes `(anonymous namespace)::anon(int*)`.
    {"_ZN38_GLOBAL__N__98ffff04_6_big_cu_b10ae86f4anonEPi", {{"int*", pointer, 8}}},
    // A comparison among the template's arguments.
    {"_Z1kILi3EEvPiN2ifIXgtT_Li2EEfE4typeE", {{"int*", pointer, 8}, {"if<((3)>(2)), float>::type", unknown, 0}}},
};

INSTANTIATE_TEST_SUITE_P(Names, MangledName, testing::ValuesIn(names));

TEST(MangledNames, OfWhatIsNoFunctionTellNothing) {
    for (const char* symbol :
         {"", "k", "_Z", "_Z1", "_Z1k", "_ZTV1k", "_ZN2ns", "_Z1kP", "_Z1kS_", "_Z1kv.extra", "Z1ki"}) {
        EXPECT_FALSE(mangled_types(symbol).has_value()) << symbol;
    }
    EXPECT_FALSE(mangled_types("_Z1k" + std::string(1 << 20, 'P') + "i").has_value());
}

TEST(MangledNames, CompleteAListThatIsTheSame) {
    ParameterList list{{0, 8, unknown}, {8, 8, unknown}, {16, 8, unknown}, {24, 12, value}};
    complete_from_name(list, "_Z1kPfd1V1S");
    EXPECT_EQ(list[0].kind, pointer);
    EXPECT_EQ(list[0].type, "float*");
    EXPECT_EQ(list[1].kind, value);
    EXPECT_EQ(list[1].type, "double");
    EXPECT_EQ(list[2].kind, unknown) << "a class of 8 bytes may hold a pointer";
    EXPECT_EQ(list[2].type, "V");
    EXPECT_EQ(list[3].kind, value);
    EXPECT_EQ(list[3].type, "S");
}

TEST(MangledNames, LeaveAListAloneThatIsAnother) {
    for (const char* symbol : {"_Z1kv", "_Z1kPf", "_Z1kPfPf", "_Z1kPfii", "k"}) {
        ParameterList list{{0, 8, unknown}, {8, 4, value}};
        complete_from_name(list, symbol);
        EXPECT_EQ(list[0].kind, unknown) << symbol;
        EXPECT_EQ(list[1].type, "") << symbol;
    }
}

TEST(ImageParameters, CompleteAListThatIsTheSame) {
    ParameterList list{{0, 8, unknown}, {8, 4, value}};
    complete_from_image(list, {{0, 8, pointer}, {8, 4, value, "float"}});
    EXPECT_EQ(list[0].kind, pointer);
    EXPECT_EQ(list[1].type, "float");
    complete_from_image(list, {{0, 8, unknown}});
    complete_from_image(list, {{0, 8, unknown}, {16, 4, value}});
    EXPECT_EQ(list[0].kind, pointer);
}

TEST(RecordedParameters, TheOffsetOfALaunchIsNotTold) {
    const auto record = plugins::parse_kernel_record("quovis-kernel 1\noffset\npointer\tint*\tx\tglobal\n");
    ASSERT_TRUE(record);
    ParameterList list{{0, 8, unknown}, {8, 24, value}};
    EXPECT_TRUE(complete_from_record(list, *record));
    ASSERT_EQ(list.size(), 1u);
    EXPECT_EQ(list[0].name, "x");
    ParameterList without{{0, 8, unknown}};
    ParameterList other{{0, 8, unknown}, {8, 16, value}};
    ParameterList none;
    EXPECT_FALSE(complete_from_record(without, *record));
    EXPECT_FALSE(complete_from_record(other, *record));
    EXPECT_FALSE(complete_from_record(none, *record));
    EXPECT_EQ(other.size(), 2u) << "a record of other parameters changes nothing";
}

// ---- Machine code ----

// "offset:size:kind:type" of each parameter of the kernel `k`; "none" where it is not told.
std::vector<std::string> parameters_in(const ParameterLists& lists, const std::string& kernel = "k") {
    const auto found = lists.find(kernel);
    if (found == lists.end()) {
        return {"none"};
    }
    std::vector<std::string> words;
    for (const ParameterFacts& one : found->second) {
        words.push_back(std::to_string(one.offset) + ":" + std::to_string(one.size) + ":" +
                        (one.kind == pointer ? "p"
                         : one.kind == value ? "v"
                                             : "?") +
                        ":" + one.type);
    }
    return words;
}

template <class Value>
void put(std::string& bytes, const Value& one) {
    bytes.append(reinterpret_cast<const char*>(&one), sizeof one);
}

std::string attribute(unsigned char number, const std::string& content) {
    std::string bytes{4, static_cast<char>(number)};
    put(bytes, static_cast<std::uint16_t>(content.size()));
    return bytes + content;
}

std::string parameter_record(std::uint16_t ordinal, std::uint16_t offset, std::uint32_t size, std::uint32_t space = 0) {
    std::string content;
    put(content, std::uint32_t{0});
    put(content, ordinal);
    put(content, offset);
    put(content, size << 18u | 0x1f000u | space << 8u);
    return attribute(0x17, content);
}

std::string all_bytes(std::uint16_t size) {
    std::string bytes{3, 0x19};
    put(bytes, size);
    return bytes;
}

// An ELF file with one section `.nv.info.k` of this content.
std::string cubin(const std::string& content) {
    const std::string section_names("\0.shstrtab\0.nv.info.k", 21);
    Elf64_Ehdr header{};
    std::memcpy(header.e_ident, ELFMAG, SELFMAG);
    header.e_ident[EI_CLASS] = ELFCLASS64;
    header.e_shentsize = sizeof(Elf64_Shdr);
    header.e_shnum = 3;
    header.e_shstrndx = 1;
    header.e_shoff = sizeof header + section_names.size() + 1 + content.size();
    std::string bytes;
    put(bytes, header);
    bytes += section_names + '\0' + content;
    Elf64_Shdr sections[3]{};
    sections[1].sh_name = 1;
    sections[1].sh_offset = sizeof header;
    sections[1].sh_size = section_names.size() + 1;
    sections[2].sh_name = 11;
    sections[2].sh_offset = sizeof header + section_names.size() + 1;
    sections[2].sh_size = content.size();
    put(bytes, sections);
    return bytes;
}

std::vector<std::string> of_cubin(const std::string& content) {
    return parameters_in(parameters_of_cubin(cubin(content)));
}

TEST(CubinParameters, AreReadInAnyOrder) {
    EXPECT_THAT(
        of_cubin(parameter_record(2, 16, 24) + parameter_record(0, 0, 8) + all_bytes(40) + parameter_record(1, 8, 4)),
        ElementsAre("0:8:?:", "8:4:v:", "16:24:v:"));
}

TEST(CubinParameters, AreKnownAsPointersByTheirSpace) {
    EXPECT_THAT(of_cubin(parameter_record(0, 0, 8, 4) + parameter_record(1, 8, 8, 5) + parameter_record(2, 16, 8, 2) +
                         all_bytes(24)),
                ElementsAre("0:8:p:", "8:8:p:", "16:8:?:"));
}

TEST(CubinParameters, OfAKernelWithoutAnyAreNone) {
    EXPECT_THAT(of_cubin(""), IsEmpty());
}

TEST(CubinParameters, AreNotToldWhereTheyAreNotUnderstood) {
    const std::string whole = parameter_record(0, 0, 8);
    EXPECT_THAT(of_cubin(whole), ElementsAre("none")) << "8 bytes in a kernel that has 0";
    EXPECT_THAT(of_cubin(all_bytes(8)), ElementsAre("none")) << "nothing in a kernel that has 8 bytes";
    EXPECT_THAT(of_cubin(whole + whole + all_bytes(8)), ElementsAre("none")) << "the same one twice";
    EXPECT_THAT(of_cubin(parameter_record(1, 0, 8) + all_bytes(8)), ElementsAre("none")) << "the first is missing";
    EXPECT_THAT(of_cubin(whole + parameter_record(1, 4, 8) + all_bytes(12)), ElementsAre("none")) << "overlapping";
    EXPECT_THAT(of_cubin(parameter_record(0, 0, 0)), ElementsAre("none")) << "without a size";
    EXPECT_THAT(of_cubin(attribute(0x17, "short")), ElementsAre("none")) << "a record that ends early";
    EXPECT_THAT(of_cubin(std::string("\x09\x17\x00\x00", 4)), ElementsAre("none")) << "a format that nobody knows";
    EXPECT_THAT(of_cubin(std::string("\x04\x17\xff\xff", 4)), ElementsAre("none")) << "a size beyond the section";
}

TEST(CubinParameters, OfAFileThatEndsEarlyAreNotMadeUp) {
    const std::string whole = cubin(parameter_record(0, 0, 8) + all_bytes(8));
    for (std::size_t size = 0; size < whole.size(); ++size) {
        // A copy, so that a sanitizer sees a read behind its end.
        EXPECT_THAT(parameters_in(parameters_of_cubin(std::string(whole, 0, size))), ElementsAre("none")) << size;
    }
}

TEST(FatbinParameters, OfHeadersWithoutAnEndAreNotTold) {
    std::string bytes;
    put(bytes, std::uint32_t{0xBA55ED50});
    put(bytes, std::uint16_t{1});
    put(bytes, std::uint16_t{16});
    put(bytes, std::uint64_t{16});
    std::string entry;
    put(entry, std::uint16_t{1});
    put(entry, std::uint16_t{0x101});
    for (const std::uint32_t header_size : {0u, 15u, 16u, 17u, 0xffffffffu}) {
        std::string one = entry;
        put(one, header_size);
        put(one, std::uint64_t{0});
        EXPECT_THAT(parameters_of_fatbin(bytes + one), IsEmpty());
    }
}

}  // namespace plugins_cuda_parameters_test
}  // namespace quovis::cuda
#endif
