// cuda-nvcc with a script in nvcc's place that fails in every way: what is told, and that nothing is left behind.
#include <gmock/gmock.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <thread>

#include "tests/integration/nvcc_plugin.hpp"

namespace nvcc_failures_test {

using namespace nvcc_test;
using namespace std::chrono_literals;
using testing::HasSubstr;
using testing::Not;

const std::string banner = "Cuda compilation tools, release 12.8, V12.8.93\nBuild cuda_12.8.r12.8/compiler.1_0\n";

// A dead process that nobody has collected yet does not run.
bool is_running(pid_t process) {
    std::ifstream file("/proc/" + std::to_string(process) + "/stat");
    std::string number;
    std::string name;
    char state = 'X';
    file >> number >> name >> state;
    return file && state != 'Z' && state != 'X';
}

bool is_gone(pid_t process) {
    for (int i = 0; i < 200 && is_running(process); ++i) {
        std::this_thread::sleep_for(10ms);
    }
    return !is_running(process);
}

class NvccFailures : public NvccPlugin {
  protected:
    // A script that answers the questions as nvcc does and runs `body` to compile. $out is the output's name.
    void install(const std::string& body, const std::string& answers = banner) {
        files_.write("nvcc",
                     "#!/bin/sh\ncase \"$*\" in\n*--version*) cat <<'END'\n" + answers +
                         "END\nexit 0 ;;\n*--list-gpu-code*) printf 'sm_90\\nsm_100\\n'; exit 0 ;;\n"
                         "*--dryrun*) printf '#$ INCLUDES=\"-I/x\"\\n#$ /bin/true -D__CUDA_ARCH__=750 -E -x c++ x\\n' "
                         ">&2; exit 0 ;;\nesac\n"
                         "while [ $# -gt 0 ]; do [ \"$1\" = -o ] && out=$2; source=$1; shift; done\n" +
                         body + "\n");
        ::chmod(files_.path("nvcc").c_str(), 0755);
    }

    Compiled fail(const std::string& body, const Source& source = {"whatever"}) {
        install(body);
        start({{"nvcc", files_.path("nvcc")}});
        return compile(source);
    }

    // The first question of an instance sweeps.
    void sweep_by_another_instance() {
        const std::string program = files_.path("nvcc");
        const quovis_plugin_setting setting{sizeof(quovis_plugin_setting), text("nvcc"), text(program), {}};
        auto info = sized<quovis_plugin_initialize_info>();
        info.settings = &setting;
        info.setting_count = 1;
        auto description = sized<quovis_cc_description>();
        auto error = sized<quovis_plugin_error>();
        quovis_plugin_instance* other = nullptr;
        ASSERT_EQ(table_->initialize(&info, &other, &error), QUOVIS_PLUGIN_OK) << error.message;
        EXPECT_EQ(table_->compiler->describe(other, &description, &error), QUOVIS_PLUGIN_OK) << error.message;
        table_->shutdown(other);
    }

    pid_t process_in(const std::string& name) {
        for (int i = 0; i < 500 && files_.read(name).find('\n') == std::string::npos; ++i) {
            std::this_thread::sleep_for(10ms);
        }
        const std::string number = files_.read(name);
        return number.empty() ? -1 : std::stoi(number);
    }

