/// The bytes of a saved world. What is damaged has to be refused with the world as it was; what is taken has to be a
/// world that can live on, and be saved and restored again. It is read by another version of the game, too, whose
/// components have other fields. Where the first byte is odd, the right check sum is put after the rest, so that what
/// lies behind it is reached.

#include "world/saved_game.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <span>
#include <vector>

namespace {

using namespace saved_game;

/// The game's components, as a later version has them.
struct place {
    double y = 0;
    float z = 9;
    float x = 0;
};
struct title {
    std::string text;
};
enum class temper : std::int16_t { angry = -7, calm = 300 };
struct tale {
    std::string words = "none";
    temper how = temper::calm;
    std::vector<place> path;
    std::int32_t pages[4] = {5, 5, 5, 5};
};
struct seldom {
    std::uint8_t n = 0;
};

} // namespace

template <> struct throng::component<place> {
    static constexpr const char* name = "position";
};
template <> struct throng::component<title> {
    static constexpr const char* name = "name";
    static title restore(throng::byte_reader& from) {
        const auto text = from.get_text();
        return {std::string(text.data(), text.size())};
    }
};
template <> struct throng::component<tale> {
    static constexpr const char* name = "tale";
    static constexpr const char* formerly[] = {"story"};
    static constexpr throng::field_renamed renamed[] = {{"text", "words"}};
};
template <> struct throng::component<seldom> {
    static constexpr const char* name = "rare";
};

namespace {

void insist(bool holds, const char* what) {
    if (holds) return;
    std::fprintf(stderr, "%s\n", what);
    std::abort();
}

std::vector<std::byte> saved(const world& w) {
    throng::byte_writer<> to;
    save(w, to, all);
    return {to.bytes().begin(), to.bytes().end()};
}

void live_on_from(world& w, std::uint64_t seed, int edits) {
    std::vector<entity> known;
    for (const entity e : w) known.push_back(e);
    insist(known.size() == w.size(), "a world of another size than it says");
    insist(w.validate(), "the world is not whole");
    numbers r(seed);
    live_on(w, known, r, edits);
}

/// A component that the world has needed only after it was restored.
struct late {
    std::size_t place = 0;
};
void give_late(world& w) {
    std::size_t n = 0;
    for (const entity e : w) w.add<late>(e, n++);
    insist(w.validate() && w.count<late>() == n, "an entity lacks the component that was added late");
    n = 0;
    w.query<const late>().each([&](const late& l) { insist(l.place == n++, "what came late is in another place"); });
    w.remove_all<late>();
}

/// The next version of the game reads it, and what it saves then it reads again; and without its components it has the
/// same entities.
void read_by_another_version(std::span<const std::byte> bytes) {
    constexpr auto later = components<mark, seldom, tale, title, place>;
    world w;
    if (restore(w, bytes, later)) {
        insist(w.validate(), "what another version has restored is not whole");
        throng::byte_writer<> first;
        save(w, first, later);
        world twin;
        insist(static_cast<bool>(restore(twin, first.bytes(), later)), "another version's own save is refused");
        insist(hash(w, later) == hash(twin, later), "another version's own save is read as something else");
    }
    world bare;
    if (restore(bare, bytes, components<>)) insist(bare.validate(), "what is without components is not whole");
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
    world w;
    live_on_from(w, 1, 40);
    const std::vector<std::byte> before = saved(w);
    read_by_another_version(bytes);
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
