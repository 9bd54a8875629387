#pragma once

#include <throng/extra/json_text.hpp>
#include <throng/world/save/saved_type.hpp>

#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <limits>
#include <span>
#include <streambuf>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

/// Functions for characters and single values, used in reading text.
namespace throng::core {

/// Where the last character stands that has been read, and the one before it.
struct json_place {
    std::size_t line = 1;
    std::size_t column = 0;
    std::size_t line_before = 1;
    std::size_t column_before = 0;
    bool ends_line = false;
    std::size_t characters = 0;

    void pass(char c) noexcept {
        ++characters;
        line_before = line;
        column_before = column;
        if (std::exchange(ends_line, c == '\n')) ++line, column = 0;
        ++column;
    }
};
/// The characters of a stream, counted.
class json_characters {
  public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = char;

    json_characters() = default;
    json_characters(std::streambuf& from, json_place& place) : from_(&from), place_(&place) { ask(); }
    [[nodiscard]] char operator*() const noexcept { return next_; }
    json_characters& operator++() {
        place_->pass(next_);
        from_->sbumpc();
        ask();
        return *this;
    }
    void operator++(int) { ++*this; }
    friend bool operator==(const json_characters& a, const json_characters& b) noexcept { return a.from_ == b.from_; }

  private:
    void ask() {
        const auto c = from_->sgetc();
        if (c == std::char_traits<char>::eof()) from_ = nullptr;
        else next_ = std::char_traits<char>::to_char_type(c);
    }

    std::streambuf* from_ = nullptr;
    json_place* place_ = nullptr;
    char next_ = 0;
};
/// Adds a key, or an index, to a JSON pointer.
inline void add_json_key(std::string& pointer, std::string_view key) {
    pointer += '/';
    for (const char c : key) {
        if (c == '~') pointer += "~0";
        else if (c == '/') pointer += "~1";
        else pointer += c;
    }
}

/// Which fields of an object, or other things with a number, were there.
class json_seen {
  public:
    /// Whether it is the first time for that number.
    [[nodiscard]] bool is_first(std::size_t i) {
        if (i < 64) return (std::exchange(low_, low_ | std::uint64_t{1} << i) >> i & 1U) == 0;
        if (i >= high_.size()) high_.resize(i + 1);
        const bool first = !high_[i];
        high_[i] = true;
        return first;
    }
    [[nodiscard]] bool has(std::size_t i) const {
        return i < 64 ? (low_ >> i & 1U) != 0 : i < high_.size() && high_[i];
    }

  private:
    std::uint64_t low_ = 0;
    std::vector<bool> high_;
};
/// A value that is no object and no array.
struct json_scalar {
    enum class sort : std::uint8_t { null, boolean, number, text } is = sort::null;
    any_number number{value_kind::natural};
    std::string_view text = {};

    [[nodiscard]] bool is_number() const noexcept { return is == sort::number; }
    [[nodiscard]] bool is_text() const noexcept { return is == sort::text; }
    [[nodiscard]] bool is_null() const noexcept { return is == sort::null; }
    [[nodiscard]] bool is_true() const noexcept { return is == sort::boolean && number.bits == 1; }
    /// Whether it is a whole number from 0 to `most`.
    [[nodiscard]] bool is_up_to(std::uint64_t most) const noexcept {
        return is_number() && number.kind != value_kind::real && !number.is_negative() && number.bits <= most;
    }
};

/// Writes a scalar where a value of that type is in memory. Null, or why it cannot be.
class json_values {
  public:
    static constexpr const char* bytes_are_wanted = "bytes are wanted, as \"hex:\" and two digits each";

