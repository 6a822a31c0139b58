// What is wrong with a file is told with line, column and the nearest valid word.
// Each test is one kind of mistake.
#include "tests/unit/config_fixture.hpp"

namespace config_check_test {

using namespace quovis::core;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class ConfigCheck : public quovis::test::ConfigTest {};

TEST_F(ConfigCheck, AFileWithEveryKeyHasNoFault) {
    EXPECT_THAT(
        faults("quovis: 1\n"
               "plugins: { search: [a], enable: [b*], disable: [\"c?\"], accept_unsafe: [~/d], probe: always }\n"
               "devices: { default: cpu }\n"
               "routes:\n"
               "  - when: { program: p*, device: gpu }\n"
               "    backend: opencl\n"
               "    device: gpu\n"
               "    strict: true\n"
               "    options: { optimize: 0, debug: true, line_info: false, fast_math: true,\n"
               "               warnings_as_errors: true, relocatable: false, max_registers: 32, standard: CL1.2,\n"
               "               defines: [A, B=1], include_directories: [i], raw: [-x, 3] }\n"
               "  - { compile: cuda-nvrtc, device: \"cuda:1\" }\n"
               "log: { level: off }\n"
               "backends: { opencl: { library: x, other: [1, 2] }, my-own: { a: true } }\n"),
        IsEmpty());
}

TEST_F(ConfigCheck, AnUnknownKeyNamesTheNearestOne) {
    EXPECT_THAT(faults("quovis: 1\nroutes:\n  - backand: [opencl]\n"),
                ElementsAre("3:5: unknown key 'backand' in 'routes[0]'; did you mean 'backend'?"));
    EXPECT_THAT(faults("quovis: 1\nplugin: {}\n"), ElementsAre("2:1: unknown key 'plugin'; did you mean 'plugins'?"));
}

TEST_F(ConfigCheck, AKeyInTheWrongMapNamesWhereItBelongs) {
    EXPECT_THAT(faults("quovis: 1\nsearch: [a]\n"),
                ElementsAre("2:1: unknown key 'search'; did you mean 'plugins.search'?"));
}

TEST_F(ConfigCheck, AKeyLikeNoOtherListsTheValidOnes) {
    EXPECT_THAT(
        faults("quovis: 1\nplugins:\n  zebra: 1\n"),
        ElementsAre("3:3: unknown key 'zebra' in 'plugins'; known here: search, enable, disable, accept_unsafe, "
                    "probe"));
}

TEST_F(ConfigCheck, AKeyWithADotIsToldToBeTwoKeys) {
    EXPECT_THAT(faults("quovis: 1\nlog.level: debug\n"), ElementsAre(HasSubstr("write the keys below each other")));
}

TEST_F(ConfigCheck, SignsOfTheKeyTableAreNoKeys) {
    EXPECT_THAT(faults("quovis: 1\n\"routes[]\": { backend: opencl }\nbackends: { \"*\": { x: 1 } }\n"),
                ElementsAre(HasSubstr("unknown key 'routes[]'"), HasSubstr("'*' is no plugin's name")));
}

TEST_F(ConfigCheck, AllFaultsAreFoundInTheOrderOfTheFile) {
    EXPECT_THAT(faults("quovis: 1\nlog: { level: loud }\nroutes:\n  - { backend: opencl, strict: maybe }\nx: 1\n"),
                ElementsAre(HasSubstr("2:15: 'log.level' must be one of error, warning"),
                            HasSubstr("4:32: 'routes[0].strict' must be true or false, not 'maybe'"),
                            HasSubstr("5:1: unknown key 'x'")));
}

TEST_F(ConfigCheck, AWrongWordNamesTheNearestOne) {
    EXPECT_THAT(faults("quovis: 1\nlog: { level: warn }\n"),
                ElementsAre("2:15: 'log.level' must be one of error, warning, info, debug, trace, off, not 'warn'"));
    EXPECT_THAT(faults("quovis: 1\nlog: { level: debg }\n"),
                ElementsAre(HasSubstr("not 'debg'; did you mean 'debug'?")));
}

TEST_F(ConfigCheck, AWrongTypeIsToldWithTheRightOne) {
    EXPECT_THAT(faults("quovis: 1\nplugins: { search: /opt }\n"),
                ElementsAre("2:20: 'plugins.search' must be a list of paths; this is a single word"));
    EXPECT_THAT(faults("quovis: 1\nplugins: [a]\n"),
                ElementsAre("2:10: 'plugins' must be a map of keys; this is a list"));
    EXPECT_THAT(faults("quovis: 1\nroutes: { backend: opencl }\n"), ElementsAre(HasSubstr("must be a list of rules")));
    EXPECT_THAT(faults("quovis: 1\ndevices: { default: [gpu] }\n"),
                ElementsAre("2:21: 'devices.default' must be a device selector; this is a list"));
    EXPECT_THAT(faults("quovis: 1\nplugins: { enable: [[a]] }\n"), ElementsAre(HasSubstr("this element is a list")));
    EXPECT_THAT(faults("[1, 2]\n"), ElementsAre("1:1: a configuration must be a map of keys; this is a list"));
}

TEST_F(ConfigCheck, ANumberOutOfItsRangeIsAFault) {
    for (const char* number : {"4", "-1", "3.5", "fast", "\"3\"", "0x1", "99999999999999999999", "1 1"}) {
        EXPECT_THAT(
            faults(std::string("quovis: 1\nroutes: [{ backend: opencl, options: { optimize: ") + number + " } }]\n"),
            ElementsAre(HasSubstr("'routes[0].options.optimize' must be a number from 0 to 3, not")))
            << number;
    }
}

TEST_F(ConfigCheck, ATextInQuotesIsNoBoolean) {
    EXPECT_THAT(faults("quovis: 1\nroutes: [{ backend: opencl, strict: \"true\" }]\n"),
                ElementsAre(HasSubstr("must be true or false, not 'true' in quotes")));
}

TEST_F(ConfigCheck, AKeyWithoutAValueIsAFaultButAnEmptyMapIsNot) {
    EXPECT_THAT(faults("quovis: 1\nplugins:\nbackends:\n  opencl:\n"), IsEmpty());
    EXPECT_THAT(faults("quovis: 1\nplugins:\n  search:\n"),
                ElementsAre(HasSubstr("'plugins.search' has no value; it must be a list of paths")));
    EXPECT_THAT(faults("quovis: 1\nlog: { level: \"\" }\n"), ElementsAre(HasSubstr("not an empty word")));
}

TEST_F(ConfigCheck, AMissingVersionIsAFaultThatTellsTheKnownOne) {
    EXPECT_THAT(faults("log: { level: info }\n"), ElementsAre("1:1: the key 'quovis' is missing; the first line of a "
                                                              "configuration is 'quovis: 1'"));
    EXPECT_THAT(faults(""), ElementsAre(HasSubstr("the key 'quovis' is missing")));
}

TEST_F(ConfigCheck, AnotherVersionIsTheOnlyFaultToldOfAFile) {
    EXPECT_THAT(faults("quovis: 2\nnew_key: 1\n"),
                ElementsAre("1:9: 'quovis' must be 1, the version of the configuration "
                            "that this library knows, not '2'"));
    EXPECT_THAT(faults("quovis: [1]\n"), ElementsAre(HasSubstr("'quovis' must be 1")));
}

TEST_F(ConfigCheck, ARuleNeedsABackendOrACompilerAndNotBoth) {
    EXPECT_THAT(faults("quovis: 1\nroutes:\n  - { strict: true }\n"),
                ElementsAre(HasSubstr("3:5: 'routes[0]' names no backend")));
    EXPECT_THAT(faults("quovis: 1\nroutes:\n  - { backend: opencl, compile: opencl }\n"),
                ElementsAre(HasSubstr("3:33: 'routes[0]' has 'backend' and 'compile'")));
    EXPECT_THAT(faults("quovis: 1\nroutes:\n  - { backend: [] }\n"), ElementsAre(HasSubstr("is an empty list")));
    EXPECT_THAT(faults("quovis: 1\nroutes:\n  - { backend: [opencl, cuda-nvrtc, opencl] }\n"),
                ElementsAre("3:37: 'routes[0].backend' names 'opencl' twice"));
}

TEST_F(ConfigCheck, APluginsNameIsToldInTheRightLetters) {
    EXPECT_THAT(faults("quovis: 1\nroutes: [{ backend: OpenCL }]\n"), ElementsAre(HasSubstr("did you mean 'opencl'?")));
    EXPECT_THAT(faults("quovis: 1\nbackends: { \"a b\": { x: 1 } }\n"),
                ElementsAre(HasSubstr("'a b' is no plugin's name")));
}

TEST_F(ConfigCheck, ADefineNeedsAName) {
    EXPECT_THAT(
        faults("quovis: 1\nroutes: [{ backend: opencl, options: { defines: [=1, 1A, \"A B\", \"F(x)=x\"] } }]\n"),
        testing::SizeIs(4));
}

TEST_F(ConfigCheck, ASelectorIsCheckedByWhoKnowsTheWords) {
    const SelectorFault refuses = [](std::string_view selector) -> std::optional<std::string> {
        return selector == "cuad" ? std::optional<std::string>("unknown word 'cuad'") : std::nullopt;
    };
    EXPECT_THAT(faults("quovis: 1\nroutes:\n  - { backend: opencl, device: cuad }\n", refuses),
                ElementsAre("3:32: 'routes[0].device' is no device selector: unknown word 'cuad'"));
    EXPECT_THAT(faults("quovis: 1\ndevices: { default: gpu }\n", refuses), IsEmpty());
}

TEST_F(ConfigCheck, AKeyGivenTwiceIsAFault) {
    EXPECT_THAT(faults("quovis: 1\nlog: { level: info }\nlog: { level: debug }\n"),
                ElementsAre("3:1: the key 'log' is given twice, first in line 2"));
}

TEST_F(ConfigCheck, MalformedYamlIsToldInOurWordsWithThePlace) {
    EXPECT_THAT(faults("quovis: 1\nplugins: { search: [a\n"),
                ElementsAre(testing::MatchesRegex("[0-9]+:[0-9]+: this is not valid YAML .yaml-cpp: .*")));
    EXPECT_THAT(faults("quovis: 1\n\tlog: {}\n"), ElementsAre(HasSubstr("this is not valid YAML")));
}

TEST_F(ConfigCheck, AWordThatNeedsQuotesIsToldSo) {
    EXPECT_THAT(faults("quovis: 1\nplugins: { disable: [*rtc] }\n"),
                ElementsAre(HasSubstr("2:22: this is not valid YAML")));
    for (const char* word : {"*rtc", "@a", "`a", "?a", "%a"}) {
        EXPECT_THAT(faults(std::string("quovis: 1\nplugins: { disable: [") + word + "] }\n"),
                    ElementsAre(HasSubstr("needs quotes")))
            << word;
    }
}

TEST_F(ConfigCheck, ASecondDocumentATagAndAKeyThatIsAListAreFaults) {
    EXPECT_THAT(faults("quovis: 1\n---\nquovis: 1\n"), ElementsAre(HasSubstr("a second document")));
    EXPECT_THAT(faults("quovis: !!int 1\n"), ElementsAre(HasSubstr("the tag ")));
    EXPECT_THAT(faults("quovis: 1\n? [a]\n: b\n"), ElementsAre(HasSubstr("a key must be a word")));
}

TEST_F(ConfigCheck, BytesThatAreNoTextAreToldWithTheirPlace) {
    EXPECT_THAT(faults("quovis: 1\nlog: { level: \xff }\n"),
                ElementsAre(HasSubstr("2:15: the byte 0xff is not UTF-8")));
    EXPECT_THAT(faults(std::string("quovis: 1\n\x04log: {}\n")),
                ElementsAre(HasSubstr("2:1: the control character 0x04")));
}

TEST_F(ConfigCheck, WordsOfOtherAlphabetsAreTexts) {
    EXPECT_THAT(faults("quovis: 1\nplugins: { search: [/home/jürgen/клуб] }\n"), IsEmpty());
}

TEST_F(ConfigCheck, AFileThatIsTooLargeIsRefused) {
    EXPECT_THAT(faults("quovis: 1\n#" + std::string(2'000'000, 'x')),
                ElementsAre(HasSubstr("larger than 1048576 bytes")));
}

TEST_F(ConfigCheck, AFileThatIsTooDeepIsRefused) {
    EXPECT_THAT(faults("quovis: 1\nx: " + std::string(10'000, '[')), ElementsAre(HasSubstr("inside each other")));
}

TEST_F(ConfigCheck, AliasesWorkUntilTheyGrowBeyondBounds) {
    EXPECT_THAT(faults("quovis: 1\nplugins: { enable: &a [x, y], disable: *a }\n"), IsEmpty());
    std::string bomb = "quovis: 1\na: &a [x, x, x, x, x, x, x, x, x, x]\n";
    for (char c = 'b'; c < 'k'; ++c) {
        bomb += std::string(1, c) + ": &" + c + " [";
        for (int i = 0; i < 10; ++i) {
            bomb += std::string(i ? "," : "") + "*" + static_cast<char>(c - 1);
        }
        bomb += "]\n";
    }
    EXPECT_THAT(faults(bomb), ElementsAre(HasSubstr("more than 10000 values")));
    EXPECT_THAT(faults("quovis: 1\nx: &a [*a]\n"), ElementsAre(HasSubstr("stands for something that contains it")));
}

TEST_F(ConfigCheck, ASizeNeedsANumberAndAKnownUnit) {
    EXPECT_THAT(faults("quovis: 1\ncompile: { worker_memory: 2GiB }\n"), testing::IsEmpty());
    EXPECT_THAT(faults("quovis: 1\ncompile: { worker_memory: 2 potatoes }\n"),
                ElementsAre(HasSubstr("must be a size in bytes or with a unit, as 512MiB, not '2 potatoes'")));
}

TEST_F(ConfigCheck, AFileThatCannotBeReadIsOneFault) {
    const auto found = check_config_file(scratch_.path("none.yaml"));
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].file, scratch_.path("none.yaml"));
    EXPECT_THAT(found[0].message, HasSubstr("No such file or directory"));
}

}  // namespace config_check_test
