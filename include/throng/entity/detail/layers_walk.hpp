#pragma once

#include <throng/core/walk.hpp>

#include <cstddef>
#include <utility>

namespace throng::core {

/// An open walk of several lists, one after the other. Walks of all of them are open from the beginning, so that
/// nothing in any of them moves.
template <class List, class Element, std::size_t Count> class layers_walk {
    using inner = decltype(std::declval<List&>().walk(live));

  public:
    using element_type = Element;
    using iterator = walk_steps<layers_walk>;

    template <class... Walks>
        requires(sizeof...(Walks) == Count)
    explicit layers_walk(Walks&&... walks) noexcept : walks_{std::forward<Walks>(walks)...} {}

    /// Moves on and gives the entity; null at the end.
    Element* next() {
        for (; at_ < Count; ++at_) {
            if (Element* const e = walks_[at_].next(); e != nullptr) return e;
            if (at_ + 1 == Count) break;
        }
        return nullptr;
    }
    /// The entity at which the walk is positioned; null before the first and after the last.
    [[nodiscard]] Element* current() const noexcept { return walks_[at_].current(); }
    /// The walk of one of the lists.
    [[nodiscard]] inner& part(std::size_t i) noexcept { return walks_[i]; }
    /// Whether the walk's current entity has not been removed.
    [[nodiscard]] bool is_current_there() const noexcept { return walks_[at_].is_current_there(); }
    /// A second walk, which stands where this one stands and goes on from there.
    [[nodiscard]] layers_walk fork() const noexcept {
        return [this]<std::size_t... I>(std::index_sequence<I...>) {
            return layers_walk(at_, walks_[I].fork()...);
        }(std::make_index_sequence<Count>{});
    }
    /// Which layer of the order the walk is in, from 0.
    [[nodiscard]] std::size_t layer() const noexcept { return at_; }
    /// Removes the entity at which the walk is positioned; returns false if there is none, or if it is removed already.
    bool remove(caller where = {})
        requires requires(inner& w) { w.remove(where); }
    {
        return walks_[at_].remove(where);
    }

    /// Moves to the first entity, if the walk has not begun yet.
    [[nodiscard]] iterator begin() {
        if (is_at_end()) (void)next();
        return iterator(*this);
    }
    [[nodiscard]] std::default_sentinel_t end() const noexcept { return {}; }
    [[nodiscard]] bool is_at_end() const noexcept { return current() == nullptr; }

  private:
    template <class... Walks> explicit layers_walk(std::size_t at, Walks&&... walks) noexcept
        : walks_{std::forward<Walks>(walks)...}, at_(at) {}

    inner walks_[Count];
    std::size_t at_ = 0;
};

} // namespace throng::core
