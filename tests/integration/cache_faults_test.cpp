// The cache when processes die, disks are full, locks fail, and many processes want the same. What goes wrong is made
// by fakes/shims/file_faults.so, which is preloaded; what compiles is a fake, or each of the real compilers.
#include "tests/integration/cli_runner.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <thread>

namespace quovis::cli_tests {
namespace cache_faults_test {

namespace fs = std::filesystem;
using testing::AnyOf;
using testing::Each;
using testing::HasSubstr;
using testing::Not;

// What compile_many prints.
struct Line {
    std::string kernel;
    std::string origin;
    std::string checksum;
};

std::vector<Line> lines_of(const std::string& output) {
    std::vector<Line> lines;
    std::istringstream in(output);
    for (Line line; in >> line.kernel >> line.origin >> line.checksum;) {
        lines.push_back(line);
    }
    return lines;
}

class CacheFaults : public testing::Test {
  protected:
    void SetUp() override {
#ifdef QUOVIS_TEST_SANITIZE
        GTEST_SKIP() << "a library cannot be preloaded before a sanitizer";
#endif
        fs::create_directories(sandbox_.path("plugins"));
        fs::create_symlink(QUOVIS_TEST_FAKES_DIR "/fake.so", sandbox_.path("plugins/fake.so"));
        fs::create_directories(sandbox_.path("kernels"));
        write_kernels(1);
        sandbox_.set("QUOVIS_PLUGINS_ENABLE", "fake");
        sandbox_.set("QUOVIS_CACHE_DIR", cache().string());
        const Outcome uncached = compile("QUOVIS_CACHE_MODE=off");
        reference_ = lines_of(uncached.out);
        ASSERT_FALSE(reference_.empty()) << uncached.err;
    }

    fs::path cache() const {
        return sandbox_.path("cache");
    }

    void write_kernels(int count) {
        for (int i = 0; i < count; ++i) {
            sandbox_.write("kernels/" + std::to_string(100 + i) + ".kernel",
                           "kernel void k" + std::to_string(i) + "(global float* x)\n");
        }
    }

    // One run of compile_many with the shim and further variables, "A=1 B=2".
    Outcome compile(const std::string& variables, int first = 0, int step = 1) const {
        return run_client("fake", "fake-1", "fake", variables, first, step);
    }
    Outcome run_client(const std::string& backend, const std::string& target, const std::string& language,
                       const std::string& variables, int first, int step) const {
        std::ostringstream command;
        command << "env LD_PRELOAD=" << QUOVIS_TEST_FAKES_DIR << "/shims/file_faults.so FILE_FAULT_FOLDER='"
                << cache().string() << "' " << variables << " " << QUOVIS_TEST_CLIENTS_DIR
                << "/compile_many \"$QUOVIS_CONFIG\" "
                << "'" << sandbox_.path("plugins").string() << "' " << backend << " " << target << " " << language
                << " '" << sandbox_.path("kernels").string() << "' " << first << " " << step;
        return sandbox_.program("/bin/sh", {"-c", "exec " + command.str()});
    }

    static void expect_right(const std::vector<Line>& lines, const std::vector<Line>& reference) {
        std::map<std::string, std::string> checksums;
        for (const Line& line : reference) {
            checksums[line.kernel] = line.checksum;
        }
        EXPECT_EQ(lines.size(), reference.size());
        for (const Line& line : lines) {
            EXPECT_EQ(line.checksum, checksums[line.kernel]) << line.kernel;
        }
    }

    // All files below the folder, without the folder's name.
    std::set<std::string> files() const {
        std::set<std::string> names;
        if (fs::exists(cache())) {
            for (const auto& one : fs::recursive_directory_iterator(cache())) {
                if (one.is_regular_file()) {
                    names.insert(fs::relative(one.path(), cache()).string());
                }
            }
        }
        return names;
    }
    void make_all_older(std::chrono::minutes age) const {
        for (const std::string& name : files()) {
            fs::last_write_time(cache() / name, fs::file_time_type::clock::now() - age);
        }
    }
    int count_changes(const std::string& variables) const {
        compile(variables + " FILE_FAULT_COUNT='" + sandbox_.path("count").string() + "'");
        int count = 0;
        std::ifstream(sandbox_.path("count")) >> count;
        return count;
    }

