// Each backend of this project through the host API, alone, for tests of what must be alike on all.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <quovis/quovis.hpp>
#include <string>
#include <vector>

namespace backend_test {

inline const std::vector<std::string> cuda_backends = {"cuda-nvrtc", "cuda-nvcc"};
inline const std::vector<std::string> backends = {"cuda-nvrtc", "cuda-nvcc", "hip-hiprtc", "opencl"};

// The language that a backend speaks by itself, and the ending of its files.
inline std::string language_of(const std::string& backend) {
    return backend == "opencl" ? "opencl" : backend == "hip-hiprtc" ? "hip" : "cuda";
}

// A target that needs no device; OpenCL has those of its devices only.
inline std::string target_of(const std::string& backend) {
    return backend == "opencl" ? "" : backend == "hip-hiprtc" ? "gfx90a" : "sm_90";
}

inline quovis::Instance open_only(const std::string& backend, const std::string& more = {}) {
    quovis::InstanceOptions options;
    options.config_text =
        "quovis: 1\nplugins: { enable: ['" + backend + "'] }\nroutes:\n  - backend: ['" + backend + "']\n" + more;
    options.log_level = QUOVIS_LOG_OFF;
    return quovis::Instance(options);
}

// Why a backend does not compile here; empty when it does.
inline std::string why_not(const quovis::Instance& instance, const std::string& backend) {
    for (const quovis::PluginInfo& plugin : instance.plugins()) {
        if (plugin.name == backend) {
            return plugin.compiler.empty() ? backend + " does not compile here: " + plugin.reason : "";
        }
    }
    return "the plugin " + backend + " was not built";
}

inline quovis::CompileRequest request_for(const std::string& backend, const std::string& format = {}) {
    return {backend, target_of(backend), format};
}

// The error of a call; none, and a failed test, when the call succeeds.
inline std::unique_ptr<quovis::Error> error_of(const std::function<void()>& call) {
    try {
        call();
    } catch (const quovis::Error& error) {
        return std::make_unique<quovis::Error>(error);
    }
    ADD_FAILURE() << "the call succeeds";
    return nullptr;
}

// A parameter's value as part of a test's name.
inline std::string as_name(std::string text) {
    for (char& byte : text) {
        if (std::isalnum(static_cast<unsigned char>(byte)) == 0) {
            byte = '_';
        }
    }
    return text;
}

// One backend; skips where it does not compile.
class Backend : public testing::TestWithParam<std::string> {
  protected:
    void SetUp() override {
        instance_ = open_only(GetParam());
        if (const std::string reason = why_not(instance_, GetParam()); !reason.empty()) {
            GTEST_SKIP() << reason;
        }
    }

    quovis::Image compile(const std::string& text, const std::string& name, const quovis::Options& options = {},
                          const std::string& format = {}) const {
        return instance_.program(quovis::Source::memory(text, language_of(GetParam()), name), options)
            .compile(request_for(GetParam(), format));
    }

    quovis::Instance instance_{[] {
        quovis::InstanceOptions none;
        none.log_level = QUOVIS_LOG_OFF;
        return none;
    }()};
};

}  // namespace backend_test
