#pragma once

#include <throng/world/kernel/contents.hpp>
#include <throng/world/relation/kin.hpp>

#include <cstddef>
#include <cstdint>

namespace throng::core {

/// Whether parents and children that have been read agree with each other: those of the world are always so, and code
/// that follows them comes to an end. Gives an entity where they do not; an empty handle where all is well. O(pages and
/// entities with a `kin`).
template <class Allocator> class family_check {
    using column_type = column<Allocator>;

  public:
    explicit family_check(const world_contents<Allocator>& those) noexcept : those_(those) {
        const column_type* const known = those.home().template find_column<kin>();
        if (known != nullptr) column_ = &those.column_numbered(known->number);
    }
    [[nodiscard]] entity find_broken() const noexcept {
        entity broken;
        std::size_t all = 0;
        each([&](const kin& k) {
            ++all;
            if (!agrees(k)) broken = k.self;
        });
        if (broken) return broken;
        // (Each has one place among its siblings: what cannot be reached from above is above itself.)
        std::size_t reached = 0;
        each([&](const kin& k) {
            if (!has_parent(k)) reached += count(k);
        });
        if (reached == all) return {};
        each([&](const kin& k) { broken = has_parent(k) ? k.self : broken; });
        return broken;
    }

  private:
    [[nodiscard]] const kin* of(entity e) const noexcept {
        if (!e || !those_.is_alive(e) || !column_->has(e.index())) return nullptr;
        const kin* const k = column_->template value_at<kin>(e.index());
        return k->self == e ? k : nullptr;
    }
    [[nodiscard]] bool has_parent(const kin& k) const noexcept { return of(k.parent) != nullptr; }
    [[nodiscard]] bool agrees(const kin& k) const noexcept {
        const auto is_end = [&](entity child, entity kin::* beyond) {
            const kin* const c = of(child);
            return c != nullptr && c->parent == k.self && !(c->*beyond);
        };
        if (static_cast<bool>(k.first_child) != static_cast<bool>(k.last_child)) return false;
        if (k.first_child && !(is_end(k.first_child, &kin::previous) && is_end(k.last_child, &kin::next))) return false;
        const kin* const p = of(k.parent);
        if (p == nullptr) return true;
        const kin* const before = of(k.previous);
        const kin* const after = of(k.next);
        const bool stands = k.previous ? before != nullptr && before->next == k.self && before->parent == k.parent
                                       : p->first_child == k.self;
        return stands && (k.next ? after != nullptr && after->previous == k.self && after->parent == k.parent
                                 : p->last_child == k.self);
    }
    /// It and what is below it.
    [[nodiscard]] std::size_t count(const kin& top) const noexcept {
        std::size_t n = 1;
        for (const kin* at = &top;;) {
            if (at->first_child) {
                at = of(at->first_child);
            } else {
                while (at != &top && !at->next) at = of(at->parent);
                if (at == &top) return n;
                at = of(at->next);
            }
            ++n;
        }
    }
    template <class F> void each(F f) const noexcept {
        if (column_ == nullptr) return;
        for (std::uint32_t i = 0; i < those_.page_count() * page_slots; ++i) {
            if (!column_->is_on(i / page_slots)) i |= page_slots - 1;
            else if (const kin* const k = of(those_.entity_at(i))) f(*k);
        }
    }

    const world_contents<Allocator>& those_;
    const column_type* column_ = nullptr;
};

/// Null, or what is wrong with what has been read, and then of which entity it is.
template <class Allocator>
[[nodiscard]] const char* check_families(const world_contents<Allocator>& those, entity& which) noexcept {
    const entity broken = family_check<Allocator>(those).find_broken();
    if (!broken) return nullptr;
    which = broken;
    return "its parent and children do not agree";
}

} // namespace throng::core
