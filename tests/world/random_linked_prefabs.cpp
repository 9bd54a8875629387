// Random edits of patterns and of their linked instances, beside a plain model of what linked_prefabs.hpp promises.
// Edits are also made by hooks, during updates: what they did is played again when the model comes to the same hook.

#include "support/numbers.hpp"

#include <throng/world/linked_prefabs.hpp>
#include <throng/world/save.hpp>
#include <throng/world/snapshot.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace {

using throng::components;
using throng::entity;
using throng::override_kind;
using throng::world;

struct health {
    int left = 0;
    int most = 0;
};
struct label {
    std::string text;
    std::vector<int> marks;
};
struct aim {
    entity at;
    int shots = 0;
};
struct armed {};

} // namespace

template <> struct throng::component<health> {
    static constexpr const char* name = "health";
};
template <> struct throng::component<label> {
    static constexpr const char* name = "label";
    static constexpr bool sparse = true;
};
template <> struct throng::component<aim> {
    static constexpr const char* name = "aim";
};
template <> struct throng::component<armed> {
    static constexpr const char* name = "armed";
};

namespace {

constexpr auto listed = components<health, label, aim, armed>;
constexpr auto saved = components<health, label, aim, armed, throng::kin, throng::entity_name, throng::instance_of,
                                  throng::prefab_value<health>, throng::prefab_value<label>, throng::prefab_value<aim>,
                                  throng::prefab_value<armed>>;

// --- values as the model has them: the text of each field, or none --------------------------------------------------

constexpr std::size_t kinds = 4;
constexpr std::size_t its_aim = 2;
constexpr std::size_t field_counts[kinds] = {2, 2, 2, 0};
constexpr const char* names[kinds] = {"health", "label", "aim", "armed"};
constexpr const char* fields[kinds][2] = {{"left", "most"}, {"text", "marks"}, {"at", "shots"}, {"", ""}};

using value = std::optional<std::vector<std::string>>;
using values = std::array<value, kinds>;

std::string text_of(entity e) { return std::to_string(e.number()); }
entity entity_of(const std::string& text) { return entity::of_number(std::stoull(text)); }

value read(const health* x) {
    return x == nullptr ? value() : value({std::to_string(x->left), std::to_string(x->most)});
}
value read(const label* x) {
    if (x == nullptr) return {};
    std::string marks;
    for (const int m : x->marks) marks += std::to_string(m) + ",";
    return {{x->text, marks}};
}
value read(const aim* x) { return x == nullptr ? value() : value({text_of(x->at), std::to_string(x->shots)}); }
value read(const armed* x) { return x == nullptr ? value() : value(std::vector<std::string>()); }
values read(world& w, entity e) {
    return {read(w.try_get<health>(e)), read(w.try_get<label>(e)), read(w.try_get<aim>(e)), read(w.try_get<armed>(e))};
}

/// Writes a number, or an entity, to a field.
void put(health& x, std::size_t field, int n, entity) { (field == 0 ? x.left : x.most) = n; }
void put(label& x, std::size_t field, int n, entity) {
    if (field == 0) x.text = "a text that is long enough " + std::to_string(n);
    else x.marks.assign(static_cast<std::size_t>(n), n);
}
void put(aim& x, std::size_t field, int n, entity e) {
    if (field == 0) x.at = e;
    else x.shots = n;
}
void put(armed&, std::size_t, int, entity) {}

template <class F> void with_type(std::size_t c, F f) {
    if (c == 0) f(health());
    if (c == 1) f(label());
    if (c == 2) f(aim());
    if (c == 3) f(armed());
}

// --- the patterns ----------------------------------------------------------------------------------------------------

enum pattern : std::size_t { tank, tank_turret, tank_gun, heavy, heavy_turret, group, first, second, pattern_count };
constexpr std::size_t top_of[pattern_count] = {tank, tank, tank, heavy, heavy, group, group, group};
constexpr std::size_t nobody = ~std::size_t{0};
/// The parts of an instance, parents first and level by level, and the patterns that say of each what it has.
struct node {
    std::size_t parent;
    std::vector<std::size_t> sources;
};
const std::vector<std::vector<node>> shapes = {
    {{nobody, {tank}}, {0, {tank_turret}}, {1, {tank_gun}}},
    {{nobody, {heavy, tank}}, {0, {heavy_turret, tank_turret}}, {1, {tank_gun}}},
    {{nobody, {group}},
     {0, {first, tank}},
     {0, {second, heavy, tank}},
     {1, {tank_turret}},
     {2, {heavy_turret, tank_turret}},
     {3, {tank_gun}},
     {4, {tank_gun}}},
};
constexpr std::size_t pattern_of_shape[] = {tank, heavy, group};

// --- the model -------------------------------------------------------------------------------------------------------

struct part {
    entity e;
    bool alive = true;
    bool recorded = false;
    values now;
    values given;
};
struct instance {
    std::size_t shape;
    std::vector<part> parts;
};
struct edit {
    enum what_t {
        write_pattern,
        remove_from_pattern,
        write_part,
        remove_from_part,
        destroy_part,
        update,
        revert,
        apply,
        make,
        make_unrecorded,
    } what = update;
    std::size_t c = 0;
    /// None: the whole component.
    std::optional<std::size_t> field;
    int n = 0;
    std::size_t of = 0; ///< a pattern, or an instance
    std::size_t part = 0;
    bool all = false;
    entity target;
    std::vector<entity> made; ///< the parts, when it has been done
    bool result = false;
};
/// What a hook was called for, and what it did.
struct hooked {
    entity e;
    std::size_t c;
    std::optional<edit> did;
};

class game {
  public:
    explicit game(std::uint64_t seed) : r_(seed) {
        const auto made = [&](std::size_t p, entity parent, const char* name, auto... its) {
            patterns_[p] = prefabs_.patterns().create(its...);
            if (parent) prefabs_.family().adopt(parent, patterns_[p]);
            if (name != nullptr) prefabs_.names().set(patterns_[p], name);
            model_patterns_[p] = read(prefabs_.patterns(), patterns_[p]);
        };
        for (int i = 0; i < 20; ++i) world_.create(); // (So that no handle equals that of a pattern.)
        made(tank, {}, "tank", health{1, 2}, armed{});
        made(tank_turret, patterns_[tank], "turret", aim{patterns_[tank], 3}, label{"x", {1}});
        made(tank_gun, patterns_[tank_turret], "gun", aim{patterns_[tank_turret], 1});
        made(heavy, {}, "heavy", throng::based_on{patterns_[tank]});
        made(heavy_turret, patterns_[heavy], "turret", health{7, 7});
        made(group, {}, "group");
        made(first, patterns_[group], "first", throng::based_on{patterns_[tank]});
        made(second, patterns_[group], "second", throng::based_on{patterns_[heavy]}, label{"second", {}});
        hook<health>(world_, 0);
        hook<label>(world_, 1);
        hook<aim>(world_, 2);
        hook<armed>(world_, 3);
    }
    void play(int steps) {
        for (int i = 0; i < steps && !::testing::Test::HasFailure(); ++i) {
            SCOPED_TRACE(::testing::Message() << "step " << i);
            step();
            compare();
        }
        ASSERT_TRUE(world_.validate() && prefabs_.patterns().validate());
        // In the end all that is not overridden is as the patterns have it.
        hooks_left_ = 0;
        edit last;
        last.what = edit::update;
        run(last);
        run(last);
        ASSERT_FALSE(last.result);
        compare();
    }
    [[nodiscard]] std::size_t hooks_played() const noexcept { return played_; }
    [[nodiscard]] std::size_t overrides_seen() const noexcept { return overrides_; }

