#pragma once

#include <throng/world/family.hpp>
#include <throng/world/net/replica_value.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace throng::core {

/// Puts entities of a client in the places that they have in a server's families. An entity whose place is taken, or
/// below itself, since other messages have not arrived yet, waits for those: so what comes of all messages does not
/// depend on their order.
template <class Allocator> class shown_families : pinned {
    using storage_type = storage<Allocator>;
    using family_type = basic_family<Allocator>;
    struct known_place {
        shown_place its;
        bool waits = false;
        /// Of siblings that are being sorted: numbers, and 1; the first one behind it, and the next behind the same.
        std::uint32_t first = 0;
        std::uint32_t next = 0;
    };

  public:
    explicit shown_families(const Allocator& allocator) noexcept
        : places_(allocator), waiting_(allocator), siblings_(allocator), sorted_(allocator), stack_(allocator) {}

    /// Where the entity of that number belongs, to be written to. Throws what the allocator throws.
    [[nodiscard]] shown_place& place_of(const Allocator& allocator, std::size_t number) {
        places_.extend(allocator, number + 1);
        known_place& p = places_[number];
        if (!p.waits) waiting_.push(static_cast<std::uint32_t>(number));
        p.waits = true;
        return p.its;
    }
    /// Brings all that wait to their places. `entity_of(number)` gives the entity, and `number_of(entity)` its number
    /// and 1, or 0. Throws what the allocator or a hook throws: what waits goes on to wait.
    template <class EntityOf, class NumberOf>
    void settle(basic_world<Allocator>& w, const EntityOf& entity_of, const NumberOf& number_of) {
        if (waiting_.empty()) return;
        family_type family(w);
        // (First all of them leave: none is in the way of another then.)
        for (std::size_t i = 0; i < waiting_.size(); ++i) {
            const entity e = entity_of(waiting_[i]);
            if (family.parent_of(e) != wanted_parent(w, waiting_[i])) (void)family.left(e);
        }
        for (std::size_t i = 0; i < waiting_.size(); ++i) {
            const entity e = entity_of(waiting_[i]);
            const entity parent = wanted_parent(w, waiting_[i]);
            if (parent && family.parent_of(e) != parent) (void)family.adopted(parent, e, false);
        }
        entity sorted;
        for (std::size_t i = 0; i < waiting_.size(); ++i) {
            const entity parent = family.parent_of(entity_of(waiting_[i]));
            if (parent && parent != sorted) sort_children(family, parent, entity_of, number_of);
            sorted = parent;
        }
        std::size_t kept = 0;
        for (std::size_t i = 0; i < waiting_.size(); ++i) {
            const std::uint32_t n = waiting_[i];
            const entity e = entity_of(n);
            places_[n].waits = w.alive(e) && family.parent_of(e) != wanted_parent(w, n);
            if (places_[n].waits) waiting_[kept++] = n;
        }
        waiting_.shorten(kept);
    }

  private:
    [[nodiscard]] entity wanted_parent(const basic_world<Allocator>& w, std::uint32_t n) const noexcept {
        const entity parent = places_[n].its.parent;
        return w.alive(parent) ? parent : entity();
    }
    /// The server's children are placed behind the client's, each behind its predecessor; if that does not exist, or
    /// several have the same predecessor, the lower number is first.
    template <class EntityOf, class NumberOf>
    void sort_children(family_type& family, entity parent, const EntityOf& entity_of, const NumberOf& number_of) {
        siblings_.shorten(0);
        for (entity c = family.first_child_of(parent); c; c = family.next_sibling_of(c)) {
            const std::uint64_t n = number_of(c);
            if (n != 0 && n <= places_.size()) siblings_.push(static_cast<std::uint32_t>(n - 1));
        }
        const auto before = [&](std::uint32_t n) -> std::uint32_t {
            const entity after = places_[n].its.after;
            const std::uint64_t its = number_of(after);
            return its == 0 || its > places_.size() || family.parent_of(after) != parent
                       ? none
                       : static_cast<std::uint32_t>(its - 1);
        };
        bool in_order = true;
        for (std::size_t i = 0; in_order && i < siblings_.size(); ++i)
            in_order = before(siblings_[i]) == (i == 0 ? none : siblings_[i - 1]);
        if (in_order) return;
        std::sort(siblings_.begin(), siblings_.end());
        for (const std::uint32_t n : siblings_) places_[n].first = places_[n].next = 0;
        stack_.shorten(0);
        sorted_.shorten(0);
        // (The last of those that follow one stands first in its list: it is the first to come on the stack.)
        for (const std::uint32_t n : siblings_) {
            const std::uint32_t b = before(n);
            if (b != none) places_[n].next = std::exchange(places_[b].first, n + 1);
        }
        for (std::size_t i = siblings_.size(); i != 0; --i) {
            if (before(siblings_[i - 1]) == none) stack_.push(siblings_[i - 1]);
        }
        while (!stack_.empty()) {
            const std::uint32_t n = stack_[stack_.size() - 1];
            stack_.pop();
            sorted_.push(n);
            for (std::uint32_t f = places_[n].first; f != 0; f = places_[f - 1].next) stack_.push(f - 1);
        }
        // (Children that follow one another in a circle keep their places: further messages will say where they
        // belong.)
        for (std::size_t i = 0; i < sorted_.size(); ++i) {
            const entity c = entity_of(sorted_[i]);
            if (family.parent_of(c) == parent) (void)family.adopted(parent, c, false);
        }
    }
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    /// By number.
    local_row<known_place, Allocator> places_;
    local_row<std::uint32_t, Allocator> waiting_;
    local_row<std::uint32_t, Allocator> siblings_;
    local_row<std::uint32_t, Allocator> sorted_;
    local_row<std::uint32_t, Allocator> stack_;
};

} // namespace throng::core
