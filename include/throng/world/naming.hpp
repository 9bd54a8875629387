#pragma once

#include <throng/fwd.hpp>
#include <throng/world/family.hpp>
#include <throng/world/relation/name_index.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace throng {

/// Names of entities, and a search by them: "castle/gate/door" is the `door` of the `gate` of the `castle`, which has
/// no parent.
///
///     throng::naming names(world);
///     names.set(door, "door");
///     const throng::entity e = names.find("castle/gate/door");
///
/// A name is not empty, and contains no slash. `set`, and the `adopt` and `leave` of a `family`, refuse to give
/// siblings, or entities without a parent, the same name. Other code can: by `patch` of the component, by a save, or by
/// removing the `kin` of an entity. Then `find` returns the entity of the lowest index. A clone has no name.
///
/// Names are a component like any other, `entity_name`: they are destroyed with their entity, and saved (list it among
/// the components), restored and rolled back with the world. Code that writes them, such as `patch` or a decoder, is
/// followed: `find` is right in every hook. All `naming`s of one world show and change the same names. A `naming`
/// remains valid when its world is moved; after the end of the world, nothing has a name.
template <class Allocator> class basic_naming {
    using storage_type = core::storage<Allocator>;
    using index_type = core::name_index<Allocator>;

  public:
    using world_type = basic_world<Allocator>;

    /// Throws what the allocator throws.
    explicit basic_naming(world_type& w) : home_(w.storage()) { (void)index_type::made_in(*home_); }

    /// Gives an entity a name, or another one; false, and nothing changes, if a sibling has it, if it is empty or
    /// contains a slash, or if the handle is stale. O(1), amortized. Throws what the allocator throws; nothing has
    /// changed then.
    bool set(entity e, std::string_view name) {
        if (!home_->is_alive(e) || name.empty() || name.find('/') != name.npos) return false;
        index_type& all = index_type::made_in(*home_);
        if (const entity other = all.find(core::parent_of(*home_, e), name)) return other == e;
        all.reserve();
        // (Hooks may end the text that the caller has given.)
        const std::string own(name);
        (void)core::typed_edits<Allocator>::template assigned<entity_name>(*home_, {}, e, entity_name{e, own});
        return of(e) == own;
    }
    /// Takes its name from an entity; false if it has none, or if the handle is stale. O(1). Throws what the removal of
    /// a component throws.
    bool remove(entity e) {
        return index_type::name_of(*home_, e) != nullptr &&
               core::edits<Allocator>::remove(*home_, home_->template column_of<entity_name>(), e.index());
    }
    /// Empty if it has none, or if the handle is stale. Good until the name is changed. O(1).
    [[nodiscard]] std::string_view of(entity e) const noexcept {
        const entity_name* const its = index_type::name_of(*home_, e);
        return its == nullptr ? std::string_view() : std::string_view(its->text);
    }
    /// The names from the top of its family down to the entity, with slashes between; empty if one of them has none.
    [[nodiscard]] std::string path_of(entity e) const {
        std::string path;
        for (; e; e = core::parent_of(*home_, e)) {
            const std::string_view its = of(e);
            if (its.empty()) return {};
            path.insert(0, its);
            if (core::parent_of(*home_, e)) path.insert(0, 1, '/');
        }
        return path;
    }

    /// The entity at a path; an empty handle if there is none. O(length of the path), amortized, however many entities
    /// there are. Throws what the allocator throws, in which case there is nothing to be undone.
    [[nodiscard]] entity find(std::string_view path) const { return find({}, path); }
    /// The same from an entity downwards; if the handle is empty, from the top.
    [[nodiscard]] entity find(entity from, std::string_view path) const {
        index_type* const all = index_type::of(*home_);
        if (all == nullptr || (from && !home_->is_alive(from))) return {};
        for (;;) {
            const std::size_t slash = path.find('/');
            from = all->find(from, path.substr(0, slash));
            if (!from || slash == path.npos) return from;
            path.remove_prefix(slash + 1);
        }
    }

  private:
    /// Where the entities are: the world may move.
    core::storage_share<Allocator> home_;
};

} // namespace throng
