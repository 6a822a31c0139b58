// Kernels in the shapes that people write, on each way to a device and through each compiler.
#include <algorithm>
#include <filesystem>
#include <set>
#include <string>

#include "tests/integration/opencl_c_idioms.hpp"

namespace opencl_c_test {
namespace opencl_c_idioms_test {

QUOVIS_OPENCL_C_CASES(IdiomOfIntegers, idioms_of_integers(), few_targets);
QUOVIS_OPENCL_C_CASES(IdiomOfNumbers, idioms_of_numbers(), few_targets);
QUOVIS_OPENCL_C_CASES(IdiomOfPictures, idioms_of_pictures(), few_targets);
QUOVIS_OPENCL_C_CASES(IdiomOfTheLanguage, idioms_of_the_language(), few_targets);

TEST(OpenclCIdioms, EachFileHasACase) {
    std::set<std::string> tried;
    for (const auto& cases :
         {idioms_of_integers(), idioms_of_numbers(), idioms_of_pictures(), idioms_of_the_language()}) {
        for (const Case& one : cases) {
            tried.insert(one.path());
        }
    }
    std::set<std::string> files;
    for (const auto& entry : std::filesystem::directory_iterator(QUOVIS_TEST_SOURCE_DIR "/tests/integration/idioms")) {
        files.insert("integration/idioms/" + entry.path().filename().string());
    }
    EXPECT_EQ(tried, files);
    EXPECT_GE(files.size(), 30U);
}

}  // namespace opencl_c_idioms_test
}  // namespace opencl_c_test