  private:
    void step() {
        const int what = r_.below(40);
        if (what == 0) {
            image_.emplace(world_);
            imaged_ = instances_;
        } else if (what == 1 && image_) {
            ASSERT_TRUE(image_->roll_back());
            instances_ = imaged_;
        } else if (what == 2) {
            throng::byte_writer<> bytes;
            save(world_, bytes, saved);
            ASSERT_TRUE(restore(world_, bytes.bytes(), saved));
        } else if (what == 3) {
            pattern_image_.emplace(prefabs_.patterns());
            imaged_patterns_ = model_patterns_;
        } else if (what == 4 && pattern_image_) {
            ASSERT_TRUE(pattern_image_->roll_back());
            model_patterns_ = imaged_patterns_;
        } else {
            hooks_left_ = r_.below(3) == 0 ? 4 : 0;
            edit e = any_edit();
            run(e);
        }
    }
    /// Does it, and plays it in the model.
    void run(edit& e) {
        log_.clear();
        next_ = 0;
        depth_ = 0;
        act(e);
        depth_ = 0;
        play_in_model(e);
        ASSERT_EQ(next_, log_.size()) << "hooks were called that the model does not expect";
    }

    edit any_edit() {
        edit e;
        e.what = static_cast<edit::what_t>(r_.below(10));
        if (r_.below(4) == 0) e.what = edit::update;
        e.c = r_.below(kinds);
        if (field_counts[e.c] != 0 && r_.below(3) != 0) e.field = r_.below(field_counts[e.c]);
        e.n = r_.below(4);
        e.all = r_.below(3) == 0;
        const bool of_patterns = e.what == edit::write_pattern || e.what == edit::remove_from_pattern;
        if (of_patterns) {
            e.of = r_.below(static_cast<std::size_t>(pattern_count));
            if (r_.below(4) != 0) e.target = patterns_[r_.below(static_cast<std::size_t>(pattern_count))];
            return e;
        }
        const auto living = [&](const instance& i) { return i.parts[0].alive; };
        if (e.what == edit::make || e.what == edit::make_unrecorded || instances_.empty()) {
            if (std::count_if(instances_.begin(), instances_.end(), living) > 8) e.what = edit::update;
            else if (e.what != edit::make_unrecorded) e.what = edit::make;
            e.of = r_.below(shapes.size());
            return e;
        }
        e.of = r_.below(instances_.size());
        e.part = r_.below(instances_[e.of].parts.size());
        if (e.what == edit::destroy_part && r_.below(3) != 0) e.what = edit::revert;
        if (r_.below(4) != 0) {
            const auto& those = instances_[r_.below(3) == 0 ? r_.below(instances_.size()) : e.of].parts;
            e.target = those[r_.below(those.size())].e;
        }
        return e;
    }

