#pragma once

#include <throng/core/callback.hpp>
#include <throng/world/description.hpp>
#include <throng/world/world.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace throng {

/// The state that a program is in, of those of an enumeration, and how often it has changed: a singleton of the world,
/// which `states` alone writes.
template <class E> struct current_state {
    E now{};
    std::uint32_t changes = 0;
    friend bool operator==(const current_state&, const current_state&) = default;
};

/// A component: the entity is destroyed when the program leaves that state.
///
///     world.create(button{"start"}, throng::ends_with{scene::menu});
template <class E> struct ends_with {
    E state{};
};
template <class E> ends_with(E) -> ends_with<E>;

namespace core {
inline constexpr std::string_view before_state = "throng::state:";
inline constexpr std::string_view before_end = "throng::ends_with:";
} // namespace core

template <class E>
    requires requires { component<E>::name; }
struct component<current_state<E>> : core::named_after<core::before_state, E> {};
template <class E>
    requires requires { component<E>::name; }
struct component<ends_with<E>> : core::named_after<core::before_end, E> {};

/// The states of a program: menu, level, credits. It is in one of them; entities can end with it, and systems run in
/// some of them only.
///
///     enum class scene { menu, level };
///     throng::states scenes(world, scene::menu);
///     scenes.on_enter(scene::level, [&] { load(world); });
///     systems.add("movement", ...).run_if(scenes.in(scene::level));
///     scenes.go(scene::level);
///
/// Use an enumeration, with a `states`, for each question: if a pause is not a scene, it keeps its level.
///
/// The state is a singleton of the world, `current_state<E>`: it is in snapshots, roll-backs, and, where it is listed,
/// in saves and hashes, which needs a `component<E>::name`. Restoring and rolling back call no functions. In a world
/// without the singleton the state is the first one. The functions are not state.
///
/// It stays valid when its world is moved or destroyed, may be destroyed at any time, also by its own functions, and is
/// neither copied nor moved.
template <class E, class Allocator = core::standard_allocator> class states : core::pinned {
    static_assert(std::is_enum_v<E>, "throng: states are the values of an enumeration");
    using storage_share = core::storage_share<Allocator>;
    using current = current_state<E>;

  public:
    using world_type = basic_world<Allocator>;

    /// In the world's state, or else in this one. Calls nothing. Throws what the allocator throws.
    states(world_type& w, E first) : home_(w.storage()), first_(first) {
        if (w.template singleton<current>() == nullptr) w.set_singleton(current{first, 0});
    }
    ~states() {
        if (change_ != nullptr) change_->of = nullptr;
    }

    /// The state. O(1).
    [[nodiscard]] E now() const noexcept { return current_of(*home_, first_).now; }
    [[nodiscard]] bool is(E state) const noexcept { return now() == state; }
    /// For `run_if` of a system: a function that tells whether the program is in one of these states. It may outlive
    /// this object.
    template <class... Es>
        requires(std::is_same_v<Es, E> && ...)
    [[nodiscard]] auto in(Es... those) const {
        return [home = home_, first = first_, those...] {
            const E state = current_of(*home, first).now;
            return !home->is_over() && ((state == those) || ...);
        };
    }

    /// Leaves the present state and enters another one; the same one once more, to begin again. Calls the function of
    /// leaving, destroys the entities that end with the state, also disabled ones, in the order of their indices, and
    /// calls the function of entering, for which `now` is the new state. Any edit is legal in these functions and in
    /// the hooks of the entities. If they call `go`, that comes when this change is complete; of several the last one.
    /// If they bring back another moment of the world, this change ends there.
    ///
    /// Systems that are asked later in the same tick (`run_if`) are asked about the new state. If a function or hook
    /// throws, the exception is passed on, and nothing after it is called: the state changes just before the function
    /// of entering. O(entities that end with some state).
    void go(E to) {
        if (change_ != nullptr) {
            change_->next = to;
            change_->goes_on = true;
            return;
        }
        change here(*this, to);
        while (std::exchange(here.goes_on, false)) here.make(here.next);
    }

    /// Sets the function f() that is called when the state is entered, or left. There is one of each; null removes it.
    /// It may be set and removed at any time, also by itself. Throws what the allocator throws.
    template <class F> void on_enter(E state, F f) { set(state, &functions::enter, std::move(f)); }
    template <class F> void on_exit(E state, F f) { set(state, &functions::exit, std::move(f)); }

  private:
    using function = core::callback<E, Allocator>;
    struct functions {
        E of;
        function enter;
        function exit;
    };

    /// A change on its way, on the stack: what it calls may destroy the states, the world, or go elsewhere.
    struct change : core::pinned {
        states* of;
        storage_share home;
        E first;
        E next;
        bool goes_on = true;

        change(states& s, E to) noexcept : of(&s), home(s.home_), first(s.first_), next(to) { s.change_ = this; }
        ~change() {
            if (of != nullptr) of->change_ = nullptr;
        }
        [[nodiscard]] bool is_at(const current& its) const noexcept {
            return of != nullptr && !home->is_over() && current_of(*home, first) == its;
        }
        void make(E to) {
            const current before = current_of(*home, first);
            if (!is_at(before)) return;
            of->call(before.now, &functions::exit);
            if (!is_at(before)) return;
            core::queried<core::storage<Allocator>, core::types<const ends_with<E>>>(*home, with_disabled)
                .each([&](entity e, const ends_with<E>& end) {
                    if (end.state == before.now && is_at(before)) (void)core::edits<Allocator>::destroy(*home, e);
                });
            if (!is_at(before)) return;
            home->owner().set_singleton(current{to, before.changes + 1});
            of->call(to, &functions::enter);
        }
    };

    [[nodiscard]] static current current_of(const core::storage<Allocator>& home, E first) noexcept {
        const current* const its =
            home.is_over() ? nullptr : static_cast<const current*>(home.singles().get(core::single_number<current>()));
        return its == nullptr ? current{first, 0} : *its;
    }
    template <class F> void set(E state, function functions::* which, F f) {
        std::size_t i = 0;
        while (i < functions_.size() && functions_[i].of != state) ++i;
        if constexpr (std::is_same_v<F, std::nullptr_t>) {
            if (i < functions_.size()) (functions_[i].*which).reset();
        } else {
            static_assert(std::is_invocable_v<F&>, "throng: the function of a state takes nothing: f()");
            if (i == functions_.size()) functions_.push_back({state, {}, {}});
            (void)(functions_[i].*which).set(home_->allocator(), [f = std::move(f)](E&) mutable { (void)f(); });
        }
    }
    void call(E state, function functions::* which) {
        for (functions& its : functions_) {
            if (its.of != state) continue;
            if (its.*which) (its.*which).call(state);
            return; // (There may be others now.)
        }
    }

    /// Where the singleton is: the world may move.
    storage_share home_;
    E first_;
    std::vector<functions> functions_;
    change* change_ = nullptr;
};

template <class E, class Allocator> states(basic_world<Allocator>&, E) -> states<E, Allocator>;

} // namespace throng
