// needs exceptions
// Neighbours of the same class, whose bytes may be copied, are updated in one go, in a list of one class and in one of
// mixed classes. They are edited like all others in the middle of it: both do what a list does that visits one by one.

#include <throng/entity/any_entity.hpp>
#include <throng/entity/entity_list.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <vector>

namespace {

struct thrown : std::runtime_error {
    using runtime_error::runtime_error;
};

std::uint64_t mixed(std::uint64_t x) {
    x = (x ^ (x >> 31U)) * 0x9e3779b97f4a7c15U;
    x = (x ^ (x >> 27U)) * 0xbf58476d1ce4e5b9U;
    return x ^ (x >> 31U);
}

/// What the entities of a game see of it.
struct stage {
    virtual void act(unsigned id, unsigned age) = 0;
    std::vector<unsigned> updated;
    std::vector<unsigned> ended;

  protected:
    ~stage() = default;
};

struct actor {
    stage* on;
    unsigned id;
    unsigned age = 0;
    bool gone = false;

    void update(throng::time_step) {
        ++age;
        on->updated.push_back(id);
        // Lives for some ten frames; what it does in its last one is done all the same.
        gone = mixed(id * 64U + age) % 11 == 0;
        on->act(id, age);
    }
    [[nodiscard]] bool expired() const { return gone; }
};
struct hears : actor {
    explicit hears(const actor& a) : actor(a) {}
    void on_expire() const { on->ended.push_back(id); }
};
struct owns : hears {
    explicit owns(const actor& a) : hears(a), memory(std::make_unique<unsigned>(a.id)) {}
    std::unique_ptr<unsigned> memory;
};
struct large : actor {
    explicit large(const actor& a) : actor(a) {}
    std::array<unsigned, 30> more{};
};
/// All of them in one.
struct any_of_them : actor {
    explicit any_of_them(const actor& a) : actor(a) {}
    void on_expire() const {
        if (kind(id) % 2 == 1) on->ended.push_back(id);
    }
    [[nodiscard]] static unsigned kind(unsigned id) { return mixed(id / 6) % 4; }
};
/// The same, whose bytes may not be copied.
struct visited_singly : any_of_them {
    explicit visited_singly(const actor& a) : any_of_them(a) {}
    visited_singly(const visited_singly&) = default;
    visited_singly(visited_singly&& other) noexcept : any_of_them(other) {}
    visited_singly& operator=(const visited_singly&) = default;
    visited_singly& operator=(visited_singly&&) = default;
    ~visited_singly() = default;
};
using any = throng::any_entity<>;

static_assert(throng::trivially_relocatable<any_of_them> && !throng::trivially_relocatable<visited_singly>);

} // namespace

template <> inline constexpr bool throng::trivially_relocatable<owns> = true;