    const char* store(const description& to, void* at, const json_scalar& s) {
        switch (to.kind) {
        case value_kind::text:
            if (!s.is_text()) return "a text is wanted";
            to.text->set(at, s.text);
            return nullptr;
        case value_kind::entity: {
            entity e;
            if (!s.is_null() && !(s.is_text() && read_entity(s.text, e)))
                return "an entity is wanted, as \"0:65537\" or null";
            *static_cast<entity*>(at) = e;
            return nullptr;
        }
        case value_kind::bytes:
            if (!read_bytes(s) || bytes_.size() != to.size) return bytes_are_wanted;
            std::memcpy(at, bytes_.data(), to.size);
            return nullptr;
        case value_kind::custom:
            if (to.custom->assign == nullptr) return "it cannot be restored";
            return read_bytes(s) ? restore(to.custom->assign, at) : bytes_are_wanted;
        case value_kind::structure:
            return "an object is wanted";
        case value_kind::array:
        case value_kind::list:
            return "an array is wanted";
        default:
            return store_a_number(to, at, s);
        }
    }
    bool read_bytes(const json_scalar& s) {
        bytes_.clear();
        if (!s.is_text() || !s.text.starts_with("hex:") || s.text.size() % 2 != 0) return false;
        for (std::size_t i = 4; i < s.text.size(); i += 2) {
            unsigned char byte = 0;
            const char* const end = s.text.data() + i + 2;
            if (std::from_chars(s.text.data() + i, end, byte, 16).ptr != end) return false;
            bytes_ += static_cast<char>(byte);
        }
        return true;
    }
    /// Restores a value from the bytes of `read_bytes`, by a component's custom functions.
    const char* restore(void (*how)(byte_reader&, void*), void* at) {
        byte_reader from(std::as_bytes(std::span(bytes_)));
        how(from, at);
        return from.good() && from.rest() == 0 ? nullptr : "its restore has not read what its save has written";
    }
    [[nodiscard]] static bool read_entity(std::string_view text, entity& e) noexcept {
        std::uint32_t index = 0;
        std::uint32_t generation = 0;
        const char* const end = text.data() + text.size();
        // NOLINTNEXTLINE(bugprone-suspicious-stringview-data-usage): the end is told
        const auto first = std::from_chars(text.data(), end, index);
        if (first.ec != std::errc() || first.ptr == end || *first.ptr != ':') return false;
        const auto second = std::from_chars(first.ptr + 1, end, generation);
        e = entity::of_number(std::uint64_t{generation} << 32U | index);
        return second.ec == std::errc() && second.ptr == end && generation != 0;
    }

  private:
    static const char* store_a_number(const description& to, void* at, const json_scalar& s) noexcept {
        any_number n = s.number;
        if (to.kind == value_kind::boolean) {
            if (s.is != json_scalar::sort::boolean) return "true or false is wanted";
        } else if (s.is_text() && to.kind == value_kind::enumeration) {
            const enumerator* named = nullptr;
            for (const enumerator& e : to.names) named = e.name == s.text ? &e : named;
            if (named == nullptr) return "it has no value of that name";
            n = {to.is_signed ? value_kind::integer : value_kind::natural, static_cast<std::uint64_t>(named->value)};
        } else if (s.is_text() && to.kind == value_kind::real) {
            return store_special(to, at, s.text);
        } else if (!s.is_number()) {
            return "a number is wanted";
        } else if (to.kind == value_kind::real) {
            if (n.kind == value_kind::integer) n.real = static_cast<double>(static_cast<std::int64_t>(n.bits));
            if (n.kind == value_kind::natural) n.real = static_cast<double>(n.bits);
            n.kind = value_kind::real;
            if (to.size == 4 && std::abs(n.real) <= static_cast<double>(std::numeric_limits<float>::max()))
                n.real = static_cast<double>(static_cast<float>(n.real));
        } else if (n.kind == value_kind::real) {
            return "a whole number is wanted";
        }
        return store_number(n, to, at);
    }
    static const char* store_special(const description& to, void* at, std::string_view text) noexcept {
        constexpr double infinity = std::numeric_limits<double>::infinity();
        if (text == "inf") return store_number({value_kind::real, 0, infinity}, to, at);
        if (text == "-inf") return store_number({value_kind::real, 0, -infinity}, to, at);
        std::uint64_t bits = 0;
        const char* const end = text.data() + text.size();
        if (!text.starts_with("nan:") || std::from_chars(text.data() + 4, end, bits, 16).ptr != end)
            return "a number is wanted";
        std::byte low_first[8];
        copy_number(low_first, &bits, 8);
        if (!std::isnan(load_number(value_kind::real, low_first, to.size).real)) return "a number is wanted";
        copy_number(at, low_first, to.size);
        return nullptr;
    }

    std::string bytes_;
};

} // namespace throng::core
