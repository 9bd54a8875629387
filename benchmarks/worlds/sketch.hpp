#pragma once

#include "../worlds.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

/// The idea of throng's world, and nothing but the idea: an entity's index is its address, a component costs it one
/// bit, and those born alike live on the same pages. No hooks, no destructors, no frozen views; an entity that a walk
/// stands on may be overwritten by a new one; the components are known beforehand. The difference is what a contract
/// costs.
namespace bench::sketch {

inline constexpr std::uint32_t page_slots = 4096;
inline constexpr std::uint32_t page_words = page_slots / 64;
inline constexpr std::uint32_t nowhere = ~std::uint32_t{0};

struct entity {
    std::uint32_t index, generation;
};

template <class T> struct column {
    std::vector<std::uint64_t> bits;
    std::vector<std::unique_ptr<T[]>> values;

    [[nodiscard]] T& at(std::uint32_t i) const { return values[i / page_slots][i % page_slots]; }
    [[nodiscard]] bool has(std::uint32_t i) const { return (bits[i / 64] >> (i % 64) & 1U) != 0; }
    void put(std::uint32_t i, const T& value) {
        if constexpr (!std::is_empty_v<T>) {
            if (values[i / page_slots] == nullptr)
                values[i / page_slots] = std::make_unique_for_overwrite<T[]>(page_slots);
            at(i) = value;
        }
        bits[i / 64] |= std::uint64_t{1} << (i % 64);
    }
};

/// Pages whose entities were born with the same components.
struct kind {
    std::uint64_t signature;
    std::vector<std::uint32_t> pages;
    /// No page before this one, and there no word before this one, has a free slot.
    std::size_t page = 0;
    std::uint32_t word = 0;
};

template <class... Ts> class world {
  public:
    template <class... Cs> entity create(const Cs&... values) {
        const std::uint32_t i = take(kind_of(signature<Cs...>()));
        (of<Cs>().put(i, values), ...);
        alive_[i / 64] |= std::uint64_t{1} << (i % 64);
        return {i, generations_[i]};
    }
    [[nodiscard]] bool alive(entity e) const { return generations_[e.index] == e.generation; }
    void destroy(entity e) {
        if (!alive(e)) return;
        const std::uint32_t w = e.index / 64;
        const std::uint64_t others = ~(std::uint64_t{1} << (e.index % 64));
        alive_[w] &= others;
        ((of<Ts>().bits[w] &= others), ...);
        ++generations_[e.index];
        has_room(w);
    }
    template <class... Cs> void destroy_all() {
        for (std::uint32_t w = 0; w < alive_.size(); ++w) {
            const std::uint64_t those = match<Cs...>(w);
            if (those == 0) continue;
            alive_[w] &= ~those;
            ((of<Ts>().bits[w] &= ~those), ...);
            for (std::uint64_t rest = those; rest != 0; rest &= rest - 1)
                ++generations_[w * 64 + static_cast<std::uint32_t>(std::countr_zero(rest))];
            has_room(w);
        }
    }

    template <class C> void add(entity e, const C& value) {
        if (alive(e)) of<C>().put(e.index, value);
    }
    template <class C> bool remove(entity e) {
        if (!alive(e) || !of<C>().has(e.index)) return false;
        of<C>().bits[e.index / 64] &= ~(std::uint64_t{1} << (e.index % 64));
        return true;
    }
    /// From all that have all of `Cs`.
    template <class C, class... Cs> std::size_t remove_all() {
        std::size_t n = 0;
        for (std::uint32_t w = 0; w < alive_.size(); ++w) {
            const std::uint64_t those = match<C, Cs...>(w);
            of<C>().bits[w] &= ~those;
            n += static_cast<std::size_t>(std::popcount(those));
        }
        return n;
    }
    template <class C> [[nodiscard]] bool has(entity e) const { return alive(e) && of<C>().has(e.index); }
    template <class C> [[nodiscard]] C& get(entity e) const { return of<C>().at(e.index); }

    /// f(entity, values...) for each that has all of `Values` and `Others`: those that are there when it comes to their
    /// word of 64, unless they go before their turn.
    template <class... Values, class F, class... Others> void each(F f, std::type_identity<Others>...) {
        for (std::uint32_t w = 0; w < alive_.size(); ++w) {
            std::uint64_t rest = match<Values..., Others...>(w);
            if (rest == 0) continue;
            const std::uint32_t first = w * 64;
            const std::tuple<Values*...> at{of<Values>().values[first / page_slots].get() + first % page_slots...};
            if (~rest == 0) {
                std::uint32_t i = 0;
                for (; i < 64; ++i) {
                    f(entity{first + i, generations_[first + i]}, std::get<Values*>(at)[i]...);
                    if (~match<Values..., Others...>(w) != 0) break;
                }
                if (i == 64) continue;
                rest = i == 63 ? 0 : match<Values..., Others...>(w) & (~std::uint64_t{1} << i);
            }
            while (rest != 0) {
                const auto i = static_cast<std::uint32_t>(std::countr_zero(rest));
                f(entity{first + i, generations_[first + i]}, std::get<Values*>(at)[i]...);
                rest &= rest - 1;
                rest &= match<Values..., Others...>(w);
            }
        }
    }
    /// f(values...), which edits nothing.
    template <class... Values, class F> void run(F f) {
        for (std::uint32_t w = 0; w < alive_.size(); ++w) {
            std::uint64_t rest = match<Values...>(w);
            if (rest == 0) continue;
            const std::uint32_t first = w * 64;
            const std::tuple<Values*...> at{of<Values>().values[first / page_slots].get() + first % page_slots...};
            if (~rest == 0) {
                for (std::uint32_t i = 0; i < 64; ++i) f(std::get<Values*>(at)[i]...);
                continue;
            }
            for (; rest != 0; rest &= rest - 1) {
                const auto i = static_cast<std::uint32_t>(std::countr_zero(rest));
                f(std::get<Values*>(at)[i]...);
            }
        }
    }

  private:
    template <class C> [[nodiscard]] column<C>& of() { return std::get<column<C>>(columns_); }
    template <class C> [[nodiscard]] const column<C>& of() const { return std::get<column<C>>(columns_); }
    template <class... Cs> [[nodiscard]] std::uint64_t match(std::uint32_t w) const {
        std::uint64_t m = alive_[w];
        ((m &= of<Cs>().bits[w]), ...);
        return m;
    }
    template <class C> [[nodiscard]] static constexpr std::uint64_t number() {
        std::uint64_t n = 0;
        std::uint64_t i = 0;
        ((n = std::is_same_v<C, Ts> ? i : n, ++i), ...);
        return n;
    }
    template <class... Cs> [[nodiscard]] static constexpr std::uint64_t signature() {
        return (std::uint64_t{0} | ... | (std::uint64_t{1} << number<Cs>()));
    }
    [[nodiscard]] kind& kind_of(std::uint64_t s) {
        for (kind& k : kinds_)
            if (k.signature == s) return k;
        return kinds_.emplace_back(kind{s, {}});
    }
    [[nodiscard]] std::uint32_t take(kind& k) {
        for (; k.page < k.pages.size(); ++k.page, k.word = 0) {
            for (; k.word < page_words; ++k.word) {
                const std::uint32_t w = k.pages[k.page] * page_words + k.word;
                if (~alive_[w] != 0) return w * 64 + static_cast<std::uint32_t>(std::countr_one(alive_[w]));
            }
        }
        const auto p = static_cast<std::uint32_t>(pages_.size());
        pages_.push_back({static_cast<std::uint32_t>(&k - kinds_.data()), static_cast<std::uint32_t>(k.pages.size())});
        k.pages.push_back(p);
        alive_.resize(alive_.size() + page_words);
        generations_.resize(generations_.size() + page_slots, 1);
        ((of<Ts>().bits.resize(alive_.size()), of<Ts>().values.resize(pages_.size())), ...);
        return p * page_slots;
    }
    void has_room(std::uint32_t w) {
        const page& p = pages_[w / page_words];
        kind& k = kinds_[p.of];
        if (p.place > k.page || (p.place == k.page && w % page_words >= k.word)) return;
        k.page = p.place;
        k.word = w % page_words;
    }

    /// The kind whose page it is, and which of its pages.
    struct page {
        std::uint32_t of, place;
    };
    std::tuple<column<Ts>...> columns_;
    std::vector<std::uint64_t> alive_;
    std::vector<std::uint32_t> generations_;
    std::vector<page> pages_;
    std::vector<kind> kinds_;
};

} // namespace bench::sketch
