#pragma once

#include <throng/extra/mpi/identity.hpp>
#include <throng/extra/mpi/space.hpp>
#include <throng/world/byte_stream.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <string>
#include <vector>

/// The save of a divided world as bytes: its head, a table of tiles in the order of the curve, and the agents, tile by
/// tile, and in a tile by identity. So it is the same file, however many ranks write it; and each rank finds what is
/// its own.
namespace throng::mpi {

/// The first bytes of a save.
inline constexpr char saved_magic[17] = "throng divided 1";

/// A tile's entry in a save.
struct saved_tile {
    static constexpr std::size_t bytes = 32;

    /// How many bytes its agents are, and their check sum.
    std::uint64_t length = 0;
    std::uint64_t sum = 0;
    std::uint64_t agents = 0;
    /// How many have been born in it.
    std::uint64_t born = 0;

    /// Appends it to what is written, as `bytes` bytes.
    void write(byte_writer<>& to) const {
        for (const std::uint64_t n : {length, sum, agents, born}) to.put(n);
    }
    /// The next one of what is read; zeros where there are no more bytes.
    [[nodiscard]] static saved_tile read(byte_reader& from) noexcept {
        saved_tile t;
        for (std::uint64_t* const n : {&t.length, &t.sum, &t.agents, &t.born}) *n = from.get<std::uint64_t>();
        return t;
    }
    /// The sum over all tiles of the curve, of which this is the n-th, is the table's check sum.
    [[nodiscard]] std::uint64_t hash(std::uint64_t n) const noexcept {
        for (const std::uint64_t x : {length, sum, agents, born}) n = core::mix_number(n, x);
        return n;
    }
};

/// The head of a save: the plan, the step, and the description of the agents.
struct saved_head {
    /// A head that is longer is refused.
    static constexpr std::uint64_t most_bytes = 1U << 20U;
    /// The magic, and how long all of the head is.
    static constexpr std::size_t first_bytes = sizeof(saved_magic) - 1 + sizeof(std::uint64_t);

    plan what;
    std::uint64_t step = 0;
    std::uint64_t populated = 0;
    std::uint64_t tiles = 0;
    std::uint64_t table_sum = 0;
    /// The description of the agents' components: `packing::describe`.
    std::vector<std::byte> description;

    /// Appends it to what is written, with its length and check sum.
    void write(byte_writer<>& to) const {
        to.write(saved_magic, sizeof(saved_magic) - 1);
        to.put(std::uint64_t{0});
        for (const double x : {what.width, what.height, what.margin}) to.put(x);
        to.put(what.wraps);
        to.put(what.seed);
        to.put(what.tile_cells);
        for (const std::uint64_t n : {step, populated, tiles, table_sum}) to.put(n);
        to.put(static_cast<std::uint64_t>(description.size()));
        to.write(description.data(), description.size());
        to.overwrite(sizeof(saved_magic) - 1, to.bytes().size() + sizeof(std::uint64_t));
        to.put(core::mix(0, to.bytes().data(), to.bytes().size()));
    }
    /// How long a head is, by its first bytes; 0 if they are those of none.
    [[nodiscard]] static std::uint64_t length_of(std::span<const std::byte> first) noexcept {
        byte_reader from(first);
        char magic[sizeof(saved_magic) - 1];
        from.read(magic, sizeof(magic));
        const auto length = from.get<std::uint64_t>();
        const bool good = from.good() && std::memcmp(magic, saved_magic, sizeof(magic)) == 0;
        return good && length >= first_bytes + sizeof(std::uint64_t) && length <= most_bytes ? length : 0;
    }
    /// Reads all of a head. Null, or what is wrong.
    [[nodiscard]] const char* read(std::span<const std::byte> bytes) {
        if (length_of(bytes) == 0) return "it is no save of a divided world, or one of a version that is not known";
        if (length_of(bytes) != bytes.size()) return "it is cut off";
        const auto body = bytes.first(bytes.size() - sizeof(std::uint64_t));
        std::uint64_t sum = 0;
        core::copy_number(&sum, bytes.data() + body.size(), sizeof(sum));
        if (sum != core::mix(0, body.data(), body.size())) return "it is damaged: the check sum of its head is wrong";
        byte_reader from(body.subspan(first_bytes));
        for (double* const x : {&what.width, &what.height, &what.margin}) *x = from.get<double>();
        const auto wraps = from.get<std::uint8_t>();
        what.wraps = wraps != 0;
        what.seed = from.get<std::uint64_t>();
        what.tile_cells = from.get<std::uint32_t>();
        for (std::uint64_t* const n : {&step, &populated, &tiles, &table_sum}) *n = from.get<std::uint64_t>();
        const auto text = from.get_bytes(from.get<std::uint64_t>());
        if (!from.good() || from.rest() != 0 || wraps > 1) return "its head is damaged";
        description.assign(text.begin(), text.end());
        if (populated >> identity::counted_bits != 0 || tiles > space::most_tiles) return "its head is damaged";
        return space::error_of(what);
    }
};

/// Reads a table, which is all of the bytes, with its sum; the lengths of the tiles must be those of `rest` bytes.
/// Null, or what is wrong.
[[nodiscard]] inline const char* read_table(std::span<const std::byte> bytes, const saved_head& head,
                                            std::uint64_t rest, std::vector<saved_tile>& to) {
    byte_reader from(bytes);
    std::uint64_t sum = 0;
    to.clear();
    for (std::uint64_t t = 0; t < head.tiles && from.good(); ++t) {
        const saved_tile& its = to.emplace_back(saved_tile::read(from));
        sum += its.hash(t);
        if (its.length > rest) return "it is cut off";
        rest -= its.length;
        // (An agent is an identity and a word of bits, at the least.)
        if (its.agents > its.length / 16) return "a tile has more agents than bytes";
        if (its.born >> identity::counted_bits != 0) return "a tile has too many births";
    }
    if (!from.good() || from.rest() != 0) return "its table is damaged";
    if (sum != head.table_sum) return "it is damaged: the check sum of its table is wrong";
    return rest == 0 ? nullptr : "it is longer than it says";
}

} // namespace throng::mpi
