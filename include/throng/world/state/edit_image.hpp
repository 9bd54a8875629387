#pragma once

#include <throng/world/byte_stream.hpp>
#include <throng/world/naming.hpp>
#include <throng/world/relation/related.hpp>
#include <throng/world/save/saved_component.hpp>
#include <throng/world/save/saved_type.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace throng::core {

/// A component is a value, or one of the links that other entities have a part in.
enum class edited_kind : unsigned char { value, kin, name, relation };

template <class C> [[nodiscard]] consteval edited_kind edited_kind_of() noexcept {
    if constexpr (std::is_same_v<C, kin>) return edited_kind::kin;
    else if constexpr (std::is_same_v<C, entity_name>) return edited_kind::name;
    else return is_related<C> ? edited_kind::relation : edited_kind::value;
}

/// A component of an entity as bytes: which of the listed ones it is, and its value.
struct edited_value {
    static constexpr std::uint32_t none = ~std::uint32_t{0};
    /// It is a link, and belongs to another entity: a clone's. It counts as a value.
    static constexpr std::uint32_t foreign = 1U << 31U;

    std::uint32_t which = none;
    /// It had none.
    bool is_missing = false;
    std::span<const std::byte> bytes;

    [[nodiscard]] std::uint32_t number() const noexcept { return which & ~foreign; }
    [[nodiscard]] bool is_foreign() const noexcept { return (which & foreign) != 0; }
};
/// Writes and reads the values of one entity, in the order of their numbers.
inline void put_edited(byte_writer<>& to, const edited_value& v) {
    to.put(v.which);
    to.put(static_cast<std::uint32_t>(v.is_missing ? edited_value::none : v.bytes.size()));
    to.write(v.bytes.data(), v.bytes.size());
}
[[nodiscard]] inline edited_value next_edited(byte_reader& from) noexcept {
    edited_value v;
    if (from.rest() == 0) return v;
    v.which = from.get<std::uint32_t>();
    const auto n = from.get<std::uint32_t>();
    v.is_missing = n == edited_value::none;
    if (!v.is_missing) v.bytes = from.get_bytes(n);
    return v;
}
[[nodiscard]] inline kin kin_in(const edited_value& v) noexcept {
    byte_reader from(v.bytes);
    kin k;
    for (entity* const e : {&k.self, &k.parent, &k.first_child, &k.last_child, &k.next, &k.previous}) {
        const auto index = from.get<std::uint32_t>();
        *e = entity::of_number(std::uint64_t{from.get<std::uint32_t>()} << 32U | index);
    }
    return k;
}

/// All entities of a world with their listed components, as bytes.
class edit_image {
  public:
    /// Of the first of the components, of each of which the kind is given. Throws what the allocator or a `save`
    /// throws.
    template <class Allocator>
    edit_image(storage<Allocator>& home, const saved_components<Allocator>& those, std::span<const edited_kind> kinds) {
        byte_writer<> value;
        for (std::uint32_t p = 0; p < home.page_count(); ++p) {
            for (unsigned w = 0; w < page_words; ++w) {
                for (word rest = home.page(p).alive[w]; any(rest); rest = without_lowest(rest))
                    add(home, those, kinds, home.entity_at(p * page_slots + w * word_bits + lowest(rest)), value);
            }
        }
    }

    struct item {
        entity e;
        std::size_t begin;
        std::size_t end;
    };
    [[nodiscard]] const std::vector<item>& all() const noexcept { return all_; }
    [[nodiscard]] std::span<const std::byte> bytes_of(const item& i) const noexcept {
        return bytes_.bytes().subspan(i.begin, i.end - i.begin);
    }
    [[nodiscard]] const item* find(entity e) const noexcept {
        const auto at = std::ranges::lower_bound(all_, e, {}, &item::e);
        return at == all_.end() || at->e != e ? nullptr : &*at;
    }
    /// Empty if it has none that belongs to it.
    [[nodiscard]] kin kin_of(entity e, std::uint32_t which) const noexcept {
        const item* const i = find(e);
        return i == nullptr ? kin{} : kin_of(*i, which);
    }
    [[nodiscard]] kin kin_of(const item& i, std::uint32_t which) const noexcept {
        byte_reader from(bytes_of(i));
        for (edited_value v = next_edited(from); v.which != edited_value::none; v = next_edited(from)) {
            if (v.which == which) return kin_in(v);
        }
        return {};
    }
    [[nodiscard]] std::vector<entity> children_of(entity parent, std::uint32_t which) const {
        std::vector<entity> those;
        for (entity c = kin_of(parent, which).first_child; c && those.size() <= all_.size(); c = kin_of(c, which).next)
            those.push_back(c);
        return those;
    }

