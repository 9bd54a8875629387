#pragma once

#include <throng/world/entity.hpp>
#include <throng/world/kernel/column.hpp>
#include <throng/world/kernel/row.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>

namespace throng::core {

/// A removal during its hooks: a destroyed entity with all of its components, or one component of an entity that
/// remains.
struct departure {
    entity e;
    bool dies;
    /// Where its columns stand in the world's row of them.
    std::size_t first;
    std::size_t last;
    departure* outer;
};

/// An entity, or one component, during the hooks of its addition.
template <class Allocator> struct entity_arrival {
    entity e;
    /// Null if it has been removed since.
    column<Allocator>** columns;
    std::size_t count;
    entity_arrival* outer;
    /// Hooks that have been called, or are being called.
    std::size_t told = 0;
    /// Of all components that it is created with; `on_create` follows.
    bool is_birth = false;
};

/// Edits that are being made just now, the innermost first.
template <class Allocator> struct edits_under_way {
    /// Of a branch that goes (see family.hpp): the entity that is destroyed just now, and the top.
    struct branch_turn {
        entity turn;
        entity top;
    };
    struct departed_value {
        column<Allocator>* of;
        /// Its hook has not been called for the addition, so it is not called for the removal.
        bool silent;
    };
    /// A value is being made or destroyed: nothing can be put in its place meanwhile.
    struct busy_value : pinned {
        edits_under_way& edits;
        const column<Allocator>* of;
        std::uint32_t index;
        busy_value* outer;
        busy_value(edits_under_way& all, const column<Allocator>& c, std::uint32_t i) noexcept
            : edits(all), of(&c), index(i), outer(std::exchange(all.busy, this)) {}
        ~busy_value() { edits.busy = outer; }
    };

    /// While one is alive, keepers are being called: observers of the sets that they keep are called when all of them
    /// have been.
    struct keeping : pinned {
        edits_under_way& edits;
        explicit keeping(edits_under_way& all) noexcept : edits(all) { ++edits.keepings_; }
        ~keeping() { --edits.keepings_; }
    };
    /// An entity that a keeper has put into an observed set, or taken out of it; empty when observers have been called.
    struct kept_entity {
        column<Allocator>* of;
        entity e;
    };

    /// While one is alive, policies of the world destroy none of its entities: what dies with its parent or its target
    /// otherwise loses that only. A decoder spares what its server shows.
    struct sparing : pinned {
        using predicate = bool (*)(const void* context, entity e) noexcept;
        edits_under_way& edits;
        predicate spares;
        const void* context;
        sparing* outer;
        sparing(edits_under_way& all, predicate f, const void* its) noexcept
            : edits(all), spares(f), context(its), outer(std::exchange(all.spared, this)) {}
        ~sparing() { edits.spared = outer; }
    };

    entity_arrival<Allocator>* arrivals = nullptr;
    departure* departures = nullptr;
    row<departed_value> departed;
    busy_value* busy = nullptr;
    sparing* spared = nullptr;
    /// The number of systems in calls of `on_joined` or `on_left`, which are shown the values.
    unsigned showings = 0;
    branch_turn branch;
    row<kept_entity> kept;

    void release(const Allocator& allocator) noexcept {
        departed.release(allocator);
        kept.release(allocator);
    }
    [[nodiscard]] bool are_keepers_called() const noexcept { return keepings_ != 0; }
    void forget_kept() noexcept {
        for (kept_entity& its : kept) its.e = {};
    }
    /// It dies: marks of the sets of which observers have not been told yet.
    [[nodiscard]] std::uint64_t marks_of_kept(entity e) const noexcept {
        std::uint64_t marks = 0;
        for (const kept_entity& its : kept) {
            if (its.e == e) marks |= its.of->mark;
        }
        return marks;
    }

    [[nodiscard]] bool is_busy(const column<Allocator>& c, std::uint32_t index) const noexcept {
        for (const busy_value* b = busy; b != nullptr; b = b->outer) {
            if (b->of == &c && b->index == index) return true;
        }
        return false;
    }
    /// Whether hooks of the entity's additions or removals are being called, or one of its values is being made or
    /// destroyed.
    [[nodiscard]] bool is_concerned(entity e) const noexcept {
        for (const busy_value* b = busy; b != nullptr; b = b->outer) {
            if (b->index == e.index()) return true;
        }
        for (const departure* d = departures; d != nullptr; d = d->outer) {
            if (d->e == e) return true;
        }
        const entity_arrival<Allocator>* a = arrivals;
        while (a != nullptr && a->e != e) a = a->outer;
        return a != nullptr;
    }
    [[nodiscard]] bool is_spared(entity e) const noexcept {
        for (const sparing* s = spared; s != nullptr; s = s->outer) {
            if (s->spares(s->context, e)) return true;
        }
        return false;
    }
    [[nodiscard]] const departure* departure_of(const column<Allocator>* c, entity e) const noexcept {
        for (const departure* d = departures; d != nullptr; d = d->outer) {
            for (std::size_t i = d->first; i != d->last && d->e == e; ++i) {
                if (departed[i].of == c) return d;
            }
        }
        return nullptr;
    }
    /// A component that is removed, or replaced by another: whether its function has not been called for the addition
    /// yet.
    [[nodiscard]] bool goes_untold(const column<Allocator>& c, entity e) noexcept {
        for (entity_arrival<Allocator>* a = arrivals; a != nullptr; a = a->outer) {
            for (std::size_t i = 0; i != a->count && a->e == e; ++i) {
                if (a->columns[i] != &c) continue;
                a->columns[i] = nullptr;
                return i >= a->told && c.audience.on_add;
            }
        }
        return false;
    }
    /// Whether it is being created, and `on_create` has not been called yet.
    [[nodiscard]] bool is_being_born(entity e) const noexcept {
        for (const entity_arrival<Allocator>* a = arrivals; a != nullptr; a = a->outer) {
            if (a->e == e && a->is_birth) return true;
        }
        return false;
    }

  private:
    unsigned keepings_ = 0;
};

} // namespace throng::core
