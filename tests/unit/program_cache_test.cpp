// The cache as a program sees it: what hits, what misses and why, and that nothing wrong with it is a failure.
#include "core/program/cache_store.hpp"
#include "tests/unit/program_fixture.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <thread>

namespace quovis::test {
namespace program_cache_test {

using testing::AnyOf;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

class CacheTest : public ProgramTest {
  protected:
    CacheTest() : path_(add("fake")), compiles_before_(std::max<std::int64_t>(counted("calls.compile"), 0)) {}

    // An instance with the cache in the scratch folder; `more` are keys of `cache`, as ", mode: off".
    Instance open_cached(const std::string& more = {}, const std::string& rest = {}) {
        InstanceOptions options;
        options.config = scratch_.write("config.yaml", "quovis: 1\nroutes: [ { backend: [fake] } ]\ncache: { dir: " +
                                                           scratch_.path("cache") + more + " }\n" + rest);
        options.plugin_directories = {folder()};
        options.log_level = QUOVIS_LOG_WARNING;
        options.log = [](void* warnings, quovis_log_level, const char* line) {
            static_cast<std::vector<std::string>*>(warnings)->push_back(line);
        };
        options.log_context = &warnings_;
        return Instance(options);
    }
    static Image compile(const Instance& instance, const std::string& text, const Options& options = {}) {
        return instance.program(source(text), options).compile({"fake", "fake-1", ""});
    }
    // Where the image of a second process's compile comes from, after a first one has compiled.
    std::string second(const std::string& text, const Options& options, const std::string& other_text,
                       const Options& other) {
        compile(open_cached(), text, options);
        return compile(open_cached(), other_text, other).origin();
    }
    std::int64_t counted(const char* name) const { return fakes::Counters(path_)[name]; }
    std::int64_t compiles() const { return counted("calls.compile") - compiles_before_; }
    void wait_until_compiling() const {
        while (counted("running.compiles") < 1) {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
    }
    std::vector<std::string> files_of_cache() const {
        std::vector<std::string> files;
        if (std::filesystem::exists(scratch_.path("cache"))) {
            for (const auto& one : std::filesystem::recursive_directory_iterator(scratch_.path("cache"))) {
                files.push_back(one.path().string());
            }
        }
        return files;
    }

    static void compile_for_device(const Instance& instance) { instance.program(source(saxpy_source)).load(); }
    // Puts another image into the one entry that there is, as whole as the other was.
    void replace_image(const std::string& bytes) const {
        const core::CacheStore store(core::CacheFolder(scratch_.path("cache"), true, false), 1 << 20);
        core::CacheEntry entry = store.list().at(0).entry;
        entry.image.bytes = bytes;
        ASSERT_EQ(store.put(core::make_entry(entry.key, entry.image, 1)), std::nullopt);
    }

    const std::string path_;
    const std::int64_t compiles_before_;
    std::vector<std::string> warnings_;
};

TEST_F(CacheTest, ASecondCompileComesFromMemory) {
    const Instance instance = open_cached();
    const Image first = compile(instance, saxpy_source);
    const Image again = compile(instance, saxpy_source);
    EXPECT_EQ(first.origin(), "compiled");
    EXPECT_EQ(first.origin_reason(), "no entry");
    EXPECT_EQ(again.origin(), "memory");
    EXPECT_EQ(again.cache_key(), first.cache_key());
    EXPECT_EQ(compiles(), 1);
}

TEST_F(CacheTest, AnotherInstanceFindsItOnDisk) {
    const Image first = compile(open_cached(), saxpy_source);
    const Image again = compile(open_cached(), saxpy_source);
    EXPECT_EQ(again.origin(), "disk");
    EXPECT_EQ(again.cache_key(), first.cache_key());
    EXPECT_EQ(compiles(), 1);
}

TEST_F(CacheTest, AHitTellsLogDiagnosticsAndSymbolsAgain) {
    Options options;
    options.name_expressions = {"scale<float>"};
    const std::string text = "//! log caf\xe9\n//! warning 7:3 unused variable\nkernel void scale(global float* x)\n";
    const Image first = compile(open_cached(), text, options);
    const Instance second = open_cached();
    for (const char* origin : {"disk", "memory"}) {
        const Image again = compile(second, text, options);
        ASSERT_EQ(again.origin(), origin);
        EXPECT_EQ(again.log(), first.log());
        ASSERT_THAT(again.diagnostics(), SizeIs(1));
        EXPECT_EQ(again.diagnostics()[0].line, 7u);
        ASSERT_THAT(again.symbols(), SizeIs(1));
        EXPECT_EQ(again.symbols()[0].symbol, first.symbols()[0].symbol);
        EXPECT_EQ(again.format(), first.format());
        EXPECT_EQ(again.target(), first.target());
        EXPECT_EQ(again.compiler(), first.compiler());
        EXPECT_EQ(std::string(static_cast<const char*>(again.data()), again.size()),
                  std::string(static_cast<const char*>(first.data()), first.size()));
    }
}

TEST_F(CacheTest, AModuleOfAHitLaunches) {
    for (int round = 0; round < 2; ++round) {
        const Instance instance = open_cached();
        const Module module = instance.program(source(saxpy_source)).load();
        EXPECT_EQ(module.image().origin(), round == 0 ? "compiled" : "disk");
        EXPECT_THAT(module.kernels(), ElementsAre("saxpy"));
    }
}

TEST_F(CacheTest, AnotherTextIsAnotherKey) {
    EXPECT_EQ(second(saxpy_source, {}, std::string(saxpy_source) + " ", {}), "compiled");
}

TEST_F(CacheTest, AnotherNameIsAnotherKeyBecauseMessagesHoldIt) {
    const Instance instance = open_cached();
    compile(instance, saxpy_source);
    const Image other = instance.program(source(saxpy_source, "b.cl")).compile({"fake", "fake-1", ""});
    EXPECT_EQ(other.origin(), "compiled");
}

TEST_F(CacheTest, AnotherTargetIsAnotherKey) {
    const Instance instance = open_cached();
    compile(instance, saxpy_source);
    EXPECT_EQ(instance.program(source(saxpy_source)).compile({"fake", "fake-2", ""}).origin(), "compiled");
}

TEST_F(CacheTest, EveryOptionIsPartOfTheKey) {
    std::vector<Options> all(8);
    all[1].optimize = 3;
    all[2].debug = true;
    all[3].line_info = true;
    all[4].fast_math = true;
    all[5].standard = "CL2.0";
    all[6].defines = {{"N", "4"}};
    all[7].name_expressions = {"saxpy<1>"};
    const Instance instance = open_cached();
    for (const Options& options : all) {
        EXPECT_EQ(compile(instance, saxpy_source, options).origin(), "compiled");
    }
    for (const Options& options : all) {
        EXPECT_EQ(compile(instance, saxpy_source, options).origin(), "memory");
    }
}

TEST_F(CacheTest, AnEditedHeaderIsCompiledAnewInTheSameAndInAnotherProcess) {
    Options options;
    options.include_directories = {scratch_.path("inc")};
    scratch_.write("inc/v.h", "kernel void one()\n");
    const std::string text = "#include \"v.h\"\n";
    const Instance instance = open_cached();
    compile(instance, text, options);
    scratch_.write("inc/v.h", "kernel void two()\n");
    EXPECT_EQ(compile(instance, text, options).origin(), "compiled");
    EXPECT_EQ(compile(open_cached(), text, options).origin(), "disk");
    scratch_.write("inc/v.h", "kernel void six()\n");
    EXPECT_EQ(compile(open_cached(), text, options).origin(), "compiled");
}

TEST_F(CacheTest, AnImageIsNotKeptWhoseHeaderChangedWhileItWasCompiled) {
    Options options;
    options.include_directories = {scratch_.path("inc")};
    scratch_.write("inc/v.h", "kernel void one()\n");
    const Instance instance = open_cached();
    const auto program = instance.program(source("//! wait " + scratch_.path("go") + "\n#include \"v.h\"\n"), options);
    std::thread editor([&] {
        wait_until_compiling();
        scratch_.write("inc/v.h", "kernel void two()\n");
        scratch_.write("go", "");
    });
    const Image image = program.compile({"fake", "fake-1", ""});
    editor.join();
    EXPECT_THAT(image.origin_reason(), HasSubstr("was changed while it was compiled"));
    EXPECT_EQ(instance.cache().info().not_stored, 1u);
    EXPECT_EQ(instance.cache().count().entries, 0u);
}

TEST_F(CacheTest, RawOptionsOfAPluginThatDoesNotExplainThemPassTheCacheBy) {
    Options options;
    options.raw = {"-o=x"};
    const Instance instance = open_cached();
    for (int i = 0; i < 2; ++i) {
        const Image image = compile(instance, saxpy_source, options);
        EXPECT_EQ(image.origin(), "compiled");
        EXPECT_THAT(image.origin_reason(), HasSubstr("'-o=x'"));
    }
    EXPECT_EQ(instance.cache().info().bypassed, 2u);
    EXPECT_EQ(instance.cache().count().entries, 0u);
}

TEST_F(CacheTest, AnotherIdentityOfTheCompilerIsAnotherKey) {
    compile(open_cached(), saxpy_source);
    const Instance other = open_cached("", "backends: { fake: { identity: fake 2 } }\n");
    EXPECT_EQ(compile(other, saxpy_source).origin(), "compiled");
}

TEST_F(CacheTest, ASourceThatDoesNotCompileIsNeverKept) {
    const Instance instance = open_cached();
    for (int i = 0; i < 2; ++i) {
        EXPECT_EQ(error_of([&] { compile(instance, "//! error 3:7 expected ';'\n"); }).status(),
                  QUOVIS_ERROR_SOURCE_INVALID);
    }
    EXPECT_EQ(compiles(), 2);
    EXPECT_EQ(instance.cache().count().entries, 0u);
}

TEST_F(CacheTest, OffLooksNothingUpAndKeepsNothing) {
    const Instance instance = open_cached(", mode: off");
    for (int i = 0; i < 2; ++i) {
        EXPECT_EQ(compile(instance, saxpy_source).origin_reason(), "cache.mode is off");
    }
    EXPECT_EQ(compiles(), 2);
    EXPECT_THAT(files_of_cache(), IsEmpty());
    EXPECT_EQ(error_of([&] { instance.cache().clear(); }).status(), QUOVIS_ERROR_FILE);
}

TEST_F(CacheTest, ReadOnlyHitsAndChangesNothing) {
    compile(open_cached(), saxpy_source);
    const auto before = files_of_cache();
    const Instance instance = open_cached(", mode: read-only");
    EXPECT_EQ(compile(instance, saxpy_source).origin(), "disk");
    EXPECT_EQ(compile(instance, "kernel void other()\n").origin(), "compiled");
    EXPECT_EQ(compile(instance, "kernel void other()\n").origin(), "memory");
    EXPECT_EQ(files_of_cache(), before);
    EXPECT_THAT(warnings_, IsEmpty());
    EXPECT_EQ(error_of([&] { instance.cache().clear(); }).status(), QUOVIS_ERROR_FILE);
}

TEST_F(CacheTest, ALayerIsReadBehindTheOwnFolderAndNeverWritten) {
    compile(open_cached(), saxpy_source);
    std::filesystem::rename(scratch_.path("cache"), scratch_.path("shared"));
    const auto before = std::filesystem::last_write_time(scratch_.path("shared/v1"));
    const Instance instance = open_cached(", layers: [" + scratch_.path("shared") + "]");
    EXPECT_EQ(compile(instance, saxpy_source).origin(), "layer");
    EXPECT_EQ(compile(instance, "kernel void other()\n").origin(), "compiled");
    EXPECT_EQ(instance.cache().info().layer_hits, 1u);
    EXPECT_EQ(instance.cache().count().entries, 1u);
    EXPECT_EQ(std::filesystem::last_write_time(scratch_.path("shared/v1")), before);
}

TEST_F(CacheTest, WithoutMemoryEveryHitIsOnDisk) {
    const Instance instance = open_cached(", memory: 0");
    compile(instance, saxpy_source);
    EXPECT_EQ(compile(instance, saxpy_source).origin(), "disk");
}

TEST_F(CacheTest, AFolderThatCannotBeMadeCostsOneWarning) {
    scratch_.write("cache", "a file in its place");
    const Instance instance = open_cached();
    EXPECT_EQ(compile(instance, saxpy_source).origin(), "compiled");
    EXPECT_EQ(compile(instance, "kernel void other()\n").origin(), "compiled");
    EXPECT_EQ(compile(instance, saxpy_source).origin(), "memory");
    ASSERT_THAT(warnings_, SizeIs(1));
    EXPECT_THAT(warnings_[0], HasSubstr("is no folder"));
    EXPECT_THAT(warnings_[0], HasSubstr("cache.dir"));
}

TEST_F(CacheTest, AFolderThatOthersCouldChangeIsNotUsedUnlessItIsNamed) {
    std::filesystem::create_directory(scratch_.path("cache"));
    ::chmod(scratch_.path("cache").c_str(), 0777);
    EXPECT_EQ(compile(open_cached(), saxpy_source).origin(), "compiled");
    EXPECT_THAT(files_of_cache(), IsEmpty());
    EXPECT_THAT(warnings_, ElementsAre(HasSubstr("can be written to by all users")));
    const std::string accepted = ", accept_unsafe: [" + scratch_.path("cache") + "]";
    compile(open_cached(accepted), saxpy_source);
    EXPECT_EQ(compile(open_cached(accepted), saxpy_source).origin(), "disk");
}

TEST_F(CacheTest, AFolderThatIsRemovedUnderTheProcessIsMadeAgain) {
    const Instance instance = open_cached();
    compile(instance, saxpy_source);
    std::filesystem::remove_all(scratch_.path("cache"));
    EXPECT_EQ(compile(instance, "kernel void other()\n").origin(), "compiled");
    EXPECT_EQ(compile(open_cached(), "kernel void other()\n").origin(), "disk");
    EXPECT_THAT(warnings_, IsEmpty());
}

TEST_F(CacheTest, ADamagedEntryIsCompiledAnewAndReplaced) {
    compile(open_cached(), saxpy_source);
    std::ofstream(open_cached().cache().list()[0].image, std::ios::binary) << "damaged";
    const Instance instance = open_cached();
    const Image image = compile(instance, saxpy_source);
    EXPECT_EQ(image.origin(), "compiled");
    EXPECT_EQ(image.origin_reason(), "the entry was damaged");
    EXPECT_EQ(instance.cache().info().misses_damaged, 1u);
    EXPECT_EQ(compile(open_cached(), saxpy_source).origin(), "disk");
}

TEST_F(CacheTest, AnImageThatTheDriverRefusesIsMadeAnew) {
    compile_for_device(open_cached());
    replace_image("not what the driver takes");
    const Instance instance = open_cached();
    const Module module = instance.program(source(saxpy_source)).load();
    EXPECT_EQ(module.image().origin(), "compiled");
    EXPECT_THAT(module.kernels(), ElementsAre("saxpy"));
    EXPECT_EQ(instance.cache().info().refused, 1u);
    EXPECT_EQ(open_cached().program(source(saxpy_source)).load().image().origin(), "disk");
}

TEST_F(CacheTest, CountsHitsByLayerMissesByReasonAndTheTimeSaved) {
    const Instance instance = open_cached();
    compile(instance, saxpy_source);
    compile(instance, saxpy_source);
    const quovis_cache_info info = instance.cache().info();
    EXPECT_EQ(info.memory_hits, 1u);
    EXPECT_EQ(info.disk_hits, 0u);
    EXPECT_EQ(info.misses_absent, 1u);
    EXPECT_EQ(info.stored, 1u);
    EXPECT_GT(info.written_bytes, 0u);
    EXPECT_GT(info.compile_ns, 0u);
    EXPECT_EQ(info.saved_ns, info.compile_ns);
    EXPECT_GT(info.memory_bytes, 0u);
    EXPECT_STREQ(info.mode, "read-write");
    const Instance second = open_cached();
    compile(second, saxpy_source);
    EXPECT_EQ(second.cache().info().disk_hits, 1u);
    EXPECT_EQ(second.cache().info().read_bytes, info.written_bytes);
}

TEST_F(CacheTest, ThreadsThatMissTheSameKeyCompileItOnce) {
    const Instance instance = open_cached(", memory: 0");
    instance.plugins();
    std::vector<std::thread> threads;
    std::vector<std::string> origins(16);
    for (std::string& origin : origins) {
        threads.emplace_back([&] { origin = compile(instance, saxpy_source).origin(); });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    EXPECT_EQ(compiles(), 1);
    EXPECT_EQ(std::count(origins.begin(), origins.end(), "compiled"), 1);
    EXPECT_THAT(origins, Each(AnyOf("compiled", "memory", "disk")));
}

TEST_F(CacheTest, AThreadThatWaitsForAnotherCanBeCancelled) {
    const Instance instance = open_cached();
    const std::string slow = "//! slow\n";
    const auto first = instance.program(source(slow));
    std::thread compiling([&] { error_of([&] { first.compile({"fake", "fake-1", ""}); }); });
    wait_until_compiling();
    Options impatient;
    impatient.timeout = std::chrono::milliseconds(50);
    const Error error = error_of([&] { compile(instance, slow, impatient); });
    EXPECT_EQ(error.status(), QUOVIS_ERROR_TIMED_OUT);
    EXPECT_THAT(error.what(), HasSubstr("while another one compiled it"));
    first.cancel();
    compiling.join();
}

TEST_F(CacheTest, ThreadsThatWaitGoOnWhenTheOneThatCompiledWasCancelled) {
    const Instance instance = open_cached();
    const std::string slow = "//! slow\n";
    const auto first = instance.program(source(slow));
    const auto second = instance.program(source(slow));
    std::thread compiling([&] { error_of([&] { first.compile({"fake", "fake-1", ""}); }); });
    wait_until_compiling();
    std::thread waiting([&] {
        EXPECT_EQ(error_of([&] { second.compile({"fake", "fake-1", ""}); }).status(), QUOVIS_ERROR_CANCELLED);
    });
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
    first.cancel();
    compiling.join();
    while (compiles() < 2) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    second.cancel();
    waiting.join();
}

TEST_F(CacheTest, ExplainNamesThePartsAndWhatDiffersFromTheNearestEntry) {
    Options options;
    options.defines = {{"N", "4"}};
    compile(open_cached(), saxpy_source, options);
    options.defines = {{"N", "5"}};
    const Instance instance = open_cached();
    const Explanation told = instance.program(source(saxpy_source), options).explain({"fake", "fake-1", ""});
    EXPECT_EQ(told.backend, "fake");
    EXPECT_EQ(told.found, "");
    EXPECT_THAT(told.key, SizeIs(32));
    EXPECT_THAT(told.nearest_key, SizeIs(32));
    for (const CachePart& part : told.parts) {
        EXPECT_EQ(part.differs, part.label == "define") << part.label;
        if (part.differs) {
            EXPECT_EQ(part.value, "N=5");
            EXPECT_EQ(part.nearest, "N=4");
        }
    }
    EXPECT_EQ(instance.cache().info().misses_absent, 0u);
}

TEST_F(CacheTest, ExplainFindsWhatACompileWouldFind) {
    const Image image = compile(open_cached(), saxpy_source);
    const Instance instance = open_cached();
    const Explanation told = instance.program(source(saxpy_source)).explain({"fake", "fake-1", ""});
    EXPECT_EQ(told.found, "disk");
    EXPECT_EQ(told.key, image.cache_key());
    EXPECT_TRUE(std::filesystem::exists(told.image));
    EXPECT_EQ(compiles(), 1);
}

TEST_F(CacheTest, ExplainTellsTheRouteAndTheRunnersUp) {
    add("other");
    InstanceOptions options;
    options.config = scratch_.write("config.yaml", "quovis: 1\nroutes: [ { backend: [nowhere, fake, other] } ]\n");
    options.plugin_directories = {folder()};
    options.log_level = QUOVIS_LOG_OFF;
    const Explanation told = Instance(options).program(source(saxpy_source)).explain();
    EXPECT_EQ(told.selector, "fake:gpu:0");
    ASSERT_THAT(told.attempts, SizeIs(3));
    EXPECT_THAT(told.attempts[0].reason, HasSubstr("there is no backend 'nowhere'"));
    EXPECT_EQ(told.attempts[1].reason, "taken");
    EXPECT_EQ(told.attempts[2].reason, "would be tried next");
    EXPECT_THAT(told.rule, HasSubstr("config.yaml:2"));
}

}  // namespace program_cache_test
}  // namespace quovis::test
