#pragma once

#include "contract/collection.hpp"
#include "support/allocation.hpp"
#include "support/tracked.hpp"

#include <gtest/gtest.h>

#include <string>

namespace contract {

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
template <class Situation, class Adapter> bool add_situation(const char* name, const char* file, int line) {
    if constexpr (Situation::applies) add_test(Adapter::name, name, file, line, &Situation::body);
    return Situation::applies;
}

} // namespace contract

/// SITUATION(name, requirement) { body }: the test contract/COLLECTION.name, if the requirement holds for Adapter. In
/// the body Adapter is the adapter of the collection under test. A macro because a test needs its name as text.
#define SITUATION(NAME, ...)                                                                                           \
    template <class Adapter> struct NAME {                                                                             \
        static constexpr bool applies = (__VA_ARGS__);                                                                 \
        static void body();                                                                                            \
    };                                                                                                                 \
    [[maybe_unused]] const bool NAME##_added =                                                                         \
        add_situation<NAME<collection_under_test>, collection_under_test>(#NAME, __FILE__, __LINE__);                  \
    template <class Adapter> void NAME<Adapter>::body()
