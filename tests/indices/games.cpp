// Random games with what stands beside a collection: snapshots, saves, indices, listeners, parts, homes.

#include "contract/dice.hpp"
#include "indices/beside_game.hpp"

#include <throng/bag.hpp>
#include <throng/entity/entity_list.hpp>
#include <throng/list.hpp>
#include <throng/pool.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace {

template <class Kind> class games_beside : public testing::Test {};

using kinds = testing::Types<
    beside::kind<throng::list<beside::unit>, true>, beside::kind<throng::bag<beside::unit>, false>,
    beside::kind<throng::pool<beside::unit>, false>, beside::kind<throng::entity_list<beside::unit>, true>,
    beside::kind<throng::list<beside::unit>, true, true>, beside::kind<throng::bag<beside::unit>, false, true>>;
TYPED_TEST_SUITE(games_beside, kinds, );

} // namespace

// Rules 1, 2, 3, 8, 9.
TYPED_TEST(games_beside, are_as_a_vector_says) {
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
        contract::dice d{seed};
        std::vector<std::uint8_t> bytes(400);
        for (std::uint8_t& b : bytes) b = static_cast<std::uint8_t>(d.below(256));
        ASSERT_EQ(beside::game<TypeParam>(bytes).play(), "") << seed;
    }
}
