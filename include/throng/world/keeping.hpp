#pragma once

#include <throng/world/pages.hpp>

#include <cstddef>
#include <cstdint>

namespace throng::core {

/// Who wants to be told of entities that come to match its query, and of those that match no more.
template <class Allocator> struct watcher {
    watcher* next = nullptr;
    /// Who matched when it was last told.
    some_entities members;
    /// Of those, who may have matched no more for a while since.
    some_entities wavered;
    /// Members of whom it has not been told yet.
    some_entities joined;
    /// Who left, and is kept until it has been told of all; and of whom of those it has not been told yet.
    some_entities left;
    some_entities untold;
    template <class F> void each_set(F f) {
        for (some_entities* s : {&members, &wavered, &joined, &left, &untold}) f(*s);
    }
    /// A column has something to tell of a page.
    void (*note)(watcher& self, const column<Allocator>& c, std::uint32_t page, const block_sides& what) = nullptr;
};

/// Who and what is kept though it is gone: because a walk stands on it, a view shows it, or a system has not been told.
template <class Allocator> class world_keeping : public world_pages<Allocator> {
    using base = world_pages<Allocator>;

  public:
    using column_type = column<Allocator>;
    using page_type = entity_page<Allocator>;
    using base::give_up;
    using base::link;
    using base::unlink;

    /// The walk is over.
    void close(world_walker& w) noexcept {
        const word changed = w.changed;
        const std::uint32_t from = number(w.at);
        const std::uint32_t to = w.on_run ? number(w.run_end) : from + 1;
        unlink(w);
        w.late.release(allocator_);
        if (any(changed & let_go_of) && from != number(nowhere)) {
            for (std::uint32_t i = from; i != to; ++i) let_go(i);
        }
        if (w.is_view && w.gone.any()) {
            for (std::uint32_t p = 0; p < w.gone.page_count(); ++p) {
                const word* const those = w.gone.page(p);
                for (unsigned i = 0; those != nullptr && i < page_words; ++i) {
                    for (word rest = those[i]; any(rest); rest = without_lowest(rest))
                        let_go(p * page_slots + i * word_bits + lowest(rest));
                }
            }
        }
        w.gone.release(allocator_);
    }
    /// Nobody who looked at the index does so any more, perhaps: what is dead is destroyed, and what was destroyed may
    /// be used again. Whoever still stands on it is marked, to ask again.
    void let_go(std::uint32_t index) noexcept {
        page_type& p = *pages_[index / page_slots];
        const unsigned s = index % page_slots;
        // (Asked anew for each value: its destructor may have ended its entity, taken other values along, or shown them
        // to somebody.)
        do {
            if (is_held(index)) return mark_standing(index);
            if (is_kept(index)) return;
        } while (p.special && destroy_ghost(p, s));
        if (any(p.limbo(s / word_bits) & bit(s % word_bits))) give_up(p, s);
    }

    // Systems that are told who joined and who left.

    void link(watcher<Allocator>& w) {
        w.next = watchers_;
        watchers_ = &w;
    }
    void unlink(watcher<Allocator>& w) noexcept {
        watcher<Allocator>** at = &watchers_;
        while (*at != &w) at = &(*at)->next;
        *at = w.next;
        release_kept(w.members);
        release_kept(w.left);
    }
    /// One watcher more for the column, who must know who has lost it, or else who has got it.
    void watch(column_type& c, bool losses) {
        if ((c.special & column_type::watched) == 0) {
            for (const page_type* const p : pages_) {
                if (c.is_on(p->number)) c.equip_sides(allocator_, p->number);
            }
        }
        ++(losses ? c.loss_watchers : c.gain_watchers);
        c.special |= losses ? column_type::losses_watched : column_type::gains_watched;
        this->update_special(c);
    }
    void unwatch(column_type& c, bool losses) noexcept {
        if (--(losses ? c.loss_watchers : c.gain_watchers) != 0) return;
        c.special &= ~(losses ? column_type::losses_watched : column_type::gains_watched);
        this->update_special(c);
    }
    /// What columns have noted goes to all watchers. Throws what the allocator throws; nothing is lost then.
    void tell_watchers() {
        for (column_type* const c : columns_) {
            if (!c->told) continue;
            for (std::uint32_t p = 0; p < c->sides.size(); ++p) {
                block_sides* const s = c->sides[p];
                if (s == nullptr || !s->told) continue;
                for (watcher<Allocator>* w = watchers_; w != nullptr; w = w->next) {
                    if (w->members.page(p) != nullptr) w->note(*w, *c, p, *s);
                }
                for (unsigned i = 0; i < page_words; ++i) s->lost[i] = s->gained[i] = word{};
                s->told = false;
            }
            c->told = false;
        }
    }
    /// Whether this is asked in the middle of a value's making or destruction: what is not there may be there soon.
    [[nodiscard]] bool is_amid_something() const noexcept { return busy_ != nullptr; }
    /// Whether somebody is looking at what is here now: all of it can be exchanged for something else only otherwise.
    [[nodiscard]] bool is_being_looked_at() const noexcept { return this->is_walked() || showings_ != 0; }
    /// While it is there, some system is just told who joined or left, and is shown their values.
    class showing {
      public:
        explicit showing(world_keeping& home) noexcept : home_(home) { ++home_.showings_; }
        showing(const showing&) = delete;
        showing& operator=(const showing&) = delete;
        ~showing() { --home_.showings_; }

      private:
        world_keeping& home_;
    };
    /// Keeps the entities' indices and values, until `release_kept`.
    [[nodiscard]] some_entities& kept() noexcept { return kept_; }
    /// Those of whom no watcher has to be told any more are let go.
    void release_kept(const some_entities& those) noexcept {
        for (std::uint32_t p = 0; p < those.page_count(); ++p) {
            const word* const its = those.page(p);
            for (unsigned w = 0; its != nullptr && w < page_words; ++w) release_kept(p, w, its[w]);
        }
    }
    void release_kept(std::uint32_t p, unsigned i, word those) noexcept {
        for (const watcher<Allocator>* w = watchers_; w != nullptr && any(those); w = w->next) {
            if (const word* const m = w->members.page(p); m != nullptr) those &= ~m[i];
            if (const word* const l = w->left.page(p); l != nullptr) those &= ~l[i];
        }
        if (!any(those)) return;
        if (word* const k = kept_.words(p); k != nullptr) k[i] &= ~those;
        // The living who lost nothing that must be destroyed have nothing to be let go of.
        if (!pages_[p]->special) those &= pages_[p]->limbo(i);
        for (; any(those); those = without_lowest(those)) let_go(p * page_slots + i * word_bits + lowest(those));
    }

    /// Stands on an entity while a hook is told of it.
    class standing {
      public:
        standing(world_keeping& home, std::uint32_t index) noexcept : index_(index) {
            node_.at = place{index};
            node_.end = place{index + 1};
            home.link(node_);
        }
        standing(const standing&) = delete;
        standing& operator=(const standing&) = delete;
        ~standing() {
            if (node_.home == nullptr) return;
            auto& home = base::template home_of<world_keeping>(node_);
            home.unlink(node_);
            if (lets_go) home.let_go(index_);
        }
        bool lets_go = true;

      private:
        world_walker node_;
        std::uint32_t index_;
    };

  protected:
    using base::allocator_;
    using base::columns_;
    using base::is_held;
    using base::mark_standing;
    using base::pages_;

    using base::base;

    /// A value is being made or destroyed: nothing can be put in its place meanwhile.
    struct being_made {
        world_keeping& home;
        const column_type* of;
        std::uint32_t index;
        being_made* outer;
        being_made(world_keeping& s, const column_type& c, std::uint32_t i) noexcept
            : home(s), of(&c), index(i), outer(s.busy_) {
            s.busy_ = this;
        }
        being_made(const being_made&) = delete;
        being_made& operator=(const being_made&) = delete;
        ~being_made() { home.busy_ = outer; }
    };

    /// Whether some watcher has not been told of its leaving.
    [[nodiscard]] bool is_kept(std::uint32_t index) const noexcept { return watchers_ != nullptr && kept_.has(index); }
    [[nodiscard]] bool is_busy(const column_type& c, std::uint32_t index) const noexcept {
        for (const being_made* d = busy_; d != nullptr; d = d->outer) {
            if (d->of == &c && d->index == index) return true;
        }
        return false;
    }
    /// Destroys a value that its entity has no more; false if there is none. The page is kept meanwhile: a destructor
    /// may make any edit.
    bool destroy_ghost(page_type& p, unsigned s) noexcept {
        const unsigned w = s / word_bits;
        for (std::size_t i = 0; i < p.columns.size(); ++i) {
            column_type& c = *p.columns[i].of;
            if (!c.leaves_ghosts() || !any(c.ghosts(p.number, w) & bit(s % word_bits))) continue;
            c.ghosts(p.number, w) &= ~bit(s % word_bits);
            const std::uint32_t index = p.number * page_slots + s;
            standing here(*this, index);
            here.lets_go = false;
            const being_made busy(*this, c, index);
            c.type.destroy(c.value(p.number, s));
            return true;
        }
        return false;
    }

    watcher<Allocator>* watchers_ = nullptr;
    /// Whose indices and values are kept because some watcher has not been told of their leaving.
    some_entities kept_;
    being_made* busy_ = nullptr;
    unsigned showings_ = 0;
};

} // namespace throng::core
