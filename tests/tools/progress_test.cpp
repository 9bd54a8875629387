#include "system/progress_line.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <string>

namespace {

using namespace throng::tool;
using namespace std::chrono_literals;
using style = progress_line::style;

/// What a line has written so far.
class paper {
  public:
    paper() : file_(std::tmpfile()) {}
    paper(const paper&) = delete;
    paper& operator=(const paper&) = delete;
    ~paper() { std::fclose(file_); }

    [[nodiscard]] std::FILE* file() const { return file_; }
    [[nodiscard]] std::string text() const {
        std::string all;
        std::rewind(file_);
        for (int c = 0; (c = std::fgetc(file_)) != EOF;) all += static_cast<char>(c);
        std::fseek(file_, 0, SEEK_END);
        return all;
    }

  private:
    std::FILE* file_;
};

const progress_line::clock::time_point begin{};

TEST(progress, is_a_bar_on_a_terminal_that_goes_away) {
    const paper p;
    {
        progress_line line(style::bar, p.file(), begin);
        line.show("reading", progress_line::unknown, begin);
        EXPECT_EQ(p.text(), "\r\x1b[Kreading");
        line.show("timing", 0.25, begin);
        EXPECT_EQ(p.text(), "\r\x1b[Kreading\r\x1b[K[#####...............]  25 % timing");
    }
    EXPECT_EQ(p.text(), "\r\x1b[Kreading\r\x1b[K[#####...............]  25 % timing\r\x1b[K");
}

TEST(progress, fits_into_a_line) {
    const paper p;
    progress_line line(style::bar, p.file(), begin);
    line.show(std::string(300, 'x'), 1, begin);
    EXPECT_LT(p.text().size(), 85U);
}

TEST(progress, is_a_line_every_few_seconds_elsewhere) {
    const paper p;
    progress_line line(style::lines, p.file(), begin);
    line.show("a", 0, begin + 1900ms);
    EXPECT_EQ(p.text(), "") << "what is done sooner says nothing";
    line.show("b", 0.1, begin + 2s);
    line.show("c", 0.2, begin + 3900ms);
    line.show("d", 0.995, begin + 4s);
    line.show("e", progress_line::unknown, begin + 7s);
    line.clear();
    EXPECT_EQ(p.text(), " 10 %, 2 s: b\n100 %, 4 s: d\n7 s: e\n");
}

TEST(progress, is_silent_if_it_is_asked_to) {
    const paper p;
    progress_line line(progress_line::fitting(true), p.file(), begin);
    line.show("a", 0.5, begin + 10s);
    line.clear();
    EXPECT_EQ(p.text(), "");
}

TEST(progress, leaves_nothing_behind_where_nothing_was_shown) {
    const paper p;
    {
        const progress_line line(style::bar, p.file(), begin);
    }
    EXPECT_EQ(p.text(), "");
}

} // namespace
