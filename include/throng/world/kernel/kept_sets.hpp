#pragma once

#include <throng/core/compiler.hpp>
#include <throng/world/kernel/storage.hpp>

#include <cstdint>

namespace throng::core {

/// Sets of entities that keepers keep. A keeper calls no code of the user's: so observers of such a set are called when
/// all keepers have been. See `calls::tell_of_sets`.
template <class Allocator> struct kept_sets {
    using storage_type = storage<Allocator>;
    using column_type = column<Allocator>;
    using span_type = edited_span<Allocator>;

    /// Throws what the allocator throws; those before have been put in then.
    THRONG_ONCE static void put(storage_type& s, column_type& set, const span_type& those) {
        const word lacking = set.is_on(those.page) ? ~set.present(those.page)[those.w] : ~word{};
        if (!any(those.those & lacking)) return;
        (void)s.entities.attach(set, s.page(those.page));
        change(s, set, those, those.those & lacking, true);
    }
    THRONG_ONCE static void take(storage_type& s, column_type& set, const span_type& those) {
        if (!set.is_on(those.page)) return;
        change(s, set, those, those.those & set.present(those.page)[those.w], false);
    }

  private:
    static void change(storage_type& s, column_type& set, const span_type& where, word those, bool in) {
        for (word rest = those; any(rest); rest = without_lowest(rest)) {
            const std::uint32_t index = where.page * page_slots + where.w * word_bits + lowest(rest);
            const word its = bit(lowest(rest));
            if (set.audience.observers != 0) s.edits.kept.reserve(s.allocator(), s.edits.kept.size() + 1);
            s.walks.before_edit(set, index);
            word& there = set.present(where.page)[where.w];
            there = in ? there | its : there & ~its;
            if (in) set.note_gained(where.page, where.w, its);
            else set.note_lost(where.page, where.w, its);
            s.walks.after_edit(set, index);
            if (set.audience.observers != 0) s.edits.kept.push(s.allocator(), {&set, s.entity_at(index)});
        }
    }
};

} // namespace throng::core
