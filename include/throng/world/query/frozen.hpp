#pragma once

#include <throng/world/query.hpp>

#include <cstddef>
#include <cstdint>

namespace throng::core {

/// The entities that matched a query at one moment. The world records which have started or stopped matching since.
template <class Matcher> class frozen_query {
    using page_view = typename Matcher::page_view;

    /// Goes over it, as often as one likes.
    class cursor {
      public:
        using row_type = typename Matcher::row_type;

        explicit cursor(const frozen_query& view) noexcept : view_(&view) {}
        void advance() noexcept {
            is_at_end_ = view_->node_.home == nullptr;
            while (!is_at_end_) {
                if (any(rest_)) {
                    slot_ = word_ * word_bits + lowest(rest_);
                    rest_ = without_lowest(rest_);
                    if (!view_->node_.matcher.is_readable(page_ * page_slots + slot_)) continue;
                    view_->node_.matcher.note_writing(page_);
                    return;
                }
                if (++word_ >= page_words) {
                    // (It begins before the first page.)
                    do ++page_;
                    while (page_ < view_->pages_ && !columns_.enter(view_->node_.matcher, page_));
                    is_at_end_ = page_ >= view_->pages_;
                    if (is_at_end_) return;
                    word_ = 0;
                }
                rest_ = view_->shown(columns_, page_, word_);
            }
        }
        [[nodiscard]] bool is_at_end() const noexcept { return is_at_end_; }
        [[nodiscard]] entity handle() const noexcept { return view_->entity_of(page_, slot_); }
        [[nodiscard]] row_type row() const noexcept { return Matcher::row(columns_, slot_, handle()); }
        template <class F> void call(F& f) const { Matcher::call(f, columns_, slot_, handle()); }

      private:
        const frozen_query* view_;
        page_view columns_;
        std::uint32_t page_ = ~std::uint32_t{0};
        unsigned word_ = page_words;
        unsigned slot_ = 0;
        word rest_{};
        bool is_at_end_ = false;
    };

  public:
    using row_type = typename Matcher::row_type;
    using iterator = row_iterator<cursor>;

    frozen_query(const Matcher& m, caller where) noexcept : node_(m, true, where), pages_(m.home().page_count()) {}

    [[nodiscard]] iterator begin() const noexcept { return iterator(std::in_place, *this); }
    [[nodiscard]] std::default_sentinel_t end() const noexcept { return {}; }

    /// How many it shows. O(pages).
    [[nodiscard]] std::size_t size() const noexcept {
        std::size_t n = 0;
        page_view columns;
        for (std::uint32_t p = 0; p < pages(); ++p) {
            if (!columns.enter(node_.matcher, p)) continue;
            for (unsigned w = 0; w < page_words; ++w) n += count(shown(columns, p, w));
        }
        return n;
    }
    [[nodiscard]] bool empty() const noexcept { return size() == 0; }
    /// Whether it shows the entity, alive or not.
    [[nodiscard]] bool contains(entity e) const noexcept {
        const std::uint32_t p = e.index() / page_slots;
        const unsigned s = e.index() % page_slots;
        page_view columns;
        return p < pages() && columns.enter(node_.matcher, p) &&
               has_bit(shown(columns, p, s / word_bits), s % word_bits) && entity_of(p, s) == e;
    }
    /// Calls f(components...) or f(entity, components...) for each.
    template <class F> void each(F f) const {
        cursor at(*this);
        for (at.advance(); !at.is_at_end(); at.advance()) at.call(f);
    }

  private:
    /// A view that has been moved from, or has lost its world, shows nothing.
    [[nodiscard]] std::uint32_t pages() const noexcept { return node_.home == nullptr ? 0 : pages_; }
    [[nodiscard]] word shown(const page_view& columns, std::uint32_t p, unsigned w) const noexcept {
        word those = columns.match(w);
        if (const word* const came = node_.late.page(p); came != nullptr) those &= ~came[w];
        if (const word* const left = node_.gone.page(p); left != nullptr && any(left[w]))
            those |= left[w] & node_.matcher.readable(p, w);
        return those;
    }
    /// The entity's handle at that moment: for a destroyed one, the former handle.
    [[nodiscard]] entity entity_of(std::uint32_t p, unsigned s) const noexcept {
        return node_.home->entities.last_entity_at(p * page_slots + s);
    }

    query_node<Matcher> node_;
    std::uint32_t pages_;
};

} // namespace throng::core

namespace throng {

template <class Matcher> core::frozen_query<Matcher> query<Matcher>::freeze(core::caller where) const {
    return core::frozen_query<Matcher>(matcher_, where);
}

} // namespace throng
