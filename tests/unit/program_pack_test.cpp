// Packing: a step for each program and target, what is asked of the compilers, what is refused and how that is told.
#include "tests/unit/program_fixture.hpp"

namespace quovis::test {
namespace program_pack_test {

using testing::HasSubstr;

class Packing : public ProgramTest {
  protected:
    Packing() {
        add("fake");
        add("other");
    }

    PackRequest request(const std::vector<std::string>& targets, const Options& options = {},
                        const std::string& text = saxpy_source) {
        PackRequest made;
        made.programs = {instance_.program(source(text), options)};
        made.targets = targets;
        return made;
    }
    Error refusal(const PackRequest& wrong) {
        return error_of([&] { instance_.pack(wrong); });
    }

    const Instance instance_ = open("quovis: 1\nroutes: [ { backend: [fake, other] } ]\n");
};

TEST_F(Packing, MakesAnImageOfEachProgramForEachTarget) {
    PackRequest two = request({"fake-1", "fake-2"});
    two.programs.push_back(instance_.program(source(saxpy_source, "folder/second.cl")));
    const Bundle bundle = instance_.pack(two);
    ASSERT_EQ(bundle.sources().size(), 2u);
    EXPECT_EQ(bundle.sources()[1].name, "second.cl");
    EXPECT_EQ(bundle.sources()[1].text, saxpy_source);
    const std::vector<BundleImage> images = bundle.images();
    ASSERT_EQ(images.size(), 4u);
    EXPECT_EQ(images[3].source, 1u);
    EXPECT_EQ(images[3].target, "fake-2");
    EXPECT_EQ(images[3].format, "fake-image");
    EXPECT_EQ(images[3].compiler, "fake");
    EXPECT_NE(images[3].identity, "");
}

TEST_F(Packing, KeepsImagesBitForBit) {
    const Image compiled = instance_.program(source(saxpy_source)).compile({"", "fake-1", ""});
    const Image packed = instance_.pack(request({"fake-1"})).image(0);
    ASSERT_EQ(packed.size(), compiled.size());
    EXPECT_EQ(std::memcmp(packed.data(), compiled.data(), packed.size()), 0);
}

TEST_F(Packing, TellsEachStepAtItsBeginningAndItsEnd) {
    PackRequest told = request({"fake-1", "fake-2"});
    std::vector<std::string> steps;
    told.on_step = [&](const PackStep& step) {
        steps.push_back(std::to_string(step.done) + "/" + std::to_string(step.count) + " " + step.target +
                        (step.image ? " " + step.image.format() : ""));
    };
    instance_.pack(told);
    EXPECT_EQ(steps,
              (std::vector<std::string>{"0/2 fake-1", "1/2 fake-1 fake-image", "1/2 fake-2", "2/2 fake-2 fake-image"}));
}

TEST_F(Packing, LeavesSourcesHeadersAndOptionsOut) {
    Options options;
    options.defines = {{"SECRET", "1"}};
    PackRequest without = request({"fake-1"}, options);
    without.without_sources = true;
    const Bundle packed = instance_.pack(without);
    EXPECT_EQ(packed.images()[0].command, "");
    const BundleSource source = packed.sources()[0];
    EXPECT_FALSE(source.text);
    EXPECT_TRUE(source.options.empty());
    EXPECT_EQ(source.name, "test.cl");
}

TEST_F(Packing, PacksTheOptionsForPeopleToo) {
    Options options;
    options.defines = {{"N", "4"}, {"FAST"}};
    options.fast_math = true;
    options.optimize = 3;
    const std::vector<std::string> told = instance_.pack(request({"fake-1"}, options)).sources()[0].options;
    EXPECT_EQ(told, (std::vector<std::string>{"-D N=4", "-D FAST", "--optimize 3", "--fast-math"}));
}

TEST_F(Packing, NamesThoseWhoWereAskedForATargetThatNoneMakes) {
    const Error error = refusal(request({"fake-1", "sm_90"}));
    EXPECT_EQ(error.status(), QUOVIS_ERROR_TARGET_UNKNOWN);
    EXPECT_THAT(error.what(), HasSubstr("'test.cl' (language fake) cannot be made for the target 'sm_90'"));
    EXPECT_THAT(error.what(), HasSubstr("\n  fake: "));
    EXPECT_THAT(error.what(), HasSubstr("\n  other: "));
    EXPECT_THAT(error.hint(), HasSubstr("a device that is here"));
}

TEST_F(Packing, SaysThatADeviceIsNotHere) {
    EXPECT_THAT(refusal(request({"fake:cpu:7"})).what(), HasSubstr("for the target 'fake:cpu:7': no device matches"));
}

TEST_F(Packing, AsksTheBackendThatWasNamedAlone) {
    PackRequest named = request({"fake-1"});
    named.backend = "other";
    EXPECT_EQ(instance_.pack(named).images()[0].compiler, "other");
}

TEST_F(Packing, TakesADeviceThatIsHereForATarget) {
    const std::vector<BundleImage> images = instance_.pack(request({"other:cpu:0"})).images();
    ASSERT_EQ(images.size(), 1u);
    EXPECT_EQ(images[0].target, "fake-2");
    EXPECT_EQ(images[0].compiler, "other");
}

TEST_F(Packing, PutsTheSameImageInOnce) {
    EXPECT_EQ(instance_.pack(request({"fake-2", "fake:gpu:0", "fake:cpu:0"})).images().size(), 1u);
}

TEST_F(Packing, RefusesOpenclForAnotherLanguageAndWithoutSources) {
    EXPECT_EQ(refusal(request({"opencl"})).status(), QUOVIS_ERROR_LANGUAGE_UNKNOWN);
    PackRequest without = request({"opencl"});
    without.without_sources = true;
    EXPECT_THAT(refusal(without).what(), HasSubstr("is the source itself"));
}

TEST_F(Packing, PacksOpenclCForAnyOpenclDevice) {
    PackRequest sources;
    sources.programs = {instance_.program(Source::memory(saxpy_source, "opencl", "k.cl"))};
    sources.targets = {"opencl"};
    const Bundle bundle = instance_.pack(sources);
    EXPECT_TRUE(bundle.images().empty());
    EXPECT_EQ(bundle.sources()[0].text, saxpy_source);
}

TEST_F(Packing, RefusesWhatCannotBeTold) {
    EXPECT_THAT(refusal(request({})).what(), HasSubstr("no target"));
    EXPECT_THAT(refusal(request({"fake-1", "fake-1"})).what(), HasSubstr("there twice"));
    EXPECT_THAT(refusal({}).what(), HasSubstr("no target"));
    PackRequest none;
    none.targets = {"fake-1"};
    EXPECT_THAT(refusal(none).what(), HasSubstr("no program"));
    PackRequest alike = request({"fake-1"});
    alike.programs.push_back(instance_.program(source(saxpy_source, "elsewhere/test.cl")));
    EXPECT_THAT(refusal(alike).what(), HasSubstr("two programs have the name 'test.cl'"));
}

TEST_F(Packing, RefusesRawOptionsWithSources) {
    Options options;
    options.raw = {"-ccbin=/tmp/x"};
    EXPECT_THAT(refusal(request({"fake-1"}, options)).what(), HasSubstr("has raw options"));
    PackRequest without = request({"fake-1"}, options);
    without.without_sources = true;
    EXPECT_EQ(instance_.pack(without).images().size(), 1u);
}

TEST_F(Packing, RefusesOneNameForTwoHeaders) {
    scratch_.write("a/v.h", "#include \"w.h\"\n");
    scratch_.write("b/u.h", "#include \"w.h\"\n");
    scratch_.write("a/w.h", "// one\n");
    scratch_.write("b/w.h", "// another\n");
    Options options;
    options.include_directories = {scratch_.path()};
    const Error error = refusal(request({"fake-1"}, options, "#include \"a/v.h\"\n#include \"b/u.h\"\n"));
    EXPECT_THAT(error.what(), HasSubstr("'w.h' is the name of both"));
    EXPECT_THAT(error.hint(), HasSubstr("leave the sources out"));
}

TEST_F(Packing, HoldsNothingOfTheFoldersThatItWasPackedIn) {
    const auto bytes_in = [&](const std::string& folder) {
        scratch_.write(folder + "/v.h", "#define V 1\n");
        Options options;
        options.include_directories = {scratch_.path() + "/" + folder};
        options.defines = {{"N", "4"}};
        const Bundle packed = instance_.pack(request({"fake-1"}, options, "#include \"v.h\"\nkernel void k()\n"));
        EXPECT_EQ(packed.images()[0].command, "-D N=4");
        packed.write(scratch_.path() + "/" + folder + "/x.quovis");
        return scratch_.read(folder + "/x.quovis");
    };
    EXPECT_EQ(bytes_in("here"), bytes_in("there"));
}

TEST_F(Packing, KeepsTheNameThatAnIncludeHasForAHeader) {
    scratch_.write("a/v.h", "#include \"../c.h\"\n");
    scratch_.write("c.h", "// common\n");
    Options options;
    options.include_directories = {scratch_.path(), scratch_.path("a")};  // the fake does not look beside a header
    const auto headers = instance_.pack(request({"fake-1"}, options, "#include \"a/v.h\"\n")).sources()[0].headers;
    ASSERT_EQ(headers.size(), 2u);
    EXPECT_EQ(headers[0].name, "a/v.h");
    EXPECT_EQ(headers[1].name, "../c.h");
    EXPECT_EQ(headers[1].text, "// common\n");
}

TEST_F(Packing, TellsASourceThatIsWrong) {
    EXPECT_EQ(refusal(request({"fake-1"}, {}, "//! error 1:1 no\n")).status(), QUOVIS_ERROR_SOURCE_INVALID);
}

TEST_F(Packing, StopsBetweenTwoStepsWhenAProgramIsCancelled) {
    PackRequest stopped = request({"fake-1", "fake-2"});
    const Program program = stopped.programs[0];
    std::size_t last = 0;
    stopped.on_step = [&](const PackStep& step) {
        last = step.done;
        if (step.image) {
            program.cancel();
        }
    };
    EXPECT_EQ(refusal(stopped).status(), QUOVIS_ERROR_CANCELLED);
    EXPECT_EQ(last, 1u);
}

TEST_F(Packing, AFileThatCannotBeWrittenLeavesTheOldOne) {
    const Bundle bundle = instance_.pack(request({"fake-1"}));
    EXPECT_EQ(error_of([&] { bundle.write(scratch_.path("absent/x.quovis")); }).status(), QUOVIS_ERROR_FILE);
    scratch_.write("x.quovis", "old");
    bundle.write(scratch_.path("x.quovis"));
    EXPECT_EQ(instance_.bundle(scratch_.path("x.quovis")).size(), bundle.size());
}

}  // namespace program_pack_test
}  // namespace quovis::test
