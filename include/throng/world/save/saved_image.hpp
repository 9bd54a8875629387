#pragma once

#include <throng/entity/detail/tree_node.hpp>
#include <throng/snapshot_of.hpp>
#include <throng/world/description/description_check.hpp>
#include <throng/world/save/saved_type.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

/// The state of a store as bytes, which do not depend on pages: elements have numbers, their places in a row, or their
/// slots if slots are handles.
namespace throng::core {

/// Values of one type in the bytes, where they may have been of an earlier type of that name.
template <class T> class saved_values {
    static_assert(check_compiler<T>());
    static_assert(described<T>,
                  "throng: what is saved has to be described: list its fields in component<T>::fields, or "
                  "give component<T>::save and restore");
    static_assert(check_members<T>());
    static_assert(!std::is_empty_v<T>, "throng: of empty elements there is nothing to save");
    static_assert(std::default_initializable<T> || restores_itself<T>,
                  "throng: what is read from bytes is made of nothing, and then read field by field; or give "
                  "component<T>::restore");

  public:
    static void write_type(byte_writer<>& to) { core::write_type(description_of<T>(), to); }
    static void write(const T& value, byte_writer<>& to) {
        write_value(description_of<T>(), std::addressof(value), to);
    }

    const char* read_type(byte_reader& from, field_path& path) {
        if (const char* const error = types_.parse(from, type_)) return error;
        if (types_[type_].least == 0) return "its elements are of nothing";
        if (types_.is_custom(type_) && restores_itself<T>) return nullptr;
        if (!std::default_initializable<T>) return "it cannot be made of nothing";
        return types_.aim(type_, description_of<T>(), path);
    }
    /// So many there may be at most in what is left.
    [[nodiscard]] std::uint64_t most_in(const byte_reader& from) const noexcept {
        return from.rest() / types_[type_].least;
    }
    /// Reads one: `make(f)` makes an element of what f() gives, where it is destroyed from then on, and gives its
    /// value. Null, or what is wrong. Throws what that throws.
    template <class Make> const char* read(byte_reader& from, field_path& path, Make make) const {
        if constexpr (restores_itself<T>) {
            if (types_.is_custom(type_)) {
                byte_reader own(from.get_bytes(from.get<std::uint64_t>()));
                if (!from.good()) return types_.too_short;
                (void)make([&] { return component<T>::restore(own); });
                return own.good() && own.rest() == 0 ? nullptr : "its restore has not read what its save has written";
            }
        }
        if constexpr (std::default_initializable<T>) {
            T& made = make([] { return T(); });
            return types_.read(type_, from, std::addressof(made), path);
        } else {
            return "it cannot be made of nothing";
        }
    }

  private:
    saved_types<std::allocator<std::byte>> types_{std::allocator<std::byte>()};
    typename saved_types<std::allocator<std::byte>>::index type_ = 0;
};

/// The part of an element that is saved: all of it, or the value of a node.
template <class E> struct value_in {
    using type = E;
    [[nodiscard]] static const E* of(const E* x) noexcept { return x; }
    template <class F> static E& make(E* at, F value) { return *::new (static_cast<void*>(at)) E(value()); }
};
template <class T> struct value_in<tree_node<T>> {
    using type = T;
    [[nodiscard]] static const T* of(const tree_node<T>* n) noexcept { return std::addressof(n->value); }
    template <class F> static T& make(tree_node<T>* at, F value) {
        return (::new (static_cast<void*>(at)) tree_node<T>(std::in_place, value()))->value;
    }
};

/// Writes and reads the image of a store, and so sees into what it is made of.
template <class Store> class saved_image {
    using image_type = store_image<Store>;
    using page_type = typename Store::page_type;
    using pages_type = page_image<page_type>;
    using link = typename image_type::link;
    using members_type = typename image_type::members_type;
    using value = value_in<typename Store::value_type>;
    using values_type = saved_values<typename value::type>;
    static constexpr unsigned slots = page_type::slots();
    static constexpr const char* too_short = "too short";
    static constexpr const char* no_memory = "there is no memory for it";
    static constexpr const char* impossible = "it has impossible handles";

  public:
    static void write(const image_type& image, byte_writer<>& to) {
        values_type::write_type(to);
        std::uint64_t places = 0;
        for_each_place(image, [&places](pages_type&, unsigned, std::size_t) { ++places; });
        to.put(places);
        to.put(std::uint64_t{image.waiting_});
        if constexpr (Store::numbered) write_slots(image, to);
        else write_table(image, to);
        for_each_place(image, [&to](pages_type& p, unsigned s, std::size_t) {
            if (is_live(p, s)) values_type::write(*value::of(p.slot(s)), to);
        });
        std::uint32_t subsets = 0;
        for (const members_type* m = image.subsets_; m != nullptr; m = m->next) ++subsets;
        to.put(subsets);
        for (const members_type* m = image.subsets_; m != nullptr; m = m->next) {
            to.put(m->made);
            write_bits(image, to, [m](pages_type&, unsigned s, std::size_t page) {
                return any(m->members[page * page_type::words + s / word_bits] & bit(s % word_bits));
            });
        }
    }

    /// Becomes, while nothing is there, what the bytes say. Null, or what is wrong. Throws what the allocator or
    /// an element throws.
    static const char* read(image_type& image, byte_reader& from, field_path& path) {
        values_type values;
        if (const char* const error = values.read_type(from, path)) return error;
        const auto n = from.get<std::uint64_t>();
        const auto waiting = from.get<std::uint64_t>();
        // (A slot has a generation at least, an element a byte.)
        if (!from.good() || n > (Store::numbered ? from.rest() / sizeof(std::uint32_t) : values.most_in(from)))
            return too_short;
        if (waiting > (Store::is_counted ? n : 0)) return "more of it waits than there is";
        image.waiting_ = static_cast<std::size_t>(waiting);
        const auto places = static_cast<std::size_t>(n);
        if (!make_pages(image, places)) return no_memory;
        std::vector<std::uint64_t> live; // of slots; in a row, all are
        if constexpr (Store::numbered) {
            if (const char* const error = read_slots(image, places, live, from)) return error;
        } else {
            if (const char* const error = read_table(image, places, from)) return error;
        }
        const char* error = nullptr;
        for_each_read(image, places, [&](pages_type& p, unsigned s, std::size_t i) {
            if (error != nullptr || (Store::numbered && (live[i / 64] >> i % 64 & 1U) == 0)) return;
            error = values.read(from, path, [&](auto f) -> auto& {
                auto& made = value::make(p.slot(s), f);
                p.live[s / word_bits] |= bit(s % word_bits);
                ++image.size_;
                return made;
            });
            if (error != nullptr) path.prepend(i);
        });
        return error != nullptr ? error : read_subsets(image, places, from);
    }

    /// Where handles are slots: that of each slot up to the last in use, empty of those that are free.
    [[nodiscard]] static std::vector<handle<typename Store::value_type>> handles_of(const image_type& image) {
        std::vector<handle<typename Store::value_type>> all;
        std::uint32_t n = 0;
        std::size_t end = 0;
        for_each_place(image, [&](pages_type& p, unsigned s, std::size_t) {
            const bool known = is_live(p, s) && image.handles_.in_use_;
            all.push_back(known ? handle<typename Store::value_type>(n, p.handles[s])
                                : handle<typename Store::value_type>());
            ++n;
            if (is_live(p, s)) end = n;
        });
        all.resize(end);
        return all;
    }

  private:
    [[nodiscard]] static bool is_live(const pages_type& p, unsigned s) noexcept {
        return any(p.live[s / word_bits] & bit(s % word_bits));
    }
    /// Calls f(page, slot, number of the page) for each place that has a number: all slots, or those in use.
    template <class F> static void for_each_place(const image_type& image, F f) {
        std::size_t n = 0;
        for (const link* l = image.first_; l != nullptr; l = l->next, ++n) {
            for (unsigned s = 0; s < slots; ++s) {
                if (Store::numbered || is_live(*l->image, s)) f(*l->image, s, n);
            }
        }
    }
    /// Calls f(page, slot, number of the place) for each of those that are read: pages are full, but for the last.
    template <class F> static void for_each_read(const image_type& image, std::size_t places, F f) {
        std::size_t i = 0;
        for (const link* l = image.first_; l != nullptr; l = l->next) {
            for (unsigned s = 0; s < slots && i < places; ++s, ++i) f(*l->image, s, i);
        }
    }
    template <class F> static void write_bits(const image_type& image, byte_writer<>& to, F is_set) {
        std::uint64_t all = 0;
        unsigned n = 0;
        for_each_place(image, [&](pages_type& p, unsigned s, std::size_t page) {
            all |= std::uint64_t{is_set(p, s, page)} << n;
            if (++n != 64) return;
            to.put(std::exchange(all, 0U));
            n = 0;
        });
        if (n != 0) to.put(all);
    }
    static bool make_pages(image_type& image, std::size_t places) {
        const std::size_t pages = (places + slots - 1) / slots;
        image.last_order_ = pages;
        if (!Store::numbered && places != 0) image.tail_end_ = static_cast<unsigned>((places - 1) % slots) + 1;
        link** end = &image.first_;
        while (image.pages_ < pages) {
            link* const l = *end = allocate_object<link>(image.allocator_);
            if (l == nullptr) return false;
            end = &l->next;
            ++image.pages_;
            l->image = allocate_object<pages_type>(image.allocator_);
            if (l->image == nullptr) return false;
            l->image->order = image.pages_;
        }
        return true;
    }

    // Handles that are slots: the generation of each.

    static void write_slots(const image_type& image, byte_writer<>& to) {
        to.put(image.handles_.in_use_);
        to.put(image.handles_.first_);
        to.put(image.handles_.last_used_);
        for_each_place(image, [&to](pages_type& p, unsigned s, std::size_t) { to.put(p.handles[s]); });
        write_bits(image, to, [](pages_type& p, unsigned s, std::size_t) { return is_live(p, s); });
    }
    static const char* read_slots(image_type& image, std::size_t places, std::vector<std::uint64_t>& live,
                                  byte_reader& from) {
        auto& handles = image.handles_;
        handles.in_use_ = from.get<std::uint8_t>() != 0;
        handles.first_ = from.get<std::uint32_t>();
        handles.last_used_ = from.get<std::uint32_t>();
#if defined(THRONG_AUDIT) && THRONG_AUDIT
        handles.lowest_ = 1; // whose handles they are can no longer be told by their generations
#endif
        bool possible = handles.first_ != 0;
        for (const link* l = image.first_; l != nullptr; l = l->next) {
            for (std::uint32_t& g : l->image->handles) g = handles.first_;
        }
        for_each_read(image, places, [&](pages_type& p, unsigned s, std::size_t) {
            p.handles[s] = from.get<std::uint32_t>();
            possible = possible && p.handles[s] != 0;
        });
        for (std::size_t i = 0; i < places; i += 64) live.push_back(from.get<std::uint64_t>());
        for_each_read(image, places, [&](pages_type& p, unsigned s, std::size_t i) {
            const bool used_up = handles.in_use_ && p.handles[s] == handles.last_generation;
            possible = possible && !(used_up && (live[i / 64] >> i % 64 & 1U) != 0);
        });
        return !from.good() ? too_short : possible ? nullptr : impossible;
    }

    // Handles through a table: the generations of its entries, the entry of each element, and the free entries in
    // the order in which they will be used.

    static void write_table(const image_type& image, byte_writer<>& to) {
        const auto& handles = image.handles_;
        const auto& t = handles.table;
        to.put(handles.in_use);
        to.put(handles.first);
        if (!handles.in_use) return;
        to.put(t.first_generation_);
        to.put(t.unused_generation_);
        to.put(t.issued_);
        for (std::uint32_t i = 0; i < t.issued_; ++i) to.put(t.at(i).generation);
        for_each_place(image, [&to](pages_type& p, unsigned s, std::size_t) { to.put(p.handles[s]); });
        std::uint32_t free = t.free_;
        for (; free != 0; free = t.at(free - 1).next_free) to.put(free);
        to.put(free);
    }
    static const char* read_table(image_type& image, std::size_t places, byte_reader& from) {
        auto& handles = image.handles_;
        auto& t = handles.table;
        handles.in_use = from.get<std::uint8_t>() != 0;
        handles.first = from.get<std::uint32_t>();
        if (handles.first == 0) return from.good() ? impossible : too_short;
        if (!handles.in_use) return nullptr;
        t.first_generation_ = from.get<std::uint32_t>();
        t.unused_generation_ = from.get<std::uint32_t>();
        const auto issued = from.get<std::uint32_t>();
        if (!from.good() || issued > from.rest() / sizeof(issued)) return too_short;
        if (t.first_generation_ == 0 || t.unused_generation_ < t.first_generation_) return impossible;
        if (!t.make_room_for(image.allocator_, issued)) return no_memory;
        using entry = std::remove_reference_t<decltype(t.at(0))>;
        for (; t.issued_ < issued; ++t.issued_) {
            const auto generation = from.get<std::uint32_t>();
            if (generation == 0 || generation > t.unused_generation_) return impossible;
            ::new (static_cast<void*>(&t.at(t.issued_))) entry{nullptr, generation, 0};
        }
        std::size_t left = issued;
        bool possible = true;
        for_each_read(image, places, [&](pages_type& p, unsigned s, std::size_t) {
            const auto its = from.get<std::uint32_t>();
            if (its == 0) return;
            possible = possible && its <= issued && t.at(its - 1).element == nullptr &&
                       t.at(its - 1).generation < t.unused_generation_;
            if (!possible) return;
            t.at(its - 1).element = p.slot(s);
            p.handles[s] = its;
            --left;
        });
        std::uint32_t* end = &t.free_;
        for (auto free = from.get<std::uint32_t>(); possible && free != 0; free = from.get<std::uint32_t>()) {
            // (One that came before has another one after it, or is the last.)
            possible = free <= issued && t.at(free - 1).element == nullptr && t.at(free - 1).next_free == 0 &&
                       end != &t.at(free - 1).next_free && t.at(free - 1).generation != t.last_generation;
            if (!possible) break;
            *end = free;
            end = &t.at(free - 1).next_free;
            --left;
        }
        for (std::uint32_t i = 0; i < issued; ++i) {
            if (t.at(i).element == nullptr && t.at(i).generation == t.last_generation) --left;
        }
        return !from.good() ? too_short : possible && left == 0 ? nullptr : impossible;
    }

    static const char* read_subsets(image_type& image, std::size_t places, byte_reader& from) {
        for (auto n = from.get<std::uint32_t>(); n != 0 && from.good(); --n) {
            auto* const its = allocate_object<members_type>(image.allocator_);
            if (its == nullptr) return no_memory;
            its->next = std::exchange(image.subsets_, its);
            its->made = from.get<std::uint64_t>();
            if (image.pages_ == 0) continue;
            if (from.rest() < (places + 63) / 64 * sizeof(std::uint64_t)) return too_short;
            const std::size_t words = image.pages_ * page_type::words;
            its->members = allocate<word>(image.allocator_, words);
            if (its->members == nullptr) return no_memory;
            for (std::size_t w = 0; w < words; ++w) its->members[w] = word{};
            std::uint64_t all = 0;
            std::size_t page = 0;
            for_each_read(image, places, [&](pages_type& p, unsigned s, std::size_t i) {
                if (i % 64 == 0) all = from.get<std::uint64_t>();
                if (i != 0 && s == 0) ++page;
                if ((all >> i % 64 & 1U) != 0 && is_live(p, s))
                    its->members[page * page_type::words + s / word_bits] |= bit(s % word_bits);
            });
        }
        return from.good() ? nullptr : too_short;
    }
};

} // namespace throng::core
