// Everything alike on all plugins: each feature through each plugin, by the host API and a configuration that names one
// backend. `tests/feature-table` makes the table in tests/README.md from the properties that a test records.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "tests/integration/alike_features.hpp"
#include "tests/unit/support_scratch.hpp"

namespace alike {
namespace alike_test {

using quovis::Error;
using quovis::Image;
using quovis::Instance;
using quovis::Program;
using quovis::Route;
using testing::AnyOf;
using testing::EndsWith;
using testing::HasSubstr;

struct Plugin {
    std::string name;
    std::vector<std::string> languages;  // the first one that a feature has a source in
    std::string target;                  // to compile for without a device
};

const Plugin opencl{"opencl", {"opencl"}, ""};
const Plugin cuda_nvrtc{"cuda-nvrtc", {"cuda"}, "sm_90"};
const Plugin cuda_nvcc{"cuda-nvcc", {"cuda"}, "sm_90"};
const Plugin hip_hiprtc{"hip-hiprtc", {"hip", "cuda"}, "gfx90a"};

// A column of the table: a plugin compiles, or a device runs what it has compiled.
struct Column {
    std::string key;  // in the table's command
    const Plugin& plugin;
    std::string device;  // a selector; empty: compiles only
    std::string no_device;
};

const std::vector<Column>& columns() {
    static const std::vector<Column> all{
        {"opencl", opencl, "", ""},
        {"cuda_nvrtc", cuda_nvrtc, "", ""},
        {"cuda_nvcc", cuda_nvcc, "", ""},
        {"hip_hiprtc", hip_hiprtc, "", ""},
        {"opencl_runs_on_cpu", opencl, "opencl:cpu", "no OpenCL CPU device"},
        {"cuda_nvrtc_runs", cuda_nvrtc, "cuda", "no NVIDIA GPU"},
        {"cuda_nvcc_runs", cuda_nvcc, "cuda", "no NVIDIA GPU"},
        {"opencl_runs_on_gpu", opencl, "opencl:gpu", "no OpenCL GPU"},
        {"hip_hiprtc_runs", hip_hiprtc, "hip", "no AMD GPU"},
    };
    return all;
}

struct Cell {
    const Feature* feature;
    const Column* column;
    std::size_t row;
};

std::string language_for(const Cell& cell) {
    for (const std::string& language : cell.column->plugin.languages) {
        if (cell.feature->sources.count(language) != 0) {
            return language;
        }
    }
    return {};
}

bool never_compiles(const Cell& cell) {
    const auto& all = cell.feature->refusals;
    return std::any_of(all.begin(), all.end(), [&](const Refusal& one) {
        return one.plugin == cell.column->plugin.name && one.platform.empty() && !one.on_use;
    });
}

// All but those that say nothing: no source in a language of the plugin, nothing that could run.
std::vector<Cell> cells() {
    std::vector<Cell> all;
    for (std::size_t row = 0; row < features().size(); ++row) {
        for (const Column& column : columns()) {
            const Cell cell{&features()[row], &column, row};
            const bool could_run = cell.feature->result.has_value() && !never_compiles(cell);
            if (!language_for(cell).empty() && (column.device.empty() || could_run)) {
                all.push_back(cell);
            }
        }
    }
    return all;
}

void PrintTo(const Cell& cell, std::ostream* stream) {
    *stream << cell.feature->name << ", " << cell.column->key;
}

// Why a column cannot be filled here.
struct NotRun {
    std::string reason;
};

class Alike : public testing::TestWithParam<Cell> {
  protected:
    void SetUp() override {
        RecordProperty("feature", feature_.name);
        RecordProperty("column", column_.key);
        RecordProperty("row", static_cast<int>(GetParam().row));
        try {
            open();
        } catch (const NotRun& why) {
            RecordProperty("reason", why.reason);
            GTEST_SKIP() << why.reason;
        }
    }

