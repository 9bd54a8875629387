/// The bytes of a saved world, or of a saved collection. What is damaged has to be refused with the world as it was;
/// what is taken has to be a world that can live on, and be saved and restored again. It is read by another version of
/// the game, too, whose components have other fields. Where the first byte is odd, the right check sum is put after the
/// rest, so that what lies behind it is reached.

#include "fuzzing/another_version.hpp"

#include <throng/buffered_list.hpp>
#include <throng/entity/tree.hpp>
#include <throng/list.hpp>
#include <throng/ordered_set.hpp>
#include <throng/pool.hpp>
#include <throng/world/family.hpp>
#include <throng/world/merge.hpp>
#include <throng/world/save_collection.hpp>
#include <throng/world/unknown_components.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <span>
#include <string>
#include <vector>

namespace {

struct thing {
    std::int32_t number = 0;
    std::string name;
    bool flag = false;
};

using namespace another_version;

std::vector<std::byte> saved(const world& w) {
    throng::byte_writer<> to;
    save(w, to, all);
    return {to.bytes().begin(), to.bytes().end()};
}

/// The next version of the game reads it, and what it saves then it reads again; and without its components it has the
/// same entities.
void read_by_another_version(std::span<const std::byte> bytes) {
    world w;
    if (restore(w, bytes, later)) {
        insist(w.validate(), "what another version has restored is not whole");
        throng::byte_writer<> first;
        save(w, first, later);
        world twin;
        insist(static_cast<bool>(restore(twin, first.bytes(), later)), "another version's own save is refused");
        insist(hash(w, later) == hash(twin, later), "another version's own save is read as something else");
    }
    constexpr auto named = components<position, throng::kin, throng::entity_name>;
    // (Of a part of a world, it is also read which entities they were.)
    constexpr auto of_a_part =
        components<position, throng::kin, throng::entity_name, throng::core::original_of, throng::core::outer_entity>;
    world families;
    if (restore(families, bytes, of_a_part)) {
        // (What follows families comes to an end.)
        for (const entity e : families) insist(!throng::branch(families, e).empty(), "an entity is in no branch");
        world merged;
        insist(static_cast<bool>(merge_saved(merged, bytes, named)), "what is restored is not merged");
        insist(merged.validate() && merged.size() + families.count<throng::core::outer_entity>() == families.size(),
               "what is merged is not the same");
    }
    world bare;
    throng::unknown_components unknown;
    if (restore(bare, bytes, components<>, unknown)) {
        insist(bare.validate(), "what is without components is not whole");
        throng::byte_writer<> kept;
        save(bare, kept, components<>, unknown);
        world again;
        throng::unknown_components its;
        insist(static_cast<bool>(restore(again, kept.bytes(), components<>, its)), "what was not known is refused");
        insist(its.size() == unknown.size() && again.size() == bare.size(), "what was not known is another one");
    }
}

/// Merged into a world that has lost half of its entities: those come back, if they can.
void merge_into_another(std::span<const std::byte> bytes) {
    world w;
    live_on_from(w, 1, 40);
    std::vector<entity> known;
    for (const entity e : w) known.push_back(e);
    for (std::size_t i = 0; i < known.size(); i += 2) w.destroy(known[i]);
    const std::vector<std::byte> before = saved(w);
    const std::size_t n = w.size();
    throng::entity_map map;
    const throng::restored result = merge_saved(w, bytes, all, &map, throng::handle_policy::former);
    if (!result) return insist(map.size() == 0 && saved(w) == before, "refused, and a merged world has changed");
    insist(w.size() == n + map.size(), "what is merged is more or less than the map has");
    live_on_from(w, 2, 40);
}

/// What it has restored is whole, goes on, and is saved as the same.
template <class C> void read_as(std::span<const std::byte> bytes) {
    C c;
    if (!throng::restore(c, bytes)) return insist(c.empty(), "refused, and the collection has changed");
    insist(c.validate(), "what is restored is not whole");
    throng::byte_writer<> first;
    insist(throng::save(c, first), "what is restored is not saved");
    C twin;
    insist(static_cast<bool>(throng::restore(twin, first.bytes())), "what was restored and saved again is refused");
    for (int i = 0; i < 20; ++i) {
        using value_type = typename C::value_type;
        insist(c.add(value_type()) == twin.add(value_type()), "the same past has another future");
    }
    insist(c.validate() && twin.validate(), "it does not go on");
}
void read_as_collections(std::span<const std::byte> bytes) {
    read_as<throng::list<thing>>(bytes);
    read_as<throng::buffered_list<thing>>(bytes);
    read_as<throng::pool<thing>>(bytes);
    read_as<throng::tree<thing>>(bytes);
    read_as<throng::ordered_set<std::string>>(bytes);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return -1;
    std::vector<std::byte> bytes(size - 1);
    if (size > 1) std::memcpy(bytes.data(), data + 1, size - 1);
    if (data[0] % 2 != 0) {
        const std::uint64_t sum = throng::core::mix(0, bytes.data(), bytes.size());
        const auto raw = std::as_bytes(std::span(&sum, 1));
        bytes.insert(bytes.end(), raw.begin(), raw.end());
    }
    constexpr auto& magic = throng::core::saved_collection_magic;
    if (bytes.size() >= sizeof(magic) && std::memcmp(bytes.data(), magic, sizeof(magic)) == 0)
        return read_as_collections(bytes), 0;
    world w;
    live_on_from(w, 1, 40);
    const std::vector<std::byte> before = saved(w);
    read_by_another_version(bytes);
    merge_into_another(bytes);
    const throng::restored result = restore(w, bytes, all);
    if (!result) {
        insist(result.error[0] != '\0' && result.position <= bytes.size(), "refused without a reason or a place");
        insist(saved(w) == before, "refused, and the world has changed");
        live_on_from(w, 2, 40);
        return 0;
    }
    const std::vector<std::byte> first = saved(w);
    world twin;
    insist(static_cast<bool>(restore(twin, first, all)), "what was restored and saved again is refused");
    insist(saved(twin) == first, "saved twice, it is not the same");
    give_late(w);
    live_on_from(w, 2, 60);
    live_on_from(twin, 2, 60);
    insist(hash(w, all) == hash(twin, all), "the same past has another future");
    return 0;
}
