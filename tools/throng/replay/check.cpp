#include "check.hpp"

#include <fmt/format.h>

namespace throng::tool {

std::optional<difference> compare(const pass& said, const shown& is, const agreement& agrees,
                                  const set_hash& live_set) {
    const figures& expected = said.expected;
    const auto differ = [&](const char* figure, std::uint64_t a, std::uint64_t b) {
        return difference{said.line, said.tic, figure, fmt::format("{}", a), fmt::format("{}", b)};
    };
    const auto differ_in_hash = [&](const char* figure, std::uint64_t a, std::uint64_t b) {
        return difference{said.line, said.tic, figure, fmt::format("{:016x}", a), fmt::format("{:016x}", b)};
    };
    if (is.size != expected.live) return differ("live count", expected.live, is.size);
    if (is.live != expected.live) return differ("live count, by a walk", expected.live, is.live);
    if (agrees.order != visiting_order::of_adding) {
        if (is.live_set != live_set) return differ_in_hash("live set", live_set.value(), is.live_set.value());
    } else if (is.live_hash.value() != expected.live_hash) {
        return differ_in_hash("live hash", expected.live_hash, is.live_hash.value());
    }
    if (agrees == in_all) {
        if (is.visited != expected.visited) return differ("visited count", expected.visited, is.visited);
        if (is.visited_hash.value() != expected.visited_hash)
            return differ_in_hash("visited hash", expected.visited_hash, is.visited_hash.value());
    }
    if (is.edits != said.edits_last - said.edits_first)
        return differ("edits made in the pass", said.edits_last - said.edits_first, is.edits);
    return {};
}

std::optional<difference> compare(const pass& said, const walk_model& model) {
    std::optional<difference> found = model.found();
    if (found) {
        found->line = said.line;
        found->tic = said.tic;
    }
    return found;
}

void follow(const trace& t, std::uint32_t first, std::uint32_t last, set_hash& live) {
    for (std::uint32_t i = first; i < last; ++i) {
        const edit& e = t.edits[i];
        switch (e.what) {
        case edit::action::add:
            live.add(e.id);
            break;
        case edit::action::remove:
            live.remove(e.id);
            break;
        case edit::action::load:
            live = {};
            break;
        }
    }
}

std::string_view check_of(const agreement& a) { return a == in_all ? "game" : "model"; }

std::string promise_of(const agreement& a) {
    const char* const newcomers = !a.newcomers                           ? "newcomers in the next walk"
                                  : a.order == visiting_order::in_rounds ? "newcomers after all others"
                                                                         : "newcomers in the same walk";
    return fmt::format("{}, {}{}", a.order == visiting_order::of_adding ? "in the order of adding" : "in any order",
                       newcomers, a.removals ? "" : ", what is removed meanwhile in this one");
}

} // namespace throng::tool