  private:
    template <class Allocator> void add(const storage<Allocator>& home, const saved_components<Allocator>& those,
                                        std::span<const edited_kind> kinds, entity e, byte_writer<>& value) {
        const std::size_t begin = bytes_.bytes().size();
        for (std::uint32_t n = 0; n < kinds.size(); ++n) {
            const saved_component<Allocator>& c = those[n];
            // (A `save` of the user's may have destroyed it.)
            if (c.of == nullptr || !home.is_alive(e) || !c.of->has(e.index())) continue;
            edited_value v{n, false, {}};
            value.clear();
            if (c.type.size != 0) {
                const void* const at = c.of->value(e.index());
                // (All links have the entity that they belong to first.)
                if (kinds[n] != edited_kind::value && *static_cast<const entity*>(at) != e) v.which |= v.foreign;
                write_value(*c.its, at, value);
                v.bytes = value.bytes();
            }
            put_edited(bytes_, v);
        }
        all_.push_back({e, begin, bytes_.bytes().size()});
    }

    std::vector<item> all_;
    byte_writer<> bytes_;
};

/// An edit that can be undone: the former state of the entities that it has changed.
struct edit_undo {
    struct piece {
        entity e;
        bool was_alive;
        bool is_alive;
        /// Whether its own `kin` is another one, and whether it had one.
        bool has_other_kin = false;
        bool had_kin = false;
        /// Its values, in `bytes`: those that are others; all of one that was destroyed.
        std::size_t begin = 0;
        std::size_t end = 0;
    };
    /// Children of one parent, in their order: `begin` to `middle` stood before `successor`, and from there to `end`
    /// are those that stand there now, and did not.
    struct siblings {
        entity parent;
        entity successor;
        std::size_t begin;
        std::size_t middle;
        std::size_t end;
    };
    std::string name;
    std::vector<piece> pieces;
    std::vector<siblings> families;
    std::vector<entity> children;
    std::vector<std::byte> bytes;

    [[nodiscard]] bool empty() const noexcept { return pieces.empty(); }
    [[nodiscard]] std::size_t memory() const noexcept {
        return sizeof(*this) + name.capacity() + pieces.capacity() * sizeof(piece) +
               families.capacity() * sizeof(siblings) + children.capacity() * sizeof(entity) + bytes.capacity();
    }
    /// Whether it restores the entity.
    [[nodiscard]] bool has_restored(entity e) const noexcept {
        const auto at = std::ranges::lower_bound(pieces, e, {}, &piece::e);
        return at != pieces.end() && at->e == e && at->was_alive;
    }
    [[nodiscard]] std::span<const std::byte> bytes_of(const piece& p) const noexcept {
        return std::span(bytes).subspan(p.begin, p.end - p.begin);
    }
};

/// Finds out what has changed between two images.
class edit_difference {
  public:
    /// `kin_number`: which of the components it is.
    edit_difference(const edit_image& before, const edit_image& now, std::uint32_t kin_number, std::string_view name)
        : before_(before), now_(now), kin_(kin_number) {
        result_.name = name;
        auto b = before.all().begin();
        auto n = now.all().begin();
        while (b != before.all().end() || n != now.all().end()) {
            const bool was = b != before.all().end() && (n == now.all().end() || b->e <= n->e);
            const bool is = n != now.all().end() && (b == before.all().end() || n->e <= b->e);
            add(was ? &*b : nullptr, is ? &*n : nullptr);
            if (was) ++b;
            if (is) ++n;
        }
        compare_families();
        const auto made = made_.bytes();
        result_.bytes.assign(made.begin(), made.end());
    }
    [[nodiscard]] edit_undo take() noexcept { return std::move(result_); }

