#pragma once

#include <throng/world/kernel/storage.hpp>
#include <throng/world/query/query_row.hpp>
#include <throng/world/query/terms.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace throng::core {

/// The value of a slot, for each way in which values are kept. Plain data, so that a loop may hold it in registers.
template <class T> struct value_access {
    using component = std::remove_const_t<T>;
    T* first;
    [[nodiscard]] THRONG_FLAT T& operator()(std::size_t slot) const noexcept { return first[slot]; }
};
template <class T>
    requires tag<std::remove_const_t<T>>
struct value_access<T> {
    T* first;
    [[nodiscard]] THRONG_FLAT T& operator()(std::size_t) const noexcept { return *first; }
};
template <class T>
    requires(is_sparse<std::remove_const_t<T>>())
struct value_access<T> {
    void** const* cells;
    [[nodiscard]] THRONG_FLAT T& operator()(std::size_t slot) const noexcept {
        return *static_cast<T*>(cells[slot / word_bits][slot % word_bits]);
    }
};
template <class T, class Column> [[nodiscard]] THRONG_FLAT value_access<T> access_to(std::byte* b) noexcept {
    if constexpr (is_sparse<std::remove_const_t<T>>()) return {Column::cells_of(b).of_word};
    else return {Column::template value_of<std::remove_const_t<T>>(b, 0)};
}
template <class... Args> struct row_of {
    using type = query_row<entity, Args...>;
};
template <> struct row_of<> {
    using type = entity;
};

/// Whether f wants the entity first. (Where it does, it is not asked whether it could do without: a body that forwards
/// what it is given would not compile then.)
template <class F, class Arguments> struct wants_entity;
template <class F, class... Args> struct wants_entity<F, types<Args...>> {
    static constexpr bool value = std::is_invocable_v<F&, entity, Args...>;
    static_assert(std::disjunction_v<std::is_invocable<F&, entity, Args...>, std::is_invocable<F&, Args...>>,
                  "throng: the function must take the query's components, by reference, perhaps after the entity");
};

/// An array that may be empty: it takes no room then, and no time when it is copied.
template <class T, unsigned N> struct several {
    T of[N] = {};
    [[nodiscard]] THRONG_FLAT constexpr T& operator[](unsigned i) noexcept { return of[i]; }
    [[nodiscard]] THRONG_FLAT constexpr const T& operator[](unsigned i) const noexcept { return of[i]; }
};
template <class T> struct several<T, 0> {
    [[nodiscard]] T& operator[](unsigned) const noexcept { unreachable(); }
};

/// The columns of a query, and its matching entities of a page.
template <class Storage, class Values, class Optionals, unsigned All, unsigned None, unsigned Any, unsigned Groups,
          unsigned Filters, bool ShowsDisabled>
class matcher;

template <class Storage, class... Vs, class... Os, unsigned All, unsigned None, unsigned Any, unsigned Groups,
          unsigned Filters, bool ShowsDisabled>
class matcher<Storage, types<Vs...>, types<Os...>, All, None, Any, Groups, Filters, ShowsDisabled> {
    using column_type = typename Storage::column_type;
    static constexpr unsigned optionals = sizeof...(Os);

  public:
    using storage_type = Storage;
    using value_types = types<Vs...>;
    using optional_types = types<Os...>;
    /// The arguments of a function, and the elements of a range-for over a walk: for a query without values, the
    /// entity.
    using arguments = types<Vs&..., Os*...>;
    using row_type = typename row_of<Vs&..., Os*...>::type;
    static constexpr unsigned column_count = All + None + Any;
    static constexpr bool has_filters = Filters != 0;
    static constexpr bool shows_disabled = ShowsDisabled;
    static constexpr std::size_t argument_count = sizeof...(Vs) + sizeof...(Os);

    template <class... Terms> THRONG_ALWAYS_INLINE explicit matcher(Storage& home, const Terms&... terms)
        : home_(&home) {
        (put_all(named<Vs>()), ...);
        (term<Terms>::put(*this, terms), ...);
    }

    /// A column that a term asks for. Of a type that the world has not needed yet there is none: but there may be one
    /// later, while the query is kept or walked.
    struct term_column {
        column_type* known = nullptr;
        std::uint32_t type = 0;
        column_type& (*make)(Storage& home) = nullptr;

