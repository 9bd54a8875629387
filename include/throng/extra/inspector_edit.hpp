#pragma once

#include <throng/extra/inspector_answer.hpp>
#include <throng/extra/json_values.hpp>
#include <throng/world/description.hpp>
#include <throng/world/kernel/column.hpp>

#include <nlohmann/json.hpp>

#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

namespace throng::core {

/// A JSON text that came from outside, read without exceptions.
class json_text_reader {
    using json = nlohmann::json;

  public:
    static constexpr unsigned most_depth = 32;

    /// False if it is none: then `error` says what is wrong with it.
    bool read(std::string_view text, json& to) {
        checker c;
        if (!json::sax_parse(text.begin(), text.end(), &c)) {
            error = c.depth > most_depth ? "it is nested too deep" : "no JSON at byte " + std::to_string(c.position);
            return false;
        }
        to = json::parse(text.begin(), text.end(), nullptr, false);
        return !to.is_discarded();
    }
    std::string error;

  private:
    struct checker {
        unsigned depth = 0;
        std::size_t position = 0;
        bool null() { return true; }
        bool boolean(bool) { return true; }
        bool number_integer(json::number_integer_t) { return true; }
        bool number_unsigned(json::number_unsigned_t) { return true; }
        bool number_float(json::number_float_t, const std::string&) { return true; }
        bool string(std::string&) { return true; }
        bool binary(json::binary_t&) { return true; }
        bool start_object(std::size_t) { return ++depth <= most_depth; }
        bool key(std::string&) { return true; }
        bool end_object() { return --depth, true; }
        bool start_array(std::size_t) { return ++depth <= most_depth; }
        bool end_array() { return --depth, true; }
        bool parse_error(std::size_t at, const std::string&, const json::exception&) {
            position = at;
            return false;
        }
    };
};

/// The body of a request. Where there is none, `to` stays as it is; 200 if all is well.
[[nodiscard]] inline http_response read_body(const http_request& r, nlohmann::json& to) {
    if (r.body.empty()) return {};
    json_text_reader reader;
    return reader.read(r.body, to) ? http_response() : problem(400, "the body is no JSON: " + reader.error);
}
/// The same where it has to be an object with no members but these.
[[nodiscard]] inline http_response read_members(const http_request& r, nlohmann::json& to,
                                                std::initializer_list<std::string_view> names) {
    if (http_response error = read_body(r, to); error.status != 200) return error;
    if (!to.is_object()) return problem(422, "an object is wanted");
    for (const auto& [name, value] : to.items()) {
        bool is_known = false;
        for (const std::string_view n : names) is_known = is_known || n == name;
        if (!is_known) return problem(422, "there is no '" + name + "' to be set here");
    }
    return {};
}
/// False if it is there and neither true nor false.
[[nodiscard]] inline bool read_flag(const nlohmann::json& from, const char* name, bool& to) {
    const auto at = from.find(name);
    if (at == from.end()) return true;
    if (!at->is_boolean()) return false;
    to = at->get<bool>();
    return true;
}

/// Changes a value, by what it is made of, to what a JSON text says: of a structure the fields that it names, and the
/// others stay.
class json_edit {
    using json = nlohmann::json;

  public:
    /// False if that cannot be: `error` says why, and `pointer` of which part. Some fields may have changed then.
    /// Throws what an assignment throws.
    bool apply(const description& type, void* value, const json& to) { return put(type, value, to, nullptr); }
    std::string error;
    std::string pointer;

