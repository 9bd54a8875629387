#pragma once

#include <throng/world/naming.hpp>
#include <throng/world/pattern/alike.hpp>
#include <throng/world/pattern/copied_links.hpp>
#include <throng/world/relation/references.hpp>
#include <throng/world/save.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

/// Parts of worlds: copies entities from one world into another, saves them separately, and merges saves into a running
/// world.
namespace throng {

/// A map from originals to copies, for entities that were copied.
class entity_map {
  public:
    /// The copy; an empty handle if there is none. O(1).
    [[nodiscard]] entity find(entity original) const noexcept {
        const entity* const copy = const_cast<entity_map*>(this)->known(original);
        return copy == nullptr ? entity{} : *copy;
    }
    /// How many were copied.
    [[nodiscard]] std::size_t size() const noexcept { return size_; }

    /// For what fills it. Allocates nothing for one that is known.
    void put(entity original, entity copy) {
        if (entity* const its = known(original)) return *its = copy, void();
        const std::size_t i = original.index();
        if (i >= by_index_.size() && i < 8 * size_ + 1024) by_index_.resize(i + 1);
        if (i < by_index_.size() && !by_index_[i].first) by_index_[i] = {original, copy};
        else far_.emplace(original.number(), copy);
        ++size_;
    }

  private:
    [[nodiscard]] entity* known(entity original) noexcept {
        if (original.index() < by_index_.size() && by_index_[original.index()].first == original)
            return &by_index_[original.index()].second;
        if (far_.empty()) return nullptr;
        const auto found = far_.find(original.number());
        return found == far_.end() ? nullptr : &found->second;
    }