    void expect_nothing_left() const {
        for (const std::string& name : files()) {
            EXPECT_THAT(name,
                        AnyOf(testing::EndsWith(".entry"), testing::MatchesRegex("v1/../[0-9a-f]+-[0-9a-f]+\\..*"),
                              testing::MatchesRegex("v1/compilers/[0-9a-f]+"), "v1/usage", "v1/swept"));
        }
    }

    Sandbox sandbox_;
    std::vector<Line> reference_;
};

TEST_F(CacheFaults, AProcessKilledAtAnyChangeOfAStoreLeavesAHitOrAMissAndNothingThatStays) {
    const int changes = count_changes("");
    ASSERT_GT(changes, 10);
    std::set<std::string> origins;
    for (int at = 1; at <= changes; ++at) {
        SCOPED_TRACE("killed at change " + std::to_string(at));
        fs::remove_all(cache());
        EXPECT_EQ(compile("FILE_FAULT_KILL_AT=" + std::to_string(at)).status, 128 + 9);
        const Outcome next = compile("");
        EXPECT_EQ(next.status, 0) << next.err;
        EXPECT_EQ(next.err, "");
        const auto lines = lines_of(next.out);
        expect_right(lines, reference_);
        origins.insert(lines.at(0).origin);
        // A sweep an hour later leaves nothing but the entry with its image.
        make_all_older(std::chrono::minutes(61));
        const Outcome swept = sandbox_.quovis({"cache", "prune"});
        EXPECT_EQ(swept.status, 0) << swept.err;
        expect_nothing_left();
        EXPECT_EQ(std::ranges::count_if(files(), [](const auto& name) { return name.ends_with(".bin"); }), 1);
        EXPECT_EQ(lines_of(compile("").out).at(0).origin, "disk");
    }
    EXPECT_EQ(origins, (std::set<std::string>{"compiled", "disk"})) << "both were to be seen";
}

// What the system says when a folder cannot be written to, whatever call meets it first.
struct Fault {
    const char* name;
    const char* calls;
    const char* words;
};

class CacheFaultOf : public CacheFaults, public testing::WithParamInterface<Fault> {};

TEST_P(CacheFaultOf, TheCompileGoesOnWithOneWarning) {
    write_kernels(3);
    reference_ = lines_of(compile("QUOVIS_CACHE_MODE=off").out);
    const std::string fault = std::string("FILE_FAULT_FAIL=") + GetParam().calls;
    const Outcome run = compile(fault);
    EXPECT_EQ(run.status, 0) << run.err;
    const auto lines = lines_of(run.out);
    expect_right(lines, reference_);
    EXPECT_THAT(run.err, HasSubstr(GetParam().words));
    EXPECT_EQ(std::count(run.err.begin(), run.err.end(), '\n'), 1) << run.err;
    for (const std::string& name : files()) {
        EXPECT_THAT(name, Not(HasSubstr("/."))) << "a half-written file stays";
    }
}

TEST_P(CacheFaultOf, WhatWasStoredBeforeIsStillFound) {
    compile("");
    const Outcome run = compile(std::string("FILE_FAULT_FAIL=") + GetParam().calls);
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_EQ(run.err, "");
    EXPECT_EQ(lines_of(run.out).at(0).origin, "disk");
}

INSTANTIATE_TEST_SUITE_P(Faults, CacheFaultOf,
                         testing::Values(Fault{"FullDisk", "write:28", "No space left on device"},
                                         Fault{"FullDiskAtTheSync", "fsync:28", "No space left on device"},
                                         Fault{"Quota", "write:122", "Disk quota exceeded"},
                                         Fault{"ReadOnlyFileSystem", "open:30,mkdir:30,rename:30",
                                               "Read-only file system"},
                                         Fault{"NoRightToWrite", "open:13,mkdir:13", "Permission denied"},
                                         Fault{"NoRename", "rename:5", "Input/output error"}),
                         [](const auto& one) { return std::string(one.param.name); });

TEST_F(CacheFaults, AFileSystemWithoutLocksIsNoReasonForAWarning) {
    const Outcome run = compile("FILE_FAULT_FAIL=lock:37");
    EXPECT_EQ(run.status, 0);
    EXPECT_EQ(run.err, "");
    EXPECT_EQ(lines_of(compile("").out).at(0).origin, "disk");
}

TEST_F(CacheFaults, ARealDiskThatIsFullIsNoFailure) {
    const Outcome run = sandbox_.program("/usr/bin/unshare",
                                         {"--map-root-user", "--mount", "/bin/sh", "-c",
                                          "mkdir -p small && mount -t tmpfs -o size=8k,mode=0700 none small || exit "
                                          "99\nexport QUOVIS_CACHE_DIR=$PWD/small\n" +
                                              std::string(QUOVIS_TEST_CLIENTS_DIR) +
                                              "/compile_many \"$QUOVIS_CONFIG\" plugins fake fake-1 fake kernels 0 1"
                                              " && mount -o remount,ro small && " +
                                              std::string(QUOVIS_TEST_CLIENTS_DIR) +
                                              "/compile_many \"$QUOVIS_CONFIG\" plugins fake fake-1 fake kernels 0 1"});
    if (run.status == 99 || run.err.find("unshare") != std::string::npos) {
        GTEST_SKIP() << "no file system may be mounted here: " << run.err;
    }
    EXPECT_EQ(run.status, 0) << run.err;
    const auto lines = lines_of(run.out);
    ASSERT_EQ(lines.size(), 2u);
    EXPECT_EQ(lines[1].checksum, reference_[0].checksum);
}

// Many processes with the same kernels, each beginning at another one.
class CacheProcesses : public CacheFaults {
  protected:
    std::vector<Outcome> run_processes(int processes, const std::string& backend, const std::string& target,
                                       const std::string& language, const std::string& variables) const {
        std::vector<Outcome> runs(static_cast<std::size_t>(processes));
        std::string script;
        for (int process = 0; process < processes; ++process) {
            std::ostringstream line;
            line << "env LD_PRELOAD=" << QUOVIS_TEST_FAKES_DIR << "/shims/file_faults.so FILE_FAULT_FOLDER='"
                 << cache().string() << "' " << variables << " " << QUOVIS_TEST_CLIENTS_DIR
                 << "/compile_many \"$QUOVIS_CONFIG\" plugins " << backend << " " << target << " " << language
                 << " kernels " << process * 7 << " 1 > out." << process << " 2> err." << process
                 << " & pids=\"$pids $!\"\n";
            script += line.str();
        }
        script += "for p in $pids; do wait $p || exit 1; done\n";
        const Outcome all = sandbox_.program("/bin/sh", {"-c", script});
        EXPECT_EQ(all.status, 0);
        for (int process = 0; process < processes; ++process) {
            auto& run = runs[static_cast<std::size_t>(process)];
            run.out = sandbox_.read("out." + std::to_string(process));
            run.err = sandbox_.read("err." + std::to_string(process));
        }
        return runs;
    }
    // How often each kernel was compiled.
    std::map<std::string, int> check(const std::vector<Outcome>& runs) const {
        std::map<std::string, int> compiled;
        for (const Outcome& run : runs) {
            EXPECT_EQ(run.err, "");
            const auto lines = lines_of(run.out);
            expect_right(lines, reference_);
            for (const Line& line : lines) {
                compiled[line.kernel] += line.origin == "compiled" ? 1 : 0;
            }
        }
        return compiled;
    }
};

TEST_F(CacheProcesses, ThirtyTwoCompileEachOfAHundredKernelsOnce) {
    write_kernels(100);
    reference_ = lines_of(compile("QUOVIS_CACHE_MODE=off").out);
    const auto compiled = check(run_processes(32, "fake", "fake-1", "fake", ""));
    EXPECT_EQ(compiled.size(), 100u);
    for (const auto& [kernel, times] : compiled) {
        EXPECT_EQ(times, 1) << kernel;
    }
    expect_nothing_left();
}

TEST_F(CacheProcesses, WithoutLocksTheResultsAreRight) {
    write_kernels(20);
    reference_ = lines_of(compile("QUOVIS_CACHE_MODE=off").out);
    const auto compiled = check(run_processes(16, "fake", "fake-1", "fake", "FILE_FAULT_FAIL=lock:37"));
    for (const auto& [kernel, times] : compiled) {
        EXPECT_GE(times, 1) << kernel;
    }
    expect_nothing_left();
}

TEST_F(CacheProcesses, WhereFilesAppearLateTheResultsAreRight) {
    write_kernels(8);
    reference_ = lines_of(compile("QUOVIS_CACHE_MODE=off").out);
    check(run_processes(16, "fake", "fake-1", "fake", "FILE_FAULT_LAG=200"));
    std::this_thread::sleep_for(std::chrono::milliseconds(250));
    for (const Line& line : lines_of(compile("").out)) {
        EXPECT_EQ(line.origin, "disk") << line.kernel;
    }
}

// The real compilers.
struct Compiler {
    const char* backend;
    const char* target;
    const char* language;
    const char* in_front;  // of the kernel
    const char* pointer;
};

class CacheProcessesOf : public CacheProcesses, public testing::WithParamInterface<Compiler> {};

TEST_P(CacheProcessesOf, SixteenCompileEightKernelsOnce) {
    const auto& [backend, target, language, in_front, pointer] = GetParam();
    if (!compiler_works(backend)) {
        GTEST_SKIP() << backend << " does not compile here";
    }
    fs::remove_all(sandbox_.path("kernels"));
    fs::create_directories(sandbox_.path("kernels"));
    for (int i = 0; i < 8; ++i) {
        sandbox_.write("kernels/" + std::to_string(i) + ".kernel", std::string(in_front) + " void k" +
                                                                       std::to_string(i) + "(" + pointer +
                                                                       " p) { p[0] = " + std::to_string(i) + "; }\n");
    }
    sandbox_.set("QUOVIS_PLUGINS_ENABLE", backend);
    const Outcome uncached = run_client(backend, target, language, "QUOVIS_CACHE_MODE=off", 0, 1);
    reference_ = lines_of(uncached.out);
    ASSERT_EQ(reference_.size(), 8u) << uncached.err;
    const auto runs = run_processes(16, backend, target, language, "");
    std::map<std::string, int> compiled;
    std::map<std::string, std::set<std::string>> images;
    for (const Outcome& run : runs) {
        EXPECT_EQ(run.err, "");
        EXPECT_EQ(lines_of(run.out).size(), 8u);
        for (const Line& line : lines_of(run.out)) {
            compiled[line.kernel] += line.origin == "compiled" ? 1 : 0;
            images[line.kernel].insert(line.checksum);
        }
    }
    EXPECT_EQ(compiled.size(), 8u);
    for (const auto& [kernel, times] : compiled) {
        EXPECT_EQ(times, 1) << kernel;
        EXPECT_EQ(images[kernel].size(), 1u) << kernel << " is not the same in all processes";
    }
    expect_nothing_left();
}

INSTANTIATE_TEST_SUITE_P(Compilers, CacheProcessesOf,
                         testing::Values(Compiler{"cuda-nvrtc", "sm_80", "cuda", "extern \"C\" __global__", "int*"},
                                         Compiler{"cuda-nvcc", "sm_80", "cuda", "extern \"C\" __global__", "int*"},
                                         Compiler{"hip-hiprtc", "gfx90a", "hip", "extern \"C\" __global__", "int*"},
                                         Compiler{"opencl", "''", "opencl", "__kernel", "__global int*"}),
                         [](const auto& one) {
                             std::string name = one.param.backend;
                             std::replace(name.begin(), name.end(), '-', '_');
                             return name;
                         });

}  // namespace cache_faults_test
}  // namespace quovis::cli_tests
