#pragma once

#include "extra/followed_world.hpp"

#include <throng/extra/json.hpp>
#include <throng/world/changes.hpp>
#include <throng/world/events.hpp>
#include <throng/world/merge.hpp>
#include <throng/world/observer.hpp>
#include <throng/world/prefabs.hpp>
#include <throng/world/replica.hpp>
#include <throng/world/rollback.hpp>
#include <throng/world/save.hpp>
#include <throng/world/save_schedule.hpp>
#include <throng/world/schedule.hpp>
#include <throng/world/snapshot.hpp>
#include <throng/world/timers.hpp>

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <span>
#include <sstream>

namespace law {

/// The ways in which a world comes to hold an equal copy of what it holds.
enum class way : unsigned { snapshot, rollback, restoring, json, clearing, moving, swapping };
inline constexpr unsigned many_ways = 7;

struct hit {
    int force = 0;
};

/// A world with everything attached that follows one, played by random numbers. Games of the same numbers are equal,
/// however often what their worlds hold is exchanged for an equal copy.
class game {
  public:
    /// A system that runs seldom keeps what has left until then: that is part of roll-backs and of a moved world, and
    /// of no snapshot and no save.
    game(std::uint32_t seed, bool runs_seldom) : dice_(seed), its_(w_), added_(w_), removed_(w_) {
        // (Which components there are is no state.)
        (void)throng::hash(w_, state);
        rule_ = throng::observer(
            w_.query<>(throng::all_of<eaten>), [this](entity e) { w_.add<goes_home>(e), ask(); },
            [this](entity e) { w_.remove<goes_home>(e), ask(); });
        sees_ = throng::observer(
            w_.query<const stand>(throng::none_of<goes_home>),
            [this](entity e) { note('+', e), ++own_.in_sight, ask(); },
            [this](entity e) { note('-', e), --own_.in_sight, ask(); });
        w_.on_add<stand>([this](entity, const stand&) { ask(); });
        w_.on_set<stand>([this](entity, const stand&) { ask(); });
        w_.on_remove<stand>([this](entity, const stand&) { ask(); });
        w_.on_remove<label>([this](entity, const label&) { ask(); });
        w_.on_add<throng::entity_name>([this](entity, const throng::entity_name&) { ask(); });
        w_.on_remove<throng::kin>([this](entity, const throng::kin&) { ask(); });
        w_.on_destroy([this](entity) { ask(); });
        its_.likes_.on_related([this](entity, entity, const likes&) { ask(); });
        its_.docks_.on_unrelated([this](entity, entity) { ask(); });
        systems_.add("sight", w_.query<const stand>(throng::none_of<goes_home>), [](const stand&) {})
            .on_joined([this](entity e, const stand&) { joined(e); })
            .on_left([this](entity e, const stand&) { left(e); });
        systems_.add("seldom", w_.query<const label>(), [](const label&) {})
            .interval(runs_seldom ? 0.05 : 0)
            .on_joined([this](entity e, const label&) { note('j', e); })
            .on_left([this](entity e, const label&) { note('l', e); });
        hears_ = throng::listener(hits_, [this](entity e, const hit& h) {
            note('h', e);
            (void)w_.patch<stand>(e, [&](stand& s) { s.tile = h.force; });
        });
        pattern_ = patterns_.patterns().create(stand{1, 1}, label{"tank"});
        const entity gun = patterns_.patterns().create(stand{2, 0});
        (void)patterns_.names().set(gun, "3");
        (void)patterns_.family().adopt(pattern_, gun);
        frames_.include(systems_);
        for (int i = 0; i < 8; ++i) own_.those.push_back(w_.create(stand{i % 5, i % 3}));
    }

    void step() {
        for (int n = 1 + dice_.below(3); n != 0; --n) edit(dice_);
        switch (dice_.below(8)) {
        case 0:
            (void)timers_.after(one(dice_), 0.01 * dice_.below(9), [this](entity e) {
                note('t', e);
                (void)w_.set(e, stand{4, 0});
            });
            break;
        case 1:
            hits_.post(one(dice_), {dice_.below(5)});
            break;
        default:
            break;
        }
        timers_.advance(0.016);
        hits_.deliver();
        systems_.run(0.016);
        for (const entity e : w_) {
            const bool matches = w_.has<stand>(e) && !w_.has<goes_home>(e) && w_.enabled(e);
            if (matches != own_.called.contains(e)) own_.wrong = "a system was called with other entities";
        }
        for (const entity e : own_.called) {
            if (!w_.alive(e)) own_.wrong = "a system was not called of the end of an entity";
        }
        if (own_.those.size() > 60) own_.those.erase(own_.those.begin(), own_.those.begin() + 20);
    }

