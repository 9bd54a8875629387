#pragma once

#include <throng/extra/json_collection_reader.hpp>
#include <throng/extra/json_collection_writer.hpp>
#include <throng/extra/json_interface.hpp>
#include <throng/extra/json_reader.hpp>
#include <throng/extra/json_writer.hpp>

#include <nlohmann/json.hpp>

#include <cstddef>
#include <functional>
#include <ostream>
#include <span>
#include <streambuf>
#include <string_view>
#include <utility>
#include <vector>

namespace throng::core {

template <class Allocator>
void json_write_world(const storage<Allocator>& s, const saved_components<Allocator>& those, std::ostream& to) {
    json_world_writer<Allocator>(s, those, to).write();
}
template <class Allocator>
void json_write_families(const storage<Allocator>& s, const saved_components<Allocator>& those, std::ostream& to) {
    json_world_writer<Allocator>(s, those, to).write_families();
}

template <class Allocator>
json_result json_read_contents(world_contents<Allocator>& to, const saved_components<Allocator>& those,
                               std::streambuf& from, std::function<const char*(std::string_view, entity&)> prefab_of,
                               const std::function<const char*(entity&, const char*&)>& find_error,
                               std::vector<json_instance>& instances) {
    json_place place;
    json_world_reader<Allocator> reader(to, those, place, std::move(prefab_of));
    if (nlohmann::json::sax_parse(json_characters(from, place), json_characters(), &reader,
                                  nlohmann::json::input_format_t::json, true, true) &&
        reader.finish()) {
        entity which;
        const char* component = nullptr;
        if (const char* const error = find_error(which, component)) (void)reader.fail_in(which, component, error);
        else instances = reader.instances();
    }
    return std::move(reader.result());
}

template <class Element>
bool json_write_collection(std::span<const std::byte> bytes, Element& element, std::ostream& to) {
    return json_collection_writer(bytes, element, to).write() == nullptr;
}
template <class Element>
json_result json_read_collection(saved_form form, Element& element, std::streambuf& from,
                                 const std::function<restored(std::span<const std::byte>)>& restore) {
    json_collection_reader reader(form, element);
    if (const auto bytes = reader.read(from); !bytes.empty()) {
        const restored done = restore(bytes);
        if (!done) reader.fail(done, !saved_collections::is_of_the_collection(done.error));
    }
    return std::move(reader.result());
}

} // namespace throng::core
