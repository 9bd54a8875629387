/// A world as text. What is wrong has to be refused, with its place, and the world as it was; what is taken has to be a
/// world that can live on, and be written and read again with the same hash. It is read by another version of the game,
/// merged into a world, and read as patterns and as a level that is made of them.

#include "fuzzing/another_version.hpp"

#include <throng/extra/json.hpp>

#include <cstddef>
#include <cstdint>
#include <sstream>
#include <string>
#include <string_view>

namespace {

using namespace another_version;
using throng::json_result;

constexpr auto named = components<story, position, name, mark, rare, throng::kin, throng::entity_name>;
constexpr auto patterned = components<story, position, mark, rare, throng::kin, throng::entity_name, throng::based_on>;

template <class Components> std::string written(const world& w, Components those) {
    std::ostringstream to;
    throng::write_json(w, to, those);
    return std::move(to).str();
}
/// The result of a reading into this world, which was as `before` says.
template <class Components>
void check(const world& w, const json_result& r, const std::string& before, Components those, const char* what) {
    insist(w.validate(), what);
    if (r) return;
    insist(r.line >= 1 && (r.pointer.empty() || r.pointer[0] == '/'), "refused without a place");
    insist(written(w, those) == before, "refused, and the world has changed");
}
/// Everything that follows families comes to an end.
void follow_families(const world& w) {
    std::size_t n = 0;
    for (const entity e : w) n += throng::branch(w, e).size() != 0 ? 1U : 0U;
    insist(n == w.size(), "an entity is not its own branch's top");
    std::ostringstream to;
    throng::write_json(w, to, named, w);
    world again;
    const json_result r = throng::read_json(again, to.str(), named);
    insist(static_cast<bool>(r) && again.size() == w.size(), "families written by themselves are not read");
}

void read_as_patterns(std::string_view text) {
    world w;
    throng::prefabs prefabs(w);
    const std::string none = written(prefabs.patterns(), patterned);
    check(prefabs.patterns(), throng::read_json(prefabs.patterns(), text, patterned), none, patterned,
          "patterns are not whole");
    const throng::entity top = prefabs.patterns().query<>().first();
    (void)prefabs.instantiate_many(top, 3);
    const std::string before = written(w, named);
    check(w, throng::read_json(w, text, named, prefabs), before, named, "a level is not whole");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    world w;
    live_on_from(w, 1, 40);
    const std::string before = written(w, named);
    const json_result result = throng::read_json(w, text, named);
    check(w, result, before, named, "the world is not whole");
    {
        world other;
        check(other, throng::read_json(other, text, later), written(world(), later), later, "another version's");
        world busy;
        live_on_from(busy, 2, 40);
        const std::string quiet = written(busy, named);
        check(busy, throng::merge_json(busy, text, named), quiet, named, "a merged world is not whole");
        read_as_patterns(text);
    }
    if (result) {
        const std::string first = written(w, named);
        world twin;
        insist(static_cast<bool>(throng::read_json(twin, first, named)), "what was read and written is refused");
        insist(written(twin, named) == first, "written twice, it is not the same");
        insist(hash(w, named) == hash(twin, named), "the same text is another world");
        follow_families(w);
        give_late(w);
        live_on_from(w, 3, 60);
        live_on_from(twin, 3, 60);
        insist(hash(w, all) == hash(twin, all), "the same past has another future");
    }
    return 0;
}
