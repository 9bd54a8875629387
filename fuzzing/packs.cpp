/// What the ranks of a divided world send each other, and the parts of its saves. Whatever the bytes are, they are
/// refused, or are what they were packed of: packed again, they are the same. The first byte says which of them it is;
/// where it is 8 or more, the right check sum is put behind a head.

#include <throng/extra/mpi/records.hpp>
#include <throng/extra/mpi/saved_head.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <span>
#include <string>
#include <vector>

namespace {

struct position {
    double x = 0;
    double y = 0;
};
enum class mood : std::int8_t { calm, hungry = 5 };
struct state_of_mind {
    mood now = mood::calm;
    bool awake = true;
    std::uint16_t days[3] = {};
};
struct story {
    std::string title;
    std::vector<position> path;
};
struct marked {};
struct call {
    std::uint32_t loud = 0;
    std::string words;
};

struct model {
    using state = throng::components_t<position, state_of_mind, story, marked>;
    using shown = throng::components_t<position, state_of_mind>;
    using events = throng::components_t<call, marked>;
};
using records = throng::mpi::records<model>;

} // namespace

template <> struct throng::component<position> {
    static constexpr const char* name = "position";
};
template <> struct throng::component<state_of_mind> {
    static constexpr const char* name = "state of mind";
};
template <> struct throng::component<story> {
    static constexpr const char* name = "story";
    static constexpr const char* formerly[] = {"tale"};
};
template <> struct throng::component<marked> {
    static constexpr const char* name = "marked";
};
template <> struct throng::component<call> {
    static constexpr const char* name = "call";
};

namespace {

using bytes = std::span<const std::byte>;

void insist(bool holds, const char* what) {
    if (holds) return;
    std::fprintf(stderr, "%s\n", what);
    std::abort();
}
void insist_same(bytes a, bytes b, const char* what) {
    insist(a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size()) == 0), what);
}

/// Packs again what has been read.
struct packer {
    throng::byte_writer<>& to;

    const char* births(std::uint32_t tile, std::uint64_t n) const {
        records::put_births(to, tile, n);
        return nullptr;
    }
    const char* ghost(std::uint64_t number, const records::ghost_values& its) const {
        records::put_ghost(to, number, its);
        return nullptr;
    }
    const char* agent(std::uint64_t number, std::uint64_t there, const records::agent_values& its) const {
        records::put_agent(to, number, [&]<class C>() -> const C* {
            return (there & throng::mpi::packing<model::state>::bit<C>()) != 0 ? &std::get<C>(its) : nullptr;
        });
        return nullptr;
    }
};

void read_records(bytes those) {
    static const records all;
    throng::byte_reader from(those);
    throng::byte_writer<> again;
    while (from.rest() != 0) {
        const std::size_t begin = from.position();
        if (const char* const error = all.read(from, packer{again}))
            return insist(*error != 0, "refused without a reason");
        insist(from.position() > begin, "a record of no bytes");
    }
    insist_same(again.bytes(), those, "records that are packed again are others");
}
void read_events(bytes those) {
    static const records all;
    throng::byte_reader from(those);
    throng::byte_writer<> again;
    while (from.rest() != 0) {
        records::event e;
        if (const char* const error = all.read_event(from, e)) return insist(*error != 0, "refused without a reason");
        if (e.which == 1) records::put_event(again, e.to, e.from, std::get<call>(e.its));
        else records::put_event(again, e.to, e.from, std::get<marked>(e.its));
    }
    insist_same(again.bytes(), those, "events that are packed again are others");
}
void read_heads(bytes those, bool mend) {
    std::vector<std::byte> head(those.begin(), those.end());
    if (mend) {
        // (The length, too: else hardly anything is reached.)
        const std::uint64_t length = head.size() + sizeof(std::uint64_t);
        if (head.size() >= throng::mpi::saved_head::first_bytes) {
            std::memcpy(head.data(), throng::mpi::saved_magic, 16);
            throng::core::copy_number(head.data() + 16, &length, 8);
        }
        std::uint64_t sum = throng::core::mix(0, head.data(), head.size());
        head.resize(head.size() + sizeof(sum));
        throng::core::copy_number(head.data() + head.size() - sizeof(sum), &sum, sizeof(sum));
    }
    throng::mpi::saved_head h;
    if (const char* const error = h.read(head)) return insist(*error != 0, "refused without a reason");
    throng::byte_writer<> again;
    h.write(again);
    insist_same(again.bytes(), head, "a head that is written again is another one");
    // (More of them take long to sort.)
    if (std::max(h.what.width, h.what.margin) / h.what.margin * std::max(h.what.height, h.what.margin) <
        1e5 * h.what.margin) {
        const throng::mpi::space s(h.what);
        insist(s.tiles() == s.curve().size(), "the curve does not have all tiles");
    }
    throng::mpi::packing<model::state> agents;
    (void)agents.read_description(h.description);
}
void read_tables(bytes those) {
    throng::byte_reader from(those);
    throng::mpi::saved_head h;
    h.tiles = from.get<std::uint8_t>();
    const auto rest = from.get<std::uint32_t>();
    const bytes table = from.get_bytes(from.rest());
    // The sum that it ought to have.
    throng::byte_reader twice(table);
    for (std::uint64_t t = 0; t < h.tiles; ++t) h.table_sum += throng::mpi::saved_tile::read(twice).hash(t);
    std::vector<throng::mpi::saved_tile> tiles;
    if (const char* const error = read_table(table, h, rest, tiles))
        return insist(*error != 0, "refused without a reason");
    std::uint64_t all = 0;
    for (const throng::mpi::saved_tile& t : tiles) all += t.length;
    insist(all == rest && tiles.size() == h.tiles, "a table of other bytes");
}
/// Of another program: the length of its description, that, and agents.
void read_of_others(bytes those) {
    throng::byte_reader from(those);
    throng::mpi::packing<model::state> agents;
    const bytes description = from.get_bytes(from.get<std::uint16_t>());
    if (!from.good() || !agents.read_description(description).empty()) return;
    throng::mpi::packing<model::state>::values its;
    std::uint64_t there = 0;
    for (int i = 0; i < 100 && from.rest() != 0; ++i) {
        if (agents.read(from, there, its) != nullptr) return;
        insist(there <= throng::mpi::packing<model::state>::all, "components that there are not");
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return -1;
    const bytes rest(reinterpret_cast<const std::byte*>(data) + 1, size - 1);
    switch (data[0] % 8) {
    case 0:
        read_records(rest);
        return 0;
    case 1:
        read_events(rest);
        return 0;
    case 2:
        read_heads(rest, data[0] >= 8);
        return 0;
    case 3:
        read_tables(rest);
        return 0;
    case 4:
        read_of_others(rest);
        return 0;
    default:
        return -1;
    }
}