    // --- the world ---

    template <class C> void hook(world& w, std::size_t c) {
        w.on_add<C>([this, c](entity e, C&) { called(e, c); });
        w.on_set<C>([this, c](entity e, C&) { called(e, c); });
        w.on_remove<C>([this, c](entity e, C&) { called(e, c); });
    }
    void called(entity e, std::size_t c) {
        if (depth_ == 0) return;
        const std::size_t mine = log_.size();
        log_.push_back({e, c, std::nullopt});
        if (hooks_left_ == 0 || r_.below(2) == 0) return;
        --hooks_left_;
        edit did = any_edit();
        // (What is made during an update is not known to it: see `compare`.)
        const int outer = std::exchange(depth_, 0);
        act(did);
        depth_ = outer;
        log_[mine].did = std::move(did);
    }
    /// Hooks are only followed in what the library does by itself.
    template <class F> void followed(F f) {
        const int outer = std::exchange(depth_, 1);
        f();
        depth_ = outer;
    }
    void act(edit& e) {
        world& patterns = prefabs_.patterns();
        const auto at = [&] { return instances_[e.of].parts[e.part].e; };
        switch (e.what) {
        case edit::write_pattern:
            with_type(e.c, [&](auto x) { write(patterns, patterns_[e.of], x, e); });
            break;
        case edit::remove_from_pattern:
            with_type(e.c, [&](auto x) { patterns.remove<decltype(x)>(patterns_[e.of]); });
            break;
        case edit::write_part:
            with_type(e.c, [&](auto x) { write(world_, at(), x, e); });
            break;
        case edit::remove_from_part:
            with_type(e.c, [&](auto x) { world_.remove<decltype(x)>(at()); });
            break;
        case edit::destroy_part:
            world_.destroy(at());
            break;
        case edit::update:
            followed([&] { e.result = linked_.update() != 0; });
            break;
        case edit::revert:
            followed([&] {
                if (e.all) e.result = linked_.revert(at());
                else with_type(e.c, [&](auto x) { e.result = linked_.revert<decltype(x)>(at(), field_name(e)); });
            });
            break;
        case edit::apply:
            followed([&] {
                if (e.all) e.result = linked_.apply(at());
                else with_type(e.c, [&](auto x) { e.result = linked_.apply<decltype(x)>(at(), field_name(e)); });
            });
            break;
        case edit::make:
        case edit::make_unrecorded: {
            const entity pattern = patterns_[pattern_of_shape[e.of]];
            const entity top = e.what == edit::make ? linked_.instantiate(pattern) : prefabs_.instantiate(pattern);
            e.made = {top};
            for (std::size_t i = 0; i < e.made.size(); ++i)
                family_.each_child(e.made[i], [&](entity c) { e.made.push_back(c); });
            ASSERT_EQ(e.made.size(), shapes[e.of].size());
            break;
        }
        }
    }
    static std::string_view field_name(const edit& e) { return e.field ? fields[e.c][*e.field] : ""; }
    template <class C> static void write(world& w, entity of, C x, const edit& e) {
        if (!w.alive(of)) return;
        C* const its = w.try_get<C>(of);
        if (its != nullptr && e.n % 2 == 0) x = *its;
        for (std::size_t f = 0; f < field_counts[e.c]; ++f) {
            if (!e.field || *e.field == f) put(x, f, e.n, e.target);
        }
        if (its != nullptr && e.n < 2) *its = x; // (In passing; else hooks are called.)
        else w.set(of, x);
    }

