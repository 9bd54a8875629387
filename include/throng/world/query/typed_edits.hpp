#pragma once

#include <throng/core/audit.hpp>
#include <throng/world/kernel/edits.hpp>
#include <throng/world/query.hpp>
#include <throng/world/query/required.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <tuple>
#include <type_traits>
#include <utility>

namespace throng::core {

template <class T> inline constexpr bool is_span_or_array_of_handles = false;
template <std::size_t N> inline constexpr bool is_span_or_array_of_handles<std::span<entity, N>> = true;
template <std::size_t N> inline constexpr bool is_span_or_array_of_handles<entity[N]> = true;
/// Whether a hook of `on_set` asks for the value before.
template <class F, class T> inline constexpr bool compares = std::is_invocable_v<F&, entity, T&, const T&>;

/// Calls a user's function of a hook: with the component of a type, or, for void, with its address.
template <class T, bool Compares = false, class F> [[nodiscard]] auto told_of(F f) {
    if constexpr (std::is_same_v<F, std::nullptr_t>) {
        return nullptr;
    } else {
        using value = std::conditional_t<std::is_void_v<T>, void*, std::add_lvalue_reference_t<T>>;
        static_assert(std::is_invocable_v<F&, entity, value> || Compares,
                      "throng: a hook takes the entity and the component, by reference: f(entity, T&)");
        return [f = std::move(f)](hooked& h) mutable {
            if constexpr (std::is_void_v<T>) f(h.e, h.value);
            else if constexpr (tag<T>) f(h.e, *tag_object<T>::get());
            else if constexpr (Compares)
                f(h.e, *static_cast<T*>(h.value), *static_cast<const T*>(h.before != nullptr ? h.before : h.value));
            else f(h.e, *static_cast<T*>(h.value));
        };
    }
}

/// The same of entities as such.
template <class F> [[nodiscard]] auto told_of_whole(F f) {
    if constexpr (std::is_same_v<F, std::nullptr_t>) {
        return nullptr;
    } else {
        static_assert(std::is_invocable_v<F&, entity>, "throng: a hook of entities takes the entity: f(entity)");
        return [f = std::move(f)](const hooked& h) mutable { (void)f(h.e); };
    }
}

/// Where the handles of new entities are put: a span, of any extent, or an array.
template <class T>
concept room_for_handles =
    is_span_or_array_of_handles<std::remove_cvref_t<T>> && std::is_constructible_v<std::span<entity>, T>;

template <class First, class... Rest> [[nodiscard]] constexpr bool all_differ() noexcept {
    if constexpr (sizeof...(Rest) == 0) return true;
    else return !(std::is_same_v<First, Rest> || ...) && all_differ<Rest...>();
}
/// Refuses arguments that cannot be meant as the components of a new entity.
template <class... Cs> constexpr void require_components() noexcept {
    static_assert(all_differ<void, std::decay_t<Cs>...>(), "throng: an entity has each component once");
    static_assert((!std::is_convertible_v<Cs, std::span<entity>> && ...),
                  "throng: a range of handles is no component: std::span(handles) is filled with the new ones");
    static_assert((!std::is_same_v<std::decay_t<Cs>, entity> && ...),
                  "throng: a handle is no component, and no hint: new entities get handles that have not been used; "
                  "throng::restore and throng::snapshot bring entities back with the handles that they had");
}

/// The edits of a world by the types of components, and of many entities at once: a word at a time where there is
/// nothing to tell.
template <class Allocator> class typed_edits {
    using untyped = edits<Allocator>;
    using storage_type = storage<Allocator>;
    using column_type = typename storage_type::column_type;
    using page_type = typename storage_type::page_type;
    using kind_type = typename storage_type::kind_type;
    template <class T> static constexpr bool is_plain = plain<T> && !is_sparse<T>();

  public:
    /// A new entity with these components, and those that they require.
    template <class... Cs> static entity created(storage_type& s, Cs&&... values) {
        if constexpr (require_more<std::decay_t<Cs>...>)
            return created_with(s, required_by<std::decay_t<Cs>...>(), std::forward<Cs>(values)...);
        else return created_alone(s, std::forward<Cs>(values)...);
    }
    template <class... Rs, class... Cs> static entity created_with(storage_type& s, types<Rs...>, Cs&&... values) {
        return created_alone(s, made_by_default<Rs>()..., std::forward<Cs>(values)...);
    }
    template <class... Cs> THRONG_ALWAYS_INLINE static entity created_alone(storage_type& s, Cs&&... values) {
        return made<std::decay_t<Cs>...>(s, [&](std::decay_t<Cs>*... at, auto&... cradle) {
            std::size_t i = 0;
            ((place_value(at, std::forward<Cs>(values)), (cradle.has(i), ...), ++i), ...);
        });
    }
    /// `n` new entities; their handles go to `handles`, unless that is null. The values may be components, which hooks
    /// may take away meanwhile.
    template <class... Cs>
    static void create_all(storage_type& s, entity* handles, std::size_t n, const Cs&... values) {
        require_components<Cs...>();
        if constexpr (require_more<Cs...>) create_all_with(s, handles, n, required_by<Cs...>(), values...);
        else create_all_alone(s, handles, n, values...);
    }
    template <class... Rs, class... Cs>
    static void create_all_with(storage_type& s, entity* handles, std::size_t n, types<Rs...>, const Cs&... values) {
        create_all_alone(s, handles, n, made_by_default<Rs>()..., values...);
    }
    template <class... Cs>
    static void create_all_alone(storage_type& s, entity* handles, std::size_t n, const Cs&... values) {
        [[maybe_unused]] const auto inside = s.entered({});
        if constexpr ((is_plain<Cs> && ...)) create_words(s, handles, n, values...);
        if (n == 0) return;
        const std::tuple<Cs...> own(values...);
        std::apply(
            [&](const Cs&... its) {
                for (; n != 0; --n) {
                    const entity e = created(s, its...);
                    if (handles != nullptr) *handles++ = e;
                }
            },
            own);
    }
    /// As many as can be created by words, where only keepers are to be called.
    template <class... Cs>
    static void create_words(storage_type& s, entity*& handles, std::size_t& n, const Cs&... values) {
        kind_type& k = s.entities.kinds.template of<Cs...>();
        column_type* const columns[] = {&s.template column_of<Cs>()..., nullptr};
        if (s.births_are_told() || untyped::are_hooked(columns, sizeof...(Cs))) return;
        typename untyped::observers_of_sets sets(s);
        {
            const typename untyped::keeping now(s.edits);
            while (n != 0) {
                page_type& p = page_for(s, k);
                const unsigned w = p.first_free;
                const word those = s.entities.take_slots(p, n);
                place_word<Cs...>(columns, p, w, those, std::index_sequence_for<Cs...>{}, values...);
                s.entities.settle_word(p, w, those);
                n -= count(those);
                const bool walked = s.walks.any();
                for (word rest = handles != nullptr || walked || audited ? those : word{}; any(rest);
                     rest = without_lowest(rest)) {
                    const entity e = s.entities.entity_at(p, w * word_bits + lowest(rest));
                    s.journal_birth(e, {});
                    if (walked) s.walks.born(e.index());
                    if (handles != nullptr) *handles++ = e;
                }
                for (std::size_t i = 0; i != sizeof...(Cs); ++i)
                    untyped::tell_keepers_came(s, *columns[i], {columns[i], p.number, w, those, {}});
            }
        }
        sets.call();
    }
    /// The source is alive. The copy does not get components that the source loses while its values are copied.
    THRONG_ONCE static entity cloned(storage_type& s, entity source, caller where) {
        THRONG_EXPECTS(s.is_alive(source));
        const typename storage_type::standing original(s, source.index());
        const page_type& from = s.page(source.index() / page_slots);
        local_row<column_type*, Allocator> copied(s.allocator());
        for (const auto& a : from.columns) {
            if (a.of->has(source.index()) && a.of->type.can_be_copied()) copied.push(a.of);
        }
        page_type& p = s.entities.page_for(*from.of, s.walks.any());
        for (column_type* const c : copied) (void)s.entities.attach(*c, p);
        const unsigned slot = s.entities.take_slot(p);
        std::size_t n = 0;
        {
            // (It ends before hooks are called: nothing is released while it is positioned there.)
            typename untyped::newborn cradle(s, p, slot, copied.begin());
            for (column_type* const c : copied) c->equip_cell(s.allocator(), c->parts.values(p.number), slot);
            for (column_type* const c : copied) {
                if (!c->has(source.index())) continue;
                copied[n] = c;
                if (c->type.size != 0) c->type.copy_value(c->value(p.number, slot), c->value(source.index()));
                cradle.has(n++);
                if (!s.is_alive(source)) return {};
            }
            s.walks.expect(p.number);
            cradle.is_whole();
        }
        return born(s, p, slot, copied.begin(), n, where);
    }

    /// The page for the next entity of a kind; walks expect one there.
    static page_type& page_for(storage_type& s, kind_type& k) {
        page_type& p = s.entities.page_for(k, s.walks.any());
        s.walks.expect(p.number);
        return p;
    }
    /// All its values are made: from now on it is there.
    static entity born(storage_type& s, page_type& p, unsigned slot, column_type** columns, std::size_t n,
                       caller where) {
        const word its = bit(slot % word_bits);
        for (std::size_t i = 0; i < n; ++i) columns[i]->present(p.number)[slot / word_bits] |= its;
        const entity e = arrived(s, p, slot, where);
        untyped::tell_born(s, e, columns, n);
        return e;
    }
    /// Each of a range of handles, which may lie in what goes with them; how many were not stale.
    template <class Range> static std::size_t destroyed_all(storage_type& s, const Range& handles) {
        local_row<entity, Allocator> own(s.allocator());
        for (const entity e : handles) own.push(e);
        std::size_t n = 0;
        for (const entity e : own) n += untyped::destroy(s, e) ? 1U : 0U;
        return n;
    }
    /// All that match; how many.
    template <class Matcher> static std::size_t destroyed_of(storage_type& s, const query<Matcher>& those) {
        std::size_t n = 0;
        if (!destroys_plainly(s, those)) {
            those.each([&](entity e, auto&&...) { n += untyped::destroy(s, e) ? 1U : 0U; });
            return n;
        }
        those.each_word([&](std::uint32_t page, unsigned w, word matching) {
            untyped::destroy_word(s, s.page(page), w, matching);
            n += count(matching);
            return true;
        });
        return n;
    }

    /// Gives an entity a component, and before it those that it requires: see world::add.
    template <class T, class... Args> static T* emplaced(storage_type& s, caller where, entity e, Args&&... args) {
        if constexpr (require_more<T>) {
            if (s.is_alive(e) && !s.template column_of<T>().has(e.index()))
                return emplaced_with<T>(s, where, e, required_by<T>(), std::forward<Args>(args)...);
        }
        return emplaced_alone<T>(s, where, e, std::forward<Args>(args)...);
    }
    template <class T, class... Args>
    THRONG_ALWAYS_INLINE static T* emplaced_alone(storage_type& s, caller where, entity e, Args&&... args) {
        if constexpr (plain<T>) {
            // Made before anything else, so that it does not matter what that does.
            const T value = made_of<T>(std::forward<Args>(args)...);
            return added<T>(s, where, e, [&](T* at) { ::new (static_cast<void*>(at)) T(value); });
        } else {
            return added<T>(s, where, e, [&](T* at) {
                if constexpr (std::is_constructible_v<T, Args...>)
                    ::new (static_cast<void*>(at)) T(std::forward<Args>(args)...);
                else ::new (static_cast<void*>(at)) T{std::forward<Args>(args)...};
            });
        }
    }
    template <class T, class... Rs, class... Args>
    static T* emplaced_with(storage_type& s, caller where, entity e, types<Rs...>, Args&&... args) {
        companions<typed_edits, Allocator, Rs...> all(s, e);
        T* added = nullptr;
        if constexpr (std::is_move_constructible_v<T>) {
            // (Made before hooks are called: the arguments may be values that they take away.)
            T own = [&] {
                if constexpr (std::is_constructible_v<T, Args...>) return T(std::forward<Args>(args)...);
                else return T{std::forward<Args>(args)...};
            }();
            all.come(where);
            added = emplaced_alone<T>(s, where, e, std::move(own));
        } else {
            all.come(where);
            added = emplaced_alone<T>(s, where, e, std::forward<Args>(args)...);
        }
        all.stay();
        return added;
    }
    /// Gives an entity a component, or assigns to the one it has: see world::set.
    template <class T> static T* assigned(storage_type& s, caller where, entity e, T&& value) {
        if (!s.is_alive(e)) return nullptr;
        column_type& c = s.template column_of<T>();
        if (!c.has(e.index())) return emplaced<T>(s, where, e, std::forward<T>(value));
        T* const x = c.template value_at<T>(e.index());
        const auto is_there = [&] { return s.is_alive(e) && c.has(e.index()); };
        if constexpr (tag<T> || std::is_trivially_copyable_v<T>) {
            const value_before<T> before(c, *x);
            if constexpr (!tag<T>) *x = std::forward<T>(value);
            untyped::was_set(s, c, e.index(), before.get());
        } else {
            // The copy and the assignment may be edits.
            const typename storage_type::standing here(s, e.index());
            const value_before<T> before(c, *x);
            if (!is_there()) return nullptr;
            *x = std::forward<T>(value);
            if (is_there()) untyped::was_set(s, c, e.index(), before.get());
        }
        return is_there() ? x : nullptr;
    }
    /// Calls f(T&) for an entity's component: see world::patch.
    template <class T, class F> static bool patched(storage_type& s, entity e, F& f) {
        T* const x = s.is_alive(e) ? s.template find_value<T>(e) : nullptr;
        if (x == nullptr) return false;
        const typename storage_type::standing here(s, e.index());
        column_type& c = s.template column_of<T>();
        const value_before<T> before(c, *x);
        f(*x);
        if (s.is_alive(e) && c.has(e.index())) untyped::was_set(s, c, e.index(), before.get());
        return true;
    }
    /// Gives all that match a copy of a component; how many got one.
    template <class T, class Matcher>
    static std::size_t added_to(storage_type& s, const query<Matcher>& those, const T& value) {
        column_type& c = s.template column_of<T>();
        // (It may be one of those that hooks take away.)
        const T own(value);
        if constexpr (is_plain<T> && !require_more<T>) {
            if (untyped::adds_plainly(s, c)) {
                typename untyped::observers_of_sets sets(s);
                const std::size_t n = added_by_words(s, c, those, own);
                sets.call();
                return n;
            }
        }
        return added_one_by_one(s, c, those, [&](entity e) { return emplaced<T>(s, {}, e, own); });
    }
    /// Where only keepers are to be called.
    template <class T, class Matcher>
    static std::size_t added_by_words(storage_type& s, column_type& c, const query<Matcher>& those, const T& value) {
        const typename untyped::keeping now(s.edits);
        std::size_t n = 0;
        those.each_word([&](std::uint32_t page, unsigned w, word matching) {
            T* const first = column_type::template value_of<T>(s.entities.attach(c, s.page(page)), 0);
            word& there = c.present(page)[w];
            const word gets = matching & ~there;
            if constexpr (!tag<T>) fill(first + w * word_bits, gets, value);
            there |= gets;
            c.note_gained(page, w, gets);
            untyped::tell_keepers_came(s, c, {&c, page, w, gets, {}});
            n += count(gets);
            return true;
        });
        return n;
    }
    /// The same of a component that has no C++ type here: see world::add.
    template <class Matcher>
    static std::size_t added_to(storage_type& s, column_type& c, const query<Matcher>& those, const void* value) {
        const auto add = [&](const void* from) {
            return added_one_by_one(s, c, those, [&](entity e) { return untyped::add_erased(s, c, e, from); });
        };
        if (value == nullptr || c.type.size == 0 || !c.type.can_be_copied()) return add(value);
        const typename untyped::copied_value own(s.allocator(), c, value);
        return add(own.value());
    }
    /// Takes a component from all that match; how many had it.
    template <class Matcher>
    static std::size_t removed_from(storage_type& s, column_type& c, const query<Matcher>& those) {
        std::size_t n = 0;
        if (!untyped::removes_plainly(s, c)) {
            those.each([&](entity e, auto&&...) {
                if (s.is_alive(e)) n += untyped::remove(s, c, e.index()) ? 1U : 0U;
            });
            return n;
        }
        those.each_page([&](std::uint32_t page, const word* matching) {
            word* const there = c.present(page);
            word lose[page_words];
            word some{};
            for (unsigned w = 0; w < page_words; ++w) some |= lose[w] = matching[w] & there[w];
            // (The bits of a page that the column is not on may not be written to.)
            if (!any(some)) return true;
            for (unsigned w = 0; w < page_words; ++w) there[w] &= ~lose[w];
            c.note_lost(page, static_cast<const word*>(lose));
            n += count_page(lose);
            s.walks.page_changed(page);
            return true;
        });
        return n;
    }

  private:
    /// A copy of a value that is about to be set, if a hook asks for it.
    template <class T> class value_before {
      public:
        value_before(const column_type& c, const T& now) {
            if constexpr (std::is_copy_constructible_v<T> && !tag<T>) {
                if (c.audience.on_set_compares) [[unlikely]]
                    copy_ = ::new (static_cast<void*>(bytes_)) T(now);
            }
        }
        value_before(const value_before&) = delete;
        value_before& operator=(const value_before&) = delete;
        ~value_before() {
            if (copy_ != nullptr) copy_->~T();
        }
        [[nodiscard]] const T* get() const noexcept { return copy_; }

      private:
        alignas(T) std::byte bytes_[sizeof(T)];
        T* copy_ = nullptr;
    };

    /// Calls add(entity) for each that has none, which gives its address or null; how many got one.
    template <class Matcher, class Add> static std::size_t added_one_by_one(const storage_type& s, const column_type& c,
                                                                            const query<Matcher>& those, Add add) {
        std::size_t n = 0;
        those.each([&](entity e, auto&&...) {
            if (s.is_alive(e) && !c.has(e.index()) && add(e) != nullptr) ++n;
        });
        return n;
    }
    template <class Matcher>
    [[nodiscard]] static bool destroys_plainly(const storage_type& s, const query<Matcher>& those) noexcept {
        bool plainly = !s.walks.any();
        those.each_word([&](std::uint32_t page, unsigned, word) {
            return plainly = plainly && untyped::destroys_plainly(s, s.page(page));
        });
        return plainly;
    }
    template <class T, class... Args> [[nodiscard]] static T made_of(Args&&... args) {
        if constexpr (std::is_constructible_v<T, Args...>) return T(std::forward<Args>(args)...);
        else return T{std::forward<Args>(args)...};
    }
    template <class T> static void fill(T* first, word those, const T& value) noexcept {
        if (!any(~those)) {
            for (unsigned i = 0; i < word_bits; ++i) ::new (static_cast<void*>(first + i)) T(value);
            return;
        }
        for (word rest = those; any(rest); rest = without_lowest(rest))
            ::new (static_cast<void*>(first + lowest(rest))) T(value);
    }

    // (Not inline: it is long, and would take registers from the walks in whose bodies entities are born.)
    template <class... Cs, class Make> THRONG_NOINLINE static entity made(storage_type& s, Make make) {
        [[maybe_unused]] const auto inside = s.entered({});
        page_type& p = page_for(s, s.entities.kinds.template of<Cs...>());
        const unsigned slot = s.entities.take_slot(p);
        // (The kind has them all.)
        const known_type<Allocator>* const types[] = {&s.components.type_of(known_component_number<Cs>())..., nullptr};
        return made_there<Cs...>(s, types, p, slot, make, std::index_sequence_for<Cs...>{});
    }
    template <class... Cs, class Make, std::size_t... I>
    THRONG_ALWAYS_INLINE static entity made_there(storage_type& s, const known_type<Allocator>* const* types,
                                                  page_type& p, unsigned slot, Make& make, std::index_sequence<I...>) {
        if constexpr ((is_plain<Cs> && ...)) {
            make(column_type::template value_of<Cs>(types[I]->parts.values[p.number], slot)...);
            ((types[I]->parts.present[p.number][slot / word_bits] |= bit(slot % word_bits)), ...);
            bool simply = !(types[I]->is_marked_in(s.components.special_additions()) || ...);
            if constexpr (sizeof...(Cs) == 0) simply = !s.components.births_are_told;
            const entity e = arrived(s, p, slot, {});
            if (!simply) [[unlikely]] {
                column_type* columns[] = {types[I]->of..., nullptr};
                untyped::tell_born(s, e, columns, sizeof...(Cs));
            }
            return e;
        } else {
            column_type* columns[] = {types[I]->of..., nullptr};
            {
                // Making a value may do anything.
                typename untyped::newborn cradle(s, p, slot, columns);
                (columns[I]->equip_cell(s.allocator(), columns[I]->parts.values(p.number), slot), ...);
                make(column_type::template value_of<Cs>(columns[I]->parts.values(p.number), slot)..., cradle);
                s.walks.expect(p.number);
                cradle.is_whole();
            }
            return born(s, p, slot, columns, sizeof...(Cs), {});
        }
    }
    THRONG_ALWAYS_INLINE static entity arrived(storage_type& s, page_type& p, unsigned slot, caller where) {
        s.entities.settle(p, slot);
        const entity e = s.entities.entity_at(p, slot);
        s.journal_birth(e, where);
        s.walks.born(e.index());
        return e;
    }
    template <class... Cs, std::size_t... I>
    static void place_word([[maybe_unused]] column_type* const* columns, [[maybe_unused]] const page_type& p,
                           unsigned w, word those, std::index_sequence<I...>, const Cs&... values) noexcept {
        [[maybe_unused]] const auto place = [&]<class C>(column_type& c, const C& value) {
            if constexpr (!tag<C>)
                fill(column_type::template value_of<C>(c.parts.values(p.number), w * word_bits), those, value);
            c.present(p.number)[w] |= those;
        };
        (place(*columns[I], values), ...);
    }
    template <class T, class Make>
    static T* added(storage_type& s, [[maybe_unused]] caller where, entity e, Make make) {
        [[maybe_unused]] const auto inside = s.entered(where);
        if (!s.is_alive(e)) return nullptr;
        if constexpr (is_plain<T>) {
            const auto& its = s.components.type_of(known_component_number<T>());
            if (its.of != nullptr && !its.is_marked_in(s.careful_additions())) [[likely]] {
                std::byte* const values = its.parts.values[e.index() / page_slots];
                const unsigned slot = e.index() % page_slots;
                if (values != nullptr) [[likely]] {
                    word& there = its.parts.word_of(e.index());
                    T* const x = column_type::template value_of<T>(values, slot);
                    if (has_bit(there, slot % word_bits)) return x;
                    make(x);
                    there |= bit(slot % word_bits);
                    return x;
                }
            }
        }
        return untyped::template add<T>(s, e, make);
    }
};

} // namespace throng::core
