#pragma once

#include <throng/extra/json_reader.hpp>
#include <throng/extra/json_writer.hpp>
#include <throng/world/world.hpp>

#include <istream>
#include <ostream>
#include <streambuf>
#include <string_view>

/// Worlds as text, by what throng/world/description.hpp knows of their components: for levels that are written by hand,
/// for editors, and to be compared. Link `throng::json`, which is nlohmann/json.
///
///     {
///     "throng": 1,
///     "singletons": {"weather": "rain"},
///     "entities": [
///     {"id": "0:65537", "position": {"x": 1.5, "y": -2}, "burning": true},
///     {"position": {"x": 3, "y": 4}, "follows": {"leader": "0:65537"}}
///     ]}
///
/// Numbers are numbers; enumerations are the names of their values; a component without values is `true`; entities are
/// their index and generation, or null; what is saved by functions of its own is "hex:" and its bytes. An infinite
/// number is "inf" or "-inf", and one that is none "nan:" and its bits. A text that is no UTF-8 is an array of its
/// bytes.
namespace throng {

/// Writes a world: its entities, the listed components, the singletons of their types, and described components of run
/// time, as `save` does. An entity stands on a line. What is written is given to the stream in pieces: there is no
/// other copy of it in memory. "pages" tells what handles the next entities will get; it may be left out of what is
/// written by hand.
template <class Allocator, class... Cs>
void write_json(const basic_world<Allocator>& w, std::ostream& to, components_t<Cs...> those) {
    const core::saved_components<Allocator> all(w.storage(), those);
    core::json_world_writer<Allocator>(w.storage(), all, to).write();
}

/// Puts a world that `write_json` or a hand has written in the place of what the world holds; and its singletons, if it
/// speaks of any, in the place of all those whose types are listed. Comments, as in C++, are skipped. An entity without
/// an "id" gets the lowest index that is free. Components and fields that there are not are read past, and fields that
/// are missing are as they are made: the result names both. Fields and components that had another name before are
/// found as by `restore`.
///
/// What is no such text is refused, with its place, and the world is as it was; so it is where a walk is open. Calls no
/// hooks. The text is read as it comes: there is no copy of it in memory. Throws what the allocator or a component's
/// constructor throws; nothing has changed then.
template <class Allocator, class... Cs>
json_result read_json(basic_world<Allocator>& w, std::streambuf& from, components_t<Cs...> those) {
    if (w.storage().is_being_looked_at()) return {.error = "a walk of the world is open"};
    ((void)w.storage().template column_of<Cs>(), ...);
    const core::saved_components<Allocator> all(w.storage(), those);
    core::world_contents<Allocator> contents(w.storage());
    core::json_place place;
    core::json_world_reader<Allocator> reader(contents, all, place);
    if (nlohmann::json::sax_parse(core::json_characters(from, place), core::json_characters(), &reader,
                                  nlohmann::json::input_format_t::json, true, true)) {
        reader.finish();
        contents.exchange();
    }
    return std::move(reader.result());
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

} // namespace throng
