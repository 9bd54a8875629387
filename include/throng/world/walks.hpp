#pragma once

#include <throng/world/columns.hpp>
#include <throng/world/walker.hpp>

#include <cstddef>
#include <cstdint>

namespace throng::core {

/// The open walks, frozen views and operations in progress of a world: whoever changes something tells them here.
template <class Allocator> class world_walks : public world_columns<Allocator> {
    using base = world_columns<Allocator>;

  public:
    using column_type = column<Allocator>;

    /// The world of a walk that is linked.
    template <class Storage> [[nodiscard]] static Storage& home_of(const world_walker& w) noexcept {
        return static_cast<Storage&>(*static_cast<world_walks*>(w.home));
    }
    [[gnu::noinline]] void link(world_walker& w) noexcept {
#if defined(THRONG_AUDIT) && THRONG_AUDIT
        if (w.opened) {
            log_.check_walks(open_, w.opened->where, "second walk opened");
            log_.check_walk(*w.opened, innermost_walk());
        }
#endif
        mark_file<world_walks>();
        w.home = this;
        w.previous = nullptr;
        w.next = walks_;
        if (walks_ != nullptr) walks_->previous = &w;
        walks_ = &w;
        open_.add(w);
        update_walked();
    }
    void unlink(world_walker& w) noexcept {
        open_.remove(w);
        (w.previous != nullptr ? w.previous->next : walks_) = w.next;
        if (w.next != nullptr) w.next->previous = w.previous;
        w.home = nullptr;
        update_walked();
    }
    /// The node has moved.
    void relink(world_walker& from, world_walker& to) noexcept {
        to.take(from);
        link(to);
        unlink(from);
    }
    [[nodiscard]] bool is_walked() const noexcept { return walks_ != nullptr; }
    [[nodiscard]] world_walker* walks() const noexcept { return walks_; }

    // --- the audit build's checks; nothing in any other --------------------------------------------------------------

#if defined(THRONG_AUDIT) && THRONG_AUDIT
    void check_unwalked(const char* what, caller where) const {
        log_.check_walks(open_, where);
        log_.check_unwalked(what, where, innermost_walk());
    }
    [[noreturn]] void complain(const char* what, entity e, caller where) const {
        const std::string known = story(e);
        log_.fail(known.empty() ? what : what + (":\n" + known), where, innermost_walk());
    }
    void journal_birth(entity e, caller where) const { log_.added(e.number(), where, innermost_walk()); }
    void journal_death(entity e) const { log_.removed(e.number(), innermost_walk()); }
    [[nodiscard]] std::string story(entity e) const { return log_.story(e.number()); }
    void name(const char* text) noexcept { log_.name(text); }
#else
    void check_unwalked(const char*, caller) const noexcept {}
    void complain(const char*, entity, caller) const noexcept {}
    void journal_birth(entity, caller) const noexcept {}
    void journal_death(entity) const noexcept {}
    void name(const char*) noexcept {}
#endif

    /// Before somebody is born, with all of his components, at a place: walks must know that he is new. Throws what the
    /// allocator throws.
    void expect(std::uint32_t page) {
        for (world_walker* w = walks_; w != nullptr; w = w->next) {
            if (w->matches != nullptr) w->late.equip(allocator_, page);
        }
    }
    void born(std::uint32_t index) noexcept {
        for (world_walker* w = walks_; w != nullptr; w = w->next) {
            if (w->matches != nullptr) w->late.set(index);
        }
    }
    /// Edits of many at once have been made on a page: walks that have read it must look again.
    void page_changed(std::uint32_t page) noexcept {
        for (world_walker* w = walks_; w != nullptr; w = w->next) {
            if (w->at != nowhere && number(w->at) / page_slots == page) w->changed |= look_again;
        }
    }

  protected:
#if defined(THRONG_AUDIT) && THRONG_AUDIT
    world_walks(const Allocator& allocator, caller where) : base(allocator), log_(where) { mark_file<world_walks>(); }
#else
    world_walks(const Allocator& allocator, caller) noexcept : base(allocator) { mark_file<world_walks>(); }
#endif

    using base::allocator_;

    /// Walks that have read that the entity matches must look again.
    void removed(std::uint32_t index) noexcept {
        for (world_walker* w = walks_; w != nullptr; w = w->next) {
            if (w->must_look_again_at(index)) [[unlikely]]
                w->changed |= look_again;
        }
    }
    /// Before an edit that concerns a column of an entity: whom it will concern. Throws what the allocator throws.
    void before_edit(const column_type& c, std::uint32_t index) {
        for (world_walker* w = walks_; w != nullptr; w = w->next) {
            if (w->matches == nullptr || ((w->wants | w->shuns) & c.mark) == 0) continue;
            w->matched = w->matches(*w, index);
            if (!w->matched) w->late.equip(allocator_, index / page_slots);
            else if (w->is_view) w->gone.equip(allocator_, index / page_slots);
        }
    }
    /// After it.
    void after_edit(const column_type& c, std::uint32_t index) noexcept {
        for (world_walker* w = walks_; w != nullptr; w = w->next) {
            if (w->matches == nullptr || ((w->wants | w->shuns) & c.mark) == 0) continue;
            const bool matches = w->matches(*w, index);
            if (matches == w->matched) continue;
            if (matches) w->late.set(index);
            else if (w->is_view) show_still(*w, index);
            else if (w->must_look_again_at(index)) w->changed |= look_again;
        }
    }
    /// Throws what the allocator throws.
    void before_death(std::uint32_t index) {
        for (world_walker* w = walks_; w != nullptr; w = w->next) {
            if (!w->is_view) continue;
            w->matched = w->matches(*w, index);
            if (w->matched) w->gone.equip(allocator_, index / page_slots);
        }
    }
    void after_death(std::uint32_t index) noexcept {
        for (world_walker* w = walks_; w != nullptr; w = w->next) {
            if (w->is_view) {
                if (w->matched) show_still(*w, index);
            } else if (w->must_look_again_at(index)) {
                w->changed |= look_again;
            }
        }
    }
    static void show_still(world_walker& view, std::uint32_t index) noexcept {
        if (!view.late.has(index)) view.gone.set(index);
    }
    /// Whoever stands on the index has something to let go of.
    void mark_standing(std::uint32_t index) noexcept {
        for (world_walker* w = walks_; w != nullptr; w = w->next) {
            if (w->stands_on(index)) w->changed |= let_go_of;
        }
    }
    [[nodiscard]] bool is_held(std::uint32_t index) const noexcept {
        for (const world_walker* w = walks_; w != nullptr; w = w->next) {
            if (w->stands_on(index) || (w->is_view && w->gone.has(index))) return true;
        }
        return false;
    }
    /// The world goes, the walk stays.
    void abandon(world_walker& w) noexcept {
        w.home = nullptr;
        w.at = w.end = nowhere;
        w.changed = look_again;
        w.late.release(allocator_);
        w.gone.release(allocator_);
    }
    void abandon_all() noexcept {
        for (world_walker* w = walks_; w != nullptr;) {
            world_walker* const next = w->next;
            abandon(*w);
            w = next;
        }
        walks_ = nullptr;
    }

    world_walker* walks_ = nullptr;
    [[no_unique_address]] mutable open_walks<world_walker> open_;
#if defined(THRONG_AUDIT) && THRONG_AUDIT
    mutable audit log_;

    [[nodiscard]] const opening* innermost_walk() const noexcept { return open_.innermost(); }
#endif

  private:
    /// Walks have come or gone, and so what edits must take care of.
    void update_walked() noexcept {
        this->walked_additions_ = this->walked_removals_ = 0;
        for (const world_walker* w = walks_; w != nullptr; w = w->next) {
            this->walked_additions_ = ~std::uint64_t{0};
            this->walked_removals_ |= w->is_view ? ~std::uint64_t{0} : w->shuns;
        }
        this->update_care();
    }
};

} // namespace throng::core
