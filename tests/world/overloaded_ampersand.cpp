/// Components whose class has an operator& of its own: nothing asks it. It is deleted here, so that whatever does would
/// not compile.
#include <throng/world/members.hpp>
#include <throng/world/save.hpp>
#include <throng/world/schedule.hpp>
#include <throng/world/world.hpp>

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

namespace {

struct plain {
    void operator&() const = delete; // NOLINT(google-runtime-operator)

    int value = 0;
};
struct rare {
    void operator&() const = delete; // NOLINT(google-runtime-operator)

    int value = 0;
};
struct owning {
    void operator&() const = delete; // NOLINT(google-runtime-operator)

    std::string text;
};
struct marked {
    void operator&() const = delete; // NOLINT(google-runtime-operator)
};

} // namespace

template <> struct throng::component<plain> {
    static constexpr const char* name = "plain";
};
template <> struct throng::component<rare> {
    static constexpr const char* name = "rare";
    static constexpr bool sparse = true;
};
template <> struct throng::component<marked> {
    static constexpr const char* name = "marked";
};

namespace {

template <class T> void play(throng::world& w) {
    w.on_add<T>([](throng::entity, T&) {});
    w.on_remove<T>([](throng::entity, T&) {});
    w.on_set<T>([](throng::entity, T&) {});
    const throng::entity e = w.create(T{});
    std::vector<throng::entity> more(3);
    w.create(std::span(more), T{});
    w.create_many(2, T{});
    EXPECT_TRUE(w.alive(w.clone(e)));
    const throng::entity bare = w.create();
    EXPECT_NE(w.add<T>(bare), nullptr);
    EXPECT_NE(w.set(bare, T{}), nullptr);
    EXPECT_TRUE(w.patch<T>(bare, [](T&) {}));
    EXPECT_EQ(std::addressof(w.get<T>(bare)), w.try_get<T>(bare));
    int n = 0;
    w.query<T>().each([&](throng::entity, T&) { ++n; });
    for (auto&& [x, value] : w.query<T>()) n += w.try_get<T>(x) == std::addressof(value) ? 1 : 0;
    for (auto&& [x, value] : w.query<T>().freeze()) n += w.try_get<T>(x) == std::addressof(value) ? 1 : 0;
    EXPECT_EQ(n, 3 * 8);
    const throng::values_of<T> values(w);
    EXPECT_EQ(values.handle_of(w.get<T>(e)), e);
    throng::schedule s(w);
    s.add("nothing", w.query<T>(), [](throng::recorder& edits, throng::entity x, T&) { edits.template remove<T>(x); });
    s.run(1);
    EXPECT_EQ(w.count<T>(), 0U);
    EXPECT_EQ(w.add<T>(w.query<>(), T{}), w.size());
    EXPECT_EQ(w.remove_all<T>(), w.size());
}

TEST(world_of_overloaded_ampersands, asks_none) {
    throng::world w;
    play<plain>(w);
    w.clear();
    play<rare>(w);
    w.clear();
    play<owning>(w);
    EXPECT_TRUE(w.validate());
    EXPECT_EQ(w.set_singleton(plain{3}).value, 3);
}

TEST(world_of_overloaded_ampersands, is_saved_and_shown_in_runs) {
    constexpr auto all = throng::components<plain, rare, marked>;
    throng::world w;
    for (int i = 0; i < 100; ++i) w.create(plain{i}, rare{i}, marked{});
    int sum = 0;
    for (auto [those, values] : w.query<const plain>().runs()) {
        EXPECT_EQ(those.size(), values.size());
        for (const plain& p : values) sum += p.value;
    }
    EXPECT_EQ(sum, 99 * 100 / 2);
    throng::byte_writer<> bytes;
    throng::save(w, bytes, all);
    throng::world again;
    ASSERT_TRUE(throng::restore(again, bytes.bytes(), all));
    EXPECT_EQ(throng::hash(w, all), throng::hash(again, all));
}

} // namespace
