#pragma once

#include <throng/world/byte_stream.hpp>
#include <throng/world/contents.hpp>
#include <throng/world/world.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>

namespace throng {

/// Why something could not be restored: true if it could.
struct restored {
    /// Null if all is well.
    const char* error = nullptr;
    /// Where in the bytes.
    std::size_t position = 0;
    [[nodiscard]] explicit operator bool() const noexcept { return error == nullptr; }
};

namespace core {

inline constexpr char saved_magic[16] = "throng world 1\n";
inline constexpr std::uint32_t byte_order_mark = 0x01020304;

/// How one component goes to bytes and back.
template <class T> struct component_bytes {
    static_assert(requires { component<T>::name; }, "throng: to be saved, a component needs a component<T>::name");

    template <class Writer> static void save(Writer& to, const T& value) {
        if constexpr (requires { component<T>::save(value, to); }) component<T>::save(value, to);
        else {
            static_assert(std::is_trivially_copyable_v<T>,
                          "throng: to be saved, a component that is not trivially copyable needs component<T>::save");
            if constexpr (!tag<T>) to.put(value);
        }
    }
    static void restore(byte_reader& from, void* at) {
        if constexpr (requires { component<T>::restore(from); }) ::new (at) T(component<T>::restore(from));
        else if constexpr (!tag<T>) from.read(at, sizeof(T));
    }
};

template <class Allocator, class Writer> class world_saver {
    using storage_type = storage<Allocator>;
    using page_type = entity_page<Allocator>;
    using column_type = column<Allocator>;

  public:
    world_saver(const storage_type& s, Writer& to) : storage_(s), to_(to) {}

    template <class... Cs> void save(components_t<Cs...>) {
        const column_type* const columns[] = {storage_.template find_column<Cs>()..., nullptr};
        to_.write(saved_magic, sizeof(saved_magic));
        to_.put(byte_order_mark);
        to_.put(std::uint32_t{page_slots});
        to_.put(static_cast<std::uint32_t>(sizeof...(Cs)));
        (put_name<Cs>(), ...);
        const auto number_of = [&](const column_type* c) {
            std::uint32_t n = 0;
            while (n < sizeof...(Cs) && columns[n] != c) ++n;
            return n;
        };
        to_.put(static_cast<std::uint32_t>(storage_.kinds().size()));
        for (const auto* const k : storage_.kinds()) {
            std::uint32_t known = 0;
            for (const column_type* const c : k->columns) known += number_of(c) < sizeof...(Cs) ? 1U : 0U;
            to_.put(known);
            for (const column_type* const c : k->columns) {
                if (number_of(c) < sizeof...(Cs)) to_.put(number_of(c));
            }
        }
        to_.put(storage_.page_count());
        for (std::uint32_t p = 0; p < storage_.page_count(); ++p) {
            const page_type& page = storage_.page(p);
            to_.put(page.of == nullptr ? std::uint32_t{0} : page.of->number + 1);
            to_.put(page.upper >> 16U);
            to_.write(page.alive, sizeof(page.alive));
            to_.write(page.used_up, sizeof(page.used_up));
            // (A slot that is dead but still looked at may be at its end.)
            to_.write(page.generations, sizeof(page.generations));
            std::size_t i = 0;
            (put_values<Cs>(columns[i++], p), ...);
        }
    }

  private:
    template <class C> void put_name() {
        const char* const name = component<C>::name;
        to_.put_text(name, std::strlen(name));
        to_.put(static_cast<std::uint32_t>(tag<C> ? 0 : sizeof(C)));
    }
    template <class C> void put_values(const column_type* c, std::uint32_t p) {
        std::byte* const b = c == nullptr ? nullptr : c->parts.values(p);
        to_.put(static_cast<std::uint8_t>(b != nullptr));
        if (b == nullptr) return;
        const word* const present = c->present(p);
        to_.write(present, page_words * sizeof(word));
        for (unsigned w = 0; w < page_words; ++w) {
            for (word rest = present[w]; any(rest); rest = without_lowest(rest))
                component_bytes<C>::save(to_, *column_type::template value_of<C>(b, w * word_bits + lowest(rest)));
        }
    }

    const storage_type& storage_;
    Writer& to_;
};

template <class Allocator> class world_restorer {
    using contents_type = world_contents<Allocator>;
    using page_type = entity_page<Allocator>;
    using column_type = column<Allocator>;

  public:
    world_restorer(contents_type& to, byte_reader& from) : to_(to), from_(from) {}

    /// Null, or what is wrong.
    template <class... Cs> const char* restore(components_t<Cs...>) {
        char magic[sizeof(saved_magic)];
        from_.read(magic, sizeof(magic));
        if (!from_.good() || std::memcmp(magic, saved_magic, sizeof(magic)) != 0) return "this is no saved world";
        if (from_.get<std::uint32_t>() != byte_order_mark) return "saved on a machine with another byte order";
        if (from_.get<std::uint32_t>() != page_slots) return "saved with pages of another size";
        if (from_.get<std::uint32_t>() != sizeof...(Cs)) return "saved with another number of components";
        if (!(is_name_of<Cs>() && ...)) return "saved with other components, or in another order";
        auto& home = to_.home();
        const std::uint32_t numbers[] = {home.template column_of<Cs>().number..., 0};

        const auto kinds = from_.get<std::uint32_t>();
        for (std::uint32_t k = 0; k < kinds; ++k) {
            const auto columns = from_.get<std::uint32_t>();
            if (!from_.good() || columns > sizeof...(Cs)) return "a kind has too many components";
            auto& kind = to_.add_kind();
            for (std::uint32_t i = 0; i < columns; ++i) {
                const auto n = from_.get<std::uint32_t>();
                if (!from_.good() || n >= sizeof...(Cs)) return "a kind has a component that there is not";
                to_.add_column(kind, numbers[n]);
            }
            sort(kind);
            for (std::size_t i = 1; i < kind.columns.size(); ++i) {
                if (kind.columns[i] == kind.columns[i - 1]) return "a kind has a component twice";
            }
        }
        const auto pages = from_.get<std::uint32_t>();
        if (!from_.good() || pages > from_.rest() / sizeof(page_type::generations)) return "too short for its pages";
        for (std::uint32_t p = 0; p < pages; ++p) {
            page_type& page = to_.add_page();
            const auto of = from_.get<std::uint32_t>();
            if (of > kinds) return "a page is of a kind that there is not";
            page.of = of == 0 ? nullptr : to_.kinds()[of - 1];
            const auto upper = from_.get<std::uint32_t>();
            page.upper = upper << 16U;
            if (upper == 0 || upper > 0xffff) return "a page has impossible generations";
            from_.read(page.alive, sizeof(page.alive));
            from_.read(page.used_up, sizeof(page.used_up));
            from_.read(page.generations, sizeof(page.generations));
            if (!from_.good()) return "too short";
            for (unsigned s = 0; s < page_slots; ++s) {
                const word its = bit(s % word_bits);
                const bool up = any(page.used_up[s / word_bits] & its);
                if (page.generations[s] == 0 && page.is_alive(s)) return "somebody lives in a slot that is used up";
                if (up != (page.generations[s] == 0)) {
                    if (up) return "a slot is used up that is not";
                    page.used_up[s / word_bits] |= its;
                }
                if (page.is_alive(s) && page.of == nullptr) return "somebody lives on a page that is of no kind";
            }
            const char* error = nullptr;
            std::size_t i = 0;
            (void)(((error = get_values<Cs>(page, numbers[i++])) == nullptr) && ...);
            if (error != nullptr) return error;
            to_.attach_missing(page);
        }
        return from_.good() ? nullptr : "too short";
    }

  private:
    template <class C> [[nodiscard]] bool is_name_of() noexcept {
        const char* const name = component<C>::name;
        const std::span<const char> saved = from_.get_text();
        const auto size = from_.get<std::uint32_t>();
        return from_.good() && saved.size() == std::strlen(name) &&
               std::memcmp(saved.data(), name, saved.size()) == 0 && size == (tag<C> ? 0 : sizeof(C));
    }
    template <class Kind> static void sort(Kind& k) noexcept {
        for (std::size_t i = 1; i < k.columns.size(); ++i) {
            for (std::size_t j = i; j > 0 && k.columns[j]->number < k.columns[j - 1]->number; --j)
                std::swap(k.columns[j], k.columns[j - 1]);
        }
    }
    template <class C> const char* get_values(page_type& page, std::uint32_t number) {
        const auto there = from_.get<std::uint8_t>();
        if (there > 1) return "neither a component nor none";
        if (there == 0) return nullptr;
        word present[page_words];
        from_.read(present, sizeof(present));
        std::byte* const b = to_.attach(page, number);
        word* const there_now = to_.column_numbered(number).present(page.number);
        for (unsigned w = 0; w < page_words; ++w) {
            if (any(present[w] & ~page.alive[w])) return "somebody dead has a component";
            for (word rest = present[w]; any(rest); rest = without_lowest(rest)) {
                if (!from_.good()) return "too short for its values";
                const unsigned s = w * word_bits + lowest(rest);
                to_.equip_cell(number, b, s);
                component_bytes<C>::restore(from_, column_type::template value_of<C>(b, s));
                there_now[w] |= bit(s % word_bits);
            }
        }
        return from_.good() ? nullptr : "too short for its values";
    }

    contents_type& to_;
    byte_reader& from_;
};

} // namespace core

/// Writes a world's entities and the listed components: handles, free slots, order and so the indices of later
/// creations will be as if it had never been saved. Components that are not listed, subsets, single values, systems and
/// hooks are not part of it; who is dead but kept, for a walk or for systems that are to be told of it, counts as gone.
/// `to` is a byte_writer, or what has its functions. Bytes can be read where the byte order and the sizes of the
/// components are the same; a component's `save` is called for values that are not trivially copyable.
template <class Allocator, class Writer, class... Cs>
void save(const basic_world<Allocator>& w, Writer& to, components_t<Cs...> those) {
    const std::size_t begin = to.bytes().size();
    core::world_saver<Allocator, Writer>(w.storage(), to).save(those);
    const auto all = to.bytes();
    to.put(core::mix(0, all.data() + begin, all.size() - begin));
}

/// Puts a saved world in the place of what the world holds. What is damaged or foreign is refused, and the world is as
/// it was; so it is where a walk is open. Calls no hooks; systems are told of everybody as having joined at their next
/// run. Throws what the allocator or a component's `restore` throws; nothing has changed then.
template <class Allocator, class... Cs>
restored restore(basic_world<Allocator>& w, std::span<const std::byte> bytes, components_t<Cs...> those) {
    if (w.storage().is_being_looked_at()) return {"a walk of the world is open", 0};
    std::uint64_t sum = 0;
    if (bytes.size() < sizeof(sum) + sizeof(core::saved_magic)) return {"too short for a saved world", bytes.size()};
    const auto body = bytes.first(bytes.size() - sizeof(sum));
    if (std::memcmp(body.data(), core::saved_magic, sizeof(core::saved_magic)) != 0)
        return {"this is no saved world", 0};
    std::memcpy(&sum, bytes.data() + body.size(), sizeof(sum));
    if (sum != core::mix(0, body.data(), body.size())) return {"damaged: the check sum is wrong", body.size()};
    ((void)w.storage().template column_of<Cs>(), ...);
    core::world_contents<Allocator> contents(w.storage());
    byte_reader from(body);
    const char* const error = core::world_restorer<Allocator>(contents, from).restore(those);
    if (error != nullptr) return {error, from.position()};
    if (from.rest() != 0) return {"bytes are left over", from.position()};
    contents.exchange();
    return {};
}

/// A number that is the same for worlds in the same state: entities, handles, and the listed components' values, which
/// are taken byte by byte, or by `component<T>::hash(value)`. (A type with padding needs that.) A singleton whose type
/// is listed counts, too.
template <class Allocator, class... Cs>
[[nodiscard]] std::uint64_t hash(const basic_world<Allocator>& w, components_t<Cs...>) {
    using namespace core;
    const auto& s = w.storage();
    std::uint64_t h = s.size();
    const auto add_value = [&h]<class C>(const C& x) {
        if constexpr (requires { component<C>::hash(x); }) {
            const std::uint64_t its = component<C>::hash(x);
            h = mix(h, &its, sizeof(its));
        } else if constexpr (!tag<C>) {
            static_assert(std::is_trivially_copyable_v<C>, "throng: give it a component<T>::hash");
            h = mix(h, std::addressof(x), sizeof(C));
        }
    };
    for (std::uint32_t p = 0; p < s.page_count(); ++p) {
        const auto& page = s.page(p);
        h = mix(h, page.alive, sizeof(page.alive));
        for (unsigned i = 0; i < page_slots; ++i) {
            if (page.is_alive(i)) h = (h ^ page.generation(i)) * 0x9e3779b97f4a7c15U;
        }
        const auto add = [&]<class C>(const column<Allocator>* c, const C*) {
            std::byte* const b = c == nullptr ? nullptr : c->parts.values(p);
            const word* const there = c == nullptr ? no_words : c->present(p);
            h = mix(h, there, page_words * sizeof(word));
            for (unsigned i = 0; i < page_words; ++i) {
                for (word rest = there[i]; any(rest); rest = without_lowest(rest)) {
                    add_value(*column<Allocator>::template value_of<C>(b, i * word_bits + lowest(rest)));
                }
            }
        };
        (add(s.template find_column<Cs>(), static_cast<const Cs*>(nullptr)), ...);
    }
    std::uint32_t n = 0;
    const auto add_single = [&]<class C>(const C* single) {
        ++n;
        if (single == nullptr) return;
        h = mix(h, &n, sizeof(n));
        add_value(*single);
    };
    (add_single(static_cast<const Cs*>(s.singles().get(single_number<Cs>()))), ...);
    return h;
}

} // namespace throng