    /// What the world holds is exchanged for an equal copy. If `wild`, other edits are made in between.
    void exchange(way by, support::numbers& dice, bool wild) {
        // (The other edits are not part of this game.)
        own_state before = own_;
        silent_ = true;
        const auto detour = [&] {
            for (int n = wild ? dice.below(6) : 0; n != 0; --n) edit(dice);
        };
        switch (by) {
        case way::snapshot: {
            const throng::snapshot now(w_);
            detour();
            ASSERT_TRUE(now.roll_back());
            call_again(before);
            break;
        }
        case way::rollback:
            ASSERT_TRUE(frames_.save(frame_));
            detour();
            ASSERT_TRUE(frames_.load(frame_));
            ++frame_;
            break;
        case way::restoring:
        case way::clearing: {
            throng::byte_writer<> bytes;
            throng::byte_writer<> of_systems;
            save(w_, bytes, state);
            throng::save(systems_, of_systems);
            if (by == way::clearing) w_.clear();
            else detour();
            const auto result = restore(w_, bytes.bytes(), state);
            ASSERT_TRUE(result) << result.error;
            const auto second = throng::restore(systems_, of_systems.bytes());
            ASSERT_TRUE(second) << second.error;
            break;
        }
        case way::json: {
            std::ostringstream text;
            write_json(w_, text, state);
            detour();
            const auto result = read_json(w_, text.str(), state);
            ASSERT_TRUE(result) << result.error << " at " << result.pointer;
            call_again(before);
            break;
        }
        case way::moving: {
            world other(std::move(w_));
            expect_twins(other);
            w_ = std::move(other);
            break;
        }
        case way::swapping: {
            world other;
            followers guests(other);
            const entity guest = other.create(stand{3, 3});
            (void)guests.names_.set(guest, "5");
            std::swap(w_, other);
            expect_twins(other);
            ASSERT_EQ(guests.contradiction(w_), "");
            ASSERT_EQ(guests.tiles_.find(3), guest);
            ASSERT_EQ(guests.names_.find("5"), guest);
            std::swap(w_, other);
            break;
        }
        }
        silent_ = false;
        before.wrong = own_.wrong;
        own_ = std::move(before);
    }

    /// Whether all followers answer as those made now do, and as the components say.
    void expect_twins() { expect_twins(w_); }
    void expect_twins(world& w) {
        followers twin(w);
        ASSERT_EQ(its_.answers(w), twin.answers(w));
        ASSERT_EQ(its_.contradiction(w), "");
        int seen = 0;
        for (const entity e : w) {
            const bool matches = w.has<stand>(e) && !w.has<goes_home>(e) && w.enabled(e);
            ASSERT_EQ(sees_.contains(e), matches);
            ASSERT_EQ(w.has<goes_home>(e) && !w.has<eaten>(e), false);
            seen += matches ? 1 : 0;
        }
        ASSERT_EQ(seen, own_.in_sight);
        ASSERT_TRUE(w.validate());
    }
    /// A client shows just this world, and all that follows the client's world is right.
    void expect_mirror() {
        if (mirror_ == nullptr) mirror_ = std::make_unique<mirror>(w_);
        mirror_->frame();
        mirror_->frame();
        ASSERT_EQ(mirror_->client.size(), w_.size());
        expect_copy(
            mirror_->client, mirror_->shown,
            [this](entity e) { return mirror_->decoder.entity_of(mirror_->encoder.number_of(e)); }, true);
    }
    /// All of it is merged into another world, where all that follows that one is right.
    void expect_merged(support::numbers& dice) {
        world other;
        followers there(other);
        std::string wrong;
        const auto ask_there = [&] {
            if (wrong.empty()) wrong = there.contradiction(other);
        };
        if (dice.below(2) == 0) {
            for (int i = 0; i < 4; ++i) (void)other.create(stand{i, 0});
            (void)there.names_.set(other.create(), "at home");
        }
        const std::vector<entity> present = entities_of(other);
        other.on_add<stand>([&](entity, const stand&) { ask_there(); });
        other.on_add<throng::kin>([&](entity, const throng::kin&) { ask_there(); });
        other.on_set<throng::entity_name>([&](entity, const throng::entity_name&) { ask_there(); });
        const throng::entity_map copies = merge(other, w_, state);
        ASSERT_EQ(wrong, "");
        ASSERT_EQ(copies.size(), w_.size());
        ASSERT_EQ(other.size(), w_.size() + present.size());
        for (const entity e : present) ASSERT_TRUE(other.alive(e));
        // (A name that a sibling has already is left out.)
        expect_copy(other, there, [&](entity e) { return copies.find(e); }, !its_.has_equal_names(w_));
        std::vector<entity> those;
        for (const entity e : other) {
            if (dice.below(3) == 0) those.push_back(e);
        }
        (void)other.destroy(those);
        followers twin(other);
        ASSERT_EQ(there.answers(other), twin.answers(other));
        ASSERT_EQ(there.contradiction(other), "");
    }

