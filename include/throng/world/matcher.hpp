#pragma once

#include <throng/world/storage.hpp>
#include <throng/world/terms.hpp>

#include <cstddef>
#include <cstdint>
#include <tuple>
#include <type_traits>
#include <utility>

namespace throng::core {

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

} // namespace throng::core
