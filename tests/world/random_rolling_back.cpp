// A game of random edits, whose every decision is made of what is in its world, is rolled back again and again; a
// second one, which never is, tells what must come of it.

#include <throng/subset.hpp>
#include <throng/world/family.hpp>
#include <throng/world/rollback.hpp>
#include <throng/world/save.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

namespace {

struct place {
    std::int32_t x = 0;
    std::int32_t y = 0;
};
struct label {
    std::string text;
};
struct wound {
    std::int16_t depth = 0;
};
struct burning {};
/// What the game draws lots with.
struct lots {
    std::uint64_t state = 1;
};
struct diary {
    std::vector<std::int32_t> lines;
};

} // namespace

template <> struct throng::component<place> {
    static constexpr const char* name = "place";
};
template <> struct throng::component<label> {
    static constexpr const char* name = "label";
};
template <> struct throng::component<wound> {
    static constexpr const char* name = "wound";
    static constexpr bool sparse = true;
};
template <> struct throng::component<burning> {
    static constexpr const char* name = "burning";
};
template <> struct throng::component<lots> {
    static constexpr const char* name = "lots";
};
template <> struct throng::component<diary> {
    static constexpr const char* name = "diary";
};

namespace {

using throng::entity;
constexpr auto saved = throng::components<place, label, wound, burning, throng::kin, lots, diary>;

class game {
  public:
    explicit game(std::size_t frames) : ring(world, frames, [this](std::uint32_t input) { step(input); }, saved) {
        world.set_singleton(lots{});
        world.set_singleton(diary{});
        (void)world.component<label>();
        (void)world.component<wound>();
        (void)world.component<burning>();
        for (int i = 0; i < 40; ++i) make();
        systems.add("moving", world.query<place>(), [](place& p) { p.x += 1; });
        systems
            .add("burning", world.query<place, const burning>(),
                 [this](entity e, place& p, const burning&) {
                     note(e);
                     p.y -= 1;
                 })
            .interval(0.07, 3);
        systems.add("meeting", world.query<const label, const place>(), [](const label&, const place&) {})
            .on_joined([this](entity e, const label&, const place&) {
                note(e);
                if (chance(3)) world.add(e, wound{static_cast<std::int16_t>(chance_of(9))});
            })
            .on_left([this](entity e, const label& l, const place&) {
                note(e);
                if (chance(2) && world.size() < 900) seen.join(world.create(place{1, 1}, label{l.text + "'"}));
            })
            .interval(0.04);
        ring.include(systems);
        // (Of a dying entity they are told in the order in which its page got the components.)
        world.on_remove<label>([this](entity e, label&) { note(e); });
        world.on_remove<wound>([this](entity e, wound& w) { note(e, 1 + static_cast<std::uint64_t>(w.depth)); });
        world.on_remove<burning>([this](entity e, burning&) { note(e, 1000); });
    }

    /// All that is seen of a frame from outside: what the world holds, and what systems were told in it.
    struct facts {
        std::uint64_t state;
        std::uint64_t told;
        std::size_t seen;
        friend bool operator==(const facts&, const facts&) = default;
    };
    facts play(std::uint32_t input) {
        told_ = 0;
        ring.advance(input);
        return {throng::hash(world, saved), told_, seen.size()};
    }
    /// All of it: free slots, generations and kinds too.
    [[nodiscard]] std::vector<std::byte> bytes() const {
        throng::byte_writer<> to;
        throng::save(world, to, saved);
        return {to.bytes().begin(), to.bytes().end()};
    }

    throng::world world;
    throng::subset<throng::world> seen{world};
    throng::family family{world};
    throng::schedule systems{world};
    throng::rollback<std::uint32_t> ring;

  private:
    std::uint64_t draw() {
        std::uint64_t& s = world.singleton<lots>()->state;
        s ^= s << 13U;
        s ^= s >> 7U;
        s ^= s << 17U;
        return s;
    }
    std::uint32_t chance_of(std::uint32_t n) { return static_cast<std::uint32_t>(draw() >> 11U) % n; }
    bool chance(std::uint32_t n) { return chance_of(n) == 0; }
    void note(entity e, std::uint64_t what = 0) {
        told_ = throng::core::mix_number(throng::core::mix_number(told_, e.number()), what);
    }

