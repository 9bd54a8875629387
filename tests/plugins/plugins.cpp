// needs POSIX
#include "plugins/shared.hpp"

#include <gtest/gtest.h>

#include <dlfcn.h>
#include <memory>
#include <string>

using throng::entity;
using throng::world;

namespace {

/// A library, loaded as long as this lives.
class library {
  public:
    explicit library(int version) {
        const std::string path = std::string(THRONG_PLUGINS) + std::to_string(version) + ".so";
        handle_ = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
        if (handle_ == nullptr) throw std::runtime_error(dlerror());
        its_ = static_cast<const game::functions*>(dlsym(handle_, "functions"));
    }
    library(const library&) = delete;
    library& operator=(const library&) = delete;
    ~library() { dlclose(handle_); }
    [[nodiscard]] const game::functions* operator->() const { return its_; }
    [[nodiscard]] std::string attach(world& w) const { return its_->attach(w, throng::shared_types::here()); }
    /// Whether it is in memory still, once it has been closed.
    [[nodiscard]] static bool is_loaded(int version) {
        const std::string path = std::string(THRONG_PLUGINS) + std::to_string(version) + ".so";
        void* const there = dlopen(path.c_str(), RTLD_NOW | RTLD_NOLOAD);
        if (there != nullptr) dlclose(there);
        return there != nullptr;
    }

  private:
    void* handle_;
    const game::functions* its_;
};

std::size_t with(const world& w, const char* name) {
    const auto c = w.find(name);
    return c ? w.query<>(c.present()).count() : 0;
}

TEST(plugins, share_components_by_name_and_keep_their_state_when_they_are_loaded_anew) {
    world w;
    w.set_singleton(game::score{});
    const entity a = w.create(game::place{1});
    const entity b = w.create(game::place{2}, game::title{"of the program"});
    {
        const library first(1);
        ASSERT_EQ(first.attach(w), "");
        first->play(w);
        EXPECT_EQ(first->sum(w), 1'000'003);
        EXPECT_EQ(w.count<game::place>(), 3U);
        EXPECT_EQ(w.get<game::title>(a).text, "title of the library, too long for its own memory");
        EXPECT_EQ(w.get<game::title>(b).text, "of the program");
        EXPECT_EQ(w.singleton<game::score>()->points, 1);
        EXPECT_EQ(with(w, "mod::note"), 2U);
        w.query<const game::place>().each(
            [&](const game::place&) { EXPECT_FALSE(first->detach(w)) << "while it is iterated"; });
        ASSERT_TRUE(first->detach(w));
    }
    // (The audit keeps what it has to say when a thread ends.)
    EXPECT_EQ(library::is_loaded(1), throng::core::audited);
    EXPECT_TRUE(w.validate());
    EXPECT_EQ(with(w, "mod::heat"), 3U);
    EXPECT_EQ(with(w, "mod::is_seen"), 2U);
    EXPECT_EQ(with(w, "mod::note"), 0U) << "it has a destructor";
    EXPECT_EQ(w.get<game::title>(a).text, "title of the library, too long for its own memory");
    const entity copy = w.clone(a);
    EXPECT_EQ(with(w, "mod::heat"), 4U);
    EXPECT_EQ(w.get<game::title>(copy).text, w.get<game::title>(a).text);
    {
        const throng::snapshot then(w);
        w.destroy(copy);
        ASSERT_TRUE(then.roll_back());
    }
    w.destroy(copy);
    {
        const library second(2);
        ASSERT_EQ(second.attach(w), "");
        EXPECT_EQ(second->sum(w), 1'000'003);
        second->play(w);
        EXPECT_EQ(second->sum(w), 2'000'106);
        EXPECT_EQ(with(w, "mod::before_all"), 3U);
        EXPECT_EQ(w.singleton<game::score>()->points, 2);
        ASSERT_TRUE(second->detach(w));
    }
    {
        const library again(1);
        ASSERT_EQ(again.attach(w), "");
        EXPECT_EQ(again->sum(w), 2'000'106);
        ASSERT_TRUE(again->detach(w));
    }
    EXPECT_TRUE(w.validate());
}

TEST(plugins, whose_components_have_changed_are_refused) {
    world w;
    w.create(game::place{1});
    {
        const library first(1);
        ASSERT_EQ(first.attach(w), "");
        first->play(w);
        ASSERT_TRUE(first->detach(w));
    }
    const library changed(3);
    EXPECT_EQ(changed.attach(w), "mod::heat is another type than in the program");
    EXPECT_EQ(w.size(), 2U);
}

TEST(plugins, of_another_build_are_refused) {
    world w;
    w.create(game::place{1});
    const library other(4);
    EXPECT_EQ(other.attach(w),
              "the library and the program are not built by the same compiler, with the same version of "
              "throng and the same THRONG_AUDIT");
    EXPECT_TRUE(w.validate());
}

TEST(plugins, stay_while_a_hook_adds_what_is_to_go) {
    world w;
    w.create(game::place{1});
    const library first(1);
    EXPECT_FALSE(first->detach(w)) << "it is not attached";
    ASSERT_EQ(first.attach(w), "");
    first->play(w);
    const auto note = w.find("mod::note");
    ASSERT_TRUE(note);
    const entity keeper = w.create();
    w.on_remove(note, [&](entity e, void*) {
        if (e != keeper) (void)w.add(keeper, note);
    });
    EXPECT_FALSE(first->detach(w));
    EXPECT_EQ(with(w, "mod::note"), 1U);
    w.on_remove(note, nullptr);
    EXPECT_TRUE(first->detach(w));
    EXPECT_EQ(with(w, "mod::note"), 0U);
    EXPECT_TRUE(w.validate());
}

TEST(plugins, of_several_are_kept_apart_and_share_their_types) {
    world w;
    w.create(game::place{1});
    auto first = std::make_unique<library>(1);
    ASSERT_EQ(first->attach(w), "");
    const library second(2);
    ASSERT_EQ(second.attach(w), "");
    (*first)->play(w);
    second->play(w);
    EXPECT_EQ((*first)->sum(w), second->sum(w));
    EXPECT_EQ(with(w, "mod::heat"), 3U);
    ASSERT_TRUE((*first)->detach(w));
    first.reset();
    EXPECT_EQ(with(w, "mod::note"), 2U) << "the second library knows it";
    second->play(w);
    EXPECT_EQ(with(w, "mod::heat"), 4U);
    ASSERT_TRUE(second->detach(w));
    EXPECT_TRUE(w.validate());
}

TEST(plugins, are_attached_to_each_world) {
    world w;
    world other;
    w.create(game::place{1});
    other.create(game::place{5});
    const library first(1);
    ASSERT_EQ(first.attach(w), "");
    first->play(w);
    ASSERT_TRUE(first->detach(w));
    ASSERT_EQ(first.attach(other), "");
    first->play(other);
    EXPECT_EQ(first->sum(other), 1'000'005);
    ASSERT_TRUE(first->detach(other));
}

} // namespace