    void open() {
        const std::string& plugin = column_.plugin.name;
        if (!std::filesystem::exists(QUOVIS_TEST_PLUGIN_DIR "/" + plugin + ".so")) {
            throw NotRun{"plugin " + plugin + " is not built"};
        }
        settings_.config_text = "quovis: 1\nplugins: { enable: [" + plugin + "] }\nroutes:\n  - backend: [" + plugin +
                                "]\n    strict: true\n";
        settings_.log_level = QUOVIS_LOG_ERROR;
        instance_.emplace(settings_);
        for (const auto& info : instance_->plugins()) {
            if (info.name == plugin && info.compiler.empty()) {
                throw NotRun{info.reason};
            }
            if (info.name == "hip-hiprtc" && makes_bitcode(info) && is_about_bitcode()) {
                throw NotRun{"hiprtc from 5.3 on makes relocatable code, and links it with an AMD GPU only"};
            }
        }
        target_ = column_.plugin.target;
        if (!column_.device.empty() || target_.empty()) {
            find_device(column_.device.empty() ? plugin : column_.device);
        }
    }

    static bool makes_bitcode(const quovis::PluginInfo& plugin) {
        return std::find(plugin.formats.begin(), plugin.formats.end(), "ltoir") != plugin.formats.end();
    }
    bool is_about_bitcode() const {
        return feature_.image_format == "ltoir" ||
               std::any_of(feature_.refusals.begin(), feature_.refusals.end(),
                           [](const Refusal& one) { return one.word == "`relocatable`"; });
    }

    void find_device(const std::string& selector) {
        try {
            route_ = instance_->route(selector);
        } catch (const Error& error) {
            if (error.status() != QUOVIS_ERROR_NO_DEVICE) {
                throw;
            }
            throw NotRun{column_.no_device.empty() ? "no device" : column_.no_device};
        }
        const auto info = route_.info();
        target_ = info.target;
        platform_ = info.platform;
        RecordProperty("device",
                       info.name + ", " + (platform_.empty() ? info.runtime : platform_) + ", driver " + info.driver);
    }

    std::string program_name() const {
        return feature_.program_name.empty() ? "folder/feature.src" : feature_.program_name;
    }

    Image compile() const {
        quovis::Options options;
        for (const auto& [path, text] : feature_.files) {
            scratch_.write(path, text);
        }
        for (const std::string& folder : feature_.folders) {
            options.include_directories.push_back(scratch_.path(folder));
        }
        for (const auto& set : feature_.settings) {
            set(options);
        }
        const std::string language = language_for(GetParam());
        if (const auto word = feature_.standards.find(language); word != feature_.standards.end()) {
            options.standard = word->second;
        }
        const auto second = feature_.second_sources.find(language);
        if (second == feature_.second_sources.end()) {
            return compile(feature_.sources.at(language), language, options);
        }
        options.relocatable = true;
        const std::vector<Image> objects{compile(feature_.sources.at(language), language, options),
                                         compile(second->second, language, options)};
        return instance_->link(objects, {column_.plugin.name, target_, {}});
    }

    // As a second process would get it: from the cache, where it may be cached.
    Image compile(const std::string& text, const std::string& language, const quovis::Options& options) const {
        const auto source = quovis::Source::memory(text, language, program_name());
        const quovis::CompileRequest request{column_.plugin.name, target_, feature_.image_format};
        const Image made = instance_->program(source, options).compile(request);
        Image again = Instance(settings_).program(source, options).compile(request);
        if (again.origin() == "compiled") {
            EXPECT_NE(again.origin_reason(), "no entry") << "it was not kept";
            RecordProperty("not_cached", again.origin_reason());
        } else {
            expect_equal(again, made);
        }
        return again;
    }

    static void expect_equal(const Image& one, const Image& other) {
        EXPECT_EQ(std::string(static_cast<const char*>(one.data()), one.size()),
                  std::string(static_cast<const char*>(other.data()), other.size()));
        EXPECT_EQ(one.log(), other.log());
        EXPECT_EQ(one.command(), other.command());
        EXPECT_EQ(one.target(), other.target());
        EXPECT_EQ(one.format(), other.format());
        EXPECT_EQ(one.diagnostics().size(), other.diagnostics().size());
        ASSERT_EQ(one.symbols().size(), other.symbols().size());
        for (std::size_t index = 0; index < one.symbols().size(); ++index) {
            EXPECT_EQ(one.symbols()[index].symbol, other.symbols()[index].symbol);
        }
    }

    const Refusal* refusal() const {
        for (const Refusal& one : feature_.refusals) {
            const bool is_here = one.platform.empty() || one.platform == platform_;
            const bool is_now = !one.on_use || !column_.device.empty();
            if (one.plugin == column_.plugin.name && is_here && is_now) {
                return &one;
            }
        }
        return nullptr;
    }

