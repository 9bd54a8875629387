#pragma once

#include <throng/world/kernel/storage.hpp>

#include <cstddef>
#include <cstdint>

namespace throng::core {

/// Whether a world is whole: what its parts say of each other is compared, every bit, link and count of it.
/// O(pages × columns). It changes nothing, calls no code of a component's, and is right at any moment at which the
/// world may be edited.
template <class Allocator> class world_validation {
    using storage_type = storage<Allocator>;
    using column_type = column<Allocator>;
    using page_type = entity_page<Allocator>;
    using kind_type = kind<Allocator>;

  public:
    [[nodiscard]] THRONG_ONCE static bool is_whole(const storage_type& s) noexcept {
        std::size_t living = 0;
        for (std::uint32_t n = 0; n < s.page_count(); ++n) {
            const page_type& p = s.page(n);
            if (p.number != n || !are_slots_whole(s, p) || !are_columns_of_page_whole(s, p)) return false;
            living += count_page(p.alive);
        }
        return living == s.entities.size_ && are_columns_whole(s) && are_kinds_whole(s) && are_vacancies_whole(s) &&
               are_walks_whole(s) && are_watchers_whole(s);
    }

  private:
    [[nodiscard]] static word bits_of(const row<word>& bits, std::uint32_t n) noexcept {
        return bits.at(n / word_bits) & bit(n % word_bits);
    }
    [[nodiscard]] static bool is_known(const storage_type& s, const column_type* c) noexcept {
        return c->number < s.components.size() && &s.components[c->number] == c;
    }

    // --- pages -------------------------------------------------------------------------------------------------------

    /// Whether values that no entity has any more are kept for a walk, a view or a watcher: unless they are just being
    /// released.
    [[nodiscard]] THRONG_ONCE static bool are_kept(const storage_type& s, std::uint32_t first, word those) noexcept {
        if (s.is_amid_something()) return true;
        for (; any(those); those = without_lowest(those)) {
            const std::uint32_t index = first + lowest(those);
            if (s.walks.holder(index) == nullptr && !s.watches.keep(index)) return false;
        }
        return true;
    }
    [[nodiscard]] THRONG_ONCE static bool are_slots_whole(const storage_type& s, const page_type& p) noexcept {
        unsigned used = 0;
        unsigned resting = 0;
        unsigned first_free = page_words;
        for (unsigned w = page_words; w-- > 0;) {
            if (any(p.alive[w] & p.used_up[w]) || any((p.alive[w] | p.used_up[w]) & ~p.taken[w])) return false;
            used += count(p.taken[w] & ~p.used_up[w]);
            if (w >= p.used_words && any(p.taken[w] & ~p.used_up[w])) return false;
            resting += count(p.used_up[w]);
            if (any(~p.taken[w])) first_free = w;
            if (!are_kept(s, p.number * page_slots + w * word_bits, p.limbo(w))) return false;
        }
        if (used != p.used || resting != p.resting || first_free != p.first_free) return false;
        for (unsigned i = 0; i < page_slots; ++i) {
            const word its = bit(i % word_bits);
            const bool has_generation = p.generations[i] != 0;
            if (any(p.used_up[i / word_bits] & its) ? has_generation
                                                    : !has_generation && !any(p.limbo(i / word_bits) & its))
                return false;
        }
        return p.upper >= page_type::first_upper && (p.upper & page_type::last_generation) == 0;
    }
    [[nodiscard]] THRONG_ONCE static bool are_columns_of_page_whole(const storage_type& s,
                                                                    const page_type& p) noexcept {
        bool special = p.behind;
        std::size_t attached = 0;
        for (const column_type* const c : s.columns()) attached += c->is_on(p.number) ? 1U : 0U;
        if (attached != p.columns.size()) return false;
        for (const attached_column<Allocator>& a : p.columns) {
            const column_type& c = *a.of;
            if (!is_known(s, &c) || !c.is_on(p.number) || a.present != c.present(p.number)) return false;
            // (Whichever comes twice is one too few.)
            for (const attached_column<Allocator>& other : p.columns) {
                if (&other != &a && other.of == a.of) return false;
            }
            special = special || (c.special & column_type::special_on_removal) != 0;
            for (unsigned w = 0; w < page_words; ++w) {
                if (any(a.present[w] & ~p.alive[w]) || !are_sides_whole(s, c, p, w)) return false;
                if (c.type.sparse && !has_cells(c, p.number, w, a.present[w])) return false;
            }
        }
        return special == p.special;
    }
    [[nodiscard]] static bool are_sides_whole(const storage_type& s, const column_type& c, const page_type& p,
                                              unsigned w) noexcept {
        if ((c.special & (column_type::destroys | column_type::watched)) == 0) return true;
        const block_sides* const its = c.sides.at(p.number);
        if (its == nullptr) return false;
        if (any(its->lost[w] | its->gained[w]) && !(its->told && c.told)) return false;
        const word ghosts = its->ghosts[w];
        if (!c.leaves_ghosts()) return !any(ghosts);
        if (any(ghosts & c.present(p.number)[w]) || any(ghosts & ~p.taken[w])) return false;
        if (c.type.sparse && !has_cells(c, p.number, w, ghosts)) return false;
        return are_kept(s, p.number * page_slots + w * word_bits, ghosts);
    }
    [[nodiscard]] static bool has_cells(const column_type& c, std::uint32_t page, unsigned w, word those) noexcept {
        void* const* const cells = column_type::cells_of(c.parts.values(page)).of_word[w];
        if (cells == nullptr) return !any(those);
        for (; any(those); those = without_lowest(those)) {
            if (cells[lowest(those)] == nullptr) return false;
        }
        return true;
    }

    // --- columns -----------------------------------------------------------------------------------------------------

    [[nodiscard]] THRONG_ONCE static bool are_columns_whole(const storage_type& s) noexcept {
        std::uint64_t additions = 0;
        std::uint64_t removals = 0;
        for (const column_type* const c : s.columns()) {
            if (!is_known(s, c) || !says_what_it_needs(*c) || !are_blocks_whole(*c)) return false;
            if (c->parts.size() < s.page_count() || s.components.covered_ < s.page_count()) return false;
            if ((c->special & column_type::noted_on_addition) != 0) additions |= c->mark;
            if ((c->special & column_type::noted_on_removal) != 0) removals |= c->mark;
            for (std::uint32_t p = 0; p < s.page_count(); ++p) {
                for (unsigned w = 0; w < page_words && !c->is_on(p); ++w) {
                    if (any(c->present(p)[w])) return false;
                }
            }
        }
        for (std::uint32_t n = 0; n < s.components.near_types + s.components.further_types_.size(); ++n) {
            const auto& its = s.components.type_of(n);
            if (its.of == nullptr) {
                if (its.number != its.no_number) return false;
            } else {
                if (!is_known(s, its.of) || its.of->mark != mark_of(n) || its.number != n) return false;
                if (its.parts != its.of->parts.all()) return false;
            }
        }
        for (const column_type* const c : s.components.spare_) {
            for (std::uint32_t p = 0; p < s.page_count(); ++p) {
                if (!is_known(s, c) || count_page(c->present(p)) != 0) return false;
            }
        }
        if (s.births_are_told()) additions = ~std::uint64_t{0};
        return additions == s.components.special_additions() && removals == s.components.special_removals();
    }
    [[nodiscard]] static bool says_what_it_needs(const column_type& c) noexcept {
        unsigned special = c.asked_by_audience();
        if (c.type.destroy != nullptr) special |= column_type::destroys;
        if (c.loss_watchers != 0) special |= column_type::losses_watched;
        if (c.gain_watchers != 0) special |= column_type::gains_watched;
        return special == c.special;
    }
    /// Every block of every chunk is on one page, or free, or has never been used.
    [[nodiscard]] static bool are_blocks_whole(const column_type& c) noexcept {
        std::size_t made = 0;
        std::size_t fresh = 0;
        for (const auto* k = c.chunks_; k != nullptr; k = k->next) {
            if (k->fresh > k->count) return false;
            made += k->count;
            fresh += k->count - k->fresh;
        }
        std::size_t used = 0;
        for (std::uint32_t p = 0; p < c.parts.size() && c.type.size != 0; ++p) used += c.is_on(p) ? 1U : 0U;
        if (made != c.made_ || used + fresh > made) return false;
        std::size_t free = made - used - fresh;
        for (const auto* f = c.free_; f != nullptr; f = f->next) {
            if (free-- == 0) return false;
        }
        return free == 0;
    }

    // --- kinds and vacant pages --------------------------------------------------------------------------------------

    [[nodiscard]] THRONG_ONCE static bool are_kinds_whole(const storage_type& s) noexcept {
        for (std::uint32_t n = 0; n < s.kinds().size(); ++n) {
            const kind_type& k = *s.kinds()[n];
            if (k.number != n) return false;
            for (std::size_t i = 0; i < k.columns.size(); ++i) {
                if (!is_known(s, k.columns[i])) return false;
                if (i != 0 && k.columns[i]->number <= k.columns[i - 1]->number) return false;
            }
            for (std::size_t i = 0; i < k.roomy.size() && i < k.first_roomy; ++i) {
                if (any(k.roomy[i])) return false;
            }
            const page_type* lowest = nullptr;
            for (std::uint32_t p = 0; p < k.roomy.size() * word_bits; ++p) {
                const bool its = p < s.page_count() && s.page(p).of == &k && !s.page(p).is_full();
                if (its != any(bits_of(k.roomy, p))) return false;
                if (its && lowest == nullptr) lowest = &s.page(p);
            }
            if (k.lowest != nullptr && k.lowest != lowest) return false;
        }
        for (std::uint32_t p = 0; p < s.page_count(); ++p) {
            const kind_type* const k = s.page(p).of;
            if (k == nullptr) {
                if (s.page(p).used != 0) return false;
                continue;
            }
            if (k->number >= s.kinds().size() || s.kinds()[k->number] != k || p / word_bits >= k->roomy.size())
                return false;
            for (const column_type* const c : k->columns) {
                if (!c->is_on(p)) return false;
            }
        }
        return true;
    }
    [[nodiscard]] static bool are_vacancies_whole(const storage_type& s) noexcept {
        for (std::uint32_t p = 0; p < s.entities.vacant_.size() * word_bits; ++p) {
            if (!any(bits_of(s.entities.vacant_, p))) continue;
            if (p / word_bits < s.entities.first_vacant_ || p >= s.page_count() || !s.page(p).is_for_any_kind())
                return false;
        }
        return s.entities.vacant_.size() * word_bits >= s.page_count();
    }

    // --- walks and watchers ------------------------------------------------------------------------------------------

    [[nodiscard]] THRONG_ONCE static bool are_walks_whole(const storage_type& s) noexcept {
        std::uint64_t additions = 0;
        std::uint64_t removals = 0;
        const world_walker<Allocator>* before = nullptr;
        for (const world_walker<Allocator>* w = s.walks.first(); w != nullptr; w = w->next) {
            if (w->previous != before || w->home != &s) return false;
            if (w->at != nowhere && number(w->at) / page_slots >= s.page_count()) return false;
            if (!w->is_view && w->gone.any()) return false;
            // No other entity comes to live where a view still shows one.
            for (std::uint32_t p = 0; p < w->gone.page_count(); ++p) {
                for (unsigned i = 0; w->gone.page(p) != nullptr && i < page_words; ++i) {
                    if (any(w->gone.page(p)[i] & ~s.page(p).taken[i])) return false;
                }
            }
            additions |= w->careful_additions();
            removals |= w->is_view ? ~std::uint64_t{0} : w->shuns;
            before = w;
        }
        return additions == s.walks.additions() && removals == s.walks.removals();
    }
    /// Whether exactly the entities are kept of which some watcher has not been fully notified.
    [[nodiscard]] THRONG_ONCE static bool are_watchers_whole(const storage_type& s) noexcept {
        for (std::uint32_t p = 0; p < s.page_count(); ++p) {
            for (unsigned i = 0; i < page_words; ++i) {
                const auto of = [&](const some_entities& those) {
                    return those.page(p) == nullptr ? word{} : those.page(p)[i];
                };
                word awaited{};
                for (const watcher<Allocator>* w = s.watches.first(); w != nullptr; w = w->next)
                    awaited |= of(w->members) | of(w->held);
                if (bits(awaited) != bits(of(s.watches.kept())) || any(awaited & ~s.page(p).taken[i])) return false;
            }
        }
        return true;
    }
};

} // namespace throng::core
