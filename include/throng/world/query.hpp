#pragma once

#include <throng/core/audit.hpp>
#include <throng/core/walk.hpp>
#include <throng/world/storage.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <tuple>
#include <type_traits>
#include <utility>

namespace throng {

namespace core {
template <class Matcher> class frozen_query;
} // namespace core

/// Terms of a query, beside the components whose values it gives: `world.query<position, const
/// velocity>(none_of<frozen>)`.
template <class... Cs> struct all_of_t {};
template <class... Cs> struct any_of_t {};
template <class... Cs> struct none_of_t {};
template <class C> struct optional_t {};
/// Entities that have all of these, too; their values are not given.
template <class... Cs> inline constexpr all_of_t<Cs...> all_of{};
/// Entities that have at least one of these.
template <class... Cs> inline constexpr any_of_t<Cs...> any_of{};
/// Entities that have none of these.
template <class... Cs> inline constexpr none_of_t<Cs...> none_of{};
/// Gives the component's address, or null where an entity has none. Whether it has one does not matter to the query.
template <class C> inline constexpr optional_t<C> optional{};

namespace core {

/// A column that was not known by its type: of a subset, or made at run time.
template <class Allocator> struct in_column {
    column<Allocator>* of;
};
template <class Allocator> struct not_in_column {
    column<Allocator>* of;
};

/// What each term asks for.
template <class Term> struct term;
template <class... Cs> struct term<all_of_t<Cs...>> {
    static constexpr unsigned all = sizeof...(Cs), none = 0, any = 0, groups = 0;
    using optionals = types<>;
    template <class Query> static void put(Query& q, const all_of_t<Cs...>&) {
        (q.put_all(q.template column_of<Cs>()), ...);
    }
};
template <class... Cs> struct term<any_of_t<Cs...>> {
    static_assert(sizeof...(Cs) > 0, "throng: any_of nothing matches nothing");
    static constexpr unsigned all = 0, none = 0, any = sizeof...(Cs), groups = 1;
    using optionals = types<>;
    template <class Query> static void put(Query& q, const any_of_t<Cs...>&) {
        (q.put_any(q.template column_of<Cs>()), ...);
        q.end_group();
    }
};
template <class... Cs> struct term<none_of_t<Cs...>> {
    static constexpr unsigned all = 0, none = sizeof...(Cs), any = 0, groups = 0;
    using optionals = types<>;
    template <class Query> static void put(Query& q, const none_of_t<Cs...>&) {
        (q.put_none(q.template column_of<Cs>()), ...);
    }
};
template <class C> struct term<optional_t<C>> {
    static constexpr unsigned all = 0, none = 0, any = 0, groups = 0;
    using optionals = types<C>;
    template <class Query> static void put(Query& q, const optional_t<C>&) {
        q.put_optional(q.template column_of<C>());
    }
};
template <class Allocator> struct term<in_column<Allocator>> {
    static constexpr unsigned all = 1, none = 0, any = 0, groups = 0;
    using optionals = types<>;
    template <class Query> static void put(Query& q, const in_column<Allocator>& t) { q.put_all(*t.of); }
};
template <class Allocator> struct term<not_in_column<Allocator>> {
    static constexpr unsigned all = 0, none = 1, any = 0, groups = 0;
    using optionals = types<>;
    template <class Query> static void put(Query& q, const not_in_column<Allocator>& t) { q.put_none(*t.of); }
};

template <class... Lists> struct joined_types;
template <> struct joined_types<> {
    using type = types<>;
};
template <class... As> struct joined_types<types<As...>> {
    using type = types<As...>;
};
template <class... As, class... Bs, class... Rest> struct joined_types<types<As...>, types<Bs...>, Rest...> {
    using type = typename joined_types<types<As..., Bs...>, Rest...>::type;
};

/// The value of a slot, for each way in which values are kept. Plain data, so that a loop may hold it in registers.
template <class T> struct value_access {
    using component = std::remove_const_t<T>;
    T* first;
    [[nodiscard]] T& operator()(std::size_t slot) const noexcept { return first[slot]; }
};
template <class T>
    requires tag<std::remove_const_t<T>>
struct value_access<T> {
    T* first;
    [[nodiscard]] T& operator()(std::size_t) const noexcept { return *first; }
};
template <class T>
    requires(is_sparse<std::remove_const_t<T>>())
struct value_access<T> {
    void** const* cells;
    [[nodiscard]] T& operator()(std::size_t slot) const noexcept {
        return *static_cast<T*>(cells[slot / word_bits][slot % word_bits]);
    }
};
template <class T, class Column> [[nodiscard]] value_access<T> access_to(std::byte* b) noexcept {
    if constexpr (is_sparse<std::remove_const_t<T>>()) return {Column::cells_of(b).of_word};
    else return {Column::template value_of<std::remove_const_t<T>>(b, 0)};
}
template <class T> struct optional_access {
    value_access<T> values;
    const word* present;
    [[nodiscard]] T* operator()(std::size_t slot) const noexcept {
        return core::any(present[slot / word_bits] & bit(slot % word_bits)) ? &values(slot) : nullptr;
    }
};

template <class... Args> struct row_of {
    using type = std::tuple<entity, Args...>;
};
template <> struct row_of<> {
    using type = entity;
};

/// The columns that a query asks, and its answer for a page.
template <class Storage, class Values, class Optionals, unsigned All, unsigned None, unsigned Any, unsigned Groups>
class matcher;

template <class Storage, class... Vs, class... Os, unsigned All, unsigned None, unsigned Any, unsigned Groups>
class matcher<Storage, types<Vs...>, types<Os...>, All, None, Any, Groups> {
    using column_type = typename Storage::column_type;
    static constexpr unsigned optionals = sizeof...(Os);
    template <unsigned N> static constexpr unsigned room = N == 0 ? 1 : N;

