#include <throng/version.hpp>

#include <gtest/gtest.h>

#include <string>

TEST(version, is_the_same_as_text) {
    EXPECT_EQ(std::to_string(THRONG_VERSION_MAJOR) + "." + std::to_string(THRONG_VERSION_MINOR) + "." +
                  std::to_string(THRONG_VERSION_PATCH),
              THRONG_VERSION);
}