        term_column() = default;
        term_column(column_type* c, std::uint32_t t = 0, column_type& (*m)(Storage&) = nullptr) noexcept
            : known(c), type(t), make(m) {}
        // Copied one by one: a query that is made in passing is built in place in its walk then. As blocks of memory
        // they would be written and read again at once, at half the time of a walk over five entities.
        THRONG_ALWAYS_INLINE term_column(const term_column& other) noexcept
            : known(other.known), type(other.type), make(other.make) {}
        term_column& operator=(const term_column&) = default;
        ~term_column() = default;
        [[nodiscard]] column_type* in(const Storage& home) const noexcept {
            return known != nullptr ? known : home.components.of_type(type);
        }
        [[nodiscard]] std::uint64_t mark() const noexcept { return known != nullptr ? known->mark : mark_of(type); }
    };
    /// The value of a slot, or null: of a column that may have come to the page, or to the world, only just now.
    template <class T> struct optional_access {
        term_column column;
        const Storage* home;
        std::uint32_t page;
        [[nodiscard]] T* operator()(std::size_t slot) const noexcept {
            const column_type* const c = column.in(*home);
            if (c == nullptr || !c->has(page * page_slots + static_cast<std::uint32_t>(slot))) return nullptr;
            return std::addressof(access_to<T, column_type>(c->parts.values(page))(slot));
        }
    };
    template <class C> [[nodiscard]] term_column named() const noexcept {
        const std::uint32_t n = component_number<C>();
        return {home_->components.of_type(n), n,
                [](Storage& home) -> column_type& { return home.template column_of<std::remove_const_t<C>>(); }};
    }
    /// The columns that the terms of one kind ask for.
    template <unsigned N> struct term_columns {
        THRONG_NO_UNIQUE_ADDRESS several<term_column, N> at;
        unsigned size = 0;
        THRONG_ALWAYS_INLINE void put(const term_column& c) noexcept { at[size++] = c; }
        [[nodiscard]] std::uint64_t marks() const noexcept {
            std::uint64_t m = 0;
            for (unsigned i = 0; i < N; ++i) m |= at[i].mark();
            return m;
        }
        void make_in(Storage& home) const {
            for (unsigned i = 0; i < N; ++i) {
                if (at[i].in(home) == nullptr) at[i].make(home);
            }
        }
    };
    void put_all(const term_column& c) noexcept { all_.put(c); }
    void put_none(const term_column& c) noexcept { none_.put(c); }
    void put_any(const term_column& c) noexcept { any_.put(c); }
    void end_group() noexcept { group_end_[groups_++] = any_.size; }
    void put_optional(const term_column& c) noexcept { optional_.put(c); }
    /// A predicate for each entity that matches the columns. It must not edit, and any change of its result must be
    /// reported to the walks by an edit of one of the columns.
    struct filter {
        bool (*holds)(const Storage& home, std::uint32_t index, entity about) = nullptr;
        entity about;
    };
    struct some_filters {
        several<filter, Filters> at;
        unsigned size = 0;
        void put(filter f) noexcept { at[size++] = f; }
        [[nodiscard]] bool pass(const Storage& home, std::uint32_t index) const noexcept {
            for (const filter& f : at.of) {
                if (!f.holds(home, index, f.about)) return false;
            }
            return true;
        }
    };
    struct no_filters {};
    using filter_list = std::conditional_t<Filters == 0, no_filters, some_filters>;
    void put_filter(filter f) noexcept { filters_.put(f); }
    /// Ensures that the world has all columns of the query. Throws what the allocator throws.
    void make_columns() const {
        all_.make_in(*home_);
        none_.make_in(*home_);
        any_.make_in(*home_);
        optional_.make_in(*home_);
    }

    [[nodiscard]] Storage& home() const noexcept { return *home_; }
    [[nodiscard]] std::uint64_t wants() const noexcept { return all_.marks() | any_.marks(); }
    [[nodiscard]] std::uint64_t shuns() const noexcept { return none_.marks(); }
    /// Null if the world has not needed it yet.
    [[nodiscard]] column_type* all(unsigned i) const noexcept { return all_.at[i].in(*home_); }
    [[nodiscard]] column_type* optional_one(unsigned i) const noexcept { return optional_.at[i].in(*home_); }
    /// Calls f(column, whether it is wanted or shunned) for each that decides what matches. All have been made.
    template <class F> void each_deciding(F f) const {
        for (unsigned i = 0; i < All; ++i) f(*all(i), true);
        for (unsigned i = 0; i < Any; ++i) f(*any_one(i), true);
        for (unsigned i = 0; i < None; ++i) f(*none(i), false);
    }

    /// A walk comes to a page, and may write to the values that it gives.
    void note_writing(std::uint32_t page) const noexcept {
        each_written([page](column_type& c) {
            if (c.write_watchers != 0) [[unlikely]]
                c.note_writing(page);
        });
    }
    /// The marks of what a walk may write to.
    [[nodiscard]] std::uint64_t writes() const noexcept {
        std::uint64_t m = 0;
        each_written_term([&m](const term_column& c) { m |= c.mark(); });
        return m;
    }

