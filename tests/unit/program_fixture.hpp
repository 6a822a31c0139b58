// What the tests of programs and execution stand on: an instance over a folder of fakes, used through quovis.hpp.
#pragma once

#include "tests/unit/loader_fixture.hpp"

#include <quovis/quovis.hpp>

#include <functional>
#include <string>
#include <vector>

namespace quovis::test {

constexpr const char* saxpy_source = "kernel void saxpy(int n, float a, global const float* x, global float* y)\n";

class ProgramTest : public FakesTest {
  protected:
    Instance open(const std::string& yaml = "quovis: 1\nroutes: [ { backend: [fake] } ]\n") {
        InstanceOptions options;
        options.config = scratch_.write("config.yaml", yaml);
        options.plugin_directories = {folder()};
        options.log_level = QUOVIS_LOG_OFF;
        return Instance(options);
    }

    // The error of a call; the test fails when there is none.
    static Error error_of(const std::function<void()>& call) {
        try {
            call();
        } catch (const Error& error) {
            return error;
        }
        ADD_FAILURE() << "the call succeeds";
        return Error(QUOVIS_OK, "", "");
    }

    static Source source(const std::string& text, const std::string& name = "test.cl") {
        return Source::memory(text, "fake", name);
    }
};

}  // namespace quovis::test
