// needs threads
// validate() of a world, as damage.cpp does it with a list: each thing that it knows of itself is damaged, found, and
// mended.

#include "audit/messages.hpp"
#include "support/tracked.hpp"

#include <throng/world/schedule.hpp>

#include <gtest/gtest.h>

#include <functional>
#include <optional>
#include <type_traits>
#include <vector>

namespace {

using throng::entity;
using throng::world;
using throng::core::bit;
using throng::core::page_slots;
using throng::core::word;

struct position {
    int x = 0;
};
struct rare {
    int x = 0;
};
struct marked {};

} // namespace

template <> struct throng::component<rare> {
    static constexpr bool sparse = true;
};

namespace {

/// Three pages of entities with holes among them, and one of another kind; some have a rare component, the eighth has
/// lost a value of which a system has not been told, the fifteenth one that only a view shows.
class damage_of_a_world : public testing::Test {
  protected:
    damage_of_a_world() {
        for (unsigned i = 0; i < 2 * page_slots + 100; ++i) all_.push_back(world_.create(position{}));
        for (unsigned i = 0; i < all_.size(); i += 7) world_.add<support::tracked>(all_[i], 1);
        for (unsigned i = 0; i < all_.size(); i += 50) world_.add<rare>(all_[i]);
        world_.create(marked{});
        world_.add<marked>(all_[14]);
        for (unsigned i = 0; i < all_.size(); i += 3) world_.destroy(all_[i]);
        systems_.add("told", world_.query<const support::tracked>(throng::none_of<marked>), [](const auto&) {})
            .on_left([](const auto&) {});
        systems_.run(1);
        world_.remove<support::tracked>(all_[7]);
        view_.emplace(world_.query<const support::tracked>().freeze());
        world_.remove<support::tracked>(all_[14]);
    }
    void expect_found(const std::function<void()>& damages, const std::function<void()>& mends) {
        EXPECT_TRUE(world_.validate());
        damages();
        EXPECT_FALSE(world_.validate());
        mends();
        EXPECT_TRUE(world_.validate());
    }
    template <class T> void expect_found(T& what, T wrong) {
        const T right = what;
        expect_found([&] { what = wrong; }, [&] { what = right; });
    }
    /// The same, a bit of a word being turned over.
    void expect_found(word& what, unsigned slot) {
        const word right = what;
        expect_found([&] { turn_over(what, slot); }, [&] { what = right; });
    }
    static void turn_over(word& w, unsigned slot) {
        const word its = bit(slot % throng::core::word_bits);
        w = any(w & its) ? w & ~its : w | its;
    }

    [[nodiscard]] auto& storage() { return world_.storage(); }
    [[nodiscard]] auto& page(std::uint32_t n) { return storage().page(n); }
    template <class T> [[nodiscard]] auto& column() { return *storage().template find_column<T>(); }

