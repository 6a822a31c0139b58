// Routes: which rule, which backend and which device a program gets, when the next is tried, and the trail that is
// left.
#include "tests/unit/program_fixture.hpp"

namespace quovis::test {
namespace program_routing_test {

using testing::HasSubstr;

class Routing : public ProgramTest {
  protected:
    Routing() {
        add("fake");
        add("other");
    }

    static Module load(const Instance& instance, const std::string& text = saxpy_source,
                       const std::string& name = "test.cl", const std::string& selector = {}) {
        return instance.program(source(text, name)).load(selector);
    }
    static std::string route_of(const Module& module) { return module.route().info().selector; }
};

TEST_F(Routing, TakesTheFirstBackendThatCan) {
    const Module module = load(open("quovis: 1\nroutes: [ { backend: [other, fake] } ]\n"));
    EXPECT_EQ(module.compiler(), "other");
    EXPECT_EQ(route_of(module), "other:gpu:0");
    ASSERT_EQ(module.attempts().size(), 1u);
    EXPECT_EQ(module.attempts()[0].backend, "other");
    EXPECT_EQ(module.attempts()[0].selector, "other:gpu:0");
    EXPECT_EQ(module.attempts()[0].status, QUOVIS_OK);
}

TEST_F(Routing, GoesOnWhereABackendIsNotInstalled) {
    const Module module = load(open("quovis: 1\nroutes: [ { backend: [absent, fake] } ]\n"));
    EXPECT_EQ(module.compiler(), "fake");
    ASSERT_EQ(module.attempts().size(), 2u);
    EXPECT_EQ(module.attempts()[0].backend, "absent");
    EXPECT_EQ(module.attempts()[0].status, QUOVIS_ERROR_NOT_FOUND);
    EXPECT_THAT(module.attempts()[0].reason, HasSubstr("no backend 'absent'"));
}

TEST_F(Routing, GoesOnWhereABackendIsDisabled) {
    const Module module =
        load(open("quovis: 1\nplugins: { disable: [other] }\nroutes: [ { backend: [other, fake] } ]\n"));
    EXPECT_EQ(module.compiler(), "fake");
    EXPECT_EQ(module.attempts()[0].status, QUOVIS_ERROR_UNAVAILABLE);
    EXPECT_THAT(module.attempts()[0].reason, HasSubstr("disabled"));
}

TEST_F(Routing, GoesOnWhereACompilerIsNotThere) {
    const Module module =
        load(open("quovis: 1\nroutes: [ { backend: [other, fake] } ]\n"
                  "backends: { other: { misbehave: describe-fails } }\n"));
    EXPECT_EQ(module.compiler(), "fake");
    EXPECT_THAT(module.attempts()[0].reason, HasSubstr("libfakecompiler.so.3"));
}

TEST_F(Routing, GoesOnWhereARuntimeHasNoDevice) {
    const Module module =
        load(open("quovis: 1\nroutes: [ { backend: [other, fake] } ]\n"
                  "backends: { other: { misbehave: no-devices } }\n"));
    EXPECT_EQ(module.compiler(), "fake");
    EXPECT_EQ(module.attempts()[0].status, QUOVIS_ERROR_NO_DEVICE);
}

TEST_F(Routing, WithoutATargetTheCompilerThatHasADeviceComesFirst) {
    const Instance instance =
        open("quovis: 1\nroutes: [ { backend: [other, fake] } ]\nbackends: { other: { misbehave: no-devices } }\n");
    const Program program = instance.program(source(saxpy_source));
    EXPECT_EQ(program.compile({"", "", ""}).compiler(), "fake");
    EXPECT_EQ(program.compile({"", "fake-1", ""}).compiler(), "other");
}

// A source that only the compiler of "other" refuses: it knows no target newer than the device's.
TEST_F(Routing, GoesOnWhereACompilerDoesNotKnowTheTarget) {
    const Module module =
        load(open("quovis: 1\nroutes: [ { backend: [other, fake] } ]\n"
                  "backends: { other: { target: fake-7 } }\n"));
    EXPECT_EQ(module.compiler(), "fake");
    EXPECT_EQ(module.attempts()[0].status, QUOVIS_ERROR_TARGET_UNKNOWN);
}

TEST_F(Routing, NeverGoesOnWhereTheSourceIsWrong) {
    const Instance instance = open("quovis: 1\nroutes: [ { backend: [fake, other] } ]\n");
    const Error error = error_of([&] { load(instance, "//! error 1:1 no\n"); });
    EXPECT_EQ(error.status(), QUOVIS_ERROR_SOURCE_INVALID);
    ASSERT_EQ(error.attempts().size(), 1u);
    EXPECT_EQ(error.attempts()[0].backend, "fake");
    EXPECT_EQ(error.attempts()[0].selector, "fake:gpu:0");
}

TEST_F(Routing, NeverGoesOnWhereTheDeviceFailed) {
    const Instance instance = open("quovis: 1\nroutes: [ { backend: [fake, other] } ]\n");
    for (const int status : {300, 400, 500, 600, 601, 900}) {
        const Error error = error_of([&] { load(instance, "//! fail " + std::to_string(status) + " because\n"); });
        EXPECT_EQ(error.status(), status);
        EXPECT_EQ(error.attempts().size(), 1u) << status;
    }
}

TEST_F(Routing, GoesOnForEachStatusOfTheRoutesClass) {
    const Instance instance = open("quovis: 1\nroutes: [ { backend: [fake, other] } ]\n");
    for (const int status : {200, 202, 204, 205, 206, 207, 208}) {
        const Error error = error_of([&] { load(instance, "//! fail " + std::to_string(status) + " because\n"); });
        EXPECT_EQ(error.attempts().size(), 2u) << status;
        EXPECT_EQ(error.attempts()[1].backend, "other") << status;
    }
}

TEST_F(Routing, StopsAtTheFirstWhereTheRuleIsStrict) {
    const Instance instance = open("quovis: 1\nroutes: [ { backend: [absent, fake], strict: true } ]\n");
    const Error error = error_of([&] { load(instance); });
    EXPECT_EQ(error.status(), QUOVIS_ERROR_NOT_FOUND);
    EXPECT_EQ(error.attempts().size(), 1u);
}

TEST_F(Routing, TellsEveryAttemptWhereNoneCould) {
    const Instance instance = open("quovis: 1\nroutes: [ { backend: [absent, fake, other] } ]\n");
    const Error error = error_of([&] { load(instance, "//! cannot today\n"); });
    ASSERT_EQ(error.attempts().size(), 3u);
    EXPECT_THAT(error.what(), HasSubstr("absent: there is no backend"));
    EXPECT_THAT(error.what(), HasSubstr("fake: today"));
    EXPECT_THAT(error.what(), HasSubstr("other: today"));
}

// ---- Rules ----

TEST_F(Routing, TakesTheFirstRuleWhoseProgramMatches) {
    const Instance instance =
        open("quovis: 1\nroutes: [ { when: { program: 'fft*' }, backend: [other] }, { backend: [fake] } ]\n");
    EXPECT_EQ(load(instance, saxpy_source, "fft_radix2.cl").compiler(), "other");
    EXPECT_EQ(load(instance, saxpy_source, "saxpy.cl").compiler(), "fake");
}

TEST_F(Routing, MatchesAProgramByItsFilesNameWithoutTheFolder) {
    const Instance instance =
        open("quovis: 1\nroutes: [ { when: { program: 'fft*' }, backend: [other] }, { backend: [fake] } ]\n");
    EXPECT_EQ(load(instance, saxpy_source, "/some/where/fft.cl").compiler(), "other");
}

TEST_F(Routing, TakesARuleOnlyForItsDevice) {
    const Instance instance =
        open("quovis: 1\nroutes: [ { when: { device: cpu }, backend: [other] }, { backend: [fake] } ]\n");
    const Module on_cpu = load(instance, saxpy_source, "test.cl", "cpu");
    EXPECT_EQ(on_cpu.compiler(), "other");
    EXPECT_EQ(route_of(on_cpu), "other:cpu:0");
    EXPECT_EQ(load(instance, saxpy_source, "test.cl", "gpu").compiler(), "fake");
}

TEST_F(Routing, SaysWhichRulesThereAreWhereNoneMatches) {
    const Instance instance = open("quovis: 1\nroutes: [ { when: { program: 'fft*' }, backend: [other] } ]\n");
    const Error error = error_of([&] { load(instance); });
    EXPECT_EQ(error.status(), QUOVIS_ERROR_CONFIGURATION);
    EXPECT_THAT(error.what(), HasSubstr("'test.cl'"));
}

TEST_F(Routing, CompilesWithOnePluginForADeviceOfAnother) {
    add("serves-fake");
    const Module module =
        load(open("quovis: 1\nroutes:\n  - { when: { program: 'other*' }, backend: [fake] }\n"
                  "  - { compile: serves-fake, device: 'fake:cpu:0' }\n"));
    EXPECT_EQ(module.compiler(), "serves-fake");
    EXPECT_EQ(route_of(module), "fake:cpu:0");
    EXPECT_EQ(module.route().info().plugin, "fake");
}

TEST_F(Routing, CompilesForARuntimeThatHasNoCompilerOfItsOwn) {
    add("compiler-only");
    add("runtime-only");
    const Module module = load(open("quovis: 1\nroutes: [ { backend: [compiler-only] } ]\n"));
    EXPECT_EQ(module.compiler(), "compiler-only");
    EXPECT_EQ(module.route().info().plugin, "runtime-only");
    EXPECT_EQ(route_of(module), "pair:gpu:0");
}

TEST_F(Routing, RefusesACompilerWhoseImagesTheDeviceDoesNotLoad) {
    const Instance instance = open("quovis: 1\nroutes: [ { compile: other, device: fake } ]\n");
    const Error error = error_of([&] { load(instance); });
    EXPECT_EQ(error.status(), QUOVIS_ERROR_NO_DEVICE);
    EXPECT_THAT(error.what(), HasSubstr("'other' makes no image for any of"));
}

// ---- Devices ----

TEST_F(Routing, TakesTheDefaultDevicesInTheirOrder) {
    const Instance instance = open("quovis: 1\ndevices: { default: 'cpu, gpu' }\nroutes: [ { backend: [fake] } ]\n");
    EXPECT_EQ(route_of(load(instance)), "fake:cpu:0");
}

TEST_F(Routing, LetsASelectorChooseTheDevice) {
    const Instance instance = open("quovis: 1\nroutes: [ { backend: [fake, other] } ]\n");
    EXPECT_EQ(route_of(load(instance, saxpy_source, "test.cl", "other:cpu")), "other:cpu:0");
}

TEST_F(Routing, KeepsTheRouteThatTheCallerFixed) {
    const Instance instance = open("quovis: 1\nroutes: [ { backend: [fake, other] } ]\n");
    const Route route = instance.route("other:cpu:0");
    EXPECT_EQ(route_of(instance.program(source(saxpy_source)).load(route)), "other:cpu:0");
}

TEST_F(Routing, RefusesASelectorOfARuntimeThatNoPluginHas) {
    const Instance instance = open();
    for (const std::string selector : {"macaroni", "macaroni:gpu", "gpu, macaroni:0", "!macaroni"}) {
        const Error error = error_of([&] { load(instance, saxpy_source, "test.cl", selector); });
        EXPECT_EQ(error.status(), QUOVIS_ERROR_INVALID_SELECTOR) << selector;
        EXPECT_THAT(error.what(), HasSubstr("no plugin has a runtime 'macaroni'"));
    }
}

TEST_F(Routing, PassesOverADefaultDeviceOfARuntimeThatNoPluginHas) {
    const Instance instance =
        open("quovis: 1\ndevices: { default: 'macaroni, cpu' }\nroutes: [ { backend: [fake] } ]\n");
    EXPECT_EQ(instance.route().info().selector, "fake:cpu:0");
}

TEST_F(Routing, KnowsTheRuntimesOfThisProjectWithoutTheirPlugins) {
    const Error error = error_of([&] { load(open(), saxpy_source, "test.cl", "hip:0"); });
    EXPECT_EQ(error.status(), QUOVIS_ERROR_NO_DEVICE);
}

TEST_F(Routing, NamesTheDevicesWhereASelectorMatchesNone) {
    const Instance instance = open();
    const Error error = error_of([&] { load(instance, saxpy_source, "test.cl", "accelerator"); });
    EXPECT_EQ(error.status(), QUOVIS_ERROR_NO_DEVICE);
    EXPECT_THAT(error.what(), HasSubstr("'accelerator'"));
    EXPECT_THAT(error.hint(), HasSubstr("fake:gpu:0"));
}

TEST_F(Routing, OpensNothingBeforeItIsNeeded) {
    const ScopedVariable mark("FAKE_MARK", scratch_.path("mark"));
    add("marks-when-opened");
    const Instance instance = open();
    EXPECT_FALSE(std::filesystem::exists(scratch_.path("mark")));
    instance.plugins();
    EXPECT_TRUE(std::filesystem::exists(scratch_.path("mark")));
}

}  // namespace program_routing_test
}  // namespace quovis::test
