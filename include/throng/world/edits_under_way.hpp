#pragma once

#include <throng/world/column.hpp>
#include <throng/world/entity.hpp>
#include <throng/world/row.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>

namespace throng::core {

/// A removal of which hooks are told: a destroyed entity with all of its components, or one component of an entity that
/// lives on.
struct departure {
    entity e;
    bool dies;
    /// Where its columns stand in the world's row of them.
    std::size_t first;
    std::size_t last;
    departure* outer;
};

/// An entity, or one component, while hooks are told that it comes.
template <class Allocator> struct entity_arrival {
    entity e;
    /// Null for one that has gone since.
    column<Allocator>** columns;
    std::size_t count;
    entity_arrival* outer;
    /// Hooks that have been told, or are being told.
    std::size_t told = 0;
    /// Of all that it is created with; it is told of itself after that.
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
        /// Its hook has not been told that it came: so it is not told that it goes.
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
    /// How many systems are told just now of what joined or left, and are shown the values.
    unsigned showings = 0;
    branch_turn branch;

    [[nodiscard]] bool is_busy(const column<Allocator>& c, std::uint32_t index) const noexcept {
        for (const busy_value* b = busy; b != nullptr; b = b->outer) {
            if (b->of == &c && b->index == index) return true;
        }
        return false;
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
    /// The component goes, or has gone and another one comes: whether its function has not been told yet that it came.
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
    /// Whether it is being born, and functions have not been told of it as such.
    [[nodiscard]] bool is_being_born(entity e) const noexcept {
        for (const entity_arrival<Allocator>* a = arrivals; a != nullptr; a = a->outer) {
            if (a->e == e && a->is_birth) return true;
        }
        return false;
    }
};

} // namespace throng::core
