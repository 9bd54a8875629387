#pragma once

#include <throng/core/audit.hpp>
#include <throng/world/matcher.hpp>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <utility>

namespace throng::core {

/// An open walk of a query, known to its world. What a page shows is read when the walk comes to it, and can only
/// become less from then on.
template <class Matcher> class query_walk : private world_walker {
    using storage_type = typename Matcher::storage_type;
    using page_view = typename Matcher::page_view;

  public:
    using row_type = typename Matcher::row_type;

    query_walk(const Matcher& m, bool live, [[maybe_unused]] caller where) noexcept
        : matcher_(m), allocator_(m.home().allocator()), limit_(m.home().page_count()), live_(live) {
        wants = m.wants();
        shuns = m.shuns();
        matches = [](const world_walker& w, std::uint32_t index) {
            return static_cast<const query_walk&>(w).matcher_.matches(index);
        };
#if defined(THRONG_AUDIT) && THRONG_AUDIT
        opened = opening{where};
#endif
        m.home().link(*this);
    }
    query_walk(query_walk&& other) noexcept
        : matcher_(other.matcher_),
          allocator_(other.allocator_),
          view_(other.view_),
          page_(other.page_),
          limit_(other.limit_),
          word_(other.word_),
          slot_(other.slot_),
          live_(other.live_),
          later_(other.later_),
          begun_(other.begun_),
          current_(std::exchange(other.current_, {})) {
        for (unsigned w = 0; w < page_words; ++w) m_[w] = other.m_[w];
        turn_.swap(other.turn_);
        if (other.home != nullptr) other.storage().relink(other, *this);
    }
    query_walk& operator=(query_walk&& other) noexcept {
        if (this != &other) {
            this->~query_walk();
            ::new (static_cast<void*>(this)) query_walk(std::move(other));
        }
        return *this;
    }
    ~query_walk() {
        if (home != nullptr) storage().close(*this);
        turn_.release(allocator_);
    }

    /// Moves on; the entity, or an empty one at the end. A live walk at its end goes on when somebody has come to match
    /// later.
    entity next() noexcept {
        if (any(changed)) [[unlikely]]
            move_on();
        at = nowhere;
        if (home == nullptr) return {};
        for (;;) {
            while (word_ != page_words && !any(m_[word_])) ++word_;
            if (word_ != page_words) break;
            if (!next_page()) return {};
        }
        on_run = false;
        slot_ = word_ * word_bits + lowest(m_[word_]);
        m_[word_] = without_lowest(m_[word_]);
        at = place{page_ * page_slots + slot_};
        return current_ = storage().entity_at(number(at));
    }
    /// The entity that the walk stands on, as it was when the walk came to it; an empty one before the first and after
    /// the last.
    [[nodiscard]] entity handle() const noexcept { return at == nowhere ? entity{} : current_; }
    /// It and its components.
    [[nodiscard]] row_type row() const noexcept {
        if constexpr (std::is_same_v<row_type, entity>) return current_;
        else
            return Matcher::with_access(view_, [this](auto... values) { return row_type(current_, values(slot_)...); });
    }
    [[nodiscard]] row_type operator*() const noexcept { return row(); }

    class iterator {
      public:
        using iterator_concept = std::input_iterator_tag;
        using value_type = row_type;
        using difference_type = std::ptrdiff_t;

        explicit iterator(query_walk& w) noexcept : walk_(&w) {}
        [[nodiscard]] row_type operator*() const noexcept { return walk_->row(); }
        iterator& operator++() noexcept {
            (void)walk_->next();
            return *this;
        }
        void operator++(int) noexcept { (void)walk_->next(); }
        friend bool operator==(const iterator& i, std::default_sentinel_t) noexcept { return !i.walk_->handle(); }

      private:
        query_walk* walk_;
    };
    [[nodiscard]] iterator begin() noexcept {
        if (at == nowhere) (void)next();
        return iterator(*this);
    }
    [[nodiscard]] std::default_sentinel_t end() const noexcept { return {}; }

    // What is visited is inlined into the function that holds f, so that what f captured may stay in registers.

    /// Visits everybody. For a walk that has not begun, and is used up by it.
    template <class F> [[gnu::always_inline]] void each(F& f) && {
        while (next_page()) {
            Matcher::with_access(view_,
                                 [&](auto... values) __attribute__((always_inline)) { visit_page(f, values...); });
            at = nowhere;
            if (home == nullptr) return;
        }
    }

    /// Moves on to the next run of neighbours on a page: its first slot and its length, 0 at the end. The walk stands
    /// on all of it.
    [[nodiscard]] std::pair<unsigned, unsigned> next_run() noexcept {
        if (any(changed)) [[unlikely]]
            move_on();
        at = nowhere;
        if (home == nullptr) return {0, 0};
        for (;;) {
            while (word_ != page_words && !any(m_[word_])) ++word_;
            if (word_ != page_words) break;
            if (!next_page()) return {0, 0};
        }
        const unsigned first = lowest(m_[word_]);
        slot_ = word_ * word_bits + first;
        unsigned length = leading_run(m_[word_] >> first);
        m_[word_] &= ~below(first + length);
        while (first + length == word_bits * (1 + (slot_ + length - 1) / word_bits - slot_ / word_bits) &&
               word_ + 1 != page_words && any(m_[word_ + 1] & bit(0))) {
            ++word_;
            const unsigned more = leading_run(m_[word_]);
            m_[word_] &= ~below(more);
            length += more;
            if (more != word_bits) break;
        }
        stand_on(page_ * page_slots + slot_, length);
        return {slot_, length};
    }
    [[nodiscard]] const page_view& page() const noexcept { return view_; }
    [[nodiscard]] std::uint32_t page_number() const noexcept { return page_; }
    [[nodiscard]] storage_type& storage() const noexcept { return storage_type::template home_of<storage_type>(*this); }

  private:
    template <class F, class... Access> [[gnu::always_inline]] void visit_page(F& f, Access... values) {
        constexpr bool with_entity = wants_entity<F, typename Matcher::arguments>::value;
        const std::uint32_t first_index = page_ * page_slots;
        const auto& entities = storage().page(page_);
        const auto visit = [&](unsigned s) __attribute__((always_inline)) {
            if constexpr (with_entity)
                (void)f(storage_type::entity_with(first_index + s, entities.generation(s)), values(s)...);
            else (void)f(values(s)...);
        };
        for (unsigned w = 0; w < page_words;) {
            word rest = m_[w];
            if (!any(~rest)) [[likely]] {
                const unsigned first = w * word_bits;
                w = end_of_full(w);
                const unsigned last = w * word_bits;
                const unsigned s = visit_neighbours(f, entities, first, last, values...);
                if (s == last) continue;
                if (!go_on_after(s)) return;
                w = s / word_bits;
                continue;
            }
            while (any(rest)) {
                const unsigned s = w * word_bits + lowest(rest);
                rest = without_lowest(rest);
                at = place{first_index + s};
                visit(s);
                if (any(changed)) [[unlikely]] {
                    if (!go_on_after(s)) return;
                    rest = m_[w];
                }
            }
            ++w;
        }
    }
    /// Full words are a plain loop over neighbours. Gives the slot after whose visit something had changed, or `last`.
    template <class F, class... Access>
    [[gnu::always_inline]] unsigned visit_neighbours(F& f, const typename storage_type::page_type& entities,
                                                     std::size_t s, std::size_t last, Access... values) {
        const std::uint32_t first_index = page_ * page_slots;
        if constexpr (wants_entity<F, typename Matcher::arguments>::value) {
            for (; s != last; ++s) {
                const auto slot = static_cast<unsigned>(s);
                at = place{first_index + slot};
                (void)f(storage_type::entity_with(first_index + slot, entities.generation(slot)), values(s)...);
                if (any(changed)) [[unlikely]]
                    return static_cast<unsigned>(s);
            }
        } else {
            // For the walk to say where it stands would be a store that keeps the loop from being vectorised: it stands
            // on all of the run instead.
            stand_on(first_index + static_cast<std::uint32_t>(s), static_cast<unsigned>(last - s));
            for (; s != last; ++s) {
                (void)f(values(s)...);
                if (any(changed)) [[unlikely]]
                    return static_cast<unsigned>(s);
            }
            on_run = false;
        }
        return static_cast<unsigned>(s);
    }
    /// The word after full words from `w` on.
    [[nodiscard, gnu::noinline]] unsigned end_of_full(unsigned w) const noexcept {
        while (w < page_words && !any(~m_[w])) ++w;
        return w;
    }
    void stand_on(std::uint32_t index, unsigned length) noexcept {
        at = place{index};
        run_end = place{index + length};
        on_run = true;
    }
    /// Something has changed in a visit: what is still to be seen of the page. False if the world is gone.
    [[gnu::noinline]] bool go_on_after(unsigned slot) noexcept {
        m_[slot / word_bits] &= above(slot % word_bits);
        if (bits(changed) == bits(let_go_of) && !on_run) {
            // It went itself, and nobody ahead of the walk did.
            const std::uint32_t index = number(at);
            at = nowhere;
            changed = unchanged;
            storage().let_go(index);
            if (!any(changed)) return true;
        }
        for (unsigned w = 0; w < slot / word_bits; ++w) m_[w] = word{};
        move_on();
        return home != nullptr;
    }
    /// Lets go of what the walk stands on, and looks again at what is still to be seen of the page.
    [[gnu::noinline]] void move_on() noexcept {
        if (home == nullptr) return;
        const std::uint32_t from = number(at);
        const std::uint32_t to = on_run ? number(run_end) : from + 1;
        const bool lets_go = any(changed & let_go_of);
        at = nowhere;
        on_run = false;
        if (lets_go) {
            for (std::uint32_t i = from; i != to && home != nullptr; ++i) storage().let_go(i);
        }
        changed = unchanged;
        if (home == nullptr) return;
        if (!view_.enter(matcher_, page_)) {
            for (word& w : m_) w = word{};
            return;
        }
        for (unsigned w = 0; w < page_words; ++w) m_[w] &= view_.match(w);
        // Who has left and come back is a newcomer.
        without_late();
    }

    /// Comes to the next page that shows anybody.
    [[gnu::noinline]] bool next_page() noexcept {
        for (;;) {
            if (begun_) ++page_;
            begun_ = true;
            for (; page_ < limit_; ++page_) {
                if (read_page()) return true;
            }
            page_ = limit_;
            // The next pass is over those who have come since.
            if (!live_ || !late.any()) break;
            turn_.clear();
            turn_.swap(late);
            later_ = true;
            limit_ = turn_.page_count();
            page_ = 0;
            begun_ = false;
        }
        // (There is nothing ahead, and so nothing to look at again.)
        world_walker::end = nowhere;
        word_ = page_words;
        current_ = {};
        return false;
    }
    void without_late() noexcept {
        const word* const those = late.page(page_);
        if (those == nullptr) return;
        for (unsigned w = 0; w < page_words; ++w) m_[w] &= ~those[w];
    }
    [[nodiscard]] bool read_page() noexcept {
        if (later_ && turn_.page(page_) == nullptr) return false;
        if (!view_.enter(matcher_, page_)) return false;
        if (!view_.match_all(m_)) return false;
        if (const word* const those = later_ ? turn_.page(page_) : nullptr; those != nullptr) {
            for (unsigned w = 0; w < page_words; ++w) m_[w] &= those[w];
        }
        without_late();
        word_ = 0;
        world_walker::end = place{(page_ + 1) * page_slots};
        return true;
    }

    Matcher matcher_;
    [[no_unique_address]] typename storage_type::allocator_type allocator_;
    page_view view_;
    word m_[page_words] = {};
    std::uint32_t page_ = 0;
    std::uint32_t limit_;
    unsigned word_ = page_words;
    unsigned slot_ = 0;
    bool live_;
    bool later_ = false;
    bool begun_ = false;
    entity current_;
    /// Of a live walk: whom its present pass is for.
    some_entities turn_;
};

} // namespace throng::core
