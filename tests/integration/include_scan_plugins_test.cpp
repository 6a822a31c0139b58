// The include scan against the compilers behind the plugins, headers in memory included: what each one read of random
// trees of headers, before and after an edit. An image must never be served that it would not make any more.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/integration/include_tree.hpp"
#include "tests/integration/plugin_compiling.hpp"

namespace include_scan_plugins_test {

using namespace plugin_test;
using include_test::check_trees;
using include_test::IncludeTree;
using include_test::Judgement;
using include_test::TreeKind;

struct Case {
    std::string plugin;
    std::string language;
    bool beside_source;
    bool in_memory;
    unsigned trees;
};

struct NoDefaults {
    static constexpr const char* language = "";
    static constexpr const char* name = "";
    static constexpr const char* target = "";
};

class OpenedPlugin {
  public:
    explicit OpenedPlugin(const std::string& name) : table_(open_plugin(name)) {
        auto description = sized<quovis_cc_description>();
        const quovis_plugin_text* targets = nullptr;
        std::size_t count = 0;
        if (table_ == nullptr) {
            reason_ = name + " was not built";
        } else if ((instance_ = start(*table_, {}, error_)) == nullptr ||
                   table_->compiler->describe(instance_, &description, &error_) != QUOVIS_PLUGIN_OK ||
                   table_->compiler->targets(instance_, &targets, &count, &error_) != QUOVIS_PLUGIN_OK || count == 0) {
            reason_ = "no compiler: " + std::string(error_.message);
        } else {
            target_ = string(targets[count - 1]);
        }
    }
    ~OpenedPlugin() {
        if (instance_ != nullptr) {
            table_->shutdown(instance_);
        }
    }
    OpenedPlugin(const OpenedPlugin&) = delete;
    OpenedPlugin& operator=(const OpenedPlugin&) = delete;

    const std::string& reason() const { return reason_; }  // why it compiles nothing, or empty

    Judgement judge(const IncludeTree& tree, const std::string& language) const {
        SourceFor<NoDefaults> source;
        source.text = tree.source();
        source.name = tree.name();
        source.language = language;
        source.target = target_;
        source.folders = tree.folders();
        source.headers.assign(tree.headers().begin(), tree.headers().end());
        const Compiled compiled = compile(*table_, instance_, source);
        Judgement judgement{compiled.status == QUOVIS_PLUGIN_OK, {}, {}};
        for (const Message& message : compiled.messages) {
            judgement.messages += message.file + ":" + std::to_string(message.line) + ": " + message.text + "\n";
            if (!message.file.empty() && message.file != tree.name()) {
                judgement.texts.emplace(message.file, tree.text_at(message.file));
            }
        }
        return judgement;
    }

  private:
    const quovis_plugin_table* table_;
    quovis_plugin_instance* instance_ = nullptr;
    quovis_plugin_error error_ = sized<quovis_plugin_error>();
    std::string target_;
    std::string reason_;
};

class IncludeScanOfPlugins : public testing::TestWithParam<Case> {};

TEST_P(IncludeScanOfPlugins, IsNeverStale) {
    const Case& given = GetParam();
    const OpenedPlugin plugin(given.plugin);
    if (!plugin.reason().empty()) {
        GTEST_SKIP() << plugin.reason();
    }
    TreeKind kind;
    kind.in_memory = given.in_memory;
    kind.beside_source = given.beside_source;
    kind.raw_strings = given.language != "opencl";
    kind.hard = given.in_memory;
    check_trees(kind, given.trees, 6, [&](const IncludeTree& tree) { return plugin.judge(tree, given.language); });
}

INSTANTIATE_TEST_SUITE_P(
    Plugins, IncludeScanOfPlugins,
    testing::Values(Case{"cuda-nvrtc", "cuda", true, false, 6}, Case{"cuda-nvrtc", "cuda", true, true, 6},
                    Case{"hip-hiprtc", "hip", false, false, 2}, Case{"hip-hiprtc", "hip", false, true, 2},
                    Case{"opencl", "opencl", false, false, 2}, Case{"opencl", "opencl", false, true, 2}),
    [](const auto& instance) {
        std::string name = instance.param.plugin + (instance.param.in_memory ? "_in_memory" : "");
        std::replace(name.begin(), name.end(), '-', '_');
        return name;
    });

}  // namespace include_scan_plugins_test