    std::vector<std::pair<entity, entity>> by_index_;
    /// Those whose indices are so high that the others would not fill the vector. (In saved bytes any may stand.)
    std::unordered_map<std::uint64_t, entity> far_;
    std::size_t size_ = 0;
};

/// Which handles entities get that are merged.
enum class handle_policy : unsigned char {
    /// New ones.
    fresh,
    /// Their former ones of this world, if they have been destroyed and no other entity has lived in their slots since;
    /// otherwise new ones.
    former
};
/// Which links of a part of a world are saved.
enum class link_policy : unsigned char {
    /// Those among its entities.
    inner,
    /// Also those to others and from others: families, relations, and entities in values.
    all
};

/// An entity with its family: itself, and all that is below it, parents before their children.
template <class Allocator> [[nodiscard]] std::vector<entity> branch(const basic_world<Allocator>& w, entity top) {
    std::vector<entity> those;
    if (!w.alive(top)) return those;
    those.push_back(top);
    for (std::size_t i = 0; i < those.size(); ++i) {
        core::each_child(w.storage(), those[i], [&](entity c) { those.push_back(c); });
    }
    return those;
}

namespace core {

/// A world gets the described components of run time that another one has.
template <class Allocator> void define_alike(basic_world<Allocator>& to, const basic_world<Allocator>& from) {
    const auto& known = from.storage().components;
    for (const column<Allocator>* const c : known.all()) {
        if (c->type.made_of == nullptr || *c->type.name == 0 || known.is_of_type(*c)) continue;
        (void)to.storage().components.like(known, *c);
    }
}

template <class Allocator> class merging {
    using storage_type = storage<Allocator>;
    using column_type = column<Allocator>;
    using component_row = local_row<copied_component<Allocator>, Allocator>;

    /// A component that is copied.
    struct copied {
        const column_type* from;
        column_type* to;
        /// Its description, if it may contain entities; otherwise null.
        const description* mapped;
    };

  public:
    template <class... Cs>
    merging(basic_world<Allocator>& to, const basic_world<Allocator>& from, components_t<Cs...> those)
        : to_(to),
          home_(to.storage()),
          from_(from.storage()),
          columns_(to.get_allocator()),
          outer_(to.get_allocator()) {
        ((void)home_.template column_of<Cs>(), ...);
        for (const auto& c : saved_components<Allocator>(from_, those)) {
            if (c.of == nullptr || !c.type.can_be_copied()) continue;
            if (((is_related<Cs> && c.of == from_.template find_column<Cs>()) || ...)) continue;
            if (c.of == from_.template find_column<kin>()) has_kin_ = true;
            else if (c.of == from_.template find_column<entity_name>()) has_names_ = true;
            else if (column_type* const its = home_.components.like(from_.components, *c.of))
                columns_.push({c.of, its, has_entities(*c.its) ? c.its : nullptr});
        }
    }

    /// One that is not copied, and who it is in the other world: copies are linked with it.
    void put_outer(entity e, entity there) {
        outer_.push(e);
        outer_map_.put(e, there);
    }
    /// Makes an entity without components for each that is not copied, but linked with one that is.
    template <class Range, class... Cs> void make_outer(const Range& those, components_t<Cs...>) {
        entity_map inner;
        for (const entity e : those) inner.put(e, e);
        const auto found = [&](entity e) {
            if (e && !inner.find(e) && !outer_map_.find(e)) put_outer(e, to_.create());
        };
        for (const entity e : those) {
            if (!from_.is_alive(e)) continue;
            if (has_kin_) found(parent_of(from_, e)), each_child(from_, e, found);
            (each_linked(e, static_cast<const Cs*>(nullptr), found), ...);
            for (const copied& c : columns_) {
                if (c.mapped != nullptr && c.from->has(e.index()))
                    each_entity(*c.mapped, c.from->value(e.index()), found);
            }
        }
    }
    template <class F> void each_outer(F f) const {
        for (const entity e : outer_) f(e, outer_map_.find(e));
    }
    /// Copies come back as the entities that the map has for their originals, if they can.
    void bring_back(const entity_map& former) noexcept { former_ = &former; }

    template <class Range, class... Cs> entity_map copy(const Range& those, components_t<Cs...>) {
        local_row<entity, Allocator> originals(home_.allocator());
        for (const entity e : those) {
            if (from_.is_alive(e)) originals.push(e);
        }
        undo unfinished{*this, originals, {}};
        // (Those that come back are first: others would take their slots.)
        for (const bool back : {true, false}) {
            for (const entity e : originals) {
                // (Hooks and copies may have destroyed it.)
                if ((back && former_ == nullptr) || !from_.is_alive(e) || map_.find(e)) continue;
                unfinished.last = copy_of(e, back);
                if (unfinished.last) map_.put(e, unfinished.last);
            }
        }
        if (has_kin_) relate(originals);
        if (has_names_) call(originals);
        (copy_links_of(originals, static_cast<const Cs*>(nullptr)), ...);
        for (const entity e : originals) map_values(map_.find(e));
        is_done_ = true;
        return std::move(map_);
    }

  private:
    using standing = typename storage_type::standing;

    /// Destroys the copies where something has thrown.
    struct undo {
        merging& of;
        const row<entity>& originals;
        entity last;
        ~undo() {
            if (of.is_done_) return;
            destroy(last);
            for (const entity e : originals) destroy(of.map_.find(e));
        }
        void destroy(entity e) const noexcept {
            (void)attempt([&] { (void)edits<Allocator>::destroy(of.home_, e); });
        }
    };

    /// Who it is in the other world.
    [[nodiscard]] entity counterpart(entity e) const noexcept {
        const entity its = map_.find(e);
        return its ? its : outer_map_.find(e);
    }
    /// The same where another entity refers to it: within one world, it stays where it has no copy.
    [[nodiscard]] entity shown_as(entity e) const noexcept {
        const entity its = counterpart(e);
        return its || &from_ != &home_ ? its : e;
    }
    template <class F> static void each_linked(entity, const void*, F) noexcept {}
    template <class R, class F> void each_linked(entity e, const related<R>*, F f) const {
        using its_links = links<R, Allocator>;
        related<R>* const its = its_links::own(from_, e);
        if (its == nullptr) return;
        for (std::size_t i = 0; i < its->targets.size(); ++i) {
            if (its_links::template partner<false>(from_, *its, i) != nullptr) f(its->targets[i].other);
        }
        for (std::size_t i = 0; i < its->sources.size(); ++i) {
            if (its_links::template partner<true>(from_, *its, i) != nullptr) f(its->sources[i].other);
        }
    }

    /// With `back`, empty if it cannot come back.
    [[nodiscard]] entity copy_of(entity e, bool back) {
        const standing here(from_, e.index());
        component_row those(home_.allocator());
        for (const copied& c : columns_) {
            if (c.from->has(e.index())) those.push(copy_of_value(from_, *c.from, e, c.to));
        }
        alike<Allocator> its(home_, those);
        return back ? its.bring_back(former_->find(e)) : its.create_one();
    }
    /// Children stand in the order in which they stood before any hook of `kin` is called.
    void relate(const row<entity>& originals) {
        struct pair {
            entity parent;
            entity child;
        };
        local_row<pair, Allocator> those(home_.allocator());
        for (const entity e : originals) {
            const entity parent = map_.find(e);
            if (!parent) continue;
            each_child(from_, e, [&](entity c) {
                if (const entity child = counterpart(c)) those.push({parent, child});
            });
        }
        for (const entity e : outer_) {
            each_child(from_, e, [&](entity c) {
                if (const entity child = map_.find(c)) those.push({outer_map_.find(e), child});
            });
        }
        basic_family<Allocator> family(to_);
        for (const pair& p : those) {
            // (A hook may have given it a parent.)
            if (home_.is_alive(p.child) && !parent_of(home_, p.child)) (void)family.adopt(p.parent, p.child);
        }
    }
    void copy_links_of(const row<entity>&, const void*) noexcept {}
    template <class R> void copy_links_of(const row<entity>& originals, const related<R>*) {
        const auto known = [this](entity e) { return shown_as(e); };
        const auto is_outer = [this](entity e) { return static_cast<bool>(outer_map_.find(e)); };
        copy_links<R>(home_, from_, originals, known);
        for (const entity e : originals) {
            if (!outer_.empty() && map_.find(e)) relate_anew<R>(home_, from_, e, is_outer, known);
        }
    }
    void call(const row<entity>& originals) {
        basic_naming<Allocator> names(to_);
        for (const entity e : originals) {
            const entity_name* const its = name_index<Allocator>::name_of(from_, e);
            if (its == nullptr) continue;
            const std::string name = its->text;
            (void)names.set(map_.find(e), name);
        }
    }
    void map_values(entity e) {
        for (const copied& c : columns_) {
            if (c.mapped == nullptr || !home_.is_alive(e) || !c.to->has(e.index())) continue;
            map_entities(*c.mapped, c.to->value(e.index()), [this](entity original) { return shown_as(original); });
        }
    }

    basic_world<Allocator>& to_;
    storage_type& home_;
    storage_type& from_;
    local_row<copied, Allocator> columns_;
    entity_map map_;
    /// Entities that are not copied, and who they are in the other world.
    local_row<entity, Allocator> outer_;
    entity_map outer_map_;
    const entity_map* former_ = nullptr;
    bool has_kin_ = false;
    bool has_names_ = false;
    bool is_done_ = false;
};

} // namespace core

/// Copies a range of entities of a world into another one, or into the same: their listed components, and described
/// ones of run time. Gives which became which.
///
/// Entities in the values are the copies where they say an original that is copied; where they say another one they
/// stay, or refer to nothing if that is another world's. Of families (list `kin`) and relations (list `related<R>`)
/// what is copied stays related, in its order; within one world also to targets that are not copied, unless the
/// relation is symmetric or they already have their one source. The others have no parent, and no link to a copy. Names
/// (list `entity_name`) go along, but for those that a sibling has already. Singletons stay where they are.
/// O(components of the entities). Calls hooks of `on_add`, for each entity before its family and its name; they may
/// edit either world. An entity that is destroyed before its turn is not copied; a parent or a name that a hook has
/// given to a copy stays. A copy of a component must not remove and add again what it copies. Throws what the
/// allocator, a copy or `on_add` throws; the copies are destroyed then.
template <class Allocator, class... Cs, class Range>
entity_map merge(basic_world<Allocator>& to, const basic_world<Allocator>& from, components_t<Cs...> those,
                 const Range& entities) {
    return core::merging<Allocator>(to, from, those).copy(entities, those);
}
/// All entities of another world.
template <class Allocator, class... Cs>
entity_map merge(basic_world<Allocator>& to, const basic_world<Allocator>& from, components_t<Cs...> those) {
    return merge(to, from, those, from);
}

namespace core {

/// Which entity one of a part that is saved was. A component of the saved part alone.
struct original_of {
    entity its;
};
/// It was not of the part, but linked with one that was. A component of the saved part alone.
struct outer_entity {};

} // namespace core

template <> struct component<core::original_of> {
    static constexpr const char* name = "throng::original";
};
template <> struct component<core::outer_entity> {
    static constexpr const char* name = "throng::outer";
};

/// Saves a range of entities alone, as `save` would a world that has no others: it is restored as one, or merged into
/// one. The bytes say which entities they were: see `merge_saved`. With `link_policy::all`, the bytes also say how they
/// are linked with other entities, for each of which a world that is restored from them has one without values. Throws
/// what the allocator or a copy throws.
template <class Allocator, class Writer, class... Cs, class Range>
void save_part(const basic_world<Allocator>& w, Writer& to, components_t<Cs...> those, const Range& entities,
               link_policy links = link_policy::inner) {
    basic_world<Allocator> part(w.get_allocator());
    core::merging<Allocator> copying(part, w, those);
    if (links == link_policy::all) copying.make_outer(entities, those);
    const entity_map copies = copying.copy(entities, those);
    for (const entity e : entities) {
        if (const entity its = copies.find(e)) (void)part.set(its, core::original_of{e});
    }
    copying.each_outer([&part](entity e, entity its) {
        (void)part.add(its, core::original_of{e});
        (void)part.template add<core::outer_entity>(its);
    });
    save(part, to, components<Cs..., core::original_of, core::outer_entity>);
}
/// Merges the entities of a saved world, or of a part of one, into a running world. `map`, if it is not null, has their
/// handles by those of the saved world, or of the world of the part. Refuses as `restore` does, without effect. Throws
/// as `restore` and `merge` do.
///
/// With `handle_policy::former`, entities of this world that have been destroyed come back under their handles, which
/// are valid again in components, in other programs, and in what is saved: an editor undoes a deletion. An entity gets
/// a new handle if another one has lived in its slot since, if it is alive, or while a hook is called for its removal
/// or its addition; the map says so. If the part has been saved with `link_policy::all`, their links with other
/// entities are restored, where these are alive and still free for it: a child comes back as the last one of its
/// parent. To open walks, an entity that comes back is a new one.
template <class Allocator, class... Cs>
restored merge_saved(basic_world<Allocator>& w, std::span<const std::byte> bytes, components_t<Cs...> those,
                     entity_map* map = nullptr, handle_policy handles = handle_policy::fresh) {
    basic_world<Allocator> part(w.get_allocator());
    core::define_alike(part, w);
    const restored result = restore(part, bytes, components<Cs..., core::original_of, core::outer_entity>);
    if (!result) return result;
    // (There is memory for the map before anything is copied.)
    entity_map its;
    entity_map former;
    std::vector<entity> inner;
    core::merging<Allocator> copying(w, part, those);
    for (const entity e : part) {
        const core::original_of* const was = part.template try_get<core::original_of>(e);
        const entity original = was == nullptr ? e : was->its;
        const bool is_outer = part.template has<core::outer_entity>(e);
        if (!is_outer) its.put(original, {}), inner.push_back(e);
        if (handles == handle_policy::fresh) continue;
        if (is_outer) copying.put_outer(e, original);
        else former.put(e, original);
    }
    if (handles == handle_policy::former) copying.bring_back(former);
    const entity_map copies = copying.copy(inner, those);
    for (const entity e : inner) {
        const core::original_of* const was = part.template try_get<core::original_of>(e);
        its.put(was == nullptr ? e : was->its, copies.find(e));
    }
    if (map != nullptr) *map = std::move(its);
    return result;
}

} // namespace throng
