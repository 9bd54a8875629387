#pragma once

#include <throng/pick.hpp>
#include <throng/world/query.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace throng {

/// So many different random entities of a query, in random order; all that match, if there are fewer. Each row is
/// equally likely. O(pages of the world + k log k), and O(matching) where k is more than a sixteenth of them. Throws
/// what the allocator throws.
///
///     for (throng::entity e : throng::pick_some(world.query<const soldier>(), 3, dice)) promote(e);
template <class Matcher, core::random_bit_generator G>
[[nodiscard]] std::vector<entity> pick_some(const query<Matcher>& those, std::size_t k, G&& generator) {
    const std::vector<core::drawn_number> drawn = core::drawn_numbers(k, those.count(), generator);
    std::vector<entity> picked(drawn.size());
    auto next = drawn.begin();
    std::size_t n = 0;
    those.each_word([&](std::uint32_t page, unsigned w, core::word its) {
        for (; next != drawn.end() && next->number < n + core::count(its); ++next) {
            const unsigned slot = w * core::word_bits + core::nth_bit(its, next->number - n);
            picked[next->place] = those.terms().home().entity_at(page * core::page_slots + slot);
        }
        n += core::count(its);
        return next != drawn.end();
    });
    std::erase(picked, entity{}); // (if the generator has removed some)
    return picked;
}

/// A random entity of a query; an empty handle if nothing matches. Each is equally likely. It depends on the entities
/// that match, by their indices, and on the generator's numbers alone. O(pages of the world).
template <class Matcher, core::random_bit_generator G>
[[nodiscard]] entity pick(const query<Matcher>& those, G&& generator) {
    const std::size_t count = those.count();
    std::size_t number = count == 0 ? 0 : static_cast<std::size_t>(random_below(generator, count));
    entity picked;
    those.each_word([&](std::uint32_t page, unsigned w, core::word its) {
        if (number >= core::count(its)) return number -= core::count(its), true;
        const unsigned slot = w * core::word_bits + core::nth_bit(its, number);
        return picked = those.terms().home().entity_at(page * core::page_slots + slot), false;
    });
    return picked;
}

} // namespace throng
