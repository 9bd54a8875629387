#include "support/allocation.hpp"

#include <throng/entity/detail/unit_memory.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <random>
#include <utility>
#include <vector>

namespace {

using throng::core::unit_memory;
using unit = unit_memory::unit;

/// What supplies the memory: what it gave and has not got back, and whether it got back just what it gave.
struct supplier {
    std::map<const unit*, std::size_t> given;
    bool returned_as_given = true;

    static unit* supply(void* self, unit* returned, std::size_t units) {
        auto& s = *static_cast<supplier*>(self);
        if (returned == nullptr) {
            auto* const chunk = new unit[units];
            s.given[chunk] = units;
            return chunk;
        }
        const auto chunk = s.given.find(returned);
        if (chunk == s.given.end() || chunk->second != units) s.returned_as_given = false;
        s.given.erase(returned);
        delete[] returned;
        return nullptr;
    }
    [[nodiscard]] bool holds(const void* piece, std::size_t bytes) const {
        const auto at = reinterpret_cast<std::uintptr_t>(piece);
        for (const auto& [chunk, units] : given) {
            const auto first = reinterpret_cast<std::uintptr_t>(chunk);
            if (first <= at && at + bytes <= first + units * sizeof(unit)) return true;
        }
        return false;
    }
    [[nodiscard]] std::size_t bytes() const {
        std::size_t n = 0;
        for (const auto& [chunk, units] : given) n += units * sizeof(unit);
        return n;
    }
};

class units : public testing::Test {
  protected:
    void TearDown() override {
        memory_.release();
        EXPECT_TRUE(supplier_.given.empty());
        EXPECT_TRUE(supplier_.returned_as_given);
    }

    supplier supplier_;
    unit_memory memory_{&supplier::supply, &supplier_};
};

TEST_F(units, pieces_lie_in_what_was_supplied_and_apart_from_each_other) {
    struct piece {
        unsigned char* at;
        unsigned size;
        unsigned char mark;
    };
    std::minstd_rand dice(1);
    std::vector<piece> pieces;
    for (unsigned i = 0; i < 4000; ++i) {
        if (dice() % 5 < 3 || pieces.empty()) {
            const auto size = static_cast<unsigned>(dice() % 9);
            auto* const at = static_cast<unsigned char*>(memory_.take(size));
            ASSERT_EQ(reinterpret_cast<std::uintptr_t>(at) % sizeof(unit), 0U);
            ASSERT_TRUE(supplier_.holds(at, sizeof(unit) << size));
            const auto mark = static_cast<unsigned char>(i);
            std::memset(at, mark, sizeof(unit) << size);
            pieces.push_back({at, size, mark});
        } else {
            std::swap(pieces[dice() % pieces.size()], pieces.back());
            const piece p = pieces.back();
            pieces.pop_back();
            for (std::size_t b = 0; b < sizeof(unit) << p.size; ++b) ASSERT_EQ(p.at[b], p.mark);
            memory_.give_back(p.at, p.size);
        }
        ASSERT_EQ(memory_.held(), supplier_.bytes());
    }
}

TEST_F(units, what_was_given_back_is_used_again) {
    EXPECT_EQ(memory_.take_returned(3), nullptr);
    void* const a = memory_.take(3);
    void* const b = memory_.take(3);
    memory_.give_back(a, 3);
    memory_.give_back(b, 3);
    EXPECT_EQ(memory_.take_returned(2), nullptr) << "of that size only";
    EXPECT_EQ(memory_.take(3), b);
    EXPECT_EQ(memory_.take_returned(3), a);
    EXPECT_EQ(memory_.take_returned(3), nullptr);
}

TEST_F(units, the_supplier_is_asked_seldom_and_for_little_that_is_not_used) {
    for (int i = 0; i < 64; ++i) (void)memory_.carve(1);
    EXPECT_EQ(supplier_.given.size(), 1U) << "all of a chunk is used";
    constexpr std::size_t n = 20'000;
    for (std::size_t i = 64; i < n; ++i) (void)memory_.carve(1);
    EXPECT_LE(supplier_.given.size(), 16U);
    EXPECT_LE(memory_.held(), (n + n / 8) * sizeof(unit));
    (void)memory_.carve(5000);
    EXPECT_LE(memory_.held(), (n + n / 8 + 5001) * sizeof(unit)) << "what is large has a chunk of its own";
}

TEST_F(units, released_it_begins_anew) {
    void* const a = memory_.take(0);
    memory_.give_back(a, 0);
    for (int i = 0; i < 1000; ++i) (void)memory_.take(2);
    memory_.release();
    EXPECT_TRUE(supplier_.given.empty());
    EXPECT_EQ(memory_.held(), 0U);
    EXPECT_EQ(memory_.take_returned(0), nullptr);
    EXPECT_TRUE(supplier_.holds(memory_.take(0), sizeof(unit)));
    EXPECT_LE(memory_.held(), 65 * sizeof(unit)) << "with a small piece";
}

TEST_F(units, may_come_from_an_allocator) {
    support::allocation_log log;
    {
        support::logged_allocator<unit> allocator(log);
        unit_memory memory(&unit_memory::supply<decltype(allocator)>, &allocator);
        for (unsigned size = 0; size < 10; ++size) (void)memory.take(size);
        EXPECT_EQ(memory.held(), log.bytes);
        EXPECT_GE(memory.held(), 1023 * sizeof(unit));
    }
    EXPECT_EQ(log.bytes, 0U);
}

} // namespace
