#pragma once

#include <throng/world/component.hpp>
#include <throng/world/kernel/edits.hpp>

#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

/// The components that others bring along: `component<T>::with`.
namespace throng::core {

template <class T> struct directly_required {
    using type = types<>;
};
template <class... Rs> types<Rs...> types_of(components_t<Rs...>);
template <class T>
    requires requires { component<T>::with; }
struct directly_required<T> {
    using type = decltype(types_of(component<T>::with));
};

/// Known components, and what is required by others, each behind all that it requires. `Path` are those that have led
/// to what is asked for.
template <class Known, class Path, class Asked> struct all_required;
template <class... Known, class... Path> struct all_required<types<Known...>, types<Path...>, types<>> {
    using type = types<Known...>;
};
template <class... Known, class... Path, class T, class... More>
struct all_required<types<Known...>, types<Path...>, types<T, More...>> {
    static constexpr bool is_circle = (std::is_same_v<T, Path> || ...);
    static_assert(!is_circle, "throng: a component<T>::with leads back to T: no component can require itself");
    static constexpr bool is_known = is_circle || (std::is_same_v<T, Known> || ...);

    /// (A component with required ones comes behind them.)
    template <class Before> struct behind;
    template <class... Before> struct behind<types<Before...>> {
        using type = types<Before..., T>;
    };
    template <bool IsKnown, class = void> struct with_first {
        using type = types<Known...>;
    };
    template <class Nothing> struct with_first<false, Nothing>
        : behind<typename all_required<types<Known...>, types<Path..., T>, typename directly_required<T>::type>::type> {
    };
    using type = typename all_required<typename with_first<is_known>::type, types<Path...>, types<More...>>::type;
};

template <class Kept, class All, class Given> struct without_given {
    using type = Kept;
};
template <class... Kept, class T, class... More, class... Given>
struct without_given<types<Kept...>, types<T, More...>, types<Given...>>
    : without_given<std::conditional_t<(std::is_same_v<T, Given> || ...), types<Kept...>, types<Kept..., T>>,
                    types<More...>, types<Given...>> {};

/// The components that some components require, without these: required ones first.
template <class... Cs> using required_by =
    typename without_given<types<>, typename all_required<types<>, types<>, types<Cs...>>::type, types<Cs...>>::type;
template <class... Cs> inline constexpr bool require_more = !std::is_same_v<required_by<Cs...>, types<>>;

template <class T> [[nodiscard]] T made_by_default() {
    static_assert(std::is_default_constructible_v<T>,
                  "throng: a component that another one requires (component<T>::with) must be default-constructible");
    return T();
}

/// Components that an entity gets for another one, unless it has them: they are taken back if that throws.
template <class Edits, class Allocator, class... Rs> class companions : pinned {
  public:
    companions(storage<Allocator>& home, entity which) noexcept : s_(home), e_(which) {}
    ~companions() {
        if (!stay_) take_back(std::index_sequence_for<Rs...>());
    }
    void come(caller where) {
        std::size_t i = 0;
        (come<Rs>(has_come_[i++], where), ...);
    }
    void stay() noexcept { stay_ = true; }

  private:
    template <class R> void come(bool& has, caller where) {
        if (!s_.is_alive(e_) || s_.template column_of<R>().has(e_.index())) return;
        has = true; // (If it throws, it is not there, and nothing is taken back.)
        (void)Edits::template emplaced_alone<R>(s_, where, e_, made_by_default<R>());
    }
    template <std::size_t... I> void take_back(std::index_sequence<I...>) noexcept {
        constexpr std::size_t last = sizeof...(Rs) - 1;
        (take_back<std::tuple_element_t<last - I, std::tuple<Rs...>>>(has_come_[last - I]), ...);
    }
    template <class R> void take_back(bool has) noexcept {
        if (has) (void)attempt([this] { (void)edits<Allocator>::remove(s_, known_component_number<R>(), e_); });
    }

    storage<Allocator>& s_;
    entity e_;
    bool has_come_[sizeof...(Rs)] = {};
    bool stay_ = false;
};

} // namespace throng::core
