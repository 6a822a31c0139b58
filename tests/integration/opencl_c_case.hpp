// A kernel in OpenCL C with its arguments and the results that they must have, and how it is tried: on each way to a
// device, and by each compiler without one.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <functional>
#include <ostream>
#include <quovis/quovis.hpp>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "tests/integration/opencl_c_ways.hpp"

namespace opencl_c_test {

class Case {
  public:
    // A text, or a file below tests/.
    static Case text(std::string name, std::string text) {
        Case made(std::move(name));
        made.text_ = std::move(text);
        return made;
    }
    static Case file(const std::string& path) {
        Case made(std::filesystem::path(path).stem().string());
        made.path_ = path;
        return made;
    }

    Case& kernel(std::string name, quovis::Extent grid, quovis::Extent block) {
        kernel_ = std::move(name);
        shape_ = quovis::LaunchShape(grid, block);
        return *this;
    }
    Case& offset(std::array<std::size_t, 3> items) {
        shape_.offset = items;
        return *this;
    }
    Case& named(std::string name) {
        name_ = std::move(name);
        return *this;
    }
    Case& define(std::string name, std::string value) {
        options_.defines.push_back({std::move(name), std::move(value)});
        return *this;
    }
    // Where a compiler or a device has a good reason not to take it: the words that the test is skipped with, or none.
    Case& unless(std::function<std::string(const quovis::Route*, const std::string& compiler)> why_not) {
        why_not_ = std::move(why_not);
        return *this;
    }

    // The arguments, in the order of the parameters.
    template <typename T>
    Case& value(T value) {
        return add(Argument::Kind::value, bytes_of(std::vector<T>{value}), nullptr);
    }
    Case& local(std::size_t bytes) { return add(Argument::Kind::local, std::vector<std::byte>(bytes), nullptr); }
    template <typename T>
    Case& in(const std::vector<T>& data) {
        return add(Argument::Kind::buffer, bytes_of(data), nullptr);
    }
    template <typename T>
    Case& inout(const std::vector<T>& before, const std::vector<T>& after, double tolerance = 0) {
        return add(Argument::Kind::buffer, bytes_of(before), expects(after, tolerance));
    }
    // What the kernel does not write keeps a value that nobody expects.
    template <typename T>
    Case& out(const std::vector<T>& after, double tolerance = 0) {
        return add(Argument::Kind::buffer, std::vector<std::byte>(after.size() * sizeof(T), std::byte{0xA5}),
                   expects(after, tolerance));
    }

    const std::string& name() const { return name_; }
    const std::string& path() const { return path_; }
    friend void PrintTo(const Case& tested, std::ostream* out) { *out << tested.name_; }

    void run_on(const Way& way) const {
        const Opened opened = open(way);
        const std::string missing = opened.missing.empty() ? reason(&opened.route, way.compiler) : opened.missing;
        if (!missing.empty()) {
            GTEST_SKIP() << missing;
        }
        try {
            run(*opened.instance, opened.route);
        } catch (const quovis::Error& error) {
            fail_with(error);
        }
    }

    void compile_for(const Target& target) const {
        if (const std::string missing = reason(nullptr, target.compiler); !missing.empty()) {
            GTEST_SKIP() << missing;
        }
        opencl_c_test::compile_for(target, source(), options_);
    }

  private:
    using Check = std::function<void(const std::vector<std::byte>&)>;
    struct Argument {
        enum class Kind { value, local, buffer } kind;
        std::vector<std::byte> bytes;
        Check check;
    };

    explicit Case(std::string name) : name_(std::move(name)) {}

    Case& add(Argument::Kind kind, std::vector<std::byte> bytes, Check check) {
        arguments_.push_back({kind, std::move(bytes), std::move(check)});
        return *this;
    }

    template <typename T>
    static std::vector<std::byte> bytes_of(const std::vector<T>& data) {
        static_assert(std::is_trivially_copyable_v<T>);
        std::vector<std::byte> bytes(data.size() * sizeof(T));
        std::memcpy(bytes.data(), data.data(), bytes.size());
        return bytes;
    }

    template <typename T>
    static Check expects(const std::vector<T>& after, double tolerance) {
        return [after, tolerance](const std::vector<std::byte>& bytes) {
            std::vector<T> got(after.size());
            std::memcpy(got.data(), bytes.data(), bytes.size());
            int told = 0;
            for (std::size_t i = 0; i < after.size() && told < 8; ++i) {
                const double error = std::fabs(static_cast<double>(got[i]) - static_cast<double>(after[i]));
                const bool same = got[i] == after[i] || (got[i] != got[i] && after[i] != after[i]);
                if (!same && !(error <= tolerance)) {
                    ADD_FAILURE() << "element " << i << " is " << +got[i] << ", not " << +after[i];
                    ++told;
                }
            }
        };
    }

