#pragma once

#include <throng/core/compiler.hpp>

#include <bit>
#include <cstdint>

namespace throng::core {

/// A line knows one byte of each hash, so that an element is looked at only if it is most likely the one.
template <class T> struct alignas(64) index_line {
    static constexpr unsigned entries = 7;
    static constexpr unsigned not_a_print = 1;

    union place {
        T* element;
        index_line* more;
    };
    place places[entries] = {};
    /// The bytes of the entries' hashes, from the lowest byte on; 0 where there is no entry. The last byte is not
    /// an entry's; its highest bit says that the last place tells the line that goes on from here.
    std::uint64_t prints = 0;

    static constexpr std::uint64_t chained = std::uint64_t{1} << 63U | std::uint64_t{not_a_print} << 8 * (entries - 1);
    static constexpr std::uint64_t all_places = 0x00ffffffffffffffU;
    static constexpr std::uint64_t last_place = 0x0080000000000000U;

    [[nodiscard]] index_line* more() const noexcept { return prints >> 63U == 0 ? nullptr : places[entries - 1].more; }
    /// Where entries with this print are: the highest bit of their bytes. (All at once: where it is among them is a
    /// matter of chance, no jump could be foreseen.) The first one is right; of the others an entry may be among them
    /// whose print differs in its lowest bit: so elements are also compared.
    [[nodiscard]] std::uint64_t with(std::uint64_t print) const noexcept {
        const std::uint64_t x = prints ^ (print * 0x0001010101010101U);
        return (x - 0x0001010101010101U) & ~x & 0x0080808080808080U;
    }
    [[nodiscard]] std::uint64_t free_places() const noexcept { return with(0); }
    [[nodiscard]] static unsigned first_of(std::uint64_t found) noexcept {
        return static_cast<unsigned>(std::countr_zero(found)) / 8;
    }
    [[nodiscard]] bool is_entry(unsigned i) const noexcept { return print_at(i) > not_a_print; }
    [[nodiscard]] std::uint64_t print_at(unsigned i) const noexcept { return prints >> 8 * i & 0xffU; }
    [[nodiscard]] bool is_empty() const noexcept {
        return (prints & (more() == nullptr ? all_places : all_places >> 8U)) == 0;
    }
    /// In a free place.
    void put(unsigned i, std::uint64_t print, T* element) noexcept {
        places[i].element = element;
        prints |= print << 8 * i;
    }
    void clear(unsigned i) noexcept { prints &= ~(std::uint64_t{0xff} << 8 * i); }
    void go_on_with(index_line* further) noexcept {
        places[entries - 1].more = further;
        prints |= chained;
    }
    void end_here() noexcept { prints &= ~chained; }
};

} // namespace throng::core
