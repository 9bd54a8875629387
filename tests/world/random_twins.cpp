// Two machines play one game: one is rolled back every few frames, plays wrong guesses, and plays the frames again, the
// other never is. After each frame both have the same state, and walk over all of it in the same order.

#include <throng/list.hpp>
#include <throng/world/family.hpp>
#include <throng/world/naming.hpp>
#include <throng/world/observer.hpp>
#include <throng/world/relation.hpp>
#include <throng/world/rollback.hpp>
#include <throng/world/save.hpp>
#include <throng/world/save_schedule.hpp>
#include <throng/world/value_order.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace {

using throng::entity;

struct place {
    int x = 0;
    int depth = 0;
};
struct label {
    std::string text;
};
struct hungry {};
struct goes_home {};
struct knows {
    int how_well = 0;
};
struct serves {};
struct chances {
    std::uint64_t state = 88172645463325252U;
};

} // namespace

template <> struct throng::component<place> {
    static constexpr const char* name = "place";
};
template <> struct throng::component<label> {
    static constexpr const char* name = "label";
};
template <> struct throng::component<hungry> {
    static constexpr const char* name = "hungry";
};
template <> struct throng::component<goes_home> {
    static constexpr const char* name = "goes_home";
};
template <> struct throng::component<knows> {
    static constexpr const char* name = "knows";
};
template <> struct throng::component<serves> {
    static constexpr const char* name = "serves";
    static constexpr bool exclusive = true;
    static constexpr bool acyclic = true;
    static constexpr auto when_target_dies = throng::die_too;
};
template <> struct throng::component<chances> {
    static constexpr const char* name = "chances";
};

namespace {

constexpr auto all = throng::components<place, label, hungry, goes_home, chances, throng::kin, throng::entity_name,
                                        throng::related<knows>, throng::related<serves>>;

/// A game whose every decision is made of its state.
class machine {
  public:
    /// How often the system that is called with what joins and leaves runs: 0 in each frame.
    explicit machine(double interval) {
        world.set_singleton(chances{});
        (void)throng::hash(world, all); // (Which components there are is no state.)
        systems.add("moving", world.query<place>(), [](throng::system_step t, place& p) { p.x += t.run % 3 == 0; });
        systems
            .add("eating", world.query<const place, const hungry>(),
                 [this](entity e, const place&, const hungry&) { note(e); })
            .interval(interval, 2)
            .on_joined([this](entity e, const place&, const hungry&) {
                note(e);
                if (chance(3) && world.size() < 120) world.create(place{7, below(5)});
            })
            .on_left([this](entity e, const place& p, const hungry&) {
                note(e);
                note(p.depth);
                if (chance(4) && world.size() < 120) world.create(place{8, 1}, label{"left"});
            });
        systems.add("slow", [this] { world.query<place>().each([](place& p) { ++p.depth; }), by_depth.refresh(); })
            .interval(0.3);
        frames.include(systems);
        frames.include(bullets);
    }

    void step(std::uint32_t input) {
        told_ = 0;
        world.singleton<chances>()->state += input;
        for (int n = below(8); n >= 0; --n) edit();
        systems.run(0.016);
    }
    /// The order of everything that can be walked over, and what was called in the last frame.
    [[nodiscard]] std::string walks() {
        std::string text = std::to_string(told_) + ':';
        const auto put = [&text](entity e) { text += std::to_string(e.number()) + ' '; };
        for (const entity e : world) {
            put(e);
            text += 'c';
            family.each_child(e, put);
            text += 'k';
            for (const auto [t, v] : knowing.targets(e)) put(t);
            text += '<';
            for (const auto [t, v] : knowing.sources(e)) put(t);
            text += 's';
            for (const entity t : serving.sources(e)) put(t);
        }
        text += "o:";
        by_depth.each(world.query<const place>(), [&](entity e, const place&) { put(e); });
        text += "q:";
        world.query<const place, const label>().each([&](entity e, const place&, const label&) { put(e); });
        world.query<>(throng::related_to<knows>()).each(put);
        text += "n:";
        for (char c = 'a'; c <= 'h'; ++c) put(names.find(std::string_view(&c, 1)));
        text += "b:";
        bullets.each([&text](int b) { text += std::to_string(b) + ' '; });
        throng::byte_writer<> bytes;
        throng::save(systems, bytes);
        return text + std::to_string(throng::core::mix(0, bytes.bytes().data(), bytes.bytes().size()));
    }
    [[nodiscard]] std::uint64_t hash() const { return throng::hash(world, all); }

    throng::world world;
    throng::list<int> bullets;
    throng::family family{world};
    throng::naming names{world};
    throng::relation<knows> knowing{world};
    throng::relation<serves> serving{world};
    throng::value_order<place, int place::*> by_depth{world, &place::depth};
    throng::schedule systems{world};
    throng::rollback<std::uint32_t> frames{world, 20, [this](std::uint32_t input) { step(input); }, all};