    /// Whether an entity matches, by its components. (One that is dying is asked about when its relations end.)
    [[nodiscard]] bool matches(std::uint32_t index) const noexcept {
        const auto has = [index](const column_type* c) { return c != nullptr && c->has(index); };
        for (unsigned i = 0; i < All; ++i) {
            if (!has(all(i))) return false;
        }
        for (unsigned i = 0; i < None; ++i) {
            if (has(none(i))) return false;
        }
        unsigned i = 0;
        for (unsigned g = 0; g < Groups; ++g) {
            bool one = false;
            for (; i < group_end_[g]; ++i) one = one || has(any_one(i));
            if (!one) return false;
        }
        if constexpr (!ShowsDisabled) {
            if (const word* const off = disabled_on(index / page_slots);
                off != nullptr && has_bit(off[index % page_slots / word_bits], index % word_bits))
                return false;
        }
        if constexpr (Filters != 0) return filters_.pass(*home_, index);
        return true;
    }

    /// Of a page that may be entered, the entities whose values can be looked at: not those of which one has made way
    /// for another that is being made, or that could not be made.
    [[nodiscard]] word readable(std::uint32_t page, unsigned w) const noexcept {
        word those = ~word{};
        if constexpr (!(std::is_trivially_destructible_v<Vs> && ...)) {
            for (unsigned i = 0; i < sizeof...(Vs); ++i) {
                if (const column_type& c = *all(i); c.leaves_ghosts()) those &= c.present(page)[w] | c.ghosts(page, w);
            }
        }
        return those;
    }
    [[nodiscard]] bool is_readable(std::uint32_t index) const noexcept {
        return has_bit(readable(index / page_slots, index % page_slots / word_bits), index % word_bits);
    }

    /// A page's words, where anything may match.
    class page_view {
      public:
        /// False if nothing there can match.
        bool enter(const matcher& m, std::uint32_t page) noexcept {
            for (unsigned i = 0; i < All; ++i) {
                const column_type* const c = m.all(i);
                values_[i] = c == nullptr ? nullptr : c->parts.values(page);
                if (values_[i] == nullptr) return false;
                all_[i] = c->present(page);
            }
            if constexpr (All == 0) all_[0] = m.home_->page(page).alive;
            for (unsigned i = 0; i < None; ++i) none_[i] = words_of(m.none(i), page);
            for (unsigned i = 0; i < Any; ++i) any_[i] = words_of(m.any_one(i), page);
            for (unsigned i = 0; i < optionals; ++i) optional_[i] = m.optional_.at[i];
            if constexpr (!ShowsDisabled) disabled_ = m.disabled_on(page);
            if constexpr (optionals != 0 || Filters != 0) {
                home_ = m.home_;
                page_ = page;
            }
            filters_ = m.filters_;
            for (unsigned g = 0; g < Groups; ++g) group_end_[g] = m.group_end_[g];
            return true;
        }
        /// All words of the page; whether any bit is set.
        bool match_all(word* __restrict to) const noexcept {
            for (unsigned w = 0; w < page_words; ++w) to[w] = match_columns(w);
            if (!ShowsDisabled && disabled_ != nullptr) {
                for (unsigned w = 0; w < page_words; ++w) to[w] &= ~disabled_[w];
            }
            if constexpr (Filters != 0) {
                for (unsigned w = 0; w < page_words; ++w) to[w] = filtered(w, to[w]);
            }
            word some{};
            for (unsigned w = 0; w < page_words; ++w) some |= to[w];
            return any(some);
        }
        /// The same of the first `n` words.
        bool match_first(word* __restrict to, unsigned n) const noexcept {
            word some{};
            for (unsigned w = 0; w < n; ++w) some |= to[w] = match(w);
            return any(some);
        }
        [[nodiscard]] word match(unsigned w) const noexcept {
            word m = match_columns(w);
            if (!ShowsDisabled && disabled_ != nullptr) m &= ~disabled_[w];
            return filtered(w, m);
        }
        [[nodiscard]] word match_columns(unsigned w) const noexcept {
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
        template <class T, std::size_t I> [[nodiscard]] THRONG_FLAT T& value(unsigned slot) const noexcept {
            return *column_type::template value_of<std::remove_const_t<T>>(values_.of[I], slot);
        }
        template <class T, std::size_t I> [[nodiscard]] THRONG_ALWAYS_INLINE value_access<T> values() const noexcept {
            return access_to<T, column_type>(values_[I]);
        }
        template <class T, std::size_t I> [[nodiscard]] optional_access<T> optional_values() const noexcept {
            return {optional_[I], home_, page_};
        }

      private:
        [[nodiscard]] word filtered([[maybe_unused]] unsigned w, word m) const noexcept {
            if constexpr (Filters != 0) {
                for (word rest = m; any(rest); rest = without_lowest(rest)) {
                    if (!filters_.pass(*home_, page_ * page_slots + w * word_bits + lowest(rest)))
                        m &= ~bit(lowest(rest));
                }
            }
            return m;
        }
        [[nodiscard]] static const word* words_of(const column_type* c, std::uint32_t page) noexcept {
            return c == nullptr ? no_words : c->present(page);
        }

        several<const word*, All == 0 ? 1 : All> all_;
        THRONG_NO_UNIQUE_ADDRESS several<std::byte*, All> values_;
        THRONG_NO_UNIQUE_ADDRESS several<const word*, None> none_;
        THRONG_NO_UNIQUE_ADDRESS several<const word*, Any> any_;
        THRONG_NO_UNIQUE_ADDRESS several<term_column, optionals> optional_;
        const Storage* home_ = nullptr;
        std::uint32_t page_ = 0;
        THRONG_NO_UNIQUE_ADDRESS several<unsigned, Groups> group_end_;
        THRONG_NO_UNIQUE_ADDRESS filter_list filters_;
        /// Null where none of the page is disabled.
        const word* disabled_ = nullptr;
    };

