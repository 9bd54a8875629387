#pragma once

/// What a sequence does where a hook has to be told, or the user asked, in the middle of an operation: the rest of
/// sequence.hpp, which includes it.
#include <throng/core/sequence.hpp>

namespace throng::core {

template <class T, class Allocator> void sequence<T, Allocator>::remove_and_tell(page_type* p, unsigned s) {
    struct telling {
        holding hold;
        page_type* p;
        unsigned s;
        bool told = false;

        telling(sequence& home, page_type* page, unsigned slot) noexcept
            : hold(home, page->slot(slot)), p(page), s(slot) {
            home.disturb();
            home.journal_remove(p->slot(s));
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
            // Who has read the word meanwhile has to come to it all the same.
            home->disturb();
            p->clear_ghost(s);
            p->set_live(s);
            ++home->size_;
            --home->ghosts_;
            if (has_handle()) home->table_->revive(p->handles[s] - 1, p->slot(s));
            home->journal_return(p->slot(s));
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
            : hold(home, page->slot(slot)), p(page), s(slot), origin(from) {}
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

template <class T, class Allocator> template <class Enters, class... Args>
T* sequence<T, Allocator>::emplace_if(Enters enters, Args&&... args) {
    struct arrival {
        holding hold;
        table_type& table;
        page_type* p;
        unsigned s;
        bool made = false;
        bool entered = false;

        arrival(sequence& home, page_type* page, unsigned slot) noexcept
            : hold(home), table(*home.table_), p(page), s(slot) {
            ++home.being_made_;
        }
        arrival(const arrival&) = delete;
        arrival& operator=(const arrival&) = delete;
        ~arrival() {
            if (entered || !is_there()) return;
            table.forget_promise();
            --hold.home()->being_made_;
            if (made) (void)hold.home()->bury(p, s);
            if (is_there()) hold.home()->take_back(p, s, hold.node());
        }
        [[nodiscard]] bool is_there() const noexcept { return hold.home() != nullptr; }
        /// If the contents die it dies with them, as the removed do who are kept; but no view shows it.
        void wait() noexcept {
            made = true;
            hold.stand_on(p->slot(s));
            if (p->removed_at != nullptr) p->removed_at[s] = 0;
            p->set_ghost(s);
            ++hold.home()->ghosts_;
        }
        void enter() noexcept {
            entered = true;
            table.forget_promise();
            hold.node().at = address{};
            sequence& home = *hold.home();
            p->clear_ghost(s);
            p->set_live(s);
            --home.ghosts_;
            --home.being_made_;
            ++home.size_;
        }
    };
    if (is_full()) return nullptr;
    // All that can fail for want of memory comes first.
    if (!prepare_handles() || (tail_end_ >= page_type::slots() && !append_page()) || !table_->make_room(allocator_) ||
        !table_->promise(allocator_))
        return nullptr;
    page_type* const p = tail_;
    const unsigned s = tail_end_++;
    if (p->subsets != nullptr) subset_chain_type::forget(p, s);

    arrival a(*this, p, s);
    const std::uint64_t before = a.table.changes();
    std::allocator_traits<Allocator>::construct(allocator_, p->slot(s), std::forward<Args>(args)...);
    if (!a.is_there()) return nullptr;
    a.wait();
    const auto is_there = [&a] { return a.is_there(); };
    if (!enters(a.table, *p->slot(s), a.table.changes() != before, is_there)) return nullptr;
    a.enter();
    if (a.hold.home()->on_add_) (void)a.hold.home()->told_of_add(p, s);
    return a.is_there() ? p->slot(s) : nullptr;
}

} // namespace throng::core
