#pragma once

#include <throng/core/compiler.hpp>
#include <throng/extra/json_element.hpp>
#include <throng/extra/json_result.hpp>
#include <throng/world/entity.hpp>
#include <throng/world/kernel/contents.hpp>
#include <throng/world/restored.hpp>
#include <throng/world/save/saved_component.hpp>
#include <throng/world/save_collection.hpp>

#include <cstddef>
#include <functional>
#include <ostream>
#include <span>
#include <streambuf>
#include <string_view>
#include <vector>

/// Everything of JSON that does not depend on the types of components and elements. The definitions, which need the
/// parser, are in json_definitions.hpp, or compiled once in `throng::compiled`.
namespace throng::core {

inline constexpr const char* no_such_prefab = "there is no prefab of that name, or it is a part of itself";

/// An entity, and the pattern that it is an instance of.
struct json_instance {
    entity of;
    entity pattern;
};

template <class Allocator>
void json_write_world(const storage<Allocator>& s, const saved_components<Allocator>& those, std::ostream& to);
/// The entities alone, children in their parents.
template <class Allocator>
void json_write_families(const storage<Allocator>& s, const saved_components<Allocator>& those, std::ostream& to);

/// Reads a world. `prefab_of` finds patterns that are not in the text, and may be empty. `find_error` is called when
/// all has been read: null, or what is wrong, and then with which component of which entity.
template <class Allocator>
[[nodiscard]] json_result json_read_contents(world_contents<Allocator>& to, const saved_components<Allocator>& those,
                                             std::streambuf& from,
                                             std::function<const char*(std::string_view, entity&)> prefab_of,
                                             const std::function<const char*(entity&, const char*&)>& find_error,
                                             std::vector<json_instance>& instances);

/// False if the bytes are not those of a saved collection. (Element is json_element. As templates, these can be defined
/// in several files of a program.)
template <class Element>
[[nodiscard]] bool json_write_collection(std::span<const std::byte> bytes, Element& element, std::ostream& to);
/// Reads the bytes of a collection, and calls `restore` with them.
template <class Element>
[[nodiscard]] json_result json_read_collection(saved_form form, Element& element, std::streambuf& from,
                                               const std::function<restored(std::span<const std::byte>)>& restore);

} // namespace throng::core
