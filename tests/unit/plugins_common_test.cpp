// What the plugins share: errors, structs of another size, settings, results.
#include <gtest/gtest.h>

#include <new>
#include <stdexcept>

#include "plugins/common/error.hpp"
#include "plugins/common/result.hpp"
#include "plugins/common/settings.hpp"
#include "plugins/common/text.hpp"

namespace quovis::plugins {
namespace plugins_common_test {

quovis_plugin_error caller_error() {
    return sized<quovis_plugin_error>();
}

TEST(PluginError, FailureFillsAllMembers) {
    quovis_plugin_error error = caller_error();
    const quovis_plugin_status status = guard(&error, QUOVIS_PLUGIN_PHASE_LOAD, [] {
        throw PluginError(QUOVIS_PLUGIN_IMAGE_REJECTED, -42, "CL_INVALID_BINARY", "what was tried", "what to do");
    });
    EXPECT_EQ(status, QUOVIS_PLUGIN_IMAGE_REJECTED);
    EXPECT_EQ(error.code, QUOVIS_PLUGIN_IMAGE_REJECTED);
    EXPECT_EQ(error.phase, QUOVIS_PLUGIN_PHASE_LOAD);
    EXPECT_EQ(error.native_code, -42);
    EXPECT_STREQ(error.native_name, "CL_INVALID_BINARY");
    EXPECT_STREQ(error.message, "what was tried");
    EXPECT_STREQ(error.hint, "what to do");
}

TEST(PluginError, SuccessLeavesTheCallersErrorAlone) {
    quovis_plugin_error error = caller_error();
    error.code = 77;
    EXPECT_EQ(guard(&error, QUOVIS_PLUGIN_PHASE_LOAD, [] {}), QUOVIS_PLUGIN_OK);
    EXPECT_EQ(error.code, 77);
}

TEST(PluginError, ErrorMayBeNull) {
    EXPECT_EQ(guard(nullptr, QUOVIS_PLUGIN_PHASE_LOAD, [] { throw PluginError(QUOVIS_PLUGIN_NOT_FOUND, "no"); }),
              QUOVIS_PLUGIN_NOT_FOUND);
}

TEST(PluginError, ForeignExceptionsBecomeStatuses) {
    quovis_plugin_error error = caller_error();
    EXPECT_EQ(guard(&error, QUOVIS_PLUGIN_PHASE_LOAD, [] { throw std::bad_alloc(); }),
              QUOVIS_PLUGIN_OUT_OF_HOST_MEMORY);
    EXPECT_EQ(guard(&error, QUOVIS_PLUGIN_PHASE_LOAD, [] { throw std::runtime_error("odd"); }), QUOVIS_PLUGIN_INTERNAL);
    EXPECT_STREQ(error.message, "odd");
    EXPECT_EQ(guard(&error, QUOVIS_PLUGIN_PHASE_LOAD, [] { throw 5; }), QUOVIS_PLUGIN_INTERNAL);
}

TEST(PluginError, LongTextIsCutWhereAUtf8SequenceBegins) {
    quovis_plugin_error error = caller_error();
    std::string name(62, 'x');
    name += "\xE2\x82\xAC";  // its three bytes reach over the end of native_name
    fill_error(&error, QUOVIS_PLUGIN_INTERNAL, QUOVIS_PLUGIN_PHASE_NONE, 0, name, "", "");
    EXPECT_EQ(std::string(error.native_name), std::string(62, 'x'));
}

TEST(PluginError, NothingIsWrittenBehindAnOlderCallersStruct) {
    quovis_plugin_error error = caller_error();
    error.struct_size = offsetof(quovis_plugin_error, hint);
    error.hint[0] = '!';
    fill_error(&error, QUOVIS_PLUGIN_INTERNAL, QUOVIS_PLUGIN_PHASE_NONE, 0, "", "message", "hint");
    EXPECT_STREQ(error.message, "message");
    EXPECT_EQ(error.hint[0], '!');
    EXPECT_EQ(error.struct_size, offsetof(quovis_plugin_error, hint));
}

TEST(PluginText, MembersThatTheOtherSideDoesNotKnowAreZero) {
    auto given = sized<quovis_rt_launch>();
    given.grid[0] = 4;
    given.attribute_count = 9;
    given.struct_size = offsetof(quovis_rt_launch, attributes);
    const quovis_rt_launch known = received(&given);
    EXPECT_EQ(known.grid[0], 4u);
    EXPECT_EQ(known.attribute_count, 0u);
}

TEST(PluginText, ElementsOfALongerStructAreSteppedOver) {
    struct Longer {
        quovis_plugin_setting known;
        std::size_t more;
    };
    Longer given[2] = {};
    given[0].known.struct_size = given[1].known.struct_size = sizeof(Longer);
    given[0].known.key = text("first");
    given[1].known.key = text("second");
    const auto known = received(&given[0].known, 2);
    ASSERT_EQ(known.size(), 2u);
    EXPECT_EQ(view(known[1].key), "second");
}

TEST(PluginSettings, ListsKeepTheirOrderAndOneValueIsNotAList) {
    quovis_plugin_setting given[3] = {};
    for (quovis_plugin_setting& setting : given) {
        setting = sized<quovis_plugin_setting>();
        setting.key = text("path");
        setting.origin = text("quovis.yaml:3");
    }
    given[0].value = text("a");
    given[1].value = text("b");
    given[2].key = text("library");
    given[2].value = text("c");
    auto info = sized<quovis_plugin_initialize_info>();
    info.settings = given;
    info.setting_count = 3;
    const Settings settings(&info);
    ASSERT_EQ(settings.list("path").size(), 2u);
    EXPECT_EQ(settings.list("path")[1].value, "b");
    EXPECT_EQ(settings.one("library")->value, "c");
    EXPECT_FALSE(settings.one("other"));
    try {
        settings.one("path");
        FAIL() << "a list was taken for one value";
    } catch (const PluginError& failure) {
        EXPECT_EQ(failure.status, QUOVIS_PLUGIN_INVALID_ARGUMENT);
        EXPECT_NE(failure.message.find("quovis.yaml:3"), std::string::npos) << failure.message;
    }
}

TEST(PluginResult, LogIsHandedOverThoughTheCompileFails) {
    quovis_plugin_error error = caller_error();
    auto result = sized<quovis_cc_result>();
    const quovis_plugin_status status =
        deliver(&result, &error, QUOVIS_PLUGIN_PHASE_COMPILE, [](CompileResult& content) {
            content.log = "k.cl:1:2: error: no";
            content.diagnostics = parse_clang_log(content.log);
            throw PluginError(QUOVIS_PLUGIN_SOURCE_INVALID, "does not compile");
        });
    EXPECT_EQ(status, QUOVIS_PLUGIN_SOURCE_INVALID);
    EXPECT_EQ(view(result.log), "k.cl:1:2: error: no");
    ASSERT_EQ(result.diagnostic_count, 1u);
    EXPECT_EQ(view(result.diagnostics[0].file), "k.cl");
    release_result(nullptr, &result);
    EXPECT_EQ(result.owner, nullptr);
    release_result(nullptr, &result);  // a second time does no harm
}

}  // namespace plugins_common_test
}  // namespace quovis::plugins
