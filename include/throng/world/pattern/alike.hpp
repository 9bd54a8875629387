#pragma once

#include <throng/world/query/typed_edits.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

namespace throng::core {

/// A component that entities get, and what its value is a copy of: null for a tag.
template <class Allocator> struct copied_component {
    column<Allocator>* to = nullptr;
    const void* from = nullptr;
    /// Where that is, if it is an entity's, on which whoever copies it stands.
    const storage<Allocator>* home = nullptr;
    const column<Allocator>* of = nullptr;
    std::uint32_t index = 0;

    /// Code of the user's may have run since it was looked for.
    [[nodiscard]] bool is_there() const noexcept { return of == nullptr || (!home->is_over() && of->keeps(index)); }
};
/// The value of an entity that has it, or, of a tag, nothing.
template <class Allocator>
[[nodiscard]] copied_component<Allocator> copy_of_value(const storage<Allocator>& home, const column<Allocator>& of,
                                                        entity e,
                                                        std::type_identity_t<column<Allocator>*> to) noexcept {
    return {to, of.type.size == 0 ? nullptr : of.value(e.index()), &home, &of, e.index()};
}

/// Creates entities that are alike, whose components are known only at run time. Components that no longer exist when
/// they would be copied are left out.
template <class Allocator> class alike {
    using untyped = edits<Allocator>;
    using typed = typed_edits<Allocator>;
    using storage_type = storage<Allocator>;
    using column_type = column<Allocator>;
    using page_type = entity_page<Allocator>;
    using kind_type = kind<Allocator>;
    using component_row = local_row<copied_component<Allocator>, Allocator>;

  public:
    /// Sorts their components.
    alike(storage_type& home, component_row& those) : home_(home), those_(those), columns_(home.allocator()) {
        for (std::size_t i = 1; i < those.size(); ++i) {
            for (std::size_t j = i; j > 0 && those[j].to->number < those[j - 1].to->number; --j)
                std::swap(those[j], those[j - 1]);
        }
        for (const auto& c : those) columns_.push(c.to);
        kind_ = &home.entities.kinds.of_columns(columns_);
    }

    /// Whether one of them has a hook to call.
    [[nodiscard]] bool are_hooked() const noexcept {
        return home_.births_are_told() || untyped::are_hooked(columns_.begin(), columns_.size());
    }
    /// Whether creating one calls code of the user's: a hook, or a copy.
    [[nodiscard]] bool runs_code() const noexcept {
        bool are_bytes = true;
        for (const auto& c : those_) are_bytes = are_bytes && c.to->type.is_bytes();
        return !are_bytes || are_hooked();
    }
    /// `n` of them; the handles go to `handles`. As fast as `create_many` if their values are bytes and nothing has to
    /// be notified. Throws what the allocator, a copy or `on_add` throws; the entities created before stay, and `made`
    /// is their number.
    void create(std::size_t n, entity* handles, std::size_t& made) {
        bool are_bytes = !runs_code();
        for (const auto& c : those_) are_bytes = are_bytes && !c.to->type.sparse && c.is_there();
        if (are_bytes) {
            typename untyped::observers_of_sets sets(home_);
            create_words(n, handles, made);
            sets.call();
        }
        for (; made != n; ++made) handles[made] = create_one();
    }
    [[nodiscard]] entity create_one() { return create_one({}); }
    /// An entity that has been destroyed comes back under its handle. An empty one if it cannot: where another entity
    /// has lived in its slot since, or an edit of it is under way. Open walks see it as a new one.
    [[nodiscard]] entity bring_back(entity e) {
        if (!home_.entities.is_last(e) || !home_.is_at_rest(e)) return {};
        // (A slot that was still looked at is let go of in the end, if it has not come back.)
        const typename storage_type::standing here(home_, e.index());
        return create_one(e);
    }

  private:
    /// Their values are bytes, and only keepers are to be called.
    void create_words(std::size_t n, entity* handles, std::size_t& made) {
        const typename untyped::keeping now(home_.edits);
        while (made != n) {
            page_type& p = typed::page_for(home_, *kind_);
            const unsigned w = p.first_free;
            const word slots = home_.entities.take_slots(p, n - made);
            for (const auto& c : those_) {
                if (c.to->type.size != 0)
                    fill(c.to->parts.values(p.number) + w * word_bits * c.to->type.size, slots, c.to->type.size,
                         c.from);
                c.to->present(p.number)[w] |= slots;
            }
            home_.entities.settle_word(p, w, slots);
            const bool walked = home_.walks.any();
            for (word rest = slots; any(rest); rest = without_lowest(rest)) {
                const entity e = home_.entities.entity_at(p, w * word_bits + lowest(rest));
                home_.journal_birth(e, {});
                if (walked) home_.walks.born(e.index());
                handles[made++] = e;
            }
            for (column_type* const c : columns_) untyped::tell_keepers_came(home_, *c, {c, p.number, w, slots, {}});
        }
    }
    [[nodiscard]] entity create_one(entity last) {
        // (Components removed during the calls of hooks are crossed off.)
        local_row<column_type*, Allocator> columns(home_.allocator());
        for (column_type* const c : columns_) columns.push(c);
        // (A page that is got is not left without an entity.)
        page_type& p = last ? home_.entities.page_for_last(*kind_, last) : typed::page_for(home_, *kind_);
        const unsigned slot = last ? last.index() % page_slots : home_.entities.take_slot(p);
        const bool is_looked_at = last && has_bit(p.taken[slot / word_bits], slot % word_bits);
        if (last && !is_looked_at) home_.entities.take_slot(p, slot);
        std::size_t n = 0;
        {
            // (It ends before hooks are called: nothing is released while it is positioned there.)
            typename untyped::newborn cradle(home_, p, slot, columns.begin());
            if (is_looked_at) cradle.comes_back();
            for (column_type* const c : columns) c->equip_cell(home_.allocator(), c->parts.values(p.number), slot);
            for (const auto& c : those_) {
                if (!c.is_there()) continue;
                columns[n] = c.to;
                if (is_looked_at) home_.make_way(*c.to, p.number * page_slots + slot);
                if (c.to->type.size != 0) c.to->type.copy_value(c.to->value(p.number, slot), c.from);
                cradle.has(n++);
            }
            home_.walks.expect(p.number);
            cradle.is_whole();
        }
        if (last) home_.entities.turn_back(p, last);
        return typed::born(home_, p, slot, columns.begin(), n, {});
    }
    /// The slots of a word, the first of which is there.
    static void fill(std::byte* first, word those, std::size_t size, const void* value) noexcept {
        if (any(~those)) {
            for (word rest = those; any(rest); rest = without_lowest(rest))
                std::memcpy(first + lowest(rest) * size, value, size);
            return;
        }
        std::memcpy(first, value, size);
        for (std::size_t there = 1; there != word_bits; there *= 2)
            std::memcpy(first + there * size, first, there * size);
    }

    storage_type& home_;
    component_row& those_;
    local_row<column_type*, Allocator> columns_;
    kind_type* kind_;
};

} // namespace throng::core
