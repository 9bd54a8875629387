#pragma once

#include <throng/world/relation/links.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace throng::core {

/// Relates copies of entities as their originals are related to one another: `copy_of(original)` gives the copy, the
/// entity itself if it stays the target, or an empty handle. A copy that has got links from a hook keeps those. Throws
/// what the allocator, a copy or a hook of `related<R>` throws; the copies are to be destroyed then.
template <class R, class Allocator, class CopyOf>
void copy_links(storage<Allocator>& to, storage<Allocator>& from, const row<entity>& originals, CopyOf copy_of) {
    using its_links = links<R, Allocator>;
    // (In the place of a link to a target that is not copied.)
    constexpr std::uint32_t stays = link_end::nowhere - 1;
    std::vector<related<R>> copies;
    for (const entity e : originals) {
        const entity copy = copy_of(e);
        if (!from.is_alive(e) || from.template find_value<related<R>>(e) == nullptr || !to.is_alive(copy) ||
            its_links::own(to, copy) != nullptr)
            continue;
        related<R>& its = copies.emplace_back();
        its.self = copy;
        // (Copies of values may be edits.)
        related<R>* k = its_links::own(from, e);
        for (std::size_t i = 0; k != nullptr && i < k->targets.size(); ++i, k = its_links::own(from, e)) {
            const entity target =
                its_links::template partner<false>(from, *k, i) == nullptr ? entity{} : copy_of(k->targets[i].other);
            if (!target) {
                its.targets.emplace_back();
                ++its.gone_targets;
                continue;
            }
            its.targets.push_back(k->targets[i]);
            its.targets.back().other = target;
            if (&to == &from && target == k->targets[i].other) its.targets.back().place = stays;
        }
    }
    for (const related<R>& its : copies) {
        its_links::give(to, its.self);
        for (const auto& l : its.targets) its_links::give(to, l.other);
    }
    // (From here on no code of the user's runs.)
    struct copied_link {
        related<R>* of;
        std::size_t place;
        bool is_outer;
        [[nodiscard]] std::pair<std::uint32_t, std::uint32_t> key() const noexcept {
            return {of->targets[place].order, of->self.index()};
        }
    };
    std::vector<copied_link> links_in_order;
    for (related<R>& its : copies) {
        related<R>* const k = its_links::own(to, its.self);
        if (k == nullptr || !k->targets.empty()) {
            its.self = {};
            continue;
        }
        k->targets = std::move(its.targets);
        k->gone_targets = its.gone_targets;
        for (std::size_t i = 0; i < k->targets.size(); ++i) {
            const bool is_outer = std::exchange(k->targets[i].place, link_end::nowhere) == stays;
            if constexpr (!its_links::symmetric) links_in_order.push_back({k, i, is_outer});
        }
    }
    std::sort(links_in_order.begin(), links_in_order.end(),
              [](const copied_link& a, const copied_link& b) { return a.key() < b.key(); });
    for (const copied_link& l : links_in_order) {
        // (Of sources that are there already, a copy is behind all.)
        auto& its = l.of->targets[l.place];
        const typename its_links::notice n(to, l.of->self, its.other);
        related<R>* const target = l.is_outer ? its_links::own(to, its.other) : nullptr;
        if (target != nullptr) its.order = its_links::next_order(to, *target);
        its_links::attach(to, *l.of, l.place, false);
    }
    for (const related<R>& its : copies) {
        if (its.self) its_links::attach_all(to, *its_links::own(to, its.self));
    }
}

/// Links of a target in another world from sources that are there and here already, in their order: `copy_of(e)` gives
/// who an entity is here. A link that its rules forbid now is left out. Throws as above; links made before stay.
template <class R, class Allocator, class IsSource, class CopyOf>
void relate_anew(storage<Allocator>& to, storage<Allocator>& from, entity target, IsSource is_source, CopyOf copy_of) {
    using its_links = links<R, Allocator>;
    related<R>* const its = its_links::own(from, target);
    for (std::size_t i = 0; its != nullptr && i < its_links::template list<true>(*its).size(); ++i) {
        related<R>* const of = its_links::template partner<true>(from, *its, i);
        if (of == nullptr || !is_source(of->self)) continue;
        const R value = its_links::value(*of, its_links::template list<true>(*its)[i].place);
        const entity ends[] = {copy_of(of->self), copy_of(target)};
        for (const entity e : ends) its_links::give(to, e);
        related<R>* const s = its_links::own(to, ends[0]);
        related<R>* const t = its_links::own(to, ends[1]);
        if (s != nullptr && t != nullptr && its_links::may_be(to, *s, *t)) its_links::join(to, *s, *t, value);
    }
}

} // namespace throng::core
