// What the words of a type mean, in each language that they come in.
#include "core/execution/type_word.hpp"

#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <vector>

namespace quovis::core {
namespace execution_type_word_test {

using Form = TypeMeaning::Form;

struct Word {
    std::string text;
    Form form;
    std::size_t size = 0;
    unsigned width = 1;
    unsigned pointers = 0;
};

void PrintTo(const Word& word, std::ostream* out) {
    *out << word.text;
}

class TypeWord : public testing::TestWithParam<Word> {};

TEST_P(TypeWord, MeansTheSameInEachLanguage) {
    const TypeMeaning meaning = read_type(GetParam().text);
    EXPECT_EQ(meaning.form, GetParam().form);
    EXPECT_EQ(meaning.size, GetParam().size);
    EXPECT_EQ(meaning.width, GetParam().width);
    EXPECT_EQ(meaning.pointers, GetParam().pointers);
}

const Word words[] = {
    {"char", Form::signed_, 1},
    {"signed char", Form::signed_, 1},
    {"unsigned char", Form::unsigned_, 1},
    {"uchar", Form::unsigned_, 1},
    {"short", Form::signed_, 2},
    {"short int", Form::signed_, 2},
    {"ushort", Form::unsigned_, 2},
    {"unsigned short", Form::unsigned_, 2},
    {"int", Form::signed_, 4},
    {"signed", Form::signed_, 4},
    {"uint", Form::unsigned_, 4},
    {"unsigned", Form::unsigned_, 4},
    {"unsigned int", Form::unsigned_, 4},
    {"long", Form::signed_, 8},
    {"long int", Form::signed_, 8},
    {"long long", Form::signed_, 8},
    {"ulong", Form::unsigned_, 8},
    {"unsigned long", Form::unsigned_, 8},
    {"unsigned long long", Form::unsigned_, 8},
    {"long unsigned int", Form::unsigned_, 8},
    {"size_t", Form::unsigned_, 8},
    {"ptrdiff_t", Form::signed_, 8},
    {"uint32_t", Form::unsigned_, 4},
    {"half", Form::floating, 2},
    {"__half", Form::floating, 2},
    {"float", Form::floating, 4},
    {"double", Form::floating, 8},
    {"long double", Form::floating, 16},
    {"bool", Form::boolean, 1},
    {"const float", Form::floating, 4},
    {"float4", Form::floating, 4, 4},
    {"uchar16", Form::unsigned_, 1, 16},
    {"int3", Form::signed_, 4, 3},
    {"ulonglong2", Form::unsigned_, 8, 2},
    {"HIP_vector_type<float, 4u>", Form::floating, 4, 4},
    {"HIP_vector_type<unsigned int, 2u> const*", Form::unsigned_, 4, 2, 1},
    {"void*", Form::void_, 0, 1, 1},
    {"float*", Form::floating, 4, 1, 1},
    {"float const*", Form::floating, 4, 1, 1},
    {"const float *", Form::floating, 4, 1, 1},
    {"float const&", Form::floating, 4, 1, 1},
    {"float* const*", Form::floating, 4, 1, 2},
    {"float* __restrict__", Form::floating, 4, 1, 1},
    {"__global const float *", Form::floating, 4, 1, 1},
    {"__local uint*", Form::unsigned_, 4, 1, 1},
    {"float4*", Form::floating, 4, 4, 1},
    // Names of their own.
    {"", Form::unknown},
    {"const", Form::unknown},
    {"float5", Form::unknown},
    {"Float", Form::unknown},
    {"struct S", Form::unknown},
    {"unsigned S", Form::unknown},
    {"unsigned float", Form::unknown},
    {"ns::Vec<float, 3>", Form::unknown},
    {"ns::Vec<float*, 3>*", Form::unknown, 0, 1, 1},
    {"int (*)(int, float*)", Form::unknown},
    {"HIP_vector_type<", Form::unknown},
    {"HIP_vector_type<,>", Form::unknown},
    {"HIP_vector_type<float>", Form::unknown},
    {">", Form::unknown},
    {"4", Form::unknown},
};

INSTANTIATE_TEST_SUITE_P(Words, TypeWord, testing::ValuesIn(words));

// Each line is one type, in all its spellings; those of different lines are different types.
const std::vector<std::vector<std::string>> types = {
    {"char", "signed char"},
    {"uchar", "unsigned char"},
    {"short", "signed short int"},
    {"ushort", "unsigned short"},
    {"int", "signed"},
    {"uint", "unsigned int", "unsigned"},
    {"long", "long long", "long int", "ptrdiff_t"},
    {"ulong", "unsigned long", "unsigned long long", "size_t"},
    {"half"},
    {"float"},
    {"double"},
    {"bool"},
    {"float4"},
    {"float2"},
    {"int4"},
    {"float*", "float const*", "__global const float *"},
    {"double*"},
    {"float**"},
};

TEST(TypeWords, AValueFitsOneOfItsOwnTypeHoweverItIsSpelled) {
    for (const auto& spellings : types) {
        for (const std::string& wanted : spellings) {
            for (const std::string& given : spellings) {
                EXPECT_TRUE(fits_value(read_type(wanted), read_type(given))) << wanted << " and " << given;
            }
        }
    }
}

TEST(TypeWords, AValueOfAnotherTypeDoesNotFit) {
    for (const auto& wanted : types) {
        for (const auto& given : types) {
            const bool is_bits_of_half = wanted[0] == "half" && given[0] == "ushort";
            if (&wanted != &given && !is_bits_of_half) {
                EXPECT_FALSE(fits_value(read_type(wanted[0]), read_type(given[0]))) << wanted[0] << " and " << given[0];
            }
        }
    }
}

TEST(TypeWords, AHalfIsAlsoWhatTheHostHasForIt) {
    EXPECT_TRUE(fits_value(read_type("half"), read_type("unsigned short")));
    EXPECT_TRUE(fits_memory(read_type("half"), read_type("unsigned short")));
    EXPECT_FALSE(fits_value(read_type("half"), read_type("short")));
    EXPECT_FALSE(fits_value(read_type("unsigned short"), read_type("half")));
}

TEST(TypeWords, MemoryWithOtherElementsDoesNotFit) {
    EXPECT_FALSE(fits_memory(read_type("char"), read_type("unsigned char")));
    EXPECT_FALSE(fits_memory(read_type("float"), read_type("double")));
    EXPECT_FALSE(fits_memory(read_type("float"), read_type("int")));
    EXPECT_FALSE(fits_memory(read_type("float*"), read_type("float")));
    EXPECT_FALSE(fits_memory(read_type("float4"), read_type("float2")));
    EXPECT_FALSE(fits_memory(read_type("float4"), read_type("int")));
}

TEST(TypeWords, MemoryOfVectorsIsMemoryOfTheirElements) {
    EXPECT_TRUE(fits_memory(read_type("float4"), read_type("float")));
    EXPECT_TRUE(fits_memory(read_type("float"), read_type("float4")));
}

TEST(TypeWords, MemoryOfVoidAndOfUnknownTypesFitsEverything) {
    for (const char* any : {"void", "S", ""}) {
        for (const char* other : {"float", "unsigned char", "float4", "T"}) {
            EXPECT_TRUE(fits_memory(read_type(any), read_type(other))) << any << " and " << other;
            EXPECT_TRUE(fits_memory(read_type(other), read_type(any))) << other << " and " << any;
        }
    }
}

TEST(TypeWords, APointerPointsToOneLevelLess) {
    EXPECT_EQ(pointee(read_type("float**")).pointers, 1u);
    EXPECT_EQ(pointee(read_type("float*")).form, Form::floating);
    EXPECT_EQ(pointee(read_type("float")).form, Form::unknown);
}

}  // namespace execution_type_word_test
}  // namespace quovis::core
