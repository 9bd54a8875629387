#pragma once

/// How other elements take the place of all that is there: the rest of dense.hpp, which includes it.
#include <throng/core/dense.hpp>

namespace throng::core {

template <class T, class Allocator> class dense<T, Allocator>::replacing {
  public:
    /// There will be so many. Throws what the allocator throws; nothing has changed then.
    replacing(dense& home, std::size_t count)
        : hold_(home), before_(home.end_), is_possible_(home.reserve(count) && prepare()) {}
    replacing(const replacing&) = delete;
    replacing& operator=(const replacing&) = delete;
    ~replacing() {
        dense* const home = hold_.home();
        if (home == nullptr) return;
        const std::size_t last = done_ ? before_ : home->end_;
        for (std::size_t i = done_ ? 0 : before_; i < last && hold_.home() == home; ++i) {
            if (home->is_live(i)) home->drop(i);
        }
        if (hold_.home() != nullptr) hold_.home()->close(hold_.node());
    }
    template <class U> void add(U&& element) {
        if (hold_.home() != nullptr && is_possible_)
            (void)hold_.home()->template make<false>(nullptr, std::forward<U>(element));
    }
    /// All are there. Throws what the allocator throws; where it gives null, nothing has happened.
    void finish() { done_ = is_possible_ && prepare(); }

  private:
    /// What views show outlives its removal: those, too, that have been taken meanwhile.
    [[nodiscard]] bool prepare() {
        dense* const home = hold_.home();
        if (home == nullptr || home->walkers_.views() == 0) return true;
        for (segment_type* s = &home->body_; s != nullptr; s = s->next) {
            if (s->places != 0 && !home->prepare_views(*s)) return false;
        }
        return true;
    }

    holding hold_;
    /// Slots before this one are what is to be replaced.
    std::size_t before_;
    bool is_possible_;
    bool done_ = false;
};

template <class T, class Allocator> void dense<T, Allocator>::swap(dense& other) noexcept {
    start_above_both(*this, other);
    std::swap(body_, other.body_);
    std::swap(end_, other.end_);
    std::swap(size_, other.size_);
    std::swap(being_made_, other.being_made_);
    std::swap(gaps_from_, other.gaps_from_);
    walkers_.swap(other.walkers_);
    std::swap(table_, other.table_);
    std::swap(ghosts_, other.ghosts_);
    std::swap(epoch_, other.epoch_);
#if defined(THRONG_AUDIT) && THRONG_AUDIT
    log_.swap_contents(other.log_);
#endif
    walkers_.settle_in(*this);
    other.walkers_.settle_in(other);
    settle();
    other.settle();
}

template <class T, class Allocator> void dense<T, Allocator>::trim() noexcept {
    if (is_walked()) return;
    if (size_ == 0) {
        drop_segments();
        end_ = 0;
        gaps_from_ = nowhere;
        if (table_ == nullptr) return;
        // What comes gets handles above those that have been given.
        first_generation_ = unused_generation();
        this->journal_table();
        drop_table();
    } else if constexpr (relocatable) {
        if (size_ < body_.end) shrink();
    }
}

} // namespace throng::core
