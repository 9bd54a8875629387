// Reading and writing worlds where memory runs out, where the components' own code throws, and where it edits the world
// that is read into: at each call in turn.

#include "support/faults.hpp"

#include <throng/world/merge.hpp>
#include <throng/world/naming.hpp>
#include <throng/world/relation.hpp>
#include <throng/world/save.hpp>

#include <gtest/gtest.h>

#include <cstdlib>
#include <functional>
#include <new>
#include <string>
#include <utility>
#include <vector>

namespace {
std::size_t fail_in = 0;
bool has_failed = false;
void* allocated(std::size_t size, std::size_t alignment) {
    if (fail_in != 0 && --fail_in == 0) {
        has_failed = true;
        throw std::bad_alloc();
    }
    void* const p = std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
    if (p == nullptr) throw std::bad_alloc();
    return p;
}
} // namespace

void* operator new(std::size_t size) { return allocated(size, alignof(std::max_align_t)); }
void* operator new(std::size_t size, std::align_val_t alignment) {
    return allocated(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* p) noexcept { std::free(p); }
void operator delete(void* p, std::size_t) noexcept { std::free(p); }
void operator delete(void* p, std::align_val_t) noexcept { std::free(p); }
void operator delete(void* p, std::size_t, std::align_val_t) noexcept { std::free(p); }

namespace {

using throng::components;
using throng::entity;
using throng::world;

/// Its constructors and assignments may throw, or run some other code.
class touchy {
  public:
    touchy() { act(); }
    explicit touchy(int n) : text_("a text that is too long to be kept in place " + std::to_string(n)) {}
    touchy(const touchy& other) : text_(other.text_) { act(); }
    touchy(touchy&& other) noexcept : text_(std::move(other.text_)) {}
    touchy& operator=(const touchy& other) {
        act();
        text_ = other.text_;
        return *this;
    }
    touchy& operator=(touchy&& other) noexcept = default;
    ~touchy() = default;

    /// What is done at each call, if it is not empty.
    static inline std::function<void()> meddler;
    static void act() {
        support::may_fail();
        if (meddler) meddler();
    }

  private:
    friend struct throng::component<touchy>;
    std::string text_;
};
/// Saved by functions of its own.
struct own {
    int n = 0;
};
struct position {
    float x = 0;
    float y = 0;
};
struct late {
    int n = 0;
};
struct likes {};

} // namespace

template <> struct throng::component<touchy> {
    static constexpr const char* name = "touchy";
    static constexpr auto fields = throng::fields(field("text", &touchy::text_));
};
template <> struct throng::component<own> {
    static constexpr const char* name = "own";
    static void save(const own& value, auto& to) { to.put(value.n); }
    static own restore(auto& from) {
        touchy::act();
        return {from.template get<int>()};
    }
};
template <> struct throng::component<position> {
    static constexpr const char* name = "position";
};
template <> struct throng::component<late> {
    static constexpr const char* name = "late";
};
template <> struct throng::component<likes> {
    static constexpr const char* name = "likes";
};

namespace {

constexpr auto all = components<touchy, own, position, throng::kin, throng::entity_name, throng::related<likes>>;

void fill(world& w, int n) {
    throng::family family(w);
    throng::naming names(w);
    throng::relation<likes> likes_(w);
    entity before;
    for (int i = 0; i < n; ++i) {
        const entity e = w.create(position{static_cast<float>(i), 0}, own{i});
        if (i % 2 == 0) w.add(e, touchy(i));
        if (before) family.adopt(before, e), likes_.relate(e, before);
        names.set(e, "name" + std::to_string(i));
        before = e;
    }
    w.set_singleton(touchy(77));
}

/// Calls f again and again, where each allocation in turn, and then each call of the components' code, throws. Nothing
/// may have changed then, as `is_same` says; at last it succeeds.
template <class Reset, class F, class Same> void with_each_failure(Reset reset, F f, Same is_same) {
    for (const bool in_memory : {true, false}) {
        for (std::size_t n = 1;; ++n) {
            reset();
            has_failed = support::faults.failed = false;
            (in_memory ? fail_in : support::faults.fail_in) = n;
            bool threw = false;
            try {
                f();
            } catch (const std::bad_alloc&) {
                threw = true;
            } catch (const support::fault&) {
                threw = true;
            }
            fail_in = support::faults.fail_in = 0;
            const bool failed = in_memory ? has_failed : support::faults.failed;
            if (threw) {
                ASSERT_TRUE(failed);
                ASSERT_TRUE(is_same()) << (in_memory ? "allocation " : "call ") << n;
            }
            if (!failed) break;
            ASSERT_LT(n, 20'000U);
        }
    }
}

} // namespace

TEST(saves_that_fail, a_restore_that_throws_has_not_happened) {
    world from;
    fill(from, 6);
    throng::byte_writer<> bytes;
    throng::save(from, bytes, all);
    world w;
    std::uint64_t before = 0;
    with_each_failure(
        [&] {
            w.clear();
            fill(w, 3);
            before = hash(w, all);
        },
        [&] { ASSERT_TRUE(throng::restore(w, bytes.bytes(), all)); },
        [&] { return w.validate() && hash(w, all) == before; });
    EXPECT_EQ(hash(w, all), hash(from, all));
}

TEST(saves_that_fail, a_merge_that_throws_leaves_nothing) {
    world from;
    fill(from, 6);
    throng::byte_writer<> bytes;
    throng::save(from, bytes, all);
    world w;
    throng::entity_map map;
    with_each_failure(
        [&] {
            w.clear();
            fill(w, 3);
            map = {};
        },
        [&] { ASSERT_TRUE(throng::merge_saved(w, bytes.bytes(), all, &map)); },
        [&] { return w.validate() && w.size() == 3 && map.size() == 0; });
    EXPECT_EQ(w.size(), 9U);
    EXPECT_EQ(map.size(), 6U);
}

TEST(saves_that_fail, what_is_written_again_is_the_same) {
    world w;
    fill(w, 6);
    throng::byte_writer<> good;
    std::vector<entity> some;
    for (const entity e : w) {
        if (e.index() % 3 != 0) some.push_back(e);
    }
    throng::save_part(w, good, all, some);
    const auto before = hash(w, all);
    std::vector<std::byte> made;
    with_each_failure([] {},
                      [&] {
                          throng::byte_writer<> to;
                          throng::save_part(w, to, all, some);
                          made.assign(to.bytes().begin(), to.bytes().end());
                      },
                      [&] { return w.validate() && hash(w, all) == before; });
    EXPECT_TRUE(std::equal(made.begin(), made.end(), good.bytes().begin(), good.bytes().end()));
}

// A component's own code may edit the world while that is read: what was read takes the place of all of it.
TEST(saves_that_fail, what_edits_the_world_meanwhile_is_replaced) {
    world from;
    fill(from, 5);
    throng::byte_writer<> bytes;
    throng::save(from, bytes, all);
    const auto wanted = hash(from, all);
    const std::vector<std::function<void(world&)>> edits{
        [](world& w) { w.clear(); },
        [](world& w) { (void)w.create(position{5, 5}, own{1}); },
        [](world& w) {
            // (A component that the world has not known.)
            (void)w.create(late{1});
            for (const entity e : w) (void)w.set(e, late{2});
        },
        [](world& w) {
            for (const entity e : w) (void)w.destroy(e);
        },
        [](world& w) { w.set_singleton(late{3}), w.set_singleton(position{1, 1}); },
        [](world& w) {
            throng::byte_writer<> of_it;
            throng::save(w, of_it, components<position>);
            (void)throng::restore(w, of_it.bytes(), components<position>);
        }};
    for (std::size_t edit = 0; edit < edits.size(); ++edit) {
        for (int n = 1;; ++n) {
            world w;
            fill(w, 3);
            int calls = 0;
            touchy::meddler = [&] {
                if (++calls != n) return;
                const auto again = std::exchange(touchy::meddler, {});
                edits[edit](w);
                touchy::meddler = again;
            };
            const throng::restored r = throng::restore(w, bytes.bytes(), all);
            touchy::meddler = {};
            ASSERT_TRUE(r) << r.error;
            ASSERT_TRUE(w.validate()) << edit << " at " << n;
            ASSERT_EQ(hash(w, all), wanted) << edit << " at " << n;
            ASSERT_EQ(w.count<late>(), 0U) << edit << " at " << n;
            (void)w.create(position{}, late{});
            ASSERT_TRUE(w.validate());
            if (calls < n) break;
        }
    }
}

TEST(saves_that_fail, a_world_that_is_replaced_meanwhile_is_not_read) {
    world from;
    fill(from, 5);
    throng::byte_writer<> bytes;
    throng::save(from, bytes, all);
    for (int n = 1;; ++n) {
        world w;
        world other;
        fill(w, 3);
        int calls = 0;
        touchy::meddler = [&] {
            if (++calls != n) return;
            if (n % 2 == 0) other = std::move(w);
            else w = world();
        };
        const throng::restored r = throng::restore(w, bytes.bytes(), all);
        touchy::meddler = {};
        ASSERT_TRUE(w.validate() && other.validate());
        if (calls < n) break;
        ASSERT_EQ(std::string(r.error), "a component's own code has replaced the world");
        ASSERT_TRUE(w.empty());
        ASSERT_EQ(other.size(), n % 2 == 0 ? 3U : 0U);
    }
}
