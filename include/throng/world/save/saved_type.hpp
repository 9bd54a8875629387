#pragma once

#include <throng/world/byte_stream.hpp>
#include <throng/world/description.hpp>
#include <throng/world/description/any_number.hpp>
#include <throng/world/kernel/row.hpp>
#include <throng/world/restored.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>
#include <utility>

/// Values as bytes, and the descriptions that go along with them: so that what was saved by a program can be read by a
/// later one, which has other fields.
namespace throng::core {

/// The value's bytes: numbers from their lowest byte on, without what lies between the fields.
inline void write_value(const description& d, const void* from, byte_writer<>& to) {
    if (d.is_packed && (little_endian || d.kind == value_kind::bytes)) return to.write(from, d.size);
    const auto write_all = [&](const void* first, std::size_t n) {
        if (little_endian && d.element->is_packed) return to.write(first, n * d.element->size);
        for (std::size_t i = 0; i < n; ++i)
            write_value(*d.element, static_cast<const std::byte*>(first) + i * d.element->size, to);
    };
    switch (d.kind) {
    case value_kind::structure:
        for (const field_description& f : d.fields)
            write_value(*f.type, static_cast<const std::byte*>(from) + f.offset, to);
        break;
    case value_kind::text: {
        const std::string_view text = d.text->get(from);
        to.put_text(text.data(), text.size());
        break;
    }
    case value_kind::entity:
        to.put(static_cast<const entity*>(from)->index());
        to.put(static_cast<const entity*>(from)->generation());
        break;
    case value_kind::array:
        write_all(from, d.count);
        break;
    case value_kind::list:
        to.put(std::uint64_t{d.list->size(from)});
        write_all(d.list->first(from), d.list->size(from));
        break;
    case value_kind::custom: {
        // (Its length goes before it, to be read past it where it is not known.)
        const std::size_t begin = to.bytes().size();
        to.put(std::uint64_t{0});
        d.custom->save(from, to);
        to.overwrite(begin, to.bytes().size() - begin - sizeof(std::uint64_t));
        break;
    }
    default: {
        unsigned char number[8];
        copy_number(number, from, d.size);
        to.write(number, d.size);
    }
    }
}

inline void write_type(const description& d, byte_writer<>& to) {
    to.put(d.kind);
    switch (d.kind) {
    case value_kind::integer:
    case value_kind::natural:
    case value_kind::real:
        to.put(static_cast<std::uint8_t>(d.size));
        break;
    case value_kind::enumeration:
        to.put(static_cast<std::uint8_t>(d.size));
        to.put(d.is_signed);
        to.put(static_cast<std::uint32_t>(d.names.size()));
        for (const enumerator& e : d.names) {
            to.put_text(e.name.data(), e.name.size());
            to.put(e.value);
        }
        break;
    case value_kind::structure:
        to.put(static_cast<std::uint32_t>(d.fields.size()));
        for (const field_description& f : d.fields) {
            to.put_text(f.name.data(), f.name.size());
            write_type(*f.type, to);
        }
        break;
    case value_kind::array:
        to.put(std::uint64_t{d.count});
        write_type(*d.element, to);
        break;
    case value_kind::list:
        write_type(*d.element, to);
        break;
    case value_kind::bytes:
        to.put(std::uint64_t{d.size});
        break;
    default:
        break;
    }
}

/// The field of that name, or the one that had it before; null if there is none.
[[nodiscard]] inline const field_description* find_field(const description& to, std::string_view name) noexcept {
    if (const field_description* const same = to.find(name)) return same;
    for (const field_renamed& r : to.renamed) {
        if (r.from == name) return to.find(r.to);
    }
    return nullptr;
}

/// The types of the saved values, as described in the bytes, and the present destination of each part.
template <class Allocator> class saved_types {
  public:
    using index = std::uint32_t;
    static constexpr const char* too_short = "too short for its values";
    static constexpr index none = ~index{0};

    struct saved_type {
        value_kind kind = value_kind::structure;
        bool is_signed = false;
        /// Each value has as many bytes as any other.
        bool is_fixed = true;
        /// And they are the bytes that it has in memory.
        bool is_copied = false;
        /// The first field, or the element; the next field of the structure that it is one of.
        index first = none;
        index next = none;
        /// Of an enumeration, where its names are, and how many.
        std::uint32_t first_name = 0;
        std::uint32_t names = 0;
        /// Some of the names have another value now.
        bool is_renumbered = false;
        /// Bytes of a number, or of a value that is nothing but bytes.
        std::uint64_t size = 0;
        std::uint64_t count = 0;
        /// So many bytes each value has at least.
        std::uint64_t least = 0;
        /// As a field.
        std::string_view name;
        /// The description of its destination, null if none; and the destination's offset in the structure.
        const description* to = nullptr;
        std::size_t offset = 0;

        [[nodiscard]] bool is_number() const noexcept { return kind <= value_kind::enumeration; }
    };

    explicit saved_types(const Allocator& allocator) noexcept : types_(allocator), names_(allocator) {}

    /// Reads the description of one type. Null, or what is wrong. Throws what the allocator throws.
    THRONG_ONCE const char* parse(byte_reader& from, index& made, unsigned depth = 0) {
        made = static_cast<index>(types_.size());
        if (depth > 32) return "its description is too deep";
        saved_type t;
        t.kind = from.get<value_kind>();
        if (!from.good() || t.kind > value_kind::custom) return "its description is damaged";
        types_.push(t);
        switch (t.kind) {
        case value_kind::boolean:
            t.size = 1;
            break;
        case value_kind::integer:
        case value_kind::natural:
        case value_kind::real:
        case value_kind::enumeration:
            t.size = from.get<std::uint8_t>();
            if (!is_size_of_number(t)) return "its description has a number of no size that there is";
            if (t.kind == value_kind::enumeration) parse_names(from, t);
            break;
        case value_kind::text:
        case value_kind::custom:
            t.least = sizeof(std::uint64_t);
            t.is_fixed = false;
            break;
        case value_kind::entity:
            t.size = sizeof(std::uint64_t);
            break;
        case value_kind::bytes:
            t.size = from.get<std::uint64_t>();
            break;
        case value_kind::structure:
            if (const char* const error = parse_fields(from, t, depth)) return error;
            break;
        case value_kind::array:
            t.count = from.get<std::uint64_t>();
            if (const char* const error = parse_element(from, t, depth)) return error;
            t.least = times(types_[t.first].least, t.count);
            t.is_fixed = types_[t.first].is_fixed;
            break;
        case value_kind::list:
            if (const char* const error = parse_element(from, t, depth)) return error;
            t.least = sizeof(std::uint64_t);
            t.is_fixed = false;
        }
        t.least += t.size;
        if (t.least > std::numeric_limits<std::uint32_t>::max()) return "its description is of something too large";
        types_[made] = t;
        return from.good() ? nullptr : "its description is damaged";
    }

    /// Values of the type are read into values that are described so. Null, or why that cannot be, and then `path` says
    /// of which field.
    THRONG_ONCE const char* aim(index i, const description& to, field_path& path) noexcept {
        saved_type& t = types_[i];
        t.to = &to;
        if (t.is_number() && to.is_number()) {
            if (t.kind == value_kind::real && to.kind != value_kind::real)
                return "a fraction cannot become a whole number";
            if (t.kind == value_kind::enumeration) aim_names(t, to);
            t.is_copied = little_endian && t.kind == to.kind && t.size == to.size && t.kind != value_kind::boolean &&
                          (t.kind != value_kind::enumeration || (t.is_signed == to.is_signed && are_same(t)));
            return nullptr;
        }
        if (t.kind != to.kind) return "it is of another sort now";
        switch (t.kind) {
        case value_kind::structure:
            return aim_fields(t, to, path);
        case value_kind::array:
        case value_kind::list: {
            if (t.kind == value_kind::array && t.count > to.count) return "there is not so much room now";
            const char* const error = aim(t.first, *to.element, path);
            t.is_copied =
                t.kind == value_kind::array && error == nullptr && t.count == to.count && types_[t.first].is_copied;
            return error;
        }
        case value_kind::bytes:
            t.is_copied = true;
            return t.size == to.size ? nullptr : "its size is another one now, and nothing describes it";
        case value_kind::entity:
            t.is_copied = little_endian;
            return nullptr;
        case value_kind::custom:
            return to.custom->assign != nullptr ? nullptr : "it cannot be restored";
        default:
            return nullptr;
        }
    }

    /// Reads a value into `at`, a default value, or null to skip it. Returns null, or the error. Throws what an
    /// assignment throws.
    THRONG_ONCE const char* read(index i, byte_reader& from, void* at, field_path& path) const {
        const saved_type& t = types_[i];
        // (This also bounds the loops.)
        if (from.rest() < t.least) return too_short;
        if (at == nullptr && t.is_fixed) return (void)from.get_bytes(t.least), nullptr;
        if (at != nullptr && t.is_copied) return from.read(at, static_cast<std::size_t>(t.least)), nullptr;
        switch (t.kind) {
        case value_kind::structure:
            for (index f = t.first; f != none; f = types_[f].next) {
                const saved_type& its = types_[f];
                const bool wanted = at != nullptr && its.to != nullptr;
                if (const char* const error =
                        read(f, from, wanted ? static_cast<std::byte*>(at) + its.offset : nullptr, path))
                    return path.prepend(its.name), error;
            }
            return nullptr;
        case value_kind::array:
            return read_all(t, t.count, from, at, path);
        case value_kind::list: {
            const auto n = from.get<std::uint64_t>();
            if (n > from.rest() / types_[t.first].least) return too_short;
            return read_all(t, n, from,
                            at == nullptr ? nullptr : t.to->list->resize(*t.to, at, static_cast<std::size_t>(n)), path);
        }
        case value_kind::text: {
            const std::span<const char> text = from.get_text();
            if (!from.good()) return too_short;
            if (at != nullptr) t.to->text->set(at, {text.data(), text.size()});
            return nullptr;
        }
        case value_kind::entity: {
            const auto number = from.get<std::uint32_t>();
            *static_cast<entity*>(at) = entity::of_number(std::uint64_t{from.get<std::uint32_t>()} << 32U | number);
            return nullptr;
        }
        case value_kind::custom:
            return read_custom(from, at == nullptr ? nullptr : t.to->custom->assign, at);
        default:
            // (One of a fixed size has been skipped; g++ 12 would warn of what it takes for possible.)
            return at == nullptr ? nullptr : read_number(t, from, at);
        }
    }
    /// Reads a value that was saved by custom functions: by `how`, or skips it if that is null.
    static const char* read_custom(byte_reader& from, void (*how)(byte_reader&, void*), void* at) {
        const auto bytes = from.get_bytes(from.get<std::uint64_t>());
        if (!from.good()) return too_short;
        if (how == nullptr) return nullptr;
        byte_reader its(bytes);
        how(its, at);
        return its.good() && its.rest() == 0 ? nullptr : "its restore has not read what its save has written";
    }
    [[nodiscard]] const saved_type& operator[](index i) const noexcept { return types_[i]; }
    /// The n-th name of an enumeration.
    [[nodiscard]] THRONG_ONCE enumerator name_of(const saved_type& t, std::uint32_t n) const noexcept {
        return {names_[t.first_name + n].name, names_[t.first_name + n].value};
    }
    [[nodiscard]] bool is_custom(index i) const noexcept { return types_[i].kind == value_kind::custom; }

  private:
    struct saved_name {
        std::string_view name;
        std::int64_t value = 0;
        std::int64_t now = 0;
        bool is_known = false;
        /// It may have been the mark of a range, and not the name of its value.
        bool is_doubtful = false;
    };

    [[nodiscard]] static bool is_size_of_number(const saved_type& t) noexcept {
        if (t.size == 4 || t.size == 8) return true;
        return t.kind != value_kind::real && (t.size == 1 || t.size == 2);
    }
    [[nodiscard]] static std::uint64_t times(std::uint64_t a, std::uint64_t b) noexcept {
        return b != 0 && a > std::numeric_limits<std::uint64_t>::max() / 2 / b
                   ? std::numeric_limits<std::uint64_t>::max() / 2
                   : a * b;
    }
    THRONG_ONCE void parse_names(byte_reader& from, saved_type& t) {
        t.is_signed = from.get<std::uint8_t>() != 0;
        t.first_name = static_cast<std::uint32_t>(names_.size());
        for (auto n = from.get<std::uint32_t>(); n != 0 && from.good(); --n) {
            const std::span<const char> name = from.get_text();
            names_.push({{name.data(), name.size()}, from.get<std::int64_t>()});
        }
        t.names = static_cast<std::uint32_t>(names_.size()) - t.first_name;
    }
    THRONG_ONCE const char* parse_element(byte_reader& from, saved_type& t, unsigned depth) {
        if (const char* const error = parse(from, t.first, depth + 1)) return error;
        // (Any number of them would take no bytes.)
        return types_[t.first].least == 0 ? "its description has a list of nothing" : nullptr;
    }
    THRONG_ONCE const char* parse_fields(byte_reader& from, saved_type& t, unsigned depth) {
        index last = none;
        for (auto n = from.get<std::uint32_t>(); n != 0 && from.good(); --n) {
            const std::span<const char> name = from.get_text();
            index field = none;
            if (const char* const error = parse(from, field, depth + 1)) return error;
            types_[field].name = {name.data(), name.size()};
            (last == none ? t.first : types_[last].next) = field;
            last = field;
            t.least += types_[field].least;
            t.is_fixed = t.is_fixed && types_[field].is_fixed;
        }
        return nullptr;
    }

    THRONG_ONCE void aim_names(saved_type& t, const description& to) noexcept {
        for (std::uint32_t n = t.first_name; n < t.first_name + t.names; ++n) {
            saved_name& its = names_[n];
            its.now = its.value;
            its.is_known = to.kind != value_kind::enumeration || to.names.empty();
            for (const enumerator& e : to.names) {
                if (e.name != its.name) continue;
                its.now = e.value;
                its.is_known = true;
            }
            t.is_renumbered = t.is_renumbered || (its.is_known && its.now != its.value);
        }
        for (std::uint32_t n = t.first_name; n < t.first_name + t.names; ++n)
            names_[n].is_doubtful = t.is_renumbered && !to.has_listed_names && is_mark(names_[n].name);
    }
    /// Whether it is what the beginning of a range is called.
    [[nodiscard]] static bool is_mark(std::string_view name) noexcept {
        while (name.starts_with('_')) name.remove_prefix(1);
        while (name.ends_with('_')) name.remove_suffix(1);
        for (const std::string_view mark : {"first", "begin", "start", "front", "min", "lowest", "least"}) {
            bool same = name.size() == mark.size();
            for (std::size_t i = 0; same && i < mark.size(); ++i) same = (name[i] | 0x20) == mark[i];
            if (same) return true;
        }
        return false;
    }
    [[nodiscard]] THRONG_ONCE bool are_same(const saved_type& t) const noexcept {
        for (std::uint32_t n = t.first_name; n < t.first_name + t.names; ++n) {
            if (!names_[n].is_known || names_[n].now != names_[n].value) return false;
        }
        return true;
    }
    THRONG_ONCE const char* aim_fields(saved_type& t, const description& to, field_path& path) noexcept {
        std::size_t n = 0;
        bool same = to.is_packed;
        for (index f = t.first; f != none; f = types_[f].next) {
            saved_type& its = types_[f];
            const field_description* const now = find_field(to, its.name);
            same = same && n < to.fields.size() && now == &to.fields[n];
            ++n;
            if (now == nullptr) continue;
            its.offset = now->offset;
            if (const char* const error = aim(f, *now->type, path)) return path.prepend(now->name), error;
            same = same && its.is_copied;
        }
        t.is_copied = same && n == to.fields.size() && n != 0;
        return nullptr;
    }
    THRONG_ONCE const char* read_all(const saved_type& t, std::uint64_t n, byte_reader& from, void* first,
                                     field_path& path) const {
        for (std::uint64_t i = 0; i < n; ++i) {
            void* const at = first == nullptr ? nullptr : static_cast<std::byte*>(first) + i * t.to->element->size;
            if (const char* const error = read(t.first, from, at, path)) return path.prepend(i), error;
        }
        return nullptr;
    }
    THRONG_ONCE const char* read_number(const saved_type& t, byte_reader& from, void* at) const noexcept {
        const auto sort_of = [](bool has_sign) { return has_sign ? value_kind::integer : value_kind::natural; };
        const value_kind kind = t.kind == value_kind::enumeration ? sort_of(t.is_signed) : t.kind;
        any_number n = load_number(kind, from.get_bytes(t.size).data(), static_cast<std::size_t>(t.size));
        if (t.kind == value_kind::boolean && n.bits > 1) return "neither true nor false";
        if (t.kind == value_kind::enumeration && t.to->kind == value_kind::enumeration) {
            if (const char* const error = rename(t, n)) return error;
        }
        return store_number(n, *t.to, at);
    }

    /// The number that the value of an enumeration has now: that of its names, which have to agree.
    THRONG_ONCE const char* rename(const saved_type& t, any_number& n) const noexcept {
        const saved_name* its = nullptr;
        bool has_name = false;
        for (std::uint32_t i = t.first_name; i < t.first_name + t.names; ++i) {
            const saved_name& name = names_[i];
            if (static_cast<std::uint64_t>(name.value) != n.bits) continue;
            has_name = true;
            if (!name.is_known) continue;
            if (its != nullptr && its->now != name.now) return "the names of a value have different values now";
            its = &name;
        }
        if (has_name && its == nullptr) return "an enumerator that no longer exists";
        if (!has_name && t.is_renumbered) return "a value without a name, of an enumeration whose values have changed";
        if (!has_name) return nullptr;
        if (its->is_doubtful)
            return "the name of a value may have been the mark of a range, and the enumeration has changed: list the "
                   "names in component<E>::names";
        n = {t.to->is_signed ? value_kind::integer : value_kind::natural, static_cast<std::uint64_t>(its->now)};
        return nullptr;
    }

    local_row<saved_type, Allocator> types_;
    local_row<saved_name, Allocator> names_;
};

} // namespace throng::core
