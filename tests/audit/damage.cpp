// needs threads
// validate() tells when a collection is not whole, and the audit build asks after each edit. The collections have to be
// damaged for that, through what they are made of.

#include "audit/messages.hpp"

#include <throng/list.hpp>

#include <gtest/gtest.h>

namespace {

using numbers = throng::list<int>;
using page = throng::core::page<int>;

/// A list of 400 on several pages, with holes, one of them under a frozen view, and some handles.
class damage : public testing::Test {
  protected:
    damage() {
        for (int i = 0; i < 400; ++i) {
            int* const x = list_.push_back(i);
            if (i % 5 == 0) static_cast<void>(list_.handle_of(*x));
        }
        for (int& x : list_) {
            if (x % 7 == 0) list_.remove(x);
        }
    }
    /// Whether it is found whole, then damaged, and then whole again when the damage is undone.
    template <class Do, class Undo> void expect_found(Do damages, Undo mends) {
        EXPECT_TRUE(list_.validate());
        damages();
        EXPECT_FALSE(list_.validate());
        mends();
        EXPECT_TRUE(list_.validate());
    }
    page* head() { return list_.storage().pages().head; }

    numbers list_;
};

TEST_F(damage, a_living_bit_lost) {
    const unsigned s = throng::core::lowest(head()->live[0]);
    expect_found([&] { head()->clear_live(s); }, [&] { head()->set_live(s); });
}
TEST_F(damage, a_living_bit_where_nothing_is) {
    page* const last = list_.storage().pages().tail;
    expect_found([&] { last->set_live(page::slots() - 1); }, [&] { last->clear_live(page::slots() - 1); });
}
TEST_F(damage, a_ghost_that_nothing_keeps) {
    const unsigned s = throng::core::lowest(~head()->live[0]);
    expect_found([&] { head()->set_ghost(s); }, [&] { head()->clear_ghost(s); });
}
TEST_F(damage, alive_and_a_ghost) {
    const auto view = list_.freeze();
    const unsigned s = throng::core::lowest(head()->live[0]);
    expect_found([&] { head()->set_ghost(s); }, [&] { head()->clear_ghost(s); });
}
TEST_F(damage, a_page_lost) {
    page* const second = head()->next;
    ASSERT_NE(second, nullptr);
    expect_found([&] { head()->next = second->next; }, [&] { head()->next = second; });
}
TEST_F(damage, pages_that_do_not_lead_back) {
    page* const second = head()->next;
    expect_found([&] { second->previous = nullptr; }, [&] { second->previous = head(); });
}
TEST_F(damage, pages_out_of_order) {
    page* const second = head()->next;
    const auto order = second->order;
    expect_found([&] { second->order = head()->order; }, [&] { second->order = order; });
}
TEST_F(damage, a_handle_that_leads_elsewhere) {
    unsigned s = 0;
    while (head()->handles[s] == 0) ++s;
    const auto entry = head()->handles[s];
    expect_found([&] { head()->handles[s] = 0; }, [&] { head()->handles[s] = entry; });
    expect_found([&] { ++head()->handles[s]; }, [&] { --head()->handles[s]; });
}

TEST_F(damage, is_found_after_the_next_edit) {
    EXPECT_MISUSE(
        {
            list_.name("damaged");
            head()->clear_live(throng::core::lowest(head()->live[0]));
            for (int i = 0; i < 400; ++i) list_.push_back(i);
        },
        "throng audit: the collection is not whole after an edit\n  collection \"damaged\", made at .*damage\\.cpp:.*\n"
        "  edit made at .*damage\\.cpp:");
}

} // namespace
