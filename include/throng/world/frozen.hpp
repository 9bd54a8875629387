#pragma once

#include <throng/world/query.hpp>

#include <cstddef>
#include <cstdint>

namespace throng::core {

/// Who matched a query at one moment: a node in the world's chain, which notes who has come to match since, and who
/// matches no more.
template <class Matcher> class frozen_query : private world_walker {
    using storage_type = typename Matcher::storage_type;
    using page_view = typename Matcher::page_view;

  public:
    using row_type = typename Matcher::row_type;

    frozen_query(const Matcher& m, [[maybe_unused]] caller where) noexcept
        : matcher_(m), pages_(m.home().page_count()) {
        wants = m.wants();
        shuns = m.shuns();
        is_view = true;
        matches = [](const world_walker& w, std::uint32_t index) {
            return static_cast<const frozen_query&>(w).matcher_.matches(index);
        };
#if defined(THRONG_AUDIT) && THRONG_AUDIT
        opened = opening{where};
#endif
        m.home().link(*this);
    }
    frozen_query(frozen_query&& other) noexcept : matcher_(other.matcher_), pages_(other.pages_) {
        if (other.home != nullptr) home_of(other).relink(other, *this);
    }
    frozen_query& operator=(frozen_query&& other) noexcept {
        if (this != &other) {
            this->~frozen_query();
            ::new (static_cast<void*>(this)) frozen_query(std::move(other));
        }
        return *this;
    }
    ~frozen_query() {
        if (home != nullptr) home_of(*this).close(*this);
    }

    class iterator {
      public:
        using iterator_concept = std::input_iterator_tag;
        using value_type = row_type;
        using difference_type = std::ptrdiff_t;

        explicit iterator(const frozen_query& view) noexcept : view_(&view) { go_on(); }
        [[nodiscard]] row_type operator*() const noexcept {
            const entity e = view_->entity_of(page_, slot_);
            if constexpr (std::is_same_v<row_type, entity>) return e;
            else return Matcher::with_access(columns_, [&](auto... values) { return row_type(e, values(slot_)...); });
        }
        iterator& operator++() noexcept {
            go_on();
            return *this;
        }
        void operator++(int) noexcept { go_on(); }
        friend bool operator==(const iterator& i, std::default_sentinel_t) noexcept { return i.is_over_; }

      private:
        void go_on() noexcept {
            is_over_ = view_->home == nullptr;
            while (!is_over_) {
                if (any(rest_)) {
                    slot_ = word_ * word_bits + lowest(rest_);
                    rest_ = without_lowest(rest_);
                    if (!view_->matcher_.is_readable(page_ * page_slots + slot_)) continue;
                    return;
                }
                if (++word_ >= page_words) {
                    // (It begins before the first page.)
                    do ++page_;
                    while (page_ < view_->pages_ && !columns_.enter(view_->matcher_, page_));
                    if (page_ >= view_->pages_) {
                        is_over_ = true;
                        return;
                    }
                    word_ = 0;
                }
                rest_ = view_->shown(columns_, page_, word_);
            }
        }

        const frozen_query* view_;
        page_view columns_;
        std::uint32_t page_ = ~std::uint32_t{0};
        unsigned word_ = page_words;
        unsigned slot_ = 0;
        word rest_{};
        bool is_over_ = false;
    };
    [[nodiscard]] iterator begin() const noexcept { return iterator(*this); }
    [[nodiscard]] std::default_sentinel_t end() const noexcept { return {}; }

    /// How many it shows. O(pages).
    [[nodiscard]] std::size_t size() const noexcept {
        std::size_t n = 0;
        page_view columns;
        for (std::uint32_t p = 0; p < pages(); ++p) {
            if (!columns.enter(matcher_, p)) continue;
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
        return p < pages() && columns.enter(matcher_, p) &&
               any(shown(columns, p, s / word_bits) & bit(s % word_bits)) && entity_of(p, s) == e;
    }
    /// Calls f(components...) or f(entity, components...) for each.
    template <class F> void each(F f) const {
        for (iterator i = begin(); i != end(); ++i) {
            if constexpr (std::is_same_v<row_type, entity>) {
                f(*i);
            } else {
                std::apply(
                    [&](entity e, auto&&... values) {
                        if constexpr (wants_entity<F, typename Matcher::arguments>::value) f(e, values...);
                        else f(values...);
                    },
                    *i);
            }
        }
    }

  private:
    [[nodiscard]] static storage_type& home_of(const world_walker& w) noexcept {
        return storage_type::template home_of<storage_type>(w);
    }
    /// A view that has been moved from, or whose world is gone, shows nothing.
    [[nodiscard]] std::uint32_t pages() const noexcept { return home == nullptr ? 0 : pages_; }
    [[nodiscard]] word shown(const page_view& columns, std::uint32_t p, unsigned w) const noexcept {
        word those = columns.match(w);
        if (const word* const came = late.page(p); came != nullptr) those &= ~came[w];
        if (const word* const left = gone.page(p); left != nullptr && any(left[w]))
            those |= left[w] & matcher_.readable(p, w);
        return those;
    }
    /// As it was: of the dead, the handle from before.
    [[nodiscard]] entity entity_of(std::uint32_t p, unsigned s) const noexcept {
        return home_of(*this).last_entity_at(p * page_slots + s);
    }

    friend class iterator;
    Matcher matcher_;
    std::uint32_t pages_;
};

} // namespace throng::core

namespace throng {

template <class Matcher> core::frozen_query<Matcher> query<Matcher>::freeze(core::caller where) const {
    return core::frozen_query<Matcher>(matcher_, where);
}

} // namespace throng
