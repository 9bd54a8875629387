#pragma once

#include <throng/world/family.hpp>
#include <throng/world/naming.hpp>
#include <throng/world/pattern/alike.hpp>
#include <throng/world/relation/links.hpp>
#include <throng/world/save/saved_type.hpp>
#include <throng/world/state/edit_image.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace throng::core {

/// How the values of a listed component are read from an image.
template <class Allocator> struct edited_component {
    using types_type = saved_types<Allocator>;
    using world_type = basic_world<Allocator>;

    typename types_type::index type = 0;
    bool is_copyable = false;
    column<Allocator>* (*column_in)(storage<Allocator>& home) = nullptr;
    void (*set)(const edited_component& c, const types_type& types, byte_reader from, world_type& w,
                entity e) = nullptr;
    void (*remove)(world_type& w, entity e) = nullptr;
    /// Of a relation: an entity gets its lists; its targets become none, or those of the bytes.
    void (*give)(world_type& w, entity e) = nullptr;
    void (*cut)(world_type& w, entity e) = nullptr;
    void (*link)(const edited_component& c, const types_type& types, byte_reader from, world_type& w,
                 entity e) = nullptr;
    /// Of a relation whose links have two halves: adds the entities that keep theirs when an entity's targets change.
    void (*add_partners)(const world_type& w, entity e, std::vector<entity>& to) = nullptr;
    /// Ends those of its links of which the other entity has no half in the end.
    void (*settle)(world_type& w, entity e) = nullptr;
    /// Whether it has lists that belong to it, and they are empty.
    bool (*is_unlinked)(world_type& w, entity e) = nullptr;
};

template <class Allocator, class C> struct edited_component_of {
    using component_type = edited_component<Allocator>;
    using types_type = saved_types<Allocator>;
    using world_type = basic_world<Allocator>;
    static_assert(tag<C> || std::default_initializable<C> || restores_itself<C>,
                  "throng: a component of an edit_history has a default constructor, or a component<T>::restore");

    [[nodiscard]] static component_type make() noexcept {
        component_type c;
        c.is_copyable = std::is_copy_constructible_v<C>;
        c.column_in = [](storage<Allocator>& home) { return &home.template column_of<C>(); };
        c.set = [](const component_type& its, const types_type& types, byte_reader from, world_type& w, entity e) {
            // (What it requires is in the image, or was not there.)
            storage<Allocator>& home = w.storage();
            const bool has = home.is_alive(e) && home.template column_of<C>().has(e.index());
            if constexpr (tag<C>) {
                if (!has) (void)typed_edits<Allocator>::template emplaced_alone<C>(home, {}, e, C{});
            } else {
                read(its, types, from, [&](C&& value) {
                    if (has) (void)w.set(e, std::move(value));
                    else (void)typed_edits<Allocator>::template emplaced_alone<C>(home, {}, e, std::move(value));
                });
            }
        };
        c.remove = [](world_type& w, entity e) { (void)w.template remove<C>(e); };
        if constexpr (is_related<C>) put_links(c, static_cast<const C*>(nullptr));
        return c;
    }

  private:
    template <class F>
    static void read(const component_type& its, const types_type& types, byte_reader& from, const F& use) {
        if constexpr (restores_itself<C>) {
            byte_reader own(from.get_bytes(from.get<std::uint64_t>()));
            use(component<C>::restore(own));
        } else {
            C value{};
            field_path path;
            (void)types.read(its.type, from, std::addressof(value), path);
            use(std::move(value));
        }
    }
    template <class R> static void put_links(component_type& c, const related<R>*) noexcept {
        using its_links = links<R, Allocator>;
        c.give = [](world_type& w, entity e) { its_links::give(w.storage(), e); };
        c.cut = [](world_type& w, entity e) { assign<R>(w, e, {}); };
        c.link = [](const component_type& its, const types_type& types, byte_reader from, world_type& w, entity e) {
            read(its, types, from, [&](C&& value) { assign<R>(w, e, std::move(value.targets)); });
        };
        c.add_partners = [](const world_type& w, entity e, std::vector<entity>& to) {
            const related<R>* const k = its_links::symmetric ? its_links::own(w.storage(), e) : nullptr;
            for (std::size_t i = 0; k != nullptr && i < k->targets.size(); ++i) to.push_back(k->targets[i].other);
        };
        c.settle = [](world_type& w, entity e) {
            related<R>* const k = its_links::own(w.storage(), e);
            if (k == nullptr || !its_links::waits(w.storage(), *k)) return;
            (void)w.template patch<related<R>>(e, [&](related<R>& its) { its_links::attach_all(w.storage(), its); });
        };
        c.is_unlinked = [](world_type& w, entity e) {
            related<R>* const k = its_links::own(w.storage(), e);
            return k != nullptr && k->targets.empty() && k->sources.empty();
        };
    }
    /// Walks of queries that ask for the relation also see it.
    template <class R> static void assign(world_type& w, entity e, decltype(related<R>::targets) targets) {
        storage<Allocator>& home = w.storage();
        if (links<R, Allocator>::own(home, e) == nullptr) return;
        home.walks.before_change(e.index());
        (void)w.template patch<related<R>>(
            e, [&](related<R>& k) { links<R, Allocator>::assign(home, k, std::move(targets)); });
        if (!home.is_over()) home.walks.after_change(e.index());
    }
};

