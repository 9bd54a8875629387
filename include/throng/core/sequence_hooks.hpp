#pragma once

/// What a sequence does where a hook has to be told: the rest of sequence.hpp, which includes it.
#include <throng/core/sequence.hpp>

namespace throng::core {

template <class T, class Allocator> void sequence<T, Allocator>::remove_and_tell(page_type* p, unsigned s) {
    struct telling {
        holding hold;
        page_type* p;
        unsigned s;
        bool told = false;

        telling(sequence& home, page_type* page, unsigned slot) noexcept : hold(home), p(page), s(slot) {
            hold.node().at = address_of(p->slot(s));
            hold.node().extent = sizeof(T);
            home.disturb();
            p->clear_live(s);
            p->set_ghost(s);
            --home.size_;
            ++home.ghosts_;
            if (p->removed_at != nullptr) p->removed_at[s] = home.epoch_;
            if (has_handle()) home.table_->invalidate(p->handles[s] - 1, p->slot(s));
        }
        telling(const telling&) = delete;
        telling& operator=(const telling&) = delete;
        ~telling() {
            sequence* const home = hold.home();
            if (home == nullptr) return;
            if (told) {
                if (has_handle()) home->table_->recycle(std::exchange(p->handles[s], 0U) - 1);
                home->close(hold.node());
                return;
            }
            p->clear_ghost(s);
            p->set_live(s);
            ++home->size_;
            --home->ghosts_;
            if (has_handle()) home->table_->revive(p->handles[s] - 1, p->slot(s));
        }
        [[nodiscard]] bool has_handle() const noexcept { return p->handles != nullptr && p->handles[s] != 0; }
    } t(*this, p, s);
    on_remove_.call(*p->slot(s));
    t.told = true;
}

template <class T, class Allocator> T* sequence<T, Allocator>::told_of_add(page_type* p, unsigned s, T* origin) {
    struct telling {
        holding hold;
        page_type* p;
        unsigned s;
        T* origin;
        bool told = false;

        telling(sequence& home, page_type* page, unsigned slot, T* from) noexcept
            : hold(home), p(page), s(slot), origin(from) {
            hold.node().at = address_of(p->slot(s));
            hold.node().extent = sizeof(T);
        }
        telling(const telling&) = delete;
        telling& operator=(const telling&) = delete;
        ~telling() {
            if (hold.home() != nullptr) (void)end();
        }
        T* end() noexcept {
            sequence& home = *hold.home();
            if (!told && p->is_live(s)) {
                if (origin != nullptr) move_back(*p->slot(s), origin);
                home.drop_at(p, s);
            }
            return home.part(hold.node());
        }
    } t(*this, p, s, origin);
    on_add_.call(*p->slot(s));
    t.told = true;
    return t.hold.home() == nullptr ? nullptr : t.end();
}

} // namespace throng::core