    // --- the model ---

    part* find(entity e) {
        for (instance& i : instances_) {
            for (part& p : i.parts) {
                if (p.e == e && p.alive) return &p;
            }
        }
        return nullptr;
    }
    void model_hook(entity e, std::size_t c) {
        ASSERT_LT(next_, log_.size()) << "the model expects a hook of " << names[c];
        hooked& its = log_[next_++];
        ASSERT_EQ(its.e, e);
        ASSERT_EQ(its.c, c);
        if (!its.did) return;
        ++played_;
        play_in_model(*its.did);
    }
    void write_in_model(values& to, const edit& e) const {
        with_type(e.c, [&](auto x) {
            const value fresh = read(&x);
            for (std::size_t f = 0; f < field_counts[e.c]; ++f) put(x, f, e.n, e.target);
            const value wanted = read(&x);
            value& its = to[e.c];
            if (!its || e.n % 2 != 0) its = fresh;
            for (std::size_t f = 0; f < field_counts[e.c]; ++f) {
                if (!e.field || *e.field == f) (*its)[f] = (*wanted)[f];
            }
        });
    }
    /// An instance when an update began, or another operation.
    struct known {
        std::size_t of;
        std::vector<entity> parts;
    };
    known known_of(std::size_t of) const {
        known k{of, {}};
        for (const part& p : instances_[of].parts) k.parts.push_back(p.alive ? p.e : entity());
        return k;
    }
    value pattern_value(const node& n, std::size_t c) const {
        for (const std::size_t p : n.sources) {
            if (model_patterns_[p][c]) return model_patterns_[p][c];
        }
        return {};
    }
    value value_for(const known& k, std::size_t at, std::size_t c) {
        const auto& shape = shapes[instances_[k.of].shape];
        value v = pattern_value(shape[at], c);
        if (!v || c != its_aim) return v;
        const entity wanted = entity_of((*v)[0]);
        entity found;
        for (std::size_t i = shape.size(); i-- > 0;) {
            for (const std::size_t p : shape[i].sources) {
                if (patterns_[p] == wanted) found = k.parts[i];
            }
        }
        (*v)[0] = text_of(find(found) != nullptr ? found : entity());
        return v;
    }
    bool follow(const known& k, std::size_t at, std::size_t c, bool all = false,
                const std::optional<std::size_t>& f = {}) {
        const auto its = [&] { return &instances_[k.of].parts[at]; };
        if (!k.parts[at] || !its()->alive) return false;
        const value given = value_for(k, at, c);
        const value last = its()->given[c];
        value now = its()->now[c];
        bool changes = false;
        if (!now) {
            changes = given && (all || (its()->recorded && !last));
            now = given;
        } else if (!given) {
            changes = all || (last && now == last);
            now.reset();
        } else {
            for (std::size_t i = 0; i < field_counts[c]; ++i) {
                if ((all || f == i || (last && (*now)[i] == (*last)[i])) && (*now)[i] != (*given)[i]) {
                    (*now)[i] = (*given)[i];
                    changes = true;
                }
            }
        }
        if (changes) {
            its()->now[c] = now;
            model_hook(its()->e, c);
        }
        if (its()->alive) its()->given[c] = given;
        return changes;
    }
    bool follow_each(const known& k, std::size_t at) {
        bool changed = false;
        for (std::size_t c = 0; c < kinds; ++c) changed = follow(k, at, c) || changed;
        if (k.parts[at] && instances_[k.of].parts[at].alive) instances_[k.of].parts[at].recorded = true;
        return changed;
    }
    bool update_in_model() {
        std::vector<known> those;
        for (std::size_t i = 0; i < instances_.size(); ++i) {
            if (instances_[i].parts[0].alive) those.push_back(known_of(i));
        }
        std::sort(those.begin(), those.end(),
                  [](const known& a, const known& b) { return a.parts[0].index() < b.parts[0].index(); });
        bool changed = false;
        for (const known& k : those) {
            for (std::size_t at = 0; at < k.parts.size(); ++at) changed = follow_each(k, at) || changed;
        }
        return changed;
    }
    bool give_back(const known& k, std::size_t at, std::size_t c, const std::optional<std::size_t>& f) {
        (void)follow(k, at, c);
        const part& its = instances_[k.of].parts[at];
        if (!its.alive) return false;
        const auto& shape = shapes[instances_[k.of].shape];
        const std::size_t to = shape[at].sources[0];
        const value last = its.given[c];
        value given = pattern_value(shape[at], c);
        if (!its.now[c]) {
            std::size_t n = 0;
            for (const std::size_t p : shape[at].sources) n += model_patterns_[p][c] ? 1U : 0U;
            if (f || n != 1 || !model_patterns_[to][c]) return false;
            model_patterns_[to][c].reset();
            return true;
        }
        value own = its.now[c];
        if (c == its_aim) (*own)[0] = text_of(pattern_for(k, to, entity_of((*own)[0])));
        bool changes = !given && !f;
        for (std::size_t i = 0; given && i < field_counts[c]; ++i) {
            if ((f && *f != i) || (last && (*its.now[c])[i] == (*last)[i])) continue;
            (*given)[i] = (*own)[i];
            changes = true;
        }
        if (changes) model_patterns_[to][c] = given ? given : own;
        return changes;
    }
    entity pattern_for(const known& k, std::size_t to, entity e) const {
        const auto& shape = shapes[instances_[k.of].shape];
        for (std::size_t i = 0; e && i < shape.size(); ++i) {
            if (k.parts[i] != e) continue;
            for (const std::size_t p : shape[i].sources) {
                if (top_of[p] == top_of[to]) return patterns_[p];
            }
            return patterns_[shape[i].sources[0]];
        }
        return {};
    }
    void destroy_in_model(std::size_t of, std::size_t at) {
        auto& parts = instances_[of].parts;
        const auto& shape = shapes[instances_[of].shape];
        parts[at].alive = false;
        for (std::size_t i = at + 1; i < parts.size(); ++i) {
            if (shape[i].parent != nobody && !parts[shape[i].parent].alive) parts[i].alive = false;
        }
    }
    void play_in_model(const edit& e) {
        const auto at = [&]() -> part& { return instances_[e.of].parts[e.part]; };
        switch (e.what) {
        case edit::write_pattern:
            write_in_model(model_patterns_[e.of], e);
            break;
        case edit::remove_from_pattern:
            model_patterns_[e.of][e.c].reset();
            break;
        case edit::write_part:
            if (at().alive) write_in_model(at().now, e);
            break;
        case edit::remove_from_part:
            if (at().alive) at().now[e.c].reset();
            break;
        case edit::destroy_part:
            if (at().alive) destroy_in_model(e.of, e.part);
            break;
        case edit::update:
            ASSERT_EQ(update_in_model(), e.result);
            break;
        case edit::revert:
        case edit::apply: {
            bool result = false;
            if (at().alive) {
                const known k = known_of(e.of);
                if (!at().recorded) (void)follow_each(k, e.part);
                for (std::size_t c = 0; c < kinds; ++c) {
                    if (!e.all && c != e.c) continue;
                    const std::optional<std::size_t> f = e.all ? std::nullopt : e.field;
                    if (e.what == edit::revert) result = follow(k, e.part, c, !f, f) || result;
                    else result = give_back(k, e.part, c, f) || result;
                }
            }
            if (e.what == edit::apply && result) (void)update_in_model();
            ASSERT_EQ(result, e.result);
            break;
        }
        case edit::make:
        case edit::make_unrecorded: {
            instances_.push_back({e.of, {}});
            for (const entity p : e.made) instances_.back().parts.push_back({p, true, false, {}, {}});
            const known k = known_of(instances_.size() - 1);
            for (std::size_t i = 0; i < k.parts.size(); ++i) {
                part& its = instances_.back().parts[i];
                for (std::size_t c = 0; c < kinds; ++c) its.now[c] = value_for(k, i, c);
                its.recorded = e.what == edit::make;
                if (its.recorded) its.given = its.now;
            }
            break;
        }
        }
    }

