#pragma once

#include <throng/world/description.hpp>
#include <throng/world/relation/kin.hpp>
#include <throng/world/relation/links.hpp>
#include <throng/world/world.hpp>

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

/// Values as replication sends them: numbers as short as they are, entities by the numbers that both sides know them
/// by.
namespace throng::core {

/// Numbers below 128 take a byte.
inline void write_short(byte_writer<>& to, std::uint64_t n) {
    for (; n >= 0x80U; n >>= 7U) to.put(static_cast<std::uint8_t>(n | 0x80U));
    to.put(static_cast<std::uint8_t>(n));
}
/// One that is longer than it must be, or than a number can be, is none: the reader has failed then.
[[nodiscard]] inline std::uint64_t read_short(byte_reader& from) noexcept {
    std::uint64_t n = 0;
    for (unsigned shift = 0;; shift += 7) {
        const std::uint64_t its = from.get<std::uint8_t>();
        n |= (its & 0x7fU) << shift;
        if ((its & 0x80U) == 0) {
            if ((its == 0 && shift != 0) || (shift == 63 && its > 1)) from.fail();
            return n;
        }
        if (shift == 63) {
            from.fail();
            return n;
        }
    }
}
[[nodiscard]] constexpr std::uint64_t fold_sign(std::int64_t n) noexcept {
    return (static_cast<std::uint64_t>(n) << 1U) ^ static_cast<std::uint64_t>(n >> 63U);
}
[[nodiscard]] constexpr std::int64_t unfold_sign(std::uint64_t n) noexcept {
    return static_cast<std::int64_t>((n >> 1U) ^ (~(n & 1U) + 1));
}

/// The lowest bytes of a number, as they stand in memory.
[[nodiscard]] inline std::uint64_t load_number(const void* from, std::size_t size) noexcept {
    std::uint64_t n = 0;
    std::memcpy(reinterpret_cast<std::byte*>(&n) + (little_endian ? 0 : sizeof(n) - size), from, size);
    return n;
}
inline void store_number(void* to, std::uint64_t n, std::size_t size) noexcept {
    std::memcpy(to, reinterpret_cast<const std::byte*>(&n) + (little_endian ? 0 : sizeof(n) - size), size);
}
[[nodiscard]] inline std::int64_t load_signed(const void* from, std::size_t size) noexcept {
    const unsigned unused = static_cast<unsigned>(64 - 8 * size);
    return static_cast<std::int64_t>(load_number(from, size) << unused) >> unused;
}
[[nodiscard]] constexpr bool fits_signed(std::int64_t n, std::size_t size) noexcept {
    const unsigned unused = static_cast<unsigned>(64 - 8 * size);
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(n) << unused) >> unused == n;
}
[[nodiscard]] constexpr bool fits_natural(std::uint64_t n, std::size_t size) noexcept {
    return size == 8 || n >> (8 * size) == 0;
}
[[nodiscard]] inline double load_real(const void* from, std::size_t size) noexcept {
    float single = 0;
    double full = 0;
    std::memcpy(size == sizeof(float) ? static_cast<void*>(&single) : &full, from, size);
    return size == sizeof(float) ? static_cast<double>(single) : full;
}
inline void store_real(void* to, double x, std::size_t size) noexcept {
    const auto single = static_cast<float>(x);
    std::memcpy(to, size == sizeof(float) ? static_cast<const void*>(&single) : &x, size);
}

/// How many steps there are in a field's range; 0 where it is not sent in steps.
[[nodiscard]] inline std::uint64_t steps_of(const field_description* f) noexcept {
    if (f == nullptr || !(f->step > 0)) return 0;
    const double n = std::ceil((f->most - f->least) / f->step);
    return n >= 1 && n < 9e15 ? static_cast<std::uint64_t>(n) : 0;
}

