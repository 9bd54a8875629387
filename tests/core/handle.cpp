#include <throng/core/handle.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <set>
#include <unordered_set>
#include <vector>

namespace {

using throng::handle;
using table = throng::core::handle_table<int, std::allocator<int>>;

/// A table and what gives its memory back.
class one_table {
  public:
    one_table() = default;
    one_table(const one_table&) = delete;
    one_table& operator=(const one_table&) = delete;
    ~one_table() { table_.release(allocator_); }
    table* operator->() { return &table_; }
    handle<int> issue(int* x) { return table_.issue(allocator_, x); }
    /// The element has gone.
    void retire(handle<int> h) {
        std::uint32_t entry = h.index() + 1;
        table_.drop(entry, nullptr);
    }

  private:
    std::allocator<int> allocator_;
    table table_;
};

TEST(handle, an_empty_one_leads_nowhere) {
    one_table t;
    int x = 0;
    EXPECT_FALSE(static_cast<bool>(handle<int>{}));
    EXPECT_EQ(t->find({}), nullptr);
    const handle<int> h = t.issue(&x);
    EXPECT_TRUE(static_cast<bool>(h));
    EXPECT_EQ(t->find({}), nullptr);
    EXPECT_EQ(t->find(h), &x);
    EXPECT_EQ(h.index(), 0U);
    EXPECT_EQ(h.generation(), 1U);
    EXPECT_EQ(t->of(h.index()), h);
}

TEST(handle, many_lead_each_to_its_own) {
    one_table t;
    std::vector<int> elements(1000);
    std::vector<handle<int>> handles;
    for (int& x : elements) handles.push_back(t.issue(&x));
    std::set<std::uint32_t> indices;
    for (std::size_t i = 0; i < elements.size(); ++i) {
        EXPECT_EQ(t->find(handles[i]), &elements[i]);
        indices.insert(handles[i].index());
    }
    EXPECT_EQ(indices.size(), elements.size());
    EXPECT_EQ(*indices.rbegin(), elements.size() - 1) << "small and dense";
}

TEST(handle, goes_stale_and_stays_so_when_its_entry_is_used_again) {
    one_table t;
    int x = 0;
    int y = 0;
    const handle<int> old = t.issue(&x);
    t.retire(old);
    EXPECT_EQ(t->find(old), nullptr);
    const handle<int> fresh = t.issue(&y);
    EXPECT_EQ(fresh.index(), old.index());
    EXPECT_EQ(fresh.generation(), old.generation() + 1);
    EXPECT_EQ(t->find(fresh), &y);
    EXPECT_EQ(t->find(old), nullptr);
}

TEST(handle, the_entry_freed_last_is_used_first) {
    one_table t;
    int x[4] = {};
    handle<int> h[4];
    for (int i = 0; i < 4; ++i) h[i] = t.issue(&x[i]);
    t.retire(h[1]);
    t.retire(h[3]);
    EXPECT_EQ(t.issue(&x[0]).index(), h[3].index());
    EXPECT_EQ(t.issue(&x[0]).index(), h[1].index());
    EXPECT_EQ(t.issue(&x[0]).index(), 4U);
}

TEST(handle, follows_its_element) {
    one_table t;
    int x = 0;
    int y = 0;
    const handle<int> h = t.issue(&x);
    t->moved(h.index(), &x, &y);
    EXPECT_EQ(t->find(h), &y);
}

TEST(handle, an_entry_retires_before_its_generation_wraps) {
    one_table t;
    t->start_generations_at(table::last_generation - 2);
    int x = 0;
    std::vector<handle<int>> seen;
    for (int i = 0; i < 10; ++i) {
        const handle<int> h = t.issue(&x);
        EXPECT_TRUE(static_cast<bool>(h));
        for (const handle<int> other : seen) {
            EXPECT_NE(h, other);
            EXPECT_EQ(t->find(other), nullptr);
        }
        seen.push_back(h);
        t.retire(h);
    }
    EXPECT_EQ(seen[1].index(), seen[0].index()) << "to its last generation but one an entry is used";
    EXPECT_EQ(seen[1].generation(), table::last_generation - 1);
    EXPECT_NE(seen[2].index(), seen[0].index());
}

TEST(handle, tables_exchange_everything) {
    one_table a;
    one_table b;
    int x = 0;
    int y = 0;
    const handle<int> h = a.issue(&x);
    a->start_generations_at(7);
    const handle<int> freed = a.issue(&y);
    a.retire(freed);
    throng::core::handle_table<int, std::allocator<int>>& other = *b.operator->();
    a->swap(other);
    EXPECT_EQ(a->find(h), nullptr);
    EXPECT_EQ(b->find(h), &x);
    EXPECT_EQ(b.issue(&y).index(), freed.index());
    EXPECT_EQ(b.issue(&y).generation(), 7U);
    EXPECT_EQ(a.issue(&y).generation(), 1U);
}

TEST(handle, is_ordered_and_hashed) {
    one_table t;
    int x = 0;
    std::unordered_set<handle<int>> set;
    std::set<handle<int>> ordered;
    for (int i = 0; i < 100; ++i) {
        const handle<int> h = t.issue(&x);
        set.insert(h);
        set.insert(h);
        ordered.insert(h);
    }
    EXPECT_EQ(set.size(), 100U);
    EXPECT_EQ(ordered.size(), 100U);
    std::set<std::size_t> low;
    for (const handle<int> h : ordered) low.insert(std::hash<handle<int>>{}(h) % 4096);
    EXPECT_GT(low.size(), 80U) << "hashes are spread";
}

} // namespace
