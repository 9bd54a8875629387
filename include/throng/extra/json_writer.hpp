#pragma once

#include <throng/extra/json_family.hpp>
#include <throng/world/relation/references.hpp>
#include <throng/world/save/saved_component.hpp>
#include <throng/world/save/saved_type.hpp>

#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>

namespace throng::core {

/// Values as text. It is given away in pieces.
class json_writer {
  public:
    explicit json_writer(std::ostream& to) : to_(to) {}
    json_writer(const json_writer&) = delete;
    json_writer& operator=(const json_writer&) = delete;
    ~json_writer() = default;

    void put(std::string_view text) {
        made_ += text;
        if (made_.size() > 60000) flush();
    }
    void flush() {
        to_.write(made_.data(), static_cast<std::streamsize>(made_.size()));
        made_.clear();
    }
    template <class Number> void put_number(Number n) {
        char digits[32];
        put({digits, std::to_chars(digits, digits + sizeof(digits), n).ptr});
    }
    void put_text(std::string_view text) {
        put("\"");
        for (const char c : text) {
            if (c == '"' || c == '\\') made_ += '\\', made_ += c;
            else if (c == '\n') made_ += "\\n";
            else if (static_cast<unsigned char>(c) < 0x20) made_ += "\\u00", add_hex(static_cast<unsigned char>(c));
            else made_ += c;
        }
        put("\"");
    }
    void put_entity(entity e) {
        if (!e) return put("null");
        put("\"");
        put_number(e.index());
        put(":");
        put_number(e.generation());
        put("\"");
    }
    void put_value(const description& d, const void* from) {
        switch (d.kind) {
        case value_kind::structure: {
            const char* before = "{";
            for (const field_description& f : d.fields) {
                put(std::exchange(before, ","));
                put_text(f.name);
                put(":");
                put_value(*f.type, static_cast<const std::byte*>(from) + f.offset);
            }
            put(*before == '{' ? "{}" : "}");
            break;
        }
        case value_kind::array:
            return put_all(*d.element, from, d.count);
        case value_kind::list:
            return put_all(*d.element, d.list->first(from), d.list->size(from));
        case value_kind::text: {
            const std::string_view text = d.text->get(from);
            if (is_utf8(text)) return put_text(text);
            const char* before = "[";
            for (const char c : text) {
                put(std::exchange(before, ","));
                put_number(static_cast<unsigned>(static_cast<unsigned char>(c)));
            }
            put("]");
            break;
        }
        case value_kind::entity:
            return put_entity(*static_cast<const entity*>(from));
        case value_kind::bytes:
        case value_kind::custom:
            return put_bytes(d, from);
        default:
            put_number_of(d, from);
        }
    }
    /// Whether it can stand in a text as it is.
    [[nodiscard]] static bool is_utf8(std::string_view text) noexcept {
        for (std::size_t i = 0; i < text.size();) {
            const auto byte = [&](std::size_t n) {
                return n < text.size() ? static_cast<std::uint32_t>(static_cast<unsigned char>(text[n])) : 0U;
            };
            const std::uint32_t first = byte(i);
            const unsigned more = first < 0x80        ? 0
                                  : first >> 5U == 6  ? 1
                                  : first >> 4U == 14 ? 2
                                  : first >> 3U == 30 ? 3
                                                      : 4;
            if (more == 4) return false;
            std::uint32_t point = more == 0 ? first : first & (0x3fU >> more);
            for (unsigned k = 1; k <= more; ++k) {
                if (byte(i + k) >> 6U != 2) return false;
                point = point << 6U | (byte(i + k) & 0x3fU);
            }
            constexpr std::uint32_t least[] = {0, 0x80, 0x800, 0x10000};
            if (point < least[more] || point > 0x10ffff || (point >= 0xd800 && point < 0xe000)) return false;
            i += more + 1;
        }
        return true;
    }

