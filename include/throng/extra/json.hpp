#pragma once

#include <throng/extra/json_element.hpp>
#include <throng/extra/json_interface.hpp>
#include <throng/extra/json_text.hpp>
#include <throng/world/merge.hpp>
#include <throng/world/prefabs.hpp>
#include <throng/world/relation/read_relations.hpp>
#include <throng/world/save_collection.hpp>
#include <throng/world/world.hpp>
#if !defined(THRONG_COMPILED) || !THRONG_COMPILED
#include <throng/extra/json_definitions.hpp>
#endif

#include <cstddef>
#include <functional>
#include <istream>
#include <ostream>
#include <span>
#include <streambuf>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

/// Worlds and collections as JSON, by the descriptions of their components and elements
/// (throng/world/description.hpp): for levels written by hand, for editors, and for comparison. Link `throng::json`,
/// which is nlohmann/json.
///
///     {
///     "throng": 1,
///     "singletons": {"weather": "rain"},
///     "entities": [
///     {"id": "0:65537", "position": {"x": 1.5, "y": -2}, "burning": true},
///     {"position": {"x": 3, "y": 4}, "follows": {"leader": "0:65537"}, "name": "follower",
///      "children": [{"position": {}, "name": "shadow"}]}
///     ]}
///
/// Numbers are numbers; enumerations are the names of their values; a component without values is `true`, and is left
/// out where the entity does not have it; entities are their index and generation, or null; a value saved by custom
/// functions is "hex:" and its bytes. An infinite number is "inf" or "-inf", and a NaN is "nan:" and its bits. A text
/// that is not UTF-8 is an array of its bytes. Where `entity_name` is listed, "name" is an entity's name; where `kin`
/// is, "children" are its child entities, in their order; where `based_on` is, "prefab" is the path to the pattern. (A
/// component of yours with such a name takes precedence: the others are then "throng::name", "throng::kin" and
/// "throng::based_on". A world whose entities are listed side by side also writes its families so.)
///
/// Where `related<R>` is listed, the links of an entity can be written by the name of the relation: as an id,
/// `"docked_to": "0:65537"`, as an array of ids, or as an object with a value for each, `"likes": {"0:65537": {"how":
/// 3}}`; of an `R` without members, the value is `true`. The sources of a target are then in the order of their
/// indices. `write_json` writes the component, "throng::related:likes", which also says the order in which sources
/// came.
namespace throng {

/// Writes a world: its entities, the listed components, the singletons of their types, and described components of run
/// time, as `save` does. Each entity is on one line. The text is written to the stream in pieces: there is no other
/// copy of it in memory. "pages" determines the handles of the next entities; it may be left out of text written by
/// hand.
template <class Allocator, class... Cs>
void write_json(const basic_world<Allocator>& w, std::ostream& to, components_t<Cs...> those) {
    const core::saved_components<Allocator> all(w.storage(), those);
    core::json_write_world(w.storage(), all, to);
}

/// Writes a range of entities alone, for a level or a prefab: as a hand would, children in their parents, without ids
/// unless one of them refers to another one. (See `merge` for what becomes of the others.) Throws what the allocator or
/// a copy throws.
template <class Allocator, class... Cs, class Range>
void write_json(const basic_world<Allocator>& w, std::ostream& to, components_t<Cs...> those, const Range& entities) {
    basic_world<Allocator> part(w.get_allocator());
    (void)merge(part, w, those, entities);
    const core::saved_components<Allocator> all(part.storage(), those);
    core::json_write_families(part.storage(), all, to);
}

namespace core {

/// See read_json.
template <class Allocator, class... Cs, class Complete>
json_result read_json_world(basic_world<Allocator>& w, std::streambuf& from, components_t<Cs...> those,
                            std::function<const char*(std::string_view, entity&)> prefab_of, Complete complete) {
    if (w.storage().is_being_looked_at()) return {.error = "a walk of the world is open"};
    const storage_share<Allocator> home(w.storage());
    ((void)home->template column_of<Cs>(), ...);
    const saved_components<Allocator> all(*home, those);
    world_contents<Allocator> contents(*home);
    std::vector<json_instance> instances;
    json_result result = json_read_contents<Allocator>(
        contents, all, from, std::move(prefab_of),
        [&](entity& which, const char*& component) {
            relations_reader<Allocator> relations(contents);
            const char* const error = relations.derive(those);
            which = relations.which();
            component = relations.component();
            return error;
        },
        instances);
    if (!result) return result;
    if (&w.storage() != &*home) return {.error = "a component's own code has replaced the world"};
    contents.exchange();
    for (const json_instance& i : instances) complete(i.of, i.pattern);
    return result;
}

} // namespace core

/// Puts a world that `write_json` or a hand has written in the place of what the world holds; and its singletons, if it
/// speaks of any, in the place of all those whose types are listed. Comments, as in C++, are skipped. An entity without
/// an "id" gets the lowest index that is free. Components and fields that there are not are read past; fields, and
/// elements at the end of an array, that are missing are as they are made: the result names both. Fields and components
/// that had another name before are found as by `restore`.
///
/// An entity in a value is one whose "id" the text says, before or after; where "pages" are listed, it may also be one
/// that is dead, and siblings may have the same name. A component, a field or a section that is there twice is refused.
/// So is any other text that is not as above: the result says where, and the world has not changed; the same where a
/// walk is open. Calls no hooks. The text is read as a stream, without a copy of it, and memory is in proportion to it.
/// Throws what the allocator or a component's constructor throws; nothing has changed then.
template <class Allocator, class... Cs>
json_result read_json(basic_world<Allocator>& w, std::streambuf& from, components_t<Cs...> those) {
    return core::read_json_world(w, from, those, {}, [](entity, entity) {});
}
template <class Allocator, class... Cs>
json_result read_json(basic_world<Allocator>& w, std::istream& from, components_t<Cs...> those) {
    return read_json(w, *from.rdbuf(), those);
}
template <class Allocator, class... Cs>
json_result read_json(basic_world<Allocator>& w, std::string_view from, components_t<Cs...> those) {
    core::json_text text(from);
    return read_json(w, text, those);
}

namespace core {

/// Finds the patterns of a text, and counts what their instances will have.
template <class Allocator> class json_prefab_finder {
  public:
    explicit json_prefab_finder(basic_prefabs<Allocator>& of) : of_(of), left_(of.max_parts()) {}

    const char* operator()(std::string_view path, entity& pattern) {
        pattern = of_.names().find(path);
        const auto known = parts_.find(pattern.number());
        const std::size_t n = known != parts_.end() ? known->second : of_.count_parts(pattern);
        parts_[pattern.number()] = n;
        if (n == 0) return no_such_prefab;
        if (n > left_) return "the prefabs of this text have more parts than `prefabs::max_parts` allows";
        left_ -= n;
        return nullptr;
    }

  private:
    basic_prefabs<Allocator>& of_;
    std::size_t left_;
    std::unordered_map<std::uint64_t, std::size_t> parts_;
};

} // namespace core

/// The same of a world with instances of prefabs: an entity with "prefab": "tank" gets what the pattern at that path
/// has and the text does not say of it, and its children: see `basic_prefabs::complete`. Patterns themselves are read
/// into `prefabs.patterns()`, where "prefab" says what a pattern is based on (list `based_on`).
///
/// An invalid text is refused before any change; also a text whose instances have more than `prefabs.max_parts()` parts
/// together. Calls `on_add` hooks for components that come from patterns. If a hook, a copy or the allocator throws
/// then, the world has the content of the text, and some of the rest.
template <class Allocator, class... Cs> json_result read_json(basic_world<Allocator>& w, std::streambuf& from,
                                                              components_t<Cs...> those,
                                                              basic_prefabs<Allocator>& made_of) {
    return core::read_json_world(w, from, those, core::json_prefab_finder<Allocator>(made_of),
                                 [&](entity e, entity pattern) { (void)made_of.instantiate_into(pattern, e); });
}
template <class Allocator, class... Cs> json_result
read_json(basic_world<Allocator>& w, std::istream& from, components_t<Cs...> those, basic_prefabs<Allocator>& made_of) {
    return read_json(w, *from.rdbuf(), those, made_of);
}
template <class Allocator, class... Cs> json_result read_json(basic_world<Allocator>& w, std::string_view from,
                                                              components_t<Cs...> those,
                                                              basic_prefabs<Allocator>& made_of) {
    core::json_text text(from);
    return read_json(w, text, those, made_of);
}

/// Adds the content of a text to a running world, beside the present entities: see `merge_saved`. `map`, if not null,
/// maps the entities that have an "id" to the new ones. Singletons are skipped.
template <class Allocator, class... Cs> json_result merge_json(basic_world<Allocator>& w, std::string_view from,
                                                               components_t<Cs...> those, entity_map* map = nullptr) {
    basic_world<Allocator> part(w.get_allocator());
    core::define_alike(part, w);
    json_result result = read_json(part, from, those);
    if (!result) return result;
    entity_map its = merge(w, part, those);
    if (map != nullptr) *map = std::move(its);
    return result;
}

/// Writes a collection as text, with all that `save` writes; the conditions on its elements are the same.
///
///     {
///     "throng": 1,
///     "collection": "values",
///     "elements": [
///     {"x":1.5,"name":"first"},
///     {"x":2,"name":"second"}]
///     }
///
/// "collection" is the form: "values" of an `ordered_set`, "slots" of a `pool`, "branches" of a `tree`, "row" of the
/// others. "handles" and "subsets", and the "links" of a tree, restore handles, subsets and branches. O(n). The text is
/// given to the stream in pieces; the bytes of `save` are in memory meanwhile. Returns false, and writes nothing, where
/// `save` does. Throws what the allocator throws.
template <class C>
    requires core::saves_collection<C>
bool write_json(const C& c, std::ostream& to) {
    byte_writer<> bytes;
    if (!save(c, bytes)) return false;
    return core::with_json_element<typename C::value_type>(
        [&](core::json_element& element) { return core::json_write_collection(bytes.bytes(), element, to); });
}

/// Replaces what a collection holds by the elements of a text, as `restore` does. A text that is written by hand leaves
/// out "handles" and "subsets"; its elements have no handles yet. Comments are skipped. Fields and sections that are
/// unknown are read past, fields of elements that are missing keep the values of a new element: the result names both.
/// A field that is there twice, a value of another type, and all that `restore` refuses are refused: the result says
/// where, and the collection is unchanged. The text is read as a stream; memory is in proportion to it. Calls no hooks.
/// Throws what the allocator or an element throws; nothing has changed then.
template <class C>
    requires core::saves_collection<C>
json_result read_json(C& c, std::streambuf& from) {
    const typename core::image_of<C>::type* const as = nullptr;
    return core::with_json_element<typename C::value_type>([&](core::json_element& element) {
        return core::json_read_collection(core::saved_collections::form_of(as), element, from,
                                          [&c](std::span<const std::byte> bytes) { return restore(c, bytes); });
    });
}
template <class C>
    requires core::saves_collection<C>
json_result read_json(C& c, std::istream& from) {
    return read_json(c, *from.rdbuf());
}
template <class C>
    requires core::saves_collection<C>
json_result read_json(C& c, std::string_view from) {
    core::json_text text(from);
    return read_json(c, text);
}

} // namespace throng
