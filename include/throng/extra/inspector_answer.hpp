#pragma once

#include <throng/extra/inspector_http.hpp>
#include <throng/extra/json_writer.hpp>
#include <throng/world/description.hpp>
#include <throng/world/kernel/column_set.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>

/// The inspector's responses, as JSON.
namespace throng::core {

/// Text that grows to be the body of an answer.
class json_answer {
  public:
    json_writer& operator*() noexcept { return to_; }
    json_writer* operator->() noexcept { return &to_; }
    /// How much there is, about.
    [[nodiscard]] std::size_t size() {
        to_.flush();
        return static_cast<std::size_t>(text_.tellp());
    }
    [[nodiscard]] http_response take(int status = 200) {
        to_.put("\n");
        to_.flush();
        return {.status = status, .body = std::move(text_).str()};
    }

  private:
    std::ostringstream text_;
    json_writer to_{text_};
};

/// The members of an object, one after the other.
class json_members {
  public:
    explicit json_members(json_writer& to) : to_(to) { to_.put("{"); }
    json_writer& name(std::string_view text) {
        if (std::exchange(has_some_, true)) to_.put(",");
        to_.put_text(text);
        to_.put(":");
        return to_;
    }
    /// Text that need not be UTF-8: what is none becomes question marks.
    void text(std::string_view its, std::string_view value) {
        if (json_writer::is_utf8(value)) return name(its).put_text(value);
        std::string plain(value);
        for (char& c : plain) {
            if (static_cast<unsigned char>(c) >= 0x80) c = '?';
        }
        name(its).put_text(plain);
    }
    template <class Number> void number(std::string_view its, Number n) { name(its).put_number(n); }
    void flag(std::string_view its, bool yes) { name(its).put(yes ? "true" : "false"); }
    void end() { to_.put("}"); }

  private:
    json_writer& to_;
    bool has_some_ = false;
};

/// An error as RFC 9457 wants it; `more(members)` adds to it.
template <class More> [[nodiscard]] http_response problem(int status, std::string_view detail, More more) {
    json_answer to;
    json_members m(*to);
    m.text("type", "about:blank");
    m.text("title", http_reason(status));
    m.number("status", status);
    m.text("detail", detail);
    more(m);
    m.end();
    http_response r = to.take(status);
    r.type = "application/problem+json";
    return r;
}
[[nodiscard]] inline http_response problem(int status, std::string_view detail) {
    return problem(status, detail, [](json_members&) {});
}

/// About how many values something is made of: up to where there are more than `most`.
[[nodiscard]] inline std::size_t weight_of(const description& d, const void* at, std::size_t most) {
    const auto all = [&](const void* first, std::size_t n) {
        std::size_t sum = 1;
        for (std::size_t i = 0; i < n && sum <= most; ++i)
            sum += weight_of(*d.element, static_cast<const std::byte*>(first) + i * d.element->size, most - sum);
        return sum;
    };
    switch (d.kind) {
    case value_kind::structure: {
        std::size_t sum = 1;
        for (const field_description& f : d.fields) {
            if (sum > most) break;
            sum += weight_of(*f.type, static_cast<const std::byte*>(at) + f.offset, most - sum);
        }
        return sum;
    }
    case value_kind::array:
        return all(at, d.count);
    case value_kind::list:
        return all(d.list->first(at), d.list->size(at));
    case value_kind::text:
        return 1 + d.text->get(at).size() / 16;
    default:
        return 1 + d.size / 16;
    }
}

[[nodiscard]] inline std::string_view name_of_kind(value_kind kind) noexcept {
    constexpr std::string_view names[] = {"boolean", "integer",   "natural", "real", "enumeration", "text",
                                          "entity",  "structure", "array",   "list", "bytes",       "custom"};
    return names[static_cast<std::size_t>(kind)];
}
/// Writes the description of a type's values, so that they can be edited.
inline void put_description(json_writer& to, const description& d) {
    json_members m(to);
    m.text("kind", name_of_kind(d.kind));
    if (d.is_number() && d.kind != value_kind::boolean) m.number("bits", d.size * 8);
    if (d.kind == value_kind::enumeration) {
        const char* before = "";
        m.name("names").put("[");
        for (const enumerator& e : d.names) {
            to.put(std::exchange(before, ","));
            to.put_text(e.name);
        }
        to.put("]");
    }
    if (d.kind == value_kind::array) m.number("count", d.count);
    if (d.element != nullptr) put_description(m.name("element"), *d.element);
    if (d.kind == value_kind::structure) {
        const char* before = "";
        m.name("fields").put("[");
        for (const field_description& f : d.fields) {
            to.put(std::exchange(before, ","));
            json_members field(to);
            field.text("name", f.name);
            put_description(field.name("type"), *f.type);
            if (!f.unit.empty()) field.text("unit", f.unit);
            if (!f.doc.empty()) field.text("doc", f.doc);
            if (std::isfinite(f.least)) field.number("least", f.least);
            if (std::isfinite(f.most)) field.number("most", f.most);
            field.end();
        }
        to.put("]");
    }
    m.end();
}

/// The displayed name of a component: its name, or that of its type if known, or its number.
template <class Allocator> [[nodiscard]] std::string name_of_column(const column<Allocator>& c) {
    if (*c.type.name != 0) return c.type.name;
    if (*c.type.shown != 0) return c.type.shown;
    if (c.type.made_of != nullptr && !c.type.made_of->name.empty()) return std::string(c.type.made_of->name);
    return "#" + std::to_string(c.number);
}
/// Whether it is a component, and no subset, nor a place for one.
template <class Allocator>
[[nodiscard]] bool is_component(const column_set<Allocator>& all, const column<Allocator>& c) noexcept {
    return *c.type.name != 0 || c.type.size != 0 || all.is_of_type(c);
}
/// The first with that name, or the one with that number, as "#7"; null if there is none.
template <class Allocator>
[[nodiscard]] column<Allocator>* find_component(const column_set<Allocator>& all, std::string_view name) {
    for (column<Allocator>* const c : all.all()) {
        if (is_component(all, *c) && name_of_column(*c) == name) return c;
    }
    for (column<Allocator>* const c : all.all()) {
        if (name.starts_with('#') && is_component(all, *c) && std::to_string(c->number) == name.substr(1)) return c;
    }
    return nullptr;
}

} // namespace throng::core