  private:
    std::uint64_t draw() {
        std::uint64_t& s = world.singleton<chances>()->state;
        s ^= s << 13U;
        s ^= s >> 7U;
        s ^= s << 17U;
        return s;
    }
    int below(unsigned n) { return static_cast<int>((draw() >> 11U) % n); }
    bool chance(unsigned n) { return below(n) == 0; }
    void note(entity e) { told_ = throng::core::mix_number(told_, e.number()); }
    void note(int n) { told_ = throng::core::mix_number(told_, static_cast<std::uint64_t>(n)); }
    entity any() {
        const std::size_t n = world.size();
        std::size_t turn = n == 0 ? 0 : static_cast<std::size_t>(below(static_cast<unsigned>(n)));
        for (const entity e : world) {
            if (turn-- == 0) return e;
        }
        return {};
    }
    void edit() {
        const entity e = any();
        const entity other = any();
        switch (below(18)) {
        case 0:
        case 1:
            if (world.size() < 100) world.create(place{below(9), below(4)}, label{"one"});
            break;
        case 2:
            if (world.size() < 100) world.create(place{below(9), below(4)}, hungry{});
            break;
        case 3:
            world.destroy(e);
            break;
        case 4:
            world.add<hungry>(e);
            break;
        case 5:
            world.remove<hungry>(e);
            break;
        case 6:
            (void)family.adopt(e, other);
            if (told_ % 2 == 0) (void)family.move_before(other, family.first_child_of(e));
            else (void)family.sort_children(e, [](entity a, entity b) { return a.index() < b.index(); });
            break;
        case 7:
            (void)family.leave(e);
            break;
        case 8:
        case 9:
            (void)knowing.relate(e, other, {below(9)});
            break;
        case 10:
            (void)knowing.unrelate(e, knowing.target_of(e));
            break;
        case 11:
            (void)serving.relate(e, other);
            break;
        case 12:
            (void)names.set(e, std::string(1, static_cast<char>('a' + below(8))));
            break;
        case 13:
            world.set(e, place{below(9), below(4)});
            break;
        case 14:
            world.remove<place>(e);
            break;
        case 15:
            if (bullets.size() < 50) bullets.push_back(below(100));
            break;
        case 16:
            if (!bullets.empty()) bullets.remove(*bullets.first());
            break;
        default:
            if (chance(10)) world.clear();
        }
    }

    std::uint64_t told_ = 0;
    /// A rule: who is hungry goes home.
    throng::observer rule_{world.query<>(throng::all_of<hungry>),
                           [this](entity e) { note(e), world.add<goes_home>(e); },
                           [this](entity e) { note(e), world.remove<goes_home>(e); }};
};

std::uint32_t input_of(unsigned frame) { return frame * 2654435761U >> 20U; }

} // namespace

TEST(twins, a_machine_that_is_rolled_back_stays_with_one_that_never_is) {
    machine straight(0.05);
    machine rolled(0.05);
    unsigned roll_backs = 0;
    for (unsigned f = 0; f < 1500; ++f) {
        ASSERT_TRUE(rolled.frames.save(f));
        straight.step(input_of(f));
        rolled.frames.advance(input_of(f));
        if (f % 4 == 3) {
            const unsigned back = 1 + input_of(f + 7) % (f < 19 ? f : 19);
            for (unsigned wrong = 0; wrong < back; ++wrong) rolled.frames.advance(input_of(f + wrong) + 1);
            ASSERT_TRUE(rolled.frames.load(f - back));
            for (unsigned again = f - back; again <= f; ++again) {
                ASSERT_TRUE(rolled.frames.save(again));
                rolled.frames.advance(input_of(again));
            }
            ++roll_backs;
        }
        ASSERT_EQ(rolled.hash(), straight.hash()) << "frame " << f;
        ASSERT_EQ(rolled.walks(), straight.walks()) << "frame " << f;
    }
    EXPECT_GT(roll_backs, 300U);
}

/// The same of a machine that is saved and restored, with its schedule, in another process, so to speak.
TEST(twins, a_machine_that_is_saved_and_restored_stays_with_one_that_never_is) {
    // (Entities that have left, and of which no system has been called yet, are in no save.)
    machine straight(0);
    auto other = std::make_unique<machine>(0);
    for (unsigned f = 0; f < 600; ++f) {
        straight.step(input_of(f));
        other->step(input_of(f));
        if (f % 5 == 4) {
            throng::byte_writer<> world;
            throng::byte_writer<> systems;
            throng::save(other->world, world, all);
            throng::save(other->systems, systems);
            auto again = std::make_unique<machine>(0);
            ASSERT_TRUE(throng::restore(again->world, world.bytes(), all));
            ASSERT_TRUE(throng::restore(again->systems, systems.bytes()));
            other->bullets.each([&again](int b) { again->bullets.push_back(b); });
            other = std::move(again);
        }
        ASSERT_EQ(other->hash(), straight.hash()) << "frame " << f;
    }
}