namespace {

static_assert(any::holds_inside<actor>() && any::holds_inside<hears>() && any::holds_inside<owns>() &&
              !any::holds_inside<large>());

any_of_them made(any_of_them*, const actor& a) { return any_of_them(a); }
visited_singly made(visited_singly*, const actor& a) { return visited_singly(a); }
any made(any*, const actor& a) {
    switch (any_of_them::kind(a.id)) {
    case 0:
        return a;
    case 1:
        return hears(a);
    case 2:
        return large(a);
    default:
        return owns(a);
    }
}
actor* seen_as_actor(any_of_them& e) { return &e; }
actor* seen_as_actor(any& e) {
    if (auto* const a = e.as<actor>()) return a;
    if (auto* const a = e.as<hears>()) return a;
    if (auto* const a = e.as<large>()) return a;
    return e.as<owns>();
}

/// What is done at all, beside living and dying: bits.
enum { adds = 1, removes = 2, looks = 4, throws = 8, tells = 16, has_handles = 32, stops = 64 };

template <class E> struct game final : stage {
    throng::entity_list<E> all;
    unsigned what;
    unsigned born = 0;
    std::vector<unsigned> told;

    explicit game(unsigned w) : what(w) {
        if (what & tells) all.on_updated([this](E& e) { told.push_back(seen_as_actor(e)->id); });
        while (born < 300) add();
    }
    void add() {
        if (what & has_handles) (void)all.add(made(static_cast<E*>(nullptr), {this, born}));
        else (void)all.push_back(made(static_cast<E*>(nullptr), {this, born}));
        ++born;
    }
    void act(unsigned id, unsigned age) override {
        const std::uint64_t die = mixed(id * 1000003ULL + age);
        switch (die % 40) {
        case 0:
        case 1:
            if (what & adds) add();
            break;
        case 2:
        case 3:
            if (what & removes) remove_near(id, static_cast<int>(die / 40 % 7) - 3);
            break;
        case 4:
            if (what & looks) updated.push_back(seen_as_actor(*all.first())->id);
            break;
        case 5:
            if (what & throws) throw thrown("from an update");
            break;
        case 6:
            if (what & looks) {
                for (E& e : all) {
                    updated.push_back(seen_as_actor(e)->id);
                    if (updated.back() > id) break;
                }
            }
            break;
        case 7:
            if ((what & has_handles) != 0) (void)all.handle_of(*all.last());
            break;
        case 8:
            if ((what & stops) != 0 && die / 40 % 8 == 0) all.expire();
            break;
        case 9:
            if ((what & tells) != 0) all.on_updated(nullptr);
            break;
        case 10:
            if ((what & tells) != 0) all.on_updated([this](E& e) { told.push_back(seen_as_actor(e)->id); });
            break;
        default:
            break;
        }
    }
    /// Removes the one that stands so many places behind an id in the order.
    void remove_near(unsigned id, int distance) {
        for (E& e : all) {
            if (static_cast<int>(seen_as_actor(e)->id) < static_cast<int>(id) + distance) continue;
            (void)all.remove(e);
            return;
        }
    }
    void frame() {
        try {
            all.update(throng::time_step{1});
        } catch (const thrown&) {
        }
        if (all.expired()) {
            throng::entity_list<E> fresh;
            (void)fresh.take(all);
            all = std::move(fresh);
        }
        for (int i = 0; i < 30; ++i) add();
    }
    [[nodiscard]] std::vector<unsigned> ids() {
        std::vector<unsigned> found;
        for (E& e : all) found.push_back(seen_as_actor(e)->id);
        return found;
    }
};

template <class E> void does_the_same_as_singly() {
    for (unsigned what = 0; what < 128; ++what) {
        SCOPED_TRACE(what);
        game<visited_singly> singly(what);
        game<E> in_rows(what);
        for (int frame = 0; frame < 25; ++frame) {
            singly.frame();
            in_rows.frame();
            ASSERT_TRUE(in_rows.all.validate());
            ASSERT_EQ(in_rows.updated, singly.updated) << "frame " << frame;
            ASSERT_EQ(in_rows.ended, singly.ended) << "frame " << frame;
            ASSERT_EQ(in_rows.told, singly.told) << "frame " << frame;
            ASSERT_EQ(in_rows.ids(), singly.ids()) << "frame " << frame;
            singly.updated.clear();
            in_rows.updated.clear();
        }
    }
}

TEST(any_entity_random_edits, do_what_they_do_to_a_list_of_one_class) { does_the_same_as_singly<any>(); }
TEST(any_entity_random_edits, do_to_one_class_in_rows_what_they_do_singly) { does_the_same_as_singly<any_of_them>(); }

TEST(any_entity_random_edits, an_update_that_is_over_leaves_few_gaps) {
    game<any> g(adds);
    for (int frame = 0; frame < 40; ++frame) g.frame();
    g.all.update(throng::time_step{1});
    EXPECT_LE(g.all.storage().places(), g.all.size() + 300);
}

} // namespace
