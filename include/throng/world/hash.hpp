#pragma once

#include <throng/world/byte_stream.hpp>
#include <throng/world/save/saved_component.hpp>
#include <throng/world/save/saved_type.hpp>
#include <throng/world/world.hpp>

#include <cstdint>

namespace throng {

namespace core {

/// A world as its hash sees it.
template <class Allocator> class world_now {
  public:
    explicit world_now(const storage<Allocator>& s) noexcept : storage_(s) {}
    [[nodiscard]] std::uint64_t size() const noexcept { return storage_.size(); }
    [[nodiscard]] std::uint32_t page_count() const noexcept { return storage_.page_count(); }
    [[nodiscard]] const word* alive(std::uint32_t p) const noexcept { return storage_.page(p).alive; }
    [[nodiscard]] std::uint32_t generation(std::uint32_t p, unsigned slot) const noexcept {
        return storage_.page(p).generation(slot);
    }
    [[nodiscard]] const word* present(const column<Allocator>& c, std::uint32_t p) const noexcept {
        return c.present(p);
    }
    [[nodiscard]] const void* value(const column<Allocator>& c, std::uint32_t p, unsigned slot) const noexcept {
        return c.value(p, slot);
    }
    /// Null if there is none.
    [[nodiscard]] const void* single(std::uint32_t n) const noexcept { return storage_.singles().get(n); }

  private:
    const storage<Allocator>& storage_;
};

/// `World` is a world_now, or shows another one in the same way.
template <class World, class Allocator>
[[nodiscard]] std::uint64_t hash_of_world(const World& world, const saved_components<Allocator>& those) {
    byte_writer<> scratch;
    std::uint64_t h = world.size();
    const auto add_words = [&h](const word* from) {
        for (unsigned w = 0; w < page_words; ++w) h = mix_number(h, bits(from[w]));
    };
    const auto add_value = [&](const saved_component<Allocator>& c, const void* value) {
        if (c.hash != nullptr) {
            h = mix_number(h, c.hash(value));
        } else if (little_endian && c.its->is_packed) {
            h = mix(h, value, c.its->size);
        } else {
            scratch.clear();
            write_value(*c.its, value, scratch);
            h = mix(h, scratch.bytes().data(), scratch.bytes().size());
        }
    };
    for (std::uint32_t p = 0; p < world.page_count(); ++p) {
        const word* const alive = world.alive(p);
        add_words(alive);
        for (unsigned i = 0; i < page_slots; ++i) {
            if (has_bit(alive[i / word_bits], i % word_bits)) h = (h ^ world.generation(p, i)) * 0x9e3779b97f4a7c15U;
        }
        for (const auto& c : those) {
            const word* const there = c.of == nullptr ? no_words : world.present(*c.of, p);
            add_words(there);
            for (unsigned w = 0; w < page_words && c.type.size != 0; ++w) {
                for (word rest = there[w]; any(rest); rest = without_lowest(rest))
                    add_value(c, world.value(*c.of, p, w * word_bits + lowest(rest)));
            }
        }
    }
    for (std::uint32_t n = 0; n < those.size(); ++n) {
        const void* const its = those[n].single == 0 ? nullptr : world.single(those[n].single);
        if (its == nullptr) continue;
        h = mix_number(h, n + 1);
        add_value(those[n], its);
    }
    return h;
}

} // namespace core

/// A number that is the same for worlds in the same state, on every machine: entities, handles, and what `save` would
/// write of the listed components, singletons and described components of run time. A `component<T>::hash(value)`
/// stands in for a value's bytes.
template <class Allocator, class... Cs>
[[nodiscard]] std::uint64_t hash(const basic_world<Allocator>& w, components_t<Cs...> those) {
    return core::hash_of_world(core::world_now<Allocator>(w.storage()),
                               core::saved_components<Allocator>(w.storage(), those));
}

} // namespace throng