/// Writes a value; `number_of(entity)` gives an entity's number, 0 where the other side does not know it.
template <class Number> void write_replica(const description& d, const field_description* f, const void* x,
                                           byte_writer<>& to, const Number& number_of) {
    switch (d.kind) {
    case value_kind::boolean:
        to.put(static_cast<std::uint8_t>(load_number(x, d.size) != 0 ? 1 : 0));
        break;
    case value_kind::integer:
        write_short(to, fold_sign(load_signed(x, d.size)));
        break;
    case value_kind::natural:
        write_short(to, load_number(x, d.size));
        break;
    case value_kind::enumeration:
        write_short(to, d.is_signed ? fold_sign(load_signed(x, d.size)) : load_number(x, d.size));
        break;
    case value_kind::real:
        if (const std::uint64_t steps = steps_of(f); steps != 0) {
            const double n = (load_real(x, d.size) - f->least) / f->step;
            // (NaN becomes the least.)
            const double near = n > 0 ? std::floor(n + 0.5) : 0;
            write_short(to, near < static_cast<double>(steps) ? static_cast<std::uint64_t>(near) : steps);
        } else if (d.size == sizeof(float)) {
            to.put(static_cast<std::uint32_t>(load_number(x, d.size)));
        } else {
            to.put(load_number(x, d.size));
        }
        break;
    case value_kind::text: {
        const std::string_view text = d.text->get(x);
        write_short(to, text.size());
        to.write(text.data(), text.size());
        break;
    }
    case value_kind::entity:
        write_short(to, number_of(*static_cast<const entity*>(x)));
        break;
    case value_kind::structure:
        for_each_field(d, x, [&](const field_description& field, const void* member) {
            write_replica(*field.type, &field, member, to, number_of);
        });
        break;
    case value_kind::array:
        for (std::size_t i = 0; i < d.count; ++i)
            write_replica(*d.element, f, static_cast<const std::byte*>(x) + i * d.element->size, to, number_of);
        break;
    case value_kind::list: {
        const std::size_t n = d.list->size(x);
        const auto* const first = static_cast<const std::byte*>(d.list->first(x));
        write_short(to, n);
        for (std::size_t i = 0; i < n; ++i) write_replica(*d.element, f, first + i * d.element->size, to, number_of);
        break;
    }
    case value_kind::bytes:
        to.write(x, d.size);
        break;
    case value_kind::custom:
        break; // (They are refused where components are listed.)
    }
}

/// Reads a value, or, where `to` is null, reads past it: why it cannot be one, or null. `entity_of(number, to)` puts
/// the entity there, unless that is null, and says whether there can be such a number.
template <class Entity> [[nodiscard]] const char* read_replica(const description& d, const field_description* f,
                                                               byte_reader& from, void* to, const Entity& entity_of) {
    const auto store = [&](std::uint64_t n) {
        if (to != nullptr) store_number(to, n, d.size);
    };
    const auto member = [&](std::size_t offset) -> void* {
        return to == nullptr ? nullptr : static_cast<std::byte*>(to) + offset;
    };
    constexpr const char* too_large = "a number does not fit its field";
    switch (d.kind) {
    case value_kind::boolean: {
        const auto n = from.get<std::uint8_t>();
        if (n > 1) return "a truth value is neither true nor false";
        store(n);
        break;
    }
    case value_kind::integer: {
        const std::int64_t n = unfold_sign(read_short(from));
        if (!fits_signed(n, d.size)) return too_large;
        store(static_cast<std::uint64_t>(n));
        break;
    }
    case value_kind::natural: {
        const std::uint64_t n = read_short(from);
        if (!fits_natural(n, d.size)) return too_large;
        store(n);
        break;
    }
    case value_kind::enumeration: {
        const std::uint64_t n = read_short(from);
        if (d.is_signed ? !fits_signed(unfold_sign(n), d.size) : !fits_natural(n, d.size)) return too_large;
        store(d.is_signed ? static_cast<std::uint64_t>(unfold_sign(n)) : n);
        break;
    }
    case value_kind::real:
        if (const std::uint64_t steps = steps_of(f); steps != 0) {
            const std::uint64_t n = read_short(from);
            if (n > steps) return "a number is out of its field's range";
            if (to != nullptr) store_real(to, f->least + static_cast<double>(n) * f->step, d.size);
        } else {
            store(d.size == sizeof(float) ? from.get<std::uint32_t>() : from.get<std::uint64_t>());
        }
        break;
    case value_kind::text: {
        const auto text = from.get_bytes(read_short(from));
        if (from.good() && to != nullptr) d.text->set(to, {reinterpret_cast<const char*>(text.data()), text.size()});
        break;
    }
    case value_kind::entity:
        if (!entity_of(read_short(from), static_cast<entity*>(to))) return "an entity has an impossible number";
        break;
    case value_kind::structure:
        for (const field_description& field : d.fields) {
            if (const char* const error = read_replica(*field.type, &field, from, member(field.offset), entity_of))
                return error;
        }
        break;
    case value_kind::array:
        for (std::size_t i = 0; i < d.count; ++i) {
            if (const char* const error = read_replica(*d.element, f, from, member(i * d.element->size), entity_of))
                return error;
        }
        break;
    case value_kind::list: {
        const std::uint64_t n = read_short(from);
        if (n > from.rest()) return "a list is longer than its message";
        if (to != nullptr) to = d.list->resize(d, to, static_cast<std::size_t>(n));
        for (std::size_t i = 0; i < n; ++i) {
            if (const char* const error = read_replica(*d.element, f, from, member(i * d.element->size), entity_of))
                return error;
        }
        break;
    }
    case value_kind::bytes: {
        const auto bytes = from.get_bytes(d.size);
        if (from.good() && to != nullptr) std::memcpy(to, bytes.data(), d.size);
        break;
    }
    case value_kind::custom:
        break;
    }
    return from.good() ? nullptr : "too short for its values";
}

