#pragma once

#include <throng/core/callback.hpp>
#include <throng/entity/time_step.hpp>

#include <cstddef>
#include <memory>
#include <type_traits>
#include <utility>

/// The arguments of hooks of updates.
namespace throng::core {

/// Its address stands for a class of steps.
template <class Step> inline constexpr char kind_of_step = 0;

/// An entity that has been updated, the step, and the number of entities notified before it.
template <class E> struct updated_entity {
    E& entity;
    double seconds;
    std::size_t index;
    void* step;
    const void* kind;

    template <class Step> updated_entity(E& e, Step& s, std::size_t n) noexcept
        : entity(e),
          seconds(seconds_of(s)),
          index(n),
          step(const_cast<void*>(static_cast<const void*>(std::addressof(s)))),
          kind(&kind_of_step<Step>) {}
};

/// The class of steps, const or not, that a function names as its second argument; void where it names none.
template <class F> using named_step = std::conditional_t<std::is_class_v<second_argument<F>>, second_argument<F>, void>;

/// A callback that calls a function for updates.
template <class E, class F> [[nodiscard]] auto told_of_update(F f) {
    using step = named_step<F>;
    if constexpr (!std::is_void_v<step>) {
        return [f = std::move(f)](const updated_entity<E>& v) mutable {
            // (A const step is not passed to a function that takes a mutable one.)
            if (v.kind != &kind_of_step<step> && v.kind != &kind_of_step<std::remove_const_t<step>>) return;
            step& s = *static_cast<step*>(v.step);
            if constexpr (std::is_invocable_v<F&, E&, step&, std::size_t>) f(v.entity, s, v.index);
            else f(v.entity, s);
        };
    } else {
        constexpr bool by_index = std::is_invocable_v<F&, E&, double, std::size_t>;
        constexpr bool by_time = std::is_invocable_v<F&, E&, double>;
        static_assert(by_index || by_time || std::is_invocable_v<F&, E&>,
                      "throng: on_updated takes f(E&), or f(E&, double seconds), or the step itself, whose class it "
                      "names: f(E&, const state&); each may have a third argument, the index");
        return [f = std::move(f)](const updated_entity<E>& v) mutable {
            if constexpr (by_index) f(v.entity, v.seconds, v.index);
            else if constexpr (by_time) f(v.entity, v.seconds);
            else f(v.entity);
        };
    }
}

} // namespace throng::core
