// Where the audit build is off, its checks are nothing.

#include <throng/bag.hpp>
#include <throng/buffered_list.hpp>
#include <throng/list.hpp>
#include <throng/ordered_set.hpp>
#include <throng/pool.hpp>

#include <gtest/gtest.h>

#include <type_traits>
#include <utility>

namespace {

using throng::core::audited;

template <class Collection> using storage_of = std::remove_reference_t<decltype(std::declval<Collection&>().storage())>;
template <class Collection> constexpr bool is_unchecked =
    std::is_empty_v<throng::core::checked<storage_of<Collection>>>;

static_assert(audited || (is_unchecked<throng::list<int>> && is_unchecked<throng::pool<int>>));
static_assert(audited || std::is_empty_v<throng::core::caller>);
static_assert(audited || sizeof(throng::handle<int>) == 8);

template <class Collection> constexpr bool moves_without_a_throw =
    std::is_nothrow_move_constructible_v<Collection> && std::is_nothrow_swappable_v<Collection>;
static_assert(moves_without_a_throw<throng::list<int>> && moves_without_a_throw<throng::bag<int>> &&
              moves_without_a_throw<throng::buffered_list<int>> && moves_without_a_throw<throng::pool<int>>);

TEST(unaudited, an_edit_has_nothing_to_begin_or_to_end) {
    if constexpr (!audited) {
        throng::list<int> l;
        EXPECT_TRUE(std::is_trivially_destructible_v<decltype(l.storage().entered({}))>);
        EXPECT_TRUE(std::is_empty_v<decltype(l.storage().entered({}))>);
    }
}

} // namespace