  public:
    using storage_type = Storage;
    using value_types = types<Vs...>;
    using optional_types = types<Os...>;
    /// What a function may be called with, and what a range-for over a walk gives: of a query without values, the
    /// entity.
    using arguments = types<Vs&..., Os*...>;
    using row_type = typename row_of<Vs&..., Os*...>::type;

    explicit matcher(Storage& home) : home_(&home) {}

    template <class C> [[nodiscard]] column_type& column_of() {
        return home_->template column_of<std::remove_const_t<C>>();
    }
    void put_all(column_type& c) noexcept { all_[alls_++] = &c; }
    void put_none(column_type& c) noexcept { none_[nones_++] = &c; }
    void put_any(column_type& c) noexcept { any_[anys_++] = &c; }
    void end_group() noexcept { group_end_[groups_++] = anys_; }
    void put_optional(column_type& c) noexcept { optional_[optionals_++] = &c; }

    [[nodiscard]] Storage& home() const noexcept { return *home_; }
    [[nodiscard]] std::uint64_t wants() const noexcept {
        std::uint64_t m = 0;
        for (unsigned i = 0; i < All; ++i) m |= all_[i]->mark;
        for (unsigned i = 0; i < Any; ++i) m |= any_[i]->mark;
        return m;
    }
    [[nodiscard]] std::uint64_t shuns() const noexcept {
        std::uint64_t m = 0;
        for (unsigned i = 0; i < None; ++i) m |= none_[i]->mark;
        return m;
    }
    [[nodiscard]] column_type* all(unsigned i) const noexcept { return all_[i]; }
    [[nodiscard]] column_type* none(unsigned i) const noexcept { return none_[i]; }
    [[nodiscard]] column_type* any_one(unsigned i) const noexcept { return any_[i]; }
    [[nodiscard]] column_type* optional_one(unsigned i) const noexcept { return optional_[i]; }
    static constexpr unsigned all_count = All, none_count = None, any_count = Any;

    [[nodiscard]] bool matches(std::uint32_t index) const noexcept {
        for (unsigned i = 0; i < All; ++i) {
            if (!all_[i]->has(index)) return false;
        }
        for (unsigned i = 0; i < None; ++i) {
            if (none_[i]->has(index)) return false;
        }
        unsigned i = 0;
        for (unsigned g = 0; g < Groups; ++g) {
            bool one = false;
            for (; i < group_end_[g]; ++i) one = one || any_[i]->has(index);
            if (!one) return false;
        }
        return All != 0 || Any != 0 || home_->page(index / page_slots).is_alive(index % page_slots);
    }