    [[nodiscard]] std::string all_answers() {
        const naming_of_entities index = [](entity e) { return std::optional<std::uint64_t>(e.index()); };
        digest d(index, true);
        its_.put(d, w_, entities_of(w_));
        return d.text();
    }
    /// The functions that have been called, and which entities those of the world's own subsets are.
    [[nodiscard]] const std::string& calls() const { return own_.log; }
    [[nodiscard]] std::string noted() {
        std::string text;
        for (const entity e : w_) {
            text += added_.contains(e) ? '+' : '.';
            text += removed_.contains(e) ? '-' : '.';
        }
        return text;
    }
    [[nodiscard]] std::uint64_t hash() const { return throng::hash(w_, state); }
    [[nodiscard]] const std::string& wrong() const { return own_.wrong; }
    [[nodiscard]] std::size_t size() const { return w_.size(); }

  private:
    /// What the game itself knows.
    struct own_state {
        std::vector<entity> those;
        std::set<entity> called;
        std::string log;
        std::string wrong;
        std::size_t asked = 0;
        /// How many entities the observer has in sight.
        int in_sight = 0;
    };
    struct mirror {
        explicit mirror(world& server) : encoder(server, state, 1200) {}
        void frame() {
            (void)encoder.frame_if([](entity) { return true; },
                                   [&](std::span<const std::byte> m) {
                                       const throng::received r = decoder.receive(m);
                                       ASSERT_TRUE(r) << r.error;
                                   },
                                   1000);
            if (const auto a = decoder.acknowledgement(); !a.empty()) {
                ASSERT_TRUE(encoder.acknowledge(a));
            }
        }
        world client;
        followers shown{client};
        throng::replica_decoder decoder{client, state};
        throng::replica_encoder encoder;
    };

    [[nodiscard]] entity one(support::numbers& dice) { return own_.those[dice.below(own_.those.size())]; }
    [[nodiscard]] static stand some_stand(support::numbers& dice) {
        const int tile = dice.below(5);
        return {tile, dice.below(4)};
    }
    static std::string some_name(support::numbers& dice) { return std::to_string(dice.below(many_names)); }

