#pragma once

#include <throng/core/audit.hpp>
#include <throng/world/query/matcher.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <utility>

namespace throng::core {

/// Of a walk that comes to its first entity at once: it is opened then, and not where there is none.
struct at_once_t {};
inline constexpr at_once_t at_once{};

/// A walk or a frozen view of a query, as its world knows it.
template <class Matcher> struct query_node : Matcher::storage_type::walker {
    using walker = typename Matcher::storage_type::walker;

    Matcher matcher;

    /// Its world does not know of it yet.
    query_node(const Matcher& m, at_once_t, [[maybe_unused]] caller where) noexcept : matcher(m) {
#if defined(THRONG_AUDIT) && THRONG_AUDIT
        this->opened = opening{where};
#endif
    }
    query_node(const Matcher& m, bool view, caller where) noexcept : query_node(m, at_once, where) {
        this->is_view = view;
        open();
    }
    void open() noexcept {
        this->wants = matcher.wants();
        this->shuns = matcher.shuns();
        this->writes = matcher.writes();
        this->matches = [](const walker& w, std::uint32_t index) {
            return static_cast<const query_node&>(w).matcher.matches(index);
        };
        matcher.home().link(*this);
    }
    query_node(query_node&& other) noexcept : matcher(other.matcher) {
        if (other.home != nullptr) other.home->relink(other, *this);
    }
    query_node& operator=(query_node&& other) noexcept {
        if (this != &other) {
            this->~query_node();
            ::new (static_cast<void*>(this)) query_node(std::move(other));
        }
        return *this;
    }
    ~query_node() {
        if (this->home != nullptr) this->home->close(*this);
    }
};

/// The iterator of a range-for: it contains a walk, or, if `Walk` is a pointer, refers to one. A walk has `advance()`,
/// `row()`, and `is_at_end()`: whether it has no position, before the first or after the last.
template <class Walk> class row_iterator {
    static constexpr bool owns = !std::is_pointer_v<Walk>;

  public:
    using iterator_concept = std::input_iterator_tag;
    using value_type = typename std::remove_pointer_t<Walk>::row_type;
    using difference_type = std::ptrdiff_t;

    explicit row_iterator(Walk walk) noexcept
        requires(!owns)
        : walk_(walk) {}
    /// Moves to the first.
    template <class... Args> explicit row_iterator(std::in_place_t, Args&&... args) noexcept
        : walk_(std::forward<Args>(args)...) {
        walk_.advance();
    }
    [[nodiscard]] THRONG_FLAT value_type operator*() const noexcept { return walk_of(*this).row(); }
    THRONG_FLAT row_iterator& operator++() noexcept {
        walk_of(*this).advance();
        return *this;
    }
    void operator++(int) noexcept { walk_of(*this).advance(); }
    [[nodiscard]] THRONG_FLAT friend bool operator==(const row_iterator& i, std::default_sentinel_t) noexcept {
        return walk_of(i).is_at_end();
    }

  private:
    template <class Self> [[nodiscard]] THRONG_FLAT static auto& walk_of(Self& i) noexcept {
        if constexpr (owns) return i.walk_;
        else return *i.walk_;
    }

    Walk walk_;
};

/// The words of a page that a walk reads: what comes to the others later is new. (Those beyond are never written.)
struct shown_words {
    word of[page_words];
    unsigned size = 0;

