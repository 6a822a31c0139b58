// watch_hit BACKEND TARGET FILE: compiles once, in a process that has just begun, and prints a line each for: where the
// image came from, which compiler libraries are mapped, and whether a child process was started. TARGET "-" loads the
// program instead, on the configured device.
#include <sys/resource.h>
#include <unistd.h>

#include <cstdio>
#include <exception>
#include <fstream>
#include <quovis/quovis.hpp>
#include <string>

namespace {

bool is_compiler(const std::string& line) {
    for (const char* name : {"libnvrtc", "libnvJitLink", "libnvvm", "libhiprtc", "libamd_comgr", "libamdhip64"}) {
        if (line.find(name) != std::string::npos) {
            return true;
        }
    }
    return false;
}

std::string mapped_compilers() {
    std::ifstream maps("/proc/self/maps");
    std::string found;
    for (std::string line; std::getline(maps, line);) {
        if (is_compiler(line) && line.find(" r-xp ") != std::string::npos) {
            found += line.substr(line.rfind('/')) + " ";
        }
    }
    return found;
}

// Children that have ended leave their page faults, others are in the list.
bool had_children() {
    rusage usage{};
    ::getrusage(RUSAGE_CHILDREN, &usage);
    std::ifstream list("/proc/self/task/" + std::to_string(::getpid()) + "/children");
    std::string running;
    std::getline(list, running);
    return usage.ru_minflt != 0 || !running.empty();
}

std::string origin_of(const quovis::Program& program, const char* backend, const std::string& target) {
    return target == "-" ? program.load().image().origin() : program.compile({backend, target, ""}).origin();
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 4) {
        std::fputs("usage: watch_hit BACKEND TARGET FILE\n", stderr);
        return 2;
    }
    try {
        const quovis::Instance instance;
        const auto program = instance.program(quovis::Source::file(argv[3]));
        std::printf("origin: %s\n", origin_of(program, argv[1], argv[2]).c_str());
        std::printf("compilers: %s\n", mapped_compilers().c_str());
        std::printf("children: %s\n", had_children() ? "yes" : "no");
        return 0;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "watch_hit: %s\n", error.what());
        return 1;
    }
}
