// `quovis bench`: what it measures, says and draws. Never how long anything takes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <png.h>

#include <string>
#include <vector>

#include "tests/integration/cli_runner.hpp"

namespace quovis::cli_tests {
namespace cli_bench_test {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

// The plugins that are named, and no others.
class BenchOfFakes : public testing::Test {
  protected:
    void use(const std::vector<std::string>& fakes) {
        std::string list;
        for (const std::string& fake : fakes) {
            list += (list.empty() ? "" : ", ") + fake;
        }
        sandbox_.configure("quovis: 1\nplugins: { enable: [" + list + "] }\nroutes:\n  - backend: [" + list + "]\n");
    }
    Outcome bench(std::vector<std::string> words) const {
        const std::vector<std::string> first = {"bench", "--plugin-path", QUOVIS_TEST_FAKES_DIR, "--rounds", "2"};
        words.insert(words.begin(), first.begin(), first.end());
        return sandbox_.quovis(words);
    }

    Sandbox sandbox_;
};

struct Size {
    unsigned width = 0;
    unsigned height = 0;
    bool has_colours = false;  // something else than one colour was drawn
};

// Of a picture that libpng can decode; nothing of any other.
Size size_of_png(const std::string& bytes) {
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    if (png_image_begin_read_from_memory(&image, bytes.data(), bytes.size()) == 0) {
        return {};
    }
    image.format = PNG_FORMAT_GRAY;
    std::vector<unsigned char> pixels(PNG_IMAGE_SIZE(image));
    if (png_image_finish_read(&image, nullptr, pixels.data(), 0, nullptr) == 0) {
        return {};
    }
    const bool has_colours = pixels != std::vector<unsigned char>(pixels.size(), pixels.front());
    return {image.width, image.height, has_colours};
}

bool has_cairo(const Outcome& run) {
    return run.err.find("libcairo") == std::string::npos;
}

void expect_measured(const json& one) {
    EXPECT_GT(one["ratio"], 0.0) << one.dump();
    EXPECT_GT(one["vendor_ns"], 0.0) << one.dump();
    EXPECT_GT(one["quovis_ns"], 0.0) << one.dump();
    EXPECT_LE(one["ratio_low"], one["ratio"]) << one.dump();
    EXPECT_GE(one["ratio_high"], one["ratio"]) << one.dump();
}

json case_named(const json& route, const std::string& name) {
    for (const json& one : route["cases"]) {
        if (one["case"] == name) {
            return one;
        }
    }
    ADD_FAILURE() << name << " was not measured: " << route.dump(2);
    return json::object();
}

TEST_F(BenchOfFakes, TheTableHasARowForEachCaseAndAColumnForEachNumber) {
    use({"fake"});
    const Outcome run = bench({"--case", "launch/*"});
    ASSERT_EQ(run.status, 0) << run.err;
    for (const char* column : {"case", "vendor ns", "quovis ns", "difference ns", "ratio", "quartiles"}) {
        EXPECT_THAT(run.out, HasSubstr(column));
    }
    for (const char* name : {"launch/empty", "launch/1", "launch/3", "launch/3-typed", "launch/8", "launch/32"}) {
        EXPECT_THAT(run.out, HasSubstr(name));
    }
    EXPECT_THAT(run.out, Not(HasSubstr("copy/")));
}

TEST_F(BenchOfFakes, JsonHasEveryCaseOrTheReasonWhyNot) {
    use({"fake"});
    const Outcome run = bench({"--quick", "--json"});
    ASSERT_EQ(run.status, 0) << run.err;
    const json route = run.json()["routes"][0];
    EXPECT_EQ(route["selector"], "fake:gpu:0");
    for (const char* name :
         {"launch/3", "launch-and-wait/3", "threads/4", "kernel", "copy/to-device/4B", "copy/from-device/1MiB",
          "copy/on-device/1KiB", "allocate/plain", "allocate/pool-to-plain"}) {
        expect_measured(case_named(route, name));
    }
    EXPECT_FALSE(route["skipped"].empty());
    for (const json& one : route["skipped"]) {
        EXPECT_NE(one["reason"], "") << one.dump();
    }
}

TEST_F(BenchOfFakes, AnUnknownCaseIsAUsageErrorThatListsTheKnownOnes) {
    use({"fake"});
    const Outcome run = bench({"--case", "lunch/3"});
    EXPECT_EQ(run.status, 2);
    EXPECT_THAT(run.err, AllOf(HasSubstr("lunch/3"), HasSubstr("launch/3"), HasSubstr("copy/to-device/1GiB"),
                               HasSubstr("allocate/plain")));
}

TEST_F(BenchOfFakes, WhatIsNoNumberIsAUsageError) {
    use({"fake"});
    EXPECT_EQ(bench({"--threads", "1,x"}).status, 2);
    EXPECT_EQ(sandbox_.quovis({"bench", "--rounds", "0"}).status, 2);
}

TEST_F(BenchOfFakes, ThreadsAreAsManyAsAskedFor) {
    use({"fake"});
    const Outcome run = bench({"--case", "threads/*", "--threads", "2,3", "--json"});
    ASSERT_EQ(run.status, 0) << run.err;
    const json cases = run.json()["routes"][0]["cases"];
    ASSERT_EQ(cases.size(), 2U);
    EXPECT_EQ(cases[0]["case"], "threads/2");
    EXPECT_EQ(cases[1]["case"], "threads/3");
}

TEST_F(BenchOfFakes, WithoutADeviceItIsNoMatch) {
    use({"compiler-only"});
    EXPECT_EQ(bench({"--case", "launch/3"}).status, 3);
    EXPECT_EQ(bench({"--case", "launch/3", "--device", "fake"}).status, 3);
}

TEST_F(BenchOfFakes, APluginWithoutTheExtensionIsLeftOutInWordsAndTheOthersGoOn) {
    use({"fake", "compiler-only", "runtime-only"});
    const Outcome run = bench({"--case", "launch/3", "--device", "any", "--json"});
    ASSERT_EQ(run.status, 0) << run.err;
    EXPECT_THAT(run.err, AllOf(HasSubstr("pair:gpu:0 was left out"), HasSubstr("quovis.vendor_loops.1")));
    std::vector<std::string> measured;
    const json found = run.json();
    for (const json& route : found["routes"]) {
        if (!route["cases"].empty()) {
            measured.push_back(route["selector"]);
        }
    }
    EXPECT_THAT(measured, testing::Contains("fake:gpu:0"));
    EXPECT_THAT(measured, Not(testing::Contains("pair:gpu:0")));
}

TEST_F(BenchOfFakes, WhereNothingCanBeMeasuredItFails) {
    use({"compiler-only", "runtime-only"});
    const Outcome run = bench({"--case", "launch/3"});
    EXPECT_EQ(run.status, 1);
    EXPECT_THAT(run.err, HasSubstr("nothing could be measured"));
}

// The launches of this one do nothing, so its results are wrong.
TEST_F(BenchOfFakes, WorkThatWasNotDoneIsNotMeasured) {
    use({"idle"});
    const Outcome run = bench({"--case", "launch/3"});
    EXPECT_EQ(run.status, 1);
    EXPECT_THAT(run.err, HasSubstr("the work was not done by Quovis"));
    EXPECT_THAT(run.out, Not(HasSubstr("launch/3")));
}

TEST_F(BenchOfFakes, CopiesThatAreTooLargeForTheDeviceAreNamed) {
    use({"fake"});
    const Outcome run = bench({"--case", "copy/to-device/1GiB", "--case", "launch/empty"});
    ASSERT_EQ(run.status, 0) << run.err;
    EXPECT_THAT(run.err, AllOf(HasSubstr("copy/to-device/1GiB left out"), HasSubstr("a quarter")));
}

TEST_F(BenchOfFakes, TheChartIsAPicture) {
    use({"fake"});
    const Outcome run = bench({"--case", "launch/*", "--chart", "chart.png"});
    if (!has_cairo(run)) {
        GTEST_SKIP() << "there is no Cairo here: " << run.err;
    }
    ASSERT_EQ(run.status, 0) << run.err;
    const Size size = size_of_png(sandbox_.read("chart.png"));
    EXPECT_GT(size.width, 600U);
    EXPECT_GT(size.height, 100U);
    EXPECT_TRUE(size.has_colours);
}

TEST_F(BenchOfFakes, ResultsOfBeforeAreShownAgain) {
    use({"fake"});
    const Outcome measured = bench({"--case", "launch/*", "--json"});
    ASSERT_EQ(measured.status, 0) << measured.err;
    sandbox_.write("ratios.json", measured.out);
    const Outcome again = sandbox_.quovis({"bench", "--results", "ratios.json", "--json"});
    EXPECT_EQ(again.out, measured.out) << again.err;
}

TEST_F(BenchOfFakes, AFileThatIsNoResultIsAUsageErrorThatNamesIt) {
    sandbox_.write("other.json", "{\"schema\": 1}");
    const Outcome run = sandbox_.quovis({"bench", "--results", "other.json"});
    EXPECT_EQ(run.status, 2);
    EXPECT_THAT(run.err, HasSubstr("other.json"));
}

class BenchOf : public testing::TestWithParam<const char*> {};

TEST_P(BenchOf, MeasuresWhatTheVendorCanDo) {
    QUOVIS_NEEDS_ROUTE(GetParam());
    const Outcome run = Sandbox().quovis({"bench", "--device", GetParam(), "--quick", "--rounds", "2", "--json"});
    ASSERT_EQ(run.status, 0) << run.err;
    const json found = run.json();
    ASSERT_FALSE(found["routes"].empty());
    for (const json& route : found["routes"]) {
        for (const char* name :
             {"launch/empty", "launch/32", "launch-and-wait/3", "threads/4", "kernel", "copy/to-device/4B",
              "copy/from-device/1MiB", "copy/on-device/1KiB", "allocate/plain"}) {
            expect_measured(case_named(route, name));
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Vendor, BenchOf, testing::Values("opencl", "cuda", "hip"));

}  // namespace cli_bench_test
}  // namespace quovis::cli_tests