    shown_words() noexcept {} // NOLINT(modernize-use-equals-default)
    shown_words(const shown_words& other) noexcept { *this = other; }
    shown_words& operator=(const shown_words& other) noexcept {
        if (this == &other) return *this;
        size = other.size;
        for (unsigned w = 0; w < size; ++w) of[w] = other.of[w];
        return *this;
    }
    ~shown_words() = default;
    [[nodiscard]] THRONG_FLAT word& operator[](unsigned w) noexcept { return of[w]; }
    [[nodiscard]] THRONG_FLAT const word& operator[](unsigned w) const noexcept { return of[w]; }
};

/// An open walk of a query, registered with its world. The entities of a page are determined when the walk reaches it,
/// and can only become fewer from then on. A backward walk goes from the last page, word and bit to the first.
template <class Matcher, bool Backward = false> class query_walk {
    using storage_type = typename Matcher::storage_type;
    using entities_type = entity_index<typename storage_type::allocator_type>;
    using page_view = typename Matcher::page_view;

  public:
    using row_type = typename Matcher::row_type;
    using iterator = row_iterator<query_walk*>;

    query_walk(const Matcher& m, bool live, caller where) noexcept
        : node_(m, false, where), limit_(m.home().page_count()), live_(live) {}
    /// Comes to the first page that shows anything.
    query_walk(const Matcher& m, at_once_t, caller where) noexcept
        : node_(m, at_once, where), limit_(m.home().page_count()), live_(false) {
        next_page();
    }
    query_walk(query_walk&&) noexcept = default;
    query_walk& operator=(query_walk&&) noexcept = default;

    /// Moves on; the entity, or an empty one at the end. A live walk at its end goes on when something has come to
    /// match later.
    entity next() noexcept {
        advance();
        return is_at_end() ? entity{} : storage().entity_at(number(node_.at));
    }
    /// The same, without asking for the entity.
    THRONG_FLAT void advance() noexcept {
        if (counted(node_.at) < node_.ahead) [[likely]] {
            stand_at(Backward ? number(node_.at) - 1 : number(node_.at) + 1);
        } else {
            come_to_run();
        }
    }
    /// The handle of the visited entity at the time the walk reached it; an empty one before the first and after the
    /// last.
    [[nodiscard]] entity handle() const noexcept {
        return is_at_end() ? entity{} : storage().entities.last_entity_at(number(node_.at));
    }
    [[nodiscard]] THRONG_FLAT bool is_at_end() const noexcept { return node_.at == nowhere; }
    /// It and its components.
    [[nodiscard]] THRONG_FLAT row_type row() const noexcept {
        const auto at = static_cast<std::uint32_t>(node_.at);
        return Matcher::row(view_, at % page_slots, storage().entities.last_entity_at(at));
    }
    [[nodiscard]] row_type operator*() const noexcept { return row(); }

    [[nodiscard]] iterator begin() noexcept {
        if (is_at_end()) advance();
        return iterator(this);
    }
    [[nodiscard]] std::default_sentinel_t end() const noexcept { return {}; }

    // The visit is inlined into the function that holds f, so that f's captures may stay in registers.

    /// Visits all. For a walk that has not begun, and is used up by it.
    template <class F> THRONG_ALWAYS_INLINE void each(F& f) && {
        if (!begun_) next_page();
        while (m_.size != 0) {
            Matcher::with_access(view_, [&](auto... values) THRONG_ALWAYS_INLINE_LAMBDA { visit_page(f, values...); });
            node_.at = nowhere;
            if (node_.home == nullptr) return;
            next_page();
        }
    }

    /// Moves on to the next run of neighbours on a page: its first slot and its length, 0 at the end. The walk stands
    /// on all of it.
    [[nodiscard]] std::pair<unsigned, unsigned> next_run() noexcept
        requires(!Backward)
    {
        if (!come_to_word()) return {0, 0};
        const unsigned first = word_ * word_bits + lowest(m_[word_]);
        const unsigned length = end_of_run(first) - first;
        node_.stand_on(page_ * page_slots + first, length);
        return {first, length};
    }
    [[nodiscard]] const page_view& page() const noexcept { return view_; }
    [[nodiscard]] std::uint32_t page_number() const noexcept { return page_; }
    [[nodiscard]] THRONG_FLAT storage_type& storage() const noexcept { return *node_.home; }

  private:
    /// A position as a walk counts it: what is ahead is more.
    [[nodiscard]] THRONG_FLAT static constexpr place counted(place p) noexcept {
        return Backward ? place{~number(p)} : p;
    }
    [[nodiscard]] THRONG_FLAT static constexpr unsigned next_bit(word w) noexcept {
        return Backward ? highest(w) : lowest(w);
    }
    /// The slots of a word that come after this one.
    [[nodiscard]] THRONG_FLAT static constexpr word after(unsigned slot) noexcept {
        return Backward ? below(slot % word_bits) : above(slot % word_bits);
    }
    /// The walk comes to an entity.
    THRONG_FLAT void stand_at(std::uint32_t index) noexcept {
        node_.at = place{index};
        if constexpr (Backward) node_.last = place{index - 1};
    }
    /// `word_` after the last word of a page.
    [[nodiscard]] THRONG_FLAT unsigned end_of_words() const noexcept { return Backward ? ~0U : m_.size; }
    /// Lets go of what the walk stands on, and comes to the next word that shows anything. False at the end.
    [[nodiscard]] bool come_to_word() noexcept {
        if (node_.at != nowhere) {
            const unsigned last = number(node_.on_run ? place{number(node_.run_end) - 1} : node_.at) % page_slots;
            word_ = last / word_bits;
            m_[word_] &= after(last);
        }
        if (any(node_.changed)) [[unlikely]]
            move_on();
        node_.at = nowhere;
        node_.ahead = place{};
        node_.on_run = false;
        if (node_.home == nullptr) return false;
        for (;;) {
            while (word_ != end_of_words() && !any(m_[word_])) word_ += Backward ? ~0U : 1U;
            if (word_ != end_of_words()) return true;
            if (!next_page()) return false;
        }
    }
    /// The same, and to the first of the neighbours that are there.
    THRONG_NOINLINE void come_to_run() noexcept {
        if (!come_to_word()) return;
        const unsigned first = word_ * word_bits + next_bit(m_[word_]);
        stand_at(page_ * page_slots + first);
        node_.ahead = counted(place{page_ * page_slots + (Backward ? start_of_run(first) : end_of_run(first) - 1)});
    }
    /// The slot behind those that are shown from this one on without a gap.
    [[nodiscard]] unsigned end_of_run(unsigned slot) const noexcept {
        unsigned w = slot / word_bits;
        const unsigned end = slot + leading_run(m_[w] >> slot % word_bits);
        if (end % word_bits != 0) return end;
        w = end_of_full(w + 1);
        return w * word_bits + (w == m_.size ? 0 : leading_run(m_[w]));
    }
    /// The first of the slots of a word that are shown up to this one without a gap.
    [[nodiscard]] unsigned start_of_run(unsigned slot) const noexcept {
        const unsigned w = slot / word_bits;
        const word gaps = ~m_[w] & below(slot % word_bits);
        return w * word_bits + (any(gaps) ? highest(gaps) + 1 : 0);
    }
    template <class F, class... Access> THRONG_ALWAYS_INLINE void visit_page(F& f, Access... values) {
        constexpr bool with_entity = wants_entity<F, typename Matcher::arguments>::value;
        const std::uint32_t first_index = page_ * page_slots;
        const auto& entities = storage().page(page_);
        const auto visit = [&](std::size_t s) THRONG_ALWAYS_INLINE_LAMBDA {
            const auto slot = static_cast<unsigned>(s);
            if constexpr (with_entity)
                (void)f(entities_type::entity_with(first_index + slot, entities.generation(slot)), values(s)...);
            else (void)f(values(s)...);
        };
        for (unsigned w = m_.size; Backward && w-- != 0;) {
            if (!with_entity && !any(~m_[w])) [[likely]] {
                const unsigned last = (w + 1) * word_bits;
                const unsigned s = visit_neighbours<false>(visit, first_index, w * word_bits, last);
                if (s == last) continue;
                if (!go_on_after(s)) return;
            }
            if (!visit_word(visit, first_index, w)) return;
        }
        for (unsigned w = 0; !Backward && w < m_.size;) {
            if (!any(~m_[w])) [[likely]] {
                const unsigned first = w * word_bits;
                w = end_of_full(w);
                const unsigned last = w * word_bits;
                const unsigned s = visit_neighbours<with_entity>(visit, first_index, first, last);
                if (s == last) continue;
                if (!go_on_after(s)) return;
                w = s / word_bits;
                continue;
            }
            if (!visit_word(visit, first_index, w)) return;
            ++w;
        }
    }
    /// One by one. False if the world is destroyed.
    template <class Visit>
    THRONG_ALWAYS_INLINE bool visit_word(const Visit& visit, std::uint32_t first_index, unsigned w) {
        word rest = m_[w];
        while (any(rest)) {
            const unsigned s = w * word_bits + next_bit(rest);
            rest = Backward ? rest & after(s) : without_lowest(rest);
            stand_at(first_index + s);
            visit(s);
            if (any(node_.changed)) [[unlikely]] {
                if (!go_on_after(s)) return false;
                rest = m_[w];
            }
        }
        return true;
    }
    /// Full words are a plain loop over neighbours. Gives the slot after whose visit something had changed, or `last`.
    template <bool OneByOne, class Visit> THRONG_ALWAYS_INLINE unsigned
    visit_neighbours(const Visit& visit, std::uint32_t first_index, std::size_t s, std::size_t last) {
        // For the walk to say where it stands would be a store that keeps the loop from being vectorised: where it need
        // not read generations, it stands on all of the run instead.
        if constexpr (!OneByOne)
            node_.stand_on(first_index + static_cast<std::uint32_t>(s), static_cast<unsigned>(last - s));
        if constexpr (Backward && !OneByOne) node_.last = place{number(node_.at) - 1};
        const auto comes_to = [&](std::size_t next) THRONG_ALWAYS_INLINE_LAMBDA {
            if constexpr (OneByOne) stand_at(first_index + static_cast<std::uint32_t>(next));
            visit(next);
            return !any(node_.changed);
        };
        if constexpr (Backward) {
            for (std::size_t next = last; next-- != s;) {
                if (!comes_to(next)) [[unlikely]]
                    return static_cast<unsigned>(next);
            }
        } else {
            for (; s != last; ++s) {
                if (!comes_to(s)) [[unlikely]]
                    return static_cast<unsigned>(s);
            }
        }
        if constexpr (!OneByOne) node_.on_run = false;
        return static_cast<unsigned>(last);
    }
    /// The word after full words from `w` on.
    [[nodiscard]] THRONG_NOINLINE unsigned end_of_full(unsigned w) const noexcept {
        while (w < m_.size && !any(~m_[w])) ++w;
        return w;
    }
    /// Something has changed during a visit: updates the entities of the page still to be visited. False if the world
    /// is destroyed.
    THRONG_NOINLINE bool go_on_after(unsigned slot) noexcept {
        m_[slot / word_bits] &= after(slot);
        if (bits(node_.changed) == bits(let_go_of) && !node_.on_run) {
            // It went itself, and nothing ahead of the walk did.
            const std::uint32_t index = number(node_.at);
            node_.at = nowhere;
            node_.changed = unchanged;
            storage().let_go(index);
            if (!any(node_.changed)) return true;
        }
        move_on();
        return node_.home != nullptr;
    }
    /// Lets go of what the walk stands on, and looks again at what is still to be seen of the page.
    THRONG_NOINLINE void move_on() noexcept {
        if (node_.home == nullptr) return;
        const std::uint32_t from = number(node_.at);
        const std::uint32_t to = node_.on_run ? number(node_.run_end) : from + 1;
        const bool lets_go = any(node_.changed & let_go_of);
        node_.at = nowhere;
        node_.on_run = false;
        if (lets_go) {
            for (std::uint32_t i = from; i != to && node_.home != nullptr; ++i) storage().let_go(i);
        }
        node_.changed = unchanged;
        if (node_.home == nullptr) return;
        if (!view_.enter(node_.matcher, page_)) {
            for (unsigned w = 0; w < m_.size; ++w) m_[w] = word{};
            return;
        }
        for (unsigned w = 0; w < m_.size; ++w) m_[w] &= view_.match(w);
        // An entity that has left and matches again is new.
        without_late();
    }

    /// Comes to the next page that shows anything.
    THRONG_NOINLINE bool next_page() noexcept {
        if constexpr (Backward) {
            // (The pages before the limit are left.)
            while (limit_ != 0) {
                page_ = --limit_;
                if (read_page()) return true;
            }
        } else {
            for (;;) {
                if (begun_) ++page_;
                begun_ = true;
                for (; page_ < limit_; ++page_) {
                    if (read_page()) return true;
                }
                page_ = limit_;
                // The next pass is over what has come since.
                if (!live_ || !node_.late.any()) break;
                node_.turn.clear();
                node_.turn.swap(node_.late);
                later_ = true;
                // (A set that has been used before may have more pages than there are now.)
                limit_ = std::min(node_.turn.page_count(), storage().page_count());
                page_ = 0;
                begun_ = false;
            }
        }
        // (There is nothing ahead, and so nothing to look at again.)
        node_.last = nowhere;
        m_.size = 0;
        word_ = end_of_words();
        return false;
    }
    void without_late() noexcept {
        const word* const those = node_.late.page(page_);
        if (those == nullptr) return;
        for (unsigned w = 0; w < m_.size; ++w) m_[w] &= ~those[w];
    }
    [[nodiscard]] bool read_page() noexcept {
        const word* const those = node_.turn.page(page_);
        if (later_ && those == nullptr) return false;
        if (!view_.enter(node_.matcher, page_)) return false;
        m_.size = node_.matcher.home().page(page_).used_words;
        if (m_.size == page_words ? !view_.match_all(m_.of) : !view_.match_first(m_.of, m_.size)) return false;
        if (node_.home == nullptr) node_.open();
        node_.matcher.note_writing(page_);
        for (unsigned w = 0; later_ && w < m_.size; ++w) m_[w] &= those[w];
        without_late();
        word_ = Backward ? m_.size - 1 : 0;
        node_.last = place{page_ * page_slots + (page_slots - 1)};
        return true;
    }

    query_node<Matcher> node_;
    page_view view_;
    shown_words m_;
    std::uint32_t page_ = 0;
    std::uint32_t limit_;
    unsigned word_ = Backward ? ~0U : 0;
    bool live_;
    bool later_ = false;
    bool begun_ = false;
};

} // namespace throng::core
