#pragma once

#include <throng/world/pattern/prefab_plan.hpp>
#include <throng/world/query/typed_edits.hpp>
#include <throng/world/relation/references.hpp>
#include <throng/world/relation/related.hpp>
#include <throng/world/save/saved_type.hpp>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace throng {

/// The value that its pattern has given an instance last. A component of linked instances (see `linked_prefabs`),
/// beside each listed component that the pattern has. List it among the components to save it.
template <class C> struct prefab_value {
    C value;
};
template <core::tag C> struct prefab_value<C> {};

namespace core {

inline constexpr std::string_view before_prefab_value = "throng::prefab_value:";
template <class C> struct component_of_prefab_value {
    static constexpr bool sparse = is_sparse<C>();
};
template <class C>
    requires requires { component<C>::name; }
struct component_of_prefab_value<C> : named_after<before_prefab_value, C> {
    static constexpr bool sparse = is_sparse<C>();
};

} // namespace core

template <class C> struct component<prefab_value<C>> : core::component_of_prefab_value<C> {
    static constexpr auto fields = throng::fields(field("value", &prefab_value<C>::value));
};
template <core::tag C> struct component<prefab_value<C>> : core::component_of_prefab_value<C> {};

namespace core {

/// Whether a save would have the same of two values.
[[nodiscard]] inline bool are_equal_values(const description& d, const void* a, const void* b) {
    if (d.is_packed) return std::memcmp(a, b, d.size) == 0;
    if (d.kind == value_kind::text) return d.text->get(a) == d.text->get(b);
    byte_writer<> as;
    byte_writer<> bs;
    write_value(d, a, as);
    write_value(d, b, bs);
    return std::ranges::equal(as.bytes(), bs.bytes());
}
/// f(name, description, member) for each field; of a value without fields, for the whole of it, which has no name.
template <class C, class F> void each_member(C& value, F f) {
    if constexpr (structured<std::remove_const_t<C>>)
        for_each_field(value,
                       [&](const field_description& about, auto& member) { f(about.name, *about.type, member); });
    else if constexpr (!tag<C>) f(std::string_view(), description_of<C>(), value);
}
/// The member of another value that is where this one is.
template <class C, class M> [[nodiscard]] const M& same_member(const C& of, const M& member, const C& other) noexcept {
    const auto* const begin = reinterpret_cast<const std::byte*>(std::addressof(of));
    const auto* const at = reinterpret_cast<const std::byte*>(std::addressof(member));
    return *reinterpret_cast<const M*>(reinterpret_cast<const std::byte*>(std::addressof(other)) + (at - begin));
}
template <class M> void assign_member(M& to, const M& from) {
    if constexpr (std::is_array_v<M>) {
        for (std::size_t i = 0; i < std::extent_v<M>; ++i) assign_member(to[i], from[i]);
    } else {
        to = from;
    }
}
/// Whether members of that name differ; of all, if it is empty.
template <class C> [[nodiscard]] bool do_differ(const C& a, const C& b, std::string_view name = {}) {
    bool differ = false;
    each_member(a, [&](std::string_view its, const description& d, const auto& member) {
        if (name.empty() || its == name)
            differ = differ || !are_equal_values(d, std::addressof(member), std::addressof(same_member(a, member, b)));
    });
    return differ;
}
/// A copy of an entity's component, if it has one. The copy may be an edit.
template <class C, class Allocator> [[nodiscard]] std::optional<C> copy_of(storage<Allocator>& home, entity e) {
    std::optional<C> copy;
    const C* const its = home.is_alive(e) ? home.template find_value<C>(e) : nullptr;
    if (its == nullptr) return copy;
    if constexpr (std::is_trivially_copyable_v<C>) {
        copy.emplace(*its);
    } else {
        const typename storage<Allocator>::standing here(home, e.index());
        copy.emplace(*its);
    }
    return copy;
}

/// The entities of a world that are instances of patterns, or parts of such: which nodes of which plans they stand for.
/// A part is known by its parent; elsewhere it is an instance of the part's pattern.
template <class Allocator> class linked_parts : pinned {
    using storage_type = storage<Allocator>;
    using plan_type = prefab_plan<Allocator>;

  public:
    using index = typename plan_type::index;
    struct part {
        entity e;
        entity pattern;
        /// Null if the pattern has been destroyed, or cannot have instances.
        const plan_type* plan;
        index node;
        /// Where the parts of its instance begin among those of all.
        std::size_t instance;
    };

    linked_parts(const storage_share<Allocator>& h, const storage_share<Allocator>& p, std::size_t most)
        : home(h), patterns(p), most_(most) {}

    const storage_share<Allocator> home;
    const storage_share<Allocator> patterns;

    /// An entity, and all linked ones below it, each after its parent. Throws what the allocator throws.
    void add_branch(entity top) {
        std::size_t i = all_.size();
        add(top, nullptr);
        for (; i < all_.size(); ++i) {
            const part its = all_[i];
            each_child(*home, its.e, [&](entity child) { add(child, &its); });
        }
    }
    /// The instance that an entity is of, with those around it. Null if it is of none.
    [[nodiscard]] const part* add_around(entity e) {
        if (link_of(*home, e) == nullptr) return nullptr;
        entity top = e;
        for (entity up = e; link_of(*home, up) != nullptr; up = parent_of(*home, up)) top = up;
        add_branch(top);
        for (const part& p : all_) {
            if (p.e == e) return &p;
        }
        return nullptr;
    }
    [[nodiscard]] const std::vector<part>& all() const noexcept { return all_; }

    [[nodiscard]] static const instance_of* link_of(const storage_type& home, entity e) noexcept {
        return home.is_alive(e) ? home.template find_value<instance_of>(e) : nullptr;
    }
    /// Whether it is linked to the same pattern as when it was added.
    [[nodiscard]] bool is_linked(const part& p) const noexcept {
        const instance_of* const its = link_of(*home, p.e);
        return p.plan != nullptr && its != nullptr && its->pattern() == p.pattern && !patterns->is_over();
    }
    /// The value that a pattern gives a part: with the pattern's entities, or with those of the instance.
    template <class C> [[nodiscard]] std::optional<C> pattern_value(const part& p) const {
        entity from;
        p.plan->each_pattern_of(p.node, [&](entity pattern) {
            if (!from && patterns->is_alive(pattern) && patterns->has(known_component_number<C>(), pattern))
                from = pattern;
        });
        return copy_of<C>(*patterns, from);
    }
    template <class C> [[nodiscard]] std::optional<C> value_for(const part& p) const {
        std::optional<C> value = pattern_value<C>(p);
        if constexpr (!tag<C>) {
            const auto at = [&](entity pattern) {
                const index k = p.plan->node_of(pattern);
                const entity its = k == plan_type::none ? entity{} : of_nodes_[p.instance + k];
                return home->is_alive(its) ? its : entity{};
            };
            if (value && has_entities(description_of<C>())) map_entities(description_of<C>(), &*value, at);
        }
        return value;
    }
    /// Whether a pattern has a component that the others of its node do not have.
    template <class C> [[nodiscard]] bool gives_alone(const part& p, entity pattern) const {
        bool alone = true;
        p.plan->each_pattern_of(p.node, [&](entity other) {
            alone = alone && patterns->has(known_component_number<C>(), other) == (other == pattern);
        });
        return alone;
    }
    /// Puts patterns in the place of the instance's entities: of several, the one that is in a family with the pattern
    /// that gets the value.
    template <class C> void turn_back(const part& p, entity to, C& value) const {
        if constexpr (!tag<C>) {
            if (!has_entities(description_of<C>())) return;
            const entity top = top_of(to);
            map_entities(description_of<C>(), std::addressof(value), [&](entity e) { return pattern_for(p, top, e); });
        }
    }

  private:
    void add(entity e, const part* parent) {
        const instance_of* const its = link_of(*home, e);
        if (its == nullptr) return;
        part made{e, its->pattern(), nullptr, plan_type::none, 0};
        if (parent != nullptr && parent->plan != nullptr) {
            made.node = parent->plan->child_of(parent->node, made.pattern);
            made.plan = parent->plan;
            made.instance = parent->instance;
        }
        if (made.node == plan_type::none) {
            made.plan = plan_of(made.pattern);
            made.node = 0;
            made.instance = of_nodes_.size();
            if (made.plan != nullptr) of_nodes_.resize(of_nodes_.size() + made.plan->nodes().size());
        }
        if (made.plan != nullptr) {
            entity& at = of_nodes_[made.instance + made.node];
            if (!at) at = e;
        }
        all_.push_back(made);
    }
    [[nodiscard]] const plan_type* plan_of(entity pattern) {
        const auto no_values = [](const column<Allocator>&) -> column<Allocator>* { return nullptr; };
        const plan_type& its = plans_.try_emplace(pattern, *patterns, pattern, no_values, most_).first->second;
        return its.is_good() ? &its : nullptr;
    }
    [[nodiscard]] entity pattern_for(const part& p, entity top, entity e) const noexcept {
        for (index k = 0; e && k < p.plan->nodes().size(); ++k) {
            if (of_nodes_[p.instance + k] != e) continue;
            entity found = p.plan->nodes()[k].link.pattern();
            p.plan->each_pattern_of(k, [&](entity pattern) {
                if (top_of(found) != top && top_of(pattern) == top) found = pattern;
            });
            return found;
        }
        return {};
    }
    [[nodiscard]] entity top_of(entity pattern) const noexcept {
        while (const entity up = parent_of(*patterns, pattern)) pattern = up;
        return pattern;
    }

    std::size_t most_;
    std::vector<part> all_;
    /// Of each instance, the entity for each node of its plan.
    std::vector<entity> of_nodes_;
    std::map<entity, plan_type> plans_;
};

} // namespace core
} // namespace throng