    std::string reason(const quovis::Route* route, const std::string& compiler) const {
        return why_not_ ? why_not_(route, compiler) : "";
    }

    quovis::Source source() const {
        return quovis::Source::memory(path_.empty() ? text_ : read_source(path_), "opencl", name_ + ".cl");
    }

    void run(const quovis::Instance& instance, const quovis::Route& route) const {
        const quovis::Module module = instance.program(source(), options_).load(route);
        std::vector<quovis::Buffer> buffers;
        std::vector<quovis_argument> list(arguments_.size());
        for (std::size_t i = 0; i < list.size(); ++i) {
            const Argument& one = arguments_[i];
            if (one.kind == Argument::Kind::buffer) {
                buffers.push_back(route.buffer<std::byte>(one.bytes.size()));
                buffers.back().write(one.bytes);
                quovis::detail::put(list[i], buffers.back());
            } else if (one.kind == Argument::Kind::local) {
                quovis::detail::put(list[i], quovis::local(one.bytes.size()));
            } else {
                quovis::detail::put(list[i], QUOVIS_ARGUMENT_VALUE, one.bytes.size(), one.bytes.data(), nullptr, 0);
            }
        }
        module.kernel(kernel_).launch_list({}, shape_, list.data(), list.size());
        route.synchronize();
        auto buffer = buffers.begin();
        for (std::size_t i = 0; i < list.size(); ++i) {
            if (arguments_[i].kind != Argument::Kind::buffer) {
                continue;
            }
            if (arguments_[i].check) {
                SCOPED_TRACE("argument " + std::to_string(i));
                arguments_[i].check(buffer->read<std::byte>());
            }
            ++buffer;
        }
    }

    std::string name_;
    std::string text_;
    std::string path_;
    std::string kernel_;
    quovis::Options options_;
    quovis::LaunchShape shape_;
    std::vector<Argument> arguments_;
    std::function<std::string(const quovis::Route*, const std::string&)> why_not_;
};

class CaseOn : public testing::TestWithParam<std::tuple<Case, Way>> {};
class CaseFor : public testing::TestWithParam<std::tuple<Case, Target>> {};

// Names both: transpose_nvrtc, transpose_cuda_nvrtc_sm_80.
template <typename Tested>
std::string name_of_both(const Tested& tested) {
    return std::get<0>(tested.param).name() + "_" + name_of(std::get<1>(tested.param));
}

// Runs a list of cases on each way, and compiles them for each of the targets.
#define QUOVIS_OPENCL_C_CASES(Suite, cases, targets)                                                                  \
    class Suite##On : public CaseOn {};                                                                               \
    TEST_P(Suite##On, GivesTheExpectedResults) {                                                                      \
        std::get<0>(GetParam()).run_on(std::get<1>(GetParam()));                                                      \
    }                                                                                                                 \
    INSTANTIATE_TEST_SUITE_P(OpenclC, Suite##On, testing::Combine(testing::ValuesIn(cases), testing::ValuesIn(ways)), \
                             name_of_both<testing::TestParamInfo<Suite##On::ParamType>>);                             \
    class Suite##For : public CaseFor {};                                                                             \
    TEST_P(Suite##For, Compiles) {                                                                                    \
        std::get<0>(GetParam()).compile_for(std::get<1>(GetParam()));                                                 \
    }                                                                                                                 \
    INSTANTIATE_TEST_SUITE_P(OpenclC, Suite##For,                                                                     \
                             testing::Combine(testing::ValuesIn(cases), testing::ValuesIn(targets)),                  \
                             name_of_both<testing::TestParamInfo<Suite##For::ParamType>>)

// For Case::unless: what NVIDIA's own compiler of OpenCL C does otherwise, as seen with driver 580.159.
inline auto nvidia_differs(const std::string& how) {
    return [how](const quovis::Route* route, const std::string& compiler) -> std::string {
        const bool is_theirs =
            route != nullptr && compiler == "opencl" && route->info().platform.find("NVIDIA") != std::string::npos;
        return is_theirs ? "NVIDIA's OpenCL " + how : "";
    };
}

}  // namespace opencl_c_test