    void make() {
        const place p{static_cast<std::int32_t>(chance_of(100)), static_cast<std::int32_t>(chance_of(100))};
        switch (chance_of(4)) {
        case 0:
            world.create(p);
            break;
        case 1:
            world.create(p, label{"one of them"});
            break;
        case 2:
            world.create(p, burning{});
            break;
        default:
            world.create(label{"nowhere"});
            break;
        }
    }
    entity any_of_them() {
        const std::size_t n = world.size();
        std::size_t turn = n == 0 ? 0 : chance_of(static_cast<std::uint32_t>(n));
        for (const entity e : world) {
            if (turn-- == 0) return e;
        }
        return {};
    }
    void edit() {
        const entity e = any_of_them();
        switch (chance_of(14)) {
        case 0:
        case 1:
            make();
            break;
        case 2:
            world.destroy(e);
            break;
        case 3:
            world.add<burning>(e);
            break;
        case 4:
            world.remove<burning>(e);
            break;
        case 5:
            world.set(e, label{std::string(chance_of(40), 'a')});
            break;
        case 6:
            world.remove<label>(e);
            break;
        case 7:
            world.set(e, wound{static_cast<std::int16_t>(chance_of(100))});
            break;
        case 8:
            world.remove<wound>(e);
            break;
        case 9:
            world.set(e, place{1, 2});
            break;
        case 10:
            seen.join(e);
            break;
        case 11:
            seen.leave(e);
            break;
        case 12:
            family.adopt(e, any_of_them());
            family.move_after(any_of_them(), family.first_child_of(e));
            break;
        default:
            world.singleton<diary>()->lines.push_back(static_cast<std::int32_t>(chance_of(50)));
            break;
        }
    }
    void step(std::uint32_t input) {
        world.singleton<lots>()->state += input;
        for (std::uint32_t n = chance_of(6); n != 0; --n) edit();
        if (chance(90)) world.create_many(chance_of(1500), place{3, 3});
        if (chance(60)) world.destroy(world.query<const place>(throng::none_of<label>));
        if (chance(50)) world.singleton<diary>()->lines.clear();
        if (chance(300)) world.clear();
        if (chance(70)) world.trim();
        if (auto* const s = systems.find("moving"); chance(20)) s->active(!s->active());
        systems.run(1 / 60.);
    }

    std::uint64_t told_ = 0;
};

std::uint32_t input_of(unsigned frame) { return frame * 2654435761U >> 20U; }

} // namespace

TEST(rollback, reproduces_a_thousand_frames_after_each_of_many_roll_backs) {
    constexpr unsigned frames = 8'000;
    constexpr unsigned kept = 60;
    game straight(1);
    std::vector<game::facts> facts;
    std::vector<std::vector<std::byte>> bytes;
    for (unsigned f = 0; f < frames; ++f) {
        if (f % 100 == 0) bytes.push_back(straight.bytes());
        facts.push_back(straight.play(input_of(f)));
    }

    game rolled(kept);
    unsigned roll_backs = 0;
    for (unsigned f = 0; f < frames; ++f) {
        ASSERT_TRUE(rolled.ring.save(f));
        if (f % 100 == 0) {
            ASSERT_EQ(rolled.bytes(), bytes[f / 100]) << "frame " << f << " is another in bytes";
        }
        ASSERT_EQ(rolled.play(input_of(f)), facts[f]) << "frame " << f << " is another one";
        // After a thousand frames, or some of each three hundred, the last ones were wrong guesses.
        if (f % 1000 != 999 && f % 300 > 3) continue;
        const unsigned back = f < kept ? f : 1 + input_of(f) % (kept - 1);
        for (unsigned wrong = 0; wrong < back; ++wrong) (void)rolled.play(input_of(f + wrong) + 1);
        ASSERT_TRUE(rolled.world.validate());
        ASSERT_TRUE(rolled.ring.load(f - back));
        ASSERT_TRUE(rolled.world.validate());
        ++roll_backs;
        for (unsigned again = f - back; again <= f; ++again) {
            ASSERT_TRUE(rolled.ring.save(again));
            ASSERT_EQ(rolled.play(input_of(again)), facts[again]) << "frame " << again << ", rolled back from " << f;
        }
    }
    EXPECT_GT(roll_backs, 100U);
}

TEST(rollback, goes_to_and_fro_between_the_frames_that_it_keeps) {
    game g(40);
    std::vector<std::uint64_t> hashes;
    std::vector<std::vector<std::byte>> bytes;
    for (unsigned f = 0; f < 40; ++f) {
        ASSERT_TRUE(g.ring.save(f));
        hashes.push_back(throng::hash(g.world, saved));
        bytes.push_back(g.bytes());
        for (int i = 0; i < 20; ++i) (void)g.play(input_of(f));
    }
    for (unsigned i = 0; i < 300; ++i) {
        const unsigned f = input_of(i) % 40;
        ASSERT_EQ(g.ring.hash(f), hashes[f]);
        const unsigned other = input_of(i + 1000) % 40;
        ASSERT_TRUE(g.ring.load(other));
        ASSERT_TRUE(g.world.validate());
        ASSERT_EQ(g.bytes(), bytes[other]) << "frame " << other;
        if (i % 3 == 0) (void)g.play(i);
    }
}