    void expect_refused(const Refusal& expected) const {
        try {
            const Image image = compile();
            if (expected.on_use) {
                run(image);
            }
            ADD_FAILURE() << "it was taken: " << image.command();
        } catch (const Error& error) {
            EXPECT_EQ(error.status(), expected.by_name ? QUOVIS_ERROR_NOT_SUPPORTED : QUOVIS_ERROR_SOURCE_INVALID)
                << error.what();
            EXPECT_THAT(error.what(), HasSubstr(expected.word));
        }
    }

    void expect_failures() const {
        try {
            const Image image = compile();
            ADD_FAILURE() << "it compiled: " << image.command() << "\n" << image.log();
        } catch (const Error& error) {
            EXPECT_EQ(error.status(), QUOVIS_ERROR_SOURCE_INVALID) << error.what();
            std::vector<quovis::Diagnostic> errors = error.diagnostics();
            errors.erase(std::remove_if(errors.begin(), errors.end(),
                                        [](const auto& one) { return one.severity != QUOVIS_ERROR; }),
                         errors.end());
            EXPECT_THAT(error.hint(), HasSubstr(feature_.hint));
            ASSERT_GE(errors.size(), feature_.failures.size()) << error.log();
            for (std::size_t index = 0; index < feature_.failures.size(); ++index) {
                expect_failure(feature_.failures[index], errors[index], error.log());
            }
        }
    }

    void expect_failure(const Failure& expected, const quovis::Diagnostic& told, const std::string& log) const {
        EXPECT_THAT(log, AnyOf(HasSubstr(expected.text),
                               HasSubstr(expected.or_clang.empty() ? expected.text : expected.or_clang)));
        EXPECT_THAT(told.file, EndsWith(expected.file.empty() ? program_name() : expected.file)) << log;
        EXPECT_EQ(told.line, expected.line) << log;
        if (feature_.tells_column) {
            const std::string& source = feature_.sources.at(language_for(GetParam()));
            const std::size_t at = source.find(expected.text);
            EXPECT_EQ(told.column, at - source.rfind('\n', at)) << log;
        }
    }

    void expect_warning(const Image& image) const {
        const auto warnings = image.diagnostics();
        ASSERT_FALSE(warnings.empty()) << image.log();
        EXPECT_EQ(warnings[0].severity, QUOVIS_WARNING);
        EXPECT_EQ(warnings[0].line, feature_.warning_line);
        EXPECT_THAT(warnings[0].file, EndsWith(program_name()));
    }

    void expect_image(const Image& image) const {
        EXPECT_GT(image.size(), 0u);
        EXPECT_EQ(image.compiler(), column_.plugin.name);
        if (!feature_.image_format.empty()) {
            EXPECT_EQ(image.format(), feature_.image_format);
        }
        if (feature_.warning_line != 0) {
            expect_warning(image);
        }
        if (const auto word = feature_.command_words.find(column_.plugin.name); word != feature_.command_words.end()) {
            EXPECT_THAT(image.command(), HasSubstr(word->second));
        }
    }

    void run(const Image& image) const {
        const quovis::Module module = image.load(route_);
        const quovis::Buffer out = route_.buffer<int>(1);
        out.fill(0);
        if (feature_.run) {
            feature_.run(module, out);
        } else {
            module.kernel(feature_.kernel_name).launch({1}, {1}, out);
        }
        EXPECT_EQ(out.read<int>(), std::vector<int>{*feature_.result});
    }

    const Feature& feature_ = *GetParam().feature;
    const Column& column_ = *GetParam().column;
    const quovis::test::ScratchFolder scratch_;
    quovis::InstanceOptions settings_;
    std::optional<Instance> instance_;
    Route route_;
    std::string target_;
    std::string platform_;
};

TEST_P(Alike, WorksOrIsRefusedByName) {
    if (const Refusal* refused = refusal()) {
        RecordProperty("cell", refused->by_name ? "refused by name" : "no");
        expect_refused(*refused);
    } else if (!feature_.failures.empty()) {
        expect_failures();
    } else {
        const Image image = compile();
        expect_image(image);
        if (!column_.device.empty()) {
            run(image);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Feature, Alike, testing::ValuesIn(cells()), [](const auto& cell) {
    return cell.param.feature->test_name() + "__" + cell.param.column->key;
});

}  // namespace alike_test
}  // namespace alike
