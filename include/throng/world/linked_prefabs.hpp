#pragma once

#include <throng/fwd.hpp>
#include <throng/world/pattern/linked_parts.hpp>
#include <throng/world/prefabs.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace throng {

/// How an instance differs from its pattern.
enum class override_kind : std::uint8_t {
    /// A field, or a component without fields, has another value.
    changed,
    /// The instance has a component that its pattern does not have.
    added,
    /// The instance does not have a component of its pattern.
    removed,
};
/// One difference between an instance and its pattern.
struct prefab_override {
    /// As the component is called in saves; else the name of its type.
    std::string_view component;
    /// Empty if it is the component as a whole.
    std::string_view field;
    override_kind kind = override_kind::changed;
    friend bool operator==(const prefab_override&, const prefab_override&) = default;
};

/// Prefabs whose instances follow their patterns, except for the values that they override.
///
///     throng::prefabs prefabs(world, throng::components<turret>);
///     throng::linked_prefabs linked(prefabs, throng::components<health, position>);
///     const throng::entity e = linked.instantiate(tank);
///     world.get<health>(e).left = 50;                        // an override: it stays
///     prefabs.patterns().get<health>(tank) = {200, 200};
///     linked.update();                                       // e has 50 of 200; other tanks have 200 of 200
///     linked.revert<health>(e, "left");                      // e has 200 of 200
///
/// From then on, all instances that `prefabs` makes are linked, also those of `read_json`: each of their entities has
/// an `instance_of`, which refers to its pattern. Only the listed components follow; they are described (see
/// description.hpp) and can be copied. A field of a component is overridden by itself; fields of fields are not.
///
/// An override is found by comparison: a value is one if it differs from what the pattern gave last, which the instance
/// keeps as a `prefab_value<C>`. So any way of writing a value makes an override, and nothing else is stored. An
/// override that equals the pattern's value after an `update` is none any longer: it follows the pattern from then on.
/// A component that the instance has and the pattern does not, or the other way round, is an override as a whole.
/// Values are compared as a save would have them: 0.0 and -0.0 differ. Entities are compared as parts: a field that
/// refers to a part of the pattern gives the part of the instance, or an empty handle if the instance has none.
///
/// A part of an instance is known by its parent: one that is adopted elsewhere is an instance of the part's pattern.
/// Children are no values: those that a pattern gets or loses later affect later instances only. A clone is linked as
/// its original is. An instance of a pattern that has been destroyed stays as it is.
///
/// All of that is in components of the world: list `instance_of` and the `prefab_value<C>` to save them. Snapshots and
/// roll-backs have them. The world and the patterns may be rolled back, saved and restored apart: an instance without
/// overrides takes the pattern's values as they are at the next `update`. Saved patterns keep their handles, by which
/// instances refer to them.
///
/// Hooks may make any edit while instances are updated, and destroy patterns, instances and this object; what they
/// change in patterns reaches all instances with the next `update` at the latest. If a hook throws, the values that
/// were set before stay, and the next `update` continues. If a hook changes a pattern while an instance of it is made,
/// the values that the instance got before are overrides. `prefabs` must outlive this object.
template <class Allocator> class basic_linked_prefabs : core::pinned {
    using storage_type = core::storage<Allocator>;
    using typed_edits = core::typed_edits<Allocator>;
    using parts_type = core::linked_parts<Allocator>;
    using part = typename parts_type::part;

  public:
    using world_type = basic_world<Allocator>;
    using prefabs_type = basic_prefabs<Allocator>;

    /// For these components. Instances that `prefabs` has made before are not linked. Throws what the allocator throws.
    template <class... Cs> basic_linked_prefabs(prefabs_type& p, components_t<Cs...> those)
        : prefabs_(p), functions_{all_of<Cs...>, sizeof...(Cs)}, home_(p.home_), patterns_(p.patterns().storage()) {
        (check<Cs>(), ...);
        describe(p.patterns(), those);
        ((void)home_->template column_of<prefab_value<Cs>>(), ...);
        (void)home_->template column_of<instance_of>();
        p.links_instances(true);
    }

    /// Those whose instances are linked.
    [[nodiscard]] prefabs_type& prefabs() const noexcept { return prefabs_; }

    /// As `prefabs::instantiate`: the components that the instance gets instead of those of the pattern are overrides.
    /// Throws what that and `update` throw; there is no instance then.
    template <class... Cs>
        requires(... && !core::room_for_handles<Cs>)
    entity instantiate(entity pattern, Cs&&... own) {
        core::require_components<Cs...>();
        const work its = now();
        entity e;
        const auto finish = [&](entity made) {
            (set<std::decay_t<Cs>>(*its.home, made, std::forward<Cs>(own)), ...);
            its.record(made);
        };
        return prefabs_.instantiate_all(pattern, 1, &e, finish) ? e : entity{};
    }
    template <core::room_for_handles Handles> bool instantiate(entity pattern, Handles&& tops) {
        const work its = now();
        const std::span<entity> all(tops);
        return prefabs_.instantiate_all(pattern, all.size(), all.data(), [&](entity made) { its.record(made); });
    }

    /// The pattern of an instance, or of a part of one; an empty handle if there is none. O(1).
    [[nodiscard]] entity pattern_of(entity e) const noexcept {
        const instance_of* const its = parts_type::link_of(*home_, e);
        return its != nullptr && patterns_->is_alive(its->pattern()) ? its->pattern() : entity{};
    }
    /// Makes an entity independent of its pattern: it keeps its values. False if it is not linked. Its parts are linked
    /// still. Throws what the removal of a component throws.
    bool unlink(entity e) {
        const work its = now();
        if (parts_type::link_of(*its.home, e) == nullptr) return false;
        (void)remove<instance_of>(*its.home, e);
        its.functions.each([&](const function& f) { f.forget(*its.home, e); });
        return true;
    }

    /// Gives the instances the values of their patterns, except for those that they override. Returns how many
    /// components have been added, removed or set. Instances that have been made by `prefabs`, or by `read_json`, are
    /// included from then on: what differs from the pattern by then is an override. In the order of the instances'
    /// indices, parents before parts, and of the list; with `set`, which calls hooks. O(linked entities and their
    /// listed components). Throws what the allocator, a copy or a hook throws: see above.
    std::size_t update() { return now().update(); }

    /// Whether an entity overrides a component, or a field of it. False if it is not linked, or the component is not
    /// listed, or if no `update` has been made since it was read or made by `prefabs`. A component that has been added
    /// or removed is overridden as a whole, and not by fields. O(1).
    template <class C> [[nodiscard]] bool is_overridden(entity e, std::string_view field = {}) const {
        bool is = false;
        each_override<C>(*home_, e,
                         [&](std::string_view its, override_kind) { is = is || field.empty() || its == field; });
        return is;
    }
    /// Those of an entity, in the order of the list and of the fields. O(listed components).
    [[nodiscard]] std::vector<prefab_override> overrides(entity e) const {
        std::vector<prefab_override> those;
        const work its = now();
        its.functions.each([&](const function& f) { f.tell(*its.home, e, those); });
        return those;
    }

    /// Gives an instance the pattern's component, or one field of it. False if it is not linked, or has that value
    /// already; also if the component is not listed. If there is a field's name, both need the component. O(linked
    /// entities of the family). Throws as `update`.
    template <class C> bool revert(entity e, std::string_view field = {}) {
        check<C>();
        if (!is_listed<C>(*home_)) return false;
        // (Hooks may end the text that the caller has given.)
        const std::string own(field);
        return now().with_part(
            e, [&](const parts_type& all, const part& p) { return follow<C>(all, p, {own.empty(), own}); });
    }
    /// The same for all listed components of that entity; its parts stay as they are.
    bool revert(entity e) {
        const work its = now();
        return its.with_part(e, [&](const parts_type& all, const part& p) {
            bool any = false;
            its.functions.each([&](const function& f) { any = f.follow(all, p, {true, {}}) || any; });
            return any;
        });
    }

    /// Gives the pattern what an instance overrides of a component, or one field of it; then calls `update`. The
    /// pattern is that of the instance: a variant gets the component, and the pattern that it is based on stays as it
    /// is. (A part of a variant has its values from the base if the variant has no part of that name.)
    /// False, without effect on the pattern, if nothing is overridden; also if a removed component is not the pattern's
    /// own, or would be inherited. Entities that are not parts of the instance become empty. Throws as `update`.
    template <class C> bool apply(entity e, std::string_view field = {}) {
        check<C>();
        if (!is_listed<C>(*home_)) return false;
        const work its = now();
        const std::string own(field);
        const bool done =
            its.with_part(e, [&](const parts_type& all, const part& p) { return give_back<C>(all, p, own); });
        if (done) (void)its.update();
        return done;
    }
    /// The same for all listed components of that entity.
    bool apply(entity e) {
        const work its = now();
        const bool done = its.with_part(e, [&](const parts_type& all, const part& p) {
            bool any = false;
            its.functions.each([&](const function& f) { any = f.apply(all, p, {}) || any; });
            return any;
        });
        if (done) (void)its.update();
        return done;
    }

  private:
    /// Values to take from the pattern although they are overridden.
    struct forced {
        bool all = false;
        std::string_view field = {};
    };
    /// The functions of one listed component.
    struct function {
        bool (*follow)(const parts_type&, const part&, forced);
        bool (*apply)(const parts_type&, const part&, std::string_view field);
        void (*tell)(storage_type&, entity, std::vector<prefab_override>&);
        void (*forget)(storage_type&, entity);
    };
    struct function_list {
        const function* first;
        std::size_t n;
        template <class F> void each(F f) const {
            for (std::size_t i = 0; i < n; ++i) f(first[i]);
        }
    };
    /// The data of an operation: hooks may destroy the object meanwhile.
    struct work {
        function_list functions;
        core::storage_share<Allocator> home;
        core::storage_share<Allocator> patterns;
        std::size_t most;

        [[nodiscard]] bool is_over() const noexcept { return home->is_over() || patterns->is_over(); }
        std::size_t update() const {
            if (is_over()) return 0;
            core::local_row<entity, Allocator> linked(home->allocator());
            home->owner().template query<const instance_of>(with_disabled).each([&](entity e, const instance_of&) {
                linked.push(e);
            });
            parts_type all(home, patterns, most);
            for (const entity e : linked) {
                if (parts_type::link_of(*home, core::parent_of(*home, e)) == nullptr) all.add_branch(e);
            }
            std::size_t changed = 0;
            for (const part& p : all.all()) changed += follow_each(all, p);
            return changed;
        }
        void record(entity top) const {
            parts_type all(home, patterns, most);
            all.add_branch(top);
            for (const part& p : all.all()) (void)follow_each(all, p);
        }
        std::size_t follow_each(const parts_type& all, const part& p) const {
            std::size_t changed = 0;
            functions.each([&](const function& f) { changed += f.follow(all, p, {}) ? 1U : 0U; });
            const instance_of* const its = parts_type::link_of(*home, p.e);
            if (all.is_linked(p) && !its->is_recorded) set(*home, p.e, instance_of{its->number, true});
            return changed;
        }
        /// f(all, part) of an entity that is recorded, and up to date.
        template <class F> bool with_part(entity e, F f) const {
            if (is_over()) return false;
            parts_type all(home, patterns, most);
            const part* const p = all.add_around(e);
            if (p == nullptr) return false;
            const instance_of* const its = parts_type::link_of(*home, e);
            if (its != nullptr && !its->is_recorded) (void)follow_each(all, *p);
            return f(std::as_const(all), *p);
        }
    };
    [[nodiscard]] work now() const { return {functions_, home_, patterns_, prefabs_.max_parts()}; }

    template <class C> static constexpr void check() noexcept {
        static_assert(described<C> && std::is_copy_constructible_v<C>,
                      "throng: a component that follows a pattern can be described and copied: see description.hpp");
        static_assert(!std::is_same_v<C, kin> && !std::is_same_v<C, entity_name> && !std::is_same_v<C, based_on> &&
                          !std::is_same_v<C, instance_of> && !std::is_same_v<C, disabled> && !core::is_related<C>,
                      "throng: families, names, relations and links of patterns are no values that can be overridden");
    }
    template <class C> [[nodiscard]] static bool is_listed(const storage_type& home) noexcept {
        return home.template find_column<prefab_value<C>>() != nullptr;
    }
    template <class C> static void set(storage_type& s, entity e, C value) {
        (void)typed_edits::template assigned<C>(s, {}, e, std::move(value));
    }
    template <class C> static bool remove(storage_type& s, entity e) {
        return s.is_alive(e) && core::edits<Allocator>::remove(s, s.template column_of<C>(), e.index());
    }

    template <class C> [[nodiscard]] static std::optional<C> last_value(storage_type& home, entity e) {
        std::optional<C> last;
        if constexpr (core::tag<C>) {
            if (home.has(core::known_component_number<prefab_value<C>>(), e)) last.emplace(*core::tag_object<C>::get());
        } else {
            if (auto its = core::copy_of<prefab_value<C>>(home, e)) last.emplace(std::move(its->value));
        }
        return last;
    }

    /// Takes what is not overridden from the pattern. Whether the component has been added, removed or set.
    template <class C> static bool follow(const parts_type& all, const part& p, forced those) {
        if (!all.is_linked(p)) return false;
        storage_type& home = *all.home;
        const bool is_recorded = parts_type::link_of(home, p.e)->is_recorded;
        const std::optional<C> given = all.template value_for<C>(p);
        const std::optional<C> last = last_value<C>(home, p.e);
        std::optional<C> value = core::copy_of<C>(home, p.e);
        if (!all.is_linked(p)) return false;
        bool changes = false;
        if (!value) {
            changes = given && (those.all || (is_recorded && !last));
            if (changes) set<C>(home, p.e, *given);
        } else if (!given) {
            changes = (those.all || (last && !core::do_differ(*value, *last))) && remove<C>(home, p.e);
        } else {
            core::each_member(*value, [&](std::string_view name, const description& d, auto& member) {
                const auto equals = [&](const C& other) {
                    return core::are_equal_values(d, std::addressof(member),
                                                  std::addressof(core::same_member(*value, member, other)));
                };
                const bool follows =
                    those.all || (!those.field.empty() && name == those.field) || (last && equals(*last));
                if (!follows || equals(*given)) return;
                core::assign_member(member, core::same_member(*value, member, *given));
                changes = true;
            });
            if (changes) set<C>(home, p.e, std::move(*value));
        }
        // (The value comes first: if something throws between, it equals the pattern's value, and is no override.)
        if (!all.is_linked(p)) return changes;
        if (!given) {
            (void)remove<prefab_value<C>>(home, p.e);
        } else if (!last || core::do_differ(*given, *last)) {
            if constexpr (core::tag<C>) set<prefab_value<C>>(home, p.e, {});
            else set<prefab_value<C>>(home, p.e, {*given});
        }
        return changes;
    }
    /// Gives the pattern what is overridden. Whether there was anything.
    template <class C> static bool give_back(const parts_type& all, const part& p, std::string_view field) {
        (void)follow<C>(all, p, {});
        if (!all.is_linked(p)) return false;
        storage_type& patterns = *all.patterns;
        const entity to = p.plan->nodes()[p.node].link.pattern();
        std::optional<C> given = all.template pattern_value<C>(p);
        const std::optional<C> last = last_value<C>(*all.home, p.e);
        const std::optional<C> value = core::copy_of<C>(*all.home, p.e);
        if (!all.is_linked(p) || !patterns.is_alive(to)) return false;
        if (!value) return given && field.empty() && all.template gives_alone<C>(p, to) && remove<C>(patterns, to);
        std::optional<C> own = value;
        all.turn_back(p, to, *own);
        if (given) {
            bool changes = false;
            core::each_member(*given, [&](std::string_view name, const description& d, auto& member) {
                const auto& its = core::same_member(*given, member, *value);
                if ((!field.empty() && name != field) ||
                    (last && core::are_equal_values(d, std::addressof(its),
                                                    std::addressof(core::same_member(*given, member, *last)))))
                    return;
                core::assign_member(member, core::same_member(*given, member, *own));
                changes = true;
            });
            if (!changes) return false;
            own = std::move(given);
        } else if (!field.empty()) {
            return false;
        }
        set<C>(patterns, to, std::move(*own));
        return true;
    }
    /// f(field, kind) for each override of a component.
    template <class C, class F> static void each_override(storage_type& home, entity e, F f) {
        const instance_of* const its = parts_type::link_of(home, e);
        if (its == nullptr || !its->is_recorded || !is_listed<C>(home)) return;
        const C* const value = home.template find_value<C>(e);
        const prefab_value<C>* const last = home.template find_value<prefab_value<C>>(e);
        if ((value == nullptr) != (last == nullptr)) {
            f(std::string_view(), last == nullptr ? override_kind::added : override_kind::removed);
        } else if constexpr (!core::tag<C>) {
            if (value == nullptr) return;
            core::each_member(*value, [&](std::string_view name, const description& d, const auto& member) {
                const auto& other = core::same_member(*value, member, last->value);
                if (!core::are_equal_values(d, std::addressof(member), std::addressof(other)))
                    f(name, override_kind::changed);
            });
        }
    }
    template <class C> static void tell(storage_type& home, entity e, std::vector<prefab_override>& to) {
        const std::string_view name = core::name_of_component<C>();
        each_override<C>(home, e, [&](std::string_view field, override_kind kind) {
            to.push_back({name.empty() ? std::string_view(core::shown_name_of_component<C>()) : name, field, kind});
        });
    }
    template <class C> static void forget(storage_type& home, entity e) { (void)remove<prefab_value<C>>(home, e); }

    template <class... Cs> static constexpr function all_of[sizeof...(Cs) + 1] = {
        {&follow<Cs>, &give_back<Cs>, &tell<Cs>, &forget<Cs>}..., {}};

    prefabs_type& prefabs_;
    function_list functions_;
    core::storage_share<Allocator> home_;
    core::storage_share<Allocator> patterns_;
};

} // namespace throng
