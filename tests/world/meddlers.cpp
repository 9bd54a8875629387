// needs exceptions
// Code of the user's in the middle of the operations of a world: each hook, constructor, copy, assignment, destructor
// and function that an operation calls edits the world in turn (the meddlers), or throws, and each allocation fails in
// turn (the throwers). A further operation, or a further way to meddle, is one line of a table.

#include <throng/world/create_at.hpp>
#include <throng/world/entity_ref.hpp>
#include <throng/world/events.hpp>
#include <throng/world/family.hpp>
#include <throng/world/merge.hpp>
#include <throng/world/naming.hpp>
#include <throng/world/prefabs.hpp>
#include <throng/world/relation.hpp>
#include <throng/world/snapshot.hpp>
#include <throng/world/timers.hpp>

#include <gtest/gtest.h>

#include <cctype>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace {

using throng::entity;
using throng::world;
using entities = std::vector<entity>;

/// What an operation is calling.
enum class call { make, move, destroy, arrival, departure, setting, function };

/// What is to happen at the n-th call, or the n-th allocation, of an operation.
struct plan {
    bool is_on = false;
    std::size_t calls = 0;
    std::size_t fires_at = 0;
    std::function<void(call)> fire;
    std::size_t allocations = 0;
    std::size_t fails_at = 0;
} its_plan;

struct thrown {};

void user_call(call which) {
    if (!its_plan.is_on || ++its_plan.calls != its_plan.fires_at) return;
    its_plan.fire(which);
}

/// Memory of malloc's, whose address stands before the aligned part: what can be had on every platform.
void* allocated(std::size_t size, std::size_t alignment) {
    if (its_plan.is_on && ++its_plan.allocations == its_plan.fails_at) throw std::bad_alloc();
    if (alignment < alignof(void*)) alignment = alignof(void*);
    void* const whole = std::malloc(size + alignment + sizeof(void*));
    if (whole == nullptr) std::abort();
    const auto first = reinterpret_cast<std::uintptr_t>(whole) + sizeof(void*);
    void** const aligned = reinterpret_cast<void**>((first + alignment - 1) / alignment * alignment);
    aligned[-1] = whole;
    return aligned;
}
void release(void* p) noexcept {
    if (p != nullptr) std::free(static_cast<void**>(p)[-1]);
}

/// It owns memory, and each of its functions is a call.
class body {
  public:
    explicit body(int n = 0) : n_((user_call(call::make), new int(n))) { ++living; }
    body(const body& other) : n_((user_call(call::make), new int(other.n()))) { ++living; }
    body(body&& other) noexcept : n_(std::exchange(other.n_, nullptr)) {
        ++living;
        user_call(call::move);
    }
    body& operator=(const body& other) {
        user_call(call::make);
        body copy(other);
        std::swap(n_, copy.n_);
        return *this;
    }
    body& operator=(body&& other) noexcept {
        std::swap(n_, other.n_);
        user_call(call::move);
        return *this;
    }
    ~body() {
        user_call(call::destroy);
        --living;
        delete n_;
    }
    [[nodiscard]] int n() const noexcept { return n_ == nullptr ? -1 : *n_; }

    inline static std::size_t living = 0;

  private:
    int* n_;
};
struct speed {
    int n = 0;
};
struct mark {};
/// Entities in values.
struct linked {
    entity to;
};
struct hit {
    int force = 0;
};
struct likes {};
struct part_of {};

} // namespace