  private:
    bool wrong(std::string why) {
        error = std::move(why);
        return false;
    }
    /// (Written from its end.)
    void within(std::string_view name) {
        std::string part;
        add_json_key(part, name);
        pointer = part + pointer;
    }
    bool put(const description& type, void* at, const json& to, const field_description* field) {
        switch (type.kind) {
        case value_kind::structure:
            return put_fields(type, at, to);
        case value_kind::array:
            if (!to.is_array() || to.size() != type.count)
                return wrong("an array of " + std::to_string(type.count) + " is wanted");
            return put_elements(type, at, to, field);
        case value_kind::list:
            if (!to.is_array()) return wrong("an array is wanted");
            return put_elements(type, type.list->resize(type, at, to.size()), to, field);
        case value_kind::text:
            if (to.is_array()) return put_bytes_of_text(type, at, to);
            break;
        default:
            break;
        }
        const json_scalar s = scalar_of(to);
        if (to.is_structured()) return wrong(to.is_array() ? "no array is wanted" : "no object is wanted");
        if (field != nullptr && !is_within(*field, type, s)) {
            const auto text = [](double x) {
                char digits[32];
                return std::string(digits, std::to_chars(digits, digits + sizeof(digits), x).ptr);
            };
            return wrong("it has to be from " + text(field->least) + " to " + text(field->most));
        }
        const char* const why = values_.store(type, at, s);
        return why == nullptr || wrong(why);
    }
    bool put_fields(const description& type, void* at, const json& to) {
        if (!to.is_object()) return wrong("an object is wanted");
        for (const auto& [name, value] : to.items()) {
            const field_description* const f = type.find(name);
            const bool done = f == nullptr ? wrong("there is no such field")
                                           : put(*f->type, static_cast<std::byte*>(at) + f->offset, value, f);
            if (!done) return within(name), false;
        }
        return true;
    }
    bool put_elements(const description& type, void* first, const json& to, const field_description* field) {
        for (std::size_t i = 0; i < to.size(); ++i) {
            if (!put(*type.element, static_cast<std::byte*>(first) + i * type.element->size, to[i], field))
                return within(std::to_string(i)), false;
        }
        return true;
    }
    /// Text that is no UTF-8 is an array of its bytes.
    bool put_bytes_of_text(const description& type, void* at, const json& to) {
        std::string text;
        for (const json& byte : to) {
            const json_scalar s = scalar_of(byte);
            if (!s.is_up_to(255)) return wrong("numbers from 0 to 255 are wanted");
            text += static_cast<char>(static_cast<unsigned char>(s.number.bits));
        }
        type.text->set(at, text);
        return true;
    }
    /// (What is written as text is no number, or an infinite one.)
    [[nodiscard]] static bool is_within(const field_description& f, const description& type,
                                        const json_scalar& s) noexcept {
        if (s.is_text() && type.kind == value_kind::real) return std::isinf(f.least) && std::isinf(f.most);
        if (!s.is_number()) return true;
        double x = s.number.real;
        if (s.number.kind == value_kind::integer) x = static_cast<double>(static_cast<std::int64_t>(s.number.bits));
        if (s.number.kind == value_kind::natural) x = static_cast<double>(s.number.bits);
        return x >= f.least && x <= f.most;
    }
    [[nodiscard]] static json_scalar scalar_of(const json& j) {
        using sort = json_scalar::sort;
        switch (j.type()) {
        case json::value_t::boolean:
            return {sort::boolean, {value_kind::natural, j.get<bool>() ? 1U : 0U}};
        case json::value_t::number_integer:
            return {sort::number, {value_kind::integer, static_cast<std::uint64_t>(j.get<std::int64_t>())}};
        case json::value_t::number_unsigned:
            return {sort::number, {value_kind::natural, j.get<std::uint64_t>()}};
        case json::value_t::number_float:
            return {sort::number, {value_kind::real, 0, j.get<double>()}};
        case json::value_t::string:
            return {sort::text, {value_kind::natural}, j.get_ref<const std::string&>()};
        default:
            return {};
        }
    }

    json_values values_;
};

/// A value of a component for trying things out: a copy, or as it is made where it cannot be copied.
template <class Allocator> class trial_value : pinned {
  public:
    /// Throws what the allocator, the copy or the constructor throws.
    trial_value(const Allocator& allocator, column<Allocator>& of, const void* from) : memory_(allocator, of) {
        const component_type& t = of.type;
        if (from != nullptr && t.can_be_copied()) t.copy_value(memory_.cell, from);
        else if (t.construct != nullptr) t.construct(memory_.cell);
        else std::memset(memory_.cell, 0, t.size);
    }
    ~trial_value() {
        if (memory_.of.type.destroy != nullptr) memory_.of.type.destroy(memory_.cell);
    }
    /// Whether there can be one.
    [[nodiscard]] static bool is_possible(const component_type& t, bool from_value) noexcept {
        return t.size != 0 && (t.can_be_made() || (from_value && t.can_be_copied()));
    }
    [[nodiscard]] void* get() const noexcept { return memory_.cell; }

  private:
    struct memory : pinned {
        const Allocator& allocator;
        column<Allocator>& of;
        void* cell;
        memory(const Allocator& a, column<Allocator>& c) : allocator(a), of(c), cell(c.take_cell(a)) {}
        ~memory() { of.release_cell(allocator, cell); }
    };
    memory memory_;
};

} // namespace throng::core