    support::ledger ledger_;
    world world_;
    throng::schedule systems_{world_};
    std::vector<entity> all_;
    std::optional<decltype(std::declval<world&>().query<const support::tracked>().freeze())> view_;
};

TEST_F(damage_of_a_world, of_what_lives_there) {
    // (The first is dead, the second is alive.)
    auto& p = page(0);
    expect_found(p.alive[0], 0);
    expect_found(p.alive[0], 1);
    expect_found(p.taken[0], 0);
    expect_found(p.taken[0], 1);
    expect_found(p.used_up[0], 0);
    expect_found(p.used_up[0], 1);
    expect_found(p.used, p.used + 1);
    expect_found(p.resting, 1U);
    expect_found(p.first_free, 1U);
    expect_found(p.generations[0], std::uint16_t{0});
    expect_found(p.generations[1], std::uint16_t{0});
    expect_found(p.upper, p.upper + 1);
    expect_found(p.upper, 0U);
    expect_found(p.number, 1U);
    expect_found(p.special, false);
    expect_found(page(3).special, true);
    // One that is gone, and is still counted.
    const auto takes_away = [&] {
        turn_over(p.alive[0], 1);
        turn_over(p.taken[0], 1);
        turn_over(column<position>().present(0)[0], 1);
        --p.used;
    };
    const auto brings_back = [&] {
        for (word* const w : {&p.alive[0], &p.taken[0], &column<position>().present(0)[0]}) *w |= bit(1);
        ++p.used;
    };
    expect_found(takes_away, brings_back);
}

TEST_F(damage_of_a_world, of_what_they_have) {
    auto& tracked = column<support::tracked>();
    auto& sides = *tracked.sides[0];
    // The dead have nothing, and what no entity has must be kept for a walk or a view.
    expect_found(column<position>().present(0)[0], 0);
    expect_found(tracked.ghosts(0, 0), 1);
    expect_found(tracked.ghosts(0, 0), 0);
    expect_found(tracked.ghosts(0, 0), 28);
    expect_found(sides.told, false);
    expect_found(tracked.told, false);
    expect_found(tracked.sides[0], static_cast<throng::core::block_sides*>(nullptr));
    expect_found(tracked.special, tracked.special & ~tracked.destroys);
    expect_found(tracked.special, tracked.special | tracked.hooked_on_add);
    expect_found(tracked.special, tracked.special | tracked.hooked_on_remove);
    expect_found(tracked.special, tracked.special | tracked.hooked_on_set);
    expect_found(tracked.loss_watchers, 0U);
    expect_found(tracked.gain_watchers, 1U);
    expect_found(tracked.mark, tracked.mark << 1U);
    expect_found(tracked.number, 0U);
    expect_found(page(0).columns[0].present, page(1).columns[0].present);
    expect_found([&] { page(0).columns.shorten(3); }, [&] { page(0).columns.shorten(4); });
    expect_found(page(0).columns[1], page(0).columns[0]);
    // No entity has what is not on its page, and one that has something rare has a cell for it.
    auto& rares = column<rare>();
    auto& cells = std::remove_reference_t<decltype(rares)>::cells_of(rares.parts.values(0));
    expect_found(cells.of_word[0][50], static_cast<void*>(nullptr));
    expect_found(cells.of_word[0], static_cast<void**>(nullptr));
    std::byte* const values = rares.parts.values(0);
    expect_found([&] { rares.parts.set_values(0, nullptr); }, [&] { rares.parts.set_values(0, values); });
}

TEST_F(damage_of_a_world, of_what_may_live_where) {
    auto& k = *page(0).of;
    expect_found(k.number, 1U);
    expect_found(k.roomy[0], 0);
    expect_found(k.roomy[0], 3);
    expect_found(k.roomy[0], 63);
    expect_found(k.first_roomy, std::size_t{1});
    expect_found(page(0).of, page(3).of);
    expect_found(page(0).of, decltype(page(0).of){});
    expect_found(k.columns[0], &column<marked>());
}

TEST_F(damage_of_a_world, of_what_is_looking) {
    auto& w = *storage().walks.first();
    expect_found(w.previous, &w);
    expect_found(w.home, decltype(w.home){});
    expect_found(w.at, throng::core::place{page_slots * 100});
    expect_found(w.is_view, false);
    expect_found([&] { w.gone.set(0); }, [&] { w.gone.unset(0); });
    expect_found([&] { w.gone.unset(14); }, [&] { w.gone.set(14); });
    auto& kept = storage().watches.kept();
    expect_found([&] { kept.unset(7); }, [&] { kept.set(7); });
    expect_found([&] { kept.set(1); }, [&] { kept.unset(1); });
}

TEST_F(damage_of_a_world, is_found_after_the_next_edit) {
    EXPECT_MISUSE(
        {
            world_.name("damaged");
            turn_over(page(0).alive[0], 1);
            for (int i = 0; i < 400; ++i) world_.create(marked{});
        },
        "throng audit: the collection is not whole after an edit\n  collection \"damaged\", made at .*");
}

} // namespace