  private:
    void add_hex(unsigned char byte) {
        made_ += "0123456789abcdef"[byte >> 4U];
        made_ += "0123456789abcdef"[byte & 15U];
    }
    void put_all(const description& d, const void* first, std::size_t n) {
        put("[");
        for (std::size_t i = 0; i < n; ++i) {
            if (i != 0) put(",");
            put_value(d, static_cast<const std::byte*>(first) + i * d.size);
        }
        put("]");
    }
    void put_bytes(const description& d, const void* from) {
        scratch_.clear();
        if (d.kind == value_kind::custom) d.custom->save(from, scratch_);
        else scratch_.write(from, d.size);
        put("\"hex:");
        for (const std::byte b : scratch_.bytes()) add_hex(std::to_integer<unsigned char>(b));
        put("\"");
    }
    void put_number_of(const description& d, const void* from) {
        std::byte low_first[8];
        copy_number(low_first, from, d.size);
        const bool has_sign = d.kind == value_kind::integer || (d.kind == value_kind::enumeration && d.is_signed);
        const value_kind kind = d.kind == value_kind::real ? d.kind
                                : has_sign                 ? value_kind::integer
                                                           : value_kind::natural;
        const any_number n = load_number(kind, low_first, d.size);
        if (d.kind == value_kind::boolean) return put(n.bits != 0 ? "true" : "false");
        for (const enumerator& e : d.names) {
            if (static_cast<std::uint64_t>(e.value) == n.bits) return put_text(e.name);
        }
        if (d.kind != value_kind::real)
            return has_sign ? put_number(static_cast<std::int64_t>(n.bits)) : put_number(n.bits);
        if (std::isnan(n.real)) {
            char digits[32];
            put("\"nan:");
            put({digits, std::to_chars(digits, digits + sizeof(digits), n.bits, 16).ptr});
            put("\"");
        } else if (std::isinf(n.real)) {
            put(n.real < 0 ? "\"-inf\"" : "\"inf\"");
        } else if (n.real == 0 && std::signbit(n.real)) {
            put("-0.0");
        } else if (d.size == 4) {
            put_number(static_cast<float>(n.real));
        } else {
            put_number(n.real);
        }
    }

