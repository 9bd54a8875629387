#pragma once

#include <throng/core/walk.hpp>
#include <throng/dice.hpp>
#include <throng/fwd.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

namespace throng {

namespace core {

/// k different numbers less than n, k <= n, in random order: each row of k is equally likely. O(k), or O(n) if that is
/// not much more.
template <class G> [[nodiscard]] std::vector<std::size_t> random_numbers(std::size_t k, std::size_t n, G& generator) {
    constexpr std::size_t much_more = 16;
    const auto draw = [&](std::size_t i) { return i + static_cast<std::size_t>(random_below(generator, n - i)); };
    std::vector<std::size_t> deck;
    if (n / much_more <= k) {
        deck.resize(n);
        std::iota(deck.begin(), deck.end(), std::size_t{0});
        for (std::size_t i = 0; i < k; ++i) std::swap(deck[i], deck[draw(i)]);
        deck.resize(k);
    } else {
        // The same of a deck of which only those cards are there that have been exchanged.
        std::unordered_map<std::size_t, std::size_t> exchanged;
        for (std::size_t i = 0; i < k; ++i) {
            const std::size_t other = draw(i);
            const auto mine = exchanged.find(i);
            const std::size_t its = mine == exchanged.end() ? i : mine->second;
            const auto [place, is_new] = exchanged.try_emplace(other, its);
            deck.push_back(is_new ? other : std::exchange(place->second, its));
        }
    }
    return deck;
}

/// The same, in the order of the numbers, each with its place in the row.
struct drawn_number {
    std::size_t number;
    std::size_t place;
};
template <class G> [[nodiscard]] std::vector<drawn_number> drawn_numbers(std::size_t k, std::size_t n, G& generator) {
    std::vector<drawn_number> drawn;
    for (const std::size_t number : random_numbers(std::min(k, n), n, generator))
        drawn.push_back({number, drawn.size()});
    std::ranges::sort(drawn, {}, &drawn_number::number);
    return drawn;
}

/// Whether a collection has pages, in which there are its elements and nothing else.
template <class C>
concept in_pages = requires(C& all) {
    requires std::is_same_v<std::remove_cvref_t<decltype(*all.storage().pages().head->slot(0))>,
                            typename std::remove_const_t<C>::value_type>;
};
/// Calls f(page, word's number, what lives there) in the order of the pages, until it returns false.
template <class C, class F> void each_live_word(C& all, F f) {
    for (auto* p = all.storage().pages().head; p != nullptr; p = p->next) {
        for (unsigned i = 0; i < p->words; ++i) {
            if (!f(p, i, p->live[i])) return;
        }
    }
}
/// The element of a number; null if there are not so many.
template <class C> [[nodiscard]] auto element_at(C& all, std::size_t n) {
    if constexpr (requires { all.nth(n); }) {
        return all.nth(n);
    } else if constexpr (in_pages<C>) {
        using element = std::remove_pointer_t<decltype(all.walk(residents).next())>;
        element* found = nullptr;
        each_live_word(all, [&](auto* p, unsigned i, word w) {
            if (n < count(w)) found = p->slot(i * word_bits + nth_bit(w, n));
            n -= std::min<std::size_t>(n, count(w));
            return found == nullptr;
        });
        return found;
    } else {
        auto w = all.walk(residents);
        auto* x = w.next();
        for (; x != nullptr && n != 0; --n) x = w.next();
        return x;
    }
}

} // namespace core

/// A random element of a collection; null if it has none. Each is equally likely.
///
///     if (enemy* const e = throng::pick(enemies, dice)) e->hit();
///
/// The element depends on the collection's order and on the generator's numbers alone: the same on every platform, and
/// after saving or a roll-back. (Elements of a pool or a bag are in the order of their slots.) O(size / 64) for
/// collections whose elements are in pages, O(size) for a `weak_list`, a `linked_list`, a tree, or a subset of what has
/// no order; `weighted_by` picks in O(log size). A generator that edits the collection gets one of its elements, or
/// null.
template <class C, core::random_bit_generator G>
    requires requires { typename C::value_type; }
[[nodiscard]] auto pick(C& all, G&& generator) {
    const std::size_t n = all.size();
    return core::element_at(all, n == 0 ? 0 : static_cast<std::size_t>(random_below(generator, n)));
}

/// The handles of so many different random elements of a collection, in random order; of all, if it has fewer. Each row
/// is equally likely.
///
///     enemies.each(throng::pick_some(enemies, 3, dice), [&](enemy& e) { e.burn(); });
///     agents.each(throng::pick_some(agents, agents.size(), dice), take_turn); // all of them, in random order
///
/// Elements that are removed before their turn are skipped, as in each walk over handles. Otherwise as `pick`. O(size /
/// 64 + k log k), and O(size) where k is more than a sixteenth of it. Throws what the allocator throws.
template <class C, core::random_bit_generator G>
    requires requires { typename C::value_type; }
[[nodiscard]] auto pick_some(C& all, std::size_t k, G&& generator) {
    static_assert(
        requires { all.handle_of(*all.walk(residents).next()); },
        "throng: pick_some returns handles, which this collection does not have: use pick, or pick from its master");
    const std::vector<core::drawn_number> drawn = core::drawn_numbers(k, all.size(), generator);
    std::vector<typename C::handle_type> picked(drawn.size());
    auto next = drawn.begin();
    std::size_t n = 0;
    if constexpr (core::in_pages<C>) {
        core::each_live_word(all, [&](auto* p, unsigned i, core::word w) {
            for (; next != drawn.end() && next->number < n + core::count(w); ++next)
                picked[next->place] = all.handle_of(*p->slot(i * core::word_bits + core::nth_bit(w, next->number - n)));
            n += core::count(w);
            return next != drawn.end();
        });
    } else {
        auto w = all.walk(residents);
        for (auto* x = w.next(); x != nullptr && next != drawn.end(); x = w.next(), ++n) {
            if (next->number == n) picked[next++->place] = all.handle_of(*x);
        }
    }
    std::erase(picked, typename C::handle_type{}); // (if the generator has removed some)
    return picked;
}

} // namespace throng