    /// A page's words, where it has anybody who may match.
    class page_view {
      public:
        /// False if nobody there can match.
        bool enter(const matcher& m, std::uint32_t page) noexcept {
            for (unsigned i = 0; i < All; ++i) {
                values_[i] = m.all_[i]->parts.values(page);
                if (values_[i] == nullptr) return false;
                all_[i] = m.all_[i]->present(page);
            }
            if constexpr (All == 0) all_[0] = m.home_->page(page).alive;
            for (unsigned i = 0; i < None; ++i) none_[i] = m.none_[i]->present(page);
            for (unsigned i = 0; i < Any; ++i) any_[i] = m.any_[i]->present(page);
            for (unsigned i = 0; i < optionals; ++i) {
                optional_[i] = m.optional_[i]->parts.values(page);
                optionally_[i] = m.optional_[i]->present(page);
            }
            for (unsigned g = 0; g < Groups; ++g) group_end_[g] = m.group_end_[g];
            return true;
        }
        /// The first lines of the next page's blocks are fetched, since no processor guesses where they are.
        static void prefetch_after(const matcher& m, std::uint32_t page, std::uint32_t limit) noexcept {
            if constexpr (All == 0) return;
            const std::uint32_t last = limit - page > pages_looked_ahead ? page + pages_looked_ahead : limit;
            for (++page; page < last; ++page) {
                const std::byte* next[room<All>];
                bool all = true;
                for (unsigned i = 0; i < All; ++i) all = (next[i] = m.all_[i]->parts.values(page)) != nullptr && all;
                if (!all) continue;
                for (const std::byte* const b : next) {
                    for (std::size_t n = 0; n < prefetched_bytes; n += 64) __builtin_prefetch(b + n);
                }
                return;
            }
        }
        /// All words of the page; whether any bit is set.
        bool match_all(word* __restrict to) const noexcept {
            for (unsigned w = 0; w < page_words; ++w) to[w] = match(w);
            word some{};
            for (unsigned w = 0; w < page_words; ++w) some |= to[w];
            return any(some);
        }
        [[nodiscard]] word match(unsigned w) const noexcept {
            word m = all_[0][w];
            for (unsigned i = 1; i < All; ++i) m &= all_[i][w];
            for (unsigned i = 0; i < None; ++i) m &= ~none_[i][w];
            unsigned i = 0;
            for (unsigned g = 0; g < Groups; ++g) {
                word one{};
                for (; i < group_end_[g]; ++i) one |= any_[i][w];
                m &= one;
            }
            return m;
        }
        template <class T, std::size_t I> [[nodiscard]] value_access<T> values() const noexcept {
            return access_to<T, column_type>(values_[I]);
        }
        template <class T, std::size_t I> [[nodiscard]] optional_access<T> optional_values() const noexcept {
            if (optional_[I] == nullptr) return {{}, no_words};
            return {access_to<T, column_type>(optional_[I]), optionally_[I]};
        }

      private:
        static constexpr std::size_t prefetched_bytes = 512;
        static constexpr std::uint32_t pages_looked_ahead = 32;

        const word* all_[room<All>] = {};
        std::byte* values_[room<All>] = {};
        const word* none_[room<None>] = {};
        const word* any_[room<Any>] = {};
        std::byte* optional_[room<optionals>] = {};
        const word* optionally_[room<optionals>] = {};
        unsigned group_end_[room<Groups>] = {};
    };

    /// Calls g(access...) with one for each value and optional.
    template <class G> [[gnu::always_inline]] static decltype(auto) with_access(const page_view& v, G&& g) {
        return with_access(v, g, std::index_sequence_for<Vs...>{}, std::index_sequence_for<Os...>{});
    }

  private:
    template <class G, std::size_t... I, std::size_t... J> [[gnu::always_inline]] static decltype(auto)
    with_access(const page_view& v, G& g, std::index_sequence<I...>, std::index_sequence<J...>) {
        return g(v.template values<Vs, I>()..., v.template optional_values<Os, J>()...);
    }

    Storage* home_;
    column_type* all_[room<All>] = {};
    column_type* none_[room<None>] = {};
    column_type* any_[room<Any>] = {};
    column_type* optional_[room<optionals>] = {};
    unsigned group_end_[room<Groups>] = {};
    unsigned alls_ = 0, nones_ = 0, anys_ = 0, groups_ = 0, optionals_ = 0;
};

/// Whether f wants the entity first.
template <class F, class Arguments> struct wants_entity;
template <class F, class... Args> struct wants_entity<F, types<Args...>> {
    static constexpr bool value = std::is_invocable_v<F&, entity, Args...>;
    static_assert(value || std::is_invocable_v<F&, Args...>,
                  "throng: the function must take the query's components, by reference, perhaps after the entity");
};

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
        opened = where;
        is_walk = true;
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

