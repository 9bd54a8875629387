#pragma once

#include <throng/core/walks.hpp>

#include <cstddef>
#include <utility>

namespace throng::core {

/// An open walk of an entity list: as that of the underlying list, but removed entities are notified of their end.
template <class List, class Walk> class entity_walk : public Walk {
  public:
    entity_walk(List& home, Walk&& opened) noexcept : Walk(std::move(opened)), list_(&home) {}

    /// Removes the entity at which the walk is positioned; returns false if there is none, or if it is removed already.
    bool remove(caller where = {}) { return remove_current(false, where); }

    /// A second walk, which stands where this one stands and goes on from there.
    [[nodiscard]] entity_walk fork() const noexcept { return entity_walk(*list_, Walk::fork()); }

  private:
    friend List;

    /// `expired`: because it has expired.
    bool remove_current(bool expired, caller where) {
        return this->is_current_there() && home().remove_and_tell(this->current(), expired, where);
    }
    /// The list that the entity stood on is in: after a swap that is another one. Its storage lies in each list in the
    /// same place.
    [[nodiscard]] List& home() noexcept {
        const auto offset = reinterpret_cast<std::byte*>(&list_->storage()) - reinterpret_cast<std::byte*>(list_);
        return *reinterpret_cast<List*>(reinterpret_cast<std::byte*>(this->node().home) - offset);
    }

    List* list_;
};

/// Says of a call that is refused where it was made: in the audit build that is the end of the program. False.
[[nodiscard]] inline bool refused([[maybe_unused]] const char* why, [[maybe_unused]] caller where) {
#if defined(THRONG_AUDIT) && THRONG_AUDIT
    report(why, where);
#else
    return false;
#endif
}

} // namespace throng::core