    void compare() {
        for (std::size_t p = 0; p < pattern_count; ++p)
            ASSERT_EQ(read(prefabs_.patterns(), patterns_[p]), model_patterns_[p]) << "pattern " << p;
        for (std::size_t i = 0; i < instances_.size(); ++i) {
            for (const part& p : instances_[i].parts) {
                SCOPED_TRACE(::testing::Message() << "instance " << i << ", part " << &p - instances_[i].parts.data());
                ASSERT_EQ(world_.alive(p.e), p.alive);
                if (!p.alive) continue;
                ASSERT_EQ(read(world_, p.e), p.now);
                ASSERT_EQ(overrides_of(p.e), overrides_of(p));
            }
        }
    }
    std::string overrides_of(entity e) const {
        std::string text;
        for (const auto& o : linked_.overrides(e)) {
            text += o.kind == override_kind::added ? "+" : o.kind == override_kind::removed ? "-" : "";
            text += std::string(o.component) + "." + std::string(o.field) + " ";
        }
        return text;
    }
    std::string overrides_of(const part& p) {
        std::string text;
        for (std::size_t c = 0; p.recorded && c < kinds; ++c) {
            if (p.now[c] && !p.given[c]) text += std::string("+") + names[c] + ". ";
            if (!p.now[c] && p.given[c]) text += std::string("-") + names[c] + ". ";
            for (std::size_t f = 0; p.now[c] && p.given[c] && f < field_counts[c]; ++f) {
                if ((*p.now[c])[f] != (*p.given[c])[f]) text += std::string(names[c]) + "." + fields[c][f] + " ";
            }
        }
        overrides_ += text.empty() ? 0U : 1U;
        return text;
    }

