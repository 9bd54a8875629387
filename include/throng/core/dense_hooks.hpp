#pragma once

/// What a dense array does where a hook has to be told in the middle of an operation: the rest of dense.hpp, which
/// includes it.
#include <throng/core/dense.hpp>

namespace throng::core {

template <class T, class Allocator> void dense<T, Allocator>::remove_and_tell(std::size_t slot) {
    struct telling {
        holding hold;
        std::size_t slot;
        bool told = false;

        telling(dense& home, std::size_t i) noexcept : hold(home, home.at(i)), slot(i) {
            const segment_type& s = home.segment_of(slot);
            home.journal_remove(s.at(slot));
            home.open_gap(slot);
            s.set_ghost(slot);
            --home.size_;
            ++home.ghosts_;
            if (s.removed_at != nullptr) s.removed_at[slot - s.origin] = home.epoch_;
            if (entry(s) != 0) home.table_->invalidate(entry(s) - 1);
            home.disturb();
        }
        telling(const telling&) = delete;
        telling& operator=(const telling&) = delete;
        ~telling() {
            dense* const home = hold.home();
            if (home == nullptr) return;
            const segment_type& s = home->segment_of(slot);
            if (told) {
                if (entry(s) != 0) {
                    home->table_->recycle(entry(s) - 1);
                    s.handles[slot - s.origin] = 0;
                }
                home->close(hold.node());
                return;
            }
            s.clear_ghost(slot);
            s.clear_gap(slot);
            ++home->size_;
            --home->ghosts_;
            if (entry(s) != 0) home->table_->revive(entry(s) - 1, s.at(slot));
            home->journal_return(s.at(slot));
            home->close(hold.node());
        }
        [[nodiscard]] std::uint32_t entry(const segment_type& s) const noexcept {
            return s.handles == nullptr ? 0 : s.handles[slot - s.origin];
        }
    } t(*this, slot);
    on_remove_.call(*at(slot));
    t.told = true;
}

template <class T, class Allocator> void dense<T, Allocator>::tell_of_add(std::size_t slot) {
    struct telling {
        holding hold;
        std::size_t slot;
        bool told = false;

        telling(dense& home, std::size_t i) noexcept : hold(home, home.at(i)), slot(i) {}
        telling(const telling&) = delete;
        telling& operator=(const telling&) = delete;
        ~telling() {
            dense* const home = hold.home();
            if (home == nullptr) return;
            if (!told && home->is_live(slot)) home->drop(slot);
            home->close(hold.node());
        }
    } t(*this, slot);
    on_add_.call(*at(slot));
    t.told = true;
}

} // namespace throng::core