    /// Visits everybody who is still before the walk.
    template <class F> [[gnu::always_inline]] void each(F& f) {
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
    [[nodiscard]] storage_type& storage() const noexcept { return *static_cast<storage_type*>(home); }

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
        if (any(changed)) [[unlikely]]
            move_on();
        if (home == nullptr) return false;
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
        page_view::prefetch_after(matcher_, page_, limit_);
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

    friend class iterator;
};

/// Entities that follow one another: their handles.
template <class Storage> class entity_run {
  public:
    entity_run(const Storage& home, std::uint32_t page, unsigned first, unsigned length) noexcept
        : page_(&home.page(page)), first_(first), length_(length) {}
    [[nodiscard]] std::size_t size() const noexcept { return length_; }
    [[nodiscard]] entity operator[](std::size_t i) const noexcept {
        return Storage::entity_at(*page_, first_ + static_cast<unsigned>(i));
    }

  private:
    const typename Storage::page_type* page_;
    unsigned first_;
    unsigned length_;
};

/// The entities of a query as runs of neighbours: for loops that vectorise.
template <class Matcher, class Values = typename Matcher::value_types> class run_walk;
template <class Matcher, class... Vs> class run_walk<Matcher, types<Vs...>> {
    static_assert((!is_sparse<std::remove_const_t<Vs>>() && ...), "throng: runs need components that are not sparse");
    static_assert((!tag<std::remove_const_t<Vs>> && ...), "throng: a tag has no values: ask for it with all_of");

  public:
    using run_type = std::tuple<entity_run<typename Matcher::storage_type>, std::span<Vs>...>;

    run_walk(const Matcher& m, caller where) noexcept : walk_(m, false, where) { go_on(); }
    class iterator {
      public:
        using iterator_concept = std::input_iterator_tag;
        using value_type = run_type;
        using difference_type = std::ptrdiff_t;

        explicit iterator(run_walk& w) noexcept : walk_(&w) {}
        [[nodiscard]] run_type operator*() const noexcept { return walk_->run(); }
        iterator& operator++() noexcept {
            walk_->go_on();
            return *this;
        }
        void operator++(int) noexcept { walk_->go_on(); }
        friend bool operator==(const iterator& i, std::default_sentinel_t) noexcept { return i.is_over(); }

      private:
        [[nodiscard]] bool is_over() const noexcept { return walk_->is_over(); }
        run_walk* walk_;
    };
    [[nodiscard]] iterator begin() noexcept { return iterator(*this); }
    [[nodiscard]] std::default_sentinel_t end() const noexcept { return {}; }

  private:
    friend class iterator;
    [[nodiscard]] bool is_over() const noexcept { return length_ == 0; }
    void go_on() noexcept {
        const auto [first, length] = walk_.next_run();
        first_ = first;
        length_ = length;
    }
    [[nodiscard]] run_type run() const noexcept {
        return Matcher::with_access(walk_.page(), [this](auto... values) {
            return run_type({walk_.storage(), walk_.page_number(), first_, length_},
                            std::span(&values(first_), length_)...);
        });
    }

    query_walk<Matcher> walk_;
    unsigned first_ = 0;
    unsigned length_ = 0;
};

} // namespace core

/// Which entities of a world: those that have what its terms ask for. It is made in passing, holds nothing but a few
/// addresses, needs no registration, and may be kept as long as its world is there.
///
///     world.query<position, const velocity>(none_of<frozen>).each([](position& p, const velocity& v) { p += v; });
///     for (auto [e, p] : world.query<position>()) if (p.y < 0) world.destroy(e);
///
/// A walk shows residents: those who matched when it began and have matched ever since, each once, in the order of
/// their indices. With `live`, those who have come to match since are visited next, and so on until nobody has. In the
/// walk, any edit is legal, of anybody; it acts at once. Whom the walk stands on keeps its values to the end of the
/// visit, even destroyed or stripped of components; but a component that is given to it again takes the old one's
/// place.
template <class Matcher> class query {
    using caller = core::caller;

  public:
    using walk_type = core::query_walk<Matcher>;
    using row_type = typename Matcher::row_type;

    explicit query(const Matcher& m) noexcept : matcher_(m) {}

    /// Calls f(components...) or f(entity, components...) for each. Values come as references, optional ones as
    /// addresses.
    template <class F> void each(F f, caller where = {}) const { walk_type(matcher_, false, where).each(f); }
    template <class F> void each(residents_t, F f, caller where = {}) const {
        walk_type(matcher_, false, where).each(f);
    }
    template <class F> void each(live_t, F f, caller where = {}) const { walk_type(matcher_, true, where).each(f); }

    /// An open walk: for range-for, which gives tuples of the entity and its components, or `next()`.
    [[nodiscard]] walk_type walk(residents_t, caller where = {}) const { return walk_type(matcher_, false, where); }
    [[nodiscard]] walk_type walk(live_t, caller where = {}) const { return walk_type(matcher_, true, where); }

    /// Range-for over a query shows residents.
    class iterator {
      public:
        using iterator_concept = std::input_iterator_tag;
        using value_type = row_type;
        using difference_type = std::ptrdiff_t;

        iterator(const Matcher& m, caller where) noexcept : walk_(m, false, where) { (void)walk_.next(); }
        [[nodiscard]] row_type operator*() const noexcept { return walk_.row(); }
        iterator& operator++() noexcept {
            (void)walk_.next();
            return *this;
        }
        void operator++(int) noexcept { (void)walk_.next(); }
        friend bool operator==(const iterator& i, std::default_sentinel_t) noexcept { return !i.walk_.handle(); }

      private:
        walk_type walk_;
    };
    [[nodiscard]] iterator begin(caller where = {}) const { return iterator(matcher_, where); }
    [[nodiscard]] std::default_sentinel_t end() const noexcept { return {}; }

    /// The residents as runs of neighbours, in order: tuples of their entities and a span for each component. A run's
    /// values are kept until the loop goes on to the next run.
    [[nodiscard]] core::run_walk<Matcher> runs(caller where = {}) const {
        return core::run_walk<Matcher>(matcher_, where);
    }

    /// A view of who matches now, which stays as it is while the world changes: it shows the dead and the stripped,
    /// too, whose values and indices are kept until it is dropped. What a component says is not frozen: it may be
    /// changed, and one that is given to an entity again takes the old one's place. O(1), copies nothing.
    [[nodiscard]] core::frozen_query<Matcher> freeze(caller where = {}) const;

    /// How many match. O(pages).
    [[nodiscard]] std::size_t count() const noexcept {
        std::size_t n = 0;
        each_page([&](std::uint32_t, const core::word* those) {
            n += core::count_page(those);
            return true;
        });
        return n;
    }
    [[nodiscard]] bool empty() const noexcept { return !first(); }
    /// The one with the lowest index; an empty handle if nobody matches.
    [[nodiscard]] entity first() const noexcept {
        entity e;
        each_word([&](std::uint32_t page, unsigned w, core::word those) {
            e = matcher_.home().entity_at(page * core::page_slots + w * core::word_bits + core::lowest(those));
            return false;
        });
        return e;
    }
    /// Whether the entity is alive and matches. O(1).
    [[nodiscard]] bool contains(entity e) const noexcept {
        return matcher_.home().is_alive(e) && matcher_.matches(e.index());
    }

    [[nodiscard]] const Matcher& terms() const noexcept { return matcher_; }

    /// Calls f(page, word's number, who matches) for each word with somebody, until it returns false. It may edit the
    /// word that it is called with.
    template <class F> void each_word(F f) const {
        each_page([&](std::uint32_t page, const core::word* those) {
            for (unsigned w = 0; w < core::page_words; ++w) {
                if (core::any(those[w]) && !f(page, w, those[w])) return false;
            }
            return true;
        });
    }
    /// Calls f(page, who matches there) for each page with somebody, until it returns false. It may edit the page that
    /// it is called with.
    template <class F> void each_page(F f) const {
        typename Matcher::page_view v;
        core::word those[core::page_words];
        const std::uint32_t pages = matcher_.home().page_count();
        for (std::uint32_t p = 0; p < pages; ++p) {
            if (v.enter(matcher_, p) && v.match_all(those) && !f(p, static_cast<const core::word*>(those))) return;
        }
    }

  private:
    Matcher matcher_;
};

} // namespace throng