    support::numbers r_;
    world world_;
    throng::prefabs prefabs_{world_};
    throng::linked_prefabs linked_{prefabs_, listed};
    throng::family family_{world_};
    entity patterns_[pattern_count];
    std::array<values, pattern_count> model_patterns_;
    std::vector<instance> instances_;
    std::optional<throng::snapshot> image_;
    std::vector<instance> imaged_;
    std::optional<throng::snapshot> pattern_image_;
    std::array<values, pattern_count> imaged_patterns_;
    std::vector<hooked> log_;
    std::size_t next_ = 0;
    int depth_ = 0;
    int hooks_left_ = 0;
    std::size_t played_ = 0;
    std::size_t overrides_ = 0;
};

} // namespace

TEST(linked_prefabs, random_edits_agree_with_the_model) {
    std::size_t hooks = 0;
    std::size_t overrides = 0;
    for (std::uint64_t seed = 1; seed <= 40 && !HasFailure(); ++seed) {
        SCOPED_TRACE(seed);
        game g(seed);
        g.play(120);
        hooks += g.hooks_played();
        overrides += g.overrides_seen();
    }
    EXPECT_GT(hooks, 100U);
    EXPECT_GT(overrides, 2000U);
}

namespace {

/// Anything, from anywhere: families of patterns and of instances are torn apart, patterns are based on others and
/// destroyed, in hooks of both worlds, in walks, in updates. What is asked is that all stays whole, and comes to rest.
class meddlers {
  public:
    explicit meddlers(std::uint64_t seed) : r_(seed) {
        watch<health>(world_);
        watch<label>(world_);
        watch<armed>(world_);
        watch<throng::prefab_value<aim>>(world_);
        watch<throng::instance_of>(world_);
        watch<health>(patterns_);
        watch<label>(patterns_);
        for (int i = 0; i < 6; ++i) edit();
    }
    void play(int steps) {
        for (int i = 0; i < steps; ++i) {
            hooks_left_ = r_.below(4);
            if (r_.below(6) == 0) {
                int left = 5;
                world_.query<health>().each([&](entity, health& h) {
                    if (left-- > 0) edit();
                    ++h.left;
                });
            } else {
                edit();
            }
            ASSERT_TRUE(world_.validate() && patterns_.validate()) << i;
            if (i % 50 != 49) continue;
            hooks_left_ = 0;
            linked_->update();
            ASSERT_EQ(linked_->update(), 0U) << i;
            world_.each([&](entity e) { check(e); });
        }
    }