/// Brings entities back to how they were, by ordinary edits: hooks and followers are called.
template <class Allocator> class edit_restorer {
    using storage_type = storage<Allocator>;
    using world_type = basic_world<Allocator>;
    using component_type = edited_component<Allocator>;
    using piece = edit_undo::piece;

  public:
    edit_restorer(storage_type& home, std::span<const component_type> those, std::span<const edited_kind> kinds,
                  const saved_types<Allocator>& types, const edit_undo& undo)
        : home_(home), those_(those), kinds_(kinds), types_(types), undo_(undo) {}

    /// Whether hooks of a destroyed entity are being called just now: it cannot come back before they return.
    [[nodiscard]] bool must_wait() const noexcept {
        for (const piece& p : undo_.pieces) {
            if (p.was_alive && home_.entities.is_last(p.e) && !home_.is_at_rest(p.e)) return true;
        }
        return false;
    }
    /// An entity that no longer exists by other means is passed over. Throws what the allocator, a value or a hook
    /// throws; a part has been done then.
    void restore() {
        each_value(edited_kind::name, [this](entity e, const edited_value&) { (void)naming_of().remove(e); });
        // (Also of those that have their own links in the place of a clone's.)
        for (const auto kind : {edited_kind::relation, edited_kind::value}) {
            each_value(kind, [this](entity e, const edited_value& v) {
                if (those_[v.number()].cut == nullptr) return;
                note_partners(v.number(), e);
                those_[v.number()].cut(world(), e);
            });
        }
        for (const auto& s : undo_.families) leave(s);
        for (const piece& p : undo_.pieces) {
            if (!p.was_alive && home_.is_alive(p.e)) (void)edits<Allocator>::destroy(home_, p.e);
        }
        for (const piece& p : undo_.pieces) {
            if (p.was_alive && !p.is_alive) come_back(p);
        }
        each_value(edited_kind::value, [this](entity e, const edited_value& v) { set(e, v); });
        for (const auto& s : undo_.families) adopt(s);
        for (const piece& p : undo_.pieces) put_kin(p);
        each_value(edited_kind::relation, [this](entity e, const edited_value& v) {
            if (!v.is_missing) those_[v.number()].give(world(), e);
        });
        each_value(edited_kind::relation, [this](entity e, const edited_value& v) {
            note_partners(v.number(), e);
            relate(e, v);
        });
        each_value(edited_kind::relation,
                   [this](entity e, const edited_value& v) { those_[v.number()].settle(world(), e); });
        for (const auto& [number, e] : partners_) {
            if (home_.is_alive(e)) those_[number].settle(world(), e);
        }
        each_value(edited_kind::name, [this](entity e, const edited_value& v) {
            if (v.is_missing) return;
            byte_reader from(v.bytes);
            (void)from.get_bytes(2 * sizeof(std::uint32_t)); // the entity itself
            const std::span<const char> text = from.get_text();
            set_name(e, {text.data(), text.size()});
        });
        for (const auto& [e, text] : stripped_) {
            if (home_.is_alive(e) && naming_of().of(e).empty()) set_name(e, text);
        }
    }

  private:
    using component_row = local_row<copied_component<Allocator>, Allocator>;

    void note_partners(std::size_t number, entity e) {
        std::vector<entity> those;
        those_[number].add_partners(world(), e, those);
        for (const entity p : those) partners_.emplace_back(number, p);
    }

    /// Calls f(entity, value) for those of a kind. A link of a clone's is a value.
    template <class F> void each_value(edited_kind kind, F f) {
        for (const piece& p : undo_.pieces) {
            if (!p.was_alive) continue;
            byte_reader from(undo_.bytes_of(p));
            for (edited_value v = next_edited(from); v.which != edited_value::none; v = next_edited(from)) {
                if (home_.is_alive(p.e) && kind_of(v) == kind) f(p.e, v);
            }
        }
    }
    [[nodiscard]] edited_kind kind_of(const edited_value& v) const noexcept {
        return v.is_foreign() ? edited_kind::value : kinds_[v.number()];
    }
    /// (It may move.)
    [[nodiscard]] world_type& world() const noexcept { return home_.owner(); }
    [[nodiscard]] basic_family<Allocator>& family_of() {
        if (!family_) family_.emplace(world());
        return *family_;
    }
    [[nodiscard]] basic_naming<Allocator>& naming_of() {
        if (!naming_) naming_.emplace(world());
        return *naming_;
    }

    /// (Also where a sibling has the name: one that has lost its `kin` may have been called as another one.)
    void set_name(entity e, std::string_view text) { (void)world().set(e, entity_name{e, std::string(text)}); }
    /// Its name comes back when all have their parents.
    void strip(entity e) {
        const entity_name* const its = name_index<Allocator>::name_of(home_, e);
        if (its == nullptr) return;
        stripped_.emplace_back(e, its->text);
        (void)naming_of().remove(e);
    }
    void leave(const edit_undo::siblings& s) {
        for (std::size_t i = s.begin; i < s.end; ++i) {
            const entity c = undo_.children[i];
            const entity parent = home_.is_alive(c) ? parent_of(home_, c) : entity{};
            // (Of those from `middle` on, it has another parent, or none.)
            if (!parent || (i < s.middle ? parent == s.parent : parent != s.parent)) continue;
            strip(c);
            (void)family_of().leave(c);
        }
    }
    void adopt(const edit_undo::siblings& s) {
        if (!home_.is_alive(s.parent)) return;
        for (std::size_t i = s.begin; i < s.middle; ++i) {
            const entity c = undo_.children[i];
            if (!home_.is_alive(c)) continue;
            // (A hook may have taken the successor elsewhere.)
            const bool is_there = s.successor && parent_of(home_, s.successor) == s.parent;
            if (!is_there || !family_of().move_before(c, s.successor)) (void)family_of().adopt(s.parent, c);
        }
    }
    void put_kin(const piece& p) {
        if (!p.has_other_kin || !p.was_alive || !home_.is_alive(p.e)) return;
        const kin* const its = kin_of(home_, p.e);
        if (p.had_kin && its == nullptr) {
            kin made;
            made.self = p.e;
            (void)world().set(p.e, made);
        } else if (!p.had_kin && its != nullptr && !its->parent && !its->first_child) {
            (void)world().template remove<kin>(p.e);
        }
    }

    void come_back(const piece& p) {
        if (!home_.entities.is_last(p.e)) return;
        world_type made(home_.allocator());
        const entity e = made.create();
        component_row row(home_.allocator());
        byte_reader from(undo_.bytes_of(p));
        for (edited_value v = next_edited(from); v.which != edited_value::none; v = next_edited(from)) {
            const component_type& c = those_[v.number()];
            if (v.is_missing || kind_of(v) != edited_kind::value || !c.is_copyable) continue;
            c.set(c, types_, byte_reader(v.bytes), made, e);
        }
        for (const component_type& c : those_) {
            column<Allocator>& its = *c.column_in(made.storage());
            if (its.has(e.index())) row.push(copy_of_value(made.storage(), its, e, c.column_in(home_)));
        }
        (void)alike<Allocator>(home_, row).bring_back(p.e);
    }
    /// (Of one that has come back, what a hook has made of its values stays; but for what could not be copied.)
    void set(entity e, const edited_value& v) {
        const component_type& c = those_[v.number()];
        if (v.is_missing) return c.remove(world(), e);
        if (came_back(e) && c.is_copyable) return;
        // (A link of a clone's: it has its own now, which goes.)
        c.set(c, types_, byte_reader(v.bytes), world(), e);
    }
    [[nodiscard]] bool came_back(entity e) const noexcept {
        const auto at = std::ranges::lower_bound(undo_.pieces, e, {}, &piece::e);
        return at != undo_.pieces.end() && at->e == e && !at->is_alive;
    }
    void relate(entity e, const edited_value& v) {
        const component_type& c = those_[v.number()];
        if (!v.is_missing) c.link(c, types_, byte_reader(v.bytes), world(), e);
        else if (c.is_unlinked(world(), e)) c.remove(world(), e);
    }

    storage_type& home_;
    std::span<const component_type> those_;
    std::span<const edited_kind> kinds_;
    const saved_types<Allocator>& types_;
    const edit_undo& undo_;
    std::optional<basic_family<Allocator>> family_;
    std::optional<basic_naming<Allocator>> naming_;
    /// By the number of the relation.
    std::vector<std::pair<std::size_t, entity>> partners_;
    std::vector<std::pair<entity, std::string>> stripped_;
};

} // namespace throng::core
