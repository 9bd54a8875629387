#pragma once

#include "support/allocation.hpp"
#include "support/tracked.hpp"

#include <gtest/gtest.h>

#include <string>

namespace contract {

#if defined(__cpp_exceptions)
inline constexpr bool with_exceptions = true;
#else
inline constexpr bool with_exceptions = false;
#endif

/// The frame of every situation: afterwards all elements have died, once, and all memory has been given back.
class situation_test : public testing::Test {
  public:
    explicit situation_test(void (*body)()) : body_{body} {}

    void TestBody() override { body_(); }
    void TearDown() override {
        EXPECT_EQ(elements_.objects(), 0) << "elements were not destroyed";
        EXPECT_EQ(elements_.errors(), "");
        EXPECT_EQ(memory_.bytes, 0U) << "memory was not given back";
    }

  private:
    void (*body_)();
    support::ledger elements_;
    support::allocation_log memory_;
};

/// GoogleTest's typed tests exist for every type. These exist only for the collections that have what they need, so the
/// list of tests tells which cells of the table are filled.
inline void add_test(const char* collection, const char* name, const char* file, int line, void (*body)()) {
    testing::RegisterTest((std::string("contract/") + collection).c_str(), name, nullptr, nullptr, file, line,
                          [body]() -> situation_test* { return new situation_test{body}; });
}

} // namespace contract