  private:
    template <class C> void watch(world& w) {
        const auto hook = [this](entity, C&) {
            if (hooks_left_ == 0 || r_.below(3) == 0) return;
            --hooks_left_;
            edit();
        };
        w.on_add<C>(hook);
        w.on_set<C>(hook);
        w.on_remove<C>(hook);
    }
    entity any(world& w) {
        std::vector<entity> all;
        w.each([&](entity e) { all.push_back(e); });
        return all.empty() ? entity() : all[r_.below(all.size())];
    }
    void write(world& w) {
        const entity e = any(w);
        const int n = r_.below(3);
        switch (r_.below(6)) {
        case 0:
            w.set(e, health{n, r_.below(3)});
            break;
        case 1:
            w.set(e, label{n == 0 ? "" : "a text that is not short at all", {n}});
            break;
        case 2:
            w.set(e, aim{any(w), n});
            break;
        case 3:
            w.set(e, armed{});
            break;
        case 4:
            (void)w.remove<health, label>(e);
            break;
        default:
            (void)w.remove<aim, armed>(e);
        }
    }
    void edit() {
        const entity pattern = any(patterns_);
        const entity e = any(world_);
        switch (r_.below(26)) {
        case 0:
        case 1:
            if (patterns_.size() < 12) (void)patterns_.create(health{r_.below(3), 0});
            break;
        case 2:
            if (patterns_.size() < 12) (void)prefabs_.variant(pattern);
            break;
        case 3:
            patterns_.set(pattern, throng::based_on{any(patterns_)});
            break;
        case 4:
        case 5:
            (void)prefabs_.family().adopt(pattern, any(patterns_));
            break;
        case 6:
            (void)prefabs_.names().set(pattern, r_.below(2) == 0 ? "a" : "b");
            break;
        case 7:
            if (r_.below(3) == 0) patterns_.destroy(pattern);
            else (void)prefabs_.family().leave(pattern);
            break;
        case 8:
        case 9:
        case 10:
            write(patterns_);
            break;
        case 11:
        case 12:
        case 13:
            if (world_.size() < 60) (void)linked_->instantiate(pattern);
            break;
        case 14:
            if (world_.size() < 60) (void)prefabs_.instantiate_into(pattern, r_.below(2) == 0 ? e : world_.create());
            break;
        case 15:
            if (r_.below(2) == 0) world_.destroy(e);
            else if (world_.size() < 60) (void)world_.clone(e);
            break;
        case 16:
            (void)family_.adopt(e, any(world_));
            break;
        case 17:
            (void)linked_->unlink(e);
            break;
        case 18:
            (void)linked_->revert(e);
            break;
        case 19:
            (void)linked_->revert<health>(e, "left");
            break;
        case 20:
            (void)linked_->apply(e);
            break;
        case 21:
            (void)linked_->apply<aim>(e, "at");
            break;
        case 22:
            (void)linked_->update();
            break;
        case 23:
            if (r_.below(8) == 0) linked_.emplace(prefabs_, listed);
            break;
        default:
            write(world_);
        }
    }
    /// What an update leaves: where an instance has a value and one from its pattern, they differ by its overrides.
    void check(entity e) {
        const bool is_recorded = world_.has<throng::instance_of>(e) && world_.get<throng::instance_of>(e).is_recorded;
        std::size_t n = 0;
        for (const auto& o : linked_->overrides(e)) {
            ++n;
            if (o.component != "armed") continue;
            ASSERT_EQ(o.kind == override_kind::added, world_.has<armed>(e));
        }
        if (!is_recorded) ASSERT_EQ(n, 0U);
        else if (world_.has<armed>(e) != world_.has<throng::prefab_value<armed>>(e)) ASSERT_NE(n, 0U);
    }

    support::numbers r_;
    world world_;
    throng::prefabs prefabs_{world_};
    world& patterns_ = prefabs_.patterns();
    std::optional<throng::linked_prefabs> linked_{std::in_place, prefabs_, listed};
    throng::family family_{world_};
    int hooks_left_ = 0;
};

} // namespace

TEST(linked_prefabs, random_meddlers_leave_all_whole) {
    for (std::uint64_t seed = 1; seed <= 30 && !HasFailure(); ++seed) {
        SCOPED_TRACE(seed);
        meddlers all(seed);
        all.play(300);
    }
}
