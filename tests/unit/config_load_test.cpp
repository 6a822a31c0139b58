// Where the configuration is looked for, what lies over what, and that every value tells where it came from.
// The system's file is one of the scratch folder.
#include "tests/unit/config_fixture.hpp"

#include <sys/stat.h>
#include <unistd.h>

namespace config_load_test {

using namespace quovis::core;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class ConfigLoad : public quovis::test::ConfigTest {
  protected:
    std::string write_user(const std::string& text) { return scratch_.write("home/.config/quovis/config.yaml", text); }
    std::string write_system(const std::string& text) { return scratch_.write("etc/config.yaml", text); }

    std::string absolute_parent() const { return std::filesystem::path(scratch_.path()).parent_path().string(); }

    static std::vector<std::string> values(const std::vector<Setting<std::string>>& settings) {
        std::vector<std::string> texts;
        for (const auto& setting : settings) {
            texts.push_back(setting.value);
        }
        return texts;
    }
};

TEST_F(ConfigLoad, WithoutAnyFileIsTheDocumentedDefault) {
    const Config config = load();
    EXPECT_EQ(config.default_device.value, "gpu, cpu");
    EXPECT_EQ(config.default_device.origin, "built in");
    ASSERT_EQ(config.routes.value.size(), 1u);
    EXPECT_THAT(config.routes.value[0].backend, ElementsAre("cuda-nvrtc", "cuda-nvcc", "hip-hiprtc", "opencl"));
    EXPECT_EQ(config.routes.value[0].origin, "built in");
    EXPECT_EQ(config.log_level.value, QUOVIS_LOG_WARNING);
    EXPECT_EQ(config.plugin_probe.value, ProbeMode::never);
    EXPECT_TRUE(config.plugin_search.empty() && config.plugin_enable.empty() && config.plugin_disable.empty());
    EXPECT_TRUE(config.backends.empty());
    EXPECT_THAT(config.warnings, IsEmpty());
}

TEST_F(ConfigLoad, UserLiesOverSystemKeyByKey) {
    const std::string system = write_system(
        "quovis: 1\nlog: { level: info }\ndevices: { default: cpu }\n"
        "backends: { opencl: { library: a, x: 1 } }\n");
    const std::string user = write_user("quovis: 1\nlog: { level: debug }\nbackends: { opencl: { x: 2 } }\n");
    const Config config = load();
    EXPECT_EQ(config.log_level.value, QUOVIS_LOG_DEBUG);
    EXPECT_EQ(config.log_level.origin, user + ":2");
    EXPECT_EQ(config.default_device.value, "cpu");
    EXPECT_EQ(config.default_device.origin, system + ":3");
    EXPECT_EQ(origin_of(config, "backends.opencl.library"), system + ":4");
    EXPECT_EQ(origin_of(config, "backends.opencl.x"), user + ":3");
    EXPECT_EQ(value_of(config, "backends.opencl.x"), "2");
}

TEST_F(ConfigLoad, AListReplacesTheListBelowIt) {
    write_system("quovis: 1\nplugins: { disable: [a, b] }\nroutes: [{ backend: opencl }, { backend: cuda-nvrtc }]\n");
    write_user("quovis: 1\nplugins: { disable: [c] }\nroutes: [{ backend: opencl, strict: true }]\n");
    const Config config = load();
    EXPECT_THAT(values(config.plugin_disable), ElementsAre("c"));
    ASSERT_EQ(config.routes.value.size(), 1u);
    EXPECT_TRUE(config.routes.value[0].strict);
}

TEST_F(ConfigLoad, AnEmptyListReplacesToo) {
    write_system("quovis: 1\nplugins: { disable: [a, b] }\n");
    const std::string user = write_user("quovis: 1\nplugins: { disable: [] }\n");
    const Config config = load();
    EXPECT_TRUE(config.plugin_disable.empty());
    EXPECT_EQ(value_of(config, "plugins.disable"), "[]");
    EXPECT_EQ(origin_of(config, "plugins.disable"), user + ":2");
}

TEST_F(ConfigLoad, AnEmptyMapHidesNothing) {
    write_system("quovis: 1\nlog: { level: info }\n");
    write_user("quovis: 1\nlog:\n");
    EXPECT_EQ(load().log_level.value, QUOVIS_LOG_INFO);
}

TEST_F(ConfigLoad, XdgConfigHomeIsTheUsersPlaceWhenItIsAbsolute) {
    write_user("quovis: 1\nlog: { level: info }\n");
    scratch_.write("xdg/quovis/config.yaml", "quovis: 1\nlog: { level: trace }\n");
    set("XDG_CONFIG_HOME", scratch_.path("xdg"));
    EXPECT_EQ(load().log_level.value, QUOVIS_LOG_TRACE);
    set("XDG_CONFIG_HOME", "xdg");
    EXPECT_EQ(load().log_level.value, QUOVIS_LOG_INFO);
}

TEST_F(ConfigLoad, ANamedFileReplacesUserAndSystem) {
    write_system("quovis: 1\ndevices: { default: cpu }\n");
    write_user("quovis: 1\nlog: { level: debug }\n");
    const Config config = load("quovis: 1\nplugins: { probe: always }\n");
    EXPECT_EQ(config.default_device.value, "gpu, cpu");
    EXPECT_EQ(config.log_level.value, QUOVIS_LOG_WARNING);
    EXPECT_EQ(config.plugin_probe.value, ProbeMode::always);
}

TEST_F(ConfigLoad, TheVariableNamesAFileAndTheProgramsOneWins) {
    write_user("quovis: 1\nlog: { level: debug }\n");
    set("QUOVIS_CONFIG", scratch_.write("variable.yaml", "quovis: 1\nlog: { level: info }\n"));
    EXPECT_EQ(load().log_level.value, QUOVIS_LOG_INFO);
    EXPECT_EQ(load("quovis: 1\nlog: { level: trace }\n").log_level.value, QUOVIS_LOG_TRACE);
}

TEST_F(ConfigLoad, AMissingNamedFileIsAnErrorThatTellsWhoNamedIt) {
    set("QUOVIS_CONFIG", scratch_.path("none.yaml"));
    Error error = load_error();
    EXPECT_EQ(error.status, QUOVIS_ERROR_CONFIGURATION);
    EXPECT_EQ(error.phase, "configuration");
    EXPECT_THAT(error.message, HasSubstr(scratch_.path("none.yaml")));
    EXPECT_THAT(error.message, HasSubstr("QUOVIS_CONFIG names it"));
    sources_.path = scratch_.path("other.yaml");
    error = load_error();
    EXPECT_THAT(error.message, HasSubstr("other.yaml': No such file or directory"));
}

TEST_F(ConfigLoad, AUserFileThatCannotBeReadIsAnError) {
    scratch_.write("home/.config/quovis/config.yaml/x", "");
    EXPECT_THAT(load_error().message, HasSubstr("Is a directory"));
}

TEST_F(ConfigLoad, TheCurrentFolderIsNeverLookedAt) {
    set("HOME", "");
    set("XDG_CONFIG_HOME", "");
    scratch_.write("quovis/config.yaml", "quovis: 1\nlog: { level: trace }\n");
    scratch_.write("quovis.yaml", "quovis: 1\nlog: { level: trace }\n");
    scratch_.write(".config/quovis/config.yaml", "quovis: 1\nlog: { level: trace }\n");
    const auto before = std::filesystem::current_path();
    std::filesystem::current_path(scratch_.path());
    const Config config = load();
    std::filesystem::current_path(before);
    EXPECT_NE(config.log_level.value, QUOVIS_LOG_TRACE);
}

TEST_F(ConfigLoad, RelativePathsStartAtTheFileThatTheyStandIn) {
    const Config config = load(
        "quovis: 1\nplugins: { search: [mine, ../up, /abs, ~/home] }\n"
        "routes: [{ backend: opencl, options: { include_directories: [inc] } }]\n"
        "backends: { opencl: { library: ./lib/x.so, folder: ~/y, plain: libOpenCL.so.1 } }\n");
    EXPECT_THAT(values(config.plugin_search),
                ElementsAre(scratch_.path("mine"), absolute_parent() + "/up", "/abs", scratch_.path("home/home")));
    EXPECT_THAT(config.routes.value[0].options.include_directories, ElementsAre(scratch_.path("inc")));
    EXPECT_EQ(value_of(config, "backends.opencl.library"), scratch_.path("lib/x.so"));
    EXPECT_EQ(value_of(config, "backends.opencl.folder"), scratch_.path("home/y"));
    EXPECT_EQ(value_of(config, "backends.opencl.plain"), "libOpenCL.so.1");
}

TEST_F(ConfigLoad, TheProgramsTextLiesOverFilesAndNeedsNoVersion) {
    sources_.text = "log: { level: error }\nplugins: { search: [here] }\n";
    const Config config = load("quovis: 1\nlog: { level: debug }\n");
    EXPECT_EQ(config.log_level.value, QUOVIS_LOG_ERROR);
    EXPECT_EQ(config.log_level.origin, "program");
    EXPECT_THAT(values(config.plugin_search), ElementsAre((std::filesystem::current_path() / "here").string()));
    sources_.text = "log: { leval: error }\n";
    EXPECT_EQ(load_error().message, "program:1:8: unknown key 'leval' in 'log'; did you mean 'level'?");
}

TEST_F(ConfigLoad, TheProgramsFoldersAndLevelLieOverAll) {
    set("QUOVIS_LOG", "error");
    set("QUOVIS_PLUGIN_PATH", "/from/variable");
    sources_.plugin_directories = {"/from/program", ""};
    sources_.log_level = QUOVIS_LOG_DEBUG;
    const Config config = load("quovis: 1\nplugins: { search: [/from/file] }\n");
    EXPECT_THAT(values(config.plugin_search), ElementsAre("/from/program", "/from/variable", "/from/file"));
    EXPECT_EQ(config.plugin_search[0].origin, "program");
    EXPECT_EQ(config.plugin_search[1].origin, "QUOVIS_PLUGIN_PATH");
    EXPECT_EQ(config.plugin_search[2].origin, scratch_.path("config.yaml") + ":2");
    EXPECT_EQ(config.log_level.value, QUOVIS_LOG_DEBUG);
}

TEST_F(ConfigLoad, ALogLevelOfTheProgramThatIsNoneIsAnError) {
    sources_.log_level = static_cast<quovis_log_level>(7);
    EXPECT_EQ(load_error().status, QUOVIS_ERROR_INVALID_ARGUMENT);
}

TEST_F(ConfigLoad, FaultsOfAllLayersAreToldTogether) {
    write_system("quovis: 1\nlgo: {}\n");
    write_user("quovis: 1\nlog: { level: loud }\n");
    set("QUOVIS_PLUGINS_PROBE", "sometimes");
    const Error error = load_error();
    EXPECT_EQ(error.status, QUOVIS_ERROR_CONFIGURATION);
    ASSERT_EQ(error.diagnostics.size(), 3u);
    EXPECT_THAT(error.message,
                HasSubstr("3 faults in the configuration, the first: " + scratch_.path("etc/config.yaml") +
                          ":2:1: unknown key 'lgo'; did you mean 'log'?"));
    EXPECT_EQ(error.diagnostics[2].file, "QUOVIS_PLUGINS_PROBE");
}

TEST_F(ConfigLoad, VariablesLieOverFiles) {
    set("QUOVIS_DEVICE", "opencl:cpu");
    set("QUOVIS_LOG", "trace");
    set("QUOVIS_PLUGINS_ENABLE", "cuda-*, opencl");
    set("QUOVIS_PLUGINS_DISABLE", "hip-*");
    set("QUOVIS_PLUGINS_PROBE", "always");
    const Config config =
        load("quovis: 1\nplugins: { enable: [x], disable: [y], probe: never }\nlog: { level: error }\n");
    EXPECT_EQ(config.default_device.value, "opencl:cpu");
    EXPECT_EQ(config.default_device.origin, "QUOVIS_DEVICE");
    EXPECT_EQ(config.log_level.value, QUOVIS_LOG_TRACE);
    EXPECT_THAT(values(config.plugin_enable), ElementsAre("cuda-*", "opencl"));
    EXPECT_THAT(values(config.plugin_disable), ElementsAre("hip-*"));
    EXPECT_EQ(config.plugin_disable[0].origin, "QUOVIS_PLUGINS_DISABLE");
    EXPECT_EQ(config.plugin_probe.value, ProbeMode::always);
}

TEST_F(ConfigLoad, ThePluginPathLiesBeforeTheFoldersOfFiles) {
    set("QUOVIS_PLUGIN_PATH", "/a::~/b:");
    const Config config = load("quovis: 1\nplugins: { search: [/c] }\n");
    EXPECT_THAT(values(config.plugin_search), ElementsAre("/a", scratch_.path("home/b"), "/c"));
}

TEST_F(ConfigLoad, TheBackendVariableIsARuleForAllBeforeTheOthers) {
    set("QUOVIS_BACKEND", "opencl,cuda-nvrtc");
    const Config config = load("quovis: 1\nroutes: [{ backend: cuda-nvrtc, strict: true }]\n");
    ASSERT_EQ(config.routes.value.size(), 2u);
    EXPECT_THAT(config.routes.value[0].backend, ElementsAre("opencl", "cuda-nvrtc"));
    EXPECT_EQ(config.routes.value[0].origin, "QUOVIS_BACKEND");
    EXPECT_EQ(config.routes.value[0].when_program, "");
    EXPECT_TRUE(config.routes.value[1].strict);
}

TEST_F(ConfigLoad, AnEmptyVariableCountsAsNotSet) {
    for (const char* name : {"QUOVIS_CONFIG", "QUOVIS_DEVICE", "QUOVIS_BACKEND", "QUOVIS_LOG", "QUOVIS_PLUGIN_PATH"}) {
        set(name, "");
    }
    const Config config = load();
    EXPECT_EQ(config.default_device.origin, "built in");
    EXPECT_EQ(config.routes.value.size(), 1u);
}

TEST_F(ConfigLoad, ABadVariableIsAnErrorThatNamesIt) {
    set("QUOVIS_LOG", "loud");
    EXPECT_THAT(load_error().message, HasSubstr("QUOVIS_LOG: 'log.level' must be one of error, warning"));
}

TEST_F(ConfigLoad, ASelectorInAVariableIsCheckedToo) {
    set("QUOVIS_DEVICE", "cuad");
    sources_.selector_fault = [](std::string_view word) -> std::optional<std::string> {
        return word == "cuad" ? std::optional<std::string>("unknown word") : std::nullopt;
    };
    EXPECT_EQ(load_error().message, "QUOVIS_DEVICE: 'devices.default' is no device selector: unknown word");
}

TEST_F(ConfigLoad, AnUnknownVariableIsAWarningWithTheNearestOne) {
    set("QUOVIS_DEVICES", "gpu");
    EXPECT_THAT(load().warnings,
                ElementsAre("the variable QUOVIS_DEVICES means nothing to Quovis; did you mean QUOVIS_DEVICE?"));
}

TEST_F(ConfigLoad, EveryOptionOfARuleArrives) {
    const Config config = load(
        "quovis: 1\nroutes:\n  - when: { program: \"fft*\", device: cuda }\n    backend: opencl\n    device: gpu\n"
        "    options: { optimize: 2, debug: true, line_info: false, fast_math: true, warnings_as_errors: true,\n"
        "      relocatable: false, max_registers: 64, standard: c++17, defines: [A, B=1=2, C=], raw: [-x, 3] }\n"
        "  - { compile: cuda-nvrtc, device: \"cuda:1\" }\n");
    ASSERT_EQ(config.routes.value.size(), 2u);
    const RouteRule& rule = config.routes.value[0];
    EXPECT_EQ(rule.origin, scratch_.path("config.yaml") + ":3");
    EXPECT_EQ(rule.when_program, "fft*");
    EXPECT_EQ(rule.when_device, "cuda");
    EXPECT_EQ(rule.device, "gpu");
    EXPECT_FALSE(rule.strict);
    EXPECT_EQ(rule.options.optimize, 2);
    EXPECT_EQ(rule.options.debug, true);
    EXPECT_EQ(rule.options.line_info, false);
    EXPECT_EQ(rule.options.fast_math, true);
    EXPECT_EQ(rule.options.warnings_as_errors, true);
    EXPECT_EQ(rule.options.relocatable, false);
    EXPECT_EQ(rule.options.max_registers, 64u);
    EXPECT_EQ(rule.options.standard, "c++17");
    using Define = std::pair<std::string, std::optional<std::string>>;
    EXPECT_THAT(rule.options.defines, ElementsAre(Define("A", std::nullopt), Define("B", "1=2"), Define("C", "")));
    EXPECT_THAT(rule.options.raw, ElementsAre("-x", "3"));
    EXPECT_EQ(config.routes.value[1].compile, "cuda-nvrtc");
    EXPECT_EQ(config.routes.value[1].device, "cuda:1");
    EXPECT_EQ(config.routes.value[1].options.optimize, std::nullopt);
}

TEST_F(ConfigLoad, AListOfAPluginsSettingIsOneSettingForEachElement) {
    const Config config = load("quovis: 1\nbackends:\n  opencl:\n    raw: [a, b]\n    library: x\n");
    const auto& settings = config.backends.at("opencl");
    ASSERT_EQ(settings.size(), 3u);
    EXPECT_EQ(settings[0].key + settings[0].value, "rawa");
    EXPECT_EQ(settings[1].key + settings[1].value, "rawb");
    EXPECT_EQ(settings[2].key + settings[2].value, "libraryx");
    EXPECT_EQ(settings[2].origin, scratch_.path("config.yaml") + ":5");
}

TEST_F(ConfigLoad, AllValuesAreListedWithTheirOrigins) {
    const std::string path = scratch_.path("config.yaml");
    const Config config =
        load("quovis: 1\nroutes:\n  - backend: [opencl]\n    options:\n      raw: [\"-a b\", \"*\"]\n");
    std::vector<std::string> lines;
    for (const ConfigValue& value : config.values()) {
        lines.push_back(value.path + " = " + value.value + " (" + value.origin + ")");
    }
    EXPECT_THAT(
        lines,
        ElementsAre(
            "quovis = 1 (" + path + ":1)", "plugins.search = [] (built in)", "plugins.enable = [] (built in)",
            "plugins.disable = [] (built in)", "plugins.accept_unsafe = [] (built in)",
            "plugins.probe = never (built in)", "devices.default = \"gpu, cpu\" (built in)",
            "routes[0].backend[0] = opencl (" + path + ":3)", "routes[0].options.raw[0] = -a b (" + path + ":5)",
            "routes[0].options.raw[1] = \"*\" (" + path + ":5)", "compile.isolation = auto (built in)",
            "compile.timeout = 0 (built in)", "compile.worker_memory = 0 (built in)",
            "cache.max_size = 2GiB (built in)", "cache.mode = read-write (built in)", "cache.memory = 64MiB (built in)",
            "cache.layers = [] (built in)", "cache.accept_unsafe = [] (built in)", "log.level = warning (built in)"));
}

}  // namespace config_load_test
