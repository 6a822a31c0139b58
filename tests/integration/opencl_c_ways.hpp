// The ways that OpenCL C takes to a device, and the targets that it is compiled for without one: for tests that one
// text means the same on all.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <quovis/quovis.hpp>
#include <string>
#include <vector>

#include "tests/integration/backends.hpp"

namespace opencl_c_test {

// A compiler, and the device that its images run on.
struct Way {
    std::string name;
    std::string compiler;
    std::string selector;
    std::string missing;  // why a test is skipped
};

inline const std::vector<Way> ways = {
    {"pocl", "opencl", "opencl:cpu", "no OpenCL CPU device"},
    {"opencl_on_gpu", "opencl", "opencl:gpu", "no OpenCL GPU"},
    {"nvrtc", "cuda-nvrtc", "cuda", "no NVIDIA GPU"},
    {"nvcc", "cuda-nvcc", "cuda", "no NVIDIA GPU"},
    {"hiprtc", "hip-hiprtc", "hip", "no AMD GPU"},
};

struct Target {
    std::string compiler;
    std::string name;
};

inline const std::vector<Target> targets = {{"cuda-nvrtc", "sm_80"},  {"cuda-nvrtc", "sm_90"},
                                            {"cuda-nvcc", "sm_80"},   {"cuda-nvcc", "sm_90"},
                                            {"hip-hiprtc", "gfx90a"}, {"hip-hiprtc", "gfx1030"}};

// One of each compiler, and of the targets of AMD two, whose wavefronts differ in width.
inline const std::vector<Target> few_targets = {
    {"cuda-nvrtc", "sm_80"}, {"cuda-nvcc", "sm_90"}, {"hip-hiprtc", "gfx90a"}, {"hip-hiprtc", "gfx1030"}};
// For what is many small sources.
inline const std::vector<Target> one_of_each_compiler = {
    {"cuda-nvrtc", "sm_80"}, {"cuda-nvcc", "sm_90"}, {"hip-hiprtc", "gfx90a"}};

inline void PrintTo(const Way& way, std::ostream* out) {
    *out << way.name;
}
inline void PrintTo(const Target& target, std::ostream* out) {
    *out << target.compiler << ' ' << target.name;
}
inline std::string name_of(const Way& way) {
    return way.name;
}
inline std::string name_of(const Target& target) {
    return backend_test::as_name(target.compiler + "_" + target.name);
}

inline std::string read_source(const std::string& path) {
    std::ifstream file(QUOVIS_TEST_SOURCE_DIR "/tests/" + path, std::ios::binary);
    EXPECT_TRUE(file) << path;
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

// Why a compiler does not take a language here; empty when it does.
inline std::string why_not(const quovis::Instance& instance, const std::string& compiler, const std::string& language) {
    if (std::string reason = backend_test::why_not(instance, compiler); !reason.empty()) {
        return reason;
    }
    for (const quovis::PluginInfo& plugin : instance.plugins()) {
        const auto& languages = plugin.languages;
        if (plugin.name == compiler && std::find(languages.begin(), languages.end(), language) == languages.end()) {
            return "the compiler " + compiler + " does not take the language " + language;
        }
    }
    return {};
}

// A compiler alone, and where a test has a way the device. Both say in `missing` why they are not here.
struct Opened {
    std::optional<quovis::Instance> instance;
    quovis::Route route;
    std::string missing;
};

inline Opened open(const std::string& compiler, const std::string& language = "opencl") {
    Opened opened;
    if (!std::filesystem::exists(QUOVIS_TEST_PLUGIN_DIR "/" + compiler + ".so")) {
        opened.missing = "plugin " + compiler + " is not built";
        return opened;
    }
    opened.instance.emplace(backend_test::open_only(compiler));
    opened.missing = why_not(*opened.instance, compiler, language);
    return opened;
}

inline Opened open(const Way& way, const std::string& language = "opencl") {
    Opened opened = open(way.compiler, language);
    if (!opened.missing.empty()) {
        return opened;
    }
    try {
        opened.route = opened.instance->route(way.selector);
    } catch (const quovis::Error&) {
        opened.missing = way.missing;
    }
    return opened;
}

// A failure with the compiler's log, which says more than the message.
inline void fail_with(const quovis::Error& error) {
    ADD_FAILURE() << error.what() << "\n" << error.log();
}

inline void compile_for(const Target& target, const quovis::Source& source, const quovis::Options& options = {}) {
    const Opened opened = open(target.compiler, source.language);
    if (!opened.missing.empty()) {
        GTEST_SKIP() << opened.missing;
    }
    try {
        const quovis::Image image =
            opened.instance->program(source, options).compile({target.compiler, target.name, ""});
        EXPECT_GT(image.size(), 0U);
    } catch (const quovis::Error& error) {
        fail_with(error);
    }
}

}  // namespace opencl_c_test