    Scratch files_;
};

TEST_F(NvccFailures, WithoutNvccNamesEveryPlaceThatWasTried) {
    variables()["PATH"] = files_.path();
    variables()["CUDA_HOME"] = files_.path("toolkit");
    variables()["VIRTUAL_ENV"] = files_.path("python");
    start({{"cuda", files_.path("other")}});
    const auto [status, reason] = describe();
    EXPECT_EQ(status, QUOVIS_PLUGIN_UNAVAILABLE);
    EXPECT_THAT(reason, HasSubstr(files_.path("other")));
    EXPECT_THAT(reason, HasSubstr("test.yaml:1"));
    EXPECT_THAT(reason, HasSubstr("backends.cuda-nvcc.nvcc"));
    EXPECT_THAT(reason, Not(HasSubstr("CUDA_HOME"))) << "a setting is the only place";
}

TEST_F(NvccFailures, FindsNvccInEachPlaceInOrder) {
    install("printf image > \"$out\"");
    const std::string script = files_.read("nvcc");
    const std::vector<std::pair<std::string, std::string>> places = {
        {"python/lib/python3.11/site-packages/nvidia/cu13/bin/nvcc", "VIRTUAL_ENV"},
        {"path/nvcc", "PATH"},
        {"home/bin/nvcc", "CUDA_HOME"},
        {"toolkit/bin/nvcc", "CUDA_PATH"}};
    variables()["PATH"] = "/bin:" + files_.path("path");
    variables()["CUDA_PATH"] = files_.path("toolkit");
    variables()["CUDA_HOME"] = files_.path("home");
    variables()["VIRTUAL_ENV"] = files_.path("python");
    for (const auto& [place, why] : places) {
        files_.write(place, script);
        ::chmod(files_.path(place).c_str(), 0755);
        start();
        quovis_cc_description told{};
        ASSERT_EQ(describe(&told).first, QUOVIS_PLUGIN_OK) << why;
        if (why != "VIRTUAL_ENV" || string(told.path) != "/usr/local/cuda/bin/nvcc") {  // which comes before Python
            EXPECT_EQ(string(told.path), files_.path(place)) << why;
        }
        shut_down();
    }
}

TEST_F(NvccFailures, ANewBannerIsANewIdentity) {
    install("", banner);
    start({{"nvcc", files_.path("nvcc")}});
    const std::string before = describe().second;
    shut_down();
    install("", "Cuda compilation tools, release 12.8, V12.8.94\nBuild cuda_12.8.r12.8/compiler.2_0\n");
    start({{"nvcc", files_.path()}});
    EXPECT_NE(describe().second, before);
}

TEST_F(NvccFailures, AProgramThatIsNotNvccIsCalledSo) {
    start({{"nvcc", "/bin/true"}});
    const auto [status, reason] = describe();
    EXPECT_EQ(status, QUOVIS_PLUGIN_UNAVAILABLE);
    EXPECT_THAT(reason, HasSubstr("/bin/true"));
}

TEST_F(NvccFailures, AHostCompilerThatIsNotThereIsItsOwnClassOfError) {
    start({{"host_compiler", "/nowhere/g++"}});
    const auto [status, reason] = describe();
    if (status == QUOVIS_PLUGIN_UNAVAILABLE) {
        GTEST_SKIP() << reason;
    }
    EXPECT_EQ(status, QUOVIS_PLUGIN_HOST_COMPILER_REFUSED);
    EXPECT_THAT(reason, HasSubstr("/nowhere/g++"));
    EXPECT_THAT(reason, HasSubstr("backends.cuda-nvcc.host_compiler"));
    EXPECT_THAT(reason, HasSubstr("-ccbin"));
}

TEST_F(NvccFailures, AHostCompilerThatNvccRefusesIsItsOwnClassOfError) {
    for (const std::string words :
         {"In file included from /x/cuda_runtime.h:82,\\n                 from <command-line>:\\n"
          "/x/crt/host_config.h:143:2: error: #error -- unsupported GNU version! gcc versions later than 14 are not "
          "supported! The nvcc flag '-allow-unsupported-compiler' can be used to override this version check;\\n"
          "  143 | #error -- unsupported GNU version!\\n      |  ^~~~~",
          "#error -- unsupported GNU version! gcc versions later than 8 are not supported!",
          "nvcc fatal   : Host compiler targets unsupported OS.",
          "nvcc fatal   : Cannot find compiler 'cl.exe' in PATH",
          "nvcc fatal   : Failed to preprocess host compiler properties."}) {
        const Compiled compiled = fail("printf '" + [&] {
            std::string quoted;
            for (const char c : words) {
                quoted += c == '\'' ? "'\\''" : std::string(1, c);
            }
            return quoted;
        }() + "\\n' >&2; exit 1");
        EXPECT_EQ(compiled.status, QUOVIS_PLUGIN_HOST_COMPILER_REFUSED) << words << compiled.error;
        EXPECT_THAT(compiled.hint, HasSubstr("backends.cuda-nvcc.host_compiler"));
        EXPECT_THAT(compiled.hint, HasSubstr("-ccbin"));
        shut_down();
    }
}

TEST_F(NvccFailures, AUsersOwnWordsAreNotTakenForTheToolchains) {
    const Compiled compiled = fail(
        "printf 'kernel.cu:1:2: error: #error unsupported GNU version\\n    1 | #error No space left on device\\n' "
        ">&2; exit 1");
    EXPECT_EQ(compiled.status, QUOVIS_PLUGIN_SOURCE_INVALID) << compiled.error;
    EXPECT_EQ(compiled.first_error().line, 1u);
}

TEST_F(NvccFailures, ACompilerThatCrashesIsCalledSo) {
    Compiled compiled = fail("kill -SEGV $$");
    EXPECT_EQ(compiled.status, QUOVIS_PLUGIN_COMPILER_CRASHED);
    EXPECT_THAT(compiled.error, HasSubstr("SIGSEGV"));
    shut_down();
    compiled = fail("echo \"nvcc error   : 'cicc' died due to signal 11 (Invalid memory reference)\" >&2; exit 2");
    EXPECT_EQ(compiled.status, QUOVIS_PLUGIN_COMPILER_CRASHED);
    EXPECT_THAT(compiled.error, HasSubstr("'cicc' died"));
}

TEST_F(NvccFailures, AnImageThatIsNotThereIsAnError) {
    EXPECT_EQ(fail("exit 0").status, QUOVIS_PLUGIN_INTERNAL);
}

TEST_F(NvccFailures, AFullDiskIsNotTheSourcesFault) {
    const Compiled compiled =
        fail("echo 'cc1plus: fatal error: error writing to /tmp/x.s: No space left on device' >&2; exit 1");
    EXPECT_EQ(compiled.status, QUOVIS_PLUGIN_UNAVAILABLE);
    EXPECT_THAT(compiled.hint, HasSubstr("TMPDIR"));
}

TEST_F(NvccFailures, ATemporaryFolderThatIsNotThereIsNamed) {
    install("");
    variables()["TMPDIR"] = "/nowhere/at/all";
    start({{"nvcc", files_.path("nvcc")}});
    const auto [status, reason] = describe();
    EXPECT_EQ(status, QUOVIS_PLUGIN_UNAVAILABLE);
    EXPECT_THAT(reason, HasSubstr("/nowhere/at/all"));
    EXPECT_THAT(reason, HasSubstr("No such file"));
}

TEST_F(NvccFailures, AGigabyteOfOutputNeitherBlocksNorFillsTheMemory) {
    const Compiled compiled = fail("head -c 1000000000 /dev/zero | tr '\\0' 'x'; exit 1");
    EXPECT_EQ(compiled.status, QUOVIS_PLUGIN_SOURCE_INVALID);
    EXPECT_LT(compiled.log.size(), 10'000'000u);
    EXPECT_GT(compiled.log.size(), 1'000'000u);
}

TEST_F(NvccFailures, OutputWithoutEndStopsAtTheDeadline) {
    Source source{"whatever"};
    source.time = 1s;
    const auto started = std::chrono::steady_clock::now();
    EXPECT_EQ(fail("while :; do head -c 1000000 /dev/zero; done", source).status, QUOVIS_PLUGIN_TIMED_OUT);
    EXPECT_LT(std::chrono::steady_clock::now() - started, 20s);
}

TEST_F(NvccFailures, BytesThatAreNotUtf8StayInTheLogAndTheImage) {
    Compiled compiled = fail("printf 'kernel.cu(1): error: caf\\351\\n' >&2; exit 1");
    EXPECT_THAT(compiled.log, HasSubstr("caf\xE9"));
    EXPECT_THAT(compiled.first_error().text, HasSubstr("caf\xE9"));
    shut_down();
    compiled = fail("printf '\\177ELF\\000\\200\\377' > \"$out\"");
    EXPECT_EQ(compiled.image, std::string("\177ELF\000\200\377", 7));
}

TEST_F(NvccFailures, AHungNvccIsKilledWithItsChildrenAtTheDeadline) {
    Source source{"whatever"};
    source.time = 1s;
    const Compiled compiled =
        fail("sleep 300 & echo $! > " + files_.path("child") + "; echo $$ > " + files_.path("self") + "; wait", source);
    EXPECT_EQ(compiled.status, QUOVIS_PLUGIN_TIMED_OUT);
    EXPECT_THAT(compiled.error, HasSubstr("kernel.cu"));
    EXPECT_TRUE(is_gone(process_in("child")));
    EXPECT_TRUE(is_gone(process_in("self")));
}

TEST_F(NvccFailures, AKilledNvccLeavesNothing) {
    const Compiled compiled = fail("echo part > \"$TMPDIR\"/tmpxft_1; kill -KILL $$");
    EXPECT_EQ(compiled.status, QUOVIS_PLUGIN_COMPILER_CRASHED);
    EXPECT_THAT(compiled.error, HasSubstr("SIGKILL"));
    EXPECT_EQ(temporary_.file_count(), 0u);
}

TEST_F(NvccFailures, ANvccThatIsKilledFromOutsideTakesItsChildrenWithIt) {
    for (const auto& [signal, name] : {std::pair(SIGKILL, "SIGKILL"), std::pair(SIGTERM, "SIGTERM")}) {
        std::thread killer([this, signal = signal] {
            process_in("child");
            ::kill(process_in("self"), signal);
        });
        const Compiled compiled = fail("echo part > \"$TMPDIR\"/tmpxft_1; sleep 300 & echo $! > " +
                                       files_.path("child") + "; echo $$ > " + files_.path("self") + "; wait");
        killer.join();
        EXPECT_EQ(compiled.status, QUOVIS_PLUGIN_COMPILER_CRASHED) << compiled.error;
        EXPECT_THAT(compiled.error, HasSubstr(name));
        EXPECT_THAT(compiled.error, HasSubstr("kernel.cu"));
        EXPECT_TRUE(is_gone(process_in("child")));
        EXPECT_EQ(temporary_.file_count(), 0u);
        shut_down();
        for (const char* file : {"child", "self"}) {
            std::filesystem::remove(files_.path(file));
        }
    }
}

// The host dies in the middle of a compile: nvcc and its children go with it, and the next start takes what it left.
TEST_F(NvccFailures, AHostThatDiesTakesNvccWithIt) {
    for (const int signal : {SIGKILL, SIGINT}) {
        install("sleep 300 & echo $! > " + files_.path("child") + "; echo $$ > " + files_.path("self") + "; wait");
        const pid_t host = ::fork();
        if (host == 0) {
            start({{"nvcc", files_.path("nvcc")}});
            compile({"whatever"});
            ::_exit(0);
        }
        const pid_t child = process_in("child");
        const pid_t self = process_in("self");
        EXPECT_TRUE(is_running(child));
        ::kill(host, signal);
        ::waitpid(host, nullptr, 0);
        EXPECT_TRUE(is_gone(child)) << signal;
        EXPECT_TRUE(is_gone(self)) << signal;
        for (const char* file : {"child", "self"}) {
            std::filesystem::remove(files_.path(file));
        }
    }
    EXPECT_NE(temporary_.file_count(), 0u);
    for (const auto& left : std::filesystem::directory_iterator(temporary_.path())) {
        std::filesystem::last_write_time(left, std::filesystem::file_time_type::clock::now() - 2min);
    }
    std::filesystem::create_directory(temporary_.path("quovis-other-1"));  // not ours
    start({{"nvcc", files_.path("nvcc")}});
    describe();
    EXPECT_TRUE(std::filesystem::remove(temporary_.path("quovis-other-1")));
}

TEST_F(NvccFailures, AFolderInUseIsNotSwept) {
    install("touch -d '10 minutes ago' \"$TMPDIR\"; sleep 1; printf image > \"$out\"");
    start({{"nvcc", files_.path("nvcc")}});
    std::thread compiles([this] { EXPECT_EQ(compile({"whatever"}).status, QUOVIS_PLUGIN_OK); });
    std::this_thread::sleep_for(500ms);
    sweep_by_another_instance();
    compiles.join();
}

}  // namespace nvcc_failures_test