/// The unit that is sent separately when it changes: a field that is not a structure.
struct replica_leaf {
    const description* type;
    const field_description* field;
    std::size_t offset;
};

/// A place in a family, as it is sent: the links of a `kin` mean nothing where siblings are out of sight, or where one
/// message of several is lost.
struct shown_place {
    entity parent;
    /// The sibling before it, of those in sight.
    entity after;
};

template <class Allocator> struct replicated_component {
    using world_type = basic_world<Allocator>;
    std::string_view name;
    /// It is `kin`, and sent as a `shown_place`.
    bool is_kin = false;
    std::size_t first_leaf = 0;
    std::size_t leaves = 0;
    /// Null if the entity does not have it.
    const void* (*get)(const world_type& w, entity e) = nullptr;
    /// A component of a record.
    struct told_value {
        void* context;
        /// Writes it to a value.
        void (*read)(void* context, void* value);
        /// Whether it is newer than what is known of another entity's.
        bool (*is_newer)(void* context, entity other);
    };
    /// Writes to the entity's component, which is added if it has none, perhaps several times. Returns false if the
    /// links of a relation would then be a cycle where there are none: nothing has changed then.
    bool (*write)(world_type& w, entity e, const told_value& told) = nullptr;
    bool (*remove)(world_type& w, entity e) = nullptr;
};

/// As `replicated_component::write`: the targets become those of the server, which have their other ends at once. Of
/// two sources of a target that has one, that is shown of which the newer message tells.
template <class R, class Allocator, class Told>
bool write_links(basic_world<Allocator>& w, entity e, const Told& told, const related<R>*) {
    using its_links = links<R, Allocator>;
    storage<Allocator>& home = w.storage();
    related<R> now;
    if (const auto* const before = w.template try_get<related<R>>(e)) {
        now.self = before->self;
        now.targets = before->targets;
    }
    told.read(told.context, &now);
    for (auto& l : now.targets) {
        if constexpr (!has_one_source<R>()) break;
        auto* const target = l.other ? its_links::own(home, l.other) : nullptr;
        const entity other = target == nullptr ? entity{} : its_links::template first<true>(home, *target);
        if (other && other != e && !told.is_newer(told.context, other)) l = {};
    }
    if constexpr (is_acyclic<R>()) {
        for (const auto& l : now.targets) {
            if (l.other && its_links::leads_to(home, l.other, e)) return false;
        }
    }
    if (now.self == e) its_links::give(home, e);
    else (void)w.add(e, related<R>{});
    // (Those of a symmetric relation have their own halves, which other records tell.)
    for (std::size_t i = 0; i < now.targets.size() && now.self == e && !its_links::symmetric; ++i)
        its_links::give(home, now.targets[i].other);
    for (std::size_t i = 0; has_one_source<R>() && i < now.targets.size() && now.self == e; ++i) {
        auto* const target = now.targets[i].other ? its_links::own(home, now.targets[i].other) : nullptr;
        if (target != nullptr && its_links::template first<true>(home, *target) != e)
            its_links::template part_all<true>(home, *target, nullptr);
    }
    (void)w.template patch<related<R>>(e, [&](related<R>& x) {
        x.self = now.self;
        if (x.self == e) its_links::assign(home, x, std::move(now.targets));
        else x.targets = std::move(now.targets);
    });
    return true;
}

template <class T> [[nodiscard]] consteval bool is_replicable() noexcept {
    if constexpr (saves_itself<T>) return false;
    else if constexpr (lists_fields<T>) {
        return []<class... Cs, class... Ms>(const std::tuple<listed_field<Cs, Ms>...>*) {
            return (is_replicable<Ms>() && ...);
        }(static_cast<const std::remove_cvref_t<decltype(component<T>::fields)>*>(nullptr));
    } else if constexpr (std::is_bounded_array_v<T>) return is_replicable<std::remove_extent_t<T>>();
    else if constexpr (is_array<T> || is_list<T>) return is_replicable<typename T::value_type>();
    else if constexpr (std::is_class_v<T> && !is_text<T> && !std::is_empty_v<T> && !std::is_same_v<T, entity> &&
                       decomposable<T>) {
        return []<class... Ms>(const std::tuple<Ms*...>*) {
            return (is_replicable<Ms>() && ...);
        }(static_cast<const std::remove_const_t<decltype(member_addresses<T>)>*>(nullptr));
    } else return true;
}

