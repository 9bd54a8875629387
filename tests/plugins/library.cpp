// A library that is loaded, unloaded and loaded anew: VERSION tells which one it is. The fourth is of another build.

#if VERSION == 4 && defined(THRONG_AUDIT)
#undef THRONG_AUDIT
#elif VERSION == 4
#define THRONG_AUDIT 1
#endif
#include "plugins/shared.hpp"

#include <memory>
#include <optional>
#include <string>

// Types of the library alone: the second version has more of them before these, so they would have other numbers.
namespace mod {
#if VERSION == 2
struct before_all {
    double x = 0;
};
#endif
struct heat {
#if VERSION == 3
    long long degrees = 0;
    long long more = 0;
#else
    int degrees = 0;
#endif
};
struct note {
    std::string text;
};
struct is_seen {};
struct plays {
    int many = 0;
};
struct memory {
    std::string text;
};
} // namespace mod
namespace {
struct hidden {
    int x = 0;
};
std::string error;
std::optional<throng::observer> watching;
int seen = 0;

const char* attach(throng::world& w, throng::shared_types& program) {
    error = throng::attach_types(w, program);
    if (!error.empty()) return error.c_str();
    w.on_add<mod::note>([](throng::entity, mod::note& n) { n.text += "!"; });
    watching.emplace(w.query<const game::place>(), [](throng::entity) { ++seen; }, [](throng::entity) { --seen; });
    return "";
}
bool detach(throng::world& w) {
    if (watching) w.on_add<mod::note>(nullptr); // (Nothing of throng is used before types are attached.)
    watching.reset();
    return throng::detach_types(w);
}
void play(throng::world& w) {
#if VERSION == 2
    w.query<const game::place>().each([&](throng::entity e, const game::place&) { w.add(e, mod::before_all{1}); });
#endif
    w.query<const game::place>().each([&](throng::entity e, const game::place& p) {
        w.add<mod::heat>(e);
        w.patch<mod::heat>(e, [&](mod::heat& h) { h.degrees += p.x; });
        w.add(e, mod::note{"a text that does not fit into a string's own memory"});
        w.add<mod::is_seen>(e);
        w.add(e, hidden{1});
        w.add(e, game::title{"title of the library, too long for its own memory"});
    });
    if (w.singleton<mod::plays>() == nullptr) w.set_singleton(mod::plays{});
    ++w.singleton<mod::plays>()->many;
    w.set_singleton(mod::memory{"another text that does not fit into a string's own memory"});
    if (auto* const s = w.singleton<game::score>()) ++s->points;
    w.create(game::place{100 * VERSION}, mod::heat{});
}
int sum(throng::world& w) {
    int n = 0;
    w.query<const mod::heat>().each([&](const mod::heat& h) { n += static_cast<int>(h.degrees); });
    return n + 1'000'000 * (w.singleton<mod::plays>() == nullptr ? 0 : w.singleton<mod::plays>()->many);
}
} // namespace

extern "C" __attribute__((visibility("default"))) const game::functions functions{&attach, &detach, &play, &sum};