  private:
    [[nodiscard]] static bool same(std::span<const std::byte> a, std::span<const std::byte> b) noexcept {
        return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size()) == 0);
    }
    void add(const edit_image::item* was, const edit_image::item* is) {
        if (was != nullptr && is != nullptr && same(before_.bytes_of(*was), now_.bytes_of(*is))) return;
        edit_undo::piece p{was != nullptr ? was->e : is->e, was != nullptr, is != nullptr};
        p.begin = made_.bytes().size();
        byte_reader of_before(was == nullptr ? std::span<const std::byte>() : before_.bytes_of(*was));
        byte_reader of_now(is == nullptr ? std::span<const std::byte>() : now_.bytes_of(*is));
        edited_value a = next_edited(of_before);
        edited_value b = next_edited(of_now);
        while (a.which != edited_value::none || b.which != edited_value::none) {
            const std::uint32_t n = std::min(number(a), number(b));
            const bool had = number(a) == n;
            const bool has = number(b) == n;
            if (!(had && has && a.which == b.which && same(a.bytes, b.bytes))) {
                const kin had_kin = had && a.which == kin_ ? kin_in(a) : kin{};
                const kin has_kin = has && b.which == kin_ ? kin_in(b) : kin{};
                if (had_kin.self || has_kin.self) note_kin(p, had_kin, has_kin);
                // (Its own kin follows from the families.)
                const bool had_value = had && a.which != kin_;
                if (had_value) put_edited(made_, a);
                else if (has && b.which != kin_) put_edited(made_, {b.which, true, {}});
            }
            if (had) a = next_edited(of_before);
            if (has) b = next_edited(of_now);
        }
        p.end = made_.bytes().size();
        result_.pieces.push_back(p);
    }
    [[nodiscard]] static std::uint32_t number(const edited_value& v) noexcept {
        return v.which == edited_value::none ? v.which : v.number();
    }
    void note_kin(edit_undo::piece& p, const kin& had, const kin& has) {
        p.has_other_kin = true;
        p.had_kin = static_cast<bool>(had.self);
        for (const entity e : {had.parent, has.parent}) {
            if (e) parents_.push_back(e);
        }
        if (had.first_child != has.first_child || had.last_child != has.last_child) parents_.push_back(p.e);
    }
    void compare_families() {
        std::ranges::sort(parents_);
        const auto twice = std::ranges::unique(parents_);
        parents_.erase(twice.begin(), twice.end());
        for (const entity parent : parents_) {
            const std::vector<entity> was = before_.children_of(parent, kin_);
            const std::vector<entity> is = now_.children_of(parent, kin_);
            std::size_t first = 0;
            while (first < was.size() && first < is.size() && was[first] == is[first]) ++first;
            std::size_t last = 0;
            while (last < was.size() - first && last < is.size() - first &&
                   was[was.size() - 1 - last] == is[is.size() - 1 - last])
                ++last;
            if (first + last == was.size() && first + last == is.size()) continue;
            edit_undo::siblings s{parent, last == 0 ? entity{} : was[was.size() - last], result_.children.size(), 0, 0};
            for (std::size_t i = first; i < was.size() - last; ++i) result_.children.push_back(was[i]);
            s.middle = result_.children.size();
            for (std::size_t i = first; i < is.size() - last; ++i) {
                if (before_.kin_of(is[i], kin_).parent != parent) result_.children.push_back(is[i]);
            }
            s.end = result_.children.size();
            result_.families.push_back(s);
        }
    }

    const edit_image& before_;
    const edit_image& now_;
    std::uint32_t kin_;
    byte_writer<> made_;
    std::vector<entity> parents_;
    edit_undo result_;
};

} // namespace throng::core
