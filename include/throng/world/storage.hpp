#pragma once

#include <throng/world/careful_edits.hpp>
#include <throng/world/single_values.hpp>

#include <cstddef>
#include <cstdint>

namespace throng::core {

template <class Allocator> class world_contents;
template <class Allocator> class world_validation;

/// Entities and their components: an entity's index is its address. Everything that changes a world comes through here,
/// and tells those who walk.
template <class Allocator> class storage : public careful_edits<Allocator> {
    using base = careful_edits<Allocator>;

  public:
    using column_type = column<Allocator>;
    using page_type = entity_page<Allocator>;
    using kind_type = kind<Allocator>;
    using base::adds_plainly;
    using base::born;
    using base::give_up;
    using base::is_alive;
    using base::removes_plainly;

    storage(const Allocator& allocator, caller where) : base(allocator, where) {}
    storage(const storage&) = delete;
    storage& operator=(const storage&) = delete;
    ~storage() {
        this->abandon_all();
        for (column_type* const c : this->columns_) c->destroy_values();
        singles_.release(allocator_);
        this->release_columns();
        this->release_pages();
        kept_.release(allocator_);
    }

    [[nodiscard]] single_values<Allocator>& singles() noexcept { return singles_; }

    /// See validation.hpp.
    [[nodiscard]] bool is_whole() const noexcept { return world_validation<Allocator>::is_whole(*this); }
#if defined(THRONG_AUDIT) && THRONG_AUDIT
    /// An edit is made.
    [[nodiscard]] audit::visit entered(caller where) const {
        mark_file<storage>();
        this->log_.check_walks(this->open_, where);
        return audit::visit(this->log_, where, this->innermost_walk(), *this);
    }
#else
    struct [[maybe_unused]] nothing {};
    [[nodiscard]] nothing entered(caller) const noexcept {
        mark_file<storage>();
        return {};
    }
#endif

    // --- entities ----------------------------------------------------------------------------------------------------

    /// False if the handle is stale.
    bool destroy(entity e) {
        if (!is_alive(e)) return false;
        page_type& p = *pages_[e.index() / page_slots];
        const unsigned s = e.index() % page_slots;
        if (p.special) [[unlikely]]
            return destroy_with_care(p, s), true;
        bool kept = watchers_ != nullptr && kept_.has(e.index());
        for (world_walker* w = walks_; w != nullptr; w = w->next) {
            if (w->is_view) return destroy_with_care(p, s), true;
            if (w->stands_on(e.index())) {
                kept = true;
                w->changed |= let_go_of;
            }
            if (w->must_look_again_at(e.index())) w->changed |= look_again;
        }
        const word m = ~bit(s % word_bits);
        for (const attached_column<Allocator>& c : p.columns) c.present[s / word_bits] &= m;
        make_stale(p, s);
        if (!kept) give_up(p, s);
        return true;
    }
    /// All those of a word of a page; nobody needs care.
    void destroy_word(page_type& p, unsigned w, word those) noexcept {
        for (const attached_column<Allocator>& c : p.columns) c.present[w] &= ~those;
        p.alive[w] &= ~those;
        const word* const kept = kept_.page(p.number);
        const word leave = kept == nullptr ? those : those & ~kept[w];
        word one_by_one = any(~those) || !p.renew_word(w) ? those : word{};
        for (word& rest = one_by_one; any(rest); rest = without_lowest(rest)) {
            const unsigned s = lowest(rest);
            std::uint16_t& g = p.generations[w * word_bits + s];
            g = g == page_type::last_generation ? std::uint16_t{0} : static_cast<std::uint16_t>(g + 1);
            if (g == 0 && any(leave & bit(s))) [[unlikely]] {
                p.used_up[w] |= bit(s);
                ++p.resting;
            }
        }
        p.taken[w] &= ~leave | p.used_up[w];
        p.used -= count(leave);
        size_ -= count(those);
        if (w < p.first_free && any(~p.taken[w])) {
            if (p.is_full()) p.of->has_room(p.number);
            p.first_free = w;
        }
        if (p.used == 0 && any(leave)) page_emptied(p);
    }
    [[nodiscard]] bool destroys_plainly(const page_type& p) const noexcept { return !p.special && walks_ == nullptr; }

    void settle_word(page_type& p, unsigned w, word those) noexcept {
        p.alive[w] |= those;
        size_ += count(those);
        if (walks_ == nullptr) return;
        for (word rest = those; any(rest); rest = without_lowest(rest))
            born(p.number * page_slots + w * word_bits + lowest(rest));
    }
    // --- components --------------------------------------------------------------------------------------------------

    /// A quick answer whether nobody has to be told of an addition: if it is false, `add` knows better.
    [[nodiscard]] bool adds_simply(const known_type<Allocator>& its) const noexcept {
        return !its.is_marked_in(careful_additions_);
    }
    /// A quick answer whether nobody has to be told that somebody is born with it.
    [[nodiscard]] bool is_born_simply(const known_type<Allocator>& its) const noexcept {
        return !its.is_marked_in(this->special_additions_);
    }
    /// Makes a value: `make(address)` does so, and may throw and make any edit. The entity is alive and has none. Null
    /// if it died meanwhile, or if this is asked for while its last value is being destroyed.
    template <class T, class Make> T* add(column_type& c, std::byte* b, page_type& p, unsigned s, Make& make) {
        if constexpr (!plain<T>) return this->template add_with_care<T>(c, b, p, s, make);
        if (!adds_plainly(c)) [[unlikely]]
            return this->template add_with_care<T>(c, b, p, s, make);
        if constexpr (is_sparse<T>()) c.equip_cell(allocator_, b, s);
        T* const x = column_type::template value_of<T>(b, s);
        make(x);
        c.present(p.number)[s / word_bits] |= bit(s % word_bits);
        c.note_gained(p.number, s / word_bits, bit(s % word_bits));
        return x;
    }

    /// False if it has none.
    bool remove(column_type& c, std::uint32_t index) {
        return remove(c, (careful_removals_ & c.mark) != 0, c.parts.word_of(index), index);
    }
    /// The same; or if the handle is stale.
    bool remove(std::uint32_t type, entity e) {
        const known_type<Allocator>& its = this->type_of(type);
        if (its.number != type || !is_present(e)) return false;
        return remove(*its.of, its.is_marked_in(careful_removals_), its.parts.word_of(e.index()), e.index());
    }

  protected:
    bool remove(column_type& c, bool careful, word& there, std::uint32_t index) {
        if (!has_bit(there, index % word_bits)) return false;
        if (careful) [[unlikely]] {
            if (!removes_plainly(c)) return remove_with_care(c, index), true;
            c.note_lost(index / page_slots, index / word_bits % page_words, bit(index % word_bits));
        }
        there &= ~bit(index % word_bits);
        removed(index);
        return true;
    }

    template <class> friend class world_contents;
    template <class> friend class world_validation;
    using base::allocator_;
    using base::careful_additions_;
    using base::careful_removals_;
    using base::destroy_with_care;
    using base::is_present;
    using base::kept_;
    using base::make_stale;
    using base::page_emptied;
    using base::pages_;
    using base::remove_with_care;
    using base::removed;
    using base::size_;
    using base::walks_;
    using base::watchers_;

  private:
    single_values<Allocator> singles_;
};

} // namespace throng::core