/// The components that both sides know, in the same order.
template <class Allocator> class replicated_components : pinned {
    using entry = replicated_component<Allocator>;
    using world_type = basic_world<Allocator>;

  public:
    static constexpr std::size_t most = 64;

    template <class... Cs> replicated_components(const Allocator& allocator, components_t<Cs...>)
        : all_(allocator), leaves_(allocator) {
        static_assert(sizeof...(Cs) <= most, "throng: no more than 64 components are replicated");
        (add<Cs>(), ...);
    }

    [[nodiscard]] std::size_t size() const noexcept { return all_.size(); }
    [[nodiscard]] const entry& operator[](std::size_t n) const noexcept { return all_[n]; }
    [[nodiscard]] std::size_t leaf_count() const noexcept { return leaves_.size(); }
    [[nodiscard]] const replica_leaf& leaf(const entry& c, std::size_t n) const noexcept {
        return leaves_[c.first_leaf + n];
    }
    /// The bit of a leaf in its component's mask: from the 64th on they share one.
    [[nodiscard]] static constexpr std::uint64_t bit_of_leaf(std::size_t n) noexcept {
        return std::uint64_t{1} << (n < 63 ? n : 63U);
    }
    [[nodiscard]] static constexpr std::uint64_t all_leaves(const entry& c) noexcept {
        return c.leaves >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << c.leaves) - 1;
    }
    /// The same on both sides if they know the same: names, fields and how they are sent.
    [[nodiscard]] std::uint32_t fingerprint() const noexcept {
        return static_cast<std::uint32_t>(mark_ ^ mark_ >> 32U);
    }

  private:
    template <class C> void add() {
        static_assert(described<C> && is_replicable<C>(),
                      "throng: to be replicated, a component needs fields that can be described, none of which saves "
                      "itself: list others in component<T>::fields");
        static_assert(std::is_default_constructible_v<C>,
                      "throng: to be replicated, a component must be default constructible");
        static_assert(
            requires { component<C>::name; }, "throng: to be replicated, a component needs a component<T>::name");
        entry c;
        c.name = component<C>::name;
        c.first_leaf = leaves_.size();
        note(c.name);
        c.is_kin = std::is_same_v<C, kin>;
        if constexpr (std::is_same_v<C, kin>) add_leaves(description_of<shown_place>(), nullptr, 0);
        else if constexpr (!tag<C>) add_leaves(description_of<C>(), nullptr, 0);
        c.leaves = leaves_.size() - c.first_leaf;
        c.get = [](const world_type& w, entity e) -> const void* {
            if constexpr (std::is_same_v<C, kin>) return kin_of(w.storage(), e);
            else return w.template try_get<C>(e);
        };
        c.write = [](world_type& w, entity e, const typename entry::told_value& told) {
            if constexpr (is_related<C>) {
                return write_links(w, e, told, static_cast<const C*>(nullptr));
            } else {
                if (w.template patch<C>(e, [&](C& x) { told.read(told.context, &x); })) return true;
                C x{};
                told.read(told.context, &x);
                (void)w.add(e, std::move(x));
                return true;
            }
        };
        c.remove = [](world_type& w, entity e) { return w.template remove<C>(e); };
        all_.push(c);
    }
    void add_leaves(const description& d, const field_description* f, std::size_t offset) {
        note(d, f);
        if (d.kind != value_kind::structure) {
            leaves_.push({&d, f, offset});
            return;
        }
        for (const field_description& field : d.fields) add_leaves(*field.type, &field, offset + field.offset);
    }
    void note(std::string_view text) noexcept { mark_ = mix(mix_number(mark_, text.size()), text.data(), text.size()); }
    void note(const description& d, const field_description* f) noexcept {
        mark_ = mix_number(mix_number(mark_, static_cast<std::uint64_t>(d.kind)), d.count + d.fields.size());
        if (d.is_number() || d.kind == value_kind::bytes) mark_ = mix_number(mark_, d.size);
        if (f != nullptr) {
            note(f->name);
            if (steps_of(f) != 0) {
                for (const double x : {f->least, f->most, f->step})
                    mark_ = mix_number(mark_, std::bit_cast<std::uint64_t>(x));
            }
        }
        if (d.element != nullptr) note_element(*d.element);
    }
    void note_element(const description& d) noexcept {
        note(d, nullptr);
        for (const field_description& field : d.fields) {
            note(field.name);
            note_element(*field.type);
        }
    }

    local_row<entry, Allocator> all_;
    local_row<replica_leaf, Allocator> leaves_;
    std::uint64_t mark_ = 1;
};

} // namespace throng::core