    /// Calls g(access...) with one for each value and optional.
    template <class G> THRONG_ALWAYS_INLINE static decltype(auto) with_access(const page_view& v, G&& g) {
        return with_access(v, g, std::index_sequence_for<Vs...>{}, std::index_sequence_for<Os...>{});
    }

    /// An entity and its values.
    [[nodiscard]] THRONG_FLAT static row_type row(const page_view& v, unsigned slot, entity e) noexcept {
        if constexpr (std::is_same_v<row_type, entity>) return e;
        else return row(v, slot, e, std::index_sequence_for<Vs...>(), std::index_sequence_for<Os...>());
    }
    /// Calls f with its values, after the entity if it wants that.
    template <class F> static void call(F& f, const page_view& v, unsigned slot, entity e) {
        with_access(v, [&](auto... values) {
            if constexpr (wants_entity<F, arguments>::value) f(e, values(slot)...);
            else f(values(slot)...);
        });
    }

  private:
    template <std::size_t... I, std::size_t... J> [[nodiscard]] THRONG_FLAT static row_type
    row(const page_view& v, unsigned slot, entity e, std::index_sequence<I...>, std::index_sequence<J...>) noexcept {
        return row_type{{{e}, {v.template value<Vs, I>(slot)}..., {v.template optional_values<Os, J>()(slot)}...}};
    }
    template <class T> static constexpr bool may_write = !std::is_const_v<T> && !tag<std::remove_const_t<T>>;
    /// Calls f(column) for each that it gives as something to write to.
    template <class F> THRONG_ALWAYS_INLINE void each_written([[maybe_unused]] F f) const noexcept {
        each_written_term([this, &f](const term_column& t) {
            if (column_type* const c = t.in(*home_); c != nullptr) f(*c);
        });
    }
    template <class F> THRONG_ALWAYS_INLINE void each_written_term([[maybe_unused]] F f) const noexcept {
        [[maybe_unused]] unsigned i = 0;
        ((may_write<Vs> ? f(all_.at[i]) : void(), ++i), ...);
        i = 0;
        ((may_write<Os> ? f(optional_.at[i]) : void(), ++i), ...);
    }
    template <class G, std::size_t... I, std::size_t... J> THRONG_ALWAYS_INLINE static decltype(auto)
    with_access(const page_view& v, G& g, std::index_sequence<I...>, std::index_sequence<J...>) {
        return g(v.template values<Vs, I>()..., v.template optional_values<Os, J>()...);
    }

    [[nodiscard]] const word* disabled_on(std::uint32_t page) const noexcept {
        const column_type* const c = home_->components.of_type(known_component_number<disabled>());
        return c == nullptr || !c->is_on(page) ? nullptr : c->present(page);
    }
    [[nodiscard]] column_type* none(unsigned i) const noexcept { return none_.at[i].in(*home_); }
    [[nodiscard]] column_type* any_one(unsigned i) const noexcept { return any_.at[i].in(*home_); }

    Storage* home_;
    term_columns<All> all_;
    term_columns<None> none_;
    term_columns<Any> any_;
    term_columns<optionals> optional_;
    THRONG_NO_UNIQUE_ADDRESS several<unsigned, Groups> group_end_;
    unsigned groups_ = 0;
    THRONG_NO_UNIQUE_ADDRESS filter_list filters_;
};

} // namespace throng::core
