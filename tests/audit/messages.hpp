// What the death tests of the audit build have in common.

#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <ostream>
#include <regex>
#include <string>
#include <utility>

namespace audit_messages {

/// Matches a text in which the regular expression is found. (GoogleTest's own know no brackets on Windows.)
class with_message : public testing::MatcherInterface<const std::string&> {
  public:
    explicit with_message(std::string expression)
        : expression_(std::move(expression)), regex_(expression_, std::regex::extended) {}

    bool MatchAndExplain(const std::string& text, testing::MatchResultListener*) const override {
        return std::regex_search(text, regex_);
    }
    void DescribeTo(std::ostream* out) const override {
        *out << "contains regular expression \"" << expression_ << '"';
    }

  private:
    std::string expression_;
    std::regex regex_;
};

/// The statement ends the program, and what it says there holds the regular expression.
#define EXPECT_MISUSE(statement, expression)                                                                           \
    EXPECT_DEATH(statement, testing::MakeMatcher(new audit_messages::with_message(expression)))

/// A line of a test's file, as messages say it.
inline std::string here(const char* what, const char* file, int line) {
    const std::string path = file;
    std::string name = path.substr(path.rfind('/') + 1);
    name.insert(name.find('.'), "\\");
    return std::string(what) + " at [^\n]*" + name + ":" + std::to_string(line) + " ";
}

/// The end of a story tells what happened last, and on which line of a test's file.
inline void expect_last(const std::string& story, const char* what, const char* file, int line) {
    const std::string path = file;
    const std::size_t last_line = story.empty() ? 0 : story.rfind('\n', story.size() - 2) + 1;
    const std::string last = story.substr(last_line);
    EXPECT_EQ(last.find(std::string(what) + " at "), 0U) << story;
    EXPECT_NE(last.find(path.substr(path.rfind('/') + 1) + ":" + std::to_string(line) + " "), std::string::npos)
        << story << "instead of line " << line;
}

} // namespace audit_messages