    std::ostream& to_;
    std::string made_;
    byte_writer<> scratch_;
};

template <class Allocator> class json_world_writer {
    using storage_type = storage<Allocator>;
    using page_type = entity_page<Allocator>;

  public:
    json_world_writer(const storage_type& s, const saved_components<Allocator>& those, std::ostream& to)
        : storage_(s), those_(those), family_(those), to_(to) {}

    void write() {
        to_.put("{\n\"throng\": 1,\n");
        if (const std::uint32_t first = storage_.entities.first_generation(); first != page_type::lowest_generation) {
            to_.put("\"first generation\": ");
            to_.put_number(first);
            to_.put(",\n");
        }
        to_.put("\"pages\": [");
        for (std::uint32_t p = 0; p < storage_.page_count(); ++p) {
            to_.put(p == 0 ? "\n" : ",\n");
            put_page(storage_.page(p));
        }
        to_.put("],\n\"singletons\": {");
        const char* before = "\n";
        for (const auto& c : those_) {
            const void* const its = c.single == 0 ? nullptr : storage_.singles().get(c.single);
            if (its == nullptr) continue;
            to_.put(std::exchange(before, ",\n"));
            put_component(c, its);
        }
        to_.put("},\n\"entities\": [");
        before = "\n";
        for (std::uint32_t p = 0; p < storage_.page_count(); ++p) {
            const page_type& page = storage_.page(p);
            for (unsigned s = 0; s < page_slots; ++s) {
                if (!page.is_alive(s)) continue;
                to_.put(std::exchange(before, ",\n"));
                (void)put_entity(storage_.entity_at(p * page_slots + s), true, false);
                to_.put("}");
            }
        }
        to_.put("]\n}\n");
        to_.flush();
    }

    /// The entities alone, as a hand would write them: children stand in their parents, and none has an id, unless one
    /// is referred to.
    void write_families() {
        const bool with_ids = are_referred_to();
        to_.put("{\n\"throng\": 1,\n\"entities\": [");
        const char* before = "\n";
        for (std::uint32_t i = 0; i < storage_.page_count() * page_slots; ++i) {
            if (!storage_.entities.is_alive(i) || link(storage_.entity_at(i), "parent")) continue;
            to_.put(std::exchange(before, ",\n"));
            put_family(storage_.entity_at(i), with_ids);
        }
        to_.put("]\n}\n");
        to_.flush();
    }

  private:
    void put_family(entity top, bool with_ids) {
        for (entity at = top;;) {
            const bool is_empty = !put_entity(at, with_ids, true);
            if (const entity down = link(at, "first_child")) {
                to_.put(is_empty ? "\"children\":[\n" : ",\"children\":[\n");
                at = down;
                continue;
            }
            to_.put("}");
            while (at != top && !link(at, "next")) {
                to_.put("]}");
                at = link(at, "parent");
            }
            if (at == top) return;
            to_.put(",\n");
            at = link(at, "next");
        }
    }
    /// Of its family; none where that is not listed.
    [[nodiscard]] entity link(entity e, const char* field) const noexcept {
        const saved_component<Allocator>* const its = family_.kin();
        if (its == nullptr || its->of == nullptr || !its->of->has(e.index())) return {};
        const void* const value = its->of->value(e.index());
        const entity self = family_.kin_in(value, "self");
        return self == e ? family_.kin_in(value, field) : entity{};
    }
    [[nodiscard]] bool are_referred_to() const {
        bool any_is = false;
        for (const auto& c : those_) {
            if (c.of == nullptr || &c == family_.kin() || &c == family_.name() || !has_entities(*c.its)) continue;
            for (std::uint32_t i = 0; i < storage_.page_count() * page_slots && !any_is; ++i) {
                if (c.of->has(i))
                    each_entity(*c.its, c.of->value(i), [&](entity e) { any_is = any_is || storage_.is_alive(e); });
            }
        }
        return any_is;
    }
    /// Writes the state that determines the handles of new entities.
    void put_page(const page_type& page) {
        to_.put("{\"kind\":");
        const char* before = "[";
        if (page.of == nullptr) to_.put("null");
        for (std::uint32_t n = 0; page.of != nullptr && n < those_.size(); ++n) {
            for (const auto* const c : page.of->columns) {
                if (those_[n].of != c) continue;
                to_.put(std::exchange(before, ","));
                to_.put_text(those_[n].name);
            }
        }
        if (page.of != nullptr) to_.put(*before == '[' ? "[]" : "]");
        to_.put(",\"upper\":");
        to_.put_number(page.upper >> 16U);
        if (page.begun_with != page_type::lowest_generation) {
            to_.put(",\"begun with\":");
            to_.put_number(page.begun_with);
        }
        to_.put(",\"free\":{");
        before = "";
        for (unsigned s = 0; s < page_slots; ++s) {
            if (page.is_alive(s) || page.generations[s] == page_type::first_generation) continue;
            to_.put(std::exchange(before, ","));
            to_.put("\"");
            to_.put_number(s);
            to_.put("\":");
            to_.put_number(static_cast<unsigned>(page.generations[s]));
        }
        to_.put("}}");
    }
    /// All of it but the bracket at its end, and, in families, the links. False if there was nothing.
    bool put_entity(entity e, bool with_id, bool in_family) {
        const char* before = "{";
        if (with_id) {
            to_.put("{\"id\":");
            to_.put_entity(e);
            before = ",";
        }
        for (const auto& c : those_) {
            if (c.of == nullptr || !c.of->has(e.index()) || (in_family && &c == family_.kin())) continue;
            to_.put(std::exchange(before, ","));
            if (&c == family_.name() && put_name(family_.name_in(c.of->value(e.index()), e))) continue;
            put_component(c, c.type.size == 0 ? nullptr : c.of->value(e.index()));
        }
        if (*before == '{') to_.put("{");
        return *before != '{';
    }
    /// False if it is none that can stand in a text.
    bool put_name(std::string_view name) {
        if (name.empty() || !json_writer::is_utf8(name)) return false;
        to_.put("\"name\":");
        to_.put_text(name);
        return true;
    }
    void put_component(const saved_component<Allocator>& c, const void* value) {
        to_.put_text(c.name);
        to_.put(":");
        if (c.type.size == 0) to_.put("true");
        else to_.put_value(*c.its, value);
    }

    const storage_type& storage_;
    const saved_components<Allocator>& those_;
    json_family<Allocator> family_;
    json_writer to_;
};

} // namespace throng::core
