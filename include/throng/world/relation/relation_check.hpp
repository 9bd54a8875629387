#pragma once

#include <throng/world/kernel/contents.hpp>
#include <throng/world/relation/links.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace throng::core {

/// Whether the links of a relation that have been read are as the relation is declared now: code that follows them
/// relies on it. Links are those of `links`: both ends say so, and what only one end says counts as none. `Where` is a
/// world_contents or a storage.
template <class R, class Where, class Allocator> class relation_check {
    using column_type = column<Allocator>;
    using related_type = related<R>;

  public:
    relation_check(const Where& where, const column_type* c, const Allocator& allocator) noexcept
        : where_(where), column_(c), allocator_(allocator) {}

    /// Null, or what is wrong, and then of which entity. Linear, but for n log n of the targets of each entity. Throws
    /// what the allocator throws.
    [[nodiscard]] const char* find_error(entity& which) const {
        const char* error = nullptr;
        local_row<entity, Allocator> targets(allocator_);
        each([&](const related_type& k) {
            if (error == nullptr) error = find_error(k, targets);
            if (error != nullptr && !which) which = k.self;
        });
        if constexpr (is_acyclic<R>()) {
            if (error == nullptr) which = find_in_cycle();
            if (which && error == nullptr) error = "it is in a cycle of a relation without cycles";
        }
        return error;
    }

  private:
    const char* find_error(const related_type& k, row<entity>& targets) const {
        targets.shorten(0);
        for (std::size_t i = 0; i < k.targets.size(); ++i) {
            const related_type* const p = of(k.targets[i].other);
            if (p == nullptr) continue;
            const bool as_of_two_lists = says(p->sources, k.targets[i].place, k.self, i);
            const bool as_of_one_list = says(p->targets, k.targets[i].place, k.self, i);
            if (is_symmetric<R>() && as_of_two_lists) return "the relation was not symmetric when it was saved";
            if (!is_symmetric<R>() && as_of_one_list && !as_of_two_lists)
                return "the relation was symmetric when it was saved";
            if (is_symmetric<R>() && as_of_one_list && p == &k)
                return "it is related to itself in a symmetric relation";
            if (as_of_two_lists || as_of_one_list) targets.push(allocator_, p->self);
        }
        if (is_exclusive<R>() && targets.size() > 1) return "it has more than one target of an exclusive relation";
        std::sort(targets.begin(), targets.end(), [](entity a, entity b) { return a.number() < b.number(); });
        return std::ranges::adjacent_find(targets) == targets.end() ? nullptr
                                                                    : "it is related twice to the same entity";
    }
    /// Of which each entity has one target at most: one that is above itself, or none.
    [[nodiscard]] entity find_in_cycle() const {
        local_row<std::uint32_t, Allocator> way(allocator_);
        way.extend(allocator_, std::size_t{where_.page_count()} * page_slots);
        std::uint32_t n = 0;
        entity found;
        each([&](const related_type& k) {
            const related_type* at = &k;
            for (++n; at != nullptr && way[at->self.index()] == 0; at = target_of(*at)) way[at->self.index()] = n;
            if (at != nullptr && way[at->self.index()] == n) found = at->self;
        });
        return found;
    }
    [[nodiscard]] const related_type* target_of(const related_type& k) const noexcept {
        for (std::size_t i = 0; i < k.targets.size(); ++i) {
            const related_type* const p = of(k.targets[i].other);
            if (p != nullptr && says(p->sources, k.targets[i].place, k.self, i)) return p;
        }
        return nullptr;
    }
    template <class Links>
    [[nodiscard]] static bool says(const Links& those, std::uint32_t place, entity other, std::size_t i) noexcept {
        return place < those.size() && those[place].other == other && those[place].place == i;
    }
    [[nodiscard]] const related_type* of(entity e) const noexcept {
        if (!e || !where_.is_alive(e) || !column_->has(e.index())) return nullptr;
        const auto* const k = column_->template value_at<related_type>(e.index());
        return k->self == e ? k : nullptr;
    }
    template <class F> void each(F f) const {
        if (column_ == nullptr) return;
        for (std::uint32_t i = 0; i < where_.page_count() * page_slots; ++i) {
            if (!column_->is_on(i / page_slots)) i |= page_slots - 1;
            else if (const related_type* const k = of(where_.entity_at(i))) f(*k);
        }
    }

    const Where& where_;
    const column_type* column_;
    Allocator allocator_;
};

/// Null, or what is wrong with relations that have been read, and then of which entity and component.
template <class Allocator> class relations_check {
  public:
    explicit relations_check(const world_contents<Allocator>& those) noexcept : those_(those) {}

    template <class... Cs> const char* find_error(components_t<Cs...>) {
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
        return relation_check<R, world_contents<Allocator>, Allocator>(those_, &those_.column_numbered(known->number),
                                                                       those_.home().allocator())
            .find_error(which_);
    }

    const world_contents<Allocator>& those_;
    entity which_;
    const char* component_ = nullptr;
};

/// The same of a relation of a world in which something has written past `relation`, as a replica.
template <class R, class Allocator>
[[nodiscard]] const char* check_relation(const storage<Allocator>& home, entity& which) {
    return relation_check<R, storage<Allocator>, Allocator>(home, home.template find_column<related<R>>(),
                                                            home.allocator())
        .find_error(which);
}

} // namespace throng::core
