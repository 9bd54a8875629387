#pragma once

/// What slots do where a hook has to be told in the middle of an operation: the rest of slots.hpp, which includes it.
#include <throng/core/slots.hpp>

namespace throng::core {

template <class T, class Allocator> void slots<T, Allocator>::remove_and_tell(page_type* p, unsigned s) {
    struct telling {
        holding hold;
        page_type* p;
        unsigned s;
        bool told = false;

        telling(slots& home, page_type* page, unsigned slot) noexcept : hold(home, page->slot(slot)), p(page), s(slot) {
            hold.node().tells = true;
            home.journal_remove(p->slot(s));
            p->clear_live(s);
            home.tell_others(p, s);
            page_type::set(p->ghosts, s);
            --home.size_;
            ++home.ghosts_;
            (void)home.next_generation(p, s);
            if (p->moments != nullptr) p->gone(s) = home.comers_.now();
        }
        telling(const telling&) = delete;
        telling& operator=(const telling&) = delete;
        ~telling() {
            slots* const home = hold.home();
            if (home == nullptr) return;
            if (told) {
                home->close(hold.node());
                return;
            }
            // Who has read the word meanwhile has to come to it all the same.
            home->disturb();
            page_type::clear(p->ghosts, s);
            page_type::set(p->live, s);
            ++home->size_;
            --home->ghosts_;
            --p->generations[s];
            home->journal_return(p->slot(s));
        }
    } t(*this, p, s);
    on_remove_.call(*p->slot(s));
    t.told = true;
}

template <class T, class Allocator> bool slots<T, Allocator>::told_of_add(page_type* p, unsigned s) {
    struct telling {
        holding hold;
        page_type* p;
        unsigned s;
        bool told = false;

        telling(slots& home, page_type* page, unsigned slot) noexcept
            : hold(home, page->slot(slot)), p(page), s(slot) {}
        telling(const telling&) = delete;
        telling& operator=(const telling&) = delete;
        ~telling() {
            slots* const home = hold.home();
            if (home == nullptr) return;
            if (!told && p->is_live(s)) home->drop_at(p, s);
            home->close(hold.node());
        }
    } t(*this, p, s);
    on_add_.call(*p->slot(s));
    t.told = true;
    return t.hold.home() != nullptr && p->is_live(s);
}

} // namespace throng::core