void* operator new(std::size_t size) { return allocated(size, alignof(std::max_align_t)); }
void* operator new(std::size_t size, std::align_val_t alignment) {
    return allocated(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* p) noexcept { release(p); }
void operator delete(void* p, std::size_t) noexcept { release(p); }
void operator delete(void* p, std::align_val_t) noexcept { release(p); }
void operator delete(void* p, std::size_t, std::align_val_t) noexcept { release(p); }

template <> struct throng::component<body> {
    static constexpr const char* name = "body";
    static void save(const body& b, auto& to) {
        const std::string text = std::to_string(b.n());
        to.put_text(text.data(), text.size());
    }
    static body restore(auto& from) {
        const auto text = from.get_text();
        return body(std::atoi(std::string(text.data(), text.size()).c_str()));
    }
};
template <> struct throng::component<speed> {
    static constexpr const char* name = "speed";
};
template <> struct throng::component<linked> {
    static constexpr const char* name = "linked";
};
template <> struct throng::component<part_of> {
    static constexpr bool exclusive = true;
    static constexpr bool acyclic = true;
    static constexpr auto when_target_dies = throng::die_too;
};

namespace {

constexpr auto saved = throng::components<body, speed, linked, throng::kin, throng::entity_name>;

/// A world with some of everything, whose hooks are calls.
struct scene {
    world w;
    throng::family family{w};
    throng::naming names{w};
    throng::relation<likes> liking{w};
    throng::relation<part_of> parts{w};
    throng::prefabs prefabs{w, throng::components<linked>};
    throng::events<hit> hits{w};
    throng::world_timers timers{w};
    world other;
    world& patterns = prefabs.patterns();

    entity alone, source, target, top, child, below, pattern, part, nested;
    /// Of which a hook was told last.
    entity last;
    std::vector<std::byte> bytes;
    std::optional<throng::snapshot> then;
    std::optional<throng::snapshot> patterns_then;
    std::optional<throng::listener<entity, hit&>> hears;
    void (*operation)(scene&) = nullptr;

    scene() {
        alone = w.create(body(1), speed{1}, mark{});
        source = w.create(body(2), linked{alone});
        target = w.create(body(3), speed{3});
        top = w.create(body(4), speed{4});
        child = w.create(body(5), linked{top});
        below = w.create(body(6), speed{6});
        family.adopt(top, child);
        family.adopt(child, below);
        family.adopt(top, w.create(speed{7}));
        names.set(top, "top");
        names.set(child, "child");
        for (const entity e : {source, alone, target, top}) liking.relate(e, target);
        liking.relate(source, alone);
        parts.relate(source, target);
        parts.relate(w.create(body(8)), source);
        w.set_singleton(body(9));

        pattern = patterns.create(body(11), speed{11}, linked{});
        part = patterns.create(body(12), mark{});
        nested = patterns.create(body(13), linked{pattern});
        patterns.set(pattern, linked{nested});
        prefabs.family().adopt(pattern, part);
        prefabs.family().adopt(part, nested);
        prefabs.family().adopt(pattern, patterns.create(speed{14}));
        prefabs.names().set(part, "a part whose name is too long for a string's own place");

        const entity copied = other.create(body(21), linked{});
        throng::family(other).adopt(copied, other.create(body(22), linked{copied}));
        throng::naming(other).set(copied, "copied");
        throng::byte_writer<> writer;
        throng::save(other, writer, saved);
        const auto written = writer.bytes();
        bytes.assign(written.begin(), written.end());

        hooked<body>(w);
        hooked<speed>(w);
        hooked<throng::kin>(w);
        hooked<throng::entity_name>(w);
        hooked<throng::related<likes>>(w);
        hooked<body>(patterns);
        w.on_set<body>([this](entity e, body&, const body&) { told(call::setting, e); });
        w.on_create([this](entity e) { told(call::arrival, e); });
        w.on_destroy([this](entity e) { told(call::departure, e); });
        liking.on_target_gone([this](entity s, entity) { told(call::departure, s); });
        hears.emplace(hits, [this](entity e, hit&) {
            told(call::function, e);
            return false;
        });
        for (const entity e : {alone, source, top}) {
            hits.post(e, {1});
            timers.after(e, 0.5, [this](entity of) { told(call::function, of); });
            timers.every(e, 0.5, [this](entity of) { told(call::function, of); });
        }
        then.emplace(w);
        patterns_then.emplace(patterns);
    }
    template <class T> void hooked(world& which) {
        const bool is_pattern = &which == &patterns;
        which.on_add<T>([this, is_pattern](entity e, T&) { told(call::arrival, is_pattern ? last : e); });
        which.on_remove<T>([this, is_pattern](entity e, T&) { told(call::departure, is_pattern ? last : e); });
    }
    void told(call which, entity e) {
        last = e;
        user_call(which);
    }
};

/// How an operation fails: it has not happened, where a constructor, `on_add` or memory failed; or it has happened in
/// part.
enum class failure { nothing_happened, in_part };

struct operation {
    const char* name;
    void (*run)(scene&);
    failure fails = failure::in_part;
    /// False where copies of components must not edit: see its header.
    bool takes_edits = true;
};
constexpr auto nothing_happened = failure::nothing_happened;

const operation operations[] = {
    {"create", [](scene& s) { (void)s.w.create(body(1), speed{2}, mark{}); }, nothing_happened},
    {"create by default", [](scene& s) { (void)s.w.create<body, speed>(); }, nothing_happened},
    {"create for handles",
     [](scene& s) {
         entity all[3];
         s.w.create(all, body(1), linked{s.source});
     }},
    {"create for handles of a component's own",
     [](scene& s) {
         s.w.patch<body>(s.source, [&](const body& its) { // (It stands on what is copied.)
             entity all[3];
             s.w.create(all, its, speed{1});
         });
     }},
    {"create_many", [](scene& s) { s.w.create_many(70, body(1)); }},
    {"create_many of bytes", [](scene& s) { s.w.create_many(70, speed{1}); }},
    {"create_at",
     [](scene& s) { (void)throng::create_at(s.w, entity::of_number(s.source.number() + 500), body(1), speed{1}); },
     nothing_happened},
    {"clone", [](scene& s) { (void)s.w.clone(s.source); }, nothing_happened},
    {"clone of a child", [](scene& s) { (void)s.w.clone(s.child); }, nothing_happened},
    {"destroy", [](scene& s) { s.w.destroy(s.alone); }},
    {"destroy a branch", [](scene& s) { s.w.destroy(s.top); }},
    {"destroy a target", [](scene& s) { s.w.destroy(s.target); }},
    {"destroy a range", [](scene& s) { s.w.destroy(entities{s.source, s.top, s.alone, s.source, s.target}); }},
    {"destroy a query", [](scene& s) { s.w.destroy(s.w.query<const body>()); }},
    {"clear", [](scene& s) { s.w.clear(); }},
    {"disable", [](scene& s) { s.w.disable(s.source); }, nothing_happened},
    {"enable", [](scene& s) { s.w.enable(s.source); }, nothing_happened},
    {"add", [](scene& s) { s.w.add<linked>(s.target, s.source), s.w.add(s.below, mark{}); }},
    {"add what has a hook", [](scene& s) { s.w.add<speed>(s.source, 5); }, nothing_happened},
    {"add of a component's own",
     [](scene& s) { s.w.patch<body>(s.source, [&](const body& its) { s.w.add(s.w.create(), its); }); }},
    {"add to a query", [](scene& s) { s.w.add(s.w.query<>(), body(7)); }},
    {"add to a query, of a component's own",
     [](scene& s) { s.w.patch<body>(s.source, [&](const body& its) { s.w.add(s.w.query<>(), its); }); }},
    {"add by name", [](scene& s) { s.w.add(s.w.create(), s.w.find("body")); }},
    {"add by name to a query",
     [](scene& s) {
         s.w.patch<body>(s.source, [&](const body& its) { s.w.add(s.w.query<>(), s.w.find("body"), &its); });
     }},
    {"set", [](scene& s) { s.w.set(s.source, body(7)); }},
    {"set what is not there", [](scene& s) { s.w.set(s.source, speed{7}); }, nothing_happened},
    {"patch",
     [](scene& s) {
         s.w.patch<body>(s.source, [](body& b) {
             user_call(call::function);
             b = body(b.n() + 1);
         });
     }},
    {"modified", [](scene& s) { s.w.modified<body>(s.source); }},
    {"remove", [](scene& s) { s.w.remove<body>(s.source); }},
    {"remove from a query", [](scene& s) { s.w.remove<body>(s.w.query<const speed>()); }},
    {"remove_all", [](scene& s) { s.w.remove_all<body>(); }},
    {"remove_all of parents and children", [](scene& s) { s.w.remove_all<throng::kin>(); }},
    {"remove_all of relations", [](scene& s) { s.w.remove_all<throng::related<likes>>(); }},
    {"set_singleton", [](scene& s) { s.w.set_singleton(body(99)); }},
    {"set_singleton for the first time", [](scene& s) { s.other.set_singleton(body(99)); }},
    {"remove_singleton", [](scene& s) { s.w.remove_singleton<body>(); }},
    {"a loop that removes",
     [](scene& s) {
         s.w.query<body>().each([&](entity e, body& b) {
             user_call(call::function);
             s.w.remove<body>(e);
             b = body(b.n() + 1);
         });
     }},
    {"roll_back", [](scene& s) { s.then->roll_back(); }},
    {"snapshot", [](scene& s) { (void)throng::snapshot(s.w); }, nothing_happened, false},
    {"restore", [](scene& s) { throng::restore(s.w, s.bytes, saved); }, nothing_happened},

    {"instantiate", [](scene& s) { (void)s.prefabs.instantiate(s.pattern); }, nothing_happened},
    {"instantiate with components", [](scene& s) { (void)s.prefabs.instantiate(s.pattern, body(1), mark{}); },
     nothing_happened},
    {"instantiate a variant", [](scene& s) { (void)s.prefabs.instantiate(s.prefabs.variant(s.pattern)); }},
    {"instantiate for handles",
     [](scene& s) {
         entity all[3];
         s.prefabs.instantiate(s.pattern, all);
     },
     nothing_happened},
    {"instantiate_many", [](scene& s) { s.prefabs.instantiate_many(s.pattern, 2); }, nothing_happened},
    {"complete", [](scene& s) { s.prefabs.instantiate_into(s.pattern, s.top); }},
    {"complete what has a part",
     [](scene& s) {
         s.names.set(s.child, "a part whose name is too long for a string's own place");
         s.prefabs.instantiate_into(s.pattern, s.top);
     }},
    {"merge of a branch of its own",
     [](scene& s) { (void)throng::merge(s.w, s.w, saved, throng::branch(s.w, s.top)); }},
    {"merge of a range of its own",
     [](scene& s) { (void)throng::merge(s.w, s.w, saved, entities{s.source, s.alone, s.target, s.source}); }},
    {"merge of another world", [](scene& s) { (void)throng::merge(s.w, s.other, saved); }},
    {"merge of patterns", [](scene& s) { (void)throng::merge(s.w, s.patterns, saved); }},
    {"merge into patterns", [](scene& s) { (void)throng::merge(s.patterns, s.w, saved); }},
    {"merge_saved", [](scene& s) { throng::merge_saved(s.w, s.bytes, saved); }},
    {"save_part",
     [](scene& s) {
         throng::byte_writer<> writer;
         throng::save_part(s.w, writer, saved, throng::branch(s.w, s.top));
     },
     nothing_happened},

    {"adopt", [](scene& s) { s.family.adopt(s.top, s.source); }, nothing_happened},
    {"adopt a branch", [](scene& s) { s.family.adopt(s.source, s.top); }},
    {"leave", [](scene& s) { s.family.leave(s.child); }, nothing_happened},
    {"each_child", [](scene& s) { s.family.each_child(s.top, [&](entity e) { s.told(call::function, e); }); }},
    {"each_below", [](scene& s) { s.family.each_below(s.top, [&](entity e) { s.told(call::function, e); }); }},
    {"name", [](scene& s) { s.names.set(s.source, "a name that is too long for a string's own place"); },
     nothing_happened},
    {"name anew", [](scene& s) { s.names.set(s.top, "a name that is too long for a string's own place"); }},
    {"take a name", [](scene& s) { s.names.remove(s.top); }},
    {"relate", [](scene& s) { s.liking.relate(s.child, s.below); }},
    {"relate exclusively", [](scene& s) { s.parts.relate(s.source, s.top); }},
    {"unrelate_all", [](scene& s) { s.liking.unrelate_all(s.source); }},
    {"targets",
     [](scene& s) {
         for (const entity e : s.liking.targets(s.source)) s.told(call::function, e);
     }},
    {"sources",
     [](scene& s) {
         for (const entity e : s.liking.sources(s.target)) s.told(call::function, e);
     }},
    {"each_above", [](scene& s) { s.parts.each_above(s.source, [&](entity e) { s.told(call::function, e); }); }},
    {"each_related",
     [](scene& s) {
         throng::each_related(s.liking, s.w.query<body>(), s.w.query<body>(),
                              [&](entity e, body& mine, entity, body& its) {
                                  s.told(call::function, e);
                                  mine = body(its.n());
                              });
     }},
    {"each_source",
     [](scene& s) {
         throng::each_source(s.liking, s.target, s.w.query<body>(), [&](entity e, body& b) {
             s.told(call::function, e);
             b = body(b.n());
         });
     }},
    {"each_downwards",
     [](scene& s) {
         throng::each_downwards(s.family, s.w.query<body>(), [&](entity e, body& b) {
             s.told(call::function, e);
             b = body(b.n());
         });
     }},
    {"each_downwards with what is above",
     [](scene& s) {
         throng::each_downwards(s.family, s.w.query<body>(), s.w.query<const body>(),
                                [&](entity e, body& mine, entity, const body& above) {
                                    s.told(call::function, e);
                                    mine = body(above.n());
                                });
     }},
    {"find_above", [](scene& s) { (void)throng::find_above(s.family, s.below, s.w.query<const speed>()); }},
    {"send", [](scene& s) { s.hits.send(s.source, {1}); }},
    {"send_to_targets", [](scene& s) { s.hits.send_to_targets(s.liking, s.source, {1}); }},
    {"send_to_sources", [](scene& s) { s.hits.send_to_sources(s.liking, s.target, {1}); }},
    {"send_up", [](scene& s) { s.hits.send_up(s.family, s.below, {1}); }},
    {"post", [](scene& s) { s.hits.post(s.below, {1}); }},
    {"deliver", [](scene& s) { s.hits.deliver(); }},
    {"deliver upwards", [](scene& s) { s.hits.deliver([&](entity e, hit& h) { s.hits.send_up(s.family, e, h); }); }},
    {"after", [](scene& s) { (void)s.timers.after(s.below, 0, [&s](entity e) { s.told(call::function, e); }); }},
    {"advance", [](scene& s) { s.timers.advance(1.2); }},
    {"entity_ref",
     [](scene& s) {
         const throng::entity_ref e(s.w, s.source);
         e.set(body(5));
         e.add<speed>(5);
         e.remove<body>();
         e.add(body(6));
         e.destroy();
     }},
};

/// An edit in the middle of an operation.
struct meddling {
    const char* name;
    void (*run)(scene&);
};

const meddling meddlings[] = {
    {"destroys the source", [](scene& s) { s.w.destroy(s.source); }},
    {"destroys the target", [](scene& s) { s.w.destroy(s.target); }},
    {"destroys a branch", [](scene& s) { s.w.destroy(s.top); }},
    {"destroys a child", [](scene& s) { s.w.destroy(s.child); }},
    {"destroys the last one", [](scene& s) { s.w.destroy(s.last); }},
    {"destroys the pattern", [](scene& s) { s.patterns.destroy(s.pattern); }},
    {"destroys a part", [](scene& s) { s.patterns.destroy(s.part); }},
    {"clears the world", [](scene& s) { s.w.clear(); }},
    {"clears the patterns", [](scene& s) { s.patterns.clear(); }},
    {"fills the worlds",
     [](scene& s) {
         for (const entity e : {s.source, s.target, s.child}) s.w.destroy(e);
         s.patterns.destroy(s.part);
         s.other.clear();
         for (world* const w : {&s.w, &s.patterns, &s.other}) {
             w->create_many(3, body(99));
             w->create_many(1500, speed{99});
         }
     }},
    {"removes from the source", [](scene& s) { s.w.remove<body>(s.source), s.w.remove<linked>(s.source); }},
    {"removes from the last one", [](scene& s) { s.w.remove<body>(s.last), s.w.remove<speed>(s.last); }},
    {"removes from the pattern", [](scene& s) { s.patterns.remove<body>(s.pattern); }},
    {"removes everywhere",
     [](scene& s) {
         s.w.remove_all<body>();
         s.patterns.remove_all<body>();
         s.other.remove_all<body>();
     }},
    {"removes what the library has given",
     [](scene& s) {
         for (world* const w : {&s.w, &s.patterns, &s.other}) {
             w->remove_all<throng::kin>();
             w->remove_all<throng::entity_name>();
             w->remove_all<throng::related<likes>>();
         }
     }},
    {"adds to all",
     [](scene& s) {
         s.w.add(s.w.query<>(), body(77));
         s.w.add(s.w.query<>(), mark{});
         s.patterns.add(s.patterns.query<>(), linked{s.part});
     }},
    {"sets", [](scene& s) { s.w.set(s.source, body(66)), s.patterns.set(s.pattern, body(66)); }},
    {"sets the last one", [](scene& s) { s.w.set(s.last, body(66)); }},
    {"disables", [](scene& s) { s.w.disable(s.source), s.w.disable(s.last), s.patterns.disable(s.part); }},
    {"adopts the last one", [](scene& s) { s.family.adopt(s.alone, s.last); }},
    {"turns a family round",
     [](scene& s) {
         s.family.leave(s.child);
         s.family.adopt(s.below, s.top);
         s.prefabs.family().leave(s.nested);
         s.prefabs.family().adopt(s.nested, s.pattern);
     }},
    {"adopts by the last one", [](scene& s) { s.family.adopt(s.last, s.top), s.family.adopt(s.last, s.child); }},
    {"names the last one", [](scene& s) { s.names.set(s.last, "child"), s.names.remove(s.top); }},
    {"relates the last one", [](scene& s) { s.liking.relate(s.last, s.target), s.liking.relate(s.source, s.last); }},
    {"unrelates", [](scene& s) { s.liking.unrelate_all(s.source), s.parts.unrelate_all(s.source); }},
    {"rolls back", [](scene& s) { (void)s.then->roll_back(), (void)s.patterns_then->roll_back(); }},
    {"sets the singleton", [](scene& s) { s.w.set_singleton(body(55)), s.other.set_singleton(body(55)); }},
    {"removes the singleton", [](scene& s) { s.w.remove_singleton<body>(), s.other.remove_singleton<body>(); }},
    {"forgets events and timers", [](scene& s) { s.hits.clear(), s.timers.clear(); }},
    {"sends and delivers", [](scene& s) { s.hits.post(s.top, {}), s.hits.deliver(), s.timers.advance(0.7); }},
    {"makes an instance", [](scene& s) { (void)s.prefabs.instantiate(s.pattern); }},
    {"does the same once more", [](scene& s) { s.operation(s); }},
    {"takes the hooks off",
     [](scene& s) {
         s.w.on_add<body>(nullptr);
         s.w.on_remove<body>(nullptr);
         s.w.on_set<body>(nullptr);
         s.w.on_create(nullptr);
         s.w.on_destroy(nullptr);
         s.w.on_add<throng::kin>(nullptr);
     }},
};

/// What does not hold of a world; empty if all does.
std::string wrong_with(world& w) {
    if (!w.validate()) return "the world is not whole";
    throng::family family(w);
    throng::naming names(w);
    throng::relation<likes> liking(w);
    const std::size_t n = w.size();
    for (const entity e : w) {
        std::size_t depth = 0;
        for (entity up = family.parent_of(e); up; up = family.parent_of(up)) {
            if (!w.alive(up)) return "a parent is dead";
            if (++depth > n) return "a family goes round";
        }
        std::size_t children = 0;
        entity before;
        for (entity c = family.first_child_of(e); c; before = c, c = family.next_sibling_of(c)) {
            if (!w.alive(c)) return "a child is dead";
            if (family.parent_of(c) != e) return "a child has another parent";
            if (w.get<throng::kin>(c).previous != before) return "a child's sibling is another one";
            if (++children > n) return "children go round";
        }
        if (const entity p = family.parent_of(e); p) {
            bool is_child = false;
            for (entity c = family.first_child_of(p); c; c = family.next_sibling_of(c)) is_child = is_child || c == e;
            if (!is_child) return "a parent does not know its child";
        }
        if (const std::string name(names.of(e)); !name.empty()) {
            // (Hooks that take parents away leave several of one name.)
            const entity found = names.find(family.parent_of(e), name);
            if (names.of(found) != name || family.parent_of(found) != family.parent_of(e))
                return "a name is not found: " + name;
        }
        for (const entity t : liking.targets(e)) {
            bool is_source = false;
            for (const entity s : liking.sources(t)) is_source = is_source || s == e;
            if (!w.alive(t) || !liking.related(e, t) || !is_source) return "a relation has one end";
        }
    }
    return {};
}
/// All that can be seen of a world.
std::string picture_of(world& w) {
    throng::family family(w);
    throng::naming names(w);
    throng::relation<likes> liking(w);
    throng::relation<part_of> parts(w);
    std::string all;
    const auto put = [&](const char* what, auto n) { all += what + std::to_string(n); };
    for (const entity e : w) {
        put("\n", e.number());
        if (!w.enabled(e)) all += " disabled";
        if (const body* const b = w.try_get<body>(e)) put(" body ", b->n());
        if (const speed* const b = w.try_get<speed>(e)) put(" speed ", b->n);
        if (const linked* const b = w.try_get<linked>(e)) put(" linked ", b->to.number());
        if (w.has<mark>(e)) all += " mark";
        all += " " + std::string(names.of(e));
        for (entity c = family.first_child_of(e); c; c = family.next_sibling_of(c)) put(" child ", c.number());
        for (const entity t : liking.targets(e)) put(" likes ", t.number());
        for (const entity t : parts.targets(e)) put(" is part of ", t.number());
    }
    if (const body* const b = w.singleton<body>()) put("\nsingleton ", b->n());
    return all;
}
std::string picture_of(scene& s) {
    return picture_of(s.w) + "\n--" + picture_of(s.patterns) + "\n--" + picture_of(s.other);
}

/// Bodies beside those in the three worlds.
std::size_t bodies_elsewhere(scene& s) {
    std::size_t n = body::living;
    for (world* const w : {&s.w, &s.patterns, &s.other})
        n -= w->count<body>() + (w->singleton<body>() != nullptr ? 1U : 0U);
    return n;
}
std::string wrong_with(scene& s, std::size_t elsewhere) {
    for (world* const w : {&s.w, &s.patterns, &s.other}) {
        if (std::string what = wrong_with(*w); !what.empty()) return what;
    }
    if (const std::size_t n = bodies_elsewhere(s); n != elsewhere)
        return std::to_string(n) + " values live outside of the worlds, not " + std::to_string(elsewhere);
    return {};
}

struct counts {
    std::size_t calls;
    std::size_t allocations;
};
/// Runs an operation in a scene, with what is to happen in its midst.
template <class F> counts run(const operation& o, scene& s, F fire, std::size_t fires_at, std::size_t fails_at) {
    s.operation = o.run;
    its_plan = {true, 0, fires_at, std::move(fire), 0, fails_at};
    struct off {
        ~off() { its_plan.is_on = false; }
    } guard;
    o.run(s);
    return {its_plan.calls, its_plan.allocations};
}
counts counted(const operation& o) {
    scene s;
    return run(o, s, nullptr, 0, 0);
}

class operations_of_a_world : public testing::TestWithParam<std::size_t> {};

std::string name_of(const testing::TestParamInfo<std::size_t>& i) {
    std::string name = operations[i.param].name;
    for (char& c : name) {
        if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
    }
    return name;
}

} // namespace

TEST_P(operations_of_a_world, take_every_edit_at_every_call) {
    const operation& o = operations[GetParam()];
    const std::size_t before = body::living;
    const std::size_t calls = counted(o).calls;
    for (const meddling& m : meddlings) {
        if (!o.takes_edits) break;
        for (std::size_t n = 1; n <= calls; n += 1 + n / 4) {
            {
                scene s;
                const std::size_t elsewhere = bodies_elsewhere(s);
                (void)run(o, s, [&](call) { m.run(s); }, n, 0);
                ASSERT_EQ(wrong_with(s, elsewhere), "") << m.name << " at call " << n << " of " << calls;
            }
            ASSERT_EQ(body::living, before) << m.name << " at call " << n << " of " << calls;
        }
    }
}

TEST_P(operations_of_a_world, take_every_exception_of_a_call) {
    const operation& o = operations[GetParam()];
    const std::size_t before = body::living;
    const std::size_t calls = counted(o).calls;
    for (std::size_t n = 1; n <= calls; n += 1 + n / 4) {
        {
            scene s;
            const std::size_t elsewhere = bodies_elsewhere(s);
            const std::string picture = picture_of(s);
            bool is_undone = false;
            bool has_thrown = false;
            try {
                (void)run(
                    o, s,
                    [&](call which) {
                        is_undone = which == call::make || which == call::arrival;
                        if (which != call::destroy && which != call::move) throw thrown();
                    },
                    n, 0);
            } catch (const thrown&) {
                has_thrown = true;
            }
            ASSERT_EQ(wrong_with(s, elsewhere), "") << "call " << n << " of " << calls << " throws";
            if (has_thrown && is_undone && o.fails == nothing_happened) {
                ASSERT_EQ(picture_of(s), picture) << "call " << n << " of " << calls << " throws";
            }
            // And once more.
            (void)run(o, s, nullptr, 0, 0);
            ASSERT_EQ(wrong_with(s, elsewhere), "") << "after call " << n << " of " << calls << " has thrown";
        }
        ASSERT_EQ(body::living, before) << "call " << n << " of " << calls << " throws";
    }
}

TEST_P(operations_of_a_world, take_every_lack_of_memory) {
    const operation& o = operations[GetParam()];
    const std::size_t before = body::living;
    const std::size_t allocations = counted(o).allocations;
    for (std::size_t n = 1; n <= allocations; n += 1 + n / 4) {
        {
            scene s;
            const std::size_t elsewhere = bodies_elsewhere(s);
            const std::string picture = picture_of(s);
            bool has_thrown = false;
            try {
                (void)run(o, s, nullptr, 0, n);
            } catch (const std::bad_alloc&) {
                has_thrown = true;
            }
            ASSERT_EQ(wrong_with(s, elsewhere), "") << "allocation " << n << " of " << allocations << " fails";
            if (has_thrown && o.fails == nothing_happened) {
                ASSERT_EQ(picture_of(s), picture) << "allocation " << n << " of " << allocations << " fails";
            }
            (void)run(o, s, nullptr, 0, 0);
            ASSERT_EQ(wrong_with(s, elsewhere), "")
                << "after allocation " << n << " of " << allocations << " has failed";
        }
        ASSERT_EQ(body::living, before) << "allocation " << n << " of " << allocations << " fails";
    }
}

INSTANTIATE_TEST_SUITE_P(of, operations_of_a_world, testing::Range(std::size_t{0}, std::size(operations)), name_of);
