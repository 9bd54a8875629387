#pragma once

#include <throng/extra/inspector_answer.hpp>
#include <throng/extra/inspector_collection.hpp>
#include <throng/extra/inspector_edit.hpp>

#include <nlohmann/json.hpp>

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

/// The inspector's responses about collections.
namespace throng::core {

/// How many elements there are, and how much room.
inline void put_summary(json_members& m, inspected_collection& c) {
    m.number("size", c.size());
    inspected_collection::page_counts its;
    if (!c.count_pages(its)) return;
    m.number("pages", its.pages);
    m.number("slots_of_page", its.slots_of_page);
    m.number("page_bytes", its.bytes_of_page);
    m.number("bytes", its.pages * its.bytes_of_page);
    m.flag("elements_described", c.element_type() != nullptr);
}

/// As many pages from one on as fit, and what is open. O(pages before the first that is shown).
inline void put_pages(json_members& m, inspected_collection& c, std::size_t first, std::size_t most) {
    inspected_collection::page_counts its;
    if (!c.count_pages(its)) return;
    json_writer& to = m.name("pages");
    const std::vector<std::string> pages = c.list_pages(first, most);
    to.put("[");
    for (std::size_t i = 0; i < pages.size(); ++i) {
        if (i != 0) to.put(",");
        json_members page(to);
        page.number("number", first + i);
        page.text("slots", pages[i]);
        page.end();
    }
    to.put("]");
    if (pages.size() == most) m.number("next", first + most);
    json_writer& open = m.name("open");
    const char* before = "";
    open.put("[");
    for (const inspected_collection::open_walk& w : c.list_open(64)) {
        open.put(std::exchange(before, ","));
        json_members one(open);
        one.text("kind", w.is_view ? "view" : "walk");
        if (!w.opened.empty()) one.text("opened", w.opened);
        if (w.has_element) {
            one.number("page", w.page);
            one.number("slot", w.slot);
        }
        one.end();
    }
    open.put("]");
}

/// The elements of one page; false if there is no such page, or if the elements cannot be shown.
[[nodiscard]] inline bool put_elements(json_members& m, inspected_collection& c, std::size_t page) {
    constexpr std::size_t most_values = 4000;
    std::vector<inspected_collection::element> elements;
    if (!c.list_elements(page, elements)) return false;
    const description& d = *c.element_type();
    put_description(m.name("type"), d);
    m.flag("editable", c.is_editable());
    const char* before = "";
    std::size_t weight = 0;
    json_writer& to = m.name("elements");
    to.put("[");
    for (const auto& [slot, value] : elements) {
        weight += weight_of(d, value, most_values);
        if (weight > most_values) break;
        to.put(std::exchange(before, ","));
        json_members element(to);
        element.number("slot", slot);
        element.name("value").put_value(d, value);
        element.end();
    }
    to.put("]");
    return true;
}

/// Sets the fields of an element that the body of a request names.
[[nodiscard]] inline http_response edit_element(inspected_collection& c, std::size_t page, std::size_t slot,
                                                const http_request& r) {
    using result = inspected_collection::edit_result;
    if (!c.is_editable()) return problem(409, "the elements of '" + c.name() + "' cannot be edited from here");
    if (c.element_at(page, slot) == nullptr) return problem(404, "there is no element");
    nlohmann::json to;
    if (auto error = read_body(r, to); error.status != 200) return error;
    const description& d = *c.element_type();
    json_edit its;
    const result done = c.edit(page, slot, [&](void* at) { return its.apply(d, at, to); });
    if (done == result::threw) return problem(500, "a copy, an assignment or the allocator has thrown an exception");
    if (done == result::refused)
        return problem(422, its.error, [&](json_members& m) { m.text("pointer", its.pointer); });
    const void* const x = c.element_at(page, slot);
    if (x == nullptr) return problem(404, "there is no element");
    json_answer now;
    now->put_value(d, x);
    return now.take();
}

} // namespace throng::core
