#include <throng/core/page.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <memory>
#include <vector>

namespace {

using namespace throng::core;

/// A page in memory of its own, as a supply makes it.
template <class T> class one_page {
  public:
    one_page() : memory_{std::make_unique<page_space<T>>()}, page_{::new(memory_.get()) page<T>} {}
    page<T>* operator->() { return page_; }
    page<T>& operator*() { return *page_; }

  private:
    std::unique_ptr<page_space<T>> memory_;
    page<T>* page_;
};

TEST(page, is_a_power_of_two_that_holds_about_256_elements) {
    for (std::size_t size = 1; size < 100'000; size += 1 + size / 7) {
        const std::size_t bytes = page_bytes_for(size, 1);
        EXPECT_TRUE(std::has_single_bit(bytes));
        EXPECT_GE(bytes, 1024U);
        EXPECT_GE(bytes, 9 * size) << "room for eight and the header";
        if (size >= 3 && size <= 64) {
            EXPECT_EQ(bytes, std::bit_ceil(size * 256)) << size;
        }
        if (size > 64 && size < 1000) {
            EXPECT_EQ(bytes, 16384U) << size;
        }
    }
    EXPECT_EQ(page_bytes_for(1, 1), 1024U);
    EXPECT_EQ(page_bytes_for(64, 8), 16384U);
    EXPECT_EQ(page_bytes_for(8, 4096), 16384U);
    EXPECT_EQ(page_bytes_for(8, 8192), 32768U) << "at least four times the alignment";
    EXPECT_EQ(page_bytes_for(16384, 8), 262144U);
}

template <class T> void slots_lie_inside() {
    one_page<T> p;
    const auto begin = reinterpret_cast<std::uintptr_t>(&*p);
    EXPECT_EQ(begin % page<T>::bytes, 0U);
    EXPECT_GE(page<T>::first_offset(), sizeof(page<T>));
    EXPECT_LT(page<T>::first_offset(), sizeof(page<T>) + std::max(sizeof(T), alignof(T))) << "no room for another";
    EXPECT_LE(page<T>::slots(), page<T>::words * word_bits);
    for (unsigned i = 0; i < page<T>::slots(); ++i) {
        T* const x = p->slot(i);
        const auto at = reinterpret_cast<std::uintptr_t>(x);
        EXPECT_EQ(at % alignof(T), 0U);
        EXPECT_LE(at + sizeof(T), begin + page<T>::bytes);
        EXPECT_EQ(page<T>::of(x), &*p);
        EXPECT_EQ(p->index_of(x), i);
    }
    EXPECT_GT(reinterpret_cast<std::uintptr_t>(p->slot(page<T>::slots())) + sizeof(T), begin + page<T>::bytes)
        << "one more would fit";
}

struct alignas(128) aligned {
    char c[128];
};
struct large {
    char c[5000];
};

TEST(page, slots_lie_inside_and_lead_back) {
    slots_lie_inside<char>();
    slots_lie_inside<int>();
    slots_lie_inside<double[3]>();
    slots_lie_inside<aligned>();
    slots_lie_inside<large>();
}

TEST(page, elements_lie_on_lines_of_the_cache_where_their_size_allows) {
    struct line {
        char c[64];
    };
    one_page<line> p;
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(p->slot(0)) % 64, 0U);
}

TEST(page, bits_are_as_a_vector_of_bool_has_them) {
    one_page<int> p;
    constexpr unsigned n = page<int>::slots();
    std::vector<bool> live(n);
    const auto expect = [&] {
        unsigned population = 0;
        for (unsigned i = 0; i < n; ++i) {
            ASSERT_EQ(p->is_live(i), live[i]) << i;
            population += live[i] ? 1U : 0U;
        }
        ASSERT_EQ(p->population(), population);
        ASSERT_EQ(p->is_vacant(), population == 0);
    };
    expect();
    for (unsigned i = 0; i < n; i += 3) {
        p->set_live(i);
        live[i] = true;
        expect();
    }
    for (unsigned i = 0; i < n; i += 6) {
        p->clear_live(i);
        live[i] = false;
        expect();
    }
    for (const unsigned end : {0U, 1U, 63U, 64U, 65U, 128U, n}) {
        p->fill(end);
        for (unsigned i = 0; i < n; ++i) live[i] = i < end;
        expect();
    }
}

TEST(page, ghosts_are_no_living_but_keep_the_page) {
    one_page<int> p;
    for (const unsigned i : {0U, 63U, 64U, 100U}) {
        p->set_ghost(i);
        EXPECT_TRUE(p->is_ghost(i));
        EXPECT_FALSE(p->is_live(i));
        EXPECT_FALSE(p->is_vacant());
        EXPECT_EQ(p->population(), 0U);
        p->clear_ghost(i);
        EXPECT_FALSE(p->is_ghost(i));
        EXPECT_TRUE(p->is_vacant());
    }
}

} // namespace
