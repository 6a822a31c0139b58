// The log: levels, the sink, and that one call is one line.
// The lines for stderr are read back through a pipe in its place.
#include "core/support/log.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace {

using quovis::core::Log;

struct Lines {
    std::vector<std::string> texts;
    Log::Sink sink() {
        return [this](quovis_log_level, const std::string& line) { texts.push_back(line); };
    }
};

struct CountsFormatting {
    mutable std::atomic<int>* count;
};

}  // namespace

template <>
struct fmt::formatter<CountsFormatting> {
    constexpr auto parse(format_parse_context& context) { return context.begin(); }
    template <typename Context>
    auto format(const CountsFormatting& value, Context& context) const {
        ++*value.count;
        return context.out();
    }
};

namespace {

TEST(Log, WritesWhatIsAtItsLevelOrMoreSevere) {
    Lines lines;
    const Log log(QUOVIS_LOG_INFO, lines.sink());
    log.error("{}", 1);
    log.warning("{}", 2);
    log.info("{}", 3);
    log.debug("{}", 4);
    log.trace("{}", 5);
    EXPECT_EQ(lines.texts, (std::vector<std::string>{"1", "2", "3"}));
}

TEST(Log, WritesNothingWhenItIsOff) {
    Lines lines;
    const Log log(QUOVIS_LOG_OFF, lines.sink());
    log.error("never");
    EXPECT_TRUE(lines.texts.empty());
}

TEST(Log, ShowsWarningsWhenNoLevelIsGiven) {
    const Log log;
    EXPECT_TRUE(log.enabled(QUOVIS_LOG_WARNING));
    EXPECT_FALSE(log.enabled(QUOVIS_LOG_INFO));
}

TEST(Log, FormatsNothingForALevelThatIsOff) {
    Lines lines;
    const Log log(QUOVIS_LOG_WARNING, lines.sink());
    std::atomic<int> count = 0;
    log.debug("{}", CountsFormatting{&count});
    EXPECT_EQ(count, 0);
    log.warning("{}", CountsFormatting{&count});
    EXPECT_EQ(count, 1);
}

TEST(Log, WritesOneLineForAMessageOfManyLines) {
    Lines lines;
    const Log log(QUOVIS_LOG_WARNING, lines.sink());
    log.write(QUOVIS_LOG_WARNING, "a\nb\x1b[31m");
    EXPECT_EQ(lines.texts, (std::vector<std::string>{"a\\nb\\x1b[31m"}));
}

TEST(Log, SurvivesASinkThatThrows) {
    const Log log(QUOVIS_LOG_WARNING, [](quovis_log_level, const std::string&) { throw std::runtime_error("full"); });
    EXPECT_NO_THROW(log.error("x"));
}

TEST(Log, ASinkMayLogItself) {
    std::vector<std::string> texts;
    const Log* itself = nullptr;
    const Log log(QUOVIS_LOG_WARNING, [&](quovis_log_level, const std::string& line) {
        texts.push_back(line);
        if (texts.size() == 1) {
            itself->error("second");
        }
    });
    itself = &log;
    log.error("first");
    EXPECT_EQ(texts, (std::vector<std::string>{"first", "second"}));
}

TEST(Log, NamesItselfAndTheLevelOnStderr) {
    const Log log(QUOVIS_LOG_WARNING);
    testing::internal::CaptureStderr();
    log.warning("careful");
    EXPECT_EQ(testing::internal::GetCapturedStderr(), "quovis: warning: careful\n");
}

TEST(Log, LinesOfThreadsDoNotMixOnStderr) {
    const Log log(QUOVIS_LOG_WARNING);
    testing::internal::CaptureStderr();
    std::vector<std::thread> threads;
    for (const char letter : {'a', 'b', 'c', 'd'}) {
        threads.emplace_back([&log, letter] {
            for (int i = 0; i < 50; ++i) {
                log.warning("{}", std::string(200, letter));
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    std::string text = testing::internal::GetCapturedStderr();
    std::size_t lines = 0;
    for (std::size_t end; (end = text.find('\n')) != std::string::npos; text.erase(0, end + 1), ++lines) {
        const std::string body = text.substr(std::string("quovis: warning: ").size(), 200);
        ASSERT_EQ(body, std::string(200, body[0]));
    }
    EXPECT_EQ(lines, 200u);
}

}  // namespace
