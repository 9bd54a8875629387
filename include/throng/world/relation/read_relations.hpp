#pragma once

#include <throng/world/kernel/contents.hpp>
#include <throng/world/relation/related.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace throng::core {

/// Derives the sources of a relation whose targets have been read, and whether these are as the relation is declared
/// now: code that follows links relies on both. Links to an entity that has no `related<R>` end.
template <class R, class Allocator> class relation_reader {
    using contents_type = world_contents<Allocator>;
    using column_type = column<Allocator>;
    using related_type = related<R>;

  public:
    relation_reader(const contents_type& those, const column_type& c) noexcept : those_(those), column_(c) {}

    /// Null, or what is wrong, and then of which entity. n log n of the links of each entity. Throws what the allocator
    /// or a copy throws.
    [[nodiscard]] const char* derive(entity& which) {
        const char* error = nullptr;
        each([&](related_type& k) {
            if (error != nullptr) return;
            error = reach_targets(k);
            if (error != nullptr) which = k.self;
        });
        if (error != nullptr) return error;
        each([&](related_type& k) {
            if constexpr (is_symmetric<R>()) pair_halves(k);
            else put_in_order(k);
        });
        each([&](related_type& k) {
            if (!is_as_declared(k) && !which) which = k.self;
        });
        if (which) return "it has more than one target of an exclusive relation";
        if constexpr (has_one_source<R>()) {
            each([&](const related_type& k) {
                if (k.sources.size() > 1 && !which) which = k.self;
            });
        }
        if (which) return "it has more than one source of a relation with one source";
        if constexpr (is_acyclic<R>()) which = find_in_cycle();
        return which ? "it is in a cycle of a relation without cycles" : nullptr;
    }

  private:
    /// The entity becomes a source of its targets, in the order of indices.
    const char* reach_targets(related_type& k) {
        for (std::size_t i = 0; i < k.targets.size(); ++i) {
            auto& mine = k.targets[i];
            related_type* const p = of(mine.other);
            if (p == nullptr) {
                mine = {};
                continue;
            }
            if (is_symmetric<R>() && p == &k) return "it is related to itself in a symmetric relation";
            if (!p->sources.empty() && p->sources.back().other == k.self)
                return "it is related twice to the same entity";
            p->sources.push_back({k.self, static_cast<std::uint32_t>(i), is_symmetric<R>() ? 0 : mine.order});
        }
        return nullptr;
    }
    void put_in_order(related_type& k) {
        std::sort(k.sources.begin(), k.sources.end(), [](const link_end& a, const link_end& b) {
            return std::pair(a.order, a.other.index()) < std::pair(b.order, b.other.index());
        });
        for (std::size_t i = 0; i < k.sources.size(); ++i)
            of(k.sources[i].other)->targets[k.sources[i].place].place = static_cast<std::uint32_t>(i);
    }
    /// In a symmetric relation an entity has the halves that it says itself, and then those that only the others say:
    /// it was not symmetric when it was saved. Of two values, that of the lower index counts.
    void pair_halves(related_type& k) {
        std::vector<link_end> others = std::exchange(k.sources, {});
        for (std::size_t i = 0; i < k.targets.size(); ++i) {
            auto& mine = k.targets[i];
            mine.order = 0;
            const auto its = std::ranges::lower_bound(others, mine.other.index(), {},
                                                      [](const link_end& l) { return l.other.index(); });
            if (!mine.other || its == others.end() || its->other != mine.other) continue;
            mine.place = its->place;
            its->order = paired;
            if constexpr (!tag<R>) {
                if (mine.other.index() < k.self.index()) mine.value = of(mine.other)->targets[mine.place].value;
            }
        }
        for (const link_end& l : others) {
            if (l.order == paired) continue;
            auto& its = of(l.other)->targets[l.place];
            its.place = static_cast<std::uint32_t>(k.targets.size());
            auto& mine = k.targets.emplace_back(its);
            mine.other = l.other;
            mine.place = l.place;
        }
    }
    /// Links that have ended are counted.
    [[nodiscard]] bool is_as_declared(related_type& k) const noexcept {
        while (!k.targets.empty() && !k.targets.back().other) k.targets.pop_back();
        for (const auto& l : k.targets) k.gone_targets += l.other ? 0U : 1U;
        return !is_exclusive<R>() || k.targets.size() - k.gone_targets < 2;
    }
    /// Of which each entity has one target at most: one that is above itself, or none.
    [[nodiscard]] entity find_in_cycle() const {
        local_row<std::uint32_t, Allocator> way(those_.home().allocator());
        way.extend(those_.home().allocator(), std::size_t{those_.page_count()} * page_slots);
        std::uint32_t n = 0;
        entity found;
        each([&](const related_type& k) {
            const related_type* at = &k;
            for (++n; at != nullptr && way[at->self.index()] == 0;
                 at = at->targets.empty() ? nullptr : of(at->targets.back().other))
                way[at->self.index()] = n;
            if (at != nullptr && way[at->self.index()] == n) found = at->self;
        });
        return found;
    }
    [[nodiscard]] related_type* of(entity e) const noexcept {
        if (!e || !those_.is_alive(e) || !column_.has(e.index())) return nullptr;
        auto* const k = column_.template value_at<related_type>(e.index());
        return k->self == e ? k : nullptr;
    }
    template <class F> void each(F f) const {
        for (std::uint32_t i = 0; i < those_.page_count() * page_slots; ++i) {
            if (!column_.is_on(i / page_slots)) i |= page_slots - 1;
            else if (related_type* const k = of(those_.entity_at(i))) f(*k);
        }
    }
    static constexpr std::uint32_t paired = 1;

    const contents_type& those_;
    const column_type& column_;
};

/// The same of the relations among components of contents that have been read.
template <class Allocator> class relations_reader {
  public:
    explicit relations_reader(const world_contents<Allocator>& those) noexcept : those_(those) {}

    /// Null, or what is wrong, and then of which entity and component. Throws as above.
    template <class... Cs> [[nodiscard]] const char* derive(components_t<Cs...>) {
        const char* error = nullptr;
        (void)(((error = of_component(static_cast<Cs*>(nullptr))) == nullptr) && ...);
        return error;
    }
    [[nodiscard]] entity which() const noexcept { return which_; }
    [[nodiscard]] const char* component() const noexcept { return component_; }

  private:
    template <class C> const char* of_component(C*) noexcept { return nullptr; }
    template <class R> const char* of_component(related<R>*) {
        const auto* const known = those_.home().template find_column<related<R>>();
        if (known == nullptr) return nullptr;
        component_ = throng::component<related<R>>::name;
        return relation_reader<R, Allocator>(those_, those_.column_numbered(known->number)).derive(which_);
    }

    const world_contents<Allocator>& those_;
    entity which_;
    const char* component_ = nullptr;
};

} // namespace throng::core
