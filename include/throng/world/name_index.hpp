#pragma once

#include <throng/core/compiler.hpp>
#include <throng/world/byte_stream.hpp>
#include <throng/world/kin.hpp>
#include <throng/world/storage.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace throng {

/// The name of an entity. A component of those that have one; `naming` alone writes it.
struct entity_name {
    /// The entity that it belongs to. What a clone has is its original's, and counts as none.
    entity self;
    std::string text;
};

template <> struct component<entity_name> {
    static constexpr const char* name = "throng::name";
};

namespace core {

/// Finds entities by their parents and names. A singleton of the world, which is no part of its state: a table of
/// handles, found by the hash of both. What a handle refers to is asked before it is believed: so those that have gone,
/// have lost their name or have moved stay in the table until it grows, and it need not be told.
template <class Allocator> class name_index {
    using storage_type = storage<Allocator>;

  public:
    explicit name_index(const Allocator& allocator) noexcept : table_(allocator) {}
    name_index(const name_index&) = delete;
    name_index& operator=(const name_index&) = delete;

    /// Null if nothing in the world has been named yet.
    [[nodiscard]] static name_index* of(const storage_type& home) noexcept {
        return static_cast<name_index*>(home.singles().get(single_number<name_index>()));
    }
    /// Throws what the allocator throws.
    static name_index& made_in(storage_type& home) {
        if (name_index* const there = of(home)) return *there;
        return *static_cast<name_index*>(
            home.singles().set(home.allocator(), single_number<name_index>(), describe_single<name_index>(),
                               [&](void* at) { ::new (at) name_index(home.allocator()); }));
    }

    /// Its name, if it has one of its own.
    [[nodiscard]] static entity_name* name_of(const storage_type& home, entity e) noexcept {
        entity_name* const its = home.is_alive(e) ? home.template find_value<entity_name>(e) : nullptr;
        return its != nullptr && its->self == e ? its : nullptr;
    }
    /// The child of that name, or the entity without a parent. O(1), amortized. Throws what the allocator throws.
    [[nodiscard]] entity find(const storage_type& home, entity parent, std::string_view text) {
        if (seen_ != home.exchanges) rebuild(home, 0);
        return find_here(home, parent, text);
    }
    /// Room for one more. Throws what the allocator throws.
    void reserve(const storage_type& home) {
        if (seen_ != home.exchanges || (used_ + 1) * 2 > table_.size()) rebuild(home, 1);
    }
    /// The entity has got its name, or another parent. If that has a child of the name, the entity is left without one;
    /// if there is no memory, all are looked for when one is asked for.
    void put(const storage_type& home, entity e, entity parent) noexcept {
        entity_name* const its = name_of(home, e);
        if (its == nullptr || seen_ != home.exchanges) return;
        const bool done = attempt([&] {
            reserve(home);
            const entity other = find_here(home, parent, its->text);
            if (!other) insert(e, parent, its->text);
            else if (other != e) its->self = {};
        });
        if (!done) seen_ = never;
    }

    /// Whether a parent has no other child that is called as this one, if it has a name. Throws what the allocator
    /// throws.
    [[nodiscard]] static bool is_free(const storage_type& home, entity parent, entity child) {
        name_index* const all = of(home);
        const entity_name* const its = all == nullptr ? nullptr : name_of(home, child);
        if (its == nullptr) return true;
        const entity other = all->find(home, parent, its->text);
        return !other || other == child;
    }
    /// The entity has another parent now.
    static void moved(const storage_type& home, entity e, entity parent) noexcept {
        if (name_index* const all = of(home)) all->put(home, e, parent);
    }

  private:
    static constexpr std::uint64_t never = ~std::uint64_t{0};

    [[nodiscard]] static std::size_t hash_of(entity parent, std::string_view text) noexcept {
        return static_cast<std::size_t>(mix(mix_number(1, parent.number()), text.data(), text.size()));
    }
    [[nodiscard]] entity find_here(const storage_type& home, entity parent, std::string_view text) const noexcept {
        if (table_.empty()) return {};
        for (std::size_t i = hash_of(parent, text);; ++i) {
            const entity e = table_[i % table_.size()];
            if (!e) return {};
            const entity_name* const its = name_of(home, e);
            if (its != nullptr && its->text == text && parent_of(home, e) == parent) return e;
        }
    }
    /// There is room.
    void insert(entity e, entity parent, std::string_view text) noexcept {
        std::size_t i = hash_of(parent, text);
        while (table_[i % table_.size()]) ++i;
        table_[i % table_.size()] = e;
        ++used_;
    }
    template <class F> static void each_name(const storage_type& home, F f) {
        const column<Allocator>* const c = home.template find_column<entity_name>();
        for (std::uint32_t p = 0; c != nullptr && p < home.page_count(); ++p) {
            for (unsigned w = 0; c->is_on(p) && w < page_words; ++w) {
                for (word rest = c->present(p)[w]; any(rest); rest = without_lowest(rest)) {
                    const std::uint32_t index = p * page_slots + w * word_bits + lowest(rest);
                    entity_name& its = *c->template value_at<entity_name>(index);
                    if (its.self == home.entity_at(index)) f(its);
                }
            }
        }
    }
    /// From what is in the world now, with room for so many more. Of several of one name the lowest index keeps it.
    THRONG_NOINLINE void rebuild(const storage_type& home, std::size_t more) {
        std::size_t n = more;
        each_name(home, [&](const entity_name&) { ++n; });
        std::size_t size = 16;
        while (size < n * 4) size *= 2;
        local_row<entity, Allocator> empty(home.allocator());
        empty.extend(home.allocator(), size);
        table_.swap(empty);
        used_ = 0;
        each_name(home, [&](entity_name& its) {
            const entity parent = parent_of(home, its.self);
            if (find_here(home, parent, its.text)) its.self = {};
            else insert(its.self, parent, its.text);
        });
        seen_ = home.exchanges;
    }

    local_row<entity, Allocator> table_;
    /// How many handles stand in the table, of whatever.
    std::size_t used_ = 0;
    /// How often all that the world holds had been exchanged when all were looked for.
    std::uint64_t seen_ = never;
};

} // namespace core
} // namespace throng
