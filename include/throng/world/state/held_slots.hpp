#pragma once

#include <throng/world/kernel/storage.hpp>

#include <cstddef>
#include <cstdint>
#include <unordered_map>

namespace throng::core {

/// Slots of a world that no other entity gets, also after theirs has been destroyed: so that it can come back. Values
/// are kept as for a watcher, until they are let go of. Exchanged contents are followed: an entity that is in them, or
/// was the last in its slot, keeps it.
template <class Allocator> class held_slots final : watcher<Allocator> {
    using storage_type = storage<Allocator>;
    using page_type = entity_page<Allocator>;

  public:
    explicit held_slots(storage_type& home) : home_(home) {
        link_.who = this;
        home_.follow(link_);
        home_.watches.link(*this);
    }
    ~held_slots() {
        if (!home_.is_over()) {
            home_.stop_following(link_);
            home_.watches.unlink(*this);
            release([](std::uint32_t, unsigned) { return word{}; });
        }
        this->each_set([this](some_entities& s) { s.release(home_.allocator()); });
        kept_.release(home_.allocator());
    }

    /// The slot of an entity, as often as it is released. Throws what the allocator throws.
    void hold(entity e) {
        (void)kept_.equip(home_.allocator(), e.index() / page_slots);
        equip(e.index() / page_slots);
        held_slot& slot = those_[e.index()];
        slot.e = e;
        ++slot.times;
        kept_.set(e.index());
        take(e);
    }
    void let_go(entity e) noexcept {
        const auto found = those_.find(e.index());
        if (home_.is_over() || found == those_.end() || found->second.e != e || --found->second.times != 0) return;
        those_.erase(found);
        kept_.unset(e.index());
        // (All of the living are held just now.)
        if (holds_living_ || !this->held.has(e.index())) return;
        this->held.unset(e.index());
        home_.release_kept(e.index() / page_slots, e.index() / word_bits % page_words, bit(e.index() % word_bits));
    }
    /// The slots of all entities, until `release_living`. Throws what the allocator throws.
    void hold_living() {
        if (this->is_stale()) {
            this->set_stale(false);
            release_living();
            for (const auto& [index, slot] : those_) take(slot.e);
        }
        for (std::uint32_t p = 0; p < home_.page_count(); ++p) equip(p);
        holds_living_ = true;
        for (std::uint32_t p = 0; p < home_.page_count(); ++p) {
            for (unsigned w = 0; w < page_words; ++w) set(p, w, home_.page(p).alive[w]);
        }
    }
    /// Destructors of values that are let go of may make any edit.
    void release_living() noexcept {
        holds_living_ = false;
        release([this](std::uint32_t p, unsigned w) {
            const word* const its = kept_.page(p);
            return its == nullptr ? word{} : its[w];
        });
    }
    /// Whether the world has held something else since `hold_living`.
    [[nodiscard]] bool was_replaced() const noexcept { return !holds_living_; }
    /// The values of a destroyed entity are destroyed, unless another looks at them.
    void drop_values(entity e) noexcept {
        if (home_.is_over() || !home_.entities.is_last(e) || !home_.is_at_rest(e)) return;
        const std::uint32_t index = e.index();
        for (const watcher<Allocator>* w = home_.watches.first(); w != nullptr; w = w->next) {
            if (w != this && (w->members.has(index) || w->held.has(index))) return;
        }
        page_type& p = home_.page(index / page_slots);
        for (std::size_t i = 0; i < p.columns.size() && home_.walks.holder(index) == nullptr; ++i)
            home_.make_way(*p.columns[i].of, index);
    }

  private:
    struct held_slot {
        entity e;
        std::size_t times = 0;
    };

    void equip(std::uint32_t p) {
        (void)this->held.equip(home_.allocator(), p);
        (void)home_.watches.kept().equip(home_.allocator(), p);
    }
    /// The page is equipped.
    void set(std::uint32_t p, unsigned w, word those) noexcept {
        this->held.words(p)[w] |= those;
        home_.watches.kept().words(p)[w] |= those;
        if (!any(those)) return;
        this->held.is_used();
        home_.watches.kept().is_used();
    }
    /// A slot that is free is so no more.
    void take(entity e) {
        if (!home_.is_alive(e) && !home_.entities.is_last(e)) return;
        page_type& p = home_.entities.page_of(e);
        const unsigned s = e.index() % page_slots;
        if (p.of == nullptr) return;
        equip(p.number);
        if (!has_bit(p.taken[s / word_bits], s % word_bits)) home_.entities.take_slot(p, s);
        set(p.number, s / word_bits, bit(s % word_bits));
    }
    /// All but those that `stay(page, w)` gives.
    template <class F> void release(F stay) noexcept {
        for (std::uint32_t p = 0; p < this->held.page_count(); ++p) {
            for (unsigned w = 0; this->held.words(p) != nullptr && w < page_words; ++w) {
                const word now = this->held.words(p)[w] & ~stay(p, w);
                this->held.words(p)[w] &= ~now;
                if (any(now)) home_.release_kept(p, w, now);
            }
        }
    }

    void came(const edited_span<Allocator>&) override {}
    void going(const edited_span<Allocator>&) override {}
    void replaced() noexcept override {
        this->each_set([](some_entities& s) { s.clear(); });
        holds_living_ = false;
        // (A roll-back puts the bits of its frame in the place of these: the next command looks again.)
        this->set_stale();
        (void)attempt([this] {
            for (const auto& [index, slot] : those_) take(slot.e);
        });
    }

    storage_type& home_;
    follow_link<Allocator> link_;
    std::unordered_map<std::uint32_t, held_slot> those_;
    /// Those, a bit each.
    some_entities kept_;
    bool holds_living_ = false;
};

} // namespace throng::core
