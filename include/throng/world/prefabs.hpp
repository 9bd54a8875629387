#pragma once

#include <throng/fwd.hpp>
#include <throng/world/naming.hpp>
#include <throng/world/pattern/copied_links.hpp>
#include <throng/world/pattern/prefab_plan.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>

namespace throng {

/// Patterns of entities, and instances of them in a world. A pattern is an entity of a separate world, which no query
/// of the other one visits; it is created, edited, named and given children like any entity. An instance has copies of
/// the pattern's components and of all of its family.
///
///     throng::prefabs prefabs(world, throng::components<health, turret>);
///     const throng::entity tank = prefabs.patterns().create(health{100}, position{});
///     const throng::entity gun = prefabs.patterns().create(turret{});
///     prefabs.family().adopt(tank, gun);
///     const throng::entity heavy = prefabs.variant(tank);
///     prefabs.patterns().add(heavy, health{300});
///     const throng::entity e = prefabs.instantiate(heavy);
///
/// A *variant* is `based_on` another pattern: what it does not have itself it has from that, also what is given to that
/// later. A pattern is *nested* where it stands in another one's family as something that is `based_on` it. A child of
/// a variant that is called as a child of its base (see naming.hpp) says more of that, and has the rest from it: so
/// parts of parts are overridden. Other children come after those of the base.
///
/// Entities in the values of an instance refer to its parts if the pattern's values refer to parts of the pattern, and
/// to nothing if they refer to other patterns: if the component is described (list it when `prefabs` is made). Parts
/// are related as the pattern's parts are, by the relations that are listed then (`related<R>`). Parts have the names
/// of the pattern's parts; the instance itself has none. Components that cannot be copied are left out.
///
/// Later changes of a pattern do not affect its instances, unless `linked_prefabs` does that. Hooks of `on_add` are
/// called before the instance's family is linked, and may edit either world: values they remove from a pattern are
/// copied nevertheless; values they set there appear in later instances. If a hook destroys a part, those below it are
/// also destroyed; if it gives a part another parent, the part stays there. A copy of a component must not remove from
/// a pattern and add again the value that it copies. The instances end with the world.
template <class Allocator> class basic_prefabs : core::pinned {
    using storage_type = core::storage<Allocator>;
    using column_type = core::column<Allocator>;
    using plan_type = core::prefab_plan<Allocator>;
    using component_row = core::local_row<core::copied_component<Allocator>, Allocator>;

  public:
    using world_type = basic_world<Allocator>;

    /// No patterns yet, for that world. Throws what the allocator throws.
    explicit basic_prefabs(world_type& w)
        : patterns_(w.get_allocator()),
          family_(patterns_),
          names_(patterns_),
          home_(w.storage()),
          family_of_instances_(w),
          names_of_instances_(w),
          columns_(w.get_allocator()),
          relations_(w.get_allocator()) {}
    /// The same; these components are described.
    template <class... Cs> basic_prefabs(world_type& w, components_t<Cs...> those) : basic_prefabs(w) {
        describe(patterns_, those);
        (add_relation(static_cast<const Cs*>(nullptr)), ...);
    }

    /// The world that holds the patterns: what is edited there, the next instances have.
    [[nodiscard]] world_type& patterns() noexcept { return patterns_; }
    [[nodiscard]] const world_type& patterns() const noexcept { return patterns_; }
    /// Of the patterns.
    [[nodiscard]] basic_family<Allocator>& family() noexcept { return family_; }
    [[nodiscard]] basic_naming<Allocator>& names() noexcept { return names_; }
    [[nodiscard]] const basic_naming<Allocator>& names() const noexcept { return names_; }

    /// A new pattern that is based on another one; an empty handle if that is stale. Throws what the allocator throws.
    [[nodiscard]] entity variant(entity base) {
        return patterns_.alive(base) ? patterns_.create(based_on{base}) : entity{};
    }

    /// An instance has at most so many parts, itself included: 1,000,000 unless another number is given. (Patterns that
    /// have several of each other double with each level.) A text gets at most as many from patterns: see read_json.
    [[nodiscard]] std::size_t max_parts() const noexcept { return max_parts_; }
    void max_parts(std::size_t n) noexcept { max_parts_ = n; }
    /// Whether later instances and their parts refer to their patterns, by the component `instance_of`; false unless
    /// this is called, or there are `linked_prefabs`.
    [[nodiscard]] bool links_instances() const noexcept { return links_instances_; }
    void links_instances(bool on) noexcept { links_instances_ = on; }
    /// How many parts an instance has, itself included; 0 if there can be none, as below. If it has more than
    /// max_parts, the result is max_parts + 1. O(parts). Throws what the allocator throws.
    [[nodiscard]] std::size_t count_parts(entity pattern) {
        if (home_->is_over()) return 0;
        const plan_type plan(
            patterns_.storage(), pattern, [](const column_type&) -> column_type* { return nullptr; }, max_parts_);
        return plan.is_good() ? plan.nodes().size() : plan.is_too_large() ? max_parts_ + 1 : 0;
    }
    /// Whether instances can be made: not of a stale handle, of what is a part of itself, of what is more than 200
    /// parts deep, and of what has more than max_parts. O(parts and components). Throws what the allocator throws.
    [[nodiscard]] bool can_instantiate(entity pattern) { return !home_->is_over() && plan_of(pattern).is_good(); }
    /// A new instance; an empty handle if the pattern's is stale, if it is a part of itself, more than 200 parts
    /// deep, or has more than max_parts. It gets these components, instead of those of the pattern. If a hook destroys
    /// it, its handle is stale. O(parts and components). Throws what the allocator, a copy, `on_add` or `on_set`
    /// throws; there is no instance then.
    template <class... Cs>
        requires(... && !core::room_for_handles<Cs>)
    entity instantiate(entity pattern, Cs&&... own) {
        core::require_components<Cs...>();
        entity e;
        const auto set_own = [&]([[maybe_unused]] entity made) {
            ((void)home_->owner().set(made, std::forward<Cs>(own)), ...);
        };
        return instantiate_all(pattern, 1, &e, set_own) ? e : entity{};
    }
    /// As many new instances as there is room for in `tops`, a span or an array. False, without effect, as above. Costs
    /// a `create_many` for each part and the links of their families, if the values are trivially copyable and have no
    /// hooks; otherwise a creation and copies for each. Throws as above, without effect.
    template <core::room_for_handles Handles> bool instantiate(entity pattern, Handles&& tops) {
        const std::span<entity> all(tops);
        return instantiate_all(pattern, all.size(), all.data(), [](entity) {});
    }
    /// The same without their handles. Throws std::length_error for more than handles can tell apart.
    bool instantiate_many(entity pattern, std::size_t n) {
        return instantiate_all(pattern, n, nullptr, [](entity) {});
    }

    /// Adds the components and children of the pattern that an entity of the world does not have. A child with the name
    /// of one of the pattern's children is completed in the same way. False as above, or if a handle is stale. Throws
    /// what the allocator, a copy or `on_add` throws; a part may have been added then.
    bool instantiate_into(entity pattern, entity e) {
        if (home_->is_over() || !home_->is_alive(e)) return false;
        const plan_type plan = plan_of(pattern);
        if (!plan.is_good()) return false;
        const plan_standing there(plan);
        grow(plan, e);
        return true;
    }
    [[deprecated("throng: use instantiate_into(pattern, e): the pattern is first")]] bool complete(entity e,
                                                                                                   entity pattern) {
        return instantiate_into(pattern, e);
    }

  private:
    template <class> friend class basic_linked_prefabs;
    using index = typename plan_type::index;
    using entity_row = core::local_row<entity, Allocator>;
    using plan_standing = typename plan_type::standing;
    static constexpr index none = plan_type::none;

    [[nodiscard]] plan_type plan_of(entity pattern) { return {patterns_.storage(), pattern, column_for(), max_parts_}; }
    /// Where a component of the patterns goes in the world.
    [[nodiscard]] auto column_for() {
        return [this](const column_type& c) {
            columns_.extend(patterns_.get_allocator(), c.number + 1);
            column_type*& known = columns_[c.number];
            if (known == nullptr) known = home_->components.like(patterns_.storage().components, c);
            return known;
        };
    }

    /// `finish(entity)` is called for each instance while it can still be taken back.
    template <class F> bool instantiate_all(entity pattern, std::size_t n, entity* tops, F finish) {
        if (home_->is_over()) return false;
        [[maybe_unused]] const auto inside = home_->entered({});
        const plan_type plan = plan_of(pattern);
        if (!plan.is_good()) return false;
        const std::size_t nodes = plan.nodes().size();
        if (!core::is_possible_length(n, std::numeric_limits<std::uint32_t>::max() / nodes)) return false;
        std::optional<plan_standing> there;
        entity_row made(home_->allocator());
        made.extend(home_->allocator(), n * nodes);
        struct unfinished {
            storage_type& home;
            const entity_row& made;
            bool done = false;
            ~unfinished() {
                for (std::size_t i = 0; !done && i < made.size(); ++i)
                    (void)core::attempt([&] { (void)core::edits<Allocator>::destroy(home, made[i]); });
            }
        } guard{*home_, made};
        component_row those(home_->allocator());
        for (index k = 0; k < nodes; ++k) {
            those.shorten(0);
            put_components(plan, k, those);
            if (nodes > 1) those.push({&home_->template column_of<kin>(), &unrelated});
            auto name = plan.nodes()[k].name;
            name.to = name.from == nullptr ? nullptr : &home_->template column_of<entity_name>();
            if (name.to != nullptr) those.push(name);
            core::alike<Allocator> parts(*home_, those);
            if (!there && parts.runs_code()) there.emplace(plan);
            std::size_t count = 0;
            parts.create(n, made.begin() + k * n, count);
        }
        for (std::size_t i = 0; i < n && nodes > 1; ++i) tie(plan, [&](index k) { return made[k * n + i]; });
        for (index k = 0; k < nodes; ++k) {
            call(plan, k, made.begin(), n);
            map(plan, k, made.begin(), n);
        }
        for (std::size_t i = 0; i < n; ++i) relate(plan, [&](index k) { return made[k * n + i]; });
        for (std::size_t i = 0; i < n; ++i) finish(made[i]);
        guard.done = true;
        for (std::size_t i = 0; tops != nullptr && i < n; ++i) tops[i] = made[i];
        return true;
    }
    void put_components(const plan_type& plan, index k, component_row& to) {
        for (std::size_t i = plan.nodes()[k].first; i < plan.nodes()[k].last; ++i) to.push(plan.parts()[i].what);
        if (links_instances_) to.push({&home_->template column_of<instance_of>(), &plan.nodes()[k].link});
    }
    /// Makes parents and children of what `at(node)` gives.
    template <class F> void tie(const plan_type& plan, F at) {
        const auto kin_at = [&](index k) { return home_->template find_value<kin>(at(k)); };
        bool is_fresh = true;
        for (index k = 0; k < plan.nodes().size(); ++k) {
            const kin* const its = kin_at(k);
            is_fresh = is_fresh && its != nullptr && !its->self;
        }
        const auto there = [&](index k) { return k == none ? entity{} : at(k); };
        for (index k = 0; k < plan.nodes().size(); ++k) {
            const auto& node = plan.nodes()[k];
            if (is_fresh) {
                *kin_at(k) = {at(k),
                              there(node.parent),
                              there(node.first_child),
                              there(node.last_child),
                              there(node.next),
                              there(node.previous)};
            } else if (k != 0) {
                // (A hook has had a hand in it.)
                join(at(node.parent), at(k));
            }
        }
        for (index k = 0; k < plan.nodes().size() && is_fresh; ++k)
            core::edits<Allocator>::was_rewritten(*home_, home_->template column_of<kin>(), at(k));
    }
    /// A new part comes to its parent; it goes with that if that has been destroyed. A parent from a hook's hand stays.
    void join(entity parent, entity part) {
        if (!home_->is_alive(part) || core::parent_of(*home_, part)) return;
        if (home_->is_alive(parent)) (void)family_of_instances_.adopt(parent, part);
        else (void)core::edits<Allocator>::destroy(*home_, part);
    }
    /// The instances' parts of one node have their names.
    void call(const plan_type& plan, index k, const entity* made, std::size_t n) {
        for (std::size_t i = 0; i < n && plan.nodes()[k].named; ++i) {
            const entity e = made[k * n + i];
            entity_name* const its = home_->template find_value<entity_name>(e);
            // (Else a hook has taken it, or has given it another one.)
            if (its == nullptr || its->self != plan.nodes()[k].named) continue;
            its->self = e;
            core::edits<Allocator>::was_rewritten(*home_, home_->template column_of<entity_name>(), e);
        }
    }
    /// Entities in the instances' values of one node.
    void map(const plan_type& plan, index k, const entity* made, std::size_t n) {
        for (std::size_t p = plan.nodes()[k].first; p < plan.nodes()[k].last; ++p) {
            for (std::size_t i = 0; i < n && plan.parts()[p].mapped != nullptr; ++i)
                map(plan, p, made[k * n + i], [&](index at) { return made[at * n + i]; });
        }
    }
    template <class F> void map(const plan_type& plan, std::size_t p, entity e, F at) {
        const column_type& c = *plan.parts()[p].what.to;
        if (!home_->is_alive(e) || !c.has(e.index())) return;
        core::map_entities(*plan.parts()[p].mapped, c.value(e.index()), [&](entity pattern) {
            const index its = plan.node_of(pattern);
            return its == none ? entity{} : at(its);
        });
    }

    /// Destroyed, unless it is released.
    struct new_part {
        storage_type& home;
        entity e;
        ~new_part() {
            (void)core::attempt([this] { (void)core::edits<Allocator>::destroy(home, e); });
        }
    };
    /// Existing parts are completed; missing ones are created.
    void grow(const plan_type& plan, entity top) {
        const std::size_t nodes = plan.nodes().size();
        entity_row at(home_->allocator());
        at.extend(home_->allocator(), nodes);
        core::local_row<bool, Allocator> is_copied(home_->allocator());
        is_copied.extend(home_->allocator(), plan.parts().size());
        at[0] = top;
        for (index k = 0; k < nodes; ++k) {
            const auto& node = plan.nodes()[k];
            const entity parent = node.parent == none ? entity{} : at[node.parent];
            if (k != 0 && !home_->is_alive(parent)) continue;
            // (It may have lost its name meanwhile.)
            const entity_name* const its = node.name.from != nullptr && node.name.is_there()
                                               ? static_cast<const entity_name*>(node.name.from)
                                               : nullptr;
            if (k != 0 && its != nullptr) at[k] = names_of_instances_.find(parent, its->text);
            if (at[k]) {
                for (std::size_t i = node.first; i < node.last; ++i) {
                    const auto& what = plan.parts()[i].what;
                    if (!home_->is_alive(at[k]) || what.to->has(at[k].index()) || !what.is_there()) continue;
                    is_copied[i] = true;
                    (void)core::edits<Allocator>::add_erased(*home_, *what.to, at[k], what.from);
                }
                if (links_instances_ && home_->is_alive(at[k]))
                    (void)core::edits<Allocator>::add_erased(*home_, home_->template column_of<instance_of>(), at[k],
                                                             &node.link);
                continue;
            }
            for (std::size_t i = node.first; i < node.last; ++i) is_copied[i] = true;
            component_row those(home_->allocator());
            put_components(plan, k, those);
            const std::string name = its == nullptr ? std::string() : its->text;
            new_part part{*home_, core::alike<Allocator>(*home_, those).create_one()};
            join(parent, part.e);
            if (!name.empty()) (void)names_of_instances_.set(part.e, name);
            at[k] = std::exchange(part.e, entity{});
        }
        for (index k = 0; k < nodes; ++k) {
            for (std::size_t i = plan.nodes()[k].first; i < plan.nodes()[k].last; ++i) {
                if (is_copied[i] && plan.parts()[i].mapped != nullptr)
                    map(plan, i, at[k], [&](index other) { return at[other]; });
            }
        }
        relate(plan, [&](index k) { return at[k]; });
    }

    /// Copies the links of one relation among patterns; each has a copy.
    using relating = void (*)(storage_type& to, storage_type& from, const core::row<entity>& patterns,
                              const core::row<entity>& copies);
    void add_relation(const void*) noexcept {}
    template <class R> void add_relation(const related<R>*) {
        core::links<R, Allocator>::prepare(patterns_.storage());
        relations_.push([](storage_type& to, storage_type& from, const core::row<entity>& patterns,
                           const core::row<entity>& copies) {
            const auto copy_of = [&](entity e) {
                std::size_t i = 0;
                while (i != patterns.size() && patterns[i] != e) ++i;
                return i == patterns.size() ? entity{} : copies[i];
            };
            core::copy_links<R>(to, from, patterns, copy_of);
        });
    }
    template <class F> void relate(const plan_type& plan, F at) {
        if (relations_.empty()) return;
        entity_row those(home_->allocator());
        entity_row copies(home_->allocator());
        plan.each_pattern([&](entity pattern, index k) {
            those.push(pattern);
            copies.push(at(k));
        });
        for (const relating copy : relations_) copy(*home_, patterns_.storage(), those, copies);
    }

    static constexpr kin unrelated{};

    world_type patterns_;
    basic_family<Allocator> family_;
    basic_naming<Allocator> names_;
    /// Where the instances are: the world may move.
    core::storage_share<Allocator> home_;
    basic_family<Allocator> family_of_instances_;
    basic_naming<Allocator> names_of_instances_;
    /// By the numbers of the patterns' columns.
    core::local_row<column_type*, Allocator> columns_;
    core::local_row<relating, Allocator> relations_;
    std::size_t max_parts_ = 1'000'000;
    bool links_instances_ = false;
};

} // namespace throng