    /// One edit of the world, and of nothing else.
    void edit(support::numbers& dice) {
        const entity a = one(dice);
        const entity b = one(dice);
        switch (dice.below(34)) {
        case 0:
        case 1:
        case 2:
            own_.those.push_back(w_.create(some_stand(dice)));
            break;
        case 3:
            own_.those.push_back(w_.create(some_stand(dice), label{some_name(dice)}));
            break;
        case 4:
            w_.destroy(a);
            break;
        case 5:
            (void)w_.set(a, some_stand(dice));
            break;
        case 6: {
            const stand s = some_stand(dice);
            (void)w_.patch<stand>(a, [&](stand& x) { x = s; });
            break;
        }
        case 7:
            (void)w_.remove<stand>(a);
            break;
        case 8:
            (void)w_.add(a, some_stand(dice));
            break;
        case 9:
            (void)w_.add(a, label{some_name(dice)});
            break;
        case 10:
            (void)w_.remove<label>(a);
            break;
        case 11:
            (void)w_.add(a, eaten{});
            break;
        case 12:
            (void)w_.remove<eaten>(a);
            break;
        case 13:
        case 14:
            (void)its_.names_.set(a, some_name(dice));
            break;
        case 15:
        case 16:
            (void)its_.family_.adopt(a, b);
            if (dice.below(3) == 0) (void)its_.family_.move_before(b, its_.family_.first_child_of(a));
            if (dice.below(3) == 0) {
                (void)its_.family_.sort_children(a, [](entity x, entity y) { return y.index() < x.index(); });
            }
            break;
        case 17:
            if (dice.below(4) == 0) (void)w_.remove<throng::kin>(a);
            else (void)its_.family_.leave(a);
            break;
        case 18: {
            const std::string text = some_name(dice);
            (void)w_.patch<throng::entity_name>(a, [&](throng::entity_name& n) { n.text = text; });
            break;
        }
        case 19:
        case 20:
            (void)its_.likes_.relate(a, b, {dice.below(9)});
            break;
        case 21:
            (void)its_.docks_.relate(a, b);
            break;
        case 22:
            (void)its_.allies_.relate(a, b);
            break;
        case 23: {
            const auto kind = dice.below(3);
            (void)(kind == 0   ? its_.likes_.unrelate(a, b)
                   : kind == 1 ? its_.docks_.unrelate(a, b)
                               : its_.allies_.unrelate(a, b));
            break;
        }
        case 24:
            (void)(dice.below(2) == 0 ? w_.remove<throng::related<likes>>(a)
                                      : w_.remove<throng::related<allied_with>>(a));
            break;
        case 25:
            if (const entity c = w_.clone(a)) own_.those.push_back(c);
            break;
        case 26: {
            std::array<entity, 5> many{};
            w_.create(std::span(many), some_stand(dice));
            own_.those.insert(own_.those.end(), many.begin(), many.end());
            break;
        }
        case 27:
            if (w_.size() > 15) (void)w_.destroy(w_.query<const label>(throng::all_of<eaten>));
            break;
        case 28:
            (void)w_.add(w_.query<>(throng::none_of<label>, throng::all_of<eaten>), label{some_name(dice)});
            break;
        case 29:
            (void)w_.remove<stand>(w_.query<const stand>(throng::all_of<goes_home>));
            break;
        case 30:
            if (w_.size() > 60) w_.clear();
            if (w_.size() > 40) (void)w_.destroy(w_.query<>(throng::none_of<throng::kin>));
            break;
        case 31:
            if (w_.size() < 60) {
                const std::vector<entity> all = branch(w_, a);
                const throng::entity_map copies = merge(w_, w_, state, all);
                for (const entity e : all) own_.those.push_back(copies.find(e));
            }
            break;
        case 32:
            own_.those.push_back(patterns_.instantiate(pattern_, some_stand(dice)));
            break;
        default:
            if (!w_.alive(a)) break;
            if (dice.below(2) == 0) (void)w_.disable(a);
            else (void)w_.enable(a);
        }
    }
    /// Systems are called with everything that matches, and with nothing that left.
    void call_again(const own_state& before) {
        own_.called.clear();
        systems_.run(0);
        ASSERT_EQ(own_.called, before.called);
    }
    void note(char what, entity e) {
        if (silent_) return;
        own_.log += what;
        own_.log += std::to_string(e.index());
        if (own_.log.size() > 400) own_.log.erase(0, 200);
    }
    void joined(entity e) {
        note('J', e);
        if (!own_.called.insert(e).second) own_.wrong = "a system is called twice of what joined";
        if (!w_.has<stand>(e) || w_.has<goes_home>(e)) own_.wrong = "a system is called of what does not match";
        ask();
    }
    void left(entity e) {
        note('L', e);
        if (own_.called.erase(e) == 0) own_.wrong = "a system is called of what had not joined";
        ask();
    }
    /// In a hook: everything is right.
    void ask() {
        if (++own_.asked % 5 != 0 || !own_.wrong.empty()) return;
        own_.wrong = its_.contradiction(w_);
        if (!own_.wrong.empty()) own_.wrong = "in a hook: " + own_.wrong;
    }
    template <class CopyOf> void expect_copy(world& copy, followers& there, CopyOf copy_of, bool with_names) {
        followers twin(copy);
        ASSERT_EQ(there.answers(copy), twin.answers(copy));
        ASSERT_EQ(there.contradiction(copy), "");
        const naming_of_entities number = [](entity e) { return std::optional(e.number()); };
        std::map<entity, std::uint64_t> originals;
        std::vector<entity> those;
        for (const entity e : w_) {
            those.push_back(copy_of(e));
            originals[those.back()] = e.number();
        }
        const naming_of_entities number_of_original = [&](entity e) {
            const auto found = originals.find(e);
            return found == originals.end() ? std::nullopt : std::optional(found->second);
        };
        digest here(number, false, with_names);
        its_.put(here, w_, entities_of(w_));
        digest of_copy(number_of_original, false, with_names);
        there.put(of_copy, copy, those);
        ASSERT_EQ(of_copy.text(), here.text());
    }

    support::numbers dice_;
    world w_;
    followers its_;
    throng::additions<stand> added_;
    throng::removals<stand> removed_;
    throng::observer rule_;
    throng::observer sees_;
    throng::schedule systems_{w_};
    throng::rollback<int> frames_{w_, 3, [](int) {}, state};
    std::uint64_t frame_ = 0;
    throng::world_timers timers_{w_};
    throng::events<hit> hits_{w_};
    throng::listener<entity, hit&> hears_;
    throng::prefabs patterns_{w_, throng::components<stand, label>};
    entity pattern_;
    std::unique_ptr<mirror> mirror_;
    own_state own_;
    bool silent_ = false;
};

} // namespace law
